//! The life of a publication, of whatever kind.

use prost::Message;

use crate::{
    Aggregate, DecodeError, DomainEvent, Publication, PublicationBody, PublicationCommand, PublicationEvent, PublicationEvents, Refusals, Stored,
    publication_events,
    stored::Reader,
    testing::{NothingSealed, given},
};

/// A note on a board.
#[derive(Clone, Debug, Default, PartialEq)]
struct Note {
    text: String,
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
enum Refused {
    #[error("there is no such note")]
    NotFound,
    #[error("the note is in force already")]
    Unchanged,
    #[error("the note has no text")]
    Empty,
}

crate::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::Unchanged => "unchanged", State;
    Self::Empty => "empty", Input, field "details.text";
} }

#[derive(Clone, PartialEq, Message)]
struct NoteDrafted {
    #[prost(string, tag = "1")]
    text: String,
}

#[derive(Clone, PartialEq, Message)]
struct NotePublished {
    #[prost(uint32, tag = "1")]
    version: u32,
    #[prost(string, tag = "2")]
    text: String,
}

impl PublicationBody for Note {
    const CATEGORY: &'static str = "note";
    const EVENTS: PublicationEvents = publication_events!("note");
    const NOT_FOUND: Refused = Refused::NotFound;
    const UNCHANGED: Refused = Refused::Unchanged;
    type Refused = Refused;
    type Drafted = NoteDrafted;
    type Published = NotePublished;

    fn name(&self) -> &str {
        &self.text
    }

    fn kept_after(&self, _: Option<&Self>) -> Self {
        Self { text: self.text.trim().to_owned() }
    }

    fn check(&self) -> Result<(), Refusals<Refused>> {
        Refusals::of_broken([(self.text.is_empty() || self.text.contains("vanha sääntö"), Refused::Empty)])
    }

    fn to_drafted(&self) -> NoteDrafted {
        NoteDrafted { text: self.text.clone() }
    }

    fn from_drafted(stored: NoteDrafted, _: &Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self { text: stored.text })
    }

    fn to_published(&self, version: u32) -> NotePublished {
        NotePublished { version, text: self.text.clone() }
    }

    fn from_published(stored: NotePublished, _: &Reader<'_>) -> Result<(u32, Self), DecodeError> {
        Ok((stored.version, Self { text: stored.text }))
    }
}

type Board = Publication<Note>;
type Event = PublicationEvent<Note>;

fn note(text: &str) -> Note {
    Note { text: text.to_owned() }
}

fn save(text: &str) -> PublicationCommand<Note> {
    PublicationCommand::SaveDraft { body: note(text) }
}

fn publish(text: &str) -> PublicationCommand<Note> {
    PublicationCommand::Publish { body: note(text) }
}

fn back(text: &str) -> PublicationCommand<Note> {
    PublicationCommand::RollBack { body: note(text) }
}

fn drafted(text: &str) -> Event {
    PublicationEvent::Drafted(note(text))
}

fn published(version: u32, text: &str) -> Event {
    PublicationEvent::Published { version, body: note(text) }
}

#[test]
fn a_draft_becomes_a_version_and_a_draft_beside_it_becomes_the_next() {
    given::<Board>([]).when(&save(" A ")).then([drafted("A")]);
    given::<Board>([drafted("A")]).when(&publish("A")).then([published(1, "A")]);
    given::<Board>([published(1, "A")]).when(&save("B")).then([drafted("B")]);
    let beside = Board::replay(&[published(1, "A"), drafted("B")]);
    assert_eq!((beside.body(), beside.published(), beside.version(), beside.has_draft()), (Some(&note("B")), Some(&note("A")), 1, true));
    let next = given::<Board>([published(1, "A"), drafted("B")]).when(&publish("B")).then([published(2, "B")]);
    assert_eq!((next.body(), next.version(), next.has_draft()), (Some(&note("B")), 2, false));
    // Nothing needs to be drafted first.
    given::<Board>([]).when(&publish("A")).then([published(1, "A")]);
}

