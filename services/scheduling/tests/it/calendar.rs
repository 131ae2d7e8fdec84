//! The calendar of professionals: what it shows to whom, details, cancelling and marking as done.

use chassis::testkit::{
    Calls,
    refusals::{field, reason, said, told},
};
use chassis_domain::{SignedDuration, Uuid, demo_id};
use kajo_proto::{
    content::v1::Availability,
    scheduling::v1::{
        AppointmentPartyKind, AppointmentSide, AppointmentState, AppointmentStep, AppointmentStepKind, AppointmentType, CalendarEntry,
        CancelForPatientRequest, GetCalendarAppointmentRequest, GetCalendarAppointmentResponse, ListCalendarRequest, ListCalendarSchedulesRequest,
        MarkAppointmentDoneRequest, ScheduleDetails, calendar_service_client::CalendarServiceClient,
    },
};
use tonic::{Code, Status};

use crate::{
    professional::Professional,
    town::{Resident, Town, WOMAN, mondays, search},
};

/// A service with one schedule of Liisa.
struct Clinic {
    service: String,
    schedule: String,
}

impl Clinic {
    async fn of(town: &Town, name: &str) -> Self {
        let service = town.service(name, Availability::All).await;
        let schedule = town.schedule(mondays(&service)).await;
        town.search(search(&service, &schedule)).await;
        Self { service, schedule }
    }

    async fn booked(&self, resident: &Resident, civil_start: &str) -> String {
        resident.book(&self.service, civil_start).await.unwrap()
    }
}

impl Professional {
    pub(crate) fn calendar(&self) -> CalendarServiceClient<Calls> {
        CalendarServiceClient::new(self.calls.clone())
    }

    pub(crate) async fn days(&self, schedule: &str, (date, days): (&str, u32), patient: Option<&Resident>) -> Result<Vec<CalendarEntry>, Status> {
        let asked = ListCalendarRequest {
            schedule_ids: vec![schedule.to_owned()],
            date: date.to_owned(),
            days,
            patient_id: patient.map(|patient| patient.id.to_string()).unwrap_or_default(),
        };
        Ok(self.calendar().list_calendar(asked).await?.into_inner().entries)
    }

    /// The schedules that are their own.
    pub(crate) async fn own_schedules(&self) -> Vec<String> {
        let listed = self.calendar().list_calendar_schedules(ListCalendarSchedulesRequest::default()).await.unwrap().into_inner().schedules;
        listed.into_iter().filter(|schedule| schedule.own).map(|schedule| schedule.schedule_id).collect()
    }

    /// What is taken in these schedules.
    pub(crate) async fn days_of(&self, schedules: &[String], (date, days): (&str, u32)) -> Vec<CalendarEntry> {
        let asked = ListCalendarRequest { schedule_ids: schedules.to_vec(), date: date.to_owned(), days, ..ListCalendarRequest::default() };
        self.calendar().list_calendar(asked).await.unwrap().into_inner().entries
    }

    pub(crate) async fn looks_at(&self, id: &str) -> Result<GetCalendarAppointmentResponse, Status> {
        let asked = GetCalendarAppointmentRequest { appointment_id: id.to_owned() };
        Ok(self.calendar().get_calendar_appointment(asked).await?.into_inner())
    }

    pub(crate) async fn cancels(&self, id: &str, reason: &str) -> Result<(), Status> {
        let asked = CancelForPatientRequest { appointment_id: id.to_owned(), reason: reason.to_owned() };
        self.calendar().cancel_for_patient(asked).await.map(|_| ())
    }

    pub(crate) async fn marks_done(&self, id: &str) -> Result<(), Status> {
        let asked = MarkAppointmentDoneRequest { appointment_id: id.to_owned() };
        self.calendar().mark_appointment_done(asked).await.map(|_| ())
    }
}

