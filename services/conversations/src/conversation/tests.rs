//! Rules of conversations: given a history, when a command comes, then these events or this refusal.

mod anonymous;
mod chart;
mod form;
mod numbers;
mod reading;
mod task;
mod visibility;

use chassis_domain::{
    Aggregate, DecideContext, Id, Mandates, Matter, PersonId, Representative, RetentionClass, Sealed, Timestamp, Uuid, testing::given,
};

use super::{
    Command, Conversation, Event, EventKind, Kind, Opening, ParticipantKind, Phase, Place, Unreachable, Visibility, Who,
    command::PatientOpening,
    thread::{Line, thread},
    value::Draft,
};
use crate::{
    audience::Audience,
    category::{QueueKind, SubcategoryId},
};

const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const EINO: PersonId = PersonId::from_uuid(Uuid::from_u128(2));
const LIISA: PersonId = PersonId::from_uuid(Uuid::from_u128(3));
const PEKKA: PersonId = PersonId::from_uuid(Uuid::from_u128(4));
const MIKKO: PersonId = PersonId::from_uuid(Uuid::from_u128(5));
const NURSES: SubcategoryId = SubcategoryId::from_uuid(Uuid::from_u128(10));
const DOCTORS: SubcategoryId = SubcategoryId::from_uuid(Uuid::from_u128(11));

fn resident(person: PersonId) -> Who {
    Who::Resident { person, name: "Aino".to_owned(), representative: None }
}

/// Eino, who acts for Aino.
fn representative(mandates: Mandates, of_teenager: bool) -> Who {
    let representative = Some(Representative { person: EINO, name: "Eino".to_owned(), mandates, of_teenager });
    Who::Resident { person: AINO, name: "Aino".to_owned(), representative }
}

fn nurse(person: PersonId) -> Who {
    Who::Practitioner { person, name: "Nurse".to_owned(), queues: [NURSES].into(), consulted_in: [].into() }
}

fn doctor(person: PersonId) -> Who {
    Who::Practitioner { person, name: "Doctor".to_owned(), queues: [DOCTORS].into(), consulted_in: [].into() }
}

fn place(queue: SubcategoryId) -> Place {
    Place { category: Id::from_uuid(Uuid::from_u128(9)), subcategory: queue }
}

fn name(person: PersonId) -> Sealed<String> {
    Sealed::new(person, RetentionClass::Professional, "Nurse".to_owned())
}

fn event(what: EventKind) -> Event {
    Event { what, audience: Audience::default() }
}

fn started() -> Event {
    let text = |text: &str| Sealed::new(AINO, RetentionClass::CareRecord, text.to_owned());
    event(EventKind::Started {
        opening: Opening {
            kind: Kind::Message,
            resident: AINO,
            resident_name: text("Aino"),
            service_area: Some(Id::from_uuid(Uuid::from_u128(8))),
            topic: text("Ear"),
            matter: Matter::Health,
            visible_to_guardians: false,
            begun_by: None,
            quiet: false,
        },
        place: place(NURSES),
    })
}

fn written(author: PersonId, author_kind: ParticipantKind, visibility: Visibility) -> Event {
    event(EventKind::MessageWritten {
        message: Id::from_uuid(Uuid::from_u128(20)),
        author,
        author_kind,
        text: Sealed::new(AINO, RetentionClass::CareRecord, "Hello".to_owned()),
        visibility,
        attachments: Vec::new(),
        written_by: None,
    })
}

fn taken(by: PersonId) -> Event {
    event(EventKind::Taken { by, name: name(by) })
}

fn ended(by: PersonId) -> Event {
    event(EventKind::Ended { by, done: false, name: None })
}

fn draft() -> Draft {
    Draft { text: "Hello".to_owned(), attachments: Vec::new(), visibility: Visibility::Everyone }
}

fn write(by: Who) -> Command {
    Command::Write { by, draft: draft(), seen: 0, unreachable: None }
}

fn context() -> DecideContext {
    DecideContext { now: Timestamp::UNIX_EPOCH, actor: chassis_domain::Actor::system(), on_behalf_of: None, command_id: Uuid::from_u128(99) }
}

