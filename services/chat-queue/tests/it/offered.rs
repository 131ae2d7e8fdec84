//! Chat queues as residents and visitors find them.

use std::sync::Arc;

use chassis::{
    settings::Settings,
    testkit::{
        Calls, World, caller,
        refusals::{said, told},
    },
};
use chassis_domain::{SignedDuration, Uuid};
use kajo_proto::{
    caller::v1::{CallerContext, Impersonator},
    chat_queue::v1::{
        ArchiveChatQueueRequest, ChatQueueDetails, ChatQueueState, DayReason, HoursException, OpenExternalChatRequest, OpeningDay, WeekdayWindow,
        chat_queue_service_client::ChatQueueServiceClient, offered_chat_queue_service_client::OfferedChatQueueServiceClient,
    },
    common::v1::Matter,
    options::v1::{Caller, Domain},
};
use tonic::{Code, Status};

use crate::world::{PROVIDER, add, by, close, daily, named, names, offered, reopen, start, texts, visitor, window};

/// Somebody who acts for a resident in matters of this domain alone.
fn representative(world: &World, domain: Domain) -> Calls {
    let mut resident = caller(Caller::Resident, Uuid::now_v7(), "Onni Oja");
    let person_id = Uuid::now_v7().to_string();
    resident.impersonator = Some(Impersonator { person_id, display_name: "Eino Oja".to_owned(), mandates: vec![domain.into()] });
    world.calls_by(resident)
}

