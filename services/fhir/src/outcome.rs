//! Answers: why something is not taken, and what became of each entry of a bundle.

use crate::Problem;

/// What became of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Of HTTP: 201 when the record is new, 200 when it was there, or that of the problem.
    pub status: u32,
    /// `<type>/<record id>`. Empty: none.
    pub location: String,
    /// Why it is not taken.
    pub problem: Option<Problem>,
}

#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct OperationOutcome<'p> {
    resource_type: &'static str,
    issue: [Issue<'p>; 1],
}

#[derive(serde::Serialize)]
struct Issue<'p> {
    severity: &'static str,
    code: &'static str,
    diagnostics: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    expression: Option<[&'p str; 1]>,
}

#[derive(serde::Serialize)]
#[serde(rename_all = "camelCase")]
struct AnsweringBundle<'a> {
    resource_type: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    /// FHIR knows no empty lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    entry: Vec<Entry<'a>>,
}

#[derive(serde::Serialize)]
struct Entry<'a> {
    response: Response<'a>,
}

#[derive(serde::Serialize)]
struct Response<'a> {
    status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<OperationOutcome<'a>>,
}

impl<'p> OperationOutcome<'p> {
    fn of(problem: &'p Problem) -> Self {
        let expression = Some(problem.path.as_str()).filter(|path| !path.is_empty()).map(|path| [path]);
        let issue = Issue { severity: "error", code: problem.code, diagnostics: problem.diagnostics, expression };
        Self { resource_type: "OperationOutcome", issue: [issue] }
    }
}

impl<'a> Entry<'a> {
    fn of(answer: &'a Answer) -> Self {
        let location = Some(answer.location.as_str()).filter(|location| !location.is_empty());
        let outcome = answer.problem.as_ref().map(OperationOutcome::of);
        Self { response: Response { status: answer.status.to_string(), location, outcome } }
    }
}

/// An OperationOutcome.
pub fn outcome(problem: &Problem) -> Vec<u8> {
    serde_json::to_vec(&OperationOutcome::of(problem)).unwrap_or_default()
}

/// The Bundle that answers one: an answer for each of its entries, in their order.
pub fn answers(transaction: bool, answers: &[Answer]) -> Vec<u8> {
    let kind = if transaction { "transaction-response" } else { "batch-response" };
    let bundle = AnsweringBundle { resource_type: "Bundle", kind, entry: answers.iter().map(Entry::of).collect() };
    serde_json::to_vec(&bundle).unwrap_or_default()
}
