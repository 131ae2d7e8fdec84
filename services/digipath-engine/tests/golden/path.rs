//! A path with every kind of condition and action, and what a path of events begins with: more than one path has.

use chassis_domain::{Matter, PublicationEvent, Translated, Uuid};
use digipath_engine::{path::Body, plan::PathKind};
use kajo_proto::{
    common::v1::Translated as Texts,
    digipath_engine::v1::{
        ActionKind, ConditionKind, DelayUnit, EntryMode, LateRule, PathAction, PathBlock, PathCondition, PathDelay, PathEntry, PathStep,
    },
    scheduling::v1::AppointmentType,
};

pub(crate) fn samples() -> Vec<PublicationEvent<Body>> {
    let body = Body {
        name: texts("Nimi"),
        description: texts("Kuvaus"),
        category: Some(Uuid::from_u128(1)),
        matter: Matter::Social,
        blocks: blocks(),
        one_path: true,
        kind: PathKind::Events,
        entry: Some(entry()),
    };
    vec![
        PublicationEvent::Drafted(body.clone()),
        PublicationEvent::Published { version: 1, body },
        PublicationEvent::DraftDropped,
        PublicationEvent::Archived,
        PublicationEvent::Restored,
    ]
}

fn texts(word: &str) -> Translated {
    Translated { fi: format!("{word} fi"), sv: format!("{word} sv"), en: format!("{word} en") }
}

fn id(number: u128) -> String {
    Uuid::from_u128(number).to_string()
}

fn span(amount: u32, unit: DelayUnit) -> Option<PathDelay> {
    Some(PathDelay { unit: unit.into(), amount })
}

fn condition(kind: ConditionKind) -> PathCondition {
    PathCondition { kind: kind.into(), ..PathCondition::default() }
}

fn action(kind: ActionKind) -> PathAction {
    PathAction { kind: kind.into(), ..PathAction::default() }
}

fn step(number: u128, condition: PathCondition, action: PathAction) -> PathStep {
    PathStep { step_id: id(number), condition: Some(condition), delay: None, action: Some(action) }
}

fn entry() -> PathEntry {
    let booked = PathCondition { service_ids: vec![id(10)], by_professional: true, ..condition(ConditionKind::Booked) };
    let elsewhere = PathCondition { service_ids: vec![id(11)], booking_role_ids: vec![id(20)], ..condition(ConditionKind::BookedIntegration) };
    PathEntry { mode: EntryMode::All.into(), events: vec![booked, elsewhere] }
}

fn blocks() -> Vec<PathBlock> {
    let task_done = PathCondition { subcategory_id: id(60), ..condition(ConditionKind::TaskDone) };
    let activated = PathCondition { survey_id: id(70), ..condition(ConditionKind::SurveyActivated) };
    let answered = PathCondition { survey_id: id(70), ..condition(ConditionKind::SurveyAnswered) };
    let content = PathAction { service_content_id: id(50), ..action(ActionKind::Content) };
    vec![
        PathBlock { block_id: id(100), steps: of_appointment(), off: false },
        PathBlock { block_id: id(101), steps: again_and_again(), off: false },
        PathBlock { block_id: id(102), steps: vec![step(8, condition(ConditionKind::BookedIntegration), content.clone())], off: false },
        PathBlock { block_id: id(103), steps: vec![step(9, task_done, content.clone()), step(10, activated, content.clone())], off: false },
        PathBlock { block_id: id(104), steps: vec![step(11, answered, content)], off: true },
    ]
}

fn of_appointment() -> Vec<PathStep> {
    let booked = PathCondition {
        service_ids: vec![id(10), id(11)],
        booking_role_ids: vec![id(20)],
        types: vec![AppointmentType::Video.into(), AppointmentType::Phone.into()],
        by_professional: true,
        ..condition(ConditionKind::Booked)
    };
    let until = PathCondition {
        service_ids: vec![id(10)],
        span: span(3, DelayUnit::Days),
        late: LateRule::AtOnce.into(),
        ..condition(ConditionKind::UntilAppointment)
    };
    let since = PathCondition { span: span(2, DelayUnit::Weeks), late: LateRule::LeaveOut.into(), ..condition(ConditionKind::SinceAppointment) };
    let task = PathAction {
        subcategory_id: id(60),
        title: Some(Texts::from(texts("Otsikko"))),
        instruction: Some(Texts::from(texts("Ohje"))),
        ..action(ActionKind::Task)
    };
    let survey = PathAction { survey_id: id(70), answer_within: span(30, DelayUnit::Minutes), ..action(ActionKind::Survey) };
    let delayed = PathStep { delay: span(1, DelayUnit::Hours), ..step(1, booked, task) };
    vec![delayed, step(2, until, survey), step(3, since, PathAction { service_id: id(12), ..action(ActionKind::Recommendation) })]
}

fn again_and_again() -> Vec<PathStep> {
    let content = PathAction { service_content_id: id(50), ..action(ActionKind::Content) };
    let repeat = PathAction { every: span(1, DelayUnit::Months), times: 3, ..action(ActionKind::RepeatPrevious) };
    let repeated = PathCondition { times: 2, ..condition(ConditionKind::PreviousRepeated) };
    vec![
        step(5, condition(ConditionKind::Manual), content.clone()),
        step(6, condition(ConditionKind::AfterPrevious), repeat),
        step(7, repeated, content),
    ]
}
