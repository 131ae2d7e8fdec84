//! An appointment: a time that a patient has with a professional (SCH-01 to SCH-03). What becomes of it, state by state, is drawn in
//! `docs/state-charts.md`.
//!
//! Who has a time is decided by its claim and by nothing here: an appointment of the own calendar is booked, moved and cancelled in one unit
//! of work with it. It keeps its id for life, moves included. What residents may change by themselves, and until when, holds as it was when
//! the time was booked; a professional may always. What another system keeps has no claim and follows that system (SCH-14): there alone it is
//! changed.

pub mod changeable;
mod command;
mod event;
pub mod meeting;
pub mod outside;
pub mod participant;
mod refusal;
pub mod remote;
mod stored;
#[cfg(test)]
mod tests;
pub mod value;

use chassis_domain::{Aggregate, DecideContext, Id, RetentionClass, Sealed, Timestamp, Uuid};
use kajo_proto::scheduling::v1::AppointmentState;

use changeable::{Bar, bar};
pub use command::{Booking, Command};
pub use event::{Event, EventKind, Left, Standing};
use participant::{Asked, Participant, colleagues};
pub use refusal::Refusal;
pub(crate) use stored::{doer, read_doer};
use value::{BookedTime, By, Doer};

/// The id of an appointment.
pub type AppointmentId = Id<Appointment>;

/// A patient's appointment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Appointment {
    /// How it stands; `None`: there is none.
    pub standing: Option<Standing>,
    /// Where it is in its life.
    pub phase: Phase,
    /// How often it was moved.
    pub moves: u32,
    /// As the patient was called.
    pub patient_name: Option<Sealed<String>>,
    /// Why it was cancelled.
    pub cancel_reason: Option<Sealed<String>>,
    /// Who takes part, or did, beside the patient and the one whom it is with.
    pub participants: Vec<Participant>,
    /// It is a remote one, and a professional has taken note of its cancellation.
    pub acknowledged: bool,
}

/// Where an appointment is in its life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// There is none.
    #[default]
    NotBooked,
    /// To come, or going on, or nobody has said what became of it.
    Booked,
    /// It will not take place.
    Cancelled,
    /// It has taken place.
    Done,
}

impl Phase {
    /// As the contract has it.
    pub const fn public(self) -> AppointmentState {
        match self {
            Self::NotBooked => AppointmentState::Unspecified,
            Self::Booked => AppointmentState::Booked,
            Self::Cancelled => AppointmentState::Cancelled,
            Self::Done => AppointmentState::Done,
        }
    }
}

impl Aggregate for Appointment {
    const CATEGORY: &'static str = "appointment";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusal;

    fn decide(&self, command: &Command, cx: &DecideContext) -> Result<Vec<Event>, Refusal> {
        let happened = match command {
            Command::Book(booking) => Some(self.book(booking, cx)?),
            Command::Move { by, time, phone } => self.put(by, time, phone, cx)?,
            Command::Cancel { by, reason, phone } => self.cancel(by, reason, phone, cx)?,
            Command::CancelWithAccount => self.cancel_with_account(cx),
            Command::MarkDone { by } => self.mark_done(by, cx)?,
            Command::AcknowledgeCancellation { by } => self.acknowledge(by)?,
            Command::AddParticipant { by, participant } => Some(self.add(by, participant, cx)?),
            Command::ChangeGuest { by, guest } => return self.change(by, guest, cx),
            Command::DeactivateParticipant { by, participant } => self.deactivate(by, *participant, cx)?,
            Command::ShowToGuardians { by, visible } => self.show(by, *visible)?,
            Command::SeeOutside(outside) => self.see(outside, cx.now)?,
        };
        Ok(happened.into_iter().collect())
    }

    fn evolve(&mut self, event: &Event) {
        self.standing = Some(event.standing.clone());
        match &event.what {
            EventKind::Booked { patient_name, participants, .. } => {
                self.phase = Phase::Booked;
                self.patient_name = Some(patient_name.clone());
                self.participants.clone_from(participants);
                // What another system had cancelled may take place after all.
                self.cancel_reason = None;
                self.acknowledged = false;
            }
            EventKind::Moved { .. } => self.moves += 1,
            EventKind::Cancelled { reason, .. } => {
                self.phase = Phase::Cancelled;
                self.cancel_reason.clone_from(reason);
            }
            EventKind::Done { .. } => self.phase = Phase::Done,
            EventKind::ParticipantSaved { participant, .. } => self.participants = self.with(participant.clone()),
            EventKind::ParticipantDeactivated { participant, .. } => self.participants = self.without(*participant),
            EventKind::CancellationAcknowledged { .. } => self.acknowledged = true,
            EventKind::Changed { .. } | EventKind::ShownToGuardians => {}
        }
    }
}

