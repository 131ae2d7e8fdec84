//! Appointments that are booked, moved or cancelled are told, and a reminder comes a day before. Whatever becomes of an appointment withdraws what
//! was told of it before. Of one that has begun nothing is told, and of a booking that another system had kept before we asked for it nothing but
//! its reminder (SCH-14). That such a system tells something else of one at the same time is not read: nobody is told of it.

use chassis_domain::{Effect, Id, PersonId, Policy, PolicyKey, SignedDuration, TimerKey, Timestamp, Unreadable, Uuid};
use kajo_proto::scheduling::v1::{AppointmentBooked, AppointmentCancelled, AppointmentDone, AppointmentFact, AppointmentMoved, AppointmentSide};
use prost::Message;

use super::{moment, of_use_until};
use crate::notification::{Kind, Telling, withdrawal};

/// So long before it begins comes its reminder.
const AHEAD: SignedDuration = SignedDuration::from_hours(24);

/// Has appointments told.
#[derive(Debug)]
pub(crate) struct Appointments;

/// What is reacted to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Input {
    appointment: Uuid,
    what: What,
}

#[derive(Clone, Debug, PartialEq)]
enum What {
    /// It was booked, moved or cancelled.
    Changed(Change),
    /// It has taken place.
    Done { revision: u64 },
    /// Its reminder has its time.
    Due(Telling),
}

/// What has become of an appointment, as it stands since then.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Change {
    kind: Kind,
    patient: PersonId,
    starts_at: Timestamp,
    revision: u64,
    /// The resident has done it.
    by_resident: bool,
    /// It was so for long before it was heard of here.
    is_no_news: bool,
}

/// What is remembered of an appointment.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct State {
    /// The highest that was heard of; whatever comes after it and is lower is old.
    #[prost(uint64, tag = "1")]
    revision: u64,
    /// Notifications that nobody needs any more once something else becomes of it: of the last change, and its reminder.
    #[prost(string, repeated, tag = "2")]
    told: Vec<String>,
    /// The reminder that has a timer. Empty: none.
    #[prost(string, tag = "3")]
    reminder: String,
}

impl Policy for Appointments {
    const NAME: &'static str = "notify_appointments";
    const AS_OF_FACT: bool = true;
    type Input = Input;
    type State = State;

    fn read(message: &str, aggregate_id: Uuid, payload: &[u8]) -> Result<Option<Input>, Unreadable> {
        let unreadable = |_| Unreadable(message.to_owned());
        let of = |what| Input { appointment: aggregate_id, what };
        let read = match message {
            "timer" => Telling::read(payload).map(|telling| Input { appointment: telling.object, what: What::Due(telling) }),
            "kajo.scheduling.v1.AppointmentBooked" => {
                let fact = AppointmentBooked::decode(payload).map_err(unreadable)?;
                let (side, is_no_news) = (fact.side(), fact.backfill);
                let booked = fact.appointment.and_then(|standing| change(Kind::AppointmentBooked, &standing, side));
                booked.map(|booked| of(What::Changed(Change { is_no_news, ..booked })))
            }
            "kajo.scheduling.v1.AppointmentMoved" => {
                let fact = AppointmentMoved::decode(payload).map_err(unreadable)?;
                let side = fact.side();
                fact.appointment.and_then(|standing| change(Kind::AppointmentMoved, &standing, side)).map(What::Changed).map(of)
            }
            "kajo.scheduling.v1.AppointmentCancelled" => {
                let fact = AppointmentCancelled::decode(payload).map_err(unreadable)?;
                let side = fact.side();
                fact.appointment.and_then(|standing| change(Kind::AppointmentCancelled, &standing, side)).map(What::Changed).map(of)
            }
            "kajo.scheduling.v1.AppointmentDone" => {
                let fact = AppointmentDone::decode(payload).map_err(unreadable)?;
                fact.appointment.map(|standing| of(What::Done { revision: standing.revision }))
            }
            _ => return Ok(None),
        };
        read.map(Some).ok_or_else(|| Unreadable(message.to_owned()))
    }

