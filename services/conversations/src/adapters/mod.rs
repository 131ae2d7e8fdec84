//! The outside systems of conversations: where files lie, and who looks for viruses in them.

pub mod files;
pub mod scanner;
pub mod sniff;
