//! Laws that hold whatever is told, in whatever order, and however often.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use chassis_domain::{Aggregate, Timestamp, Uuid};
use proptest::prelude::*;

use super::{
    QUEUE, Run, START, SURVEY, appointment, at, before, booked, content, context, days, hours_after, id, later, made, plan, repeat, since, step,
};
use crate::{
    execution::{Appointment, Command, EndReason, EventKind, Heard, LeftOut, Phase, StepState},
    plan::{Condition, Late, Plan},
};

/// Every condition but bookings in another system, and a step behind most of them.
fn paths(late: Late) -> Arc<Plan> {
    plan(vec![
        vec![
            step(1, Condition::Manual, content()),
            later(2, Condition::AfterPrevious, days(1), content()),
            step(3, Condition::AfterPrevious, repeat(days(1), 3)),
            step(4, Condition::PreviousRepeated { times: 2 }, content()),
        ],
        vec![step(5, Condition::TaskDone { queue: QUEUE }, content()), step(6, Condition::SurveyAnswered { survey: SURVEY }, content())],
        vec![step(7, before(7, late), content()), step(8, before(3, late), content()), step(9, before(1, late), content())],
        vec![step(10, since(1), content()), step(11, Condition::AfterPrevious, content())],
        vec![step(12, booked(false), content())],
    ])
}

const STEPS: u128 = 12;

/// What comes to an execution.
#[derive(Clone, Debug)]
enum Act {
    Wait(i64),
    /// In the turn that it has, or one before.
    Fire(u128, u32),
    Perform(u128, u32),
    Refuse(u128, u32),
    Told(Appointment),
    /// A survey or a task, and how many hours ago.
    Heard(bool, u128, i64),
    End,
}

fn late() -> impl Strategy<Value = Late> {
    prop_oneof![Just(Late::Newest), Just(Late::AtOnce), Just(Late::LeaveOut)]
}

/// Two appointments, in a few revisions each.
fn told() -> impl Strategy<Value = Appointment> {
    (1..3_u128, 1..6_u64, 0..900_i64, prop::bool::weighted(0.1)).prop_map(|(number, revision, hours, cancelled)| {
        let starts_at = hours_after(at(START), hours);
        Appointment { revision, starts_at, ends_at: hours_after(starts_at, 1), cancelled, ..appointment(number, START) }
    })
}

fn act() -> impl Strategy<Value = Act> {
    let of = (1..=STEPS, prop_oneof![4 => Just(0_u32), 1 => Just(1)]);
    prop_oneof![
        4 => (1..100_i64).prop_map(Act::Wait),
        8 => of.clone().prop_map(|(step, back)| Act::Fire(step, back)),
        8 => of.clone().prop_map(|(step, back)| Act::Perform(step, back)),
        1 => of.prop_map(|(step, back)| Act::Refuse(step, back)),
        3 => told().prop_map(Act::Told),
        2 => (any::<bool>(), 50..53_u128, 0..20_i64).prop_map(|(task, object, ago)| Act::Heard(task, object, ago)),
    ]
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    (prop::collection::vec(act(), 1..80), prop::bool::weighted(0.2)).prop_map(|(mut acts, ends)| {
        acts.extend(ends.then_some(Act::End));
        acts
    })
}

fn begun(plan: &Arc<Plan>, by_booking: bool) -> Run {
    let booking = Appointment { revision: 0, ..appointment(1, "2026-03-20T08:00:00Z") };
    if by_booking { Run::booked(plan, &booking, START) } else { Run::manual(plan) }
}

/// What is said by it; `None`: time passes.
fn command(run: &mut Run, act: &Act) -> Option<Command> {
    let plan = run.plan.clone();
    let turn = |step: u128, back: u32| run.turn(step).saturating_sub(back);
    Some(match *act {
        Act::Wait(hours) => {
            run.now = hours_after(run.now, hours);
            return None;
        }
        Act::Fire(step, back) => Command::Fire { plan, step: id(step), turn: turn(step, back) },
        Act::Perform(step, back) => {
            let turn = turn(step, back);
            Command::Performed { plan, step: id(step), turn, object: made(step, turn) }
        }
        Act::Refuse(step, back) => Command::Refused { plan, step: id(step), turn: turn(step, back), code: "owner_away".to_owned() },
        Act::Told(ref appointment) => Command::Hear { plan, heard: Heard::Appointment(appointment.clone()) },
        Act::Heard(true, object, ago) => {
            let heard = Heard::TaskDone { queue: QUEUE, task: id(object), at: hours_after(run.now, -ago) };
            Command::Hear { plan, heard }
        }
        Act::Heard(false, object, ago) => {
            let heard = Heard::SurveyAnswered { survey: SURVEY, activation: id(object), at: hours_after(run.now, -ago) };
            Command::Hear { plan, heard }
        }
        Act::End => Command::End { reason: EndReason::PathEnded, by: None },
    })
}

/// What has been seen of the steps.
#[derive(Default)]
struct Seen {
    turns: BTreeMap<Uuid, u32>,
    fired: BTreeSet<(Uuid, u32)>,
    over: BTreeSet<Uuid>,
}

