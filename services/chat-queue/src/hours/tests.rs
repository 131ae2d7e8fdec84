//! Rules of opening hours, case by case.

use chassis_domain::{Date, Timestamp, clocks_reach};
use kajo_proto::chat_queue::v1 as public;

use super::{
    ClosedUntil, Day, DayReason, Evaluation, Exception, Fault, HolidayRule, OpeningHours, Rule, Standing, State, Window, evaluate, standing,
};

fn date(text: &str) -> Date {
    text.parse().expect("a date")
}

fn utc(text: &str) -> Timestamp {
    text.parse().expect("a moment")
}

/// When the clocks of Finland show this, for example 2026-04-03T10:00.
fn at(civil: &str) -> Timestamp {
    clocks_reach(civil.parse().expect("a time")).expect("a moment")
}

/// From texts such as 08:00-16:00.
fn windows<const N: usize>(texts: [&str; N]) -> Vec<Window> {
    texts.iter().map(|text| text.split_once('-').map_or(Window::UNREADABLE, |(from, until)| Window::parse(from, until))).collect()
}

fn texts(windows: &[Window]) -> Vec<String> {
    windows.iter().map(|window| window.texts().join("-")).collect()
}

/// The same every day, also on holidays and their eves.
fn daily<const N: usize>(texts: [&str; N]) -> OpeningHours {
    OpeningHours {
        rule: Some(Rule::Daily),
        daily: windows(texts),
        holidays: HolidayRule::Regular,
        eves: HolidayRule::Regular,
        ..OpeningHours::default()
    }
}

/// From Monday to Friday, and closed on holidays and their eves.
fn working_days<const N: usize>(texts: [&str; N]) -> OpeningHours {
    let weekly = std::array::from_fn(|day| if day < 5 { windows(texts) } else { Vec::new() });
    OpeningHours { rule: Some(Rule::Weekly), weekly, ..OpeningHours::default() }
}

fn exception<const N: usize>(from: &str, until: &str, yearly: bool, texts: [&str; N]) -> Exception {
    Exception { from: date(from), until: date(until), yearly, windows: windows(texts) }
}

fn open(until: Timestamp) -> Evaluation {
    Evaluation { is_open: true, changes_at: Some(until) }
}

fn shut(until: Timestamp) -> Evaluation {
    Evaluation { is_open: false, changes_at: Some(until) }
}

const NEVER_OPEN: Evaluation = Evaluation { is_open: false, changes_at: None };
const NEVER_SHUT: Evaluation = Evaluation { is_open: true, changes_at: None };

#[test]
fn cha_02_windows_are_written_as_they_are_read() {
    assert_eq!(Window::parse("08:00", "16:30").texts(), ["08:00", "16:30"]);
    assert_eq!(Window::parse("8:05", "9:00").texts(), ["08:05", "09:00"]);
    assert_eq!(Window::parse("00:00", "24:00"), Window::parse("00:00", "00:00"));
    assert_eq!(Window::parse("22:00", "02:00").minutes(), [1320, 120]);
    for (from, until) in [("", "16:00"), ("08:00", ""), ("24:00", "02:00"), ("08:60", "16:00"), ("08:0", "16:00"), ("+8:00", "16:00"), ("8", "16")] {
        assert_eq!(Window::parse(from, until), Window::UNREADABLE, "{from} {until}");
    }
    assert_eq!(Window::UNREADABLE.texts(), ["", ""]);
    assert!(!Window::UNREADABLE.is_readable());
    assert_eq!(Window::from_minutes(1320, 120), Some(Window::parse("22:00", "02:00")));
    assert_eq!((Window::from_minutes(1440, 0), Window::from_minutes(0, u32::MAX)), (None, None));
}