impl Appointment {
    /// How it stands, for those who may know of it: the patient and who acts for them; professionals who have opened the patient or with whom
    /// it is.
    pub fn open_to(&self, by: &By) -> Option<&Standing> {
        self.standing.as_ref().filter(|standing| match by {
            By::Resident { person, representative, .. } => {
                let may_see = |somebody: &chassis_domain::Representative| somebody.may_see(standing.matter.needs(), standing.visible_to_guardians);
                *person == standing.patient && representative.as_ref().is_none_or(may_see)
            }
            By::Practitioner { person, patient_opened, .. } => *patient_opened || standing.takes_part(*person),
        })
    }

    fn book(&self, booking: &Booking, cx: &DecideContext) -> Result<Event, Refusal> {
        if self.standing.is_some() {
            return Err(Refusal::AlreadyBooked);
        }
        if booking.time.starts_at <= cx.now {
            return Err(Refusal::SlotTaken);
        }
        let mut participants = Vec::new();
        for asked in &booking.participants {
            participants.push(asked.admitted(booking.time.practitioner, &participants)?);
        }
        // What guardians book they see. What a professional books is the teenager's to show.
        let visible_to_guardians = booking.visible_to_guardians || booking.by.representative().is_some();
        let standing = Standing {
            patient: booking.patient,
            matter: booking.matter,
            visible_to_guardians,
            time: Standing::on_its_terms(&booking.time, booking.cancelable),
            booked_at: cx.now,
            recommendation: booking.recommendation,
            colleagues: colleagues(&participants),
            cancelable: booking.cancelable,
            outside: None,
        };
        let patient_name = Sealed::new(booking.patient, RetentionClass::CareRecord, booking.patient_name.clone());
        let what = EventKind::Booked { by: Doer::of(&booking.by, booking.patient), patient_name, participants, backfill: false };
        Ok(Event { what, standing })
    }

    /// Put to the time that it has, nothing changes: a retry is no refusal.
    fn put(&self, by: &By, time: &BookedTime, phone: &str, cx: &DecideContext) -> Result<Option<Event>, Refusal> {
        let standing = self.open_to(by).ok_or(Refusal::NotFound)?;
        standing.lets_change(by)?;
        if self.phase == Phase::Booked && standing.time.slot == time.slot {
            return Ok(None);
        }
        match bar(self.phase, by, standing.time.terms.reschedulable, standing, cx.now) {
            None => {}
            Some(Bar::Cancelled) => return Err(Refusal::Cancelled),
            Some(Bar::Over) => return Err(Refusal::Over),
            Some(Bar::NotHere) => return Err(Refusal::NotReschedulable { phone: phone.to_owned() }),
            Some(Bar::TooLate { until }) => return Err(Refusal::TooLate { until, phone: phone.to_owned() }),
        }
        if standing.time.service != time.service {
            return Err(Refusal::OtherService);
        }
        if time.starts_at <= cx.now {
            return Err(Refusal::SlotTaken);
        }
        let left = Some(Left::of(&standing.time));
        let what = EventKind::Moved { by: Doer::of(by, standing.patient), previous_starts_at: standing.time.starts_at, left };
        Ok(Some(Event { what, standing: Standing { time: Standing::on_its_terms(time, standing.cancelable), ..standing.clone() } }))
    }

    fn cancel(&self, by: &By, reason: &str, phone: &str, cx: &DecideContext) -> Result<Option<Event>, Refusal> {
        let standing = self.open_to(by).ok_or(Refusal::NotFound)?;
        standing.lets_change(by)?;
        match bar(self.phase, by, standing.time.terms.cancelable, standing, cx.now) {
            None => {}
            Some(Bar::Cancelled) => return Ok(None),
            Some(Bar::Over) => return Err(Refusal::Over),
            Some(Bar::NotHere) => return Err(Refusal::NotCancelable { phone: phone.to_owned() }),
            Some(Bar::TooLate { until }) => return Err(Refusal::TooLate { until, phone: phone.to_owned() }),
        }
        if reason.trim().is_empty() {
            return Err(Refusal::ReasonMissing);
        }
        let reason = Some(Sealed::new(standing.patient, RetentionClass::CareRecord, reason.trim().to_owned()));
        let what = EventKind::Cancelled { by: Doer::of(by, standing.patient), reason };
        Ok(Some(Event { what, standing: standing.clone() }))
    }

    /// What is over stays as it was: it belongs to the care record. What another system keeps takes place as it says.
    fn cancel_with_account(&self, cx: &DecideContext) -> Option<Event> {
        let is_ours_to_come = |standing: &&Standing| standing.outside.is_none() && standing.time.starts_at > cx.now;
        let standing = self.standing.as_ref().filter(|_| self.phase == Phase::Booked).filter(is_ours_to_come)?;
        Some(Event { what: EventKind::Cancelled { by: Doer::system(), reason: None }, standing: standing.clone() })
    }

