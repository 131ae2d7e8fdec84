//! How an appointment stands, in the store.

use chassis_domain::{
    DecodeError, Matter, PersonId, Sealer, Uuid,
    stored::{Reader, seal, timestamp},
};
use kajo_proto::scheduling::store::v1 as stored;

use super::{optional, read_time, text};
use crate::{
    appointment::{
        Standing,
        outside::KeptOutside,
        value::{BookedTime, Terms},
    },
    appointment_search::BookingSystem,
    kind::AppointmentType,
};

/// For the store.
pub(super) fn to_stored(standing: &Standing, sealer: &mut dyn Sealer) -> stored::AppointmentStanding {
    let Standing { patient, matter, visible_to_guardians, time, booked_at, recommendation, colleagues, cancelable, outside } = standing;
    stored::AppointmentStanding {
        patient_id: patient.to_string(),
        matter: matter.number(),
        time: Some(time_to_stored(time)),
        booked_at: Some(timestamp(*booked_at)),
        recommendation_id: text(*recommendation),
        visible_to_guardians: *visible_to_guardians,
        colleague_ids: colleagues.iter().map(ToString::to_string).collect(),
        cancelable: *cancelable,
        outside: outside.as_ref().map(|outside| outside_to_stored(outside, sealer)),
    }
}

/// From the store.
pub(super) fn read_standing(reader: &Reader<'_>, message: Option<stored::AppointmentStanding>) -> Result<Standing, DecodeError> {
    let message = reader.known(message)?;
    Ok(Standing {
        patient: reader.id(&message.patient_id)?,
        matter: reader.known(Matter::from_number(message.matter))?,
        visible_to_guardians: message.visible_to_guardians,
        time: read_booked_time(reader, message.time)?,
        booked_at: read_time(reader, message.booked_at)?,
        recommendation: optional(reader, &message.recommendation_id)?,
        colleagues: reader.ids(&message.colleague_ids)?,
        cancelable: message.cancelable,
        outside: message.outside.map(|outside| read_outside(reader, outside)).transpose()?,
    })
}

fn outside_to_stored(outside: &KeptOutside, sealer: &mut dyn Sealer) -> stored::KeptOutside {
    let KeptOutside { system, reference, version, practitioner_name } = outside;
    stored::KeptOutside {
        system: system.number(),
        reference: reference.clone(),
        version: *version,
        practitioner_name: practitioner_name.as_ref().and_then(|name| seal(name, sealer)),
    }
}

fn read_outside(reader: &Reader<'_>, message: stored::KeptOutside) -> Result<KeptOutside, DecodeError> {
    Ok(KeptOutside {
        system: reader.known(BookingSystem::from_number(message.system))?,
        reference: message.reference,
        version: message.version,
        practitioner_name: message.practitioner_name.map(|name| reader.sealed(Some(name))).transpose()?,
    })
}

fn time_to_stored(time: &BookedTime) -> stored::BookedTime {
    stored::BookedTime {
        search_id: time.search.to_string(),
        slot_id: time.slot.to_string(),
        schedule_id: text(time.schedule),
        service_id: time.service.to_string(),
        booking_role_id: text(time.role),
        location_id: text(time.location),
        practitioner_id: text(time.practitioner.map(PersonId::uuid)),
        r#type: time.kind.number(),
        starts_at: Some(timestamp(time.starts_at)),
        ends_at: Some(timestamp(time.ends_at)),
        civil_start: time.civil_start.clone(),
        cancelable: time.terms.cancelable,
        reschedulable: time.terms.reschedulable,
        late_hours: time.terms.late_hours,
        names_practitioner: time.names_practitioner,
        contact_time: time.contact_time,
    }
}

fn read_booked_time(reader: &Reader<'_>, message: Option<stored::BookedTime>) -> Result<BookedTime, DecodeError> {
    let message = reader.known(message)?;
    let id = |text: &str| reader.known(Uuid::try_parse(text).ok());
    Ok(BookedTime {
        search: id(&message.search_id)?,
        slot: id(&message.slot_id)?,
        schedule: optional(reader, &message.schedule_id)?,
        service: id(&message.service_id)?,
        role: optional(reader, &message.booking_role_id)?,
        location: optional(reader, &message.location_id)?,
        practitioner: optional(reader, &message.practitioner_id)?.map(PersonId::from_uuid),
        kind: reader.known(AppointmentType::from_number(message.r#type))?,
        starts_at: read_time(reader, message.starts_at)?,
        ends_at: read_time(reader, message.ends_at)?,
        civil_start: message.civil_start,
        terms: Terms { cancelable: message.cancelable, reschedulable: message.reschedulable, late_hours: message.late_hours },
        names_practitioner: message.names_practitioner,
        contact_time: message.contact_time,
    })
}
