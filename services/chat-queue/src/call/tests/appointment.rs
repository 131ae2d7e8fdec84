//! The rules of the calls of remote appointments (SCH-09, SCH-10).

use chassis_domain::{DecodeError, DomainEvent, PersonId, Stored, Uuid, testing::NothingSealed};

use super::{AINO, EINO, INVITED, LIISA, VISIT, accepted, after, aino, appointment, end, enter, id_of, invited, leave, open, told, visitor};
use crate::call::{
    Appointment, Attendee, BelongsTo, Command, End, Ending, Event, EventKind, Party, Phase, Presence, Removed, Side, Standing, TAKING_PART_MAX,
};

/// Liisa, whom it is with, a colleague, the patient, and who acts for the patient.
const FIRST: Uuid = Uuid::from_u128(41);
const COLLEAGUE: Uuid = Uuid::from_u128(42);
const PATIENT: Uuid = Uuid::from_u128(43);
const GUARDIAN: Uuid = Uuid::from_u128(44);
/// Guests.
const MIKA: Uuid = Uuid::from_u128(45);
const SALLA: Uuid = Uuid::from_u128(46);

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

/// As it is read again, and in which schema it is stored.
fn read(event: &Event) -> (Result<Event, DecodeError>, u16) {
    let encoded = event.encode(&mut NothingSealed);
    let (event_type, schema) = (event.event_type().0.to_owned(), encoded.schema);
    (Event::decode(&Stored { event_type, schema, payload: encoded.payload }, &NothingSealed), schema)
}

#[test]
fn sch_10_what_happens_is_stored_with_its_appointment_and_what_was_stored_of_chats_is_read_as_before() {
    assert_eq!(read(&opened()), (Ok(opened()), 1));
    for event in [in_lobby(PATIENT), entered(FIRST), left(FIRST), ended(End::AppointmentOver)] {
        assert_eq!(read(&event), (Ok(event), 2));
    }
    for event in [super::in_lobby(INVITED), super::entered(INVITED), super::left(INVITED), super::ended(End::ChatOver)] {
        assert_eq!(read(&event), (Ok(event), 1));
    }
}

/// One of the appointment's guests, in a visit.
fn guest(which: u128, visit: PersonId) -> Attendee {
    Attendee { side: Side::Guest(Uuid::from_u128(which)), person: visit, at_screen: visit, visitor: true }
}

fn mika() -> Party {
    Party { participant: MIKA, attendee: guest(1, VISIT) }
}

/// The same among those who may come, with guests.
fn with(guests: &[Party], what: EventKind) -> Event {
    of([parties(), guests.to_vec()].concat(), what)
}

fn comes(guests: &[Party], participant: Uuid) -> Event {
    with(guests, EventKind::Opened { participant })
}

#[test]
fn sch_09_a_guest_is_there_with_the_browser_that_asked_last() {
    let participant = id_of("party 5");
    let new = Party { participant, ..mika() };
    after([opened()]).when(&open(new.attendee)).then([comes(&[new], participant)]);
    let there = || after([comes(&[mika()], MIKA), with(&[mika()], EventKind::Entered { participant: MIKA })]);
    assert_eq!(there().state().party_of(visitor()).map(|party| party.participant), Some(MIKA));
    there().when(&open(mika().attendee)).then_nothing();
    let elsewhere = Party { attendee: guest(1, EINO), ..mika() };
    let call = there().when(&open(elsewhere.attendee)).then([comes(&[elsewhere], MIKA)]);
    // It is the same guest to the others.
    assert!(call.is_in(MIKA) && call.is_guest(MIKA) && !call.is_organiser(MIKA));
    assert_eq!(call.party_of(visitor()), None);
    assert_eq!(call.party_of(Attendee { person: EINO, at_screen: EINO, ..visitor() }), Some(&elsewhere));
}

#[test]
fn sch_09_of_two_links_in_one_browser_the_one_opened_last_counts_and_who_comes_on_another_side_is_no_guest() {
    let salla = Party { participant: SALLA, attendee: guest(2, VISIT) };
    let both = || after([comes(&[mika()], MIKA), comes(&[mika(), salla], SALLA)]);
    assert_eq!(both().state().party_of(visitor()), Some(&salla));
    both().when(&open(salla.attendee)).then_nothing();
    let call = both().when(&open(mika().attendee)).then([comes(&[salla, mika()], MIKA)]);
    assert_eq!(call.party_of(visitor()), Some(&mika()));
    // The patient who opens a guest's link stays the patient, and a professional who has it is no guest by it.
    let own = Party { attendee: Attendee { side: Side::Guest(Uuid::from_u128(1)), ..aino() }, ..mika() };
    let call = after([comes(&[own], MIKA)]);
    assert_eq!(call.state().party_of(aino()).map(|party| party.participant), Some(PATIENT));
    assert_eq!(call.state().party_of(Attendee::practitioner(AINO)), None);
}

