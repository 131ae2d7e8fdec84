//! Requests to commands and queries, and answers back. No rules.

mod activation;
mod assessment_form;
mod deletion;
mod fhir;
mod form;
mod form_result;
mod my_survey;
mod name;
mod path_action;
mod public_form;
mod result;
mod steady;
mod survey;
mod survey_access;

use std::sync::Arc;

use ::fhir::SystemIdentifiers;
use chassis::{Kernel, patients::Patients, person_index::PersonIndex};
use kajo_proto::survey::v1::{
    assessment_form_service_server::AssessmentFormServiceServer, deletion_service_server::DeletionServiceServer,
    fhir_service_server::FhirServiceServer, form_directory_service_server::FormDirectoryServiceServer,
    form_result_service_server::FormResultServiceServer, form_service_server::FormServiceServer, my_survey_service_server::MySurveyServiceServer,
    name_service_server::NameServiceServer, path_action_service_server::PathActionServiceServer, public_form_service_server::PublicFormServiceServer,
    survey_access_service_server::SurveyAccessServiceServer, survey_activation_service_server::SurveyActivationServiceServer,
    survey_result_service_server::SurveyResultServiceServer, survey_service_server::SurveyServiceServer,
};
use tonic::service::Routes;

pub(crate) use self::survey::Surveys;
use crate::{
    adapters::{conversations::Conversations, queues::Queues},
    settings::SurveySettings,
    sitting::Sittings,
};

/// The RPCs of survey.
///
/// # Errors
/// When the settings cannot be read, or are wrong.
pub(crate) fn routes(kernel: &Kernel) -> anyhow::Result<Routes> {
    let settings: SurveySettings = kernel.settings.part()?;
    let systems: SystemIdentifiers = kernel.settings.part()?;
    systems.check()?;
    let systems = Arc::new(systems);
    let patients = Patients::try_new(kernel, settings.identity_url.as_deref())?;
    let conversations = Conversations::try_new(kernel, settings.conversations_url.as_deref())?;
    let queues = Queues::try_new(kernel, settings.conversations_url.as_deref())?;
    let activations = activation::Activations { kernel: kernel.clone(), patients: patients.clone() };
    let path_actions = path_action::PathActions { kernel: kernel.clone(), patients: patients.clone() };
    let sittings = Sittings::new(&kernel.internal_key);
    let public_forms = public_form::PublicForms { kernel: kernel.clone(), queues: queues.clone(), sittings, most: settings.forms_per_hour };
    let forms = form::Forms { kernel: kernel.clone(), queues, conversations: conversations.clone() };
    let form_results = form_result::FormResults { kernel: kernel.clone(), conversations: conversations.clone() };
    let people = PersonIndex::try_new(kernel, settings.identity_url.as_deref())?;
    let fhir = fhir::Fhir { kernel: kernel.clone(), people, systems: Arc::clone(&systems) };
    let results = result::Results { kernel: kernel.clone(), patients, conversations, systems: Arc::clone(&systems) };
    Ok(Routes::new(SurveyServiceServer::new(survey::Surveys { kernel: kernel.clone(), systems }))
        .add_service(SurveyAccessServiceServer::new(survey_access::SurveyAccesses(kernel.clone())))
        .add_service(NameServiceServer::new(name::Names(kernel.clone())))
        .add_service(SurveyActivationServiceServer::new(activations))
        .add_service(PathActionServiceServer::new(path_actions))
        .add_service(MySurveyServiceServer::new(my_survey::MySurveys { kernel: kernel.clone() }))
        .add_service(DeletionServiceServer::new(deletion::Deletions { kernel: kernel.clone() }))
        .add_service(SurveyResultServiceServer::new(results))
        .add_service(FhirServiceServer::new(fhir))
        .add_service(FormServiceServer::new(forms))
        .add_service(PublicFormServiceServer::new(public_forms))
        .add_service(FormResultServiceServer::new(form_results))
        .add_service(FormDirectoryServiceServer::new(form_result::FormDirectory(kernel.clone())))
        .add_service(AssessmentFormServiceServer::new(assessment_form::AssessmentForms(kernel.clone()))))
}
