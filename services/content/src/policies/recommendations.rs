//! Recommendations to book are told; those that were used or taken back are told no more.

use chassis_domain::{Effect, Policy, PolicyKey, Timestamp, Unreadable, Uuid};
use kajo_proto::scheduling::v1::{RecommendationActivated, RecommendationClosed};
use prost::Message;

use super::given::{Input, What};
use crate::notification::Kind;

/// A recommendation is given once.
const OCCASION: &str = "activated";

/// Has recommendations told.
#[derive(Debug)]
pub(crate) struct Recommendations;

impl Policy for Recommendations {
    const NAME: &'static str = "notify_recommendations";
    const AS_OF_FACT: bool = true;
    type Input = Input;
    type State = ();

    fn read(message: &str, aggregate_id: Uuid, payload: &[u8]) -> Result<Option<Input>, Unreadable> {
        let unreadable = |_| Unreadable(message.to_owned());
        let (what, patient_id) = match message {
            "kajo.scheduling.v1.RecommendationActivated" => (What::Waits, RecommendationActivated::decode(payload).map_err(unreadable)?.patient_id),
            "kajo.scheduling.v1.RecommendationClosed" => (What::IsOver, RecommendationClosed::decode(payload).map_err(unreadable)?.patient_id),
            _ => return Ok(None),
        };
        Input::of(message, what, aggregate_id, &patient_id)
    }

    fn correlate(input: &Input) -> PolicyKey {
        input.key()
    }

    fn react(_state: &mut (), input: &Input, now: Timestamp) -> Vec<Effect> {
        input.effects(Kind::Recommendation, OCCASION, now)
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
    use kajo_proto::scheduling::v1::RecommendationState;

    use super::*;
    use crate::notification::{Telling, withdrawal};

    const RECOMMENDATION: Uuid = Uuid::from_u128(7);
    const PATIENT: Uuid = Uuid::from_u128(8);

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    /// What follows from a fact.
    fn after(message: &str, fact: &impl Message) -> Vec<Effect> {
        let message = format!("kajo.scheduling.v1.{message}");
        let input = Recommendations::read(&message, RECOMMENDATION, &fact.encode_to_vec()).expect("readable").expect("ours");
        assert_eq!(Recommendations::correlate(&input), PolicyKey(RECOMMENDATION.to_string()));
        Recommendations::react(&mut (), &input, at("2026-03-02T10:00:00Z"))
    }

    #[test]
    fn cms_05_a_recommendation_is_told_until_it_is_used_or_taken_back() {
        let told = Telling {
            kind: Kind::Recommendation,
            object: RECOMMENDATION,
            recipient: PersonId::from_uuid(PATIENT),
            occasion: "activated".to_owned(),
            starts_at: None,
            until: at("2026-03-04T10:00:00Z"),
            at_once: false,
        };
        let activated = RecommendationActivated { patient_id: PATIENT.to_string(), ..RecommendationActivated::default() };
        assert_eq!(after("RecommendationActivated", &activated), [told.effect()]);
        for state in [RecommendationState::Used, RecommendationState::Withdrawn] {
            let closed = RecommendationClosed { patient_id: PATIENT.to_string(), state: state.into(), ..RecommendationClosed::default() };
            assert_eq!(after("RecommendationClosed", &closed), [withdrawal(told.id())], "{state:?}");
        }
    }

    #[test]
    fn cms_05_facts_about_recommendations_that_cannot_be_read_are_parked_and_others_are_left_alone() {
        let read = |message: &str, payload: &[u8]| Recommendations::read(&format!("kajo.scheduling.v1.{message}"), RECOMMENDATION, payload);
        assert!(read("RecommendationClosed", b"nonsense").is_err());
        assert!(read("RecommendationActivated", &RecommendationActivated::default().encode_to_vec()).is_err(), "of nobody");
        assert_eq!(read("AppointmentBooked", b"nonsense"), Ok(None));
    }
}
