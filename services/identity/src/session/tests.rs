//! Rules of sessions.

use chassis_domain::{Actor, Aggregate, DecideContext, Mandates, PersonId, Timestamp, Uuid, testing::given};
use proptest::{collection::vec, prelude::*};

use super::{Basis, Command, End, Event, Ground, Principal, Realm, Refused, Session, Stop, WorkContext};
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
const BOTH: Mandates = Mandates { health: true, social: true };
const HEALTH: Mandates = Mandates { health: true, social: false };

fn act(person: PersonId, matters: Mandates) -> Command {
    let (given, family) = ("Maija".to_owned(), "Virtanen".to_owned());
    Command::StartOnBehalf(Box::new(Principal { person, given, family, matters, basis: Basis::Mandate, checked_at: Timestamp::UNIX_EPOCH }))
}

fn acts(person: PersonId, matters: Mandates) -> Event {
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
    given::<Session>([started(Realm::Resident)]).when(&act(MAIJA, Mandates::default())).then_refused("mandate_missing");
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
    given::<Session>(history()).when(&narrow(MAIJA, Mandates::default())).then([stopped(MAIJA, Stop::Revoked)]);
    given::<Session>([started(Realm::Resident), acts(MAIJA, HEALTH)]).when(&narrow(MAIJA, BOTH)).then_nothing();
    // An answer that comes late, about somebody whom the session acts for no more.
    given::<Session>(history()).when(&narrow(ONNI, Mandates::default())).then_nothing();
    given::<Session>([started(Realm::Resident)]).when(&narrow(MAIJA, Mandates::default())).then_nothing();
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

/// Numbers stand in the store for good: what one named, it names.
#[test]
fn each_number_in_the_store_is_of_one_word() {
    let realms = [Realm::Resident, Realm::Practitioner];
    assert_eq!(realms.map(Realm::number), [1, 2]);
    assert_eq!([0, 1, 2, 3].map(Realm::from_number), [None, Some(Realm::Resident), Some(Realm::Practitioner), None]);

    let bases = [Basis::Mandate, Basis::Guardian];
    assert_eq!(bases.map(Basis::number), [1, 2]);
    assert_eq!([0, 1, 2, 3].map(Basis::from_number), [None, Some(Basis::Mandate), Some(Basis::Guardian), None]);

    let stops = [Stop::Stopped, Stop::Revoked, Stop::SessionOver, Stop::Replaced];
    assert_eq!(stops.map(Stop::number), [1, 2, 3, 4]);
    assert_eq!([1, 2, 3, 4].map(Stop::from_number), stops.map(Some));
    assert_eq!([0, 5].map(Stop::from_number), [None; 2]);

    let ends = [End::SignedOut, End::Idle, End::Age, End::AccountDeleted, End::FromElsewhere, End::NonDisclosure, End::ByAdministrator, End::AtRealm];
    assert_eq!(ends.map(End::number), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!([1, 2, 3, 4, 5, 6, 7, 8].map(End::from_number), ends.map(Some));
    assert_eq!([0, 9].map(End::from_number), [None; 2]);

    assert_eq!(Ground::ALL.map(Ground::number), [1, 2, 3, 4]);
    assert_eq!([1, 2, 3, 4].map(Ground::from_number), Ground::ALL.map(Some));
    assert_eq!([0, 5].map(Ground::from_number), [None; 2]);
}

/// An issuer ends in its realm's name (IDN-01), and a ground stands by its name in the access log.
#[test]
fn realms_and_grounds_keep_their_names() {
    assert_eq!([Realm::Resident, Realm::Practitioner].map(Realm::name), ["resident", "practitioner"]);
    let names = Ground::ALL.map(Ground::name);
    assert_eq!(names, ["care", "client_work", "call", "consultation"]);
    assert_eq!(names.map(Ground::from_name), Ground::ALL.map(Some));
    assert_eq!(Ground::from_name("command"), None);
}

/// A mandate reaches a call as the domains that it covers, and no others.
#[test]
fn matters_are_told_as_domains() {
    use kajo_proto::options::v1::Domain;
    let social = Mandates { health: false, social: true };
    assert_eq!(BOTH.domains(), [Domain::Health, Domain::Social]);
    assert_eq!(HEALTH.domains(), [Domain::Health]);
    assert_eq!(social.domains(), [Domain::Social]);
    assert_eq!(HEALTH.and(social).domains(), []);
}

/// What was chosen wrongly is named, and nothing else is.
#[test]
fn a_refused_choice_names_its_field() {
    use chassis_domain::Refusal;
    assert_eq!((Refused::RoleNotAllowed.field(), Refused::LocationNotAllowed.field()), (Some("role_id"), Some("location_id")));
    let of_no_field = [Refused::AlreadyStarted, Refused::Over, Refused::NotAPractitioner, Refused::NotAResident, Refused::MandateMissing];
    assert!(of_no_field.iter().all(|refused| refused.field().is_none()));
}
