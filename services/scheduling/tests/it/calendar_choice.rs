//! The schedules that a professional's calendar shows, the times that are free in them, and the appointments of a patient.

use chassis::testkit::refusals::{said, told};
use chassis_domain::{SignedDuration, Uuid, demo_id};
use kajo_proto::{
    common::v1::PageRequest,
    content::v1::Availability,
    scheduling::v1::{
        AppointmentState, CalendarException, CalendarFreeTime, CivilHours, ExceptionalDay, ListCalendarRequest, ListCalendarResponse,
        ListCalendarSchedulesRequest, ListPatientAppointmentsRequest, MoveAppointmentRequest, ScheduleDetails,
    },
};
use tonic::Code;

use crate::{
    participants::{AT_EIGHT, AT_NINE, HALF_PAST},
    patient_booking::{MONDAY, person},
    professional::Professional,
    town::{Resident, Town, WOMAN, booking, mondays, search},
};

const LAST: &str = "2026-11-23T09:30";

impl Professional {
    /// Those that their calendar shows.
    async fn chosen(&self) -> Vec<String> {
        let listed = self.calendar().list_calendar_schedules(ListCalendarSchedulesRequest::default()).await.unwrap().into_inner().schedules;
        listed.into_iter().filter(|schedule| schedule.chosen).map(|schedule| schedule.schedule_id).collect()
    }

    async fn shown(&self, schedule: &str, (date, days): (&str, u32)) -> ListCalendarResponse {
        let schedule_ids = vec![schedule.to_owned()];
        let asked = ListCalendarRequest { schedule_ids, date: date.to_owned(), days, ..ListCalendarRequest::default() };
        self.calendar().list_calendar(asked).await.unwrap().into_inner()
    }

    async fn free(&self, schedule: &str) -> Vec<String> {
        starts(self.shown(schedule, (MONDAY, 1)).await.free)
    }
}

fn starts(free: Vec<CalendarFreeTime>) -> Vec<String> {
    free.into_iter().map(|time| time.span.unwrap().civil_start).collect()
}

