//! Tasks that were marked done are told to the executions of the patient (DIG-03).

use chassis_domain::{Effect, Policy, PolicyKey, Timestamp, Unreadable, Uuid};
use kajo_proto::conversations::v1::CustomerTaskMarkedDone;
use prost::Message;

use super::news::{self, Input, News, What};

/// Tells of tasks.
#[derive(Debug)]
pub(crate) struct Tasks;

impl Policy for Tasks {
    const NAME: &'static str = "path_tasks";
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

/// What a fact about a task tells; `None`: it is none of ours.
pub(super) fn news(message: &str, payload: &[u8]) -> Result<Option<News>, Unreadable> {
    if message != "kajo.conversations.v1.CustomerTaskMarkedDone" {
        return Ok(None);
    }
    let fact = CustomerTaskMarkedDone::decode(payload).map_err(|_| Unreadable(message.to_owned()))?;
    news::whole(message, of(&fact))
}

fn of(fact: &CustomerTaskMarkedDone) -> Option<News> {
    let what = What::TaskDone { queue: news::id(&fact.subcategory_id)?, task: news::id(&fact.customer_task_id)? };
    Some(News { patient: news::patient(&fact.patient_id)?, what })
}

#[cfg(test)]
mod tests {
    use chassis_domain::PersonId;

    use super::*;

    const FACT: &str = "kajo.conversations.v1.CustomerTaskMarkedDone";
    const TASK: Uuid = Uuid::from_u128(7);
    const PATIENT: Uuid = Uuid::from_u128(8);
    const QUEUE: Uuid = Uuid::from_u128(9);

    #[test]
    fn dig_03_a_task_that_was_marked_done_is_told_of_at_the_time_at_which_it_was_heard_of() {
        let fact = CustomerTaskMarkedDone {
            customer_task_id: TASK.to_string(),
            patient_id: PATIENT.to_string(),
            subcategory_id: QUEUE.to_string(),
            ..CustomerTaskMarkedDone::default()
        };
        let input = Tasks::read(FACT, TASK, &fact.encode_to_vec()).expect("readable").expect("ours");
        assert_eq!(Tasks::correlate(&input), PolicyKey(TASK.to_string()));
        let now = Timestamp::UNIX_EPOCH;
        let effects = Tasks::react(&mut (), &input, now);
        let [Effect::Command { body, .. }] = effects.as_slice() else { panic!("one command: {effects:?}") };
        let news = News { patient: PersonId::from_uuid(PATIENT), what: What::TaskDone { queue: QUEUE, task: TASK } };
        assert_eq!(news::read(body), Some((news, now)));
    }

    #[test]
    fn what_cannot_be_read_is_parked_and_other_facts_are_left_alone() {
        assert_eq!(Tasks::read("kajo.conversations.v1.CustomerTaskExpired", TASK, &[]), Ok(None));
        assert!(Tasks::read(FACT, TASK, b"nonsense").is_err());
        assert!(Tasks::read(FACT, TASK, &CustomerTaskMarkedDone::default().encode_to_vec()).is_err());
    }
}
