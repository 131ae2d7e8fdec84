//! That a chat queue is closed for now, whatever its hours say, with a notice for those who come (CHA-13).

mod stored;
#[cfg(test)]
mod tests;

use chassis_domain::{Aggregate, DecideContext, Id, Refusals, Timestamp, Translated, TranslatedFields, translated_fields};

/// The id of a closure: that of its queue.
pub type ClosureId = Id<Closure>;

const TEXT: TranslatedFields = translated_fields!("text");

/// Whether a queue is closed for now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Closure {
    /// What those read who come, and when it opens by itself; `None`: nobody has closed it, or somebody has opened it again.
    pub closed: Option<Closed>,
}

/// Closed, like this.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Closed {
    /// What those read who come.
    pub text: Translated,
    /// When it opens by itself again; `None`: when somebody opens it.
    pub until: Option<Timestamp>,
}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Closes it, or says anew why and until when.
    Close(Closed),
    /// Opens it, as far as its hours say so.
    Reopen,
}

/// What has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// It is closed.
    Closed(Closed),
    /// It is not any more.
    Reopened,
}

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// The notice is written in every language.
    #[error("a translation is missing")]
    TranslationMissing(&'static str),
    /// It would be over already.
    #[error("the end of the closure has passed")]
    UntilPast,
}

chassis_domain::refusals! { Refused {
    Self::TranslationMissing(field) => "translation_missing", Input, field *field;
    Self::UntilPast => "closure_until_past", Input, field "until";
} }

impl Aggregate for Closure {
    const CATEGORY: &'static str = "closure";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusals<Refused>;

    fn decide(&self, command: &Command, context: &DecideContext) -> Result<Vec<Event>, Refusals<Refused>> {
        match command {
            Command::Close(asked) => {
                let closed = Closed { text: asked.text.trimmed(), until: asked.until };
                let missing = closed.text.missing(TEXT).map(|(broken, field)| (broken, Refused::TranslationMissing(field)));
                let is_past = closed.until.is_some_and(|until| until <= context.now);
                Refusals::of_broken(missing.chain([(is_past, Refused::UntilPast)]))?;
                Ok(if self.closed.as_ref() == Some(&closed) { Vec::new() } else { vec![Event::Closed(closed)] })
            }
            // One that is over by itself is as good as opened.
            Command::Reopen => {
                let is_closed = self.closed.as_ref().is_some_and(|closed| closed.until.is_none_or(|until| context.now < until));
                Ok(is_closed.then_some(Event::Reopened).into_iter().collect())
            }
        }
    }

    fn evolve(&mut self, event: &Event) {
        self.closed = match event {
            Event::Closed(closed) => Some(closed.clone()),
            Event::Reopened => None,
        };
    }
}
