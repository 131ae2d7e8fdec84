//! The rules of summaries: when one is made, what a professional makes of it, and what is told of it to whom.

use std::collections::BTreeSet;

use chassis_domain::{
    Actor, Aggregate, Blob, DecideContext, DecodeError, DomainEvent, EventMeta, Opener, PersonId, PublishedFact, Refusal as _, RetentionClass,
    Sealed, Sealer, SignedDuration, Stored, Timestamp, Uuid,
    testing::{
        Given, NothingSealed,
        chart::{arrow, drawn},
        given,
    },
};
use kajo_proto::chat_queue::v1 as public;
use prost::Message as _;

use super::{ChatSummary, Command, Event, EventKind, Failure, Refused, Sentence, Standing, State, TEXT_MAX_CHARS, Words, requested_at};

const CHAT: Uuid = Uuid::from_u128(9);
const QUEUE: Uuid = Uuid::from_u128(10);
const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const LIISA: PersonId = PersonId::from_uuid(Uuid::from_u128(3));
const ANNA: PersonId = PersonId::from_uuid(Uuid::from_u128(4));
const VISIT: PersonId = PersonId::from_uuid(Uuid::from_u128(5));

const NAMES: &str = "Aino Virtanen\nLiisa Laakso";
const FAILURES: [Failure; 3] = [Failure::NoAnswer, Failure::Unreadable, Failure::SwitchedOff];

fn standing() -> Standing {
    Standing { queue: QUEUE, resident: AINO, visitor: false, practitioner: LIISA }
}

fn event(what: EventKind) -> Event {
    Event { what, standing: standing() }
}

fn sealed(text: &str) -> Sealed<String> {
    Sealed::new(AINO, RetentionClass::CareRecord, text.to_owned())
}

fn requested() -> Event {
    event(EventKind::Requested { until_number: 4, names: sealed(NAMES) })
}

fn sentences() -> Vec<Sentence> {
    vec![
        Sentence { text: sealed("Polveen sattuu."), messages: vec![1, 3], unsupported: false },
        Sentence { text: sealed("Lepo auttaa."), messages: Vec::new(), unsupported: true },
    ]
}

fn completed() -> Event {
    event(EventKind::Completed { sentences: sentences() })
}

fn failed(failure: Failure) -> Event {
    event(EventKind::Failed { failure })
}

fn edited(text: &str) -> Event {
    event(EventKind::Edited { text: sealed(text) })
}

fn accepted() -> Event {
    event(EventKind::Accepted)
}

fn rejected() -> Event {
    event(EventKind::Rejected)
}

fn cleared() -> Event {
    event(EventKind::Cleared)
}

fn after(events: impl IntoIterator<Item = Event>) -> Given<ChatSummary> {
    given(events)
}

fn request() -> Command {
    Command::Request { standing: standing(), until_number: 4, names: NAMES.to_owned() }
}

fn complete(request: u64) -> Command {
    let sentences = vec![("Polveen sattuu.".to_owned(), vec![1, 3], false), ("Lepo auttaa.".to_owned(), Vec::new(), true)];
    Command::Complete { request, has_it: None, sentences }
}

fn fail(request: u64) -> Command {
    Command::Fail { request, has_it: None, failure: Failure::NoAnswer }
}

fn edit(text: &str) -> Command {
    Command::Edit { by: LIISA, text: text.to_owned() }
}

const ACCEPT: Command = Command::Accept { by: LIISA };
const REJECT: Command = Command::Reject { by: LIISA };
const CLEAR: Command = Command::Clear { by: LIISA };

/// One of each kind.
fn events() -> Vec<Event> {
    vec![requested(), completed(), failed(Failure::Unreadable), edited("Polvi lepää."), accepted(), rejected(), cleared()]
}

