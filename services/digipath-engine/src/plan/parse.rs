//! From the words of the contract to what the engine works on, and to what these words refer to.

use std::{collections::HashSet, iter};

use chassis_domain::Uuid;
use kajo_proto::digipath_engine::v1::{ActionKind, ConditionKind, EntryMode, LateRule, PathAction, PathBlock, PathCondition, PathPart, PathStep};

use super::{Action, Anchored, Block, Condition, Entry, Late, PathKind, Plan, Span, Step, Wanted, Written, check};

/// What a step refers to, or an event that begins a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Of an event: which one, counted from 1. 0: of a step.
    pub event: u32,
    /// Of a step: in which block, ..
    pub block_id: String,
    /// .. in which of its steps ..
    pub step_id: String,
    /// .. and in which part of that.
    pub part: PathPart,
    /// To what.
    pub kind: ReferenceKind,
    /// To which one.
    pub id: Uuid,
}

/// To what steps refer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReferenceKind {
    /// A service.
    Service,
    /// A content.
    ServiceContent,
    /// A survey.
    Survey,
    /// A queue of patient tasks.
    TaskQueue,
    /// With whom one books.
    BookingRole,
}

impl ReferenceKind {
    /// With what the codes of problems begin: `survey_gone`, `survey_archived`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Service => "service",
            Self::ServiceContent => "content",
            Self::Survey => "survey",
            Self::TaskQueue => "queue",
            Self::BookingRole => "role",
        }
    }
}

impl Plan {
    /// What is written, as it is done. A block ends before the first step that breaks a rule: what follows would wait for it in vain. Of events
    /// of which one breaks a rule none begins anything.
    pub fn of(written: Written<'_>) -> Self {
        let entry = (written.kind == PathKind::Events).then(|| Entry {
            all: written.entry.is_some_and(|entry| entry.mode() == EntryMode::All),
            events: written.events().map(|(_, event)| event_of(event)).collect::<Option<Vec<_>>>().unwrap_or_default(),
        });
        let mut seen = HashSet::new();
        let on = written.blocks.iter().filter(|block| !block.off);
        Self { entry, blocks: on.filter_map(|block| block_of(block, written.kind, &mut seen)).collect() }
    }
}

/// To what a path refers, in document order: events that begin it first. Of a block that is switched off nothing is told.
pub fn references(written: Written<'_>) -> Vec<Reference> {
    let in_event = |(event, words): (u32, &PathCondition)| {
        let reference = |(kind, text): Named<'_>| {
            let (block_id, step_id, part) = (String::new(), String::new(), PathPart::Condition);
            Some(Reference { event, block_id, step_id, part, kind, id: id(text)? })
        };
        in_condition(words).into_iter().filter_map(reference).collect::<Vec<_>>()
    };
    let steps = written.blocks.iter().filter(|block| !block.off).flat_map(|block| block.steps.iter().map(move |step| (block, step)));
    let in_step = |(block, step): (&PathBlock, &PathStep)| {
        let condition = step.condition.iter().flat_map(in_condition).map(|named| (PathPart::Condition, named));
        let action = step.action.iter().filter_map(in_action).map(|named| (PathPart::Action, named));
        let reference = |(part, (kind, text)): (PathPart, Named<'_>)| {
            let (block_id, step_id) = (block.block_id.clone(), step.step_id.clone());
            Some(Reference { event: 0, block_id, step_id, part, kind, id: id(text)? })
        };
        condition.chain(action).filter_map(reference).collect::<Vec<_>>()
    };
    written.events().flat_map(in_event).chain(steps.flat_map(in_step)).collect()
}

/// A kind, and an id as it is written; empty: none.
type Named<'a> = (ReferenceKind, &'a str);

fn in_condition(words: &PathCondition) -> Vec<Named<'_>> {
    let services = words.service_ids.iter().map(|id| (ReferenceKind::Service, id.as_str()));
    let roles = words.booking_role_ids.iter().map(|id| (ReferenceKind::BookingRole, id.as_str()));
    match words.kind() {
        ConditionKind::Unspecified | ConditionKind::Manual | ConditionKind::PreviousRepeated | ConditionKind::AfterPrevious => vec![],
        ConditionKind::Booked | ConditionKind::BookedIntegration => services.chain(roles).collect(),
        ConditionKind::SinceAppointment | ConditionKind::UntilAppointment => services.collect(),
        ConditionKind::TaskDone => vec![(ReferenceKind::TaskQueue, words.subcategory_id.as_str())],
        ConditionKind::SurveyActivated | ConditionKind::SurveyAnswered => vec![(ReferenceKind::Survey, words.survey_id.as_str())],
    }
}

