//! Services and service contents, as content names them.

use std::sync::Arc;

use chassis::{
    Kernel,
    access::Rpc,
    names::{KnownNames, Names},
};
use chassis_domain::Uuid;
use tonic::Status;

use crate::category::LinkState;

/// As content calls the aggregates.
const SERVICE: &str = "service";
const CONTENT: &str = "service_content";

/// Asks about services.
#[derive(Clone)]
pub struct Services(Names);

impl Services {
    /// At this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub fn try_new(kernel: &Kernel, content_url: Option<&str>) -> anyhow::Result<Self> {
        Ok(Self(Names::try_new(kernel, "content", content_url)?))
    }

    /// What they are called, to be shown.
    pub async fn names(&self, rpc: &Rpc) -> Arc<KnownNames> {
        self.0.all(rpc, SERVICE).await
    }

    /// How a service stands that something is to be linked to.
    ///
    /// # Errors
    /// When content does not answer.
    pub async fn state(&self, rpc: &Rpc, service: Uuid) -> Result<LinkState, Status> {
        self.link_state(rpc, SERVICE, service).await
    }

    /// How a service content stands, likewise.
    ///
    /// # Errors
    /// When content does not answer.
    pub async fn content_state(&self, rpc: &Rpc, content: Uuid) -> Result<LinkState, Status> {
        self.link_state(rpc, CONTENT, content).await
    }

    async fn link_state(&self, rpc: &Rpc, kind: &'static str, id: Uuid) -> Result<LinkState, Status> {
        Ok(match self.0.now(rpc, kind, id).await? {
            None => LinkState::Missing,
            Some(name) if name.archived => LinkState::Archived,
            Some(_) => LinkState::Open,
        })
    }
}
