//! Colleagues and guests: who can take part, how they are told, and what becomes of them.

use chassis_domain::{Actor, Aggregate, AudienceKey, DecideContext, DomainEvent, EventMeta, PersonId, Refusal as _, RetentionClass, Sealed, Uuid};
use kajo_proto::scheduling::v1::AppointmentParticipantsChanged;
use prost::Message;

use super::{
    AINO, ANNA, EARLY, LATER, LIISA, NOON, after, anna, at, booked, booking, cancel, cancelled, care_record, context, done, liisa, moved, put,
    resident, standing, time,
};
use crate::{
    appointment::{
        Appointment, Booking, Command, Event, EventKind, Left, Refusal, Standing,
        participant::{Asked, MOST, Participant},
        value::{BookedTime, By, Doer, Terms},
    },
    kind::AppointmentType,
};

const JUSSI: PersonId = PersonId::from_uuid(Uuid::from_u128(5));

pub(super) fn jussi() -> Asked {
    Asked { id: Uuid::from_u128(50), colleague: Some(JUSSI), name: "Jussi".to_owned(), email: String::new(), phone: String::new() }
}

pub(super) fn guest() -> Asked {
    Asked {
        id: Uuid::from_u128(51),
        colleague: None,
        name: " Kaisa Koski ".to_owned(),
        email: "kaisa@kajo.example".to_owned(),
        phone: "+358 40 123 4567".to_owned(),
    }
}

pub(super) fn colleague() -> Participant {
    let name = Sealed::new(JUSSI, RetentionClass::Professional, "Jussi".to_owned());
    Participant { id: jussi().id, colleague: Some(JUSSI), name, email: None, phone: None, active: true }
}

pub(super) fn kaisa() -> Participant {
    let sealed = |text: &str| Sealed::new(PersonId::from_uuid(guest().id), RetentionClass::Account, text.to_owned());
    let (email, phone) = (Some(sealed("kaisa@kajo.example")), Some(sealed("+358401234567")));
    Participant { id: guest().id, colleague: None, name: sealed("Kaisa Koski"), email, phone, active: true }
}

/// Booked by Anna, who has opened the patient: with Liisa, Jussi and a guest; not to be cancelled by the patient.
fn by_anna() -> Booking {
    Booking { by: anna(true), cancelable: Some(false), participants: vec![jussi(), guest()], ..booking(resident()) }
}

fn together() -> Standing {
    let time = BookedTime { terms: Terms { cancelable: false, ..time(1, NOON).terms }, ..time(1, NOON) };
    Standing { time, colleagues: vec![JUSSI], cancelable: Some(false), ..standing() }
}

fn booked_by_anna() -> Event {
    let (by, patient_name, participants) = (Doer::of(&anna(true), AINO), care_record("Aino"), vec![colleague(), kaisa()]);
    Event { what: EventKind::Booked { by, patient_name, participants, backfill: false }, standing: together() }
}

fn without_jussi() -> Event {
    let what = EventKind::ParticipantDeactivated { by: Doer::of(&liisa(), AINO), participant: jussi().id, colleague: Some(JUSSI) };
    Event { what, standing: Standing { colleagues: Vec::new(), ..together() } }
}

fn add(by: By, participant: Asked) -> Command {
    Command::AddParticipant { by, participant }
}

fn change(guest: Asked) -> Command {
    Command::ChangeGuest { by: liisa(), guest }
}

fn deactivate(by: By, participant: Asked) -> Command {
    Command::DeactivateParticipant { by, participant: participant.id }
}

#[test]
fn sch_07_a_professional_books_with_colleagues_and_guests_and_says_whether_the_patient_may_cancel() {
    after([], EARLY).when(&Command::Book(Box::new(by_anna()))).then([booked_by_anna()]);
    after([booked_by_anna()], EARLY).when(&cancel(resident())).then_refused("not_cancelable");
    // Moved, it is still not to be cancelled, and the colleague goes along.
    let to = time(2, LATER);
    let event = moved(2, LATER);
    let time = BookedTime { terms: Terms { cancelable: false, ..to.terms }, ..to.clone() };
    after([booked_by_anna()], EARLY).when(&put(resident(), to)).then([Event { standing: Standing { time, ..together() }, ..event }]);
    let allowed = Booking { cancelable: Some(true), participants: Vec::new(), ..by_anna() };
    let decided = Appointment::default().decide(&Command::Book(Box::new(allowed)), &context()).expect("booked");
    assert!(decided.iter().all(|event| event.standing.time.terms.cancelable));
}

