//! The file that a person takes along, as far as one log fills it.

use serde::{Deserialize, Serialize};

use crate::{
    leaf::{Part, leaf_hash},
    tree::Hash,
};

/// One log of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Which log: the name of its service.
    pub log: String,
    /// Whose rows these are.
    pub person: String,
    /// The tree that they are proved against. In the first part of a file alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<Head>,
    /// The rows about the person, in the order of their numbers, none left out.
    pub rows: Vec<Row>,
    /// How the heads that were handed to this person before begin this one. In the first part alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consistency: Vec<ConsistencyPath>,
    /// Which keys vouch for which: how one comes from a key that was published once to the one of the head. In the first part alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub endorsements: Vec<Endorsement>,
}

/// A key vouches for the one that signs heads after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Endorsement {
    /// The public key that vouches, hexadecimal.
    pub from: String,
    /// The one that it vouches for.
    pub to: String,
    /// When, in UTC.
    pub at: String,
    /// Ed25519 by `from` over [`Endorsement::signed`], hexadecimal.
    pub signature: String,
}

impl Endorsement {
    /// What is signed.
    pub fn signed(from: &str, to: &str, at: &str) -> String {
        format!("kajo-access-log-key/1\n{from}\n{to}\n{at}\n")
    }
}

/// A signed tree head.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// How many rows the log has.
    pub size: u64,
    /// The root of the tree over them, hexadecimal.
    pub root: String,
    /// When it was signed, in UTC.
    pub at: String,
    /// Ed25519 over [`Head::signed`], hexadecimal.
    pub signature: String,
    /// The public key, hexadecimal.
    pub key: String,
}

/// One row with its way to the root.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its place in the log; the first row has 0.
    pub index: u64,
    /// Whose row it is: a [`crate::Who`].
    pub who: Part,
    /// What it says: a [`crate::What`]. Missing when it is withheld.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<Part>,
    /// In place of what it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withheld: Option<Withheld>,
    /// The way to the root, the nearest hash first, hexadecimal.
    pub path: Vec<String>,
}

impl Row {
    /// The leaf of the row; `None` when it is not whole.
    pub fn leaf(&self) -> Option<Hash> {
        let what = match (&self.what, &self.withheld) {
            (Some(part), None) => part.hash()?,
            (None, Some(withheld)) => hash(&withheld.hash)?,
            _ => return None,
        };
        Some(leaf_hash(&self.who.hash()?, &what))
    }
}

/// A hash from its 64 hexadecimal digits.
pub fn hash(text: &str) -> Option<Hash> {
    let mut hash = Hash::default();
    hex::decode_to_slice(text, &mut hash).ok()?;
    Some(hash)
}

/// A row that is counted and not read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withheld {
    /// The ground of the law.
    pub ground: String,
    /// The commitment to what the row says, hexadecimal.
    pub hash: String,
}

/// That an older head begins this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConsistencyPath {
    /// The size of the older tree.
    pub size: u64,
    /// The proof, hexadecimal.
    pub path: Vec<String>,
}

impl Head {
    /// What is signed.
    pub fn signed(log: &str, size: u64, root: &str, at: &str) -> String {
        format!("kajo-access-log-head/1\n{log}\n{size}\n{root}\n{at}\n")
    }
}
