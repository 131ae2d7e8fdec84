//! What was answered to a survey that was activated for a patient: sent once and for ever (SUR-04). Nothing of it goes on the bus: that a survey
//! was answered, its activation tells. Who reads it is decided where it is read. What was answered in another system, that system sends under an
//! identifier of its own, once and for ever as well (SUR-09): no activation tells of it, so it tells so itself, by ids alone.
//!
//! ```text
//!   (new) --Send--> Sent
//!   (new) --Import--> Imported --Import(the same)--> Imported
//! ```

mod stored;
#[cfg(test)]
mod tests;

use chassis_domain::{Aggregate, AudienceKey, DecideContext, Id, Matter, PersonId, RetentionClass, Sealable, Sealed, Timestamp, Uuid};
use kajo_proto::survey::store::v1::SentAnswers;
use prost::Message;

use crate::doer::By;

/// The id of a response.
pub type ResponseId = Id<SurveyResponse>;

/// The response to an activation: the same for ever, so that there is one.
pub fn id_of(activation: Uuid) -> ResponseId {
    ResponseId::from_uuid(Uuid::new_v5(&activation, b"response"))
}

/// The response that an integrator calls so: the same for ever.
pub fn imported_id(integrator: Uuid, system: &str, value: &str) -> ResponseId {
    let name = format!("QuestionnaireResponse\n{system}\n{value}");
    ResponseId::from_uuid(Uuid::new_v5(&integrator, name.as_bytes()))
}

/// A keyed hash of a resource.
pub type Digest = [u8; 32];

/// A response to a survey.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SurveyResponse {
    /// Nobody has answered.
    #[default]
    NotSent,
    /// Somebody has.
    Sent,
    /// Somebody has in another system.
    Imported {
        /// Of what that system has sent.
        digest: Digest,
    },
}

/// A request to a response.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Sends answers.
    Send(Box<Sending>),
    /// Takes in what another system sends.
    Import(Box<Importing>),
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

/// What another system sends.
#[derive(Clone, Debug, PartialEq)]
pub struct Importing {
    /// Whose answers they are.
    pub patient: PersonId,
    /// What was answered.
    pub survey: Uuid,
    /// In which version.
    pub published_version: u32,
    /// What the survey is about.
    pub matter: Matter,
    /// Who sends it.
    pub integrator: Uuid,
    /// When it was answered.
    pub authored_at: Timestamp,
    /// Of the resource.
    pub digest: Digest,
    /// Somebody answered on the patient's behalf; how they are called may be empty.
    pub representative_name: Option<String>,
    /// What was answered, with what of it breaks the rules of the version.
    pub content: SentAnswers,
    /// Professionals who have given the patient this survey, and hear of answers to it.
    pub informs: Vec<PersonId>,
}

/// Something that happened to a response.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Answers were sent.
    Sent(Box<Sent>),
    /// Answers came from another system.
    Imported(Box<Imported>),
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

/// What came from another system.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// Whose answers they are.
    pub patient: PersonId,
    /// What was answered.
    pub survey: Uuid,
    /// In which version.
    pub published_version: u32,
    /// What the survey is about.
    pub matter: Matter,
    /// Who sent it.
    pub integrator: Uuid,
    /// When it was answered.
    pub authored_at: Timestamp,
    /// Of the resource.
    pub digest: Digest,
    /// Somebody answered on the patient's behalf; how they are called may be empty.
    pub representative_name: Option<Sealed<String>>,
    /// The answers, under the patient's care record.
    pub content: Sealed<Content>,
    /// Who is told of it at once. Not stored: of an event that comes out of the store nobody is known here, and nobody is told any more.
    pub informs: Vec<PersonId>,
}

impl Imported {
    /// Who may be told at once: those professionals who hear of answers to what they have activated. Nobody else could open it: residents see what
    /// they were given here.
    pub fn audience(&self) -> Vec<AudienceKey> {
        self.informs.iter().map(AudienceKey::person).collect()
    }
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
    /// What has the identifier is something else.
    #[error("it was imported otherwise")]
    ImportedOtherwise,
}

chassis_domain::refusals! { Refusal {
    Self::NotFound => "not_found", Hidden;
    Self::AlreadyAnswered => "already_answered", State;
    Self::ImportedOtherwise => "imported_otherwise", State;
} }

impl Aggregate for SurveyResponse {
    const CATEGORY: &'static str = "survey_response";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusal;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Event>, Refusal> {
        match (self, command) {
            (Self::NotSent, Command::Send(sending)) => Ok(vec![Event::Sent(Box::new(sent(sending)?))]),
            (Self::Sent | Self::Imported { .. }, Command::Send(_)) => Err(Refusal::AlreadyAnswered),
            (Self::NotSent, Command::Import(importing)) => Ok(vec![Event::Imported(Box::new(imported(importing)))]),
            (Self::Imported { digest }, Command::Import(importing)) if *digest == importing.digest => Ok(Vec::new()),
            (Self::Sent | Self::Imported { .. }, Command::Import(_)) => Err(Refusal::ImportedOtherwise),
        }
    }

    fn evolve(&mut self, event: &Event) {
        *self = match event {
            Event::Sent(_) => Self::Sent,
            Event::Imported(imported) => Self::Imported { digest: imported.digest },
        };
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

fn imported(importing: &Importing) -> Imported {
    let patient = importing.patient;
    let representative_name = importing.representative_name.clone().map(|name| Sealed::new(patient, RetentionClass::CareRecord, name));
    Imported {
        patient,
        survey: importing.survey,
        published_version: importing.published_version,
        matter: importing.matter,
        integrator: importing.integrator,
        authored_at: importing.authored_at,
        digest: importing.digest,
        representative_name,
        content: Sealed::new(patient, RetentionClass::CareRecord, Content(importing.content.clone())),
        informs: importing.informs.clone(),
    }
}
