//! The phrases that a professional has ready for replies (CON-12). They are that person's alone: sealed under their key, and in no read model.
//!
//! ```text
//!   save (at most 200) --> Saved      remove --> Removed      move --> Ordered
//! ```

mod stored;
#[cfg(test)]
mod tests;

use chassis_domain::{Aggregate, DecideContext, Id, PersonId, RetentionClass, Sealed};

/// The id of a phrase book: its owner's.
pub type PhraseBookId = Id<PhraseBook>;

/// Marks ids of phrases.
#[derive(Debug)]
pub enum PhraseTag {}

/// The id of a phrase.
pub type PhraseId = Id<PhraseTag>;

/// How many phrases somebody can have.
pub const MOST: usize = 200;

/// Somebody's phrases, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PhraseBook {
    /// The phrases.
    pub phrases: Vec<Phrase>,
}

/// A phrase.
#[derive(Clone, Debug, PartialEq)]
pub struct Phrase {
    /// Which.
    pub id: PhraseId,
    /// What it is called; `None`: by its text.
    pub title: Option<Sealed<String>>,
    /// What is inserted.
    pub text: Sealed<String>,
}

/// A request to a phrase book.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Adds a phrase, last of all, or changes one.
    Save {
        /// Whose book it is.
        person: PersonId,
        /// Which phrase.
        phrase: PhraseId,
        /// It is there already.
        known: bool,
        /// Empty: none.
        title: String,
        /// What is inserted.
        text: String,
    },
    /// Removes one.
    Remove {
        /// Which.
        phrase: PhraseId,
    },
    /// Puts them into an order.
    Move {
        /// The order; those that are not named come behind.
        order: Vec<PhraseId>,
    },
}

/// What happened to a phrase book.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A phrase was added, or changed.
    Saved(Phrase),
    /// One was removed.
    Removed {
        /// Which.
        phrase: PhraseId,
    },
    /// They stand in this order; the others come behind.
    Ordered {
        /// The order.
        order: Vec<PhraseId>,
    },
}

/// A refusal of a phrase book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such phrase.
    #[error("there is no such phrase")]
    NotFound,
    /// Somebody can have so many.
    #[error("there are {max} phrases already")]
    TooMany {
        /// How many.
        max: usize,
    },
}

chassis_domain::refusals! { Refusal {
    Self::NotFound => "not_found", Hidden;
    Self::TooMany { max } => "too_many_phrases", State, params [("max", max.to_string())];
} }

impl Aggregate for PhraseBook {
    const CATEGORY: &'static str = "phrase_book";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusal;

    /// What is as asked already changes nothing.
    fn decide(&self, command: &Command, _cx: &DecideContext) -> Result<Vec<Event>, Refusal> {
        match command {
            Command::Save { person, phrase, known, title, text } => {
                let kept = self.find(*phrase);
                match kept {
                    None if *known => return Err(Refusal::NotFound),
                    None if self.phrases.len() >= MOST => return Err(Refusal::TooMany { max: MOST }),
                    Some(kept) if kept.says(title, text) => return Ok(vec![]),
                    _ => {}
                }
                let sealed = |words: &String| Sealed::new(*person, RetentionClass::Professional, words.clone());
                let title = (!title.is_empty()).then(|| sealed(title));
                Ok(vec![Event::Saved(Phrase { id: *phrase, title, text: sealed(text) })])
            }
            Command::Remove { phrase } => self.find(*phrase).map(|_| vec![Event::Removed { phrase: *phrase }]).ok_or(Refusal::NotFound),
            Command::Move { order } => {
                if order.iter().any(|phrase| self.find(*phrase).is_none()) {
                    return Err(Refusal::NotFound);
                }
                let mut moved = self.clone();
                moved.order(order);
                Ok(if moved == *self { vec![] } else { vec![Event::Ordered { order: order.clone() }] })
            }
        }
    }

    fn evolve(&mut self, event: &Event) {
        match event {
            Event::Saved(phrase) => match self.phrases.iter_mut().find(|kept| kept.id == phrase.id) {
                Some(kept) => kept.clone_from(phrase),
                None => self.phrases.push(phrase.clone()),
            },
            Event::Removed { phrase } => self.phrases.retain(|kept| kept.id != *phrase),
            Event::Ordered { order } => self.order(order),
        }
    }
}

impl PhraseBook {
    fn find(&self, phrase: PhraseId) -> Option<&Phrase> {
        self.phrases.iter().find(|kept| kept.id == phrase)
    }

    fn order(&mut self, order: &[PhraseId]) {
        self.phrases.sort_by_key(|phrase| order.iter().position(|named| *named == phrase.id).unwrap_or(order.len()));
    }
}

impl Phrase {
    fn says(&self, title: &str, text: &str) -> bool {
        let own = self.title.as_ref().map_or(Some(""), |title| title.open().map(String::as_str));
        own == Some(title) && self.text.open().is_some_and(|own| own == text)
    }
}