/// What is decided, without the audience.
fn decided(history: impl IntoIterator<Item = Event>, command: &Command) -> Result<Vec<EventKind>, &'static str> {
    use chassis_domain::Refusal;
    let history: Vec<_> = history.into_iter().collect();
    let outcome = Conversation::replay(&history).decide(command, &context());
    outcome.map(|events| events.into_iter().map(|event| event.what).collect()).map_err(|refusal| refusal.code())
}

#[test]
fn a_queued_conversation_is_taken() {
    let happened = decided([started()], &Command::Take { by: nurse(LIISA) });
    assert_eq!(happened, Ok(vec![EventKind::Taken { by: LIISA, name: name(LIISA) }]));
}

#[test]
fn taking_what_one_owns_changes_nothing() {
    given::<Conversation>([started(), taken(LIISA)]).when(&Command::Take { by: nurse(LIISA) }).then_nothing();
}

#[test]
fn an_owned_conversation_cannot_be_taken_and_the_owner_is_named() {
    let taking = Command::Take { by: nurse(PEKKA) };
    given::<Conversation>([started(), taken(LIISA)]).when(&taking).then_refused("owned_by_another");
}

#[test]
fn who_does_not_work_the_queue_does_not_learn_that_the_conversation_exists() {
    given::<Conversation>([started()]).when(&Command::Take { by: doctor(MIKKO) }).then_refused("not_found");
    given::<Conversation>([started()]).when(&write(resident(EINO))).then_refused("not_found");
}

#[test]
fn of_the_professionals_only_the_owner_writes() {
    assert!(decided([started(), taken(LIISA)], &write(nurse(LIISA))).is_ok());
    assert_eq!(decided([started(), taken(LIISA)], &write(nurse(PEKKA))), Err("owned_by_another"));
    assert_eq!(decided([started()], &write(nurse(LIISA))), Err("not_taken"));
}

#[test]
fn the_resident_writes_as_long_as_it_is_open() {
    assert!(decided([started()], &write(resident(AINO))).is_ok());
    assert_eq!(decided([started(), taken(LIISA), ended(LIISA)], &write(resident(AINO))), Err("conversation_ended"));
    assert_eq!(decided([started(), taken(LIISA), ended(LIISA)], &write(nurse(LIISA))), Err("conversation_ended"));
}

#[test]
fn done_for_oneself_keeps_it_open_for_others() {
    let done = decided([started(), taken(LIISA)], &Command::MarkDone { by: nurse(PEKKA) });
    assert!(matches!(done.as_deref(), Ok([EventKind::MarkedDone { by, .. }]) if *by == PEKKA));
    let state = Conversation::replay(&[
        started(),
        taken(LIISA),
        event(EventKind::MarkedDone { by: PEKKA, kind: ParticipantKind::Practitioner, name: Some(name(PEKKA)) }),
    ]);
    assert_eq!(state.phase, Phase::Handling { owner: LIISA });
}

#[test]
fn only_the_owner_ends_it() {
    assert!(decided([started(), taken(LIISA)], &Command::End { by: nurse(LIISA), done: true }).is_ok());
    assert_eq!(decided([started(), taken(LIISA)], &Command::End { by: nurse(PEKKA), done: false }), Err("owned_by_another"));
    assert_eq!(decided([started(), taken(LIISA)], &Command::End { by: resident(AINO), done: false }), Err("not_owner"));
}

#[test]
fn a_consultation_is_ended_by_who_took_it_and_by_nobody_else() {
    let EventKind::Started { mut opening, .. } = started().what else { unreachable!("it begins so") };
    opening.kind = Kind::Consultation { asker: LIISA, asker_name: name(LIISA), of: Some(Id::from_uuid(Uuid::from_u128(30))) };
    let asked = event(EventKind::Started { opening, place: place(DOCTORS) });
    let end = |by| Command::End { by, done: false };
    let history = || [asked.clone(), taken(MIKKO)];
    assert_eq!(decided(history(), &end(nurse(LIISA))), Err("owned_by_another"));
    assert!(decided(history(), &end(doctor(MIKKO))).is_ok());
    assert_eq!(decided(history(), &end(doctor(PEKKA))), Err("owned_by_another"));
    assert_eq!(decided([asked], &end(doctor(PEKKA))), Err("not_taken"));
}

