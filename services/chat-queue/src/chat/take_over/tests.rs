//! The rules of taking over.

use chassis_domain::{RetentionClass, Sealed};

use crate::chat::{
    Command, Event, EventKind, Practitioner, Side,
    tests::{ANNA, LIISA, accepted, after, aino, ended, event, joined, liisa, returned, works},
};

fn unattended() -> Event {
    event(aino(), Some(LIISA), EventKind::Unattended)
}

fn attended() -> Event {
    event(aino(), Some(LIISA), EventKind::Attended)
}

fn taken_over() -> Event {
    let practitioner_name = Sealed::new(ANNA, RetentionClass::Professional, "Liisa Virtanen".to_owned());
    event(aino(), Some(ANNA), EventKind::TakenOver { practitioner_name, from: LIISA })
}

fn take_over(by: Practitioner) -> Command {
    Command::TakeOver { by }
}

#[test]
fn cha_06_a_chat_is_unattended_once_and_until_its_professional_is_back() {
    let note = |practitioner| Command::NoteUnattended { practitioner };
    after([joined(), accepted(8)]).when(&note(LIISA)).then([unattended()]);
    after([joined(), accepted(8), unattended()]).when(&note(LIISA)).then_nothing();
    after([joined(), accepted(8)]).when(&note(ANNA)).then_nothing();
    for elsewhere in [vec![joined()], vec![joined(), accepted(8), ended(Side::Customer)], vec![joined(), accepted(8), returned()]] {
        after(elsewhere).when(&note(LIISA)).then_nothing();
    }
    let attend = |by| Command::Attend { by };
    after([joined(), accepted(8), unattended()]).when(&attend(LIISA)).then([attended()]);
    after([joined(), accepted(8), unattended()]).when(&attend(ANNA)).then_nothing();
    after([joined(), accepted(8)]).when(&attend(LIISA)).then_nothing();
    after([joined(), accepted(8), unattended(), taken_over()]).when(&attend(LIISA)).then_nothing();
    let over = after([joined(), accepted(8), unattended(), ended(Side::Customer)]);
    assert!(!over.state().unattended);
}

#[test]
fn cha_06_a_colleague_takes_over_from_who_has_vanished_and_from_nobody_else() {
    let vanished = || after([joined(), accepted(8), unattended()]);
    let anna = || works(ANNA, true);
    let chat = vanished().when(&take_over(anna())).then([taken_over()]);
    assert_eq!((chat.standing.and_then(|standing| standing.practitioner), chat.unattended), (Some(ANNA), false));
    vanished().when(&take_over(works(ANNA, false))).then_refused("not_found");
    vanished().when(&take_over(liisa())).then_nothing();
    after([joined(), accepted(8), unattended(), taken_over()]).when(&take_over(anna())).then_nothing();
    // Of two colleagues the second one is told, and so is who had it when they come back.
    after([joined(), accepted(8), unattended(), taken_over()]).when(&take_over(liisa())).then_refused("chat_taken");
    after([joined(), accepted(8)]).when(&take_over(anna())).then_refused("chat_attended");
    after([joined(), accepted(8), unattended(), attended()]).when(&take_over(anna())).then_refused("chat_attended");
    after([joined(), accepted(8), unattended(), ended(Side::Customer)]).when(&take_over(anna())).then_refused("chat_ended");
    after([joined(), accepted(8), unattended(), returned()]).when(&take_over(anna())).then_refused("chat_waits_again");
    after([]).when(&take_over(anna())).then_refused("not_found");
    // Who had it takes part no more.
    let end = Command::End { by: crate::chat::Who::Practitioner(liisa()) };
    after([joined(), accepted(8), unattended(), taken_over()]).when(&end).then_refused("not_found");
}
