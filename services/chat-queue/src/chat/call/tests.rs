//! Who invites to a call, and when.

use chassis_domain::{PersonId, Refusal as _};

use crate::chat::{
    Event, EventKind, LeaveReason, Side,
    tests::{ANNA, LIISA, accepted, after, aino, ended, event, joined, liisa, returned, works},
};

fn asked(history: impl IntoIterator<Item = Event>, by: PersonId) -> Result<PersonId, &'static str> {
    let chat = after(history).state().clone();
    chat.may_call(&works(by, true)).map(|standing| standing.resident).map_err(|refused| refused.code())
}

#[test]
fn cha_07_the_professional_of_a_chat_that_goes_on_invites_and_nobody_else() {
    let chat = after([joined(), accepted(8)]).state().clone();
    assert_eq!(chat.may_call(&liisa()).map(|standing| standing.at_screen), Ok(aino().at_screen));
    assert_eq!(asked([joined(), accepted(8)], ANNA), Err("not_found"));
    for waits in [vec![], vec![joined()], vec![joined(), accepted(8), returned()]] {
        assert_eq!(asked(waits, LIISA), Err("not_found"));
    }
    let left = event(aino(), None, EventKind::Left { reason: LeaveReason::Own, line_seq: 9 });
    assert_eq!(asked([joined(), left], LIISA), Err("not_found"));
    assert_eq!(asked([joined(), accepted(8), ended(Side::Customer)], LIISA), Err("chat_ended"));
}
