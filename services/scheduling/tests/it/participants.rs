//! Who takes part in an appointment: added, changed, and no more.

use chassis::testkit::{
    Calls,
    refusals::{field, reason, said, told},
};
use chassis_domain::Uuid;
use kajo_proto::scheduling::v1::{
    AppointmentParty, AppointmentPartyKind, CancelForPatientRequest, DeactivateParticipantRequest, ListTimesRequest, MoveAppointmentRequest,
    NewParticipant, SaveParticipantRequest, ScheduleDetails, TimeFilter, TimesWanted, calendar_service_client::CalendarServiceClient,
    participant_service_client::ParticipantServiceClient,
};
use tonic::{Code, Status};

use crate::{
    patient_booking::{MONDAY, colleague, kaisa, person},
    professional::Professional,
    town::{Resident, Town, WOMAN, booking, mondays, search},
};

pub(crate) const AT_EIGHT: &str = "2026-11-23T08:00";
pub(crate) const HALF_PAST: &str = "2026-11-23T08:30";
pub(crate) const AT_NINE: &str = "2026-11-23T09:00";
const LAST: &str = "2026-11-23T09:30";

impl Professional {
    pub(crate) fn participants(&self) -> ParticipantServiceClient<Calls> {
        ParticipantServiceClient::new(self.calls.clone())
    }

    pub(crate) async fn saves(&self, id: &str, party_id: &str, participant: NewParticipant) -> Result<String, Status> {
        let NewParticipant { practitioner_id, name, email, phone } = participant;
        let (appointment_id, party_id) = (id.to_owned(), party_id.to_owned());
        let asked = SaveParticipantRequest { appointment_id, party_id, practitioner_id, name, email, phone };
        Ok(self.participants().save_participant(asked).await?.into_inner().party_id)
    }

    pub(crate) async fn deactivates(&self, id: &str, party_id: &str) -> Result<(), Status> {
        let asked = DeactivateParticipantRequest { appointment_id: id.to_owned(), party_id: party_id.to_owned() };
        self.participants().deactivate_participant(asked).await.map(|_| ())
    }

    /// Those beside the patient and the one whom it is with.
    pub(crate) async fn others(&self, id: &str) -> Vec<AppointmentParty> {
        let parties = self.looks_at(id).await.unwrap().appointment.unwrap().parties;
        parties.into_iter().filter(|party| !party.assignee && party.kind() != AppointmentPartyKind::Patient).collect()
    }
}

