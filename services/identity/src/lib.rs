//! identity: who signs in, as what, and how long it lasts. The front door: everything this service is made of stands in
//! [`service`].

pub mod adapters;
mod background;
pub mod demo;
pub mod grpc;
pub mod location;
pub mod patient;
mod pending;
pub mod practitioner;
pub mod projections;
pub mod refusal;
mod registration;
pub mod role;
pub mod role_group;
mod seed;
pub mod session;
pub mod settings;
pub mod ssn;

use chassis::Service;
use sqlx::migrate::Migrator;

static MIGRATOR: Migrator = sqlx::migrate!();

/// The service.
pub fn service() -> Service {
    Service::new("identity", &MIGRATOR)
        .aggregate::<session::Session>()
        .aggregate::<patient::Patient>()
        .aggregate::<practitioner::Practitioner>()
        .aggregate::<role::Role>()
        .aggregate::<role_group::RoleGroup>()
        .aggregate::<location::Location>()
        .inline(projections::sessions::Sessions)
        .inline(projections::opened_patients::OpenedPatients)
        .inline(projections::patients::Patients)
        .inline(projections::practitioners::Practitioners)
        .inline(projections::roles::Roles)
        .inline(projections::role_groups::RoleGroups)
        .inline(projections::locations::Locations)
        .inline(projections::recent_locations::RecentLocations)
        .background("expiry", background::expire)
        .grpc(|kernel| grpc::routes(kernel, &kernel.settings.part()?))
        .seed(seed::seed)
}
