//! An integrator: another system that may send something here, as administrators keep it.
//!
//! It proves itself by a secret, of which the digest alone is kept. No save sets the secret or loses it: a new one is issued, and the one before
//! is good no more. An integrator is admitted to what its scopes name, while it is not archived and until its last day is over in Helsinki.

#[cfg(test)]
mod tests;
mod value;

use std::collections::BTreeSet;

use chassis_domain::{
    AdminDetails, AdminEvents, AdminRecord, Date, DecodeError, Id, Refusals, Taken, Timestamp, Unique, admin_events,
    stored::{Reader, timestamp},
};
use kajo_proto::identity::store::v1 as store;

pub use self::value::{Scope, Secret};

/// An integrator.
pub type Integrator = AdminRecord<Details>;

/// The id of an integrator.
pub type IntegratorId = Id<Integrator>;

const NAME: &str = "details.name";

/// What is kept of an integrator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Details {
    /// Name.
    pub name: String,
    /// Who answers for it, and how they are reached.
    pub contact: String,
    /// What it may do.
    pub scopes: BTreeSet<Scope>,
    /// The last day on which it is admitted, for example `2027-03-28`; empty: it has none.
    pub valid_until: String,
    /// By what it proves itself; `None`: it has no secret yet.
    pub secret: Option<Secret>,
}

/// A refusal of an integrator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such integrator.
    #[error("there is no such integrator")]
    NotFound,
    /// It has no name.
    #[error("the name is missing")]
    NameMissing,
    /// Another one has it.
    #[error("the name is taken")]
    NameTaken,
    /// It may do nothing.
    #[error("no scope is chosen")]
    ScopeMissing,
    /// What is named is no day.
    #[error("the last day is no day")]
    LastDayMalformed,
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::NameMissing => "required", Input, field NAME;
    Self::NameTaken => "integrator_name_taken", Input, field NAME;
    Self::ScopeMissing => "integrator_scope_missing", Input, field "details.scopes";
    Self::LastDayMalformed => "integrator_valid_until_malformed", Input, field "details.valid_until";
} }

impl Details {
    /// Whether it may do this on a day.
    pub fn admits(&self, scope: Scope, today: Date) -> bool {
        let is_over = !self.valid_until.is_empty() && self.last_day().is_none_or(|last| last < today);
        self.scopes.contains(&scope) && !is_over
    }

    /// The last day, where it is one: `2027-03-28`, and nothing else that could mean a day.
    fn last_day(&self) -> Option<Date> {
        let day: Date = self.valid_until.parse().ok()?;
        (day.to_string() == self.valid_until).then_some(day)
    }
}

impl AdminDetails for Details {
    const CATEGORY: &'static str = "integrator";
    const EVENTS: AdminEvents = admin_events!("integrator");
    const NOT_FOUND: Refused = Refused::NotFound;
    type Around = ();
    type Refused = Refused;
    type Stored = store::IntegratorDefined;

    fn name(&self) -> &str {
        &self.name
    }

    fn words(&self) -> String {
        [self.name.as_str(), &self.contact].join(" ")
    }

    fn unique(&self) -> Vec<Unique> {
        vec![Unique { field: NAME, value: self.name.clone() }]
    }

    fn trimmed(&self) -> Self {
        let trimmed = |text: &str| text.trim().to_owned();
        Self { name: trimmed(&self.name), contact: trimmed(&self.contact), valid_until: trimmed(&self.valid_until), ..self.clone() }
    }

    fn check(&self, _: Option<&Self>, taken: &Taken, (): &()) -> Result<(), Refusals<Refused>> {
        Refusals::of_broken([
            (self.name.is_empty(), Refused::NameMissing),
            (taken.has(NAME), Refused::NameTaken),
            (self.scopes.is_empty(), Refused::ScopeMissing),
            (!self.valid_until.is_empty() && self.last_day().is_none(), Refused::LastDayMalformed),
        ])
    }

    fn to_stored(&self) -> store::IntegratorDefined {
        let Self { name, contact, scopes, valid_until, secret } = self.clone();
        store::IntegratorDefined {
            name,
            contact,
            scopes: scopes.into_iter().map(Scope::number).collect(),
            valid_until,
            secret_digest: secret.map(|secret| secret.digest.to_vec().into()).unwrap_or_default(),
            secret_issued_at: secret.map(|secret| timestamp(secret.issued_at)),
        }
    }

    fn from_stored(stored: store::IntegratorDefined, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let store::IntegratorDefined { name, contact, scopes, valid_until, secret_digest, secret_issued_at } = stored;
        let secret = secret_issued_at.map(|at| {
            let issued_at = reader.known(Timestamp::new(at.seconds, at.nanos).ok())?;
            Ok::<_, DecodeError>(Secret { digest: reader.known(digest_of(&secret_digest))?, issued_at })
        });
        let scopes = scopes.into_iter().map(|number| reader.known(Scope::from_number(number))).collect::<Result<_, _>>()?;
        Ok(Self { name, contact, scopes, valid_until, secret: secret.transpose()? })
    }
}

fn digest_of(stored: &[u8]) -> Option<[u8; 32]> {
    stored.try_into().ok()
}
