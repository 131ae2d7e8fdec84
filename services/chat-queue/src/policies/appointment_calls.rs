//! A remote appointment that is over, will not take place or has another time needs no call any more: the one that goes on ends. So does one to
//! which guardians could come until now: whether they still may is asked when they come.

use chassis_domain::{CommandTarget, Effect, Policy, PolicyKey, Timestamp, Unreadable, Uuid};
use kajo_proto::scheduling::v1::{AppointmentCancelled, AppointmentDone, AppointmentFact, AppointmentShownToGuardians, AppointmentType};
use prost::Message;

/// The executor that ends the call of an appointment; its body is the id of the appointment.
pub(crate) const END: CommandTarget = CommandTarget("end_appointment_call");

/// Ends calls.
#[derive(Debug)]
pub(crate) struct AppointmentCalls;

impl Policy for AppointmentCalls {
    const NAME: &'static str = "appointment_calls";
    /// The appointment.
    type Input = Uuid;
    type State = ();

    fn read(message: &str, aggregate_id: Uuid, payload: &[u8]) -> Result<Option<Uuid>, Unreadable> {
        let unreadable = |_| Unreadable(message.to_owned());
        let ends = match message {
            // As what it was met before, the fact does not say.
            "kajo.scheduling.v1.AppointmentMoved" => true,
            "kajo.scheduling.v1.AppointmentCancelled" => may_have_call(AppointmentCancelled::decode(payload).map_err(unreadable)?.appointment),
            "kajo.scheduling.v1.AppointmentDone" => may_have_call(AppointmentDone::decode(payload).map_err(unreadable)?.appointment),
            // Guardians may come no more; who may still, comes again.
            "kajo.scheduling.v1.AppointmentShownToGuardians" => !AppointmentShownToGuardians::decode(payload).map_err(unreadable)?.visible,
            _ => false,
        };
        Ok(ends.then_some(aggregate_id))
    }

    fn correlate(input: &Uuid) -> PolicyKey {
        PolicyKey(input.to_string())
    }

    fn react(_state: &mut (), input: &Uuid, _now: Timestamp) -> Vec<Effect> {
        vec![Effect::Command { to: END, body: input.as_bytes().to_vec(), until: None }]
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

#[cfg(test)]
mod tests {
    use kajo_proto::scheduling::v1::AppointmentMoved;

    use super::*;

    const APPOINTMENT: Uuid = Uuid::from_u128(7);

    fn read(message: &str, fact: &impl Message) -> Option<Uuid> {
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
        assert_eq!(moved(AppointmentType::InPerson), Some(APPOINTMENT));
        for kind in [AppointmentType::InPerson, AppointmentType::Phone, AppointmentType::HomeVisit] {
            assert_eq!((cancelled(kind), done(kind)), (None, None));
        }
    }

    #[test]
    fn sch_10_guardians_are_in_the_call_no_more_from_whom_the_appointment_was_hidden() {
        let shown = |visible| read("AppointmentShownToGuardians", &AppointmentShownToGuardians { visible, ..AppointmentShownToGuardians::default() });
        assert_eq!((shown(false), shown(true)), (Some(APPOINTMENT), None));
    }

    #[test]
    fn other_facts_are_left_alone() {
        assert_eq!(AppointmentCalls::read("kajo.scheduling.v1.AppointmentBooked", APPOINTMENT, &[]), Ok(None));
        assert!(AppointmentCalls::read("kajo.scheduling.v1.AppointmentDone", APPOINTMENT, b"nonsense").is_err());
    }
}
