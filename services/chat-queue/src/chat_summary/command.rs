//! What is asked of a summary, and by whom.

use chassis_domain::PersonId;

use super::{Failure, Standing};

/// A request. Who edits, accepts or rejects expects the version of the stream that was before their eyes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Has one made.
    Request {
        /// Of whose chat, and who asks.
        standing: Standing,
        /// It is of the messages up to this one; 0: nothing is written that could be summarised.
        until_number: u32,
        /// What people in the chat are called, a line each.
        names: String,
    },
    /// The model has made it.
    Complete {
        /// Which request this answers, by how many there were until it.
        request: u64,
        /// Who has the chat now, and is told; `None`: nobody else than when it was asked for.
        has_it: Option<PersonId>,
        /// Each with the messages that it stands on, and whether they do not bear it out.
        sentences: Vec<(String, Vec<u32>, bool)>,
    },
    /// None could be made.
    Fail {
        /// Which request this answers, by how many there were until it.
        request: u64,
        /// Who has the chat now, and is told; `None`: nobody else than when it was asked for.
        has_it: Option<PersonId>,
        /// Why.
        failure: Failure,
    },
    /// Puts the professional's own words in its place.
    Edit {
        /// Who has the chat.
        by: PersonId,
        /// What it says from then on.
        text: String,
    },
    /// Answers for it as it stands.
    Accept {
        /// Who has the chat.
        by: PersonId,
    },
    /// It is of no use.
    Reject {
        /// Who has the chat.
        by: PersonId,
    },
    /// Away with it, whatever became of it.
    Clear {
        /// Who has the chat.
        by: PersonId,
    },
}
