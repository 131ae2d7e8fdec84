//! The checks, in the order in which one leans on the other: signature, head, rows, and what was handed out before.

use std::collections::{BTreeMap, BTreeSet};

use access_proof::{Document, Endorsement, Hash, Head, Row, What, Who, hash, verify_consistency, verify_inclusion};
use ed25519_dalek::{Signature, VerifyingKey};
use serde::Deserialize;

use crate::{Problem, names::Names};

/// The formats that are known, the newest first. The first one had no names and no endorsements.
const FORMATS: [&str; 2] = ["kajo-access-log/2", "kajo-access-log/1"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    logs: Vec<Document>,
    /// What the ids are called. Not proved.
    #[serde(default)]
    names: serde_json::Value,
}

/// A file that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Whose rows.
    pub person: String,
    /// By name.
    pub logs: BTreeMap<String, Log>,
    /// What the ids in the rows are called, as the file says. Proved by nothing.
    pub names: Names,
}

/// What holds of one log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// How many rows it has altogether.
    pub size: u64,
    /// The root of its tree.
    pub root: Hash,
    /// When its head was signed.
    pub at: String,
    /// The key that signed it, hexadecimal.
    pub key: String,
    /// Rows about the person by number: their place and their leaf.
    pub rows: BTreeMap<u64, (u64, Hash)>,
    /// How many of these are withheld.
    pub withheld: usize,
    /// How one comes from a key that is trusted to the one that signed the head; empty when that is trusted itself.
    pub followed: Vec<Endorsement>,
    endorsements: Vec<Endorsement>,
    /// Every id that the rows name.
    pub(crate) ids: BTreeSet<String>,
    consistency: BTreeMap<u64, Vec<Hash>>,
}

/// Checks a file. Trusted are the keys and those that they endorse. Without keys, whichever key signed it is taken, and is to be compared by
/// whoever checks.
pub fn check(text: &str, keys: &BTreeSet<String>) -> Result<Checked, Problem> {
    let file: File = serde_json::from_str(text).map_err(|error| Problem::NotOurs(error.to_string()))?;
    if !FORMATS.contains(&file.format.as_str()) {
        return Err(Problem::NotOurs(format!("its format is {}, and {} are known", file.format, FORMATS.join(" and "))));
    }
    let person = file.logs.first().map(|log| log.person.clone()).ok_or_else(|| Problem::NotOurs("there is no log in it".to_owned()))?;
    let mut logs = BTreeMap::new();
    for document in &file.logs {
        if document.person != person {
            return Err(Problem::SeveralPeople);
        }
        if logs.insert(document.log.clone(), log(document, keys)?).is_some() {
            return Err(Problem::TwoLogs { log: document.log.clone() });
        }
    }
    let ids = logs.values().flat_map(|log| &log.ids).chain([&person]).map(String::as_str).collect();
    let names = Names::read(&file.names, &ids).ok_or_else(|| Problem::NotOurs("its names are not written as names are".to_owned()))?;
    Ok(Checked { person, logs, names })
}

/// Checks that a file continues an older one.
pub fn check_against(newer: &Checked, older: &Checked) -> Result<(), Problem> {
    if newer.person != older.person {
        return Err(Problem::SeveralPeople);
    }
    for (name, old) in &older.logs {
        let new = newer.logs.get(name).ok_or_else(|| Problem::LogGone { log: name.clone() })?;
        continues(name, new, old)?;
    }
    Ok(())
}

fn continues(log: &str, new: &Log, old: &Log) -> Result<(), Problem> {
    let log = || log.to_owned();
    // A key that has handed over signs no more.
    if path(&[old.key.clone()].into(), &new.endorsements, &new.key).is_none() {
        return Err(Problem::KeyChanged { log: log(), from: old.key.clone(), to: new.key.clone() });
    }
    if new.size < old.size {
        return Err(Problem::Shorter { log: log(), size: new.size, old: old.size });
    }
    if old.size == new.size {
        if old.root != new.root {
            return Err(Problem::Rewritten { log: log() });
        }
    } else if old.size > 0 {
        let path = new.consistency.get(&old.size).ok_or_else(|| Problem::NoConsistency { log: log(), old: old.size })?;
        if !verify_consistency(old.size, new.size, &old.root, &new.root, path) {
            return Err(Problem::Rewritten { log: log() });
        }
    }
    // What is older than what the newer file goes back to is not in it any more.
    let first = new.rows.first_key_value().map_or(u64::MAX, |(number, _)| *number);
    for (number, row) in old.rows.range(first..) {
        match new.rows.get(number) {
            Some(now) if now == row => {}
            Some(_) => return Err(Problem::RowRewritten { log: log(), number: *number }),
            None => return Err(Problem::Missing { log: log(), expected: *number, found: number + 1 }),
        }
    }
    Ok(())
}

