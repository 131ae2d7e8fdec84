//! The texts of services and contents by their fields, and those of a source for them.

use std::collections::BTreeMap;

use chassis_domain::Uuid;

use crate::{languages::trimmed_text, service, service_content};

/// Texts by their fields, each named as in the details of what it belongs to: `name.fi` of a service, `fi.title` of a content.
pub type Texts = BTreeMap<&'static str, String>;

/// In which languages everything here is written.
pub(super) const NEEDED: [&str; 3] = ["fi", "sv", "en"];

/// What a source says in its kind of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What it is called.
    Name,
    /// In a sentence or two.
    Summary,
    /// All of it.
    Description,
}

/// A text that a source says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// Which.
    pub part: Part,
    /// As our languages are called: `fi`, `sme`.
    pub language: &'static str,
    /// The text.
    pub text: String,
}

/// What a source has under an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// As the source calls it.
    pub id: Uuid,
    /// In every language that it is written in.
    pub said: Vec<Said>,
}

/// A field that is filled, and from what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name in the details.
    pub name: &'static str,
    /// What of the source fills it.
    pub part: Part,
    /// In which language.
    pub language: &'static str,
}

macro_rules! fields {
    ($($name:literal: $part:ident $language:literal),+ $(,)?) => {
        [$(Field { name: $name, part: Part::$part, language: $language }),+]
    };
}

/// Of a service, in the order of its form: lists show its description, so it is the short one.
pub const SERVICE: [Field; 6] = fields!(
    "name.fi": Name "fi",
    "name.sv": Name "sv",
    "name.en": Name "en",
    "description.fi": Summary "fi",
    "description.sv": Summary "sv",
    "description.en": Summary "en",
);

/// Of a content, likewise.
pub const CONTENT: [Field; 12] = fields!(
    "fi.title": Name "fi",
    "fi.text": Description "fi",
    "sv.title": Name "sv",
    "sv.text": Description "sv",
    "en.title": Name "en",
    "en.text": Description "en",
    "sme.title": Name "sme",
    "sme.text": Description "sme",
    "smn.title": Name "smn",
    "smn.text": Description "smn",
    "sms.title": Name "sms",
    "sms.text": Description "sms",
);

impl Entry {
    /// Its texts for these fields, as they would be kept: a field that it says nothing for is left out, and so is a language that may be
    /// left out altogether and is said in part.
    pub fn texts(&self, fields: &[Field]) -> Texts {
        let is_whole = |language| fields.iter().filter(|field| field.language == language).all(|field| self.text(field).is_some());
        let of = |field: &Field| Some((field.name, self.text(field)?));
        fields.iter().filter(|field| NEEDED.contains(&field.language) || is_whole(field.language)).filter_map(of).collect()
    }

    fn text(&self, field: &Field) -> Option<String> {
        let said = self.said.iter().find(|said| (said.part, said.language) == (field.part, field.language))?;
        let text = trimmed_text(&said.text);
        (!text.is_empty()).then_some(text)
    }
}

/// The texts of a service.
pub fn of_service(details: &service::Details) -> Texts {
    let mut details = details.clone();
    SERVICE.iter().filter_map(|field| Some((field.name, in_service(&mut details, field.name)?.clone()))).collect()
}

/// A service with some of its texts set.
pub fn with_service_texts(mut details: service::Details, texts: &Texts) -> service::Details {
    for (name, text) in texts {
        if let Some(place) = in_service(&mut details, name) {
            place.clone_from(text);
        }
    }
    details
}

fn in_service<'d>(details: &'d mut service::Details, name: &str) -> Option<&'d mut String> {
    let (part, language) = name.split_once('.')?;
    let text = match part {
        "name" => &mut details.name,
        "description" => &mut details.description,
        _ => return None,
    };
    match language {
        "fi" => Some(&mut text.fi),
        "sv" => Some(&mut text.sv),
        "en" => Some(&mut text.en),
        _ => None,
    }
}

/// The texts of a content.
pub fn of_content(body: &service_content::Body) -> Texts {
    let mut body = body.clone();
    CONTENT.iter().filter_map(|field| Some((field.name, in_content(&mut body, field.name)?.clone()))).collect()
}

/// A content with some of its texts set.
pub fn with_content_texts(mut body: service_content::Body, texts: &Texts) -> service_content::Body {
    for (name, text) in texts {
        if let Some(place) = in_content(&mut body, name) {
            place.clone_from(text);
        }
    }
    body
}

fn in_content<'b>(body: &'b mut service_content::Body, name: &str) -> Option<&'b mut String> {
    let (language, part) = name.split_once('.')?;
    let languages = &mut body.languages;
    let version = match language {
        "fi" => &mut languages.fi,
        "sv" => &mut languages.sv,
        "en" => &mut languages.en,
        "sme" => &mut languages.sme,
        "smn" => &mut languages.smn,
        "sms" => &mut languages.sms,
        _ => return None,
    };
    match part {
        "title" => Some(&mut version.title),
        "text" => Some(&mut version.text),
        _ => None,
    }
}
