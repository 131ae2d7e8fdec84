//! An activation: a survey that a patient is given to answer, by a professional or a digital path (DIG-04), from a day on and until another one
//! (SUR-02, SUR-03).
//!
//! ```text
//!   (new) --Activate--> Planned --Open--> Open --Answer--> Answered
//!                       Planned, Open --Expire--> Expired
//!                       Planned, Open --Withdraw, WithdrawWithAccount--> Withdrawn
//! ```
//!
//! Activated from today it is open at once. Days decide, whether or not somebody has said by `Open` and `Expire` that they have come: what is
//! planned is answered on its first day, and nothing is after its last one ([`SurveyActivation::phase_at`]). It is answered once, in one unit of
//! work with its response.

mod command;
mod days;
mod event;
mod refusal;
mod stored;
#[cfg(test)]
mod tests;

use chassis_domain::{Aggregate, DecideContext, Id, PersonId, RetentionClass, Sealed, Timestamp, Uuid};
use kajo_proto::{identity::v1::Messaging, survey::v1::SurveyActivationState};

pub use command::{Activating, Command};
pub use event::{Event, EventKind, Standing};
pub use refusal::Refusal;

use crate::{
    civil_days,
    doer::{By, Doer},
};

/// The id of an activation.
pub type ActivationId = Id<SurveyActivation>;

/// A survey that a patient is given to answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurveyActivation {
    /// How it stands; `None`: there is none.
    pub standing: Option<Standing>,
    /// Where it is in its life, as far as somebody has said so.
    pub phase: Phase,
    /// The professional who activated it; `None`: the platform.
    pub activated_by: Option<PersonId>,
    /// What was answered.
    pub response: Option<Uuid>,
}

/// Where an activation is in its life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// There is none.
    #[default]
    NotActivated,
    /// Its first day has not come.
    Planned,
    /// To be answered.
    Open,
    /// It is answered.
    Answered,
    /// Its last day is over, and nobody has answered.
    Expired,
    /// It was taken back.
    Withdrawn,
}

impl Phase {
    chassis_domain::numbers!(pub i16: NotActivated = 0, Planned = 1, Open = 2, Answered = 3, Expired = 4, Withdrawn = 5);

    /// As the contract has it.
    pub const fn public(self) -> SurveyActivationState {
        match self {
            Self::NotActivated => SurveyActivationState::Unspecified,
            Self::Planned => SurveyActivationState::Planned,
            Self::Open => SurveyActivationState::Open,
            Self::Answered => SurveyActivationState::Answered,
            Self::Expired => SurveyActivationState::Expired,
            Self::Withdrawn => SurveyActivationState::Withdrawn,
        }
    }

    /// Where it is then, by its days.
    #[must_use]
    pub fn at(self, opens_at: Timestamp, closes_at: Option<Timestamp>, now: Timestamp) -> Self {
        match self {
            Self::Planned | Self::Open if closes_at.is_some_and(|closes_at| closes_at <= now) => Self::Expired,
            Self::Planned | Self::Open if opens_at <= now => Self::Open,
            Self::Planned | Self::Open => Self::Planned,
            Self::NotActivated | Self::Answered | Self::Expired | Self::Withdrawn => self,
        }
    }
}

impl Aggregate for SurveyActivation {
    const CATEGORY: &'static str = "survey_activation";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusal;

    fn decide(&self, command: &Command, cx: &DecideContext) -> Result<Vec<Event>, Refusal> {
        let happened = match command {
            Command::Activate(asked) => return self.activate(asked, cx),
            Command::Open => self.open(cx.now),
            Command::Expire => self.expire(cx.now),
            Command::Answer { by, response } => Some(self.answer(by, *response, cx.now)?),
            Command::Withdraw { by } => self.withdraw(by, cx.now)?,
            Command::WithdrawWithAccount => self.withdraw_with_account(cx.now),
            Command::ShowToGuardians { by, visible } => self.show(by, *visible)?,
        };
        Ok(happened.into_iter().collect())
    }

    fn evolve(&mut self, event: &Event) {
        self.standing = Some(event.standing.clone());
        match &event.what {
            EventKind::Activated { by, .. } => {
                self.phase = Phase::Planned;
                self.activated_by = by.professional();
            }
            EventKind::Opened => self.phase = Phase::Open,
            EventKind::Answered { response, .. } => {
                self.phase = Phase::Answered;
                self.response = Some(*response);
            }
            EventKind::Expired => self.phase = Phase::Expired,
            EventKind::Withdrawn { .. } => self.phase = Phase::Withdrawn,
            EventKind::ShownToGuardians { .. } => {}
        }
    }
}

impl SurveyActivation {
    /// Whether just this was activated, whatever has become of it since.
    ///
    /// # Errors
    /// [`Refusal::AlreadyActivated`]: something else was, or for somebody else.
    pub fn was_given(&self, patient: PersonId, survey: Uuid) -> Result<bool, Refusal> {
        match &self.standing {
            None => Ok(false),
            Some(standing) if standing.patient == patient && standing.survey == survey => Ok(true),
            Some(_) => Err(Refusal::AlreadyActivated),
        }
    }

    /// How it stands, for those who may know of it: the patient and who acts for them; professionals who have opened the patient; the platform.
    pub fn open_to(&self, by: &By) -> Option<&Standing> {
        self.standing.as_ref().filter(|standing| match by {
            By::Resident { person, representative, .. } => {
                let may_see = |somebody: &chassis_domain::Representative| somebody.may_see(standing.matter.needs(), standing.visible_to_guardians);
                *person == standing.patient && representative.as_ref().is_none_or(may_see)
            }
            By::Practitioner { patient_opened, .. } => *patient_opened,
            By::Platform => true,
        })
    }

