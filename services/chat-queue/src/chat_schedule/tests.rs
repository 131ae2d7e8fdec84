//! Rules of the default opening hours.

use chassis_domain::{AdminCommand, AdminEvent, Taken, testing::given};

use super::{ChatSchedule, Details, check_hours};
use crate::hours::{OpeningHours, Window};

#[test]
fn cha_02_what_it_says_at_first_can_be_kept_and_hours_that_are_wrong_cannot() {
    let save = |details| AdminCommand::Save { details, taken: Taken::default(), around: () };
    given::<ChatSchedule>([]).when(&save(Details::office_hours())).then([AdminEvent::Defined(Details::office_hours())]);
    given::<ChatSchedule>([]).when(&save(Details::default())).then_refused("required");
    let mut hours = Details::office_hours().hours;
    hours.weekly[0].push(Window::parse("15:00", "17:00"));
    given::<ChatSchedule>([]).when(&save(Details { hours })).then_refused("chat_hours_overlap");
}

#[test]
fn all_that_is_wrong_is_told_at_once() {
    let hours = OpeningHours { holidays: crate::hours::HolidayRule::Hours, ..Details::office_hours().hours };
    assert_eq!(check_hours(&Details::office_hours().hours).map_err(|refused| refused.single().cloned()), Ok(()));
    assert!(check_hours(&hours).is_err());
}
