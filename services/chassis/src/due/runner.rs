//! The runner: claims what is due as far as there is room for it, and sleeps until the next thing is due, until it is told of a new one, or
//! until room is made. Only now and then it looks at what others left behind.

use std::{collections::HashMap, sync::Arc, time::Duration};

use chassis_domain::Timestamp;
use tokio::{
    task::{Id, JoinSet},
    time::Instant,
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{
    Performers, before,
    perform::{Target, perform},
    table::{self, LEASE, Next, Room, Taken},
};
use crate::{
    service::{Kernel, beat},
    telemetry::metrics,
};

/// What others put, left behind or planned is looked for this often.
const LOOK: Duration = Duration::from_secs(15);
/// After a failure of the database.
const PAUSE: Duration = Duration::from_secs(1);
/// Claims are prolonged this often.
const PROLONG: Duration = Duration::from_secs(LEASE.as_secs() / 3);
/// What is at work may take so long to end when the service does.
const GRACE: Duration = Duration::from_secs(5);

/// What is at work.
struct AtWork {
    id: Uuid,
    lease: Uuid,
    target: usize,
}

/// Performs what is due in one service.
pub(crate) struct Runner {
    kernel: Kernel,
    performers: Performers,
    targets: Vec<Target>,
    tasks: JoinSet<()>,
    at_work: HashMap<Id, AtWork>,
    next: Next,
}

impl Runner {
    pub(crate) fn new(kernel: Kernel, performers: Performers) -> Self {
        let targets = performers.targets();
        Self { kernel, performers, targets, tasks: JoinSet::new(), at_work: HashMap::new(), next: Next::default() }
    }

    /// Runs until stopped. What is at work then is finished, within bounds, or given back.
    pub(crate) async fn run(mut self, stopping: CancellationToken) {
        let told = Arc::clone(&self.kernel.due.told);
        let (mut looked, mut prolonged) = (None::<Instant>, Instant::now());
        while !stopping.is_cancelled() {
            beat();
            if let Err(error) = self.round(&mut looked, &mut prolonged).await {
                tracing::warn!(service = self.kernel.name, error = &error as &dyn std::error::Error, "due.failed");
                stopping.run_until_cancelled(tokio::time::sleep(PAUSE)).await;
                continue;
            }
            let next = [self.next.due_at, self.next.lease_ends_at].into_iter().flatten().min();
            let look = looked.map_or(Duration::ZERO, |at| LOOK.saturating_sub(at.elapsed()));
            let look = if self.at_work.is_empty() { look } else { look.min(PROLONG.saturating_sub(prolonged.elapsed())) };
            let clock = self.kernel.clock.clone();
            // No database future is cancelled here.
            tokio::select! {
                () = told.notified() => {}
                () = clock.sleep_until(next.unwrap_or(Timestamp::MAX)), if next.is_some() => {}
                () = tokio::time::sleep(look) => {}
                Some(ended) = self.tasks.join_next_with_id() => self.ended(ended),
                () = stopping.cancelled() => {}
            }
            while let Some(ended) = self.tasks.try_join_next_with_id() {
                self.ended(ended);
            }
        }
        self.stop().await;
    }

    /// Looks, claims and begins; notes when there is something to do next.
    async fn round(&mut self, looked: &mut Option<Instant>, prolonged: &mut Instant) -> Result<(), sqlx::Error> {
        if looked.is_none_or(|at| at.elapsed() >= LOOK) {
            before::adopt(&self.kernel.pool, &self.kernel.clock).await?;
            table::plan(&self.kernel.pool, &self.performers.jobs, self.kernel.clock.now()).await?;
            *looked = Some(Instant::now());
        }
        if prolonged.elapsed() >= PROLONG {
            if !self.at_work.is_empty() {
                table::prolong(&self.kernel.pool, &self.leases(), self.kernel.clock.now()).await?;
            }
            *prolonged = Instant::now();
        }
        let (pool, now) = (self.kernel.pool.clone(), self.kernel.clock.now());
        if self.next.lease_ends_at.is_some_and(|ends_at| ends_at <= now) {
            let freed = table::free_abandoned(&pool, &self.mine(), now).await?;
            tracing::warn!(service = self.kernel.name, freed, "due.taken_over");
        }
        let lease = self.kernel.ids.v7(now);
        let taken = table::claim(&pool, &self.rooms(), lease, now).await?;
        for taken in taken {
            self.begin(taken, lease, now).await?;
        }
        let with_room = self.rooms();
        let with_room: Vec<_> = with_room.iter().map(|room| room.target).collect();
        self.next = table::next(&pool, &with_room, &self.mine(), now).await?;
        Ok(())
    }

    /// The targets of which more may be at work.
    fn rooms(&self) -> Vec<Room<'_>> {
        let at_work = |is: &dyn Fn(&Target) -> bool| self.at_work.values().filter(|at_work| self.targets.get(at_work.target).is_some_and(is)).count();
        let room = |target: &Target| {
            let lane = &target.lane;
            let in_lane = |other: &Target| other.lane.name == lane.name;
            let width = lane.width_of_one(self.targets.iter().filter(|other| in_lane(other)).count());
            let of_target = width.saturating_sub(at_work(&|other| other.key == target.key));
            (of_target, lane.width.saturating_sub(at_work(&in_lane)))
        };
        let rooms = self.targets.iter().map(|target| {
            let (of_target, of_lane) = room(target);
            Room { target: &target.key, of_target, lane: target.lane.name, of_lane }
        });
        rooms.filter(|room| room.of_target > 0 && room.of_lane > 0).collect()
    }

    fn mine(&self) -> Vec<Uuid> {
        self.at_work.values().map(|at_work| at_work.id).collect()
    }

    /// Begins what was claimed. What nobody can read is given up at once.
    async fn begin(&mut self, taken: Taken, lease: Uuid, now: Timestamp) -> Result<(), sqlx::Error> {
        let service = self.kernel.name;
        let row = match taken.row {
            Ok(row) => row,
            Err(error) => {
                tracing::error!(service, target = taken.target, id = %taken.id, error = &error as &dyn std::error::Error, "due.unreadable");
                return table::settle_given_up(&self.kernel.pool, taken.id, lease, now, "its row cannot be read").await.map(drop);
            }
        };
        let Some((number, target)) = self.targets.iter().enumerate().find(|(_, target)| target.key == taken.target) else { return Ok(()) };
        if row.tries == 1 {
            let late = Duration::try_from(now.duration_since(row.due_at)).unwrap_or_default();
            metrics::record_part("kajo_due_lag_seconds", service, target.name, late);
        }
        let at_work = AtWork { id: row.id, lease, target: number };
        let task = self.tasks.spawn(perform(self.kernel.clone(), target.clone(), row));
        self.at_work.insert(task.id(), at_work);
        Ok(())
    }

    fn ended(&mut self, ended: Result<(Id, ()), tokio::task::JoinError>) {
        let task = match ended {
            Ok((task, ())) => task,
            Err(error) => error.id(),
        };
        self.at_work.remove(&task);
    }

    fn leases(&self) -> Vec<(Uuid, Uuid)> {
        self.at_work.values().map(|at_work| (at_work.id, at_work.lease)).collect()
    }

    async fn stop(mut self) {
        let finish = async {
            while let Some(ended) = self.tasks.join_next_with_id().await {
                let task = ended.map_or_else(|error| error.id(), |(task, ())| task);
                self.at_work.remove(&task);
            }
        };
        if tokio::time::timeout(GRACE, finish).await.is_err() {
            self.tasks.abort_all();
            if let Err(error) = table::give_back(&self.kernel.pool, &self.leases()).await {
                tracing::warn!(service = self.kernel.name, error = &error as &dyn std::error::Error, "due.not_given_back");
            }
        }
    }
}
