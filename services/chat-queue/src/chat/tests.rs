//! The rules of chats: who takes part, what becomes of them, and for whom they do not exist.

use std::collections::BTreeSet;

use chassis_domain::{
    Aggregate, DomainEvent, EventMeta, Mandates, Matter, PersonId, Refusal as _, RetentionClass, Sealed, Timestamp, Uuid,
    testing::{
        Given,
        chart::{arrow, drawn},
        given,
    },
};

use super::{
    Chat, Command, Customer, Event, EventKind, Joining, LeaveReason, MESSAGE_MAX_CHARS, MESSAGES_MAX, Phase, Practitioner, Refused, Side, Standing,
    Who,
    thread::thread,
    visit::{may_join, may_write},
};

const QUEUE: Uuid = Uuid::from_u128(10);
const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const EINO: PersonId = PersonId::from_uuid(Uuid::from_u128(2));
pub(super) const LIISA: PersonId = PersonId::from_uuid(Uuid::from_u128(3));
pub(super) const ANNA: PersonId = PersonId::from_uuid(Uuid::from_u128(4));
const VISIT: PersonId = PersonId::from_uuid(Uuid::from_u128(5));

pub(super) fn aino() -> Customer {
    Customer { resident: AINO, at_screen: AINO, mandates: None, visitor: false }
}

fn eino_for_aino(health: bool) -> Customer {
    Customer { resident: AINO, at_screen: EINO, mandates: Some(Mandates { health, social: !health }), visitor: false }
}

pub(super) fn works(person: PersonId, works_through: bool) -> Practitioner {
    Practitioner { person, name: "Liisa Virtanen".to_owned(), works_through }
}

pub(super) fn liisa() -> Practitioner {
    works(LIISA, true)
}

pub(super) fn by(practitioner: Practitioner) -> Who {
    Who::Practitioner(practitioner)
}

pub(super) fn event(customer: Customer, practitioner: Option<PersonId>, what: EventKind) -> Event {
    let Customer { resident, at_screen, visitor, .. } = customer;
    Event { what, standing: Standing { queue: QUEUE, matter: Matter::Health, resident, at_screen, ticket: 7, practitioner, visitor } }
}

pub(super) fn joined() -> Event {
    event(aino(), None, EventKind::Joined)
}

pub(super) fn accepted(line_seq: u64) -> Event {
    accepted_of(aino(), line_seq)
}

fn accepted_of(customer: Customer, line_seq: u64) -> Event {
    let practitioner_name = Sealed::new(LIISA, RetentionClass::Professional, "Liisa Virtanen".to_owned());
    event(customer, Some(LIISA), EventKind::Accepted { practitioner_name, line_seq })
}

/// What happened to the chat of a visit, which somebody has accepted.
fn visited() -> [Event; 2] {
    [event(Customer::visitor(VISIT), None, EventKind::Joined), accepted_of(Customer::visitor(VISIT), 8)]
}

pub(super) fn returned() -> Event {
    event(aino(), None, EventKind::Returned { by: LIISA, line_seq: 9 })
}

fn left(reason: LeaveReason) -> Event {
    event(aino(), None, EventKind::Left { reason, line_seq: 9 })
}

pub(super) fn written(number: u32, side: Side, text: &str) -> Event {
    let text = Sealed::new(AINO, RetentionClass::CareRecord, text.to_owned());
    event(aino(), Some(LIISA), EventKind::MessageWritten { number, side, text, files: Vec::new() })
}

pub(super) fn ended(side: Side) -> Event {
    event(aino(), Some(LIISA), EventKind::Ended { side })
}

fn rated(rating: super::Rating) -> Event {
    event(aino(), Some(LIISA), EventKind::Rated { rating })
}

pub(super) fn after(events: impl IntoIterator<Item = Event>) -> Given<Chat> {
    given(events)
}

fn joining(customer: Customer) -> Command {
    Command::Join(Joining { queue: QUEUE, matter: Matter::Health, customer, ticket: 7 })
}

