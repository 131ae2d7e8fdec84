//! Who has opened a resident's conversations, as that resident sees it, and what is withheld from them.

use chassis::testkit::{Calls, eventually};
use chassis_domain::demo_id;
use jiff::SignedDuration;
use kajo_proto::{
    common::v1::{PageRequest, WithheldEntry, WithholdingGround},
    conversations::v1::{
        ListConversationAccessRequest, ListMyMessageAccessRequest, ListMyMessageAccessResponse, MessageAccess, MessageAccessEntry,
        MessageAccessGround, ProveMyMessageAccessRequest, ShowMessageAccessRequest, WithholdMessageAccessRequest,
        message_access_service_client::MessageAccessServiceClient,
    },
    options::v1::{Caller, Domain},
};
use tonic::Code;

use crate::world::{Person, World, reason};

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
