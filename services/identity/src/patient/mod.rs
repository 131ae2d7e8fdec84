//! A patient, as professionals find them (PRO-07). The id is the person's own.
//!
//! ```text
//!   (new) --Register--> Known --SaveInfo, Refresh, ChooseCareTeam--> Known
//!   no consent, manually added --GiveConsent--> consent given --WithdrawConsent--> no consent
//! ```
//!
//! Whether a non-disclosure restriction protects somebody, the patient record system says whenever it is asked. Then contact info, area and
//! care team are hidden from professionals, and stay as they were.
//!
//! The personal identity code never changes (PRO-07). That nobody else has it is the
//! reservation's to say (`registration.rs`).

mod event;
mod info;
mod refusal;
#[cfg(test)]
mod tests;

use chassis_domain::{Aggregate, DecideContext, Id, PersonId, Refusals, RetentionClass, Sealed};

pub use event::{Event, Source};
pub use info::Info;
pub use refusal::Refused;

use crate::{care_team::CareTeamId, ssn::Ssn};

/// The id of a patient: the person's own.
pub type PatientId = Id<Patient>;

/// The state of a patient.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Patient {
    /// Never registered.
    #[default]
    Unknown,
    /// Known.
    Known(Known),
}

/// What is known of a patient.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    person: PersonId,
    standing: Standing,
    care_team: Option<CareTeamId>,
    /// A non-disclosure restriction protects the patient.
    protected: bool,
    /// First and last name, as registered.
    registered: [Sealed<String>; 2],
    /// Since somebody changed it.
    info: Option<Sealed<Info>>,
}

/// What of a patient restricts what can be done (PRO-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Consent is given.
    ConsentGiven,
    /// There is none yet.
    NoConsent,
    /// A professional added the patient.
    ManuallyAdded,
}

/// A request to a patient.
#[derive(Clone, Debug)]
pub enum Command {
    /// Makes a patient known.
    Register(Register),
    /// A professional changes the basic info; what only the record knows is left out.
    SaveInfo {
        /// As it should be.
        info: Info,
        /// Whether there is such a service area.
        area_known: bool,
    },
    /// The patient record system has this.
    Refresh {
        /// What it has; empty is what it does not.
        record: Info,
    },
    /// The patient belongs to this care team, or to none.
    ChooseCareTeam {
        /// Which.
        care_team: Option<CareTeamId>,
        /// Whether it can be chosen.
        can_be_chosen: bool,
    },
    /// The patient accepted the terms of use, and so consents to be written to.
    GiveConsent {
        /// The version of the terms.
        terms: u32,
    },
    /// The account on which the consent stood is no more.
    WithdrawConsent,
    /// The patient record system says whether a non-disclosure restriction protects the patient.
    LearnProtection {
        /// Whether it does.
        protected: bool,
    },
}

/// Makes a patient known.
#[derive(Clone, Debug)]
pub struct Register {
    /// Who.
    pub person: PersonId,
    /// The personal identity code.
    pub ssn: Ssn,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// What restricts what can be done.
    pub standing: Standing,
}

/// Why a patient cannot be sent messages (PRO-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreachable {
    /// The patient has not given consent.
    NoConsent,
    /// A professional added the patient, who does not use the service yet.
    ManuallyAdded,
}

