//! The rules of chats: who takes part, what becomes of them, and for whom they do not exist.

use std::collections::BTreeSet;

use chassis_domain::{
    Aggregate, DomainEvent, EventMeta, Mandates, Matter, PersonId, RetentionClass, Sealed, Timestamp, Uuid,
    testing::{
        Given,
        chart::{arrow, drawn},
        given,
    },
};

use super::{
    Chat, Command, Customer, Event, EventKind, Joining, LeaveReason, MESSAGE_MAX_CHARS, MESSAGES_MAX, Phase, Practitioner, Side, Standing, Who,
};

const QUEUE: Uuid = Uuid::from_u128(10);
const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const EINO: PersonId = PersonId::from_uuid(Uuid::from_u128(2));
const LIISA: PersonId = PersonId::from_uuid(Uuid::from_u128(3));
const ANNA: PersonId = PersonId::from_uuid(Uuid::from_u128(4));

fn aino() -> Customer {
    Customer { resident: AINO, at_screen: AINO, mandates: None }
}

fn eino_for_aino(health: bool) -> Customer {
    Customer { resident: AINO, at_screen: EINO, mandates: Some(Mandates { health, social: !health }) }
}

fn works(person: PersonId, works_through: bool) -> Practitioner {
    Practitioner { person, name: "Liisa Virtanen".to_owned(), works_through }
}

fn liisa() -> Practitioner {
    works(LIISA, true)
}

fn by(practitioner: Practitioner) -> Who {
    Who::Practitioner(practitioner)
}

fn event(customer: Customer, practitioner: Option<PersonId>, what: EventKind) -> Event {
    let Customer { resident, at_screen, .. } = customer;
    Event { what, standing: Standing { queue: QUEUE, matter: Matter::Health, resident, at_screen, ticket: 7, practitioner } }
}

fn joined() -> Event {
    event(aino(), None, EventKind::Joined)
}

fn accepted(line_seq: u64) -> Event {
    let practitioner_name = Sealed::new(LIISA, RetentionClass::Professional, "Liisa Virtanen".to_owned());
    event(aino(), Some(LIISA), EventKind::Accepted { practitioner_name, line_seq })
}

fn returned() -> Event {
    event(aino(), None, EventKind::Returned { by: LIISA, line_seq: 9 })
}

fn left(reason: LeaveReason) -> Event {
    event(aino(), None, EventKind::Left { reason, line_seq: 9 })
}

fn written(number: u32, side: Side, text: &str) -> Event {
    let text = Sealed::new(AINO, RetentionClass::CareRecord, text.to_owned());
    event(aino(), Some(LIISA), EventKind::MessageWritten { number, side, text })
}

fn ended(side: Side) -> Event {
    event(aino(), Some(LIISA), EventKind::Ended { side })
}

fn after(events: impl IntoIterator<Item = Event>) -> Given<Chat> {
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
    Command::Write { by, text: text.to_owned() }
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
    let eino = Customer { resident: EINO, at_screen: EINO, mandates: None };
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
    assert_eq!(told(written(1, Side::Customer, "Hei")), [screen.clone(), professional.clone()]);
    assert_eq!(told(ended(Side::Customer)), [screen, professional]);
    // The resident has no part in what somebody does for them.
    assert_eq!(told(event(eino_for_aino(true), None, EventKind::Joined)).first(), Some(&format!("screen:{EINO}:{AINO}")));
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
        ("EndBySystem", Command::EndBySystem),
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
