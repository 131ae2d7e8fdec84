//! What is given to a person and waits for them until it is over: told at once, and withdrawn when it is over. Nothing needs to be remembered, since
//! its notification has the same id each time.

use chassis_domain::{Effect, Id, PersonId, PolicyKey, Timestamp, Unreadable, Uuid};

use super::of_use_until;
use crate::notification::{Kind, Telling, withdrawal};

/// Something that was given to a person, or is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    object: Uuid,
    recipient: PersonId,
    what: What,
}

/// What has become of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// It waits for them.
    Waits,
    /// It does so no more.
    IsOver,
}

impl Input {
    /// A fact about it; one that names nobody is parked.
    pub(super) fn of(message: &str, what: What, object: Uuid, patient_id: &str) -> Result<Option<Self>, Unreadable> {
        let recipient = Id::parse(patient_id).ok_or_else(|| Unreadable(message.to_owned()))?;
        Ok(Some(Self { object, recipient, what }))
    }

    /// Facts about the same thing go one after the other.
    pub(super) fn key(&self) -> PolicyKey {
        PolicyKey(self.object.to_string())
    }

    /// It is told, or withdrawn.
    pub(super) fn effects(&self, kind: Kind, occasion: &str, now: Timestamp) -> Vec<Effect> {
        let telling = Telling {
            kind,
            object: self.object,
            recipient: self.recipient,
            occasion: occasion.to_owned(),
            starts_at: None,
            until: of_use_until(now),
            at_once: false,
        };
        vec![match self.what {
            What::Waits => telling.effect(),
            What::IsOver => withdrawal(telling.id()),
        }]
    }
}
