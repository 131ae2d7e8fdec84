//! Who has opened a resident's conversations, as that resident sees it, and what is withheld from them.

use chassis::testkit::{Calls, eventually};
use chassis_domain::demo_id;
use jiff::SignedDuration;
use kajo_proto::{
    common::v1::{PageRequest, WithheldEntry, WithholdingGround},
    conversations::v1::{
        ForwardConversationRequest, ListConversationAccessRequest, ListMyMessageAccessRequest, ListMyMessageAccessResponse, ListTasksRequest,
        MessageAccess, MessageAccessEntry, MessageAccessGround, ProveMyMessageAccessRequest, RequestConsultationRequest, ShowMessageAccessRequest,
        Tab, TakeOverConversationRequest, WithholdMessageAccessRequest, message_access_service_client::MessageAccessServiceClient,
    },
    options::v1::{Caller, Domain},
};
use tonic::Code;

use crate::world::{Person, World, queue, reason};

const A_SECOND: SignedDuration = SignedDuration::from_secs(1);

impl Person {
    fn log(&self) -> MessageAccessServiceClient<Calls> {
        MessageAccessServiceClient::new(self.calls.clone())
    }

    async fn shown(&self) -> ListMyMessageAccessResponse {
        self.log().list_my_message_access(ListMyMessageAccessRequest { page: None }).await.unwrap().into_inner()
    }
}

impl World {
    /// A responsible user at the nurses' queue of Lehtola.
    fn ritva(&self) -> Person {
        let id = demo_id("person", "ritva");
        let mut context = chassis::testkit::caller(Caller::ResponsibleUser, id, "Ritva");
        context.role_id = demo_id("role", "nurse").to_string();
        context.location_id = demo_id("location", "lehtola").to_string();
        Person { id, calls: self.environment().calls(&self.running).by(context) }
    }

    fn later(&self) {
        self.environment().clock().advance(A_SECOND);
    }
}

