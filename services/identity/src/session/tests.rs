//! Rules of sessions.

use chassis_domain::{Actor, Aggregate, DecideContext, PersonId, Timestamp, Uuid, testing::given};
use proptest::{collection::vec, prelude::*};

use super::{Basis, Command, End, Event, Matters, Principal, Realm, Session, Stop, WorkContext};
use crate::{location::LocationId, role::RoleId};

const PERSON: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const NURSE: RoleId = RoleId::from_uuid(Uuid::from_u128(2));
const LEHTOLA: LocationId = LocationId::from_uuid(Uuid::from_u128(3));
const ELSEWHERE: LocationId = LocationId::from_uuid(Uuid::from_u128(4));

fn started(realm: Realm) -> Event {
    use chassis_domain::Sealed;
    let name = |name: &str| Sealed::new(PERSON, realm.retention(), name.to_owned());
    Event::Started { person: PERSON, realm, given: name("Liisa"), family: name("Virtanen"), absolute_ends_at: Timestamp::UNIX_EPOCH, denial: None }
}

fn choose(location: LocationId) -> Command {
    Command::ChooseWorkContext { choice: WorkContext { role: NURSE, location }, roles: [NURSE].into(), locations: [LEHTOLA].into() }
}

fn chosen() -> Event {
    Event::WorkContextChosen { person: PERSON, choice: WorkContext { role: NURSE, location: LEHTOLA } }
}

#[test]
fn a_professional_chooses_an_allowed_role_and_location() {
    given::<Session>([started(Realm::Practitioner)]).when(&choose(LEHTOLA)).then([chosen()]);
}

#[test]
fn the_same_choice_again_changes_nothing() {
    given::<Session>([started(Realm::Practitioner), chosen()]).when(&choose(LEHTOLA)).then_nothing();
}

#[test]
fn a_location_of_somebody_else_may_not_be_chosen() {
    given::<Session>([started(Realm::Practitioner)]).when(&choose(ELSEWHERE)).then_refused("location_not_allowed");
}

#[test]
fn a_resident_has_no_work_context() {
    given::<Session>([started(Realm::Resident)]).when(&choose(LEHTOLA)).then_refused("not_a_practitioner");
}

#[test]
fn nothing_is_chosen_in_a_session_that_is_over() {
    let ended = Event::Ended { person: PERSON, why: End::SignedOut };
    given::<Session>([started(Realm::Practitioner), ended]).when(&choose(LEHTOLA)).then_refused("session_over");
}

#[test]
fn a_session_ends_once() {
    let end = Command::End { why: End::SignedOut };
    let ended = Event::Ended { person: PERSON, why: End::SignedOut };
    given::<Session>([started(Realm::Resident)]).when(&end).then([ended.clone()]);
    given::<Session>([started(Realm::Resident), ended]).when(&end).then_nothing();
}

const MAIJA: PersonId = PersonId::from_uuid(Uuid::from_u128(5));
const ONNI: PersonId = PersonId::from_uuid(Uuid::from_u128(6));
const BOTH: Matters = Matters { health: true, social: true };
const HEALTH: Matters = Matters { health: true, social: false };

fn act(person: PersonId, matters: Matters) -> Command {
    let (given, family) = ("Maija".to_owned(), "Virtanen".to_owned());
    Command::StartOnBehalf(Box::new(Principal { person, given, family, matters, basis: Basis::Mandate, checked_at: Timestamp::UNIX_EPOCH }))
}

fn acts(person: PersonId, matters: Matters) -> Event {
    use chassis_domain::{RetentionClass, Sealed};
    let name = |name: &str| Sealed::new(person, RetentionClass::Account, name.to_owned());
    Event::OnBehalfStarted {
        person: PERSON,
        principal: person,
        given: name("Maija"),
        family: name("Virtanen"),
        matters,
        basis: Basis::Mandate,
        checked_at: Timestamp::UNIX_EPOCH,
    }
}

fn stopped(principal: PersonId, why: Stop) -> Event {
    Event::OnBehalfEnded { person: PERSON, principal, why }
}

#[test]
fn idn_07_a_resident_acts_for_one_person_at_a_time() {
    given::<Session>([started(Realm::Resident)]).when(&act(MAIJA, HEALTH)).then([acts(MAIJA, HEALTH)]);
    given::<Session>([started(Realm::Resident), acts(MAIJA, HEALTH)]).when(&act(ONNI, BOTH)).then([stopped(MAIJA, Stop::Replaced), acts(ONNI, BOTH)]);
    given::<Session>([started(Realm::Resident), acts(MAIJA, HEALTH)]).when(&Command::StopOnBehalf).then([stopped(MAIJA, Stop::Stopped)]);
    given::<Session>([started(Realm::Resident)]).when(&Command::StopOnBehalf).then_nothing();
}

