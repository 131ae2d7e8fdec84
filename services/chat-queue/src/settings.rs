//! What chat-queue is told by its environment.

use std::time::Duration;

use chassis::cleartext::{self, Cleartext};
use secrecy::SecretString;
use serde::Deserialize;

/// No language model is waited for longer, whatever it is told: whoever has the chat waits as well.
const LONGEST_PATIENCE: Duration = Duration::from_mins(2);

/// Settings of chat-queue; every name is a variable with `KAJO_` in front.
#[derive(Clone, Debug, Deserialize)]
pub struct ChatQueueSettings {
    /// Where content answers, for example `http://content:7003`; in this process when it is left out.
    pub content_url: Option<String>,
    /// Where conversations answers, which keeps files of chats, likewise.
    pub conversations_url: Option<String>,
    /// Where identity answers, likewise.
    pub identity_url: Option<String>,
    /// Where survey answers, which keeps what symptoms are assessed with, likewise.
    pub survey_url: Option<String>,
    /// Hosts of external chat providers, with commas between, each with its port where that is another than usual. Queues lead nowhere else.
    #[serde(default)]
    chat_provider_hosts: String,
    /// TURN servers by which browsers reach each other in a call, with commas between: `turn:turn.example.org:3478?transport=udp`,
    /// `turns:turn.example.org:5349`. Empty: there are none.
    #[serde(default)]
    turn_urls: String,
    /// What we share with these servers, as coturn's `static-auth-secret`. Passwords for browsers are made from it.
    #[serde(default)]
    pub turn_secret: SecretString,
    /// 1: browsers reach each other directly where they can, and learn each other's addresses, although there is a TURN server.
    #[serde(default)]
    call_direct: u8,
}

impl ChatQueueSettings {
    /// The hosts of external chat providers, in small letters.
    pub fn provider_hosts(&self) -> Vec<String> {
        let hosts = self.chat_provider_hosts.split(',').map(|host| host.trim().to_lowercase());
        hosts.filter(|host| !host.is_empty()).collect()
    }

    /// The addresses of the TURN servers.
    pub fn turn_urls(&self) -> Vec<String> {
        self.turn_urls.split(',').map(str::trim).filter(|url| !url.is_empty()).map(str::to_owned).collect()
    }

    /// Whether browsers may learn each other's addresses in a call.
    pub fn calls_are_direct(&self) -> bool {
        self.call_direct != 0
    }
}

/// What is needed to have chats summarised; every name is a variable with `KAJO_` in front.
#[derive(Clone, Debug, Deserialize)]
pub struct SummarySettings {
    /// A language model, by the interface of OpenAI: below it lies `/v1/chat/completions`. Without one nothing of a chat is sent anywhere.
    pub summary_url: Option<String>,
    /// Bearer token for it.
    #[serde(default)]
    pub summary_key: SecretString,
    /// What it calls the model that is asked.
    #[serde(default = "summary_model")]
    pub summary_model: String,
    /// For how many seconds it is waited for, each of the two times that it is asked at the most.
    #[serde(default = "summary_patience")]
    pub summary_patience_seconds: u32,
}

fn summary_model() -> String {
    "kajo-summary".to_owned()
}

const fn summary_patience() -> u32 {
    30
}

impl SummarySettings {
    /// Where the model is; `None`: there is none, and no chat is summarised.
    pub fn url(&self) -> Option<&str> {
        self.summary_url.as_deref().map(str::trim).filter(|url| !url.is_empty())
    }

    /// For how long it is waited for.
    pub fn patience(&self) -> Duration {
        Duration::from_secs(self.summary_patience_seconds.into()).min(LONGEST_PATIENCE)
    }

    /// Refuses to send what was written in a chat to another machine in clear.
    ///
    /// # Errors
    /// When the address would have it.
    pub fn refuse_cleartext(&self) -> Result<(), Cleartext> {
        cleartext::refuse("KAJO_SUMMARY_URL", self.url().unwrap_or_default())
    }
}
