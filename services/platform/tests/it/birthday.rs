//! The eighteenth birthday of somebody whom a guardian acts for, on both sides of midnight in Helsinki.

use chassis_domain::demo_id;
use gateway::App;
use identity::demo::service_area_id;
use kajo_proto::conversations::v1::{
    GetConversationRequest, GetConversationResponse, ListMyConversationsRequest, ListMyConversationsResponse, StartConversationRequest,
};
use tonic::Status;

use crate::{
    browser::{Browser, code_and_reason},
    journey::start,
    world::World,
};

const CONVERSATIONS: &str = "/kajo.conversations.v1.ConversationService";

async fn see(reader: &Browser, conversation_id: &str) -> Result<GetConversationResponse, Status> {
    reader
        .call(
            &format!("{CONVERSATIONS}/GetConversation"),
            &GetConversationRequest { conversation_id: conversation_id.to_owned(), ..GetConversationRequest::default() },
        )
        .await
}

async fn topics(reader: &Browser) -> Result<Vec<String>, Status> {
    let listed: ListMyConversationsResponse =
        reader.call(&format!("{CONVERSATIONS}/ListMyConversations"), &ListMyConversationsRequest::default()).await?;
    Ok(listed.conversations.into_iter().map(|found| found.topic).collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn s_01_a_guardian_who_acts_at_midnight_of_the_eighteenth_birthday_reads_nothing_from_then_on() {
    let world = World::with_still_clock().await;
    // Venla was born on 20 May 2012. In summer, Helsinki is three hours ahead.
    world.until("2030-05-19T20:55:00Z");
    let venla = world.resident("venla").await;
    let place = |visible_to_guardians| StartConversationRequest {
        service_area_id: service_area_id("lehtola").to_string(),
        category_id: demo_id("category", "family-centre").to_string(),
        subcategory_id: demo_id("queue", "family-centre/child-health").to_string(),
        visible_to_guardians,
        ..StartConversationRequest::default()
    };
    let hidden = start(&venla, &place(false), "Hidden", "Mine alone").await.conversation_id;
    let shown = start(&venla, &place(true), "Shown", "For both").await.conversation_id;
    let mut guardian = world.browser(App::Resident);
    guardian.begin_session("eino").await;
    guardian.act_for("venla").await;

    world.until("2030-05-19T20:59:58Z");
    let seen = topics(&guardian).await.unwrap();
    assert!(seen.iter().any(|topic| topic == "Shown") && seen.iter().all(|topic| topic != "Hidden"), "{seen:?}");
    assert!(see(&guardian, &shown).await.is_ok());
    assert_eq!(code_and_reason(&see(&guardian, &hidden).await.unwrap_err()), "NotFound/not_found");

    // The national service goes on saying yes.
    world.until("2030-05-19T21:00:00Z");
    for id in [&hidden, &shown] {
        assert_eq!(code_and_reason(&see(&guardian, id).await.unwrap_err()), "PermissionDenied/mandate_revoked");
    }
    assert_eq!(code_and_reason(&topics(&guardian).await.unwrap_err()), "PermissionDenied/mandate_revoked");
    assert!(see(&venla, &hidden).await.is_ok(), "hers as before");
    world.end().await;
}
