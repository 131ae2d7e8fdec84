//! The types of FHIR that resources are made of: of each, what is read.

use super::{
    Problem,
    decimal::Decimal,
    json::{Element, Object},
    text::{self, NAME, is_hidden},
};

/// The longest system, value or code.
const LONGEST_KEY: usize = 255;

/// What something is called by a system.
#[derive(PartialEq, Eq)]
pub(super) struct Identifier {
    /// Whose.
    pub(super) system: String,
    /// What it calls it.
    pub(super) value: String,
}

impl Identifier {
    /// `None`: without system and value it names nothing.
    pub(super) fn read(object: &Object<'_>) -> Result<Option<Self>, Problem> {
        let (system, value) = (key(object, "system")?, key(object, "value")?);
        // The two are told as `system|value`: a system with the bar in it would be another's.
        if system.contains('|') || system.contains(char::is_whitespace) {
            return Err(Problem::value(object.path_of("system"), "a system is an address without blanks and bars"));
        }
        Ok((!system.is_empty() && !value.is_empty()).then_some(Self { system, value }))
    }

    /// As an address tells it.
    pub(super) fn token(&self) -> String {
        format!("{}|{}", self.system, self.value)
    }

    /// Whether an address means it, with what is a sign of its own there escaped or not.
    pub(super) fn is_meant_by(&self, token: &str) -> bool {
        token == self.token() || token == format!("{}|{}", escaped(&self.system), escaped(&self.value))
    }
}

/// A code of a system.
pub(super) struct Coding {
    /// Empty: not told.
    pub(super) system: String,
    /// Empty: not told.
    pub(super) code: String,
    display: Option<String>,
}

impl Coding {
    fn read(object: &Object<'_>, longest: usize) -> Result<Self, Problem> {
        Ok(Self { system: key(object, "system")?, code: key(object, "code")?, display: words(object, "display", longest)? })
    }
}

/// What is said in codes and in words.
pub(super) struct Concept {
    text: Option<String>,
    /// The same in the codes of each system.
    pub(super) codings: Vec<Coding>,
}

impl Concept {
    /// With words of at most so many letters.
    pub(super) fn read(object: &Object<'_>, longest: usize) -> Result<Self, Problem> {
        let text = words(object, "text", longest)?;
        let codings = object.objects("coding")?.iter().map(|coding| Coding::read(coding, longest)).collect::<Result<_, Problem>>()?;
        Ok(Self { text, codings })
    }

    /// Those of a list.
    pub(super) fn read_all(object: &Object<'_>, name: &str, longest: usize) -> Result<Vec<Self>, Problem> {
        object.objects(name)?.iter().map(|concept| Self::read(concept, longest)).collect()
    }

    /// In words, its own before those of a system.
    pub(super) fn words(&self) -> Option<&str> {
        self.text.as_deref().or_else(|| self.codings.iter().find_map(|coding| coding.display.as_deref()))
    }

    /// In words, which must be there.
    pub(super) fn required_words(&self, object: &Object<'_>) -> Result<String, Problem> {
        self.words().map(str::to_owned).ok_or_else(|| Problem::required(object.path_of("text")))
    }
}

/// On which side of a number the value lies, when only that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparator {
    Below,
    AtMost,
    AtLeast,
    Above,
}

impl Comparator {
    fn read(element: &Element<'_>) -> Result<Self, Problem> {
        match element.text()?.as_str() {
            "<" => Ok(Self::Below),
            "<=" => Ok(Self::AtMost),
            ">=" => Ok(Self::AtLeast),
            ">" => Ok(Self::Above),
            _ => Err(Problem::not_supported(element.path(), "this comparator is not taken")),
        }
    }

    /// As people write it.
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Self::Below => "<",
            Self::AtMost => "≤",
            Self::AtLeast => "≥",
            Self::Above => ">",
        }
    }
}

/// An amount of something.
pub(super) struct Quantity {
    /// How much.
    pub(super) decimal: Decimal,
    /// More or less than that.
    pub(super) comparator: Option<Comparator>,
    /// As it is shown; empty: none.
    pub(super) unit: String,
    system: String,
    code: String,
}

impl Quantity {
    /// With a value.
    pub(super) fn read(object: &Object<'_>) -> Result<Self, Problem> {
        let decimal = Decimal::read(&object.required("value")?)?;
        let comparator = object.get("comparator").map(|element| Comparator::read(&element)).transpose()?;
        let (system, code) = (key(object, "system")?, key(object, "code")?);
        let unit = words(object, "unit", NAME)?.unwrap_or_else(|| code.clone());
        Ok(Self { decimal, comparator, unit, system, code })
    }

    /// Whether both are told in the same unit.
    pub(super) fn is_in_unit_of(&self, other: &Self) -> bool {
        let is_coded = !self.system.is_empty() && !self.code.is_empty();
        self.unit == other.unit || (is_coded && (&self.system, &self.code) == (&other.system, &other.code))
    }

    /// With its unit.
    pub(super) fn whole(&self) -> String {
        format!("{} {}", self.decimal.text, self.unit).trim_end().to_owned()
    }
}

/// Something that stands elsewhere.
pub(super) struct Reference {
    /// Where. `#id`: in the resource itself.
    pub(super) place: Option<String>,
    /// What it is called.
    pub(super) identifier: Option<Identifier>,
    /// In words.
    pub(super) display: Option<String>,
}

impl Reference {
    /// As it is written.
    pub(super) fn read(object: &Object<'_>) -> Result<Self, Problem> {
        let place = Some(key(object, "reference")?).filter(|place| !place.is_empty());
        let identifier = object.object("identifier")?.map(|identifier| Identifier::read(&identifier)).transpose()?.flatten();
        Ok(Self { place, identifier, display: words(object, "display", NAME)? })
    }

    /// What it leads to within its resource.
    pub(super) fn contained<'j>(&self, resource: &Object<'j>, kind: &str) -> Result<Option<Object<'j>>, Problem> {
        let Some(id) = self.place.as_deref().and_then(|place| place.strip_prefix('#')) else { return Ok(None) };
        for object in resource.objects("contained")? {
            if object.text("id")?.as_deref() == Some(id) && object.text("resourceType")?.as_deref() == Some(kind) {
                return Ok(Some(object));
            }
        }
        Ok(None)
    }
}

/// A text of one line. `None`: not told.
pub(super) fn words(object: &Object<'_>, name: &str, longest: usize) -> Result<Option<String>, Problem> {
    object.get(name).map(|element| text::line(&element, longest)).transpose().map(Option::flatten)
}

/// What machines compare: empty when it is not told, and refused when it is not what it seems.
fn key(object: &Object<'_>, name: &str) -> Result<String, Problem> {
    let Some(element) = object.get(name) else { return Ok(String::new()) };
    let key = element.text()?;
    let seems_other = key.contains(is_hidden) || key.trim() != key;
    if seems_other || key.chars().count() > LONGEST_KEY {
        return Err(Problem::value(element.path(), "at most 255 letters are taken here, all of them visible and no blanks around them"));
    }
    Ok(key)
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '\\' | '|' | ',' | '$') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}
