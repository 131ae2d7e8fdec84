//! What is kept of a category and of a queue, and the rules for it.

use std::collections::{BTreeMap, BTreeSet};

use chassis_domain::{Matter, Refusals, Translated, TranslatedFields, Uuid, translated_fields};
use kajo_proto::conversations::v1::{CategoryModule, TaskDueUnit};

use super::{
    Refused,
    kind::{Has, QueueKind},
    tail::{self, Wrong},
};
use crate::conversation::value::ServiceAreaId;

/// A text by language code.
pub type Texts = BTreeMap<String, String>;

const NAME: TranslatedFields = translated_fields!("details.name");
const DESCRIPTION: TranslatedFields = translated_fields!("details.description");
/// How many of a unit something can be due in.
pub const AMOUNTS: std::ops::RangeInclusive<u32> = 1..=1000;

/// In which panel a category is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Module {
    /// Residents write to its subcategories.
    #[default]
    Inbox,
    /// Its queues take in what their kinds say.
    Tasks,
}

impl Module {
    // Of before there were modules: inbox.
    chassis_domain::numbers!(pub u32: Inbox = 0, Tasks = 2);

    /// As the contract has it.
    pub const fn public(self) -> CategoryModule {
        match self {
            Self::Inbox => CategoryModule::Inbox,
            Self::Tasks => CategoryModule::Tasks,
        }
    }

    /// From the contract.
    pub const fn from_public(module: CategoryModule) -> Self {
        match module {
            CategoryModule::Tasks => Self::Tasks,
            CategoryModule::Inbox | CategoryModule::Unspecified => Self::Inbox,
        }
    }
}

/// What is kept of a category.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CategoryDetails {
    /// Names by language.
    pub name: Texts,
    /// Descriptions by language.
    pub description: Texts,
    /// Name of an icon; empty: none.
    pub icon: String,
    /// Areas whose residents may choose it, with their names.
    pub service_areas: BTreeMap<ServiceAreaId, String>,
    /// Place in lists.
    pub place: u32,
    /// What it is about.
    pub matter: Matter,
    /// Where it is kept.
    pub module: Module,
}

/// How something of content stands that a queue is to be linked to: a service, a service content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkState {
    /// There is no such thing.
    #[default]
    Missing,
    /// Nothing new is linked to it.
    Archived,
    /// It is in use.
    Open,
}

/// How what a queue is linked to stands, where that is something else than before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Links {
    /// Its service.
    pub service: LinkState,
    /// What a patient is given to do.
    pub content: LinkState,
}

/// Until when a task is to be done that a patient is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// Of what, or as soon as possible.
    pub unit: TaskDueUnit,
    /// How many; 0 of as soon as possible.
    pub amount: u32,
}

/// What is kept of a queue.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueueDetails {
    /// Names by language.
    pub name: Texts,
    /// Descriptions by language.
    pub description: Texts,
    /// Roles that work the queue ..
    pub roles: BTreeSet<Uuid>,
    /// .. at these locations.
    pub locations: BTreeSet<Uuid>,
    /// Place in lists.
    pub place: u32,
    /// What it takes in.
    pub kind: QueueKind,
    /// A service of content.
    pub service: Option<Uuid>,
    /// The form that is filled in.
    pub survey: Option<Uuid>,
    /// Tail of the address of an anonymous form; empty: none.
    pub url_tail: String,
    /// What a patient is given to do.
    pub content: Option<Uuid>,
    /// Until when.
    pub due: Option<Due>,
    /// Patients mark it done themselves.
    pub patient_marks_done: bool,
    /// It comes to the professionals when it is not done in time.
    pub sends_expired: bool,
}

/// A text in the languages that the panel writes.
pub fn written(texts: &Texts) -> Translated {
    let text = |language: &str| texts.get(language).cloned().unwrap_or_default();
    Translated { fi: text("fi"), sv: text("sv"), en: text("en") }
}

/// What somebody has written, over what is kept. Other languages stay as long as the Finnish text does: they are translations of it.
pub fn over(kept: &Texts, written: &Translated) -> Texts {
    let stays = kept.get("fi").is_some_and(|text| *text == written.fi);
    let others = kept.iter().filter(|(language, _)| stays && !["fi", "sv", "en"].contains(&language.as_str()));
    let own = ["fi", "sv", "en"].into_iter().zip(written.all()).filter(|(_, text)| !text.is_empty());
    others
        .map(|(language, text)| (language.clone(), text.clone()))
        .chain(own.map(|(language, text)| (language.to_owned(), text.to_owned())))
        .collect()
}

