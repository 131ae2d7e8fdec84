//! Checks a file about who has looked at a person's data, offline: whether its rows stand unchanged in the log whose head was signed,
//! whether one of them is missing, and whether a log that was handed out before has only grown since.

mod check;
mod names;
mod problem;
mod say;

pub use check::{Checked, Log, check, check_against};
pub use names::Names;
pub use problem::Problem;
pub use say::in_words;
