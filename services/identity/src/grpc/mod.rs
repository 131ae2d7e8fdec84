//! Requests to commands and queries, and answers back. No rules.

mod access_log;
mod admission;
mod location;
mod patient;
mod role_group;
mod session;
mod work_context;

use std::collections::HashMap;

use chassis::{
    Kernel,
    sealing::{Needs, from_column},
};
use chassis_domain::{Opener, Timestamp};
use kajo_proto::{
    common::v1::LocalizedString,
    identity::v1::{
        ProfessionalRole, access_log_service_server::AccessLogServiceServer, admission_service_server::AdmissionServiceServer,
        location_service_server::LocationServiceServer, patient_service_server::PatientServiceServer,
        role_group_service_server::RoleGroupServiceServer, session_service_server::SessionServiceServer,
        work_context_service_server::WorkContextServiceServer,
    },
};
use tonic::{Status, service::Routes};
use uuid::Uuid;

use crate::settings::IdentitySettings;

/// The RPCs of identity.
///
/// # Errors
/// When the settings name an issuer that is none of the two realms.
pub fn routes(kernel: &Kernel, settings: &IdentitySettings) -> anyhow::Result<Routes> {
    let sessions = session::Sessions::try_new(kernel.clone(), settings.clone())?;
    Ok(Routes::new(SessionServiceServer::new(sessions))
        .add_service(AccessLogServiceServer::new(access_log::AccessLogs(kernel.clone())))
        .add_service(AdmissionServiceServer::new(admission::Admissions(kernel.clone())))
        .add_service(LocationServiceServer::new(location::Locations(kernel.clone())))
        .add_service(PatientServiceServer::new(patient::Patients(kernel.clone())))
        .add_service(RoleGroupServiceServer::new(role_group::RoleGroups(kernel.clone())))
        .add_service(WorkContextServiceServer::new(work_context::WorkContexts(kernel.clone()))))
}

fn timestamp(at: Timestamp) -> prost_types::Timestamp {
    prost_types::Timestamp { seconds: at.as_second(), nanos: at.subsec_nanosecond() }
}

fn localized(names: Option<HashMap<String, String>>) -> Option<LocalizedString> {
    names.map(|texts| LocalizedString { texts })
}

fn professional_role(role_id: Uuid, names: Option<HashMap<String, String>>) -> ProfessionalRole {
    ProfessionalRole { role_id: role_id.to_string(), name: localized(names) }
}

/// Opens sealed columns; what cannot be opened any more comes out empty.
async fn opened(kernel: &Kernel, columns: &[&[u8]]) -> Result<Vec<String>, Status> {
    let blobs: Vec<_> = columns.iter().map(|column| from_column(column)).collect();
    let needs: Needs = blobs.iter().flatten().map(|blob| (blob.subject, blob.class)).collect();
    let keys = kernel.keyring.open(&needs).await.map_err(chassis::grpc::internal)?;
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap_or_default();
    Ok(blobs.iter().map(|blob| blob.as_ref().and_then(|blob| keys.open(blob)).map(text).unwrap_or_default()).collect())
}