impl Resident {
    async fn others(&self, id: &str) -> Vec<String> {
        let parties = self.see(id).await.unwrap().parties;
        let others = parties.into_iter().filter(|party| !party.assignee && party.kind() != AppointmentPartyKind::Patient);
        others.map(|party| party.name).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_18_participants_are_stored_shown_changed_and_deactivated_and_a_colleagues_time_is_free_again() {
    let town = Town::start().await;
    let (own, of_jussi) = (town.mondays_of("Verikokeet", "liisa", 30).await, town.mondays_of("Rokotus", "jussi", 30).await);
    let (aino, elli) = (town.resident("Aino Lehtonen", WOMAN).await, town.resident("Elli Fofonoff", WOMAN).await);
    let (liisa, jussi) = (town.professional("liisa", "Liisa Virtanen").await, town.professional("jussi", "Jussi Hakala").await);
    // What a resident has booked has others take part as well.
    let id = aino.book(&own, AT_EIGHT).await.unwrap();
    elli.book(&of_jussi, LAST).await.unwrap();
    let guest = liisa.saves(&id, "", kaisa()).await.unwrap();
    let with_jussi = liisa.saves(&id, "", colleague("jussi")).await.unwrap();
    assert_eq!(elli.starts(&of_jussi, MONDAY).await, [HALF_PAST, AT_NINE]);
    let others = liisa.others(&id).await;
    let told_of: Vec<_> = others.iter().map(|party| (party.name.as_str(), party.email.as_str(), party.phone.as_str(), party.inactive)).collect();
    assert_eq!(told_of, [("Kaisa Koski", "kaisa@kajo.example", "+358401234567", false), ("Jussi Hakala", "", "", false)]);
    assert_eq!(aino.others(&id).await, ["Kaisa Koski", "Jussi Hakala"]);

    // Changed, with every error at its field, and nobody twice.
    let changed = NewParticipant { name: "Kaisa Kivi".to_owned(), phone: String::new(), ..kaisa() };
    assert_eq!(liisa.saves(&id, &guest, changed.clone()).await.unwrap(), guest);
    assert_eq!(aino.others(&id).await, ["Kaisa Kivi", "Jussi Hakala"]);
    let wrong = |participant: NewParticipant| liisa.saves(&id, &guest, participant);
    assert_eq!(field(&wrong(NewParticipant { name: " ".to_owned(), ..changed.clone() }).await.unwrap_err()), "name");
    assert_eq!(field(&wrong(NewParticipant { email: "kaisa".to_owned(), ..changed.clone() }).await.unwrap_err()), "email");
    assert_eq!(field(&wrong(NewParticipant { phone: "1".to_owned(), ..changed.clone() }).await.unwrap_err()), "phone");
    assert_eq!(field(&liisa.saves(&id, "", colleague("jussi")).await.unwrap_err()), "practitioner_id");

    // Nobody who has nothing to do with it, whether it is there or not.
    let outi = town.professional("outi", "Outi Mattila").await;
    let missing = said(Code::NotFound, "not_found");
    for somebody in [id.as_str(), &Uuid::now_v7().to_string()] {
        assert_eq!(told(&outi.saves(somebody, "", kaisa()).await.unwrap_err()), missing);
        assert_eq!(told(&outi.deactivates(somebody, &guest).await.unwrap_err()), missing);
    }
    assert_eq!(told(&liisa.deactivates(&id, &Uuid::now_v7().to_string()).await.unwrap_err()), missing);

    // Who takes part no more is told so to professionals, and their time is free.
    for _ in 0..2 {
        liisa.deactivates(&id, &with_jussi).await.unwrap();
    }
    assert_eq!(elli.starts(&of_jussi, MONDAY).await, [AT_EIGHT, HALF_PAST, AT_NINE]);
    assert_eq!(liisa.others(&id).await.iter().map(|party| party.inactive).collect::<Vec<_>>(), [false, true]);
    assert_eq!(aino.others(&id).await, ["Kaisa Kivi"]);
    assert_eq!(told(&jussi.looks_at(&id).await.unwrap_err()), missing);
    liisa.deactivates(&id, &guest).await.unwrap();
    assert!(aino.others(&id).await.is_empty());

    // A colleague who has something else by now cannot.
    elli.book(&of_jussi, AT_EIGHT).await.unwrap();
    assert_eq!(reason(&liisa.saves(&id, "", colleague("jussi")).await.unwrap_err()), "colleague_busy");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_18_colleagues_go_along_when_it_is_moved_and_are_free_when_it_is_cancelled_which_is_told_with_its_time() {
    let town = Town::start().await;
    let (own, of_jussi) = (town.mondays_of("Verikokeet", "liisa", 30).await, town.mondays_of("Rokotus", "jussi", 30).await);
    let (aino, elli) = (town.resident("Aino Lehtonen", WOMAN).await, town.resident("Elli Fofonoff", WOMAN).await);
    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    liisa.opens(&town, &aino).await;
    let offer = liisa.offer(&aino, &own, AT_EIGHT).await;
    let id = liisa.books(&aino, &offer, vec![colleague("jussi")]).await.unwrap();
    elli.book(&of_jussi, HALF_PAST).await.unwrap();

    // Of the times to which the patient can move it, those at which the colleague is free.
    let filter = TimeFilter { moving_appointment_id: id.clone(), ..TimeFilter::default() };
    let asked = ListTimesRequest { filter: Some(filter), wanted: TimesWanted::Day.into(), date: MONDAY.to_owned(), ..ListTimesRequest::default() };
    let found = aino.booking().list_times(asked).await.unwrap().into_inner().times;
    assert_eq!(found.iter().map(|time| time.span.as_ref().unwrap().civil_start.as_str()).collect::<Vec<_>>(), [AT_NINE, LAST]);
    let to = async |civil_start: &str| {
        let held = booking(&aino.hold(&aino.time(&own, civil_start).await.offer_id).await.unwrap());
        let (hold_id, fence, offer_id) = (held.hold_id, held.fence, held.offer_id);
        aino.booking().move_appointment(MoveAppointmentRequest { appointment_id: id.clone(), hold_id, fence, offer_id }).await.map(|_| ())
    };
    assert_eq!(reason(&to(HALF_PAST).await.unwrap_err()), "hold_lost");
    assert_eq!(elli.starts(&of_jussi, MONDAY).await, [AT_NINE, LAST], "nothing has changed");
    to(AT_NINE).await.unwrap();
    assert_eq!(elli.starts(&of_jussi, MONDAY).await, [AT_EIGHT, LAST]);

    let asked = CancelForPatientRequest { appointment_id: id.clone(), reason: "Hoitaja sairastunut".to_owned() };
    CalendarServiceClient::new(liisa.calls.clone()).cancel_for_patient(asked).await.unwrap();
    assert_eq!(elli.starts(&of_jussi, MONDAY).await, [AT_EIGHT, AT_NINE, LAST]);
    let seen = liisa.looks_at(&id).await.unwrap();
    assert!(!seen.may_change_participants);
    let appointment = seen.appointment.unwrap();
    assert_eq!(appointment.practitioner_name, "Liisa Virtanen");
    assert!(appointment.cancelled_at.is_some() && appointment.parties.iter().any(|party| party.assignee));
    assert_eq!(reason(&liisa.saves(&id, "", kaisa()).await.unwrap_err()), "appointment_cancelled");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_18_an_appointment_moved_into_a_colleagues_own_calendar_stays_theirs_though_they_take_part_no_more() {
    let town = Town::start().await;
    let service = town.mondays_of("Verikokeet", "liisa", 30).await;
    let of_jussi = ScheduleDetails { practitioner_id: person("jussi"), slot_minutes: 60, ..mondays(&service) };
    let of_jussi = town.schedule(of_jussi).await;
    town.search(search(&service, &of_jussi)).await;
    let (aino, elli) = (town.resident("Aino Lehtonen", WOMAN).await, town.resident("Elli Fofonoff", WOMAN).await);
    let (liisa, jussi) = (town.professional("liisa", "Liisa Virtanen").await, town.professional("jussi", "Jussi Hakala").await);
    let id = aino.book(&service, HALF_PAST).await.unwrap();
    let with_jussi = liisa.saves(&id, "", colleague("jussi")).await.unwrap();

    // Only Jussi has hours.
    let hour = aino.times(&service, MONDAY).await.into_iter().find(|time| time.span.as_ref().unwrap().minutes == 60).unwrap();
    let held = booking(&aino.hold(&hour.offer_id).await.unwrap());
    let (hold_id, fence, offer_id) = (held.hold_id, held.fence, held.offer_id);
    aino.booking().move_appointment(MoveAppointmentRequest { appointment_id: id.clone(), hold_id, fence, offer_id }).await.unwrap();
    let hours = async || {
        let times = elli.times(&service, MONDAY).await;
        times.iter().filter(|time| time.span.as_ref().unwrap().minutes == 60).count()
    };
    assert_eq!(hours().await, 1);
    jussi.deactivates(&id, &with_jussi).await.unwrap();
    assert_eq!(hours().await, 1, "the time is Jussi's still, and nobody else's");
    town.claims_equal_events().await;
    town.end().await;
}