fn texts(name: &Texts, description: &Texts) -> Vec<(bool, Refused)> {
    let missing: Vec<_> = written(name).missing(NAME).map(|(broken, field)| (broken, Refused::TranslationMissing(field))).collect();
    let incomplete = written(description).incomplete(DESCRIPTION).map(|(broken, field)| (broken, Refused::AllOrNothing(field))).collect::<Vec<_>>();
    [missing, incomplete].concat()
}

impl CategoryDetails {
    /// All that is wrong with it.
    pub(super) fn check(&self) -> Result<(), Refusals<Refused>> {
        let here = self.module == Module::Inbox;
        let rules = texts(&self.name, &self.description)
            .into_iter()
            .chain([(self.matter == Matter::Unsaid, Refused::MatterMissing), (here && self.service_areas.is_empty(), Refused::ServiceAreaMissing)]);
        Refusals::of_broken(rules)
    }

    /// Without what does not belong to its module.
    #[must_use]
    pub fn fitting(mut self) -> Self {
        if self.module == Module::Tasks {
            self.service_areas.clear();
        }
        self
    }
}

impl QueueDetails {
    /// Without what does not belong to its kind, the tail as it is kept.
    #[must_use]
    pub fn fitting(mut self) -> Self {
        let kind = self.kind;
        self.service = self.service.filter(|_| kind.service() != Has::No);
        self.survey = self.survey.filter(|_| kind.survey() != Has::No);
        self.content = self.content.filter(|_| kind.task() != Has::No);
        self.due = self.due.filter(|_| kind.task() != Has::No).map(|due| {
            let is_counted = due.unit != TaskDueUnit::AsSoonAsPossible;
            Due { amount: if is_counted { due.amount } else { 0 }, ..due }
        });
        self.patient_marks_done &= kind.task() != Has::No;
        self.sends_expired &= kind.task() != Has::No;
        self.url_tail = match (kind.tail(), tail::tail(&self.url_tail)) {
            (Has::No, _) => String::new(),
            (_, Ok(tail)) => tail,
            // As it was typed: the check says what is wrong with it.
            (_, Err(_)) => self.url_tail,
        };
        self
    }

    /// All that is wrong with it.
    pub(super) fn check(&self, kept: Option<&Self>, module: Module, tail_taken: bool, links: Links) -> Result<(), Refusals<Refused>> {
        let kind = self.kind;
        let lacks = |has: Has, given: bool| has == Has::Must && !given;
        let is_tail_wrong = match (kind.tail(), tail::tail(&self.url_tail)) {
            (Has::No, _) | (_, Ok(_)) => None,
            (_, Err(_)) if self.url_tail.trim().is_empty() => Some(Refused::TailMissing),
            (_, Err(Wrong::SpecialCharacters(proposal))) => Some(Refused::TailSpecialCharacters { proposal }),
            (_, Err(Wrong::Length)) => Some(Refused::TailLength),
        };
        let is_due_wrong = self.due.is_some_and(|due| due.unit != TaskDueUnit::AsSoonAsPossible && !AMOUNTS.contains(&due.amount));
        // What it was linked to stays, whatever has become of that.
        let is_new_service = self.service.is_some() && kept.is_none_or(|kept| kept.service != self.service);
        let is_new_content = self.content.is_some() && kept.is_none_or(|kept| kept.content != self.content);
        let is_due_missing = self.due.is_none_or(|due| due.unit == TaskDueUnit::Unspecified);
        let rules = texts(&self.name, &self.description)
            .into_iter()
            .chain([
                (kept.is_some_and(|kept| kept.kind != kind), Refused::KindFixed),
                (kept.is_none() && kind == QueueKind::Unknown, Refused::KindMissing),
                (kept.is_none() && module == Module::Inbox && kind != QueueKind::Message, Refused::KindNotInInbox),
                (lacks(kind.service(), self.service.is_some()), Refused::ServiceMissing),
                (is_new_service && links.service == LinkState::Missing, Refused::ServiceMissing),
                (is_new_service && links.service == LinkState::Archived, Refused::ServiceArchived),
                (lacks(kind.survey(), self.survey.is_some()), Refused::SurveyMissing),
            ])
            .chain(is_tail_wrong.map(|wrong| (true, wrong)))
            .chain([
                (tail_taken, Refused::TailTaken),
                (lacks(kind.task(), self.content.is_some()), Refused::ContentMissing),
                (is_new_content && links.content == LinkState::Missing, Refused::ContentUnknown),
                (is_new_content && links.content == LinkState::Archived, Refused::ContentArchived),
                (lacks(kind.task(), !is_due_missing), Refused::DueMissing),
                (kind.task() == Has::Must && is_due_wrong, Refused::DueOutOfRange { min: *AMOUNTS.start(), max: *AMOUNTS.end() }),
                (self.roles.is_empty(), Refused::RolesMissing),
                (self.locations.is_empty(), Refused::LocationsMissing),
            ]);
        Refusals::of_broken(rules)
    }
}
