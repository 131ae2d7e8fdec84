//! The keys under which live updates are told. They stand in the header of every fact; the gateway hands a fact to a browser whose caller
//! holds one of its keys, which every service names in its `GetAudience`.

use std::{borrow::Borrow, fmt};

use uuid::Uuid;

use crate::{Mandates, PersonId};

/// One of the keys.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AudienceKey(String);

impl AudienceKey {
    /// Of what everybody may be told who follows at all.
    pub fn everybody() -> Self {
        Self("everybody".to_owned())
    }

    /// Of what concerns one person.
    pub fn person(id: impl fmt::Display) -> Self {
        Self(format!("person:{id}"))
    }

    /// Of a session alone.
    pub fn session(id: impl fmt::Display) -> Self {
        Self(format!("session:{id}"))
    }

    /// Of what concerns everybody who works a queue.
    pub fn queue(id: Uuid) -> Self {
        Self(format!("queue:{id}"))
    }

    /// Of what concerns everybody who waits in the line before a chat queue.
    pub fn line(queue: Uuid) -> Self {
        Self(format!("line:{queue}"))
    }

    /// Of what concerns one person at the screen alone, who acts for a resident, or for themselves: others who act for the same resident
    /// are not told.
    pub fn at_screen(resident: PersonId, at_screen: PersonId) -> Self {
        Self(format!("screen:{at_screen}:{resident}"))
    }

    /// Of what concerns everybody whose calendar shows a schedule, or the schedules of a professional.
    pub fn calendar(id: impl fmt::Display) -> Self {
        Self(format!("calendar:{id}"))
    }

    /// Of the same, for those of them alone who work with remote appointments.
    #[must_use]
    pub fn remote(&self) -> Self {
        Self(format!("remote:{}", self.0))
    }

    /// Of what concerns a resident and needs these mandates, for who acts for them; apart for guardians of a teenager.
    pub fn on_behalf(resident: PersonId, needed: Mandates, of_teenager: bool) -> Self {
        let who = if of_teenager { "guardian" } else { "on-behalf" };
        let needed = match (needed.health, needed.social) {
            (true, true) => "both",
            (true, false) => "health",
            (false, true) => "social",
            (false, false) => "none",
        };
        Self(format!("{who}:{resident}:{needed}"))
    }
}

/// As it stands in headers.
impl Borrow<str> for AudienceKey {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl From<AudienceKey> for String {
    fn from(key: AudienceKey) -> Self {
        key.0
    }
}
