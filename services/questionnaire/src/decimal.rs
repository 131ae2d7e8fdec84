//! Numbers as millionths: six digits behind the point, and never floats, which differ by a bit at a band's edge.

use kajo_proto::survey::v1::answer_value::Value;

/// One, in millionths.
pub(crate) const ONE: i128 = 1_000_000;
/// Digits behind the point.
const DIGITS: u32 = 6;

/// A number in millionths; `None` of what is no number.
pub(crate) fn of_number(value: &Value) -> Option<i128> {
    match value {
        Value::Integer(integer) => Some(i128::from(*integer) * ONE),
        Value::Decimal(millionths) => Some(i128::from(*millionths)),
        Value::Boolean(_) | Value::Text(_) | Value::Date(_) | Value::Time(_) | Value::Code(_) | Value::Other(_) => None,
    }
}

/// What the last of so many digits behind the point counts.
pub(crate) fn step(decimals: u32) -> i128 {
    10_i128.pow(DIGITS.saturating_sub(decimals))
}

/// The mean of `count` numbers, at least one, rounded half away from zero to so many digits behind the point.
pub(crate) fn mean(sum: i128, count: i128, decimals: u32) -> i128 {
    let step = step(decimals);
    let divisor = count * step;
    let (whole, rest) = (sum / divisor, sum % divisor);
    let away = if rest.abs() * 2 >= divisor { sum.signum() } else { 0 };
    (whole + away) * step
}

/// As people write it with a point: `12.5`, `-0.25`, `3`.
pub(crate) fn text(millionths: i64) -> String {
    let sign = if millionths < 0 { "-" } else { "" };
    let digits = format!("{:07}", millionths.unsigned_abs());
    let (whole, part) = digits.split_at(digits.len().saturating_sub(6));
    match part.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        part => format!("{sign}{whole}.{part}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sur_01_millionths_are_written_without_trailing_zeros() {
        for (millionths, written) in [
            (0, "0"),
            (12_500_000, "12.5"),
            (-250_000, "-0.25"),
            (3_000_000, "3"),
            (100_000_000, "100"),
            (1, "0.000001"),
            (-1_000_001, "-1.000001"),
            (i64::MIN, "-9223372036854.775808"),
        ] {
            assert_eq!(text(millionths), written);
        }
    }

    #[test]
    fn sur_01_a_mean_is_rounded_half_away_from_zero() {
        for (sum, count, decimals, expected) in [
            (5_000_000, 2, 0, 3_000_000),
            (-5_000_000, 2, 0, -3_000_000),
            (4_999_998, 2, 0, 2_000_000),
            (1_000_000, 2, 0, 1_000_000),
            (-1_000_000, 3, 0, 0),
            (500_000, 10, 1, 100_000),
            (-500_000, 10, 1, -100_000),
            (10_000_000, 3, 2, 3_330_000),
            (20_000_000, 3, 6, 6_666_667),
            (1, 2, 6, 1),
            (-1, 2, 6, -1),
            (1, 2, 9, 1),
            (0, 7, 0, 0),
        ] {
            assert_eq!(mean(sum, count, decimals), expected, "{sum} / {count} to {decimals}");
        }
    }
}
