//! Whether a professional works with remote appointments where they work now (SCH-11).

use chassis::access::Rpc;
use tonic::Status;

use super::looking::Asking;
use crate::{
    appointment::value::BookedTime,
    kind::AppointmentType,
    remote_access::{RemoteAccess, RemoteAccessId, THE_ONE},
};

/// No type of appointment has this number.
const NO_TYPE: i16 = 0;

/// What of appointments a professional works with.
#[derive(Clone, Copy, Debug)]
pub(super) struct WorksWith {
    /// Remote ones, too.
    remote: bool,
}

impl WorksWith {
    /// Whether appointments of this type exist for them.
    pub(super) fn kind(self, kind: AppointmentType) -> bool {
        self.remote || !kind.is_remote()
    }

    /// Whether this appointment does.
    pub(super) fn time(self, time: &BookedTime) -> bool {
        self.kind(time.kind)
    }

    /// Remote ones, too.
    pub(super) const fn remote(self) -> bool {
        self.remote
    }

    /// Those of these numbers of types that exist for them; asked for none in particular, all that do. A query that is given none finds any.
    pub(super) fn kinds(self, asked: Vec<i16>) -> Vec<i16> {
        if self.remote {
            return asked;
        }
        let number = |kind: &AppointmentType| i16::try_from(kind.number()).unwrap_or(NO_TYPE);
        let known = AppointmentType::ALL.iter().filter(|kind| self.kind(**kind)).map(number);
        let kept: Vec<_> = known.filter(|number| asked.is_empty() || asked.contains(number)).collect();
        if kept.is_empty() { vec![NO_TYPE] } else { kept }
    }
}

impl Asking {
    /// What the caller works with, in the role and at the location in which they work now.
    pub(super) async fn works_with(&self, rpc: &Rpc) -> Result<WorksWith, Status> {
        let access = self.kernel.store.load::<RemoteAccess>(RemoteAccessId::from_uuid(THE_ONE)).await?.state;
        let admitted = access.details().is_none_or(|details| match rpc.caller.role().zip(rpc.caller.location()) {
            Some((role, location)) => details.admits(role, location),
            None => !details.restricted,
        });
        Ok(WorksWith { remote: admitted })
    }
}
