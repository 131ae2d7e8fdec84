//! With what executions begin.

use chassis_domain::Id;
use kajo_proto::{identity::v1::Messaging, scheduling::v1::AppointmentType};

use super::{
    AINO, DENTIST, LIISA, NURSE, PATH, PHYSIOTHERAPY, Run, START, appointment, before, booked, cancelled, content, id, liisa, moved, plan, starting,
    step, words,
};
use crate::{
    execution::{Appointment, Cause, Command, Phase, Starting, begins, object_of, of_booking, parts},
    plan::{Condition, Late, Wanted},
};

fn manual() -> Cause {
    Cause::Manual { by: liisa() }
}

fn start(asked: Starting) -> Command {
    Command::Start(Box::new(asked))
}

#[test]
fn dig_10_a_professional_activates_a_path_and_what_it_begins_with_is_due_at_once() {
    let plan = plan(vec![vec![step(1, Condition::Manual, content())]]);
    let mut run = Run::new(&plan, START);
    assert_eq!(words(&run.tell(start(starting(&plan, manual())))), ["started", "1 planned 1"]);
    assert_eq!((run.due(1).as_str(), run.state.phase), (START, Phase::Active));
    let standing = run.state.standing().expect("it has begun");
    assert_eq!((standing.path, standing.published_version, standing.patient, standing.starter), (PATH, 3, AINO, Some(LIISA)));
    assert_eq!(words(&run.tell(start(starting(&plan, manual())))), [""; 0], "begun already, it stays as it is");
}

#[test]
fn dig_10_who_has_not_consented_is_given_nothing_and_what_runs_is_confirmed_first() {
    let plan = plan(vec![vec![step(1, Condition::Manual, content())]]);
    let run = Run::new(&plan, START);
    let of = |messaging| Starting { messaging, ..starting(&plan, manual()) };
    for (messaging, code) in [
        (Messaging::Unspecified, "patient_no_consent"),
        (Messaging::NoConsent, "patient_no_consent"),
        (Messaging::ManuallyAdded, "patient_manually_added"),
    ] {
        assert_eq!(run.asked(&start(of(messaging))), Err(code));
    }
    let running = Starting { is_active: true, ..of(Messaging::Allowed) };
    assert_eq!(run.asked(&start(running.clone())), Err("path_already_active"));
    let confirmed = run.asked(&start(Starting { again: true, ..running })).expect("confirmed");
    assert_eq!(words(&confirmed), ["started", "1 planned 1"]);
}

#[test]
fn dig_10_a_path_that_no_professional_activates_is_not_activated() {
    let plan = plan(vec![vec![step(1, booked(true), content())], vec![step(2, before(1, Late::Newest), content())]]);
    assert_eq!(Run::new(&plan, START).asked(&start(starting(&plan, manual()))), Err("path_not_manual"));
}

#[test]
fn dig_10_a_booking_of_the_resident_begins_a_path_and_one_of_a_professional_when_the_step_says_so() {
    let appointment = appointment(1, "2026-03-20T08:00:00Z");
    for (also, by_professional, expected) in [(false, false, true), (true, false, true), (false, true, false), (true, true, true)] {
        let plan = plan(vec![vec![step(1, booked(also), content())]]);
        let run = Run::new(&plan, START);
        // Nobody asks whether the patient consents: the owners of the actions do.
        let cause = Cause::Booked { appointment: appointment.clone(), by_professional };
        let asked = Starting { messaging: Messaging::NoConsent, is_active: true, ..starting(&plan, cause) };
        let happened = run.asked(&start(asked)).expect("no refusal");
        assert_eq!(!happened.is_empty(), expected, "{also} {by_professional}");
        assert_eq!(begins(&plan, &appointment, by_professional, false), expected);
        assert!(!begins(&plan, &appointment, by_professional, true), "another system has told of none");
    }
}

#[test]
fn dig_10_a_booking_in_another_system_begins_the_blocks_that_wait_for_one() {
    let told = Condition::BookedIntegration { wanted: Wanted::default() };
    let plan = plan(vec![vec![step(1, booked(true), content())], vec![step(2, told, content())]]);
    let appointment = appointment(1, "2026-03-20T08:00:00Z");
    let mut run = Run::new(&plan, START);
    let cause = Cause::BookedIntegration { appointment: appointment.clone() };
    assert_eq!(words(&run.tell(start(starting(&plan, cause)))), ["started", "2 planned 1"]);
    assert_eq!(run.state.standing().expect("it has begun").starter, None);
    assert!(begins(&plan, &appointment, false, true));
    assert_eq!(words(&run.go_through(2)), ["2 fired 1", "2 done", "completed"], "the other opening block is no part of it");
}

