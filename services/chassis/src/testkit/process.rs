//! A process that a test ends in the middle.

use tokio::{runtime::Runtime, sync::oneshot};

use crate::{
    service::{Environment, Running, Service},
    store::EventStore,
};

/// A runtime of its own with a service in it: shutting it down drops every task where it stands.
pub struct Process {
    /// Where everything of it runs.
    pub runtime: Runtime,
    /// The service.
    pub running: Running,
}

impl Process {
    /// Starts the service, on a database that is there already.
    ///
    /// # Panics
    /// When it does not start.
    #[expect(clippy::expect_used, reason = "a test stops at the first surprise")]
    pub async fn start(environment: &Environment, service: Service) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
        let (tell, told) = oneshot::channel();
        let environment = environment.clone();
        runtime.spawn(async move {
            let _ = tell.send(service.start(&environment).await.expect("it starts"));
        });
        Self { runtime, running: told.await.expect("it starts") }
    }

    /// Its store.
    pub fn store(&self) -> EventStore {
        self.running.kernel().store.clone()
    }

    /// As `kill -9` would: nothing is finished, nothing is said.
    pub fn kill(self) {
        self.runtime.shutdown_background();
    }
}
