//! What follows from a command, by where a call is on its way.

use chassis_domain::{DecideContext, Timestamp, Uuid};

use super::{
    Call, Command, End, Ending, Event, EventKind, INVITED_FOR, Invitation, Party, Phase, Presence, Refused, Side, Standing, TAKING_PART_MAX,
};

pub(super) fn decide(call: &Call, command: &Command, cx: &DecideContext) -> Result<Vec<Event>, Refused> {
    match (command, &call.standing) {
        (Command::Invite(invitation), None) => Ok(vec![invited(invitation, cx)]),
        // Ids follow from commands: it was this one.
        (Command::Invite(_), Some(_)) => Ok(Vec::new()),
        (_, None) => Err(Refused::NotFound),
        (Command::Answer { by, accepted }, Some(standing)) => answer(call, standing, *by, *accepted, cx.now),
        (Command::Enter { by }, Some(standing)) => enter(call, standing, *by),
        (Command::Admit { by, participant }, Some(standing)) => admit(call, standing, *by, *participant),
        (Command::Leave { participant }, Some(standing)) => {
            let is_there = call.presence_of(*participant) != Presence::Away;
            Ok(is_there.then(|| event(standing, EventKind::Left { participant: *participant })).into_iter().collect())
        }
        (Command::Lapse, Some(standing)) => {
            let lapsed = call.phase == Phase::Invited && has_lapsed(call, cx.now);
            Ok(lapsed.then(|| event(standing, EventKind::Ended { end: End::Lapsed })).into_iter().collect())
        }
        (Command::End { ending }, Some(standing)) => {
            Ok(end(call, *ending).map(|end| event(standing, EventKind::Ended { end })).into_iter().collect())
        }
    }
}

fn event(standing: &Standing, what: EventKind) -> Event {
    Event { what, standing: standing.clone() }
}

fn invited(invitation: &Invitation, cx: &DecideContext) -> Event {
    let party = |purpose, attendee| Party { participant: cx.new_id::<Party>(purpose).uuid(), attendee };
    let organiser = party("organiser", invitation.organiser);
    let invited = party("invited", invitation.invited);
    let what = EventKind::Invited { participant: invited.participant, lapses_at: cx.now + INVITED_FOR };
    Event { what, standing: Standing { chat: invitation.chat, parties: vec![organiser, invited] } }
}

fn has_lapsed(call: &Call, now: Timestamp) -> bool {
    call.lapses_at.is_some_and(|lapses_at| lapses_at <= now)
}

fn answer(call: &Call, standing: &Standing, by: Uuid, accepted: bool, now: Timestamp) -> Result<Vec<Event>, Refused> {
    if standing.party(by).is_none() || call.is_organiser(by) {
        return Err(Refused::NotFound);
    }
    match call.phase {
        Phase::Invited if has_lapsed(call, now) => Err(Refused::Lapsed),
        Phase::Invited if accepted => Ok(vec![event(standing, EventKind::Accepted { participant: by })]),
        Phase::Invited => Ok(vec![event(standing, EventKind::Ended { end: End::Declined })]),
        // It was accepted in another window of theirs: to decline in this one ends nothing.
        Phase::On => Ok(Vec::new()),
        Phase::Ended if call.end == Some(End::Declined) && !accepted => Ok(Vec::new()),
        Phase::Ended if call.end == Some(End::Lapsed) => Err(Refused::Lapsed),
        Phase::Ended => Err(Refused::Ended),
        Phase::NotInvited => Err(Refused::NotFound),
    }
}

fn enter(call: &Call, standing: &Standing, by: Uuid) -> Result<Vec<Event>, Refused> {
    if standing.party(by).is_none() {
        return Err(Refused::NotFound);
    }
    let need_not_wait = call.is_organiser(by) || call.admitted.contains(&by);
    match call.phase {
        Phase::NotInvited => return Err(Refused::NotFound),
        Phase::Ended => return Err(Refused::Ended),
        Phase::Invited if !call.is_organiser(by) => return Err(Refused::NotAccepted),
        Phase::Invited | Phase::On => {}
    }
    match call.presence_of(by) {
        Presence::In | Presence::Lobby => Ok(Vec::new()),
        Presence::Away if call.present.len() >= TAKING_PART_MAX => Err(Refused::Full),
        Presence::Away if need_not_wait => Ok(vec![event(standing, EventKind::Entered { participant: by })]),
        Presence::Away => Ok(vec![event(standing, EventKind::LobbyEntered { participant: by })]),
    }
}

fn admit(call: &Call, standing: &Standing, by: Uuid, participant: Uuid) -> Result<Vec<Event>, Refused> {
    if !call.is_organiser(by) {
        return Err(Refused::NotFound);
    }
    match call.presence_of(participant) {
        _ if call.is_over() => Err(Refused::Ended),
        Presence::In => Ok(Vec::new()),
        Presence::Lobby => Ok(vec![event(standing, EventKind::Entered { participant })]),
        Presence::Away => Err(Refused::NotInLobby),
    }
}

/// How it ends; `None`: it is over already, or somebody is there.
fn end(call: &Call, ending: Ending) -> Option<End> {
    match (call.phase, ending) {
        (Phase::NotInvited | Phase::Ended, _) => None,
        (Phase::Invited | Phase::On, Ending::ChatOver) => Some(End::ChatOver),
        (Phase::Invited, Ending::Side(Side::Customer)) => Some(End::Declined),
        (Phase::Invited, Ending::Side(Side::Practitioner)) => Some(End::Withdrawn),
        (Phase::On, Ending::Side(Side::Customer)) => Some(End::Customer),
        (Phase::On, Ending::Side(Side::Practitioner)) => Some(End::Practitioner),
        (Phase::On, Ending::NobodyThere) => call.present.is_empty().then_some(End::Left),
        // It lapses by itself.
        (Phase::Invited, Ending::NobodyThere) => None,
    }
}
