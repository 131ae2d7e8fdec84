//! A professional who vanishes from a chat that goes on, and the colleague who takes it over.

#[cfg(test)]
mod tests;

use chassis_domain::{PersonId, RetentionClass, Sealed};

use super::{Chat, Event, EventKind, Phase, Practitioner, Refused, Standing};

/// Nothing, when it does not go on, is another one's by now, or that is known.
pub(super) fn note_unattended(chat: &Chat, standing: &Standing, practitioner: PersonId) -> Vec<Event> {
    let vanished = chat.phase == Phase::Active && !chat.unattended && standing.practitioner == Some(practitioner);
    vanished.then(|| Event { what: EventKind::Unattended, standing: standing.clone() }).into_iter().collect()
}

/// Nothing, when nobody had missed them or it is another one's by now.
pub(super) fn attend(chat: &Chat, standing: &Standing, by: PersonId) -> Vec<Event> {
    let is_back = chat.unattended && standing.practitioner == Some(by);
    is_back.then(|| Event { what: EventKind::Attended, standing: standing.clone() }).into_iter().collect()
}

/// From a colleague who has vanished, for whoever works through the queue.
pub(super) fn take_over(chat: &Chat, standing: &Standing, by: &Practitioner) -> Result<Vec<Event>, Refused> {
    let is_own = standing.practitioner == Some(by.person);
    if !by.works_through && !is_own {
        return Err(Refused::NotFound);
    }
    match (chat.phase, standing.practitioner) {
        (Phase::Active, Some(_)) if is_own => Ok(Vec::new()),
        (Phase::Active, Some(from)) if chat.unattended => {
            let practitioner_name = Sealed::new(by.person, RetentionClass::Professional, by.name.clone());
            let standing = Standing { practitioner: Some(by.person), ..standing.clone() };
            Ok(vec![Event { what: EventKind::TakenOver { practitioner_name, from }, standing }])
        }
        (Phase::Active, _) if chat.taken_over => Err(Refused::Taken),
        (Phase::Active, _) => Err(Refused::Attended),
        // Who had it has put them back into the line.
        (Phase::Waiting, _) => Err(Refused::WaitsAgain),
        (Phase::Ended, _) => Err(Refused::Ended),
        (Phase::NotJoined | Phase::Left, _) => Err(Refused::Left),
    }
}
