//! A professional books for a patient, with colleagues and guests.

use std::{collections::BTreeMap, sync::Arc};

use chassis::testkit::{
    Calls, rebuilds_to_the_same,
    refusals::{reason, said, told},
};
use chassis_domain::{SignedDuration, Uuid, demo_id};
use kajo_proto::{
    content::v1::{Availability, ServiceDetails, SexFilter},
    scheduling::v1::{
        AppointmentParty, AppointmentPartyKind, AppointmentState, AppointmentType, BookForPatientRequest, BookableTime, BookingChoice, ChangeBar,
        ListBookingChoicesRequest, ListTimesForPatientRequest, NewParticipant, PreviewForPatientRequest, PreviewForPatientResponse, ScheduleDetails,
        TimesWanted, patient_booking_service_client::PatientBookingServiceClient,
    },
};
use tokio::{sync::Barrier, task::JoinSet};
use tonic::{Code, Status};

use crate::{
    professional::Professional,
    town::{GIRL, Resident, Town, WOMAN, mondays, of_service, search, service_details},
};

pub(crate) const MONDAY: &str = "2026-11-23";

/// A person of the demo, as a professional is named.
pub(crate) fn person(key: &str) -> String {
    demo_id("person", key).to_string()
}

pub(crate) fn colleague(key: &str) -> NewParticipant {
    NewParticipant { practitioner_id: person(key), ..NewParticipant::default() }
}

pub(crate) fn kaisa() -> NewParticipant {
    let (name, email) = ("Kaisa Koski".to_owned(), "kaisa@kajo.example".to_owned());
    NewParticipant { name, email, phone: "+358 40 123 4567".to_owned(), ..NewParticipant::default() }
}

impl Town {
    /// A service that this professional has on Mondays; its id.
    pub(crate) async fn mondays_of(&self, name: &str, key: &str, slot_minutes: u32) -> String {
        let service = self.service(name, Availability::All).await;
        let schedule = ScheduleDetails { practitioner_id: person(key), slot_minutes, ..mondays(&service) };
        let schedule = self.schedule(schedule).await;
        self.search(search(&service, &schedule)).await;
        service
    }

    /// Who has which of the times that are taken, by the rows.
    async fn taken(&self) -> i64 {
        sqlx::query_scalar("select count(*) from claims where state = 3").fetch_one(&self.running.kernel().pool).await.unwrap()
    }
}

impl Professional {
    pub(crate) fn booking_for_patients(&self) -> PatientBookingServiceClient<Calls> {
        PatientBookingServiceClient::new(self.calls.clone())
    }

    pub(crate) async fn times_for(&self, patient: &Resident, service: &str, colleagues: &[&str]) -> Result<Vec<BookableTime>, Status> {
        let asked = ListTimesForPatientRequest {
            patient_id: patient.id.to_string(),
            filter: of_service(service),
            colleague_ids: colleagues.iter().map(|key| person(key)).collect(),
            wanted: TimesWanted::Day.into(),
            date: MONDAY.to_owned(),
            ..ListTimesForPatientRequest::default()
        };
        Ok(self.booking_for_patients().list_times_for_patient(asked).await?.into_inner().times)
    }

    pub(crate) async fn offer(&self, patient: &Resident, service: &str, civil_start: &str) -> String {
        let times = self.times_for(patient, service, &[]).await.unwrap();
        times.into_iter().find(|time| start(time) == civil_start).unwrap().offer_id
    }

    pub(crate) async fn books(&self, patient: &Resident, offer_id: &str, participants: Vec<NewParticipant>) -> Result<String, Status> {
        let asked = BookForPatientRequest { patient_id: patient.id.to_string(), offer_id: offer_id.to_owned(), cancelable: false, participants };
        Ok(self.booking_for_patients().book_for_patient(asked).await?.into_inner().appointment_id)
    }

    pub(crate) async fn previews(
        &self,
        patient: &Resident,
        offer_id: &str,
        participants: Vec<NewParticipant>,
    ) -> Result<PreviewForPatientResponse, Status> {
        let asked = PreviewForPatientRequest { patient_id: patient.id.to_string(), offer_id: offer_id.to_owned(), cancelable: true, participants };
        Ok(self.booking_for_patients().preview_for_patient(asked).await?.into_inner())
    }
}

