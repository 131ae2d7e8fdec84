//! Drafts: kept for whoever writes, and given to nobody else.

use chassis::{Kernel, access::Rpc, grpc};
use chassis_domain::{PersonId, Uuid};
use kajo_proto::conversations::{
    store::v1::Draft,
    v1::{GetDraftRequest, GetDraftResponse, SaveDraftRequest, SaveDraftResponse, draft_service_server::DraftService},
};
use tonic::{Code, Request, Response, Status};

use super::{
    conversation::conversation_id,
    views::{Opened, file},
    who,
};
use crate::{
    adapters::patients::Patients,
    conversation::{Conversation, ParticipantKind, Who},
    drafts::{self, DraftOf},
    projections::attachments,
};

pub(super) struct Drafts {
    pub(super) kernel: Kernel,
    pub(super) patients: Patients,
}

impl Drafts {
    /// Which draft is meant. Who may not read a conversation has no draft in it; who acts for somebody keeps what they write for
    /// them apart from their own, and from what the represented person writes.
    async fn of(&self, rpc: &Rpc, by: &Who, conversation: &str, patient: &str) -> Result<DraftOf, Status> {
        let writer = by.writer();
        if conversation.is_empty() {
            let resident = match by.kind() {
                ParticipantKind::Resident => by.person(),
                ParticipantKind::Practitioner => self.patient(rpc, patient).await?,
            };
            return Ok(DraftOf { writer, resident, conversation: None });
        }
        let id = conversation_id(conversation)?;
        let known = self.kernel.store.load::<Conversation>(id).await?.state;
        let opening = known.opening.as_ref().filter(|_| known.may_read(by)).ok_or_else(grpc::not_found)?;
        // A note about an anonymous form is sealed under the form's key, as it will be when it is written.
        Ok(DraftOf { writer, resident: opening.resident, conversation: Some(id) })
    }

    /// A patient whom the professional's session has opened. Consent does not count: nothing is sent.
    async fn patient(&self, rpc: &Rpc, patient: &str) -> Result<PersonId, Status> {
        let patient = PersonId::parse(patient).ok_or_else(grpc::not_found)?;
        if self.patients.is_open_to(rpc, patient).await? { Ok(patient) } else { Err(grpc::not_found()) }
    }
}

#[tonic::async_trait]
impl DraftService for Drafts {
    async fn save_draft(&self, request: Request<SaveDraftRequest>) -> Result<Response<SaveDraftResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let SaveDraftRequest { conversation_id, topic, text, attachment_ids, patient_id, revision, visibility } = request.into_inner();
        let by = who(&self.kernel, &rpc).await?;
        let of = self.of(&rpc, &by, &conversation_id, &patient_id).await?;
        let saved = drafts::save(
            &self.kernel,
            of,
            &Draft { topic, text, attachment_ids, visibility: u32::try_from(visibility).unwrap_or_default() },
            revision,
        )
        .await
        .map_err(grpc::fault)?;
        let revision = saved.ok_or_else(|| grpc::status(Code::Aborted, "stale_version", &[]))?;
        Ok(Response::new(SaveDraftResponse { revision }))
    }

    async fn get_draft(&self, request: Request<GetDraftRequest>) -> Result<Response<GetDraftResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let by = who(&self.kernel, &rpc).await?;
        let GetDraftRequest { conversation_id, patient_id } = request.into_inner();
        let of = self.of(&rpc, &by, &conversation_id, &patient_id).await?;
        let (draft, revision) = drafts::load(&self.kernel, of).await.map_err(grpc::fault)?;
        let ids: Vec<_> = draft.attachment_ids.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect();
        let mut rows = attachments::by_ids(&self.kernel.pool, &ids).await.map_err(grpc::fault)?;
        rows.retain(|row| row.owner_id == by.writer().uuid() && row.sent.is_none());
        let opened = Opened::of(&self.kernel, rows.iter().map(|row| row.file_name.as_slice())).await?;
        let attachments = rows.iter().map(|row| file(row, opened.text(&row.file_name))).collect();
        Ok(Response::new(GetDraftResponse {
            topic: draft.topic,
            text: draft.text,
            attachments,
            revision,
            visibility: i32::try_from(draft.visibility).unwrap_or_default(),
        }))
    }
}
