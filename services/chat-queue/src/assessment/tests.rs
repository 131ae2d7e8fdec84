//! The rules of assessments: sent once with consent, taken along for an hour, sealed for whose they are, and told to nobody else.

use chassis_domain::{
    Actor, Aggregate as _, Blob, DecodeError, DomainEvent, EventMeta, Mandates, Matter, Opener, PersonId, PublishedFact, Refusal as _, RefusalKind,
    RetentionClass, Sealed, Sealer, SignedDuration, Stored, Timestamp, Uuid,
    testing::{Given, NothingSealed, given},
};
use kajo_proto::{
    chat_queue::{store::v1::AnsweredAssessment, v1 as public},
    common::v1::LocalizedString,
    survey::v1::{Answer, AnswerValue, Band, Item, Level, Questionnaire, Score, ScoreValue, answer_value::Value},
};
use prost::Message as _;

use super::{
    Answered, Assessment, AssessmentId, CONSENT_VERSION, Command, Completing, Event, EventKind, Finding, Refused, Standing, VALID_FOR, admits,
    findings, id_of, level, may_send,
};
use crate::chat::{self, Customer};

const ASSESSMENT: Uuid = Uuid::from_u128(9);
const QUEUE: Uuid = Uuid::from_u128(10);
const SURVEY: Uuid = Uuid::from_u128(11);
const CHAT: Uuid = Uuid::from_u128(12);
const LATER_CHAT: Uuid = Uuid::from_u128(13);
const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const EINO: PersonId = PersonId::from_uuid(Uuid::from_u128(2));
const VISIT: PersonId = PersonId::from_uuid(Uuid::from_u128(5));

const WORDS: &str = "Rinnassa tuntuu puristusta";

fn aino() -> Customer {
    Customer { resident: AINO, at_screen: AINO, mandates: None, visitor: false }
}

fn eino_for_aino() -> Customer {
    Customer { resident: AINO, at_screen: EINO, mandates: Some(Mandates { health: true, social: false }), visitor: false }
}

fn standing(customer: Customer) -> Standing {
    Standing::new(QUEUE, Matter::Health, &customer)
}

fn content() -> AnsweredAssessment {
    let answer = |link_id: &str, value| Answer { link_id: link_id.to_owned(), values: vec![AnswerValue { value: Some(value) }] };
    AnsweredAssessment {
        answers: vec![answer("pain", Value::Integer(7)), answer("words", Value::Text(WORDS.to_owned()))],
        scores: vec![ScoreValue { link_id: "urgency".to_owned(), value: Some(107_000_000), band: Some(2) }],
        level: 3,
    }
}

fn completing(customer: Customer, consent_version: u32) -> Command {
    let standing = standing(customer);
    Command::Complete(Box::new(Completing { standing, survey: SURVEY, published_version: 2, consent_version, content: content() }))
}

fn complete(customer: Customer) -> Command {
    completing(customer, CONSENT_VERSION)
}

fn completed(customer: Customer) -> Event {
    let standing = standing(customer);
    let answers = Sealed::new(standing.resident, standing.retention(), Answered(content()));
    Event { what: EventKind::Completed { survey: SURVEY, published_version: 2, consent_version: 1, answers }, standing }
}

fn joined(chat: Uuid) -> Event {
    Event { what: EventKind::Joined { chat }, standing: standing(aino()) }
}

fn after(events: impl IntoIterator<Item = Event>) -> Given<Assessment> {
    given(events)
}

#[test]
fn cha_09_an_assessment_is_sent_once_and_goes_along_into_every_chat_that_is_joined_with_it() {
    let sent = after([]).when(&complete(aino())).then([completed(aino())]);
    assert_eq!((sent.standing, sent.chats.len()), (Some(standing(aino())), 0));
    after([completed(aino())]).when(&complete(aino())).then_nothing();

    let join = |chat| Command::Join { chat };
    after([completed(aino())]).when(&join(CHAT)).then([joined(CHAT)]);
    after([completed(aino()), joined(CHAT)]).when(&join(CHAT)).then_nothing();
    let again = after([completed(aino()), joined(CHAT)]).when(&join(LATER_CHAT)).then([joined(LATER_CHAT)]);
    assert_eq!(again.chats, [CHAT, LATER_CHAT].into());
    after([]).when(&join(CHAT)).then_refused("not_found");
}

#[test]
fn cha_09_nothing_is_kept_without_consent_to_the_words_in_force() {
    for consent_version in [0, CONSENT_VERSION + 1] {
        after([]).when(&completing(aino(), consent_version)).then_refused("assessment_consent_missing");
    }
    // What was sent already is sent.
    after([completed(aino())]).when(&completing(aino(), 0)).then_nothing();
}

#[test]
fn cha_09_a_command_sends_one_assessment() {
    assert_eq!(id_of(ASSESSMENT), id_of(ASSESSMENT));
    assert_ne!(id_of(ASSESSMENT), id_of(QUEUE));
}

