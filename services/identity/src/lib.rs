//! identity: who signs in, as what, and how long it lasts. The front door: everything this service is made of stands in
//! [`service`].

pub mod account;
pub mod adapters;
mod background;
pub mod care_team;
mod consent;
mod contact;
mod contact_code;
mod deletion;
mod deletion_vetoes;
pub mod demo;
pub mod feature_flag;
pub mod grpc;
pub mod integrator;
pub mod location;
pub mod lookup_alert;
mod lookups;
mod mandates;
mod notice;
mod notices;
mod own_sessions;
pub mod patient;
mod pending;
mod personal_data;
pub mod practitioner;
pub mod projections;
mod protection;
mod realm_sign_outs;
pub mod refusal;
mod registration;
mod representation;
pub mod resident;
pub mod role;
pub mod role_group;
mod seed;
pub mod service_areas;
pub mod session;
pub mod session_record;
mod session_secrets;
pub mod settings;
pub mod terms;

use chassis::{
    Kernel, Service,
    admin_record::{AdminRecords, RecordKind},
    due::Job,
    projection::InStatement,
    store::{CommandMeta, ExecuteError, WorkError},
};
use chassis_domain::PersonId;
use sqlx::migrate::Migrator;

pub use chassis_domain::ssn;

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
        .aggregate::<integrator::Integrator>()
        .inline(InStatement(projections::sessions::Sessions))
        .inline(projections::accounts::Accounts)
        .inline(InStatement(projections::opened_patients::OpenedPatients))
        .inline(projections::patients::Patients)
        .inline(projections::protected_patients::ProtectedPatients)
        .inline(projections::residents::Residents)
        .inline(projections::terms::Terms)
        .inline(projections::practitioners::Practitioners)
        .inline(projections::roles::Roles)
        .inline(projections::role_groups::RoleGroups)
        .inline(projections::locations::Locations)
        .inline(projections::care_teams::CareTeams)
        .inline(projections::feature_flags::FeatureFlags)
        .inline(projections::patient_care_teams::PatientCareTeams)
        .inline(InStatement(projections::recent_locations::RecentLocations))
        .inline(projections::lookup_alerts::LookupAlerts)
        .inline(AdminRecords::new(1, &[RecordKind::of::<integrator::Details>()]))
        .consume_all(deletion_vetoes::handlers())
        .job(Job::new("expiry", background::EVERY, background::expire))
        .job(Job::new(notices::JOB, notices::EVERY, notices::send).in_lane(notices::LANE))
        .job(Job::new(deletion::JOB, deletion::EVERY, deletion::carry_out))
        .grpc(|kernel| grpc::routes(kernel, &kernel.settings.part()?))
        .seed(seed::seed)
}

/// Ends all sessions of a person in both realms, as operators do (`platform sessions end`); how many there were. A professional can be
/// disabled with that, so that signing in again gives nothing.
///
/// # Errors
/// When the store fails.
pub async fn end_sessions(kernel: &Kernel, person: PersonId, disable: bool) -> Result<u32, ExecuteError<session::Refused>> {
    let meta = CommandMeta::system(kernel.ids.v7(kernel.clock.now()));
    kernel
        .store
        .transact(meta, move |unit| {
            Box::pin(async move {
                if disable {
                    let (id, command) = (practitioner::PractitionerId::from_uuid(person.uuid()), practitioner::Command::Disable);
                    unit.execute(id, &command).await.map_err(|error| error.map(|never: refusal::Never| -> session::Refused { match never {} }))?;
                }
                let mut ended = 0;
                for realm in [session::Realm::Resident, session::Realm::Practitioner] {
                    ended += own_sessions::end_all_in_tx(unit, person.uuid(), realm, session::End::ByAdministrator).await?;
                }
                Ok::<_, WorkError<session::Refused>>(ended)
            })
        })
        .await
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
