//! What chat-queue is told by its environment.

use secrecy::SecretString;
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
