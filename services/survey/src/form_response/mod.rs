//! A form that a resident has sent to a queue (SUR-06), or somebody who is not known (SUR-07): sent once and for ever, and then a conversation opens
//! for it. The world is told that it was sent, and nothing of what was answered. Which professionals read it is decided where it is read.
//!
//! ```text
//!   (new) --Send--> Sent
//!   (new) --SendAnonymously--> Sent
//! ```

mod stored;
#[cfg(test)]
mod tests;

use chassis_domain::{Aggregate, AudienceKey, DecideContext, Id, Matter, PersonId, Representative, Represented, RetentionClass, Sealed, Uuid};
use kajo_proto::survey::store::v1::SentAnswers;

use crate::{
    doer::{By, Doer},
    response::Content,
};

/// The id of a form that was sent.
pub type FormResponseId = Id<FormResponse>;

/// What a command sends: the same for every retry of it. Of an anonymous form the sitting is the command.
pub fn id_of(command_id: Uuid) -> FormResponseId {
    FormResponseId::from_uuid(Uuid::new_v5(&command_id, b"form_response"))
}

/// The conversation that opens for it: the same for ever, so that there is one.
pub fn conversation_of(form_response: FormResponseId) -> Uuid {
    Uuid::new_v5(&form_response.uuid(), b"conversation")
}

/// A form that is sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FormResponse {
    /// Nobody has sent it.
    #[default]
    NotSent,
    /// Somebody has.
    Sent,
}

/// A request to a form.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Sends it.
    Send(Box<Sending>),
    /// Sends it as nobody.
    SendAnonymously(Box<Anonymous>),
}

/// What is sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Sending {
    /// Whose form it is.
    pub patient: PersonId,
    /// The queue that it goes to.
    pub subcategory: Uuid,
    /// What the queue is about.
    pub matter: Matter,
    /// What was answered.
    pub survey: Uuid,
    /// In which version.
    pub published_version: u32,
    /// The survey takes no answers any more.
    pub archived: bool,
    /// A resident of 12 to 17 lets guardians see it; of others it means nothing.
    pub visible_to_guardians: bool,
    /// Who sends: the patient, or who acts for them.
    pub by: By,
    /// What counts of what was answered.
    pub content: SentAnswers,
}

/// What is sent by somebody who is not known.
#[derive(Clone, Debug, PartialEq)]
pub struct Anonymous {
    /// The form itself: it is nobody's, so its answers are under a key of its own.
    pub form_response: FormResponseId,
    /// The queue that it goes to.
    pub subcategory: Uuid,
    /// What the queue is about.
    pub matter: Matter,
    /// What was answered.
    pub survey: Uuid,
    /// In which version.
    pub published_version: u32,
    /// The survey takes no answers any more.
    pub archived: bool,
    /// What counts of what was answered.
    pub content: SentAnswers,
}

/// Something that happened to a form.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// It was sent.
    Sent(Box<Sent>),
    /// Somebody sent it who is not known.
    SentAnonymously(Box<SentAnonymously>),
}

/// What was sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    /// Whose form it is.
    pub owner: Owner,
    /// The queue that it went to.
    pub subcategory: Uuid,
    /// What was answered.
    pub survey: Uuid,
    /// In which version.
    pub published_version: u32,
    /// Who sent it.
    pub by: Doer,
    /// The answers, under the patient's care record.
    pub content: Sealed<Content>,
}

/// What was sent by somebody who is not known: nothing in it says or hints who.
#[derive(Clone, Debug, PartialEq)]
pub struct SentAnonymously {
    /// The queue that it went to.
    pub subcategory: Uuid,
    /// What the queue was about.
    pub matter: Matter,
    /// What was answered.
    pub survey: Uuid,
    /// In which version.
    pub published_version: u32,
    /// The answers, under a key of the form itself.
    pub content: Sealed<Content>,
}

/// Whose a form is, and who of those who act for them is to see it. Said when it is sent, for ever: what a teenager shows or hides later is said of
/// its conversation, which begins with this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The patient.
    pub patient: PersonId,
    /// Which mandates it needs of who acts for the patient.
    pub matter: Matter,
    /// Guardians of a teenager may see it.
    pub visible_to_guardians: bool,
}

