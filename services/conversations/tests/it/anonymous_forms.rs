//! Forms whose sender nobody knows: each becomes a task about which professionals write to each other, and which is no person's (SUR-07).

use chassis::testkit::caller;
use chassis_domain::{Uuid, demo_id};
use conversations::projections::task_queries;
use kajo_proto::{
    caller::v1::CallerContext,
    common::v1::Matter,
    conversations::v1::{
        AssignConversationRequest, ConversationKind, ConversationStarted, ConversationState, EndConversationRequest, FindFormRequest,
        FindFormResponse, ForwardConversationRequest, ListMyConversationsRequest, ListTasksRequest, MarkReadRequest,
        ParticipateInConversationRequest, RequestConsultationRequest, ReturnConversationRequest, Tab, Task, Visibility, WriteMessageRequest,
        queue_directory_service_client::QueueDirectoryServiceClient, thread_entry::Entry,
    },
    options::v1::Caller,
    survey::v1::GetSentFormResponse,
};
use prost::Message;
use tonic::{Code, Status};

use crate::{
    forms::{admitted, archive, events_of, opened, settled},
    survey::{Survey, conversation_of},
    world::{Person, World, queue, reason},
};

const QUEUE: &str = "forms/anonymous-feedback";

/// What survey knows of a form of somebody who is not known.
fn form() -> GetSentFormResponse {
    GetSentFormResponse { subcategory_id: queue(QUEUE), matter: Matter::Health.into(), ..GetSentFormResponse::default() }
}

async fn write_to(by: &Person, id: &str, text: &str, visibility: Visibility) -> Result<(), Status> {
    let request = WriteMessageRequest {
        conversation_id: id.to_owned(),
        text: text.to_owned(),
        visibility: visibility.into(),
        ..WriteMessageRequest::default()
    };
    by.conversations().write_message(request).await.map(drop)
}

/// What of the messages somebody reads.
async fn texts(reader: &Person, id: &str) -> Vec<String> {
    let thread = reader.see(id).await.unwrap().thread;
    let messages = thread.into_iter().filter_map(|entry| match entry.entry {
        Some(Entry::Message(message)) => Some(message.text),
        _ => None,
    });
    messages.collect()
}

async fn task(reader: &Person, tab: Tab, id: &str) -> Task {
    let request = ListTasksRequest { tab: tab.into(), ..ListTasksRequest::default() };
    reader.list(request).await.into_iter().find(|task| task.conversation_id == id).unwrap()
}

