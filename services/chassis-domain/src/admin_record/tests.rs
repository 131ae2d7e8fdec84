//! The life of a record, of whatever kind.

use prost::Message;

use crate::{
    AdminCommand, AdminDetails, AdminEvent, AdminEvents, AdminRecord, Aggregate, DecodeError, DomainEvent, Refusal, Refusals, Stored, Taken, Unique,
    Uses, admin_events,
    stored::Reader,
    testing::{NothingSealed, given},
};

/// A drawer with what is written on it.
#[derive(Clone, Debug, Default, PartialEq)]
struct Drawer {
    label: String,
}

#[derive(Clone, Debug, PartialEq, thiserror::Error)]
enum Refused {
    #[error("there is no such drawer")]
    NotFound,
    #[error("the label is taken")]
    Taken,
    #[error("the drawer is not empty")]
    InUse(Uses),
}

crate::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::Taken => "label_taken", Input, field "details.label";
    Self::InUse(uses) => "drawer_in_use", State, uses uses;
} }

#[derive(Clone, PartialEq, Message)]
struct DrawerDefined {
    #[prost(string, tag = "1")]
    label: String,
}

impl AdminDetails for Drawer {
    const CATEGORY: &'static str = "drawer";
    const EVENTS: AdminEvents = admin_events!("drawer");
    const NOT_FOUND: Refused = Refused::NotFound;
    type Around = ();
    type Refused = Refused;
    type Stored = DrawerDefined;

    fn name(&self) -> &str {
        &self.label
    }

    fn unique(&self) -> Vec<Unique> {
        vec![Unique { field: "details.label", value: self.label.clone() }]
    }

    fn trimmed(&self) -> Self {
        Self { label: self.label.trim().to_owned() }
    }

    fn check(&self, _: Option<&Self>, taken: &Taken, (): &()) -> Result<(), Refusals<Refused>> {
        Refusals::of_broken([(taken.has("details.label"), Refused::Taken)])
    }

    fn in_use(uses: &Uses) -> Option<Refused> {
        Some(Refused::InUse(uses.clone()))
    }

    fn to_stored(&self) -> DrawerDefined {
        DrawerDefined { label: self.label.clone() }
    }

    fn from_stored(stored: DrawerDefined, _: &Reader<'_>) -> Result<Self, DecodeError> {
        Ok(Self { label: stored.label })
    }
}

type Record = AdminRecord<Drawer>;

fn drawer(label: &str) -> Drawer {
    Drawer { label: label.to_owned() }
}

fn save(label: &str) -> AdminCommand<Drawer> {
    AdminCommand::Save { details: drawer(label), taken: Taken::default(), around: () }
}

fn remove(uses: Uses) -> AdminCommand<Drawer> {
    AdminCommand::Remove { uses }
}

#[test]
fn it_is_saved_without_blanks_around_and_again_only_when_it_changes() {
    given::<Record>([]).when(&save(" Ruuvit ")).then([AdminEvent::Defined(drawer("Ruuvit"))]);
    given::<Record>([AdminEvent::Defined(drawer("Ruuvit"))]).when(&save("Ruuvit ")).then_nothing();
    given::<Record>([AdminEvent::Defined(drawer("Ruuvit"))]).when(&save("Naulat")).then([AdminEvent::Defined(drawer("Naulat"))]);
}

#[test]
fn what_another_record_has_is_told_to_it() {
    let taken = AdminCommand::Save { details: drawer("Ruuvit"), taken: ["details.label"].into_iter().collect(), around: () };
    given::<Record>([]).when(&taken).then_refused("label_taken");
}

#[test]
fn capital_letters_and_blanks_make_no_other_value() {
    let key = |value: &str| Unique { field: "details.label", value: value.to_owned() }.key();
    assert_eq!(key(" ÄÄNI "), key("ääni"));
    assert_ne!(key("ääni"), Unique { field: "details.other", value: "ääni".to_owned() }.key());
}

#[test]
fn it_is_archived_and_restored_and_changed_meanwhile() {
    let defined = AdminEvent::Defined(drawer("Ruuvit"));
    given::<Record>([defined.clone()]).when(&AdminCommand::Archive).then([AdminEvent::Archived]);
    given::<Record>([defined.clone(), AdminEvent::Archived]).when(&AdminCommand::Archive).then_nothing();
    given::<Record>([defined.clone(), AdminEvent::Archived]).when(&AdminCommand::Restore).then([AdminEvent::Restored]);
    given::<Record>([defined.clone()]).when(&AdminCommand::Restore).then_nothing();
    let changed = [defined.clone(), AdminEvent::Archived, AdminEvent::Defined(drawer("Naulat"))];
    assert_eq!(Record::replay(&changed), AdminRecord::Archived(drawer("Naulat")));
    assert_eq!(Record::replay(&[defined, AdminEvent::Archived, AdminEvent::Restored]), AdminRecord::Kept(drawer("Ruuvit")));
}

#[test]
fn what_is_used_is_not_removed_and_the_refusal_knows_by_what() {
    let defined = AdminEvent::Defined(drawer("Ruuvit"));
    given::<Record>([defined.clone()]).when(&remove(Uses::default().and("shelves", 0))).then([AdminEvent::Removed]);
    let uses = Uses::default().and("shelves", 2).and("benches", 1).and("shelves", 1);
    given::<Record>([defined.clone(), AdminEvent::Archived]).when(&remove(uses.clone())).then_refused("drawer_in_use");
    assert_eq!(Refused::InUse(uses).params(), [("benches", "1".to_owned()), ("shelves", "3".to_owned())]);
}

#[test]
fn what_is_not_there_and_what_is_no_more_are_found_by_no_command() {
    for command in [AdminCommand::Archive, AdminCommand::Restore, remove(Uses::default())] {
        given::<Record>([]).when(&command).then_refused("not_found");
        given::<Record>([AdminEvent::Defined(drawer("Ruuvit")), AdminEvent::Removed]).when(&command).then_refused("not_found");
    }
    given::<Record>([AdminEvent::Defined(drawer("Ruuvit")), AdminEvent::Removed]).when(&save("Ruuvit")).then_refused("not_found");
}

#[test]
fn an_event_is_read_as_it_was_stored_and_an_unknown_one_is_not_read() {
    for event in [AdminEvent::Defined(drawer("Ruuvit")), AdminEvent::Archived, AdminEvent::Restored, AdminEvent::Removed] {
        let encoded = event.encode(&mut NothingSealed);
        let stored = Stored { event_type: event.event_type().0.to_owned(), schema: encoded.schema, payload: encoded.payload };
        assert_eq!(AdminEvent::<Drawer>::decode(&stored, &NothingSealed), Ok(event));
    }
    let unknown = Stored { event_type: "drawer.burnt".to_owned(), schema: 1, payload: Vec::new() };
    assert_eq!(AdminEvent::<Drawer>::decode(&unknown, &NothingSealed), Err(DecodeError::UnknownType("drawer.burnt".to_owned())));
}