    fn mark_done(&self, by: &By, cx: &DecideContext) -> Result<Option<Event>, Refusal> {
        let is_professional = matches!(by, By::Practitioner { .. });
        let standing = self.open_to(by).filter(|_| is_professional).ok_or(Refusal::NotFound)?;
        standing.lets_change(by)?;
        match self.phase {
            Phase::NotBooked => Err(Refusal::NotFound),
            Phase::Done => Ok(None),
            Phase::Cancelled => Err(Refusal::Cancelled),
            Phase::Booked if standing.time.starts_at > cx.now => Err(Refusal::NotBegun),
            Phase::Booked => {
                let what = EventKind::Done { by: Doer::of(by, standing.patient) };
                Ok(Some(Event { what, standing: standing.clone() }))
            }
        }
    }

    /// An appointment whose participants a professional may change now.
    fn changeable_by(&self, by: &By, cx: &DecideContext) -> Result<&Standing, Refusal> {
        let is_professional = matches!(by, By::Practitioner { .. });
        let standing = self.open_to(by).filter(|_| is_professional).ok_or(Refusal::NotFound)?;
        standing.lets_change(by)?;
        match self.phase {
            Phase::NotBooked => Err(Refusal::NotFound),
            Phase::Cancelled => Err(Refusal::Cancelled),
            Phase::Booked if self.may_change_participants(cx.now) => Ok(standing),
            Phase::Booked | Phase::Done => Err(Refusal::Over),
        }
    }

    /// Whether who takes part can be changed: not of what is cancelled, over, or kept elsewhere.
    pub fn may_change_participants(&self, now: Timestamp) -> bool {
        self.phase == Phase::Booked && self.standing.as_ref().is_some_and(|standing| standing.outside.is_none() && standing.time.ends_at > now)
    }

    fn add(&self, by: &By, asked: &Asked, cx: &DecideContext) -> Result<Event, Refusal> {
        let standing = self.changeable_by(by, cx)?;
        let participant = asked.admitted(standing.time.practitioner, &self.participants)?;
        let colleagues = colleagues(&self.with(participant.clone()));
        let what = EventKind::ParticipantSaved { by: Doer::of(by, standing.patient), participant };
        Ok(Event { what, standing: Standing { colleagues, ..standing.clone() } })
    }

    /// Who takes part no more is asked to again by being added. Whoever was reached elsewhere before may be somebody else: they take part no more,
    /// and are out of a call that goes on.
    fn change(&self, by: &By, guest: &Asked, cx: &DecideContext) -> Result<Vec<Event>, Refusal> {
        let standing = self.changeable_by(by, cx)?;
        let known = self.guest(guest.id).ok_or(Refusal::NotFound)?;
        let participant = Asked { colleague: None, ..guest.clone() }.admitted(standing.time.practitioner, &self.participants)?;
        let is_reached_alike = known.email.as_ref().map(Sealed::open) == participant.email.as_ref().map(Sealed::open)
            && known.phone.as_ref().map(Sealed::open) == participant.phone.as_ref().map(Sealed::open);
        if is_reached_alike && known.name.open() == participant.name.open() {
            return Ok(Vec::new());
        }
        let event = |what| Event { what, standing: standing.clone() };
        let doer = || Doer::of(by, standing.patient);
        let left = EventKind::ParticipantDeactivated { by: doer(), participant: known.id, colleague: None };
        let left = (standing.time.kind.is_remote() && !is_reached_alike).then(|| event(left));
        let saved = event(EventKind::ParticipantSaved { by: doer(), participant });
        Ok(left.into_iter().chain([saved]).collect())
    }

    fn deactivate(&self, by: &By, id: Uuid, cx: &DecideContext) -> Result<Option<Event>, Refusal> {
        let standing = self.changeable_by(by, cx)?;
        let participant = self.participants.iter().find(|participant| participant.id == id).ok_or(Refusal::NotFound)?;
        let what = EventKind::ParticipantDeactivated { by: Doer::of(by, standing.patient), participant: id, colleague: participant.colleague };
        let event = || Event { what, standing: Standing { colleagues: colleagues(&self.without(id)), ..standing.clone() } };
        Ok(participant.active.then(event))
    }

    fn with(&self, participant: Participant) -> Vec<Participant> {
        let mut participants = self.participants.clone();
        match participants.iter_mut().find(|known| known.id == participant.id) {
            Some(known) => *known = participant,
            None => participants.push(participant),
        }
        participants
    }

    fn without(&self, id: Uuid) -> Vec<Participant> {
        self.participants.iter().cloned().map(|each| Participant { active: each.active && each.id != id, ..each }).collect()
    }

    fn show(&self, by: &By, visible: bool) -> Result<Option<Event>, Refusal> {
        let standing = self.open_to(by).ok_or(Refusal::NotFound)?;
        if !decides_for_guardians(by) {
            return Err(Refusal::NotTheTeenager);
        }
        let shown = Standing { visible_to_guardians: visible, ..standing.clone() };
        Ok((standing.visible_to_guardians != visible).then_some(Event { what: EventKind::ShownToGuardians, standing: shown }))
    }
}

/// Whether this person decides what guardians see: a teenager, in their own name (IDN-09).
pub const fn decides_for_guardians(by: &By) -> bool {
    matches!(by, By::Resident { teenager: true, representative: None, .. })
}
