//! Professionals have others take part in an appointment, or no more (SCH-18), and have guests sent another link (SCH-19).

use chassis::{access::Rpc, grpc, store::CommandMeta};
use chassis_domain::{Aggregate, PersonId, Uuid};
use kajo_proto::scheduling::v1::{
    DeactivateParticipantRequest, DeactivateParticipantResponse, SaveParticipantRequest, SaveParticipantResponse, SendGuestLinkRequest,
    SendGuestLinkResponse, participant_service_server::ParticipantService,
};
use tonic::{Request, Response, Status};

use super::calendar::Calendars;
use crate::{
    appointment::{Appointment, AppointmentId, Command, participant::Asked, value::By},
    booking, guests,
};

#[tonic::async_trait]
impl ParticipantService for Calendars {
    async fn save_participant(&self, request: Request<SaveParticipantRequest>) -> Result<Response<SaveParticipantResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let known = Uuid::try_parse(&request.party_id).ok();
        let party = known.unwrap_or_else(|| Uuid::new_v5(&meta.command_id, b"participant"));
        let (id, by, meta) = self.changed(&rpc, &request.appointment_id, meta).await?;
        let colleague = PersonId::parse(&request.practitioner_id);
        let name = match colleague {
            // Whom identity does not know does not exist.
            Some(colleague) => {
                let mut names = self.asking.people.professionals(&rpc, [colleague]).await?;
                names.remove(&colleague.to_string()).ok_or_else(grpc::not_found)?
            }
            None => request.name,
        };
        let asked = Asked { id: party, colleague, name, email: request.email, phone: request.phone };
        let command = match known {
            Some(_) => Command::ChangeGuest { by, guest: asked },
            None => Command::AddParticipant { by, participant: asked },
        };
        booking::add(&self.asking.kernel, meta, id, (rpc.person()?, command)).await?;
        Ok(Response::new(SaveParticipantResponse { party_id: party.to_string() }))
    }

    async fn deactivate_participant(
        &self,
        request: Request<DeactivateParticipantRequest>,
    ) -> Result<Response<DeactivateParticipantResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let (id, by, meta) = self.changed(&rpc, &request.appointment_id, meta).await?;
        let participant = Uuid::try_parse(&request.party_id).map_err(|_| grpc::not_found())?;
        booking::deactivate(&self.asking.kernel, meta, id, Command::DeactivateParticipant { by, participant }).await?;
        Ok(Response::new(DeactivateParticipantResponse {}))
    }

    async fn send_guest_link(&self, request: Request<SendGuestLinkRequest>) -> Result<Response<SendGuestLinkResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let (id, by, meta) = self.changed(&rpc, &request.appointment_id, meta).await?;
        let guest = Uuid::try_parse(&request.party_id).map_err(|_| grpc::not_found())?;
        guests::send_link(&self.asking.kernel, meta, id, (by, guest)).await?;
        Ok(Response::new(SendGuestLinkResponse {}))
    }
}

impl Calendars {
    /// An appointment that the caller may know of, and a command to it that stands in the access log.
    async fn changed(&self, rpc: &Rpc, id: &str, meta: CommandMeta) -> Result<(AppointmentId, By, CommandMeta), Status> {
        let (seen, by, ground) = self.seen(rpc, id).await?;
        let entry = rpc.entry(Some(seen.standing.patient), (Appointment::CATEGORY, Some(seen.id.uuid())), ground);
        Ok((seen.id, by, meta.with_access(entry)))
    }
}