#[test]
fn cha_02_rules_have_their_numbers_and_their_names_in_the_contract() {
    assert_eq!([Rule::Daily, Rule::Weekly].map(Rule::number).map(Rule::from_number), [Some(Rule::Daily), Some(Rule::Weekly)]);
    assert_eq!([Rule::Daily, Rule::Weekly].map(Rule::public).map(Rule::from_public), [Some(Rule::Daily), Some(Rule::Weekly)]);
    assert_eq!(Rule::from_public(public::HoursRule::Unspecified), None);
    let all = [HolidayRule::Regular, HolidayRule::Closed, HolidayRule::Hours];
    assert_eq!(all.map(HolidayRule::public).map(HolidayRule::from_public), all);
    assert_eq!(all.map(HolidayRule::number), [1, 2, 3]);
    assert_eq!(HolidayRule::from_public(public::HolidayRule::Unspecified), HolidayRule::Closed);
}

#[test]
fn cha_02_after_good_friday_comes_the_tuesday_after_easter() {
    let hours = working_days(["08:00-16:00"]);
    assert_eq!(evaluate(&hours, at("2026-04-03T10:00")), shut(at("2026-04-07T08:00")));
    assert_eq!(evaluate(&hours, at("2026-04-02T15:59")), open(at("2026-04-02T16:00")));
    assert_eq!(evaluate(&hours, at("2026-04-02T16:00")), shut(at("2026-04-07T08:00")));
}

#[test]
fn cha_02_hours_over_midnight_are_those_of_the_day_on_which_they_begin() {
    let hours = daily(["22:00-02:00"]);
    assert_eq!(evaluate(&hours, at("2026-03-10T01:59")), open(at("2026-03-10T02:00")));
    assert_eq!(evaluate(&hours, at("2026-03-10T02:00")), shut(at("2026-03-10T22:00")));
    assert_eq!(evaluate(&hours, at("2026-03-10T22:00")), open(at("2026-03-11T02:00")));
}

#[test]
fn cha_02_a_day_with_a_rule_of_its_own_cuts_what_reaches_over() {
    let closed = OpeningHours { exceptions: vec![exception("2026-03-11", "2026-03-11", false, [])], ..daily(["22:00-02:00"]) };
    assert_eq!(evaluate(&closed, at("2026-03-10T23:00")), open(at("2026-03-11T00:00")));
    assert_eq!(evaluate(&closed, at("2026-03-11T00:00")), shut(at("2026-03-12T22:00")));
    assert_eq!(texts(&closed.day(date("2026-03-10")).windows), ["22:00-00:00"]);
    assert_eq!(texts(&closed.day(date("2026-03-09")).windows), ["22:00-02:00"]);
    // Its own hours reach into an ordinary day.
    let own = OpeningHours { exceptions: vec![exception("2026-03-11", "2026-03-11", false, ["23:00-05:00"])], ..daily(["22:00-02:00"]) };
    assert_eq!(evaluate(&own, at("2026-03-11T23:30")), open(at("2026-03-12T05:00")));
    // A holiday with the regular hours cuts nothing, one that is shut does.
    assert_eq!(evaluate(&daily(["22:00-02:00"]), at("2026-12-24T23:00")), open(at("2026-12-25T02:00")));
    let shut_on_holidays = OpeningHours { holidays: HolidayRule::Closed, ..daily(["22:00-02:00"]) };
    assert_eq!(evaluate(&shut_on_holidays, at("2026-12-24T23:00")), open(at("2026-12-25T00:00")));
}

#[test]
fn cha_02_open_around_the_clock_never_shuts() {
    assert_eq!(evaluate(&daily(["00:00-24:00"]), at("2026-07-08T12:00")), NEVER_SHUT);
    assert_eq!(evaluate(&daily(["07:00-07:00"]), at("2026-07-08T07:00")), NEVER_SHUT);
    assert_eq!(evaluate(&daily(["00:00-10:00", "10:00-00:00"]), at("2026-07-08T10:00")), NEVER_SHUT);
    // Also in the moments in which one window ends and the next begins.
    assert_eq!(evaluate(&daily(["00:00-24:00"]), at("2026-07-08T00:00")), NEVER_SHUT);
}

