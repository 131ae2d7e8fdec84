//! A content of a patient: a service content that a professional (CMS-07) or a digital path (DIG-04) has given them to read.
//!
//! ```text
//!   (new) --Activate--> Unread --MarkRead--> Read --MarkRead, a newer version--> Read
//!                       Unread, Read --Withdraw--> Withdrawn
//!                       Unread --WithdrawWithAccount--> Withdrawn
//! ```
//!
//! The words are those of the service content as they are published, also once it is archived: nothing of them stands here. Which of its versions
//! stood before somebody's eyes last is remembered, so that they are told of a newer one.

mod command;
mod doer;
mod event;
mod refusal;
mod stored;
#[cfg(test)]
mod tests;

use chassis_domain::{Aggregate, DecideContext, Id, PersonId, Representative, Uuid};
use kajo_proto::{content::v1::PatientContentState, identity::v1::Messaging};

pub use self::{
    command::{Activating, Command},
    doer::{By, Doer},
    event::{Event, EventKind, Standing},
    refusal::Refusal,
};

/// The id of a content of a patient.
pub type PatientContentId = Id<PatientContent>;

/// A service content that a patient was given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PatientContent {
    /// How it stands; `None`: there is none.
    pub standing: Option<Standing>,
    /// Where it is in its life.
    pub phase: Phase,
    /// The professional who gave it; `None`: the platform.
    pub activated_by: Option<PersonId>,
    /// The newest version that was read; 0: none.
    pub read_version: u32,
}

/// Where a content of a patient is in its life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// There is none.
    #[default]
    NotActivated,
    /// Nobody has read it.
    Unread,
    /// It was read.
    Read,
    /// It was taken back.
    Withdrawn,
}

impl Phase {
    chassis_domain::numbers!(pub i16: NotActivated = 0, Unread = 1, Read = 2, Withdrawn = 3);

    /// As the contract has it.
    pub const fn public(self) -> PatientContentState {
        match self {
            Self::NotActivated => PatientContentState::Unspecified,
            Self::Unread => PatientContentState::Unread,
            Self::Read => PatientContentState::Read,
            Self::Withdrawn => PatientContentState::Withdrawn,
        }
    }

    /// Whether it stands: its words are told, and it may be taken back.
    pub const fn stands(self) -> bool {
        matches!(self, Self::Unread | Self::Read)
    }
}

impl Aggregate for PatientContent {
    const CATEGORY: &'static str = "patient_content";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusal;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Event>, Refusal> {
        let happened = match command {
            Command::Activate(asked) => Some(self.activate(asked)?),
            Command::MarkRead { by, published_version } => self.mark_read(by, *published_version)?,
            Command::Withdraw { by } => self.withdraw(by)?,
            Command::WithdrawWithAccount => self.withdraw_with_account(),
            Command::ShowToGuardians { by, visible } => self.show(by, *visible)?,
        };
        Ok(happened.into_iter().collect())
    }

    fn evolve(&mut self, event: &Event) {
        self.standing = Some(event.standing);
        match &event.what {
            EventKind::Activated { by } => {
                self.phase = Phase::Unread;
                self.activated_by = by.person;
            }
            EventKind::Read { published_version, .. } => {
                self.phase = Phase::Read;
                self.read_version = *published_version;
            }
            EventKind::Withdrawn { .. } => self.phase = Phase::Withdrawn,
            EventKind::ShownToGuardians { .. } => {}
        }
    }
}

impl PatientContent {
    /// Whether just this was given, whatever has become of it since.
    ///
    /// # Errors
    /// [`Refusal::AlreadyActivated`]: something else was, or to somebody else.
    pub fn was_given(&self, patient: PersonId, content: Uuid) -> Result<bool, Refusal> {
        match &self.standing {
            None => Ok(false),
            Some(standing) if standing.patient == patient && standing.content == content => Ok(true),
            Some(_) => Err(Refusal::AlreadyActivated),
        }
    }

