//! The rules of the calls of remote appointments (SCH-10).

use chassis_domain::{DomainEvent, Stored, Uuid, testing::NothingSealed};

use super::{AINO, EINO, INVITED, LIISA, accepted, after, aino, appointment, end, enter, id_of, invited, leave, open, told, visitor};
use crate::call::{Appointment, Attendee, BelongsTo, Command, End, Ending, Event, EventKind, Party, Phase, Side, Standing, TAKING_PART_MAX};

/// Liisa, whom it is with, a colleague, the patient, and who acts for the patient.
const FIRST: Uuid = Uuid::from_u128(41);
const COLLEAGUE: Uuid = Uuid::from_u128(42);
const PATIENT: Uuid = Uuid::from_u128(43);
const GUARDIAN: Uuid = Uuid::from_u128(44);

fn parties() -> Vec<Party> {
    let party = |participant, attendee| Party { participant, attendee };
    vec![
        party(PATIENT, aino()),
        party(FIRST, Attendee::practitioner(LIISA)),
        party(COLLEAGUE, Attendee::practitioner(EINO)),
        party(GUARDIAN, Attendee { at_screen: EINO, ..aino() }),
    ]
}

fn of(parties: Vec<Party>, what: EventKind) -> Event {
    Event { what, standing: Standing { belongs_to: BelongsTo::Appointment(appointment()), parties } }
}

fn happens(what: EventKind) -> Event {
    of(parties(), what)
}

fn opened() -> Event {
    happens(EventKind::Opened { participant: PATIENT })
}

fn in_lobby(participant: Uuid) -> Event {
    happens(EventKind::LobbyEntered { participant })
}

fn entered(participant: Uuid) -> Event {
    happens(EventKind::Entered { participant })
}

fn left(participant: Uuid) -> Event {
    happens(EventKind::Left { participant })
}

fn ended(end: End) -> Event {
    happens(EventKind::Ended { end })
}

#[test]
fn sch_10_the_first_who_may_come_begins_the_call_and_each_is_added_once() {
    let [first, second] = ["party 1", "party 2"].map(id_of);
    let one = vec![Party { participant: first, attendee: aino() }];
    let begins = of(one.clone(), EventKind::Opened { participant: first });
    let call = after([]).when(&open(aino())).then([begins.clone()]);
    assert_eq!((call.phase, call.subject(), call.lapses_at), (Phase::On, Some(AINO), None));
    let liisa = Attendee::practitioner(LIISA);
    let both = [one, vec![Party { participant: second, attendee: liisa }]].concat();
    let call = after([begins.clone()]).when(&open(liisa)).then([of(both, EventKind::Opened { participant: second })]);
    assert!(call.is_organiser(second) && !call.is_organiser(first));
    after([begins]).when(&open(aino())).then_nothing();
    // Which lists show it is told anew with whoever comes next.
    let elsewhere = Appointment { calendars: Vec::new(), ..appointment() };
    let call = after([opened()]).when(&Command::Open { appointment: elsewhere.clone(), attendee: visitor() });
    let participant = id_of("party 5");
    let parties = [parties(), vec![Party { participant, attendee: visitor() }]].concat();
    call.then([Event { what: EventKind::Opened { participant }, standing: Standing { belongs_to: BelongsTo::Appointment(elsewhere), parties } }]);
    // Of another appointment, of a chat, and of one that is over, there is another call.
    let another = Appointment { id: Uuid::from_u128(99), ..appointment() };
    after([opened()]).when(&Command::Open { appointment: another, attendee: aino() }).then_refused("not_found");
    after([invited(), accepted()]).when(&open(aino())).then_refused("not_found");
    after([opened(), ended(End::Left)]).when(&open(aino())).then_refused("call_ended");
}

#[test]
fn sch_10_who_comes_before_a_professional_waits_in_the_lobby_and_the_first_professional_lets_everybody_in() {
    after([opened()]).when(&enter(FIRST)).then([entered(FIRST)]);
    after([opened()]).when(&enter(PATIENT)).then([in_lobby(PATIENT)]);
    let waiting = || after([opened(), in_lobby(PATIENT), in_lobby(GUARDIAN)]);
    waiting().when(&enter(PATIENT)).then_nothing();
    let call = waiting().when(&enter(COLLEAGUE)).then([entered(COLLEAGUE), entered(PATIENT), entered(GUARDIAN)]);
    assert!([COLLEAGUE, PATIENT, GUARDIAN].iter().all(|participant| call.is_in(*participant)));
    // Nobody of the patient's side lets anybody in.
    waiting().when(&Command::Admit { by: GUARDIAN, participant: PATIENT }).then_refused("not_found");
    waiting().when(&Command::Admit { by: FIRST, participant: PATIENT }).then([entered(PATIENT)]);
    waiting().when(&enter(Uuid::from_u128(99))).then_refused("not_found");
    // Who has left the lobby waits in it again.
    after([opened(), in_lobby(PATIENT), left(PATIENT)]).when(&enter(PATIENT)).then([in_lobby(PATIENT)]);
}

