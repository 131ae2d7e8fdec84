//! Consultations: asked for from a conversation or about a patient, with their files, and what they open to those who were asked.

use std::collections::BTreeSet;

use chassis::{Kernel, access::Rpc, grpc};
use chassis_domain::{Aggregate, PersonId, Uuid};
use kajo_proto::conversations::v1::{
    RequestConsultationRequest, RequestConsultationResponse, RequestPatientConsultationRequest, RequestPatientConsultationResponse,
};
use tonic::{Request, Response, Status};

use super::{
    appear,
    conversation::{about_resident, conversation_id},
    queue::open_queue,
    sending,
    task::Tasks,
    who,
};
use crate::{
    conversation::{Command, Conversation, ConversationId, Who, command::ConsultationOpening},
    projections::task_queries,
};

/// Consultations about a conversation in which a professional takes part who did not ask for them.
pub(super) async fn consulted_in(kernel: &Kernel, id: ConversationId, person: PersonId) -> Result<BTreeSet<ConversationId>, Status> {
    let found = task_queries::consulted_in(&kernel.pool, id.uuid(), person.uuid()).await.map_err(grpc::fault)?;
    Ok(found.into_iter().map(ConversationId::from_uuid).collect())
}

/// A reader who may not read a conversation otherwise, as one who may have been consulted about it.
pub(super) async fn as_consulted(kernel: &Kernel, id: ConversationId, reader: Who) -> Result<Who, Status> {
    match reader {
        Who::Practitioner { person, name, queues, .. } => {
            let consulted_in = consulted_in(kernel, id, person).await?;
            Ok(Who::Practitioner { person, name, queues, consulted_in })
        }
        resident @ Who::Resident { .. } => Ok(resident),
    }
}

impl Tasks {
    /// The owner asks about a conversation.
    pub(super) async fn ask_from_conversation(
        &self,
        request: Request<RequestConsultationRequest>,
    ) -> Result<Response<RequestConsultationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let by = who(&self.kernel, &rpc).await?;
        let (place, _) = open_queue(&self.kernel, &request.subcategory_id, |kind| kind.takes_forwarded(true)).await?;
        let (text, attachments) = sending::content(&self.settings.limits(by.kind()), &request.text, &request.attachment_ids)?;
        self.links.admit(&meta, &[("text", &text)]).await?;
        let id = conversation_id(&request.conversation_id)?;
        let meta = about_resident(&self.kernel, &rpc, id, meta).await?;
        // The id follows from the command, so it is known before the consultation opens.
        let consultation = ConversationId::from_uuid(Uuid::new_v5(&meta.command_id, b"consultation"));
        let command = Command::RequestConsultation { by, place, text, attachments };
        let sent = sending::send_together(&self.kernel, id, command, meta).await?;
        Ok(Response::new(RequestConsultationResponse { consultation_id: consultation.to_string(), version: sent.version }))
    }

    /// A professional asks about a patient whom their session has opened.
    pub(super) async fn ask_about_patient(
        &self,
        request: Request<RequestPatientConsultationRequest>,
    ) -> Result<Response<RequestPatientConsultationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let patient = PersonId::parse(&request.patient_id).ok_or_else(grpc::not_found)?;
        let opened = self.patients.opened_for_colleagues(&rpc, patient).await?;
        let by = who(&self.kernel, &rpc).await?;
        let (place, category) = open_queue(&self.kernel, &request.subcategory_id, |kind| kind.takes_forwarded(true)).await?;
        let area = opened.service_area.or_else(|| category.first_service_area());
        let limits = self.settings.limits(by.kind());
        let topic = limits.topic(&request.topic).map_err(|over| grpc::refused(&over))?;
        let (text, attachments) = sending::content(&limits, &request.text, &request.attachment_ids)?;
        self.links.admit(&meta, &[("topic", &topic), ("text", &text)]).await?;
        let id = ConversationId::from_uuid(Uuid::new_v5(&meta.command_id, b"conversation"));
        let opening = ConsultationOpening {
            id,
            of: None,
            asker: by.person(),
            asker_name: by.name().to_owned(),
            resident: patient,
            resident_name: opened.display_name,
            service_area: area,
            place,
            topic,
            text,
            attachments,
        };
        appear(&self.kernel, &rpc).await?;
        let meta = meta.with_access(rpc.entry(Some(patient), (Conversation::CATEGORY, Some(id.uuid())), opened.ground));
        let sent = sending::send_together(&self.kernel, id, Command::OpenConsultation(Box::new(opening)), meta).await?;
        Ok(Response::new(RequestPatientConsultationResponse { consultation_id: id.to_string(), version: sent.version }))
    }
}
