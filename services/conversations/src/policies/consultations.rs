//! A consultation that was asked for is opened: the fact names two conversations, the effect opens the second.

use chassis_domain::{CommandTarget, StatelessPolicy};
use kajo_proto::conversations::v1::ConsultationRequested;

/// The executor that opens a consultation.
pub const OPEN_CONSULTATION: CommandTarget = CommandTarget("open_consultation");

/// Opens consultations.
#[derive(Debug)]
pub struct Consultations;

impl StatelessPolicy for Consultations {
    const NAME: &'static str = "consultations";
    const FACT: &'static str = "kajo.conversations.v1.ConsultationRequested";
    const TO: CommandTarget = OPEN_CONSULTATION;
    type Fact = ConsultationRequested;

    fn key(fact: &ConsultationRequested) -> &str {
        &fact.consultation_id
    }
}

#[cfg(test)]
mod tests {
    use chassis_domain::{Effect, Policy, PolicyKey, Timestamp, Uuid};
    use prost::Message;

    use super::*;

    #[test]
    fn a_request_opens_one_consultation() {
        let fact = ConsultationRequested { consultation_id: "a".to_owned(), conversation_id: "b".to_owned(), ..ConsultationRequested::default() };
        let read =
            Consultations::read("kajo.conversations.v1.ConsultationRequested", Uuid::nil(), &fact.encode_to_vec()).expect("readable").expect("ours");
        assert_eq!(Consultations::correlate(&read), PolicyKey("a".to_owned()));
        let effects = Consultations::react(&mut (), &read, Timestamp::UNIX_EPOCH);
        assert_eq!(effects, [Effect::Command { to: OPEN_CONSULTATION, body: fact.encode_to_vec(), until: None }]);
    }

    #[test]
    fn other_facts_are_left_alone() {
        assert!(Consultations::read("kajo.conversations.v1.MessageWritten", Uuid::nil(), &[]).expect("not ours").is_none());
    }
}
