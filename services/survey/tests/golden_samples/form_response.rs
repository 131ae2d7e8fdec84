//! What a form that was sent stores, with every field of it.

use chassis_domain::{Matter, PersonId, RetentionClass, Sealed, Uuid};
use kajo_proto::survey::{
    store::v1::SentAnswers,
    v1::{Answer, AnswerValue, ScoreValue, answer_value::Value},
};
use survey::{
    doer::{Doer, Side},
    form_response::{Event, Owner, Sent, SentAnonymously},
    response::Content,
};

fn answers() -> SentAnswers {
    let answer = |link_id: &str, value: Value| Answer { link_id: link_id.to_owned(), values: vec![AnswerValue { value: Some(value) }] };
    SentAnswers {
        answers: vec![answer("relation", Value::Code("parent".to_owned())), answer("from", Value::Date("2026-12-01".to_owned()))],
        scores: vec![ScoreValue { link_id: "sum".to_owned(), value: Some(7_000_000), band: Some(1) }],
        patient_name: "Aino Lehtonen".to_owned(),
        date: "2026-11-20".to_owned(),
        problems: Vec::new(),
    }
}

/// Each kind of event, in the order of a stream.
pub(crate) fn samples() -> Vec<Event> {
    let [patient, representative, nobody] = [1, 2, 5].map(|id| PersonId::from_uuid(Uuid::from_u128(id)));
    let care_record = |text: &str| Sealed::new(patient, RetentionClass::CareRecord, text.to_owned());
    let by = Doer {
        side: Side::Resident,
        person: Some(patient),
        name: Some(care_record("Aino Lehtonen")),
        representative: Some((representative, care_record("Elli Fofonoff"))),
    };
    let sent = Sent {
        owner: Owner { patient, matter: Matter::Social, visible_to_guardians: true },
        subcategory: Uuid::from_u128(3),
        survey: Uuid::from_u128(4),
        published_version: 2,
        by,
        content: Sealed::new(patient, RetentionClass::CareRecord, Content(answers())),
    };
    let sent_anonymously = SentAnonymously {
        subcategory: Uuid::from_u128(3),
        matter: Matter::Health,
        survey: Uuid::from_u128(4),
        published_version: 3,
        content: Sealed::new(nobody, RetentionClass::CareRecord, Content(SentAnswers { patient_name: String::new(), ..answers() })),
    };
    vec![Event::Sent(Box::new(sent)), Event::SentAnonymously(Box::new(sent_anonymously))]
}
