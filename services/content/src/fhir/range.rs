//! Reference values: the first of those that a laboratory sends.

use ::fhir::{
    Problem,
    elements::{Quantity, words},
    json::Object,
    text::NAME,
};

use super::Bound;

/// Between which a value is as expected, or that in words.
#[derive(Default)]
pub(super) struct Range {
    pub(super) low: Option<Bound>,
    pub(super) high: Option<Bound>,
    /// Empty: the ends say it.
    pub(super) text: String,
}

impl Range {
    /// Beside a value. Ends in another unit than its are told in words: beside its number they would mislead.
    pub(super) fn read(observation: &Object<'_>, value: Option<&Quantity>) -> Result<Self, Problem> {
        let all = observation.objects("referenceRange")?;
        let Some(range) = all.first() else { return Ok(Self::default()) };
        let (low, high) = (end(range, "low")?, end(range, "high")?);
        let text = words(range, "text", NAME)?;
        let is_beside = |end: Option<&Quantity>| {
            // A value that is no quantity has no unit.
            end.is_none_or(|end| value.map_or_else(|| end.unit.is_empty(), |value| end.is_in_unit_of(value)))
        };
        if low.is_none() && high.is_none() {
            return Ok(Self { text: text.unwrap_or_default(), ..Self::default() });
        }
        if let (Some(low), Some(high)) = (&low, &high)
            && low.is_in_unit_of(high)
            && low.decimal.number > high.decimal.number
        {
            return Err(Problem::value(range.path(), "the low end lies above the high end"));
        }
        if is_beside(low.as_ref()) && is_beside(high.as_ref()) {
            return Ok(Self { low: low.map(bound), high: high.map(bound), text: String::new() });
        }
        Ok(Self { text: text.unwrap_or_else(|| in_words(low.as_ref(), high.as_ref())), ..Self::default() })
    }
}

fn end(range: &Object<'_>, name: &str) -> Result<Option<Quantity>, Problem> {
    let Some(object) = range.object(name)? else { return Ok(None) };
    let quantity = Quantity::read(&object)?;
    if quantity.comparator.is_some() {
        return Err(Problem::value(object.path_of("comparator"), "an end of a range has no comparator"));
    }
    Ok(Some(quantity))
}

fn bound(quantity: Quantity) -> Bound {
    Bound { text: quantity.decimal.text, number: quantity.decimal.number }
}

fn in_words(low: Option<&Quantity>, high: Option<&Quantity>) -> String {
    match (low, high) {
        (Some(low), Some(high)) => format!("{} – {}", low.whole(), high.whole()),
        (Some(low), None) => format!("≥ {}", low.whole()),
        (None, Some(high)) => format!("≤ {}", high.whole()),
        (None, None) => String::new(),
    }
}