fn accept(by: Practitioner) -> Command {
    Command::Accept { by, line_seq: 9 }
}

fn give_back(by: Practitioner) -> Command {
    Command::Return { by, line_seq: 9 }
}

fn write(by: Who, text: &str) -> Command {
    Command::Write { by, text: text.to_owned(), files: Vec::new() }
}

#[test]
fn cha_04_a_place_is_taken_once_and_given_up_once() {
    after([]).when(&joining(aino())).then([joined()]);
    after([joined()]).when(&joining(aino())).then_nothing();
    let leave = Command::Leave { by: aino(), line_seq: 9 };
    after([joined()]).when(&leave).then([left(LeaveReason::Own)]);
    after([joined(), left(LeaveReason::Own)]).when(&leave).then_nothing();
    after([joined(), accepted(8), ended(Side::Customer)]).when(&leave).then_nothing();
    // Who is accepted in the moment in which they leave is told so.
    after([joined(), accepted(8)]).when(&leave).then_refused("chat_accepted");
    after([]).when(&leave).then_refused("not_found");
}

#[test]
fn cha_04_a_place_belongs_to_the_person_at_the_screen_and_the_mandate_has_to_cover_it() {
    let leave = |by| Command::Leave { by, line_seq: 9 };
    let of_eino = || event(eino_for_aino(true), None, EventKind::Joined);
    after([]).when(&joining(eino_for_aino(true))).then([of_eino()]);
    after([of_eino()]).when(&leave(aino())).then_refused("not_found");
    after([of_eino()]).when(&leave(eino_for_aino(false))).then_refused("not_found");
    let left_by_eino = event(eino_for_aino(true), None, EventKind::Left { reason: LeaveReason::Own, line_seq: 9 });
    after([of_eino()]).when(&leave(eino_for_aino(true))).then([left_by_eino]);
    after([joined()]).when(&leave(eino_for_aino(true))).then_refused("not_found");
    let eino = Customer { resident: EINO, at_screen: EINO, mandates: None, visitor: false };
    after([joined()]).when(&leave(eino)).then_refused("not_found");
}

#[test]
fn cha_04_who_is_away_is_passed_over_and_keeps_the_ticket_or_is_let_go() {
    let passed_over = || event(aino(), None, EventKind::PassedOver);
    after([joined()]).when(&Command::PassOver).then([passed_over()]);
    after([joined(), accepted(8)]).when(&Command::PassOver).then_nothing();
    let chat = after([joined(), passed_over()]);
    assert_eq!((chat.state().phase, chat.state().standing.as_ref().map(|standing| standing.ticket)), (Phase::Waiting, Some(7)));
    for reason in [LeaveReason::NotBack, LeaveReason::QueueClosed, LeaveReason::AccountDeleted] {
        let let_go = Command::LetGo { reason, line_seq: 9 };
        after([joined(), passed_over()]).when(&let_go).then([left(reason)]);
        after([joined(), accepted(8)]).when(&let_go).then_nothing();
    }
}

#[test]
fn cha_05_of_two_who_accept_one_has_them_and_the_other_is_told() {
    after([joined()]).when(&accept(liisa())).then([accepted(9)]);
    after([joined(), accepted(8)]).when(&accept(works(ANNA, true))).then_refused("chat_taken");
    after([joined(), accepted(8), ended(Side::Customer)]).when(&accept(works(ANNA, true))).then_refused("chat_taken");
    // Who has them already, also after the queue was taken away: nothing changes.
    after([joined(), accepted(8)]).when(&accept(liisa())).then_nothing();
    after([joined(), accepted(8)]).when(&accept(works(LIISA, false))).then_nothing();
    after([joined(), left(LeaveReason::Own)]).when(&accept(liisa())).then_refused("chat_left");
}