#[test]
fn idn_08_nobody_acts_without_a_mandate_for_themselves_or_as_a_professional() {
    given::<Session>([started(Realm::Resident)]).when(&act(MAIJA, Matters::default())).then_refused("mandate_missing");
    given::<Session>([started(Realm::Resident)]).when(&act(PERSON, BOTH)).then_refused("mandate_missing");
    given::<Session>([started(Realm::Practitioner)]).when(&act(MAIJA, BOTH)).then_refused("not_a_resident");
    given::<Session>([]).when(&act(MAIJA, BOTH)).then_refused("session_over");
}

#[test]
fn idn_08_an_authorisation_narrows_ends_and_never_grows() {
    let narrow = |principal, allowed| Command::NarrowMandate { principal, allowed };
    let history = || [started(Realm::Resident), acts(MAIJA, BOTH)];
    given::<Session>(history()).when(&narrow(MAIJA, BOTH)).then_nothing();
    given::<Session>(history()).when(&narrow(MAIJA, HEALTH)).then([Event::MandateNarrowed { person: PERSON, principal: MAIJA, matters: HEALTH }]);
    given::<Session>(history()).when(&narrow(MAIJA, Matters::default())).then([stopped(MAIJA, Stop::Revoked)]);
    given::<Session>([started(Realm::Resident), acts(MAIJA, HEALTH)]).when(&narrow(MAIJA, BOTH)).then_nothing();
    // An answer that comes late, about somebody whom the session acts for no more.
    given::<Session>(history()).when(&narrow(ONNI, Matters::default())).then_nothing();
    given::<Session>([started(Realm::Resident)]).when(&narrow(MAIJA, Matters::default())).then_nothing();
}

#[test]
fn acting_ends_with_the_session() {
    let ended = Event::Ended { person: PERSON, why: End::SignedOut };
    given::<Session>([started(Realm::Resident), acts(MAIJA, BOTH)])
        .when(&Command::End { why: End::SignedOut })
        .then([stopped(MAIJA, Stop::SessionOver), ended]);
}

proptest! {
    /// Whatever is asked in whatever order: a session never holds a choice that was not allowed, a resident never holds one,
    /// and nothing follows its end.
    #[test]
    fn no_order_of_commands_breaks_a_session(resident: bool, commands in vec((0_u8..4, 0_u128..3, 0_u128..3), 0..30)) {
        let realm = if resident { Realm::Resident } else { Realm::Practitioner };
        let (roles, locations) = ([role(0), role(1)], [location(0), location(1)]);
        let context = context();
        let mut session = Session::default();
        let mut events = Vec::new();
        for (which, a_role, a_location) in commands {
            let command = match which {
                0 => Command::Start {
                    person: PERSON,
                    realm,
                    given: "Liisa".to_owned(),
                    family: "Virtanen".to_owned(),
                    absolute_ends_at: Timestamp::UNIX_EPOCH,
                    denial: None,
                },
                1 => Command::End { why: End::Idle },
                _ => Command::ChooseWorkContext {
                    choice: WorkContext { role: role(a_role), location: location(a_location) },
                    roles: roles.into(),
                    locations: locations.into(),
                },
            };
            let before = session.clone();
            let decided = session.decide(&command, &context).unwrap_or_default();
            prop_assert!(decided.len() <= 1);
            prop_assert!(before != Session::Ended || decided.is_empty(), "nothing follows the end");
            for event in decided {
                session.evolve(&event);
                events.push(event);
            }
            if let Session::Open { work_context: Some(chosen), .. } = &session {
                prop_assert!(!resident);
                prop_assert!(roles.contains(&chosen.role) && locations.contains(&chosen.location));
            }
            prop_assert_eq!(session.decide(&command, &context).unwrap_or_default(), vec![], "asked again, nothing happens");
        }
        prop_assert_eq!(Session::replay(&events), session, "the events tell all of it");
    }
}

fn role(number: u128) -> RoleId {
    RoleId::from_uuid(Uuid::from_u128(10 + number))
}

fn location(number: u128) -> LocationId {
    LocationId::from_uuid(Uuid::from_u128(20 + number))
}

fn context() -> DecideContext {
    DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::from_u128(1) }
}
