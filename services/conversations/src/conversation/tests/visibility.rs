//! Who reads what is written to whom (CON-11): kinds of readers by the values that a writer chooses.

use chassis_domain::{Aggregate, Id, RetentionClass, Sealed, Timestamp, Uuid};

use super::{
    AINO, BOTH, DOCTORS, EINO, LIISA, MIKKO, PEKKA, context, decided, doctor, draft, event, name, nurse, place, representative, resident, started,
    taken, written,
};
use crate::conversation::{
    Circle, Command, Conversation, ConversationId, Event, EventKind, Kind, Part, ParticipantKind, Reading, Visibility, Who,
    command::{ConsultationOpening, PatientOpening},
    thread::{Line, thread},
    value::{
        Draft,
        Visibility::{Everyone, Practitioners, TakingPart},
    },
};

const VALUES: [Visibility; 3] = [Everyone, Practitioners, TakingPart];

fn consultation() -> ConversationId {
    Id::from_uuid(Uuid::from_u128(30))
}

fn consulted(person: chassis_domain::PersonId) -> Who {
    Who::Practitioner { person, name: "Doctor".to_owned(), queues: [].into(), consulted_in: [consultation()].into() }
}

/// Liisa handles it, Pekka takes part; she has asked the doctors, and writes once to each.
fn history() -> Vec<Event> {
    let asked = EventKind::ConsultationRequested {
        by: LIISA,
        consultation: consultation(),
        place: place(DOCTORS),
        text: Sealed::new(AINO, RetentionClass::CareRecord, "What do you think?".to_owned()),
        attachments: Vec::new(),
    };
    let wrote = VALUES.map(|visibility| written(LIISA, ParticipantKind::Practitioner, visibility));
    [started(), taken(LIISA), joined(), event(asked)].into_iter().chain(wrote).collect()
}

fn joined() -> Event {
    event(EventKind::Participated { by: PEKKA, name: name(PEKKA) })
}

/// What of the messages somebody is shown; `None`: there is no such conversation for them.
fn shown(history: &[Event], reader: &Who) -> Option<Vec<Visibility>> {
    let thread = thread(history.iter().map(|event| (Timestamp::UNIX_EPOCH, event)), reader)?;
    let numbers: Vec<_> = thread.entries.iter().map(|entry| entry.number).collect();
    assert_eq!(numbers, (1..=thread.state.version_for(thread.state.circle_of(reader))).collect::<Vec<_>>(), "no gap tells of what is not shown");
    let messages = thread.entries.iter().filter_map(|entry| match &entry.line {
        Line::Message(message) => Some(message.visibility),
        Line::System(_) => None,
    });
    Some(messages.collect())
}

#[test]
fn con_11_each_circle_is_shown_what_the_one_before_it_is_shown_and_more() {
    let circles = [Circle::Resident, Circle::Team, Circle::TakingPart];
    let table = circles.map(|circle| VALUES.map(|visibility| visibility.reaches(circle)));
    assert_eq!(table, [[true, false, false], [true, true, false], [true, true, true]]);
}

#[test]
fn con_11_what_kind_of_reader_is_shown_what_is_written_to_whom() {
    let all = Some(VALUES.to_vec());
    let team = Some(vec![Everyone, Practitioners]);
    let resident_s = Some(vec![Everyone]);
    let table = [
        ("the owner", nurse(LIISA), all.clone()),
        ("the owner in another role", doctor(LIISA), all.clone()),
        ("who takes part", nurse(PEKKA), all.clone()),
        ("a colleague of the queue", nurse(MIKKO), team.clone()),
        ("who was consulted", consulted(MIKKO), team),
        ("a professional of another queue", doctor(MIKKO), None),
        ("the resident", resident(AINO), resident_s.clone()),
        ("who acts for the resident", representative(BOTH, false), resident_s),
        ("a guardian, to whom it is not shown", representative(BOTH, true), None),
        ("another resident", resident(EINO), None),
    ];
    for (who, reader, expected) in table {
        assert_eq!(shown(&history(), &reader), expected, "{who}");
    }
}