#[test]
fn an_onlooker_is_who_never_took_part() {
    let state = Conversation::replay(&[started(), taken(LIISA)]);
    assert!(!state.is_onlooker(LIISA));
    assert!(state.is_onlooker(PEKKA));
    let handed_on = event(EventKind::Forwarded { by: LIISA, from: NURSES, to: place(DOCTORS), matter: Matter::Health });
    assert!(!Conversation::replay(&[started(), taken(LIISA), handed_on]).is_onlooker(LIISA), "has read it, though it is theirs no more");
}

#[test]
fn a_forwarded_conversation_stands_in_the_other_queue_and_has_no_owner() {
    let forward = Command::Forward { by: nurse(LIISA), to: place(DOCTORS), kind: QueueKind::Message, matter: Matter::Social };
    let happened = decided([started(), taken(LIISA)], &forward);
    assert_eq!(happened, Ok(vec![EventKind::Forwarded { by: LIISA, from: NURSES, to: place(DOCTORS), matter: Matter::Social }]));
    let again = Command::Forward { by: nurse(LIISA), to: place(NURSES), kind: QueueKind::Message, matter: Matter::Health };
    assert_eq!(decided([started(), taken(LIISA)], &again), Err("same_queue"));
}

#[test]
fn a_colleague_without_the_queue_cannot_be_handed_it() {
    let assign = |to| Command::Assign { by: nurse(LIISA), to };
    assert!(decided([started(), taken(LIISA)], &assign(nurse(PEKKA))).is_ok());
    assert_eq!(decided([started(), taken(LIISA)], &assign(doctor(MIKKO))), Err("colleague_without_access"));
}

#[test]
fn a_read_marker_moves_on_and_never_back() {
    let read = |up_to| Command::MarkRead { by: resident(AINO), up_to };
    let history = || [started(), written(AINO, ParticipantKind::Resident, Visibility::Everyone), taken(LIISA)];
    assert_eq!(decided(history(), &read(2)), Ok(vec![EventKind::Read { by: AINO, up_to: 2 }]));
    let after = history().into_iter().chain([event(EventKind::Read { by: AINO, up_to: 2 })]);
    assert_eq!(decided(after, &read(1)), Ok(vec![]));
    assert_eq!(decided(history(), &read(3)), Err("not_written_yet"));
}

#[test]
fn a_message_among_professionals_is_in_no_resident_s_thread() {
    let history = [
        started(),
        written(AINO, ParticipantKind::Resident, Visibility::Everyone),
        taken(LIISA),
        written(LIISA, ParticipantKind::Practitioner, Visibility::Practitioners),
    ];
    let messages = |reader: &Who| {
        let thread = thread(history.iter().map(|event| (Timestamp::UNIX_EPOCH, event)), reader).unwrap();
        thread.entries.iter().filter(|entry| matches!(entry.line, Line::Message(_))).count()
    };
    assert_eq!((messages(&nurse(PEKKA)), messages(&resident(AINO))), (2, 1));
}

#[test]
fn a_resident_takes_back_being_done_as_long_as_it_is_open() {
    let unmark = |by| Command::UnmarkDone { by };
    let done = || [started(), taken(LIISA), event(EventKind::MarkedDone { by: AINO, kind: ParticipantKind::Resident, name: None })];
    assert_eq!(decided(done(), &unmark(resident(AINO))), Ok(vec![EventKind::UnmarkedDone { by: AINO }]));
    assert_eq!(decided([started()], &unmark(resident(AINO))), Ok(vec![]), "nothing to take back");
    assert_eq!(decided(done(), &unmark(resident(EINO))), Err("not_found"));
    assert_eq!(decided(done(), &unmark(nurse(LIISA))), Err("not_owner"));
    assert_eq!(decided(done().into_iter().chain([ended(LIISA)]), &unmark(resident(AINO))), Err("conversation_ended"));
}

#[test]
fn what_one_may_not_read_wakes_nobody() {
    let done = |visibility| {
        let mark = event(EventKind::MarkedDone { by: AINO, kind: ParticipantKind::Resident, name: None });
        Conversation::replay(&[started(), taken(LIISA), mark, written(LIISA, ParticipantKind::Practitioner, visibility)]).is_done(AINO)
    };
    assert!(done(Visibility::Practitioners) && !done(Visibility::Everyone));
}

const HEALTH: Mandates = Mandates { health: true, social: false };
const SOCIAL: Mandates = Mandates { health: false, social: true };
const BOTH: Mandates = Mandates { health: true, social: true };

