//! What somebody has assessed of their symptoms before they join a queue (CHA-09): sent once and for ever, with explicit consent, and taken
//! along into the chats that they join within the hour. What is asked is a survey that the queue names; what of the answers counts and what the
//! scores come to is evaluated before it comes here.
//!
//! ```text
//!   (new) --Complete--> Completed --Join--> Completed
//! ```
//!
//! Several chats may have the same one: whoever leaves the line and comes again within the hour is not asked again. What it comes to shuts nobody
//! out; who reads it is decided where it is read.

mod command;
mod event;
mod finding;
mod refusal;
mod stored;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use chassis_domain::{Aggregate, DecideContext, Id, Sealed, SignedDuration, Timestamp, Uuid};

use crate::chat;

pub use command::{Command, Completing};
pub use event::{Answered, Event, EventKind, Standing};
pub use finding::{Finding, findings, level};
pub use refusal::Refused;

/// The id of an assessment.
pub type AssessmentId = Id<Assessment>;

/// Of the words by which one consents: whoever changes what they mean raises it, and whoever has read the former ones is asked anew.
pub const CONSENT_VERSION: u32 = 1;
/// So long after it was sent one joins with it; at that moment it is over.
pub const VALID_FOR: SignedDuration = SignedDuration::from_mins(60);
/// See [`may_send`].
pub const SENT_WITHIN: SignedDuration = SignedDuration::from_hours(1);

/// How many a visitor sends within [`SENT_WITHIN`]: nobody knows them, so nothing else holds them back.
const SENT_AT_MOST: i64 = 5;

/// What a command sends: the same for every retry of it.
pub fn id_of(command_id: Uuid) -> AssessmentId {
    AssessmentId::from_uuid(Uuid::new_v5(&command_id, b"assessment"))
}

/// An assessment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assessment {
    /// Whose it is, and for which queue; `None`: nobody has sent it.
    pub standing: Option<Standing>,
    /// The chats into which it went along.
    pub chats: BTreeSet<Uuid>,
}

impl Aggregate for Assessment {
    const CATEGORY: &'static str = "assessment";
    type Command = Command;
    type Event = Event;
    type Refusal = Refused;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Event>, Refused> {
        match (command, &self.standing) {
            (Command::Complete(completing), None) => Ok(vec![completed(completing)?]),
            // Ids follow from commands: it was this one.
            (Command::Complete(_), Some(_)) => Ok(Vec::new()),
            (Command::Join { .. }, None) => Err(Refused::NotFound),
            (Command::Join { chat }, Some(standing)) => {
                let joined = || Event { what: EventKind::Joined { chat: *chat }, standing: standing.clone() };
                Ok((!self.chats.contains(chat)).then(joined).into_iter().collect())
            }
        }
    }

    fn evolve(&mut self, event: &Event) {
        match &event.what {
            EventKind::Completed { .. } => self.standing = Some(event.standing.clone()),
            EventKind::Joined { chat } => {
                self.chats.insert(*chat);
            }
        }
    }
}

/// Without consent to the words that are in force nothing of it is kept.
fn completed(completing: &Completing) -> Result<Event, Refused> {
    let Completing { standing, survey, published_version, consent_version, content } = completing;
    if *consent_version != CONSENT_VERSION {
        return Err(Refused::ConsentMissing);
    }
    let what = EventKind::Completed {
        survey: *survey,
        published_version: *published_version,
        consent_version: *consent_version,
        answers: Sealed::new(standing.resident, standing.retention(), Answered(content.clone())),
    };
    Ok(Event { what, standing: standing.clone() })
}

/// Whether somebody may join a queue that asks for an assessment or does not, and which one goes along: of theirs for this queue, the newest with
/// when it was sent.
///
/// # Errors
/// When the queue asks for one and there is none, or when it was sent an hour ago or more.
pub fn admits(asks: bool, newest: Option<(AssessmentId, Timestamp)>, now: Timestamp) -> Result<Option<AssessmentId>, chat::Refused> {
    match newest {
        Some((assessment, completed_at)) if completed_at > now - VALID_FOR => Ok(Some(assessment)),
        Some(_) if asks => Err(chat::Refused::AssessmentExpired),
        None if asks => Err(chat::Refused::AssessmentRequired),
        Some(_) | None => Ok(None),
    }
}

/// Whether a visitor may send one who has sent so many within [`SENT_WITHIN`].
///
/// # Errors
/// When it was many.
pub const fn may_send(sent: i64) -> Result<(), Refused> {
    if sent >= SENT_AT_MOST { Err(Refused::TooMany) } else { Ok(()) }
}
