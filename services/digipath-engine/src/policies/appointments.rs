//! Appointments that were booked, changed, moved or cancelled are told to the executions of the patient, whole and with their revision; paths begin
//! with those that were booked (DIG-01, DIG-03, DIG-10). With those that another system had kept before we asked for them none begins (SCH-14): they
//! are known as if nobody had said who has booked them.

use chassis_domain::{Effect, Policy, PolicyKey, Timestamp, Unreadable, Uuid};
use kajo_proto::scheduling::v1::{AppointmentBooked, AppointmentCancelled, AppointmentChanged, AppointmentFact, AppointmentMoved, AppointmentSide};
use prost::Message;

use super::news::{self, BookedBy, Input, News, What};
use crate::execution::{Appointment, Source};

/// Tells of appointments.
#[derive(Debug)]
pub(crate) struct Appointments;

impl Policy for Appointments {
    const NAME: &'static str = "path_appointments";
    type Input = Input;
    type State = ();

    fn read(message: &str, aggregate_id: Uuid, payload: &[u8]) -> Result<Option<Input>, Unreadable> {
        Ok(news(message, payload)?.map(|_| Input::new(aggregate_id, message, payload)))
    }

    fn correlate(input: &Input) -> PolicyKey {
        input.key()
    }

    fn react(_state: &mut (), input: &Input, now: Timestamp) -> Vec<Effect> {
        input.told(now)
    }

    fn encode(_state: &()) -> Vec<u8> {
        Vec::new()
    }

    fn decode(_bytes: &[u8]) -> Option<()> {
        Some(())
    }
}

/// What a fact about an appointment tells; `None`: it is none of ours.
pub(super) fn news(message: &str, payload: &[u8]) -> Result<Option<News>, Unreadable> {
    let unreadable = |_| Unreadable(message.to_owned());
    let read = match message {
        "kajo.scheduling.v1.AppointmentBooked" => {
            let fact = AppointmentBooked::decode(payload).map_err(unreadable)?;
            let booked = booked_by(fact.side()).filter(|_| !fact.backfill);
            of(&fact.appointment_id, fact.appointment, false, booked)
        }
        // It may end at another time, from which steps count.
        "kajo.scheduling.v1.AppointmentChanged" => {
            let fact = AppointmentChanged::decode(payload).map_err(unreadable)?;
            of(&fact.appointment_id, fact.appointment, false, None)
        }
        "kajo.scheduling.v1.AppointmentMoved" => {
            let fact = AppointmentMoved::decode(payload).map_err(unreadable)?;
            of(&fact.appointment_id, fact.appointment, false, None)
        }
        "kajo.scheduling.v1.AppointmentCancelled" => {
            let fact = AppointmentCancelled::decode(payload).map_err(unreadable)?;
            of(&fact.appointment_id, fact.appointment, true, None)
        }
        _ => return Ok(None),
    };
    news::whole(message, read)
}

/// Of a side that is not told nothing begins.
const fn booked_by(side: AppointmentSide) -> Option<BookedBy> {
    match side {
        AppointmentSide::Resident => Some(BookedBy::Resident),
        AppointmentSide::Practitioner => Some(BookedBy::Professional),
        AppointmentSide::System => Some(BookedBy::System),
        AppointmentSide::Unspecified => None,
    }
}

fn of(id: &str, fact: Option<AppointmentFact>, cancelled: bool, booked: Option<BookedBy>) -> Option<News> {
    let fact = fact?;
    let appointment = Appointment {
        id: news::id(id)?,
        revision: fact.revision,
        service: news::id(&fact.service_id)?,
        role: news::id(&fact.booking_role_id),
        kind: fact.r#type(),
        starts_at: news::time(fact.starts_at)?,
        ends_at: news::time(fact.ends_at)?,
        booked_at: news::time(fact.booked_at)?,
        cancelled,
        source: booked.map_or(Source::Unsaid, BookedBy::source),
    };
    Some(News { patient: news::patient(&fact.patient_id)?, what: What::Appointment { appointment, booked } })
}

#[cfg(test)]
mod tests {
    use chassis_domain::{PersonId, timestamp};
    use kajo_proto::scheduling::v1::AppointmentType;

    use super::*;
    use crate::policies::HEAR;

