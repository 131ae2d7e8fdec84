//! A file on its way with a message: uploaded into quarantine, scanned, and sent or taken back (CON-14).
//!
//! ```text
//!   Pending --clean--> Clean           Pending, Clean --send--> sent with one message, or in one chat
//!      |   --infected-> Infected       Pending, Clean, Failed --discard--> Discarded
//!      +---scan failed-> Failed (blocked) --scanned again--> Clean | Infected
//! ```
//!
//! Only a clean file is ever given out; an infected one is removed.

mod event;
mod stored;
#[cfg(test)]
mod tests;

use chassis_domain::{Aggregate, DecideContext, Id, PersonId, RetentionClass, Sealed, Uuid};

pub use event::{Event, EventKind};

use crate::{
    audience::Audience,
    conversation::{ConversationId, ParticipantKind, value::MessageId},
};

/// The id of an attachment.
pub type AttachmentId = Id<Attachment>;

/// A file that was uploaded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attachment {
    /// Set by the first event.
    pub file: Option<File>,
    /// How its scan stands.
    pub scan: Scan,
    /// What took it along.
    pub sent: Option<Sent>,
    /// Taken back by its owner.
    pub discarded: bool,
    audience: Audience,
}

/// The file itself.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// Who uploaded it.
    pub owner: PersonId,
    /// On which side the owner stands.
    pub owner_kind: ParticipantKind,
    /// As its owner called it.
    pub name: Sealed<String>,
    /// Lower case, with its dot.
    pub extension: String,
    /// Plain size in bytes.
    pub size: u64,
    /// Name in the object store; random.
    pub object: String,
}

/// What took a file along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// A message of a conversation.
    Message(ConversationId, MessageId),
    /// A chat, whose service knows with which message.
    Chat(Uuid),
}

/// How a scan stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scan {
    /// Not scanned yet.
    #[default]
    Pending,
    /// Nothing was found.
    Clean,
    /// Something was found; the file is removed.
    Infected,
    /// It could not be scanned; blocked.
    Failed,
}

/// Whose key seals a file and its name: the file's own, so that one that was never sent can be erased and those that were stay.
pub const fn key_of(id: AttachmentId) -> PersonId {
    PersonId::from_uuid(id.uuid())
}

/// Why a file and its name are kept.
pub const fn retention(kind: ParticipantKind) -> RetentionClass {
    match kind {
        ParticipantKind::Resident => RetentionClass::CareRecord,
        ParticipantKind::Practitioner => RetentionClass::Professional,
    }
}

/// A request to an attachment.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Takes in a file that lies in quarantine.
    Upload {
        /// Which.
        id: AttachmentId,
        /// Whose.
        owner: PersonId,
        /// On which side.
        owner_kind: ParticipantKind,
        /// As its owner calls it.
        name: String,
        /// Lower case, with its dot.
        extension: String,
        /// Plain size in bytes.
        size: u64,
        /// Name in the object store.
        object: String,
    },
    /// Writes down what a scan found.
    Scanned {
        /// Clean, infected or failed.
        result: Scan,
    },
    /// Goes along with a message.
    Send {
        /// Who sends.
        by: PersonId,
        /// Where to.
        to: Sent,
        /// Who may be told that its scan came to an end.
        audience: Audience,
    },
    /// Is taken back.
    Discard {
        /// Who takes it back.
        by: PersonId,
    },
}

/// A refusal of an attachment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// For this caller there is none.
    #[error("there is no such attachment")]
    NotFound,
    /// It went along with a message already.
    #[error("the attachment was sent already")]
    AttachmentSent,
    /// A virus was found and the file removed.
    #[error("the attachment was infected and is removed")]
    AttachmentInfected,
    /// It could not be scanned.
    #[error("the attachment could not be scanned and is blocked")]
    AttachmentBlocked,
    /// The id is taken by another upload.
    #[error("the attachment exists already")]
    AlreadyUploaded,
}

