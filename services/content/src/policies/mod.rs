//! Process managers, one file each: facts in, effects out, pure. Those that hear of what waits for a resident have it told
//! ([`NOTIFY`](crate::notification::NOTIFY)) and, once it waits no more, withdrawn ([`WITHDRAW`](crate::notification::WITHDRAW)); of what is to be
//! told, [`deliveries`] has it done on each way.

pub(crate) mod appointments;
pub(crate) mod contents;
pub(crate) mod customer_tasks;
pub(crate) mod deliveries;
mod given;
pub(crate) mod health_records;
pub(crate) mod messages;
mod quiet;
pub(crate) mod recommendations;
pub(crate) mod surveys;

use chassis_domain::{CommandTarget, SignedDuration, Timestamp};

/// The executor that sends a notification by e-mail; its body is the 16 bytes of its id.
pub(crate) const DELIVER_MAIL: CommandTarget = CommandTarget("deliver_mail");
/// The executor that sends it as a text message; its body is the same.
pub(crate) const DELIVER_SMS: CommandTarget = CommandTarget("deliver_sms");
/// The executor that tells it on the resident's devices; its body is the same.
pub(crate) const DELIVER_PUSH: CommandTarget = CommandTarget("deliver_push");

/// For so long it is of use to be told of something.
const OF_USE: SignedDuration = SignedDuration::from_hours(48);

/// From when on it is of no use to be told of what happens now.
fn of_use_until(now: Timestamp) -> Timestamp {
    later(now, OF_USE)
}

/// That much later.
fn later(from: Timestamp, by: SignedDuration) -> Timestamp {
    from.checked_add(by).unwrap_or(Timestamp::MAX)
}

/// A moment out of a message.
fn moment(at: Option<prost_types::Timestamp>) -> Option<Timestamp> {
    at.and_then(|at| Timestamp::new(at.seconds, at.nanos).ok())
}
