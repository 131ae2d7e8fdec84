//! Surveys that a patient can answer are told when they open, and not before; those that were answered, taken back or whose last day is over are told
//! no more. One that is open from the start opens too, right after it is activated.

use chassis_domain::{Effect, Policy, PolicyKey, Timestamp, Unreadable, Uuid};
use kajo_proto::survey::v1::{SurveyAnswered, SurveyExpired, SurveyOpened, SurveyWithdrawn};
use prost::Message;

use super::given::{Input, What};
use crate::notification::Kind;

/// An activation opens once.
const OCCASION: &str = "opened";

/// Has surveys told.
#[derive(Debug)]
pub(crate) struct Surveys;

impl Policy for Surveys {
    const NAME: &'static str = "notify_surveys";
    const AS_OF_FACT: bool = true;
    type Input = Input;
    type State = ();

    fn read(message: &str, aggregate_id: Uuid, payload: &[u8]) -> Result<Option<Input>, Unreadable> {
        let unreadable = |_| Unreadable(message.to_owned());
        let (what, activation) = match message {
            "kajo.survey.v1.SurveyOpened" => (What::Waits, SurveyOpened::decode(payload).map_err(unreadable)?.activation),
            "kajo.survey.v1.SurveyAnswered" => (What::IsOver, SurveyAnswered::decode(payload).map_err(unreadable)?.activation),
            "kajo.survey.v1.SurveyExpired" => (What::IsOver, SurveyExpired::decode(payload).map_err(unreadable)?.activation),
            "kajo.survey.v1.SurveyWithdrawn" => (What::IsOver, SurveyWithdrawn::decode(payload).map_err(unreadable)?.activation),
            _ => return Ok(None),
        };
        Input::of(message, what, aggregate_id, &activation.unwrap_or_default().patient_id)
    }

    fn correlate(input: &Input) -> PolicyKey {
        input.key()
    }

    fn react(_state: &mut (), input: &Input, now: Timestamp) -> Vec<Effect> {
        input.effects(Kind::Survey, OCCASION, now)
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
    use kajo_proto::survey::v1::{SurveyActivated, SurveyActivationFact};

    use super::*;
    use crate::notification::{Telling, withdrawal};

    const ACTIVATION: Uuid = Uuid::from_u128(7);
    const PATIENT: Uuid = Uuid::from_u128(8);

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    fn activation() -> Option<SurveyActivationFact> {
        Some(SurveyActivationFact { patient_id: PATIENT.to_string(), ..SurveyActivationFact::default() })
    }

    /// What follows from a fact.
    fn after(message: &str, fact: &impl Message) -> Vec<Effect> {
        let message = format!("kajo.survey.v1.{message}");
        let input = Surveys::read(&message, ACTIVATION, &fact.encode_to_vec()).expect("readable").expect("ours");
        assert_eq!(Surveys::correlate(&input), PolicyKey(ACTIVATION.to_string()));
        Surveys::react(&mut (), &input, at("2026-03-02T10:00:00Z"))
    }

    fn told() -> Telling {
        Telling {
            kind: Kind::Survey,
            object: ACTIVATION,
            recipient: PersonId::from_uuid(PATIENT),
            occasion: "opened".to_owned(),
            starts_at: None,
            until: at("2026-03-04T10:00:00Z"),
            at_once: false,
        }
    }

    #[test]
    fn cms_05_a_survey_is_told_when_it_opens_and_not_when_it_is_activated() {
        let activated = SurveyActivated { activation: activation(), ..SurveyActivated::default() };
        assert_eq!(Surveys::read("kajo.survey.v1.SurveyActivated", ACTIVATION, &activated.encode_to_vec()), Ok(None));
        assert_eq!(after("SurveyOpened", &SurveyOpened { activation: activation(), ..SurveyOpened::default() }), [told().effect()]);
    }

    #[test]
    fn cms_05_a_survey_that_was_answered_or_is_over_is_told_no_more() {
        let withdrawn = [withdrawal(told().id())];
        assert_eq!(after("SurveyAnswered", &SurveyAnswered { activation: activation(), ..SurveyAnswered::default() }), withdrawn);
        assert_eq!(after("SurveyExpired", &SurveyExpired { activation: activation(), ..SurveyExpired::default() }), withdrawn);
        assert_eq!(after("SurveyWithdrawn", &SurveyWithdrawn { activation: activation(), ..SurveyWithdrawn::default() }), withdrawn);
    }

    #[test]
    fn cms_05_facts_about_surveys_that_cannot_be_read_are_parked_and_others_are_left_alone() {
        let read = |message: &str, payload: &[u8]| Surveys::read(&format!("kajo.survey.v1.{message}"), ACTIVATION, payload);
        assert!(read("SurveyAnswered", b"nonsense").is_err());
        assert!(read("SurveyOpened", &SurveyOpened::default().encode_to_vec()).is_err(), "of nobody");
        assert_eq!(read("SurveyShownToGuardians", b"nonsense"), Ok(None));
    }
}
