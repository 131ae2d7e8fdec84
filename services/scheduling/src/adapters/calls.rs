//! The calls of remote appointments, which are chat-queue's: here is said who may come, there who is in.

use std::collections::HashMap;

use chassis::{Kernel, access::Rpc, service_client::ServiceClient};
use chassis_domain::{PersonId, Timestamp, Uuid};
use kajo_proto::chat_queue::v1::{
    AppointmentCall, CallSide, ListAppointmentCallsRequest, OpenAppointmentCallRequest, appointment_call_service_client::AppointmentCallServiceClient,
};
use tonic::Status;

use super::{CHAT_QUEUE, understood};
use crate::appointment::{Appointment, AppointmentId, Refusal, Standing, value::By};

/// Calls that go on, by the ids of their appointments.
pub(crate) type GoingOn = HashMap<String, AppointmentCall>;

/// Opens calls, and asks who is in them.
#[derive(Clone)]
pub(crate) struct Calls {
    client: AppointmentCallServiceClient<ServiceClient>,
    service_client: ServiceClient,
    asking: &'static str,
}

/// Who comes to the call of which appointment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coming<'a> {
    /// By which command: however often it is tried, they come once.
    pub(crate) command_id: Uuid,
    /// To which.
    pub(crate) appointment: AppointmentId,
    /// As it stands.
    pub(crate) standing: &'a Standing,
    /// Who.
    pub(crate) comer: Comer<'a>,
}

/// Somebody who comes to a call.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Comer<'a> {
    /// The patient, who acts for them, or a professional.
    Known(&'a By),
    /// A guest.
    Guest(Guest),
}

/// A guest, and as whom they call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guest {
    /// Which of the appointment's.
    pub(crate) id: Uuid,
    /// A resident, or the visit.
    pub(crate) person: PersonId,
    /// The same, or who acts for that resident.
    pub(crate) at_screen: PersonId,
    /// They are not signed in.
    pub(crate) visitor: bool,
}

impl Comer<'_> {
    /// Whether they may come at this moment.
    ///
    /// # Errors
    /// As [`Appointment::join`].
    pub(crate) fn joins(self, appointment: &Appointment, now: Timestamp) -> Result<(), Refusal> {
        let joined = match self {
            Self::Known(by) => appointment.join(by, now),
            Self::Guest(guest) => appointment.join_as_guest(guest.id, now),
        };
        joined.map(|_standing| ())
    }

    /// What of a request says who comes.
    fn asked(self) -> OpenAppointmentCallRequest {
        let of = |side: CallSide, person: PersonId, at_screen: PersonId| OpenAppointmentCallRequest {
            side: side.into(),
            person_id: person.to_string(),
            at_screen_id: at_screen.to_string(),
            ..OpenAppointmentCallRequest::default()
        };
        match self {
            Self::Known(by) => {
                let (side, person) = match by {
                    By::Resident { person, .. } => (CallSide::Patient, *person),
                    By::Practitioner { person, .. } => (CallSide::Practitioner, *person),
                };
                of(side, person, by.at_screen())
            }
            Self::Guest(Guest { id, person, at_screen, visitor }) => {
                OpenAppointmentCallRequest { guest_id: id.to_string(), visitor, ..of(CallSide::Guest, person, at_screen) }
            }
        }
    }
}

impl Calls {
    /// At this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub(crate) fn try_new(kernel: &Kernel, chat_queue_url: Option<&str>) -> anyhow::Result<Self> {
        let service_client = kernel.service_client(CHAT_QUEUE, chat_queue_url)?;
        Ok(Self { client: AppointmentCallServiceClient::new(service_client.clone()), service_client, asking: kernel.name })
    }

    /// The call to which somebody may come from now on.
    ///
    /// # Errors
    /// When chat-queue does not answer.
    pub(crate) async fn open(&self, rpc: &Rpc, coming: Coming<'_>) -> Result<String, Status> {
        let Coming { command_id, appointment, standing, comer } = coming;
        let people = standing.time.practitioner.into_iter().chain(standing.colleagues.iter().copied()).map(PersonId::uuid);
        let asked = OpenAppointmentCallRequest {
            command_id: command_id.to_string(),
            appointment_id: appointment.to_string(),
            matter: standing.matter.public().into(),
            patient_id: standing.patient.to_string(),
            calendar_ids: standing.time.schedule.into_iter().chain(people).map(|id| id.to_string()).collect(),
            ..comer.asked()
        };
        let asked = self.service_client.of_service(self.asking, rpc, asked);
        Ok(self.client.clone().open_appointment_call(asked).await.map_err(understood)?.into_inner().call_id)
    }

    /// Those of these appointments' calls that go on.
    ///
    /// # Errors
    /// When chat-queue does not answer.
    pub(crate) async fn going_on(&self, rpc: &Rpc, appointment_ids: Vec<String>) -> Result<GoingOn, Status> {
        if appointment_ids.is_empty() {
            return Ok(GoingOn::new());
        }
        let asked = self.service_client.of_service(self.asking, rpc, ListAppointmentCallsRequest { appointment_ids });
        let calls = self.client.clone().list_appointment_calls(asked).await.map_err(understood)?.into_inner().calls;
        Ok(calls.into_iter().map(|call| (call.appointment_id.clone(), call)).collect())
    }
}
