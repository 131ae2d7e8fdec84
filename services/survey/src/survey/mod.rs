//! A survey: what is asked, as it is built, translated and published (SUR-01).
//!
//! Title, type, matter and a questionnaire against which nothing stands are published together, in Finnish, Swedish and English. A version never
//! changes: answers belong to the one that was answered. Matter and type are those of the first one for ever. An item that keeps its name means the
//! same in the next version, unless whoever publishes has said that it does all the same ([`meaning`]). An assessment of symptoms comes to a finding.

pub mod differences;
mod finding;
pub mod meaning;
mod refusal;
mod stored;
#[cfg(test)]
mod tests;
mod tidy;

use chassis_domain::{
    DecodeError, EventMeta, Id, Matter, Publication, PublicationBody, PublicationEvent, PublicationEvents, PublishedFact, Refusals, Translated,
    TranslatedFields, publication_events, stored::Reader, translated_fields,
};
use kajo_proto::survey::{
    store::v1 as store,
    v1::{self as public, ItemProblem, Questionnaire},
};

pub use self::refusal::Refused;

/// A survey.
pub type Survey = Publication<Body>;

/// The id of a survey.
pub type SurveyId = Id<Survey>;

const TITLE: TranslatedFields = translated_fields!("details.title");
const DESCRIPTION: TranslatedFields = translated_fields!("details.description");

/// So many of a refusal's items are named: it travels in a header.
const MOST_NAMED: usize = 50;
/// So much is told of a name that is none.
const LONGEST_NAMED: usize = 64;

/// Where a survey shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SurveyType {
    /// Not told.
    #[default]
    Unsaid,
    /// Professionals activate it for a patient.
    Omavointi,
    /// A form that a task queue names.
    PublicForm,
    /// An assessment of symptoms, which those answer who join a chat queue that names it (CHA-09).
    SymptomAssessment,
}

impl SurveyType {
    chassis_domain::numbers!(pub u32: Unsaid = 0, Omavointi = 1, PublicForm = 2, SymptomAssessment = 3);

    /// As the contract has it.
    pub const fn public(self) -> public::SurveyType {
        match self {
            Self::Unsaid => public::SurveyType::Unspecified,
            Self::Omavointi => public::SurveyType::Omavointi,
            Self::PublicForm => public::SurveyType::PublicForm,
            Self::SymptomAssessment => public::SurveyType::SymptomAssessment,
        }
    }

    /// From the contract.
    pub const fn from_public(survey_type: public::SurveyType) -> Self {
        match survey_type {
            public::SurveyType::Unspecified => Self::Unsaid,
            public::SurveyType::Omavointi => Self::Omavointi,
            public::SurveyType::PublicForm => Self::PublicForm,
            public::SurveyType::SymptomAssessment => Self::SymptomAssessment,
        }
    }
}

/// What is built of a survey.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Body {
    /// What residents and professionals see.
    pub title: Translated,
    /// What it is for; empty: nothing is said.
    pub description: Translated,
    /// Where it shows.
    pub survey_type: SurveyType,
    /// Its domain.
    pub matter: Matter,
    /// What is asked.
    pub questionnaire: Questionnaire,
}

impl Body {
    /// Whether it has the matter and the type of the version in force, which no version changes: who reads answers, and whose mandate suffices, goes
    /// by the matter, and where it shows by the type. Of what is not said nothing is: publishing tells that.
    ///
    /// # Errors
    /// When it has not.
    pub fn stays_in_place(&self, in_force: &Self) -> Result<(), Refusals<Refused>> {
        let is_moved = self.matter != Matter::Unsaid && self.matter != in_force.matter;
        let shows_elsewhere = self.survey_type != SurveyType::Unsaid && self.survey_type != in_force.survey_type;
        Refusals::of_broken([(is_moved, Refused::MatterFixed), (shows_elsewhere, Refused::TypeFixed)])
    }

    /// Whether each item of the version in force that kept its name means what it did there. Of what breaks a rule of publishing nothing is
    /// said: publishing tells that.
    ///
    /// # Errors
    /// When one does not.
    pub fn means_what(&self, in_force: &Self) -> Result<(), Refused> {
        let tidy = self.kept_after(None);
        let changed = meaning::changed(&in_force.questionnaire, &tidy.questionnaire);
        if changed.is_empty() || tidy.check().is_err() {
            return Ok(());
        }
        Err(Refused::MeaningChanged { items: changed.into_iter().take(MOST_NAMED).collect::<Vec<_>>().join(",") })
    }
}