#[test]
fn cha_02_what_the_clocks_leap_over_in_spring_opens_and_shuts_when_they_leap() {
    let leap = utc("2026-03-29T01:00:00Z");
    assert_eq!(evaluate(&daily(["03:30-05:00"]), utc("2026-03-29T00:30:00Z")), shut(leap));
    assert_eq!(evaluate(&daily(["03:30-05:00"]), leap), open(utc("2026-03-29T02:00:00Z")));
    assert_eq!(evaluate(&daily(["02:00-03:30"]), utc("2026-03-28T23:59:59Z")), shut(utc("2026-03-29T00:00:00Z")));
    assert_eq!(evaluate(&daily(["02:00-03:30"]), utc("2026-03-29T00:00:00Z")), open(leap));
    assert_eq!(evaluate(&daily(["02:00-03:30"]), leap), shut(at("2026-03-30T02:00")));
    // Nothing is left of it on that day.
    assert_eq!(evaluate(&daily(["03:10-03:50"]), utc("2026-03-29T00:00:00Z")), shut(at("2026-03-30T03:10")));
}

#[test]
fn cha_02_what_the_clocks_show_twice_in_autumn_opens_the_first_time_and_shuts_the_second() {
    let hours = daily(["03:00-03:30"]);
    assert_eq!(evaluate(&hours, utc("2026-10-24T23:59:00Z")), shut(utc("2026-10-25T00:00:00Z")));
    for open_at in ["2026-10-25T00:00:00Z", "2026-10-25T00:45:00Z", "2026-10-25T01:29:59Z"] {
        assert_eq!(evaluate(&hours, utc(open_at)), open(utc("2026-10-25T01:30:00Z")), "{open_at}");
    }
    assert_eq!(evaluate(&hours, utc("2026-10-25T01:30:00Z")), shut(at("2026-10-26T03:00")));
    // On the clock these two are apart, in that night they are not.
    assert_eq!(evaluate(&daily(["01:00-03:15", "03:30-04:00"]), utc("2026-10-24T23:00:00Z")), open(utc("2026-10-25T02:00:00Z")));
}

#[test]
fn cha_02_nights_within_one_exception_or_from_one_holiday_to_the_next_go_on() {
    let july = OpeningHours { exceptions: vec![exception("2026-07-01", "2026-07-31", false, ["22:00-02:00"])], ..daily(["08:00-16:00"]) };
    assert_eq!(evaluate(&july, at("2026-07-10T23:00")), open(at("2026-07-11T02:00")));
    assert_eq!(texts(&july.day(date("2026-07-30")).windows), ["22:00-02:00"]);
    assert_eq!(evaluate(&july, at("2026-07-31T23:00")), open(at("2026-08-01T02:00")), "into an ordinary day as well");
    // Of two exceptions the second cuts the first.
    let two = vec![exception("2026-07-01", "2026-07-02", false, ["22:00-02:00"]), exception("2026-07-03", "2026-07-04", false, ["22:00-02:00"])];
    let two = OpeningHours { exceptions: two, ..daily(["08:00-16:00"]) };
    let nights = ["2026-07-01", "2026-07-02", "2026-07-03"].map(|day| texts(&two.day(date(day)).windows).concat());
    assert_eq!(nights, ["22:00-02:00", "22:00-00:00", "22:00-02:00"]);
    let holidays = OpeningHours { holidays: HolidayRule::Hours, holiday_windows: windows(["22:00-02:00"]), ..daily(["08:00-16:00"]) };
    assert_eq!(evaluate(&holidays, at("2026-12-25T23:00")), open(at("2026-12-26T02:00")));
}

#[test]
fn cha_02_a_day_that_the_next_one_cuts_is_told_with_those_that_are_unlike_their_weekday() {
    let hours = OpeningHours { exceptions: vec![exception("2026-03-11", "2026-03-11", false, [])], ..daily(["22:00-02:00"]) };
    let told: Vec<_> = hours.special_days(date("2026-03-01"), 30).into_iter().map(|day| (day.date.to_string(), texts(&day.windows))).collect();
    assert_eq!(told, [("2026-03-10".to_owned(), vec!["22:00-00:00".to_owned()]), ("2026-03-11".to_owned(), vec![])]);
}