#[test]
fn dig_10_the_appointment_is_in_a_service_with_a_role_and_of_a_type_that_the_step_names() {
    let wanted = Wanted { services: vec![PHYSIOTHERAPY], roles: vec![NURSE], types: vec![AppointmentType::InPerson, AppointmentType::Video] };
    let opens = |wanted: &Wanted, appointment: &Appointment| {
        let condition = Condition::Booked { wanted: wanted.clone(), by_professional: false };
        begins(&plan(vec![vec![step(1, condition, content())]]), appointment, false, false)
    };
    let booked = appointment(1, "2026-03-20T08:00:00Z");
    assert!(opens(&wanted, &booked));
    assert!(opens(&Wanted { roles: vec![], types: vec![], ..wanted.clone() }, &Appointment { role: None, ..booked.clone() }));
    assert!(!opens(&wanted, &Appointment { service: DENTIST, ..booked.clone() }));
    assert!(!opens(&wanted, &Appointment { role: None, ..booked.clone() }));
    assert!(!opens(&wanted, &Appointment { role: Some(id(99)), ..booked.clone() }));
    assert!(!opens(&wanted, &Appointment { kind: AppointmentType::Phone, ..booked.clone() }));
    assert!(!opens(&wanted, &cancelled(&booked)));
}

#[test]
fn dig_10_what_was_cancelled_before_it_began_begins_nothing() {
    let plan = plan(vec![vec![step(1, booked(false), content())]]);
    let booked = appointment(1, "2026-03-20T08:00:00Z");
    let run = Run::new(&plan, START);
    let of = |opening: &Appointment, known: Vec<Appointment>| {
        let cause = Cause::Booked { appointment: opening.clone(), by_professional: false };
        run.asked(&start(Starting { appointments: known, ..starting(&plan, cause) })).expect("no refusal")
    };
    assert_eq!(words(&of(&cancelled(&booked), vec![])), [""; 0]);
    assert_eq!(words(&of(&booked, vec![cancelled(&booked)])), [""; 0]);
    assert_eq!(words(&of(&booked, vec![moved(&booked, "2026-03-21T08:00:00Z")])), ["started", "heard", "1 planned 1"]);
}

#[test]
fn dig_10_all_blocks_begin_that_open_with_the_cause_and_those_that_open_with_none() {
    let plan = plan(vec![
        vec![step(1, Condition::Manual, content())],
        vec![step(2, booked(true), content())],
        vec![step(3, Condition::Manual, content())],
        vec![step(4, before(1, Late::Newest), content())],
    ]);
    let run = Run::manual(&plan);
    let beginning = run.state.beginning.as_ref().expect("it has begun");
    assert_eq!(beginning.entered, [id(1_001), id(1_003)]);
    let part: Vec<_> = parts(&plan, &beginning.entered).map(|block| block.id).collect();
    assert_eq!(part, [id(1_001), id(1_003), id(1_004)]);
    assert_eq!([run.due(1), run.due(3)], [START; 2].map(str::to_owned));
}

#[test]
fn dig_09_an_archived_path_begins_no_more_and_what_runs_goes_on() {
    let plan = plan(vec![vec![step(1, Condition::Manual, content()), step(2, Condition::AfterPrevious, content())]]);
    let mut run = Run::manual(&plan);
    let archived = start(Starting { archived: true, ..starting(&plan, manual()) });
    assert_eq!(Run::new(&plan, START).asked(&archived), Err("path_archived"));
    assert_eq!(run.asked(&archived), Ok(vec![]), "begun already");
    assert_eq!(words(&run.go_through(1)), ["1 fired 1", "1 done", "2 planned 1"]);
    assert_eq!(words(&run.go_through(2)), ["2 fired 1", "2 done", "completed"]);
}

#[test]
fn dig_10_a_booking_begins_a_path_once_and_each_of_two_begins_its_own() {
    let [path, one, other] = [7, 8, 9].map(id);
    assert_eq!(of_booking(path, AINO, one), of_booking(path, AINO, one));
    assert_ne!(of_booking(path, AINO, one), of_booking(path, AINO, other));
    assert_ne!(of_booking(path, AINO, one), of_booking(path, LIISA, one));
    assert_ne!(of_booking(path, AINO, one), of_booking(one, AINO, path));
}

#[test]
fn dig_05_what_an_owner_makes_is_one_thing_for_each_turn() {
    let [one, other] = [8, 9].map(|execution| Id::from_uuid(id(execution)));
    assert_eq!(object_of(one, id(1), 1), object_of(one, id(1), 1));
    assert_ne!(object_of(one, id(1), 1), object_of(one, id(1), 2));
    assert_ne!(object_of(one, id(1), 1), object_of(one, id(2), 1));
    assert_ne!(object_of(one, id(1), 1), object_of(other, id(1), 1));
}

#[test]
fn dig_10_the_patients_appointments_that_some_step_counts_from_are_known_from_the_start() {
    let plan = plan(vec![vec![step(1, Condition::Manual, content())], vec![step(2, before(1, Late::Newest), content())]]);
    let ours = appointment(1, "2026-03-20T08:00:00Z");
    let dentist = Appointment { service: DENTIST, ..appointment(2, "2026-03-20T08:00:00Z") };
    let gone = cancelled(&appointment(3, "2026-03-20T08:00:00Z"));
    let run = Run::manual_with(&plan, vec![dentist, gone, ours.clone()]);
    assert_eq!(run.state.appointments.keys().copied().collect::<Vec<_>>(), [ours.id]);
    assert_eq!(run.due(2), "2026-03-19T08:00:00Z");
    let cause = run.state.step(id(2)).because.expect("planned");
    assert_eq!((cause.at, cause.appointment), (ours.starts_at, Some(ours.id)));
}
