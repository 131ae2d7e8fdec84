//! What a search must have, by the system that its times come from (SCH-12).

use super::{
    Details, Refused,
    value::{BookingSystem, CareKind},
};

/// What a search lacks of the parameters of its system, each at its field. Whether there is more than one way to say enough, the system
/// decides.
pub(super) fn lacking(search: &Details) -> Vec<(bool, Refused)> {
    let parameters = &search.parameters;
    match search.system {
        None => vec![(true, Refused::SystemMissing)],
        Some(BookingSystem::Own) => vec![(parameters.schedules.is_empty(), Refused::ScheduleMissing)],
        Some(BookingSystem::Lifecare) => {
            let without_type = parameters.lifecare_appointment_types.is_empty();
            // What is booked already is found as in primary care, whatever the care.
            let as_primary = search.only_booked || parameters.lifecare_care_kind == Some(CareKind::Primary);
            let as_specialised = !as_primary && parameters.lifecare_care_kind == Some(CareKind::Specialised);
            vec![
                (parameters.lifecare_care_kind.is_none() && !search.only_booked, Refused::CareKindMissing),
                (as_primary && without_type && parameters.lifecare_schedule_ids.is_empty(), Refused::AppointmentTypeOrScheduleMissing),
                (as_specialised && without_type && parameters.lifecare_visit_types.is_empty(), Refused::AppointmentOrVisitTypeMissing),
                (parameters.lifecare_functions.is_empty(), Refused::FunctionMissing),
                (parameters.lifecare_locations.is_empty(), Refused::LocationMissing),
            ]
        }
        Some(BookingSystem::Omni360) => {
            let is_nowhere = parameters.omni360_location_names.is_empty() && parameters.omni360_practitioner_ids.is_empty();
            vec![(is_nowhere, Refused::LocationOrPractitionerMissing)]
        }
        Some(BookingSystem::Vihta) => vec![(parameters.vihta_service_ids.is_empty(), Refused::VihtaServiceMissing)],
        Some(BookingSystem::Pegasos) => {
            let is_whole = |name: &str, values: &[String]| !name.is_empty() && !values.is_empty();
            let all_whole = parameters.pegasos.iter().all(|each| is_whole(&each.name, &each.values));
            vec![(parameters.pegasos.is_empty() || !all_whole, Refused::ParameterMissing)]
        }
    }
}