#[test]
fn sch_18_a_guest_has_a_name_and_an_e_mail_address_or_a_phone_number() {
    let with = |change: fn(&mut Asked)| {
        let mut asked = guest();
        change(&mut asked);
        asked
    };
    for (asked, refused) in [
        (with(|guest| guest.name = "  ".to_owned()), Some(("required", "name"))),
        (with(|guest| (guest.email, guest.phone) = (String::new(), " ".to_owned())), Some(("email_or_phone_missing", "email"))),
        (with(|guest| guest.email = "kaisa@kajo".to_owned()), Some(("email_malformed", "email"))),
        (with(|guest| guest.phone = "040 123 4567".to_owned()), Some(("phone_malformed", "phone"))),
        (with(|guest| guest.email = String::new()), None),
        (with(|guest| guest.phone = String::new()), None),
    ] {
        let refusal = asked.admitted(Some(LIISA), &[]).err();
        let told = refusal.as_ref().map(|refusal| (refusal.code(), refusal.field().unwrap_or_default()));
        assert_eq!(told, refused, "{asked:?}");
        let booking = Booking { participants: vec![jussi(), asked], ..by_anna() };
        assert_eq!(Appointment::default().decide(&Command::Book(Box::new(booking)), &context()).err(), refusal);
    }
}

#[test]
fn sch_18_nobody_takes_part_twice_and_no_more_than_twenty_do() {
    let liisa_herself = Asked { id: Uuid::from_u128(60), colleague: Some(LIISA), ..jussi() };
    let again = Asked { id: Uuid::from_u128(61), ..jussi() };
    for asked in [liisa_herself, again.clone()] {
        after([booked_by_anna()], EARLY).when(&add(liisa(), asked)).then_refused("takes_part_already");
    }
    // Who takes part no more can be asked to again.
    let added = Event {
        what: EventKind::ParticipantSaved { by: Doer::of(&liisa(), AINO), participant: Participant { id: again.id, ..colleague() } },
        standing: together(),
    };
    after([booked_by_anna(), without_jussi()], EARLY).when(&add(liisa(), again)).then([added]);
    let many: Vec<_> = (0..MOST).map(|place| Participant { id: Uuid::from_u128(100 + place as u128), ..kaisa() }).collect();
    assert_eq!(guest().admitted(None, &many), Err(Refusal::TooManyParticipants { max: MOST }));
    let one_less: Vec<_> = many.into_iter().enumerate().map(|(place, each)| Participant { active: place > 0, ..each }).collect();
    assert!(guest().admitted(None, &one_less).is_ok());
}

#[test]
fn sch_18_participants_are_added_changed_and_deactivated_until_it_is_over_by_professionals_who_have_to_do_with_it() {
    let added = |participant: Participant, standing: Standing| Event {
        what: EventKind::ParticipantSaved { by: Doer::of(&liisa(), AINO), participant },
        standing,
    };
    after([booked()], EARLY).when(&add(liisa(), guest())).then([added(kaisa(), standing())]);
    after([booked()], EARLY).when(&add(liisa(), jussi())).then([added(colleague(), Standing { colleagues: vec![JUSSI], ..standing() })]);
    let renamed = Asked { name: "Kaisa Kivi".to_owned(), ..guest() };
    let kivi = renamed.admitted(None, &[]).expect("a guest");
    after([booked_by_anna()], EARLY).when(&change(renamed.clone())).then([added(kivi, together())]);
    after([booked_by_anna()], EARLY).when(&change(guest())).then_nothing();
    after([booked_by_anna()], EARLY).when(&change(Asked { id: jussi().id, ..renamed })).then_refused("not_found");
    after([booked_by_anna()], EARLY).when(&deactivate(liisa(), jussi())).then([without_jussi()]);
    after([booked_by_anna(), without_jussi()], EARLY).when(&deactivate(liisa(), jussi())).then_nothing();
    after([booked()], EARLY).when(&deactivate(liisa(), jussi())).then_refused("not_found");
    let after_it = "2027-03-28T09:30:00Z";
    for command in [add(liisa(), Asked { id: Uuid::from_u128(70), ..guest() }), change(guest()), deactivate(liisa(), guest())] {
        after([booked_by_anna(), cancelled(Doer::system(), None)], EARLY).when(&command).then_refused("appointment_cancelled");
        after([booked_by_anna(), done()], NOON).when(&command).then_refused("appointment_over");
        after([booked_by_anna()], after_it).when(&command).then_refused("appointment_over");
        after([], EARLY).when(&command).then_refused("not_found");
    }
    for by in [resident(), anna(false)] {
        after([booked_by_anna()], EARLY).when(&deactivate(by.clone(), guest())).then_refused("not_found");
        after([booked_by_anna()], EARLY).when(&add(by, Asked { id: Uuid::from_u128(70), ..guest() })).then_refused("not_found");
    }
    assert!(after([booked_by_anna()], "2027-03-28T09:29:59Z").state().may_change_participants(at("2027-03-28T09:29:59Z")));
}

