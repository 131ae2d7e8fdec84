//! Forms of residents: which ones there are, and how one that was sent becomes a conversation in its queue (SUR-06).

use std::sync::atomic::Ordering;

use chassis::{
    due::{self, Listed},
    store::CommandMeta,
};
use chassis_domain::{Uuid, demo_id};
use conversations::category::{self, Category, CategoryId, SubcategoryId};
use kajo_proto::{
    caller::v1::CallerContext,
    common::v1::Matter,
    conversations::v1::{
        AdmitFormRequest, AdmitFormResponse, Category as CategoryView, ConversationKind, ConversationStarted, ConversationState,
        ListFormCategoriesRequest, ListMyConversationsRequest, ListTasksRequest, MarkReadRequest, Tab,
        form_category_service_client::FormCategoryServiceClient, queue_directory_service_client::QueueDirectoryServiceClient,
    },
    options::v1::{Caller, Domain},
    survey::v1::GetSentFormResponse,
};
use prost::Message;
use tonic::{Code, Status};

use crate::{
    survey::{Survey, conversation_of},
    world::{Person, World, queue},
};

const BOTH: &[Domain] = &[Domain::Health, Domain::Social];

/// What somebody sends to the queue of informal care.
pub(crate) fn form_of(patient: &Person) -> GetSentFormResponse {
    GetSentFormResponse {
        patient_id: patient.id.to_string(),
        patient_name: "Zacharias Wolff".to_owned(),
        subcategory_id: queue("forms/informal-care"),
        matter: Matter::Health.into(),
        visible_to_guardians: false,
    }
}

/// A queue of forms takes nothing more in, or none of its category does.
pub(crate) async fn archive(world: &World, subcategory: Option<&str>) {
    let archive = category::Command::Archive { subcategory: subcategory.and_then(SubcategoryId::parse) };
    let category = CategoryId::from_uuid(demo_id("category", "forms"));
    world.running.kernel().store.execute::<Category>(category, archive, CommandMeta::system(Uuid::now_v7())).await.unwrap();
}

/// Waits until a conversation stands in the inbox.
pub(crate) async fn opened(world: &World, nurse: &Person, conversation: &str) {
    world.eventually(|| async { nurse.has(Tab::New, conversation).await.then_some(()) }).await;
}

/// Conversations about forms that were asked for, and have come to an end.
pub(crate) async fn settled(world: &World) -> i64 {
    sqlx::query_scalar("select count(*) from due where target = 'effect open_form' and state = 'done'")
        .fetch_one(&world.running.kernel().pool)
        .await
        .unwrap()
}

/// Waits until one of them was given up for this reason, which people see.
async fn given_up(world: &World, error: &str) {
    let pool = &world.running.kernel().pool;
    let is_one = |listed: &Listed| listed.given_up && listed.target == "effect open_form" && listed.error == error;
    world.eventually(|| async { due::list(pool).await.unwrap().iter().any(is_one).then_some(()) }).await;
}

/// How much has happened in a conversation.
pub(crate) async fn events_of(world: &World, conversation: &str) -> i64 {
    sqlx::query_scalar("select count(*) from events where stream_id = 'conversation-' || $1")
        .bind(conversation)
        .fetch_one(&world.running.kernel().pool)
        .await
        .unwrap()
}

/// Categories with forms, as somebody finds them.
async fn found_by(person: &Person) -> Vec<CategoryView> {
    let mut client = FormCategoryServiceClient::new(person.calls.clone());
    client.list_form_categories(ListFormCategoriesRequest {}).await.unwrap().into_inner().categories
}

fn queues(categories: Vec<CategoryView>) -> Vec<String> {
    categories.into_iter().flat_map(|category| category.subcategories).map(|queue| queue.subcategory_id).collect()
}

