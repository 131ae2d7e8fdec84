//! A path that professionals activate: instructions at once, a survey on the next day, and what follows from its answers.

use chassis_domain::{Matter, demo_id};
use kajo_proto::{
    common::v1::Translated,
    digipath_engine::v1::{ActionKind, ConditionKind, PathAction, PathCondition},
};

use super::{
    blocks::{block, content, days, step, survey, when},
    category, texts,
};
use crate::path::Body;

/// The path.
pub(super) fn path() -> Body {
    let answered = PathCondition { survey_id: demo_id("survey", "pain").to_string(), ..when(ConditionKind::SurveyAnswered) };
    let again = PathAction { kind: ActionKind::RepeatPrevious.into(), every: Some(days(7)), times: 3, ..PathAction::default() };
    let steps = [
        step("instructions", when(ConditionKind::Manual), None, content("home-measurements")),
        step("survey", when(ConditionKind::AfterPrevious), Some(days(1)), survey("pain")),
        step("exercises", answered, None, exercises()),
        step("exercises-again", when(ConditionKind::AfterPrevious), None, again),
    ];
    Body {
        name: texts(["Selkäkivun omahoitopolku", "Egenvårdsstig för ryggsmärta", "Self-care path for back pain"]),
        description: texts([
            "Ohjeet heti, kysely seuraavana päivänä ja viikkotehtävä, kun kyselyyn on vastattu.",
            "Anvisningar genast, en enkät nästa dag och en veckouppgift när enkäten har besvarats.",
            "Instructions at once, a survey on the next day, and a weekly task once it has been answered.",
        ]),
        category: Some(category("self-care")),
        matter: Matter::Health,
        blocks: vec![block("back-pain", steps)],
        one_path: true,
        ..Body::default()
    }
}

fn exercises() -> PathAction {
    PathAction {
        kind: ActionKind::Task.into(),
        subcategory_id: demo_id("queue", "patient-tasks/home-measurements").to_string(),
        title: Some(Translated::from(texts(["Selän liikeharjoitukset", "Rörelseövningar för ryggen", "Exercises for your back"]))),
        instruction: Some(Translated::from(texts([
            "Tee harjoitukset joka päivä viikon ajan. Merkitse tehtävä tehdyksi, kun viikko on täynnä.",
            "Gör övningarna varje dag i en vecka. Markera uppgiften som utförd när veckan är över.",
            "Do the exercises every day for a week. Mark the task as done when the week is over.",
        ]))),
        ..PathAction::default()
    }
}
