//! The rules of responses: sent once, by whom they are of, and sealed for the patient's care record alone.

use chassis_domain::{
    Actor, Blob, DomainEvent, EventMeta, Mandates, Matter, Opener, PersonId, Representative, RetentionClass, Sealed, Sealer, Stored, Timestamp, Uuid,
    testing::given,
};
use kajo_proto::survey::{
    store::v1::SentAnswers,
    v1::{Answer, AnswerValue, ScoreValue, answer_value::Value},
};

use super::{Command, Content, Event, Sender, Sending, Sent, SurveyResponse, id_of};
use crate::doer::By;

const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const ELLI: PersonId = PersonId::from_uuid(Uuid::from_u128(2));
const LIISA: PersonId = PersonId::from_uuid(Uuid::from_u128(3));
const SURVEY: Uuid = Uuid::from_u128(10);
const ACTIVATION: Uuid = Uuid::from_u128(20);

fn resident(person: PersonId, representative: Option<Representative>) -> By {
    By::Resident { person, name: "Aino Lehtonen".to_owned(), representative, teenager: false }
}

fn elli() -> Representative {
    Representative { person: ELLI, name: "Elli Fofonoff".to_owned(), mandates: Mandates { health: true, social: false }, of_teenager: false }
}

fn answers() -> SentAnswers {
    let values = vec![AnswerValue { value: Some(Value::Integer(7)) }];
    SentAnswers {
        answers: vec![Answer { link_id: "pain".to_owned(), values }],
        scores: vec![ScoreValue { link_id: "sum".to_owned(), value: Some(7_000_000), band: Some(1) }],
        patient_name: "Aino Lehtonen".to_owned(),
        date: "2026-11-20".to_owned(),
    }
}

fn send(by: By) -> Command {
    Command::Send(Box::new(Sending {
        patient: AINO,
        survey: SURVEY,
        published_version: 2,
        activation: ACTIVATION,
        matter: Matter::Health,
        by,
        content: answers(),
    }))
}

fn sent(representative: Option<Representative>) -> Event {
    let care_record = |text: &str| Sealed::new(AINO, RetentionClass::CareRecord, text.to_owned());
    Event::Sent(Box::new(Sent {
        patient: AINO,
        survey: SURVEY,
        published_version: 2,
        activation: ACTIVATION,
        matter: Matter::Health,
        by: Sender {
            name: care_record("Aino Lehtonen"),
            representative: representative.map(|somebody| (somebody.person, care_record(&somebody.name))),
        },
        content: Sealed::new(AINO, RetentionClass::CareRecord, Content(answers())),
    }))
}

#[test]
fn sur_04_answers_are_sent_once_and_for_ever_whoever_sends_them_again() {
    let first = given::<SurveyResponse>([]).when(&send(resident(AINO, None))).then([sent(None)]);
    assert_eq!(first, SurveyResponse::Sent);
    for again in [resident(AINO, None), resident(AINO, Some(elli()))] {
        given::<SurveyResponse>([sent(None)]).when(&send(again)).then_refused("already_answered");
    }
    given::<SurveyResponse>([]).when(&send(resident(AINO, Some(elli())))).then([sent(Some(elli()))]);
}

#[test]
fn nobody_but_the_patient_and_who_acts_for_them_answers() {
    let nurse = By::Practitioner { person: LIISA, name: "Liisa Virtanen".to_owned(), patient_opened: true };
    for somebody in [resident(ELLI, None), nurse] {
        given::<SurveyResponse>([]).when(&send(somebody)).then_refused("not_found");
    }
}

#[test]
fn an_activation_has_one_response() {
    assert_eq!(id_of(ACTIVATION), id_of(ACTIVATION));
    assert_ne!(id_of(ACTIVATION), id_of(SURVEY));
}

/// Seals nothing, and notes for whom it was asked to.
#[derive(Default)]
struct Noted(Vec<(PersonId, RetentionClass)>);

impl Sealer for Noted {
    fn seal(&mut self, subject: PersonId, class: RetentionClass, plain: &[u8]) -> Blob {
        self.0.push((subject, class));
        Blob { subject, class, nonce: Vec::new(), ciphertext: plain.to_vec() }
    }
}

/// The keys of these people.
struct KeysOf(Vec<PersonId>);

impl Opener for KeysOf {
    fn open(&self, blob: &Blob) -> Option<Vec<u8>> {
        self.0.contains(&blob.subject).then(|| blob.ciphertext.clone())
    }
}

#[test]
fn answers_and_names_are_sealed_for_the_patients_care_record_and_nothing_is_published() {
    let event = sent(Some(elli()));
    let mut sealer = Noted::default();
    let encoded = event.encode(&mut sealer);
    assert_eq!(sealer.0, [(AINO, RetentionClass::CareRecord); 3]);
    let stored = Stored { event_type: event.event_type().0.to_owned(), schema: encoded.schema, payload: encoded.payload };

    let Event::Sent(read) = Event::decode(&stored, &KeysOf(vec![AINO])).unwrap();
    assert_eq!(read.content.open(), Some(&Content(answers())));
    let (representative, name) = read.by.representative.unwrap();
    assert_eq!((representative, name.open().map(String::as_str)), (ELLI, Some("Elli Fofonoff")));
    assert_eq!((read.patient, read.survey, read.published_version, read.activation, read.matter), (AINO, SURVEY, 2, ACTIVATION, Matter::Health));

    // With the key the answers go, and what remains can be stored still.
    let Event::Sent(erased) = Event::decode(&stored, &KeysOf(vec![ELLI])).unwrap();
    assert!(erased.content.open().is_none() && erased.by.name.open().is_none());
    assert_eq!(Event::Sent(erased).encode(&mut Noted::default()).payload, stored.payload);

    let meta = EventMeta {
        event_id: Uuid::from_u128(30),
        aggregate_id: id_of(ACTIVATION).uuid(),
        version: 1,
        recorded_at: Timestamp::UNIX_EPOCH,
        actor: Actor::system(),
        on_behalf_of: None,
        command_id: Uuid::from_u128(31),
    };
    assert_eq!(event.publish(&meta), None);
}
