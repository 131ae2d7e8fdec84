//! Watches the loops of a service: the relay, read models that follow, consumers, the runner of what is due. None of them is to end
//! before the service does. One that ended all the same, or panicked, is begun again with growing pauses, said aloud and counted; while
//! one is down, or has not gone round for long, the service is not ready.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::time::Instant;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::telemetry::metrics;

/// Before a loop is begun again for the first time; each time in a row it is twice as long ..
const PAUSE: Duration = Duration::from_millis(200);
/// .. up to this.
const LONGEST: Duration = Duration::from_secs(30);
/// A loop that ran for so long ended for another reason than the time before.
const STEADY: Duration = Duration::from_mins(1);
/// A loop that has not gone round for so long hangs.
const PATIENCE: Duration = Duration::from_mins(2);

tokio::task_local! {
    static WATCHED: Arc<Watched>;
}

/// Says that the loop this task belongs to goes round.
pub(crate) fn beat() {
    // Outside of a watched loop nobody asks.
    let _ = WATCHED.try_with(|watched| watched.set(Pulse::Beat(Instant::now())));
}

#[derive(Clone, Copy)]
enum Pulse {
    Beat(Instant),
    Down,
}

struct Watched {
    name: &'static str,
    pulse: Mutex<Pulse>,
}

impl Watched {
    fn pulse(&self) -> MutexGuard<'_, Pulse> {
        self.pulse.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, pulse: Pulse) {
        *self.pulse() = pulse;
    }
}

/// The watched loops of one service. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Supervisor {
    service: &'static str,
    tasks: TaskTracker,
    stopping: CancellationToken,
    watched: Arc<Mutex<Vec<Arc<Watched>>>>,
}

impl Supervisor {
    /// Watches until `stopping`; the loops are among `tasks`.
    pub(crate) fn new(service: &'static str, tasks: TaskTracker, stopping: CancellationToken) -> Self {
        Self { service, tasks, stopping, watched: Arc::default() }
    }

    /// Begins a loop, and begins it again whenever it ends before it is told to.
    pub(crate) fn watch<F, R>(&self, name: &'static str, begin: F)
    where
        F: Fn() -> R + Send + 'static,
        R: Future<Output = ()> + Send + 'static,
    {
        let watched = Arc::new(Watched { name, pulse: Mutex::new(Pulse::Beat(Instant::now())) });
        self.watched.lock().unwrap_or_else(PoisonError::into_inner).push(Arc::clone(&watched));
        let (service, stopping) = (self.service, self.stopping.clone());
        self.tasks.spawn(async move {
            let mut pause = PAUSE;
            while !stopping.is_cancelled() {
                let begun = Instant::now();
                watched.set(Pulse::Beat(begun));
                let ended = tokio::spawn(WATCHED.scope(Arc::clone(&watched), begin())).await;
                if stopping.is_cancelled() {
                    return;
                }
                watched.set(Pulse::Down);
                metrics::count("kajo_loop_restarts_total", service, name);
                // What a panic says may name what nobody else should read: it is not repeated here.
                tracing::error!(service, name, panicked = ended.is_err_and(|error| error.is_panic()), "loop.ended");
                if begun.elapsed() > STEADY {
                    pause = PAUSE;
                }
                stopping.run_until_cancelled(tokio::time::sleep(pause)).await;
                pause = (pause * 2).min(LONGEST);
            }
        });
    }

    /// The loops that are down or hang.
    pub(crate) fn troubled(&self) -> Vec<&'static str> {
        let watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        let is_troubled = |watched: &Watched| match *watched.pulse() {
            Pulse::Beat(at) => at.elapsed() > PATIENCE,
            Pulse::Down => true,
        };
        watched.iter().filter(|watched| is_troubled(watched)).map(|watched| watched.name).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    fn supervisor() -> (Supervisor, CancellationToken) {
        let stopping = CancellationToken::new();
        (Supervisor::new("test", TaskTracker::new(), stopping.clone()), stopping)
    }

    #[tokio::test(start_paused = true)]
    async fn k_15_a_loop_that_ends_or_panics_is_begun_again_with_growing_pauses() {
        let (supervisor, stopping) = supervisor();
        let begun = Arc::new(AtomicU32::new(0));
        let counted = Arc::clone(&begun);
        supervisor.watch("stumbles", move || {
            let time = counted.fetch_add(1, Ordering::SeqCst);
            async move { assert!(time.is_multiple_of(2), "on purpose") }
        });
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert_eq!((begun.load(Ordering::SeqCst), supervisor.troubled()), (1, vec!["stumbles"]));
        // 0.2 + 0.4 + 0.8 + 1.6 seconds.
        tokio::time::sleep(Duration::from_secs(3)).await;
        assert_eq!(begun.load(Ordering::SeqCst), 5);
        let told = "kajo_loop_restarts_total{service=\"test\",kind=\"stumbles\"} 5";
        assert!(metrics::render().contains(told));
        stopping.cancel();
        supervisor.tasks.close();
        supervisor.tasks.wait().await;
    }

    #[tokio::test(start_paused = true)]
    async fn k_15_a_loop_that_hangs_is_told_and_one_that_goes_round_is_not() {
        let (supervisor, stopping) = supervisor();
        supervisor.watch("hangs", std::future::pending);
        supervisor.watch("goes", || async {
            loop {
                beat();
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        });
        tokio::time::sleep(PATIENCE + Duration::from_secs(2)).await;
        assert_eq!(supervisor.troubled(), ["hangs"]);
        stopping.cancel();
    }
}