#[test]
fn cha_12_for_who_does_not_work_through_the_queue_the_chat_does_not_exist() {
    let anna = || works(ANNA, false);
    for history in [vec![joined()], vec![joined(), accepted(8)], vec![joined(), left(LeaveReason::Own)]] {
        after(history.clone()).when(&accept(anna())).then_refused("not_found");
        after(history.clone()).when(&give_back(anna())).then_refused("not_found");
        after(history.clone()).when(&write(by(anna()), "Hei")).then_refused("not_found");
        after(history).when(&Command::End { by: by(anna()) }).then_refused("not_found");
    }
    // Of a colleague's chat also those know nothing who work through the queue.
    let colleague = || by(works(ANNA, true));
    after([joined(), accepted(8)]).when(&write(colleague(), "Hei")).then_refused("not_found");
    after([joined(), accepted(8)]).when(&Command::End { by: colleague() }).then_refused("not_found");
    after([joined(), accepted(8)]).when(&give_back(works(ANNA, true))).then_refused("not_found");
}

#[test]
fn cha_05_who_is_put_back_has_the_place_they_had() {
    let chat = after([joined(), accepted(8)]).when(&give_back(works(LIISA, false))).then([returned()]);
    assert_eq!((chat.phase, chat.practitioner_name, chat.standing.map(|standing| standing.ticket)), (Phase::Waiting, None, Some(7)));
    after([joined(), accepted(8), returned()]).when(&give_back(liisa())).then_nothing();
    after([joined(), accepted(8), ended(Side::Customer)]).when(&give_back(liisa())).then_refused("chat_ended");
    after([joined(), accepted(8), returned()]).when(&write(by(liisa()), "Hei")).then_refused("chat_ended");
}

#[test]
fn cha_06_both_write_while_it_goes_on() {
    let chat = || after([joined(), accepted(8)]);
    chat().when(&write(Who::Customer(aino()), " Hei\n")).then([written(1, Side::Customer, "Hei")]);
    after([joined(), accepted(8), written(1, Side::Customer, "Hei")]).when(&write(by(liisa()), "Päivää")).then([written(
        2,
        Side::Practitioner,
        "Päivää",
    )]);
    chat().when(&write(Who::Customer(aino()), " \n ")).then_refused("chat_message_empty");
    chat().when(&write(Who::Customer(aino()), &"ä".repeat(MESSAGE_MAX_CHARS + 1))).then_refused("chat_message_too_long");
    let longest = "ä".repeat(MESSAGE_MAX_CHARS);
    chat().when(&write(Who::Customer(aino()), &longest)).then([written(1, Side::Customer, &longest)]);
    let full = [joined(), accepted(8), written(MESSAGES_MAX, Side::Customer, "Hei")];
    after(full).when(&write(Who::Customer(aino()), "Hei")).then_refused("chat_full");
    after([joined()]).when(&write(Who::Customer(aino()), "Hei")).then_refused("chat_ended");
    after([joined(), accepted(8), ended(Side::Customer)]).when(&write(by(liisa()), "Hei")).then_refused("chat_ended");
}

#[test]
fn cha_06_either_side_ends_it_and_it_stays_ended() {
    let end = |by| Command::End { by };
    after([joined(), accepted(8)]).when(&end(Who::Customer(aino()))).then([ended(Side::Customer)]);
    after([joined(), accepted(8)]).when(&end(by(liisa()))).then([ended(Side::Practitioner)]);
    after([joined(), accepted(8)]).when(&Command::EndBySystem).then([ended(Side::System)]);
    after([joined(), accepted(8), ended(Side::Customer)]).when(&end(by(liisa()))).then_nothing();
    after([joined()]).when(&end(Who::Customer(aino()))).then_refused("chat_ended");
    after([joined()]).when(&Command::EndBySystem).then_nothing();
}

