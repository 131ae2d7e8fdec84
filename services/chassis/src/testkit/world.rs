//! A service of the test's own. What else there is of its world (people, files, outside systems) each service adds.

use anyhow::Result;
use futures::future::BoxFuture;
use jiff_sqlx::ToSqlx;
use kajo_proto::caller::v1::CallerContext;

use super::{Calls, TestEnvironment, eventually};
use crate::{
    clock::Clock,
    service::{Running, Service},
};

/// One service that runs in an environment of the test's own.
pub struct World {
    /// The service.
    pub running: Running,
    environment: TestEnvironment,
    make: fn() -> Service,
}

impl World {
    /// Starts it.
    ///
    /// # Errors
    /// When it does not start.
    pub async fn start(environment: TestEnvironment, make: fn() -> Service) -> Result<Self> {
        let running = environment.service(make()).await?;
        Ok(Self { running, environment, make })
    }

    /// What it runs in.
    pub fn environment(&self) -> &TestEnvironment {
        &self.environment
    }

    /// The clock that the test sets.
    pub fn clock(&self) -> &Clock {
        self.environment.clock()
    }

    /// Waits for what the service may have to try again by its clock, see [`TestEnvironment::eventually`].
    ///
    /// # Panics
    /// When it has not come after a minute.
    pub async fn eventually<T, F>(&self, look: impl FnMut() -> F) -> T
    where
        F: Future<Output = Option<T>>,
    {
        self.environment.eventually(look).await
    }

    /// Calls as the gateway would pass them on for somebody.
    pub fn calls_by(&self, caller: CallerContext) -> Calls {
        self.environment.calls(&self.running).by(caller)
    }

    /// Waits until a job of the service has run for the first time, which it does by itself at the start: what a test does next is not met
    /// by that run half way.
    ///
    /// # Panics
    /// When it has not run within a minute.
    pub async fn job_has_run(&self, job: &str) {
        let kernel = self.running.kernel();
        eventually(|| async {
            let waits = sqlx::query_scalar("select exists (select from due where target = 'job ' || $1 and state = 'waiting' and due_at > $2)")
                .bind(job)
                .bind(kernel.clock.now().to_sqlx())
                .fetch_one(&kernel.pool);
            waits.await.unwrap_or(false).then_some(())
        })
        .await;
    }

    /// The same service once more, on the same database and bus: another process beside the first.
    ///
    /// # Errors
    /// When it does not start.
    pub async fn another(&self) -> Result<Running> {
        self.environment.service((self.make)()).await
    }

    /// Stops it and takes everything away.
    ///
    /// # Errors
    /// When something cannot be taken away.
    pub fn end(self) -> BoxFuture<'static, Result<()>> {
        Box::pin(async move {
            self.running.stop().await;
            self.environment.remove().await
        })
    }
}
