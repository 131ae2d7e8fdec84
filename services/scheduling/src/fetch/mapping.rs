//! From what another system tells of an appointment to what the appointment hears: our names for its place, how people meet, and what residents may
//! do with it.

use chassis_domain::{Matter, PersonId, Sealed, Timestamp, Uuid};

use super::FetchState;
use crate::{
    adapters::{booking_system::Told, people::Places},
    appointment::{
        Appointment,
        outside::{Outside, OutsideState, outside_id},
        value::{BookedTime, Terms},
    },
    appointment_search::{BookingSystem, Details},
    kind::AppointmentType,
    slots,
};

/// What names the time of an appointment that another system keeps, under the appointment.
const SLOT: &[u8] = b"slot";

/// What a search makes of what its system tells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mapping<'a> {
    /// The search.
    pub(crate) search: Uuid,
    /// What is kept of it.
    pub(crate) details: &'a Details,
    /// Its system.
    pub(crate) system: BookingSystem,
    /// Its service.
    pub(crate) service: Uuid,
    /// What the service is about.
    pub(crate) matter: Matter,
    /// All places.
    pub(crate) places: &'a Places,
    /// How its fetching went before.
    pub(crate) state: &'a FetchState,
    /// When the system was asked.
    pub(crate) asked_at: Timestamp,
}

impl Mapping<'_> {
    /// What the appointment of this patient hears.
    pub(crate) fn outside(&self, told: &Told, patient: PersonId) -> Outside {
        let id = outside_id(self.system, &told.reference, patient);
        Outside {
            system: self.system,
            reference: told.reference.clone(),
            version: told.version.unwrap_or_else(|| u64::try_from(self.asked_at.as_microsecond()).unwrap_or_default()),
            patient,
            patient_name: told.patient_name.clone(),
            matter: self.matter,
            time: BookedTime {
                search: self.search,
                slot: Uuid::new_v5(&id.uuid(), SLOT),
                schedule: None,
                service: self.service,
                role: self.details.role,
                location: told.location.as_deref().and_then(|name| self.place(name)).or(self.details.location),
                practitioner: None,
                kind: told.kind.or(self.details.appointment_type).unwrap_or(AppointmentType::InPerson),
                starts_at: told.starts_at,
                ends_at: told.ends_at,
                civil_start: slots::civil(told.starts_at),
                terms: Terms {
                    cancelable: self.details.cancelable.of(told.cancelable),
                    reschedulable: self.details.reschedulable.of(told.reschedulable),
                    late_hours: self.details.late_cancel_hours,
                },
                names_practitioner: self.details.practitioner_name_shown,
                contact_time: !self.details.real_appointment,
            },
            practitioner_name: told.practitioner_name.clone(),
            visible_to_guardians: told.visible_to_guardians,
            booked_at: told.booked_at,
            backfill: self.state.is_backfill(told.booked_at),
            state: told.state.clone(),
        }
    }

    /// The place that its system calls so. One that is said to be of this system comes before one of which nobody said of which it is.
    fn place(&self, name: &str) -> Option<Uuid> {
        let (name, system) = (name.trim(), system_name(self.system));
        let named = self.places.iter().filter_map(|(id, place)| {
            let of = place.source_system.trim();
            let is_it = !name.is_empty() && place.external_id.trim() == name && (of.is_empty() || of.eq_ignore_ascii_case(system));
            is_it.then_some((of.is_empty(), *id))
        });
        named.min().map(|(_, id)| id)
    }
}

/// What the appointment hears when its system keeps it no more for its patient; `None`: it is kept here. Nothing that is told of anybody else
/// is in it. Should it be there again, it is told with no lower number.
pub(crate) fn gone(appointment: &Appointment) -> Option<Outside> {
    let standing = appointment.standing.as_ref()?;
    let kept = standing.outside.as_ref()?;
    let open = |text: &Sealed<String>| text.open().cloned();
    Some(Outside {
        system: kept.system,
        reference: kept.reference.clone(),
        version: kept.version,
        patient: standing.patient,
        patient_name: appointment.patient_name.as_ref().and_then(open).unwrap_or_default(),
        matter: standing.matter,
        time: standing.time.clone(),
        practitioner_name: kept.practitioner_name.as_ref().and_then(open),
        visible_to_guardians: standing.visible_to_guardians,
        booked_at: Some(standing.booked_at),
        backfill: false,
        state: OutsideState::Cancelled { reason: None },
    })
}

/// What a system is called in metrics, and by those who say of which one a place is.
pub(crate) const fn system_name(system: BookingSystem) -> &'static str {
    match system {
        BookingSystem::Own => "own",
        BookingSystem::Lifecare => "lifecare",
        BookingSystem::Pegasos => "pegasos",
        BookingSystem::Omni360 => "omni360",
        BookingSystem::Vihta => "vihta",
    }
}