impl Aggregate for Patient {
    const CATEGORY: &'static str = "patient";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusals<Refused>;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Event>, Refusals<Refused>> {
        match (self, command) {
            (Self::Known(_), Command::Register(_)) => Ok(vec![]),
            (Self::Unknown, Command::Register(register)) => Ok(vec![register.event()]),
            (Self::Unknown, _) => Err(Refused::NotFound.into()),
            (Self::Known(known), Command::SaveInfo { info, area_known }) => known.save(info, *area_known),
            (Self::Known(known), Command::Refresh { record }) => Ok(known.refresh(record)),
            (Self::Known(known), Command::ChooseCareTeam { care_team, can_be_chosen }) => Ok(known.choose(*care_team, *can_be_chosen)?),
            (Self::Known(known), Command::GiveConsent { terms }) => {
                Ok(if known.consents() { vec![] } else { vec![Event::ConsentGiven { terms: *terms }] })
            }
            (Self::Known(known), Command::WithdrawConsent) => Ok(if known.consents() { vec![Event::ConsentWithdrawn] } else { vec![] }),
            (Self::Known(known), Command::LearnProtection { protected }) => {
                Ok(if known.protected == *protected { vec![] } else { vec![Event::ProtectionChanged { protected: *protected }] })
            }
        }
    }

    fn evolve(&mut self, event: &Event) {
        match (&mut *self, event) {
            (_, Event::Registered { first_name, last_name, standing, .. }) => {
                let registered = [first_name.clone(), last_name.clone()];
                let person = first_name.subject();
                *self = Self::Known(Known { person, standing: *standing, care_team: None, protected: false, registered, info: None });
            }
            (Self::Known(known), Event::InfoChanged { info, .. }) => known.info = Some(info.clone()),
            (Self::Known(known), Event::CareTeamChosen { care_team }) => known.care_team = *care_team,
            (Self::Known(known), Event::ConsentGiven { .. }) => known.standing = Standing::ConsentGiven,
            (Self::Known(known), Event::ConsentWithdrawn) => known.standing = Standing::NoConsent,
            (Self::Known(known), Event::ProtectionChanged { protected }) => known.protected = *protected,
            // Nothing happens to who was never registered.
            (Self::Unknown, _) => {}
        }
    }
}

impl Known {
    fn consents(&self) -> bool {
        self.standing == Standing::ConsentGiven
    }

    /// As it is known now; empty is what was erased.
    fn info(&self) -> Info {
        let word = |sealed: &Sealed<String>| sealed.open().cloned().unwrap_or_default();
        let [first_name, last_name] = &self.registered;
        let registered = || Info { first_name: word(first_name), last_name: word(last_name), ..Info::default() };
        self.info.as_ref().map_or_else(registered, |info| info.open().cloned().unwrap_or_default())
    }

    fn save(&self, info: &Info, area_known: bool) -> Result<Vec<Event>, Refusals<Refused>> {
        let known = self.info();
        // What only the record knows stays.
        let (official_name, record_id) = (known.official_name.clone(), known.record_id.clone());
        // The county may have taken the area off its list since: what was saved once can be saved again.
        let area_known = area_known || info.service_area == known.service_area;
        let info = Info { official_name, record_id, ..info.clone() };
        // Nobody changes what they are not shown.
        let info = if self.protected { info.with_hidden_of(&known) } else { info };
        Ok(self.change(info.checked(area_known || self.protected)?, Source::Professional))
    }

    fn refresh(&self, record: &Info) -> Vec<Event> {
        let known = self.info();
        let refreshed = known.refreshed(record);
        self.change(if self.protected { refreshed.with_hidden_of(&known) } else { refreshed }, Source::Record)
    }

    fn change(&self, info: Info, source: Source) -> Vec<Event> {
        if info == self.info() {
            return vec![];
        }
        vec![Event::InfoChanged { info: Sealed::new(self.person, RetentionClass::CareRecord, info), source }]
    }

    fn choose(&self, care_team: Option<CareTeamId>, can_be_chosen: bool) -> Result<Vec<Event>, Refused> {
        // Before anything else, so that no answer tells which it is.
        if self.protected {
            return Err(Refused::UnderNonDisclosure);
        }
        // Staying where one is needs no leave, also when nobody else is taken in any more.
        if self.care_team == care_team {
            return Ok(vec![]);
        }
        if care_team.is_some() && !can_be_chosen {
            return Err(Refused::CareTeamUnknown);
        }
        Ok(vec![Event::CareTeamChosen { care_team }])
    }
}

impl Register {
    fn event(&self) -> Event {
        let Self { person, ssn, first_name, last_name, standing } = self;
        let sealed = |text: &str| Sealed::new(*person, RetentionClass::CareRecord, text.to_owned());
        Event::Registered { ssn: sealed(ssn.as_str()), first_name: sealed(first_name), last_name: sealed(last_name), standing: *standing }
    }
}

impl Standing {
    /// Whether the patient can be sent messages, and if not, why.
    ///
    /// # Errors
    /// When not.
    pub const fn reachable(self) -> Result<(), Unreachable> {
        match self {
            Self::ConsentGiven => Ok(()),
            Self::NoConsent => Err(Unreachable::NoConsent),
            Self::ManuallyAdded => Err(Unreachable::ManuallyAdded),
        }
    }

    chassis_domain::numbers!(pub i32: ConsentGiven = 1, NoConsent = 2, ManuallyAdded = 3);
}
