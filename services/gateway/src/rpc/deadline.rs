//! `grpc-timeout`, and the time that a call has when it names none.

use std::time::Duration;

use chassis::telemetry;
use http::HeaderMap;
use tokio::time::Instant;

/// A plain call never takes longer than this, whatever it asks for.
pub(crate) const LONGEST: Duration = Duration::from_secs(30);

/// When the call must be over; `None` only for streams that named no time.
pub(crate) fn of(headers: &HeaderMap, streaming: bool) -> Option<Instant> {
    let asked = telemetry::timeout_of(headers);
    let allowed = if streaming { asked } else { Some(asked.map_or(LONGEST, |asked| asked.min(LONGEST))) };
    allowed.and_then(|allowed| Instant::now().checked_add(allowed))
}

/// What is left until `deadline`, as metadata for the service.
pub(crate) fn header(deadline: Instant) -> String {
    let left = deadline.saturating_duration_since(Instant::now()).as_millis();
    format!("{}m", left.clamp(1, 99_999_999))
}
