//! The meeting page of guests (SCH-09): where the meeting stands to which a link leads, and coming to its call. Whoever has the link is the guest,
//! whether they are signed in or not, and for whomever else they act.

use chassis::{access::Rpc, grpc};
use chassis_domain::{Aggregate, Timestamp, Uuid, timestamp};
use kajo_proto::scheduling::v1::{
    EnterMeetingRequest, EnterMeetingResponse, GetMeetingRequest, GetMeetingResponse, MeetingDetails, MeetingState,
    meeting_service_server::MeetingService,
};
use tonic::{Request, Response, Status};

use super::{
    looking::Asking,
    remote_appointment::open,
    times::{self, Shown},
};
use crate::{
    adapters::{
        admission::Admitted,
        calls::{Calls, Comer, Coming, Guest},
    },
    appointment::{
        Appointment, AppointmentId, Refusal,
        meeting::{Ahead, Details, Meeting},
        value::BookedTime,
    },
    guest_links, guest_tries,
};

/// Why somebody touches an appointment, as the access log says: they have a guest's link.
const GUEST: &str = "guest";

pub(super) struct Meetings {
    pub(super) asking: Asking,
    pub(super) calls: Calls,
}

/// Where a link leads.
struct Led {
    /// Which of the appointment's guests has it.
    guest: Uuid,
    id: AppointmentId,
    appointment: Appointment,
}

impl Meetings {
    /// The appointment of whoever has the link. A wrong secret is counted, and told like an invitation that is not there.
    async fn led(&self, invitation: &str, secret: &str) -> Result<Led, Status> {
        let kernel = &self.asking.kernel;
        let guest = Uuid::try_parse(invitation).map_err(|_| grpc::not_found())?;
        let now = kernel.clock.now();
        open_by_now(guest_tries::shut_until(&kernel.pool, guest, now).await)?;
        let Some(id) = guest_links::appointment_of(&kernel.pool, guest, secret).await.map_err(grpc::fault)? else {
            open_by_now(guest_tries::count(&kernel.pool, guest, now).await)?;
            return Err(grpc::not_found());
        };
        open_by_now(guest_tries::shut_meanwhile(&kernel.pool, guest, now).await)?;
        Ok(Led { guest, id, appointment: kernel.store.load::<Appointment>(id).await?.state })
    }

    async fn details(&self, rpc: &Rpc, time: &BookedTime, details: Details) -> Result<MeetingDetails, Status> {
        let shown = Shown::of(&self.asking.kernel, (rpc, &self.asking.people), Admitted::new(), [time]).await?;
        Ok(MeetingDetails {
            guest_name: details.guest_name,
            patient_given_name: details.patient_given_name,
            practitioner_name: shown.practitioner(time),
            place: shown.place(time.location),
        })
    }

    async fn told(&self, rpc: &Rpc, meeting: Meeting<'_>) -> Result<GetMeetingResponse, Status> {
        let no_more_than = |state: MeetingState| GetMeetingResponse { state: state.into(), ..GetMeetingResponse::default() };
        let Ahead { time, joining, details_from, details } = match meeting {
            Meeting::Cancelled => return Ok(no_more_than(MeetingState::Cancelled)),
            Meeting::Over => return Ok(no_more_than(MeetingState::Over)),
            Meeting::Ahead(ahead) => ahead,
        };
        let details = match details {
            Some(details) => Some(self.details(rpc, time, details).await?),
            None => None,
        };
        Ok(GetMeetingResponse {
            state: MeetingState::Ahead.into(),
            span: Some(times::span(time.starts_at, time.ends_at, &time.civil_start)),
            joining: Some(times::window(joining)),
            details_from: Some(timestamp(details_from)),
            details,
        })
    }
}

/// By a link that is shut nobody comes.
fn open_by_now(shut_until: Result<Option<Timestamp>, sqlx::Error>) -> Result<(), Status> {
    match shut_until.map_err(grpc::fault)? {
        Some(until) => Err(grpc::refused(&Refusal::LinkShut { until })),
        None => Ok(()),
    }
}

#[tonic::async_trait]
impl MeetingService for Meetings {
    async fn get_meeting(&self, request: Request<GetMeetingRequest>) -> Result<Response<GetMeetingResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.asking.kernel;
        let GetMeetingRequest { invitation_id, secret } = request.into_inner();
        let Led { guest, id, appointment } = self.led(&invitation_id, &secret).await?;
        let meeting = appointment.meeting(guest, kernel.clock.now()).map_err(|refusal| grpc::refused(&refusal))?;
        let patient = appointment.standing.as_ref().map(|standing| standing.patient);
        rpc.log_access(kernel, patient, (Appointment::CATEGORY, Some(id.uuid())), GUEST).await?;
        Ok(Response::new(self.told(&rpc, meeting).await?))
    }

    async fn enter_meeting(&self, request: Request<EnterMeetingRequest>) -> Result<Response<EnterMeetingResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.asking.kernel;
        let request = request.into_inner();
        let command_id = rpc.command(&request)?.command_id;
        let Led { guest, id, appointment } = self.led(&request.invitation_id, &request.secret).await?;
        let standing = appointment.join_as_guest(guest, kernel.clock.now()).map_err(|refusal| grpc::refused(&refusal))?;
        // As a resident's coming: here in the log, and with the command in chat-queue.
        rpc.log_access(kernel, Some(standing.patient), (Appointment::CATEGORY, Some(id.uuid())), GUEST).await?;
        let person = rpc.person()?;
        let at_screen = rpc.caller.impersonator().map_or(person, |somebody| somebody.person);
        let comer = Comer::Guest(Guest { id: guest, person, at_screen, visitor: rpc.caller.is_visitor() });
        let call_id = open(kernel, &self.calls, &rpc, Coming { command_id, appointment: id, standing, comer }).await?;
        // Sent elsewhere meanwhile, it is a link of nobody's, and nobody is told of the call by it.
        let is_good = guest_links::appointment_of(&kernel.pool, guest, &request.secret).await.map_err(grpc::fault)?.is_some();
        if is_good { Ok(Response::new(EnterMeetingResponse { call_id })) } else { Err(grpc::not_found()) }
    }
}