#[test]
fn sch_10_nobody_waits_any_more_once_a_professional_was_there_also_when_they_have_dropped_out() {
    let dropped_out = || after([opened(), entered(FIRST), left(FIRST)]);
    dropped_out().when(&enter(PATIENT)).then([entered(PATIENT)]);
    dropped_out().when(&enter(GUARDIAN)).then([entered(GUARDIAN)]);
    dropped_out().when(&enter(FIRST)).then([entered(FIRST)]);
    after([opened(), entered(FIRST), left(FIRST), entered(PATIENT)]).when(&enter(COLLEAGUE)).then([entered(COLLEAGUE)]);
}

#[test]
fn sch_10_a_patient_leaves_and_a_professional_ends_it_for_everybody() {
    let by = |side| end(Ending::Side(side));
    let on = || after([opened(), entered(FIRST), entered(PATIENT)]);
    on().when(&by(Side::Customer)).then_refused("not_found");
    on().when(&leave(PATIENT)).then([left(PATIENT)]);
    let call = on().when(&by(Side::Practitioner)).then([ended(End::Practitioner)]);
    assert!(call.is_over() && !call.is_in(PATIENT));
    after([opened(), ended(End::Left)]).when(&by(Side::Practitioner)).then_nothing();
    on().when(&end(Ending::AppointmentOver)).then([ended(End::AppointmentOver)]);
    after([opened()]).when(&end(Ending::AppointmentOver)).then([ended(End::AppointmentOver)]);
    after([opened(), ended(End::Left)]).when(&end(Ending::AppointmentOver)).then_nothing();
    on().when(&end(Ending::NobodyThere)).then_nothing();
    after([opened(), in_lobby(PATIENT)]).when(&end(Ending::NobodyThere)).then_nothing();
    after([opened()]).when(&end(Ending::NobodyThere)).then([ended(End::Left)]);
    // There is no invitation that could lapse or be answered.
    on().when(&Command::Lapse).then_nothing();
    on().when(&Command::Answer { by: PATIENT, accepted: false }).then_nothing();
}

#[test]
fn sch_10_four_take_part_and_one_place_is_a_professionals() {
    let guest = |number: u128| Uuid::from_u128(100 + number);
    let guests = (0..4).map(|number| Party { participant: guest(number), attendee: visitor() });
    let parties: Vec<_> = parties().into_iter().chain(guests).collect();
    let happens = |what| of(parties.clone(), what);
    let waits = |number| happens(EventKind::LobbyEntered { participant: guest(number) });
    let is_in = |participant| happens(EventKind::Entered { participant });
    let three = || after([happens(EventKind::Opened { participant: guest(0) }), waits(0), waits(1), waits(2)]);
    three().when(&enter(guest(3))).then_refused("call_full");
    let call = three().when(&enter(FIRST)).then([is_in(FIRST), is_in(guest(0)), is_in(guest(1)), is_in(guest(2))]);
    assert_eq!(call.present.len(), TAKING_PART_MAX);
    let begun = happens(EventKind::Opened { participant: guest(0) });
    let four = || after([begun.clone(), waits(0), waits(1), waits(2), is_in(FIRST)]);
    four().when(&enter(COLLEAGUE)).then_refused("call_full");
    four().when(&enter(guest(3))).then_refused("call_full");
    let back = happens(EventKind::Left { participant: FIRST });
    let without = || after([begun.clone(), waits(0), waits(1), waits(2), is_in(FIRST), back.clone()]);
    without().when(&enter(guest(3))).then_refused("call_full");
    without().when(&enter(FIRST)).then([is_in(FIRST), is_in(guest(0)), is_in(guest(1)), is_in(guest(2))]);
}

#[test]
fn sch_10_those_who_take_part_are_told_and_those_whose_lists_show_the_appointment() {
    let liisa = parties().into_iter().filter(|party| matches!(party.participant, PATIENT | FIRST)).collect();
    let keys = told(&of(liisa, EventKind::LobbyEntered { participant: PATIENT }));
    let (patient, professional) = (format!("screen:{AINO}:{AINO}"), format!("person:{LIISA}"));
    assert_eq!(keys, [patient, professional, format!("remote:calendar:{}", Uuid::from_u128(31)), format!("remote:calendar:{LIISA}")]);
}

#[test]
fn sch_10_what_happens_is_stored_with_its_appointment_and_what_was_stored_of_chats_is_read_as_before() {
    let read = |event: &Event| {
        let encoded = event.encode(&mut NothingSealed);
        let (event_type, schema) = (event.event_type().0.to_owned(), encoded.schema);
        (Event::decode(&Stored { event_type, schema, payload: encoded.payload }, &NothingSealed), schema)
    };
    assert_eq!(read(&opened()), (Ok(opened()), 1));
    for event in [in_lobby(PATIENT), entered(FIRST), left(FIRST), ended(End::AppointmentOver)] {
        assert_eq!(read(&event), (Ok(event), 2));
    }
    for event in [super::in_lobby(INVITED), super::entered(INVITED), super::left(INVITED), super::ended(End::ChatOver)] {
        assert_eq!(read(&event), (Ok(event), 1));
    }
}
