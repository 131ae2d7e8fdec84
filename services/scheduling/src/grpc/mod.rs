//! Requests to commands and queries, and answers back. No rules.

mod access_log;
mod appointment_search;
mod booking;
mod booking_role;
mod calendar;
mod calendar_choice;
mod caller;
mod deletion;
mod finding;
mod holding;
mod looking;
mod meeting;
mod my_remote_appointment;
mod name;
mod participant;
mod path_action;
mod patient_appointments;
mod patient_booking;
mod recommendation;
mod remote;
mod remote_access;
mod remote_appointment;
mod roles;
mod schedule;
mod search_sync;
mod seen;
mod times;

use chassis::{
    Kernel,
    access::ShownLog,
    messages::{MessageSettings, Messages},
    patients::Patients,
};
use fhir::SystemIdentifiers;
use kajo_proto::scheduling::v1::{
    appointment_access_service_server::AppointmentAccessServiceServer, appointment_search_service_server::AppointmentSearchServiceServer,
    booking_role_service_server::BookingRoleServiceServer, booking_service_server::BookingServiceServer,
    calendar_service_server::CalendarServiceServer, deletion_service_server::DeletionServiceServer, meeting_service_server::MeetingServiceServer,
    my_remote_appointment_service_server::MyRemoteAppointmentServiceServer, name_service_server::NameServiceServer,
    participant_service_server::ParticipantServiceServer, path_action_service_server::PathActionServiceServer,
    patient_booking_service_server::PatientBookingServiceServer, recommendation_service_server::RecommendationServiceServer,
    remote_access_service_server::RemoteAccessServiceServer, remote_appointment_service_server::RemoteAppointmentServiceServer,
    schedule_service_server::ScheduleServiceServer,
};
use tonic::service::Routes;

use crate::{
    adapters::{admission::Admissions, calls::Calls, people::People, services::Services},
    fetching::Fetching,
    settings::{BookingSystemSettings, SchedulingSettings},
};

/// How many of those are named that use a record which is to be removed.
const USES_NAMED: u16 = 50;

/// The RPCs of scheduling.
///
/// # Errors
/// When the settings cannot be read, or name an address to which everything would go in clear.
pub(crate) fn routes(kernel: &Kernel) -> anyhow::Result<Routes> {
    let settings: SchedulingSettings = kernel.settings.part()?;
    let messages: MessageSettings = kernel.settings.part()?;
    // By one of them another system is asked whose appointments these are.
    let systems: SystemIdentifiers = kernel.settings.part()?;
    systems.check()?;
    if !kernel.settings.demo {
        settings.refuse_cleartext()?;
        kernel.settings.part::<BookingSystemSettings>()?.refuse_cleartext()?;
        messages.refuse_cleartext()?;
    }
    // What would be sent by them is told of now, and not when somebody is to be told something.
    Messages::of(&messages)?;
    let services = Services::try_new(kernel, settings.content_url.as_deref())?;
    let asking = looking::Asking {
        kernel: kernel.clone(),
        people: People::try_new(kernel, settings.identity_url.as_deref())?,
        admissions: Admissions::try_new(kernel, settings.content_url.as_deref())?,
    };
    let patients = Patients::try_new(kernel, settings.identity_url.as_deref())?;
    let calls = Calls::try_new(kernel, settings.chat_queue_url.as_deref())?;
    let calendars = calendar::Calendars { asking: asking.clone(), patients: patients.clone(), calls: calls.clone(), settings: settings.clone() };
    Ok(Routes::new(BookingRoleServiceServer::new(booking_role::BookingRoles(kernel.clone())))
        .add_service(AppointmentAccessServiceServer::new(access_log::AccessLogs { log: ShownLog::new(kernel.clone(), &access_log::SHOWN) }))
        .add_service(ScheduleServiceServer::new(schedule::Schedules(kernel.clone())))
        .add_service(AppointmentSearchServiceServer::new(appointment_search::AppointmentSearches {
            kernel: kernel.clone(),
            services,
            asking: asking.clone(),
            fetching: Fetching::of(kernel)?,
        }))
        .add_service(RemoteAccessServiceServer::new(remote_access::RemoteAccess(kernel.clone())))
        .add_service(NameServiceServer::new(name::Names(kernel.clone())))
        .add_service(DeletionServiceServer::new(deletion::Deletions { kernel: kernel.clone() }))
        .add_service(ParticipantServiceServer::new(calendars.clone()))
        .add_service(RemoteAppointmentServiceServer::new(calendars.clone()))
        .add_service(CalendarServiceServer::new(calendars))
        .add_service(MeetingServiceServer::new(meeting::Meetings { asking: asking.clone(), calls: calls.clone() }))
        .add_service(MyRemoteAppointmentServiceServer::new(my_remote_appointment::MyRemoteAppointments {
            asking: asking.clone(),
            calls,
            settings: settings.clone(),
        }))
        .add_service(PatientBookingServiceServer::new(patient_booking::PatientBookings {
            asking: asking.clone(),
            patients: patients.clone(),
            settings: settings.clone(),
        }))
        .add_service(PathActionServiceServer::new(path_action::PathActions(asking.clone())))
        .add_service(RecommendationServiceServer::new(recommendation::Recommendations { asking: asking.clone(), patients }))
        .add_service(BookingServiceServer::new(booking::Bookings { asking, settings })))
}
