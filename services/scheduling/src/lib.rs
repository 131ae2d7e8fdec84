//! scheduling: times that are booked. The front door: everything this service is made of stands in [`service`].

mod adapters;
pub mod appointment;
pub mod appointment_search;
mod booking;
pub mod booking_role;
pub mod calendar_choice;
mod calendar_file;
mod claims;
pub mod fetch;
mod fetch_jobs;
mod fetch_table;
mod fetching;
mod first_records;
mod grpc;
mod guest_links;
mod guest_messages;
mod guest_tries;
mod guest_words;
mod guests;
pub mod horizon;
pub mod kind;
mod personal_data;
mod planning;
pub mod projections;
pub mod recommendation;
pub mod remote_access;
pub mod schedule;
mod seed;
pub mod settings;
pub mod slots;
mod verify;

use chassis::{
    Service,
    admin_record::{AdminRecords, RecordKind},
    due::Job,
    projection::InStatement,
};
use sqlx::migrate::Migrator;

pub use verify::{ClaimsVerdict, verify_claims};

static MIGRATOR: Migrator = sqlx::migrate!();

/// What the admin panel keeps here.
const RECORDS: [RecordKind; 4] = [
    RecordKind::of::<booking_role::Details>(),
    RecordKind::of::<schedule::Details>(),
    RecordKind::of::<appointment_search::Details>(),
    RecordKind::of::<remote_access::Details>(),
];
/// Of these, those whose names others are told: nothing is among them that has an administrative name alone (SVC-06).
const NAMED: [RecordKind; 2] = [RecordKind::of::<booking_role::Details>(), RecordKind::of::<schedule::Details>()];

/// The service.
pub fn service() -> Service {
    Service::new("scheduling", &MIGRATOR)
        .aggregate::<booking_role::BookingRole>()
        .aggregate::<schedule::Schedule>()
        .aggregate::<appointment_search::AppointmentSearch>()
        .aggregate::<remote_access::RemoteAccess>()
        .aggregate::<horizon::Horizon>()
        .aggregate::<appointment::Appointment>()
        .aggregate::<recommendation::Recommendation>()
        .aggregate::<calendar_choice::CalendarChoice>()
        .inline(AdminRecords::new(1, &RECORDS))
        .inline(projections::offers::Offers)
        .inline(InStatement(projections::calendar::Calendar))
        .inline(InStatement(projections::my_appointments::MyAppointments))
        .inline(InStatement(projections::recommendations::Recommendations))
        .personal_data::<personal_data::Appointments>()
        .job(first_records::job())
        .job(planning::job())
        .job(Job::new(guest_messages::JOB, guest_messages::EVERY, guest_messages::send).in_lane(guest_messages::LANE))
        .jobs(fetch_jobs::jobs())
        .grpc(grpc::routes)
        .seed(seed::seed)
}
