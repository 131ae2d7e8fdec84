//! By which servers browsers reach each other in a call. A password is made here and believed by the TURN server, without either asking the
//! other: both know the secret (`use-auth-secret` of coturn).

use anyhow::ensure;
use aws_lc_rs::hmac;
use base64::{Engine, engine::general_purpose::STANDARD};
use chassis_domain::{SignedDuration, Timestamp, Uuid};
use kajo_proto::chat_queue::v1::{CallMesh, IceServer};
use secrecy::ExposeSecret;

use crate::settings::ChatQueueSettings;

/// For how long a password holds for new connections. One that is there goes on: the server looks when it begins.
const HOLDS_FOR: SignedDuration = SignedDuration::from_mins(10);

/// How browsers reach each other. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Ice(Option<Turn>);

/// Servers that hand everything on, and so keep browsers from learning each other's addresses.
#[derive(Clone)]
struct Turn {
    urls: Vec<String>,
    /// Shared with the servers.
    key: hmac::Key,
    relay_only: bool,
}

impl Ice {
    /// As the settings have it.
    ///
    /// # Errors
    /// When there are servers without a secret or a secret without servers, or an address is none of a TURN server.
    pub(crate) fn try_new(settings: &ChatQueueSettings) -> anyhow::Result<Self> {
        Self::try_of(settings.turn_urls(), settings.turn_secret.expose_secret(), settings.calls_are_direct())
    }

    fn try_of(urls: Vec<String>, secret: &str, direct: bool) -> anyhow::Result<Self> {
        ensure!(urls.is_empty() == secret.is_empty(), "KAJO_TURN_URLS and KAJO_TURN_SECRET: neither is of use without the other");
        let is_turn = |url: &String| url.starts_with("turn:") || url.starts_with("turns:");
        ensure!(urls.iter().all(is_turn), "KAJO_TURN_URLS: each address begins with turn: or turns:");
        if urls.is_empty() {
            return Ok(Self(None));
        }
        // What coturn expects. An HMAC does not rest on what is broken of SHA-1.
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, secret.as_bytes());
        Ok(Self(Some(Turn { urls, key, relay_only: !direct })))
    }

    /// What the browser of this participant is told. The id is all that the server learns of them.
    pub(crate) fn mesh(&self, participant: Uuid, now: Timestamp) -> CallMesh {
        let Some(turn) = &self.0 else { return CallMesh::default() };
        let until = (now + HOLDS_FOR).as_second();
        let username = format!("{until}:{participant}");
        let credential = password(&turn.key, &username);
        CallMesh {
            ice_servers: vec![IceServer { urls: turn.urls.clone(), username, credential }],
            expires_at: Some(prost_types::Timestamp { seconds: until, nanos: 0 }),
            relay_only: turn.relay_only,
        }
    }
}

fn password(key: &hmac::Key, username: &str) -> String {
    STANDARD.encode(hmac::sign(key, username.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: &str = "2026-11-27T10:00:00.7Z";
    const ME: Uuid = Uuid::from_u128(7);

    fn urls() -> Vec<String> {
        ["turn:turn.example.org:3478?transport=udp", "turns:turn.example.org:5349"].map(str::to_owned).to_vec()
    }

    fn mesh(ice: &Ice) -> CallMesh {
        ice.mesh(ME, NOW.parse().unwrap())
    }

    /// The second vector of RFC 2202, in base64.
    #[test]
    fn cha_07_a_password_is_the_hmac_by_sha_1_of_the_name() {
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, b"Jefe");
        assert_eq!(password(&key, "what do ya want for nothing?"), "7/zfauXrL6LSdBbV8YTfnCWafHk=");
    }

    #[test]
    fn cha_07_a_participant_gets_a_name_and_a_password_for_ten_minutes() {
        let told = mesh(&Ice::try_of(urls(), "north", false).unwrap());
        let server = told.ice_servers.first().unwrap();
        assert_eq!((told.ice_servers.len(), &server.urls), (1, &urls()));
        assert_eq!(server.username, "1795774200:00000000-0000-0000-0000-000000000007");
        assert_eq!(server.credential, "WrDTuCsEHV1jKhrwGGDaGPJBJ0w=");
        assert_eq!(told.expires_at, Some(prost_types::Timestamp { seconds: 1_795_774_200, nanos: 0 }));
    }

    #[test]
    fn cha_07_where_there_is_a_server_browsers_learn_no_addresses_unless_an_operator_lets_them() {
        assert!(mesh(&Ice::try_of(urls(), "north", false).unwrap()).relay_only);
        assert!(!mesh(&Ice::try_of(urls(), "north", true).unwrap()).relay_only);
        for direct in [false, true] {
            assert_eq!(mesh(&Ice::try_of(Vec::new(), "", direct).unwrap()), CallMesh::default());
        }
    }

    #[test]
    fn cha_07_half_a_setting_or_an_address_of_another_kind_is_told_at_the_start_and_the_secret_is_not() {
        for (urls, secret) in [(urls(), ""), (Vec::new(), "north"), (vec!["stun:turn.example.org".to_owned()], "north")] {
            let told = Ice::try_of(urls, secret, false).err().unwrap().to_string();
            assert!(told.contains("KAJO_TURN_URLS") && !told.contains("north"), "{told}");
        }
    }
}
