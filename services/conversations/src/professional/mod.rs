//! What this service knows of a professional: name, role and work location as they were last seen. Colleagues are
//! named by id alone when a conversation is assigned to them; from here come their name and the queues they work.
//!
//! ```text
//!   appear (with something new) --> Appeared
//! ```

mod stored;
#[cfg(test)]
mod tests;

use std::convert::Infallible;

use chassis_domain::{Aggregate, DecideContext, Id, PersonId, RetentionClass, Sealed, Uuid};

/// The id of a professional: the person's own.
pub type ProfessionalId = Id<Professional>;

/// A professional as last seen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Professional {
    /// `None`: never seen.
    pub seen: Option<Event>,
}

/// A request to a professional's record.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// The professional is here, called and working so.
    Appear {
        /// Who.
        person: PersonId,
        /// How others see them.
        name: String,
        /// Role in use.
        role: Uuid,
        /// Work location in use.
        location: Uuid,
    },
}

/// What happened to a professional's record.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Seen with a new name, role or location.
    Appeared {
        /// How others see them.
        name: Sealed<String>,
        /// Role in use.
        role: Uuid,
        /// Work location in use.
        location: Uuid,
    },
}

/// Nothing is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct Never(#[from] Infallible);

impl chassis_domain::Refusal for Never {
    fn code(&self) -> &'static str {
        match self.0 {}
    }
}

impl Aggregate for Professional {
    const CATEGORY: &'static str = "professional";
    type Command = Command;
    type Event = Event;
    type Refusal = Never;

    /// Being seen as before changes nothing.
    fn decide(&self, command: &Command, _cx: &DecideContext) -> Result<Vec<Event>, Never> {
        let Command::Appear { person, name, role, location } = command;
        let known = self.seen.as_ref().is_some_and(|Event::Appeared { name: known, role: in_role, location: at }| {
            known.open() == Some(name) && in_role == role && at == location
        });
        if known {
            return Ok(vec![]);
        }
        let name = Sealed::new(*person, RetentionClass::Professional, name.clone());
        Ok(vec![Event::Appeared { name, role: *role, location: *location }])
    }

    fn evolve(&mut self, event: &Event) {
        self.seen = Some(event.clone());
    }
}
