//! An AD role group: the professional role that the members of a directory group hold (spec section 3, AD role group).
//!
//! ```text
//!   (new) --Save--> Kept --Save--> Kept --Remove--> Removed
//! ```
//!
//! Name and directory group are unique among role groups (spec section 5, AD group); whether another has them, and whether there
//! is such a role, is looked up under a lock and handed in.

mod event;
#[cfg(test)]
mod tests;

use chassis_domain::{Aggregate, DecideContext, Id, Refusal, RefusalKind};

use crate::role::RoleId;

pub use event::Event;

/// The id of a role group.
pub type RoleGroupId = Id<RoleGroup>;

/// The state of a role group.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum RoleGroup {
    /// Never saved.
    #[default]
    Unknown,
    /// As it was saved last.
    Kept(Details),
    /// No more.
    Removed,
}

/// What is kept of a role group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Details {
    /// Name.
    pub name: String,
    /// The group's name in the directory.
    pub directory_group: String,
    /// The professional role of its members.
    pub role: RoleId,
}

/// What is known around a role group when it is saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// Another one has the name.
    pub name_taken: bool,
    /// Another one has the directory group.
    pub directory_group_taken: bool,
    /// There is such a role.
    pub role_known: bool,
}

/// A request to a role group.
#[derive(Clone, Debug)]
pub enum Command {
    /// Adds it or changes it.
    Save {
        /// As it should be.
        details: Details,
        /// What is known around it.
        around: Around,
    },
    /// It is no more.
    Remove,
}

/// A business no of a role group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such role group any more.
    #[error("there is no such role group")]
    NotFound,
    /// It has no name.
    #[error("the name is missing")]
    NameMissing,
    /// It names no group of the directory.
    #[error("the directory group is missing")]
    DirectoryGroupMissing,
    /// Another one has it.
    #[error("the name is taken")]
    NameTaken,
    /// Another one has it.
    #[error("the directory group is taken")]
    DirectoryGroupTaken,
    /// There is no such role.
    #[error("there is no such role")]
    RoleUnknown,
}

impl Refusal for Refused {
    fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::NameMissing => "role_group_name_missing",
            Self::DirectoryGroupMissing => "directory_group_missing",
            Self::NameTaken => "role_group_name_taken",
            Self::DirectoryGroupTaken => "directory_group_taken",
            Self::RoleUnknown => "role_unknown",
        }
    }

    fn field(&self) -> Option<&'static str> {
        match self {
            Self::NameMissing | Self::NameTaken => Some("details.name"),
            Self::DirectoryGroupMissing | Self::DirectoryGroupTaken => Some("details.directory_group"),
            Self::RoleUnknown => Some("details.role_id"),
            Self::NotFound => None,
        }
    }

    fn kind(&self) -> RefusalKind {
        match self {
            Self::NotFound => RefusalKind::Hidden,
            _ => RefusalKind::Input,
        }
    }
}

impl Aggregate for RoleGroup {
    const CATEGORY: &'static str = "role_group";
    type Command = Command;
    type Event = Event;
    type Refusal = Refused;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Event>, Refused> {
        match (self, command) {
            (Self::Removed, _) | (Self::Unknown, Command::Remove) => Err(Refused::NotFound),
            (Self::Kept(_), Command::Remove) => Ok(vec![Event::Removed]),
            (_, Command::Save { details, around }) => {
                let details = details.trimmed();
                check(&details, *around)?;
                if *self == Self::Kept(details.clone()) { Ok(vec![]) } else { Ok(vec![Event::Defined(details)]) }
            }
        }
    }

    fn evolve(&mut self, event: &Event) {
        *self = match event {
            Event::Defined(details) => Self::Kept(details.clone()),
            Event::Removed => Self::Removed,
        };
    }
}

fn check(details: &Details, around: Around) -> Result<(), Refused> {
    let rules = [
        (details.name.is_empty(), Refused::NameMissing),
        (details.directory_group.is_empty(), Refused::DirectoryGroupMissing),
        (around.name_taken, Refused::NameTaken),
        (around.directory_group_taken, Refused::DirectoryGroupTaken),
        (!around.role_known, Refused::RoleUnknown),
    ];
    rules.into_iter().find_map(|(broken, refused)| broken.then_some(refused)).map_or(Ok(()), Err)
}

impl Details {
    /// Without blanks around anything, as it is kept and compared.
    fn trimmed(&self) -> Self {
        Self { name: self.name.trim().to_owned(), directory_group: self.directory_group.trim().to_owned(), role: self.role }
    }
}
