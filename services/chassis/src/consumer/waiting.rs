//! Aggregates whose next fact is held up: it has not come, or it could not be applied. What is only away is tried for minutes with growing
//! pauses; what is wrong is parked.

use std::{collections::HashMap, time::Duration};

use chassis_domain::Timestamp;
use jiff::SignedDuration;
use tokio::time::Instant;

use super::HandlerError;

/// The first pause, and that of a fact which came a moment too early.
const LATER: Duration = Duration::from_millis(200);
/// The longest pause between two tries.
const LONGEST: Duration = Duration::from_secs(30);
/// The longest pause of a fact that waits for an earlier one.
const LONGEST_BEHIND: Duration = Duration::from_secs(5);
/// How long something that is away is waited for.
const PATIENCE: SignedDuration = SignedDuration::from_mins(15);
/// Tries of what the database refuses, which may have to do with what else was in the batch.
const TRIES: u32 = 5;
/// A fact that waits longer for an earlier one is told of.
const TOLD: SignedDuration = SignedDuration::from_mins(1);
/// What was not heard of for so long was applied by another process.
const FORGOTTEN: Duration = Duration::from_mins(2);

/// What is held up of one consumer, in this process.
#[derive(Default)]
pub(super) struct Waiting {
    streams: HashMap<String, Wait>,
    /// A fact has been waiting for so long that what it waits for is perhaps among what was acknowledged once.
    overdue: bool,
}

struct Wait {
    since: Timestamp,
    tries: u32,
    told: bool,
    touched: Instant,
}

/// What becomes of a fact that could not be applied.
pub(super) enum Verdict {
    /// It comes again.
    Again(Duration),
    /// It is parked, after so many tries.
    Park(u32),
}

impl Waiting {
    /// A fact of this aggregate was applied, or parked.
    pub(super) fn over(&mut self, stream_id: &str) {
        // Hardly ever does anything wait.
        if !self.streams.is_empty() {
            self.streams.remove(stream_id);
        }
    }

    /// A fact came before the one before it. How long it pauses, and whether it is to be told that it has been waiting for long.
    pub(super) fn too_early(&mut self, stream_id: &str, now: Timestamp) -> (Duration, bool) {
        let wait = self.wait(stream_id, now);
        let waited = now.duration_since(wait.since);
        let tell = waited >= TOLD && !wait.told;
        wait.told |= tell;
        // What is only tried again is where it should be.
        let missing = wait.tries == 0;
        self.overdue |= tell && missing;
        (Duration::try_from(waited / 4).unwrap_or_default().clamp(LATER, LONGEST_BEHIND), tell)
    }

    /// Whether the stream is to be read from its beginning: once for each fact that is told of.
    pub(super) fn begins_anew(&mut self) -> bool {
        std::mem::take(&mut self.overdue)
    }

    /// A fact could not be applied.
    pub(super) fn failed(&mut self, stream_id: &str, error: &HandlerError, now: Timestamp) -> Verdict {
        let wait = self.wait(stream_id, now);
        wait.tries = wait.tries.saturating_add(1);
        let enough = match error {
            HandlerError::Park(_) => true,
            HandlerError::Database(error) if is_wrong(error) => wait.tries >= TRIES,
            HandlerError::Retry(_) | HandlerError::Database(_) => now.duration_since(wait.since) >= PATIENCE,
        };
        if enough { Verdict::Park(wait.tries) } else { Verdict::Again(pause(wait.tries)) }
    }

    fn wait(&mut self, stream_id: &str, now: Timestamp) -> &mut Wait {
        self.streams.retain(|_, wait| wait.touched.elapsed() < FORGOTTEN);
        let wait = self.streams.entry(stream_id.to_owned()).or_insert_with(|| Wait { since: now, tries: 0, told: false, touched: Instant::now() });
        wait.touched = Instant::now();
        wait
    }
}

/// Whether the database refuses what it was given, and will again: its data (class 22), its constraints (23), its statement (42).
fn is_wrong(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| ["22", "23", "42"].iter().any(|class| code.starts_with(class)))
}

/// 0.2 s, 0.4 s, 0.8 s .. up to half a minute.
fn pause(tries: u32) -> Duration {
    LATER.saturating_mul(1 << tries.saturating_sub(1).min(10)).min(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_away_is_tried_with_growing_pauses_for_a_quarter_of_an_hour() {
        let (mut waiting, mut now, mut pauses) = (Waiting::default(), Timestamp::UNIX_EPOCH, Vec::new());
        let away = HandlerError::Retry("away".to_owned());
        while let Verdict::Again(pause) = waiting.failed("a", &away, now) {
            pauses.push(pause.as_millis());
            now += pause;
        }
        assert_eq!(pauses[..4], [200, 400, 800, 1_600]);
        assert_eq!(pauses.iter().max(), Some(&30_000));
        assert!(now.duration_since(Timestamp::UNIX_EPOCH) >= PATIENCE);
    }

    #[test]
    fn what_is_wrong_is_parked_at_once() {
        let parked = Waiting::default().failed("a", &HandlerError::Park("wrong".to_owned()), Timestamp::UNIX_EPOCH);
        assert!(matches!(parked, Verdict::Park(1)));
    }

    #[test]
    fn a_fact_that_waits_is_told_once_after_a_minute_and_anew_when_it_waits_anew() {
        let (mut waiting, begun) = (Waiting::default(), Timestamp::UNIX_EPOCH);
        let mut told = |seconds| waiting.too_early("a", begun + SignedDuration::from_secs(seconds)).1;
        assert_eq!([0, 59, 60, 61].map(&mut told), [false, false, true, false]);
        waiting.over("a");
        let mut told = |seconds| waiting.too_early("a", begun + SignedDuration::from_secs(seconds)).1;
        assert_eq!([100, 159, 160].map(&mut told), [false, false, true]);
    }
}
