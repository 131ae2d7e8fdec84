//! What conversations is told by its environment.

use chassis::cleartext::{self, Cleartext};
use secrecy::SecretString;
use serde::Deserialize;

use crate::{conversation::ParticipantKind, limits::Limits};

/// Settings of conversations; every name is a variable with `KAJO_` in front.
#[derive(Clone, Debug, Deserialize)]
pub struct ConversationsSettings {
    /// Longest message, in characters as people see them.
    #[serde(default = "message")]
    pub message_max_characters: usize,
    /// Longest topic.
    #[serde(default = "topic")]
    pub topic_max_characters: usize,
    /// Largest file in megabytes.
    #[serde(default = "megabytes")]
    pub attachment_max_megabytes: u32,
    /// Most files with one message.
    #[serde(default = "attachments")]
    pub attachment_max_count: usize,
    /// Most files that one person may have uploaded and not sent.
    #[serde(default = "unsent")]
    pub attachment_max_unsent: i64,
    /// Endings that residents may send, with commas between.
    #[serde(default = "resident_extensions")]
    pub resident_attachment_extensions: String,
    /// Endings that professionals may send (CON-13, CON-15).
    #[serde(default = "practitioner_extensions")]
    pub practitioner_attachment_extensions: String,
    /// Where identity answers, for example `http://identity:7001`; in this process when it is left out.
    pub identity_url: Option<String>,
    /// Where content answers, likewise.
    pub content_url: Option<String>,
    /// Where chat-queue answers, likewise.
    pub chat_queue_url: Option<String>,
    /// Where survey answers, likewise.
    pub survey_url: Option<String>,
    /// The register of harmful addresses (Google Web Risk, `https://webrisk.googleapis.com`). Without one no link can be checked, and none is
    /// opened.
    pub web_risk_url: Option<String>,
    /// The key for it.
    #[serde(default)]
    pub web_risk_key: SecretString,
}

const fn message() -> usize {
    4_000
}

const fn topic() -> usize {
    120
}

const fn megabytes() -> u32 {
    10
}

const fn attachments() -> usize {
    5
}

const fn unsent() -> i64 {
    20
}

fn resident_extensions() -> String {
    ".jpg,.jpeg,.png,.gif,.pdf".to_owned()
}

fn practitioner_extensions() -> String {
    ".jpg,.png,.gif,.pdf".to_owned()
}

impl ConversationsSettings {
    /// Refuses to send anything to another machine in clear.
    ///
    /// # Errors
    /// When an address would.
    pub fn refuse_cleartext(&self) -> Result<(), Cleartext> {
        cleartext::refuse("KAJO_WEB_RISK_URL", self.web_risk_url.as_deref().unwrap_or_default())
    }

    /// Limits of the app of this side.
    pub fn limits(&self, kind: ParticipantKind) -> Limits {
        let extensions = match kind {
            ParticipantKind::Resident => &self.resident_attachment_extensions,
            ParticipantKind::Practitioner => &self.practitioner_attachment_extensions,
        };
        Limits {
            message: self.message_max_characters,
            topic: self.topic_max_characters,
            megabytes: self.attachment_max_megabytes,
            attachments: self.attachment_max_count,
            unsent: self.attachment_max_unsent,
            extensions: extensions.split(',').map(|extension| extension.trim().to_lowercase()).collect(),
        }
    }
}