impl PublicationBody for Body {
    const CATEGORY: &'static str = "survey";
    const EVENTS: PublicationEvents = publication_events!("survey");
    const NOT_FOUND: Refused = Refused::NotFound;
    const UNCHANGED: Refused = Refused::Unchanged;
    type Refused = Refused;
    type Drafted = store::SurveyDrafted;
    type Published = store::SurveyPublished;

    fn name(&self) -> &str {
        &self.title.fi
    }

    /// Titles on the first line: lists of what is in force look there alone.
    fn words(&self) -> String {
        let questions = questionnaire::in_order(&self.questionnaire).into_iter().filter_map(|item| item.text.as_ref()).flat_map(tidy::written);
        let rest: Vec<_> = self.description.all().into_iter().chain(questions).filter(|text| !text.is_empty()).collect();
        [self.title.all().join(" "), rest.join(" ")].join("\n")
    }

    fn kind(&self) -> u32 {
        self.survey_type.number()
    }

    fn kept_after(&self, _: Option<&Self>) -> Self {
        Self {
            title: self.title.trimmed(),
            description: self.description.trimmed(),
            survey_type: self.survey_type,
            matter: self.matter,
            questionnaire: tidy::tidied(&self.questionnaire),
        }
    }

    fn check(&self) -> Result<(), Refusals<Refused>> {
        let missing = self.title.missing(TITLE).map(|(is_broken, field)| (is_broken, Refused::TranslationMissing(field)));
        let incomplete = self.description.incomplete(DESCRIPTION).map(|(is_broken, field)| (is_broken, Refused::AllOrNothing(field)));
        let problems = questionnaire::check(&self.questionnaire);
        let lacks_finding = self.survey_type == SurveyType::SymptomAssessment && !finding::comes_of(&self.questionnaire);
        let others = [
            (self.survey_type == SurveyType::Unsaid, Refused::TypeMissing),
            (self.matter == Matter::Unsaid, Refused::MatterMissing),
            (!problems.is_empty(), Refused::QuestionnaireIncomplete { problems: named(&problems) }),
            (lacks_finding, Refused::AssessmentWithoutFinding),
        ];
        Refusals::of_broken(missing.chain(incomplete).chain(others))
    }

    fn publish(event: &PublicationEvent<Self>, meta: &EventMeta) -> Option<PublishedFact> {
        let survey_id = meta.aggregate_id.to_string();
        Some(match event {
            // What is being built is nobody else's matter.
            PublicationEvent::Drafted(_) | PublicationEvent::DraftDropped => return None,
            PublicationEvent::Published { version, .. } => {
                let fact = public::SurveyPublished { survey_id, published_version: *version };
                PublishedFact::to_everybody("kajo.survey.v1.SurveyPublished", &fact)
            }
            PublicationEvent::Archived => PublishedFact::to_everybody("kajo.survey.v1.SurveyArchived", &public::SurveyArchived { survey_id }),
            PublicationEvent::Restored => PublishedFact::to_everybody("kajo.survey.v1.SurveyRestored", &public::SurveyRestored { survey_id }),
        })
    }

    fn to_drafted(&self) -> store::SurveyDrafted {
        store::SurveyDrafted { body: Some(stored::of(self)) }
    }

    fn from_drafted(stored: store::SurveyDrafted, reader: &Reader<'_>) -> Result<Self, DecodeError> {
        stored::body(reader.known(stored.body)?, reader)
    }

    fn to_published(&self, version: u32) -> store::SurveyPublished {
        store::SurveyPublished { version, body: Some(stored::of(self)) }
    }

    fn from_published(stored: store::SurveyPublished, reader: &Reader<'_>) -> Result<(u32, Self), DecodeError> {
        Ok((stored.version, stored::body(reader.known(stored.body)?, reader)?))
    }
}

/// Each as `<link id>:<code>`, in document order, with commas between; of many the first ones.
fn named(problems: &[ItemProblem]) -> String {
    let each = problems.iter().take(MOST_NAMED).map(|problem| {
        let link_id: String = problem.link_id.chars().take(LONGEST_NAMED).collect();
        format!("{link_id}:{}", problem.code)
    });
    each.collect::<Vec<_>>().join(",")
}