#[test]
fn cha_10_a_summary_is_asked_for_and_stands_or_fails_and_is_asked_for_again() {
    let summary = after([]).when(&request()).then([requested()]);
    assert_eq!((summary.state, summary.requests, summary.until_number, summary.names), (State::Creating, 1, 4, Some(sealed(NAMES))));
    let summary = after([requested()]).when(&complete(1)).then([completed()]);
    assert_eq!((summary.state, summary.until_number, summary.words), (State::Done, 4, Some(Words::Model(sentences()))));
    assert_eq!((summary.accepted, summary.names), (false, None));
    for failure in FAILURES {
        let summary = after([requested()]).when(&Command::Fail { request: 1, has_it: None, failure }).then([failed(failure)]);
        assert_eq!((summary.state, summary.failure, summary.names, summary.words), (State::Failed, Some(failure), None, None));
    }
    let again = after([requested(), failed(Failure::NoAnswer)]).when(&request()).then([requested()]);
    assert_eq!((again.state, again.requests, again.failure), (State::Creating, 2, None));
    let again = after([requested(), completed(), rejected()]).when(&request()).then([requested()]);
    assert_eq!((again.state, again.requests, again.words), (State::Creating, 2, None));
}

#[test]
fn cha_10_none_is_made_while_one_is_or_stands_nor_of_nothing() {
    after([requested()]).when(&request()).then_refused("summary_there");
    after([requested(), completed()]).when(&request()).then_refused("summary_there");
    after([requested(), completed(), edited("Polvi lepää."), accepted()]).when(&request()).then_refused("summary_there");
    let of_nothing = || Command::Request { standing: standing(), until_number: 0, names: NAMES.to_owned() };
    after([]).when(&of_nothing()).then_refused("summary_empty");
    after([requested(), failed(Failure::NoAnswer)]).when(&of_nothing()).then_refused("summary_empty");
}

#[test]
fn cha_10_an_answer_to_a_request_that_was_cleared_changes_nothing() {
    for answer in [complete(1), fail(1)] {
        after([]).when(&answer).then_nothing();
        after([requested(), cleared()]).when(&answer).then_nothing();
        // Another was asked for meanwhile, and is waited for still.
        after([requested(), cleared(), requested()]).when(&answer).then_nothing();
        // It has come already.
        for before in [completed(), failed(Failure::NoAnswer)] {
            after([requested(), before]).when(&answer).then_nothing();
        }
        after([requested(), completed(), rejected()]).when(&answer).then_nothing();
    }
    after([requested(), cleared(), requested()]).when(&complete(2)).then([completed()]);
    after([requested(), cleared(), requested()]).when(&fail(2)).then([failed(Failure::NoAnswer)]);
}

#[test]
fn cha_10_own_words_stand_in_its_place_and_are_accepted_no_more() {
    let done = || [requested(), completed()];
    let summary = after(done()).when(&edit(" Polvi lepää.\n")).then([edited("Polvi lepää.")]);
    assert_eq!((summary.state, summary.words), (State::Done, Some(Words::Own(sealed("Polvi lepää.")))));
    let summary = after(done()).when(&ACCEPT).then([accepted()]);
    assert!(summary.accepted);
    let answered_for = || done().into_iter().chain([edited("Polvi lepää."), accepted()]);
    let summary = after(answered_for()).when(&edit("Polvi lepää viikon.")).then([edited("Polvi lepää viikon.")]);
    assert_eq!((summary.state, summary.accepted), (State::Done, false));
    // The same again changes nothing, and is answered for as before.
    after(answered_for()).when(&edit("Polvi lepää. ")).then_nothing();
    after(answered_for()).when(&ACCEPT).then_nothing();
    after(done().into_iter().chain([accepted()])).when(&ACCEPT).then_nothing();
}

#[test]
fn cha_10_own_words_are_neither_empty_nor_longer_than_4000_characters() {
    let done = || after([requested(), completed()]);
    done().when(&edit(" \n ")).then_refused("chat_summary_text_empty");
    done().when(&edit(&"ä".repeat(TEXT_MAX_CHARS + 1))).then_refused("chat_summary_text_too_long");
    let longest = "ä".repeat(4_000);
    done().when(&edit(&format!(" {longest} "))).then([edited(&longest)]);
    let too_long = Refused::TextTooLong { limit: TEXT_MAX_CHARS };
    assert_eq!([Refused::TextEmpty.field(), too_long.field()], [Some("text"); 2]);
    assert_eq!(too_long.params(), [("limit", "4000".to_owned())]);
}