chassis_domain::refusals! { Refusal {
    Self::NotFound => "not_found", Hidden;
    Self::AttachmentSent => "attachment_sent", State, field "attachment_ids";
    Self::AttachmentInfected => "attachment_infected", State, field "attachment_ids";
    Self::AttachmentBlocked => "attachment_blocked", State, field "attachment_ids";
    Self::AlreadyUploaded => "already_uploaded", State;
} }

impl Aggregate for Attachment {
    const CATEGORY: &'static str = "attachment";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusal;

    fn decide(&self, command: &Command, _cx: &DecideContext) -> Result<Vec<Event>, Refusal> {
        let what = match command {
            Command::Upload { id, owner, owner_kind, name, extension, size, object } => {
                if self.file.is_some() {
                    return Err(Refusal::AlreadyUploaded);
                }
                let file = File {
                    owner: *owner,
                    owner_kind: *owner_kind,
                    name: Sealed::new(key_of(*id), retention(*owner_kind), name.clone()),
                    extension: extension.clone(),
                    size: *size,
                    object: object.clone(),
                };
                return Ok(vec![Event { what: EventKind::Uploaded(file), audience: Audience::of(*owner) }]);
            }
            Command::Scanned { result } => self.scanned(*result)?,
            Command::Send { by, to, audience } => return self.send(*by, *to, audience),
            Command::Discard { by } => self.discard(*by)?,
        };
        Ok(what.into_iter().map(|what| Event { what, audience: self.audience.clone() }).collect())
    }

    fn evolve(&mut self, event: &Event) {
        self.audience = event.audience.clone();
        match &event.what {
            EventKind::Uploaded(file) => self.file = Some(file.clone()),
            EventKind::Clean => self.scan = Scan::Clean,
            EventKind::Infected => self.scan = Scan::Infected,
            EventKind::ScanFailed => self.scan = Scan::Failed,
            EventKind::Sent(to) => self.sent = Some(*to),
            EventKind::Discarded => self.discarded = true,
        }
    }
}

impl Attachment {
    /// The file's name in the object store.
    pub fn object(&self) -> Option<&str> {
        self.file.as_ref().map(|file| file.object.as_str())
    }

    /// A clean or infected file stays what it is; a failed scan may be tried again.
    fn scanned(&self, result: Scan) -> Result<Option<EventKind>, Refusal> {
        if self.file.is_none() {
            return Err(Refusal::NotFound);
        }
        Ok(match (self.scan, result) {
            _ if self.discarded => None,
            (Scan::Clean | Scan::Infected, _) | (_, Scan::Pending) | (Scan::Failed, Scan::Failed) => None,
            (_, Scan::Clean) => Some(EventKind::Clean),
            (_, Scan::Infected) => Some(EventKind::Infected),
            (_, Scan::Failed) => Some(EventKind::ScanFailed),
        })
    }

    fn send(&self, by: PersonId, to: Sent, audience: &Audience) -> Result<Vec<Event>, Refusal> {
        self.owned(by)?;
        match (self.sent, self.scan) {
            (Some(sent), _) if sent == to => Ok(vec![]),
            (Some(_), _) => Err(Refusal::AttachmentSent),
            (None, Scan::Infected) => Err(Refusal::AttachmentInfected),
            (None, Scan::Failed) => Err(Refusal::AttachmentBlocked),
            (None, Scan::Pending | Scan::Clean) => {
                let mut told = self.audience.clone();
                told.extend(audience.clone());
                Ok(vec![Event { what: EventKind::Sent(to), audience: told }])
            }
        }
    }

    fn discard(&self, by: PersonId) -> Result<Option<EventKind>, Refusal> {
        if self.discarded && self.file.as_ref().is_some_and(|file| file.owner == by) {
            return Ok(None);
        }
        self.owned(by)?;
        if self.sent.is_some() { Err(Refusal::AttachmentSent) } else { Ok(Some(EventKind::Discarded)) }
    }

    /// The file, for its owner.
    fn owned(&self, by: PersonId) -> Result<&File, Refusal> {
        self.file.as_ref().filter(|file| file.owner == by && !self.discarded).ok_or(Refusal::NotFound)
    }
}
