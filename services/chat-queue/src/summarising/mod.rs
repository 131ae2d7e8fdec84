//! What a language model is handed of a chat, and what is made of its answer (CHA-10): words alone, without who people are. Nothing is sent here.

pub(crate) mod answer;
mod names;
pub(crate) mod prompt;
mod redaction;
#[cfg(test)]
mod tests;

use chassis_domain::Sealed;

use crate::chat::{Side, thread::Message};

/// Something that was written in a chat, as the model is handed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spoken {
    /// The number of the message.
    pub(crate) number: u32,
    /// Who wrote it.
    pub(crate) side: Side,
    /// What, without who people are.
    pub(crate) text: String,
}

/// What is handed of these messages, up to a number: those in which something is written. `names`: what people in the chat are called, a line
/// each; what the professionals are called who wrote the messages is known from these.
pub(crate) fn spoken(messages: &[Message], until_number: u32, names: &str) -> Vec<Spoken> {
    let professionals = messages.iter().filter_map(|message| message.practitioner_name.as_ref().and_then(Sealed::open));
    let names: Vec<_> = names.lines().map(str::to_owned).chain(professionals.cloned()).collect();
    let until = messages.iter().filter(|message| message.number <= until_number);
    until
        .filter_map(|message| {
            let text = redaction::taken_out(message.text.open()?.trim(), &names);
            (!text.is_empty()).then_some(Spoken { number: message.number, side: message.side, text })
        })
        .collect()
}
