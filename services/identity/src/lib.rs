//! identity: who signs in, as what, and how long it lasts. The front door: everything this service is made of stands in
//! [`service`].

pub mod account;
pub mod adapters;
pub mod age;
mod background;
pub mod care_team;
mod consent;
mod contact;
mod contact_code;
mod deletion;
pub mod demo;
pub mod feature_flag;
pub mod grpc;
mod holds;
pub mod kept;
pub mod location;
pub mod lookup_alert;
mod lookups;
mod mandates;
mod own_sessions;
pub mod patient;
mod pending;
pub mod practitioner;
pub mod projections;
pub mod refusal;
mod registration;
mod representation;
pub mod resident;
pub mod role;
pub mod role_group;
mod seed;
pub mod service_areas;
pub mod session;
pub mod settings;
pub mod ssn;
pub mod terms;

use chassis::{
    Kernel, Service,
    projection::Riding,
    store::{CommandMeta, ExecuteError},
};
use sqlx::migrate::Migrator;

static MIGRATOR: Migrator = sqlx::migrate!();

/// The service.
pub fn service() -> Service {
    Service::new("identity", &MIGRATOR)
        .aggregate::<session::Session>()
        .aggregate::<patient::Patient>()
        .aggregate::<account::Account>()
        .aggregate::<practitioner::Practitioner>()
        .aggregate::<resident::Resident>()
        .aggregate::<role::Role>()
        .aggregate::<role_group::RoleGroup>()
        .aggregate::<location::Location>()
        .aggregate::<care_team::CareTeam>()
        .aggregate::<feature_flag::FeatureFlag>()
        .aggregate::<terms::Terms>()
        .aggregate::<lookup_alert::LookupAlert>()
        .inline(Riding(projections::sessions::Sessions))
        .inline(projections::accounts::Accounts)
        .inline(Riding(projections::opened_patients::OpenedPatients))
        .inline(projections::patients::Patients)
        .inline(projections::residents::Residents)
        .inline(projections::terms::Terms)
        .inline(projections::practitioners::Practitioners)
        .inline(projections::roles::Roles)
        .inline(projections::role_groups::RoleGroups)
        .inline(projections::locations::Locations)
        .inline(projections::care_teams::CareTeams)
        .inline(projections::feature_flags::FeatureFlags)
        .inline(projections::patient_care_teams::PatientCareTeams)
        .inline(Riding(projections::recent_locations::RecentLocations))
        .inline(projections::lookup_alerts::LookupAlerts)
        .consume(holds::Holds)
        .background("expiry", background::expire)
        .background("deletion", deletion::carry_out)
        .grpc(|kernel| grpc::routes(kernel, &kernel.settings.part()?))
        .seed(seed::seed)
}

/// Switches a feature, as operators do (`platform flag`). Counts at once, in every process.
///
/// # Errors
/// When the store fails.
pub async fn switch_feature(kernel: &Kernel, flag: feature_flag::Flag, setting: feature_flag::Setting) -> Result<(), ExecuteError<refusal::Never>> {
    let meta = CommandMeta::system(kernel.ids.v7(kernel.clock.now()));
    kernel.store.execute(flag.id(), feature_flag::Switch { flag, setting }, meta).await?;
    Ok(())
}
