//! The types of FHIR that resources are made of: of each, what is read.

use crate::{
    Problem,
    decimal::Decimal,
    json::{Element, Object},
    text::{self, NAME, is_hidden},
};

/// The longest system, value or code.
const LONGEST_KEY: usize = 255;

/// What something is called by a system.
#[derive(PartialEq, Eq)]
pub struct Identifier {
    /// Whose.
    pub system: String,
    /// What it calls it.
    pub value: String,
}

impl Identifier {
    /// `None`: without system and value it names nothing.
    pub fn read(object: &Object<'_>) -> Result<Option<Self>, Problem> {
        let (system, value) = (key(object, "system")?, key(object, "value")?);
        // The two are told as `system|value`: a system with the bar in it would be another's.
        if system.contains('|') || system.contains(char::is_whitespace) {
            return Err(Problem::value(object.path_of("system"), "a system is an address without blanks and bars"));
        }
        Ok((!system.is_empty() && !value.is_empty()).then_some(Self { system, value }))
    }

    /// As an address tells it.
    pub fn token(&self) -> String {
        format!("{}|{}", self.system, self.value)
    }

    /// Whether an address means it, with what is a sign of its own there escaped or not.
    pub fn is_meant_by(&self, token: &str) -> bool {
        token == self.token() || token == format!("{}|{}", escaped(&self.system), escaped(&self.value))
    }
}

/// A code of a system.
pub struct Coding {
    /// Empty: not told.
    pub system: String,
    /// Empty: not told.
    pub code: String,
    /// In words.
    pub display: Option<String>,
}

impl Coding {
    /// With words of at most so many letters.
    pub fn read(object: &Object<'_>, longest: usize) -> Result<Self, Problem> {
        Ok(Self { system: key(object, "system")?, code: key(object, "code")?, display: words(object, "display", longest)? })
    }
}

/// What is said in codes and in words.
pub struct Concept {
    /// In words.
    pub text: Option<String>,
    /// The same in the codes of each system.
    pub codings: Vec<Coding>,
}

impl Concept {
    /// With words of at most so many letters.
    pub fn read(object: &Object<'_>, longest: usize) -> Result<Self, Problem> {
        let text = words(object, "text", longest)?;
        let codings = object.objects("coding")?.iter().map(|coding| Coding::read(coding, longest)).collect::<Result<_, Problem>>()?;
        Ok(Self { text, codings })
    }

    /// Those of a list.
    pub fn read_all(object: &Object<'_>, name: &str, longest: usize) -> Result<Vec<Self>, Problem> {
        object.objects(name)?.iter().map(|concept| Self::read(concept, longest)).collect()
    }

    /// In words, its own before those of a system.
    pub fn words(&self) -> Option<&str> {
        self.text.as_deref().or_else(|| self.codings.iter().find_map(|coding| coding.display.as_deref()))
    }

    /// In words, which must be there.
    pub fn required_words(&self, object: &Object<'_>) -> Result<String, Problem> {
        self.words().map(str::to_owned).ok_or_else(|| Problem::required(object.path_of("text")))
    }
}

/// On which side of a number the value lies, when only that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparator {
    /// Less.
    Below,
    /// Less, or the same.
    AtMost,
    /// More, or the same.
    AtLeast,
    /// More.
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
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Below => "<",
            Self::AtMost => "≤",
            Self::AtLeast => "≥",
            Self::Above => ">",
        }
    }
}

/// An amount of something.
pub struct Quantity {
    /// How much.
    pub decimal: Decimal,
    /// More or less than that.
    pub comparator: Option<Comparator>,
    /// As it is shown; empty: none.
    pub unit: String,
    system: String,
    code: String,
}

impl Quantity {
    /// With a value.
    pub fn read(object: &Object<'_>) -> Result<Self, Problem> {
        let decimal = Decimal::read(&object.required("value")?)?;
        let comparator = object.get("comparator").map(|element| Comparator::read(&element)).transpose()?;
        let (system, code) = (key(object, "system")?, key(object, "code")?);
        let unit = words(object, "unit", NAME)?.unwrap_or_else(|| code.clone());
        Ok(Self { decimal, comparator, unit, system, code })
    }

    /// Whether both are told in the same unit.
    pub fn is_in_unit_of(&self, other: &Self) -> bool {
        let is_coded = !self.system.is_empty() && !self.code.is_empty();
        self.unit == other.unit || (is_coded && (&self.system, &self.code) == (&other.system, &other.code))
    }

    /// With its unit.
    pub fn whole(&self) -> String {
        format!("{} {}", self.decimal.text, self.unit).trim_end().to_owned()
    }
}

/// Something that stands elsewhere.
pub struct Reference {
    /// Where. `#id`: in the resource itself.
    pub place: Option<String>,
    /// What it is called.
    pub identifier: Option<Identifier>,
    /// In words.
    pub display: Option<String>,
}

impl Reference {
    /// As it is written.
    pub fn read(object: &Object<'_>) -> Result<Self, Problem> {
        let place = Some(key(object, "reference")?).filter(|place| !place.is_empty());
        let identifier = object.object("identifier")?.map(|identifier| Identifier::read(&identifier)).transpose()?.flatten();
        Ok(Self { place, identifier, display: words(object, "display", NAME)? })
    }

    /// What it leads to within its resource.
    pub fn contained<'j>(&self, resource: &Object<'j>, kind: &str) -> Result<Option<Object<'j>>, Problem> {
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
pub fn words(object: &Object<'_>, name: &str, longest: usize) -> Result<Option<String>, Problem> {
    object.get(name).map(|element| text::line(&element, longest)).transpose().map(Option::flatten)
}

/// What machines compare: empty when it is not told, and refused when it is not what it seems.
pub fn key(object: &Object<'_>, name: &str) -> Result<String, Problem> {
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
