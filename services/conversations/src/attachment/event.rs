//! What happens to an attachment, as it is stored.

use super::{File, Sent};
use crate::audience::Audience;

/// Something that happened to an attachment, and who may be told of it at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What.
    pub what: EventKind,
    /// Its owner, and once sent everybody concerned.
    pub audience: Audience,
}

/// Something that happened to an attachment.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// It lies in quarantine.
    Uploaded(File),
    /// The scan found nothing.
    Clean,
    /// The scan found something; the file is removed.
    Infected,
    /// It could not be scanned.
    ScanFailed,
    /// A message took it along.
    Sent(Sent),
    /// Its owner took it back.
    Discarded,
}
