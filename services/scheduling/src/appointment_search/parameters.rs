//! What a search asks the system that its times come from, and what two searches have in common.

use std::collections::BTreeSet;

use chassis_domain::Uuid;

use super::value::{BookingSystem, CareKind};

/// The parameters of a search. Of a system that is not the search's own there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters {
    /// Schedules of the own calendar.
    pub schedules: Vec<Uuid>,
    /// What of Lifecare is searched.
    pub lifecare_care_kind: Option<CareKind>,
    /// Appointment types.
    pub lifecare_appointment_types: Vec<String>,
    /// Functions.
    pub lifecare_functions: Vec<String>,
    /// Locations.
    pub lifecare_locations: Vec<String>,
    /// Schedule ids.
    pub lifecare_schedule_ids: Vec<String>,
    /// Visit types.
    pub lifecare_visit_types: Vec<String>,
    /// Visit type specifiers.
    pub lifecare_visit_type_specifiers: Vec<String>,
    /// Appointment-book type; empty: any.
    pub omni360_appointment_book_type_id: String,
    /// Contact methods.
    pub omni360_contact_method_ids: Vec<String>,
    /// Location names.
    pub omni360_location_names: Vec<String>,
    /// Practitioners.
    pub omni360_practitioner_ids: Vec<String>,
    /// Service categories.
    pub omni360_service_category_ids: Vec<String>,
    /// Urgency classes.
    pub omni360_urgency_class_ids: Vec<String>,
    /// Services.
    pub vihta_service_ids: Vec<String>,
    /// Whether these are public ones.
    pub vihta_public_service: bool,
    /// Parameters by the names that Pegasos has for them.
    pub pegasos: Vec<PegasosParameter>,
}

/// A parameter of Pegasos.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PegasosParameter {
    /// Its name there.
    pub name: String,
    /// Its values.
    pub values: Vec<String>,
}

impl Parameters {
    /// Without blanks and without what is said twice or of another system.
    pub(super) fn trimmed(&self, system: Option<BookingSystem>) -> Self {
        let mut schedules = Vec::new();
        for schedule in &self.schedules {
            if !schedules.contains(schedule) {
                schedules.push(*schedule);
            }
        }
        match system {
            None => Self::default(),
            Some(BookingSystem::Own) => Self { schedules, ..Self::default() },
            Some(BookingSystem::Lifecare) => Self {
                lifecare_care_kind: self.lifecare_care_kind,
                lifecare_appointment_types: words(&self.lifecare_appointment_types),
                lifecare_functions: words(&self.lifecare_functions),
                lifecare_locations: words(&self.lifecare_locations),
                lifecare_schedule_ids: words(&self.lifecare_schedule_ids),
                lifecare_visit_types: words(&self.lifecare_visit_types),
                lifecare_visit_type_specifiers: words(&self.lifecare_visit_type_specifiers),
                ..Self::default()
            },
            Some(BookingSystem::Omni360) => Self {
                omni360_appointment_book_type_id: self.omni360_appointment_book_type_id.trim().to_owned(),
                omni360_contact_method_ids: words(&self.omni360_contact_method_ids),
                omni360_location_names: words(&self.omni360_location_names),
                omni360_practitioner_ids: words(&self.omni360_practitioner_ids),
                omni360_service_category_ids: words(&self.omni360_service_category_ids),
                omni360_urgency_class_ids: words(&self.omni360_urgency_class_ids),
                ..Self::default()
            },
            Some(BookingSystem::Vihta) => {
                Self { vihta_service_ids: words(&self.vihta_service_ids), vihta_public_service: self.vihta_public_service, ..Self::default() }
            }
            Some(BookingSystem::Pegasos) => Self {
                pegasos: self
                    .pegasos
                    .iter()
                    .map(|each| PegasosParameter { name: each.name.trim().to_owned(), values: words(&each.values) })
                    .filter(|each| !each.name.is_empty() || !each.values.is_empty())
                    .collect(),
                ..Self::default()
            },
        }
    }

    /// The lists by their names, as they are compared.
    fn lists(&self) -> Vec<(String, BTreeSet<String>)> {
        let schedules: Vec<_> = self.schedules.iter().map(ToString::to_string).collect();
        let book_type: Vec<_> = Some(&self.omni360_appointment_book_type_id).filter(|id| !id.is_empty()).cloned().into_iter().collect();
        let named = [
            ("schedules", &schedules),
            ("lifecare_appointment_types", &self.lifecare_appointment_types),
            ("lifecare_functions", &self.lifecare_functions),
            ("lifecare_locations", &self.lifecare_locations),
            ("lifecare_schedule_ids", &self.lifecare_schedule_ids),
            ("lifecare_visit_types", &self.lifecare_visit_types),
            ("lifecare_visit_type_specifiers", &self.lifecare_visit_type_specifiers),
            ("omni360_appointment_book_type_id", &book_type),
            ("omni360_contact_method_ids", &self.omni360_contact_method_ids),
            ("omni360_location_names", &self.omni360_location_names),
            ("omni360_practitioner_ids", &self.omni360_practitioner_ids),
            ("omni360_service_category_ids", &self.omni360_service_category_ids),
            ("omni360_urgency_class_ids", &self.omni360_urgency_class_ids),
            ("vihta_service_ids", &self.vihta_service_ids),
        ];
        let set = |values: &[String]| values.iter().cloned().collect();
        let named = named.into_iter().map(|(name, values)| (name.to_owned(), set(values)));
        let of_pegasos = self.pegasos.iter().map(|each| (format!("pegasos:{}", each.name), set(&each.values)));
        named.chain(of_pegasos).filter(|(_, values): &(_, BTreeSet<_>)| !values.is_empty()).collect()
    }

    /// What both ask for, when each list that both fill shares a value and there is one: the same times may come of both.
    pub(super) fn shared_with(&self, other: &Self) -> Option<Vec<String>> {
        let others = other.lists();
        let mut shared = Vec::new();
        for (name, values) in self.lists() {
            let Some((_, theirs)) = others.iter().find(|(theirs, _)| *theirs == name) else { continue };
            let common: Vec<_> = values.intersection(theirs).cloned().collect();
            if common.is_empty() {
                return None;
            }
            shared.extend(common);
        }
        Some(shared).filter(|shared| !shared.is_empty())
    }
}

/// Without blanks, empty ones and repeats, in their order.
fn words(texts: &[String]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for text in texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty()) {
        if words.iter().all(|known| known != text) {
            words.push(text.to_owned());
        }
    }
    words
}
