//! Who may know of a chat, and of a call in it.

use crate::access::objects::Relation;

/// Whether somebody works as a nurse in Lehtola.
pub(super) fn is_nurse_of_lehtola(caller: &str) -> bool {
    let working = ["practitioner: has opened the patient", "practitioner: team", "practitioner: owner", "practitioner: participant"];
    working.contains(&caller)
}

/// Whether somebody works through the queue in which people wait, whatever their level.
pub(super) fn works_through_chat_queue(caller: &str) -> bool {
    is_nurse_of_lehtola(caller) || matches!(caller, "responsible user: has opened the patient" | "administrator: at work")
}

/// Whether somebody may know of a chat: who sits at the screen, and the professional who has accepted it or, while it waits, may do so.
pub(super) fn sees_chat(caller: &str, relation: Relation) -> bool {
    use Relation::{Ended, Handled, Missing, OnBehalf, Others, There};
    match caller {
        "resident" | "resident: teenager" | "visitor" => matches!(relation, There | Handled | Ended),
        "resident for another: guardian of a child" | "resident for another: health" | "resident for another: social" => relation == OnBehalf,
        "practitioner: owner" => relation != Missing,
        _ => works_through_chat_queue(caller) && matches!(relation, There | Others | OnBehalf),
    }
}

/// Whether somebody may know of a call: both sides of a chat that was accepted. Who works through its queue may not.
pub(super) fn sees_call(caller: &str, relation: Relation) -> bool {
    use Relation::{Ended, Handled, Missing, OnBehalf};
    match caller {
        "resident" | "resident: teenager" | "visitor" => matches!(relation, Handled | Ended),
        "resident for another: guardian of a child" | "resident for another: health" | "resident for another: social" => relation == OnBehalf,
        "practitioner: owner" => relation != Missing,
        _ => false,
    }
}
