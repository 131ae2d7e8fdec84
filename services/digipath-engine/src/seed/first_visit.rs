//! A path that begins when an appointment is booked, and follows it.

use chassis_domain::{Matter, demo_id};
use kajo_proto::digipath_engine::v1::{ConditionKind, PathCondition};

use super::{
    blocks::{block, content, days, step, survey, when},
    category, texts,
};
use crate::path::Body;

/// A service of the demo without times: what is booked there is booked for a show of this path.
const SERVICE: &str = "child-health-clinic";

/// The path.
pub(super) fn path() -> Body {
    let booked = PathCondition { service_ids: vec![demo_id("service", SERVICE).to_string()], by_professional: true, ..when(ConditionKind::Booked) };
    let counted = |kind: ConditionKind| PathCondition { span: Some(days(1)), ..when(kind) };
    let steps = [
        step("welcome", booked, None, content("flu")),
        step("day-before", counted(ConditionKind::UntilAppointment), None, content("blood-test")),
        step("day-after", counted(ConditionKind::SinceAppointment), None, survey("mood")),
    ];
    Body {
        name: texts(["Ensikäynti lastenneuvolassa", "Första besöket på barnrådgivningen", "First visit to the child health clinic"]),
        description: texts([
            "Ohjeet ajanvarauksen jälkeen ja päivää ennen käyntiä, kysely käynnin jälkeen.",
            "Anvisningar efter bokningen och dagen före besöket, en enkät efter besöket.",
            "Instructions after the booking and on the day before, a survey afterwards.",
        ]),
        category: Some(category("appointments")),
        matter: Matter::Health,
        blocks: vec![block("first-visit", steps)],
        one_path: true,
        ..Body::default()
    }
}
