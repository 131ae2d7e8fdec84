//! Rules of the terms of use.

use chassis_domain::testing::given;

use super::{Command, Event, Terms, Texts};

fn texts(words: [(&str, &str); 3]) -> Texts {
    words.into_iter().map(|(language, text)| (language.to_owned(), text.to_owned())).collect()
}

fn all() -> Texts {
    texts([("fi", "Ehdot"), ("sv", "Villkor"), ("en", "Terms")])
}

fn publish(texts: Texts, revision: u32) -> Command {
    Command::Publish { texts, revision }
}

#[test]
fn a_draft_is_kept_without_blanks_and_what_is_empty_and_again_only_when_it_changes() {
    let typed = texts([("fi", " Ehdot\r\n\r\nToinen "), ("sv", " "), ("en", "")]);
    let kept = Event::Drafted { texts: [("fi".to_owned(), "Ehdot\n\nToinen".to_owned())].into() };
    let save = |revision| Command::SaveDraft { texts: typed.clone(), revision };
    given::<Terms>([]).when(&save(0)).then([kept.clone()]);
    given::<Terms>([kept]).when(&save(0)).then_nothing();
}

#[test]
fn a_publication_needs_three_languages_and_other_words_than_those_in_force() {
    for (language, missing) in [("fi", 0), ("sv", 1), ("en", 2)] {
        let mut words = all();
        words.remove(language);
        given::<Terms>([]).when(&publish(words, 0)).then_refused("translation_missing");
        let refused = super::NEEDED[missing].1;
        assert_eq!(chassis_domain::Refusal::field(&refused), Some(format!("texts.{language}").as_str()));
    }
    let first = Event::Published { version: 1, texts: all() };
    given::<Terms>([]).when(&publish(all(), 0)).then([first.clone()]);
    given::<Terms>([first.clone()]).when(&publish(all(), 1)).then_refused("terms_unchanged");
    let other = texts([("fi", "Uudet ehdot"), ("sv", "Villkor"), ("en", "Terms")]);
    given::<Terms>([first]).when(&publish(other.clone(), 1)).then([Event::Published { version: 2, texts: other }]);
}

#[test]
fn who_writes_over_newer_words_is_told() {
    let drafted = Event::Drafted { texts: all() };
    let other = texts([("fi", "Uudet ehdot"), ("sv", "Villkor"), ("en", "Terms")]);
    given::<Terms>([drafted.clone()]).when(&publish(other.clone(), 0)).then_refused("terms_changed");
    given::<Terms>([drafted]).when(&Command::SaveDraft { texts: other, revision: 0 }).then_refused("terms_changed");
}
