//! What a QuestionnaireResponse says of itself: which it is, to which survey, whose, when it was answered and by whom.

use std::fmt;

use ::fhir::{
    Problem, SystemIdentifiers,
    date_time::Moment,
    elements::{Identifier, Reference},
    json::{self, Object},
    naming,
};
use chassis_domain::{Date, SignedDuration, Timestamp, Uuid, ssn::Ssn};

use crate::fhir::names;

/// As FHIR calls it.
pub(crate) const TYPE: &str = "QuestionnaireResponse";

/// What is read, and what says nothing of what was answered.
const ELEMENTS: [&str; 16] = [
    "resourceType",
    "id",
    "meta",
    "text",
    "language",
    "identifier",
    "basedOn",
    "partOf",
    "questionnaire",
    "status",
    "subject",
    "encounter",
    "authored",
    "author",
    "source",
    "item",
];

/// What a reference may say of a person.
const REFERENCE: [&str; 5] = ["id", "reference", "type", "identifier", "display"];

/// Clocks of other systems go before ours by less.
const AHEAD: SignedDuration = SignedDuration::from_hours(24);

/// A QuestionnaireResponse that can be taken as far as it speaks of itself. Prints nothing of it.
pub(crate) struct Incoming<'j> {
    /// Whose identifier it has.
    pub(crate) system: String,
    /// The identifier.
    pub(crate) value: String,
    /// The patient's personal identity code, well-formed. Personal: in no log.
    pub(crate) national_id: String,
    /// What was answered.
    pub(crate) survey: Uuid,
    /// In which version.
    pub(crate) published_version: u32,
    /// When it was answered; of a day, its start in Finland.
    pub(crate) authored_at: Timestamp,
    /// Somebody answered on the patient's behalf; how they are called may be empty.
    pub(crate) representative_name: Option<String>,
    /// As it came, in JSON. Personal.
    pub(crate) resource: &'j str,
    /// As the patient is called there; may be empty.
    pub(super) patient_name: String,
    /// The day in Finland on which it was answered.
    pub(super) day: Date,
    /// The resource itself.
    pub(super) response: Object<'j>,
}

impl fmt::Debug for Incoming<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Incoming").finish_non_exhaustive()
    }
}

/// What a resource says of itself that is put under an identifier now: `identifier` is that of the address, `<system>|<value>`.
pub(crate) fn envelope<'j>(body: &'j [u8], identifier: &str, now: Timestamp, systems: &SystemIdentifiers) -> Result<Incoming<'j>, Problem> {
    let root = json::root(body, TYPE)?;
    let response = root.object()?;
    naming::is_of_type(&response, TYPE)?;
    naming::has_no_modifiers(&response)?;
    response.only(&ELEMENTS)?;
    let Identifier { system, value } = naming::only_identifier(&response, Some(identifier), &systems.national_id_system)?;
    let (survey, published_version) = survey(&response, systems)?;
    is_completed(&response)?;
    let national_id = naming::subject(&response, &systems.national_id_system)?;
    let subject = subject(&response)?;
    let authored = authored(&response, now)?;
    let representative_name = representative(&response, &subject, (&systems.national_id_system, &national_id))?;
    Ok(Incoming {
        system,
        value,
        national_id,
        survey,
        published_version,
        authored_at: authored.at,
        representative_name,
        resource: root.json(),
        patient_name: subject.display.unwrap_or_default(),
        day: authored.day(),
        response,
    })
}

fn survey(response: &Object<'_>, systems: &SystemIdentifiers) -> Result<(Uuid, u32), Problem> {
    let questionnaire = response.required("questionnaire")?;
    let named = names::of_canonical(systems, &questionnaire.text()?);
    named.ok_or_else(|| Problem::value(questionnaire.path(), "a version of a survey of this platform is needed, as it is called by its export"))
}

/// Answers are sent once: what is not finished, or takes back what was sent, is none.
fn is_completed(response: &Object<'_>) -> Result<(), Problem> {
    let status = response.required("status")?;
    match status.text()?.as_str() {
        "completed" => Ok(()),
        "in-progress" | "amended" | "entered-in-error" | "stopped" => {
            Err(Problem::not_supported(status.path(), "a resource of this status is not taken: answers are sent once, when they are complete"))
        }
        _ => Err(Problem::value(status.path(), "FHIR has no such status")),
    }
}

fn subject(response: &Object<'_>) -> Result<Reference, Problem> {
    let subject = response.required_object("subject")?;
    subject.only(&REFERENCE)?;
    match subject.get("type") {
        Some(kind) if kind.text()? != "Patient" => Err(Problem::value(kind.path(), "answers are a patient's")),
        _ => Reference::read(&subject),
    }
}

fn authored(response: &Object<'_>, now: Timestamp) -> Result<Moment, Problem> {
    let element = response.required("authored")?;
    let authored = Moment::read(&element)?;
    let latest = now.checked_add(AHEAD).unwrap_or(now);
    if authored.at > latest { Err(Problem::value(element.path(), "it is not answered yet at that time")) } else { Ok(authored) }
}

/// Who answered, unless it was the patient: then they are told by the same identifier, or in the same place, or not at all.
fn representative(response: &Object<'_>, subject: &Reference, (national_id_system, national_id): (&str, &str)) -> Result<Option<String>, Problem> {
    let Some(source) = response.object("source")? else { return Ok(None) };
    source.only(&REFERENCE)?;
    let source = Reference::read(&source)?;
    let is_same = |identifier: &Identifier| {
        let code = Ssn::parse(&identifier.value);
        identifier.system == national_id_system && code.is_some_and(|code| code.as_str() == national_id)
    };
    let is_patient = source.identifier.as_ref().is_some_and(is_same) || (source.place.is_some() && source.place == subject.place);
    Ok((!is_patient).then(|| source.display.unwrap_or_default()))
}
