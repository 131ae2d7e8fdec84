//! An appointment search: where the times of a service come from, with whom they are, and what residents may do with them (SCH-12).
//!
//! What a search must have follows from its system. Other searches that may find the same times are no fault: whoever saves is asked
//! whether it is meant. A role that is no more is read as the default one (SVC-05).

mod parameters;
mod refusal;
mod rules;
#[cfg(test)]
mod tests;
mod value;

use std::{collections::BTreeSet, ops::RangeInclusive};

use chassis_domain::{
    AdminDetails, AdminEvent, AdminEvents, AdminRecord, DecodeError, EventMeta, Id, PublishedFact, Refusals, Taken, Uuid, admin_events,
    stored::Reader,
};
use kajo_proto::scheduling::{store::v1 as store, v1 as public};
pub use parameters::{Parameters, PegasosParameter};
pub use refusal::Refused;
pub use value::{BookingSystem, CareKind, ChangeSource, Changeable};

use crate::kind::AppointmentType;

/// An appointment search.
pub type AppointmentSearch = AdminRecord<Details>;

/// The id of an appointment search.
pub type AppointmentSearchId = Id<AppointmentSearch>;

/// Minutes.
const DURATION: RangeInclusive<u32> = 1..=1_440;
/// Up to a year.
const LATE_HOURS: RangeInclusive<u32> = 0..=8_760;

/// What is kept of an appointment search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "one flag per setting, as the contract names them")]
pub struct Details {
    /// What those call it who keep it.
    pub administrative_name: String,
    /// Where its times come from.
    pub system: Option<BookingSystem>,
    /// With whom they are.
    pub role: Option<Uuid>,
    /// Under what residents find them.
    pub service: Option<Uuid>,
    /// Where they are when their source does not say so.
    pub location: Option<Uuid>,
    /// Of what type they are when their source does not say so.
    pub appointment_type: Option<AppointmentType>,
    /// What its system is asked.
    pub parameters: Parameters,
    /// Times of just this length are shown; `None`: all.
    pub duration_minutes: Option<u32>,
    /// Whether they may be cancelled.
    pub cancelable: Changeable,
    /// Whether they may be moved.
    pub reschedulable: Changeable,
    /// Until how many hours before the start; `None`: until the start.
    pub late_cancel_hours: Option<u32>,
    /// Residents see who the professional is.
    pub practitioner_name_shown: bool,
    /// Residents of every municipality find them.
    pub all_municipalities: bool,
    /// Somebody waits at that time.
    pub real_appointment: bool,
    /// It shows what is booked already, and offers nothing.
    pub only_booked: bool,
}

/// How something stands that a search names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// It is not there.
    #[default]
    Missing,
    /// Nothing new names it.
    Archived,
    /// It can be named.
    Open,
}

/// What is known around a search when it is saved.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Around {
    /// Its role.
    pub role: State,
    /// Its service.
    pub service: State,
    /// Its schedules, as far as they are there: what each is called, and what can be booked in it.
    pub schedules: Vec<(String, BTreeSet<Uuid>)>,
    /// The other searches in use.
    pub others: Vec<Details>,
    /// Whoever saves knows that these have the same parameters.
    pub overlap_confirmed: bool,
}

impl AdminDetails for Details {
    const CATEGORY: &'static str = "appointment_search";
    const EVENTS: AdminEvents = admin_events!("appointment_search");
    const NOT_FOUND: Refused = Refused::NotFound;
    type Around = Around;
    type Refused = Refused;
    type Stored = store::AppointmentSearchDefined;

    fn name(&self) -> &str {
        &self.administrative_name
    }

    fn refers(&self) -> Vec<Uuid> {
        self.role.into_iter().chain(self.parameters.schedules.iter().copied()).collect()
    }

    fn trimmed(&self) -> Self {
        // Of a time of the own calendar nobody else can say what may be done with it.
        let own = |changeable: Changeable| match self.system {
            Some(BookingSystem::Own) => Changeable { source: ChangeSource::ServiceInformation, ..changeable },
            _ => changeable,
        };
        Self {
            administrative_name: self.administrative_name.trim().to_owned(),
            parameters: self.parameters.trimmed(self.system),
            cancelable: own(self.cancelable),
            reschedulable: own(self.reschedulable),
            ..self.clone()
        }
    }

