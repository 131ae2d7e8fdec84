//! What is asked of those who assess their symptoms, as survey keeps it: a survey that the chat queue names, in force or as it was answered.

use chassis::{
    Kernel,
    access::Rpc,
    service_client::{ServiceClient, understood},
};
use chassis_domain::Uuid;
use kajo_proto::{
    common::v1::Translated,
    survey::v1::{GetAssessmentFormRequest, GetAssessmentFormResponse, Questionnaire, assessment_form_service_client::AssessmentFormServiceClient},
};
use tonic::Status;

/// The service that keeps surveys.
const SURVEY: &str = "survey";

/// Asks what is asked.
#[derive(Clone)]
pub(crate) struct AssessmentForms {
    client: AssessmentFormServiceClient<ServiceClient>,
    service_client: ServiceClient,
    asking: &'static str,
}

/// What is asked.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    /// What the survey is called.
    pub(crate) title: Option<Translated>,
    /// What it is for.
    pub(crate) description: Option<Translated>,
    /// Whole, with what scores mean that are not shown to whoever answers.
    pub(crate) questionnaire: Questionnaire,
    /// Which version of it.
    pub(crate) published_version: u32,
}

impl AssessmentForms {
    /// At this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub(crate) fn try_new(kernel: &Kernel, survey_url: Option<&str>) -> anyhow::Result<Self> {
        let service_client = kernel.service_client(SURVEY, survey_url)?;
        Ok(Self { client: AssessmentFormServiceClient::new(service_client.clone()), service_client, asking: kernel.name })
    }

    /// A version of a survey; 0: the one in force.
    ///
    /// # Errors
    /// When symptoms are not assessed with it, there is no such version, or survey does not answer.
    pub(crate) async fn of(&self, rpc: &Rpc, survey: Uuid, published_version: u32) -> Result<Form, Status> {
        let asked = GetAssessmentFormRequest { survey_id: survey.to_string(), published_version };
        let asked = self.service_client.of_service(self.asking, rpc, asked);
        let found = self.client.clone().get_assessment_form(asked).await.map_err(understood)?.into_inner();
        let GetAssessmentFormResponse { title, description, questionnaire, published_version } = found;
        Ok(Form { title, description, questionnaire: questionnaire.unwrap_or_default(), published_version })
    }
}
