//! What was answered to a survey that was activated for a patient: sent once and for ever (SUR-04). Nothing of it goes on the bus: that a survey
//! was answered, its activation tells. Who reads it is decided where it is read.
//!
//! ```text
//!   (new) --Send--> Sent
//! ```

mod stored;
#[cfg(test)]
mod tests;

use chassis_domain::{Aggregate, DecideContext, Id, Matter, PersonId, RetentionClass, Sealable, Sealed, Uuid};
use kajo_proto::survey::store::v1::SentAnswers;
use prost::Message;

use crate::doer::By;

/// The id of a response.
pub type ResponseId = Id<SurveyResponse>;

/// The response to an activation: the same for ever, so that there is one.
pub fn id_of(activation: Uuid) -> ResponseId {
    ResponseId::from_uuid(Uuid::new_v5(&activation, b"response"))
}

/// A response to a survey.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SurveyResponse {
    /// Nobody has answered.
    #[default]
    NotSent,
    /// Somebody has.
    Sent,
}

/// A request to a response.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Sends answers.
    Send(Box<Sending>),
}

/// What is sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Sending {
    /// Whose answers they are.
    pub patient: PersonId,
    /// What was answered.
    pub survey: Uuid,
    /// In which version.
    pub published_version: u32,
    /// For which activation.
    pub activation: Uuid,
    /// What the survey is about.
    pub matter: Matter,
    /// Who sends: the patient, or who acts for them.
    pub by: By,
    /// What counts of what was answered.
    pub content: SentAnswers,
}

/// Something that happened to a response.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Answers were sent.
    Sent(Box<Sent>),
}

/// What was sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    /// Whose answers they are.
    pub patient: PersonId,
    /// What was answered.
    pub survey: Uuid,
    /// In which version.
    pub published_version: u32,
    /// For which activation.
    pub activation: Uuid,
    /// What the survey is about.
    pub matter: Matter,
    /// Who sent.
    pub by: Sender,
    /// The answers, under the patient's care record.
    pub content: Sealed<Content>,
}

/// Who sent answers. What people are called belongs to the patient's care record.
#[derive(Clone, Debug, PartialEq)]
pub struct Sender {
    /// As the patient was called.
    pub name: Sealed<String>,
    /// Who did so on the patient's behalf.
    pub representative: Option<(PersonId, Sealed<String>)>,
}

/// Answers and scores, as they are sealed.
#[derive(Clone, Debug, PartialEq)]
pub struct Content(pub SentAnswers);

impl Sealable for Content {
    fn to_plain(&self) -> Vec<u8> {
        self.0.encode_to_vec()
    }

    fn from_plain(plain: &[u8]) -> Option<Self> {
        SentAnswers::decode(plain).ok().map(Self)
    }
}

/// A refusal of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// For this caller there is nothing to answer.
    #[error("there is nothing to answer")]
    NotFound,
    /// Somebody was faster.
    #[error("it was answered already")]
    AlreadyAnswered,
}

chassis_domain::refusals! { Refusal {
    Self::NotFound => "not_found", Hidden;
    Self::AlreadyAnswered => "already_answered", State;
} }

impl Aggregate for SurveyResponse {
    const CATEGORY: &'static str = "survey_response";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusal;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Event>, Refusal> {
        let Command::Send(sending) = command;
        match self {
            Self::NotSent => Ok(vec![Event::Sent(Box::new(sent(sending)?))]),
            Self::Sent => Err(Refusal::AlreadyAnswered),
        }
    }

    fn evolve(&mut self, event: &Event) {
        let Event::Sent(_) = event;
        *self = Self::Sent;
    }
}

/// Nobody but the patient, or who acts for them, answers.
fn sent(sending: &Sending) -> Result<Sent, Refusal> {
    let Sending { patient, survey, published_version, activation, matter, by, content } = sending;
    let By::Resident { person, name, representative, .. } = by else { return Err(Refusal::NotFound) };
    if person != patient {
        return Err(Refusal::NotFound);
    }
    let care_record = |text: &str| Sealed::new(*patient, RetentionClass::CareRecord, text.to_owned());
    let representative = representative.as_ref().map(|somebody| (somebody.person, care_record(&somebody.name)));
    Ok(Sent {
        patient: *patient,
        survey: *survey,
        published_version: *published_version,
        activation: *activation,
        matter: *matter,
        by: Sender { name: care_record(name), representative },
        content: Sealed::new(*patient, RetentionClass::CareRecord, Content(content.clone())),
    })
}
