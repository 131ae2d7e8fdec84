//! Services, as content names them.

use chassis::{Kernel, access::Rpc, names::Names};
use chassis_domain::Uuid;
use tonic::Status;

use crate::appointment_search::State;

/// As content calls the aggregate.
const KIND: &str = "service";

/// Asks about services.
#[derive(Clone)]
pub(crate) struct Services(Names);

impl Services {
    /// At this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub(crate) fn try_new(kernel: &Kernel, content_url: Option<&str>) -> anyhow::Result<Self> {
        Ok(Self(Names::try_new(kernel, "content", content_url)?))
    }

    /// How one stands that something is to name.
    ///
    /// # Errors
    /// When content does not answer.
    pub(crate) async fn state(&self, rpc: &Rpc, service: &str) -> Result<State, Status> {
        let Ok(service) = Uuid::try_parse(service) else { return Ok(State::Missing) };
        Ok(match self.0.now(rpc, KIND, service).await? {
            None => State::Missing,
            Some(name) if name.archived => State::Archived,
            Some(_) => State::Open,
        })
    }
}
