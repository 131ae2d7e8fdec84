//! A remote appointment that is over, will not take place or has another time needs no call any more: the one that goes on ends. So does one to
//! which guardians could come until now: whether they still may is asked when they come. A colleague or a guest who takes part no more is out of
//! it, and it goes on for the others. Whether another system keeps an appointment is not told: one that is kept there has no call, and so none ends.

use chassis_domain::{CommandTarget, Effect, Policy, PolicyKey, Timestamp, Unreadable, Uuid};
use kajo_proto::scheduling::v1::{
    AppointmentCancelled, AppointmentDone, AppointmentFact, AppointmentParticipantsChanged, AppointmentShownToGuardians, AppointmentType,
};
use prost::Message;

/// The executor that ends the call of an appointment; its body is the id of the appointment.
pub(crate) const END: CommandTarget = CommandTarget("end_appointment_call");
/// The executor that takes somebody out of it; its body is the fact, without the appointment.
pub(crate) const REMOVE: CommandTarget = CommandTarget("remove_from_appointment_call");

/// What has become of an appointment.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Input {
    /// Its call ends.
    Over(Uuid),
    /// Somebody takes part in it no more.
    Left(AppointmentParticipantsChanged),
}

/// Ends calls, and takes people out of them.
#[derive(Debug)]
pub(crate) struct AppointmentCalls;

impl Policy for AppointmentCalls {
    const NAME: &'static str = "appointment_calls";
    type Input = Input;
    type State = ();

    fn read(message: &str, aggregate_id: Uuid, payload: &[u8]) -> Result<Option<Input>, Unreadable> {
        let unreadable = |_| Unreadable(message.to_owned());
        let ends = match message {
            // As what it was met before, the fact does not say.
            "kajo.scheduling.v1.AppointmentMoved" => true,
            "kajo.scheduling.v1.AppointmentCancelled" => may_have_call(AppointmentCancelled::decode(payload).map_err(unreadable)?.appointment),
            "kajo.scheduling.v1.AppointmentDone" => may_have_call(AppointmentDone::decode(payload).map_err(unreadable)?.appointment),
            // Guardians may come no more; who may still, comes again.
            "kajo.scheduling.v1.AppointmentShownToGuardians" => !AppointmentShownToGuardians::decode(payload).map_err(unreadable)?.visible,
            "kajo.scheduling.v1.AppointmentParticipantsChanged" => {
                return Ok(left(aggregate_id, AppointmentParticipantsChanged::decode(payload).map_err(unreadable)?));
            }
            _ => false,
        };
        Ok(ends.then_some(Input::Over(aggregate_id)))
    }

    fn correlate(input: &Input) -> PolicyKey {
        PolicyKey(match input {
            Input::Over(appointment) => appointment.to_string(),
            Input::Left(fact) => fact.appointment_id.clone(),
        })
    }

    fn react(_state: &mut (), input: &Input, _now: Timestamp) -> Vec<Effect> {
        let (to, body) = match input {
            Input::Over(appointment) => (END, appointment.as_bytes().to_vec()),
            Input::Left(fact) => (REMOVE, fact.encode_to_vec()),
        };
        vec![Effect::Command { to, body, until: None }]
    }

    fn encode(_state: &()) -> Vec<u8> {
        Vec::new()
    }

    fn decode(_bytes: &[u8]) -> Option<()> {
        Some(())
    }
}

