//! Why something is not done to a survey.

/// A refusal of a survey.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such survey, or no such version of it.
    #[error("there is no such survey")]
    NotFound,
    /// It is in force already.
    #[error("the survey is in force as it stands")]
    Unchanged,
    /// A title is written in every language.
    #[error("a translation is missing")]
    TranslationMissing(&'static str),
    /// Written in one language, it is written in all.
    #[error("a text is written in some languages only")]
    AllOrNothing(&'static str),
    /// Nobody said where it shows.
    #[error("the type is missing")]
    TypeMissing,
    /// Nobody said which domain it belongs to.
    #[error("the matter is missing")]
    MatterMissing,
    /// Something stands against the questionnaire.
    #[error("the questionnaire is incomplete")]
    QuestionnaireIncomplete {
        /// Each item with what is wrong with it.
        problems: String,
    },
    /// Who assesses their symptoms with it would be told nothing.
    #[error("the assessment comes to no finding")]
    AssessmentWithoutFinding,
    /// Items have kept their names and mean something else.
    #[error("items that kept their names mean something else")]
    MeaningChanged {
        /// Their link IDs.
        items: String,
    },
    /// What was published stays in its domain.
    #[error("the matter of a published survey does not change")]
    MatterFixed,
    /// What was published shows where it did.
    #[error("the type of a published survey does not change")]
    TypeFixed,
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::Unchanged => "publication_unchanged", State;
    Self::TranslationMissing(field) => "translation_missing", Input, field *field;
    Self::AllOrNothing(field) => "all_or_nothing", Input, field *field;
    Self::TypeMissing => "survey_type_missing", Input, field "details.type";
    Self::MatterMissing => "matter_missing", Input, field "details.matter";
    Self::QuestionnaireIncomplete { problems } => "questionnaire_incomplete", Input, field "details.questionnaire",
        params [("problems", problems.clone())];
    Self::AssessmentWithoutFinding => "assessment_without_finding", Input, field "details.questionnaire";
    Self::MeaningChanged { items } => "meaning_changed", State, params [("items", items.clone())];
    Self::MatterFixed => "survey_matter_fixed", Input, field "details.matter";
    Self::TypeFixed => "survey_type_fixed", Input, field "details.type";
} }
