//! Jobs: work that comes again and again, in one process at a time.

use std::sync::Arc;

use chassis_domain::{Repeated, Timestamp, Uuid};
use futures::future::BoxFuture;
use jiff::SignedDuration;

use super::Lane;
use crate::service::Kernel;

/// Names the row of each job; changing it would begin every job anew.
const JOBS: Uuid = Uuid::from_u128(0x6b61_6a6f_0000_5000_8000_006a_6f62_7321);

/// When a job comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Every {
    /// So long after it last began; at once at the start.
    Interval(SignedDuration),
    /// At civil times in Finland.
    Civil(Repeated),
}

impl Every {
    /// So many seconds after it last began.
    pub const fn seconds(seconds: i64) -> Self {
        Self::Interval(SignedDuration::from_secs(seconds))
    }

    /// When it comes for the first time.
    pub(super) fn first(&self, now: Timestamp) -> Timestamp {
        match self {
            Self::Interval(_) => now,
            Self::Civil(_) => self.next(now),
        }
    }

    /// When it comes again.
    pub(super) fn next(&self, now: Timestamp) -> Timestamp {
        let next = match self {
            Self::Interval(interval) => now.checked_add(*interval).ok(),
            Self::Civil(repeated) => repeated.next_after(now),
        };
        next.unwrap_or(Timestamp::MAX)
    }
}

pub(crate) type Work = Arc<dyn Fn(Kernel) -> BoxFuture<'static, anyhow::Result<()>> + Send + Sync>;

/// Work that comes again and again.
#[derive(Clone)]
pub struct Job {
    pub(super) name: &'static str,
    pub(super) every: Every,
    pub(super) lane: Lane,
    pub(super) work: Work,
}

impl Job {
    /// A job under a name that stays. Its work may be begun twice at once when a process stalls, so each step of it may be repeated; a row
    /// that cannot be worked on must not keep it from the others ([`crate::due::Sweep`]).
    pub fn new<F, R>(name: &'static str, every: Every, work: F) -> Self
    where
        F: Fn(Kernel) -> R + Send + Sync + 'static,
        R: Future<Output = anyhow::Result<()>> + Send + 'static,
    {
        Self { name, every, lane: Lane::JOBS, work: Arc::new(move |kernel| Box::pin(work(kernel))) }
    }

    /// In a lane of its own, for one that waits for an outside system.
    #[must_use]
    pub fn in_lane(self, lane: Lane) -> Self {
        Self { lane, ..self }
    }

    pub(super) fn target(name: &str) -> String {
        format!("job {name}")
    }

    pub(super) fn id(name: &str) -> Uuid {
        Uuid::new_v5(&JOBS, name.as_bytes())
    }
}

/// Does the work once.
pub(super) async fn run(job: &Job, kernel: Kernel) -> anyhow::Result<()> {
    (job.work)(kernel).await
}
