//! Rules of conversations: given a history, when a command comes, then these events or this refusal.

use chassis_domain::{Aggregate, DecideContext, Id, PersonId, RetentionClass, Sealed, Timestamp, Uuid, testing::given};

use super::{
    Command, Conversation, Event, Happened, Kind, Opening, ParticipantKind, Phase, Place, Visibility, Who,
    thread::{Line, thread},
    value::Draft,
};
use crate::{audience::Audience, category::SubcategoryId};

const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const EINO: PersonId = PersonId::from_uuid(Uuid::from_u128(2));
const LIISA: PersonId = PersonId::from_uuid(Uuid::from_u128(3));
const PEKKA: PersonId = PersonId::from_uuid(Uuid::from_u128(4));
const MIKKO: PersonId = PersonId::from_uuid(Uuid::from_u128(5));
const NURSES: SubcategoryId = SubcategoryId::from_uuid(Uuid::from_u128(10));
const DOCTORS: SubcategoryId = SubcategoryId::from_uuid(Uuid::from_u128(11));

fn resident(person: PersonId) -> Who {
    Who::Resident { person, name: "Aino".to_owned() }
}

fn nurse(person: PersonId) -> Who {
    Who::Practitioner { person, name: "Nurse".to_owned(), queues: [NURSES].into() }
}

fn doctor(person: PersonId) -> Who {
    Who::Practitioner { person, name: "Doctor".to_owned(), queues: [DOCTORS].into() }
}

fn place(queue: SubcategoryId) -> Place {
    Place { category: Id::from_uuid(Uuid::from_u128(9)), subcategory: queue }
}

fn name(person: PersonId) -> Sealed<String> {
    Sealed::new(person, RetentionClass::Professional, "Nurse".to_owned())
}

fn event(what: Happened) -> Event {
    Event { what, audience: Audience::default() }
}

fn started() -> Event {
    let text = |text: &str| Sealed::new(AINO, RetentionClass::CareRecord, text.to_owned());
    event(Happened::Started {
        opening: Opening {
            kind: Kind::Message,
            resident: AINO,
            resident_name: text("Aino"),
            service_area: Id::from_uuid(Uuid::from_u128(8)),
            topic: text("Ear"),
        },
        place: place(NURSES),
    })
}

fn written(author: PersonId, author_kind: ParticipantKind, visibility: Visibility) -> Event {
    event(Happened::MessageWritten {
        message: Id::from_uuid(Uuid::from_u128(20)),
        author,
        author_kind,
        text: Sealed::new(AINO, RetentionClass::CareRecord, "Hello".to_owned()),
        visibility,
        attachments: Vec::new(),
    })
}

fn taken(by: PersonId) -> Event {
    event(Happened::Taken { by, name: name(by) })
}

fn ended(by: PersonId) -> Event {
    event(Happened::Ended { by, done: false })
}

fn draft() -> Draft {
    Draft { text: "Hello".to_owned(), attachments: Vec::new(), visibility: Visibility::Everyone }
}

fn write(by: Who) -> Command {
    Command::Write { by, draft: draft(), seen: 0 }
}

/// What is decided, without the audience.
fn decided(history: impl IntoIterator<Item = Event>, command: &Command) -> Result<Vec<Happened>, &'static str> {
    use chassis_domain::Refusal;
    let history: Vec<_> = history.into_iter().collect();
    let cx =
        DecideContext { now: Timestamp::UNIX_EPOCH, actor: chassis_domain::Actor::system(), on_behalf_of: None, command_id: Uuid::from_u128(99) };
    let outcome = Conversation::replay(&history).decide(command, &cx);
    outcome.map(|events| events.into_iter().map(|event| event.what).collect()).map_err(|refusal| refusal.code())
}

#[test]
fn a_queued_conversation_is_taken() {
    let happened = decided([started()], &Command::Take { by: nurse(LIISA) });
    assert_eq!(happened, Ok(vec![Happened::Taken { by: LIISA, name: name(LIISA) }]));
}

#[test]
fn taking_what_one_owns_changes_nothing() {
    given::<Conversation>([started(), taken(LIISA)]).when(&Command::Take { by: nurse(LIISA) }).then_nothing();
}

#[test]
fn an_owned_conversation_cannot_be_taken_and_the_owner_is_named() {
    let taking = Command::Take { by: nurse(PEKKA) };
    given::<Conversation>([started(), taken(LIISA)]).when(&taking).then_refused("owned_by_another");
}

