//! A work location, as administrators keep it and as it can be chosen after sign-in (spec section 3, Location).
//!
//! ```text
//!   (new) --Save--> Kept --Save--> Kept --Remove--> Removed
//! ```
//!
//! External id and OID are unique among locations; whether another has them is looked up under a lock and handed in. An OID
//! never changes once it is saved (spec section 5, Location).

mod event;
#[cfg(test)]
mod tests;

use chassis_domain::{Aggregate, DecideContext, Id, Refusal, RefusalKind};

pub use event::Event;

/// The id of a location.
pub type LocationId = Id<Location>;

/// The state of a location.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Location {
    /// Never saved.
    #[default]
    Unknown,
    /// As it was saved last.
    Kept(Details),
    /// No more.
    Removed,
}

/// What is kept of a location.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
    /// Address.
    pub address: String,
    /// The municipality: the service area that the location belongs to.
    pub municipality: String,
    /// Its id in the source system; empty: none.
    pub external_id: String,
    /// National object identifier; empty: none yet.
    pub oid: String,
    /// Where it is kept; empty: here.
    pub source_system: String,
}

/// What another location has already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// The external id.
    pub external_id: bool,
    /// The OID.
    pub oid: bool,
}

/// A request to a location.
#[derive(Clone, Debug)]
pub enum Command {
    /// Adds it or changes it.
    Save {
        /// As it should be.
        details: Details,
        /// What of that another location has.
        taken: Taken,
    },
    /// It is no more.
    Remove {
        /// Whether professionals may choose it.
        in_use: bool,
    },
}

/// A business no of a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
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
    InUse,
}

impl Refusal for Refused {
    fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::NameMissing => "location_name_missing",
            Self::MunicipalityMissing => "location_municipality_missing",
            Self::OidMalformed => "oid_malformed",
            Self::OidTaken => "oid_taken",
            Self::OidImmutable => "oid_immutable",
            Self::ExternalIdTaken => "external_id_taken",
            Self::InUse => "location_in_use",
        }
    }

    fn field(&self) -> Option<&'static str> {
        match self {
            Self::NameMissing => Some("details.name"),
            Self::MunicipalityMissing => Some("details.municipality"),
            Self::OidMalformed | Self::OidTaken | Self::OidImmutable => Some("details.oid"),
            Self::ExternalIdTaken => Some("details.external_id"),
            Self::NotFound | Self::InUse => None,
        }
    }

    fn kind(&self) -> RefusalKind {
        match self {
            Self::NotFound => RefusalKind::Hidden,
            Self::InUse => RefusalKind::State,
            _ => RefusalKind::Input,
        }
    }
}

impl Aggregate for Location {
    const CATEGORY: &'static str = "location";
    type Command = Command;
    type Event = Event;
    type Refusal = Refused;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Event>, Refused> {
        match (self, command) {
            (Self::Removed, _) | (Self::Unknown, Command::Remove { .. }) => Err(Refused::NotFound),
            (Self::Kept(_), Command::Remove { in_use: true }) => Err(Refused::InUse),
            (Self::Kept(_), Command::Remove { in_use: false }) => Ok(vec![Event::Removed]),
            (_, Command::Save { details, taken }) => {
                let details = details.trimmed();
                self.check(&details, *taken)?;
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

impl Location {
    fn check(&self, details: &Details, taken: Taken) -> Result<(), Refused> {
        let known = if let Self::Kept(known) = self { known.oid.as_str() } else { "" };
        let rules = [
            (details.name.is_empty(), Refused::NameMissing),
            (details.municipality.is_empty(), Refused::MunicipalityMissing),
            (!known.is_empty() && details.oid != known, Refused::OidImmutable),
            (!details.oid.is_empty() && !is_oid(&details.oid), Refused::OidMalformed),
            (!details.oid.is_empty() && taken.oid, Refused::OidTaken),
            (!details.external_id.is_empty() && taken.external_id, Refused::ExternalIdTaken),
        ];
        rules.into_iter().find_map(|(broken, refused)| broken.then_some(refused)).map_or(Ok(()), Err)
    }
}

impl Details {
    /// Without blanks around anything, as it is kept and compared.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        let trimmed = |text: &str| text.trim().to_owned();
        Self {
            name: trimmed(&self.name),
            description: trimmed(&self.description),
            address: trimmed(&self.address),
            municipality: trimmed(&self.municipality),
            external_id: trimmed(&self.external_id),
            oid: trimmed(&self.oid),
            source_system: trimmed(&self.source_system),
        }
    }
}

/// Below the arc of Finland (1.2.246), two arcs at least, none with a leading zero.
fn is_oid(text: &str) -> bool {
    let arc = |arc: &str| !arc.is_empty() && arc.bytes().all(|byte| byte.is_ascii_digit()) && (arc == "0" || !arc.starts_with('0'));
    text.strip_prefix("1.2.246.").is_some_and(|rest| rest.split('.').count() >= 2 && rest.split('.').all(arc))
}