#[test]
fn cha_04_what_was_begun_in_a_visit_is_of_that_visit_alone() {
    let visitor = Customer::visitor;
    let leave = |by| Command::Leave { by, line_seq: 9 };
    let [waits, accepted] = visited();
    after([]).when(&joining(visitor(VISIT))).then([waits.clone()]);
    let left = event(visitor(VISIT), None, EventKind::Left { reason: LeaveReason::Own, line_seq: 9 });
    after([waits.clone()]).when(&leave(visitor(VISIT))).then([left]);
    // Neither another visit nor whoever has the same id and is signed in, nor the other way about.
    for stranger in [visitor(AINO), aino(), Customer { visitor: false, ..visitor(VISIT) }] {
        after([waits.clone()]).when(&leave(stranger)).then_refused("not_found");
        after([waits.clone(), accepted.clone()]).when(&write(Who::Customer(stranger), "Hei")).then_refused("not_found");
    }
    after([joined()]).when(&leave(visitor(AINO))).then_refused("not_found");
}

#[test]
fn cha_04_what_both_sides_write_is_sealed_under_the_key_of_the_visit_until_somebody_has_claimed_it() {
    let text = |class, whose, text: &str| Sealed::new(whose, class, text.to_owned());
    let sealed = |customer, side, text| event(customer, Some(LIISA), EventKind::MessageWritten { number: 1, side, text, files: Vec::new() });
    let visitor = Customer::visitor(VISIT);
    let hello = sealed(visitor, Side::Customer, text(RetentionClass::Visit, VISIT, "Hei"));
    after(visited()).when(&write(Who::Customer(visitor), "Hei")).then([hello]);
    let answer = sealed(visitor, Side::Practitioner, text(RetentionClass::Visit, VISIT, "Päivää"));
    after(visited()).when(&write(by(liisa()), "Päivää")).then([answer]);
    let claimed = event(aino(), Some(LIISA), EventKind::Claimed { visit: VISIT });
    let answer = sealed(aino(), Side::Practitioner, text(RetentionClass::CareRecord, AINO, "Päivää"));
    after(visited().into_iter().chain([claimed])).when(&write(by(liisa()), "Päivää")).then([answer]);
}

#[test]
fn cha_04_who_signs_in_has_the_place_or_the_chat_as_it_stands_once() {
    let claim = |visit| Command::Claim { visit, by: AINO };
    let claimed = |practitioner| event(aino(), practitioner, EventKind::Claimed { visit: VISIT });
    let over = |what| event(Customer::visitor(VISIT), Some(LIISA), what);
    let [waits, accepted] = visited();
    let ended = over(EventKind::Ended { side: Side::Customer });
    let chat = after([waits.clone()]).when(&claim(VISIT)).then([claimed(None)]);
    assert_eq!((chat.phase, chat.standing.map(|standing| standing.ticket)), (Phase::Waiting, Some(7)));
    let chat = after(visited()).when(&claim(VISIT)).then([claimed(Some(LIISA))]);
    assert_eq!((chat.phase, chat.practitioner_name.is_some()), (Phase::Active, true));
    after([waits.clone(), accepted, ended]).when(&claim(VISIT)).then_nothing();
    let left = event(Customer::visitor(VISIT), None, EventKind::Left { reason: LeaveReason::Own, line_seq: 9 });
    after([waits.clone(), left]).when(&claim(VISIT)).then_nothing();

    after([waits.clone(), claimed(None)]).when(&claim(VISIT)).then_nothing();
    after([waits.clone(), claimed(None)]).when(&Command::Claim { visit: VISIT, by: EINO }).then_refused("not_found");
    after([waits, claimed(None)]).when(&Command::Leave { by: Customer::visitor(VISIT), line_seq: 9 }).then_refused("not_found");
    after([]).when(&claim(VISIT)).then_refused("not_found");
    after(visited()).when(&claim(EINO)).then_refused("not_found");
    after([joined()]).when(&Command::Claim { visit: VISIT, by: EINO }).then_refused("not_found");
}

#[test]
fn cha_04_a_visitor_joins_five_times_an_hour_200_of_them_wait_and_each_writes_30_messages_a_minute() {
    let refusal = |result: Result<(), Refused>| result.err().map(|refused| refused.code());
    assert_eq!([may_join(4, 199), may_join(5, 0), may_join(0, 200)].map(refusal), [None, Some("chat_joins_too_many"), Some("chat_visitors_full")]);
    assert_eq!([may_write(29), may_write(30)].map(refusal), [None, Some("chat_messages_too_many")]);
}

