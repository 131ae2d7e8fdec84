//! Processor time of the platform and of this program, as the kernel counts it.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};

use crate::world::World;

/// What Linux counts in, towards programs.
const TICK: Duration = Duration::from_millis(10);

/// Processor time up to a moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cpu {
    at: Instant,
    platform: Duration,
    own: Duration,
}

/// Processor time of a while, in seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spent {
    /// How long the while was.
    pub(crate) lasted: f64,
    /// By simulators and platform.
    pub(crate) platform: f64,
    /// By this program, in which the clients are.
    pub(crate) own: f64,
}

impl Cpu {
    /// Up to now.
    pub(crate) fn read(world: &World) -> Result<Self> {
        Ok(Self { at: Instant::now(), platform: world.cpu()?, own: taken_by("self")? })
    }

    /// What was spent since `before`.
    pub(crate) fn since(self, before: Self) -> Spent {
        Spent {
            lasted: self.at.saturating_duration_since(before.at).as_secs_f64(),
            platform: self.platform.saturating_sub(before.platform).as_secs_f64(),
            own: self.own.saturating_sub(before.own).as_secs_f64(),
        }
    }
}

impl Spent {
    /// What was spent beyond what goes on at rest.
    pub(crate) fn beyond(self, rest: Self) -> Self {
        let rests = self.lasted / rest.lasted;
        Self { platform: (self.platform - rest.platform * rests).max(0.0), own: (self.own - rest.own * rests).max(0.0), ..self }
    }
}

/// Processor time that a process has taken so far, by its number in `/proc`, where `self` is this one.
pub(crate) fn taken_by(process: &str) -> Result<Duration> {
    parse(&std::fs::read_to_string(Path::new("/proc").join(process).join("stat"))?)
}

fn parse(stat: &str) -> Result<Duration> {
    // In front stands the program's name in brackets, which may hold anything.
    let (_, behind) = stat.rsplit_once(") ").context("no name of a program")?;
    let mut ticks = behind.split_whitespace().skip(11).map(str::parse::<u32>);
    let user = ticks.next().context("no user time")??;
    let system = ticks.next().context("no system time")??;
    Ok(TICK * (user + system))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_and_system_time_are_read_behind_whatever_name() {
        let stat = "1234 (a (strange) name) S 1 1 1 0 -1 4194560 9 8 7 6 250 50 5 4 20 0 9 0 100 0";
        assert_eq!(parse(stat).unwrap(), Duration::from_secs(3));
        assert!(parse("1234 (short) S 1 1").is_err());
        assert!(taken_by("self").is_ok());
    }

    #[test]
    fn what_goes_on_at_rest_is_left_out() {
        let rest = Spent { lasted: 5.0, platform: 1.0, own: 0.5 };
        let beyond = Spent { lasted: 10.0, platform: 5.0, own: 0.5 }.beyond(rest);
        assert!((beyond.platform - 3.0).abs() < 1e-9 && beyond.own.abs() < 1e-9 && (beyond.lasted - 10.0).abs() < 1e-9);
    }
}