/// How much has happened beside the planning of times.
async fn happened(town: &Town) -> i64 {
    let events = sqlx::query_scalar("select count(*) from events where stream_id not like 'horizon-%'");
    events.fetch_one(&town.running.kernel().pool).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_06_the_schedules_that_are_chosen_are_remembered_wherever_the_professional_works() {
    let town = Town::start().await;
    let service = town.service("Verikokeet", Availability::All).await;
    let own = town.schedule(mondays(&service)).await;
    let of_jussi = town.schedule(ScheduleDetails { practitioner_id: person("jussi"), ..mondays(&service) }).await;
    let room = town.schedule(ScheduleDetails { practitioner_id: String::new(), ..mondays(&service) }).await;
    let (liisa, jussi) = (town.professional("liisa", "Liisa Virtanen").await, town.professional("jussi", "Jussi Hakala").await);
    assert_eq!((liisa.chosen().await, jussi.chosen().await), (vec![own.clone()], vec![of_jussi.clone()]), "one's own until one chooses");

    liisa.chooses(std::slice::from_ref(&room)).await;
    assert_eq!(liisa.chosen().await, [room.as_str()]);
    assert_eq!(liisa.own_schedules().await, [own.as_str()], "one's own are listed all the same");
    let elsewhere = Professional::at(&town, "liisa", "Liisa Virtanen", demo_id("location", "ivalo"));
    assert_eq!(elsewhere.chosen().await, [room.as_str()]);
    assert_eq!(jussi.chosen().await, [of_jussi.as_str()]);

    let before = happened(&town).await;
    liisa.chooses(std::slice::from_ref(&room)).await;
    assert_eq!(happened(&town).await, before, "chosen twice, nothing has happened");
    liisa.chooses(&[]).await;
    assert!(liisa.chosen().await.is_empty() && elsewhere.chosen().await.is_empty());
    assert_eq!(jussi.chosen().await, [of_jussi.as_str()]);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_06_free_times_are_told_once_until_they_are_booked_or_begin() {
    let town = Town::start().await;
    let service = town.service("Verikokeet", Availability::All).await;
    let schedule = town.schedule(mondays(&service)).await;
    for _ in 0..2 {
        town.search(search(&service, &schedule)).await;
    }
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    let free = liisa.shown(&schedule, (MONDAY, 1)).await.free;
    assert!(free.iter().all(|time| time.schedule_id == schedule && time.span.as_ref().unwrap().minutes == 30));
    assert_eq!(starts(free), [AT_EIGHT, HALF_PAST, AT_NINE, LAST]);
    let id = aino.book(&service, AT_NINE).await.unwrap();
    assert_eq!(liisa.free(&schedule).await, [AT_EIGHT, HALF_PAST, LAST]);
    liisa.cancels(&id, "Hoitaja sairastunut").await.unwrap();
    assert_eq!(liisa.free(&schedule).await, [AT_EIGHT, HALF_PAST, AT_NINE, LAST]);
    // From Friday noon until half past eight on Monday.
    town.clock().advance(SignedDuration::from_hours(68) + SignedDuration::from_mins(30));
    assert_eq!(liisa.free(&schedule).await, [AT_NINE, LAST]);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_06_days_that_are_unlike_their_weekday_are_told_with_their_hours() {
    let town = Town::start().await;
    let service = town.service("Verikokeet", Availability::All).await;
    let noon = CivilHours { from: "12:00".to_owned(), until: "13:00".to_owned() };
    let day = |date: &str, hours: &[CivilHours]| ExceptionalDay { date: date.to_owned(), hours: hours.to_vec() };
    let exceptions = vec![day(MONDAY, &[]), day("2026-11-30", std::slice::from_ref(&noon)), day("2026-12-24", &[])];
    let schedule = town.schedule(ScheduleDetails { exceptions, ..mondays(&service) }).await;
    town.search(search(&service, &schedule)).await;
    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    let told_of =
        |date: &str, hours: &[CivilHours]| CalendarException { schedule_id: schedule.clone(), date: date.to_owned(), hours: hours.to_vec() };
    let shown = liisa.shown(&schedule, (MONDAY, 8)).await;
    assert_eq!(shown.exceptions, [told_of(MONDAY, &[]), told_of("2026-11-30", &[noon])]);
    assert_eq!(starts(shown.free), ["2026-11-30T12:00", "2026-11-30T12:30"]);
    assert!(liisa.shown(&schedule, ("2026-11-24", 6)).await.exceptions.is_empty());
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_06_the_appointments_of_a_patient_whom_one_has_opened_are_listed_page_by_page() {
    let town = Town::start().await;
    let service = town.mondays("Verikokeet").await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let later = aino.book(&service, "2026-11-30T09:00").await.unwrap();
    let next = aino.book(&service, HALF_PAST).await.unwrap();
    let cancelled = aino.book(&service, AT_NINE).await.unwrap();
    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    liisa.cancels(&cancelled, "Hoitaja sairastunut").await.unwrap();
    let missing = said(Code::NotFound, "not_found");
    let nobody = Resident { id: Uuid::now_v7(), calls: aino.calls.clone() };
    for somebody in [&aino, &nobody] {
        assert_eq!(told(&liisa.appointments_of(somebody, false).await.unwrap_err()), missing);
    }
    liisa.opens(&town, &aino).await;
    let mut found = Vec::new();
    let mut token = String::new();
    loop {
        let page = Some(PageRequest { size: 1, token });
        let asked = ListPatientAppointmentsRequest { patient_id: aino.id.to_string(), past: false, page };
        let answer = liisa.calendar().list_patient_appointments(asked).await.unwrap().into_inner();
        assert!(answer.appointments.len() <= 1 && answer.appointments.iter().all(|appointment| appointment.steps.is_empty()));
        found.extend(answer.appointments.into_iter().map(|appointment| appointment.appointment_id));
        token = answer.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(found, [next, later]);
    let past = liisa.appointments_of(&aino, true).await.unwrap();
    let past: Vec<_> = past.iter().map(|appointment| (appointment.appointment_id.as_str(), appointment.state())).collect();
    assert_eq!(past, [(cancelled.as_str(), AppointmentState::Cancelled)]);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_06_of_an_appointment_that_moves_to_another_schedule_both_are_told() {
    let town = Town::start().await;
    let service = town.service("Verikokeet", Availability::All).await;
    let old = town.schedule(mondays(&service)).await;
    let new = town.schedule(ScheduleDetails { practitioner_id: person("jussi"), slot_minutes: 60, ..mondays(&service) }).await;
    for schedule in [&old, &new] {
        town.search(search(&service, schedule)).await;
    }
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let id = aino.book(&service, HALF_PAST).await.unwrap();
    // Only Jussi has hours.
    let hour = aino.times(&service, MONDAY).await.into_iter().find(|time| time.span.as_ref().unwrap().minutes == 60).unwrap();
    let held = booking(&aino.hold(&hour.offer_id).await.unwrap());
    let (hold_id, fence, offer_id) = (held.hold_id, held.fence, held.offer_id);
    aino.booking().move_appointment(MoveAppointmentRequest { appointment_id: id.clone(), hold_id, fence, offer_id }).await.unwrap();
    let audience = town.audience("AppointmentMoved", &id).await;
    for key in [format!("calendar:{old}"), format!("calendar:{new}"), format!("person:{}", person("liisa")), format!("person:{}", person("jussi"))] {
        assert!(audience.contains(&key), "{key} in {audience:?}");
    }
    town.end().await;
}
