//! Rules of sessions.

use chassis_domain::{Actor, Aggregate, DecideContext, PersonId, Timestamp, Uuid, testing::given};
use proptest::{collection::vec, prelude::*};

use super::{Command, End, Event, Realm, Session, WorkContext};
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