fn log(document: &Document, keys: &BTreeSet<String>) -> Result<Log, Problem> {
    let name = &document.log;
    let head = document.head.as_ref().ok_or_else(|| Problem::NoHead { log: name.clone() })?;
    if let Some(forged) = document.endorsements.iter().find(|endorsement| !is_signed(endorsement)) {
        return Err(Problem::Endorsement { log: name.clone(), from: forged.from.clone(), to: forged.to.clone() });
    }
    let trusted = if keys.is_empty() { &[head.key.clone()].into() } else { keys };
    let followed = path(trusted, &document.endorsements, &head.key);
    let followed = followed.ok_or_else(|| Problem::ForeignKey { log: name.clone(), key: head.key.clone() })?;
    let root = signed(name, head).ok_or_else(|| Problem::Signature { log: name.clone() })?;
    let (mut rows, mut ids) = (BTreeMap::new(), BTreeSet::new());
    for row in &document.rows {
        let (number, leaf) = placed(document, row, &mut ids)?;
        let expected = rows.last_key_value().map_or(number, |(before, _)| before + 1);
        if number != expected {
            return Err(Problem::Missing { log: name.clone(), expected, found: number });
        }
        let path = hashes(&row.path).ok_or_else(|| Problem::Malformed { log: name.clone(), index: row.index })?;
        if !verify_inclusion(leaf, row.index, head.size, &path, &root) {
            return Err(Problem::NotInTheLog { log: name.clone(), number });
        }
        rows.insert(number, (row.index, leaf));
    }
    let mut consistency = BTreeMap::new();
    for older in &document.consistency {
        consistency.insert(older.size, hashes(&older.path).ok_or_else(|| Problem::NoConsistency { log: name.clone(), old: older.size })?);
    }
    let withheld = document.rows.iter().filter(|row| row.withheld.is_some()).count();
    let (at, key, endorsements) = (head.at.clone(), head.key.clone(), document.endorsements.clone());
    Ok(Log { size: head.size, root, at, key, rows, withheld, followed, endorsements, ids, consistency })
}

/// The root, when the signature under it holds.
fn signed(log: &str, head: &Head) -> Option<Hash> {
    let said = Head::signed(log, head.size, &head.root, &head.at);
    has_signed(&head.key, &said, &head.signature)?;
    hash(&head.root)
}

fn is_signed(Endorsement { from, to, at, signature }: &Endorsement) -> bool {
    has_signed(from, &Endorsement::signed(from, to, at), signature).is_some()
}

/// `Some` when this key, hexadecimal, has signed what is said.
fn has_signed(key: &str, said: &str, signature: &str) -> Option<()> {
    let key = VerifyingKey::from_bytes(&hash(key)?).ok()?;
    let signature = Signature::from_slice(&hex::decode(signature).ok()?).ok()?;
    key.verify_strict(said.as_bytes(), &signature).ok()
}

/// How a key is reached from the trusted ones, one endorsement after the other; `None`: it is not.
fn path(trusted: &BTreeSet<String>, endorsements: &[Endorsement], key: &str) -> Option<Vec<Endorsement>> {
    let mut reached: BTreeMap<&str, Vec<Endorsement>> = trusted.iter().map(|key| (key.as_str(), Vec::new())).collect();
    loop {
        if let Some(way) = reached.get(key) {
            return Some(way.clone());
        }
        let next = endorsements.iter().find(|next| !reached.contains_key(next.to.as_str()) && reached.contains_key(next.from.as_str()))?;
        let way = reached.get(next.from.as_str())?.iter().chain([next]).cloned().collect();
        reached.insert(&next.to, way);
    }
}

/// The number of a row that is whole and about this person, and its leaf. The ids that it names go to `ids`.
fn placed(document: &Document, row: &Row, ids: &mut BTreeSet<String>) -> Result<(u64, Hash), Problem> {
    let malformed = || Problem::Malformed { log: document.log.clone(), index: row.index };
    let who: Who = serde_json::from_str(&row.who.text).map_err(|_| malformed())?;
    if who.log != document.log || who.person.as_ref() != Some(&document.person) {
        return Err(Problem::NotTheirs { log: document.log.clone(), index: row.index });
    }
    if let Some(what) = &row.what {
        let what: What = serde_json::from_str(&what.text).map_err(|_| malformed())?;
        ids.extend([what.actor, what.impersonator, what.role, what.location].into_iter().flatten());
    }
    Ok((who.number, row.leaf().ok_or_else(malformed)?))
}

fn hashes(texts: &[String]) -> Option<Vec<Hash>> {
    texts.iter().map(|text| hash(text)).collect()
}