    fn check(&self, kept: Option<&Self>, _: &Taken, around: &Around) -> Result<(), Refusals<Refused>> {
        let keeps = |of: fn(&Self) -> Option<Uuid>| kept.is_some_and(|kept| of(kept) == of(self));
        let (keeps_role, keeps_service) = (keeps(|search| search.role), keeps(|search| search.service));
        let named = |state: State, keeps: bool| (state == State::Missing, state == State::Archived && !keeps);
        // A service that was named before may have gone since: that is told to whoever reads, and stops nobody.
        let (service_missing, service_archived) = named(around.service, keeps_service);
        let (role_missing, role_archived) = named(around.role, keeps_role);
        let strangers: Vec<_> = match self.service {
            Some(service) => around.schedules.iter().filter(|(_, services)| !services.contains(&service)).map(|(name, _)| name.as_str()).collect(),
            None => Vec::new(),
        };
        let gone = self.parameters.schedules.len() > around.schedules.len();
        Refusals::of_broken(
            [
                (self.administrative_name.is_empty(), Refused::NameMissing),
                (self.role.is_none() || role_missing, Refused::RoleMissing),
                (role_archived, Refused::RoleArchived),
                (self.service.is_none() || service_missing && !keeps_service, Refused::ServiceMissing),
                (service_archived, Refused::ServiceArchived),
            ]
            .into_iter()
            .chain(rules::lacking(self))
            .chain([
                (gone, Refused::ScheduleMissing),
                (!strangers.is_empty(), Refused::ScheduleWithoutService { names: strangers.join(", ") }),
                (self.duration_minutes.is_some_and(|minutes| !DURATION.contains(&minutes)), Refused::DurationOutOfRange),
                (self.late_cancel_hours.is_some_and(|hours| !LATE_HOURS.contains(&hours)), Refused::LateHoursOutOfRange),
            ]),
        )?;
        // Asked about last, when nothing else is wrong: it is no fault.
        match self.overlaps(kept, around) {
            Some(overlaps) if !around.overlap_confirmed => Err(overlaps.into()),
            _ => Ok(()),
        }
    }

    fn publish(event: &AdminEvent<Self>, meta: &EventMeta) -> Option<PublishedFact> {
        let appointment_search_id = meta.aggregate_id.to_string();
        Some(match event {
            AdminEvent::Defined(_) => PublishedFact::to_everybody(
                "kajo.scheduling.v1.AppointmentSearchDefined",
                &public::AppointmentSearchDefined { appointment_search_id },
            ),
            AdminEvent::Archived => PublishedFact::to_everybody(
                "kajo.scheduling.v1.AppointmentSearchArchived",
                &public::AppointmentSearchArchived { appointment_search_id },
            ),
            AdminEvent::Restored => PublishedFact::to_everybody(
                "kajo.scheduling.v1.AppointmentSearchRestored",
                &public::AppointmentSearchRestored { appointment_search_id },
            ),
            AdminEvent::Removed => PublishedFact::to_everybody(
                "kajo.scheduling.v1.AppointmentSearchRemoved",
                &public::AppointmentSearchRemoved { appointment_search_id },
            ),
        })
    }

    fn to_stored(&self) -> store::AppointmentSearchDefined {
        let Self {
            administrative_name,
            system,
            role,
            service,
            location,
            appointment_type,
            parameters,
            duration_minutes,
            cancelable,
            reschedulable,
            late_cancel_hours,
            practitioner_name_shown,
            all_municipalities,
            real_appointment,
            only_booked,
        } = self.clone();
        let Parameters {
            schedules,
            lifecare_care_kind,
            lifecare_appointment_types,
            lifecare_functions,
            lifecare_locations,
            lifecare_schedule_ids,
            lifecare_visit_types,
            lifecare_visit_type_specifiers,
            omni360_appointment_book_type_id,
            omni360_contact_method_ids,
            omni360_location_names,
            omni360_practitioner_ids,
            omni360_service_category_ids,
            omni360_urgency_class_ids,
            vihta_service_ids,
            vihta_public_service,
            pegasos,
        } = parameters;
        let text = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
        store::AppointmentSearchDefined {
            administrative_name,
            system: system.map_or(0, BookingSystem::number),
            booking_role_id: text(role),
            service_id: text(service),
            location_id: text(location),
            appointment_type: appointment_type.map_or(0, AppointmentType::number),
            schedule_ids: schedules.iter().map(ToString::to_string).collect(),
            lifecare_care_kind: lifecare_care_kind.map_or(0, CareKind::number),
            lifecare_appointment_types,
            lifecare_functions,
            lifecare_locations,
            lifecare_schedule_ids,
            lifecare_visit_types,
            lifecare_visit_type_specifiers,
            omni360_appointment_book_type_id,
            omni360_contact_method_ids,
            omni360_location_names,
            omni360_practitioner_ids,
            omni360_service_category_ids,
            omni360_urgency_class_ids,
            vihta_service_ids,
            vihta_public_service,
            pegasos_parameters: pegasos.into_iter().map(|PegasosParameter { name, values }| store::SearchParameter { name, values }).collect(),
            duration_minutes,
            cancelable_source: cancelable.source.number(),
            cancelable: cancelable.allowed,
            reschedulable_source: reschedulable.source.number(),
            reschedulable: reschedulable.allowed,
            late_cancel_hours,
            practitioner_name_shown,
            all_municipalities,
            real_appointment,
            only_booked,
        }
    }

