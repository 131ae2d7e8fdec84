//! What a refusal says.

use tonic::{Code, Status};
use tonic_types::StatusExt;

/// The reason that the apps translate.
pub fn reason(status: &Status) -> String {
    status.get_details_error_info().map(|info| info.reason).unwrap_or_default()
}

/// Code and reason.
pub fn told(status: &Status) -> (Code, String) {
    (status.code(), reason(status))
}

/// The same, to compare with.
pub fn said(code: Code, reason: &str) -> (Code, String) {
    (code, reason.to_owned())
}

/// A value that goes with the reason.
pub fn param(status: &Status, name: &str) -> String {
    status.get_details_error_info().and_then(|info| info.metadata.get(name).cloned()).unwrap_or_default()
}

/// Fields at fault, each with its reason.
pub fn fields(status: &Status) -> Vec<(String, String)> {
    let violations = status.get_details_bad_request().map(|bad| bad.field_violations).unwrap_or_default();
    violations.into_iter().map(|found| (found.field, found.reason)).collect()
}

/// The first field at fault.
pub fn field(status: &Status) -> String {
    fields(status).into_iter().next().map(|(field, _)| field).unwrap_or_default()
}