#[test]
fn cha_02_the_years_of_a_yearly_exception_do_not_count() {
    let faults = |from, until| OpeningHours { exceptions: vec![exception(from, until, true, [])], ..daily(["08:00-16:00"]) }.faults();
    assert_eq!(faults("2026-12-23", "2026-01-06"), [], "over New Year in whatever years it is written");
    assert_eq!(faults("2026-12-23", "2027-01-06"), []);
    assert_eq!(faults("2026-01-01", "2027-01-01"), [Fault::Dates], "which days of the year it leaves out nobody could say");
    let wraps = OpeningHours { exceptions: vec![exception("2026-12-23", "2026-01-06", true, [])], ..daily(["08:00-16:00"]) };
    assert_eq!(evaluate(&wraps, at("2026-12-23T08:00")), shut(at("2027-01-07T08:00")));
}

#[test]
fn cha_02_yearly_exceptions_go_over_new_year_and_29_february_is_one_of_leap_years() {
    let hours = OpeningHours {
        exceptions: vec![exception("2024-12-23", "2025-01-06", true, []), exception("2024-02-29", "2024-02-29", true, ["10:00-12:00"])],
        ..daily(["08:00-16:00"])
    };
    let reason = |day: &str| hours.day(date(day)).reason;
    for day in ["2026-12-23", "2026-12-31", "2027-01-01", "2027-01-06", "2020-12-25", "2028-02-29"] {
        assert_eq!(reason(day), DayReason::Exception, "{day}");
    }
    for day in ["2026-12-22", "2027-01-07", "2027-02-28", "2027-03-01", "2026-06-15"] {
        assert_eq!(reason(day), DayReason::Regular, "{day}");
    }
    assert_eq!(evaluate(&hours, at("2026-12-22T16:00")), shut(at("2027-01-07T08:00")));
}

#[test]
fn cha_02_the_rarer_exception_goes_first_and_then_the_later_in_the_list() {
    let once = |texts| exception("2026-12-20", "2026-12-27", false, [texts]);
    let yearly = |texts| exception("2025-12-23", "2026-01-06", true, [texts]);
    let mut hours = OpeningHours {
        holidays: HolidayRule::Closed,
        exceptions: vec![once("09:00-10:00"), once("10:00-11:00"), yearly("11:00-12:00"), yearly("12:00-13:00")],
        ..daily(["08:00-16:00"])
    };
    assert_eq!(texts(&hours.day(date("2026-12-25")).windows), ["10:00-11:00"], "before the rule of holidays too");
    assert_eq!(texts(&hours.day(date("2026-12-28")).windows), ["12:00-13:00"]);
    hours.exceptions.reverse();
    assert_eq!(texts(&hours.day(date("2026-12-25")).windows), ["09:00-10:00"]);
    hours.exceptions = vec![Exception { from: Date::MIN, until: Date::MAX, yearly: false, windows: vec![] }];
    assert_eq!(hours.day(date("2026-12-28")).reason, DayReason::Regular, "what is no day is none");
}

#[test]
fn cha_02_holidays_and_eves_have_the_hours_that_were_chosen_for_them() {
    let hours = OpeningHours {
        holidays: HolidayRule::Hours,
        holiday_windows: windows(["12:00-14:00"]),
        eves: HolidayRule::Hours,
        eve_windows: windows(["08:00-11:00"]),
        ..daily(["08:00-16:00"])
    };
    assert_eq!(evaluate(&hours, at("2026-06-19T09:00")), open(at("2026-06-19T11:00")));
    assert_eq!(evaluate(&hours, at("2026-06-19T11:00")), shut(at("2026-06-20T12:00")));
    assert_eq!(evaluate(&hours, at("2026-10-31T09:00")), shut(at("2026-10-31T12:00")));
    let holiday = Day { date: date("2026-10-31"), windows: windows(["12:00-14:00"]), reason: DayReason::Holiday };
    assert_eq!(hours.day(date("2026-10-31")), holiday);
    assert_eq!(hours.day(date("2026-06-19")).reason, DayReason::Eve);
    assert_eq!(daily(["08:00-16:00"]).day(date("2026-10-31")).reason, DayReason::Regular, "the regular hours hold");
}

