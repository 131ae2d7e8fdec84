//! Laboratory results and prescriptions are told together: what comes within ten minutes, as of one sample, is one notification of each kind.

use chassis_domain::{Effect, Id, PersonId, Policy, PolicyKey, SignedDuration, TimerKey, Timestamp, Unreadable, Uuid, timestamp};
use kajo_proto::content::v1::{HealthRecordArrived, HealthRecordKind, HealthRecordWithdrawn};
use prost::Message;

use super::{later, moment, of_use_until};
use crate::notification::{Kind, Telling};

/// For so long it is waited for others.
const TOGETHER: SignedDuration = SignedDuration::from_mins(10);

/// Has health records told.
#[derive(Debug)]
pub(crate) struct HealthRecords;

/// What is reacted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    patient: PersonId,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// A record has come.
    Arrived { record: Uuid, kind: Kind },
    /// It was entered in error.
    Withdrawn { record: Uuid },
    /// What has come is to be told.
    Due,
}

/// What is remembered of a patient.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct State {
    /// What has come and is not told, in the order in which it came.
    #[prost(message, repeated, tag = "1")]
    arrived: Vec<Arrived>,
    /// From when on telling is of no use any more.
    #[prost(message, optional, tag = "2")]
    until: Option<prost_types::Timestamp>,
}

/// A record that is not told.
#[derive(Clone, PartialEq, Message)]
struct Arrived {
    #[prost(string, tag = "1")]
    record_id: String,
    /// As of notifications.
    #[prost(uint32, tag = "2")]
    kind: u32,
}

impl Policy for HealthRecords {
    const NAME: &'static str = "notify_health_records";
    const AS_OF_FACT: bool = true;
    type Input = Input;
    type State = State;

    fn read(message: &str, aggregate_id: Uuid, payload: &[u8]) -> Result<Option<Input>, Unreadable> {
        let unreadable = |_| Unreadable(message.to_owned());
        let of = |patient_id: &str, what| Id::parse(patient_id).map(|patient| Input { patient, what });
        let read = match message {
            "timer" => Uuid::from_slice(payload).ok().map(|patient| Input { patient: Id::from_uuid(patient), what: What::Due }),
            "kajo.content.v1.HealthRecordArrived" => {
                let fact = HealthRecordArrived::decode(payload).map_err(unreadable)?;
                told_as(fact.kind()).and_then(|kind| of(&fact.patient_id, What::Arrived { record: aggregate_id, kind }))
            }
            "kajo.content.v1.HealthRecordWithdrawn" => {
                let fact = HealthRecordWithdrawn::decode(payload).map_err(unreadable)?;
                of(&fact.patient_id, What::Withdrawn { record: aggregate_id })
            }
            _ => return Ok(None),
        };
        read.map(Some).ok_or_else(|| Unreadable(message.to_owned()))
    }

    fn correlate(input: &Input) -> PolicyKey {
        PolicyKey(input.patient.to_string())
    }

    fn react(state: &mut State, input: &Input, now: Timestamp) -> Vec<Effect> {
        let patient = input.patient;
        match input.what {
            What::Arrived { record, kind } => state.wait(patient, record, kind, now).into_iter().collect(),
            What::Withdrawn { record } => state.take_out(patient, record).into_iter().collect(),
            What::Due => state.tell(patient),
        }
    }

    fn encode(state: &State) -> Vec<u8> {
        state.encode_to_vec()
    }

    fn decode(bytes: &[u8]) -> Option<State> {
        State::decode(bytes).ok()
    }
}

impl State {
    /// The first has the timer for all that come until then.
    fn wait(&mut self, patient: PersonId, record: Uuid, kind: Kind, now: Timestamp) -> Option<Effect> {
        let is_first = self.arrived.is_empty();
        if is_first {
            self.until = Some(timestamp(of_use_until(now)));
        }
        self.arrived.push(Arrived { record_id: record.to_string(), kind: kind.number() });
        let input = patient.uuid().as_bytes().to_vec();
        is_first.then(|| Effect::Schedule { key: timer(patient), at: later(now, TOGETHER), input })
    }

