//! How queues stand at this moment.

use std::collections::HashMap;

use chassis::{Kernel, grpc};
use chassis_domain::{SignedDuration, Timestamp, Uuid, timestamp};
use kajo_proto::chat_queue::v1::{ChatQueueClosure, ChatQueueStanding};
use tonic::Status;

use crate::{
    chat_queue::Details,
    chat_schedule::{ChatSchedule, ChatScheduleId, THE_ONE},
    hours::{ClosedUntil, OpeningHours, Standing, State, standing},
    projections::closures::{self, ClosureRow},
};

/// Who waits is served for so long after a queue has shut (design of chat-queue, section 8).
const SERVED_AFTER_CLOSING: SignedDuration = SignedDuration::from_hours(1);

/// The default hours and the closures, as they are now.
pub(crate) struct Standings {
    schedule: OpeningHours,
    closures: HashMap<Uuid, ClosureRow>,
    /// Now.
    pub(crate) now: Timestamp,
}

impl Standings {
    /// Of all queues.
    pub(crate) async fn now(kernel: &Kernel) -> Result<Self, Status> {
        let schedule = kernel.store.load::<ChatSchedule>(ChatScheduleId::from_uuid(THE_ONE)).await?.state;
        Ok(Self {
            // Until it is there, a second after the first start, queues that follow it are shut.
            schedule: schedule.details().map(|details| details.hours.clone()).unwrap_or_default(),
            closures: closures::all(&kernel.pool).await.map_err(grpc::fault)?,
            now: kernel.clock.now(),
        })
    }

    /// Whose hours a queue has.
    pub(crate) fn hours<'a>(&'a self, details: &'a Details) -> &'a OpeningHours {
        self.followed(&details.hours, details.follows_schedule)
    }

    /// These, or those of the default schedule.
    pub(crate) fn followed<'a>(&'a self, own: &'a OpeningHours, follows_schedule: bool) -> &'a OpeningHours {
        if follows_schedule { &self.schedule } else { own }
    }

    /// How a queue stands.
    pub(crate) fn of(&self, id: Uuid, details: &Details) -> Standing {
        let closed = self.closures.get(&id).map(|row| ClosedUntil(row.closed.until));
        standing(self.hours(details), closed, self.now)
    }

    /// For how long a queue has been open by its hours, as far as that is at most so long. One that is shut was open all the time.
    pub(crate) fn open_for(&self, details: &Details, most: SignedDuration) -> SignedDuration {
        let before = standing(self.hours(details), None, self.now - most);
        let since = before.opens_at.filter(|opens| *opens <= self.now);
        since.map_or(most, |opens| self.now.duration_since(opens))
    }

    /// Whether a queue is open, or was at some time within so long before now.
    pub(crate) fn was_open_within(&self, id: Uuid, details: &Details, within: SignedDuration) -> bool {
        let then = self.now - within;
        let before = standing(self.hours(details), None, then);
        let by_hours = before.state == State::Open || before.opens_at.is_some_and(|opens| opens <= self.now);
        let closed = self.closures.get(&id).filter(|row| row.closed.until.is_none_or(|until| self.now < until));
        by_hours && closed.is_none_or(|row| row.closed_at > then)
    }

    /// Whether those who wait in a queue that is used are still served: it has not been shut for longer than an hour, and is not at another
    /// provider.
    pub(crate) fn serves(&self, id: Uuid, details: &Details) -> bool {
        !details.is_external() && self.was_open_within(id, details, SERVED_AFTER_CLOSING)
    }

    /// To the contract, with the notice while it is closed.
    pub(crate) fn message(&self, id: Uuid, standing: &Standing) -> ChatQueueStanding {
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
pub(crate) fn message(standing: &Standing) -> ChatQueueStanding {
    ChatQueueStanding {
        state: standing.state.public().into(),
        opens_at: standing.opens_at.map(timestamp),
        closes_at: standing.closes_at.map(timestamp),
        changes_at: standing.changes_at.map(timestamp),
        closure: None,
    }
}
