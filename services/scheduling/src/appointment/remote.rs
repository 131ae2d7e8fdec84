//! What is particular to remote appointments: when somebody may come to the call, which guests come by a link, and that a cancelled one was
//! taken note of (spec 4, Remote appointment; spec 8, the times of joining).

use chassis_domain::{DecideContext, SignedDuration, Timestamp, Uuid};

use super::{
    Appointment, Event, EventKind, Phase, Refusal, Standing,
    participant::Participant,
    value::{BookedTime, By, Doer},
};

/// So long before it begins the patient may come, and wait until a professional is there.
const BEFORE_FOR_PATIENTS: SignedDuration = SignedDuration::from_mins(5);
/// So long before, a professional.
const BEFORE_FOR_PROFESSIONALS: SignedDuration = SignedDuration::from_mins(10);
/// So long after its end everybody may still come, or come again, unless it is done (ours).
pub const AFTER_ITS_END: SignedDuration = SignedDuration::from_mins(30);

/// When somebody may come to the call, both moments included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JoinWindow {
    /// The first moment.
    pub opens_at: Timestamp,
    /// The last moment.
    pub closes_at: Timestamp,
}

impl JoinWindow {
    /// Of a time, for whoever asks. Minutes are exact, whatever the clocks on the wall do in between.
    pub fn of(time: &BookedTime, by: &By) -> Self {
        let before = match by {
            By::Resident { .. } => BEFORE_FOR_PATIENTS,
            By::Practitioner { .. } => BEFORE_FOR_PROFESSIONALS,
        };
        Self::between(time.starts_at, time.ends_at, before)
    }

    /// Of what begins and ends then, for professionals.
    pub fn of_professionals(starts_at: Timestamp, ends_at: Timestamp) -> Self {
        Self::between(starts_at, ends_at, BEFORE_FOR_PROFESSIONALS)
    }

    /// From so long before the beginning until a while after the end.
    pub(super) fn between(starts_at: Timestamp, ends_at: Timestamp, before: SignedDuration) -> Self {
        Self {
            opens_at: starts_at.checked_sub(before).unwrap_or(Timestamp::MIN),
            closes_at: ends_at.checked_add(AFTER_ITS_END).unwrap_or(Timestamp::MAX),
        }
    }
}

impl Appointment {
    /// When whoever looks may come to its call; `None`: it is no remote one of ours, or it is not to take place any more.
    pub fn joining(&self, by: &By, now: Timestamp) -> Option<JoinWindow> {
        let standing = self.standing.as_ref().filter(|standing| self.phase == Phase::Booked && standing.has_call())?;
        Some(JoinWindow::of(&standing.time, by)).filter(|window| now <= window.closes_at)
    }

    /// How it stands, for whoever may come to its call now. What is not remote has none to come to.
    ///
    /// # Errors
    /// When they may not know of it, come too early or too late, or it does not take place.
    pub fn join(&self, by: &By, now: Timestamp) -> Result<&Standing, Refusal> {
        let standing = self.remote_for(by)?;
        self.lets_in(JoinWindow::of(&standing.time, by), now)?;
        Ok(standing)
    }

    /// Whether those may come now who may within these moments.
    pub(super) fn lets_in(&self, JoinWindow { opens_at, closes_at }: JoinWindow, now: Timestamp) -> Result<(), Refusal> {
        match self.phase {
            Phase::NotBooked => Err(Refusal::NotFound),
            Phase::Cancelled => Err(Refusal::JoinCancelled),
            Phase::Done => Err(Refusal::JoinOver),
            Phase::Booked if now < opens_at => Err(Refusal::JoinNotYet { opens_at }),
            Phase::Booked if now > closes_at => Err(Refusal::JoinOver),
            Phase::Booked => Ok(()),
        }
    }

    /// Said twice, nothing changes.
    pub(super) fn acknowledge(&self, by: &By) -> Result<Option<Event>, Refusal> {
        let is_professional = matches!(by, By::Practitioner { .. });
        let standing = self.open_to(by).filter(|_| is_professional).ok_or(Refusal::NotFound)?;
        standing.lets_change(by)?;
        if !standing.has_call() {
            return Err(Refusal::NotFound);
        }
        match self.phase {
            Phase::NotBooked => Err(Refusal::NotFound),
            Phase::Booked | Phase::Done => Err(Refusal::NotCancelled),
            Phase::Cancelled if self.acknowledged => Ok(None),
            Phase::Cancelled => {
                let what = EventKind::CancellationAcknowledged { by: Doer::of(by, standing.patient) };
                Ok(Some(Event { what, standing: standing.clone() }))
            }
        }
    }

    /// How it stands, and the guest whom a professional may have sent another link now (SCH-19).
    ///
    /// # Errors
    /// When they may not know of it, there is no such guest, it is no remote one, it is over, or it does not take place.
    pub fn link_for(&self, by: &By, guest: Uuid, cx: &DecideContext) -> Result<(&Standing, &Participant), Refusal> {
        let standing = self.changeable_by(by, cx)?;
        let guest = self.guests().find(|participant| participant.id == guest).ok_or(Refusal::NotFound)?;
        if standing.time.kind.is_remote() { Ok((standing, guest)) } else { Err(Refusal::NotRemote) }
    }

    /// The guests who take part now, and come by a link: to a remote one.
    pub fn guests_by_link(&self) -> impl Iterator<Item = &Participant> {
        let is_remote = self.standing.as_ref().is_some_and(Standing::has_call);
        self.guests().filter(move |_| is_remote)
    }

    /// The guests who take part now.
    pub(crate) fn guests(&self) -> impl Iterator<Item = &Participant> {
        self.participants.iter().filter(|participant| participant.active && participant.colleague.is_none())
    }

    fn remote_for(&self, by: &By) -> Result<&Standing, Refusal> {
        self.open_to(by).filter(|standing| standing.has_call()).ok_or(Refusal::NotFound)
    }
}
