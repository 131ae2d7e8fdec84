//! A consultation that was asked for is opened: the fact names two conversations, the effect opens the second.

use chassis_domain::{CommandTarget, Effect, Policy, PolicyKey, Timestamp, Uuid};
use kajo_proto::conversations::v1::ConsultationRequested;
use prost::Message;

/// The executor that opens a consultation.
pub const OPEN_CONSULTATION: CommandTarget = CommandTarget("open_consultation");

/// Opens consultations. It remembers nothing: what it does follows from one fact alone.
#[derive(Debug)]
pub struct Consultations;

impl Policy for Consultations {
    const NAME: &'static str = "consultations";
    type Input = ConsultationRequested;
    type State = ();

    fn read(message: &str, _aggregate_id: Uuid, payload: &[u8]) -> Option<ConsultationRequested> {
        if message == "kajo.conversations.v1.ConsultationRequested" { ConsultationRequested::decode(payload).ok() } else { None }
    }

    fn correlate(input: &ConsultationRequested) -> PolicyKey {
        PolicyKey(input.consultation_id.clone())
    }

    fn react(_state: &mut (), input: &ConsultationRequested, _now: Timestamp) -> Vec<Effect> {
        vec![Effect::Command { to: OPEN_CONSULTATION, body: input.encode_to_vec() }]
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
    use super::*;

    #[test]
    fn a_request_opens_one_consultation() {
        let fact = ConsultationRequested { consultation_id: "a".to_owned(), conversation_id: "b".to_owned(), ..ConsultationRequested::default() };
        let read = Consultations::read("kajo.conversations.v1.ConsultationRequested", Uuid::nil(), &fact.encode_to_vec()).expect("ours");
        assert_eq!(Consultations::correlate(&read), PolicyKey("a".to_owned()));
        let effects = Consultations::react(&mut (), &read, Timestamp::UNIX_EPOCH);
        assert_eq!(effects, [Effect::Command { to: OPEN_CONSULTATION, body: fact.encode_to_vec() }]);
    }

    #[test]
    fn other_facts_are_left_alone() {
        assert!(Consultations::read("kajo.conversations.v1.MessageWritten", Uuid::nil(), &[]).is_none());
    }
}
