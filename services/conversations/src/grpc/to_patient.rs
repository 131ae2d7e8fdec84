//! A professional writes to a patient: identity says whom they may write to, the conversation decides.

use chassis::{access::Rpc, grpc};
use chassis_domain::{Aggregate, PersonId, Uuid};
use kajo_proto::conversations::v1::{StartPatientConversationRequest, StartPatientConversationResponse};
use tonic::{Request, Response, Status};

use super::{appear, conversation::Conversations, queue::open_queue, who};
use crate::{
    category::QueueKind,
    conversation::{Command, Conversation, ConversationId, Who, command::PatientOpening, value::Draft},
};

impl Conversations {
    /// The first message to a patient.
    pub(super) async fn start_with_patient(
        &self,
        request: Request<StartPatientConversationRequest>,
    ) -> Result<Response<StartPatientConversationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let patient = PersonId::parse(&request.patient_id).ok_or_else(grpc::not_found)?;
        let opened = self.patients.opened_by(&rpc, patient).await?;
        let by = who(&self.kernel, &rpc).await?;
        let (place, category) = open_queue(&self.kernel, &request.subcategory_id, QueueKind::takes_begun).await?;
        let topic = self.settings.limits(by.kind()).topic(&request.topic).map_err(|over| grpc::refused(&over))?;
        let draft = self.draft(&by, &request.text, &request.attachment_ids, request.visibility())?;
        self.links.admit(&meta, &[("topic", &topic), ("text", &draft.text)]).await?;
        // Whoever has not told where they live is served where the queue is.
        let service_area = opened.service_area.or_else(|| category.first_service_area());
        let opening = PatientOpening {
            patient,
            patient_name: opened.display_name,
            unreachable: opened.unreachable,
            service_area,
            place,
            topic,
            draft,
            matter: category.matter(),
            by,
        };
        appear(&self.kernel, &rpc).await?;
        let id = ConversationId::from_uuid(Uuid::new_v5(&meta.command_id, b"conversation"));
        let meta = meta.with_access(rpc.entry(Some(patient), (Conversation::CATEGORY, Some(id.uuid())), opened.ground));
        let (message, version) = self.send(id, Command::StartWithPatient(Box::new(opening)), meta).await?;
        Ok(Response::new(StartPatientConversationResponse { conversation_id: id.to_string(), message_id: message.to_string(), version }))
    }

    /// A further message; where it needs the patient's consent, with what identity says of that now.
    pub(super) async fn writing(&self, rpc: &Rpc, id: ConversationId, by: Who, draft: Draft, seen: u64) -> Result<Command, Status> {
        let mut unreachable = None;
        // Most messages are the residents' own, and not worth reading a whole conversation for.
        if draft.is_to_resident(by.kind()) {
            let known = self.kernel.store.load::<Conversation>(id).await?.state;
            if let Some(patient) = known.needs_consent(&by, &draft) {
                unreachable = self.patients.unreachable(rpc, patient).await?;
            }
        }
        Ok(Command::Write { by, draft, seen, unreachable })
    }
}
