//! Process managers, one file each: facts in, effects out, pure.

pub mod consultations;
pub mod forms;
pub mod task_deadlines;