async fn open(calls: Calls, id: &str) -> Result<String, Status> {
    let asked = OpenExternalChatRequest { chat_queue_id: id.to_owned() };
    Ok(OfferedChatQueueServiceClient::new(calls).open_external_chat(asked).await?.into_inner().url)
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_03_residents_see_queues_for_identified_users_and_everybody_else_those_for_unidentified_ones() {
    let world = start().await;
    let seen_by = |identified: bool, unidentified: bool, name: &str| ChatQueueDetails {
        visible_to_identified: identified,
        visible_to_unidentified: unidentified,
        ..named(name)
    };
    add(&world, seen_by(true, true, "Kaikille")).await.unwrap();
    add(&world, seen_by(false, false, "Kesken")).await.unwrap();
    add(&world, ChatQueueDetails { matter: Matter::Social.into(), ..seen_by(true, false, "Sosiaalineuvonta") }).await.unwrap();
    add(&world, seen_by(true, false, "Tunnistetuille")).await.unwrap();
    add(&world, seen_by(false, true, "Vieraille")).await.unwrap();
    let archived = add(&world, seen_by(true, true, "Vanha")).await.unwrap();
    let mut ritva = ChatQueueServiceClient::new(by(&world, Caller::ResponsibleUser));
    ritva.archive_chat_queue(ArchiveChatQueueRequest { chat_queue_id: archived }).await.unwrap();

    let found = async |calls: Calls| names(&offered(calls).await);
    assert_eq!(found(by(&world, Caller::Resident)).await, ["Kaikille", "Sosiaalineuvonta", "Tunnistetuille"]);
    assert_eq!(found(representative(&world, Domain::Health)).await, ["Kaikille", "Tunnistetuille"]);
    assert_eq!(found(representative(&world, Domain::Social)).await, ["Sosiaalineuvonta"]);
    for others in [visitor(&world), by(&world, Caller::ResidentEntering), by(&world, Caller::Identified)] {
        assert_eq!(found(others).await, ["Kaikille", "Vieraille"]);
    }
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_03_a_queue_tells_its_hours_what_is_unlike_them_and_when_it_opens_and_open_ones_come_first() {
    let world = start().await;
    let mut hours = daily("18:00", "20:00").unwrap();
    hours.exceptions = vec![HoursException { from: "2026-12-06".to_owned(), until: String::new(), yearly: true, hours: vec![] }];
    let evening = ChatQueueDetails { description: texts("Iltaisin"), closed_text: texts("Kiinni"), hours: Some(hours), ..named("Ilta") };
    add(&world, evening).await.unwrap();
    add(&world, ChatQueueDetails { hours: daily("00:00", "24:00"), ..named("Yötä päivää") }).await.unwrap();
    let shown = offered(by(&world, Caller::Resident)).await;
    assert_eq!(names(&shown), ["Yötä päivää", "Ilta"]);
    let always = shown[0].standing.as_ref().unwrap();
    assert_eq!((always.state(), always.closes_at, always.changes_at), (ChatQueueState::Open, None, None));

    let evening = &shown[1];
    let standing = evening.standing.as_ref().unwrap();
    assert_eq!((standing.state(), standing.closes_at), (ChatQueueState::Closed, None));
    let six = world.clock().now() + SignedDuration::from_hours(6);
    assert_eq!(standing.opens_at.map(|at| at.seconds), Some(six.as_second()));
    assert_eq!(evening.regular, (1..=7).map(|weekday| WeekdayWindow { weekday, hours: Some(window("18:00", "20:00")) }).collect::<Vec<_>>());
    let independence_day = OpeningDay { date: "2026-12-06".to_owned(), hours: vec![], reason: DayReason::Exception.into() };
    assert_eq!(evening.special_days, [independence_day]);
    assert_eq!(evening.closed_text.as_ref().unwrap().texts["en"], "Kiinni en");
    assert_eq!(evening.description.as_ref().unwrap().texts["sv"], "Iltaisin sv");
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_11_an_open_queue_of_another_provider_hands_over_to_its_address_and_one_that_is_shut_does_not() {
    let world = start().await;
    let url = format!("https://{PROVIDER}/jono?kieli=fi");
    let details = ChatQueueDetails { visible_to_unidentified: true, external_url: url.clone(), ..named("Kriisichat") };
    let id = add(&world, details.clone()).await.unwrap();
    let shown = offered(visitor(&world)).await;
    assert!(shown[0].external);
    assert!(!format!("{shown:?}").contains(PROVIDER), "the address is told to whom it is opened for");
    assert_eq!(open(visitor(&world), &id).await.unwrap(), url);
    assert_eq!(open(by(&world, Caller::Resident), &id).await.unwrap(), url);

    // A closure holds for it as for any other, and so do hours: at four it is shut.
    close(by(&world, Caller::ResponsibleUser), &id, "Huolto", None).await.unwrap();
    assert_eq!(told(&open(visitor(&world), &id).await.unwrap_err()), said(Code::FailedPrecondition, "chat_queue_closed"));
    reopen(by(&world, Caller::ResponsibleUser), &id).await.unwrap();
    assert_eq!(open(visitor(&world), &id).await.unwrap(), url);
    world.clock().advance(SignedDuration::from_hours(4));
    assert_eq!(told(&open(visitor(&world), &id).await.unwrap_err()), said(Code::FailedPrecondition, "chat_queue_closed"));

    // Nobody is sent to a host that is not allowed any more: the queue is gone.
    let mut changed = world.environment().environment().clone();
    changed.settings = Arc::new(Settings::clone(&changed.settings).with("chat_provider_hosts", "other.example"));
    let elsewhere = chat_queue::service().start(&changed).await.unwrap();
    let from_elsewhere = || world.environment().calls(&elsewhere).by(CallerContext { kind: Caller::Anonymous.into(), ..CallerContext::default() });
    assert_eq!(offered(from_elsewhere()).await, []);
    assert_eq!(told(&open(from_elsewhere(), &id).await.unwrap_err()), said(Code::NotFound, "not_found"));
    elsewhere.stop().await;

    // What one does not see, and what is ours, is not there to be opened.
    let hidden =
        add(&world, ChatQueueDetails { visible_to_unidentified: false, ..ChatQueueDetails { name: texts("Muu"), ..details } }).await.unwrap();
    let ours = add(&world, ChatQueueDetails { visible_to_unidentified: true, ..named("Oma") }).await.unwrap();
    for id in [hidden, ours, Uuid::now_v7().to_string()] {
        assert_eq!(told(&open(visitor(&world), &id).await.unwrap_err()), said(Code::NotFound, "not_found"));
    }
    assert_eq!(told(&open(representative(&world, Domain::Social), &id).await.unwrap_err()), said(Code::NotFound, "not_found"));
    world.end().await.unwrap();
}