#[test]
fn sch_09_a_guest_waits_as_the_patient_does_and_lets_nobody_in_and_ends_nothing() {
    let happens = |what| with(&[mika()], what);
    let waits = happens(EventKind::LobbyEntered { participant: MIKA });
    let entered = |participant| happens(EventKind::Entered { participant });
    after([comes(&[mika()], MIKA)]).when(&enter(MIKA)).then([waits.clone()]);
    let waiting = || after([comes(&[mika()], MIKA), waits.clone()]);
    let call = waiting().when(&enter(FIRST)).then([entered(FIRST), entered(MIKA)]);
    assert!(call.is_in(MIKA));
    waiting().when(&Command::Admit { by: MIKA, participant: MIKA }).then_refused("not_found");
    waiting().when(&enter(PATIENT)).then([happens(EventKind::LobbyEntered { participant: PATIENT })]);
    waiting().when(&end(Ending::Side(mika().attendee.side))).then_refused("not_found");
    waiting().when(&leave(MIKA)).then([happens(EventKind::Left { participant: MIKA })]);
    assert!(told(&waits).contains(&format!("screen:{VISIT}:{VISIT}")));
}

fn remove(who: Removed) -> Command {
    Command::Remove { who }
}

const EINO_LEAVES: Removed = Removed::Practitioner(EINO);

#[test]
fn sch_10_who_takes_part_no_more_is_out_of_the_call_and_is_told_so() {
    let colleague = happens(EventKind::PartyRemoved { participant: COLLEAGUE });
    let call = after([opened(), entered(COLLEAGUE)]).when(&remove(EINO_LEAVES)).then([colleague.clone()]);
    assert_eq!((call.presence_of(COLLEAGUE), call.party_of(Attendee::practitioner(EINO))), (Presence::Away, None));
    assert!(!call.admitted.contains(&COLLEAGUE) && !call.is_organiser(COLLEAGUE) && call.is_organiser(FIRST));
    // Who acts for the patient stays, though it is the same person.
    assert_eq!(call.parties().len(), parties().len() - 1);
    assert!(told(&colleague).contains(&format!("person:{EINO}")));
    let removed = || after([opened(), entered(COLLEAGUE), colleague.clone()]);
    removed().when(&enter(COLLEAGUE)).then_refused("not_found");
    removed().when(&remove(EINO_LEAVES)).then_nothing();
    after([opened(), ended(End::Left)]).when(&remove(EINO_LEAVES)).then_nothing();
    // Of a chat's call nobody is taken out by an appointment.
    after([invited(), accepted()]).when(&remove(Removed::Practitioner(LIISA))).then_nothing();

    let gone = with(&[mika()], EventKind::PartyRemoved { participant: MIKA });
    let there = || after([comes(&[mika()], MIKA), with(&[mika()], EventKind::LobbyEntered { participant: MIKA })]);
    let call = there().when(&remove(Removed::Guest(Uuid::from_u128(1)))).then([gone.clone()]);
    assert_eq!((call.presence_of(MIKA), call.party_of(visitor())), (Presence::Away, None));
    there().when(&remove(Removed::Guest(Uuid::from_u128(2)))).then_nothing();
    assert!(told(&gone).contains(&format!("screen:{VISIT}:{VISIT}")));
}

#[test]
fn sch_10_nobody_waits_once_a_professional_was_there_also_when_they_take_part_no_more() {
    let removed = happens(EventKind::PartyRemoved { participant: COLLEAGUE });
    let others: Vec<_> = parties().into_iter().filter(|party| party.participant != COLLEAGUE).collect();
    let met = || after([opened(), entered(COLLEAGUE), removed.clone()]);
    met().when(&enter(PATIENT)).then([of(others.clone(), EventKind::Entered { participant: PATIENT })]);
    // Who was never there has let nobody in.
    let waits = of(others, EventKind::LobbyEntered { participant: GUARDIAN });
    after([opened(), in_lobby(PATIENT), removed]).when(&enter(GUARDIAN)).then([waits]);
}

#[test]
fn sch_09_what_happens_where_there_are_guests_is_stored_with_them_and_so_is_who_was_removed() {
    let participant = MIKA;
    for what in [
        EventKind::Opened { participant },
        EventKind::LobbyEntered { participant },
        EventKind::Entered { participant },
        EventKind::Left { participant },
        EventKind::PartyRemoved { participant },
        EventKind::Ended { end: End::AppointmentOver },
    ] {
        let event = with(&[mika()], what);
        assert_eq!(read(&event), (Ok(event), 3));
    }
    let colleague = happens(EventKind::PartyRemoved { participant: COLLEAGUE });
    assert_eq!(read(&colleague), (Ok(colleague), 3));
}
