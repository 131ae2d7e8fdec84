//! Requests to commands and queries, and answers back. No rules.

mod activation;
mod deletion;
mod my_survey;
mod name;
mod result;
mod steady;
mod survey;
mod survey_access;

use chassis::Kernel;
use kajo_proto::survey::v1::{
    deletion_service_server::DeletionServiceServer, my_survey_service_server::MySurveyServiceServer, name_service_server::NameServiceServer,
    survey_access_service_server::SurveyAccessServiceServer, survey_activation_service_server::SurveyActivationServiceServer,
    survey_result_service_server::SurveyResultServiceServer, survey_service_server::SurveyServiceServer,
};
use tonic::service::Routes;

pub(crate) use self::survey::Surveys;
use crate::{
    adapters::{conversations::Conversations, patients::Patients},
    settings::SurveySettings,
};

/// The RPCs of survey.
///
/// # Errors
/// When the settings cannot be read.
pub(crate) fn routes(kernel: &Kernel) -> anyhow::Result<Routes> {
    let settings: SurveySettings = kernel.settings.part()?;
    let patients = Patients::try_new(kernel, settings.identity_url.as_deref())?;
    let conversations = Conversations::try_new(kernel, settings.conversations_url.as_deref())?;
    let activations = activation::Activations { kernel: kernel.clone(), patients: patients.clone() };
    let results = result::Results { kernel: kernel.clone(), patients, conversations };
    Ok(Routes::new(SurveyServiceServer::new(survey::Surveys(kernel.clone())))
        .add_service(SurveyAccessServiceServer::new(survey_access::SurveyAccesses(kernel.clone())))
        .add_service(NameServiceServer::new(name::Names(kernel.clone())))
        .add_service(SurveyActivationServiceServer::new(activations))
        .add_service(MySurveyServiceServer::new(my_survey::MySurveys { kernel: kernel.clone() }))
        .add_service(DeletionServiceServer::new(deletion::Deletions { kernel: kernel.clone() }))
        .add_service(SurveyResultServiceServer::new(results)))
}
