//! Rules of surveys.

use chassis_domain::{
    Actor, Aggregate, DecideContext, DomainEvent, EventMeta, Matter, PublicationBody, PublicationCommand, PublicationEvent, Refusal, Timestamp,
    Translated, Uuid, testing::given,
};
use kajo_proto::{
    common::v1::LocalizedString,
    survey::v1::{Band, Item, ItemType, Level, Option as Choice, Questionnaire, Score, ScoreKind},
};

use super::{
    Body, Survey, SurveyType,
    differences::{Differences, between},
    meaning::changed,
};

fn texts(word: &str) -> Option<LocalizedString> {
    let of = |language: &str| (language.to_owned(), format!("{word} {language}"));
    Some(LocalizedString { texts: ["fi", "sv", "en"].map(of).into() })
}

fn item(link_id: &str, kind: ItemType) -> Item {
    Item { link_id: link_id.to_owned(), r#type: kind.into(), text: texts(link_id), ..Item::default() }
}

fn step(link_id: &str, items: Vec<Item>) -> Item {
    Item { items, ..item(link_id, ItemType::Group) }
}

fn choice(link_id: &str, options: &[(&str, i64)]) -> Item {
    let option = |(code, ordinal): &(&str, i64)| Choice { code: (*code).to_owned(), text: texts(code), ordinal: Some(*ordinal), ..Choice::default() };
    Item { options: options.iter().map(option).collect(), ..item(link_id, ItemType::Choice) }
}

fn score(link_id: &str, link_ids: &[&str], from: i64) -> Item {
    let score = Score {
        kind: ScoreKind::Sum.into(),
        link_ids: link_ids.iter().map(|link_id| (*link_id).to_owned()).collect(),
        bands: vec![Band { from, text: texts("Paljon"), level: Level::Notable.into() }],
        ..Score::default()
    };
    Item { score: Some(score), ..item(link_id, ItemType::Score) }
}

/// Pain as a number in a unit, sleep as a choice, and their sum.
fn asked() -> Vec<Item> {
    let pain = Item { unit: texts("pistettä"), ..item("pain", ItemType::Integer) };
    vec![pain, choice("sleep", &[("well", 0), ("badly", 1)]), score("sum", &["pain", "sleep"], 4)]
}

fn questionnaire(items: Vec<Item>) -> Questionnaire {
    Questionnaire { items: vec![step("step", items)] }
}

/// What is asked, with one item changed.
fn with(link_id: &str, change: impl FnOnce(&mut Item)) -> Questionnaire {
    let mut items = asked();
    change(items.iter_mut().find(|item| item.link_id == link_id).expect("an item"));
    questionnaire(items)
}

fn body(questionnaire: Questionnaire) -> Body {
    Body {
        title: Translated { fi: "Kipu".to_owned(), sv: "Smärta".to_owned(), en: "Pain".to_owned() },
        survey_type: SurveyType::Omavointi,
        matter: Matter::Health,
        questionnaire,
        ..Body::default()
    }
}

fn publish(body: Body) -> PublicationCommand<Body> {
    PublicationCommand::Publish { body }
}

/// Fields at fault with their reasons and values.
fn told(body: Body) -> Vec<(&'static str, &'static str, String)> {
    let context = DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::nil() };
    let refused = Survey::default().decide(&publish(body), &context).expect_err("refused");
    let value = |params: Vec<(&'static str, String)>| params.into_iter().map(|(_, value)| value).collect::<String>();
    refused.violations().into_iter().map(|each| (each.field, each.code, value(each.params))).collect()
}

#[test]
fn sur_01_what_is_missing_is_told_field_by_field_and_may_be_missing_in_a_draft() {
    let half = Translated { fi: "Kipu".to_owned(), sv: " ".to_owned(), en: String::new() };
    let wrong = Body { title: half.clone(), description: half, questionnaire: questionnaire(asked()), ..Body::default() };
    let expected = [
        ("details.title.sv", "translation_missing"),
        ("details.title.en", "translation_missing"),
        ("details.description.sv", "all_or_nothing"),
        ("details.description.en", "all_or_nothing"),
        ("details.type", "survey_type_missing"),
        ("details.matter", "matter_missing"),
    ];
    assert_eq!(told(wrong.clone()), expected.map(|(field, code)| (field, code, String::new())));
    let kept = wrong.kept_after(None);
    given::<Survey>([]).when(&PublicationCommand::SaveDraft { body: wrong }).then([PublicationEvent::Drafted(kept)]);
}

#[test]
fn sur_01_what_stands_against_a_questionnaire_is_told_item_by_item() {
    let wrong =
        body(Questionnaire { items: vec![step("step", vec![item("a", ItemType::Choice), item("a", ItemType::Boolean)]), step("empty", vec![])] });
    let problems = "a:option_missing,a:link_id_taken,empty:step_empty";
    assert_eq!(told(wrong), [("details.questionnaire", "questionnaire_incomplete", problems.to_owned())]);
    let many = body(questionnaire((0..400).map(|_| item("", ItemType::Boolean)).collect()));
    let named = told(many).remove(0).2;
    assert_eq!(named.split(',').count(), 50, "a header does not hold all of them");
}

#[test]
fn cha_09_an_assessment_is_published_once_a_score_that_is_shown_says_what_it_means_and_how_serious_that_is() {
    let assessment = |asked: Questionnaire| Body { survey_type: SurveyType::SymptomAssessment, ..body(asked) };
    let banded = |shown: bool, levels: &[Level]| {
        let bands = (0_i64..).zip(levels).map(|(from, level)| Band { from, text: texts("Vyöhyke"), level: (*level).into() });
        with("sum", |sum| {
            let score = sum.score.as_mut().expect("a score");
            score.shown = shown;
            score.bands = bands.collect();
        })
    };
    let beside = |mut asked: Questionnaire| {
        let hidden = banded(false, &[Level::Unspecified]).items[0].items[2].clone();
        asked.items[0].items.push(Item { link_id: "hidden".to_owned(), ..hidden });
        asked
    };
    let shown = |levels: &[Level]| banded(true, levels);
    for enough in [shown(&[Level::Normal]), shown(&[Level::Normal, Level::Notable, Level::Serious]), beside(shown(&[Level::Serious]))] {
        assert_eq!(assessment(enough.clone()).check(), Ok(()), "{enough:#?}");
    }
    let lacking = [
        questionnaire(vec![item("pain", ItemType::Integer)]),
        banded(false, &[Level::Serious]),
        shown(&[]),
        shown(&[Level::Unspecified]),
        shown(&[Level::Normal, Level::Unspecified]),
        beside(shown(&[])),
    ];
    for asked in lacking {
        assert_eq!(body(asked.clone()).check(), Ok(()), "of other surveys nobody expects it");
        assert_eq!(told(assessment(asked)), [("details.questionnaire", "assessment_without_finding", String::new())]);
    }
    // What is incomplete is told first, and a draft may lack what it likes.
    let incomplete = assessment(Questionnaire { items: vec![step("step", vec![])] });
    assert_eq!(told(incomplete.clone()), [("details.questionnaire", "questionnaire_incomplete", "step:step_empty".to_owned())]);
    let kept = incomplete.kept_after(None);
    given::<Survey>([]).when(&PublicationCommand::SaveDraft { body: incomplete }).then([PublicationEvent::Drafted(kept)]);
}

#[test]
fn sur_01_a_published_version_never_changes_and_the_next_one_stands_beside_it() {
    let (first, second) = (body(questionnaire(asked())), body(with("pain", |pain| pain.text = texts("Kivun määrä"))));
    let published = PublicationEvent::Published { version: 1, body: first.clone() };
    given::<Survey>([]).when(&publish(first.clone())).then([published.clone()]);
    given::<Survey>([published.clone()]).when(&publish(first)).then_refused("publication_unchanged");
    let next = given::<Survey>([published]).when(&publish(second.clone()));
    assert_eq!(next.then([PublicationEvent::Published { version: 2, body: second }]).version(), 2);
}

#[test]
fn sur_01_an_item_that_keeps_its_name_and_type_unit_ordinals_and_bands_means_the_same() {
    let before = questionnaire(asked());
    let same = [
        before.clone(),
        with("pain", |pain| pain.text = texts("Kivun määrä")),
        with("pain", |pain| pain.required = true),
        with("pain", |pain| pain.max = Some(10)),
        with("pain", |pain| {
            pain.unit = Some(LocalizedString { texts: [("fi".to_owned(), "pistettä fi".to_owned()), ("sv".to_owned(), "p.".to_owned())].into() });
        }),
        with("sleep", |sleep| sleep.options.extend(choice("", &[("not-at-all", 2)]).options)),
        with("sleep", |sleep| drop(sleep.options.pop())),
        questionnaire(asked().into_iter().skip(1).collect()),
        questionnaire(asked().into_iter().chain([item("new", ItemType::Date)]).collect()),
    ];
    for after in same {
        assert_eq!(changed(&before, &after), [""; 0], "{after:#?}");
    }
    let others = [
        ("pain", with("pain", |pain| pain.r#type = ItemType::Decimal.into())),
        ("pain", with("pain", |pain| pain.unit = texts("prosenttia"))),
        ("pain", with("pain", |pain| pain.unit = None)),
        ("sleep", with("sleep", |sleep| sleep.options[0].ordinal = Some(3))),
        ("sleep", with("sleep", |sleep| sleep.options[0].ordinal = None)),
        ("sum", with("sum", |sum| sum.score = score("", &["pain", "sleep"], 5).score)),
        ("sum", with("sum", |sum| sum.score.as_mut().expect("a score").bands.clear())),
        ("sum", with("sum", |sum| sum.score.as_mut().expect("a score").bands[0].level = Level::Serious.into())),
        ("sum", with("sum", |sum| sum.score = score("", &["pain"], 4).score)),
        ("sum", with("sum", |sum| sum.score.as_mut().expect("a score").kind = ScoreKind::Mean.into())),
    ];
    for (link_id, after) in others {
        assert_eq!(changed(&before, &after), [link_id], "{after:#?}");
    }
}

#[test]
fn sur_01_a_changed_meaning_is_told_with_its_items_once_nothing_else_is_wrong() {
    let in_force = body(questionnaire(asked()));
    let changed = body(with("pain", |pain| pain.unit = texts("prosenttia")));
    let refused = changed.means_what(&in_force).expect_err("refused");
    assert_eq!((refused.code(), refused.params()), ("meaning_changed", vec![("items", "pain".to_owned())]));
    assert_eq!(in_force.means_what(&in_force), Ok(()));
    let wrong_too = Body { matter: Matter::Unsaid, ..changed };
    assert_eq!(wrong_too.means_what(&in_force), Ok(()), "publishing tells what is wrong");
}

#[test]
fn sur_01_the_next_version_has_the_matter_and_the_type_of_what_is_in_force() {
    let in_force = body(questionnaire(asked()));
    let moved = Body { matter: Matter::Social, survey_type: SurveyType::PublicForm, ..in_force.clone() };
    let told: Vec<_> = moved.stays_in_place(&in_force).expect_err("refused").violations().into_iter().map(|each| (each.field, each.code)).collect();
    assert_eq!(told, [("details.matter", "survey_matter_fixed"), ("details.type", "survey_type_fixed")]);
    assert_eq!(body(with("pain", |pain| pain.unit = None)).stays_in_place(&in_force), Ok(()));
    let unsaid = Body { matter: Matter::Unsaid, survey_type: SurveyType::Unsaid, ..in_force.clone() };
    assert_eq!(unsaid.stays_in_place(&in_force), Ok(()), "publishing tells what is missing");
}

#[test]
fn sur_01_a_version_is_told_apart_from_the_one_before_item_by_item() {
    let before = questionnaire(asked());
    let first = between(&Questionnaire::default(), &before);
    assert_eq!(first.added, ["step", "pain", "sleep", "sum"]);
    let mut items = asked();
    items.remove(0);
    items[0].required = true;
    items.push(item("weight", ItemType::Decimal));
    let expected = Differences { added: vec!["weight".to_owned()], changed: vec!["sleep".to_owned()], removed: vec!["pain".to_owned()] };
    assert_eq!(between(&before, &questionnaire(items)), expected);
    assert_eq!(between(&before, &before), Differences::default());
}

#[test]
fn blanks_around_words_and_languages_without_any_are_not_kept() {
    let text = |texts: &[(&str, &str)]| {
        let of = |(language, text): &(&str, &str)| ((*language).to_owned(), (*text).to_owned());
        Some(LocalizedString { texts: texts.iter().map(of).collect() })
    };
    let typed = with("pain", |pain| {
        pain.text = text(&[("fi", " Kipu "), ("sv", " "), ("sme", "Bávččas"), ("de", "Schmerz")]);
        pain.hint = text(&[("fi", " ")]);
    });
    let kept = body(typed).kept_after(None).questionnaire;
    assert_eq!(kept, with("pain", |pain| pain.text = text(&[("fi", "Kipu"), ("sme", "Bávččas")])));
}

#[test]
fn a_survey_is_found_by_its_titles_and_by_what_it_asks_in_any_language() {
    let words = body(questionnaire(asked())).words();
    let (titles, rest) = words.split_once('\n').expect("titles, and the rest");
    assert_eq!(titles, "Kipu Smärta Pain");
    assert!(rest.contains("sleep sv"));
}

#[test]
fn everybody_may_hear_that_a_survey_is_published_and_nobody_what_is_being_built() {
    let meta = EventMeta {
        event_id: Uuid::nil(),
        aggregate_id: Uuid::from_u128(7),
        version: 1,
        recorded_at: Timestamp::UNIX_EPOCH,
        actor: Actor::system(),
        on_behalf_of: None,
        command_id: Uuid::nil(),
    };
    let body = || body(questionnaire(asked()));
    let facts = [PublicationEvent::Published { version: 1, body: body() }, PublicationEvent::Archived, PublicationEvent::Restored]
        .map(|event| event.publish(&meta).expect("a fact"));
    let names = facts.each_ref().map(|fact| fact.message.rsplit('.').next().unwrap_or_default());
    assert_eq!(names, ["SurveyPublished", "SurveyArchived", "SurveyRestored"]);
    for private in [PublicationEvent::Drafted(body()), PublicationEvent::DraftDropped] {
        assert_eq!(private.publish(&meta), None);
    }
    assert!(facts.iter().all(|fact| fact.payload.len() <= Uuid::nil().to_string().len() + 4));
}
