//! A summary of a chat, which a language model makes and the professional who has the chat answers for (CHA-10).
//!
//! A chat has one at most. It is asked for, comes or fails, and stands until it is rejected or cleared: none replaces what a professional
//! has before their eyes. Requests are counted, so that an answer to one that was cleared meanwhile is known as such and changes nothing.
//!
//! Who has a chat is for the chat to say: whoever gives a command here has it. Nor is it for the summary to know what was before their eyes:
//! who edits, accepts or rejects one expects its stream at the version that they have seen, and the store refuses any other.

mod command;
mod decide;
mod event;
mod refusal;
mod stored;
#[cfg(test)]
mod tests;

use chassis_domain::{Aggregate, DecideContext, Id, Sealed, Timestamp};
use kajo_proto::chat_queue::v1 as public;

pub use command::Command;
pub use event::{Event, EventKind, Failure, Sentence, Standing};
pub use refusal::Refused;

/// The id of a summary: that of its chat.
pub type ChatSummaryId = Id<ChatSummary>;

/// How long one may be in a professional's own words, in characters.
pub const TEXT_MAX_CHARS: usize = 4_000;

/// What has become of a summary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// There is none.
    #[default]
    Nothing,
    /// It is being made.
    Creating,
    /// It stands.
    Done,
    /// None could be made.
    Failed,
    /// It was of no use.
    Rejected,
}

impl State {
    /// As the contract has it.
    pub const fn public(self) -> public::ChatSummaryState {
        match self {
            Self::Nothing => public::ChatSummaryState::Unspecified,
            Self::Creating => public::ChatSummaryState::Creating,
            Self::Done => public::ChatSummaryState::Done,
            Self::Failed => public::ChatSummaryState::Failed,
            Self::Rejected => public::ChatSummaryState::Rejected,
        }
    }
}

/// What a summary says.
#[derive(Clone, Debug, PartialEq)]
pub enum Words {
    /// As the model made it.
    Model(Vec<Sentence>),
    /// As the professional has changed it.
    Own(Sealed<String>),
}

/// A summary of a chat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChatSummary {
    /// What has become of it.
    pub state: State,
    /// Of whose chat it is, and who has asked for it or changed it last; `None`: nobody has asked yet.
    pub standing: Option<Standing>,
    /// How many were asked for until now: answers name it.
    pub requests: u64,
    /// It is of the messages up to this one.
    pub until_number: u32,
    /// While it is being made: what people in the chat are called, a line each.
    pub names: Option<Sealed<String>>,
    /// While it stands: what it says.
    pub words: Option<Words>,
    /// The professional answers for it as it stands.
    pub accepted: bool,
    /// Why none could be made.
    pub failure: Option<Failure>,
}

impl Aggregate for ChatSummary {
    const CATEGORY: &'static str = "chat_summary";
    type Command = Command;
    type Event = Event;
    type Refusal = Refused;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Event>, Refused> {
        decide::decide(self, command)
    }

    fn evolve(&mut self, event: &Event) {
        let standing = Some(event.standing.clone());
        match &event.what {
            EventKind::Requested { until_number, names } => {
                let (state, requests, names) = (State::Creating, self.requests + 1, Some(names.clone()));
                *self = Self { state, standing, requests, until_number: *until_number, names, ..Self::default() };
            }
            EventKind::Completed { sentences } => {
                let words = Some(Words::Model(sentences.clone()));
                *self = Self { state: State::Done, standing, words, ..self.answered() };
            }
            EventKind::Failed { failure } => *self = Self { state: State::Failed, standing, failure: Some(*failure), ..self.answered() },
            EventKind::Edited { text } => {
                self.standing = standing;
                self.words = Some(Words::Own(text.clone()));
                self.accepted = false;
            }
            EventKind::Accepted => {
                self.standing = standing;
                self.accepted = true;
            }
            // Nobody reads it any more.
            EventKind::Rejected => *self = Self { state: State::Rejected, standing, ..self.answered() },
            EventKind::Cleared => *self = Self { standing, requests: self.requests, ..Self::default() },
        }
    }
}

impl ChatSummary {
    /// What was asked for, with nothing that came of it. The names are needed no more.
    fn answered(&self) -> Self {
        Self { requests: self.requests, until_number: self.until_number, ..Self::default() }
    }
}

/// When it was asked for last, by the times of its history.
pub fn requested_at<'a>(history: impl IntoIterator<Item = (Timestamp, &'a Event)>) -> Option<Timestamp> {
    let requests = history.into_iter().filter(|(_, event)| matches!(event.what, EventKind::Requested { .. }));
    requests.map(|(at, _)| at).last()
}
