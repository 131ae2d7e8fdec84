//! Rules of closures.

use chassis_domain::{SignedDuration, Timestamp, Translated, testing::given};

use super::{Closed, Closure, Command, Event};

fn texts(word: &str) -> Translated {
    Translated { fi: word.to_owned(), sv: format!("{word} sv"), en: format!("{word} en") }
}

fn closed(until: Option<Timestamp>) -> Closed {
    Closed { text: texts("Suljettu"), until }
}

#[test]
fn cha_13_a_queue_is_closed_with_a_notice_in_every_language_and_an_end_that_is_to_come() {
    given::<Closure>([]).when(&Command::Close(closed(None))).then([Event::Closed(closed(None))]);
    let silent = Closed { text: Translated { sv: String::new(), ..texts("Suljettu") }, until: None };
    given::<Closure>([]).when(&Command::Close(silent)).then_refused("translation_missing");
    let over = Timestamp::UNIX_EPOCH - SignedDuration::from_hours(1);
    given::<Closure>([]).when(&Command::Close(closed(Some(over)))).then_refused("closure_until_past");
}

#[test]
fn cha_13_closing_again_changes_the_notice_and_opening_ends_it_once() {
    let now = || given::<Closure>([Event::Closed(closed(None))]);
    now().when(&Command::Close(closed(None))).then_nothing();
    let other = Closed { text: texts("Koulutus"), until: None };
    now().when(&Command::Close(other.clone())).then([Event::Closed(other)]);
    now().when(&Command::Reopen).then([Event::Reopened]);
    given::<Closure>([Event::Closed(closed(None)), Event::Reopened]).when(&Command::Reopen).then_nothing();
    given::<Closure>([]).when(&Command::Reopen).then_nothing();
}

#[test]
fn cha_13_one_that_is_over_by_itself_has_nothing_to_open() {
    let over = Timestamp::UNIX_EPOCH - SignedDuration::from_hours(1);
    given::<Closure>([Event::Closed(closed(Some(over)))]).when(&Command::Reopen).then_nothing();
}
