//! Every published fact of the contract.

/// One published fact: a thin, public message about something that happened.
#[derive(Debug)]
pub struct Fact {
    /// Full name of the message.
    pub message: &'static str,
    /// Its package, for example `kajo.conversations.v1`.
    pub package: &'static str,
    /// Its own name, which is the event's name in the subject.
    pub name: &'static str,
    /// The aggregate in the subject.
    pub aggregate: &'static str,
}

/// Every fact, as declared by option `kajo.options.v1.fact`.
pub static FACTS: &[Fact] = include!(concat!(env!("OUT_DIR"), "/facts.rs"));

/// The fact with this full message name.
pub fn find(message: &str) -> Option<&'static Fact> {
    FACTS.iter().find(|fact| fact.message == message)
}