#[test]
fn a_draft_is_kept_again_only_when_it_changes_and_the_words_in_force_are_no_draft() {
    given::<Board>([drafted("A")]).when(&save(" A")).then_nothing();
    given::<Board>([published(1, "A")]).when(&save("A")).then_nothing();
    given::<Board>([published(1, "A"), drafted("B")]).when(&save("A")).then([PublicationEvent::DraftDropped]);
    assert!(!Board::replay(&[published(1, "A"), drafted("B"), PublicationEvent::DraftDropped]).has_draft());
}

#[test]
fn a_draft_may_break_every_rule_and_a_version_none() {
    given::<Board>([]).when(&save(" ")).then([drafted("")]);
    given::<Board>([drafted("A")]).when(&publish(" ")).then_refused("empty");
    given::<Board>([published(1, "A")]).when(&publish("A ")).then_refused("unchanged");
}

#[test]
fn rolling_back_publishes_old_words_as_the_next_version_and_leaves_a_draft_beside_it() {
    let history = [published(1, "A"), published(2, "B")];
    given::<Board>(history.clone()).when(&back("A")).then([published(3, "A")]);
    let with_draft = [published(1, "A"), published(2, "B"), drafted("C")];
    let after = given::<Board>(with_draft.clone()).when(&back("A")).then([published(3, "A"), drafted("C")]);
    assert_eq!((after.published(), after.body(), after.version()), (Some(&note("A")), Some(&note("C")), 3));
    // The draft was the same words: they are in force now.
    given::<Board>([published(1, "A"), published(2, "B"), drafted("A")]).when(&back("A")).then([published(3, "A")]);
    // To what is in force: the draft goes, and without one there is nothing to do.
    given::<Board>(with_draft).when(&back("B")).then([PublicationEvent::DraftDropped]);
    given::<Board>(history).when(&back("B")).then_refused("unchanged");
}

#[test]
fn old_words_that_break_a_rule_of_today_become_the_draft() {
    let history = [published(1, "vanha sääntö"), published(2, "B"), drafted("C")];
    let after = given::<Board>(history).when(&back("vanha sääntö")).then([drafted("vanha sääntö")]);
    assert_eq!((after.published(), after.version()), (Some(&note("B")), 2));
}

#[test]
fn it_is_archived_and_restored_and_changed_meanwhile() {
    let (archive, restore) = (PublicationCommand::Archive, PublicationCommand::Restore);
    given::<Board>([drafted("A")]).when(&archive).then([PublicationEvent::Archived]);
    given::<Board>([drafted("A"), PublicationEvent::Archived]).when(&archive).then_nothing();
    given::<Board>([drafted("A")]).when(&restore).then_nothing();
    given::<Board>([drafted("A"), PublicationEvent::Archived]).when(&restore).then([PublicationEvent::Restored]);
    let changed = Board::replay(&[drafted("A"), PublicationEvent::Archived, published(1, "A")]);
    assert!(changed.is_archived());
    assert!(!Board::replay(&[drafted("A"), PublicationEvent::Archived, PublicationEvent::Restored]).is_archived());
}

#[test]
fn what_is_not_there_is_found_by_no_command() {
    for command in [PublicationCommand::Archive, PublicationCommand::Restore, back("A")] {
        given::<Board>([]).when(&command).then_refused("not_found");
    }
    // What was never published has nothing to go back to.
    given::<Board>([drafted("A")]).when(&back("A")).then_refused("not_found");
}

#[test]
fn an_event_is_read_as_it_was_stored_and_an_unknown_one_is_not_read() {
    let events = [drafted("A"), PublicationEvent::DraftDropped, published(7, "B"), PublicationEvent::Archived, PublicationEvent::Restored];
    for event in events {
        let encoded = event.encode(&mut NothingSealed);
        let stored = Stored { event_type: event.event_type().0.to_owned(), schema: encoded.schema, payload: encoded.payload };
        assert_eq!(Event::decode(&stored, &NothingSealed), Ok(event));
    }
    let unknown = Stored { event_type: "note.burnt".to_owned(), schema: 1, payload: Vec::new() };
    assert_eq!(Event::decode(&unknown, &NothingSealed), Err(DecodeError::UnknownType("note.burnt".to_owned())));
}
