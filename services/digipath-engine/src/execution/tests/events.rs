//! Paths that begin with events: with one of them, or with each of them, each with an appointment of its own (DIG-01).

use std::sync::Arc;

use chassis_domain::Uuid;

use super::{
    DENTIST, PHYSIOTHERAPY, Run, START, appointment, at, block_of, booked, cancelled, content, days, hours_after, id, later, liisa, moved, starting,
    step, words,
};
use crate::{
    execution::{Appointment, Cause, Command, EndReason, EventKind, Phase, Source, Starting, begins},
    plan::{Block, Condition, Entry, Plan, Wanted},
};

/// Gives a content at once, and one on the next day.
fn begun_by<const EVENTS: usize>(all: bool, events: [Condition; EVENTS]) -> Arc<Plan> {
    let steps = vec![step(1, Condition::AfterPrevious, content()), later(2, Condition::AfterPrevious, days(1), content())];
    let blocks = vec![Block { id: block_of(&steps), steps }];
    Arc::new(Plan { entry: Some(Entry { all, events: events.into() }), blocks })
}

/// The resident books physiotherapy, and another system tells of an appointment with the dentist.
fn both() -> Arc<Plan> {
    begun_by(true, [booked(false), told_of(DENTIST)])
}

fn told_of(service: Uuid) -> Condition {
    Condition::BookedIntegration { wanted: Wanted { services: vec![service], ..Wanted::default() } }
}

fn physiotherapy(number: u128) -> Appointment {
    appointment(number, "2026-03-20T08:00:00Z")
}

fn dentist(number: u128) -> Appointment {
    Appointment { service: DENTIST, source: Source::Elsewhere, ..appointment(number, "2026-03-25T08:00:00Z") }
}

/// With this appointment, as whoever has booked it does.
fn with(plan: &Arc<Plan>, opening: &Appointment) -> Starting {
    let appointment = opening.clone();
    let cause = match opening.source {
        Source::Elsewhere => Cause::BookedIntegration { appointment },
        by => Cause::Booked { appointment, by_professional: by == Source::Professional },
    };
    starting(plan, cause)
}

/// What happens when this is booked while these are known, and these have begun the path before.
fn asked(plan: &Arc<Plan>, opening: &Appointment, known: &[&Appointment], used: &[&Appointment]) -> Vec<EventKind> {
    let appointments = known.iter().copied().chain([opening]).cloned().collect();
    let used = used.iter().map(|used| used.id).collect();
    let start = Command::Start(Box::new(Starting { appointments, used, ..with(plan, opening) }));
    Run::new(plan, START).asked(&start).expect("no refusal")
}

/// The appointments that counted beside the opening one; `None`: nothing began.
fn counted(happened: &[EventKind]) -> Option<Vec<Uuid>> {
    happened.iter().find_map(|what| if let EventKind::Started { counted, .. } = what { Some(counted.clone()) } else { None })
}

#[test]
fn dig_01_one_of_the_events_begins_all_that_the_path_does() {
    let plan = begun_by(false, [booked(false), told_of(DENTIST)]);
    for opening in [physiotherapy(1), dentist(2)] {
        let mut run = Run::new(&plan, START);
        assert_eq!(words(&run.tell(Command::Start(Box::new(with(&plan, &opening))))), ["started", "1 planned 1"]);
        assert_eq!(run.state.beginning.as_ref().map(|beginning| beginning.entered.clone()), Some(vec![id(1_001)]));
        assert_eq!((run.state.standing().and_then(|standing| standing.starter), run.due(1)), (None, START.to_owned()));
        assert_eq!(words(&run.go_through(1)), ["1 fired 1", "1 done", "2 planned 1"]);
        assert_eq!(run.due(2), hours_after(at(START), 24).to_string());
        assert_eq!(words(&run.go_through(2)), ["2 fired 1", "2 done", "completed"]);
    }
    let by_professional = Appointment { source: Source::Professional, ..physiotherapy(1) };
    let here = Appointment { source: Source::Resident, ..dentist(1) };
    for other in [by_professional, here, cancelled(&physiotherapy(1))] {
        assert_eq!(asked(&plan, &other, &[], &[]), [], "{other:?}");
    }
}

#[test]
fn dig_01_its_first_step_counts_from_when_it_began() {
    let steps = vec![later(1, Condition::AfterPrevious, days(1), content())];
    let entry = Entry { all: false, events: vec![booked(false)] };
    let plan = Arc::new(Plan { entry: Some(entry), blocks: vec![Block { id: block_of(&steps), steps }] });
    let run = Run::booked(&plan, &physiotherapy(1), "2026-03-03T08:00:00Z");
    assert_eq!(run.due(1), "2026-03-04T08:00:00Z");
}

