//! What follows from a command, by where a chat is on its way.

use chassis_domain::{PersonId, RetentionClass, Sealed, Uuid};

use super::{
    Chat, Command, Customer, Event, EventKind, Joining, MESSAGE_MAX_CHARS, MESSAGES_MAX, Phase, Practitioner, Refused, Side, Standing, Who,
    take_over::{attend, note_unattended, take_over},
};

pub(super) fn decide(chat: &Chat, command: &Command) -> Result<Vec<Event>, Refused> {
    match (command, &chat.standing) {
        (Command::Join(joining), None) => Ok(vec![joined(*joining)]),
        // Ids follow from commands: it was this one.
        (Command::Join(_), Some(_)) => Ok(Vec::new()),
        (_, None) => Err(Refused::NotFound),
        (Command::Accept { by, line_seq }, Some(standing)) => accept(chat, standing, by, *line_seq),
        (Command::PassOver, Some(standing)) => Ok(while_waiting(chat, standing, EventKind::PassedOver)),
        (Command::NoteUnattended { practitioner }, Some(standing)) => Ok(note_unattended(chat, standing, *practitioner)),
        (Command::Attend { by }, Some(standing)) => Ok(attend(chat, standing, *by)),
        (Command::TakeOver { by }, Some(standing)) => take_over(chat, standing, by),
        (Command::Return { by, line_seq }, Some(standing)) => give_back(chat, standing, by, *line_seq),
        (Command::Leave { by, line_seq }, Some(standing)) => {
            if !standing.is_of(by) {
                return Err(Refused::NotFound);
            }
            match chat.phase {
                Phase::Active => Err(Refused::Accepted),
                Phase::NotJoined | Phase::Waiting | Phase::Ended | Phase::Left => {
                    Ok(while_waiting(chat, standing, EventKind::Left { reason: super::LeaveReason::Own, line_seq: *line_seq }))
                }
            }
        }
        (Command::LetGo { reason, line_seq }, Some(standing)) => {
            Ok(while_waiting(chat, standing, EventKind::Left { reason: *reason, line_seq: *line_seq }))
        }
        (Command::Write { by, text, files }, Some(standing)) => write(chat, standing, by, text, files),
        (Command::End { by }, Some(standing)) => {
            let side = chat.side_of(by).ok_or(Refused::NotFound)?;
            match chat.phase {
                Phase::Active => Ok(vec![event(standing, EventKind::Ended { side })]),
                Phase::Ended => Ok(Vec::new()),
                Phase::NotJoined | Phase::Waiting | Phase::Left => Err(Refused::Ended),
            }
        }
        (Command::Rate { by, rating }, Some(standing)) => super::rating::rate(chat, standing, by, *rating),
        (Command::EndBySystem, Some(standing)) => {
            let ended = || event(standing, EventKind::Ended { side: Side::System });
            Ok((chat.phase == Phase::Active).then(ended).into_iter().collect())
        }
        (Command::Claim { visit, by }, Some(standing)) => claim(chat, standing, *visit, *by),
    }
}

fn joined(Joining { queue, matter, customer, ticket }: Joining) -> Event {
    let Customer { resident, at_screen, visitor, .. } = customer;
    Event { what: EventKind::Joined, standing: Standing { queue, matter, resident, at_screen, ticket, practitioner: None, visitor } }
}

fn event(standing: &Standing, what: EventKind) -> Event {
    Event { what, standing: standing.clone() }
}

/// Nothing, when they are out of the line already.
fn while_waiting(chat: &Chat, standing: &Standing, what: EventKind) -> Vec<Event> {
    (chat.phase == Phase::Waiting).then(|| event(standing, what)).into_iter().collect()
}

fn accept(chat: &Chat, standing: &Standing, by: &Practitioner, line_seq: u64) -> Result<Vec<Event>, Refused> {
    let is_own = standing.practitioner == Some(by.person);
    if !by.works_through && !is_own {
        return Err(Refused::NotFound);
    }
    match chat.phase {
        Phase::Waiting => {
            let practitioner_name = Sealed::new(by.person, RetentionClass::Professional, by.name.clone());
            Ok(vec![with(standing, Some(by.person), EventKind::Accepted { practitioner_name, line_seq })])
        }
        Phase::Active | Phase::Ended if is_own => Ok(Vec::new()),
        Phase::Active | Phase::Ended => Err(Refused::Taken),
        Phase::NotJoined | Phase::Left => Err(Refused::Left),
    }
}

fn give_back(chat: &Chat, standing: &Standing, by: &Practitioner, line_seq: u64) -> Result<Vec<Event>, Refused> {
    match chat.phase {
        // Done already, by a colleague who has lost the answer, or by nobody.
        Phase::Waiting if by.works_through => Ok(Vec::new()),
        Phase::Active if standing.practitioner == Some(by.person) => Ok(vec![with(standing, None, EventKind::Returned { by: by.person, line_seq })]),
        Phase::Ended if standing.practitioner == Some(by.person) => Err(Refused::Ended),
        Phase::NotJoined | Phase::Waiting | Phase::Active | Phase::Ended | Phase::Left => Err(Refused::NotFound),
    }
}

fn with(standing: &Standing, practitioner: Option<PersonId>, what: EventKind) -> Event {
    Event { what, standing: Standing { practitioner, ..standing.clone() } }
}

fn write(chat: &Chat, standing: &Standing, by: &Who, text: &str, files: &[Uuid]) -> Result<Vec<Event>, Refused> {
    let side = chat.side_of(by).ok_or(Refused::NotFound)?;
    let text = text.trim();
    match () {
        () if chat.phase != Phase::Active => Err(Refused::Ended),
        () if text.is_empty() && files.is_empty() => Err(Refused::MessageEmpty),
        () if text.chars().count() > MESSAGE_MAX_CHARS => Err(Refused::MessageTooLong { limit: MESSAGE_MAX_CHARS }),
        () if chat.messages >= MESSAGES_MAX => Err(Refused::Full),
        // A visitor could neither send nor fetch one: files are for those who are signed in.
        () if standing.visitor && !files.is_empty() => Err(Refused::FilesNeedSignIn),
        () => {
            let text = Sealed::new(standing.resident, standing.retention(), text.to_owned());
            Ok(vec![event(standing, EventKind::MessageWritten { number: chat.messages + 1, side, text, files: files.to_vec() })])
        }
    }
}

/// The same place, or the same chat, of somebody who is known now.
fn claim(chat: &Chat, standing: &Standing, visit: PersonId, by: PersonId) -> Result<Vec<Event>, Refused> {
    let is_theirs = !standing.visitor && standing.resident == by && standing.at_screen == by;
    if !is_theirs && !standing.is_of(&Customer::visitor(visit)) {
        return Err(Refused::NotFound);
    }
    match chat.phase {
        Phase::Waiting | Phase::Active if !is_theirs => {
            let standing = Standing { resident: by, at_screen: by, visitor: false, ..standing.clone() };
            Ok(vec![Event { what: EventKind::Claimed { visit }, standing }])
        }
        // A place that was given up is nothing to have, and what is over may be of somebody who sat at this browser before.
        Phase::NotJoined | Phase::Waiting | Phase::Active | Phase::Ended | Phase::Left => Ok(Vec::new()),
    }
}
