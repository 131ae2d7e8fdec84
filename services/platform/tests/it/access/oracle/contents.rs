//! What ought to become of calls about a content that a professional gave a resident, and about what a laboratory or a prescriber sent of them.

use super::{Say, sees_conversation};
use crate::access::objects::Relation;

/// Whoever gives contents, lists them or takes them back has opened the patient. The resident reads them, and who acts for them in what they are
/// about; they are hidden from guardians unless they are shown, as a conversation is.
pub(super) fn says(method: &str, caller: &str, relation: Relation) -> Say {
    use Relation::{Missing, Others, There};
    let has_opened = caller.ends_with("has opened the patient");
    let is_shown = match method {
        "ListMyContents" | "ListActivatableContents" | "GetAudience" => return Say::Open,
        // What guardians see is the young person's to say, for nobody else.
        "ShowMyContentToGuardians" if sees_conversation(caller, relation) && caller != "resident: teenager" => return Say::DenyPerm,
        "GetMyContent" | "MarkMyContentRead" | "ShowMyContentToGuardians" => sees_conversation(caller, relation),
        "WithdrawContent" => has_opened && !matches!(relation, Others | Missing),
        _ => has_opened && relation == There,
    };
    if is_shown { Say::Open } else { Say::Hide }
}

/// Results and prescriptions are about health, whatever is in them: who acts in social matters alone asks for none. Of a resident of 12 to 17 nobody
/// else sees any, and nobody can change that; a list is empty then.
pub(super) fn says_of_health_record(method: &str, caller: &str, relation: Relation) -> Say {
    let sees = matches!(caller, "resident" | "resident: teenager" | "resident for another: guardian of a child" | "resident for another: health");
    match method {
        _ if caller == "resident for another: social" => Say::DenyPerm,
        "ListMyLabResults" | "ListMyPrescriptions" => Say::Open,
        _ if sees && relation == Relation::There => Say::Open,
        _ => Say::Hide,
    }
}
