//! Every published fact of the contract.

use prost::{DecodeError, Message};

use crate::options::v1::VetoChange;

/// One published fact: a thin, public message about something that happened.
#[derive(Debug)]
pub struct Fact {
    /// Full name of the message.
    pub message: &'static str,
    /// Its package, for example `kajo.conversations.v1`.
    pub package: &'static str,
    /// Its own name, which is the event's name in the subject.
    pub name: &'static str,
    /// The aggregate in the subject.
    pub aggregate: &'static str,
}

/// Every fact, as declared by option `kajo.options.v1.fact`.
pub static FACTS: &[Fact] = include!(concat!(env!("OUT_DIR"), "/facts.rs"));

/// The fact with this full message name.
pub fn find(message: &str) -> Option<&'static Fact> {
    FACTS.iter().find(|fact| fact.message == message)
}

/// That what a fact is about stands against the deletion of somebody's account, or does so no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Veto {
    change: i32,
    /// Against whose deletion. `None`: whoever's it stands against already.
    pub person: Option<String>,
}

impl Veto {
    /// What changes.
    pub fn change(&self) -> VetoChange {
        VetoChange::try_from(self.change).unwrap_or_default()
    }
}

/// What a fact says of deletions, as declared by option `kajo.options.v1.deletion_veto`.
///
/// # Errors
/// When the fact cannot be decoded.
pub fn deletion_veto(message: &str, payload: &[u8]) -> Result<Option<Veto>, DecodeError> {
    include!(concat!(env!("OUT_DIR"), "/vetoes.rs"))
}

/// The services and aggregates whose facts say anything of deletions.
pub static VETOING: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/vetoing.rs"));