fn open(by: Who, matter: Matter, visible_to_guardians: bool) -> Command {
    let draft = Draft { text: "Hello".to_owned(), attachments: Vec::new(), visibility: Visibility::Everyone };
    let service_area = Id::from_uuid(Uuid::from_u128(8));
    Command::Start { by, service_area, place: place(NURSES), topic: "Ear".to_owned(), draft, matter, visible_to_guardians }
}

#[test]
fn idn_07_a_mandate_covers_its_own_matters_and_no_others() {
    assert!(decided([started()], &write(representative(HEALTH, false))).is_ok());
    assert_eq!(decided([started()], &write(representative(SOCIAL, false))), Err("not_found"), "as if it did not exist");
    assert_eq!(decided([], &open(representative(SOCIAL, false), Matter::Health, false)), Err("mandate_missing"));
    assert_eq!(decided([], &open(representative(HEALTH, false), Matter::Unsaid, false)), Err("mandate_missing"));
    assert!(decided([], &open(representative(BOTH, false), Matter::Unsaid, false)).is_ok());
}

#[test]
fn idn_07_what_went_on_to_social_services_needs_both_mandates() {
    let forwarded = || event(EventKind::Forwarded { by: LIISA, from: NURSES, to: place(DOCTORS), matter: Matter::Social });
    for (mandates, open) in [(HEALTH, false), (SOCIAL, false), (BOTH, true)] {
        let written = decided([started(), taken(LIISA), forwarded()], &write(representative(mandates, false)));
        assert_eq!(written.is_ok(), open, "{mandates:?}");
    }
}

#[test]
fn idn_07_a_message_on_behalf_names_both() {
    let happened = decided([started()], &write(representative(HEALTH, false))).unwrap();
    let [EventKind::MessageWritten { author, written_by: Some(written_by), .. }] = happened.as_slice() else { panic!("{happened:?}") };
    assert_eq!((*author, written_by.person, written_by.name.open().map(String::as_str)), (AINO, EINO, Some("Eino")));
    let happened = decided([started()], &write(resident(AINO))).unwrap();
    assert!(matches!(happened.as_slice(), [EventKind::MessageWritten { written_by: None, .. }]));
}

#[test]
fn idn_09_guardians_see_of_a_teenager_what_the_teenager_lets_them_see() {
    let guardian = || representative(BOTH, true);
    for (by, shared, seen) in [(resident(AINO), false, false), (resident(AINO), true, true), (guardian(), false, true)] {
        let opened = decided([], &open(by, Matter::Health, shared)).unwrap();
        let history = || opened.iter().cloned().map(event);
        assert_eq!(decided(history(), &write(guardian())).is_ok(), seen);
        assert!(decided(history(), &write(representative(BOTH, false))).is_ok(), "from 18 on, a mandate is the person's own");
        assert!(decided(history(), &write(resident(AINO))).is_ok());
    }
}

#[test]
fn what_a_representative_has_read_the_resident_has_not() {
    let history = || [started(), written(AINO, ParticipantKind::Resident, Visibility::Everyone), taken(LIISA)];
    assert_eq!(decided(history(), &Command::MarkRead { by: representative(HEALTH, false), up_to: 2 }), Ok(vec![]));
}

/// What a nurse begins with Aino.
fn to_aino(by: Who, unreachable: Option<Unreachable>) -> Command {
    Command::StartWithPatient(Box::new(PatientOpening {
        by,
        patient: AINO,
        patient_name: "Aino".to_owned(),
        unreachable,
        service_area: Some(Id::from_uuid(Uuid::from_u128(8))),
        place: place(NURSES),
        topic: "Ear".to_owned(),
        draft: draft(),
        matter: Matter::Health,
    }))
}

