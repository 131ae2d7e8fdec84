//! The rules of forms: sent once, by whom they are of, where the mandate covers it, and sealed for the patient's care record alone; or by anybody,
//! and then of nobody.

use std::collections::BTreeSet;

use chassis_domain::{
    Actor, Aggregate, AudienceKey, Blob, DecideContext, DomainEvent, EventMeta, Mandates, Matter, Opener, PersonId, Representative, RetentionClass,
    Sealed, Sealer, Stored, Timestamp, Uuid,
    testing::{
        chart::{arrow, drawn},
        given,
    },
};
use kajo_proto::survey::{
    store::v1::SentAnswers,
    v1::{Answer, AnswerValue, FormSent, ScoreValue, answer_value::Value},
};
use prost::Message;

use super::{Anonymous, Command, Event, FormResponse, FormResponseId, Owner, Sending, Sent, SentAnonymously, conversation_of, id_of};
use crate::{
    doer::{By, Doer},
    response::Content,
};

const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const ELLI: PersonId = PersonId::from_uuid(Uuid::from_u128(2));
const LIISA: PersonId = PersonId::from_uuid(Uuid::from_u128(3));
const SURVEY: Uuid = Uuid::from_u128(10);
const QUEUE: Uuid = Uuid::from_u128(20);
const COMMAND: Uuid = Uuid::from_u128(30);

const HEALTH: Mandates = Mandates { health: true, social: false };
const SOCIAL: Mandates = Mandates { health: false, social: true };

fn aino(teenager: bool) -> By {
    By::Resident { person: AINO, name: "Aino Lehtonen".to_owned(), representative: None, teenager }
}

/// Elli, who acts for Aino.
fn elli(mandates: Mandates, of_teenager: bool) -> By {
    let representative = Some(Representative { person: ELLI, name: "Elli Fofonoff".to_owned(), mandates, of_teenager });
    By::Resident { person: AINO, name: "Aino Lehtonen".to_owned(), representative, teenager: of_teenager }
}

fn answers() -> SentAnswers {
    let values = vec![AnswerValue { value: Some(Value::Integer(7)) }];
    SentAnswers {
        answers: vec![Answer { link_id: "hours".to_owned(), values }],
        scores: vec![ScoreValue { link_id: "sum".to_owned(), value: Some(7_000_000), band: Some(1) }],
        patient_name: "Aino Lehtonen".to_owned(),
        date: "2026-11-20".to_owned(),
        problems: Vec::new(),
    }
}

fn sending(by: By) -> Sending {
    Sending {
        patient: AINO,
        subcategory: QUEUE,
        matter: Matter::Social,
        survey: SURVEY,
        published_version: 2,
        archived: false,
        visible_to_guardians: false,
        by,
        content: answers(),
    }
}

fn send(sending: Sending) -> Command {
    Command::Send(Box::new(sending))
}

fn sent(by: &By, visible_to_guardians: bool) -> Event {
    Event::Sent(Box::new(Sent {
        owner: Owner { patient: AINO, matter: Matter::Social, visible_to_guardians },
        subcategory: QUEUE,
        survey: SURVEY,
        published_version: 2,
        by: Doer::of(by, AINO),
        content: Sealed::new(AINO, RetentionClass::CareRecord, Content(answers())),
    }))
}

/// Answers without a name.
fn nobodys_answers() -> SentAnswers {
    SentAnswers { patient_name: String::new(), ..answers() }
}

/// Under whose key they are.
fn nobody() -> PersonId {
    PersonId::from_uuid(id_of(COMMAND).uuid())
}

fn anonymous() -> Anonymous {
    Anonymous {
        form_response: id_of(COMMAND),
        subcategory: QUEUE,
        matter: Matter::Social,
        survey: SURVEY,
        published_version: 2,
        archived: false,
        content: nobodys_answers(),
    }
}

fn send_anonymously(anonymous: Anonymous) -> Command {
    Command::SendAnonymously(Box::new(anonymous))
}

fn sent_anonymously() -> Event {
    Event::SentAnonymously(Box::new(SentAnonymously {
        subcategory: QUEUE,
        matter: Matter::Social,
        survey: SURVEY,
        published_version: 2,
        content: Sealed::new(nobody(), RetentionClass::CareRecord, Content(nobodys_answers())),
    }))
}

#[test]
fn sur_06_a_form_is_sent_once_and_for_ever() {
    let first = given::<FormResponse>([]).when(&send(sending(aino(false)))).then([sent(&aino(false), false)]);
    assert_eq!(first, FormResponse::Sent);
    for again in [aino(false), elli(SOCIAL, false)] {
        given::<FormResponse>([sent(&aino(false), false)]).when(&send(sending(again))).then_refused("already_answered");
    }
}