#[test]
fn cha_06_files_go_along_with_or_without_words_and_never_in_a_visit() {
    let file = Uuid::from_u128(70);
    let with_file = |by, text: &str| Command::Write { by, text: text.to_owned(), files: vec![file] };
    let wrote = |side, text: &str| {
        let text = Sealed::new(AINO, RetentionClass::CareRecord, text.to_owned());
        event(aino(), Some(LIISA), EventKind::MessageWritten { number: 1, side, text, files: vec![file] })
    };
    let active = || after([joined(), accepted(8)]);
    active().when(&with_file(Who::Customer(aino()), " ")).then([wrote(Side::Customer, "")]);
    active().when(&with_file(by(liisa()), "Liite")).then([wrote(Side::Practitioner, "Liite")]);
    after([joined(), accepted(8), ended(Side::Customer)]).when(&with_file(Who::Customer(aino()), "")).then_refused("chat_ended");
    after([joined()]).when(&with_file(Who::Customer(aino()), "")).then_refused("chat_ended");
    for side in [Who::Customer(Customer::visitor(VISIT)), by(liisa())] {
        after(visited()).when(&with_file(side, "Hei")).then_refused("chat_files_need_sign_in");
    }
    let thread = thread([joined(), accepted(8), wrote(Side::Customer, "")].iter().map(|event| (Timestamp::UNIX_EPOCH, event)));
    assert_eq!([file, Uuid::nil()].map(|asked| thread.shows(asked)), [true, false]);
}

#[test]
fn who_is_told_of_what_happens() {
    let meta = EventMeta {
        event_id: Uuid::nil(),
        aggregate_id: Uuid::nil(),
        version: 1,
        recorded_at: Timestamp::UNIX_EPOCH,
        actor: chassis_domain::Actor::system(),
        on_behalf_of: None,
        command_id: Uuid::nil(),
    };
    let told = |event: Event| {
        let fact = event.publish(&meta).expect("public");
        fact.audience.into_iter().map(String::from).collect::<Vec<_>>()
    };
    let (screen, queue, professional) = (format!("screen:{AINO}:{AINO}"), format!("queue:{QUEUE}"), format!("person:{LIISA}"));
    assert_eq!(told(joined()), [screen.clone(), queue.clone()]);
    assert_eq!(told(accepted(8)), [screen.clone(), professional.clone(), queue.clone()]);
    assert_eq!(told(returned()), [screen.clone(), professional.clone(), queue.clone()]);
    assert_eq!(told(left(LeaveReason::Own)), [screen.clone(), queue]);
    assert_eq!(told(rated(super::Rating::Poor)), std::slice::from_ref(&screen));
    assert_eq!(told(written(1, Side::Customer, "Hei")), [screen.clone(), professional.clone()]);
    assert_eq!(told(ended(Side::Customer)), [screen.clone(), professional.clone()]);
    // Who waits has a name from then on, and in other windows of the visit it is gone.
    let claimed = |practitioner| event(aino(), practitioner, EventKind::Claimed { visit: VISIT });
    let visit = format!("screen:{VISIT}:{VISIT}");
    assert_eq!(told(claimed(None)), [screen.clone(), visit.clone(), format!("queue:{QUEUE}")]);
    assert_eq!(told(claimed(Some(LIISA))), [screen, visit, professional]);
    // The resident has no part in what somebody does for them.
    assert_eq!(told(event(eino_for_aino(true), None, EventKind::Joined)).first(), Some(&format!("screen:{EINO}:{AINO}")));
}

