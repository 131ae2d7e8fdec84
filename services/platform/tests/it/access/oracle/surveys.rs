//! What ought to become of calls about a survey that was activated for a resident, about a form, and about the answers. Building surveys, and
//! saying who reads the answers, is work in the admin panel like any other.

use super::{Say, sees_conversation};
use crate::access::objects::Relation;

/// Whoever reads the answers has opened the patient, and works as a nurse in Lehtola: for that both who have opened the patient do.
pub(super) fn says(method: &str, caller: &str, relation: Relation) -> Say {
    use Relation::{Missing, Others, There};
    let has_opened = caller.ends_with("has opened the patient");
    let is_shown = match method {
        "ListMySurveys" | "ListActivatableSurveys" | "GetAudience" => return Say::Open,
        // What guardians see is the young person's to say, for nobody else.
        "ShowMySurveyToGuardians" if sees_conversation(caller, relation) && caller != "resident: teenager" => return Say::DenyPerm,
        // About health or a social matter, and hidden from guardians unless it is shown, as a conversation is.
        "GetMySurvey" | "SaveMyAnswers" | "SendMyAnswers" | "ShowMySurveyToGuardians" => sees_conversation(caller, relation),
        "WithdrawSurvey" => has_opened && !matches!(relation, Others | Missing),
        _ => has_opened && relation == There,
    };
    if is_shown { Say::Open } else { Say::Hide }
}

/// A form is for every resident; who acts for one needs the mandate of what its queue is about. Once sent it is the resident's, and is read by
/// whoever may read the conversation about it. One that is sent anonymously is for everybody alike, and nobody's once it is sent.
pub(super) fn says_of_form(method: &str, caller: &str, relation: Relation) -> Say {
    use Relation::{Missing, Social, There};
    let is_shown = match (method, caller, relation) {
        ("GetForm" | "SendForm", "resident for another: health", Social) | ("GetForm" | "SendForm", "resident for another: social", There) => {
            return Say::DenyPerm;
        }
        // Of a sitting that is none it is said that it is over.
        ("SendPublicForm", ..) => return Say::Open,
        ("GetMyForm" | "GetFormResponse", ..) => sees_conversation(caller, relation),
        _ => relation != Missing,
    };
    if is_shown { Say::Open } else { Say::Hide }
}
