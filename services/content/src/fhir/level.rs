//! Where a value lies beside its reference values: as the laboratory says, or else as the numbers say.

use ::fhir::elements::{Comparator, Concept};
use kajo_proto::content::v1::LabLevel;

use super::Bound;

/// What laboratories say a value is, by name in R4 and in what came before it.
const SYSTEMS: [&str; 3] = [
    "http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation",
    "http://hl7.org/fhir/v3/ObservationInterpretation",
    "http://terminology.hl7.org/CodeSystem/v2-0078",
];

/// The gravest first: of several it is the one that is told. POS and NEG are not here: what is found is not yet what is wrong.
const LEVELS: [(&str, LabLevel); 9] = [
    ("LL", LabLevel::CriticallyLow),
    ("HH", LabLevel::CriticallyHigh),
    ("LU", LabLevel::Low),
    ("HU", LabLevel::High),
    ("L", LabLevel::Low),
    ("H", LabLevel::High),
    ("AA", LabLevel::Abnormal),
    ("A", LabLevel::Abnormal),
    ("N", LabLevel::Normal),
];

/// As the laboratory says it. `None`: it does not.
pub(super) fn told(interpretations: &[Concept]) -> Option<LabLevel> {
    let is_told = |code: &str| {
        let mut codings = interpretations.iter().flat_map(|concept| &concept.codings);
        codings.any(|coding| coding.code == code && SYSTEMS.contains(&coding.system.as_str()))
    };
    LEVELS.into_iter().find(|(code, _)| is_told(code)).map(|(_, level)| level)
}

/// As the numbers say it; whoever stands on an end of the range is within it.
pub(super) fn beside(number: f64, comparator: Option<Comparator>, low: Option<&Bound>, high: Option<&Bound>) -> LabLevel {
    if low.is_none() && high.is_none() {
        return LabLevel::Unspecified;
    }
    // Whether all that the value may be lies below the range, or above it.
    let is_below = low.is_some_and(|low| match comparator {
        None | Some(Comparator::AtMost) => number < low.number,
        Some(Comparator::Below) => number <= low.number,
        Some(Comparator::AtLeast | Comparator::Above) => false,
    });
    let is_above = high.is_some_and(|high| match comparator {
        None | Some(Comparator::AtLeast) => number > high.number,
        Some(Comparator::Above) => number >= high.number,
        Some(Comparator::AtMost | Comparator::Below) => false,
    });
    let is_within = match comparator {
        None => true,
        Some(Comparator::AtMost | Comparator::Below) => low.is_none() && high.is_some_and(|high| number <= high.number),
        Some(Comparator::AtLeast | Comparator::Above) => high.is_none() && low.is_some_and(|low| number >= low.number),
    };
    match (is_below, is_above, is_within) {
        (true, _, _) => LabLevel::Low,
        (_, true, _) => LabLevel::High,
        (_, _, true) => LabLevel::Normal,
        (false, false, false) => LabLevel::Unspecified,
    }
}
