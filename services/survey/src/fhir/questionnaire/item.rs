//! Items as they are read.

use std::collections::HashMap;

use ::fhir::{
    Problem,
    elements::Concept,
    extension,
    json::{Element, Object},
    text::{NAME, SENTENCES},
};
use kajo_proto::{
    common::v1::{LocalizedString, RichText},
    survey::v1::{DateLimit, Item, ItemType, Score, StringFormat},
};

use super::{
    KINDS,
    conditions::{self, Named},
    elements::{count, flag, integer, millionths, only, required_key},
    extensions::{Extensions, number, of_type},
    has_unit, is_asked, is_choice, is_number, is_written, named,
    options::{self, Options},
    score, texts,
    urls::{self, Urls},
};
use crate::fhir::markdown;

/// Most items of a questionnaire.
const MOST_ITEMS: usize = 500;
/// The deepest level; those on top are on level 1.
const DEEPEST: usize = 8;
/// Most digits behind the point.
const MOST_DECIMALS: u32 = 6;

/// What is held of an item.
const ELEMENTS: [&str; 15] = [
    "id",
    "extension",
    "linkId",
    "definition",
    "code",
    "type",
    "enableWhen",
    "enableBehavior",
    "required",
    "repeats",
    "readOnly",
    "maxLength",
    "answerOption",
    "prefix",
    "item",
];

/// Types that FHIR has and nobody answers here.
const OTHER_KINDS: [&str; 6] = ["quantity", "url", "dateTime", "attachment", "reference", "question"];

/// How an item looks elsewhere, which says nothing of what is asked.
const LOOKS: [&str; 6] = ["radio-button", "drop-down", "check-box", "text-box", "spinner", "page"];

/// What is told to help whoever answers.
const HELP: &str = "help";

pub(super) const DATE_LIMITS: [(&str, DateLimit); 2] = [("not-in-future", DateLimit::NotInFuture), ("not-in-past", DateLimit::NotInPast)];

pub(super) const FORMATS: [(&str, StringFormat); 4] =
    [("ssn", StringFormat::Ssn), ("email", StringFormat::Email), ("phone", StringFormat::Phone), ("postal-code", StringFormat::PostalCode)];

/// Reads items in document order.
pub(super) struct Reading<'u> {
    language: &'static str,
    urls: &'u Urls,
    count: usize,
    /// By link ID; of two with the same, the first one.
    named: HashMap<String, Named>,
}

impl<'u> Reading<'u> {
    /// In this language, where none is told.
    pub(super) fn new(language: &'static str, urls: &'u Urls) -> Self {
        Self { language, urls, count: 0, named: HashMap::new() }
    }

    /// All of a questionnaire.
    pub(super) fn whole(mut self, questionnaire: &Object<'_>) -> Result<Vec<Item>, Problem> {
        let mut items = Vec::new();
        for object in questionnaire.objects("item")? {
            items.push(self.item(&object, 1)?);
        }
        conditions::fit(&mut items, &self.named);
        Ok(items)
    }

    fn item(&mut self, object: &Object<'_>, level: usize) -> Result<Item, Problem> {
        self.count += 1;
        if self.count > MOST_ITEMS {
            return Err(Problem::not_supported(object.path(), "at most 500 items are taken"));
        }
        if level > DEEPEST {
            return Err(Problem::not_supported(object.path(), "items are taken on at most eight levels"));
        }
        only(object, &ELEMENTS, &["text"])?;
        let link_id = required_key(object, "linkId")?;
        let mut extensions = Extensions::of(object)?;
        let (kind, score) = self.kind(object, &mut extensions)?;
        misplaced(object, kind)?;
        let options = options::read(object, self.language)?;
        let read = Item { link_id, r#type: kind.into(), score, ..Item::default() };
        let read = self.limited(read, &mut extensions)?;
        looks(&mut extensions)?;
        extensions.none_left()?;
        let read = Item {
            required: flag(object, "required")?,
            repeats: flag(object, "repeats")?,
            max_length: max_length(object)?,
            enable_when: conditions::read(object)?,
            enable_behavior: conditions::behavior(object)?.into(),
            ..self.worded(object, read)?
        };
        let read = self.with_options(read, options);
        self.with_items(object, read, level)
    }

    /// A decimal that nobody writes is a score.
    fn kind<'j>(&self, object: &Object<'j>, extensions: &mut Extensions<'j>) -> Result<(ItemType, Option<Score>), Problem> {
        let kind = kind_of(&object.required("type")?)?;
        let score = if kind == ItemType::Decimal { extensions.take(&self.urls.score)? } else { None };
        match score {
            Some(extension) => Ok((ItemType::Score, Some(score::read(&extension, self.language)?))),
            None => Ok((kind, None)),
        }
    }