#[test]
fn cha_10_what_does_not_stand_is_neither_edited_nor_accepted_nor_rejected() {
    let histories = [
        vec![],
        vec![requested()],
        vec![requested(), failed(Failure::NoAnswer)],
        vec![requested(), completed(), rejected()],
        vec![requested(), completed(), cleared()],
    ];
    for history in histories {
        for command in [edit("Polvi lepää."), edit(""), ACCEPT, REJECT] {
            after(history.clone()).when(&command).then_refused("summary_not_there");
        }
    }
}

#[test]
fn cha_10_what_was_rejected_or_cleared_is_read_by_nobody_any_more() {
    let done = || [requested(), completed(), edited("Polvi lepää."), accepted()];
    let summary = after(done()).when(&REJECT).then([rejected()]);
    assert_eq!((summary.state, summary.words, summary.accepted), (State::Rejected, None, false));
    let gone = |requests| ChatSummary { standing: Some(standing()), requests, ..ChatSummary::default() };
    assert_eq!(after(done()).when(&CLEAR).then([cleared()]), gone(1));
    assert_eq!(after([requested()]).when(&CLEAR).then([cleared()]), gone(1));
    assert_eq!(after([requested(), failed(Failure::Unreadable)]).when(&CLEAR).then([cleared()]), gone(1));
    assert_eq!(after([requested(), completed(), rejected(), requested()]).when(&CLEAR).then([cleared()]), gone(2));
    after([]).when(&CLEAR).then_nothing();
    after([requested(), cleared()]).when(&CLEAR).then_nothing();
}

#[test]
fn cha_10_who_takes_the_chat_over_has_its_summary_and_is_told_of_it_from_their_first_change_on() {
    let by_anna = |what| Event { what, standing: Standing { practitioner: ANNA, ..standing() } };
    let done = || after([requested(), completed()]);
    done().when(&Command::Accept { by: ANNA }).then([by_anna(EventKind::Accepted)]);
    done().when(&Command::Reject { by: ANNA }).then([by_anna(EventKind::Rejected)]);
    done().when(&Command::Clear { by: ANNA }).then([by_anna(EventKind::Cleared)]);
    let words = Command::Edit { by: ANNA, text: "Polvi lepää.".to_owned() };
    let summary = done().when(&words).then([by_anna(EventKind::Edited { text: sealed("Polvi lepää.") })]);
    assert_eq!(summary.standing.map(|standing| standing.practitioner), Some(ANNA));
    assert_eq!(told(&by_anna(EventKind::Accepted)).1, [format!("person:{ANNA}")]);
}

#[test]
fn cha_10_whoever_has_taken_the_chat_over_meanwhile_is_told_what_has_become_of_it() {
    let of_anna = |event: Event| Event { standing: Standing { practitioner: ANNA, ..standing() }, ..event };
    let Command::Complete { request, sentences, .. } = complete(1) else { panic!("it is made") };
    let answer = Command::Complete { request, has_it: Some(ANNA), sentences };
    after([requested()]).when(&answer).then([of_anna(completed())]);
    let none = Command::Fail { request: 1, has_it: Some(ANNA), failure: Failure::NoAnswer };
    after([requested()]).when(&none).then([of_anna(failed(Failure::NoAnswer))]);
}

#[test]
fn cha_10_of_a_visitor_it_is_sealed_under_the_key_of_the_visit() {
    let standing = || Standing { resident: VISIT, visitor: true, ..standing() };
    let of_visit = |text: &str| Sealed::new(VISIT, RetentionClass::Visit, text.to_owned());
    let event = |what| Event { what, standing: standing() };
    let requested = || event(EventKind::Requested { until_number: 4, names: of_visit(NAMES) });
    let sentence = || Sentence { text: of_visit("Polveen sattuu."), messages: vec![1], unsupported: false };
    let completed = || event(EventKind::Completed { sentences: vec![sentence()] });
    after([]).when(&Command::Request { standing: standing(), until_number: 4, names: NAMES.to_owned() }).then([requested()]);
    let answer = Command::Complete { request: 1, has_it: None, sentences: vec![("Polveen sattuu.".to_owned(), vec![1], false)] };
    after([requested()]).when(&answer).then([completed()]);
    let own = event(EventKind::Edited { text: of_visit("Polvi lepää.") });
    after([requested(), completed()]).when(&edit("Polvi lepää.")).then([own]);
}