#[test]
fn sur_06_nobody_but_the_patient_and_who_acts_for_them_sends_and_nothing_to_what_is_archived() {
    let nurse = By::Practitioner { person: LIISA, name: "Liisa Virtanen".to_owned(), patient_opened: true };
    let other = By::Resident { person: ELLI, name: "Elli Fofonoff".to_owned(), representative: None, teenager: false };
    for somebody in [nurse, other, By::Platform] {
        given::<FormResponse>([]).when(&send(sending(somebody))).then_refused("not_found");
    }
    given::<FormResponse>([]).when(&send(Sending { archived: true, ..sending(aino(false)) })).then_refused("form_closed");
}

#[test]
fn idn_07_who_acts_for_a_resident_sends_a_form_with_the_mandate_of_its_queue_alone() {
    given::<FormResponse>([]).when(&send(sending(elli(HEALTH, false)))).then_refused("mandate_missing");
    let unsaid = Sending { matter: Matter::Unsaid, ..sending(elli(SOCIAL, false)) };
    given::<FormResponse>([]).when(&send(unsaid)).then_refused("mandate_missing");
    let by = elli(SOCIAL, false);
    given::<FormResponse>([]).when(&send(sending(by.clone()))).then([sent(&by, true)]);
}

#[test]
fn idn_09_guardians_see_of_a_teenagers_form_what_the_teenager_lets_them_see() {
    for (by, shared, seen) in [
        (aino(true), false, false),
        (aino(true), true, true),
        // Others than teenagers have nothing to decide.
        (aino(false), true, false),
        (elli(SOCIAL, true), false, true),
    ] {
        let shown = Sending { visible_to_guardians: shared, ..sending(by.clone()) };
        given::<FormResponse>([]).when(&send(shown)).then([sent(&by, seen)]);
    }
}

#[test]
fn sur_06_a_form_is_of_the_patient_and_of_who_acts_for_them_with_the_mandate_of_its_queue() {
    let nurse = By::Practitioner { person: LIISA, name: "Liisa Virtanen".to_owned(), patient_opened: true };
    let other = By::Resident { person: ELLI, name: "Elli Fofonoff".to_owned(), representative: None, teenager: false };
    for (by, admitted) in [
        (aino(false), true),
        (aino(true), true),
        (elli(SOCIAL, false), true),
        (elli(HEALTH, false), false),
        (elli(SOCIAL, true), true),
        (elli(HEALTH, true), false),
        (other, false),
        (nurse, false),
        (By::Platform, false),
    ] {
        let owner = |visible_to_guardians| Owner { patient: AINO, matter: Matter::Social, visible_to_guardians };
        assert_eq!((owner(false).admits(&by), owner(true).admits(&by)), (admitted, admitted), "{by:?}");
    }
}

