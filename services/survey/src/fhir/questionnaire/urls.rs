//! What extensions are called: FHIR's own, and ours.

use ::fhir::SystemIdentifiers;

use crate::fhir::names::joined;

pub(super) const MARKDOWN: &str = "http://hl7.org/fhir/StructureDefinition/rendering-markdown";
pub(super) const CONTROL: &str = "http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl";
/// Of the codes that a control has.
pub(super) const CONTROLS: &str = "http://hl7.org/fhir/questionnaire-item-control";
pub(super) const MIN_CHOICES: &str = "http://hl7.org/fhir/StructureDefinition/questionnaire-minOccurs";
pub(super) const MAX_CHOICES: &str = "http://hl7.org/fhir/StructureDefinition/questionnaire-maxOccurs";
pub(super) const MIN: &str = "http://hl7.org/fhir/StructureDefinition/minValue";
pub(super) const MAX: &str = "http://hl7.org/fhir/StructureDefinition/maxValue";
pub(super) const DECIMALS: &str = "http://hl7.org/fhir/StructureDefinition/maxDecimalPlaces";
pub(super) const UNIT: &str = "http://hl7.org/fhir/StructureDefinition/questionnaire-unit";
pub(super) const ORDINAL: &str = "http://hl7.org/fhir/StructureDefinition/ordinalValue";
/// What R5 calls the same.
pub(super) const WEIGHT: &str = "http://hl7.org/fhir/StructureDefinition/itemWeight";
pub(super) const EXCLUSIVE: &str = "http://hl7.org/fhir/StructureDefinition/questionnaire-optionExclusive";

/// Ours.
pub(super) struct Urls {
    pub(super) date_limit: String,
    pub(super) format: String,
    pub(super) score: String,
}

impl Urls {
    pub(super) fn of(systems: &SystemIdentifiers) -> Self {
        let named = |name: &str| joined(&systems.professional_platform_system, name);
        Self { date_limit: named("date-limit"), format: named("string-format"), score: named("score") }
    }
}
