//! Codes that prove that an address is the person's: one at a time, good once, for ten minutes and a few tries; and not
//! more often than somebody who waits for one would ask.

use chassis_domain::Timestamp;

use super::{Refused, good_until};

/// How long a code is good, in seconds.
pub const GOOD_FOR: i64 = 10 * 60;
/// How often it may be told wrongly.
pub const MOST_TRIES: u32 = 5;
/// Seconds between two codes to the same kind of address.
const PAUSE: i64 = 30;
/// How many codes in ..
const MOST_CODES: usize = 5;
/// .. so many seconds.
const WINDOW: i64 = 60 * 60;

/// What is known of one address.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Codes {
    verified: bool,
    waiting: Option<Waiting>,
    /// When codes were made lately, to whatever address of this kind: a new address is no way round the limit.
    made_at: Vec<Timestamp>,
}

#[derive(Clone, Debug, PartialEq)]
struct Waiting {
    hash: Vec<u8>,
    made_at: Timestamp,
    misses: u32,
}

impl Codes {
    pub(super) fn is_verified(&self) -> bool {
        self.verified
    }

    pub(super) fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }

    pub(super) fn may_make(&self, now: Timestamp) -> Result<(), Refused> {
        if self.verified {
            return Err(Refused::AlreadyVerified);
        }
        let lately = |seconds: i64| self.made_at.iter().filter(|made_at| now.duration_since(**made_at).as_secs() < seconds).count();
        if lately(PAUSE) > 0 {
            return Err(Refused::CodeTooSoon);
        }
        if lately(WINDOW) >= MOST_CODES { Err(Refused::TooManyCodes) } else { Ok(()) }
    }

    /// Whether the told code is the one that was sent.
    pub(super) fn fits(&self, hash: &[u8], now: Timestamp) -> Result<bool, Refused> {
        let waiting = self.waiting.as_ref().filter(|waiting| now < good_until(waiting.made_at)).ok_or(Refused::CodeExpired)?;
        if waiting.misses >= MOST_TRIES { Err(Refused::TooManyTries) } else { Ok(waiting.hash == hash) }
    }

    pub(super) fn made(&mut self, hash: &[u8], made_at: Timestamp) {
        self.waiting = Some(Waiting { hash: hash.to_vec(), made_at, misses: 0 });
        self.made_at.push(made_at);
        if self.made_at.len() > MOST_CODES {
            self.made_at.remove(0);
        }
    }

    /// What was not sent counts for nothing.
    pub(super) fn unmade(&mut self) {
        self.waiting = None;
        self.made_at.pop();
    }

    pub(super) fn missed(&mut self) {
        if let Some(waiting) = &mut self.waiting {
            waiting.misses += 1;
        }
    }

    pub(super) fn verified(&mut self) {
        self.verified = true;
        self.waiting = None;
    }

    /// Another address is to be proven anew.
    pub(super) fn changed(&mut self, is_new: bool) {
        if is_new {
            self.verified = false;
            self.waiting = None;
        }
    }
}
