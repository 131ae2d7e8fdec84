//! The rules of phrases.

use chassis_domain::{Id, RetentionClass, Sealed, Uuid, testing::given};

use super::{Command, Event, MOST, Phrase, PhraseBook, PhraseId};

fn id(number: u128) -> PhraseId {
    Id::from_uuid(Uuid::from_u128(number))
}

fn sealed(words: &str) -> Sealed<String> {
    Sealed::new(Id::from_uuid(Uuid::from_u128(1)), RetentionClass::Professional, words.to_owned())
}

fn saved(number: u128, title: &str, text: &str) -> Event {
    Event::Saved(Phrase { id: id(number), title: (!title.is_empty()).then(|| sealed(title)), text: sealed(text) })
}

fn save(number: u128, known: bool, title: &str, text: &str) -> Command {
    Command::Save { person: Id::from_uuid(Uuid::from_u128(1)), phrase: id(number), known, title: title.to_owned(), text: text.to_owned() }
}

#[test]
fn a_phrase_is_added_last_changed_in_its_place_and_removed() {
    given::<PhraseBook>([]).when(&save(1, false, "", "Hei")).then([saved(1, "", "Hei")]);
    let book = given::<PhraseBook>([saved(1, "", "Hei"), saved(2, "", "Kiitos")]).when(&save(1, true, "Alku", "Hyvää päivää"));
    let book = book.then([saved(1, "Alku", "Hyvää päivää")]);
    assert_eq!(book.phrases.iter().map(|phrase| phrase.id).collect::<Vec<_>>(), [id(1), id(2)]);
    let book = given::<PhraseBook>([saved(1, "", "Hei")]).when(&Command::Remove { phrase: id(1) }).then([Event::Removed { phrase: id(1) }]);
    assert!(book.phrases.is_empty());
}

#[test]
fn what_is_as_asked_changes_nothing() {
    given::<PhraseBook>([saved(1, "Alku", "Hei")]).when(&save(1, true, "Alku", "Hei")).then_nothing();
    given::<PhraseBook>([saved(1, "", "Hei")]).when(&save(1, true, "", "Hei")).then_nothing();
    given::<PhraseBook>([saved(1, "", "a"), saved(2, "", "b")]).when(&Command::Move { order: vec![id(1), id(2)] }).then_nothing();
}

#[test]
fn there_is_an_end_to_phrases() {
    let full = || (0..MOST).map(|number| saved(number as u128, "", "Hei"));
    given::<PhraseBook>(full()).when(&save(9_999, false, "", "Hei")).then_refused("too_many_phrases");
    given::<PhraseBook>(full()).when(&save(7, true, "", "Moi")).then([saved(7, "", "Moi")]);
}

#[test]
fn a_phrase_that_is_not_there_is_nobodys() {
    given::<PhraseBook>([]).when(&save(1, true, "", "Hei")).then_refused("not_found");
    given::<PhraseBook>([]).when(&Command::Remove { phrase: id(1) }).then_refused("not_found");
    given::<PhraseBook>([saved(1, "", "Hei")]).when(&Command::Move { order: vec![id(2)] }).then_refused("not_found");
}

#[test]
fn what_is_not_named_in_an_order_comes_behind() {
    let before = [saved(1, "", "a"), saved(2, "", "b"), saved(3, "", "c")];
    let order = vec![id(3)];
    let book = given::<PhraseBook>(before).when(&Command::Move { order: order.clone() }).then([Event::Ordered { order }]);
    assert_eq!(book.phrases.iter().map(|phrase| phrase.id).collect::<Vec<_>>(), [id(3), id(1), id(2)]);
}
