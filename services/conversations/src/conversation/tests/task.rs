//! Conversations about tasks that were not done in time.

use chassis_domain::{Id, Matter, Uuid};
use kajo_proto::conversations::v1::SystemEventKind;

use super::{
    AINO, Command, Conversation, Draft, Event, EventKind, Kind, LIISA, Line, NURSES, PEKKA, ParticipantKind, Phase, Visibility, context, decided,
    draft, ended, event, name, nurse, place, resident, taken, thread, written,
};
use crate::conversation::{
    command::{TaskEnd, TaskOpening},
    thread::System,
};
use chassis_domain::{Aggregate, Timestamp};

pub(super) fn opening() -> TaskOpening {
    TaskOpening {
        task: Id::from_uuid(Uuid::from_u128(70)),
        patient: AINO,
        patient_name: "Aino".to_owned(),
        service_area: None,
        place: place(NURSES),
        topic: "Mittaa verenpaine".to_owned(),
        matter: Matter::Health,
    }
}

fn opened() -> Event {
    let mut happened = Conversation::default().decide(&Command::OpenForTask(Box::new(opening())), &context()).expect("it opens");
    happened.pop().expect("one event")
}

fn by_patient() -> Command {
    Command::EndWithTask { by: TaskEnd::Patient }
}

fn by_pekka() -> Command {
    Command::EndWithTask { by: TaskEnd::Practitioner { person: PEKKA, name: "Nurse".to_owned() } }
}

#[test]
fn an_expired_task_stands_in_its_queue_and_the_patient_takes_part() {
    let conversation = Conversation::replay(&[opened()]);
    assert_eq!((conversation.phase, conversation.resident()), (Phase::Queued, Some(AINO)));
    assert!(matches!(conversation.opening.as_ref().map(|opening| &opening.kind), Some(Kind::CustomerTask { .. })));
    assert!(conversation.may_read(&resident(AINO)) && conversation.may_read(&nurse(LIISA)));
    assert!(decided([opened()], &Command::Take { by: nurse(LIISA) }).is_ok());
    assert_eq!(decided([opened()], &Command::OpenForTask(Box::new(opening()))), Err("already_started"));
    // A professional gave the task: what they write needs the patient's consent, what the patient writes does not.
    let handled = Conversation::replay(&[opened(), taken(LIISA)]);
    assert_eq!(handled.needs_consent(&nurse(LIISA), &draft()), Some(AINO));
    assert_eq!(handled.needs_consent(&resident(AINO), &draft()), None);
    let note = Draft { visibility: Visibility::Practitioners, ..draft() };
    assert_eq!(handled.needs_consent(&nurse(LIISA), &note), None);
}

#[test]
fn con_26_a_task_that_comes_to_its_end_ends_it_for_all_and_says_who_did() {
    let mark = EventKind::MarkedDone { by: AINO, kind: ParticipantKind::Resident, name: None };
    let end = EventKind::Ended { by: AINO, done: false, name: None };
    assert_eq!(decided([opened()], &by_patient()), Ok(vec![mark.clone(), end.clone()]));
    let marked = || event(mark.clone());
    assert_eq!(decided([opened(), marked()], &by_patient()), Ok(vec![end.clone()]), "the patient was done with it before");
    assert_eq!(decided([opened(), taken(LIISA)], &Command::EndWithTask { by: TaskEnd::Account }), Ok(vec![end]));
    let closed = EventKind::Ended { by: PEKKA, done: true, name: Some(name(PEKKA)) };
    assert_eq!(decided([opened(), taken(LIISA)], &by_pekka()), Ok(vec![closed]));
    // What is over, or never began, stays as it is.
    assert_eq!(decided([opened(), taken(LIISA), ended(LIISA)], &by_patient()), Ok(vec![]));
    assert_eq!(decided([], &by_pekka()), Ok(vec![]));
}

#[test]
fn con_26_the_thread_says_customer_marked_done_or_closed_and_done_with_a_name() {
    let lines = |command: &Command| {
        let mut history = vec![opened(), written(AINO, ParticipantKind::Resident, Visibility::Everyone)];
        history.extend(Conversation::replay(&history).decide(command, &context()).expect("it ends"));
        let shown = thread(history.iter().map(|event| (Timestamp::UNIX_EPOCH, event)), &nurse(LIISA)).expect("readable");
        let system = |line: &Line| match line {
            Line::System(System { kind, actor, .. }) => Some((*kind, *actor)),
            Line::Message(_) => None,
        };
        let lines: Vec<_> = shown.entries.iter().filter_map(|entry| system(&entry.line)).collect();
        (lines, shown.names())
    };
    let (marked, _) = lines(&by_patient());
    assert_eq!(marked, [(SystemEventKind::CustomerMarkedDone, AINO), (SystemEventKind::Closed, AINO)]);
    let (closed, names) = lines(&by_pekka());
    assert_eq!(closed, [(SystemEventKind::ClosedAndDone, PEKKA)]);
    assert_eq!(names.get(&PEKKA).map(String::as_str), Some("Nurse"));
}
