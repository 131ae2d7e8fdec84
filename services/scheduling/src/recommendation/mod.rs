//! A recommendation: a professional (SCH-05) or a digital path (DIG-04) asks a patient to book in a service. It is used with one appointment, or
//! taken back. What becomes of it, state by state, is drawn in `docs/state-charts.md`.

mod stored;
#[cfg(test)]
mod tests;

use chassis_domain::{Aggregate, AudienceKey, DecideContext, Id, Matter, PersonId, Represented, Uuid};

use crate::appointment::{
    AppointmentId,
    value::{By, Doer},
};

/// The id of a recommendation.
pub type RecommendationId = Id<Recommendation>;

/// A recommendation to book.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recommendation {
    /// What is recommended; `None`: there is none.
    pub given: Option<Given>,
    /// Where it stands.
    pub phase: Phase,
    /// What was booked with it.
    pub booked: Option<AppointmentId>,
}

/// What is recommended, to whom.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// The patient.
    pub patient: PersonId,
    /// To be booked.
    pub service: Uuid,
    /// Which mandates it needs of who acts for the patient.
    pub matter: Matter,
    /// The professional; nobody in particular: a digital path.
    pub by: Doer,
}

/// Where a recommendation stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// There is none.
    #[default]
    NotActivated,
    /// It can be booked with.
    Active,
    /// It was booked with.
    Used,
    /// A professional took it back.
    Withdrawn,
}

/// A request to a recommendation.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Recommends.
    Activate {
        /// The professional; nobody in particular: a digital path.
        by: Doer,
        /// The patient.
        patient: PersonId,
        /// The service.
        service: Uuid,
        /// What it is about.
        matter: Matter,
    },
    /// Books with it, for this patient in this service.
    Use {
        /// The patient.
        patient: PersonId,
        /// The service.
        service: Uuid,
        /// What is booked.
        appointment: AppointmentId,
    },
    /// Takes it back.
    Withdraw {
        /// The professional.
        by: By,
    },
}

/// Something that happened to a recommendation.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A professional, or a digital path, recommends.
    Activated(Box<Given>),
    /// An appointment was booked with it.
    Used {
        /// Which.
        appointment: AppointmentId,
        /// Whose it is, for who may be told.
        patient: PersonId,
        /// Which mandates it needs.
        matter: Matter,
    },
    /// It was taken back.
    Withdrawn {
        /// The professional.
        by: Doer,
        /// Whose it is, for who may be told.
        patient: PersonId,
        /// Which mandates it needs.
        matter: Matter,
    },
}

/// A refusal of a recommendation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// For this caller there is no such recommendation.
    #[error("there is no such recommendation")]
    NotFound,
    /// It is there already; ids follow from commands, so another command did it.
    #[error("it is there already")]
    AlreadyActivated,
    /// It is another patient's, for another service, or no longer to be used.
    #[error("the recommendation cannot be used")]
    Unusable,
    /// An appointment was booked with it.
    #[error("an appointment was booked with it")]
    Used,
    /// Another one of this service waits to be booked with.
    #[error("the service is recommended already")]
    AlreadyRecommended,
}

chassis_domain::refusals! { Refusal {
    Self::NotFound => "not_found", Hidden;
    Self::AlreadyActivated => "already_activated", State;
    Self::Unusable => "recommendation_unusable", State;
    Self::Used => "recommendation_used", State;
    Self::AlreadyRecommended => "already_recommended", State;
} }

impl Aggregate for Recommendation {
    const CATEGORY: &'static str = "recommendation";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusal;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Event>, Refusal> {
        let happened = match command {
            Command::Activate { by, patient, service, matter } => {
                if self.given.is_some() {
                    return Err(Refusal::AlreadyActivated);
                }
                Some(Event::Activated(Box::new(Given { patient: *patient, service: *service, matter: *matter, by: by.clone() })))
            }
            Command::Use { patient, service, appointment } => Some(self.book_with(*patient, *service, *appointment)?),
            Command::Withdraw { by } => self.withdraw(by)?,
        };
        Ok(happened.into_iter().collect())
    }

    fn evolve(&mut self, event: &Event) {
        match event {
            Event::Activated(given) => {
                self.given = Some(Given::clone(given));
                self.phase = Phase::Active;
            }
            Event::Used { appointment, .. } => {
                self.phase = Phase::Used;
                self.booked = Some(*appointment);
            }
            Event::Withdrawn { .. } => self.phase = Phase::Withdrawn,
        }
    }
}

impl Recommendation {
    /// Whether just this was recommended, whatever has become of it since.
    ///
    /// # Errors
    /// [`Refusal::AlreadyActivated`]: something else was, or to somebody else.
    pub fn was_given(&self, patient: PersonId, service: Uuid) -> Result<bool, Refusal> {
        match &self.given {
            None => Ok(false),
            Some(given) if given.patient == patient && given.service == service => Ok(true),
            Some(_) => Err(Refusal::AlreadyActivated),
        }
    }

    /// What is recommended, for those who may know of it. What a teenager is recommended is theirs to show (IDN-09).
    pub fn open_to(&self, by: &By) -> Option<&Given> {
        self.given.as_ref().filter(|given| match by {
            By::Resident { person, representative, .. } => {
                *person == given.patient && representative.as_ref().is_none_or(|somebody| somebody.may_see(given.matter.needs(), false))
            }
            By::Practitioner { patient_opened, .. } => *patient_opened,
        })
    }

    /// Whether a patient books in a service with it, or has just booked this: a retry is told what became of the first try.
    pub fn opens(&self, patient: PersonId, service: Uuid, appointment: AppointmentId) -> bool {
        let fits = self.given.as_ref().is_some_and(|given| given.patient == patient && given.service == service);
        fits && (self.phase == Phase::Active || self.booked == Some(appointment))
    }

    fn book_with(&self, patient: PersonId, service: Uuid, appointment: AppointmentId) -> Result<Event, Refusal> {
        let fits = |given: &&Given| self.phase == Phase::Active && given.patient == patient && given.service == service;
        let given = self.given.as_ref().filter(fits).ok_or(Refusal::Unusable)?;
        Ok(Event::Used { appointment, patient: given.patient, matter: given.matter })
    }

    fn withdraw(&self, by: &By) -> Result<Option<Event>, Refusal> {
        let is_professional = matches!(by, By::Practitioner { .. });
        let given = self.open_to(by).filter(|_| is_professional).ok_or(Refusal::NotFound)?;
        match self.phase {
            Phase::NotActivated => Err(Refusal::NotFound),
            Phase::Withdrawn => Ok(None),
            Phase::Used => Err(Refusal::Used),
            Phase::Active => Ok(Some(Event::Withdrawn { by: Doer::of(by, given.patient), patient: given.patient, matter: given.matter })),
        }
    }
}

/// The patient, and who acts for them.
fn audience(patient: PersonId, matter: Matter) -> Vec<AudienceKey> {
    let represented = Represented { resident: patient, needs: matter.needs(), guardians: false };
    [AudienceKey::person(patient)].into_iter().chain(represented.keys()).collect()
}
