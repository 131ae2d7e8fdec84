//! Rules of sessions.

use chassis_domain::{PersonId, Timestamp, Uuid, testing::given};

use super::{Command, End, Event, Realm, Session, WorkContext};
use crate::{location::LocationId, role::RoleId};

const PERSON: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const NURSE: RoleId = RoleId::from_uuid(Uuid::from_u128(2));
const LEHTOLA: LocationId = LocationId::from_uuid(Uuid::from_u128(3));
const ELSEWHERE: LocationId = LocationId::from_uuid(Uuid::from_u128(4));

fn started(realm: Realm) -> Event {
    use chassis_domain::Sealed;
    let name = |name: &str| Sealed::new(PERSON, realm.retention(), name.to_owned());
    Event::Started { person: PERSON, realm, given: name("Liisa"), family: name("Virtanen"), absolute_ends_at: Timestamp::UNIX_EPOCH }
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
