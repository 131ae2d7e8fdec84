//! The rules of responses: sent once, by whom they are of, or imported once, and sealed for the patient's care record alone.

use chassis_domain::{
    Actor, AudienceKey, Blob, DomainEvent, EventMeta, Mandates, Matter, Opener, PersonId, Representative, RetentionClass, Sealed, Sealer, Stored,
    Timestamp, Uuid, testing::given,
};
use kajo_proto::survey::{
    store::v1::SentAnswers,
    v1::{self as public, Answer, AnswerValue, ItemProblem, ScoreValue, answer_value::Value},
};
use prost::Message;

use super::{Command, Content, Event, Imported, Importing, Sender, Sending, Sent, SurveyResponse, id_of, imported_id};
use crate::doer::By;

const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const ELLI: PersonId = PersonId::from_uuid(Uuid::from_u128(2));
const LIISA: PersonId = PersonId::from_uuid(Uuid::from_u128(3));
const SURVEY: Uuid = Uuid::from_u128(10);
const ACTIVATION: Uuid = Uuid::from_u128(20);
const INTEGRATOR: Uuid = Uuid::from_u128(40);

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
        problems: Vec::new(),
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

/// What another system sends, with so much in it.
fn importing(digest: u8, representative_name: Option<&str>) -> Importing {
    let problem = ItemProblem { link_id: "pain".to_owned(), code: "above_max".to_owned(), ..ItemProblem::default() };
    Importing {
        patient: AINO,
        survey: SURVEY,
        published_version: 2,
        matter: Matter::Health,
        integrator: INTEGRATOR,
        authored_at: Timestamp::UNIX_EPOCH,
        digest: [digest; 32],
        representative_name: representative_name.map(str::to_owned),
        content: SentAnswers { problems: vec![problem], ..answers() },
        informs: vec![LIISA],
    }
}

fn import(digest: u8) -> Command {
    Command::Import(Box::new(importing(digest, None)))
}

fn imported(digest: u8, representative_name: Option<&str>) -> Event {
    let importing = importing(digest, representative_name);
    Event::Imported(Box::new(Imported {
        patient: importing.patient,
        survey: importing.survey,
        published_version: importing.published_version,
        matter: importing.matter,
        integrator: importing.integrator,
        authored_at: importing.authored_at,
        digest: importing.digest,
        representative_name: representative_name.map(|name| Sealed::new(AINO, RetentionClass::CareRecord, name.to_owned())),
        content: Sealed::new(AINO, RetentionClass::CareRecord, Content(importing.content)),
        informs: importing.informs,
    }))
}

fn meta() -> EventMeta {
    EventMeta {
        event_id: Uuid::from_u128(30),
        aggregate_id: id_of(ACTIVATION).uuid(),
        version: 1,
        recorded_at: Timestamp::UNIX_EPOCH,
        actor: Actor::system(),
        on_behalf_of: None,
        command_id: Uuid::from_u128(31),
    }
}

fn stored(event: &Event, sealer: &mut Noted) -> Stored {
    let encoded = event.encode(sealer);
    Stored { event_type: event.event_type().0.to_owned(), schema: encoded.schema, payload: encoded.payload }
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
    let stored = stored(&event, &mut sealer);
    assert_eq!(sealer.0, [(AINO, RetentionClass::CareRecord); 3]);

    let Event::Sent(read) = Event::decode(&stored, &KeysOf(vec![AINO])).unwrap() else { panic!("another event") };
    assert_eq!(read.content.open(), Some(&Content(answers())));
    let (representative, name) = read.by.representative.unwrap();
    assert_eq!((representative, name.open().map(String::as_str)), (ELLI, Some("Elli Fofonoff")));
    assert_eq!((read.patient, read.survey, read.published_version, read.activation, read.matter), (AINO, SURVEY, 2, ACTIVATION, Matter::Health));

    // With the key the answers go, and what remains can be stored still.
    let Event::Sent(erased) = Event::decode(&stored, &KeysOf(vec![ELLI])).unwrap() else { panic!("another event") };
    assert!(erased.content.open().is_none() && erased.by.name.open().is_none());
    assert_eq!(Event::Sent(erased).encode(&mut Noted::default()).payload, stored.payload);
    assert_eq!(event.publish(&meta()), None);
}

#[test]
fn sur_09_what_another_system_sends_is_imported_once_and_the_same_again_changes_nothing() {
    let first = given::<SurveyResponse>([]).when(&import(1)).then([imported(1, None)]);
    assert_eq!(first, SurveyResponse::Imported { digest: [1; 32] });
    given::<SurveyResponse>([imported(1, None)]).when(&import(1)).then_nothing();
    given::<SurveyResponse>([imported(1, None)]).when(&import(2)).then_refused("imported_otherwise");
    given::<SurveyResponse>([imported(1, None)]).when(&send(resident(AINO, None))).then_refused("already_answered");
    given::<SurveyResponse>([sent(None)]).when(&import(1)).then_refused("imported_otherwise");
}

#[test]
fn sur_09_one_identifier_of_one_integrator_is_one_response() {
    let known = imported_id(INTEGRATOR, "urn:survey", "1");
    assert_eq!(imported_id(INTEGRATOR, "urn:survey", "1"), known);
    for other in [imported_id(SURVEY, "urn:survey", "1"), imported_id(INTEGRATOR, "urn:other", "1"), imported_id(INTEGRATOR, "urn:survey", "2")] {
        assert_ne!(other, known);
    }
}

#[test]
fn sur_09_what_is_imported_is_sealed_for_the_patients_care_record_and_is_a_fact_of_ids_alone() {
    let event = imported(1, Some("Elli Fofonoff"));
    let mut sealer = Noted::default();
    let stored = stored(&event, &mut sealer);
    assert_eq!(sealer.0, [(AINO, RetentionClass::CareRecord); 2]);

    let Event::Imported(read) = Event::decode(&stored, &KeysOf(vec![AINO])).unwrap() else { panic!("another event") };
    assert_eq!(read.content.open(), Some(&Content(importing(1, None).content)));
    assert_eq!(read.representative_name.as_ref().and_then(Sealed::open).map(String::as_str), Some("Elli Fofonoff"));
    assert_eq!((read.patient, read.survey, read.published_version, read.matter), (AINO, SURVEY, 2, Matter::Health));
    assert_eq!((read.integrator, read.authored_at, read.digest), (INTEGRATOR, Timestamp::UNIX_EPOCH, [1; 32]));
    assert!(read.informs.is_empty(), "whoever was told is not stored");
    assert_eq!(Event::Imported(read).encode(&mut Noted::default()).payload, stored.payload);

    let fact = event.publish(&meta()).unwrap();
    assert_eq!((fact.message, fact.audience), ("kajo.survey.v1.SurveyResponseImported", vec![AudienceKey::person(LIISA)]));
    let told = public::SurveyResponseImported {
        survey_response_id: id_of(ACTIVATION).to_string(),
        patient_id: AINO.to_string(),
        survey_id: SURVEY.to_string(),
        published_version: 2,
    };
    assert_eq!(public::SurveyResponseImported::decode(fact.payload.as_slice()).unwrap(), told);
}

#[test]
fn sur_09_that_somebody_answered_on_the_patients_behalf_is_kept_without_a_name_as_well() {
    for name in [None, Some("")] {
        let stored = stored(&imported(1, name), &mut Noted::default());
        let Event::Imported(read) = Event::decode(&stored, &KeysOf(vec![AINO])).unwrap() else { panic!("another event") };
        assert_eq!(read.representative_name.map(|name| name.open().cloned()), name.map(|name| Some(name.to_owned())));
    }
}