    /// What was entered in error is not told. What was told before stays told: others of its kind may have come with it.
    fn take_out(&mut self, patient: PersonId, record: Uuid) -> Option<Effect> {
        let (id, before) = (record.to_string(), self.arrived.len());
        self.arrived.retain(|arrived| arrived.record_id != id);
        let was_last = before > 0 && self.arrived.is_empty();
        was_last.then(|| Effect::Cancel(timer(patient)))
    }

    /// The first of each kind stands for all of it.
    fn tell(&mut self, patient: PersonId) -> Vec<Effect> {
        let arrived = std::mem::take(&mut self.arrived);
        let Some(until) = moment(self.until.take()) else { return Vec::new() };
        let first_of = |kind: Kind| arrived.iter().find(|arrived| arrived.kind == kind.number());
        let told = [Kind::LabResult, Kind::Prescription].into_iter().filter_map(|kind| {
            let occasion = first_of(kind)?.record_id.clone();
            let object = Uuid::try_parse(&occasion).ok()?;
            Some(Telling { kind, object, recipient: patient, occasion, starts_at: None, until, at_once: false }.effect())
        });
        told.collect()
    }
}

/// The kind of notification; `None`: the fact does not say what it is.
const fn told_as(kind: HealthRecordKind) -> Option<Kind> {
    match kind {
        HealthRecordKind::LabResult => Some(Kind::LabResult),
        HealthRecordKind::Prescription => Some(Kind::Prescription),
        HealthRecordKind::Unspecified => None,
    }
}

