//! Scheduling, as this service hears of it: what becomes of appointments, told by facts on the bus and nothing beside them.

use chassis::{Service, service::Running, store::CommandMeta, testkit::World};
use chassis_domain::{
    Aggregate, AudienceKey, DecideContext, DecodeError, DomainEvent, Encoded, EventMeta, EventType, Id, Opener, PublishedFact, Sealer, Stored, Uuid,
    stored::{Reader, encoded},
};
use chat_queue::call::Refused;
use kajo_proto::scheduling::v1::{
    AppointmentCancelled, AppointmentDone, AppointmentFact, AppointmentMoved, AppointmentParticipantsChanged, AppointmentType,
};
use prost::Message;
use sqlx::migrate::Migrator;

/// Any tables: none of them is used.
static MIGRATOR: Migrator = sqlx::migrate!();

/// What becomes of an appointment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Moved,
    Cancelled,
    Done,
    /// This colleague takes part no more.
    ColleagueLeft(Uuid),
    /// This guest does not.
    GuestLeft(Uuid),
}

impl Change {
    /// Who takes part no more.
    fn left(self) -> AppointmentParticipantsChanged {
        match self {
            Self::Moved | Self::Cancelled | Self::Done => AppointmentParticipantsChanged::default(),
            Self::ColleagueLeft(id) => {
                AppointmentParticipantsChanged { left_practitioner_id: id.to_string(), ..AppointmentParticipantsChanged::default() }
            }
            Self::GuestLeft(id) => AppointmentParticipantsChanged { left_guest_id: id.to_string(), ..AppointmentParticipantsChanged::default() },
        }
    }
}

/// An appointment by video, of which nothing is known.
#[derive(Clone, Debug, Default)]
struct Appointment;

impl Aggregate for Appointment {
    const CATEGORY: &'static str = "appointment";
    type Command = Change;
    type Event = Change;
    type Refusal = Refused;

    fn decide(&self, change: &Change, _: &DecideContext) -> Result<Vec<Change>, Refused> {
        Ok(vec![*change])
    }

    fn evolve(&mut self, _: &Change) {}
}

impl DomainEvent for Change {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::Moved => "appointment.moved",
            Self::Cancelled => "appointment.cancelled",
            Self::Done => "appointment.done",
            Self::ColleagueLeft(_) => "appointment.colleague_left",
            Self::GuestLeft(_) => "appointment.guest_left",
        })
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        encoded(&self.left())
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let left: AppointmentParticipantsChanged = reader.payload()?;
        let id = |text: &str| reader.known(Uuid::try_parse(text).ok());
        match stored.event_type.as_str() {
            "appointment.moved" => Ok(Self::Moved),
            "appointment.cancelled" => Ok(Self::Cancelled),
            "appointment.done" => Ok(Self::Done),
            "appointment.colleague_left" => Ok(Self::ColleagueLeft(id(&left.left_practitioner_id)?)),
            "appointment.guest_left" => Ok(Self::GuestLeft(id(&left.left_guest_id)?)),
            _ => Err(reader.unknown()),
        }
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let appointment_id = meta.aggregate_id.to_string();
        let appointment = Some(AppointmentFact { r#type: AppointmentType::Video.into(), ..AppointmentFact::default() });
        let (message, payload) = match self {
            Self::Moved => {
                let fact = AppointmentMoved { appointment_id, appointment, ..AppointmentMoved::default() };
                ("kajo.scheduling.v1.AppointmentMoved", fact.encode_to_vec())
            }
            Self::Cancelled => {
                let fact = AppointmentCancelled { appointment_id, appointment, ..AppointmentCancelled::default() };
                ("kajo.scheduling.v1.AppointmentCancelled", fact.encode_to_vec())
            }
            Self::Done => ("kajo.scheduling.v1.AppointmentDone", AppointmentDone { appointment_id, appointment }.encode_to_vec()),
            Self::ColleagueLeft(_) | Self::GuestLeft(_) => {
                let fact = AppointmentParticipantsChanged { appointment_id, appointment, ..self.left() };
                ("kajo.scheduling.v1.AppointmentParticipantsChanged", fact.encode_to_vec())
            }
        };
        Some(PublishedFact { message, payload, audience: vec![AudienceKey::everybody()] })
    }
}

/// Starts it beside the service.
pub(crate) async fn start(world: &World) -> Running {
    world.environment().service(Service::new("scheduling", &MIGRATOR).aggregate::<Appointment>()).await.unwrap()
}

/// This becomes of an appointment.
pub(crate) async fn happens(scheduling: &Running, appointment: Uuid, change: Change) {
    let id = Id::<Appointment>::from_uuid(appointment);
    scheduling.kernel().store.execute(id, change, CommandMeta::system(Uuid::now_v7())).await.unwrap();
}
