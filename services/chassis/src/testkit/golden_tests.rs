//! The corpus finds what was changed without saying so.

use std::{convert::Infallible, env, fs, path::PathBuf};

use chassis_domain::{
    Aggregate, DecideContext, DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored,
    stored::{Reader, encoded},
};
use kajo_proto::conversations::store::v1::ConversationTakenOver;
use uuid::Uuid;

use super::golden::hold;

/// An event as builds one after the other store it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Taken<const SCHEMA: u16, const WITH_FROM: bool> {
    by: String,
    from: String,
}

impl<const SCHEMA: u16, const WITH_FROM: bool> DomainEvent for Taken<SCHEMA, WITH_FROM> {
    fn event_type(&self) -> EventType {
        EventType("thing.taken")
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        let from = if WITH_FROM { self.from.clone() } else { String::new() };
        Encoded { schema: SCHEMA, ..encoded(&ConversationTakenOver { by: self.by.clone(), from, ..ConversationTakenOver::default() }) }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let payload: ConversationTakenOver = Reader::new(stored, open).payload_until(SCHEMA)?;
        Ok(Self { by: payload.by, from: if WITH_FROM { payload.from } else { String::new() } })
    }

    fn publish(&self, _: &EventMeta) -> Option<PublishedFact> {
        None
    }
}

#[derive(Clone, Debug, Default)]
struct Thing<const SCHEMA: u16, const WITH_FROM: bool> {
    last: String,
}

#[derive(Debug, thiserror::Error)]
#[error("never")]
struct Never(Infallible);

impl chassis_domain::Refusal for Never {
    fn code(&self) -> &'static str {
        match self.0 {}
    }
}

impl<const SCHEMA: u16, const WITH_FROM: bool> Aggregate for Thing<SCHEMA, WITH_FROM> {
    const CATEGORY: &'static str = "thing";
    type Command = ();
    type Event = Taken<SCHEMA, WITH_FROM>;
    type Refusal = Never;

    fn decide(&self, (): &(), _: &DecideContext) -> Result<Vec<Self::Event>, Never> {
        Ok(Vec::new())
    }

    fn evolve(&mut self, event: &Self::Event) {
        self.last = event.by.clone();
    }
}

const SOURCE: &str = r#"EventType("thing.taken")"#;

fn folder() -> PathBuf {
    env::temp_dir().join(format!("kajo-golden-{}", Uuid::now_v7()))
}

fn held<const SCHEMA: u16, const WITH_FROM: bool>(folder: &std::path::Path, writing: bool) -> Result<(), String> {
    let sample = Taken { by: "Liisa".to_owned(), from: if WITH_FROM { "Pekka" } else { "" }.to_owned() };
    hold::<Thing<SCHEMA, WITH_FROM>>(folder, SOURCE, &[sample], writing).map_err(|error| format!("{error:#}"))
}

#[test]
fn ops_08_an_event_that_stores_another_field_in_the_schema_it_was_released_in_is_told_what_to_raise_and_writing_does_not_hide_it() {
    let folder = folder();
    held::<1, false>(&folder, true).unwrap();
    let released = fs::read(folder.join("thing/01-thing.taken@1.binpb")).unwrap();
    for writing in [false, true] {
        let why = held::<1, true>(&folder, writing).unwrap_err();
        assert!(why.contains("thing.taken was released in schema 1 without the fields numbered 3: raise its schema to 2"), "{why}");
    }
    assert_eq!(fs::read(folder.join("thing/01-thing.taken@1.binpb")).unwrap(), released);
    assert!(held::<2, true>(&folder, false).unwrap_err().contains("no golden file for thing.taken in schema 2"));
    held::<2, true>(&folder, true).unwrap();
    held::<2, true>(&folder, false).unwrap();
    assert_eq!(fs::read(folder.join("thing/01-thing.taken@1.binpb")).unwrap(), released);
    // Who stores it no more has to raise as well.
    assert!(held::<2, false>(&folder, true).unwrap_err().contains("with the fields numbered 3"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn ops_08_each_released_file_is_held_and_not_the_state_after_the_last_one_alone() {
    let folder = folder();
    held::<1, false>(&folder, true).unwrap();
    held::<2, true>(&folder, true).unwrap();
    // The second event covers the first one in the state.
    let first = folder.join("thing/01-thing.taken@1.binpb");
    let changed = ConversationTakenOver { by: "Jussi".to_owned(), ..ConversationTakenOver::default() };
    fs::write(&first, prost::Message::encode_to_vec(&changed)).unwrap();
    let why = held::<2, true>(&folder, false).unwrap_err();
    assert!(why.contains("events.txt says something else than when it was released: \"by: \\\"Jussi\\\",\""), "{why}");
    fs::remove_dir_all(folder).unwrap();
}
