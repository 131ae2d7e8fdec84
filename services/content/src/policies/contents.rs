//! Contents that a patient is given to read are told; those that were read or taken back are told no more.

use chassis_domain::{Effect, Policy, PolicyKey, Timestamp, Unreadable, Uuid};
use kajo_proto::content::v1::{PatientContentActivated, PatientContentRead, PatientContentWithdrawn};
use prost::Message;

use super::given::{Input, What};
use crate::notification::Kind;

/// A content of a patient is given once.
const OCCASION: &str = "activated";

/// Has contents told.
#[derive(Debug)]
pub(crate) struct Contents;

impl Policy for Contents {
    const NAME: &'static str = "notify_contents";
    const AS_OF_FACT: bool = true;
    type Input = Input;
    type State = ();

    fn read(message: &str, aggregate_id: Uuid, payload: &[u8]) -> Result<Option<Input>, Unreadable> {
        let unreadable = |_| Unreadable(message.to_owned());
        let (what, content) = match message {
            "kajo.content.v1.PatientContentActivated" => (What::Waits, PatientContentActivated::decode(payload).map_err(unreadable)?.content),
            "kajo.content.v1.PatientContentRead" => (What::IsOver, PatientContentRead::decode(payload).map_err(unreadable)?.content),
            "kajo.content.v1.PatientContentWithdrawn" => (What::IsOver, PatientContentWithdrawn::decode(payload).map_err(unreadable)?.content),
            _ => return Ok(None),
        };
        Input::of(message, what, aggregate_id, &content.unwrap_or_default().patient_id)
    }

    fn correlate(input: &Input) -> PolicyKey {
        input.key()
    }

    fn react(_state: &mut (), input: &Input, now: Timestamp) -> Vec<Effect> {
        input.effects(Kind::Content, OCCASION, now)
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
    use kajo_proto::content::v1::PatientContentFact;

    use super::*;
    use crate::notification::{Telling, withdrawal};

    const CONTENT: Uuid = Uuid::from_u128(7);
    const PATIENT: Uuid = Uuid::from_u128(8);

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    fn content() -> Option<PatientContentFact> {
        Some(PatientContentFact { patient_id: PATIENT.to_string(), ..PatientContentFact::default() })
    }

    /// What follows from a fact.
    fn after(message: &str, fact: &impl Message) -> Vec<Effect> {
        let message = format!("kajo.content.v1.{message}");
        let input = Contents::read(&message, CONTENT, &fact.encode_to_vec()).expect("readable").expect("ours");
        assert_eq!(Contents::correlate(&input), PolicyKey(CONTENT.to_string()));
        Contents::react(&mut (), &input, at("2026-03-02T10:00:00Z"))
    }

    #[test]
    fn cms_05_a_content_is_told_until_it_is_read_or_taken_back() {
        let told = Telling {
            kind: Kind::Content,
            object: CONTENT,
            recipient: PersonId::from_uuid(PATIENT),
            occasion: "activated".to_owned(),
            starts_at: None,
            until: at("2026-03-04T10:00:00Z"),
            at_once: false,
        };
        let activated = PatientContentActivated { content: content(), ..PatientContentActivated::default() };
        assert_eq!(after("PatientContentActivated", &activated), [told.effect()]);
        let withdrawn = [withdrawal(told.id())];
        assert_eq!(after("PatientContentRead", &PatientContentRead { content: content(), ..PatientContentRead::default() }), withdrawn);
        let taken_back = PatientContentWithdrawn { content: content(), ..PatientContentWithdrawn::default() };
        assert_eq!(after("PatientContentWithdrawn", &taken_back), withdrawn);
    }

    #[test]
    fn cms_05_facts_about_contents_that_cannot_be_read_are_parked_and_others_are_left_alone() {
        let read = |message: &str, payload: &[u8]| Contents::read(&format!("kajo.content.v1.{message}"), CONTENT, payload);
        assert!(read("PatientContentRead", b"nonsense").is_err());
        assert!(read("PatientContentActivated", &PatientContentActivated::default().encode_to_vec()).is_err(), "of nobody");
        assert_eq!(read("PatientContentShownToGuardians", b"nonsense"), Ok(None));
    }
}
