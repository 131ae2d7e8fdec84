//! Conversations about forms whose sender is not known: professionals among themselves (SUR-07).

use chassis_domain::{Aggregate, Id, Matter, PersonId, Timestamp, Uuid};
use kajo_proto::conversations::v1::{ConversationKind, ConversationStarted, SystemEventKind};
use prost::Message;

use super::{
    AINO, Command, Conversation, DOCTORS, Draft, Event, EventKind, LIISA, Line, MIKKO, NURSES, PEKKA, ParticipantKind, Phase, QueueKind, Visibility,
    Who, context, decided, doctor, draft, event, name, nurse, place, resident, taken, thread,
};
use crate::{
    audience::Audience,
    conversation::{Kind, command::FormOpening, fact::published},
};

const FORM: Uuid = Uuid::from_u128(81);

pub(super) fn opening() -> FormOpening {
    FormOpening { response: Id::from_uuid(FORM), patient: None, place: place(NURSES), matter: Matter::Health, visible_to_guardians: false }
}

fn opened() -> Event {
    let mut happened = Conversation::default().decide(&Command::OpenForForm(Box::new(opening())), &context()).expect("it opens");
    happened.pop().expect("one event")
}

fn handled() -> Vec<Event> {
    vec![opened(), taken(LIISA)]
}

fn write_to(by: Who, visibility: Visibility) -> Command {
    Command::Write { by, draft: Draft { visibility, ..draft() }, seen: 0, unreachable: None }
}

#[test]
fn sur_07_an_anonymous_form_stands_in_its_queue_once_and_is_nobody_s() {
    let conversation = Conversation::replay(&[opened()]);
    assert_eq!((conversation.phase, conversation.entries), (Phase::Queued, 0));
    assert_eq!((conversation.resident(), conversation.asker(), conversation.patient()), (None, None, None));
    assert!(conversation.participants.is_empty());
    let about = conversation.opening.as_ref().expect("it is open");
    assert_eq!(about.kind, Kind::AnonymousForm { response: opening().response });
    assert_eq!((about.kind.form(), about.kind.task(), about.patient()), (Some(opening().response), None, None));
    // What is said of it is sealed under a key of its own, and it has neither a name nor a topic.
    assert_eq!([about.resident, about.topic.subject(), about.resident_name.subject()], [PersonId::from_uuid(FORM); 3]);
    assert_eq!([&about.topic, &about.resident_name].map(|text| text.open().map(String::as_str)), [Some(""); 2]);
    let shown = FormOpening { visible_to_guardians: true, ..opening() };
    let shown = Conversation::default().decide(&Command::OpenForForm(Box::new(shown)), &context()).expect("it opens");
    assert!(!Conversation::replay(&shown).visible_to_guardians(), "there is no teenager");
    assert_eq!(opened().audience, Audience { queues: [NURSES].into(), ..Audience::default() });
    assert_eq!(decided([opened()], &Command::OpenForForm(Box::new(opening()))), Err("already_started"));
}

#[test]
fn sur_07_who_works_the_queue_reads_an_anonymous_form_and_no_resident_does_whoever_they_are() {
    let conversation = Conversation::replay(&handled());
    assert!(conversation.may_read(&nurse(LIISA)) && conversation.may_read(&nurse(PEKKA)));
    assert!(!conversation.may_read(&doctor(MIKKO)));
    for person in [AINO, PersonId::from_uuid(FORM)] {
        assert!(!conversation.may_read(&resident(person)), "{person}");
        assert_eq!(decided(handled(), &write_to(resident(person), Visibility::Everyone)), Err("not_found"));
        assert_eq!(decided(handled(), &Command::MarkDone { by: resident(person) }), Err("not_found"));
    }
}