fn in_action(words: &PathAction) -> Option<Named<'_>> {
    match words.kind() {
        ActionKind::Unspecified | ActionKind::RepeatPrevious => None,
        ActionKind::Recommendation => Some((ReferenceKind::Service, words.service_id.as_str())),
        ActionKind::Content => Some((ReferenceKind::ServiceContent, words.service_content_id.as_str())),
        ActionKind::Task => Some((ReferenceKind::TaskQueue, words.subcategory_id.as_str())),
        ActionKind::Survey => Some((ReferenceKind::Survey, words.survey_id.as_str())),
    }
}

/// The steps of a block, each with the one before it.
pub(super) fn in_order(block: &PathBlock) -> impl Iterator<Item = (Option<&PathStep>, &PathStep)> {
    iter::once(None).chain(block.steps.iter().map(Some)).zip(&block.steps)
}

/// `None`: it is not said.
pub(super) fn id(text: &str) -> Option<Uuid> {
    Uuid::try_parse(text).ok()
}

fn event_of(words: &PathCondition) -> Option<Condition> {
    if check::in_event(words).is_empty() { condition_of(words) } else { None }
}

fn block_of(block: &PathBlock, kind: PathKind, seen: &mut HashSet<Uuid>) -> Option<Block> {
    let steps: Vec<_> = in_order(block).map_while(|(before, step)| step_of(step, kind, before).filter(|step| seen.insert(step.id))).collect();
    (!steps.is_empty()).then_some(Block { id: id(&block.block_id)?, steps })
}

fn step_of(step: &PathStep, kind: PathKind, before: Option<&PathStep>) -> Option<Step> {
    if !check::in_step(step, kind, before).is_empty() {
        return None;
    }
    Some(Step {
        id: id(&step.step_id)?,
        condition: condition_of(step.condition.as_ref()?)?,
        delay: Span::of(step.delay.as_ref()),
        action: action_of(step.action.as_ref()?)?,
    })
}

fn condition_of(words: &PathCondition) -> Option<Condition> {
    Some(match words.kind() {
        ConditionKind::Unspecified => return None,
        ConditionKind::Manual => Condition::Manual,
        ConditionKind::Booked => Condition::Booked { wanted: wanted_of(words), by_professional: words.by_professional },
        ConditionKind::BookedIntegration => Condition::BookedIntegration { wanted: wanted_of(words) },
        ConditionKind::TaskDone => Condition::TaskDone { queue: id(&words.subcategory_id)? },
        ConditionKind::SurveyActivated => Condition::SurveyActivated { survey: id(&words.survey_id)? },
        ConditionKind::SurveyAnswered => Condition::SurveyAnswered { survey: id(&words.survey_id)? },
        ConditionKind::PreviousRepeated => Condition::PreviousRepeated { times: words.times },
        ConditionKind::SinceAppointment => Condition::SinceAppointment(anchored_of(words)?),
        ConditionKind::UntilAppointment => Condition::UntilAppointment(anchored_of(words)?),
        ConditionKind::AfterPrevious => Condition::AfterPrevious,
    })
}

fn wanted_of(words: &PathCondition) -> Wanted {
    Wanted { services: ids(&words.service_ids), roles: ids(&words.booking_role_ids), types: words.types().collect() }
}

fn anchored_of(words: &PathCondition) -> Option<Anchored> {
    let late = match words.late() {
        LateRule::Unspecified | LateRule::Newest => Late::Newest,
        LateRule::AtOnce => Late::AtOnce,
        LateRule::LeaveOut => Late::LeaveOut,
    };
    Some(Anchored { span: Span::of(words.span.as_ref())?, services: ids(&words.service_ids), late })
}

fn action_of(words: &PathAction) -> Option<Action> {
    Some(match words.kind() {
        ActionKind::Unspecified => return None,
        ActionKind::Recommendation => Action::Recommendation { service: id(&words.service_id)? },
        ActionKind::Content => Action::Content { content: id(&words.service_content_id)? },
        ActionKind::Task => Action::Task { queue: id(&words.subcategory_id)?, title: words.title.clone()?, instruction: words.instruction.clone()? },
        ActionKind::Survey => Action::Survey { survey: id(&words.survey_id)?, answer_within: Span::of(words.answer_within.as_ref()) },
        ActionKind::RepeatPrevious => Action::RepeatPrevious { every: Span::of(words.every.as_ref())?, times: words.times },
    })
}

fn ids(texts: &[String]) -> Vec<Uuid> {
    texts.iter().filter_map(|text| id(text)).collect()
}