/// What survey is told of a queue.
pub(crate) async fn admitted(world: &World, queue: &str) -> Result<AdmitFormResponse, Status> {
    let caller = CallerContext { kind: Caller::Service.into(), service: "survey".to_owned(), ..CallerContext::default() };
    let mut client = QueueDirectoryServiceClient::new(world.calls_by(caller));
    Ok(client.admit_form(AdmitFormRequest { subcategory_id: queue.to_owned() }).await?.into_inner())
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_06_a_form_that_was_sent_stands_in_its_queue_without_a_topic_and_both_sides_write() {
    let world = World::start().await;
    let survey = Survey::start(&world).await;
    let (sender, liisa) = (world.resident("Zacharias Wolff"), world.nurse());
    let form = survey.send(form_of(&sender)).await;
    let id = conversation_of(form);
    opened(&world, &liisa, &id).await;

    let search = ListTasksRequest { tab: Tab::New.into(), search: "zach wol".to_owned(), ..ListTasksRequest::default() };
    let tasks = liisa.list(search).await;
    assert_eq!(tasks.iter().map(|task| task.conversation_id.as_str()).collect::<Vec<_>>(), [id.as_str()]);
    assert_eq!((tasks[0].kind(), tasks[0].topic.as_str(), tasks[0].resident_name.as_str()), (ConversationKind::Form, "", "Zacharias Wolff"));
    assert_eq!(tasks[0].subcategory_name.as_ref().unwrap().texts["fi"], "Omaishoidon tuki");

    // Nobody has written, and yet there is something to read, until somebody has looked: for each of those who work the queue by themselves.
    let unread = async |person: &Person| {
        let unread_only = ListTasksRequest { tab: Tab::New.into(), unread_only: true, ..ListTasksRequest::default() };
        person.list(unread_only).await.iter().find(|task| task.conversation_id == id).map_or(0, |task| task.unread)
    };
    let pekka = world.practitioner("pekka", "Pekka Rantala", "nurse");
    assert_eq!((unread(&liisa).await, unread(&pekka).await), (1, 1));
    liisa.conversations().mark_read(MarkReadRequest { conversation_id: id.clone(), read_up_to: 0 }).await.unwrap();
    assert_eq!((unread(&liisa).await, unread(&pekka).await), (0, 1));

    let seen = liisa.see(&id).await.unwrap();
    assert_eq!((seen.kind(), seen.state(), seen.topic.as_str()), (ConversationKind::Form, ConversationState::Queued, ""));
    assert_eq!((seen.form_response_id, seen.customer_task_id, seen.service_area_id), (form.to_string(), String::new(), String::new()));
    assert!(seen.thread.is_empty() && !seen.visible_to_guardians);

    let listed = sender.conversations().list_my_conversations(ListMyConversationsRequest::default()).await.unwrap().into_inner().conversations;
    assert_eq!(listed.iter().map(|mine| (mine.conversation_id.as_str(), mine.topic.as_str())).collect::<Vec<_>>(), [(id.as_str(), "")]);
    sender.write(&id, "One more thing").await.unwrap();
    liisa.take(&id).await.unwrap();
    liisa.write(&id, "Thank you").await.unwrap();
    let answered = sender.see(&id).await.unwrap();
    assert_eq!((answered.state(), answered.form_response_id), (ConversationState::Handling, form.to_string()));
    for other in [world.resident("Eino Saarinen"), world.practitioner("mikko", "Mikko Korhonen", "doctor")] {
        assert_eq!(other.see(&id).await.unwrap_err().code(), Code::NotFound);
    }

    // Other services hear which form it is about.
    let fact: Vec<u8> =
        sqlx::query_scalar("select fact from outbox where fact_type like '%.ConversationStarted' and stream_id = 'conversation-' || $1")
            .bind(&id)
            .fetch_one(&world.running.kernel().pool)
            .await
            .unwrap();
    let fact = ConversationStarted::decode(fact.as_slice()).unwrap();
    assert_eq!((fact.kind(), fact.form_response_id, fact.resident_id), (ConversationKind::Form, form.to_string(), sender.id.to_string()));
    survey.end(world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_06_a_form_opens_one_conversation_however_often_it_is_told_of_and_also_where_its_queue_was_archived_meanwhile() {
    let world = World::start().await;
    let survey = Survey::start(&world).await;
    let (sender, liisa) = (world.resident("Zacharias Wolff"), world.nurse());
    archive(&world, Some(&queue("forms/informal-care"))).await;
    let form = survey.send(form_of(&sender)).await;
    let id = conversation_of(form);
    opened(&world, &liisa, &id).await;
    let events = events_of(&world, &id).await;
    survey.tell(form, &form_of(&sender)).await;
    survey.tell(form, &form_of(&sender)).await;
    world.eventually(|| async { (settled(&world).await == 3).then_some(()) }).await;
    assert_eq!((events, events_of(&world, &id).await), (1, 1));

    // So it does where the whole category was.
    archive(&world, None).await;
    let other = conversation_of(survey.send(GetSentFormResponse { subcategory_id: queue("forms/feedback"), ..form_of(&sender) }).await);
    opened(&world, &liisa, &other).await;
    liisa.take(&other).await.unwrap();
    survey.end(world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_06_while_survey_is_away_a_form_is_tried_again_and_one_that_was_erased_is_given_up() {
    let world = World::start().await;
    let survey = Survey::start(&world).await;
    let (sender, liisa) = (world.resident("Zacharias Wolff"), world.nurse());
    survey.directory.away.store(true, Ordering::SeqCst);
    let id = conversation_of(survey.send(form_of(&sender)).await);
    world.eventually(|| async { (survey.asked() > 1).then_some(()) }).await;
    assert_eq!(liisa.see(&id).await.unwrap_err().code(), Code::NotFound);
    survey.directory.away.store(false, Ordering::SeqCst);
    opened(&world, &liisa, &id).await;

    let erased = Uuid::now_v7();
    survey.tell(erased, &form_of(&sender)).await;
    given_up(&world, "erased").await;
    assert_eq!(liisa.see(&conversation_of(erased)).await.unwrap_err().code(), Code::NotFound);
    survey.end(world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_06_a_form_whose_conversation_was_begun_as_another_one_is_not_forgotten() {
    let world = World::start().await;
    let survey = Survey::start(&world).await;
    let sender = world.resident("Zacharias Wolff");
    // Keys of commands are the callers' own.
    let form = Uuid::now_v7();
    let begun = Person { id: sender.id, calls: sender.calls.with_key(form) }.ask("Ear").await;
    assert_eq!(begun, conversation_of(form));
    survey.tell(form, &form_of(&sender)).await;
    given_up(&world, "already_started").await;
    assert_eq!(sender.see(&begun).await.unwrap().kind(), ConversationKind::Message);
    survey.end(world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_06_who_acts_for_the_sender_sees_the_conversation_by_the_matter_and_the_choice_that_the_form_was_sent_with() {
    let world = World::start().await;
    let survey = Survey::start(&world).await;
    let (sender, liisa) = (world.resident("Venla Saarinen"), world.nurse());
    let social = GetSentFormResponse { matter: Matter::Social.into(), ..form_of(&sender) };
    let hidden = conversation_of(survey.send(social.clone()).await);
    let shown = conversation_of(survey.send(GetSentFormResponse { visible_to_guardians: true, ..social }).await);
    for id in [&hidden, &shown] {
        opened(&world, &liisa, id).await;
        assert!(sender.see(id).await.is_ok());
        assert!(world.for_resident(&sender, &[Domain::Social], false).see(id).await.is_ok());
        assert_eq!(world.for_resident(&sender, &[Domain::Health], false).see(id).await.unwrap_err().code(), Code::NotFound);
    }
    let guardian = world.for_resident(&sender, BOTH, true);
    assert!(guardian.see(&shown).await.unwrap().visible_to_guardians);
    assert_eq!(guardian.see(&hidden).await.unwrap_err().code(), Code::NotFound);
    survey.end(world).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_06_residents_find_the_forms_of_open_queues_and_who_acts_for_them_those_that_their_mandates_cover() {
    let world = World::start().await;
    let aino = world.resident("Aino Lehtonen");
    let (care, feedback) = (queue("forms/informal-care"), queue("forms/feedback"));
    let found = found_by(&aino).await;
    assert_eq!(found.iter().map(|category| category.icon.as_str()).collect::<Vec<_>>(), ["file-text"]);
    assert_eq!(found[0].name.as_ref().unwrap().texts["sv"], "Ansökningar och formulär");
    assert_eq!(queues(found), [care.clone(), feedback.clone()]);
    assert_eq!(queues(found_by(&world.for_resident(&aino, &[Domain::Health], false)).await), [care.clone(), feedback.clone()]);
    assert_eq!(queues(found_by(&world.for_resident(&aino, &[Domain::Social], false)).await), [""; 0]);

    let admission = admitted(&world, &care).await.unwrap();
    assert_eq!((admission.survey_id.as_str(), admission.matter()), (demo_id("survey", "informal-care").to_string().as_str(), Matter::Health));
    assert_eq!(admission.name.unwrap().texts["fi"], "Omaishoidon tuki");
    assert_eq!(admitted(&world, &feedback).await.unwrap().survey_id, demo_id("survey", "feedback").to_string());

    // What takes no forms, or does so no more, is as if there were no such queue.
    archive(&world, Some(&care)).await;
    assert_eq!(queues(found_by(&aino).await), std::slice::from_ref(&feedback));
    assert!(admitted(&world, &feedback).await.is_ok());
    let missing = admitted(&world, &Uuid::now_v7().to_string()).await.unwrap_err();
    for closed in [care.as_str(), &queue("health-station/nurse"), &queue("patient-tasks/home-measurements"), &queue("forms/anonymous-feedback")] {
        let refused = admitted(&world, closed).await.unwrap_err();
        assert_eq!((refused.code(), refused.details()), (Code::NotFound, missing.details()));
    }
    archive(&world, None).await;
    assert!(found_by(&aino).await.is_empty());
    assert_eq!(admitted(&world, &feedback).await.unwrap_err().code(), Code::NotFound);
    world.end().await;
}