#[test]
fn cha_10_when_it_was_asked_for_is_when_it_was_asked_for_last() {
    let at = |minute| Timestamp::UNIX_EPOCH + SignedDuration::from_mins(minute);
    let history = [requested(), failed(Failure::NoAnswer), requested(), completed()];
    let times = |events: usize| requested_at((0..).map(at).zip(&history).take(events));
    assert_eq!([0, 1, 2, 3, 4].map(times), [None, Some(at(0)), Some(at(0)), Some(at(2)), Some(at(2))]);
}

/// Seals nothing.
struct Plain;

impl Sealer for Plain {
    fn seal(&mut self, subject: PersonId, class: RetentionClass, plain: &[u8]) -> Blob {
        Blob { subject, class, nonce: vec![0; 12], ciphertext: plain.to_vec() }
    }
}

impl Opener for Plain {
    fn open(&self, blob: &Blob) -> Option<Vec<u8>> {
        Some(blob.ciphertext.clone())
    }
}

fn stored(event: &Event, sealer: &mut dyn Sealer) -> Stored {
    let encoded = event.encode(sealer);
    Stored { event_type: event.event_type().0.to_owned(), schema: encoded.schema, payload: encoded.payload }
}

/// What is sealed in an event, opened.
fn opened(event: &Event) -> Vec<Option<String>> {
    let open = |text: &Sealed<String>| text.open().cloned();
    match &event.what {
        EventKind::Requested { names: text, .. } | EventKind::Edited { text } => vec![open(text)],
        EventKind::Completed { sentences } => sentences.iter().map(|sentence| open(&sentence.text)).collect(),
        EventKind::Failed { .. } | EventKind::Accepted | EventKind::Rejected | EventKind::Cleared => Vec::new(),
    }
}

#[test]
fn cha_10_what_is_stored_is_read_as_it_was_also_when_the_key_is_gone() {
    for event in events().into_iter().chain(FAILURES.map(failed)) {
        let kept = stored(&event, &mut Plain);
        let read = Event::decode(&kept, &Plain).expect("it is read");
        // What is sealed is not shown: it is opened, and written again.
        assert_eq!((format!("{read:?}"), opened(&read)), (format!("{event:?}"), opened(&event)));
        assert_eq!(stored(&read, &mut Plain), kept);
        let erased = Event::decode(&kept, &NothingSealed).expect("it is read");
        assert!(opened(&erased).iter().all(Option::is_none));
        assert_eq!((erased.event_type(), stored(&erased, &mut NothingSealed)), (event.event_type(), kept));
    }
    let unknown = Stored { event_type: "chat_summary.burnt".to_owned(), schema: 1, payload: Vec::new() };
    assert_eq!(Event::decode(&unknown, &Plain), Err(DecodeError::UnknownType("chat_summary.burnt".to_owned())));
    let empty = |event: Event| Stored { payload: Vec::new(), ..stored(&event, &mut Plain) };
    assert!(events().into_iter().all(|event| Event::decode(&empty(event), &Plain).is_err()));
}

#[test]
fn cha_10_nothing_that_can_be_read_is_printed_or_lies_in_clear() {
    let readable = ["Aino", "Virtanen", "Liisa", "Polveen", "Lepo", "lepää"];
    let state = ChatSummary::replay(&[requested(), completed(), edited("Polvi lepää.")]);
    let printed = format!("{:?} {state:?} {:?}", events(), ChatSummary::replay(&[requested(), completed()]));
    assert!(readable.iter().all(|word| !printed.contains(word)), "{printed}");
    for event in events() {
        let payload = stored(&event, &mut NothingSealed).payload;
        let lies = |word: &str| payload.windows(word.len()).any(|bytes| bytes == word.as_bytes());
        assert!(readable.iter().all(|word| !lies(word)), "{}", event.event_type());
        let (fact, _) = told(&event);
        assert!(readable.iter().all(|word| !String::from_utf8_lossy(&fact.payload).contains(word)), "{}", fact.message);
    }
}