#[test]
fn sur_06_a_command_sends_one_form_and_one_conversation_opens_for_it() {
    assert_eq!(id_of(COMMAND), id_of(COMMAND));
    assert_ne!(id_of(COMMAND), id_of(SURVEY));
    let id = id_of(COMMAND);
    assert_eq!(conversation_of(id), Uuid::new_v5(&id.uuid(), b"conversation"));
    assert_ne!(conversation_of(id), id.uuid());
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

fn stored(event: &Event, sealer: &mut Noted) -> Stored {
    let encoded = event.encode(sealer);
    Stored { event_type: event.event_type().0.to_owned(), schema: encoded.schema, payload: encoded.payload }
}

#[test]
fn sur_06_answers_and_names_of_a_form_are_sealed_for_the_patients_care_record() {
    let mut sealer = Noted::default();
    let stored = stored(&sent(&elli(SOCIAL, false), true), &mut sealer);
    assert_eq!(sealer.0, [(AINO, RetentionClass::CareRecord); 3]);

    let Event::Sent(read) = Event::decode(&stored, &KeysOf(vec![AINO])).unwrap() else { panic!("it is of somebody") };
    assert_eq!(read.content.open(), Some(&Content(answers())));
    let (representative, name) = read.by.representative.unwrap();
    assert_eq!((representative, name.open().map(String::as_str)), (ELLI, Some("Elli Fofonoff")));
    assert_eq!((read.subcategory, read.survey, read.published_version), (QUEUE, SURVEY, 2));
    assert_eq!(read.owner, Owner { patient: AINO, matter: Matter::Social, visible_to_guardians: true });

    // With the key the answers go, and what remains can be stored still.
    let Event::Sent(erased) = Event::decode(&stored, &KeysOf(vec![ELLI])).unwrap() else { panic!("it is of somebody") };
    assert!(erased.content.open().is_none());
    assert_eq!(Event::Sent(erased).encode(&mut Noted::default()).payload, stored.payload);
}

#[test]
fn sur_07_an_anonymous_form_is_sent_once_and_not_to_what_is_archived() {
    let first = given::<FormResponse>([]).when(&send_anonymously(anonymous())).then([sent_anonymously()]);
    assert_eq!(first, FormResponse::Sent);
    for again in [send_anonymously(anonymous()), send(sending(aino(false)))] {
        given::<FormResponse>([sent_anonymously()]).when(&again).then_refused("already_answered");
    }
    given::<FormResponse>([sent(&aino(false), false)]).when(&send_anonymously(anonymous())).then_refused("already_answered");
    given::<FormResponse>([]).when(&send_anonymously(Anonymous { archived: true, ..anonymous() })).then_refused("form_closed");
}

#[test]
fn sur_07_answers_of_an_anonymous_form_are_sealed_under_a_key_of_its_own() {
    let mut sealer = Noted::default();
    let stored = stored(&sent_anonymously(), &mut sealer);
    assert_eq!(sealer.0, [(nobody(), RetentionClass::CareRecord)]);
    assert_eq!(stored.event_type, "form_response.sent_anonymously");

    let Event::SentAnonymously(read) = Event::decode(&stored, &KeysOf(vec![nobody()])).unwrap() else { panic!("it is of nobody") };
    assert_eq!(read.content.open(), Some(&Content(nobodys_answers())));
    assert_eq!((read.subcategory, read.matter, read.survey, read.published_version), (QUEUE, Matter::Social, SURVEY, 2));

    let Event::SentAnonymously(erased) = Event::decode(&stored, &KeysOf(vec![AINO])).unwrap() else { panic!("it is of nobody") };
    assert!(erased.content.open().is_none());
    assert_eq!(Event::SentAnonymously(erased).encode(&mut Noted::default()).payload, stored.payload);
}

/// As the form's first event is recorded.
fn recorded(id: FormResponseId) -> EventMeta {
    EventMeta {
        event_id: Uuid::from_u128(40),
        aggregate_id: id.uuid(),
        version: 1,
        recorded_at: Timestamp::UNIX_EPOCH,
        actor: Actor::system(),
        on_behalf_of: None,
        command_id: COMMAND,
    }
}

#[test]
fn sur_07_the_world_is_told_of_an_anonymous_form_and_nobody_in_particular() {
    let id = id_of(COMMAND);
    let fact = sent_anonymously().publish(&recorded(id)).unwrap();
    assert_eq!(fact.message, "kajo.survey.v1.FormSent");
    let expected = FormSent {
        form_response_id: id.to_string(),
        subcategory_id: QUEUE.to_string(),
        survey_id: SURVEY.to_string(),
        published_version: 2,
        patient_id: String::new(),
        conversation_id: conversation_of(id).to_string(),
    };
    assert_eq!(FormSent::decode(fact.payload.as_slice()).unwrap(), expected);
    assert!(fact.audience.is_empty());
}

#[test]
fn sur_06_the_world_is_told_ids_alone_and_at_once_who_may_see_the_form() {
    let id = id_of(COMMAND);
    let meta = recorded(id);
    let fact = sent(&aino(true), false).publish(&meta).unwrap();
    assert_eq!(fact.message, "kajo.survey.v1.FormSent");
    let expected = FormSent {
        form_response_id: id.to_string(),
        subcategory_id: QUEUE.to_string(),
        survey_id: SURVEY.to_string(),
        published_version: 2,
        patient_id: AINO.to_string(),
        conversation_id: conversation_of(FormResponseId::from_uuid(id.uuid())).to_string(),
    };
    assert_eq!(FormSent::decode(fact.payload.as_slice()).unwrap(), expected);
    let key = |of_teenager| AudienceKey::on_behalf(AINO, SOCIAL, of_teenager);
    assert_eq!(fact.audience, [AudienceKey::person(AINO), key(false)], "guardians are told nothing");
    let shown = sent(&aino(true), true).publish(&meta).unwrap();
    assert_eq!(shown.audience, [AudienceKey::person(AINO), key(false), key(true)]);
}

#[test]
fn the_state_chart_of_a_form_is_what_is_decided() {
    let cx = DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: COMMAND };
    let mut arrows = BTreeSet::new();
    for history in [vec![], vec![sent(&aino(false), false)], vec![sent_anonymously()]] {
        let before = FormResponse::replay(&history);
        for (name, command) in [("Send", send(sending(aino(false)))), ("SendAnonymously", send_anonymously(anonymous()))] {
            let Ok(events) = before.decide(&command, &cx) else { continue };
            let mut after = before;
            for event in &events {
                after.evolve(event);
            }
            arrows.insert(arrow(before == FormResponse::NotSent, &format!("{before:?}"), &format!("{after:?}"), name));
        }
    }
    assert_eq!(arrows, drawn(include_str!("../../../../docs/state-charts.md"), "A form"));
}
