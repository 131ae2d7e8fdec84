//! Lanes: how much is at work at once, and for how long. What waits for an outside system has a lane of its own, so that a silent system
//! holds up nothing but what waits for it.

use std::time::Duration;

use jiff::SignedDuration;

/// A lane. Whoever names the same lane shares its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    pub(super) name: &'static str,
    pub(super) width: usize,
    pub(super) patience: Duration,
    pub(super) limit: SignedDuration,
}

impl Lane {
    /// Effects that change nothing but this service, and timers.
    pub const OWN: Self = Self::new("own");
    /// Jobs.
    pub const JOBS: Self = Self::new("jobs").width(4).patience(Duration::from_mins(5));

    /// Eight at once, a minute for each, given up after a day.
    pub const fn new(name: &'static str) -> Self {
        Self { name, width: 8, patience: Duration::from_mins(1), limit: SignedDuration::from_hours(24) }
    }

    /// How many are at work at once.
    #[must_use]
    pub const fn width(self, width: usize) -> Self {
        Self { width, ..self }
    }

    /// How long one may take: it is cut off then, and tried again.
    #[must_use]
    pub const fn patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    /// For how long what fails is tried again.
    #[must_use]
    pub const fn limit(self, limit: SignedDuration) -> Self {
        Self { limit, ..self }
    }

    /// How many of one target are at work at once: where several share a lane, none takes all of it.
    pub(super) fn width_of_one(&self, targets: usize) -> usize {
        if targets > 1 { self.width.div_ceil(2) } else { self.width }
    }
}
