//! A prescription out of a MedicationRequest.

use ::fhir::{
    Problem,
    date_time::Moment,
    elements::{Concept, Reference},
    json::Object,
    text::{self, NAME, SENTENCES},
};

use super::Prescription;

/// What a drug is for, in words.
const PURPOSE: usize = 1000;

/// What somebody proposes or plans is not prescribed.
const ORDERS: [&str; 5] = ["order", "original-order", "reflex-order", "filler-order", "instance-order"];

/// How JSON and FHIRPath call the ways in which a drug is told.
const MEDICATIONS: [(&str, &str, MedicationType); 2] =
    [("CodeableConcept", "CodeableConcept", MedicationType::Concept), ("Reference", "Reference", MedicationType::Reference)];

#[derive(Clone, Copy)]
enum MedicationType {
    Concept,
    Reference,
}

/// All that is shown of it.
pub(super) fn read(request: &Object<'_>) -> Result<Prescription, Problem> {
    is_order(request)?;
    Ok(Prescription {
        medication: medication(request)?,
        written_on: written(request)?.day(),
        valid_until: valid_until(request)?.map(Moment::day),
        dosage: dosage(request)?,
        purpose: purpose(request)?,
        prescriber: prescriber(request)?,
    })
}

/// When it was written.
pub(super) fn written(request: &Object<'_>) -> Result<Moment, Problem> {
    Moment::read(&request.required("authoredOn")?)
}

fn is_order(request: &Object<'_>) -> Result<(), Problem> {
    if let Some(intent) = request.get("intent")
        && !ORDERS.contains(&intent.text()?.as_str())
    {
        return Err(Problem::not_supported(intent.path(), "orders are taken"));
    }
    if let Some(forbids) = request.get("doNotPerform")
        && forbids.boolean()?
    {
        return Err(Problem::not_supported(forbids.path(), "what forbids a drug is no prescription"));
    }
    Ok(())
}

fn medication(request: &Object<'_>) -> Result<String, Problem> {
    let Some((kind, element)) = request.choice("medication", &MEDICATIONS)? else {
        return Err(Problem::required(request.path_of("medication")));
    };
    let object = element.object()?;
    match kind {
        MedicationType::Concept => Concept::read(&object, NAME)?.required_words(&object),
        MedicationType::Reference => {
            let reference = Reference::read(&object)?;
            if let Some(medication) = reference.contained(request, "Medication")? {
                let code = medication.required_object("code")?;
                return Concept::read(&code, NAME)?.required_words(&code);
            }
            reference.display.ok_or_else(|| Problem::not_supported(element.path(), "a Medication is taken when it is contained"))
        }
    }
}

fn valid_until(request: &Object<'_>) -> Result<Option<Moment>, Problem> {
    let Some(dispense) = request.object("dispenseRequest")? else { return Ok(None) };
    let Some(validity) = dispense.object("validityPeriod")? else { return Ok(None) };
    validity.get("end").map(|end| Moment::read(&end)).transpose()
}

/// Each instruction must be told in words: one that is left out is a drug that is taken otherwise than it was meant.
fn dosage(request: &Object<'_>) -> Result<String, Problem> {
    let mut instructions = Vec::new();
    for instruction in request.objects("dosageInstruction")? {
        let told = text::lines(&instruction.required("text")?, SENTENCES)?;
        instructions.push(told.ok_or_else(|| Problem::required(instruction.path_of("text")))?);
    }
    text::joined(&instructions, "\n", SENTENCES, request.path_of("dosageInstruction"))
}

fn purpose(request: &Object<'_>) -> Result<String, Problem> {
    let reasons = Concept::read_all(request, "reasonCode", PURPOSE)?;
    let told: Vec<_> = reasons.iter().filter_map(Concept::words).map(str::to_owned).collect();
    text::joined(&told, ", ", SENTENCES, request.path_of("reasonCode"))
}

fn prescriber(request: &Object<'_>) -> Result<String, Problem> {
    let requester = request.object("requester")?.map(|requester| Reference::read(&requester)).transpose()?;
    Ok(requester.and_then(|requester| requester.display).unwrap_or_default())
}
