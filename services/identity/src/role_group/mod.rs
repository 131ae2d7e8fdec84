//! An AD role group: the professional role that the members of a directory group hold (IDN-10).
//!
//! Name and directory group are unique among role groups (IDN-10); whether another has them, and whether there
//! is such a role, is looked up under a lock and handed in.

#[cfg(test)]
mod tests;

use chassis_domain::{
    AdminCommand, AdminDetails, AdminEvent, AdminEvents, AdminRecord, DecodeError, Id, Refusals, Taken, admin_events, stored::Reader,
};
use kajo_proto::identity::store::v1 as store;

use crate::role::RoleId;

/// A role group.
pub type RoleGroup = AdminRecord<Details>;

/// The id of a role group.
pub type RoleGroupId = Id<RoleGroup>;

/// A request to a role group.
pub type Command = AdminCommand<Details>;

/// Something that happened to a role group.
pub type Event = AdminEvent<Details>;

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

/// A refusal of a role group.
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

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::NameMissing => "role_group_name_missing", Input, field "details.name";
    Self::DirectoryGroupMissing => "directory_group_missing", Input, field "details.directory_group";
    Self::NameTaken => "role_group_name_taken", Input, field "details.name";
    Self::DirectoryGroupTaken => "directory_group_taken", Input, field "details.directory_group";
    Self::RoleUnknown => "role_unknown", Input, field "details.role_id";
} }

impl AdminDetails for Details {
    const CATEGORY: &'static str = "role_group";
    const EVENTS: AdminEvents = admin_events!("role_group");
    const NOT_FOUND: Refused = Refused::NotFound;
    type Around = Around;
    type Refused = Refused;
    type Stored = store::RoleGroupDefined;

    fn name(&self) -> &str {
        &self.name
    }

    fn trimmed(&self) -> Self {
        Self { name: self.name.trim().to_owned(), directory_group: self.directory_group.trim().to_owned(), role: self.role }
    }

    fn check(&self, _: Option<&Self>, _: &Taken, around: &Around) -> Result<(), Refusals<Refused>> {
        Refusals::of_broken([
            (self.name.is_empty(), Refused::NameMissing),
            (self.directory_group.is_empty(), Refused::DirectoryGroupMissing),
            (around.name_taken, Refused::NameTaken),
            (around.directory_group_taken, Refused::DirectoryGroupTaken),
            (!around.role_known, Refused::RoleUnknown),
        ])
    }

    fn to_stored(&self) -> store::RoleGroupDefined {
        let Self { name, directory_group, role } = self.clone();
        store::RoleGroupDefined { name, directory_group, role_id: role.to_string() }
    }

    fn from_stored(stored: store::RoleGroupDefined, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let store::RoleGroupDefined { name, directory_group, role_id } = stored;
        Ok(Self { name, directory_group, role: reader.id(&role_id)? })
    }
}
