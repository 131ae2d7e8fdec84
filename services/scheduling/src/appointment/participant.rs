//! Who takes part beside the patient and the one whom it is with (SCH-18): colleagues, who have one thing at a time, and guests, who are
//! reached by e-mail or phone.

use chassis_domain::{PersonId, RetentionClass, Sealed, Uuid, e164, is_email};

use super::Refusal;

/// So many take part at the same time, at the most.
pub const MOST: usize = 20;

/// Somebody who takes part, or did.
#[derive(Clone, Debug, PartialEq)]
pub struct Participant {
    /// Which, among those of the appointment.
    pub id: Uuid,
    /// A colleague; `None`: a guest.
    pub colleague: Option<PersonId>,
    /// As they are called.
    pub name: Sealed<String>,
    /// Where a guest is written to.
    pub email: Option<Sealed<String>>,
    /// Where a guest is called.
    pub phone: Option<Sealed<String>>,
    /// Takes part still.
    pub active: bool,
}

/// Somebody who is to take part, as whoever asks wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Which they will be.
    pub id: Uuid,
    /// A colleague; `None`: a guest.
    pub colleague: Option<PersonId>,
    /// As they are called.
    pub name: String,
    /// Empty: none.
    pub email: String,
    /// Empty: none.
    pub phone: String,
}

impl Asked {
    /// Takes part, beside these others and the one whom it is with.
    ///
    /// # Errors
    /// When they take part already, or too many do; when a guest has no name or cannot be reached.
    pub fn admitted(&self, assignee: Option<PersonId>, others: &[Participant]) -> Result<Participant, Refusal> {
        let active = || others.iter().filter(|other| other.active && other.id != self.id);
        if active().count() >= MOST {
            return Err(Refusal::TooManyParticipants { max: MOST });
        }
        let Some(colleague) = self.colleague else { return self.guest() };
        if assignee == Some(colleague) || active().any(|other| other.colleague == Some(colleague)) {
            return Err(Refusal::TakesPartAlready);
        }
        let name = Sealed::new(colleague, RetentionClass::Professional, self.name.trim().to_owned());
        Ok(Participant { id: self.id, colleague: Some(colleague), name, email: None, phone: None, active: true })
    }

    /// What is a guest's lies under a key of their own: they are no person whom the platform knows, and their data need not be kept with the
    /// patient's record.
    fn guest(&self) -> Result<Participant, Refusal> {
        let (name, email, phone) = (self.name.trim(), self.email.trim(), self.phone.trim());
        if name.is_empty() {
            return Err(Refusal::NameMissing);
        }
        if email.is_empty() && phone.is_empty() {
            return Err(Refusal::ContactMissing);
        }
        if !email.is_empty() && !is_email(email) {
            return Err(Refusal::EmailMalformed);
        }
        let phone = if phone.is_empty() { None } else { Some(e164(phone).ok_or(Refusal::PhoneMalformed)?) };
        let sealed = |text: String| Sealed::new(PersonId::from_uuid(self.id), RetentionClass::Account, text);
        Ok(Participant {
            id: self.id,
            colleague: None,
            name: sealed(name.to_owned()),
            email: (!email.is_empty()).then(|| sealed(email.to_owned())),
            phone: phone.map(sealed),
            active: true,
        })
    }
}

/// The colleagues who take part.
pub fn colleagues(participants: &[Participant]) -> Vec<PersonId> {
    participants.iter().filter(|participant| participant.active).filter_map(|participant| participant.colleague).collect()
}