#[test]
fn cha_09_whose_it_is_says_under_which_key_it_is_sealed_and_whom_the_access_log_names() {
    let visitor = Customer::visitor(VISIT);
    let of = |customer: Customer| (standing(customer).subject(), standing(customer).retention());
    assert_eq!(of(aino()), (Some(AINO), RetentionClass::CareRecord));
    assert_eq!(of(eino_for_aino()), (Some(AINO), RetentionClass::CareRecord));
    assert_eq!(of(visitor), (None, RetentionClass::Visit));
    let mut sealer = Noted::default();
    for customer in [aino(), eino_for_aino(), visitor] {
        after([]).when(&complete(customer)).then([completed(customer)]);
        completed(customer).encode(&mut sealer);
    }
    let care_record = (AINO, RetentionClass::CareRecord);
    assert_eq!(sealer.0, [care_record, care_record, (VISIT, RetentionClass::Visit)]);
}

#[test]
fn cha_09_one_joins_with_an_assessment_until_an_hour_after_it_was_sent() {
    let id = AssessmentId::from_uuid(ASSESSMENT);
    let now = Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24);
    let sent = |ago: SignedDuration| Some((id, now - ago));
    let second = SignedDuration::from_secs(1);
    assert_eq!(VALID_FOR, SignedDuration::from_hours(1));
    for (newest, asked, not_asked) in [
        (None, Err(chat::Refused::AssessmentRequired), None),
        (sent(SignedDuration::ZERO), Ok(Some(id)), Some(id)),
        (sent(VALID_FOR - second), Ok(Some(id)), Some(id)),
        (sent(VALID_FOR), Err(chat::Refused::AssessmentExpired), None),
        (sent(VALID_FOR + second), Err(chat::Refused::AssessmentExpired), None),
    ] {
        assert_eq!(admits(true, newest, now), asked);
        assert_eq!(admits(false, newest, now), Ok(not_asked));
    }
    let refusals = [chat::Refused::AssessmentRequired, chat::Refused::AssessmentExpired];
    assert_eq!(refusals.each_ref().map(chassis_domain::Refusal::code), ["assessment_required", "assessment_expired"]);
    assert!(refusals.iter().all(|refused| refused.kind() == RefusalKind::State));
}

#[test]
fn cha_09_a_visitor_sends_five_within_an_hour() {
    assert_eq!([0, 4, 5, 6].map(may_send), [Ok(()), Ok(()), Err(Refused::TooMany), Err(Refused::TooMany)]);
}

#[test]
fn cha_09_refusals_are_told_by_their_codes() {
    let refusals = [Refused::NotFound, Refused::ConsentMissing, Refused::NotAsked, Refused::StaleVersion, Refused::TooMany];
    let codes = ["not_found", "assessment_consent_missing", "assessment_not_asked", "stale_version", "assessments_too_many"];
    assert_eq!(refusals.each_ref().map(chassis_domain::Refusal::code), codes);
}

fn words(word: &str) -> LocalizedString {
    LocalizedString { texts: [("fi".to_owned(), word.to_owned())].into() }
}

/// A score with a band from 0 on for each of these levels, called after the score and the level.
fn score(link_id: &str, shown: bool, levels: &[Level]) -> Item {
    let bands = levels.iter().map(|level| Band { from: 0, text: Some(words(&format!("{link_id} {level:?}"))), level: (*level).into() });
    let score = Some(Score { shown, bands: bands.collect(), ..Score::default() });
    Item { link_id: link_id.to_owned(), text: Some(words(link_id)), score, ..Item::default() }
}

fn came_to(link_id: &str, band: Option<u32>) -> ScoreValue {
    ScoreValue { link_id: link_id.to_owned(), value: Some(1_000_000), band }
}

#[test]
fn cha_09_what_it_comes_to_is_what_the_scores_mean_that_are_shown_and_as_serious_as_the_most_serious_of_them() {
    let levels = [Level::Normal, Level::Notable, Level::Serious];
    let inner = Item { link_id: "inner".to_owned(), items: vec![score("pain", true, &levels)], ..Item::default() };
    let items = vec![inner, score("urgency", true, &levels), score("hidden", false, &levels)];
    let asked = Questionnaire { items: vec![Item { link_id: "step".to_owned(), items, ..Item::default() }] };
    let found = |link_id: &str, level: Level| Finding { name: words(link_id), text: words(&format!("{link_id} {level:?}")), level };

    let scores = [came_to("pain", Some(1)), came_to("urgency", Some(0)), came_to("hidden", Some(2))];
    let both = findings(&asked, &scores);
    assert_eq!(both, [found("pain", Level::Notable), found("urgency", Level::Normal)]);
    assert_eq!(level(&both), Level::Notable);
    let serious = findings(&asked, &[came_to("urgency", Some(2)), came_to("pain", Some(0))]);
    assert_eq!((serious.len(), level(&serious)), (2, Level::Serious));

    // No band, no such band, no value, no such score, no score at all.
    let without_value = ScoreValue { value: None, ..came_to("pain", Some(2)) };
    let nothing = [came_to("pain", None), came_to("pain", Some(3)), without_value, came_to("gone", Some(0)), came_to("step", Some(0))];
    assert!(findings(&asked, &nothing).is_empty());
    assert_eq!(level(&[]), Level::Unspecified);
}

