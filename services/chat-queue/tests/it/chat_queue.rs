//! Chat queues, as responsible users and administrators keep them.

use chassis::testkit::{
    Calls, World,
    refusals::{fields, said, told},
};
use chassis_domain::Uuid;
use kajo_proto::{
    chat_queue::v1::{
        ArchiveChatQueueRequest, ChatQueue, ChatQueueDetails, ChatQueueState, GetChatQueueRequest, HoursException, ListChatQueuesRequest,
        OpeningHours, RemoveChatQueueRequest, RestoreChatQueueRequest, SaveChatQueueRequest, chat_queue_service_client::ChatQueueServiceClient,
    },
    common::v1::{Matter, PageRequest, RecordState, Translated},
    options::v1::Caller,
};
use tonic::{Code, Status};

use crate::world::{PROVIDER, add, add_service, by, daily, get, named, offered, start, texts, window};

type Client = ChatQueueServiceClient<Calls>;

fn client(world: &World, kind: Caller) -> Client {
    ChatQueueServiceClient::new(by(world, kind))
}

/// A queue with every field but its service, which content keeps.
fn whole() -> ChatQueueDetails {
    let mut hours = daily("08:00", "16:00").unwrap();
    let exception =
        HoursException { from: "2026-12-23".to_owned(), until: "2027-01-06".to_owned(), yearly: true, hours: vec![window("10:00", "12:00")] };
    hours.exceptions = vec![exception];
    ChatQueueDetails {
        description: texts("Kuvaus"),
        icon: "smile".to_owned(),
        visible_to_unidentified: true,
        triage_required: true,
        assessment_survey_id: Uuid::from_u128(9).to_string(),
        summary_enabled: true,
        pre_chat_questionnaire_id: Uuid::from_u128(7).to_string(),
        post_chat_questionnaire_id: Uuid::from_u128(8).to_string(),
        follows_schedule: true,
        hours: Some(hours),
        closed_text: texts("Kiinni"),
        external_url: format!("https://{PROVIDER}/jono"),
        ..named("Terveyschat")
    }
}

async fn set(client: &mut Client, kept: &ChatQueue, names: &[&str], details: ChatQueueDetails) -> Result<(), Status> {
    let asked = SaveChatQueueRequest {
        chat_queue_id: kept.chat_queue_id.clone(),
        details: Some(details),
        fields: names.iter().map(|name| (*name).to_owned()).collect(),
        version: kept.version,
    };
    client.save_chat_queue(asked).await?;
    Ok(())
}