#[test]
fn cha_02_nothing_within_400_days_is_no_next_opening() {
    let rests = |until: &str| OpeningHours { exceptions: vec![exception("2026-01-01", until, false, [])], ..daily(["08:00-16:00"]) };
    assert_eq!(evaluate(&rests("2028-01-01"), at("2026-06-01T12:00")), NEVER_OPEN);
    // 400 days after 1 June 2026 is 6 July 2027.
    assert_eq!(evaluate(&rests("2027-07-05"), at("2026-06-01T12:00")), shut(at("2027-07-06T08:00")));
    assert_eq!(evaluate(&rests("2027-07-06"), at("2026-06-01T12:00")), NEVER_OPEN);
    assert_eq!(evaluate(&OpeningHours::default(), at("2026-06-01T12:00")), NEVER_OPEN);
    let unread = OpeningHours { daily: vec![Window::UNREADABLE], ..daily([]) };
    assert_eq!(evaluate(&unread, at("2026-06-01T12:00")), NEVER_OPEN);
}

#[test]
fn cha_02_hours_are_shown_in_their_order() {
    let mixed = OpeningHours {
        exceptions: vec![exception("2026-12-07", "2026-12-07", false, ["16:00-18:00", "09:00-10:00"])],
        ..working_days(["12:00-15:00", "08:00-11:00"])
    };
    let trimmed = mixed.trimmed();
    assert_eq!(texts(&trimmed.weekly[0]), ["08:00-11:00", "12:00-15:00"]);
    assert_eq!(texts(&trimmed.exceptions[0].windows), ["09:00-10:00", "16:00-18:00"]);
    assert_eq!(trimmed.trimmed(), trimmed);
    assert_eq!(mixed.regular(), trimmed.weekly);
    let seven_alike: [Vec<Window>; 7] = std::array::from_fn(|_| windows(["08:00-16:00"]));
    assert_eq!(daily(["08:00-16:00"]).regular(), seven_alike);
    assert_eq!(OpeningHours::default().regular(), <[Vec<Window>; 7]>::default());
    let special = mixed.special_days(date("2026-12-01"), 30);
    let shown: Vec<_> = special.iter().map(|day| (day.date.to_string(), day.reason)).collect();
    let expected = [
        // On the sixth, a Sunday, and on the twenty-sixth, a Saturday, it is shut as on any other.
        ("2026-12-07", DayReason::Exception),
        ("2026-12-24", DayReason::Eve),
        ("2026-12-25", DayReason::Holiday),
    ];
    assert_eq!(shown, expected.map(|(day, reason)| (day.to_owned(), reason)));
    assert_eq!(special[0].windows, trimmed.exceptions[0].windows);
    assert!(mixed.special_days(date("2026-12-01"), -1).is_empty());
}

#[test]
fn cha_02_what_is_wrong_is_told_in_the_order_of_the_form() {
    assert_eq!(OpeningHours::default().faults(), [Fault::RuleMissing]);
    assert_eq!(daily([]).faults(), [Fault::Missing("details.hours.daily")]);
    assert_eq!(working_days([]).faults(), [Fault::Missing("details.hours.weekly.monday")]);
    assert!(working_days(["08:00-11:00", "11:00-15:00"]).faults().is_empty());
    let wrong = OpeningHours {
        daily: windows(["8-16"]),
        holidays: HolidayRule::Hours,
        eves: HolidayRule::Hours,
        eve_windows: windows(["08:00-10:00", "09:59-11:00"]),
        exceptions: vec![
            exception("2026-05-02", "2026-05-01", false, ["08:00-10:00", "09:00-11:00"]),
            exception("2026-05-03", "2026-05-03", true, ["x-10:00"]),
            Exception { from: Date::MIN, until: date("2026-05-03"), yearly: true, windows: windows(["y-10:00"]) },
        ],
        ..daily([])
    };
    let told = [
        Fault::Unreadable("details.hours.daily"),
        Fault::Missing("details.hours.holiday_windows"),
        Fault::Overlap("details.hours.eve_windows"),
        Fault::Dates,
        Fault::Unreadable("details.hours.exceptions"),
        Fault::Overlap("details.hours.exceptions"),
    ];
    assert_eq!(wrong.faults(), told);
    // What was not chosen is not looked at.
    let unused = OpeningHours { daily: windows(["8-16"]), holiday_windows: windows(["8-16"]), ..working_days(["08:00-16:00"]) };
    assert!(unused.faults().is_empty());
}

