//! A laboratory result out of an Observation.

use ::fhir::{
    Problem,
    date_time::Moment,
    decimal::Decimal,
    elements::{Comparator, Concept, Identifier, Quantity, Reference},
    json::Object,
    text::{self, NAME, SENTENCES, VALUE},
};
use chassis_domain::Timestamp;
use kajo_proto::content::v1::LabLevel;

use super::{LabResult, level, range::Range};

/// What would have to be shown with the result and is not, or whose result it would be.
const NOT_READ: [&str; 2] = ["component", "focus"];

/// How JSON and FHIRPath call the types of a value that are read.
const VALUES: [(&str, &str, ValueType); 4] = [
    ("Quantity", "Quantity", ValueType::Quantity),
    ("String", "string", ValueType::Text),
    ("CodeableConcept", "CodeableConcept", ValueType::Concept),
    ("Integer", "integer", ValueType::Whole),
];

const TIMES: [(&str, &str, TimeType); 3] =
    [("DateTime", "dateTime", TimeType::DateTime), ("Period", "Period", TimeType::Period), ("Instant", "instant", TimeType::Instant)];

#[derive(Clone, Copy)]
enum ValueType {
    Quantity,
    Text,
    Concept,
    Whole,
}

#[derive(Clone, Copy)]
enum TimeType {
    DateTime,
    Period,
    Instant,
}

/// What was found.
enum Value {
    Quantity(Quantity),
    Whole(Decimal),
    Words(String),
    /// There is none, and the laboratory says why.
    Absent,
}

/// All that is shown of it.
pub(super) fn read(observation: &Object<'_>) -> Result<LabResult, Problem> {
    for name in NOT_READ {
        if !observation.list(name)?.is_empty() {
            return Err(Problem::not_supported(observation.path_of(name), "a result that has this is not taken"));
        }
    }
    let code_object = observation.required_object("code")?;
    let code = Concept::read(&code_object, NAME)?;
    let name = code.required_words(&code_object)?;
    let Moment { at: taken_at, day_only } = taken(observation)?;
    let value = Value::read(observation)?;
    let range = Range::read(observation, value.quantity())?;
    let level = value.level(observation, &range)?;
    let unit = value.quantity().map(|quantity| quantity.unit.clone()).unwrap_or_default();
    Ok(LabResult {
        value: value.text(),
        number: value.decimal().map(|decimal| decimal.number),
        open: value.quantity().is_some_and(|quantity| quantity.comparator.is_some()),
        reference_low: range.low,
        reference_high: range.high,
        reference_text: range.text,
        level,
        taken_at,
        day_only,
        performer: performer(observation)?,
        comment: comment(observation)?,
        series: series(&code, &name, &unit),
        sample: sample(observation, taken_at, day_only)?,
        name,
        unit,
    })
}

/// When the sample was taken.
pub(super) fn taken(observation: &Object<'_>) -> Result<Moment, Problem> {
    let Some((kind, element)) = observation.choice("effective", &TIMES)? else {
        return Err(Problem::required(observation.path_of("effective")));
    };
    match kind {
        TimeType::DateTime => Moment::read(&element),
        TimeType::Period => Moment::read(&element.object()?.required("start")?),
        TimeType::Instant => Ok(Moment { at: Moment::read_instant(&element)?, day_only: false }),
    }
}

impl Value {
    fn read(observation: &Object<'_>) -> Result<Self, Problem> {
        let told = observation.choice("value", &VALUES)?;
        let absent = observation.object("dataAbsentReason")?;
        let Some((kind, element)) = told else {
            return absent.map(|_| Self::Absent).ok_or_else(|| Problem::required(observation.path_of("value")));
        };
        if absent.is_some() {
            return Err(Problem::value(observation.path_of("dataAbsentReason"), "a value that is there is not absent"));
        }
        match kind {
            ValueType::Quantity => Quantity::read(&element.object()?).map(Self::Quantity),
            ValueType::Whole => Decimal::read_whole(&element).map(Self::Whole),
            ValueType::Text => {
                let words = text::lines(&element, VALUE)?;
                words.map(Self::Words).ok_or_else(|| Problem::required(element.path()))
            }
            ValueType::Concept => {
                let object = element.object()?;
                Concept::read(&object, VALUE)?.required_words(&object).map(Self::Words)
            }
        }
    }

