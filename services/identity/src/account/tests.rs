//! Rules of the deletion of an account.

use chassis_domain::{OnBehalfOf, PersonId, Timestamp, Uuid, testing::given};

use super::{Account, Command, Event};

fn days(count: i64) -> Timestamp {
    Timestamp::from_second(count * 86_400).unwrap_or_default()
}

fn carry_out(open: u32) -> Command {
    Command::CarryOut { open, again_at: days(15) }
}

fn due() -> Timestamp {
    days(14)
}

fn ask(confirmed: bool, open: u32) -> Command {
    Command::Ask { confirmed, fresh: true, due_at: due(), open }
}

/// What is asked with the command id of `given`.
fn asked() -> Event {
    Event::Asked { due_at: due(), receipt: Uuid::new_v5(&Uuid::from_u128(1), b"receipt") }
}

#[test]
fn it_is_due_when_the_days_of_regret_are_over() {
    given::<Account>([]).when(&ask(true, 0)).then([asked()]);
    given::<Account>([asked()]).at(days(13)).when(&carry_out(0)).then_nothing();
    given::<Account>([asked()]).at(due()).when(&carry_out(0)).then([Event::Deleted]);
}

#[test]
fn it_needs_the_confirmation_and_nothing_open() {
    given::<Account>([]).when(&ask(false, 0)).then_refused("deletion_not_confirmed");
    given::<Account>([]).when(&ask(true, 2)).then_refused("deletion_conversations_open");
}

#[test]
fn s_24_it_needs_a_fresh_sign_in_as_the_last_thing() {
    let stale = |confirmed, open| Command::Ask { confirmed, fresh: false, due_at: due(), open };
    given::<Account>([]).when(&stale(true, 0)).then_refused("fresh_sign_in_needed");
    given::<Account>([]).when(&stale(false, 0)).then_refused("deletion_not_confirmed");
    given::<Account>([]).when(&stale(true, 2)).then_refused("deletion_conversations_open");
    given::<Account>([asked()]).when(&stale(true, 0)).then_nothing();
}

#[test]
fn nobody_else_deletes_an_account() {
    let somebody = OnBehalfOf { impersonator: PersonId::from_uuid(Uuid::from_u128(9)) };
    given::<Account>([]).on_behalf(somebody).when(&ask(true, 0)).then_refused("deletion_on_behalf");
    given::<Account>([asked()]).on_behalf(somebody).when(&Command::Withdraw).then_refused("deletion_on_behalf");
}

#[test]
fn asked_for_twice_it_stays_with_the_first_day() {
    given::<Account>([asked()]).at(due()).when(&ask(true, 0)).then_nothing();
}

#[test]
fn it_can_be_taken_back_until_it_is_carried_out() {
    given::<Account>([asked()]).when(&Command::Withdraw).then([Event::Withdrawn]);
    given::<Account>([asked(), Event::Withdrawn]).at(due()).when(&carry_out(0)).then_nothing();
    given::<Account>([asked(), Event::Deleted]).when(&Command::Withdraw).then_refused("not_found");
    given::<Account>([asked(), Event::Deleted]).when(&ask(true, 0)).then_refused("not_found");
}

#[test]
fn what_was_opened_since_postpones_it_by_a_day() {
    let postponed = Event::Postponed { due_at: days(15) };
    given::<Account>([asked()]).at(due()).when(&carry_out(1)).then([postponed.clone()]);
    given::<Account>([asked(), postponed]).at(due()).when(&carry_out(0)).then_nothing();
}