#[test]
fn cha_02_windows_over_midnight_overlap_with_those_of_the_next_day() {
    let overlap = vec![Fault::Overlap("details.hours.daily")];
    assert_eq!(daily(["22:00-02:00", "01:59-03:00"]).faults(), overlap);
    assert_eq!(daily(["22:00-02:00", "23:00-23:30"]).faults(), overlap);
    assert!(daily(["22:00-02:00", "02:00-03:00"]).faults().is_empty());
    assert!(daily(["00:00-24:00"]).faults().is_empty());
    assert!(daily(["10:00-10:00"]).faults().is_empty());
    let mut week = working_days([]);
    week.weekly[6] = windows(["22:00-03:00"]);
    week.weekly[0] = windows(["02:00-04:00", "23:00-01:00"]);
    week.weekly[1] = windows(["01:00-02:00"]);
    assert_eq!(week.faults(), [Fault::Overlap("details.hours.weekly.monday")], "Sunday's reach into Monday");
    week.weekly[1] = windows(["00:30-02:00"]);
    let both = [Fault::Overlap("details.hours.weekly.monday"), Fault::Overlap("details.hours.weekly.tuesday")];
    assert_eq!(week.faults(), both);
}

#[test]
fn cha_13_a_closure_goes_before_the_hours_until_its_end() {
    let hours = working_days(["08:00-16:00"]);
    let now = at("2026-03-10T10:00");
    let closed = |until: Option<&str>| standing(&hours, Some(ClosedUntil(until.map(at))), now);
    let temporarily = |opens_at: Option<&str>, until: Option<&str>| Standing {
        state: State::TemporarilyClosed,
        opens_at: opens_at.map(at),
        closes_at: None,
        changes_at: until.map(at),
    };
    assert_eq!(closed(None), temporarily(None, None));
    assert_eq!(closed(Some("2026-03-10T12:00")), temporarily(Some("2026-03-10T12:00"), Some("2026-03-10T12:00")));
    assert_eq!(closed(Some("2026-03-10T18:00")), temporarily(Some("2026-03-11T08:00"), Some("2026-03-10T18:00")));
    assert_eq!(closed(Some("2026-03-10T16:00")), temporarily(Some("2026-03-11T08:00"), Some("2026-03-10T16:00")));
    // What has ended counts for nothing, from the moment on in which it ends.
    let ends = Some(at("2026-03-10T16:00"));
    let by_hours = Standing { state: State::Open, opens_at: None, closes_at: ends, changes_at: ends };
    for until in ["2026-03-10T10:00", "2026-03-09T10:00"] {
        assert_eq!(closed(Some(until)), by_hours);
    }
    assert_eq!(standing(&hours, None, now), by_hours);
}

#[test]
fn cha_13_a_queue_that_is_not_closed_stands_as_its_hours_say() {
    let hours = working_days(["08:00-16:00"]);
    let opens = Some(at("2026-03-11T08:00"));
    let shut = Standing { state: State::Closed, opens_at: opens, closes_at: None, changes_at: opens };
    assert_eq!(standing(&hours, None, at("2026-03-10T16:00")), shut);
    let never = Standing { state: State::Closed, opens_at: None, closes_at: None, changes_at: None };
    assert_eq!(standing(&OpeningHours::default(), None, at("2026-03-10T16:00")), never);
    let always = Standing { state: State::Open, opens_at: None, closes_at: None, changes_at: None };
    assert_eq!(standing(&daily(["00:00-24:00"]), None, at("2026-03-10T16:00")), always);
    assert_eq!([State::Open, State::Closed].map(State::public), [public::ChatQueueState::Open, public::ChatQueueState::Closed]);
}
