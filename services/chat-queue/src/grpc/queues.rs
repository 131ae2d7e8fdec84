//! Queues by their ids, whether they are used or not.

use std::collections::HashMap;

use chassis::{Kernel, admin_record};
use chassis_domain::Uuid;
use kajo_proto::common::v1::LocalizedString;
use tonic::Status;

use crate::chat_queue::Details;

/// Those that there are of these.
pub(super) struct Queues(HashMap<Uuid, (Details, bool)>);

impl Queues {
    pub(super) async fn of(kernel: &Kernel, ids: impl IntoIterator<Item = Uuid>) -> Result<Self, Status> {
        let mut ids: Vec<_> = ids.into_iter().collect();
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() {
            return Ok(Self(HashMap::new()));
        }
        let found = admin_record::details_of::<Details>(&kernel.pool, &ids).await?;
        Ok(Self(found.into_iter().map(|(id, details, archived)| (id, (details, archived))).collect()))
    }

    /// One that is used.
    pub(super) fn in_use(&self, id: Uuid) -> Option<&Details> {
        self.0.get(&id).filter(|(_, archived)| !archived).map(|(details, _)| details)
    }

    /// One that is, or was.
    pub(super) fn any(&self, id: Uuid) -> Option<&Details> {
        self.0.get(&id).map(|(details, _)| details)
    }

    /// What one is called.
    pub(super) fn name(&self, id: Uuid) -> Option<LocalizedString> {
        self.any(id).map(|details| details.name.clone().into())
    }
}
