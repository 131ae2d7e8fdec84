//! A form that was sent becomes a conversation in its queue: survey's fact names the form and the conversation, the effect opens the latter (SUR-06),
//! also of a form whose sender nobody knows (SUR-07).

use chassis_domain::{CommandTarget, StatelessPolicy};
use kajo_proto::survey::v1::FormSent;

/// The executor that opens a conversation about a form.
pub const OPEN_FORM: CommandTarget = CommandTarget("open_form");

/// Opens conversations about forms.
#[derive(Debug)]
pub struct Forms;

impl StatelessPolicy for Forms {
    const NAME: &'static str = "forms";
    const FACT: &'static str = "kajo.survey.v1.FormSent";
    const TO: CommandTarget = OPEN_FORM;
    type Fact = FormSent;

    fn key(fact: &FormSent) -> &str {
        &fact.form_response_id
    }
}

#[cfg(test)]
mod tests {
    use chassis_domain::{Effect, Policy, PolicyKey, Timestamp, Uuid};
    use prost::Message;

    use super::*;

    #[test]
    fn sur_06_a_form_that_was_sent_opens_one_conversation_and_other_facts_open_none() {
        let fact = FormSent { form_response_id: "a".to_owned(), conversation_id: "b".to_owned(), ..FormSent::default() };
        let read = Forms::read("kajo.survey.v1.FormSent", Uuid::nil(), &fact.encode_to_vec()).expect("readable").expect("ours");
        assert_eq!(Forms::correlate(&read), PolicyKey("a".to_owned()));
        let effects = Forms::react(&mut (), &read, Timestamp::UNIX_EPOCH);
        assert_eq!(effects, [Effect::Command { to: OPEN_FORM, body: fact.encode_to_vec(), until: None }]);
        assert!(Forms::read("kajo.survey.v1.SurveyAnswered", Uuid::nil(), &[]).expect("not ours").is_none());
    }
}
