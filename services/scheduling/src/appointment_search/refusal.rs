//! Refusals of appointment searches.

use super::{DURATION, LATE_HOURS};

/// A refusal of an appointment search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such search.
    #[error("there is no such appointment search")]
    NotFound,
    /// It is called nothing.
    #[error("the administrative name is missing")]
    NameMissing,
    /// Nobody said where its times come from.
    #[error("the system is missing")]
    SystemMissing,
    /// A search has a role.
    #[error("the booking role is missing")]
    RoleMissing,
    /// Nothing new names it.
    #[error("the booking role is archived")]
    RoleArchived,
    /// There is no such service.
    #[error("there is no such service")]
    ServiceMissing,
    /// Nothing new refers to it.
    #[error("the service is archived")]
    ServiceArchived,
    /// The own calendar has times of schedules alone.
    #[error("a schedule is missing")]
    ScheduleMissing,
    /// Nothing of the service can be booked in one of its schedules.
    #[error("the service cannot be booked in a schedule")]
    ScheduleWithoutService {
        /// What these schedules are called.
        names: String,
    },
    /// Primary or specialised care.
    #[error("the kind of care is missing")]
    CareKindMissing,
    /// Lifecare, primary care or only booked: an appointment type or a schedule.
    #[error("an appointment type or a schedule is missing")]
    AppointmentTypeOrScheduleMissing,
    /// Lifecare, specialised care: an appointment type or a visit type.
    #[error("an appointment type or a visit type is missing")]
    AppointmentOrVisitTypeMissing,
    /// Lifecare: a function.
    #[error("a function is missing")]
    FunctionMissing,
    /// Lifecare: a location.
    #[error("a location is missing")]
    LocationMissing,
    /// Omni360: a location or a practitioner.
    #[error("a location or a practitioner is missing")]
    LocationOrPractitionerMissing,
    /// Vihta: a service.
    #[error("a service of Vihta is missing")]
    VihtaServiceMissing,
    /// Pegasos: a parameter with its name and a value.
    #[error("a parameter lacks its name or its values")]
    ParameterMissing,
    /// No time is that short or that long.
    #[error("the duration is out of range")]
    DurationOutOfRange,
    /// Nobody can know so early.
    #[error("the hours before the start are out of range")]
    LateHoursOutOfRange,
    /// Others may find the same times, and nobody said that this is meant.
    #[error("other searches have the same parameters")]
    Overlaps {
        /// What they are called.
        names: String,
        /// The parameters that they share with this one.
        values: String,
    },
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::NameMissing => "required", Input, field "details.administrative_name";
    Self::SystemMissing => "required", Input, field "details.system";
    Self::RoleMissing => "search_role_missing", Input, field "details.booking_role_id";
    Self::RoleArchived => "search_role_archived", Input, field "details.booking_role_id";
    Self::ServiceMissing => "service_missing", Input, field "details.service_id";
    Self::ServiceArchived => "service_archived", Input, field "details.service_id";
    Self::ScheduleMissing => "search_schedule_missing", Input, field "details.schedule_ids";
    Self::ScheduleWithoutService { names } => "search_schedule_without_service", Input, field "details.schedule_ids",
        params [("names", names.clone())];
    Self::CareKindMissing => "required", Input, field "details.lifecare_care_kind";
    Self::AppointmentTypeOrScheduleMissing => "search_type_or_schedule_missing", Input, field "details.lifecare_appointment_types";
    Self::AppointmentOrVisitTypeMissing => "search_type_or_visit_missing", Input, field "details.lifecare_appointment_types";
    Self::FunctionMissing => "search_function_missing", Input, field "details.lifecare_functions";
    Self::LocationMissing => "search_location_missing", Input, field "details.lifecare_locations";
    Self::LocationOrPractitionerMissing => "search_location_or_practitioner_missing", Input, field "details.omni360_location_names";
    Self::VihtaServiceMissing => "search_vihta_service_missing", Input, field "details.vihta_service_ids";
    Self::ParameterMissing => "search_parameter_missing", Input, field "details.pegasos_parameters";
    Self::DurationOutOfRange => "number_out_of_range", Input, field "details.duration_minutes",
        params [("min", DURATION.start().to_string()), ("max", DURATION.end().to_string())];
    Self::LateHoursOutOfRange => "number_out_of_range", Input, field "details.late_cancel_hours",
        params [("min", LATE_HOURS.start().to_string()), ("max", LATE_HOURS.end().to_string())];
    Self::Overlaps { names, values } => "search_overlaps", State, params [("names", names.clone()), ("values", values.clone())];
} }