/// Finnish names of those that match, each with how it stands.
async fn list(client: &mut Client, search: &str, state: RecordState) -> Vec<(String, ChatQueueState)> {
    let asked = ListChatQueuesRequest { search: search.to_owned(), state: state.into(), page: Some(PageRequest::default()) };
    let found = client.list_chat_queues(asked).await.unwrap().into_inner().chat_queues;
    found.into_iter().map(|queue| (queue.details.unwrap().name.unwrap().fi, queue.standing.unwrap().state())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_01_a_responsible_user_adds_finds_changes_archives_restores_and_removes_a_queue_with_every_field() {
    let world = start().await;
    let mut ritva = client(&world, Caller::ResponsibleUser);
    let id = add(&world, whole()).await.unwrap();
    let kept = get(&world, &id).await.unwrap();
    assert_eq!((kept.details.clone(), kept.archived, kept.version), (Some(whole()), false, 1));

    let changed = ChatQueueDetails { name: texts("Hoitajan chat"), matter: Matter::Social.into(), ..whole() };
    set(&mut ritva, &kept, &["name"], changed).await.unwrap();
    let kept = get(&world, &id).await.unwrap();
    assert_eq!(kept.details.clone(), Some(ChatQueueDetails { name: texts("Hoitajan chat"), ..whole() }), "only what is named is set");
    let stale = ChatQueue { version: 1, ..kept.clone() };
    assert_eq!(told(&set(&mut ritva, &stale, &["icon"], whole()).await.unwrap_err()), said(Code::Aborted, "stale_version"));

    // Administrators find it by words in any language, each with how it stands now: at noon of a Friday.
    let mut paula = client(&world, Caller::Administrator);
    add(&world, ChatQueueDetails { hours: daily("18:00", "20:00"), ..named("Iltachat") }).await.unwrap();
    let open = ("Hoitajan chat".to_owned(), ChatQueueState::Open);
    let shut = ("Iltachat".to_owned(), ChatQueueState::Closed);
    assert_eq!(list(&mut paula, "", RecordState::Active).await, [open.clone(), shut.clone()]);
    assert_eq!(list(&mut paula, "kuvaus EN", RecordState::Unspecified).await, std::slice::from_ref(&open));

    paula.archive_chat_queue(ArchiveChatQueueRequest { chat_queue_id: id.clone() }).await.unwrap();
    assert_eq!(list(&mut paula, "", RecordState::Active).await, std::slice::from_ref(&shut));
    assert_eq!(list(&mut paula, "", RecordState::Archived).await, std::slice::from_ref(&open));
    paula.restore_chat_queue(RestoreChatQueueRequest { chat_queue_id: id.clone() }).await.unwrap();
    assert!(!get(&world, &id).await.unwrap().archived);
    paula.remove_chat_queue(RemoveChatQueueRequest { chat_queue_id: id.clone() }).await.unwrap();
    assert_eq!(told(&get(&world, &id).await.unwrap_err()), said(Code::NotFound, "not_found"));
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_01_all_that_is_wrong_with_a_queue_is_told_at_its_field() {
    let world = start().await;
    add(&world, named("Neuvola")).await.unwrap();
    let told_of = |refused: Status| fields(&refused).into_iter().map(|(field, reason)| format!("{field} {reason}")).collect::<Vec<_>>();
    let mut hours: OpeningHours = daily("08:00", "16:00").unwrap();
    hours.daily = vec![window("08:00", "16:00"), window("15:00", "17:00")];
    hours.exceptions = vec![HoursException { from: "2026-12-24".to_owned(), until: "2026-12-23".to_owned(), yearly: false, hours: vec![] }];
    let wrong = ChatQueueDetails {
        name: Some(Translated { fi: "NEUVOLA".to_owned(), sv: String::new(), en: "Clinic".to_owned() }),
        location_ids: vec![],
        hours: Some(hours),
        ..named("")
    };
    assert_eq!(
        told_of(add(&world, wrong).await.unwrap_err()),
        [
            "details.name.sv translation_missing",
            "details.name.fi chat_queue_name_taken",
            "details.location_ids required",
            "details.hours.daily chat_hours_overlap",
            "details.hours.exceptions chat_exception_dates",
        ]
    );
    // What content does not know, or cannot say, is linked to nothing.
    let unknown = ChatQueueDetails { service_id: Uuid::now_v7().to_string(), ..named("Palvelu") };
    assert_eq!(add(&world, unknown).await.unwrap_err().code(), Code::Unavailable);
    let content = world.environment().service(content::service()).await.unwrap();
    let unknown = ChatQueueDetails { service_id: Uuid::now_v7().to_string(), ..named("Palvelu") };
    assert_eq!(told_of(add(&world, unknown).await.unwrap_err()), ["details.service_id service_missing"]);
    let service = add_service(&world, &content).await;
    let id = add(&world, ChatQueueDetails { service_id: service.clone(), ..named("Palvelu") }).await.unwrap();
    let shown = offered(by(&world, Caller::Resident)).await;
    let service_name = |name: &str| shown.iter().find(|queue| queue.name.as_ref().unwrap().texts["fi"] == name).unwrap().service_name.clone();
    assert_eq!(service_name("Palvelu").unwrap().texts["sv"], "Neuvola sv");
    assert_eq!(service_name("Neuvola"), None);
    content.stop().await;
    // What it belongs to already is not asked about: hours are changed while content is away.
    let kept = get(&world, &id).await.unwrap();
    assert_eq!(kept.details.as_ref().unwrap().service_id, service);
    let changed = ChatQueueDetails { hours: daily("09:00", "15:00"), ..kept.details.clone().unwrap() };
    set(&mut client(&world, Caller::ResponsibleUser), &kept, &["service_id", "hours"], changed.clone()).await.unwrap();
    assert_eq!(get(&world, &id).await.unwrap().details, Some(changed));
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_01_practitioners_residents_and_visitors_do_not_come_into_the_panel() {
    let world = start().await;
    let id = add(&world, named("Neuvola")).await.unwrap();
    for kind in [Caller::Practitioner, Caller::Resident] {
        let mut other = client(&world, kind);
        let asked = GetChatQueueRequest { chat_queue_id: id.clone() };
        assert_eq!(other.get_chat_queue(asked).await.unwrap_err().code(), Code::PermissionDenied, "{kind:?}");
    }
    world.end().await.unwrap();
}