impl Seen {
    fn sees(&mut self, what: &EventKind, now: Timestamp) -> Result<(), TestCaseError> {
        match what {
            EventKind::Planned { step, turn, due_at, .. } => {
                prop_assert!(*due_at >= now, "due before it was planned");
                let before = self.turns.insert(*step, *turn);
                prop_assert!(before.is_none_or(|before| before < *turn), "planned in a turn that it had");
                prop_assert!(!self.over.contains(step), "planned though it was over");
            }
            EventKind::Fired { step, turn, until, .. } => {
                prop_assert!(self.fired.insert((*step, *turn)), "fired twice");
                prop_assert!(until.is_none_or(|until| until > now), "fired for an appointment that has begun");
            }
            EventKind::Done { step, again: false, .. }
            | EventKind::Failed { step, .. }
            | EventKind::LeftOut { step, reason: LeftOut::AppointmentPassed | LeftOut::AppointmentCancelled, .. } => {
                prop_assert!(self.over.insert(*step), "over twice");
            }
            EventKind::Started { .. }
            | EventKind::Heard(_)
            | EventKind::Unplanned { .. }
            | EventKind::Done { again: true, .. }
            | EventKind::LeftOut { reason: LeftOut::Late, .. }
            | EventKind::Completed
            | EventKind::Ended { .. } => {}
        }
        Ok(())
    }
}

/// Whatever is planned is done, the earliest first.
fn go_to_the_end(run: &mut Run) {
    for _ in 0..100 {
        let steps = run.state.steps.iter();
        let under_way = steps.clone().find(|(_, record)| record.state == StepState::UnderWay).map(|(step, _)| step.as_u128());
        let planned = steps.filter(|(_, record)| record.state == StepState::Planned).min_by_key(|(_, record)| record.due_at);
        match (under_way, planned.map(|(step, _)| step.as_u128())) {
            (Some(step), _) => run.perform(step),
            (None, Some(step)) => run.go_through(step),
            (None, None) => return,
        };
    }
}

proptest! {
    #[test]
    fn no_turn_fires_twice_what_is_over_stays_so_and_what_is_told_twice_is_told_once(
        late in late(), by_booking in any::<bool>(), acts in acts()
    ) {
        let mut run = begun(&paths(late), by_booking);
        let mut seen = Seen::default();
        for act in &acts {
            let Some(command) = command(&mut run, act) else { continue };
            let was_over = run.state.phase != Phase::Active;
            let happened = run.tell(command.clone());
            prop_assert!(!was_over || happened.is_empty(), "something happened after the end: {happened:?}");
            for what in &happened {
                seen.sees(what, run.now)?;
            }
            prop_assert_eq!(run.tell(command), vec![]);
        }
    }

    #[test]
    fn what_happened_is_all_that_there_is_to_know(late in late(), by_booking in any::<bool>(), acts in acts()) {
        let mut run = begun(&paths(late), by_booking);
        let before = run.state.clone();
        let mut history = Vec::new();
        for act in &acts {
            let Some(command) = command(&mut run, act) else { continue };
            history.extend(run.state.decide(&command, &context(run.now)).expect("no refusal"));
            run.tell(command);
        }
        let mut folded = before;
        for event in &history {
            folded.evolve(event);
        }
        prop_assert_eq!(folded, run.state);
    }

    #[test]
    fn every_execution_ends_when_all_that_it_waits_for_has_happened(late in late(), by_booking in any::<bool>(), acts in acts()) {
        let mut run = begun(&paths(late), by_booking);
        for act in &acts {
            if let Some(command) = command(&mut run, act) {
                run.tell(command);
            }
        }
        run.hear(Heard::TaskDone { queue: QUEUE, task: id(60), at: run.now });
        run.hear(Heard::SurveyAnswered { survey: SURVEY, activation: id(60), at: run.now });
        let starts_at = hours_after(run.now, 2_000);
        run.hear_of(&Appointment { booked_at: run.now, starts_at, ends_at: starts_at, ..appointment(9, START) });
        go_to_the_end(&mut run);
        prop_assert!(run.state.phase != Phase::Active, "{:?}", run.state);
    }

    #[test]
    fn in_whatever_order_an_appointment_is_told_the_newest_counts_in_the_end(
        late in late(), told in prop::collection::vec(any::<bool>(), 1..4), is_cancelled in any::<bool>(),
        order in Just([1, 2, 3, 4_u64]).prop_shuffle()
    ) {
        let newest = u64::try_from(told.len()).expect("few") + 1;
        // Soon, or well ahead; the last one is ahead.
        let starts_at = |revision: u64| {
            let soon = usize::try_from(revision - 1).ok().and_then(|place| told.get(place)).copied().unwrap_or_default();
            hours_after(at(START), if soon { 2 } else { 300 + i64::try_from(revision).expect("few") })
        };
        let of = |revision: u64| Appointment {
            revision,
            starts_at: starts_at(revision),
            ends_at: starts_at(revision),
            cancelled: is_cancelled && revision == newest,
            ..appointment(1, START)
        };
        let course = |order: &[u64]| {
            let mut run = Run::manual(&paths(late));
            for revision in order.iter().filter(|revision| **revision <= newest) {
                run.hear_of(&of(*revision));
            }
            go_to_the_end(&mut run);
            let outcome = |step: u128| match run.stands(step) {
                StepState::LeftOut(_) => "left out".to_owned(),
                state => format!("{state:?}"),
            };
            (1..=STEPS).map(outcome).collect::<Vec<_>>()
        };
        prop_assert_eq!(course(&order), course(&[newest]));
    }
}
