//! What is due, now or later: effects that policies decided on, their timers, and jobs that come again and again. One runner performs
//! them all. It claims a row for a while, performs it outside of any transaction, and settles it; a row that fails is tried again with
//! growing pauses, and after its limit given up, where people find it. A panic, a hang and a row that nobody can read cost their own row.
//!
//! Whatever is performed may be performed again: after a process that died, or stalled. An effect has the same id for ever, and whoever
//! performs it gives its commands under that id ([`Effect::meta`]), so it counts once.

mod before;
mod job;
mod lane;
mod measure;
mod operator;
mod perform;
mod performers;
mod row;
mod runner;
mod sweep;
mod table;
mod tidy;

use std::sync::Arc;

use chassis_domain::Timestamp;
use futures::future::BoxFuture;
use jiff_sqlx::ToSqlx;
use tokio::sync::Notify;
use uuid::Uuid;

pub use job::{Every, Job};
pub use lane::Lane;
pub(crate) use measure::measure;
pub use operator::{Listed, list, redrive};
pub(crate) use perform::{of_effect, of_timer};
pub(crate) use performers::Performers;
pub(crate) use row::{Cause, New};
pub(crate) use runner::Runner;
pub use sweep::Sweep;
pub(crate) use table::{forget_timer_in_tx, put_in_tx, set_timer_in_tx};

use crate::{
    clock::Clock,
    database::Pool,
    service::Kernel,
    store::{CommandMeta, TraceContext},
};

/// Why an effect was not performed.
#[derive(Debug, thiserror::Error)]
pub enum EffectError {
    /// Perhaps later: tried again with growing pauses.
    #[error("to be tried again: {0}")]
    Retry(String),
    /// Never: given up at once, for people to look at.
    #[error("given up: {0}")]
    Failed(String),
}

/// An effect that is performed.
#[derive(Clone, Debug)]
pub struct Effect {
    /// The same each time it is performed.
    pub id: Uuid,
    /// What is to be done, as its policy wrote it.
    pub body: Vec<u8>,
    /// When it was due.
    pub due_at: Timestamp,
    /// Which time this is: 1, 2, 3 ..
    pub tries: u32,
    /// The event that led to it.
    pub cause: Option<Uuid>,
    /// The trace of that event, or of what is performed now.
    pub trace: TraceContext,
}

impl Effect {
    /// For the command that the effect is: under its id, in its trace.
    pub fn meta(&self) -> CommandMeta {
        self.meta_under(self.id)
    }

    /// For one of several commands that the effect is; `part` tells them apart, the same way each time.
    pub fn meta_of(&self, part: &[u8]) -> CommandMeta {
        self.meta_under(Uuid::new_v5(&self.id, part))
    }

    fn meta_under(&self, command_id: Uuid) -> CommandMeta {
        let meta = CommandMeta { trace: self.trace.clone(), ..CommandMeta::system(command_id) };
        meta.caused_by(self.cause.unwrap_or(self.id))
    }
}

/// Performs the effects of one command target.
pub type Executor = Arc<dyn Fn(Kernel, Effect) -> BoxFuture<'static, Result<(), EffectError>> + Send + Sync>;

/// What is due in one service. Cheap to clone.
#[derive(Clone)]
pub struct Due {
    pool: Pool,
    clock: Clock,
    told: Arc<Notify>,
}

impl Due {
    pub(crate) fn new(pool: Pool, clock: Clock) -> Self {
        Self { pool, clock, told: Arc::default() }
    }

    /// What wakes the runner of this process, after a commit that put something.
    pub(crate) fn told(&self) -> Arc<Notify> {
        Arc::clone(&self.told)
    }

    /// Has a job come at once; once more when it is at work now.
    ///
    /// # Errors
    /// When the database fails. The job comes at its time then.
    pub async fn soon(&self, job: &str) -> Result<(), sqlx::Error> {
        sqlx::query("update due set due_at = least(due_at, $2), again = state = 'claimed' where id = $1")
            .bind(Job::id(job))
            .bind(self.clock.now().to_sqlx())
            .execute(&self.pool)
            .await?;
        self.told.notify_one();
        Ok(())
    }
}