    const ID: Uuid = Uuid::from_u128(7);
    const PATIENT: Uuid = Uuid::from_u128(8);
    const SERVICE: Uuid = Uuid::from_u128(9);

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    fn fact() -> AppointmentFact {
        AppointmentFact {
            patient_id: PATIENT.to_string(),
            service_id: SERVICE.to_string(),
            r#type: AppointmentType::Video.into(),
            starts_at: Some(timestamp(at("2026-03-30T06:00:00Z"))),
            ends_at: Some(timestamp(at("2026-03-30T06:30:00Z"))),
            booked_at: Some(timestamp(at("2026-03-01T10:00:00Z"))),
            revision: 3,
            ..AppointmentFact::default()
        }
    }

    fn appointment(cancelled: bool, source: Source) -> Appointment {
        Appointment {
            id: ID,
            revision: 3,
            service: SERVICE,
            role: None,
            kind: AppointmentType::Video,
            starts_at: at("2026-03-30T06:00:00Z"),
            ends_at: at("2026-03-30T06:30:00Z"),
            booked_at: at("2026-03-01T10:00:00Z"),
            cancelled,
            source,
        }
    }

    fn booked(side: AppointmentSide) -> AppointmentBooked {
        AppointmentBooked { appointment_id: ID.to_string(), appointment: Some(fact()), side: side.into(), backfill: false }
    }

    /// What the executor is handed.
    fn told(message: &str, fact: &impl Message) -> (News, Timestamp) {
        let message = format!("kajo.scheduling.v1.{message}");
        let input = Appointments::read(&message, ID, &fact.encode_to_vec()).expect("readable").expect("ours");
        assert_eq!(Appointments::correlate(&input), PolicyKey(ID.to_string()));
        let effects = Appointments::react(&mut (), &input, at("2026-03-01T10:00:01Z"));
        let [Effect::Command { to, body, until: None }] = effects.as_slice() else { panic!("one command: {effects:?}") };
        assert_eq!(to, &HEAR);
        news::read(body).expect("news")
    }

    #[test]
    fn dig_03_a_booked_appointment_is_told_of_with_who_has_booked_it() {
        for (side, by, source) in [
            (AppointmentSide::Resident, Some(BookedBy::Resident), Source::Resident),
            (AppointmentSide::Practitioner, Some(BookedBy::Professional), Source::Professional),
            (AppointmentSide::System, Some(BookedBy::System), Source::Elsewhere),
            (AppointmentSide::Unspecified, None, Source::Unsaid),
        ] {
            let what = What::Appointment { appointment: appointment(false, source), booked: by };
            let news = News { patient: PersonId::from_uuid(PATIENT), what };
            assert_eq!(told("AppointmentBooked", &booked(side)), (news, at("2026-03-01T10:00:01Z")), "{side:?}");
        }
    }

    #[test]
    fn sch_14_with_one_that_another_system_had_kept_before_nothing_begins_and_with_what_it_tells_of_one_neither() {
        let known = What::Appointment { appointment: appointment(false, Source::Unsaid), booked: None };
        for side in [AppointmentSide::System, AppointmentSide::Resident] {
            let kept_before = AppointmentBooked { backfill: true, ..booked(side) };
            assert_eq!(told("AppointmentBooked", &kept_before).0.what, known, "{side:?}");
        }
        let changed = AppointmentChanged { appointment_id: ID.to_string(), appointment: Some(fact()) };
        assert_eq!(told("AppointmentChanged", &changed).0.what, known);
    }

    #[test]
    fn one_that_was_moved_or_cancelled_begins_nothing() {
        let moved = AppointmentMoved { appointment_id: ID.to_string(), appointment: Some(fact()), ..AppointmentMoved::default() };
        let cancelled = AppointmentCancelled { appointment_id: ID.to_string(), appointment: Some(fact()), ..AppointmentCancelled::default() };
        for (heard, is_cancelled) in [(told("AppointmentMoved", &moved), false), (told("AppointmentCancelled", &cancelled), true)] {
            assert_eq!(heard.0.what, What::Appointment { appointment: appointment(is_cancelled, Source::Unsaid), booked: None });
        }
    }

    #[test]
    fn what_cannot_be_read_is_parked_and_other_facts_are_left_alone() {
        let read = |message: &str, payload: &[u8]| Appointments::read(&format!("kajo.scheduling.v1.{message}"), ID, payload);
        assert_eq!(read("AppointmentDone", &[]), Ok(None));
        assert!(read("AppointmentMoved", b"nonsense").is_err());
        assert!(read("AppointmentChanged", &AppointmentChanged::default().encode_to_vec()).is_err());
        assert!(read("AppointmentMoved", &AppointmentMoved::default().encode_to_vec()).is_err());
    }
}