#[test]
fn sch_18_a_colleague_knows_of_it_and_is_told_as_long_as_they_take_part() {
    let by_jussi = By::Practitioner { person: JUSSI, name: "Jussi".to_owned(), patient_opened: false };
    assert!(after([booked_by_anna()], EARLY).state().open_to(&by_jussi).is_some());
    assert!(after([booked_by_anna(), without_jussi()], EARLY).state().open_to(&by_jussi).is_none());
    assert!(after([booked_by_anna()], EARLY).state().open_to(&anna(false)).is_none());
    let told = |event: &Event| {
        let meta = EventMeta {
            event_id: Uuid::from_u128(1),
            aggregate_id: Uuid::from_u128(2),
            version: 1,
            actor: Actor::system(),
            on_behalf_of: None,
            command_id: Uuid::from_u128(3),
            recorded_at: at(EARLY),
        };
        event.publish(&meta).expect("a fact").audience
    };
    assert!(told(&booked_by_anna()).contains(&AudienceKey::person(JUSSI)));
    // That they take part no more is told to them as well, and nothing after it.
    assert!(told(&without_jussi()).contains(&AudienceKey::person(JUSSI)));
    assert!(!told(&Event { standing: without_jussi().standing, ..done() }).contains(&AudienceKey::person(JUSSI)));
    assert!(!told(&booked_by_anna()).contains(&AudienceKey::person(ANNA)));
}

#[test]
fn sch_11_of_what_is_remote_those_are_told_who_work_with_that() {
    let told = |what: EventKind, time: &BookedTime| {
        let meta = EventMeta {
            event_id: Uuid::from_u128(1),
            aggregate_id: Uuid::from_u128(2),
            version: 1,
            actor: Actor::system(),
            on_behalf_of: None,
            command_id: Uuid::from_u128(3),
            recorded_at: at(EARLY),
        };
        let event = Event { what, standing: Standing { time: time.clone(), ..standing() } };
        event.publish(&meta).expect("a fact").audience
    };
    let here = standing().time;
    let afar = BookedTime { kind: AppointmentType::Video, schedule: Some(Uuid::from_u128(31)), practitioner: Some(ANNA), ..here.clone() };
    let keys = [AudienceKey::person(LIISA), AudienceKey::calendar(LIISA), AudienceKey::calendar(Uuid::from_u128(30))];
    let of_afar = [AudienceKey::person(ANNA), AudienceKey::calendar(ANNA), AudienceKey::calendar(Uuid::from_u128(31))];
    let done = || EventKind::Done { by: Doer::of(&liisa(), AINO) };

    assert!(keys.iter().all(|key| told(done(), &here).contains(key)));
    assert!(of_afar.iter().all(|key| told(done(), &afar).contains(&key.remote()) && !told(done(), &afar).contains(key)));
    // The patient is told in any case.
    assert!(told(done(), &afar).contains(&AudienceKey::person(AINO)));
    // Those in whose calendar it was before it was moved are told under the keys of that time.
    let moved = EventKind::Moved { by: Doer::of(&resident(), AINO), previous_starts_at: at(NOON), left: Some(Left::of(&here)) };
    assert!(keys.iter().chain(&of_afar.map(|key| key.remote())).all(|key| told(moved.clone(), &afar).contains(key)));
}