    /// With the words of each language.
    fn worded(&self, object: &Object<'_>, item: Item) -> Result<Item, Problem> {
        let prefix = texts::prefix(object)?;
        if item.r#type() == ItemType::Display {
            let mut display = texts::formatted(object, "text", self.language)?;
            if let Some(prefix) = &prefix {
                if display.is_empty() {
                    display.insert(self.language, RichText::default());
                }
                display = display.into_iter().map(|(language, text)| (language, markdown::after(prefix, text))).collect();
            }
            let display = display.into_iter().map(|(language, text)| (language.to_owned(), text)).collect();
            return Ok(Item { display, ..item });
        }
        let text = texts::localized(object, "text", self.language, SENTENCES)?;
        let Some(prefix) = prefix else { return Ok(Item { text, ..item }) };
        let mut text = text.unwrap_or_default();
        if text.texts.is_empty() {
            text.texts.insert(self.language.to_owned(), String::new());
        }
        for words in text.texts.values_mut() {
            let prefixed = format!("{prefix} {words}");
            prefixed.trim_end().clone_into(words);
        }
        Ok(Item { text: Some(text), ..item })
    }

    /// With what limits an answer of its type.
    fn limited(&self, item: Item, extensions: &mut Extensions<'_>) -> Result<Item, Problem> {
        let (kind, mut item) = (item.r#type(), item);
        let choices = |extension: &Object<'_>| count(&of_type(extension, "valueInteger")?);
        if is_choice(kind) {
            item.min_choices = extensions.value(urls::MIN_CHOICES, choices)?.unwrap_or_default();
            item.max_choices = extensions.value(urls::MAX_CHOICES, choices)?.unwrap_or_default();
        }
        if is_number(kind) {
            let bound = |extension: &Object<'_>| {
                let element = number(extension)?;
                if kind == ItemType::Integer { integer(&element) } else { millionths(&element) }
            };
            item.min = extensions.value(urls::MIN, bound)?;
            item.max = extensions.value(urls::MAX, bound)?;
        }
        if kind == ItemType::Decimal {
            // Where nothing is told, any number may be answered.
            item.decimals = extensions.value(urls::DECIMALS, decimals)?.unwrap_or(MOST_DECIMALS);
        }
        if has_unit(kind) {
            item.unit = extensions.value(urls::UNIT, |extension| options::unit(extension, self.language))?.flatten();
        }
        if kind == ItemType::Date {
            let limit = extensions.value(&self.urls.date_limit, |extension| code_of(extension, &DATE_LIMITS))?;
            item.date_limit = limit.unwrap_or(DateLimit::Unspecified).into();
        }
        if kind == ItemType::String {
            let format = extensions.value(&self.urls.format, |extension| code_of(extension, &FORMATS))?;
            item.format = format.unwrap_or(StringFormat::Unspecified).into();
        }
        Ok(item)
    }

    /// With its options; conditions may name it from now on.
    fn with_options(&mut self, item: Item, options: Options) -> Item {
        let item = Item { options: options.all, ..item };
        let language = options.in_words.then_some(self.language);
        self.named.entry(item.link_id.clone()).or_insert_with(|| Named::of(&item, language));
        item
    }

    /// With what stands below it: items of a group, and how to answer a question.
    fn with_items(&mut self, object: &Object<'_>, mut item: Item, level: usize) -> Result<Item, Problem> {
        let kind = item.r#type();
        let mut is_helped = false;
        for child in object.objects("item")? {
            if kind == ItemType::Group {
                let below = self.item(&child, level + 1)?;
                item.items.push(below);
            } else if !is_asked(kind) || !is_help(&child)? {
                return Err(Problem::not_supported(child.path(), "items below one that is no group are not held here, but for how it is answered"));
            } else if is_helped {
                return Err(Problem::value(child.path(), "how it is answered stands here twice"));
            } else {
                is_helped = true;
                item.hint = self.hint(&child)?;
            }
        }
        Ok(item)
    }

    fn hint(&self, object: &Object<'_>) -> Result<Option<LocalizedString>, Problem> {
        only(object, &["id", "extension", "linkId", "type"], &["text"])?;
        let mut extensions = Extensions::of(object)?;
        extensions.value(urls::CONTROL, |extension| of_type(extension, "valueCodeableConcept").map(drop))?;
        extensions.none_left()?;
        texts::localized(object, "text", self.language, SENTENCES)
    }
}