pub(crate) fn start(time: &BookableTime) -> &str {
    &time.span.as_ref().unwrap().civil_start
}

fn starts(times: &[BookableTime]) -> Vec<&str> {
    times.iter().map(start).collect()
}

const AT_EIGHT: &str = "2026-11-23T08:00";
const HALF_PAST: &str = "2026-11-23T08:30";
const AT_NINE: &str = "2026-11-23T09:00";
const LAST: &str = "2026-11-23T09:30";

#[tokio::test(flavor = "multi_thread")]
async fn sch_07_a_professional_chooses_among_ones_own_first_and_times_at_which_everybody_is_free() {
    let town = Town::start().await;
    let (own, of_jussi) = (town.mondays_of("Verikokeet", "liisa", 30).await, town.mondays_of("Rokotus", "jussi", 30).await);
    let (aino, elli) = (town.resident("Aino Lehtonen", WOMAN).await, town.resident("Elli Fofonoff", WOMAN).await);
    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    let choices = liisa.booking_for_patients().list_booking_choices(ListBookingChoicesRequest {}).await.unwrap().into_inner().choices;
    assert!(choices.is_sorted_by_key(|choice| !choice.own), "one's own first");
    let of = |service: &str| choices.iter().find(|choice: &&BookingChoice| choice.service.as_ref().unwrap().id == service).unwrap();
    assert_eq!((of(&own).own, of(&own).minutes, of(&own).r#type()), (true, 30, AppointmentType::InPerson));
    assert!(!of(&of_jussi).own);
    let role = of(&own).role.as_ref().unwrap();
    assert!(!role.name.as_ref().unwrap().texts["fi"].is_empty() && !of(&own).place.as_ref().unwrap().name.is_empty());

    // A patient whom nobody has opened is nobody, as who is not there.
    let missing = said(Code::NotFound, "not_found");
    let nobody = Resident { id: Uuid::now_v7(), calls: aino.calls.clone() };
    for somebody in [&aino, &nobody] {
        assert_eq!(told(&liisa.times_for(somebody, &own, &[]).await.unwrap_err()), missing);
        assert_eq!(told(&liisa.books(somebody, &Uuid::now_v7().to_string(), Vec::new()).await.unwrap_err()), missing);
        assert_eq!(told(&liisa.previews(somebody, &Uuid::now_v7().to_string(), Vec::new()).await.unwrap_err()), missing);
    }
    liisa.opens(&town, &aino).await;
    let times = liisa.times_for(&aino, &own, &[]).await.unwrap();
    assert_eq!(starts(&times), [AT_EIGHT, HALF_PAST, AT_NINE, LAST]);
    assert!(times.iter().all(|time| time.practitioner_name == "Liisa Virtanen"));
    // What a colleague has booked, or somebody holds with them, is nobody's whom they are to meet with.
    elli.book(&of_jussi, HALF_PAST).await.unwrap();
    elli.hold(&elli.time(&of_jussi, LAST).await.offer_id).await.unwrap();
    assert_eq!(starts(&liisa.times_for(&aino, &own, &["jussi"]).await.unwrap()), [AT_EIGHT, AT_NINE]);
    town.clock().advance(SignedDuration::from_mins(5));
    assert_eq!(starts(&liisa.times_for(&aino, &own, &["jussi"]).await.unwrap()), [AT_EIGHT, AT_NINE, LAST]);
    // Of another length there are none.
    let asked = |minutes| ListTimesForPatientRequest {
        patient_id: aino.id.to_string(),
        filter: of_service(&own),
        minutes,
        wanted: TimesWanted::First.into(),
        ..ListTimesForPatientRequest::default()
    };
    for (minutes, found) in [(30, 5), (0, 5), (45, 0)] {
        let times = liisa.booking_for_patients().list_times_for_patient(asked(minutes)).await.unwrap().into_inner().times;
        assert_eq!(times.len(), found, "{minutes}");
    }
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_07_a_professional_books_for_a_patient_with_a_colleague_and_a_guest_as_the_preview_said() {
    let town = Town::start().await;
    let (own, of_jussi) = (town.mondays_of("Verikokeet", "liisa", 30).await, town.mondays_of("Rokotus", "jussi", 30).await);
    let (aino, elli) = (town.resident("Aino Lehtonen", WOMAN).await, town.resident("Elli Fofonoff", WOMAN).await);
    let (liisa, jussi) = (town.professional("liisa", "Liisa Virtanen").await, town.professional("jussi", "Jussi Hakala").await);
    liisa.opens(&town, &aino).await;
    let offer = liisa.offer(&aino, &own, AT_EIGHT).await;
    let everybody = || vec![colleague("jussi"), kaisa()];

    // As the patient would see it; nothing is booked or held by looking.
    let preview = liisa.previews(&aino, &offer, everybody()).await.unwrap();
    let shown = preview.appointment.unwrap();
    assert_eq!((preview.hidden_from_guardians, preview.uses_recommendation, town.taken().await), (false, false, 0));
    assert_eq!(shown.cancelling.as_ref().unwrap().bar(), ChangeBar::Unspecified);
    assert!(aino.list(false).await.is_empty());

    let id = liisa.books(&aino, &offer, everybody()).await.unwrap();
    assert_eq!(town.taken().await, 2, "Liisa's time and Jussi's");
    let seen = aino.see(&id).await.unwrap();
    assert_eq!((seen.state(), seen.span.as_ref().unwrap().civil_start.as_str()), (AppointmentState::Booked, AT_EIGHT));
    assert_eq!(
        (seen.service.as_ref(), seen.place.as_ref(), &seen.parties),
        (shown.service.as_ref(), shown.place.as_ref(), &preview_ids(&shown.parties, &seen.parties))
    );
    let parties: Vec<_> = seen.parties.iter().map(|party| (party.kind(), party.name.as_str(), party.assignee)).collect();
    let (patient, practitioner, guest) = (AppointmentPartyKind::Patient, AppointmentPartyKind::Practitioner, AppointmentPartyKind::Guest);
    assert_eq!(
        parties,
        [(patient, "Etu Suku", false), (practitioner, "Liisa Virtanen", true), (practitioner, "Jussi Hakala", false), (guest, "Kaisa Koski", false)]
    );
    // How others are reached is for professionals; whether the patient may cancel it was said by who booked.
    assert!(seen.parties.iter().all(|party| party.email.is_empty() && party.phone.is_empty()));
    assert_eq!(seen.cancelling.unwrap().bar(), ChangeBar::NotHere);

    // The colleague has it in their calendar and knows of it; their time is nobody else's.
    let own_day = jussi.looks_at(&id).await.unwrap();
    assert_eq!(own_day.patient_id, aino.id.to_string());
    let schedules = jussi.own_schedules().await;
    let day = jussi.days_of(&schedules, (MONDAY, 1)).await;
    assert_eq!(day.iter().map(|entry| entry.appointment_id.as_str()).collect::<Vec<_>>(), [id.as_str()]);
    assert!(schedules.contains(&day[0].schedule_id), "in a schedule of their own");
    assert_eq!(elli.starts(&of_jussi, MONDAY).await, [HALF_PAST, AT_NINE, LAST]);
    let missing = said(Code::NotFound, "not_found");
    let outi = town.professional("outi", "Outi Mattila").await;
    assert_eq!(told(&outi.looks_at(&id).await.unwrap_err()), missing);
    liisa.recommends(&aino, &of_jussi).await.unwrap();
    rebuilds_to_the_same(&town.running).await.unwrap();
    // What is a guest's is readable nowhere.
    let open: i64 = sqlx::query_scalar(
        "select (select count(*) from events where position('kaisa' in lower(encode(payload, 'escape'))) > 0)
              + (select count(*) from calendar where position('kaisa' in lower(calendar::text)) > 0)",
    )
    .fetch_one(&town.running.kernel().pool)
    .await
    .unwrap();
    assert_eq!(open, 0);
    town.end().await;
}

/// Participants have other ids once they are booked.
fn preview_ids(shown: &[AppointmentParty], booked: &[AppointmentParty]) -> Vec<AppointmentParty> {
    let same = |(shown, booked): (&AppointmentParty, &AppointmentParty)| AppointmentParty { party_id: booked.party_id.clone(), ..shown.clone() };
    shown.iter().zip(booked).map(same).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_07_bad_input_and_services_that_are_not_for_the_patient_are_refused_and_a_recommendation_is_used() {
    let town = Town::start().await;
    let own = town.mondays_of("Verikokeet", "liisa", 30).await;
    let men = town.service_of(ServiceDetails { sex: SexFilter::Male.into(), ..service_details("Eturauhanen") }).await;
    let schedule = town.schedule(ScheduleDetails { weekly: vec![crate::town::hours(1, "12:00", "13:00")], ..mondays(&men) }).await;
    town.search(search(&men, &schedule)).await;
    let (aino, venla) = (town.resident("Aino Lehtonen", WOMAN).await, town.resident("Venla Saarinen", GIRL).await);
    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    liisa.opens(&town, &aino).await;
    liisa.opens(&town, &venla).await;
    assert_eq!(reason(&liisa.times_for(&aino, &men, &[]).await.unwrap_err()), "not_for_patient");
    let offer = liisa.offer(&aino, &own, AT_EIGHT).await;
    for (participant, refused) in [
        (NewParticipant { name: String::new(), ..kaisa() }, "required"),
        (NewParticipant { email: String::new(), phone: String::new(), ..kaisa() }, "email_or_phone_missing"),
        (NewParticipant { email: "kaisa".to_owned(), ..kaisa() }, "email_malformed"),
        (NewParticipant { phone: "040 1234567".to_owned(), ..kaisa() }, "phone_malformed"),
        (colleague("liisa"), "takes_part_already"),
        (NewParticipant { practitioner_id: Uuid::now_v7().to_string(), ..NewParticipant::default() }, "not_found"),
    ] {
        assert_eq!(reason(&liisa.books(&aino, &offer, vec![participant.clone()]).await.unwrap_err()), refused, "{participant:?}");
        assert_eq!(reason(&liisa.previews(&aino, &offer, vec![participant]).await.unwrap_err()), refused);
    }
    assert_eq!(town.taken().await, 0, "nothing is left of what was refused");
    assert!(liisa.previews(&venla, &offer, Vec::new()).await.unwrap().hidden_from_guardians);

    let recommended = liisa.recommends(&aino, &own).await.unwrap();
    assert!(liisa.previews(&aino, &offer, Vec::new()).await.unwrap().uses_recommendation);
    let id = liisa.books(&aino, &offer, Vec::new()).await.unwrap();
    assert_eq!(aino.see(&id).await.unwrap().recommendation_id, recommended);
    assert_eq!(reason(&liisa.books(&aino, &offer, Vec::new()).await.unwrap_err()), "slot_taken");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_07_of_professionals_who_want_overlapping_times_of_one_colleague_exactly_one_gets_them() {
    const TRIES: usize = 8;
    let town = Town::start().await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let mut wants = Vec::new();
    // Two meet with Jussi, for half an hour and for an hour; and Jussi himself wants to meet with one of the two.
    for (key, name, minutes, other) in
        [("liisa", "Liisa Virtanen", 30, "jussi"), ("outi", "Outi Mattila", 60, "jussi"), ("jussi", "Jussi Hakala", 30, "liisa")]
    {
        let service = town.mondays_of(&format!("Käynti {key}"), key, minutes).await;
        let professional = Arc::new(town.professional(key, name).await);
        professional.opens(&town, &aino).await;
        let offer = professional.offer(&aino, &service, AT_EIGHT).await;
        wants.extend((0..TRIES).map(|_| (Arc::clone(&professional), offer.clone(), other)));
    }
    let start = Arc::new(Barrier::new(wants.len()));
    let mut running = JoinSet::new();
    for (professional, offer, other) in wants {
        let (start, aino) = (Arc::clone(&start), aino.clone());
        running.spawn(async move {
            start.wait().await;
            professional.books(&aino, &offer, vec![colleague(other)]).await
        });
    }
    let mut answers = BTreeMap::new();
    for answer in running.join_all().await {
        *answers.entry(answer.as_ref().map_or_else(reason, |_| "won".to_owned())).or_insert(0) += 1;
    }
    assert_eq!(answers, BTreeMap::from([("won".to_owned(), 1), ("slot_taken".to_owned(), 3 * TRIES - 1)]));
    assert_eq!(town.taken().await, 2, "of one appointment, both");
    assert_eq!(aino.list(false).await.len(), 1);
    town.claims_equal_events().await;
    town.end().await;
}
