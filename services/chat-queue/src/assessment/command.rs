//! What is asked of an assessment.

use chassis_domain::Uuid;
use kajo_proto::chat_queue::store::v1::AnsweredAssessment;

use super::Standing;

/// A request to an assessment.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Sends it.
    Complete(Box<Completing>),
    /// Takes it along into a chat.
    Join {
        /// Which.
        chat: Uuid,
    },
}

/// What is sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Completing {
    /// Whose it is, and for which queue.
    pub standing: Standing,
    /// What was asked.
    pub survey: Uuid,
    /// In which version.
    pub published_version: u32,
    /// The words by which they have consented; 0: by none.
    pub consent_version: u32,
    /// What of the answers counts, and what it comes to.
    pub content: AnsweredAssessment,
}
