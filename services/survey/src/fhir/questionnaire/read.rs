//! A survey of what a Questionnaire asks.

use ::fhir::{
    Problem, SystemIdentifiers,
    elements::Coding,
    json::{self, Object},
    naming,
    text::NAME,
};
use chassis_domain::{Matter, PublicationBody};

use super::{MATTERS, RESOURCE, TYPES, elements::one_of, item::Reading, languages, named, steps, texts, urls::Urls};
use crate::survey::{Body, SurveyType};

/// The longest title and description that a survey has.
const TITLE: usize = 200;
const DESCRIPTION: usize = 2000;

/// What is read.
const READ: [&str; 8] = ["resourceType", "language", "status", "title", "description", "code", "subjectType", "item"];

/// What says nothing of what is asked.
const READ_OVER: [&str; 19] = [
    "id",
    "meta",
    "text",
    "url",
    "identifier",
    "version",
    "name",
    "experimental",
    "publisher",
    "contact",
    "date",
    "jurisdiction",
    "copyright",
    "purpose",
    "approvalDate",
    "lastReviewDate",
    "effectivePeriod",
    "derivedFrom",
    "useContext",
];

/// In which state the other system has it, which says nothing of what becomes of it here.
const STATES: [(&str, ()); 4] = [("draft", ()), ("active", ()), ("retired", ()), ("unknown", ())];

/// What is asked, as what is built of a survey.
pub(crate) fn read(body: &[u8], systems: &SystemIdentifiers) -> Result<Body, Problem> {
    let whole = json::root(body, RESOURCE)?.object()?;
    naming::is_of_type(&whole, RESOURCE)?;
    naming::has_no_modifiers(&whole)?;
    let known: Vec<_> = READ.into_iter().chain(READ_OVER).collect();
    whole.only(&known)?;
    for name in ["resourceType", "language", "status", "code", "subjectType", "item"] {
        if let Some(beside) = whole.get(&format!("_{name}")) {
            return Err(Problem::not_supported(beside.path(), "this element is not held here"));
        }
    }
    one_of(&whole.required("status")?, &STATES)?;
    about_patients(&whole)?;
    let language = language(&whole)?;
    let (survey_type, matter) = codes(&whole, &systems.terminology_system)?;
    let urls = Urls::of(systems);
    let title = texts::translated(&whole, "title", language, TITLE)?;
    let items = Reading::new(language, &urls).whole(&whole)?;
    let read = Body {
        questionnaire: steps::of(items, &title.clone().into()),
        title,
        description: texts::translated(&whole, "description", language, DESCRIPTION)?,
        survey_type,
        matter,
    };
    Ok(read.kept_after(None))
}

/// The language of texts that have none of their own: one that every text must have.
fn language(whole: &Object<'_>) -> Result<&'static str, Problem> {
    let Some(element) = whole.get("language") else { return Ok(languages::FIRST) };
    let told = languages::of(&element.text()?).filter(|language| ["fi", "sv", "en"].contains(language));
    told.ok_or_else(|| Problem::not_supported(element.path(), "Finnish, Swedish or English is the first language of a survey"))
}

/// Whoever answers does so about a patient.
fn about_patients(whole: &Object<'_>) -> Result<(), Problem> {
    for subject in whole.list("subjectType")? {
        if subject.text()? != "Patient" {
            return Err(Problem::not_supported(subject.path(), "surveys are about patients"));
        }
    }
    Ok(())
}

/// Where it shows and its domain, by the codes of our terminology. Those of other systems say it otherwise, or something else.
fn codes(whole: &Object<'_>, system: &str) -> Result<(SurveyType, Matter), Problem> {
    let (mut survey_type, mut matter) = (None, None);
    for object in whole.objects("code")? {
        let coding = Coding::read(&object, NAME)?;
        if coding.system != system {
            continue;
        }
        let is_new = match (named(&TYPES, &coding.code), named(&MATTERS, &coding.code)) {
            (Some(told), _) => survey_type.replace(told).is_none(),
            (None, Some(told)) => matter.replace(told).is_none(),
            (None, None) => return Err(Problem::value(object.path_of("code"), "this code is not one of those that are taken here")),
        };
        if !is_new {
            return Err(Problem::value(object.path_of("code"), "another code says the same otherwise"));
        }
    }
    Ok((survey_type.unwrap_or_default(), matter.unwrap_or_default()))
}
