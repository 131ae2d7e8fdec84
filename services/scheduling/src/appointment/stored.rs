//! Events of an appointment in the store, and the facts that they are for the world.

mod standing;

use chassis_domain::{
    DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PersonId, PublishedFact, Sealed, Sealer, Stored, Timestamp, Uuid,
    stored::{Reader, encoded, seal, timestamp},
};
use kajo_proto::scheduling::{store::v1 as stored, v1 as public};
use prost::Message;
use standing::{read_standing, to_stored};

use super::{
    Event, EventKind, Left, Standing,
    event::of_professionals,
    participant::Participant,
    value::{Doer, Side},
};
use crate::kind::AppointmentType;

/// Of the events that there were before colleagues took part.
const SCHEMA: u16 = 2;
/// Of moving, since it tells where the appointment was before.
const MOVED_SCHEMA: u16 = 3;
/// Of these events, where another system keeps the appointment. What the own calendar keeps is stored as before there were others.
const OUTSIDE_SCHEMA: u16 = 3;
/// Of moving, there.
const MOVED_OUTSIDE_SCHEMA: u16 = 4;

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self.what {
            EventKind::Booked { .. } => "appointment.booked",
            EventKind::Moved { .. } => "appointment.moved",
            EventKind::Changed { .. } => "appointment.changed",
            EventKind::Cancelled { .. } => "appointment.cancelled",
            EventKind::Done { .. } => "appointment.done",
            EventKind::CancellationAcknowledged { .. } => "appointment.cancellation_acknowledged",
            EventKind::ParticipantSaved { .. } => "appointment.participant_saved",
            EventKind::ParticipantDeactivated { .. } => "appointment.participant_deactivated",
            EventKind::ShownToGuardians => "appointment.shown_to_guardians",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        let standing = Some(to_stored(&self.standing, sealer));
        match &self.what {
            EventKind::Booked { by, patient_name, participants, backfill } => {
                let (by, patient_name) = (Some(doer(by, sealer)), seal(patient_name, sealer));
                let participants = participants.iter().map(|participant| participant_to_stored(participant, sealer)).collect();
                self.with_colleagues(&stored::AppointmentBooked { standing, by, patient_name, participants, backfill: *backfill })
            }
            EventKind::Moved { by, previous_starts_at, left } => {
                let message = stored::AppointmentMoved {
                    standing,
                    by: Some(doer(by, sealer)),
                    previous_starts_at: Some(timestamp(*previous_starts_at)),
                    previous_schedule_id: text(left.and_then(|left| left.schedule)),
                    previous_practitioner_id: text(left.and_then(|left| left.practitioner).map(PersonId::uuid)),
                    previous_type: left.map(|left| left.kind.number()).unwrap_or_default(),
                };
                Encoded { schema: if self.standing.outside.is_some() { MOVED_OUTSIDE_SCHEMA } else { MOVED_SCHEMA }, ..encoded(&message) }
            }
            EventKind::Changed { by } => encoded(&stored::AppointmentChanged { standing, by: Some(doer(by, sealer)) }),
            EventKind::Cancelled { by, reason } => {
                let by = Some(doer(by, sealer));
                let reason = reason.as_ref().and_then(|reason| seal(reason, sealer));
                self.with_colleagues(&stored::AppointmentCancelled { standing, by, reason })
            }
            EventKind::Done { by } => self.with_colleagues(&stored::AppointmentDone { standing, by: Some(doer(by, sealer)) }),
            EventKind::CancellationAcknowledged { by } => {
                encoded(&stored::AppointmentCancellationAcknowledged { standing, by: Some(doer(by, sealer)) })
            }
            EventKind::ParticipantSaved { by, participant } => {
                let (by, participant) = (Some(doer(by, sealer)), Some(participant_to_stored(participant, sealer)));
                encoded(&stored::AppointmentParticipantSaved { standing, by, participant })
            }
            EventKind::ParticipantDeactivated { by, participant, colleague } => {
                let (participant_id, practitioner_id) = (participant.to_string(), text(colleague.map(PersonId::uuid)));
                let by = Some(doer(by, sealer));
                encoded(&stored::AppointmentParticipantDeactivated { standing, by, participant_id, practitioner_id })
            }
            EventKind::ShownToGuardians => self.with_colleagues(&stored::AppointmentShownToGuardians { standing }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let (what, standing) = match stored.event_type.as_str() {
            "appointment.booked" => {
                let message: stored::AppointmentBooked = reader.payload_until(OUTSIDE_SCHEMA)?;
                let participants = message.participants.into_iter().map(|participant| read_participant(&reader, Some(participant)));
                let participants = participants.collect::<Result<_, _>>()?;
                let (by, patient_name) = (read_doer(&reader, message.by)?, reader.sealed(message.patient_name)?);
                (EventKind::Booked { by, patient_name, participants, backfill: message.backfill }, message.standing)
            }
            "appointment.moved" => {
                let message: stored::AppointmentMoved = reader.payload_until(MOVED_OUTSIDE_SCHEMA)?;
                let previous_starts_at = read_time(&reader, message.previous_starts_at)?;
                let left = match AppointmentType::from_number(message.previous_type) {
                    Some(kind) => Some(Left {
                        schedule: optional(&reader, &message.previous_schedule_id)?,
                        practitioner: optional(&reader, &message.previous_practitioner_id)?.map(PersonId::from_uuid),
                        kind,
                    }),
                    None => None,
                };
                (EventKind::Moved { by: read_doer(&reader, message.by)?, previous_starts_at, left }, message.standing)
            }
            "appointment.changed" => {
                let message: stored::AppointmentChanged = reader.payload()?;
                (EventKind::Changed { by: read_doer(&reader, message.by)? }, message.standing)
            }
            "appointment.cancelled" => {
                let message: stored::AppointmentCancelled = reader.payload_until(OUTSIDE_SCHEMA)?;
                let reason = message.reason.map(|reason| reader.sealed(Some(reason))).transpose()?;
                (EventKind::Cancelled { by: read_doer(&reader, message.by)?, reason }, message.standing)
            }
            "appointment.done" => {
                let message: stored::AppointmentDone = reader.payload_until(OUTSIDE_SCHEMA)?;
                (EventKind::Done { by: read_doer(&reader, message.by)? }, message.standing)
            }
            "appointment.cancellation_acknowledged" => {
                let message: stored::AppointmentCancellationAcknowledged = reader.payload()?;
                (EventKind::CancellationAcknowledged { by: read_doer(&reader, message.by)? }, message.standing)
            }
            "appointment.participant_saved" => {
                let message: stored::AppointmentParticipantSaved = reader.payload()?;
                let participant = read_participant(&reader, message.participant)?;
                (EventKind::ParticipantSaved { by: read_doer(&reader, message.by)?, participant }, message.standing)
            }
            "appointment.participant_deactivated" => {
                let message: stored::AppointmentParticipantDeactivated = reader.payload()?;
                let participant = reader.known(Uuid::try_parse(&message.participant_id).ok())?;
                let colleague = optional(&reader, &message.practitioner_id)?.map(PersonId::from_uuid);
                (EventKind::ParticipantDeactivated { by: read_doer(&reader, message.by)?, participant, colleague }, message.standing)
            }
            "appointment.shown_to_guardians" => {
                let message: stored::AppointmentShownToGuardians = reader.payload_until(OUTSIDE_SCHEMA)?;
                (EventKind::ShownToGuardians, message.standing)
            }
            _ => return Err(reader.unknown()),
        };
        Ok(Self { what, standing: read_standing(&reader, standing)? })
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let (message, payload) = self.fact(meta);
        let mut audience = self.standing.audience();
        // Who takes part no more has a calendar that shows it still, and so has whoever it was with before.
        match self.what {
            EventKind::ParticipantDeactivated { colleague: Some(colleague), .. } => {
                audience.extend(of_professionals(self.standing.time.kind, None, [colleague]));
            }
            EventKind::Moved { left: Some(left), .. } => audience.extend(left.audience()),
            // That somebody has taken note concerns those at work alone.
            EventKind::CancellationAcknowledged { .. } => audience = self.standing.audience_at_work(),
            EventKind::Booked { .. }
            | EventKind::Moved { left: None, .. }
            | EventKind::Changed { .. }
            | EventKind::Cancelled { .. }
            | EventKind::Done { .. }
            | EventKind::ParticipantSaved { .. }
            | EventKind::ParticipantDeactivated { colleague: None, .. }
            | EventKind::ShownToGuardians => {}
        }
        Some(PublishedFact { message, payload, audience })
    }
}

impl Event {
    fn with_colleagues(&self, message: &impl Message) -> Encoded {
        Encoded { schema: if self.standing.outside.is_some() { OUTSIDE_SCHEMA } else { SCHEMA }, ..encoded(message) }
    }

    /// What the world is told.
    fn fact(&self, meta: &EventMeta) -> (&'static str, Vec<u8>) {
        let appointment_id = meta.aggregate_id.to_string();
        let appointment = Some(self.standing.fact(meta.version));
        match &self.what {
            EventKind::Booked { by, backfill, .. } => {
                let side = by.side.public().into();
                let fact = public::AppointmentBooked { appointment_id, appointment, side, backfill: *backfill };
                ("kajo.scheduling.v1.AppointmentBooked", fact.encode_to_vec())
            }
            EventKind::Moved { by, previous_starts_at, .. } => {
                let (side, previous_starts_at) = (by.side.public().into(), Some(timestamp(*previous_starts_at)));
                let fact = public::AppointmentMoved { appointment_id, appointment, side, previous_starts_at };
                ("kajo.scheduling.v1.AppointmentMoved", fact.encode_to_vec())
            }
            EventKind::Changed { .. } => {
                ("kajo.scheduling.v1.AppointmentChanged", public::AppointmentChanged { appointment_id, appointment }.encode_to_vec())
            }
            EventKind::Cancelled { by, .. } => {
                let fact = public::AppointmentCancelled { appointment_id, appointment, side: by.side.public().into() };
                ("kajo.scheduling.v1.AppointmentCancelled", fact.encode_to_vec())
            }
            EventKind::Done { .. } => ("kajo.scheduling.v1.AppointmentDone", public::AppointmentDone { appointment_id, appointment }.encode_to_vec()),
            EventKind::CancellationAcknowledged { .. } => {
                let fact = public::AppointmentCancellationAcknowledged { appointment_id };
                ("kajo.scheduling.v1.AppointmentCancellationAcknowledged", fact.encode_to_vec())
            }
            EventKind::ParticipantSaved { .. } => {
                let (left_practitioner_id, left_guest_id) = (String::new(), String::new());
                let fact = public::AppointmentParticipantsChanged { appointment_id, appointment, left_practitioner_id, left_guest_id };
                ("kajo.scheduling.v1.AppointmentParticipantsChanged", fact.encode_to_vec())
            }
            EventKind::ParticipantDeactivated { participant, colleague, .. } => {
                let left_practitioner_id = text(colleague.map(PersonId::uuid));
                let left_guest_id = text(colleague.is_none().then_some(*participant));
                let fact = public::AppointmentParticipantsChanged { appointment_id, appointment, left_practitioner_id, left_guest_id };
                ("kajo.scheduling.v1.AppointmentParticipantsChanged", fact.encode_to_vec())
            }
            EventKind::ShownToGuardians => {
                let fact = public::AppointmentShownToGuardians { appointment_id, visible: self.standing.visible_to_guardians };
                ("kajo.scheduling.v1.AppointmentShownToGuardians", fact.encode_to_vec())
            }
        }
    }
}

impl Standing {
    fn fact(&self, revision: u64) -> public::AppointmentFact {
        let time = &self.time;
        public::AppointmentFact {
            patient_id: self.patient.to_string(),
            service_id: time.service.to_string(),
            booking_role_id: text(time.role),
            location_id: text(time.location),
            r#type: time.kind.public().into(),
            starts_at: Some(timestamp(time.starts_at)),
            ends_at: Some(timestamp(time.ends_at)),
            booked_at: Some(timestamp(self.booked_at)),
            recommendation_id: text(self.recommendation),
            revision,
            contact_time: time.contact_time,
        }
    }
}

fn text(id: Option<Uuid>) -> String {
    id.map(|id| id.to_string()).unwrap_or_default()
}

fn participant_to_stored(participant: &Participant, sealer: &mut dyn Sealer) -> stored::Participant {
    stored::Participant {
        participant_id: participant.id.to_string(),
        practitioner_id: text(participant.colleague.map(PersonId::uuid)),
        name: seal(&participant.name, sealer),
        email: participant.email.as_ref().and_then(|email| seal(email, sealer)),
        phone: participant.phone.as_ref().and_then(|phone| seal(phone, sealer)),
    }
}

/// Who is written down takes part.
fn read_participant(reader: &Reader<'_>, message: Option<stored::Participant>) -> Result<Participant, DecodeError> {
    let message = reader.known(message)?;
    let sealed = |text: Option<_>| text.map(|text| reader.sealed(Some(text))).transpose();
    Ok(Participant {
        id: reader.known(Uuid::try_parse(&message.participant_id).ok())?,
        colleague: optional(reader, &message.practitioner_id)?.map(PersonId::from_uuid),
        name: reader.sealed(message.name)?,
        email: sealed(message.email)?,
        phone: sealed(message.phone)?,
        active: true,
    })
}

fn optional(reader: &Reader<'_>, text: &str) -> Result<Option<Uuid>, DecodeError> {
    if text.is_empty() { Ok(None) } else { reader.known(Uuid::try_parse(text).ok()).map(Some) }
}

fn read_time(reader: &Reader<'_>, at: Option<prost_types::Timestamp>) -> Result<Timestamp, DecodeError> {
    reader.known(at.and_then(|at| Timestamp::new(at.seconds, at.nanos).ok()))
}

/// Who did something, for the store.
pub(crate) fn doer(by: &Doer, sealer: &mut dyn Sealer) -> stored::Doer {
    let (representative, name) = by.representative.clone().unzip();
    stored::Doer {
        side: by.side.number(),
        person_id: text(by.person.map(PersonId::uuid)),
        name: by.name.as_ref().and_then(|name| seal(name, sealer)),
        representative_id: text(representative.map(PersonId::uuid)),
        representative_name: name.as_ref().and_then(|name: &Sealed<String>| seal(name, sealer)),
    }
}

/// From the store.
pub(crate) fn read_doer(reader: &Reader<'_>, message: Option<stored::Doer>) -> Result<Doer, DecodeError> {
    let message = reader.known(message)?;
    let representative = optional(reader, &message.representative_id)?.map(PersonId::from_uuid);
    let representative = match representative {
        Some(person) => Some((person, reader.sealed(message.representative_name)?)),
        None => None,
    };
    Ok(Doer {
        side: reader.known(Side::from_number(message.side))?,
        person: optional(reader, &message.person_id)?.map(PersonId::from_uuid),
        name: message.name.map(|name| reader.sealed(Some(name))).transpose()?,
        representative,
    })
}
