//! The state charts of appointments and recommendations are held against what is decided.

use std::collections::BTreeSet;

use chassis_domain::{
    Aggregate,
    testing::chart::{arrow, drawn},
};

use super::{
    LATER, after, at, booked, booking, cancel, cancelled, done, liisa,
    outside::{cancelled_there, done_there, heard, new_here},
    participants::{guest, jussi},
    put, resident, teenager, time,
};
use crate::appointment::{
    Appointment, Command, Phase,
    outside::{Outside, OutsideState},
    value::Doer,
};

fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::NotBooked => "NotBooked",
        Phase::Booked => "Booked",
        Phase::Cancelled => "Cancelled",
        Phase::Done => "Done",
    }
}

#[test]
fn the_state_chart_of_an_appointment_is_what_is_decided() {
    let see = |state: OutsideState| Command::SeeOutside(Box::new(Outside { state, ..heard() }));
    let commands = [
        ("Book", Command::Book(Box::new(booking(resident())))),
        ("Move", put(resident(), time(2, LATER))),
        ("Cancel", cancel(resident())),
        ("CancelWithAccount", Command::CancelWithAccount),
        ("MarkDone", Command::MarkDone { by: liisa() }),
        ("AcknowledgeCancellation", Command::AcknowledgeCancellation { by: liisa() }),
        ("AddParticipant", Command::AddParticipant { by: liisa(), participant: jussi() }),
        ("ChangeGuest", Command::ChangeGuest { by: liisa(), guest: guest() }),
        ("DeactivateParticipant", Command::DeactivateParticipant { by: liisa(), participant: guest().id }),
        ("ShowToGuardians", Command::ShowToGuardians { by: teenager(), visible: true }),
        ("SeeOutside", see(OutsideState::Booked)),
        ("SeeOutside", see(OutsideState::Cancelled { reason: None })),
        ("SeeOutside", see(OutsideState::Done)),
    ];
    let histories = [
        vec![],
        vec![booked()],
        vec![booked(), cancelled(Doer::system(), None)],
        vec![booked(), done()],
        vec![new_here()],
        vec![new_here(), cancelled_there(None)],
        vec![new_here(), done_there()],
    ];
    let mut arrows = BTreeSet::new();
    for history in histories {
        for now in [super::EARLY, super::NOON, LATER] {
            for (command_name, command) in &commands {
                let before = after(history.clone(), now).state().clone();
                let cx = chassis_domain::DecideContext { now: at(now), ..super::context() };
                let Ok(events) = before.decide(command, &cx) else { continue };
                let mut state: Appointment = before.clone();
                for event in &events {
                    state.evolve(event);
                }
                if state.phase != before.phase {
                    arrows.insert(arrow(before.phase == Phase::NotBooked, name(before.phase), name(state.phase), command_name));
                }
            }
        }
    }
    assert_eq!(arrows, drawn(include_str!("../../../../../docs/state-charts.md"), "An appointment"));
}
