//! A survey with every kind of item. Each text has one language: a map prints its entries in any order.

use chassis_domain::{Matter, PublicationEvent, Translated};
use kajo_proto::{
    common::v1::{LocalizedString, RichBlock, RichInline, RichParagraph, RichText, rich_block::Block, rich_inline::Inline},
    survey::v1::{
        AnswerValue, Band, Condition, DateLimit, EnableBehavior, Item, ItemType, Level, Operator, Option as Choice, Questionnaire, Score, ScoreKind,
        StringFormat, answer_value::Value,
    },
};
use survey::survey::{Body, SurveyType};

pub(crate) fn samples() -> Vec<PublicationEvent<Body>> {
    let body = Body {
        title: texts("Otsikko"),
        description: texts("Kuvaus"),
        survey_type: SurveyType::PublicForm,
        matter: Matter::Social,
        questionnaire: questionnaire(),
    };
    vec![
        PublicationEvent::Drafted(body.clone()),
        PublicationEvent::Published { version: 1, body: body.clone() },
        PublicationEvent::DraftDropped,
        PublicationEvent::Archived,
        PublicationEvent::Restored,
        // Of a type that came later. No command makes this of a form: what is held here is how the type is stored.
        PublicationEvent::Published { version: 2, body: Body { survey_type: SurveyType::SymptomAssessment, ..body } },
    ]
}

fn texts(word: &str) -> Translated {
    Translated { fi: format!("{word} fi"), sv: format!("{word} sv"), en: format!("{word} en") }
}

fn text(word: &str) -> Option<LocalizedString> {
    Some(LocalizedString { texts: [("fi".to_owned(), word.to_owned())].into() })
}

fn item(link_id: &str, kind: ItemType) -> Item {
    Item { link_id: link_id.to_owned(), r#type: kind.into(), text: text("Teksti"), ..Item::default() }
}

fn questionnaire() -> Questionnaire {
    let words = RichInline { inline: Some(Inline::Text("Lue tämä".to_owned())) };
    let block = RichBlock { block: Some(Block::Paragraph(RichParagraph { content: vec![words] })) };
    let shown = Item { display: [("fi".to_owned(), RichText { blocks: vec![block] })].into(), ..item("display", ItemType::Display) };
    let values = [Value::Decimal(500_000), Value::Code("a".to_owned()), Value::Boolean(true)];
    let items = [
        shown,
        item("boolean", ItemType::Boolean),
        Item { max_length: 40, format: StringFormat::PostalCode.into(), hint: text("Ohje"), ..item("string", ItemType::String) },
        item("text", ItemType::Text),
        Item { min: Some(1), max: Some(10), unit: text("kertaa"), required: true, ..item("integer", ItemType::Integer) },
        Item { decimals: 1, ..item("decimal", ItemType::Decimal) },
        Item { date_limit: DateLimit::NotInFuture.into(), ..item("date", ItemType::Date) },
        item("time", ItemType::Time),
        choice(),
        Item { enable_when: values.map(condition).into(), enable_behavior: EnableBehavior::Any.into(), ..item("open-choice", ItemType::OpenChoice) },
        Item { score: Some(score()), ..item("score", ItemType::Score) },
    ];
    Questionnaire { items: vec![Item { items: items.into(), ..item("step", ItemType::Group) }] }
}

fn choice() -> Item {
    let option = Choice { code: "a".to_owned(), text: text("Vaihtoehto"), ordinal: Some(2_000_000), exclusive: true };
    Item { repeats: true, min_choices: 1, max_choices: 2, options: vec![option], ..item("choice", ItemType::Choice) }
}

fn condition(value: Value) -> Condition {
    Condition { link_id: "decimal".to_owned(), operator: Operator::GreaterOrEqual.into(), value: Some(AnswerValue { value: Some(value) }) }
}

fn score() -> Score {
    Score {
        kind: ScoreKind::Mean.into(),
        link_ids: vec!["integer".to_owned(), "choice".to_owned()],
        decimals: 2,
        partial: true,
        bands: vec![Band { from: 3_000_000, text: text("Paljon"), level: Level::Serious.into() }],
        shown: true,
    }
}
