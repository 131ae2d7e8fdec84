//! What chat-queue is told by its environment.

use serde::Deserialize;

/// Settings of chat-queue; every name is a variable with `KAJO_` in front.
#[derive(Clone, Debug, Deserialize)]
pub struct ChatQueueSettings {
    /// Where content answers, for example `http://content:7003`; in this process when it is left out.
    pub content_url: Option<String>,
    /// Where conversations answers, which keeps files of chats, likewise.
    pub conversations_url: Option<String>,
    /// Where identity answers, likewise.
    pub identity_url: Option<String>,
    /// Hosts of external chat providers, with commas between, each with its port where that is another than usual. Queues lead nowhere else.
    #[serde(default)]
    chat_provider_hosts: String,
}

impl ChatQueueSettings {
    /// The hosts of external chat providers, in small letters.
    pub fn provider_hosts(&self) -> Vec<String> {
        let hosts = self.chat_provider_hosts.split(',').map(|host| host.trim().to_lowercase());
        hosts.filter(|host| !host.is_empty()).collect()
    }
}
