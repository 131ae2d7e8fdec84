//! The rules of recommendations: whose they are, and that each is used once.

use std::collections::BTreeSet;

use chassis_domain::{
    DomainEvent, Encoded, Id, Mandates, Matter, PersonId, Representative, Stored, Uuid,
    testing::{
        NothingSealed,
        chart::{arrow, drawn},
        given,
    },
};

use super::{Command, Event, Given, Phase, Recommendation};
use crate::appointment::{
    AppointmentId,
    value::{By, Doer},
};

const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const ELLI: PersonId = PersonId::from_uuid(Uuid::from_u128(2));
const LIISA: PersonId = PersonId::from_uuid(Uuid::from_u128(3));
const SERVICE: Uuid = Uuid::from_u128(10);
const APPOINTMENT: AppointmentId = Id::from_uuid(Uuid::from_u128(20));

fn nurse(patient_opened: bool) -> By {
    By::Practitioner { person: LIISA, name: "Liisa".to_owned(), patient_opened }
}

fn resident(representative: Option<Representative>) -> By {
    By::Resident { person: AINO, name: "Aino".to_owned(), representative, teenager: false }
}

fn activate(by: Doer) -> Command {
    Command::Activate { by, patient: AINO, service: SERVICE, matter: Matter::Health }
}

fn activated_by(by: Doer) -> Event {
    Event::Activated(Box::new(Given { patient: AINO, service: SERVICE, matter: Matter::Health, by }))
}

fn activated() -> Event {
    activated_by(Doer::of(&nurse(true), AINO))
}

fn used() -> Event {
    Event::Used { appointment: APPOINTMENT, patient: AINO, matter: Matter::Health }
}

fn withdrawn() -> Event {
    Event::Withdrawn { by: Doer::of(&nurse(true), AINO), patient: AINO, matter: Matter::Health }
}

fn book(patient: PersonId, service: Uuid) -> Command {
    Command::Use { patient, service, appointment: APPOINTMENT }
}

#[test]
fn sch_05_a_recommendation_is_used_once_by_its_patient_in_its_service() {
    given::<Recommendation>([activated()]).when(&book(AINO, SERVICE)).then([used()]);
    given::<Recommendation>([activated()]).when(&book(ELLI, SERVICE)).then_refused("recommendation_unusable");
    given::<Recommendation>([activated()]).when(&book(AINO, Uuid::from_u128(11))).then_refused("recommendation_unusable");
    given::<Recommendation>([activated(), used()]).when(&book(AINO, SERVICE)).then_refused("recommendation_unusable");
    given::<Recommendation>([activated(), withdrawn()]).when(&book(AINO, SERVICE)).then_refused("recommendation_unusable");
    given::<Recommendation>([]).when(&book(AINO, SERVICE)).then_refused("recommendation_unusable");
}

#[test]
fn a_professional_with_the_patient_open_takes_it_back_as_long_as_it_is_not_used() {
    let withdraw = |by: By| Command::Withdraw { by };
    given::<Recommendation>([activated()]).when(&withdraw(nurse(true))).then([withdrawn()]);
    given::<Recommendation>([activated(), withdrawn()]).when(&withdraw(nurse(true))).then_nothing();
    given::<Recommendation>([activated()]).when(&withdraw(nurse(false))).then_refused("not_found");
    given::<Recommendation>([activated()]).when(&withdraw(resident(None))).then_refused("not_found");
    given::<Recommendation>([activated(), used()]).when(&withdraw(nurse(true))).then_refused("recommendation_used");
    given::<Recommendation>([]).when(&withdraw(nurse(true))).then_refused("not_found");
    let again = activate(Doer::of(&nurse(true), AINO));
    given::<Recommendation>([activated()]).when(&again).then_refused("already_activated");
    given::<Recommendation>([]).when(&again).then([activated()]);
}

#[test]
fn idn_09_a_recommendation_is_open_to_its_patient_and_to_who_acts_for_an_adult_in_its_matter() {
    let state = given::<Recommendation>([activated()]);
    let health = Mandates { health: true, social: false };
    let acting = |mandates, of_teenager| Some(Representative { person: ELLI, name: "Elli".to_owned(), mandates, of_teenager });
    for (by, open) in [
        (resident(None), true),
        (resident(acting(health, false)), true),
        (resident(acting(health, true)), false),
        (resident(acting(Mandates { health: false, social: true }, false)), false),
        (By::Resident { person: ELLI, name: "Elli".to_owned(), representative: None, teenager: false }, false),
        (nurse(true), true),
        (nurse(false), false),
    ] {
        assert_eq!(state.state().open_to(&by).is_some(), open, "{by:?}");
    }
}

#[test]
fn dig_04_a_digital_path_recommends_as_nobody_in_particular_and_stands_so_in_the_store() {
    let given_by_path = || activated_by(Doer::system());
    given::<Recommendation>([]).when(&activate(Doer::system())).then([given_by_path()]);
    given::<Recommendation>([given_by_path()]).when(&activate(Doer::system())).then_refused("already_activated");
    given::<Recommendation>([given_by_path()]).when(&book(AINO, SERVICE)).then([used()]);
    given::<Recommendation>([given_by_path()]).when(&Command::Withdraw { by: nurse(true) }).then([withdrawn()]);

    let Encoded { schema, payload } = given_by_path().encode(&mut NothingSealed);
    let stored = Stored { event_type: given_by_path().event_type().0.to_owned(), schema, payload };
    assert_eq!(Event::decode(&stored, &NothingSealed), Ok(given_by_path()));
}

#[test]
fn the_state_chart_of_a_recommendation_is_what_is_decided() {
    use chassis_domain::{Actor, Aggregate, DecideContext, Timestamp};
    let cx = DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::from_u128(1) };
    let commands =
        [("Activate", activate(Doer::of(&nurse(true), AINO))), ("Use", book(AINO, SERVICE)), ("Withdraw", Command::Withdraw { by: nurse(true) })];
    let mut arrows = BTreeSet::new();
    for history in [vec![], vec![activated()], vec![activated(), used()], vec![activated(), withdrawn()]] {
        for (name, command) in &commands {
            let before = Recommendation::replay(&history);
            let Ok(events) = before.decide(command, &cx) else { continue };
            let mut after = before.clone();
            for event in &events {
                after.evolve(event);
            }
            if after.phase != before.phase {
                arrows.insert(arrow(before.phase == Phase::NotActivated, &format!("{:?}", before.phase), &format!("{:?}", after.phase), name));
            }
        }
    }
    assert_eq!(arrows, drawn(include_str!("../../../../docs/state-charts.md"), "A recommendation"));
}
