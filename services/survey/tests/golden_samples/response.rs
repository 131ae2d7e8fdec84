//! What a response stores, with every kind of answer in it.

use chassis_domain::{Matter, PersonId, RetentionClass, Sealed, Timestamp, Uuid};
use kajo_proto::survey::{
    store::v1::SentAnswers,
    v1::{Answer, AnswerValue, ItemProblem, ScoreValue, answer_value::Value},
};
use survey::response::{Content, Event, Imported, Sender, Sent};

fn answers() -> SentAnswers {
    let text = |text: &str| text.to_owned();
    let answer = |link_id: &str, values: Vec<Value>| {
        let values = values.into_iter().map(|value| AnswerValue { value: Some(value) }).collect();
        Answer { link_id: text(link_id), values }
    };
    SentAnswers {
        answers: vec![
            answer("smokes", vec![Value::Boolean(true)]),
            answer("where", vec![Value::Text(text("Polvessa"))]),
            answer("pain", vec![Value::Integer(7)]),
            answer("weight", vec![Value::Decimal(71_500_000)]),
            answer("since", vec![Value::Date(text("2026-11-02"))]),
            answer("wakes", vec![Value::Time(text("04:30"))]),
            answer("helps", vec![Value::Code(text("rest")), Value::Other(text("Sauna"))]),
        ],
        scores: vec![
            ScoreValue { link_id: text("sum"), value: Some(7_000_000), band: Some(1) },
            ScoreValue { link_id: text("mean"), value: None, band: None },
        ],
        patient_name: text("Aino Lehtonen"),
        date: text("2026-11-20"),
        problems: Vec::new(),
    }
}

/// Each kind of event, in the order of a stream.
pub(crate) fn samples() -> Vec<Event> {
    let [patient, representative] = [1, 2].map(|id| PersonId::from_uuid(Uuid::from_u128(id)));
    let care_record = |text: &str| Sealed::new(patient, RetentionClass::CareRecord, text.to_owned());
    let by = Sender { name: care_record("Aino Lehtonen"), representative: Some((representative, care_record("Elli Fofonoff"))) };
    let sent = Sent {
        patient,
        survey: Uuid::from_u128(3),
        published_version: 2,
        activation: Uuid::from_u128(4),
        matter: Matter::Health,
        by,
        content: Sealed::new(patient, RetentionClass::CareRecord, Content(answers())),
    };
    let params = [("max".to_owned(), "5".to_owned())].into();
    let too_long = ItemProblem { link_id: "where".to_owned(), code: "too_long".to_owned(), params };
    let content = SentAnswers { problems: vec![too_long], ..answers() };
    let imported = Imported {
        patient,
        survey: Uuid::from_u128(3),
        published_version: 2,
        matter: Matter::Health,
        integrator: Uuid::from_u128(5),
        authored_at: Timestamp::constant(1_795_000_000, 500_000_000),
        digest: [7; 32],
        representative_name: Some(care_record("Elli Fofonoff")),
        content: Sealed::new(patient, RetentionClass::CareRecord, Content(content)),
        informs: Vec::new(),
    };
    vec![Event::Sent(Box::new(sent)), Event::Imported(Box::new(imported))]
}
