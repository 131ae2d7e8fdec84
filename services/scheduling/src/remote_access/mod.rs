//! Who works with remote appointments (SCH-11): all professionals, or those alone who are in one of some roles at one of its locations.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use chassis_domain::{
    AdminDetails, AdminEvent, AdminEvents, AdminRecord, DecodeError, EventMeta, Id, PublishedFact, Refusals, Taken, Uuid, admin_events,
    stored::Reader,
};
use kajo_proto::scheduling::{store::v1 as store, v1 as public};

/// Who works with remote appointments. There is one of these.
pub type RemoteAccess = AdminRecord<Details>;

/// The id of what there is one of.
pub type RemoteAccessId = Id<RemoteAccess>;

/// Its id in every installation.
pub const THE_ONE: Uuid = Uuid::from_u128(0x0198_c0de_0000_7000_8000_0000_0e30_7e00);

/// What is kept of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// Only those see and join remote appointments who are named below.
    pub restricted: bool,
    /// Roles of professionals, and where those in them see remote appointments.
    pub grants: BTreeMap<Uuid, BTreeSet<Uuid>>,
}

impl Details {
    /// Whether somebody who works in this role at this location sees remote appointments and joins them.
    pub fn admits(&self, role: Uuid, location: Uuid) -> bool {
        !self.restricted || self.grants.get(&role).is_some_and(|locations| locations.contains(&location))
    }
}

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It has not been made yet.
    #[error("the access to remote appointments is not kept yet")]
    NotFound,
    /// Nobody at all would see remote appointments.
    #[error("a restriction names roles")]
    RolesMissing,
    /// A role is named without a place.
    #[error("a role is named without a location")]
    LocationsMissing,
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::RolesMissing => "remote_roles_missing", Input, field "details.grants";
    Self::LocationsMissing => "remote_locations_missing", Input, field "details.grants";
} }

impl AdminDetails for Details {
    const CATEGORY: &'static str = "remote_access";
    const EVENTS: AdminEvents = admin_events!("remote_access");
    const NOT_FOUND: Refused = Refused::NotFound;
    type Around = ();
    type Refused = Refused;
    type Stored = store::RemoteAccessDefined;

    fn name(&self) -> &'static str {
        "remote_access"
    }

    fn trimmed(&self) -> Self {
        self.clone()
    }

    fn check(&self, _: Option<&Self>, _: &Taken, (): &()) -> Result<(), Refusals<Refused>> {
        Refusals::of_broken([
            (self.restricted && self.grants.is_empty(), Refused::RolesMissing),
            (self.grants.values().any(BTreeSet::is_empty), Refused::LocationsMissing),
        ])
    }

    fn publish(event: &AdminEvent<Self>, meta: &EventMeta) -> Option<PublishedFact> {
        let remote_access_id = meta.aggregate_id.to_string();
        match event {
            AdminEvent::Defined(_) => {
                Some(PublishedFact::to_everybody("kajo.scheduling.v1.RemoteAccessDefined", &public::RemoteAccessDefined { remote_access_id }))
            }
            // There is always one, in use.
            AdminEvent::Archived | AdminEvent::Restored | AdminEvent::Removed => None,
        }
    }

    fn to_stored(&self) -> store::RemoteAccessDefined {
        let Self { restricted, grants } = self;
        let grant = |(role, locations): (&Uuid, &BTreeSet<Uuid>)| store::RemoteGrant {
            role_id: role.to_string(),
            location_ids: locations.iter().map(ToString::to_string).collect(),
        };
        store::RemoteAccessDefined { restricted: *restricted, grants: grants.iter().map(grant).collect() }
    }

    fn from_stored(stored: store::RemoteAccessDefined, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let store::RemoteAccessDefined { restricted, grants } = stored;
        let id = |text: &str| reader.known(Uuid::try_parse(text).ok());
        let mut kept = BTreeMap::new();
        for store::RemoteGrant { role_id, location_ids } in grants {
            kept.insert(id(&role_id)?, location_ids.iter().map(|location| id(location)).collect::<Result<_, _>>()?);
        }
        Ok(Self { restricted, grants: kept })
    }
}
