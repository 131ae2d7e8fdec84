//! Booking roles by their names. What names none, or one that is no more, has the default one (SVC-05).

use std::collections::HashMap;

use chassis::{Kernel, admin_record};
use chassis_domain::Uuid;
use kajo_proto::{common::v1::Name, scheduling::v1::RoleName};
use tonic::Status;

use crate::booking_role::{self, DEFAULT};

pub(super) struct Roles(HashMap<String, Name>);

impl Roles {
    /// These, and the default one.
    pub(super) async fn of(kernel: &Kernel, roles: impl IntoIterator<Item = Option<Uuid>>) -> Result<Self, Status> {
        let ids: Vec<_> = roles.into_iter().flatten().chain([DEFAULT]).collect();
        Ok(Self(admin_record::names_of::<booking_role::Details>(&kernel.pool, &ids).await?))
    }

    /// The role that is shown.
    pub(super) fn shown(&self, role: Option<Uuid>) -> Uuid {
        role.filter(|role| self.0.contains_key(&role.to_string())).unwrap_or(DEFAULT)
    }

    /// With its name.
    pub(super) fn name(&self, role: Option<Uuid>) -> RoleName {
        let booking_role_id = self.shown(role).to_string();
        let name = self.0.get(&booking_role_id).and_then(|name| name.names.clone());
        RoleName { booking_role_id, name }
    }
}