#[test]
fn cha_09_the_level_that_is_sealed_is_the_one_that_is_read() {
    let read = |level| Answered(AnsweredAssessment { level, ..content() }).level();
    assert_eq!([0, 1, 2, 3].map(read), [Level::Unspecified, Level::Normal, Level::Notable, Level::Serious]);
    assert_eq!([4, u32::MAX].map(read), [Level::Unspecified; 2]);
}

/// Seals nothing, and notes for whom it was asked to.
#[derive(Default)]
struct Noted(Vec<(PersonId, RetentionClass)>);

impl Sealer for Noted {
    fn seal(&mut self, subject: PersonId, class: RetentionClass, plain: &[u8]) -> Blob {
        self.0.push((subject, class));
        Blob { subject, class, nonce: vec![0; 12], ciphertext: plain.to_vec() }
    }
}

impl Opener for Noted {
    fn open(&self, blob: &Blob) -> Option<Vec<u8>> {
        Some(blob.ciphertext.clone())
    }
}

fn stored(event: &Event, sealer: &mut dyn Sealer) -> Stored {
    let encoded = event.encode(sealer);
    Stored { event_type: event.event_type().0.to_owned(), schema: encoded.schema, payload: encoded.payload }
}

/// What is sealed in an event, opened.
fn opened(event: &Event) -> Option<AnsweredAssessment> {
    match &event.what {
        EventKind::Completed { answers, .. } => answers.open().map(|Answered(content)| content.clone()),
        EventKind::Joined { .. } => None,
    }
}

/// Of each kind, and of everybody whose they may be.
fn events() -> Vec<Event> {
    vec![completed(aino()), completed(eino_for_aino()), completed(Customer::visitor(VISIT)), joined(CHAT)]
}

#[test]
fn cha_09_what_is_stored_is_read_as_it_was_also_when_the_key_is_gone() {
    for event in events() {
        let kept = stored(&event, &mut Noted::default());
        let read = Event::decode(&kept, &Noted::default()).expect("it is read");
        // What is sealed is not shown: it is opened, and written again.
        assert_eq!((format!("{read:?}"), opened(&read)), (format!("{event:?}"), opened(&event)));
        assert_eq!(stored(&read, &mut Noted::default()), kept);
        let erased = Event::decode(&kept, &NothingSealed).expect("it is read");
        assert_eq!(opened(&erased), None);
        assert_eq!(stored(&erased, &mut NothingSealed), kept);
    }
    let unknown = Stored { event_type: "assessment.burnt".to_owned(), schema: 1, payload: Vec::new() };
    assert_eq!(Event::decode(&unknown, &NothingSealed), Err(DecodeError::UnknownType("assessment.burnt".to_owned())));
    let empty = |event: Event| Stored { payload: Vec::new(), ..stored(&event, &mut NothingSealed) };
    assert!(events().into_iter().all(|event| Event::decode(&empty(event), &NothingSealed).is_err()));
}

/// The fact that an event is, if it is one.
fn told(event: &Event) -> Option<PublishedFact> {
    event.publish(&EventMeta {
        event_id: Uuid::nil(),
        aggregate_id: ASSESSMENT,
        version: 1,
        recorded_at: Timestamp::UNIX_EPOCH,
        actor: Actor::system(),
        on_behalf_of: None,
        command_id: Uuid::nil(),
    })
}

#[test]
fn cha_09_nothing_that_was_answered_is_printed_or_lies_in_clear() {
    let readable = [WORDS, "words", "pain", "urgency"];
    let printed = format!("{:?} {:?}", events(), Assessment::replay(&[completed(aino()), joined(CHAT)]));
    assert!(readable.iter().all(|word| !printed.contains(word)), "{printed}");
    for event in events() {
        let payload = stored(&event, &mut NothingSealed).payload;
        let lies = |word: &str| payload.windows(word.len()).any(|bytes| bytes == word.as_bytes());
        assert!(readable.iter().all(|word| !lies(word)), "{}", event.event_type());
    }
}

#[test]
fn cha_09_the_fact_holds_ids_alone_and_the_person_at_the_screen_alone_is_told() {
    let payload = public::AssessmentCompleted { assessment_id: ASSESSMENT.to_string(), chat_queue_id: QUEUE.to_string() }.encode_to_vec();
    let screens = [
        (aino(), format!("screen:{AINO}:{AINO}")),
        (eino_for_aino(), format!("screen:{EINO}:{AINO}")),
        (Customer::visitor(VISIT), format!("screen:{VISIT}:{VISIT}")),
    ];
    for (customer, screen) in screens {
        let fact = told(&completed(customer)).expect("public");
        assert_eq!((fact.message, &fact.payload), ("kajo.chat_queue.v1.AssessmentCompleted", &payload));
        assert_eq!(fact.audience.into_iter().map(String::from).collect::<Vec<_>>(), [screen]);
    }
    // The fact of the chat tells.
    assert_eq!(told(&joined(CHAT)), None);
}
