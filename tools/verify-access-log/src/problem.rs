//! Why a file does not hold, in words for whoever has it.

/// The first thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "each says in its text what it is")]
pub enum Problem {
    #[error("This is no file of an access log: {0}")]
    NotOurs(String),
    #[error("The log {log} has no signed head.")]
    NoHead { log: String },
    #[error("The log {log} stands in the file more than once.")]
    TwoLogs { log: String },
    #[error("The file mixes the rows of several people.")]
    SeveralPeople,
    #[error("The head of the log {log} is not signed by a key that you trust, nor by one that such a key endorsed, but by {key}.")]
    ForeignKey { log: String, key: String },
    #[error("An endorsement in the log {log} is not signed by the key that it says: {from} for {to}.")]
    Endorsement { log: String, from: String, to: String },
    #[error("The log {log} was signed by {from} in the older file and is signed by {to} now, which that key has not endorsed.")]
    KeyChanged { log: String, from: String, to: String },
    #[error("The signature under the head of the log {log} does not hold: the head was changed, or made by somebody else.")]
    Signature { log: String },
    #[error("A row of the log {log}, at place {index}, is not written as a row is.")]
    Malformed { log: String, index: u64 },
    #[error("A row of the log {log}, at place {index}, is about another person or from another log.")]
    NotTheirs { log: String, index: u64 },
    #[error("Row number {expected} of the log {log} is missing; the next one has number {found}.")]
    Missing { log: String, expected: u64, found: u64 },
    #[error("Row number {number} of the log {log} was changed, added or moved: it does not lead to the signed head.")]
    NotInTheLog { log: String, number: u64 },
    #[error("The log {log} of the older file is not in this one.")]
    LogGone { log: String },
    #[error("The log {log} is shorter than it was: {size} rows now, {old} in the older file.")]
    Shorter { log: String, size: u64, old: u64 },
    #[error("The log {log} is not a continuation of what it was in the older file: what stood there was rewritten.")]
    Rewritten { log: String },
    #[error("This file does not prove for the log {log} that it continues the older one of {old} rows.")]
    NoConsistency { log: String, old: u64 },
    #[error("Row number {number} of the log {log} says something else than in the older file.")]
    RowRewritten { log: String, number: u64 },
}
