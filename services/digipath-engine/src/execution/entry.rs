//! What begins a path of the first editor: each of its events, each with an appointment of its own, or one of them (DIG-01).

use std::collections::{BTreeMap, BTreeSet};

use chassis_domain::Uuid;

use super::{Appointment, Source};
use crate::plan::{Condition, Entry, Wanted};

/// Which event each appointment counts for.
type Counted<'a> = BTreeMap<Uuid, &'a Condition>;

/// Whether an appointment that these have booked is what the condition is about.
pub(super) fn fits(condition: &Condition, appointment: &Appointment, by: Source) -> bool {
    match condition {
        Condition::Booked { wanted, by_professional } => {
            let counts = by == Source::Resident || (*by_professional && by == Source::Professional);
            counts && is_wanted(wanted, appointment)
        }
        Condition::BookedIntegration { wanted } => by == Source::Elsewhere && is_wanted(wanted, appointment),
        Condition::Manual
        | Condition::TaskDone { .. }
        | Condition::SurveyActivated { .. }
        | Condition::SurveyAnswered { .. }
        | Condition::PreviousRepeated { .. }
        | Condition::SinceAppointment(_)
        | Condition::UntilAppointment(_)
        | Condition::AfterPrevious => false,
    }
}

fn is_wanted(wanted: &Wanted, appointment: &Appointment) -> bool {
    let Wanted { services, roles, types } = wanted;
    (services.is_empty() || services.contains(&appointment.service))
        && (roles.is_empty() || appointment.role.is_some_and(|role| roles.contains(&role)))
        && (types.is_empty() || types.contains(&appointment.kind))
}

/// Whether a path begins with an appointment that these have booked; answers with the others that count as well. No appointment counts for two
/// events, and none that has begun the path for the patient before.
pub(super) fn opened(entry: &Entry, (opening, by): (&Appointment, Source), known: &[Appointment], used: &[Uuid]) -> Option<Vec<Uuid>> {
    if used.contains(&opening.id) {
        return None;
    }
    let events = || entry.events.iter().enumerate();
    let mut fitting = events().filter(|(_, event)| fits(event, opening, by)).map(|(place, _)| place);
    if !entry.all {
        return fitting.next().map(|_| Vec::new());
    }
    let may_count = |other: &&Appointment| other.id != opening.id && !other.cancelled && !used.contains(&other.id);
    let others: Vec<_> = known.iter().filter(may_count).collect();
    fitting.find_map(|of_opening| each_by_another(events().filter(|(place, _)| *place != of_opening).map(|(_, event)| event), &others))
}

/// For each of these events an appointment of its own; `None`: there are not enough.
fn each_by_another<'a>(mut events: impl Iterator<Item = &'a Condition>, known: &[&Appointment]) -> Option<Vec<Uuid>> {
    let mut counted = Counted::new();
    events.all(|event| has_one(event, known, &mut counted, &mut BTreeSet::new())).then(|| counted.into_keys().collect())
}

/// Finds an appointment for an event; one that counts for another event already when that finds another one in turn.
fn has_one<'a>(event: &'a Condition, known: &[&Appointment], counted: &mut Counted<'a>, tried: &mut BTreeSet<Uuid>) -> bool {
    let fitting = known.iter().filter(|appointment| fits(event, appointment, appointment.source));
    for appointment in fitting {
        if !tried.insert(appointment.id) {
            continue;
        }
        let other = counted.get(&appointment.id).copied();
        if other.is_none_or(|other| has_one(other, known, counted, tried)) {
            counted.insert(appointment.id, event);
            return true;
        }
    }
    false
}
