//! Rules of the terms of use.

use chassis_domain::{
    Actor, Aggregate, DecideContext, PublicationBody, PublicationCommand, PublicationEvent, Refusal, Timestamp, Uuid, testing::given,
};

use super::{Body, Terms};

fn body<const N: usize>(words: [(&str, &str); N]) -> Body {
    Body { texts: words.into_iter().map(|(language, text)| (language.to_owned(), text.to_owned())).collect() }
}

fn all() -> Body {
    body([("fi", "Ehdot"), ("sv", "Villkor"), ("en", "Terms")])
}

fn publish(body: Body) -> PublicationCommand<Body> {
    PublicationCommand::Publish { body }
}

#[test]
fn a_draft_is_kept_without_blanks_and_what_is_empty_and_again_only_when_it_changes() {
    let typed = body([("fi", " Ehdot\r\n\r\nToinen "), ("sv", " "), ("en", "")]);
    let kept = body([("fi", "Ehdot\n\nToinen")]);
    assert_eq!(typed.kept_after(None), kept);
    let save = PublicationCommand::SaveDraft { body: typed };
    given::<Terms>([]).when(&save).then([PublicationEvent::Drafted(kept.clone())]);
    given::<Terms>([PublicationEvent::Drafted(kept)]).when(&save).then_nothing();
}

#[test]
fn a_publication_needs_three_languages_and_other_words_than_those_in_force() {
    let context = DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::nil() };
    let refused = Terms::default().decide(&publish(body([("sme", "Eavttut")])), &context).expect_err("refused");
    let told: Vec<_> = refused.violations().into_iter().map(|each| (each.field, each.code)).collect();
    assert_eq!(told, ["texts.fi", "texts.sv", "texts.en"].map(|field| (field, "translation_missing")));

    let first = PublicationEvent::Published { version: 1, body: all() };
    given::<Terms>([]).when(&publish(all())).then([first.clone()]);
    given::<Terms>([first.clone()]).when(&publish(all())).then_refused("terms_unchanged");
    let other = body([("fi", "Uudet ehdot"), ("sv", "Villkor"), ("en", "Terms")]);
    given::<Terms>([first]).when(&publish(other.clone())).then([PublicationEvent::Published { version: 2, body: other }]);
}
