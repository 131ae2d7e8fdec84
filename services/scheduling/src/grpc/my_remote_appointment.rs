//! A resident's own remote appointments (SCH-20): those that go on or are to come, and coming to the call of one.

use chassis::{access::Rpc, grpc};
use chassis_domain::Aggregate;
use kajo_proto::scheduling::v1::{
    JoinMyRemoteAppointmentRequest, JoinMyRemoteAppointmentResponse, ListMyRemoteAppointmentsRequest, ListMyRemoteAppointmentsResponse,
    my_remote_appointment_service_server::MyRemoteAppointmentService,
};
use tonic::{Request, Response, Status};

use super::{
    caller,
    holding::OWN,
    looking::Asking,
    remote_appointment::open,
    seen::{Depth, Seen},
};
use crate::{
    adapters::calls::{Calls, Comer, Coming},
    appointment::{Appointment, AppointmentId, remote::AFTER_ITS_END},
    projections::my_appointments,
    settings::SchedulingSettings,
};

/// So many are told at once.
const MOST: usize = 100;

pub(super) struct MyRemoteAppointments {
    pub(super) asking: Asking,
    pub(super) calls: Calls,
    pub(super) settings: SchedulingSettings,
}

#[tonic::async_trait]
impl MyRemoteAppointmentService for MyRemoteAppointments {
    async fn list_my_remote_appointments(
        &self,
        request: Request<ListMyRemoteAppointmentsRequest>,
    ) -> Result<Response<ListMyRemoteAppointmentsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.asking.kernel;
        let (patient, by) = caller::resident(&rpc)?;
        rpc.log_access(kernel, Some(patient), (Appointment::CATEGORY, None), OWN).await?;
        let now = kernel.clock.now();
        // Those to whose call one may still come.
        let ended = now.checked_sub(AFTER_ITS_END).unwrap_or(now);
        let rows = my_appointments::remote(&kernel.pool, (patient, by.representative()), ended, MOST).await.map_err(grpc::fault)?;
        let mut seen = Vec::with_capacity(rows.len());
        for row in rows {
            seen.push(Seen::of(kernel, AppointmentId::from_uuid(row.appointment_id), &by).await?);
        }
        let appointments = self.asking.views((&rpc, &by), &seen, Depth::Listed, &self.settings.booking_phone).await?;
        Ok(Response::new(ListMyRemoteAppointmentsResponse { appointments }))
    }

    async fn join_my_remote_appointment(
        &self,
        request: Request<JoinMyRemoteAppointmentRequest>,
    ) -> Result<Response<JoinMyRemoteAppointmentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.asking.kernel;
        let request = request.into_inner();
        let command_id = rpc.command(&request)?.command_id;
        let (patient, by) = caller::resident(&rpc)?;
        let id = AppointmentId::parse(&request.appointment_id).ok_or_else(grpc::not_found)?;
        let seen = Seen::of(kernel, id, &by).await?;
        let standing = seen.state.join(&by, kernel.clock.now()).map_err(|refusal| grpc::refused(&refusal))?;
        // As a professional's coming: here in the log, and with the command in chat-queue.
        rpc.log_access(kernel, Some(patient), (Appointment::CATEGORY, Some(id.uuid())), OWN).await?;
        let call_id = open(kernel, &self.calls, &rpc, Coming { command_id, appointment: id, standing, comer: Comer::Known(&by) }).await?;
        Ok(Response::new(JoinMyRemoteAppointmentResponse { call_id }))
    }
}
