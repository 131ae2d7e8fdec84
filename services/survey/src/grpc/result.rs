//! Professionals read answers to surveys: of a patient whom they have opened, or of one whom a conversation concerns that they may read; and only
//! where the survey's access names them (SUR-04, SUR-05). What they may not read does not exist.

use std::{collections::BTreeSet, slice, sync::Arc};

use ::fhir::SystemIdentifiers;
use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    page::{self, TimeCursor},
    patients::Patients,
};
use chassis_domain::{Aggregate, Id, PersonId, Timestamp, Uuid, timestamp};
use kajo_proto::survey::{
    store::v1::SentAnswers,
    v1::{
        Answers, ExportSurveyResponseRequest, ExportSurveyResponseResponse, GetSurveyResponseRequest, GetSurveyResponseResponse,
        GetSurveySeriesRequest, GetSurveySeriesResponse, ListSurveyResponsesRequest, ListSurveyResponsesResponse, SurveyResponseSummary,
        survey_result_service_server::SurveyResultService,
    },
};
use tonic::{Code, Request, Response, Status};

use crate::{
    access,
    activation::SurveyActivation,
    adapters::conversations::Conversations,
    fhir::response::{Outgoing, write},
    projections::responses::{self, Keys, Of, Row},
    response::{ResponseId, SurveyResponse},
    series::{self, Answered, Versions},
    survey::Body,
    versions,
};

/// Grounds in the access log: the session has opened the patient ..
const OPENED: &str = "patient";
/// .. or a conversation that may be read concerns the patient.
pub(super) const OF_CONVERSATION: &str = "conversation";

/// So many answers, the newest, make up a series.
const MOST: i64 = 400;

pub(super) struct Results {
    pub(super) kernel: Kernel,
    pub(super) patients: Patients,
    pub(super) conversations: Conversations,
    /// By what systems things are named that are handed out.
    pub(super) systems: Arc<SystemIdentifiers>,
}

/// What a professional asks for.
struct Asked<'a> {
    patient: &'a str,
    survey: &'a str,
    /// Empty: none.
    conversation: &'a str,
}

/// What they may read of it, and on what ground.
struct Reading {
    of: Of,
    ground: &'static str,
}

/// One response that they may read, opened.
struct Opened {
    of: Of,
    row: Row,
    content: SentAnswers,
    /// Empty: nobody answered on the patient's behalf, or their name is not known.
    representative_name: String,
    /// What was asked.
    version: Body,
}

impl Results {
    /// Answers that the caller may read; there is one at least.
    async fn reading(&self, rpc: &Rpc, asked: Asked<'_>) -> Result<Reading, Status> {
        let patient = PersonId::parse(asked.patient).ok_or_else(grpc::not_found)?;
        let survey = Uuid::try_parse(asked.survey).map_err(|_| grpc::not_found())?;
        let ground = self.ground(rpc, patient, asked.conversation).await?;
        let mut matters = Vec::new();
        for matter in responses::matters(&self.kernel.pool, patient, survey).await.map_err(grpc::fault)? {
            if access::readable(&self.kernel, rpc, [(survey, matter)]).await?.contains(&survey) {
                matters.push(matter);
            }
        }
        if matters.is_empty() { Err(grpc::not_found()) } else { Ok(Reading { of: Of { patient, survey, matters }, ground }) }
    }

    /// Why the caller has to do with the patient. Conversations is asked only where the session has not opened them.
    async fn ground(&self, rpc: &Rpc, patient: PersonId, conversation: &str) -> Result<&'static str, Status> {
        let Err(closed) = self.patients.opened(rpc, &patient.to_string()).await else { return Ok(OPENED) };
        let is_asked = closed.code() == Code::NotFound && !conversation.is_empty();
        if is_asked && self.conversations.may_read(rpc, conversation, Some(patient)).await? { Ok(OF_CONVERSATION) } else { Err(closed) }
    }

    /// A response that the caller may read; that they do stands in the access log.
    async fn open(&self, rpc: &Rpc, asked: Asked<'_>, response: &str) -> Result<Opened, Status> {
        let Reading { of, ground } = self.reading(rpc, asked).await?;
        let id = ResponseId::parse(response).ok_or_else(grpc::not_found)?;
        let found = responses::find(&self.kernel.pool, id.uuid()).await.map_err(grpc::fault)?;
        let row = found.filter(|row| of.covers(row)).ok_or_else(grpc::not_found)?;
        rpc.log_access(&self.kernel, Some(of.patient), (SurveyResponse::CATEGORY, Some(row.response_id)), ground).await?;
        let keys = Keys::of(&self.kernel, slice::from_ref(&row)).await?;
        // Without their key there are no answers.
        let content = keys.answers(&row).ok_or_else(grpc::not_found)?;
        let representative_name = keys.representative_name(&row);
        let version = versions::version(&self.kernel.pool, row.survey_id, row.published_version).await?;
        Ok(Opened { of, row, content, representative_name, version })
    }

    /// When a survey was activated.
    async fn activated_at(&self, activation: Uuid) -> Result<Option<Timestamp>, Status> {
        let happened = self.kernel.store.history::<SurveyActivation>(Id::from_uuid(activation)).await?;
        Ok(happened.first().map(|recorded| recorded.meta.recorded_at))
    }

    /// What was asked in the versions that were answered.
    async fn versions(&self, survey: Uuid, answered: &[Answered]) -> Result<Versions, Status> {
        let numbers: BTreeSet<_> = answered.iter().map(|answered| answered.published_version).collect();
        let mut found = Versions::new();
        for number in numbers {
            found.insert(number, versions::version(&self.kernel.pool, survey, number).await?.questionnaire);
        }
        Ok(found)
    }
}