    const fn quantity(&self) -> Option<&Quantity> {
        match self {
            Self::Quantity(quantity) => Some(quantity),
            Self::Whole(_) | Self::Words(_) | Self::Absent => None,
        }
    }

    const fn decimal(&self) -> Option<&Decimal> {
        match self {
            Self::Quantity(quantity) => Some(&quantity.decimal),
            Self::Whole(decimal) => Some(decimal),
            Self::Words(_) | Self::Absent => None,
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Quantity(quantity) => format!("{}{}", quantity.comparator.map_or("", Comparator::sign), quantity.decimal.text),
            Self::Whole(decimal) => decimal.text.clone(),
            Self::Words(words) => words.clone(),
            Self::Absent => String::new(),
        }
    }

    fn level(&self, observation: &Object<'_>, range: &Range) -> Result<LabLevel, Problem> {
        let interpretations = Concept::read_all(observation, "interpretation", NAME)?;
        let comparator = self.quantity().and_then(|quantity| quantity.comparator);
        let beside = || self.decimal().map(|decimal| level::beside(decimal.number, comparator, range.low.as_ref(), range.high.as_ref()));
        Ok(level::told(&interpretations).or_else(beside).unwrap_or(LabLevel::Unspecified))
    }
}

/// Results with the same stand in one plot.
fn series(code: &Concept, name: &str, unit: &str) -> String {
    let coding = code.codings.iter().find(|coding| !coding.system.is_empty() && !coding.code.is_empty());
    coding.map_or_else(|| format!("{}|{unit}", name.to_lowercase()), |coding| format!("{}|{}|{unit}", coding.system, coding.code))
}

fn performer(observation: &Object<'_>) -> Result<String, Problem> {
    let mut names = Vec::new();
    for performer in observation.objects("performer")? {
        names.extend(Reference::read(&performer)?.display);
    }
    text::joined(&names, ", ", SENTENCES, observation.path_of("performer"))
}

fn comment(observation: &Object<'_>) -> Result<String, Problem> {
    let mut notes = Vec::new();
    for note in observation.objects("note")? {
        notes.extend(text::lines(&note.required("text")?, SENTENCES)?);
    }
    text::joined(&notes, "\n", SENTENCES, observation.path_of("note"))
}

/// What tells the sample apart from all others of the patient. Words do not: much is called blood, so they do together with the moment alone.
fn sample(observation: &Object<'_>, taken_at: Timestamp, day_only: bool) -> Result<String, Problem> {
    let Some(specimen) = observation.object("specimen")? else { return Ok(String::new()) };
    let specimen = Reference::read(&specimen)?;
    let contained = specimen.contained(observation, "Specimen")?;
    let identifier = contained.as_ref().map(specimen_identifier).transpose()?.flatten();
    if let Some(identifier) = specimen.identifier.or(identifier) {
        return Ok(identifier.token());
    }
    // The name of something within a resource means nothing in another.
    if let Some(reference) = specimen.place.filter(|place| !place.starts_with('#')) {
        return Ok(reference);
    }
    let words = specimen.display.filter(|_| !day_only);
    Ok(words.map(|words| format!("{words} {taken_at}")).unwrap_or_default())
}

fn specimen_identifier(specimen: &Object<'_>) -> Result<Option<Identifier>, Problem> {
    for identifier in specimen.objects("identifier")?.into_iter().chain(specimen.object("accessionIdentifier")?) {
        if let Some(identifier) = Identifier::read(&identifier)? {
            return Ok(Some(identifier));
        }
    }
    Ok(None)
}