#[test]
fn cha_08_who_joined_says_once_how_it_was_and_not_before_it_is_over() {
    use super::Rating::{Good, Poor};
    let rate = |by, rating| Command::Rate { by, rating };
    let over = || [joined(), accepted(8), ended(Side::Practitioner)];
    for rating in [Good, Poor] {
        let chat = after(over()).when(&rate(aino(), rating)).then([rated(rating)]);
        assert_eq!((chat.phase, chat.rating), (Phase::Ended, Some(rating)));
    }
    let again = || after(over().into_iter().chain([rated(Good)]));
    again().when(&rate(aino(), Good)).then_nothing();
    again().when(&rate(aino(), Poor)).then_refused("chat_rated");
    after([joined()]).when(&rate(aino(), Good)).then_refused("chat_not_over");
    after([joined(), accepted(8)]).when(&rate(aino(), Good)).then_refused("chat_not_over");
    after([joined(), left(LeaveReason::Own)]).when(&rate(aino(), Good)).then_refused("chat_not_over");
    after([]).when(&rate(aino(), Good)).then_refused("not_found");
    // Who acts for them has had no part in it.
    after(over()).when(&rate(eino_for_aino(true), Good)).then_refused("not_found");
    again().when(&rate(eino_for_aino(true), Poor)).then_refused("not_found");
    // A visitor says it as well; of what somebody has claimed it is theirs to say.
    let visitor = Customer::visitor(VISIT);
    let of_visitor = |what| event(visitor, Some(LIISA), what);
    let visit_over = || visited().into_iter().chain([of_visitor(EventKind::Ended { side: Side::Customer })]);
    after(visit_over()).when(&rate(visitor, Poor)).then([of_visitor(EventKind::Rated { rating: Poor })]);
    let claimed = event(aino(), Some(LIISA), EventKind::Claimed { visit: VISIT });
    let claimed_over = || visited().into_iter().chain([claimed.clone(), ended(Side::Practitioner)]);
    after(claimed_over()).when(&rate(aino(), Good)).then([rated(Good)]);
    after(claimed_over()).when(&rate(visitor, Good)).then_refused("not_found");
}

fn name(phase: Phase) -> &'static str {
    match phase {
        Phase::NotJoined => "NotJoined",
        Phase::Waiting => "Waiting",
        Phase::Active => "Active",
        Phase::Ended => "Ended",
        Phase::Left => "Left",
    }
}

#[test]
fn the_state_chart_of_a_chat_is_what_is_decided() {
    let commands = [
        ("Join", joining(aino())),
        ("Accept", accept(liisa())),
        ("PassOver", Command::PassOver),
        ("Return", give_back(liisa())),
        ("Leave", Command::Leave { by: aino(), line_seq: 9 }),
        ("LetGo", Command::LetGo { reason: LeaveReason::NotBack, line_seq: 9 }),
        ("Write", write(Who::Customer(aino()), "Hei")),
        ("End", Command::End { by: Who::Customer(aino()) }),
        ("Rate", Command::Rate { by: aino(), rating: super::Rating::Good }),
        ("EndBySystem", Command::EndBySystem),
        ("NoteUnattended", Command::NoteUnattended { practitioner: LIISA }),
        ("TakeOver", Command::TakeOver { by: works(ANNA, true) }),
    ];
    let histories = [
        vec![],
        vec![joined()],
        vec![joined(), accepted(8)],
        vec![joined(), accepted(8), ended(Side::Customer)],
        vec![joined(), left(LeaveReason::Own)],
    ];
    let mut arrows = BTreeSet::new();
    for history in histories {
        for (command_name, command) in &commands {
            let before = after(history.clone()).state().clone();
            let cx = chassis_domain::DecideContext {
                now: Timestamp::UNIX_EPOCH,
                actor: chassis_domain::Actor::system(),
                on_behalf_of: None,
                command_id: Uuid::nil(),
            };
            let Ok(events) = before.decide(command, &cx) else { continue };
            let mut state = before.clone();
            for event in &events {
                state.evolve(event);
            }
            if state.phase != before.phase {
                arrows.insert(arrow(before.phase == Phase::NotJoined, name(before.phase), name(state.phase), command_name));
            }
        }
    }
    assert_eq!(arrows, drawn(include_str!("../../../../docs/state-charts.md"), "A chat"));
}
