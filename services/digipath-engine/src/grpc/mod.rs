//! Requests to commands and queries, and answers back. No rules.

mod deletion;
mod execution;
mod execution_view;
mod name;
mod path;
mod path_category;
mod plan_words;

use chassis::{Kernel, patients::Patients};
use kajo_proto::digipath_engine::v1::{
    deletion_service_server::DeletionServiceServer, execution_service_server::ExecutionServiceServer, name_service_server::NameServiceServer,
    path_category_service_server::PathCategoryServiceServer, path_service_server::PathServiceServer,
};
use tonic::service::Routes;

pub(crate) use self::path::Paths;
use crate::{references::References, settings::DigipathSettings};

/// The RPCs of digipath-engine.
///
/// # Errors
/// When the settings cannot be read.
pub(crate) fn routes(kernel: &Kernel) -> anyhow::Result<Routes> {
    let settings: DigipathSettings = kernel.settings.part()?;
    let patients = Patients::try_new(kernel, settings.identity_url.as_deref())?;
    let references = References::try_new(kernel, &settings)?;
    let executions = execution::Executions { kernel: kernel.clone(), patients, references: references.clone() };
    Ok(Routes::new(PathServiceServer::new(path::Paths { kernel: kernel.clone(), references }))
        .add_service(PathCategoryServiceServer::new(path_category::PathCategories(kernel.clone())))
        .add_service(ExecutionServiceServer::new(executions))
        .add_service(NameServiceServer::new(name::Names(kernel.clone())))
        .add_service(DeletionServiceServer::new(deletion::Deletions { kernel: kernel.clone() })))
}
