//! Answers to surveys as FHIR R4 QuestionnaireResponses: handed out, and taken in as another system sends them (SUR-09). Rules only: whose they are
//! and whether they are new is for others to say.
//!
//! What cannot be held is refused at its place, and so is an answer to what the other answers do not enable. Whatever else breaks the rules of the
//! version is kept and marked: it was answered like that. No problem repeats what stands in a resource.
//!
//! | Room | What is in it |
//! |---|---|
//! | `incoming` | what a resource says of itself: which it is, to which survey, whose, when it was answered and by whom |
//! | `answers`, `value` | what it answers, to the version that it names |
//! | `write` | answers as they are handed out |

mod answers;
mod incoming;
#[cfg(test)]
mod tests;
mod value;
mod write;

pub(crate) use self::{
    answers::content,
    incoming::{Incoming, TYPE, envelope},
    write::{Outgoing, write},
};
