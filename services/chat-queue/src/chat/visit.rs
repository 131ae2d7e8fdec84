//! How much somebody may do who is not signed in: nobody knows them, so nothing else holds them back.

use chassis_domain::SignedDuration;

use super::Refused;

/// How often they join within [`JOINS_WITHIN`].
const JOINS: i64 = 5;
/// How many of them wait in a line at once.
const WAITING: i64 = 200;
/// How many messages one of them writes within [`MESSAGES_WITHIN`].
const MESSAGES: usize = 30;

/// See [`may_join`].
pub const JOINS_WITHIN: SignedDuration = SignedDuration::from_hours(1);
/// See [`may_write`].
pub const MESSAGES_WITHIN: SignedDuration = SignedDuration::from_mins(1);
/// What is written and assessed in a visit is erased so long after its last chat was over and its last assessment was sent.
pub const KEPT_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Whether they may take a place, who have joined so often lately, in a line in which so many of them wait.
///
/// # Errors
/// When it was often, or they are many.
pub const fn may_join(joined: i64, waiting: i64) -> Result<(), Refused> {
    if joined >= JOINS {
        Err(Refused::JoinsTooMany)
    } else if waiting >= WAITING {
        Err(Refused::VisitorsFull)
    } else {
        Ok(())
    }
}

/// Whether they may write a message, who have written so many lately.
///
/// # Errors
/// When it was many.
pub const fn may_write(written: usize) -> Result<(), Refused> {
    if written >= MESSAGES { Err(Refused::MessagesTooMany) } else { Ok(()) }
}
