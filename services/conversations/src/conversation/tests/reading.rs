//! Who may read a conversation, and begin to work on it.

use chassis_domain::{Aggregate, Id, Mandates, Matter, Uuid};

use super::{
    AINO, DOCTORS, EINO, HEALTH, LIISA, MIKKO, NURSES, PEKKA, context, decided, doctor, event, name, nurse, place, representative, resident, started,
    taken, write,
};
use crate::conversation::{Command, Conversation, Event, EventKind, Kind, Part, ParticipantKind, Reading, Who};

#[test]
fn who_has_given_it_to_a_queue_that_is_not_theirs_has_no_part_in_it_any_more() {
    let forwarded = || event(EventKind::Forwarded { by: LIISA, from: NURSES, to: place(DOCTORS), matter: Matter::Health });
    let handed_on = || [started(), taken(LIISA), forwarded()];
    let taken_by_mikko = || handed_on().into_iter().chain([taken(MIKKO)]);
    assert!(!Conversation::replay(&handed_on()).may_read(&nurse(LIISA)));
    assert!(Conversation::replay(&handed_on()).may_read(&doctor(LIISA)), "in a role that works the other queue it is theirs as well");
    assert_eq!(decided(handed_on(), &Command::Take { by: nurse(LIISA) }), Err("not_found"));
    assert_eq!(decided(taken_by_mikko(), &Command::TakeOver { by: nurse(LIISA) }), Err("not_found"));
    assert_eq!(decided(taken_by_mikko(), &Command::Participate { by: nurse(LIISA) }), Err("not_found"));
}

#[test]
fn what_one_was_done_with_or_asks_about_may_be_read_and_is_not_taken_from_a_queue_of_others() {
    let done = |by| event(EventKind::MarkedDone { by, kind: ParticipantKind::Practitioner, name: Some(name(by)) });
    let history = || {
        let back = event(EventKind::Returned { by: LIISA, queue: NURSES });
        [started(), taken(LIISA), event(EventKind::Participated { by: PEKKA, name: name(PEKKA) }), done(PEKKA), back]
    };
    assert!(Conversation::replay(&history()).may_read(&doctor(PEKKA)));
    assert_eq!(decided(history(), &Command::Take { by: doctor(PEKKA) }), Err("not_theirs_to_handle"));
    assert!(decided(history(), &Command::Take { by: nurse(PEKKA) }).is_ok(), "whose queue it is takes it again");
    // Who takes part goes on with it wherever it stands.
    let taking_part = || [started(), taken(LIISA), event(EventKind::Participated { by: PEKKA, name: name(PEKKA) })];
    assert!(decided(taking_part(), &Command::TakeOver { by: doctor(PEKKA) }).is_ok());
    assert_eq!(decided([started(), taken(LIISA)], &Command::Take { by: doctor(LIISA) }), Ok(vec![]), "nor is it taken from who has it");
    // What is offered is what would be done.
    let offered = |history: &[Event], who: &Who| Conversation::replay(history).permissions(who);
    assert!(!offered(&history(), &doctor(PEKKA)).take);
    assert!(offered(&history(), &nurse(PEKKA)).take);
    assert!(offered(&taking_part(), &doctor(PEKKA)).take_over);
}

#[test]
fn s_08_done_with_a_colleague_s_conversation_gives_no_right_to_read_it_afterwards() {
    let done = |by| event(EventKind::MarkedDone { by, kind: ParticipantKind::Practitioner, name: Some(name(by)) });
    let passed = [started(), taken(LIISA), done(PEKKA)];
    assert!(Conversation::replay(&passed).may_read(&nurse(PEKKA)), "in its queue, as before");
    assert!(!Conversation::replay(&passed).may_read(&doctor(PEKKA)), "in another role");
    let lost = [started(), taken(PEKKA), event(EventKind::TakenOver { by: LIISA, name: name(LIISA), from: PEKKA }), done(PEKKA)];
    assert!(!Conversation::replay(&lost).may_read(&doctor(PEKKA)), "handled by a colleague since");
    // Whoever takes part follows it, and goes on reading what they were done with.
    let followed = [started(), taken(LIISA), event(EventKind::Participated { by: PEKKA, name: name(PEKKA) }), done(PEKKA)];
    assert!(Conversation::replay(&followed).may_read(&doctor(PEKKA)));
    // What one may not read, one is not told of either.
    let told = |history: &[Event]| Conversation::replay(history).decide(&write(resident(AINO)), &context()).unwrap()[0].audience.people.clone();
    assert!(!told(&passed).contains(&PEKKA) && !told(&lost).contains(&PEKKA));
    assert!(told(&followed).contains(&PEKKA));
}