fn facts(entry: &MessageAccessEntry) -> (MessageAccess, MessageAccessGround) {
    (entry.access(), entry.ground())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resident_sees_who_opened_their_conversations_in_pages_and_nobody_elses() {
    let world = World::start().await;
    let (aino, other, nurse) = (world.resident("Aino Lehtonen"), world.resident("Eino Saarinen"), world.nurse());
    let (id, others) = (aino.ask("Ear").await, other.ask("Knee").await);
    aino.see(&id).await.unwrap();
    assert!(aino.shown().await.entries.is_empty(), "one's own reading is not listed");
    nurse.see(&id).await.unwrap();
    world.later();
    nurse.see(&others).await.unwrap();
    nurse.take(&id).await.unwrap();
    world.later();
    nurse.see(&id).await.unwrap();
    world.later();
    let eino = world.for_resident(&aino, &[Domain::Health], false);
    eino.write(&id, "For her").await.unwrap();
    world.later();
    eino.see(&id).await.unwrap();

    let (mut all, mut token) = (Vec::new(), String::new());
    loop {
        let page = Some(PageRequest { size: 1, token });
        let answer = aino.log().list_my_message_access(ListMyMessageAccessRequest { page }).await.unwrap().into_inner();
        all.extend(answer.entries);
        token = answer.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(
        all.iter().map(facts).collect::<Vec<_>>(),
        [
            (MessageAccess::Opened, MessageAccessGround::Mandate),
            (MessageAccess::Written, MessageAccessGround::Mandate),
            (MessageAccess::Opened, MessageAccessGround::Participant),
            (MessageAccess::Handled, MessageAccessGround::Queue),
            (MessageAccess::Opened, MessageAccessGround::Queue),
        ]
    );
    assert!(all[..2].iter().all(|entry| entry.representative_id == demo_id("person", "eino").to_string() && entry.professional_id.is_empty()));
    for entry in &all[2..] {
        assert_eq!(entry.professional_id, nurse.id.to_string());
        assert_eq!(
            (entry.role_id.as_str(), entry.location_id.as_str()),
            (demo_id("role", "nurse").to_string().as_str(), demo_id("location", "lehtola").to_string().as_str())
        );
    }
    // Who acts for her does not see who looked.
    let refused = eino.log().list_my_message_access(ListMyMessageAccessRequest { page: None }).await.unwrap_err();
    assert_eq!(reason(&refused), "mandate_missing");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_09_who_saw_a_resident_in_a_list_of_tasks_is_told_to_them_once_an_hour() {
    let world = World::start().await;
    let (aino, other, nurse) = (world.resident("Aino Lehtonen"), world.resident("Zacharias Wolff"), world.nurse());
    aino.ask("Ear").await;
    aino.ask("Knee").await;
    let browse = async || nurse.list(ListTasksRequest { tab: Tab::New.into(), ..ListTasksRequest::default() }).await.len();
    let search = async |words: &str| {
        let request = ListTasksRequest { tab: Tab::New.into(), search: words.to_owned(), ..ListTasksRequest::default() };
        nurse.list(request).await.len()
    };
    assert!(browse().await > 0);
    other.ask("Elbow").await;
    assert_eq!(search("zach wol").await, 1, "a search by name");
    for _ in 0..3 {
        browse().await;
    }
    for (person, name) in [(&aino, "two of hers in one list are one"), (&other, "found by name")] {
        let entries = person.shown().await.entries;
        assert_eq!(entries.iter().map(facts).collect::<Vec<_>>(), [(MessageAccess::Seen, MessageAccessGround::Queue)], "{name}");
        assert_eq!((entries[0].professional_id.as_str(), entries[0].object_id.as_str()), (nurse.id.to_string().as_str(), ""));
    }
    // Another professional is another matter, and so is another hour.
    let colleague = world.practitioner("pekka", "Pekka Rantala", "nurse");
    colleague.list(ListTasksRequest { tab: Tab::New.into(), ..ListTasksRequest::default() }).await;
    assert_eq!(aino.shown().await.entries.len(), 2);
    world.environment().clock().advance(SignedDuration::from_mins(59));
    browse().await;
    assert_eq!(aino.shown().await.entries.len(), 2);
    world.environment().clock().advance(SignedDuration::from_mins(1));
    browse().await;
    assert_eq!(aino.shown().await.entries.len(), 3);
    // Twenty pages at once are one as well.
    world.environment().clock().advance(SignedDuration::from_hours(1));
    let pages = (0..20).map(|_| nurse.list(ListTasksRequest { tab: Tab::New.into(), ..ListTasksRequest::default() }));
    futures::future::join_all(pages).await;
    assert_eq!(aino.shown().await.entries.len(), 4);
    // Who is in no list is not told.
    assert!(world.resident("Nobody").shown().await.entries.is_empty());
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_09_what_professionals_do_with_a_conversation_stands_in_the_log_of_its_resident() {
    let world = World::start().await;
    let (aino, nurse, pekka) = (world.resident("Aino Lehtonen"), world.nurse(), world.practitioner("pekka", "Pekka Rantala", "nurse"));
    let id = aino.ask("Ear").await;
    let conversation_id = || id.clone();
    nurse.take(&id).await.unwrap();
    world.later();
    pekka.tasks().take_over_conversation(TakeOverConversationRequest { conversation_id: conversation_id() }).await.unwrap();
    world.later();
    pekka.write(&id, "Come at nine").await.unwrap();
    world.later();
    let consult = RequestConsultationRequest {
        attachment_ids: Vec::new(),
        conversation_id: conversation_id(),
        subcategory_id: queue("consultations/doctors"),
        text: "What do you think?".to_owned(),
    };
    pekka.tasks().request_consultation(consult).await.unwrap();
    world.later();
    let forward = ForwardConversationRequest { conversation_id: conversation_id(), subcategory_id: queue("health-station/doctor") };
    pekka.tasks().forward_conversation(forward).await.unwrap();
    // What is refused leaves nothing behind, also where it is no secret that there is something.
    nurse.take(&id).await.unwrap_err();
    let handled = |ground| (MessageAccess::Handled, ground);
    let shown = aino.shown().await.entries;
    assert_eq!(
        shown.iter().map(facts).collect::<Vec<_>>(),
        [
            handled(MessageAccessGround::Participant),
            handled(MessageAccessGround::Participant),
            handled(MessageAccessGround::Participant),
            handled(MessageAccessGround::Queue),
            handled(MessageAccessGround::Queue),
        ]
    );
    assert!(shown.iter().all(|entry| entry.object_id == id));
    assert_eq!(shown.iter().filter(|entry| entry.professional_id == pekka.id.to_string()).count(), 4);
    let pool = &world.running.kernel().pool;
    let without: Vec<String> =
        sqlx::query_scalar("select method from access_log where ground in ('command', 'participant', 'queue access') and subject_id is null")
            .fetch_all(pool)
            .await
            .unwrap();
    assert!(without.is_empty(), "{without:?}");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_about_a_conversation_is_withheld_by_a_responsible_user_who_may_read_it() {
    let world = World::start().await;
    let (aino, nurse, ritva) = (world.resident("Aino Lehtonen"), world.nurse(), world.ritva());
    let (id, other) = (aino.ask("Ear").await, world.resident("Eino Saarinen").ask("Knee").await);
    nurse.see(&id).await.unwrap();
    nurse.see(&other).await.unwrap();
    world.later();
    ritva.see(&id).await.unwrap();
    let listing = |id: &str| ListConversationAccessRequest { conversation_id: id.to_owned(), page: None };
    let listed = ritva.log().list_conversation_access(listing(&id)).await.unwrap().into_inner().entries;
    let of =
        |person: &Person| listed.iter().filter_map(|found| found.entry.clone()).find(|entry| entry.professional_id == person.id.to_string()).unwrap();
    for found in &listed {
        assert_eq!(found.may_withhold, found.entry.as_ref().unwrap().professional_id != ritva.id.to_string(), "all but one's own doing");
    }
    let withhold = |conversation: &str, entry_id: &str| WithholdMessageAccessRequest {
        conversation_id: conversation.to_owned(),
        entry_id: entry_id.to_owned(),
        ground: WithholdingGround::RightsOfOthers.into(),
        reason: "Canary".to_owned(),
    };
    let refused = ritva.log().withhold_message_access(withhold(&id, &of(&ritva).entry_id)).await.unwrap_err();
    assert_eq!((refused.code(), reason(&refused).as_str()), (Code::PermissionDenied, "own_access_entry"));
    // An entry about another conversation, and a conversation that does not exist.
    let refused = ritva.log().withhold_message_access(withhold(&other, &of(&nurse).entry_id)).await.unwrap_err();
    assert_eq!(reason(&refused), "not_found");
    let nowhere = chassis_domain::Uuid::now_v7().to_string();
    assert_eq!(reason(&ritva.log().list_conversation_access(listing(&nowhere)).await.unwrap_err()), "not_found");
    assert_eq!(nurse.log().list_conversation_access(listing(&id)).await.unwrap_err().code(), Code::PermissionDenied);

    ritva.log().withhold_message_access(withhold(&id, &of(&nurse).entry_id)).await.unwrap();
    let shown = aino.shown().await;
    assert!(shown.entries.iter().all(|entry| entry.professional_id != nurse.id.to_string()));
    assert_eq!(shown.withheld.iter().map(WithheldEntry::ground).collect::<Vec<_>>(), [WithholdingGround::RightsOfOthers]);
    let pool = &world.running.kernel().pool;
    eventually(|| async {
        let (rows, size): (i64, i64) =
            sqlx::query_as("select (select count(*) from access_log), (select size from access_head)").fetch_one(pool).await.unwrap();
        (rows == size).then_some(())
    })
    .await;
    let proof = aino.log().prove_my_message_access(ProveMyMessageAccessRequest::default()).await.unwrap().into_inner().proof.unwrap();
    assert!(!proof.document.contains(&nurse.id.to_string()) && !proof.document.contains(&of(&nurse).entry_id));
    assert!(!proof.document.contains("Canary"));
    let file = format!(r#"{{"format": "kajo-access-log/1", "logs": [{}]}}"#, proof.document);
    let checked = verify_access_log::check(&file, &[world.running.kernel().settings.access_log_key.public()].into()).unwrap();
    assert_eq!(checked.logs["conversations"].withheld, 1);

    world.later();
    let show = ShowMessageAccessRequest { conversation_id: id.clone(), entry_id: of(&nurse).entry_id };
    ritva.log().show_message_access(show).await.unwrap();
    let shown = aino.shown().await;
    assert!(shown.withheld.is_empty() && shown.entries.iter().any(|entry| entry.professional_id == nurse.id.to_string()));
    world.end().await;
}
