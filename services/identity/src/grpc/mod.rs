//! Requests to commands and queries, and answers back. No rules.

mod access_log;
mod account;
mod admission;
mod booking;
mod care_team;
mod contact_card;
mod contact_point;
mod feature_flag;
mod fresh;
mod integrator;
mod integrator_admission;
mod kept;
mod location;
mod lookup_alert;
mod on_behalf;
mod own_session;
mod patient;
mod patient_reach;
mod people;
mod person_index;
mod professional;
mod profile;
mod role_group;
mod session;
mod sign_out;
mod standing;
mod terms;
mod work_context;
mod workplace;

use std::collections::HashMap;

use chassis::{
    Kernel,
    messages::{MessageSettings, Messages},
    sealing::{Needs, from_column},
};
use chassis_domain::{Opener, timestamp};
use kajo_proto::{
    common::v1::LocalizedString,
    identity::v1::{
        ProfessionalRole, WorkLocation, access_log_service_server::AccessLogServiceServer, account_service_server::AccountServiceServer,
        admission_service_server::AdmissionServiceServer, booking_directory_service_server::BookingDirectoryServiceServer,
        care_team_service_server::CareTeamServiceServer, contact_card_service_server::ContactCardServiceServer,
        contact_point_service_server::ContactPointServiceServer, feature_flag_service_server::FeatureFlagServiceServer,
        integrator_admission_service_server::IntegratorAdmissionServiceServer, integrator_service_server::IntegratorServiceServer,
        location_service_server::LocationServiceServer, lookup_alert_service_server::LookupAlertServiceServer,
        on_behalf_service_server::OnBehalfServiceServer, own_session_service_server::OwnSessionServiceServer,
        patient_reach_service_server::PatientReachServiceServer, patient_service_server::PatientServiceServer,
        person_index_service_server::PersonIndexServiceServer, professional_access_service_server::ProfessionalAccessServiceServer,
        professional_service_server::ProfessionalServiceServer, profile_service_server::ProfileServiceServer,
        role_group_service_server::RoleGroupServiceServer, session_service_server::SessionServiceServer,
        standing_service_server::StandingServiceServer, terms_service_server::TermsServiceServer,
        work_context_service_server::WorkContextServiceServer, workplace_service_server::WorkplaceServiceServer,
    },
};
use tonic::{Status, service::Routes};
use uuid::Uuid;

use crate::{
    projections::{locations::Place, sessions},
    resident::ServiceAreaId,
    service_areas::ServiceAreas,
    settings::IdentitySettings,
};

