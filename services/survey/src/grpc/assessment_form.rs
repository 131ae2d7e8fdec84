//! Services that have symptoms assessed ask what is asked (CHA-09). Who answers, and what, is no matter of this service.

use chassis::{Kernel, grpc};
use chassis_domain::Uuid;
use kajo_proto::survey::v1::{GetAssessmentFormRequest, GetAssessmentFormResponse, assessment_form_service_server::AssessmentFormService};
use tonic::{Request, Response, Status};

use crate::{survey::Body, versions};

pub(super) struct AssessmentForms(pub(super) Kernel);

#[tonic::async_trait]
impl AssessmentFormService for AssessmentForms {
    async fn get_assessment_form(&self, request: Request<GetAssessmentFormRequest>) -> Result<Response<GetAssessmentFormResponse>, Status> {
        let GetAssessmentFormRequest { survey_id, published_version } = request.into_inner();
        let survey = Uuid::try_parse(&survey_id).map_err(|_| grpc::not_found())?;
        let (published_version, body) = versions::assessment(&self.0.pool, survey, published_version).await?;
        let Body { title, description, questionnaire, .. } = body;
        Ok(Response::new(GetAssessmentFormResponse {
            title: Some(title.into()),
            description: Some(description).filter(|description| !description.is_empty()).map(Into::into),
            questionnaire: Some(questionnaire),
            published_version,
        }))
    }
}