#[test]
fn sur_07_professionals_write_notes_to_each_other_and_nobody_is_answered() {
    let note = |by, visibility| decided(handled(), &write_to(by, visibility)).map(|happened| happened.len());
    assert_eq!(note(nurse(LIISA), Visibility::Everyone), Err("visibility_not_allowed"));
    assert_eq!((note(nurse(LIISA), Visibility::Practitioners), note(nurse(LIISA), Visibility::TakingPart)), (Ok(1), Ok(1)));
    assert_eq!(note(nurse(PEKKA), Visibility::Practitioners), Err("owned_by_another"));
    assert_eq!(decided([opened()], &write_to(nurse(LIISA), Visibility::Practitioners)), Err("not_taken"));
    let state = Conversation::replay(&handled());
    assert_eq!(state.needs_consent(&nurse(LIISA), &draft()), None);
    // Sealed under the key of the form, and told to professionals alone.
    let written = state.decide(&write_to(nurse(LIISA), Visibility::Practitioners), &context()).expect("a note").remove(0);
    assert!(matches!(&written.what, EventKind::MessageWritten { text, .. } if text.subject() == PersonId::from_uuid(FORM)));
    assert_eq!(written.audience, Audience { people: [LIISA].into(), queues: [NURSES].into(), ..Audience::default() });
    // It wakes a colleague who takes part and was done.
    let joined = event(EventKind::Participated { by: PEKKA, name: name(PEKKA) });
    let done = event(EventKind::MarkedDone { by: PEKKA, kind: ParticipantKind::Practitioner, name: Some(name(PEKKA)) });
    let before = [handled(), vec![joined, done]].concat();
    assert!(Conversation::replay(&before).is_done(PEKKA));
    assert!(!Conversation::replay(&[before, vec![written]].concat()).is_done(PEKKA));
}

#[test]
fn sur_07_an_anonymous_form_is_handled_as_any_task_but_nobody_is_asked_about_a_patient() {
    let by = || nurse(LIISA);
    let allowed = [
        Command::TakeOver { by: nurse(PEKKA) },
        Command::Participate { by: nurse(PEKKA) },
        Command::Assign { by: by(), to: nurse(PEKKA) },
        Command::Return { by: by() },
        Command::Forward { by: by(), to: place(DOCTORS), kind: QueueKind::Message, matter: Matter::Social },
        Command::MarkDone { by: by() },
        Command::End { by: by(), done: true },
    ];
    for command in allowed {
        assert_eq!(decided(handled(), &command).map(|happened| happened.len()), Ok(1), "{command:?}");
    }
    let ask = Command::RequestConsultation { by: by(), place: place(DOCTORS), text: "Who is it?".to_owned(), attachments: Vec::new() };
    assert_eq!(decided(handled(), &ask), Err("queue_of_other_kind"));
    assert_eq!(decided(handled(), &Command::AskToShowToGuardians { by: by(), teenager: true }), Err("not_a_teenager"));
    let offered = Conversation::replay(&handled()).permissions(&by());
    assert!(offered.write && offered.forward && offered.assign && offered.return_to_queue && offered.end && offered.mark_done);
    assert!(!offered.request_consultation);
}

#[test]
fn sur_07_the_thread_of_an_anonymous_form_says_that_it_was_picked_and_the_fact_names_nobody() {
    let history = handled();
    let shown = thread(history.iter().map(|event| (Timestamp::UNIX_EPOCH, event)), &nurse(PEKKA)).expect("readable");
    let picked = |line: &Line| matches!(line, Line::System(system) if (system.kind, system.actor) == (SystemEventKind::Picked, LIISA));
    assert!(shown.entries.iter().all(|entry| picked(&entry.line)) && shown.entries.len() == 1);
    assert!(shown.related(&nurse(PEKKA)).is_empty());

    let fact = published(&opened(), Uuid::from_u128(82)).expect("a fact");
    let started = ConversationStarted::decode(fact.payload.as_slice()).expect("readable");
    assert_eq!((started.kind(), started.form_response_id.as_str()), (ConversationKind::AnonymousForm, FORM.to_string().as_str()));
    assert_eq!((started.resident_id.as_str(), started.customer_task_id.as_str(), started.service_area_id.as_str()), ("", "", ""));
    assert_eq!(fact.audience.len(), 1);
}