/// The fact that an event is, and who is told.
fn told(event: &Event) -> (PublishedFact, Vec<String>) {
    let meta = EventMeta {
        event_id: Uuid::nil(),
        aggregate_id: CHAT,
        version: 1,
        recorded_at: Timestamp::UNIX_EPOCH,
        actor: Actor::system(),
        on_behalf_of: None,
        command_id: Uuid::nil(),
    };
    let fact = event.publish(&meta).expect("public");
    let audience = fact.audience.iter().cloned().map(String::from).collect();
    (fact, audience)
}

#[test]
fn cha_10_facts_hold_the_id_of_the_chat_alone_and_only_who_has_it_is_told() {
    let chat_id = CHAT.to_string();
    let facts = [
        (requested(), "kajo.chat_queue.v1.ChatSummaryRequested", public::ChatSummaryRequested { chat_id: chat_id.clone() }.encode_to_vec()),
        (completed(), "kajo.chat_queue.v1.ChatSummaryCompleted", public::ChatSummaryCompleted { chat_id: chat_id.clone() }.encode_to_vec()),
        (failed(Failure::NoAnswer), "kajo.chat_queue.v1.ChatSummaryFailed", public::ChatSummaryFailed { chat_id: chat_id.clone() }.encode_to_vec()),
        (edited("Polvi"), "kajo.chat_queue.v1.ChatSummaryEdited", public::ChatSummaryEdited { chat_id: chat_id.clone() }.encode_to_vec()),
        (accepted(), "kajo.chat_queue.v1.ChatSummaryAccepted", public::ChatSummaryAccepted { chat_id: chat_id.clone() }.encode_to_vec()),
        (rejected(), "kajo.chat_queue.v1.ChatSummaryRejected", public::ChatSummaryRejected { chat_id: chat_id.clone() }.encode_to_vec()),
        (cleared(), "kajo.chat_queue.v1.ChatSummaryCleared", public::ChatSummaryCleared { chat_id }.encode_to_vec()),
    ];
    for (event, message, payload) in facts {
        let (fact, audience) = told(&event);
        assert_eq!((fact.message, fact.payload), (message, payload));
        // Neither the person at the screen nor who works the queue.
        assert_eq!(audience, [format!("person:{LIISA}")], "{message}");
    }
}

#[test]
fn cha_10_what_becomes_of_it_and_why_it_failed_is_said_as_the_contract_has_it() {
    let states = [State::Nothing, State::Creating, State::Done, State::Failed, State::Rejected];
    assert_eq!(states.map(|state| i32::from(state.public())), [0, 1, 2, 3, 4]);
    assert_eq!(FAILURES.map(|failure| i32::from(failure.public())), [1, 2, 3]);
}

fn name(state: State) -> &'static str {
    match state {
        // As if none had been made.
        State::Nothing => "[*]",
        State::Creating => "Creating",
        State::Done => "Done",
        State::Failed => "Failed",
        State::Rejected => "Rejected",
    }
}

#[test]
fn cha_10_the_state_chart_of_a_summary_is_what_is_decided() {
    let context = DecideContext { now: Timestamp::UNIX_EPOCH, actor: Actor::system(), on_behalf_of: None, command_id: Uuid::nil() };
    let commands = [
        ("Request", request()),
        ("Complete", complete(1)),
        ("Fail", fail(1)),
        ("Edit", edit("Polvi lepää.")),
        ("Accept", ACCEPT),
        ("Reject", REJECT),
        ("Clear", CLEAR),
    ];
    let histories = [
        vec![],
        vec![requested()],
        vec![requested(), completed()],
        vec![requested(), failed(Failure::NoAnswer)],
        vec![requested(), completed(), rejected()],
    ];
    let mut arrows = BTreeSet::new();
    for history in histories {
        for (command_name, command) in &commands {
            let before = ChatSummary::replay(&history);
            let Ok(events) = before.decide(command, &context) else { continue };
            let mut state = before.clone();
            for event in &events {
                state.evolve(event);
            }
            if state.state != before.state {
                arrows.insert(arrow(before.state == State::Nothing, name(before.state), name(state.state), command_name));
            }
        }
    }
    assert_eq!(arrows, drawn(include_str!("../../../../docs/state-charts.md"), "A summary of a chat"));
}
