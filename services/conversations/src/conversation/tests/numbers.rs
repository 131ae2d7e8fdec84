//! What of a thread is told to professionals alone, and what residents count.

use chassis_domain::{Aggregate, Id, RetentionClass, Sealed, Timestamp, Uuid};

use super::{AINO, BOTH, DOCTORS, LIISA, PEKKA, context, decided, draft, event, nurse, place, representative, resident, started, taken, written};
use crate::conversation::{Command, Conversation, Event, EventKind, ParticipantKind, Visibility, Who, thread::thread};

/// Asked for by Liisa; the doctors are to answer.
fn consulted() -> Event {
    event(EventKind::ConsultationRequested {
        by: LIISA,
        consultation: Id::from_uuid(Uuid::from_u128(30)),
        place: place(DOCTORS),
        text: Sealed::new(AINO, RetentionClass::CareRecord, "What do you think?".to_owned()),
        attachments: Vec::new(),
    })
}

/// Numbers of the entries that somebody is shown.
fn numbers(history: &[Event], reader: &Who) -> Vec<u64> {
    let thread = thread(history.iter().map(|event| (Timestamp::UNIX_EPOCH, event)), reader).unwrap();
    thread.entries.iter().map(|entry| entry.number).collect()
}

#[test]
fn s_07_that_colleagues_are_asked_is_told_to_professionals_alone() {
    let history = [started(), written(AINO, ParticipantKind::Resident, Visibility::Everyone), taken(LIISA), consulted()];
    assert_eq!((numbers(&history, &nurse(PEKKA)).len(), numbers(&history, &resident(AINO)).len()), (3, 2));
    assert_eq!(numbers(&history, &representative(BOTH, false)).len(), 2);
    let ask =
        Command::RequestConsultation { by: nurse(LIISA), place: place(DOCTORS), text: "What do you think?".to_owned(), attachments: Vec::new() };
    let asked = Conversation::replay(&history[..3]).decide(&ask, &context()).unwrap();
    assert!(asked[0].audience.people.contains(&LIISA) && !asked[0].audience.people.contains(&AINO));
    assert_eq!(asked[0].audience.represented, None);
}

#[test]
fn s_23_numbers_tell_a_resident_of_nothing_that_is_not_shown() {
    let said = |author, visibility| {
        let kind = if author == AINO { ParticipantKind::Resident } else { ParticipantKind::Practitioner };
        written(author, kind, visibility)
    };
    let history = [
        started(),
        said(AINO, Visibility::Everyone),
        taken(LIISA),
        said(LIISA, Visibility::Practitioners),
        consulted(),
        said(LIISA, Visibility::Everyone),
        said(LIISA, Visibility::Practitioners),
    ];
    assert_eq!(numbers(&history, &nurse(PEKKA)), [1, 2, 3, 4, 5, 6]);
    for reader in [resident(AINO), representative(BOTH, false)] {
        assert_eq!(numbers(&history, &reader), [1, 2, 3]);
    }
    // What the resident says they have read, and have before their eyes, is said in the numbers that they were shown.
    let read = |up_to| decided(history.clone(), &Command::MarkRead { by: resident(AINO), up_to });
    assert_eq!(read(3), Ok(vec![EventKind::Read { by: AINO, up_to: 5 }]));
    assert_eq!(read(2), Ok(vec![EventKind::Read { by: AINO, up_to: 2 }]));
    assert_eq!(read(4), Err("not_written_yet"));
    let write = |seen| Command::Write { by: resident(AINO), draft: draft(), seen, unreachable: None };
    assert!(decided(history.clone(), &write(3)).is_ok(), "nothing new that they could see");
    assert_eq!(decided(history.clone(), &write(2)), Err("stale_version"));
}