    /// Where it is then, by its days.
    pub fn phase_at(&self, now: Timestamp) -> Phase {
        self.standing.as_ref().map_or(self.phase, |standing| self.phase.at(standing.opens_at(), standing.closes_at(), now))
    }

    /// How it stands, for a resident who may answer it now.
    ///
    /// # Errors
    /// When they may not.
    pub fn answerable(&self, by: &By, now: Timestamp) -> Result<&Standing, Refusal> {
        let is_resident = matches!(by, By::Resident { .. });
        let standing = self.open_to(by).filter(|_| is_resident).ok_or(Refusal::NotFound)?;
        match self.phase_at(now) {
            Phase::Open => Ok(standing),
            Phase::NotActivated => Err(Refusal::NotFound),
            Phase::Planned => Err(Refusal::NotOpenYet),
            Phase::Answered => Err(Refusal::AlreadyAnswered),
            Phase::Expired => Err(Refusal::Over),
            Phase::Withdrawn => Err(Refusal::Withdrawn),
        }
    }

    fn event(&self, standing: &Standing, what: EventKind) -> Event {
        Event { what, standing: standing.clone(), informs: self.activated_by }
    }

    fn activate(&self, asked: &Activating, cx: &DecideContext) -> Result<Vec<Event>, Refusal> {
        if self.standing.is_some() {
            return Err(Refusal::AlreadyActivated);
        }
        let may_activate = match &asked.by {
            By::Practitioner { patient_opened, .. } => *patient_opened,
            By::Platform => true,
            By::Resident { .. } => false,
        };
        if !may_activate {
            return Err(Refusal::NotFound);
        }
        let today = civil_days::today(cx.now);
        let (from, answer_by) = days::asked(&asked.from_date, &asked.answer_by_date, today)?;
        match asked.messaging {
            Messaging::Allowed => {}
            Messaging::ManuallyAdded => return Err(Refusal::PatientManuallyAdded),
            Messaging::NoConsent | Messaging::Unspecified => return Err(Refusal::PatientWithoutConsent),
        }
        if asked.archived {
            return Err(Refusal::SurveyArchived);
        }
        if asked.is_given && !asked.again {
            return Err(Refusal::AlreadyOpen);
        }
        // What a professional activates is the teenager's to show (IDN-09).
        let Activating { patient, survey, matter, .. } = *asked;
        let standing = Standing { patient, survey, matter, from, answer_by, visible_to_guardians: false };
        let by = Doer::of(&asked.by, patient);
        let informs = by.professional();
        let patient_name = Sealed::new(patient, RetentionClass::CareRecord, asked.patient_name.clone());
        let event = |what| Event { what, standing: standing.clone(), informs };
        let opened = (from <= today).then(|| event(EventKind::Opened));
        Ok([event(EventKind::Activated { by, patient_name })].into_iter().chain(opened).collect())
    }

    /// Never early, and not when its last day is over as well.
    fn open(&self, now: Timestamp) -> Option<Event> {
        let standing = self.standing.as_ref().filter(|_| self.phase == Phase::Planned)?;
        (self.phase_at(now) == Phase::Open).then(|| self.event(standing, EventKind::Opened))
    }

    /// Never early; what was answered or taken back stays so.
    fn expire(&self, now: Timestamp) -> Option<Event> {
        let standing = self.standing.as_ref().filter(|_| self.phase != Phase::Expired)?;
        (self.phase_at(now) == Phase::Expired).then(|| self.event(standing, EventKind::Expired))
    }

    /// The first answer counts.
    fn answer(&self, by: &By, response: Uuid, now: Timestamp) -> Result<Event, Refusal> {
        let standing = self.answerable(by, now)?;
        Ok(self.event(standing, EventKind::Answered { by: Doer::of(by, standing.patient), response }))
    }

    fn withdraw(&self, by: &By, now: Timestamp) -> Result<Option<Event>, Refusal> {
        let is_resident = matches!(by, By::Resident { .. });
        let standing = self.open_to(by).filter(|_| !is_resident).ok_or(Refusal::NotFound)?;
        match self.phase_at(now) {
            Phase::NotActivated => Err(Refusal::NotFound),
            Phase::Withdrawn => Ok(None),
            Phase::Answered => Err(Refusal::AlreadyAnswered),
            Phase::Expired => Err(Refusal::Over),
            Phase::Planned | Phase::Open => Ok(Some(self.event(standing, EventKind::Withdrawn { by: Doer::of(by, standing.patient) }))),
        }
    }

    /// What is over stays as it was: it belongs to the care record.
    fn withdraw_with_account(&self, now: Timestamp) -> Option<Event> {
        let is_unfinished = matches!(self.phase_at(now), Phase::Planned | Phase::Open);
        let standing = self.standing.as_ref().filter(|_| is_unfinished)?;
        Some(self.event(standing, EventKind::Withdrawn { by: Doer::of(&By::Platform, standing.patient) }))
    }

    fn show(&self, by: &By, visible: bool) -> Result<Option<Event>, Refusal> {
        let standing = self.open_to(by).ok_or(Refusal::NotFound)?;
        if !decides_for_guardians(by) {
            return Err(Refusal::NotTheTeenager);
        }
        let shown = Standing { visible_to_guardians: visible, ..standing.clone() };
        let what = EventKind::ShownToGuardians { by: Doer::of(by, standing.patient) };
        Ok((standing.visible_to_guardians != visible).then(|| self.event(&shown, what)))
    }
}

/// Whether this person decides what guardians see: a teenager, in their own name (IDN-09).
pub const fn decides_for_guardians(by: &By) -> bool {
    matches!(by, By::Resident { teenager: true, representative: None, .. })
}
