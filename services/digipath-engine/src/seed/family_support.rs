//! A path of the first editor: it begins when an appointment is booked, here or in another system, and goes on step by step.

use chassis_domain::{Matter, demo_id};
use kajo_proto::digipath_engine::v1::{ConditionKind, EntryMode, PathCondition, PathEntry};

use super::{
    blocks::{block, content, days, step, survey, when},
    category, texts,
};
use crate::{path::Body, plan::PathKind};

/// A service of the demo without times: what is booked there is booked for a show of this path.
const SERVICE: &str = "child-health-clinic";

/// The path.
pub(super) fn path() -> Body {
    let booked = |kind| PathCondition { service_ids: vec![demo_id("service", SERVICE).to_string()], ..when(kind) };
    let steps = [
        step("measurements", when(ConditionKind::AfterPrevious), None, content("home-measurements")),
        step("mood", when(ConditionKind::AfterPrevious), Some(days(1)), survey("mood")),
    ];
    Body {
        name: texts(["Perheen tuki", "Stöd för familjen", "Support for families"]),
        description: texts([
            "Ohjeet, kun asukas tai toinen järjestelmä on varannut ajan neuvolaan, ja kysely seuraavana päivänä.",
            "Anvisningar när invånaren eller ett annat system har bokat tid på rådgivningen, och en enkät nästa dag.",
            "Instructions when the resident or another system has booked at the clinic, and a survey on the next day.",
        ]),
        category: Some(category("appointments")),
        matter: Matter::Health,
        blocks: vec![block("family-support", steps)],
        one_path: true,
        kind: PathKind::Events,
        entry: Some(PathEntry { mode: EntryMode::Any.into(), events: [ConditionKind::Booked, ConditionKind::BookedIntegration].map(booked).into() }),
    }
}