    fn correlate(input: &Input) -> PolicyKey {
        PolicyKey(input.appointment.to_string())
    }

    fn react(state: &mut State, input: &Input, now: Timestamp) -> Vec<Effect> {
        let revision = match &input.what {
            What::Due(reminder) => return state.remind(reminder, now).into_iter().collect(),
            What::Changed(change) => change.revision,
            What::Done { revision } => *revision,
        };
        if revision <= state.revision {
            return Vec::new();
        }
        state.revision = revision;
        let forgotten = state.forget_reminder(input.appointment);
        let What::Changed(change) = &input.what else { return forgotten.into_iter().collect() };
        let mut effects = state.withdraw();
        effects.extend(state.tell(input.appointment, change, now));
        // Set again, it takes the place of the one before.
        effects.extend(state.set_reminder(input.appointment, change, now).or(forgotten));
        effects
    }

    fn encode(state: &State) -> Vec<u8> {
        state.encode_to_vec()
    }

    fn decode(bytes: &[u8]) -> Option<State> {
        State::decode(bytes).ok()
    }
}

impl State {
    /// What was told of it before is of no use any more.
    fn withdraw(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.told).iter().filter_map(|id| Id::parse(id)).map(withdrawal).collect()
    }

    /// What has become of it is told, unless it has begun or is no news.
    fn tell(&mut self, appointment: Uuid, change: &Change, now: Timestamp) -> Option<Effect> {
        if change.is_no_news || change.starts_at <= now {
            return None;
        }
        let telling = Telling {
            kind: change.kind,
            object: appointment,
            recipient: change.patient,
            occasion: change.revision.to_string(),
            starts_at: Some(change.starts_at),
            until: change.starts_at.min(of_use_until(now)),
            at_once: change.by_resident,
        };
        self.told.push(telling.id().to_string());
        Some(telling.effect())
    }

    /// One that takes place has a reminder, unless it is too near.
    fn set_reminder(&mut self, appointment: Uuid, change: &Change, now: Timestamp) -> Option<Effect> {
        let at = change.starts_at.checked_sub(AHEAD).ok().filter(|at| *at > now && change.kind != Kind::AppointmentCancelled)?;
        let reminder = Telling {
            kind: Kind::AppointmentReminder,
            object: appointment,
            recipient: change.patient,
            occasion: change.starts_at.as_second().to_string(),
            starts_at: Some(change.starts_at),
            until: change.starts_at,
            at_once: false,
        };
        self.reminder = reminder.id().to_string();
        Some(Effect::Schedule { key: timer(appointment), at, input: reminder.encode() })
    }

    /// The reminder is told that has the timer, unless the appointment has begun meanwhile.
    fn remind(&mut self, reminder: &Telling, now: Timestamp) -> Option<Effect> {
        let id = reminder.id().to_string();
        if self.reminder != id {
            return None;
        }
        self.reminder.clear();
        if reminder.until <= now {
            return None;
        }
        self.told.push(id);
        Some(reminder.effect())
    }

    /// There is no reminder any more; one that has a timer loses it.
    fn forget_reminder(&mut self, appointment: Uuid) -> Option<Effect> {
        let has_timer = !std::mem::take(&mut self.reminder).is_empty();
        has_timer.then(|| Effect::Cancel(timer(appointment)))
    }
}

/// What a fact tells; `None`: it lacks what it has to have.
fn change(kind: Kind, standing: &AppointmentFact, side: AppointmentSide) -> Option<Change> {
    Some(Change {
        kind,
        patient: Id::parse(&standing.patient_id)?,
        starts_at: moment(standing.starts_at)?,
        revision: standing.revision,
        by_resident: side == AppointmentSide::Resident,
        is_no_news: false,
    })
}

/// Timers of all appointments are told apart by their keys.
fn timer(appointment: Uuid) -> TimerKey {
    TimerKey(format!("{appointment}/reminder"))
}

#[cfg(test)]
mod tests;