/// The RPCs of identity.
///
/// # Errors
/// When the settings name an issuer that is none of the two realms, an address to which everything would go in clear, or something else
/// that is not what it should be.
pub fn routes(kernel: &Kernel, settings: &IdentitySettings) -> anyhow::Result<Routes> {
    let messages: MessageSettings = kernel.settings.part()?;
    if !kernel.settings.demo {
        settings.refuse_cleartext()?;
        messages.refuse_cleartext()?;
    }
    let sessions = session::Sessions::try_new(kernel.clone(), settings.clone())?;
    let areas = ServiceAreas::read(settings.service_areas_file.as_deref())?;
    let patients = patient::Patients::try_new(kernel.clone(), settings, areas.clone())?;
    let fresh = fresh::FreshSignIn { kernel: kernel.clone(), minutes: settings.fresh_sign_in_minutes };
    let profiles = profile::Profiles { kernel: kernel.clone(), areas: areas.clone(), messages: Messages::of(&messages)?, fresh: fresh.clone() };
    Ok(Routes::new(SessionServiceServer::new(sessions.clone()))
        .add_service(OnBehalfServiceServer::new(on_behalf::OnBehalf(sessions)))
        .add_service(WorkplaceServiceServer::new(workplace::Workplaces(kernel.clone())))
        .add_service(OwnSessionServiceServer::new(own_session::OwnSessions(kernel.clone())))
        .add_service(AccessLogServiceServer::new(access_log::AccessLogs::new(kernel.clone())))
        .add_service(AccountServiceServer::new(account::Accounts { kernel: kernel.clone(), regret_days: settings.account_regret_days, fresh }))
        .add_service(AdmissionServiceServer::new(admission::Admissions(kernel.clone())))
        .add_service(BookingDirectoryServiceServer::new(booking::BookingDirectory {
            kernel: kernel.clone(),
            patients: patients.clone(),
            areas: areas.clone(),
        }))
        .add_service(CareTeamServiceServer::new(care_team::CareTeams { kernel: kernel.clone(), areas: areas.clone() }))
        .add_service(ContactCardServiceServer::new(contact_card::ContactCards {
            kernel: kernel.clone(),
            patients: patients.clone(),
            areas: areas.clone(),
        }))
        .add_service(ContactPointServiceServer::new(contact_point::ContactPoints(kernel.clone())))
        .add_service(FeatureFlagServiceServer::new(feature_flag::FeatureFlags(kernel.clone())))
        .add_service(IntegratorServiceServer::new(integrator::Integrators(kernel.clone())))
        .add_service(IntegratorAdmissionServiceServer::new(integrator_admission::IntegratorAdmissions(kernel.clone())))
        .add_service(LocationServiceServer::new(location::Locations { kernel: kernel.clone(), areas: areas.clone() }))
        .add_service(LookupAlertServiceServer::new(lookup_alert::LookupAlerts(kernel.clone())))
        .add_service(PatientReachServiceServer::new(patient_reach::PatientReach { kernel: kernel.clone(), patients: patients.clone() }))
        .add_service(PatientServiceServer::new(patients))
        .add_service(PersonIndexServiceServer::new(person_index::PersonIndex(kernel.clone())))
        .add_service(ProfessionalServiceServer::new(professional::Professionals(kernel.clone())))
        .add_service(ProfessionalAccessServiceServer::new(professional::ProfessionalAccess(kernel.clone())))
        .add_service(ProfileServiceServer::new(profiles))
        .add_service(RoleGroupServiceServer::new(role_group::RoleGroups(kernel.clone())))
        .add_service(StandingServiceServer::new(standing::Standings(kernel.clone())))
        .add_service(TermsServiceServer::new(terms::Terms(kernel.clone())))
        .add_service(WorkContextServiceServer::new(work_context::WorkContexts { kernel: kernel.clone(), areas })))
}

fn localized(names: Option<HashMap<String, String>>) -> Option<LocalizedString> {
    names.map(|texts| LocalizedString { texts })
}

fn professional_role(role_id: Uuid, names: Option<HashMap<String, String>>) -> ProfessionalRole {
    ProfessionalRole { role_id: role_id.to_string(), name: localized(names) }
}

fn area_id(area: Option<ServiceAreaId>) -> String {
    area.map(|area| area.to_string()).unwrap_or_default()
}

fn work_location(place: Place) -> WorkLocation {
    let Place { location_id, name, municipality } = place;
    WorkLocation { location_id: location_id.to_string(), name, municipality: area_id(municipality), recent: false, municipality_name: None }
}

/// Opens sealed columns; what cannot be opened any more comes out empty.
async fn opened(kernel: &Kernel, columns: &[&[u8]]) -> Result<Vec<String>, Status> {
    Ok(opened_bytes(kernel, columns).await?.into_iter().map(|bytes| String::from_utf8(bytes).unwrap_or_default()).collect())
}

/// The same, of what is no text.
async fn opened_bytes(kernel: &Kernel, columns: &[&[u8]]) -> Result<Vec<Vec<u8>>, Status> {
    let blobs: Vec<_> = columns.iter().map(|column| from_column(column)).collect();
    let needs: Needs = blobs.iter().flatten().map(|blob| (blob.subject, blob.class)).collect();
    let keys = kernel.keyring.open(&needs).await.map_err(chassis::grpc::fault)?;
    Ok(blobs.iter().map(|blob| blob.as_ref().and_then(|blob| keys.open(blob)).unwrap_or_default()).collect())
}

/// What people are called who have signed in as residents, as they were identified the last time.
async fn signed_in_names(kernel: &Kernel, people: &[Uuid]) -> Result<HashMap<Uuid, String>, Status> {
    let people = sessions::names(&kernel.pool, people).await.map_err(chassis::grpc::fault)?;
    let sealed: Vec<&[u8]> = people.iter().flat_map(|(_, given, family)| [given.as_slice(), family.as_slice()]).collect();
    let names = opened(kernel, &sealed).await?;
    let names = names.chunks(2).map(|name| name.join(" ").trim().to_owned());
    Ok(people.iter().map(|(id, ..)| *id).zip(names).collect())
}
