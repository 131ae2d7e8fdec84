//! Calls of remote appointments, for the service that knows who may come and when.

use chassis::{Kernel, access::Rpc, grpc, store::CommandMeta};
use chassis_domain::{Matter, PersonId, Uuid};
use kajo_proto::chat_queue::v1::{
    CallSide, ListAppointmentCallsRequest, ListAppointmentCallsResponse, OpenAppointmentCallRequest, OpenAppointmentCallResponse,
    appointment_call_service_server::AppointmentCallService,
};
use prost::Message as _;
use tonic::{Request, Response, Status};

use crate::{
    call::{Appointment, Attendee, Side},
    call_of_appointment::{Opening, open},
    projections::calls,
};

pub(super) struct AppointmentCalls(pub(super) Kernel);

/// `None`: something in it is no id, or on no side, or a guest is none of the appointment's.
fn asked(request: &OpenAppointmentCallRequest) -> Option<Opening> {
    let person = PersonId::parse(&request.person_id)?;
    let at_screen = PersonId::parse(&request.at_screen_id)?;
    let attendee = match request.side() {
        CallSide::Unspecified => return None,
        CallSide::Patient => Attendee { side: Side::Customer, person, at_screen, visitor: false },
        CallSide::Practitioner => Attendee::practitioner(person),
        CallSide::Guest => {
            let guest = Uuid::try_parse(&request.guest_id).ok()?;
            Attendee { side: Side::Guest(guest), person, at_screen, visitor: request.visitor }
        }
    };
    let appointment = Appointment {
        id: Uuid::try_parse(&request.appointment_id).ok()?,
        patient: PersonId::parse(&request.patient_id)?,
        matter: Matter::from_public(request.matter()),
        calendars: request.calendar_ids.iter().map(|id| Uuid::try_parse(id).ok()).collect::<Option<_>>()?,
    };
    Some(Opening { appointment, attendee })
}

#[tonic::async_trait]
impl AppointmentCallService for AppointmentCalls {
    async fn open_appointment_call(&self, request: Request<OpenAppointmentCallRequest>) -> Result<Response<OpenAppointmentCallResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let command = Uuid::try_parse(&request.command_id).map_err(|_| grpc::invalid_field("command_id", "invalid"))?;
        let opening = asked(&request).ok_or_else(grpc::not_found)?;
        // A try that says something else is another command.
        let meta =
            CommandMeta { actor: rpc.actor(), trace: rpc.trace.clone(), ..CommandMeta::system(Uuid::new_v5(&command, &request.encode_to_vec())) };
        Ok(Response::new(open(&self.0, meta, opening).await?))
    }

    async fn list_appointment_calls(&self, request: Request<ListAppointmentCallsRequest>) -> Result<Response<ListAppointmentCallsResponse>, Status> {
        let request = request.into_inner();
        let appointments: Vec<_> = request.appointment_ids.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect();
        let calls = calls::of_appointments(&self.0.pool, &appointments).await.map_err(grpc::fault)?;
        Ok(Response::new(ListAppointmentCallsResponse { calls }))
    }
}
