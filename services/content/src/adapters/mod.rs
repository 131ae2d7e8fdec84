//! Outside systems whose words fill services and contents, and other services as content asks them.

pub(crate) mod contact_points;
pub(crate) mod service_register;

use chassis_domain::Uuid;
use futures::future::BoxFuture;

use crate::sync::{Entry, Failed};

/// The service that knows people.
const IDENTITY: &str = "identity";

/// A system whose words fill services and contents.
pub(crate) trait Source: Send + Sync {
    /// What it has under these ids, as far as it shows it. As many as [`Source::at_once`] at the most.
    fn fetch<'a>(&'a self, ids: &'a [Uuid]) -> BoxFuture<'a, Result<Vec<Entry>, Failed>>;

    /// How many it is asked for at once.
    fn at_once(&self) -> usize;
}