/// Timers of all patients are told apart by their keys.
fn timer(patient: PersonId) -> TimerKey {
    TimerKey(patient.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENT: PersonId = PersonId::from_uuid(Uuid::from_u128(8));
    const FIRST: Uuid = Uuid::from_u128(10);
    const SECOND: Uuid = Uuid::from_u128(11);
    const THIRD: Uuid = Uuid::from_u128(12);
    const NOW: &str = "2026-03-02T10:00:00Z";
    const IN_TEN_MINUTES: &str = "2026-03-02T10:10:00Z";

    const LAB_RESULT: HealthRecordKind = HealthRecordKind::LabResult;
    const PRESCRIPTION: HealthRecordKind = HealthRecordKind::Prescription;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    fn react(state: &mut State, input: &Input, now: &str) -> Vec<Effect> {
        assert_eq!(HealthRecords::correlate(input), PolicyKey(PATIENT.to_string()));
        let effects = HealthRecords::react(state, input, at(now));
        assert_eq!(HealthRecords::decode(&HealthRecords::encode(state)).as_ref(), Some(&*state));
        effects
    }

    fn arrives(state: &mut State, record: Uuid, kind: HealthRecordKind, now: &str) -> Vec<Effect> {
        let fact = HealthRecordArrived { health_record_id: record.to_string(), patient_id: PATIENT.to_string(), kind: kind.into() };
        let read = HealthRecords::read("kajo.content.v1.HealthRecordArrived", record, &fact.encode_to_vec());
        react(state, &read.expect("readable").expect("ours"), now)
    }

    fn is_withdrawn(state: &mut State, record: Uuid) -> Vec<Effect> {
        let fact = HealthRecordWithdrawn { health_record_id: record.to_string(), patient_id: PATIENT.to_string(), kind: LAB_RESULT.into() };
        let read = HealthRecords::read("kajo.content.v1.HealthRecordWithdrawn", record, &fact.encode_to_vec());
        react(state, &read.expect("readable").expect("ours"), NOW)
    }

    fn due(state: &mut State) -> Vec<Effect> {
        let read = HealthRecords::read("timer", Uuid::nil(), PATIENT.uuid().as_bytes());
        react(state, &read.expect("readable").expect("ours"), IN_TEN_MINUTES)
    }

    fn waits(until: &str) -> [Effect; 1] {
        [Effect::Schedule { key: TimerKey(PATIENT.to_string()), at: at(until), input: PATIENT.uuid().as_bytes().to_vec() }]
    }

    fn told(kind: Kind, record: Uuid) -> Effect {
        let telling = Telling {
            kind,
            object: record,
            recipient: PATIENT,
            occasion: record.to_string(),
            starts_at: None,
            until: at("2026-03-04T10:00:00Z"),
            at_once: false,
        };
        telling.effect()
    }

    #[test]
    fn cms_05_results_that_come_within_ten_minutes_are_told_once() {
        let mut state = State::default();
        assert_eq!(arrives(&mut state, FIRST, LAB_RESULT, NOW), waits(IN_TEN_MINUTES));
        assert!(arrives(&mut state, SECOND, LAB_RESULT, "2026-03-02T10:09:59Z").is_empty());
        assert_eq!(due(&mut state), [told(Kind::LabResult, FIRST)]);
        assert!(due(&mut state).is_empty());
        assert_eq!(arrives(&mut state, THIRD, LAB_RESULT, IN_TEN_MINUTES), waits("2026-03-02T10:20:00Z"), "what comes later is told anew");
    }

    #[test]
    fn cms_05_results_and_prescriptions_that_come_together_are_told_one_by_one() {
        let mut state = State::default();
        arrives(&mut state, FIRST, PRESCRIPTION, NOW);
        assert!(arrives(&mut state, SECOND, LAB_RESULT, NOW).is_empty());
        assert!(arrives(&mut state, THIRD, PRESCRIPTION, NOW).is_empty());
        assert_eq!(due(&mut state), [told(Kind::LabResult, SECOND), told(Kind::Prescription, FIRST)]);
    }

    #[test]
    fn cms_05_what_was_entered_in_error_is_not_told() {
        let mut state = State::default();
        arrives(&mut state, FIRST, LAB_RESULT, NOW);
        arrives(&mut state, SECOND, LAB_RESULT, NOW);
        assert!(is_withdrawn(&mut state, FIRST).is_empty());
        assert!(is_withdrawn(&mut state, THIRD).is_empty(), "it was told long ago");
        let mut alone = state.clone();
        assert_eq!(due(&mut state), [told(Kind::LabResult, SECOND)]);
        assert!(is_withdrawn(&mut state, SECOND).is_empty());

        assert_eq!(is_withdrawn(&mut alone, SECOND), [Effect::Cancel(TimerKey(PATIENT.to_string()))]);
        assert!(due(&mut alone).is_empty());
        assert_eq!(arrives(&mut alone, THIRD, LAB_RESULT, NOW), waits(IN_TEN_MINUTES));
    }

    #[test]
    fn cms_05_corrections_are_not_told_and_facts_about_records_that_cannot_be_read_are_parked() {
        let read = |message: &str, payload: &[u8]| HealthRecords::read(&format!("kajo.content.v1.{message}"), FIRST, payload);
        assert_eq!(read("HealthRecordCorrected", b"nonsense"), Ok(None));
        assert!(read("HealthRecordArrived", b"nonsense").is_err());
        let of_nobody = HealthRecordArrived { kind: LAB_RESULT.into(), ..HealthRecordArrived::default() };
        assert!(read("HealthRecordArrived", &of_nobody.encode_to_vec()).is_err());
        let of_no_kind = HealthRecordArrived { patient_id: PATIENT.to_string(), ..HealthRecordArrived::default() };
        assert!(read("HealthRecordArrived", &of_no_kind.encode_to_vec()).is_err());
        assert!(read("HealthRecordWithdrawn", &HealthRecordWithdrawn::default().encode_to_vec()).is_err());
        assert!(HealthRecords::read("timer", Uuid::nil(), b"nonsense").is_err());
        assert_eq!(HealthRecords::decode(b"nonsense"), None);
    }
}