#[test]
fn con_11_who_comes_to_take_part_reads_on_and_who_leaves_does_so_no_more() {
    let then = |what: EventKind| history().into_iter().chain([event(what)]).collect::<Vec<_>>();
    let done = then(EventKind::MarkedDone { by: PEKKA, kind: ParticipantKind::Practitioner, name: Some(name(PEKKA)) });
    assert_eq!(shown(&done, &nurse(PEKKA)).map(|shown| shown.len()), Some(3), "done, and still following");
    let over = then(EventKind::TakenOver { by: MIKKO, name: name(MIKKO), from: LIISA });
    assert_eq!(shown(&over, &nurse(MIKKO)).map(|shown| shown.len()), Some(3), "who handles it now");
    assert_eq!(shown(&over, &nurse(LIISA)).map(|shown| shown.len()), Some(2), "who has lost it is one of the team");
    let passing = then(EventKind::MarkedDone { by: MIKKO, kind: ParticipantKind::Practitioner, name: Some(name(MIKKO)) });
    assert_eq!(shown(&passing, &nurse(MIKKO)).map(|shown| shown.len()), Some(2), "a mark makes nobody take part");
}

#[test]
fn con_11_live_updates_go_to_those_alone_who_may_read() {
    let state = Conversation::replay(&history()[..4]);
    let told = |visibility| {
        let write = Command::Write { by: nurse(LIISA), draft: Draft { visibility, ..draft() }, seen: 0, unreachable: None };
        state.decide(&write, &context()).unwrap().remove(0).audience
    };
    let everyone = told(Everyone);
    assert!(everyone.people.contains(&AINO) && everyone.represented.is_some() && !everyone.queues.is_empty());
    let team = told(Practitioners);
    assert!(!team.people.contains(&AINO) && team.represented.is_none() && !team.queues.is_empty());
    let taking_part = told(TakingPart);
    assert_eq!((taking_part.people, taking_part.represented), ([LIISA, PEKKA].into(), None));
    assert!(taking_part.queues.is_empty());
}

#[test]
fn con_11_residents_write_to_everybody() {
    for (visibility, expected) in [(Everyone, true), (Practitioners, false), (TakingPart, false)] {
        let write = Command::Write { by: resident(AINO), draft: Draft { visibility, ..draft() }, seen: 0, unreachable: None };
        assert_eq!(decided(history(), &write).is_ok(), expected, "{visibility:?}");
    }
}

#[test]
fn con_11_nobody_is_woken_by_what_they_may_not_read() {
    let done = event(EventKind::MarkedDone { by: AINO, kind: ParticipantKind::Resident, name: None });
    for (visibility, wakes) in [(Everyone, true), (Practitioners, false), (TakingPart, false)] {
        let history = [started(), taken(LIISA), done.clone(), written(LIISA, ParticipantKind::Practitioner, visibility)];
        assert_eq!(!Conversation::replay(&history).is_done(AINO), wakes, "{visibility:?}");
    }
}

#[test]
fn con_09_who_was_consulted_reads_and_handles_nothing() {
    let state = Conversation::replay(&history());
    assert_eq!(state.reading(&consulted(MIKKO)), Reading::Practitioner { begun: true, works_queue: false, part: Some(Part::Consulted) });
    assert_eq!(state.colleague_in_charge(&consulted(MIKKO)), None, "they were asked");
    assert_eq!(state.permissions(&consulted(MIKKO)), super::super::thread::Permissions::default());
    // Who asks is not who was asked, whatever became of their own part.
    let given_away = Conversation::replay(&[history(), vec![event(EventKind::TakenOver { by: PEKKA, name: name(PEKKA), from: LIISA })]].concat());
    assert!(!given_away.may_read(&consulted(LIISA)));
}

fn asked_about_patient() -> Command {
    Command::OpenConsultation(Box::new(ConsultationOpening {
        id: consultation(),
        of: None,
        asker: LIISA,
        asker_name: "Nurse".to_owned(),
        resident: AINO,
        resident_name: "Aino".to_owned(),
        service_area: Some(Id::from_uuid(Uuid::from_u128(8))),
        place: place(DOCTORS),
        topic: "Ear".to_owned(),
        text: "What do you think?".to_owned(),
        attachments: vec![Id::from_uuid(Uuid::from_u128(40))],
    }))
}