    fn from_stored(stored: store::AppointmentSearchDefined, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        let store::AppointmentSearchDefined {
            administrative_name,
            system,
            booking_role_id,
            service_id,
            location_id,
            appointment_type,
            schedule_ids,
            lifecare_care_kind,
            lifecare_appointment_types,
            lifecare_functions,
            lifecare_locations,
            lifecare_schedule_ids,
            lifecare_visit_types,
            lifecare_visit_type_specifiers,
            omni360_appointment_book_type_id,
            omni360_contact_method_ids,
            omni360_location_names,
            omni360_practitioner_ids,
            omni360_service_category_ids,
            omni360_urgency_class_ids,
            vihta_service_ids,
            vihta_public_service,
            pegasos_parameters,
            duration_minutes,
            cancelable_source,
            cancelable,
            reschedulable_source,
            reschedulable,
            late_cancel_hours,
            practitioner_name_shown,
            all_municipalities,
            real_appointment,
            only_booked,
        } = stored;
        let changeable = |source, allowed| Ok(Changeable { source: reader.known(ChangeSource::from_number(source))?, allowed });
        Ok(Self {
            administrative_name,
            system: Some(reader.known(BookingSystem::from_number(system))?),
            role: Uuid::try_parse(&booking_role_id).ok(),
            service: Uuid::try_parse(&service_id).ok(),
            location: Uuid::try_parse(&location_id).ok(),
            appointment_type: AppointmentType::from_number(appointment_type),
            parameters: Parameters {
                schedules: schedule_ids.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect(),
                lifecare_care_kind: CareKind::from_number(lifecare_care_kind),
                lifecare_appointment_types,
                lifecare_functions,
                lifecare_locations,
                lifecare_schedule_ids,
                lifecare_visit_types,
                lifecare_visit_type_specifiers,
                omni360_appointment_book_type_id,
                omni360_contact_method_ids,
                omni360_location_names,
                omni360_practitioner_ids,
                omni360_service_category_ids,
                omni360_urgency_class_ids,
                vihta_service_ids,
                vihta_public_service,
                pegasos: pegasos_parameters.into_iter().map(|store::SearchParameter { name, values }| PegasosParameter { name, values }).collect(),
            },
            duration_minutes,
            cancelable: changeable(cancelable_source, cancelable)?,
            reschedulable: changeable(reschedulable_source, reschedulable)?,
            late_cancel_hours,
            practitioner_name_shown,
            all_municipalities,
            real_appointment,
            only_booked,
        })
    }
}

impl Details {
    /// What it has in common with another one, when both may find the same times.
    fn shared_with(&self, other: &Self) -> Option<Vec<String>> {
        if self.system == other.system { self.parameters.shared_with(&other.parameters) } else { None }
    }

    /// The other searches that may find the same times since it was changed, and by what.
    fn overlaps(&self, kept: Option<&Self>, around: &Around) -> Option<Refused> {
        let mut names = Vec::new();
        let mut values = BTreeSet::new();
        for other in &around.others {
            let Some(shared) = self.shared_with(other) else { continue };
            // Whoever said once that this is meant is not asked again.
            if kept.and_then(|kept| kept.shared_with(other)).as_ref() != Some(&shared) {
                names.push(other.administrative_name.as_str());
                values.extend(shared);
            }
        }
        let values: Vec<_> = values.iter().map(|value| self.shown(value, around)).collect();
        (!names.is_empty()).then(|| Refused::Overlaps { names: names.join(", "), values: values.join(", ") })
    }

    /// A value as people know it: a schedule by its name.
    fn shown<'v>(&self, value: &'v str, around: &'v Around) -> &'v str {
        let at = self.parameters.schedules.iter().position(|schedule| schedule.to_string() == value);
        at.and_then(|at| around.schedules.get(at)).map_or(value, |(name, _)| name)
    }
}
