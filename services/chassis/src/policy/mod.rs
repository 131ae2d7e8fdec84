//! Process managers: a policy hears facts, its state, timers and effects are stored in the transaction of the cursor, and the
//! effects are performed later ([`crate::due`]). An effect has an id that is the same for ever, so it counts once however often it
//! is performed; a replay stores nothing new.

mod host;

pub(crate) use host::{AnyPolicy, any_policy};
