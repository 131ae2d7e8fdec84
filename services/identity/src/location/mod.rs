//! A work location, as administrators keep it and as it can be chosen after sign-in (IDN-11).
//!
//! External id and OID are unique among locations; whether another has them is looked up under a lock and handed in. An OID
//! never changes once it is saved (IDN-11). Its municipality is a service area of the county.

#[cfg(test)]
mod tests;

use chassis_domain::{
    AdminCommand, AdminDetails, AdminEvent, AdminEvents, AdminRecord, DecodeError, Id, Refusals, Taken, Uses, admin_events, stored::Reader,
};
use kajo_proto::identity::store::v1 as store;

use crate::resident::{self, ServiceAreaId};

/// A location.
pub type Location = AdminRecord<Details>;

/// The id of a location.
pub type LocationId = Id<Location>;

/// A request to a location.
pub type Command = AdminCommand<Details>;

/// Something that happened to a location.
pub type Event = AdminEvent<Details>;

/// What is kept of a location.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
    /// Address.
    pub address: String,
    /// The municipality: the service area that the location belongs to; `None`: not told.
    pub municipality: Option<ServiceAreaId>,
    /// Its id in the source system; empty: none.
    pub external_id: String,
    /// National object identifier; empty: none yet.
    pub oid: String,
    /// Where it is kept; empty: here.
    pub source_system: String,
}

/// What is known around a location when it is saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// Another one has the external id.
    pub external_id_taken: bool,
    /// Another one has the OID.
    pub oid_taken: bool,
    /// The county has such a service area.
    pub area_known: bool,
}

/// A refusal of a location.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such location any more.
    #[error("there is no such location")]
    NotFound,
    /// It has no name.
    #[error("the name is missing")]
    NameMissing,
    /// It lies nowhere.
    #[error("the municipality is missing")]
    MunicipalityMissing,
    /// There is no such area.
    #[error("there is no such service area")]
    AreaUnknown,
    /// Numbers with dots between them, below the Finnish arc.
    #[error("the OID is malformed")]
    OidMalformed,
    /// Another location has it.
    #[error("the OID is taken")]
    OidTaken,
    /// An OID stays as it was saved.
    #[error("the OID cannot be changed")]
    OidImmutable,
    /// Another location has it.
    #[error("the external id is taken")]
    ExternalIdTaken,
    /// Professionals may choose it.
    #[error("the location is in use")]
    InUse(Uses),
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::NameMissing => "location_name_missing", Input, field "details.name";
    Self::MunicipalityMissing => "location_municipality_missing", Input, field "details.municipality";
    Self::AreaUnknown => "service_area_unknown", Input, field "details.municipality";
    Self::OidMalformed => "oid_malformed", Input, field "details.oid";
    Self::OidTaken => "oid_taken", Input, field "details.oid";
    Self::OidImmutable => "oid_immutable", Input, field "details.oid";
    Self::ExternalIdTaken => "external_id_taken", Input, field "details.external_id";
    Self::InUse(uses) => "location_in_use", State, uses uses;
} }

impl AdminDetails for Details {
    const CATEGORY: &'static str = "location";
    const EVENTS: AdminEvents = admin_events!("location");
    const SCHEMA: u16 = 3;
    const NOT_FOUND: Refused = Refused::NotFound;
    type Around = Around;
    type Refused = Refused;
    type Stored = store::LocationDefined;

    fn name(&self) -> &str {
        &self.name
    }

    fn trimmed(&self) -> Self {
        let trimmed = |text: &str| text.trim().to_owned();
        Self {
            name: trimmed(&self.name),
            description: trimmed(&self.description),
            address: trimmed(&self.address),
            municipality: self.municipality,
            external_id: trimmed(&self.external_id),
            oid: trimmed(&self.oid),
            source_system: trimmed(&self.source_system),
        }
    }

    fn check(&self, kept: Option<&Self>, _: &Taken, around: &Around) -> Result<(), Refusals<Refused>> {
        let known = kept.map(|kept| kept.oid.as_str()).unwrap_or_default();
        // The county may have taken an area off its list since: what was saved once can be saved again.
        let area_known = around.area_known || kept.is_some_and(|kept| kept.municipality == self.municipality);
        Refusals::of_broken([
            (self.name.is_empty(), Refused::NameMissing),
            (self.municipality.is_none(), Refused::MunicipalityMissing),
            (!area_known, Refused::AreaUnknown),
            (!known.is_empty() && self.oid != known, Refused::OidImmutable),
            (!self.oid.is_empty() && !is_oid(&self.oid), Refused::OidMalformed),
            (!self.oid.is_empty() && around.oid_taken, Refused::OidTaken),
            (!self.external_id.is_empty() && around.external_id_taken, Refused::ExternalIdTaken),
        ])
    }

    fn in_use(uses: &Uses) -> Option<Refused> {
        Some(Refused::InUse(uses.clone()))
    }

    fn to_stored(&self) -> store::LocationDefined {
        let Self { name, description, address, municipality, external_id, oid, source_system } = self.clone();
        let municipality = municipality.map(|area| area.to_string()).unwrap_or_default();
        store::LocationDefined { name, municipality, description, address, external_id, oid, source_system }
    }

    fn from_stored(stored: store::LocationDefined, _: &Reader<'_>) -> Result<Self, DecodeError> {
        let store::LocationDefined { name, municipality, description, address, external_id, oid, source_system } = stored;
        let municipality = resident::service_area_of(&municipality);
        Ok(Self { name, description, address, municipality, external_id, oid, source_system })
    }
}

/// Below the arc of Finland (1.2.246), two arcs at least, none with a leading zero.
fn is_oid(text: &str) -> bool {
    let arc = |arc: &str| !arc.is_empty() && arc.bytes().all(|byte| byte.is_ascii_digit()) && (arc == "0" || !arc.starts_with('0'));
    text.strip_prefix("1.2.246.").is_some_and(|rest| rest.split('.').count() >= 2 && rest.split('.').all(arc))
}