#[tonic::async_trait]
impl SurveyResultService for Results {
    async fn list_survey_responses(&self, request: Request<ListSurveyResponsesRequest>) -> Result<Response<ListSurveyResponsesResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let ListSurveyResponsesRequest { patient_id, survey_id, active_conversation_id, page: asked } = request.into_inner();
        let asking = Asked { patient: &patient_id, survey: &survey_id, conversation: &active_conversation_id };
        let Reading { of, ground } = self.reading(&rpc, asking).await?;
        let asked = asked.unwrap_or_default();
        let after = TimeCursor::parse(&asked.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(asked.size);
        rpc.log_access(&self.kernel, Some(of.patient), (SurveyResponse::CATEGORY, None), ground).await?;
        let mut rows = responses::page(&self.kernel.pool, &of, after, size + 1).await.map_err(grpc::fault)?;
        let next_page_token = page::cut(&mut rows, size, |row| TimeCursor { at: row.sent_at, id: row.response_id }.token());
        Ok(Response::new(ListSurveyResponsesResponse { responses: rows.iter().map(summary).collect(), next_page_token }))
    }

    async fn get_survey_response(&self, request: Request<GetSurveyResponseRequest>) -> Result<Response<GetSurveyResponseResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let (patient, survey, conversation) = (&request.patient_id, &request.survey_id, &request.active_conversation_id);
        let opened = self.open(&rpc, Asked { patient, survey, conversation }, &request.survey_response_id).await?;
        let Opened { of, row, content, representative_name, version } = opened;
        let (previous, next) = responses::around(&self.kernel.pool, &of, &row).await.map_err(grpc::fault)?;
        let activated_at = match row.activation_id {
            Some(activation) => self.activated_at(activation).await?,
            None => None,
        };
        Ok(Response::new(GetSurveyResponseResponse {
            response: Some(summary(&row)),
            title: Some(version.title.into()),
            questionnaire: Some(version.questionnaire),
            answers: Some(Answers { answers: content.answers }),
            scores: content.scores,
            patient_name: content.patient_name,
            representative_name,
            activated_at: activated_at.map(timestamp),
            previous_survey_response_id: text(previous),
            next_survey_response_id: text(next),
            problems: content.problems,
        }))
    }

    async fn export_survey_response(&self, request: Request<ExportSurveyResponseRequest>) -> Result<Response<ExportSurveyResponseResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let (patient, survey, conversation) = (&request.patient_id, &request.survey_id, &request.active_conversation_id);
        let opened = self.open(&rpc, Asked { patient, survey, conversation }, &request.survey_response_id).await?;
        let Opened { of, row, content, representative_name, version } = opened;
        // Of whom identity knows no code any more, the platform's own name for them remains.
        let national_id = self.patients.card(&rpc, of.patient).await?.map(|card| card.ssn).unwrap_or_default();
        let outgoing = Outgoing {
            response: row.response_id,
            survey: row.survey_id,
            published_version: row.published_version,
            sent_at: row.sent_at,
            patient: row.patient_id,
            national_id: &national_id,
            representative_name: row.on_behalf.then_some(representative_name.as_str()),
            questionnaire: &version.questionnaire,
            content: &content,
        };
        Ok(Response::new(ExportSurveyResponseResponse { questionnaire_response: write(&outgoing, &self.systems).into() }))
    }

    async fn get_survey_series(&self, request: Request<GetSurveySeriesRequest>) -> Result<Response<GetSurveySeriesResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let (patient, survey, conversation) = (&request.patient_id, &request.survey_id, &request.active_conversation_id);
        let Reading { of, ground } = self.reading(&rpc, Asked { patient, survey, conversation }).await?;
        rpc.log_access(&self.kernel, Some(of.patient), (SurveyResponse::CATEGORY, None), ground).await?;
        let rows = responses::newest(&self.kernel.pool, &of, MOST).await.map_err(grpc::fault)?;
        let keys = Keys::of(&self.kernel, &rows).await?;
        let answered = |row: &Row| {
            let content = keys.answers(row)?;
            Some(Answered { response: row.response_id, sent_at: row.sent_at, published_version: row.published_version, content })
        };
        let answered: Vec<_> = rows.iter().filter_map(answered).collect();
        let versions = self.versions(of.survey, &answered).await?;
        Ok(Response::new(GetSurveySeriesResponse { series: series::series(&answered, &versions) }))
    }
}

fn summary(row: &Row) -> SurveyResponseSummary {
    SurveyResponseSummary {
        survey_response_id: row.response_id.to_string(),
        sent_at: Some(timestamp(row.sent_at)),
        published_version: row.published_version,
        on_behalf: row.on_behalf,
        imported: row.imported,
    }
}

fn text(id: Option<Uuid>) -> String {
    id.map(|id| id.to_string()).unwrap_or_default()
}
