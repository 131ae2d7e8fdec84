//! A digital path: what happens to patients by itself, as it is built and published (DIG-01, DIG-02).
//!
//! Name, category, matter and blocks against which nothing stands are published together; names are written in Finnish, Swedish and English. A
//! version never changes: executions keep the one with which they began. The matter is that of the first one for ever, and how it is built
//! that of the first draft. Any other rule may be broken by a draft.

mod refusal;
mod stored;
#[cfg(test)]
mod tests;

use chassis_domain::{
    DecodeError, EventMeta, Id, Matter, Publication, PublicationBody, PublicationEvent, PublicationEvents, PublishedFact, Refusals, Translated,
    TranslatedFields, Uuid, publication_events, stored::Reader, translated_fields,
};
use kajo_proto::{
    common::v1 as common,
    digipath_engine::{
        store::v1 as store,
        v1::{self as public, PathAction, PathBlock, PathEntry, PathProblem, PathStep},
    },
};

pub use self::refusal::Refused;
use crate::plan::{PathKind, Plan, Written, problems};

/// A digital path.
pub type Path = Publication<Body>;

/// The id of a digital path.
pub type PathId = Id<Path>;

const NAME: TranslatedFields = translated_fields!("details.name");
const DESCRIPTION: TranslatedFields = translated_fields!("details.description");

/// So many of a refusal's steps are named: it travels in a header.
const MOST_NAMED: usize = 50;

/// What is built of a path.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// What professionals see.
    pub name: Translated,
    /// What it is for; empty: nothing is said.
    pub description: Translated,
    /// Under which category it stands.
    pub category: Option<Uuid>,
    /// What it is about.
    pub matter: Matter,
    /// What it does, in the order in which it was written.
    pub blocks: Vec<PathBlock>,
    /// It is drawn as one line of steps.
    pub one_path: bool,
    /// How it is built.
    pub kind: PathKind,
    /// Of one that begins with events: with which.
    pub entry: Option<PathEntry>,
}

impl Body {
    /// What it does. What is switched off is not among it.
    pub fn plan(&self) -> Plan {
        Plan::of(self.written())
    }

    /// What is written of that.
    pub fn written(&self) -> Written<'_> {
        Written { kind: self.kind, entry: self.entry.as_ref(), blocks: &self.blocks }
    }

    /// Whether it is built as it was first saved, which no draft changes: each of the two editors knows its own paths alone.
    ///
    /// # Errors
    /// When it is not.
    pub fn keeps_kind(&self, kept: &Self) -> Result<(), Refusals<Refused>> {
        Refusals::of_broken([(self.kind != kept.kind, Refused::KindFixed)])
    }

    /// Whether it has the matter of the version in force, which no version changes: whose mandate suffices for what it gives goes by it. Of what
    /// is not said nothing is: publishing tells that.
    ///
    /// # Errors
    /// When it has not.
    pub fn stays_in_place(&self, in_force: &Self) -> Result<(), Refusals<Refused>> {
        Refusals::of_broken([(self.matter != Matter::Unsaid && self.matter != in_force.matter, Refused::MatterFixed)])
    }
}

impl PublicationBody for Body {
    const CATEGORY: &'static str = "path";
    const EVENTS: PublicationEvents = publication_events!("path");
    const NOT_FOUND: Refused = Refused::NotFound;
    const UNCHANGED: Refused = Refused::Unchanged;
    type Refused = Refused;
    type Drafted = store::PathDrafted;
    type Published = store::PathPublished;

    fn name(&self) -> &str {
        &self.name.fi
    }

    /// Names on the first line: lists of what is in force look there alone.
    fn words(&self) -> String {
        [self.name.all().join(" "), self.description.all().join(" ").trim().to_owned()].join("\n")
    }

    fn kind(&self) -> u32 {
        self.kind.number()
    }

    fn kept_after(&self, _: Option<&Self>) -> Self {
        Self {
            name: self.name.trimmed(),
            description: self.description.trimmed(),
            category: self.category,
            matter: self.matter,
            blocks: self.blocks.iter().map(tidied).collect(),
            one_path: self.one_path,
            kind: self.kind,
            entry: self.entry.clone(),
        }
    }

    fn check(&self) -> Result<(), Refusals<Refused>> {
        let missing = self.name.missing(NAME).map(|(is_broken, field)| (is_broken, Refused::TranslationMissing(field)));
        let incomplete = self.description.incomplete(DESCRIPTION).map(|(is_broken, field)| (is_broken, Refused::AllOrNothing(field)));
        let problems = problems(self.written());
        let others = [
            (self.category.is_none(), Refused::CategoryMissing),
            (self.matter == Matter::Unsaid, Refused::MatterMissing),
            (!problems.is_empty(), Refused::Incomplete { problems: named(&problems) }),
        ];
        Refusals::of_broken(missing.chain(incomplete).chain(others))
    }

    fn publish(event: &PublicationEvent<Self>, meta: &EventMeta) -> Option<PublishedFact> {
        let path_id = meta.aggregate_id.to_string();
        Some(match event {
            // What is being built is nobody else's matter.
            PublicationEvent::Drafted(_) | PublicationEvent::DraftDropped => return None,
            PublicationEvent::Published { version, .. } => {
                let fact = public::PathPublished { path_id, published_version: *version };
                PublishedFact::to_everybody("kajo.digipath_engine.v1.PathPublished", &fact)
            }
            PublicationEvent::Archived => PublishedFact::to_everybody("kajo.digipath_engine.v1.PathArchived", &public::PathArchived { path_id }),
            PublicationEvent::Restored => PublishedFact::to_everybody("kajo.digipath_engine.v1.PathRestored", &public::PathRestored { path_id }),
        })
    }

    fn to_drafted(&self) -> store::PathDrafted {
        store::PathDrafted { body: Some(stored::of(self)) }
    }

    fn from_drafted(stored: store::PathDrafted, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        stored::body(reader.known(stored.body)?, reader)
    }

    fn to_published(&self, version: u32) -> store::PathPublished {
        store::PathPublished { version, body: Some(stored::of(self)) }
    }

    fn from_published(stored: store::PathPublished, reader: &Reader<'_>) -> Result<(u32, Self), DecodeError> {
        Ok((stored.version, stored::body(reader.known(stored.body)?, reader)?))
    }
}

/// Without blanks around what tasks say: everything else of a block is chosen.
fn tidied(block: &PathBlock) -> PathBlock {
    let steps = block.steps.iter().map(|step| PathStep { action: step.action.as_ref().map(tidied_action), ..step.clone() });
    PathBlock { steps: steps.collect(), ..block.clone() }
}

fn tidied_action(action: &PathAction) -> PathAction {
    let trimmed = |text: &common::Translated| common::Translated::from(Translated::from(Some(text.clone())).trimmed());
    PathAction { title: action.title.as_ref().map(trimmed), instruction: action.instruction.as_ref().map(trimmed), ..action.clone() }
}

/// Each as `<id of the step or the block>:<code>`, in document order, with commas between; of many the first ones. An event that begins the path has
/// its number in the place of an id, and what concerns the path as a whole has nothing.
fn named(problems: &[PathProblem]) -> String {
    let each = problems.iter().take(MOST_NAMED).map(|problem| match problem {
        PathProblem { event, code, .. } if *event > 0 => format!("{event}:{code}"),
        PathProblem { block_id, step_id, code, .. } if step_id.is_empty() => format!("{block_id}:{code}"),
        PathProblem { step_id, code, .. } => format!("{step_id}:{code}"),
    });
    each.collect::<Vec<_>>().join(",")
}