#[test]
fn who_asks_colleagues_reads_what_they_asked_and_does_not_answer_it_from_a_queue_of_others() {
    let EventKind::Started { mut opening, .. } = started().what else { unreachable!("it begins so") };
    opening.kind = Kind::Consultation { asker: LIISA, asker_name: name(LIISA), of: Some(Id::from_uuid(Uuid::from_u128(30))) };
    let asked = || [event(EventKind::Started { opening: opening.clone(), place: place(DOCTORS) })];
    assert!(Conversation::replay(&asked()).may_read(&nurse(LIISA)));
    assert_eq!(decided(asked(), &Command::Take { by: nurse(LIISA) }), Err("not_theirs_to_handle"));
    assert!(!Conversation::replay(&asked()).permissions(&nurse(LIISA)).take);
}

/// Every combination of conditions that there is: a rule that were any other function of them would differ in one.
#[test]
fn a_thread_is_read_where_the_rule_says_so_and_in_no_other_case() {
    let both = [false, true];
    for (own, open) in both.into_iter().flat_map(|own| both.map(|open| (own, open))) {
        assert_eq!(Reading::Resident { own, open }.is_allowed(), (own, open) == (true, true), "{own} {open}");
    }
    let part_takers = [Part::Owner, Part::Asker, Part::Participant, Part::Done, Part::Consulted].map(Some);
    let parts: Vec<_> = [None].into_iter().chain(part_takers).chain([Some(Part::Left)]).collect();
    let mut allowed = Vec::new();
    let each = |begun, works| parts.iter().map(move |part| (begun, works, *part));
    for (begun, works_queue, part) in both.into_iter().flat_map(|begun| both.into_iter().flat_map(move |works| each(begun, works))) {
        if (Reading::Practitioner { begun, works_queue, part }).is_allowed() {
            allowed.push((begun, works_queue, part));
        }
    }
    let queue = parts.iter().map(|part| (true, true, *part));
    let took_part = part_takers.iter().map(|part| (true, false, *part));
    assert_eq!(allowed, took_part.chain(queue).collect::<Vec<_>>());
}

#[test]
fn the_conditions_of_reading_are_those_of_the_conversation() {
    let practitioner = |begun, works_queue, part| Reading::Practitioner { begun, works_queue, part };
    let reading = |history: &[Event], who: &Who| Conversation::replay(history).reading(who);
    assert_eq!(reading(&[], &resident(AINO)), Reading::Resident { own: false, open: true }, "there is none");
    assert_eq!(reading(&[], &nurse(LIISA)), practitioner(false, false, None), "there is none");
    let begun = [started()];
    assert_eq!(reading(&begun, &resident(AINO)), Reading::Resident { own: true, open: true });
    assert_eq!(reading(&begun, &resident(EINO)), Reading::Resident { own: false, open: true });
    assert_eq!(reading(&begun, &representative(HEALTH, false)), Reading::Resident { own: true, open: true });
    assert_eq!(reading(&begun, &representative(Mandates { health: false, social: true }, false)), Reading::Resident { own: true, open: false });
    assert_eq!(reading(&begun, &representative(HEALTH, true)), Reading::Resident { own: true, open: false }, "a teenager's");
    assert_eq!(reading(&begun, &nurse(LIISA)), practitioner(true, true, None));
    assert_eq!(reading(&begun, &doctor(MIKKO)), practitioner(true, false, None));
    let owned = [started(), taken(LIISA)];
    assert_eq!(reading(&owned, &nurse(LIISA)), practitioner(true, true, Some(Part::Owner)));
    assert_eq!(reading(&owned, &nurse(PEKKA)), practitioner(true, true, None));
    let done = [started(), taken(LIISA), event(EventKind::MarkedDone { by: LIISA, kind: ParticipantKind::Practitioner, name: Some(name(LIISA)) })];
    assert_eq!(reading(&done, &doctor(LIISA)), practitioner(true, false, Some(Part::Done)));
}