impl Owner {
    /// Whether this is the patient, or who acts for them with the mandate. Whether guardians of a teenager see it, its conversation says.
    pub fn admits(&self, by: &By) -> bool {
        match by {
            By::Resident { person, representative, .. } => {
                let is_mandated = |somebody: &Representative| somebody.mandates.cover(self.matter.needs());
                *person == self.patient && representative.as_ref().is_none_or(is_mandated)
            }
            By::Practitioner { .. } | By::Platform => false,
        }
    }

    /// Who may be told at once that it was sent.
    fn audience(&self) -> Vec<AudienceKey> {
        let represented = Represented { resident: self.patient, needs: self.matter.needs(), guardians: self.visible_to_guardians };
        [AudienceKey::person(self.patient)].into_iter().chain(represented.keys()).collect()
    }
}

/// A refusal of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// For this caller there is nothing to send.
    #[error("there is nothing to send")]
    NotFound,
    /// It was sent already; ids follow from commands, so another command did it.
    #[error("it was sent already")]
    AlreadySent,
    /// The survey takes no answers now.
    #[error("the form takes no answers")]
    FormClosed,
    /// Another version than the one that was answered is in force.
    #[error("the form is another one by now")]
    StaleVersion,
    /// Who acts for a resident lacks the mandate for what the queue is about.
    #[error("the mandate is missing")]
    MandateMissing,
    /// What began at an address is over, or never began.
    #[error("the sitting is over")]
    SittingOver,
    /// Too many forms come, or this one came sooner than anybody answers it.
    #[error("too many forms come")]
    FormBusy,
}

chassis_domain::refusals! { Refusal {
    Self::NotFound => "not_found", Hidden;
    Self::AlreadySent => "already_answered", State;
    Self::FormClosed => "form_closed", State;
    Self::StaleVersion => "stale_version", Stale;
    Self::MandateMissing => "mandate_missing", Forbidden;
    Self::SittingOver => "sitting_over", State;
    Self::FormBusy => "form_busy", State;
} }

/// Whether somebody has to do with forms about this: who acts for a resident needs the mandate for it (IDN-07).
///
/// # Errors
/// When it is missing.
pub fn mandated(by: &By, matter: Matter) -> Result<(), Refusal> {
    let lacks = by.representative().is_some_and(|somebody| !somebody.mandates.cover(matter.needs()));
    if lacks { Err(Refusal::MandateMissing) } else { Ok(()) }
}

impl Aggregate for FormResponse {
    const CATEGORY: &'static str = "form_response";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusal;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Event>, Refusal> {
        if *self == Self::Sent {
            return Err(Refusal::AlreadySent);
        }
        Ok(vec![match command {
            Command::Send(sending) => Event::Sent(Box::new(sent(sending)?)),
            Command::SendAnonymously(anonymous) => Event::SentAnonymously(Box::new(sent_anonymously(anonymous)?)),
        }])
    }

    fn evolve(&mut self, event: &Event) {
        match event {
            Event::Sent(_) | Event::SentAnonymously(_) => *self = Self::Sent,
        }
    }
}

/// Nobody but the patient, or who acts for them, sends.
fn sent(sending: &Sending) -> Result<Sent, Refusal> {
    let Sending { patient, subcategory, matter, survey, published_version, archived, by, content, .. } = sending;
    let By::Resident { person, representative, teenager, .. } = by else { return Err(Refusal::NotFound) };
    if person != patient {
        return Err(Refusal::NotFound);
    }
    mandated(by, *matter)?;
    if *archived {
        return Err(Refusal::FormClosed);
    }
    // A teenager alone decides; who acts for a resident and sends it sees it (IDN-09).
    let visible_to_guardians = representative.is_some() || (sending.visible_to_guardians && *teenager);
    Ok(Sent {
        owner: Owner { patient: *patient, matter: *matter, visible_to_guardians },
        subcategory: *subcategory,
        survey: *survey,
        published_version: *published_version,
        by: Doer::of(by, *patient),
        content: Sealed::new(*patient, RetentionClass::CareRecord, Content(content.clone())),
    })
}

/// Anybody sends.
fn sent_anonymously(anonymous: &Anonymous) -> Result<SentAnonymously, Refusal> {
    let Anonymous { form_response, subcategory, matter, survey, published_version, archived, content } = anonymous;
    if *archived {
        return Err(Refusal::FormClosed);
    }
    let nobody = PersonId::from_uuid(form_response.uuid());
    Ok(SentAnonymously {
        subcategory: *subcategory,
        matter: *matter,
        survey: *survey,
        published_version: *published_version,
        content: Sealed::new(nobody, RetentionClass::CareRecord, Content(content.clone())),
    })
}
