//! Rules of limits and alerts.

use chassis_domain::{PersonId, SignedDuration, Timestamp, Uuid, testing::given};
use proptest::{collection::vec, prelude::*};

use super::{Command, Crossing, Event, Kind, Limits, LookupAlert, Period, Verdict};

const LIISA: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const ARI: PersonId = PersonId::from_uuid(Uuid::from_u128(2));
const LIMITS: Limits = Limits { per_hour: 5, per_day: 8, warning_percent: 80 };

fn at(minutes: i64) -> Timestamp {
    Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minutes)
}

/// The newest first, as they are kept.
fn made(minutes: impl IntoIterator<Item = i64>) -> Vec<Timestamp> {
    let mut made: Vec<_> = minutes.into_iter().map(at).collect();
    made.sort_unstable();
    made.reverse();
    made
}

fn crossing(kind: Kind, period: Period, made: u32, allowed: u32) -> Crossing {
    Crossing { kind, period, made, allowed }
}

#[test]
fn below_the_warning_nobody_is_told() {
    assert_eq!(LIMITS.judge(&[], at(0)), Verdict::Allowed { near: vec![] });
    assert_eq!(LIMITS.judge(&made(0..2), at(10)), Verdict::Allowed { near: vec![] });
}

#[test]
fn the_fourth_of_five_is_near_and_the_sixth_is_refused_until_the_first_is_an_hour_old() {
    let near = crossing(Kind::Near, Period::Hour, 4, 5);
    assert_eq!(LIMITS.judge(&made(0..3), at(10)), Verdict::Allowed { near: vec![near] });
    let crossing = crossing(Kind::Refused, Period::Hour, 5, 5);
    assert_eq!(LIMITS.judge(&made(0..5), at(10)), Verdict::Refused { again_at: at(60), crossing });
    assert!(matches!(LIMITS.judge(&made(0..5), at(59)), Verdict::Refused { .. }));
    assert!(matches!(LIMITS.judge(&made(0..5), at(60)), Verdict::Allowed { .. }));
}

#[test]
fn of_two_limits_the_one_that_lasts_longer_is_told() {
    let spread = made([0, 100, 200, 1_000, 1_001, 1_002, 1_003, 1_004]);
    let crossing = crossing(Kind::Refused, Period::Day, 8, 8);
    assert_eq!(LIMITS.judge(&spread, at(1_010)), Verdict::Refused { again_at: at(24 * 60), crossing });
}

#[test]
fn limits_that_make_no_sense_are_none() {
    for sound in [LIMITS, Limits { per_day: 5, ..LIMITS }, Limits { warning_percent: 1, ..LIMITS }, Limits { warning_percent: 100, ..LIMITS }] {
        assert!(sound.are_sound(), "{sound:?}");
    }
    for unsound in [
        Limits { per_hour: 0, ..LIMITS },
        Limits { per_day: 4, ..LIMITS },
        Limits { warning_percent: 0, ..LIMITS },
        Limits { warning_percent: 101, ..LIMITS },
    ] {
        assert!(!unsound.are_sound(), "{unsound:?}");
    }
}

/// Numbers stand in the store for good, names in metrics: what one was of, it is of.
#[test]
fn each_number_and_name_of_an_alert_is_of_one_thing() {
    let (periods, kinds) = (Period::ALL, [Kind::Near, Kind::Refused]);
    assert_eq!((periods.map(Period::number), kinds.map(Kind::number)), ([1, 2], [1, 2]));
    assert_eq!([0, 1, 2, 3].map(Period::from_number), [None, Some(Period::Hour), Some(Period::Day), None]);
    assert_eq!([0, 1, 2, 3].map(Kind::from_number), [None, Some(Kind::Near), Some(Kind::Refused), None]);
    assert_eq!(kinds.map(Kind::name), ["near", "refused"]);
}

proptest! {
    /// What is counted without a judgement is what a judgement would let pass in silence.
    #[test]
    fn nobody_is_told_of_a_lookup_below_the_number_of_each_period(tries in vec(0_i64..3_000, 0..12)) {
        let (made, now) = (made(tries), at(3_000));
        let within = |period: Period| made.iter().filter(|at| now.duration_since(**at) < period.length()).count();
        let untold = Period::ALL.into_iter().all(|period| within(period) < LIMITS.untold(period) as usize);
        prop_assert_eq!(untold, LIMITS.judge(&made, now) == Verdict::Allowed { near: vec![] });
    }

    /// Whoever tries at whatever times: in no hour and no day are there more lookups than allowed, and who waits as told gets on.
    #[test]
    fn no_pattern_of_tries_gets_beyond_the_limits(mut tries in vec(0_i64..3_000, 0..200)) {
        tries.sort_unstable();
        let mut allowed: Vec<Timestamp> = Vec::new();
        for minute in tries {
            let newest_first: Vec<_> = allowed.iter().rev().copied().collect();
            match LIMITS.judge(&newest_first, at(minute)) {
                Verdict::Allowed { .. } => allowed.push(at(minute)),
                Verdict::Refused { again_at, .. } => {
                    prop_assert!(again_at > at(minute));
                    let waited = matches!(LIMITS.judge(&newest_first, again_at), Verdict::Allowed { .. });
                    prop_assert!(waited, "it is possible again when it was said");
                }
            }
        }
        for (period, most) in [(Period::Hour, 5), (Period::Day, 8)] {
            for first in &allowed {
                let within = allowed.iter().filter(|at| **at >= *first && at.duration_since(*first) < period.length()).count();
                prop_assert!(within <= most);
            }
        }
    }
}

fn raised() -> Event {
    Event::Raised { practitioner: LIISA, crossing: crossing(Kind::Refused, Period::Hour, 5, 5) }
}

#[test]
fn an_alert_is_raised_once_and_acknowledged_once_by_whoever_is_first() {
    let raise = Command::Raise { practitioner: LIISA, crossing: crossing(Kind::Refused, Period::Hour, 5, 5) };
    given::<LookupAlert>([]).when(&raise).then([raised()]);
    given::<LookupAlert>([raised()]).when(&raise).then_nothing();
    given::<LookupAlert>([raised()]).when(&Command::Acknowledge { by: ARI }).then([Event::Acknowledged { by: ARI }]);
    given::<LookupAlert>([raised(), Event::Acknowledged { by: ARI }]).when(&Command::Acknowledge { by: LIISA }).then_nothing();
}

#[test]
fn nobody_acknowledges_an_alert_about_themselves_or_none_at_all() {
    given::<LookupAlert>([raised()]).when(&Command::Acknowledge { by: LIISA }).then_refused("lookup_alert_own");
    given::<LookupAlert>([]).when(&Command::Acknowledge { by: ARI }).then_refused("not_found");
}