#[test]
fn who_does_not_work_the_queue_does_not_learn_that_the_conversation_exists() {
    given::<Conversation>([started()]).when(&Command::Take { by: doctor(MIKKO) }).then_refused("not_found");
    given::<Conversation>([started()]).when(&write(resident(EINO))).then_refused("not_found");
}

#[test]
fn of_the_professionals_only_the_owner_writes() {
    assert!(decided([started(), taken(LIISA)], &write(nurse(LIISA))).is_ok());
    assert_eq!(decided([started(), taken(LIISA)], &write(nurse(PEKKA))), Err("owned_by_another"));
    assert_eq!(decided([started()], &write(nurse(LIISA))), Err("not_taken"));
}

#[test]
fn the_resident_writes_as_long_as_it_is_open() {
    assert!(decided([started()], &write(resident(AINO))).is_ok());
    assert_eq!(decided([started(), taken(LIISA), ended(LIISA)], &write(resident(AINO))), Err("conversation_ended"));
    assert_eq!(decided([started(), taken(LIISA), ended(LIISA)], &write(nurse(LIISA))), Err("conversation_ended"));
}

#[test]
fn done_for_oneself_keeps_it_open_for_others() {
    let done = decided([started(), taken(LIISA)], &Command::MarkDone { by: nurse(PEKKA) });
    assert!(matches!(done.as_deref(), Ok([Happened::MarkedDone { by, .. }]) if *by == PEKKA));
    let state = Conversation::replay(&[
        started(),
        taken(LIISA),
        event(Happened::MarkedDone { by: PEKKA, kind: ParticipantKind::Practitioner, name: Some(name(PEKKA)) }),
    ]);
    assert_eq!(state.phase, Phase::Handling { owner: LIISA });
}

#[test]
fn only_the_owner_ends_it() {
    assert!(decided([started(), taken(LIISA)], &Command::End { by: nurse(LIISA), done: true }).is_ok());
    assert_eq!(decided([started(), taken(LIISA)], &Command::End { by: nurse(PEKKA), done: false }), Err("owned_by_another"));
    assert_eq!(decided([started(), taken(LIISA)], &Command::End { by: resident(AINO), done: false }), Err("not_owner"));
}

#[test]
fn a_forwarded_conversation_stands_in_the_other_queue_and_has_no_owner() {
    let forward = Command::Forward { by: nurse(LIISA), to: place(DOCTORS) };
    let happened = decided([started(), taken(LIISA)], &forward);
    assert_eq!(happened, Ok(vec![Happened::Forwarded { by: LIISA, from: NURSES, to: place(DOCTORS) }]));
    let again = Command::Forward { by: nurse(LIISA), to: place(NURSES) };
    assert_eq!(decided([started(), taken(LIISA)], &again), Err("same_queue"));
}

#[test]
fn a_colleague_without_the_queue_cannot_be_handed_it() {
    let assign = |to| Command::Assign { by: nurse(LIISA), to };
    assert!(decided([started(), taken(LIISA)], &assign(nurse(PEKKA))).is_ok());
    assert_eq!(decided([started(), taken(LIISA)], &assign(doctor(MIKKO))), Err("colleague_without_access"));
}

#[test]
fn a_read_marker_moves_on_and_never_back() {
    let read = |up_to| Command::MarkRead { by: resident(AINO), up_to };
    let history = || [started(), written(AINO, ParticipantKind::Resident, Visibility::Everyone), taken(LIISA)];
    assert_eq!(decided(history(), &read(2)), Ok(vec![Happened::Read { by: AINO, up_to: 2 }]));
    let after = history().into_iter().chain([event(Happened::Read { by: AINO, up_to: 2 })]);
    assert_eq!(decided(after, &read(1)), Ok(vec![]));
    assert_eq!(decided(history(), &read(3)), Err("not_written_yet"));
}

#[test]
fn a_message_among_professionals_is_in_no_resident_s_thread() {
    let history = [
        started(),
        written(AINO, ParticipantKind::Resident, Visibility::Everyone),
        taken(LIISA),
        written(LIISA, ParticipantKind::Practitioner, Visibility::Practitioners),
    ];
    let messages = |reader: &Who| {
        let thread = thread(history.iter().map(|event| (Timestamp::UNIX_EPOCH, event)), reader).unwrap();
        thread.entries.iter().filter(|entry| matches!(entry.line, Line::Message(_))).count()
    };
    assert_eq!((messages(&nurse(PEKKA)), messages(&resident(AINO))), (2, 1));
}
