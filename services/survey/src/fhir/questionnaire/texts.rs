//! What is written in several languages: in the first one as a text of FHIR, in the others as translations of it.

use std::collections::BTreeMap;

use ::fhir::{
    Problem,
    elements::words,
    extension::{TRANSLATION, of_parts, written},
    json::{Element, Object},
    text::{NAME, lines},
};
use chassis_domain::{Translated, rich_text};
use kajo_proto::common::v1::{LocalizedString, RichText};
use serde_json::{Map, Value, json};

use super::{
    extensions::{Extensions, of_type, parts},
    languages, urls,
};
use crate::fhir::markdown;

/// The longest formatted text that is read: it has marks beside its words.
const FORMATTED: usize = 20_000;

/// What is told in one language.
struct Told<'j> {
    language: &'static str,
    element: Element<'j>,
    is_markdown: bool,
    /// Where its language is told.
    place: String,
}

/// A text of an element, each with its language, which is `language` where none is told.
fn told<'j>(object: &Object<'j>, name: &str, language: &'static str, extensions: &mut Extensions<'j>) -> Result<Vec<Told<'j>>, Problem> {
    let first = object.get(name).map(|element| Told { language, element, is_markdown: false, place: object.path_of(name) });
    let mut all: Vec<_> = first.into_iter().collect();
    for extension in extensions.take_all(TRANSLATION) {
        let translation = translation(&extension)?;
        if all.iter().any(|told| told.language == translation.language) {
            return Err(Problem::value(translation.place, "this language stands here twice"));
        }
        all.push(translation);
    }
    Ok(all)
}

fn translation<'j>(extension: &Object<'j>) -> Result<Told<'j>, Problem> {
    let mut parts = parts(extension)?;
    let missing = || Problem::required(extension.path_of("extension"));
    let (lang, content) = (parts.take("lang")?.ok_or_else(missing)?, parts.take("content")?.ok_or_else(missing)?);
    parts.none_left()?;
    let lang = of_type(&lang, "valueCode")?;
    let language = languages::of(&lang.text()?).ok_or_else(|| Problem::not_supported(lang.path(), "this language is not held here"))?;
    super::elements::only(&content, &["id", "url", "valueString", "valueMarkdown"], &[])?;
    let found = content.choice("value", &[("String", "string", false), ("Markdown", "markdown", true)])?;
    let (is_markdown, element) = found.ok_or_else(|| Problem::required(content.path_of("value")))?;
    Ok(Told { language, element, is_markdown, place: lang.path().to_owned() })
}

/// A text that has nothing but words, of at most so many letters. `None`: there is none.
pub(super) fn localized(object: &Object<'_>, name: &str, language: &'static str, longest: usize) -> Result<Option<LocalizedString>, Problem> {
    let mut extensions = Extensions::beside(object, name)?;
    let told = told(object, name, language, &mut extensions)?;
    extensions.none_left()?;
    let mut texts = LocalizedString::default();
    for told in told {
        if let Some(text) = lines(&told.element, longest)? {
            texts.texts.insert(told.language.to_owned(), text);
        }
    }
    Ok((!texts.texts.is_empty()).then_some(texts))
}

/// A text that is not written in Sámi languages.
pub(super) fn translated(object: &Object<'_>, name: &str, language: &'static str, longest: usize) -> Result<Translated, Problem> {
    let mut extensions = Extensions::beside(object, name)?;
    let told = told(object, name, language, &mut extensions)?;
    extensions.none_left()?;
    let mut texts = Translated::default();
    for told in told {
        let text = lines(&told.element, longest)?.unwrap_or_default();
        match told.language {
            "fi" => texts.fi = text,
            "sv" => texts.sv = text,
            "en" => texts.en = text,
            _ => return Err(Problem::not_supported(told.place, "this text is not held in this language")),
        }
    }
    Ok(texts)
}

