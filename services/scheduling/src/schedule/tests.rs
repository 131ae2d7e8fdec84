//! Rules of schedules.

use chassis_domain::{Actor, AdminCommand, AdminEvent, Aggregate, DecideContext, Refusal, Taken, Timestamp, Uses, Uuid, testing::given};

use super::{BY_SEARCHES, Date, Details, Hours, Schedule};
use crate::kind::AppointmentType;

fn date(text: &str) -> Date {
    text.parse().expect("a date")
}

/// Mondays from eight to three with a pause, in the winter, closed on the sixth of December and open late on the seventh.
fn details() -> Details {
    let mut details = Details {
        name: "Liisa Virtanen, Lehtola".to_owned(),
        practitioner: Some(Uuid::from_u128(1)),
        location: Some(Uuid::from_u128(2)),
        services: [Uuid::from_u128(3)].into(),
        appointment_type: Some(AppointmentType::InPerson),
        slot_minutes: 30,
        valid_from: Some(date("2026-11-30")),
        valid_until: Some(date("2027-02-28")),
        exceptions: [(date("2026-12-06"), vec![]), (date("2026-12-07"), vec![Hours::parse("16:00", "20:00")])].into(),
        ..Details::default()
    };
    details.weekly[0] = vec![Hours::parse("08:00", "11:00"), Hours::parse("12:00", "15:00")];
    details
}

/// Fields at fault with their reasons.
fn told(details: Details) -> Vec<(&'static str, &'static str)> {
    let context = DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::nil() };
    let save = AdminCommand::Save { details, taken: Taken::default(), around: () };
    let refused = Schedule::default().decide(&save, &context).expect_err("refused");
    refused.violations().into_iter().map(|each| (each.field, each.code)).collect()
}

#[test]
fn a_schedule_is_kept_with_its_hours_in_their_order() {
    let mut mixed = details();
    mixed.weekly[0].reverse();
    let save = AdminCommand::Save { details: Details { name: " Liisa Virtanen, Lehtola ".to_owned(), ..mixed }, taken: Taken::default(), around: () };
    given::<Schedule>([]).when(&save).then([AdminEvent::Defined(details())]);
}

#[test]
fn all_that_a_schedule_lacks_is_told_at_once_each_at_its_field() {
    let expected = [
        ("details.name", "required"),
        ("details.location_id", "required"),
        ("details.service_ids", "required"),
        ("details.appointment_type", "required"),
        ("details.slot_minutes", "slot_minutes_out_of_range"),
        ("details.weekly.monday", "schedule_hours_missing"),
        ("details.valid_from", "required"),
    ];
    assert_eq!(told(Details::default()), expected);
}

#[test]
fn hours_that_overlap_end_early_or_hold_no_time_are_told_at_their_day() {
    let mut wrong = details();
    wrong.weekly[0] = vec![Hours::parse("08:00", "11:00"), Hours::parse("10:30", "12:00")];
    wrong.weekly[2] = vec![Hours::parse("12:00", "08:00")];
    wrong.weekly[3] = vec![Hours::parse("08:00", "08:29")];
    wrong.weekly[6] = vec![Hours::parse("eight", "09:00")];
    wrong.exceptions.insert(date("2026-12-08"), vec![Hours::parse("", "")]);
    wrong.valid_until = Some(date("2026-11-29"));
    let unsound = "schedule_hours_unsound";
    let expected = [
        ("details.weekly.monday", unsound),
        ("details.weekly.wednesday", unsound),
        ("details.weekly.thursday", unsound),
        ("details.weekly.sunday", unsound),
        ("details.valid_until", "schedule_ends_before_it_begins"),
        ("details.exceptions", unsound),
    ];
    assert_eq!(told(wrong), expected);
    // Hours that touch and just hold one time are fine.
    let mut tight = details();
    tight.weekly[1] = vec![Hours::parse("08:00", "08:30"), Hours::parse("08:30", "09:00")];
    let save = AdminCommand::Save { details: tight.clone(), taken: Taken::default(), around: () };
    given::<Schedule>([]).when(&save).then([AdminEvent::Defined(tight)]);
}

#[test]
fn a_day_has_the_hours_of_its_weekday_or_its_own_and_none_outside_of_the_validity() {
    let details = details();
    let of = |text: &str| details.hours_on(date(text)).iter().map(|hours| hours.texts().join("-")).collect::<Vec<_>>();
    assert_eq!(of("2026-11-30"), ["08:00-11:00", "12:00-15:00"]);
    assert!(of("2026-12-01").is_empty() && of("2026-12-06").is_empty());
    assert_eq!(of("2026-12-07"), ["16:00-20:00"]);
    // Mondays before the first and after the last day.
    assert!(of("2026-11-23").is_empty() && of("2027-03-01").is_empty());
    assert_eq!(of("2027-02-22"), ["08:00-11:00", "12:00-15:00"]);
    let endless = Details { valid_until: None, ..details.clone() };
    assert_eq!(endless.hours_on(date("2031-03-03")).len(), 2);
}

#[test]
fn a_schedule_whose_times_searches_show_is_not_removed() {
    let kept = || given::<Schedule>([AdminEvent::Defined(details())]);
    kept().when(&AdminCommand::Remove { uses: Uses::default().and(BY_SEARCHES, 1) }).then_refused("schedule_in_use");
    kept().when(&AdminCommand::Remove { uses: Uses::default() }).then([AdminEvent::Removed]);
}
