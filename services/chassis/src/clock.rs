//! Time and randomness, handed in: the real ones, or ones that a test sets.

use std::{
    sync::{Arc, LazyLock, Mutex, PoisonError},
    time::Instant,
};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;
use uuid::Uuid;

/// What tells the time. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Clock(Inner);

#[derive(Clone, Debug)]
enum Inner {
    System,
    Manual(Arc<watch::Sender<Timestamp>>, Arc<Mutex<SignedDuration>>),
}

impl Clock {
    /// The machine's clock.
    pub const fn system() -> Self {
        Self(Inner::System)
    }

    /// A clock that stands until it is set.
    pub fn manual(now: Timestamp) -> Self {
        Self(Inner::Manual(Arc::new(watch::Sender::new(now)), Arc::default()))
    }

    /// The time now.
    pub fn now(&self) -> Timestamp {
        match &self.0 {
            #[expect(clippy::disallowed_methods, reason = "this is the clock that everybody else is to use")]
            Inner::System => Timestamp::now(),
            Inner::Manual(now, _) => *now.borrow(),
        }
    }

    /// How long it has run since some beginning of its own. Setting the time changes nothing of it: for how long something may be trusted.
    pub fn ran(&self) -> SignedDuration {
        static BEGINNING: LazyLock<Instant> = LazyLock::new(Instant::now);
        match &self.0 {
            Inner::System => SignedDuration::try_from(BEGINNING.elapsed()).unwrap_or(SignedDuration::MAX),
            Inner::Manual(_, ran) => *ran.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Moves a manual clock on, waking whoever sleeps until then, or sets it back. The machine's clock does not move.
    pub fn advance(&self, by: SignedDuration) {
        if let Inner::Manual(now, ran) = &self.0 {
            *ran.lock().unwrap_or_else(PoisonError::into_inner) += by.max(SignedDuration::ZERO);
            now.send_modify(|now| *now = now.saturating_add(by).unwrap_or(*now));
        }
    }

    /// Comes back once `at` is reached.
    pub async fn sleep_until(&self, at: Timestamp) {
        match &self.0 {
            Inner::System => {
                let left = at.duration_since(self.now());
                tokio::time::sleep(left.try_into().unwrap_or_default()).await;
            }
            Inner::Manual(now, _) => {
                let mut now = now.subscribe();
                // The sender lives in `self`, so this cannot fail before it succeeds.
                let _ = now.wait_for(|now| *now >= at).await;
            }
        }
    }
}

/// Where random ids and secrets come from. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Ids(Source);

#[derive(Clone, Debug)]
enum Source {
    System,
    Counted(Arc<Mutex<u64>>),
}

impl Ids {
    /// The operating system's randomness.
    pub const fn system() -> Self {
        Self(Source::System)
    }

    /// Ids 1, 2, 3 .. for tests that compare.
    pub fn counted() -> Self {
        Self(Source::Counted(Arc::default()))
    }

    /// A UUIDv7 of `now`.
    pub fn v7(&self, now: Timestamp) -> Uuid {
        let bytes = self.bytes::<10>();
        let millis = u64::try_from(now.as_millisecond()).unwrap_or_default();
        uuid::Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid()
    }

    /// 256 unguessable bits.
    pub fn secret(&self) -> [u8; 32] {
        self.bytes()
    }

    /// Random bytes.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match &self.0 {
            Source::System => fill_or_abort(&mut bytes, aws_lc_rs::rand::fill),
            Source::Counted(counter) => {
                let mut counter = counter.lock().unwrap_or_else(PoisonError::into_inner);
                *counter += 1;
                for (byte, digit) in bytes.iter_mut().rev().zip(counter.to_le_bytes()) {
                    *byte = digit;
                }
            }
        }
        bytes
    }
}

/// Whoever went on without randomness would hand out secrets that everybody can guess, and nonces that repeat. Nothing is worth that: not
/// a panic either, which somebody might catch.
fn fill_or_abort<E>(bytes: &mut [u8], source: impl Fn(&mut [u8]) -> Result<(), E>) {
    if source(bytes).is_err() {
        eprintln!("the operating system's randomness failed");
        std::process::abort();
    }
}

#[cfg(test)]
mod tests {
    use std::{
        os::unix::process::ExitStatusExt,
        process::{Command, Stdio},
    };

    use super::*;

    const IN_CHILD: &str = "KAJO_TEST_FAILED_RANDOMNESS";
    /// SIGABRT.
    const ABORTED: i32 = 6;

    /// Ends the process that runs it, so it is run in a process of its own.
    #[test]
    fn s_20_a_failed_source_of_randomness_ends_the_process() {
        if std::env::var_os(IN_CHILD).is_some() {
            let caught = std::panic::catch_unwind(|| fill_or_abort(&mut [0; 32], |_| Err(())));
            drop(caught);
            return;
        }
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", "clock::tests::s_20_a_failed_source_of_randomness_ends_the_process", "--nocapture"]);
        let ended = child.env(IN_CHILD, "1").stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
        assert_eq!(ended.signal(), Some(ABORTED), "{ended}");
    }
}