fn by_video() -> Event {
    let time = BookedTime { kind: AppointmentType::Video, ..together().time };
    Event { what: booked_by_anna().what, standing: Standing { time, ..together() } }
}

fn without_the_guest() -> Event {
    let what = EventKind::ParticipantDeactivated { by: Doer::of(&liisa(), AINO), participant: guest().id, colleague: None };
    Event { what, standing: by_video().standing }
}

#[test]
fn sch_19_links_are_sent_to_guests_who_take_part_in_what_is_remote_and_not_over() {
    let refused = |events: &[Event], by: &By, id: Uuid, now: &str| {
        let cx = DecideContext { now: at(now), ..context() };
        Appointment::replay(events).link_for(by, id, &cx).err()
    };
    let kaisa = guest().id;
    assert_eq!(refused(&[by_video()], &liisa(), kaisa, EARLY), None);
    assert_eq!(refused(&[by_video()], &liisa(), kaisa, "2027-03-28T09:29:59Z"), None);
    assert_eq!(refused(&[by_video()], &liisa(), kaisa, "2027-03-28T09:30:00Z"), Some(Refusal::Over));
    assert_eq!(refused(&[booked_by_anna()], &liisa(), kaisa, EARLY), Some(Refusal::NotRemote));
    assert_eq!(refused(&[by_video(), cancelled(Doer::system(), None)], &liisa(), kaisa, EARLY), Some(Refusal::Cancelled));
    assert_eq!(refused(&[by_video(), without_the_guest()], &liisa(), kaisa, EARLY), Some(Refusal::NotFound));
    assert_eq!(refused(&[by_video()], &liisa(), jussi().id, EARLY), Some(Refusal::NotFound), "a colleague");
    assert_eq!(refused(&[by_video()], &resident(), kaisa, EARLY), Some(Refusal::NotFound));
    assert_eq!(refused(&[by_video()], &anna(false), kaisa, EARLY), Some(Refusal::NotFound));
}

#[test]
fn sch_19_the_world_is_told_who_takes_part_no_more() {
    let told = |event: &Event| {
        let meta = EventMeta {
            event_id: Uuid::from_u128(1),
            aggregate_id: Uuid::from_u128(2),
            version: 1,
            actor: Actor::system(),
            on_behalf_of: None,
            command_id: Uuid::from_u128(3),
            recorded_at: at(EARLY),
        };
        let fact = AppointmentParticipantsChanged::decode(event.publish(&meta).expect("a fact").payload.as_slice()).expect("the fact");
        (fact.left_practitioner_id, fact.left_guest_id)
    };
    assert_eq!(told(&without_jussi()), (JUSSI.to_string(), String::new()));
    assert_eq!(told(&without_the_guest()), (String::new(), guest().id.to_string()));
    let saved = EventKind::ParticipantSaved { by: Doer::of(&liisa(), AINO), participant: kaisa() };
    assert_eq!(told(&Event { what: saved, standing: together() }), (String::new(), String::new()));
}

#[test]
fn sch_10_whoever_has_come_by_a_link_sent_elsewhere_is_out_of_the_call_once_the_guest_is_reached_at_another_address() {
    let saved = |asked: &Asked| Event {
        what: EventKind::ParticipantSaved { by: Doer::of(&liisa(), AINO), participant: asked.admitted(None, &[]).expect("a guest") },
        standing: by_video().standing,
    };
    let other = Asked { email: "kaisa.koski@kajo.example".to_owned(), ..guest() };
    let now = after([by_video()], EARLY).when(&change(other.clone())).then([without_the_guest(), saved(&other)]);
    assert!(now.guests().any(|known| known.id == other.id), "the guest takes part as before");
    let without_phone = Asked { phone: String::new(), ..guest() };
    after([by_video()], EARLY).when(&change(without_phone.clone())).then([without_the_guest(), saved(&without_phone)]);
    let renamed = Asked { name: "Kaisa Kivi".to_owned(), ..guest() };
    after([by_video()], EARLY).when(&change(renamed.clone())).then([saved(&renamed)]);
}
