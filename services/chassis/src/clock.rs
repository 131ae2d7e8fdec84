//! Time and randomness, handed in: the real ones, or ones that a test sets.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;
use uuid::Uuid;

/// What tells the time. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Clock(Inner);

#[derive(Clone, Debug)]
enum Inner {
    System,
    Manual(Arc<watch::Sender<Timestamp>>),
}

impl Clock {
    /// The machine's clock.
    pub const fn system() -> Self {
        Self(Inner::System)
    }

    /// A clock that stands until it is set.
    pub fn manual(now: Timestamp) -> Self {
        Self(Inner::Manual(Arc::new(watch::Sender::new(now))))
    }

    /// The time now.
    pub fn now(&self) -> Timestamp {
        match &self.0 {
            #[expect(clippy::disallowed_methods, reason = "this is the clock that everybody else is to use")]
            Inner::System => Timestamp::now(),
            Inner::Manual(now) => *now.borrow(),
        }
    }

    /// Moves a manual clock on, waking whoever sleeps until then. The machine's clock does not move.
    pub fn advance(&self, by: SignedDuration) {
        if let Inner::Manual(now) = &self.0 {
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
            Inner::Manual(now) => {
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
            Source::System => {
                // The operating system's generator does not fail once it is seeded; zeros would be noticed at once.
                let _ = aws_lc_rs::rand::fill(&mut bytes);
            }
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
