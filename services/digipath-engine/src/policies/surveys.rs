//! Surveys that were activated and answered are told to the executions of the patient (DIG-03).

use chassis_domain::{Effect, Policy, PolicyKey, Timestamp, Unreadable, Uuid};
use kajo_proto::survey::v1::{SurveyActivated, SurveyActivationFact, SurveyAnswered};
use prost::Message;

use super::news::{self, Input, News, What};

/// Tells of surveys.
#[derive(Debug)]
pub(crate) struct Surveys;

impl Policy for Surveys {
    const NAME: &'static str = "path_surveys";
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

/// What a fact about an activation tells; `None`: it is none of ours.
pub(super) fn news(message: &str, payload: &[u8]) -> Result<Option<News>, Unreadable> {
    let unreadable = |_| Unreadable(message.to_owned());
    let read = match message {
        "kajo.survey.v1.SurveyActivated" => {
            let fact = SurveyActivated::decode(payload).map_err(unreadable)?;
            of(&fact.survey_activation_id, fact.activation, |survey, activation| What::SurveyActivated { survey, activation })
        }
        "kajo.survey.v1.SurveyAnswered" => {
            let fact = SurveyAnswered::decode(payload).map_err(unreadable)?;
            of(&fact.survey_activation_id, fact.activation, |survey, activation| What::SurveyAnswered { survey, activation })
        }
        _ => return Ok(None),
    };
    news::whole(message, read)
}

fn of(activation: &str, fact: Option<SurveyActivationFact>, what: fn(Uuid, Uuid) -> What) -> Option<News> {
    let fact = fact?;
    Some(News { patient: news::patient(&fact.patient_id)?, what: what(news::id(&fact.survey_id)?, news::id(activation)?) })
}

#[cfg(test)]
mod tests {
    use chassis_domain::PersonId;

    use super::*;

    const ACTIVATION: Uuid = Uuid::from_u128(7);
    const PATIENT: Uuid = Uuid::from_u128(8);
    const SURVEY: Uuid = Uuid::from_u128(9);

    fn told(message: &str, fact: &impl Message) -> What {
        let message = format!("kajo.survey.v1.{message}");
        let input = Surveys::read(&message, ACTIVATION, &fact.encode_to_vec()).expect("readable").expect("ours");
        assert_eq!(Surveys::correlate(&input), PolicyKey(ACTIVATION.to_string()));
        let effects = Surveys::react(&mut (), &input, Timestamp::UNIX_EPOCH);
        let [Effect::Command { body, .. }] = effects.as_slice() else { panic!("one command: {effects:?}") };
        let (news, at) = news::read(body).expect("news");
        assert_eq!((news.patient, at), (PersonId::from_uuid(PATIENT), Timestamp::UNIX_EPOCH));
        news.what
    }

    #[test]
    fn dig_03_a_survey_that_was_activated_or_answered_is_told_of() {
        let survey_activation_id = ACTIVATION.to_string();
        let fact = SurveyActivationFact { patient_id: PATIENT.to_string(), survey_id: SURVEY.to_string(), ..SurveyActivationFact::default() };
        let activated = SurveyActivated { survey_activation_id: survey_activation_id.clone(), activation: Some(fact.clone()) };
        assert_eq!(told("SurveyActivated", &activated), What::SurveyActivated { survey: SURVEY, activation: ACTIVATION });
        let answered = SurveyAnswered { survey_activation_id, activation: Some(fact), ..SurveyAnswered::default() };
        assert_eq!(told("SurveyAnswered", &answered), What::SurveyAnswered { survey: SURVEY, activation: ACTIVATION });
    }

    #[test]
    fn what_cannot_be_read_is_parked_and_other_facts_are_left_alone() {
        let read = |message: &str, payload: &[u8]| Surveys::read(&format!("kajo.survey.v1.{message}"), ACTIVATION, payload);
        assert_eq!(read("SurveyExpired", &[]), Ok(None));
        assert!(read("SurveyAnswered", b"nonsense").is_err());
        assert!(read("SurveyAnswered", &SurveyAnswered::default().encode_to_vec()).is_err());
    }
}
