//! How many patients a professional may look up by personal identity code. Lookups that find nobody count like all others, so that
//! codes cannot be found by trying; those that are refused do not, so that whoever waits gets on.

use chassis_domain::{SignedDuration, Timestamp};

/// Time in which lookups are counted, up to now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// Sixty minutes.
    Hour,
    /// Twenty-four hours.
    Day,
}

/// What is told of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Near the limit.
    Near,
    /// Refused beyond it.
    Refused,
}

/// A professional came near a limit, or wanted to go beyond it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Which of the two.
    pub kind: Kind,
    /// In which time.
    pub period: Period,
    /// How many lookups were made in it.
    pub made: u32,
    /// How many may be.
    pub allowed: u32,
}

/// What is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// In an hour.
    pub per_hour: u32,
    /// In a day.
    pub per_day: u32,
    /// From which part of a limit on somebody is told, in per cent.
    pub warning_percent: u32,
}

/// What becomes of the next lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It may be made.
    Allowed {
        /// Limits that it comes near to.
        near: Vec<Crossing>,
    },
    /// It may not.
    Refused {
        /// When one may be made again.
        again_at: Timestamp,
        /// The limit that lasts longest.
        crossing: Crossing,
    },
}

impl Period {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Hour, Self::Day];

    /// How long it is.
    pub const fn length(self) -> SignedDuration {
        match self {
            Self::Hour => SignedDuration::from_hours(1),
            Self::Day => SignedDuration::from_hours(24),
        }
    }

    chassis_domain::numbers!(pub i32: Hour = 1, Day = 2);
}

impl Kind {
    chassis_domain::numbers!(pub i32: Near = 1, Refused = 2);

    /// For logs and metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Near => "near",
            Self::Refused => "refused",
        }
    }
}

impl Limits {
    /// Whether they make sense together.
    pub const fn are_sound(&self) -> bool {
        self.per_hour > 0 && self.per_day >= self.per_hour && self.warning_percent > 0 && self.warning_percent <= 100
    }

    const fn allowed(&self, period: Period) -> u32 {
        match period {
            Period::Hour => self.per_hour,
            Period::Day => self.per_day,
        }
    }

    /// From how many on somebody is told.
    fn near(&self, period: Period) -> u64 {
        (u64::from(self.allowed(period)) * u64::from(self.warning_percent)).div_ceil(100)
    }

    /// With fewer than so many made in each period, the next may be made and nobody is told.
    pub fn untold(&self, period: Period) -> u32 {
        u32::try_from(self.near(period).saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// What becomes of a lookup now, after those `made`: the newest first, of the last day at least as many as are allowed.
    pub fn judge(&self, made: &[Timestamp], now: Timestamp) -> Verdict {
        let within = |period: Period| made.iter().filter(|at| now.duration_since(**at) < period.length()).count();
        let reached = Period::ALL.into_iter().filter_map(|period| {
            let allowed = self.allowed(period);
            let made_within = within(period);
            // The one whose end makes room.
            let oldest = made.get(usize::try_from(allowed).ok()?.checked_sub(1)?).filter(|_| made_within >= allowed as usize)?;
            let crossing = Crossing { kind: Kind::Refused, period, made: count(made_within), allowed };
            Some((oldest.saturating_add(period.length()).unwrap_or(now), crossing))
        });
        if let Some((again_at, crossing)) = reached.max_by_key(|(again_at, _)| *again_at) {
            return Verdict::Refused { again_at, crossing };
        }
        let near = Period::ALL.into_iter().filter_map(|period| {
            let made = count(within(period)).saturating_add(1);
            (u64::from(made) >= self.near(period)).then(|| Crossing { kind: Kind::Near, period, made, allowed: self.allowed(period) })
        });
        Verdict::Allowed { near: near.collect() }
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
