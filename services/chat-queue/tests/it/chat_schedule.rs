//! The default opening hours, and what hours mean before they are saved.

use chassis::testkit::{
    World,
    refusals::{fields, said, told},
};
use chassis_domain::SignedDuration;
use kajo_proto::{
    chat_queue::v1::{
        ChatQueueDetails, ChatQueueState, ChatScheduleDetails, DayReason, GetChatScheduleRequest, GetChatScheduleResponse, HolidayRule, OpeningDay,
        PreviewOpeningHoursRequest, SaveChatScheduleRequest, chat_queue_service_client::ChatQueueServiceClient,
        chat_schedule_service_client::ChatScheduleServiceClient,
    },
    options::v1::Caller,
};
use tonic::{Code, Status};

use crate::world::{add, by, daily, get, named, start, window, working_days};

async fn schedule(world: &World) -> GetChatScheduleResponse {
    let mut ritva = ChatScheduleServiceClient::new(by(world, Caller::ResponsibleUser));
    ritva.get_chat_schedule(GetChatScheduleRequest {}).await.unwrap().into_inner()
}

async fn save(world: &World, details: ChatScheduleDetails, version: u64) -> Result<(), Status> {
    let mut ritva = ChatScheduleServiceClient::new(by(world, Caller::ResponsibleUser));
    let asked = SaveChatScheduleRequest { details: Some(details), fields: vec!["hours".to_owned()], version };
    ritva.save_chat_schedule(asked).await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_02_queues_that_follow_the_default_hours_are_open_by_them_at_once() {
    let world = start().await;
    let first = schedule(&world).await;
    assert_eq!(first.details, Some(ChatScheduleDetails { hours: working_days("08:00", "16:00") }));
    let follower = add(&world, ChatQueueDetails { follows_schedule: true, hours: None, ..named("Seuraaja") }).await.unwrap();
    let own = add(&world, named("Oma")).await.unwrap();
    let state = async |id: &str| get(&world, id).await.unwrap().standing.unwrap().state();
    let known = schedule(&world).await;
    let names: Vec<_> = known.followers.iter().map(|name| name.names.as_ref().unwrap().texts["fi"].clone()).collect();
    assert_eq!(names, ["Seuraaja"]);
    assert_eq!(state(&follower).await, ChatQueueState::Open);

    save(&world, ChatScheduleDetails { hours: daily("18:00", "20:00") }, known.version).await.unwrap();
    assert_eq!((state(&follower).await, state(&own).await), (ChatQueueState::Closed, ChatQueueState::Open));
    let opens_at = get(&world, &follower).await.unwrap().standing.unwrap().opens_at.unwrap();
    // Six in the evening in Helsinki, to the second.
    world.clock().advance(SignedDuration::from_hours(6) - SignedDuration::from_millis(1));
    assert_eq!(state(&follower).await, ChatQueueState::Closed);
    world.clock().advance(SignedDuration::from_millis(1));
    assert_eq!(state(&follower).await, ChatQueueState::Open);
    assert_eq!(opens_at.seconds, world.clock().now().as_second());

    // Whoever has not seen this changes nothing of it, and what is wrong is told.
    let stale = save(&world, ChatScheduleDetails { hours: daily("08:00", "16:00") }, known.version).await.unwrap_err();
    assert_eq!(told(&stale), said(Code::Aborted, "stale_version"));
    let refused = save(&world, ChatScheduleDetails { hours: daily("08:00", "noon") }, known.version + 1).await.unwrap_err();
    assert_eq!(fields(&refused), [("details.hours.daily".to_owned(), "chat_hours_unreadable".to_owned())]);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_02_a_preview_shows_a_week_with_its_holidays_before_anything_is_saved() {
    let world = start().await;
    let mut ritva = ChatQueueServiceClient::new(by(&world, Caller::ResponsibleUser));
    let mut hours = working_days("08:00", "16:00").unwrap();
    (hours.eves, hours.eve_windows) = (HolidayRule::Hours.into(), vec![window("09:00", "12:00")]);
    let asked = PreviewOpeningHoursRequest { hours: Some(hours), first_day: "2026-12-23".to_owned(), ..PreviewOpeningHoursRequest::default() };
    let shown = ritva.preview_opening_hours(asked).await.unwrap().into_inner();
    let day = |date: &str, windows: Vec<_>, reason: DayReason| OpeningDay { date: date.to_owned(), hours: windows, reason: reason.into() };
    let regular = || vec![window("08:00", "16:00")];
    assert_eq!(
        shown.days,
        [
            day("2026-12-23", regular(), DayReason::Regular),
            day("2026-12-24", vec![window("09:00", "12:00")], DayReason::Eve),
            day("2026-12-25", vec![], DayReason::Holiday),
            day("2026-12-26", vec![], DayReason::Holiday),
            day("2026-12-27", vec![], DayReason::Regular),
            day("2026-12-28", regular(), DayReason::Regular),
            day("2026-12-29", regular(), DayReason::Regular),
        ]
    );
    assert_eq!(shown.standing.unwrap().state(), ChatQueueState::Open);
    let of_default = PreviewOpeningHoursRequest { follows_schedule: true, ..PreviewOpeningHoursRequest::default() };
    let shown = ritva.preview_opening_hours(of_default).await.unwrap().into_inner();
    assert_eq!(shown.days.first().map(|day| day.date.as_str()), Some("2026-11-20"), "today, unless a day is asked for");
    let wrong = PreviewOpeningHoursRequest { hours: daily("8", "16"), ..PreviewOpeningHoursRequest::default() };
    let refused = ritva.preview_opening_hours(wrong).await.unwrap_err();
    assert_eq!(fields(&refused), [("details.hours.daily".to_owned(), "chat_hours_unreadable".to_owned())]);
    world.end().await.unwrap();
}
