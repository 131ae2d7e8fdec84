//! What ought to become of calls about a digital path of a resident, and of what digital paths have other services do. Building paths is work in the
//! admin panel like any other.

use super::Say;
use crate::access::objects::Relation;

/// Whoever activates paths, lists or ends those that run has opened the patient. A service gives to every resident that there is.
pub(super) fn says(method: &str, caller: &str, relation: Relation) -> Say {
    use Relation::{Missing, Others, There};
    let has_opened = caller.ends_with("has opened the patient");
    let is_shown = match method {
        "ListActivatablePaths" | "GetAudience" | "ListTaskQueueNames" => return Say::Open,
        "GiveContent" | "GiveSurvey" | "GiveTask" | "GiveRecommendation" => relation == There,
        "EndExecution" => has_opened && !matches!(relation, Others | Missing),
        _ => has_opened && relation == There,
    };
    if is_shown { Say::Open } else { Say::Hide }
}