fn starts(entries: &[CalendarEntry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.span.as_ref().unwrap().civil_start.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_06_a_professional_sees_their_days_and_weeks_and_of_others_that_a_time_is_taken() {
    let town = Town::start().await;
    let clinic = Clinic::of(&town, "Verikokeet").await;
    let (aino, elli) = (town.resident("Aino Lehtonen", WOMAN).await, town.resident("Elli Fofonoff", WOMAN).await);
    let id = clinic.booked(&aino, "2026-11-23T08:30").await;
    clinic.booked(&elli, "2026-11-23T08:00").await;
    clinic.booked(&aino, "2026-11-30T09:00").await;
    let liisa = town.professional("liisa", "Liisa Virtanen").await;

    let day = liisa.days(&clinic.schedule, ("2026-11-23", 1), None).await.unwrap();
    assert_eq!(starts(&day), ["2026-11-23T08:00", "2026-11-23T08:30"]);
    assert_eq!(day.iter().map(|entry| entry.patient_name.as_str()).collect::<Vec<_>>(), ["Elli Fofonoff", "Aino Lehtonen"]);
    assert_eq!(day[1].appointment_id, id);
    assert_eq!((day[1].state(), day[1].r#type()), (AppointmentState::Booked, AppointmentType::InPerson));
    assert_eq!(day[1].service.as_ref().unwrap().names.as_ref().unwrap().texts["fi"], "Verikokeet");
    assert!(!day[1].place.as_ref().unwrap().name.is_empty());
    assert_eq!(starts(&liisa.days(&clinic.schedule, ("2026-11-24", 7), None).await.unwrap()), ["2026-11-30T09:00"]);
    assert_eq!(reason(&liisa.days(&clinic.schedule, ("2026-11-31", 1), None).await.unwrap_err()), "no_such_day");

    // A colleague sees that the times are taken; of a patient whom they have opened they see all.
    let jussi = town.professional("jussi", "Jussi Hakala").await;
    let taken = jussi.days(&clinic.schedule, ("2026-11-23", 7), None).await.unwrap();
    assert_eq!(starts(&taken), ["2026-11-23T08:00", "2026-11-23T08:30"]);
    let blank = |entry: &CalendarEntry| CalendarEntry { schedule_id: clinic.schedule.clone(), span: entry.span.clone(), ..CalendarEntry::default() };
    assert!(taken.iter().all(|entry| *entry == blank(entry)));
    let of_aino = ("2026-11-23", 1);
    assert_eq!(jussi.days(&clinic.schedule, of_aino, Some(&aino)).await.unwrap(), taken);
    jussi.opens(&town, &aino).await;
    let opened = jussi.days(&clinic.schedule, of_aino, Some(&aino)).await.unwrap();
    assert_eq!(opened.iter().map(|entry| entry.patient_name.as_str()).collect::<Vec<_>>(), ["", "Aino Lehtonen"]);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_06_details_are_for_whom_the_appointment_is_with_and_who_has_opened_the_patient() {
    let town = Town::start().await;
    let clinic = Clinic::of(&town, "Verikokeet").await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let id = clinic.booked(&aino, "2026-11-23T08:30").await;
    let (liisa, jussi) = (town.professional("liisa", "Liisa Virtanen").await, town.professional("jussi", "Jussi Hakala").await);
    let seen = liisa.looks_at(&id).await.unwrap();
    let appointment = seen.appointment.unwrap();
    assert_eq!((seen.patient_id, seen.may_mark_done), (aino.id.to_string(), false));
    assert_eq!(appointment.practitioner_name, "Liisa Virtanen");
    let parties: Vec<_> = appointment.parties.iter().map(|party| (party.kind(), party.name.as_str())).collect();
    assert_eq!(parties, [(AppointmentPartyKind::Patient, "Aino Lehtonen"), (AppointmentPartyKind::Practitioner, "Liisa Virtanen")]);
    assert_eq!(appointment.steps.iter().map(AppointmentStep::side).collect::<Vec<_>>(), [AppointmentSide::Resident]);

    let missing = said(Code::NotFound, "not_found");
    for somebody in [id.as_str(), &Uuid::now_v7().to_string()] {
        assert_eq!(told(&jussi.looks_at(somebody).await.unwrap_err()), missing);
        assert_eq!(told(&jussi.cancels(somebody, "Sairastunut").await.unwrap_err()), missing);
        assert_eq!(told(&jussi.marks_done(somebody).await.unwrap_err()), missing);
    }
    jussi.opens(&town, &aino).await;
    assert!(jussi.looks_at(&id).await.is_ok());
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_06_a_professional_cancels_whatever_residents_may_do_and_the_time_is_free_again() {
    let town = Town::start().await;
    let clinic = Clinic::of(&town, "Verikokeet").await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let id = clinic.booked(&aino, "2026-11-23T08:30").await;
    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    assert_eq!(field(&liisa.cancels(&id, " ").await.unwrap_err()), "reason");
    assert_eq!(reason(&liisa.cancels(&id, &"x".repeat(501)).await.unwrap_err()), "reason_too_long");
    // A day before it is too late for the resident, and not for the professional.
    town.clock().advance(SignedDuration::from_hours(46));
    liisa.cancels(&id, "Hoitaja sairastunut").await.unwrap();
    liisa.cancels(&id, "Hoitaja sairastunut").await.unwrap();
    let seen = aino.see(&id).await.unwrap();
    assert_eq!((seen.state(), seen.cancel_reason.as_str()), (AppointmentState::Cancelled, "Hoitaja sairastunut"));
    assert_eq!(
        seen.steps.iter().map(|step| (step.kind(), step.side())).next_back(),
        Some((AppointmentStepKind::Cancelled, AppointmentSide::Practitioner))
    );
    let details = liisa.looks_at(&id).await.unwrap().appointment.unwrap();
    assert!(details.cancelled_at.is_some());
    assert!(aino.starts(&clinic.service, "2026-11-23").await.contains(&"2026-11-23T08:30".to_owned()));

    // It stays in the calendar of whom it was with; nobody else is told of a time that is free.
    let own = liisa.days(&clinic.schedule, ("2026-11-23", 1), None).await.unwrap();
    assert_eq!(own.iter().map(CalendarEntry::state).collect::<Vec<_>>(), [AppointmentState::Cancelled]);
    let jussi = town.professional("jussi", "Jussi Hakala").await;
    assert!(jussi.days(&clinic.schedule, ("2026-11-23", 1), None).await.unwrap().is_empty());
    assert_eq!(reason(&liisa.marks_done(&id).await.unwrap_err()), "appointment_cancelled");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_06_what_has_begun_is_marked_as_done_and_then_stays_as_it_is() {
    let town = Town::start().await;
    let clinic = Clinic::of(&town, "Verikokeet").await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let id = clinic.booked(&aino, "2026-11-23T08:30").await;
    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    assert_eq!(reason(&liisa.marks_done(&id).await.unwrap_err()), "appointment_not_begun");
    // It is Friday noon.
    town.clock().advance(SignedDuration::from_hours(68) + SignedDuration::from_mins(30));
    assert!(liisa.looks_at(&id).await.unwrap().may_mark_done);
    liisa.marks_done(&id).await.unwrap();
    liisa.marks_done(&id).await.unwrap();
    let seen = liisa.looks_at(&id).await.unwrap();
    assert!(!seen.may_mark_done && seen.done_from.is_none());
    assert_eq!(seen.appointment.unwrap().state(), AppointmentState::Done);
    assert_eq!(reason(&liisa.cancels(&id, "Sairastunut").await.unwrap_err()), "appointment_over");
    assert_eq!(aino.see(&id).await.unwrap().state(), AppointmentState::Done);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_06_schedules_to_choose_are_ones_own_first_then_those_of_the_location_and_any_by_name() {
    let town = Town::start().await;
    let clinic = Clinic::of(&town, "Verikokeet").await;
    let (liisa, jussi) = (town.professional("liisa", "Liisa Virtanen").await, town.professional("jussi", "Jussi Hakala").await);
    let found = async |who: &Professional, words: &str, chosen: &[String]| {
        let asked = ListCalendarSchedulesRequest { search: words.to_owned(), schedule_ids: chosen.to_vec() };
        who.calendar().list_calendar_schedules(asked).await.unwrap().into_inner().schedules
    };
    let room = ScheduleDetails { name: "Aamuhuone 100%".to_owned(), practitioner_id: String::new(), ..mondays(&clinic.service) };
    let room = town.schedule(room).await;
    let listed = found(&liisa, "", &[]).await;
    let ids = |own: bool| listed.iter().filter(|each| each.own == own).map(|each| each.schedule_id.as_str()).collect::<Vec<_>>();
    assert!(ids(true).contains(&clinic.schedule.as_str()) && ids(false).contains(&room.as_str()));
    assert!(listed.is_sorted_by_key(|each| (!each.own, each.name.clone())), "one's own first, then by name");
    assert!(listed.iter().all(|each| !each.place.as_ref().unwrap().name.is_empty()));
    assert!(found(&jussi, "", &[]).await.iter().all(|each| !each.own || each.schedule_id != clinic.schedule));
    assert_eq!(found(&jussi, "huone 100%", &[]).await.len(), 1);
    assert!(found(&jussi, "huone 100_", &[]).await.is_empty());
    let named = found(&jussi, "aamuhuone", std::slice::from_ref(&clinic.schedule)).await;
    assert_eq!(named.len(), 2, "what is chosen has its name in any case");
    let elsewhere = Professional::at(&town, "helmi", "Helmi Kangas", demo_id("location", "ivalo"));
    assert!(found(&elsewhere, "", &[]).await.is_empty());
    town.end().await;
}
