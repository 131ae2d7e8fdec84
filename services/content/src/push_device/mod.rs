//! A device on which a resident is told that something waits for them (CMS-08): a browser that has made a subscription at its push service. Its id
//! follows from where that service takes messages for it: the same browser, switched on again by whomever, is one device.
//!
//! ```text
//!   (new) --SwitchOn--> On --SwitchOn, somebody else or other keys--> On
//!                       On --SwitchOff--> Off --SwitchOn--> On
//! ```
//!
//! A device tells one person: who has switched it on last. Whoever had done so before is told there no more, and to them it is not there.

mod event;
mod refusal;
mod stored;
#[cfg(test)]
mod tests;

use chassis_domain::{Aggregate, DecideContext, Id, PersonId, RetentionClass, Sealed, Uuid};

pub use event::{Event, Reason};
pub use refusal::Refusal;

/// The id of a device: see [`device_id`].
pub type PushDeviceId = Id<PushDevice>;

/// Ids of devices are made in it.
const NAMESPACE: Uuid = Uuid::from_u128(0x0190_f5a0_0000_7000_8000_0000_0000_de01);

/// The device for which a push service takes messages there: the same for ever.
pub fn device_id(endpoint: &str) -> PushDeviceId {
    PushDeviceId::from_uuid(Uuid::new_v5(&NAMESPACE, endpoint.as_bytes()))
}

/// Where a device is told something, and how it is encrypted for it. Whoever knows it all could tell it something, too: it belongs to the account of
/// whom the device tells.
#[derive(Clone, Debug, PartialEq)]
pub struct Address {
    /// Where its push service takes messages for it.
    pub endpoint: Sealed<String>,
    /// The public key of the browser (p256dh).
    pub key: Sealed<String>,
    /// What it shares with whoever writes to it (auth).
    pub secret: Sealed<String>,
}

impl Address {
    /// As a browser has made it for somebody.
    pub fn of(person: PersonId, endpoint: String, key: String, secret: String) -> Self {
        let sealed = |text: String| Sealed::new(person, RetentionClass::Account, text);
        Self { endpoint: sealed(endpoint), key: sealed(key), secret: sealed(secret) }
    }

    /// Whether both say the same. What cannot be opened any more says nothing.
    fn says_the_same_as(&self, other: &Self) -> bool {
        let is_same = |one: &Sealed<String>, other: &Sealed<String>| one.open().is_some() && one.open() == other.open();
        is_same(&self.endpoint, &other.endpoint) && is_same(&self.key, &other.key) && is_same(&self.secret, &other.secret)
    }
}

/// A device.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PushDevice {
    /// Whom it tells, or told last; `None`: nobody has switched it on.
    person: Option<PersonId>,
    /// `None`: it is off.
    address: Option<Address>,
}

/// A request to a device.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Tells this person there, and nobody else.
    SwitchOn {
        /// Whom.
        person: PersonId,
        /// Where, and how.
        address: Address,
    },
    /// Tells nobody there any more.
    SwitchOff {
        /// Whom it tells.
        person: PersonId,
        /// Why.
        reason: Reason,
    },
}

impl Aggregate for PushDevice {
    const CATEGORY: &'static str = "push_device";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusal;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Event>, Refusal> {
        let happened = match command {
            Command::SwitchOn { person, address } => self.switch_on(*person, address),
            Command::SwitchOff { person, reason } => self.switch_off(*person, *reason)?,
        };
        Ok(happened.into_iter().collect())
    }

    fn evolve(&mut self, event: &Event) {
        match event {
            Event::SwitchedOn { person, address } => {
                self.person = Some(*person);
                self.address = Some(address.clone());
            }
            Event::SwitchedOff { .. } => self.address = None,
        }
    }
}

impl PushDevice {
    /// The same once more changes nothing. A browser that has made its keys anew says so, and so does somebody else who uses it now.
    fn switch_on(&self, person: PersonId, address: &Address) -> Option<Event> {
        let is_so = self.person == Some(person) && self.address.as_ref().is_some_and(|kept| kept.says_the_same_as(address));
        (!is_so).then(|| Event::SwitchedOn { person, address: address.clone() })
    }

    /// Twice is as good as once, for whom it told last.
    fn switch_off(&self, person: PersonId, reason: Reason) -> Result<Option<Event>, Refusal> {
        if self.person != Some(person) {
            return Err(Refusal::NotFound);
        }
        Ok(self.address.as_ref().map(|_| Event::SwitchedOff { person, reason }))
    }
}