fn kind_of(element: &Element<'_>) -> Result<ItemType, Problem> {
    let told = element.text()?;
    if OTHER_KINDS.contains(&told.as_str()) {
        return Err(Problem::not_supported(element.path(), "items of this type are not held here"));
    }
    named(&KINDS, &told).ok_or_else(|| Problem::value(element.path(), "this is no type of items"))
}

/// Refuses what FHIR has of an item and is not held of one of this type.
fn misplaced(object: &Object<'_>, kind: ItemType) -> Result<(), Problem> {
    let elements = [
        ("required", flag(object, "required")? && !is_asked(kind)),
        ("repeats", flag(object, "repeats")? && !is_choice(kind)),
        ("readOnly", flag(object, "readOnly")? && kind != ItemType::Score),
        ("maxLength", object.get("maxLength").is_some() && !is_written(kind)),
        ("answerOption", object.get("answerOption").is_some() && !is_choice(kind)),
    ];
    match elements.into_iter().find(|(_, is_misplaced)| *is_misplaced) {
        Some((name, _)) => Err(Problem::not_supported(object.path_of(name), "this is not held of an item of this type")),
        None => Ok(()),
    }
}

fn max_length(object: &Object<'_>) -> Result<u32, Problem> {
    let Some(element) = object.get("maxLength") else { return Ok(0) };
    match count(&element)? {
        0 => Err(Problem::value(element.path(), "the number is smaller or larger than any that is taken")),
        most => Ok(most),
    }
}

fn decimals(extension: &Object<'_>) -> Result<u32, Problem> {
    let element = of_type(extension, "valueInteger")?;
    match count(&element)? {
        most @ 0..=MOST_DECIMALS => Ok(most),
        _ => Err(Problem::value(element.path(), "at most six digits behind the point are taken")),
    }
}

fn code_of<T: Copy>(extension: &Object<'_>, all: &[(&str, T)]) -> Result<T, Problem> {
    super::elements::one_of(&of_type(extension, "valueCode")?, all)
}

/// The codes of a control.
fn controls(extension: &Object<'_>) -> Result<Vec<String>, Problem> {
    let concept = Concept::read(&of_type(extension, "valueCodeableConcept")?.object()?, NAME)?;
    Ok(concept.codings.into_iter().filter(|coding| coding.system == urls::CONTROLS).map(|coding| coding.code).collect())
}

/// Reads over how an item looks, and refuses what changes what is asked.
fn looks(extensions: &mut Extensions<'_>) -> Result<(), Problem> {
    let Some(control) = extensions.take(urls::CONTROL)? else { return Ok(()) };
    let codes = controls(&control)?;
    let are_looks = !codes.is_empty() && codes.iter().all(|code| LOOKS.contains(&code.as_str()));
    if are_looks { Ok(()) } else { Err(Problem::not_supported(control.path(), "this control is not held here")) }
}

/// Whether an item says how the one above is answered.
fn is_help(object: &Object<'_>) -> Result<bool, Problem> {
    if object.text("type")?.as_deref() != Some("display") {
        return Ok(false);
    }
    for (url, extension) in extension::all(object)? {
        if url == urls::CONTROL {
            return Ok(controls(&extension)? == [HELP]);
        }
    }
    Ok(false)
}
