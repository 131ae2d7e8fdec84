//! `grpc-timeout`, and the time that a call has when it names none.

use std::time::Duration;

use http::HeaderMap;
use tokio::time::Instant;

/// A plain call never takes longer than this, whatever it asks for.
pub(crate) const LONGEST: Duration = Duration::from_secs(30);

/// When the call must be over; `None` only for streams that named no time.
pub(crate) fn of(headers: &HeaderMap, streaming: bool) -> Option<Instant> {
    let asked = headers.get("grpc-timeout").and_then(|value| value.to_str().ok()).and_then(parse);
    let allowed = if streaming { asked } else { Some(asked.map_or(LONGEST, |asked| asked.min(LONGEST))) };
    allowed.and_then(|allowed| Instant::now().checked_add(allowed))
}

/// Up to eight digits and a unit.
fn parse(text: &str) -> Option<Duration> {
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if digits.is_empty() || digits.len() > 8 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let amount: u64 = digits.parse().ok()?;
    match unit {
        "H" => Some(Duration::from_secs(amount * 3600)),
        "M" => Some(Duration::from_secs(amount * 60)),
        "S" => Some(Duration::from_secs(amount)),
        "m" => Some(Duration::from_millis(amount)),
        "u" => Some(Duration::from_micros(amount)),
        "n" => Some(Duration::from_nanos(amount)),
        _ => None,
    }
}

/// What is left until `deadline`, as metadata for the service.
pub(crate) fn header(deadline: Instant) -> String {
    let left = deadline.saturating_duration_since(Instant::now()).as_millis();
    format!("{}m", left.clamp(1, 99_999_999))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts_are_read_as_the_protocol_writes_them() {
        assert_eq!(parse("400m"), Some(Duration::from_millis(400)));
        assert_eq!(parse("2S"), Some(Duration::from_secs(2)));
        for wrong in ["", "S", "-1S", "1", "1x", "123456789S", "1ä"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
