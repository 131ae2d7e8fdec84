//! How queues stand at this moment.

use std::collections::HashMap;

use chassis::{Kernel, grpc};
use chassis_domain::{Timestamp, Uuid, timestamp};
use kajo_proto::chat_queue::v1::{ChatQueueClosure, ChatQueueStanding};
use tonic::Status;

use crate::{
    chat_queue::Details,
    chat_schedule::{ChatSchedule, ChatScheduleId, THE_ONE},
    hours::{ClosedUntil, OpeningHours, Standing, standing},
    projections::closures::{self, ClosureRow},
};

/// The default hours and the closures, as they are now.
pub(super) struct Standings {
    schedule: OpeningHours,
    closures: HashMap<Uuid, ClosureRow>,
    /// Now.
    pub(super) now: Timestamp,
}

impl Standings {
    /// Of all queues.
    pub(super) async fn now(kernel: &Kernel) -> Result<Self, Status> {
        let schedule = kernel.store.load::<ChatSchedule>(ChatScheduleId::from_uuid(THE_ONE)).await?.state;
        Ok(Self {
            // Until it is there, a second after the first start, queues that follow it are shut.
            schedule: schedule.details().map(|details| details.hours.clone()).unwrap_or_default(),
            closures: closures::all(&kernel.pool).await.map_err(grpc::fault)?,
            now: kernel.clock.now(),
        })
    }

    /// Whose hours a queue has.
    pub(super) fn hours<'a>(&'a self, details: &'a Details) -> &'a OpeningHours {
        self.followed(&details.hours, details.follows_schedule)
    }

    /// These, or those of the default schedule.
    pub(super) fn followed<'a>(&'a self, own: &'a OpeningHours, follows_schedule: bool) -> &'a OpeningHours {
        if follows_schedule { &self.schedule } else { own }
    }

    /// How a queue stands.
    pub(super) fn of(&self, id: Uuid, details: &Details) -> Standing {
        let closed = self.closures.get(&id).map(|row| ClosedUntil(row.closed.until));
        standing(self.hours(details), closed, self.now)
    }

    /// To the contract, with the notice while it is closed.
    pub(super) fn message(&self, id: Uuid, standing: &Standing) -> ChatQueueStanding {
        let row = self.closures.get(&id).filter(|row| row.closed.until.is_none_or(|until| self.now < until));
        let closure = row.map(|row| ChatQueueClosure {
            text: Some(row.closed.text.clone().into()),
            until: row.closed.until.map(timestamp),
            closed_at: Some(timestamp(row.closed_at)),
        });
        ChatQueueStanding { closure, ..message(standing) }
    }
}

/// To the contract, without a closure.
pub(super) fn message(standing: &Standing) -> ChatQueueStanding {
    ChatQueueStanding {
        state: standing.state.public().into(),
        opens_at: standing.opens_at.map(timestamp),
        closes_at: standing.closes_at.map(timestamp),
        changes_at: standing.changes_at.map(timestamp),
        closure: None,
    }
}