#[test]
fn con_09_who_asked_writes_and_ends_what_they_own_alone() {
    let opened = Conversation::default().decide(&asked_about_patient(), &context()).unwrap();
    let state = Conversation::replay(&opened);
    assert!(matches!(&state.opening, Some(opening) if matches!(opening.kind, Kind::Consultation { of: None, .. })));
    assert_eq!(shown(&opened, &resident(AINO)), None, "professionals alone");
    let end = |by| Command::End { by, done: false };
    assert_eq!(decided(opened.clone(), &end(nurse(LIISA))), Err("not_taken"));
    let answered: Vec<_> = opened.iter().cloned().chain([taken(MIKKO)]).collect();
    assert_eq!(decided(answered.clone(), &end(nurse(LIISA))), Err("owned_by_another"));
    assert!(!Conversation::replay(&answered).permissions(&nurse(LIISA)).end);
    assert!(decided(answered.clone(), &super::write(nurse(LIISA))).is_ok());
    assert!(decided(answered, &end(doctor(MIKKO))).is_ok());
    let worked: Vec<_> = opened.into_iter().chain([taken(LIISA)]).collect();
    assert!(decided(worked, &end(doctor(LIISA))).is_ok(), "their own, where they work the queue themselves");
}

fn begun(visibility: Visibility) -> Vec<Event> {
    let opening = PatientOpening {
        by: nurse(LIISA),
        patient: AINO,
        patient_name: "Aino".to_owned(),
        unreachable: None,
        service_area: Some(Id::from_uuid(Uuid::from_u128(8))),
        place: place(super::NURSES),
        topic: "Results".to_owned(),
        draft: Draft { visibility, ..draft() },
        matter: chassis_domain::Matter::Health,
    };
    Conversation::default().decide(&Command::StartWithPatient(Box::new(opening)), &context()).unwrap()
}

#[test]
fn con_10_a_patient_learns_of_a_conversation_with_the_first_message_that_reaches_them() {
    assert_eq!(shown(&begun(Everyone), &resident(AINO)), Some(vec![Everyone]));
    for quiet in [Practitioners, TakingPart] {
        let begun = begun(quiet);
        assert!(begun.iter().all(|event| !event.audience.people.contains(&AINO) && event.audience.represented.is_none()), "{quiet:?}");
        assert_eq!(shown(&begun, &resident(AINO)), None, "{quiet:?}");
        assert_eq!(decided(begun.clone(), &super::write(resident(AINO))), Err("not_found"));
        let state = Conversation::replay(&begun);
        let reached = state.decide(&super::write(nurse(LIISA)), &context()).unwrap();
        assert!(reached[0].audience.people.contains(&AINO));
        let all = [begun, reached].concat();
        assert_eq!(shown(&all, &resident(AINO)), Some(vec![Everyone]));
        assert_eq!(shown(&all, &nurse(LIISA)), Some(vec![quiet, Everyone]));
    }
}

#[test]
fn con_11_whoever_handles_it_asks_and_the_teenager_decides_what_guardians_see() {
    let ask = |by, teenager| Command::AskToShowToGuardians { by, teenager };
    let owned = [started(), taken(LIISA)];
    assert_eq!(decided(owned.clone(), &ask(nurse(LIISA), true)), Ok(vec![EventKind::GuardiansAskedFor { by: LIISA }]));
    assert_eq!(decided(owned.clone(), &ask(nurse(LIISA), false)), Err("not_a_teenager"));
    assert_eq!(decided(owned.clone(), &ask(nurse(PEKKA), true)), Err("owned_by_another"));
    assert_eq!(decided(owned.clone(), &ask(doctor(MIKKO), true)), Err("not_found"));
    let asked = [owned.to_vec(), vec![event(EventKind::GuardiansAskedFor { by: LIISA })]].concat();
    assert_eq!(decided(asked.clone(), &ask(nurse(LIISA), true)), Ok(vec![]));
    assert!(Conversation::replay(&asked).guardians_asked_for && !Conversation::replay(&asked).visible_to_guardians(), "asking shows nothing");
    let decides = |visible| [asked.clone(), vec![event(EventKind::ShownToGuardians { by: AINO, visible })]].concat();
    assert!(!Conversation::replay(&decides(true)).guardians_asked_for);
    assert_eq!(decided(decides(true), &ask(nurse(LIISA), true)), Ok(vec![]), "shown already");
    assert_eq!(shown(&asked, &resident(AINO)).map(|shown| shown.len()), Some(0), "no line of the thread");
}