async fn find(world: &World, tail: &str) -> Result<FindFormResponse, Status> {
    let survey = CallerContext { kind: Caller::Service.into(), service: "survey".to_owned(), ..CallerContext::default() };
    let mut client = QueueDirectoryServiceClient::new(world.calls_by(survey));
    Ok(client.find_form(FindFormRequest { url_tail: tail.to_owned() }).await?.into_inner())
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_07_an_anonymous_form_stands_in_its_queue_without_a_person_and_professionals_write_notes_about_it() {
    let world = World::start().await;
    let survey = Survey::start(&world).await;
    let (liisa, pekka) = (world.nurse(), world.practitioner("pekka", "Pekka Rantala", "nurse"));
    let anna = world.practitioner("anna", "Anna Nyström", "nurse");
    let response = survey.send(form()).await;
    let id = conversation_of(response);
    opened(&world, &liisa, &id).await;

    let waiting = task(&liisa, Tab::New, &id).await;
    assert_eq!((waiting.kind(), waiting.topic.as_str(), waiting.resident_name.as_str()), (ConversationKind::AnonymousForm, "", ""));
    assert_eq!(waiting.subcategory_name.as_ref().unwrap().texts["fi"], "Anonyymi palaute");
    // There is something to read before anybody has written, until somebody has looked.
    assert_eq!((waiting.unread, waiting.resident_non_disclosure), (1, false));
    liisa.conversations().mark_read(MarkReadRequest { conversation_id: id.clone(), read_up_to: 0 }).await.unwrap();
    assert_eq!((task(&liisa, Tab::New, &id).await.unread, task(&pekka, Tab::New, &id).await.unread), (0, 1));

    let seen = liisa.see(&id).await.unwrap();
    assert_eq!((seen.kind(), seen.state()), (ConversationKind::AnonymousForm, ConversationState::Queued));
    assert_eq!((seen.form_response_id, seen.resident_id, seen.resident_name), (response.to_string(), String::new(), String::new()));
    assert_eq!((seen.topic, seen.service_area_id, seen.customer_task_id), (String::new(), String::new(), String::new()));
    assert!(seen.participants.is_empty() && seen.thread.is_empty() && !seen.visible_to_guardians && !seen.resident_non_disclosure);

    // Nobody is answered: what is for everybody is refused, and what is for no one in particular is for everybody.
    liisa.take(&id).await.unwrap();
    for visibility in [Visibility::Everyone, Visibility::Unspecified] {
        let refused = write_to(&liisa, &id, "Thank you", visibility).await.unwrap_err();
        assert_eq!((refused.code(), reason(&refused).as_str()), (Code::InvalidArgument, "visibility_not_allowed"));
    }
    write_to(&liisa, &id, "Somebody from the ward?", Visibility::Practitioners).await.unwrap();
    assert_eq!(texts(&pekka, &id).await, ["Somebody from the ward?"]);
    pekka.tasks().participate_in_conversation(ParticipateInConversationRequest { conversation_id: id.clone() }).await.unwrap();
    write_to(&liisa, &id, "Among the two of us", Visibility::TakingPart).await.unwrap();
    assert_eq!(texts(&pekka, &id).await, ["Somebody from the ward?", "Among the two of us"]);
    assert_eq!(texts(&anna, &id).await, ["Somebody from the ward?"]);

    // Of no patient nobody is asked.
    let handled = liisa.see(&id).await.unwrap().permissions.unwrap();
    assert!(handled.write && handled.forward && handled.end && !handled.request_consultation && !handled.ask_to_show_to_guardians);
    let ask = RequestConsultationRequest {
        conversation_id: id.clone(),
        subcategory_id: queue("consultations/doctors"),
        text: "Who is it?".to_owned(),
        attachment_ids: Vec::new(),
    };
    assert_eq!(reason(&liisa.tasks().request_consultation(ask).await.unwrap_err()), "queue_of_other_kind");
    survey.end(world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_07_an_anonymous_form_is_in_no_list_search_log_or_fact_of_any_person() {
    let world = World::start().await;
    let survey = Survey::start(&world).await;
    let liisa = world.nurse();
    let response = survey.send(form()).await;
    let id = conversation_of(response);
    opened(&world, &liisa, &id).await;
    liisa.take(&id).await.unwrap();
    liisa.see(&id).await.unwrap();
    write_to(&liisa, &id, "Seen to", Visibility::Practitioners).await.unwrap();

    // Not even of a resident who has the id under whose key it is sealed.
    let namesake = Person { id: response, calls: world.calls_by(caller(Caller::Resident, response, "Nobody")) };
    assert_eq!(namesake.see(&id).await.unwrap_err().code(), Code::NotFound);
    assert_eq!(namesake.write(&id, "Hello").await.unwrap_err().code(), Code::NotFound);
    let mine = namesake.conversations().list_my_conversations(ListMyConversationsRequest::default()).await.unwrap().into_inner();
    assert!(mine.conversations.is_empty());
    let pool = &world.running.kernel().pool;
    let queues = [demo_id("queue", QUEUE)];
    assert!(task_queries::of_resident(pool, response, liisa.id, &queues, None, 10).await.unwrap().is_empty(), "no patient's page");
    let listed: (i64, i64, Option<Uuid>) = sqlx::query_as(
        "select (select count(*) from my_conversations where conversation_id = $1), (select count(*) from task_search where conversation_id = $1),
                (select resident_id from tasks where conversation_id = $1)",
    )
    .bind(Uuid::try_parse(&id).unwrap())
    .fetch_one(pool)
    .await
    .unwrap();
    assert_eq!(listed, (0, 0, None));

    // Who looked and who did something is logged, and about nobody.
    let (rows, subjects): (i64, i64) =
        sqlx::query_as("select count(*), count(subject_id) from access_log where object_id = $1::uuid").bind(&id).fetch_one(pool).await.unwrap();
    assert_eq!((rows > 2, subjects), (true, 0), "{rows}");
    let named: Vec<String> = sqlx::query_scalar("select method from access_log where subject_id = $1 and actor_id is distinct from $1")
        .bind(response)
        .fetch_all(pool)
        .await
        .unwrap();
    assert_eq!(named, [""; 0], "but for what the namesake has asked for");

    let facts: Vec<(String, Vec<u8>, Vec<String>)> =
        sqlx::query_as("select fact_type, fact, audience from outbox where fact is not null and stream_id = 'conversation-' || $1 order by seq")
            .bind(&id)
            .fetch_all(pool)
            .await
            .unwrap();
    let started = ConversationStarted::decode(facts[0].1.as_slice()).unwrap();
    assert_eq!((started.kind(), started.form_response_id), (ConversationKind::AnonymousForm, response.to_string()));
    assert_eq!(started.resident_id, "");
    let (queue, nurse) = (demo_id("queue", QUEUE).to_string(), liisa.id.to_string());
    for (fact, _, audience) in &facts {
        assert!(!audience.is_empty() && audience.iter().all(|key| key.contains(&queue) || key.contains(&nurse)), "{fact}: {audience:?}");
    }
    survey.end(world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_07_colleagues_hand_on_and_end_an_anonymous_form_as_any_task_also_where_its_queue_was_archived_meanwhile() {
    let world = World::start().await;
    let survey = Survey::start(&world).await;
    let (liisa, pekka) = (world.nurse(), world.practitioner("pekka", "Pekka Rantala", "nurse"));
    archive(&world, Some(&queue(QUEUE))).await;
    let response = survey.send(form()).await;
    let id = conversation_of(response);
    opened(&world, &liisa, &id).await;
    survey.tell(response, &form()).await;
    survey.tell(response, &form()).await;
    world.eventually(|| async { (settled(&world).await == 3).then_some(()) }).await;
    assert_eq!(events_of(&world, &id).await, 1, "however often it is told of");

    liisa.take(&id).await.unwrap();
    liisa.tasks().return_conversation(ReturnConversationRequest { conversation_id: id.clone() }).await.unwrap();
    pekka.take(&id).await.unwrap();
    let assign = AssignConversationRequest { conversation_id: id.clone(), colleague_id: liisa.id.to_string() };
    pekka.tasks().assign_conversation(assign).await.unwrap();
    assert!(liisa.has(Tab::Own, &id).await && !pekka.has(Tab::Own, &id).await);
    let forward = ForwardConversationRequest { conversation_id: id.clone(), subcategory_id: queue("health-station/nurse") };
    liisa.tasks().forward_conversation(forward).await.unwrap();
    assert_eq!(task(&pekka, Tab::New, &id).await.kind(), ConversationKind::AnonymousForm);
    pekka.take(&id).await.unwrap();
    assert_eq!(reason(&pekka.write(&id, "Thank you").await.unwrap_err()), "visibility_not_allowed", "wherever it stands");
    write_to(&pekka, &id, "Seen to", Visibility::Practitioners).await.unwrap();
    pekka.tasks().end_conversation(EndConversationRequest { conversation_id: id.clone(), mark_done: true }).await.unwrap();
    assert_eq!(liisa.see(&id).await.unwrap().state(), ConversationState::Ended);
    let over = write_to(&pekka, &id, "One more thing", Visibility::Practitioners).await.unwrap_err();
    assert_eq!(reason(&over), "conversation_ended");
    survey.end(world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_07_survey_finds_an_anonymous_form_by_its_tail_with_what_it_is_about() {
    let world = World::start().await;
    for tail in ["palaute", " Palaute "] {
        let found = find(&world, tail).await.unwrap();
        assert_eq!((found.url_tail.as_str(), found.open, found.matter()), ("palaute", true, Matter::Health));
        assert_eq!((found.subcategory_id, found.survey_id), (queue(QUEUE), demo_id("survey", "anonymous-feedback").to_string()));
    }
    assert_eq!(find(&world, "muu").await.unwrap_err().code(), Code::NotFound);
    // It is no form of residents, who want an answer.
    assert_eq!(admitted(&world, &queue(QUEUE)).await.unwrap_err().code(), Code::NotFound);
    archive(&world, Some(&queue(QUEUE))).await;
    assert!(!find(&world, "palaute").await.unwrap().open);
    world.end().await;
}