#[test]
fn who_writes_to_a_patient_owns_the_conversation_and_the_patient_answers() {
    let opened = decided([], &to_aino(nurse(LIISA), None)).unwrap();
    let history = || opened.iter().cloned().map(event);
    let state = Conversation::replay(&history().collect::<Vec<_>>());
    assert_eq!((state.owner(), state.resident(), state.asker(), state.entries), (Some(LIISA), Some(AINO), Some(AINO), 1));
    assert!(!state.visible_to_guardians(), "it is the teenager's to show");
    assert!(decided(history(), &write(resident(AINO))).is_ok());
    assert!(decided(history(), &write(nurse(LIISA))).is_ok());
    assert_eq!(decided(history(), &write(nurse(PEKKA))), Err("owned_by_another"));
    assert_eq!(decided(history(), &write(resident(EINO))), Err("not_found"));
    assert!(decided(history(), &Command::Return { by: nurse(LIISA) }).is_ok(), "it belongs to a queue");
    assert_eq!(decided(history(), &to_aino(nurse(LIISA), None)), Err("already_started"));
}

#[test]
fn nobody_begins_without_consent_or_in_a_queue_of_others() {
    assert_eq!(decided([], &to_aino(nurse(LIISA), Some(Unreachable::NoConsent))), Err("patient_no_consent"));
    assert_eq!(decided([], &to_aino(nurse(LIISA), Some(Unreachable::ManuallyAdded))), Err("patient_manually_added"));
    assert_eq!(decided([], &to_aino(doctor(MIKKO), None)), Err("queue_not_worked"));
    assert_eq!(decided([], &to_aino(resident(EINO), None)), Err("queue_not_worked"));
}

#[test]
fn what_a_professional_began_goes_on_while_the_patient_consents_and_what_the_patient_began_in_any_case() {
    let message =
        |by: Who, visibility| Command::Write { by, draft: Draft { visibility, ..draft() }, seen: 0, unreachable: Some(Unreachable::NoConsent) };
    let begun = || decided([], &to_aino(nurse(LIISA), None)).unwrap().into_iter().map(event);
    assert_eq!(decided(begun(), &message(nurse(LIISA), Visibility::Everyone)), Err("patient_no_consent"));
    assert!(decided(begun(), &message(nurse(LIISA), Visibility::Practitioners)).is_ok(), "a note among colleagues");
    assert!(decided(begun(), &message(resident(AINO), Visibility::Everyone)).is_ok(), "the patient writes");
    assert_eq!(decided(begun(), &message(nurse(PEKKA), Visibility::Everyone)), Err("owned_by_another"), "that comes first");
    assert!(decided([started(), taken(LIISA)], &message(nurse(LIISA), Visibility::Everyone)).is_ok());
}

#[test]
fn idn_09_the_teenager_alone_says_what_guardians_see() {
    let show = |by: Who, teenager, visible| Command::ShowToGuardians { by, teenager, visible };
    let shown = |visible| event(EventKind::ShownToGuardians { by: AINO, visible });
    let guardian = || representative(BOTH, true);
    assert_eq!(decided([started()], &show(resident(AINO), true, true)), Ok(vec![EventKind::ShownToGuardians { by: AINO, visible: true }]));
    assert_eq!(decided([started()], &show(resident(AINO), true, false)), Ok(vec![]), "as it is");
    assert_eq!(decided([started(), shown(true)], &show(resident(AINO), true, false)).map(|happened| happened.len()), Ok(1));
    assert_eq!(decided([started()], &show(resident(AINO), false, true)), Err("not_the_teenager"));
    assert_eq!(decided([started()], &show(guardian(), true, true)), Err("not_found"), "as if it did not exist");
    assert_eq!(decided([started(), shown(true)], &show(guardian(), true, false)), Err("not_the_teenager"));
    assert_eq!(decided([started()], &show(nurse(LIISA), true, true)), Err("not_the_teenager"));
    // The effect is immediate, both ways, and it is no entry of the thread.
    assert!(decided([started(), shown(true)], &write(guardian())).is_ok());
    assert_eq!(decided([started(), shown(true), shown(false)], &write(guardian())), Err("not_found"));
    assert_eq!(Conversation::replay(&[started(), shown(true)]).entries, 0);
    // Guardians who see it no more are told so, and once they know it, of nothing else.
    let cx = context();
    let hidden = Conversation::replay(&[started(), shown(true)]).decide(&show(resident(AINO), true, false), &cx).unwrap();
    assert!(hidden[0].audience.represented.is_some_and(|represented| represented.guardians));
    let later = Conversation::replay(&[started(), shown(true), shown(false)]).decide(&write(resident(AINO)), &cx).unwrap();
    assert!(later[0].audience.represented.is_some_and(|represented| !represented.guardians));
}
