//! Refusals and faults as gRPC statuses, with the details that the apps translate. A refusal says its stable code; a
//! fault says nothing but that it happened, and is logged once, with its trace.

use std::{collections::HashMap, error::Error};

use chassis_domain::{Refusal, RefusalKind, Violation};
use kajo_proto::methods::Method;
use tokio::task::futures::TaskLocalFuture;
use tonic::{Code, Status};
use tonic_types::{ErrorDetails, FieldViolation, StatusExt};

use crate::store::{ExecuteError, StoreError, WorkError};

tokio::task_local! {
    /// The domain of the service whose handler runs.
    static DOMAIN: &'static str;
}

/// The domain of reasons that every service gives.
const ANY_DOMAIN: &str = "kajo";

/// Runs a handler whose statuses belong to `domain`.
pub(crate) fn in_domain<F: Future>(domain: &'static str, handler: F) -> TaskLocalFuture<&'static str, F> {
    DOMAIN.scope(domain, handler)
}

/// `kajo.<service>` of a method.
pub(crate) fn domain_of(method: &'static Method) -> &'static str {
    method.package.rsplit_once('.').map_or(ANY_DOMAIN, |(domain, _version)| domain)
}

/// A status with a stable reason and the values of its message.
pub fn status(code: Code, reason: &str, params: &[(&str, String)]) -> Status {
    status_in(DOMAIN.try_with(|domain| *domain).unwrap_or(ANY_DOMAIN), code, reason, params)
}

pub(crate) fn status_in(domain: &str, code: Code, reason: &str, params: &[(&str, String)]) -> Status {
    Status::with_error_details(code, reason, ErrorDetails::with_error_info(reason, domain, values(params)))
}

fn values(params: &[(&str, String)]) -> HashMap<String, String> {
    params.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

/// For this caller it does not exist. The same bytes for what is hidden and for what is unknown.
pub fn not_found() -> Status {
    status_in(ANY_DOMAIN, Code::NotFound, "not_found", &[])
}

/// Who calls may not do this.
pub fn access_denied() -> Status {
    status_in(ANY_DOMAIN, Code::PermissionDenied, "access_denied", &[])
}

/// One field of the request broke one rule.
pub fn invalid_field(field: &str, reason: &str) -> Status {
    with_fields("invalid", &[(field, reason)], &[])
}

/// A fault. Logged here, once, with its causes; the caller learns only that there was one, and whether the same call may succeed a
/// moment later: `UNAVAILABLE` when the database could not be reached, else `INTERNAL`.
pub fn fault(error: impl Into<Box<dyn Error + Send + Sync>>) -> Status {
    let error = error.into();
    let transient = causes(&*error).filter_map(<dyn Error>::downcast_ref).any(is_transient);
    tracing::error!(error = %described(&*error), transient, "a call failed");
    if transient { status(Code::Unavailable, "unavailable", &[]) } else { status(Code::Internal, "internal", &[]) }
}

/// An error, and what caused it, and so on.
fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}

/// Fields with what is wrong with each.
fn with_fields(code: &str, fields: &[(&str, &str)], params: &[(&str, String)]) -> Status {
    let domain = DOMAIN.try_with(|domain| *domain).unwrap_or(ANY_DOMAIN);
    let mut details = ErrorDetails::with_error_info(code, domain, values(params));
    details.set_bad_request(
        fields.iter().map(|(field, reason)| FieldViolation { reason: (*reason).to_owned(), ..FieldViolation::new(*field, "") }).collect::<Vec<_>>(),
    );
    Status::with_error_details(Code::InvalidArgument, code, details)
}

/// A refusal.
pub fn refused(refusal: &impl Refusal) -> Status {
    let params = refusal.params();
    let code = match refusal.kind() {
        RefusalKind::Hidden => return not_found(),
        RefusalKind::Input => {
            let violations = refusal.violations();
            if !violations.is_empty() {
                return invalid(refusal.code(), params, &violations);
            }
            Code::InvalidArgument
        }
        RefusalKind::State => Code::FailedPrecondition,
        RefusalKind::Forbidden => Code::PermissionDenied,
        RefusalKind::Stale => Code::Aborted,
    };
    status(code, refusal.code(), &params)
}

/// What is wrong with the fields of a request. Of several, the values of each stand under its name: `email.max` is not `name.max`.
fn invalid(code: &str, params: Vec<(&'static str, String)>, violations: &[Violation]) -> Status {
    let fields: Vec<_> = violations.iter().map(|violation| (violation.field, violation.code)).collect();
    let several = if violations.len() > 1 { violations } else { &[] };
    let of_each =
        several.iter().flat_map(|Violation { field, params, .. }| params.iter().map(move |(name, value)| (format!("{field}.{name}"), value)));
    let named: Vec<(String, String)> = of_each.map(|(name, value)| (name, value.clone())).collect();
    let params = params.iter().map(|(name, value)| (*name, value.clone())).chain(named.iter().map(|(name, value)| (name.as_str(), value.clone())));
    with_fields(code, &fields, &params.collect::<Vec<_>>())
}

impl<R: Refusal> From<ExecuteError<R>> for Status {
    fn from(error: ExecuteError<R>) -> Self {
        match error {
            ExecuteError::Refused(refusal) => refused(&refusal),
            ExecuteError::Stale { current } => status(Code::Aborted, "stale_version", &[("current", current.to_string())]),
            ExecuteError::Conflict { .. } => status(Code::Aborted, "conflict", &[]),
            ExecuteError::KeyReused => status(Code::AlreadyExists, "idempotency_key_reused", &[]),
            ExecuteError::Unavailable(error) => error.into(),
        }
    }
}

impl<R: Refusal> From<WorkError<R>> for Status {
    fn from(error: WorkError<R>) -> Self {
        match error {
            WorkError::Refused(refusal) => refused(&refusal),
            WorkError::Stale { current } => status(Code::Aborted, "stale_version", &[("current", current.to_string())]),
            WorkError::Conflict => status(Code::Aborted, "conflict", &[]),
            WorkError::Store(error) => error.into(),
        }
    }
}

impl From<StoreError> for Status {
    fn from(error: StoreError) -> Self {
        fault(error)
    }
}

/// The database could not be reached: the same call may succeed a moment later.
fn is_transient(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed | sqlx::Error::Tls(_) => true,
        // admin_shutdown, crash_shutdown, cannot_connect_now, connection failures, too many connections
        sqlx::Error::Database(error) => {
            error.code().is_some_and(|code| matches!(code.as_ref(), "57P01" | "57P02" | "57P03" | "53300") || code.starts_with("08"))
        }
        _ => false,
    }
}

/// An error with its causes. Of database errors only code and constraint: their words may quote values.
fn described(error: &(dyn Error + 'static)) -> String {
    let mut words = Vec::new();
    for cause in causes(error) {
        if let Some(database) = cause.downcast_ref().and_then(sqlx::Error::as_database_error) {
            words.push(format!("database error {} {}", database.code().unwrap_or_default(), database.constraint().unwrap_or_default()));
            break;
        }
        words.push(cause.to_string());
    }
    words.join(": ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::projection::ProjectionError;

    #[test]
    fn a_database_that_is_away_is_told_as_unavailable_whatever_wraps_it_and_every_other_fault_as_internal() {
        let away = || sqlx::Error::PoolTimedOut;
        for status in [fault(away()), StoreError::Database(away()).into(), StoreError::Projection("x", ProjectionError::Database(away())).into()] {
            assert_eq!((status.code(), status.message()), (Code::Unavailable, "unavailable"));
        }
        for status in [fault(sqlx::Error::RowNotFound), fault("words"), StoreError::Inconsistent("x").into()] {
            assert_eq!((status.code(), status.message()), (Code::Internal, "internal"));
        }
    }
}
