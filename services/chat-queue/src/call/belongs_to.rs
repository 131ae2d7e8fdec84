//! What a call belongs to: a chat, or an appointment. Who comes in when, who lets others in and who ends it follow from that.

use chassis_domain::{AudienceKey, Matter, PersonId, Uuid};

/// What a call belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BelongsTo {
    /// This chat.
    Chat(Uuid),
    /// This appointment.
    Appointment(Appointment),
}

/// An appointment, as its call knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appointment {
    /// Which.
    pub id: Uuid,
    /// Whose it is.
    pub patient: PersonId,
    /// Which mandates it needs of who acts for the patient.
    pub matter: Matter,
    /// The schedule and the professionals whose lists show it.
    pub calendars: Vec<Uuid>,
}

impl Appointment {
    /// By which those are told whose lists show it.
    pub fn keys(&self) -> impl Iterator<Item = AudienceKey> {
        self.calendars.iter().map(|calendar| AudienceKey::calendar(calendar).remote())
    }
}
