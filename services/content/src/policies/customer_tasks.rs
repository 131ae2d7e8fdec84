//! Tasks that a patient is given, by a professional or a digital path, are told; those that are done, were not done in time or were taken back are
//! told no more.

use chassis_domain::{Effect, Policy, PolicyKey, Timestamp, Unreadable, Uuid};
use kajo_proto::conversations::v1::{CustomerTaskActivated, CustomerTaskExpired, CustomerTaskMarkedDone, CustomerTaskWithdrawn};
use prost::Message;

use super::given::{Input, What};
use crate::notification::Kind;

/// A task is given once.
const OCCASION: &str = "activated";

/// Has tasks told.
#[derive(Debug)]
pub(crate) struct CustomerTasks;

impl Policy for CustomerTasks {
    const NAME: &'static str = "notify_tasks";
    const AS_OF_FACT: bool = true;
    type Input = Input;
    type State = ();

    fn read(message: &str, aggregate_id: Uuid, payload: &[u8]) -> Result<Option<Input>, Unreadable> {
        let unreadable = |_| Unreadable(message.to_owned());
        let (what, patient_id) = match message {
            "kajo.conversations.v1.CustomerTaskActivated" => (What::Waits, CustomerTaskActivated::decode(payload).map_err(unreadable)?.patient_id),
            "kajo.conversations.v1.CustomerTaskMarkedDone" => (What::IsOver, CustomerTaskMarkedDone::decode(payload).map_err(unreadable)?.patient_id),
            "kajo.conversations.v1.CustomerTaskExpired" => (What::IsOver, CustomerTaskExpired::decode(payload).map_err(unreadable)?.patient_id),
            "kajo.conversations.v1.CustomerTaskWithdrawn" => (What::IsOver, CustomerTaskWithdrawn::decode(payload).map_err(unreadable)?.patient_id),
            _ => return Ok(None),
        };
        Input::of(message, what, aggregate_id, &patient_id)
    }

    fn correlate(input: &Input) -> PolicyKey {
        input.key()
    }

    fn react(_state: &mut (), input: &Input, now: Timestamp) -> Vec<Effect> {
        input.effects(Kind::CustomerTask, OCCASION, now)
    }

    fn encode(_state: &()) -> Vec<u8> {
        Vec::new()
    }

    fn decode(_bytes: &[u8]) -> Option<()> {
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use chassis_domain::PersonId;

    use super::*;
    use crate::notification::{Telling, withdrawal};

    const TASK: Uuid = Uuid::from_u128(7);
    const PATIENT: Uuid = Uuid::from_u128(8);

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    /// What follows from a fact.
    fn after(message: &str, fact: &impl Message) -> Vec<Effect> {
        let message = format!("kajo.conversations.v1.{message}");
        let input = CustomerTasks::read(&message, TASK, &fact.encode_to_vec()).expect("readable").expect("ours");
        assert_eq!(CustomerTasks::correlate(&input), PolicyKey(TASK.to_string()));
        CustomerTasks::react(&mut (), &input, at("2026-03-02T10:00:00Z"))
    }

    fn told() -> Telling {
        Telling {
            kind: Kind::CustomerTask,
            object: TASK,
            recipient: PersonId::from_uuid(PATIENT),
            occasion: "activated".to_owned(),
            starts_at: None,
            until: at("2026-03-04T10:00:00Z"),
            at_once: false,
        }
    }

    #[test]
    fn cms_05_a_task_is_told_when_it_is_given() {
        let activated = CustomerTaskActivated { patient_id: PATIENT.to_string(), ..CustomerTaskActivated::default() };
        assert_eq!(after("CustomerTaskActivated", &activated), [told().effect()]);
    }

    #[test]
    fn cms_05_a_task_that_is_done_or_over_is_told_no_more() {
        let patient_id = PATIENT.to_string();
        let done = CustomerTaskMarkedDone { patient_id: patient_id.clone(), ..CustomerTaskMarkedDone::default() };
        let expired = CustomerTaskExpired { patient_id: patient_id.clone(), ..CustomerTaskExpired::default() };
        let taken_back = CustomerTaskWithdrawn { patient_id, ..CustomerTaskWithdrawn::default() };
        let withdrawn = [withdrawal(told().id())];
        assert_eq!(after("CustomerTaskMarkedDone", &done), withdrawn);
        assert_eq!(after("CustomerTaskExpired", &expired), withdrawn);
        assert_eq!(after("CustomerTaskWithdrawn", &taken_back), withdrawn);
    }

    #[test]
    fn cms_05_facts_about_tasks_that_cannot_be_read_are_parked_and_others_are_left_alone() {
        let read = |message: &str, payload: &[u8]| CustomerTasks::read(&format!("kajo.conversations.v1.{message}"), TASK, payload);
        assert!(read("CustomerTaskActivated", b"nonsense").is_err());
        assert!(read("CustomerTaskWithdrawn", &CustomerTaskWithdrawn::default().encode_to_vec()).is_err(), "of nobody");
        assert_eq!(read("MessageWritten", b"nonsense"), Ok(None));
    }
}
