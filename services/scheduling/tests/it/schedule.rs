//! Schedules of the own calendar, as responsible users and administrators keep them.

use chassis::testkit::refusals::{fields, param, said, told};
use chassis_domain::Uuid;
use kajo_proto::{
    options::v1::Caller,
    scheduling::v1::{
        AppointmentType, ArchiveScheduleRequest, CivilHours, ExceptionalDay, GetScheduleRequest, ListScheduleUsesRequest, RemoveScheduleRequest,
        RestoreScheduleRequest, SaveScheduleRequest, ScheduleDetails, WeeklyHours, schedule_service_client::ScheduleServiceClient,
    },
};
use tonic::Code;

use crate::{
    appointment_search::{add_search, own},
    booking_role::add_role,
    world::{add_schedule, add_service, by, schedule, start, with_content},
};

fn hours(from: &str, until: &str) -> CivilHours {
    CivilHours { from: from.to_owned(), until: until.to_owned() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_responsible_user_keeps_a_schedule_with_every_field() {
    let world = start().await;
    let mut ritva = ScheduleServiceClient::new(by(&world, Caller::ResponsibleUser));
    let weekly = |weekday, from: &str, until: &str| WeeklyHours { weekday, hours: Some(hours(from, until)) };
    let whole = ScheduleDetails {
        practitioner_id: Uuid::from_u128(1).to_string(),
        appointment_type: AppointmentType::Video.into(),
        weekly: vec![weekly(1, "08:00", "11:00"), weekly(1, "12:00", "15:30"), weekly(7, "09:00", "10:00")],
        slot_minutes: 15,
        valid_until: "2027-02-28".to_owned(),
        exceptions: vec![
            ExceptionalDay { date: "2026-12-06".to_owned(), hours: vec![] },
            ExceptionalDay { date: "2026-12-07".to_owned(), hours: vec![hours("16:00", "20:00")] },
        ],
        ..schedule("Liisa, Lehtola", &Uuid::from_u128(3).to_string())
    };
    let schedule_id = add_schedule(&world, whole.clone()).await.unwrap();
    let get = GetScheduleRequest { schedule_id: schedule_id.clone() };
    let kept = ritva.get_schedule(get.clone()).await.unwrap().into_inner().schedule.unwrap();
    assert_eq!((kept.details, kept.archived, kept.version), (Some(whole.clone()), false, 1));

    let wrong = ScheduleDetails {
        weekly: vec![weekly(2, "eight", "11:00"), weekly(9, "08:00", "09:00")],
        valid_until: "tomorrow".to_owned(),
        exceptions: vec![ExceptionalDay { date: "31.2.2027".to_owned(), hours: vec![] }],
        slot_minutes: 0,
        ..whole
    };
    let asked = SaveScheduleRequest {
        schedule_id: schedule_id.clone(),
        details: Some(wrong),
        fields: ["weekly", "valid_until", "exceptions", "slot_minutes"].map(str::to_owned).to_vec(),
        version: 1,
    };
    let refused = ritva.save_schedule(asked).await.unwrap_err();
    assert_eq!(
        fields(&refused).into_iter().map(|(field, reason)| format!("{field} {reason}")).collect::<Vec<_>>(),
        [
            "details.slot_minutes slot_minutes_out_of_range",
            "details.weekly.monday schedule_hours_unsound",
            "details.weekly.tuesday schedule_hours_unsound",
            "details.valid_until schedule_ends_before_it_begins",
            "details.exceptions schedule_hours_unsound",
        ]
    );
    ritva.archive_schedule(ArchiveScheduleRequest { schedule_id: schedule_id.clone() }).await.unwrap();
    assert!(ritva.get_schedule(get.clone()).await.unwrap().into_inner().schedule.unwrap().archived);
    ritva.restore_schedule(RestoreScheduleRequest { schedule_id: schedule_id.clone() }).await.unwrap();
    ritva.remove_schedule(RemoveScheduleRequest { schedule_id }).await.unwrap();
    assert_eq!(told(&ritva.get_schedule(get).await.unwrap_err()), said(Code::NotFound, "not_found"));
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schedule_is_not_removed_while_searches_show_its_times_and_these_are_told() {
    let (world, content) = with_content().await;
    let service = add_service(&world, &content, "Rokotus").await;
    let schedule_id = add_schedule(&world, schedule("Huone 2", &service)).await.unwrap();
    let role = add_role(&world, "Hoitaja").await;
    add_search(&world, own("Rokotukset / huone 2", &role, &service, &schedule_id)).await.unwrap();
    let mut paula = ScheduleServiceClient::new(by(&world, Caller::Administrator));
    let refused = paula.remove_schedule(RemoveScheduleRequest { schedule_id: schedule_id.clone() }).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::FailedPrecondition, "schedule_in_use"));
    assert_eq!(param(&refused, "searches"), "1");
    let uses = paula.list_schedule_uses(ListScheduleUsesRequest { schedule_id }).await.unwrap().into_inner();
    assert_eq!((uses.count, uses.searches[0].names.clone().unwrap().texts["fi"].as_str()), (1, "Rokotukset / huone 2"));
    content.stop().await;
    world.end().await.unwrap();
}