/// A text that may be formatted, by language.
pub(super) fn formatted(object: &Object<'_>, name: &str, language: &'static str) -> Result<BTreeMap<&'static str, RichText>, Problem> {
    let mut extensions = Extensions::beside(object, name)?;
    let told = told(object, name, language, &mut extensions)?;
    let first = extensions.value(urls::MARKDOWN, |extension| of_markdown(&of_type(extension, "valueMarkdown")?))?;
    extensions.none_left()?;
    let mut texts = BTreeMap::new();
    for Told { language, element, is_markdown, .. } in told {
        let text = if is_markdown { of_markdown(&element)? } else { markdown::of_words(&lines(&element, FORMATTED)?.unwrap_or_default()) };
        texts.insert(language, text);
    }
    // The same as the words of the first language, with its marks.
    if let Some(text) = first {
        texts.insert(language, text);
    }
    texts.retain(|_, text| !text.blocks.is_empty());
    Ok(texts)
}

fn of_markdown(element: &Element<'_>) -> Result<RichText, Problem> {
    let text = element.text()?;
    if text.chars().count() > FORMATTED {
        return Err(Problem::value(element.path(), "the text is longer than what is taken here"));
    }
    rich_text(&text).map_err(|_| {
        Problem::value(
            element.path(),
            "paragraphs, headings of the second and third level, strong, emphasis, lists and links are taken, and nothing else",
        )
    })
}

/// What stands before each text of an item.
pub(super) fn prefix(object: &Object<'_>) -> Result<Option<String>, Problem> {
    words(object, "prefix", NAME)
}

/// Texts of each language of ours, in the order in which they are written.
pub(super) fn by_language(text: Option<&LocalizedString>) -> Vec<(&'static str, String)> {
    let of = |language: &str| text.and_then(|text| text.texts.get(language)).cloned().unwrap_or_default();
    languages::ALL.into_iter().map(|(ours, _)| (ours, of(ours))).collect()
}

/// The same of a text that is not written in Sámi languages.
pub(super) fn of_translated(text: &Translated) -> Vec<(&'static str, String)> {
    let Translated { fi, sv, en } = text.clone();
    vec![("fi", fi), ("sv", sv), ("en", en)]
}

/// Writes a text and its translations.
pub(super) fn put(members: &mut Map<String, Value>, name: &str, texts: &[(&'static str, String)]) {
    put_with(members, name, texts, "valueString", Vec::new());
}

/// Writes a formatted text: its words for those who show no Markdown.
pub(super) fn put_formatted(members: &mut Map<String, Value>, name: &str, of: impl Fn(&str) -> Option<RichText>) {
    let markdown = |language: &str| of(language).map(|text| markdown::written(&text)).unwrap_or_default();
    let first = Some(markdown(languages::FIRST)).filter(|text| !text.is_empty());
    let extensions = first.map(|text| written(urls::MARKDOWN, "valueMarkdown", text)).into_iter().collect();
    let words = of(languages::FIRST).map(|text| markdown::words(&text)).unwrap_or_default();
    let others = languages::ALL.into_iter().filter(|(ours, _)| *ours != languages::FIRST).map(|(ours, _)| (ours, markdown(ours)));
    let texts: Vec<_> = std::iter::once((languages::FIRST, words)).chain(others).collect();
    put_with(members, name, &texts, "valueMarkdown", extensions);
}

fn put_with(members: &mut Map<String, Value>, name: &str, texts: &[(&'static str, String)], of_type: &str, mut extensions: Vec<Value>) {
    for (language, text) in texts.iter().filter(|(_, text)| !text.is_empty()) {
        if *language == languages::FIRST {
            members.insert(name.to_owned(), json!(text));
            continue;
        }
        let tag = super::named(&languages::ALL, language).unwrap_or_default();
        let parts = vec![written("lang", "valueCode", tag), written("content", of_type, text.as_str())];
        extensions.push(of_parts(TRANSLATION, parts));
    }
    if !extensions.is_empty() {
        members.insert(format!("_{name}"), json!({ "extension": extensions }));
    }
}