    /// How it stands, for those who may know of it: the patient and who acts for them; professionals who have opened the patient; the platform.
    pub fn open_to(&self, by: &By) -> Option<&Standing> {
        self.standing.as_ref().filter(|standing| match by {
            By::Resident { person, representative, .. } => {
                let may_see = |somebody: &Representative| somebody.may_see(standing.matter.needs(), standing.visible_to_guardians);
                *person == standing.patient && representative.as_ref().is_none_or(may_see)
            }
            By::Practitioner { patient_opened, .. } => *patient_opened,
            By::Platform => true,
        })
    }

    fn event(&self, standing: &Standing, what: EventKind) -> Event {
        Event { what, standing: *standing, informs: self.activated_by }
    }

    fn activate(&self, asked: &Activating) -> Result<Event, Refusal> {
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
        match asked.messaging {
            Messaging::Allowed => {}
            Messaging::ManuallyAdded => return Err(Refusal::PatientManuallyAdded),
            Messaging::NoConsent | Messaging::Unspecified => return Err(Refusal::PatientWithoutConsent),
        }
        if asked.archived {
            return Err(Refusal::ContentArchived);
        }
        if asked.is_given && !asked.again {
            return Err(Refusal::AlreadyGiven);
        }
        // What a professional gives is the teenager's to show (IDN-09).
        let Activating { patient, content, matter, .. } = *asked;
        let standing = Standing { patient, content, matter, visible_to_guardians: false };
        let by = Doer::of(&asked.by, patient);
        Ok(Event { standing, informs: by.person, what: EventKind::Activated { by } })
    }

    /// What was read stays read: words that were read before, or that a slower device shows, change nothing.
    fn mark_read(&self, by: &By, published_version: u32) -> Result<Option<Event>, Refusal> {
        let is_resident = matches!(by, By::Resident { .. });
        let standing = self.open_to(by).filter(|_| is_resident).ok_or(Refusal::NotFound)?;
        match self.phase {
            Phase::NotActivated => Err(Refusal::NotFound),
            Phase::Withdrawn => Err(Refusal::Withdrawn),
            Phase::Read if published_version <= self.read_version => Ok(None),
            Phase::Unread | Phase::Read => Ok(Some(self.event(standing, EventKind::Read { by: Doer::of(by, standing.patient), published_version }))),
        }
    }

    fn withdraw(&self, by: &By) -> Result<Option<Event>, Refusal> {
        let is_resident = matches!(by, By::Resident { .. });
        let standing = self.open_to(by).filter(|_| !is_resident).ok_or(Refusal::NotFound)?;
        let what = EventKind::Withdrawn { by: Doer::of(by, standing.patient) };
        Ok(self.phase.stands().then(|| self.event(standing, what)))
    }

    /// What was read stays as it was: it belongs to the care record.
    fn withdraw_with_account(&self) -> Option<Event> {
        let standing = self.standing.as_ref().filter(|_| self.phase == Phase::Unread)?;
        Some(self.event(standing, EventKind::Withdrawn { by: Doer::of(&By::Platform, standing.patient) }))
    }

    fn show(&self, by: &By, visible: bool) -> Result<Option<Event>, Refusal> {
        let standing = self.open_to(by).ok_or(Refusal::NotFound)?;
        if !decides_for_guardians(by) {
            return Err(Refusal::NotTheTeenager);
        }
        let shown = Standing { visible_to_guardians: visible, ..*standing };
        let what = EventKind::ShownToGuardians { by: Doer::of(by, standing.patient) };
        Ok((standing.visible_to_guardians != visible).then(|| self.event(&shown, what)))
    }
}

/// Whether this person decides what guardians see: a teenager, in their own name (IDN-09).
pub const fn decides_for_guardians(by: &By) -> bool {
    matches!(by, By::Resident { teenager: true, representative: None, .. })
}
