//! A care team: the professionals to whom a patient belongs in one service area (PRO-10).
//!
//! Its toggle says whether it takes patients in. Switched off it is offered to nobody, and whoever belongs to it stays. Its name is
//! unique within its service area. It is not removed while patients belong to it (PRO-10).

#[cfg(test)]
mod tests;

use chassis_domain::{
    AdminCommand, AdminDetails, AdminEvent, AdminEvents, AdminRecord, DecodeError, Id, Refusals, Taken, Uses, admin_events, stored::Reader,
};
use kajo_proto::identity::store::v1 as store;

use crate::resident::{self, ServiceAreaId};

/// A care team.
pub type CareTeam = AdminRecord<Details>;

/// The id of a care team.
pub type CareTeamId = Id<CareTeam>;

/// A request to a care team.
pub type Command = AdminCommand<Details>;

/// Something that happened to a care team.
pub type Event = AdminEvent<Details>;

/// What is kept of a care team.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
    /// The service area whose patients it takes in; `None`: not told.
    pub service_area: Option<ServiceAreaId>,
    /// Whether it can be chosen.
    pub enabled: bool,
}

/// What is known around a care team when it is saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// Another one of the area has the name.
    pub name_taken: bool,
    /// The county has such an area.
    pub area_known: bool,
}

/// A refusal of a care team.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such care team any more.
    #[error("there is no such care team")]
    NotFound,
    /// It has no name.
    #[error("the name is missing")]
    NameMissing,
    /// Another one of the area has it.
    #[error("the name is taken")]
    NameTaken,
    /// It belongs to no area.
    #[error("the service area is missing")]
    AreaMissing,
    /// There is no such area.
    #[error("there is no such service area")]
    AreaUnknown,
    /// Patients belong to it.
    #[error("the care team is in use")]
    InUse(Uses),
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::NameMissing => "care_team_name_missing", Input, field "details.name";
    Self::NameTaken => "care_team_name_taken", Input, field "details.name";
    Self::AreaMissing => "service_area_missing", Input, field "details.service_area_id";
    Self::AreaUnknown => "service_area_unknown", Input, field "details.service_area_id";
    Self::InUse(uses) => "care_team_in_use", State, uses uses;
} }

impl AdminDetails for Details {
    const CATEGORY: &'static str = "care_team";
    const EVENTS: AdminEvents = admin_events!("care_team");
    const SCHEMA: u16 = 2;
    const NOT_FOUND: Refused = Refused::NotFound;
    type Around = Around;
    type Refused = Refused;
    type Stored = store::CareTeamDefined;

    fn name(&self) -> &str {
        &self.name
    }

    fn trimmed(&self) -> Self {
        let trimmed = |text: &str| text.trim().to_owned();
        Self { name: trimmed(&self.name), description: trimmed(&self.description), ..*self }
    }

    fn check(&self, kept: Option<&Self>, _: &Taken, around: &Around) -> Result<(), Refusals<Refused>> {
        // The county may have taken an area off its list since: what was saved once can be saved again.
        let area_known = around.area_known || kept.is_some_and(|kept| kept.service_area == self.service_area);
        Refusals::of_broken([
            (self.name.is_empty(), Refused::NameMissing),
            (self.service_area.is_none(), Refused::AreaMissing),
            (!area_known, Refused::AreaUnknown),
            (around.name_taken, Refused::NameTaken),
        ])
    }

    fn in_use(uses: &Uses) -> Option<Refused> {
        Some(Refused::InUse(uses.clone()))
    }

    fn to_stored(&self) -> store::CareTeamDefined {
        let Self { name, description, service_area, enabled } = self.clone();
        let service_area = service_area.map(|area| area.to_string()).unwrap_or_default();
        store::CareTeamDefined { name, description, service_area, enabled }
    }

    fn from_stored(stored: store::CareTeamDefined, _: &Reader<'_>) -> Result<Self, DecodeError> {
        let store::CareTeamDefined { name, description, service_area, enabled } = stored;
        Ok(Self { name, description, service_area: resident::service_area_of(&service_area), enabled })
    }
}
