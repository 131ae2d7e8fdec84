//! Numbers as they are written: a laboratory that says 5.40 has measured more than one that says 5.4.

use crate::{Problem, json::Element};

/// Longer than any that is measured.
const LONGEST: usize = 40;
/// How far a power of ten may move the point.
const FURTHEST: u32 = 30;

/// Digits behind the point of what is kept in millionths.
const DIGITS: usize = 6;

/// A number of millionths, as JSON writes it: `12.5`, `-0.25`, `3`.
pub fn of_millionths(millionths: i64) -> serde_json::Value {
    let sign = if millionths < 0 { "-" } else { "" };
    let digits = format!("{:07}", millionths.unsigned_abs());
    let (whole, fraction) = digits.split_at(digits.len().saturating_sub(DIGITS));
    let written = match fraction.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        fraction => format!("{sign}{whole}.{fraction}"),
    };
    serde_json::from_str(&written).unwrap_or_default()
}

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub struct Decimal {
    /// As it is written; a power of ten is written out.
    pub text: String,
    /// Where it stands in a plot.
    pub number: f64,
}

impl Decimal {
    /// From a number of JSON.
    pub fn read(element: &Element<'_>) -> Result<Self, Problem> {
        let written = element.json();
        if !written.starts_with(|letter: char| letter == '-' || letter.is_ascii_digit()) {
            return Err(Problem::invalid(element.path(), "a number is needed here"));
        }
        Self::of(written).ok_or_else(|| Problem::value(element.path(), "the number is longer or larger than any that is taken"))
    }

    /// From a number of JSON that is whole.
    pub fn read_whole(element: &Element<'_>) -> Result<Self, Problem> {
        let decimal = Self::read(element)?;
        let is_whole = element.json().chars().all(|letter| letter == '-' || letter.is_ascii_digit());
        if is_whole { Ok(decimal) } else { Err(Problem::invalid(element.path(), "a whole number is needed here")) }
    }

    /// In millionths; `None`: it has more than six digits behind the point, or is larger than any that is kept so.
    pub fn millionths(&self) -> Option<i64> {
        let (whole, fraction) = self.text.split_once('.').unwrap_or((&self.text, ""));
        let fraction = fraction.trim_end_matches('0');
        if fraction.len() > DIGITS {
            return None;
        }
        format!("{whole}{fraction:0<DIGITS$}").parse().ok()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sur_09_millionths_are_written_and_read_as_they_were() {
        for (millionths, written) in
            [(0, "0"), (5_400_000, "5.4"), (-250_000, "-0.25"), (3_000_000, "3"), (1, "1e-6"), (999_999_999_999_999, "999999999.999999")]
        {
            assert_eq!(of_millionths(millionths).to_string(), written);
            assert_eq!(Decimal::of(written).unwrap().millionths(), Some(millionths), "{written}");
        }
        assert_eq!(Decimal::of("5.40").unwrap().millionths(), Some(5_400_000));
        assert_eq!(Decimal::of("0.0000001").unwrap().millionths(), None);
        assert_eq!(Decimal::of("99999999999999").unwrap().millionths(), None);
    }
}