/// Most appointments are none by video, and nothing is looked up for them.
fn may_have_call(appointment: Option<AppointmentFact>) -> bool {
    appointment.is_none_or(|appointment| matches!(appointment.r#type(), AppointmentType::Video | AppointmentType::Unspecified))
}

/// Who takes part no more, where anybody does.
fn left(appointment: Uuid, fact: AppointmentParticipantsChanged) -> Option<Input> {
    let has_left = !(fact.left_practitioner_id.is_empty() && fact.left_guest_id.is_empty());
    let concerns_call = has_left && may_have_call(fact.appointment.clone());
    concerns_call.then(|| Input::Left(AppointmentParticipantsChanged { appointment_id: appointment.to_string(), appointment: None, ..fact }))
}

#[cfg(test)]
mod tests {
    use kajo_proto::scheduling::v1::AppointmentMoved;

    use super::*;

    const APPOINTMENT: Uuid = Uuid::from_u128(7);

    fn read(message: &str, fact: &impl Message) -> Option<Input> {
        AppointmentCalls::read(&format!("kajo.scheduling.v1.{message}"), APPOINTMENT, &fact.encode_to_vec()).expect("readable")
    }

    fn of(kind: AppointmentType) -> Option<AppointmentFact> {
        Some(AppointmentFact { r#type: kind.into(), ..AppointmentFact::default() })
    }

    #[test]
    fn sch_10_the_call_ends_when_the_appointment_is_cancelled_moved_or_done() {
        let cancelled = |kind| read("AppointmentCancelled", &AppointmentCancelled { appointment: of(kind), ..AppointmentCancelled::default() });
        let done = |kind| read("AppointmentDone", &AppointmentDone { appointment: of(kind), ..AppointmentDone::default() });
        let moved = |kind| read("AppointmentMoved", &AppointmentMoved { appointment: of(kind), ..AppointmentMoved::default() });
        for read in [cancelled(AppointmentType::Video), done(AppointmentType::Video), moved(AppointmentType::Video)] {
            let input = read.expect("ours");
            assert_eq!(AppointmentCalls::correlate(&input), PolicyKey(APPOINTMENT.to_string()));
            let effects = AppointmentCalls::react(&mut (), &input, Timestamp::UNIX_EPOCH);
            assert_eq!(effects, [Effect::Command { to: END, body: APPOINTMENT.as_bytes().to_vec(), until: None }]);
        }
        // It may have been by video before it was moved.
        assert_eq!(moved(AppointmentType::InPerson), Some(Input::Over(APPOINTMENT)));
        for kind in [AppointmentType::InPerson, AppointmentType::Phone, AppointmentType::HomeVisit] {
            assert_eq!((cancelled(kind), done(kind)), (None, None));
        }
    }

    #[test]
    fn sch_10_guardians_are_in_the_call_no_more_from_whom_the_appointment_was_hidden() {
        let shown = |visible| read("AppointmentShownToGuardians", &AppointmentShownToGuardians { visible, ..AppointmentShownToGuardians::default() });
        assert_eq!((shown(false), shown(true)), (Some(Input::Over(APPOINTMENT)), None));
    }

    #[test]
    fn sch_10_who_takes_part_no_more_is_taken_out_of_the_call_and_who_has_joined_changes_nothing() {
        let changed = |kind, practitioner: &str, guest: &str| {
            let (left_practitioner_id, left_guest_id) = (practitioner.to_owned(), guest.to_owned());
            let (appointment_id, appointment) = (APPOINTMENT.to_string(), of(kind));
            let fact = AppointmentParticipantsChanged { appointment_id, appointment, left_practitioner_id, left_guest_id };
            read("AppointmentParticipantsChanged", &fact)
        };
        for kind in [AppointmentType::Video, AppointmentType::Unspecified] {
            for (practitioner, guest) in [("colleague", ""), ("", "guest")] {
                let input = changed(kind, practitioner, guest).expect("ours");
                assert_eq!(AppointmentCalls::correlate(&input), PolicyKey(APPOINTMENT.to_string()));
                let (left_practitioner_id, left_guest_id) = (practitioner.to_owned(), guest.to_owned());
                let appointment_id = APPOINTMENT.to_string();
                let who = AppointmentParticipantsChanged { appointment_id, appointment: None, left_practitioner_id, left_guest_id };
                let effects = AppointmentCalls::react(&mut (), &input, Timestamp::UNIX_EPOCH);
                assert_eq!(effects, [Effect::Command { to: REMOVE, body: who.encode_to_vec(), until: None }]);
            }
            assert_eq!(changed(kind, "", ""), None);
        }
        assert_eq!(changed(AppointmentType::InPerson, "colleague", ""), None);
    }

    #[test]
    fn other_facts_are_left_alone() {
        assert_eq!(AppointmentCalls::read("kajo.scheduling.v1.AppointmentBooked", APPOINTMENT, &[]), Ok(None));
        assert_eq!(AppointmentCalls::read("kajo.scheduling.v1.AppointmentChanged", APPOINTMENT, &[]), Ok(None));
        assert!(AppointmentCalls::read("kajo.scheduling.v1.AppointmentDone", APPOINTMENT, b"nonsense").is_err());
    }
}
