//! What can be proved of the access log, and how: the tree over its rows after RFC 6962, how a row becomes a leaf that says nothing
//! to who does not hold its salt, and the file that a person takes along. Mathematics and format alone: no database, no keys, no clock,
//! so that whoever wants to check a file can read all of it. `tools/verify-access-log` does the checking.

mod file;
mod leaf;
mod tree;

pub use file::{ConsistencyPath, Document, Endorsement, Head, Row, Withheld, hash};
pub use leaf::{Part, Salt, What, Who, leaf_hash};
pub use tree::{Hash, Peaks, Subtree, consistency, inclusion, verify_consistency, verify_inclusion};
