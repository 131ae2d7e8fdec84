//! How long somebody will probably wait: a range that holds, from how many have come out of the line lately.

/// Fewer say nothing.
const FEWEST: u32 = 5;
/// Of a normal distribution, eight in ten lie within so many standard deviations.
const DEVIATIONS: f64 = 1.28;

/// From and until how many minutes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WaitRange {
    /// At least.
    pub(crate) from: u32,
    /// At most.
    pub(crate) until: u32,
}

/// For who has so many in front, where so many have come out of the line in the last `minutes` for which it was open. `None`: too few to
/// tell.
///
/// Somebody in place p waits for p departures. With n of them in W minutes that takes p * W / n, and the error of the quotient of two counts
/// is about sqrt(1/p + 1/n) of it. Rounded outward: to 5 minutes, above 30 to 10.
pub(crate) fn wait_range(ahead: u32, departed: u32, minutes: u32) -> Option<WaitRange> {
    if departed < FEWEST || minutes == 0 {
        return None;
    }
    let (place, count) = (f64::from(ahead) + 1.0, f64::from(departed));
    let expected = place * f64::from(minutes) / count;
    let spread = (DEVIATIONS * (1.0 / place + 1.0 / count).sqrt()).exp();
    Some(WaitRange { from: rounded(expected / spread, f64::floor), until: rounded(expected * spread, f64::ceil) })
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "minutes of a wait, never below none, and no matter beyond years")]
fn rounded(minutes: f64, outward: fn(f64) -> f64) -> u32 {
    let step = if minutes > 30.0 { 10.0 } else { 5.0 };
    (outward(minutes / step) * step) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cha_04_a_wait_is_told_as_a_range_rounded_outward_and_not_from_too_few() {
        let told = |ahead, departed, minutes| wait_range(ahead, departed, minutes).map(|range| (range.from, range.until));
        assert_eq!(told(0, 4, 30), None);
        assert_eq!(told(0, 30, 0), None);
        assert_eq!(told(0, 30, 30), Some((0, 5)));
        assert_eq!(told(9, 30, 30), Some((5, 20)));
        assert_eq!(told(59, 30, 30), Some((40, 80)));
        assert_eq!(told(0, 5, 30), Some((0, 25)));
    }

    /// With constant staff, whose chats last as long as chance has it, the range holds for most who wait.
    #[test]
    fn cha_04_the_range_holds_for_nine_in_ten() {
        // A small generator of its own: the same numbers in every run.
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            #[expect(clippy::cast_precision_loss, reason = "fifty-three bits are kept")]
            let part = (state >> 11) as f64 / (1_u64 << 53) as f64;
            part.max(f64::MIN_POSITIVE)
        };
        let (mut held, mut told) = (0_u32, 0_u32);
        for round in 0..4_000_u32 {
            let (mean, ahead) = (f64::from(1_u32 << (round % 3)), round % 12);
            let mut gap = || -random().ln() * mean;
            let (mut at, mut departed) = (gap(), 0);
            while at < 30.0 {
                departed += 1;
                at += gap();
            }
            let Some(range) = wait_range(ahead, departed, 30) else { continue };
            // The gap that reaches over now is the first of the wait.
            let waited = (0..ahead).fold(at - 30.0, |waited, _| waited + gap());
            told += 1;
            held += u32::from((f64::from(range.from)..=f64::from(range.until)).contains(&waited));
        }
        let share = f64::from(held) / f64::from(told);
        assert!(share > 0.9, "{share}");
    }
}
