//! Numbers as they are written: a laboratory that says 5.40 has measured more than one that says 5.4.

use super::{Problem, json::Element};

/// Longer than any that is measured.
const LONGEST: usize = 40;
/// How far a power of ten may move the point.
const FURTHEST: u32 = 30;

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Decimal {
    /// As it is written; a power of ten is written out.
    pub(super) text: String,
    /// Where it stands in a plot.
    pub(super) number: f64,
}

impl Decimal {
    /// From a number of JSON.
    pub(super) fn read(element: &Element<'_>) -> Result<Self, Problem> {
        let written = element.json();
        if !written.starts_with(|letter: char| letter == '-' || letter.is_ascii_digit()) {
            return Err(Problem::invalid(element.path(), "a number is needed here"));
        }
        Self::of(written).ok_or_else(|| Problem::value(element.path(), "the number is longer or larger than any that is taken"))
    }

    /// From a number of JSON that is whole.
    pub(super) fn read_whole(element: &Element<'_>) -> Result<Self, Problem> {
        let decimal = Self::read(element)?;
        let is_whole = element.json().chars().all(|letter| letter == '-' || letter.is_ascii_digit());
        if is_whole { Ok(decimal) } else { Err(Problem::invalid(element.path(), "a whole number is needed here")) }
    }

    fn of(written: &str) -> Option<Self> {
        let text = written_out(written)?;
        let number = text.parse().ok().filter(|number: &f64| number.is_finite())?;
        Some(Self { text, number })
    }
}

fn written_out(written: &str) -> Option<String> {
    if written.len() > LONGEST {
        return None;
    }
    let Some((digits, power)) = written.split_once(['e', 'E']) else { return Some(written.to_owned()) };
    let power: i32 = power.parse().ok().filter(|power: &i32| power.unsigned_abs() <= FURTHEST)?;
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    // Where the point stands behind the first digit, and how many zeros come before it when it stands further to the left.
    let point = i32::try_from(whole.len()).ok()?.checked_add(power)?;
    let (point, zeros) = (usize::try_from(point).unwrap_or_default(), usize::try_from(-point).unwrap_or_default());
    let digits = format!("{}{whole}{fraction}", "0".repeat(zeros));
    let digits = format!("{digits:0<point$}");
    let (whole, fraction) = digits.split_at_checked(point)?;
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    Some(if fraction.is_empty() { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") })
}
