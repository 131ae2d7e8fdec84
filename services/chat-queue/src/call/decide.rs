//! What follows from a command, by where a call is on its way.

use chassis_domain::{DecideContext, Timestamp, Uuid};

use super::{
    Appointment, Attendee, BelongsTo, Call, Command, End, Ending, Event, EventKind, INVITED_FOR, Invitation, Party, Phase, Presence, Refused,
    Removed, Side, Standing, TAKING_PART_MAX,
};

pub(super) fn decide(call: &Call, command: &Command, cx: &DecideContext) -> Result<Vec<Event>, Refused> {
    match (command, &call.standing) {
        (Command::Invite(invitation), None) => Ok(vec![invited(invitation, cx)]),
        // Ids follow from commands: it was this one.
        (Command::Invite(_), Some(_)) => Ok(Vec::new()),
        (Command::Open { appointment, attendee }, standing) => open(call, standing.as_ref(), appointment, *attendee, cx),
        (_, None) => Err(Refused::NotFound),
        (Command::Answer { by, accepted }, Some(standing)) => answer(call, standing, *by, *accepted, cx.now),
        (Command::Enter { by }, Some(standing)) => enter(call, standing, *by),
        (Command::Admit { by, participant }, Some(standing)) => admit(call, standing, *by, *participant),
        (Command::Leave { participant }, Some(standing)) => {
            let is_there = call.presence_of(*participant) != Presence::Away;
            Ok(is_there.then(|| event(standing, EventKind::Left { participant: *participant })).into_iter().collect())
        }
        (Command::Remove { who }, Some(standing)) => Ok(removed(call, standing, *who).into_iter().collect()),
        (Command::Lapse, Some(standing)) => {
            let lapsed = call.phase == Phase::Invited && has_lapsed(call, cx.now);
            Ok(lapsed.then(|| event(standing, EventKind::Ended { end: End::Lapsed })).into_iter().collect())
        }
        // Of an appointment's call they leave, and the others go on.
        (Command::End { ending: Ending::Side(Side::Customer | Side::Guest(_)) }, Some(standing)) if standing.appointment().is_some() => {
            Err(Refused::NotFound)
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
    Event { what, standing: Standing { belongs_to: BelongsTo::Chat(invitation.chat), parties: vec![organiser, invited] } }
}

/// Who may come already may still.
fn open(call: &Call, standing: Option<&Standing>, appointment: &Appointment, attendee: Attendee, cx: &DecideContext) -> Result<Vec<Event>, Refused> {
    let is_another = standing.is_some_and(|standing| standing.appointment().is_none_or(|known| known.id != appointment.id));
    if is_another {
        return Err(Refused::NotFound);
    }
    if call.is_over() {
        return Err(Refused::Ended);
    }
    let known = if attendee.is_guest() { call.guest_at_screen_of(attendee) } else { call.party_of(attendee) };
    if known.is_some_and(|party| party.attendee == attendee) {
        return Ok(Vec::new());
    }
    // A guest who comes with another browser stays who they are to the others; the newest of all guests stands last.
    let (earlier, mut parties): (Vec<_>, Vec<_>) =
        call.parties().iter().copied().partition(|party| attendee.is_guest() && party.attendee.side == attendee.side);
    let new = || cx.new_id::<Party>(&format!("party {}", parties.len() + 1)).uuid();
    let participant = earlier.first().map_or_else(new, |party| party.participant);
    parties.push(Party { participant, attendee });
    let standing = Standing { belongs_to: BelongsTo::Appointment(appointment.clone()), parties };
    Ok(vec![Event { what: EventKind::Opened { participant }, standing }])
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
    let need_not_wait = standing.is_organiser(by) || call.admitted.contains(&by) || call.nobody_waits;
    match call.phase {
        Phase::NotInvited => return Err(Refused::NotFound),
        Phase::Ended => return Err(Refused::Ended),
        Phase::Invited if !standing.is_organiser(by) => return Err(Refused::NotAccepted),
        Phase::Invited | Phase::On => {}
    }
    match call.presence_of(by) {
        Presence::In | Presence::Lobby => Ok(Vec::new()),
        Presence::Away if is_full(call, standing, by) => Err(Refused::Full),
        Presence::Away if need_not_wait => Ok(entered(call, standing, by)),
        Presence::Away => Ok(vec![event(standing, EventKind::LobbyEntered { participant: by })]),
    }
}

/// Whether there is no place for somebody. In an appointment the last one is a professional's, until one is there.
fn is_full(call: &Call, standing: &Standing, by: Uuid) -> bool {
    let is_kept =
        standing.appointment().is_some() && !standing.is_organiser(by) && !call.present.keys().any(|participant| standing.is_organiser(*participant));
    call.present.len() + usize::from(is_kept) >= TAKING_PART_MAX
}

/// Somebody is in it, and with the professional of an appointment everybody who has waited for one.
fn entered(call: &Call, standing: &Standing, by: Uuid) -> Vec<Event> {
    let lets_in = standing.appointment().is_some() && standing.is_organiser(by);
    let waiting = call.present.iter().filter(|(_, presence)| lets_in && **presence == Presence::Lobby).map(|(participant, _)| *participant);
    std::iter::once(by).chain(waiting).map(|participant| event(standing, EventKind::Entered { participant })).collect()
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

/// Of an appointment alone: who is in a chat is settled there. Who may come no more already, or to a call that is over, is not removed.
fn removed(call: &Call, standing: &Standing, who: Removed) -> Option<Event> {
    let goes_on = standing.appointment().is_some() && !call.is_over();
    let party = standing.parties.iter().find(|party| goes_on && who.is(party.attendee))?;
    Some(event(standing, EventKind::PartyRemoved { participant: party.participant }))
}

/// How it ends; `None`: it is over already, or somebody is there.
fn end(call: &Call, ending: Ending) -> Option<End> {
    match (call.phase, ending) {
        (Phase::NotInvited | Phase::Ended, _) => None,
        (Phase::Invited | Phase::On, Ending::ChatOver) => Some(End::ChatOver),
        (Phase::Invited | Phase::On, Ending::AppointmentOver) => Some(End::AppointmentOver),
        (Phase::Invited, Ending::Side(Side::Customer)) => Some(End::Declined),
        (Phase::Invited, Ending::Side(Side::Practitioner)) => Some(End::Withdrawn),
        (Phase::On, Ending::Side(Side::Customer)) => Some(End::Customer),
        (Phase::On, Ending::Side(Side::Practitioner)) => Some(End::Practitioner),
        (Phase::On, Ending::NobodyThere) => call.present.is_empty().then_some(End::Left),
        // They are guests of appointments alone, and leave.
        (Phase::Invited | Phase::On, Ending::Side(Side::Guest(_))) => None,
        // It lapses by itself.
        (Phase::Invited, Ending::NobodyThere) => None,
    }
}