#[test]
fn dig_01_each_of_the_events_begins_it_in_whatever_order_they_come() {
    let (plan, first, second) = (both(), physiotherapy(1), dentist(2));
    for (before, opening) in [(&first, &second), (&second, &first)] {
        assert_eq!(asked(&plan, before, &[], &[]), [], "the other one is not booked yet");
        let happened = asked(&plan, opening, &[before], &[]);
        assert_eq!((words(&happened), counted(&happened)), (vec!["started".to_owned(), "1 planned 1".to_owned()], Some(vec![before.id])));
    }
    let by_integration = |appointment: &Appointment| appointment.source == Source::Elsewhere;
    assert!([first, second].iter().all(|each| begins(&plan, each, false, by_integration(each))), "each may be the last one");
}

#[test]
fn dig_01_an_appointment_begins_a_path_once_and_the_next_time_takes_new_ones() {
    let (plan, first, second, third) = (both(), physiotherapy(1), dentist(2), physiotherapy(3));
    assert_eq!(counted(&asked(&plan, &third, &[&first, &second], &[&first, &second])), None, "the dentist has begun it before");
    assert_eq!(counted(&asked(&plan, &first, &[&dentist(4)], &[&first, &second])), None, "told once more");
    let next = asked(&plan, &dentist(4), &[&first, &second, &third], &[&first, &second]);
    assert_eq!(counted(&next), Some(vec![third.id]));
}

#[test]
fn dig_01_what_is_cancelled_or_booked_by_others_counts_for_no_event() {
    let (plan, first) = (both(), physiotherapy(1));
    let by_professional = Appointment { source: Source::Professional, ..first.clone() };
    let unsaid = Appointment { source: Source::Unsaid, ..first.clone() };
    for known in [cancelled(&first), by_professional, unsaid] {
        assert_eq!(counted(&asked(&plan, &dentist(2), &[&known], &[])), None, "{known:?}");
    }
    let plan = begun_by(true, [booked(true), told_of(DENTIST)]);
    let by_professional = Appointment { source: Source::Professional, ..first };
    assert_eq!(counted(&asked(&plan, &dentist(2), &[&by_professional], &[])), Some(vec![by_professional.id]));
}

#[test]
fn dig_01_no_appointment_counts_for_two_events() {
    let twice = begun_by(true, [booked(false), booked(false)]);
    let (first, second) = (physiotherapy(1), physiotherapy(2));
    assert_eq!(counted(&asked(&twice, &first, &[], &[])), None);
    assert_eq!(counted(&asked(&twice, &second, &[&first], &[])), Some(vec![first.id]));
    // One of these fits both events, and counts for the one that the other does not fit.
    let anywhere = Condition::Booked { wanted: Wanted { services: vec![PHYSIOTHERAPY, DENTIST], ..Wanted::default() }, by_professional: false };
    let plan = begun_by(true, [anywhere, booked(false), told_of(DENTIST)]);
    let here = Appointment { source: Source::Resident, ..dentist(3) };
    for known in [[&first, &here], [&here, &first]] {
        assert_eq!(counted(&asked(&plan, &dentist(4), &known, &[])), Some(vec![first.id, here.id]));
    }
    assert_eq!(counted(&asked(&plan, &first, &[&here, &dentist(4)], &[])), Some(vec![here.id, id(104)]), "likewise of the one that comes last");
}

#[test]
fn dig_01_the_appointment_that_came_last_ends_it_when_it_is_cancelled_and_no_other_does() {
    let (plan, first, opening) = (both(), physiotherapy(1), dentist(2));
    let mut run = Run::new(&plan, START);
    let start = Starting { appointments: vec![first.clone(), opening.clone()], ..with(&plan, &opening) };
    assert_eq!(words(&run.tell(Command::Start(Box::new(start)))), ["started", "1 planned 1"]);
    assert_eq!(run.hear_of(&cancelled(&first)), []);
    let later = moved(&opening, "2026-03-26T08:00:00Z");
    assert_eq!(words(&run.hear_of(&later)), ["heard"]);
    let happened = run.hear_of(&cancelled(&later));
    assert!(matches!(happened.last(), Some(EventKind::Ended { reason: EndReason::AppointmentCancelled, by: None })), "{happened:?}");
    assert_eq!(run.state.phase, Phase::Ended);
}

#[test]
fn dig_01_a_path_that_begins_with_events_is_not_activated_and_without_events_never_begins() {
    let by_hand = |plan: &Arc<Plan>| Run::new(plan, START).asked(&Command::Start(Box::new(starting(plan, Cause::Manual { by: liisa() }))));
    assert_eq!(by_hand(&both()), Err("path_not_manual"));
    for all in [false, true] {
        let plan = begun_by(all, []);
        assert_eq!(asked(&plan, &physiotherapy(1), &[], &[]), []);
        assert!(!begins(&plan, &physiotherapy(1), false, false));
    }
}
