//! Professionals read forms whose conversations they may read (SUR-06, SUR-07), and conversations asks whose they are, if anybody's. What may not be
//! read does not exist.

use chassis::{Kernel, access::Rpc, grpc};
use chassis_domain::{Aggregate, Id, timestamp};
use kajo_proto::survey::v1::{
    Answers, GetFormResponseRequest, GetFormResponseResponse, GetSentFormRequest, GetSentFormResponse, ScoreValue, SentForm,
    form_directory_service_server::FormDirectoryService, form_result_service_server::FormResultService,
};
use tonic::{Request, Response, Status};

use super::result::OF_CONVERSATION;
use crate::{
    adapters::conversations::Conversations,
    form_response::{FormResponse, FormResponseId, conversation_of},
    projections::form_responses::{self, Opened, Row},
    versions,
};

pub(super) struct FormResults {
    pub(super) kernel: Kernel,
    pub(super) conversations: Conversations,
}

pub(super) struct FormDirectory(pub(super) Kernel);

/// A form that was sent.
pub(super) async fn find(kernel: &Kernel, form_response_id: &str) -> Result<Row, Status> {
    let id = FormResponseId::parse(form_response_id).ok_or_else(grpc::not_found)?;
    form_responses::find(&kernel.pool, id.uuid()).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)
}

/// What is sealed of it. Without its key there are no answers.
async fn opened(kernel: &Kernel, row: &Row) -> Result<Opened, Status> {
    form_responses::opened(kernel, row).await?.ok_or_else(grpc::not_found)
}

/// The same as whoever may read it reads it, and all scores.
pub(super) async fn sent_form(kernel: &Kernel, row: &Row) -> Result<(SentForm, Vec<ScoreValue>), Status> {
    let Opened { content, representative_name } = opened(kernel, row).await?;
    let version = versions::version(&kernel.pool, row.survey_id, row.published_version).await?;
    let form = SentForm {
        form_response_id: row.form_response_id.to_string(),
        title: Some(version.title.into()),
        questionnaire: Some(version.questionnaire),
        answers: Some(Answers { answers: content.answers }),
        sent_at: Some(timestamp(row.sent_at)),
        representative_name,
    };
    Ok((form, content.scores))
}

#[tonic::async_trait]
impl FormResultService for FormResults {
    async fn get_form_response(&self, request: Request<GetFormResponseRequest>) -> Result<Response<GetFormResponseResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let row = find(&self.kernel, &request.into_inner().form_response_id).await?;
        let (patient, conversation) = (row.owner.map(|owner| owner.patient), conversation_of(Id::from_uuid(row.form_response_id)));
        if !self.conversations.may_read(&rpc, &conversation.to_string(), patient).await? {
            return Err(grpc::not_found());
        }
        rpc.log_access(&self.kernel, patient, (FormResponse::CATEGORY, Some(row.form_response_id)), OF_CONVERSATION).await?;
        let (form, scores) = sent_form(&self.kernel, &row).await?;
        Ok(Response::new(GetFormResponseResponse { form: Some(form), scores }))
    }
}

#[tonic::async_trait]
impl FormDirectoryService for FormDirectory {
    async fn get_sent_form(&self, request: Request<GetSentFormRequest>) -> Result<Response<GetSentFormResponse>, Status> {
        let row = find(&self.0, &request.into_inner().form_response_id).await?;
        let Opened { content, .. } = opened(&self.0, &row).await?;
        Ok(Response::new(GetSentFormResponse {
            patient_id: row.owner.map(|owner| owner.patient.to_string()).unwrap_or_default(),
            patient_name: content.patient_name,
            subcategory_id: row.subcategory_id.to_string(),
            matter: row.matter.public().into(),
            visible_to_guardians: row.owner.is_some_and(|owner| owner.visible_to_guardians),
        }))
    }
}
