//! Why something is not done to a digital path.

/// A refusal of a digital path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is no such path, or no such version of it.
    #[error("there is no such path")]
    NotFound,
    /// It is in force already.
    #[error("the path is in force as it stands")]
    Unchanged,
    /// A name is written in every language.
    #[error("a translation is missing")]
    TranslationMissing(&'static str),
    /// Written in one language, it is written in all.
    #[error("a text is written in some languages only")]
    AllOrNothing(&'static str),
    /// Nobody said under which category it stands.
    #[error("the category is missing")]
    CategoryMissing,
    /// Nobody said what it is about.
    #[error("the matter is missing")]
    MatterMissing,
    /// Something stands against its blocks.
    #[error("the path is incomplete")]
    Incomplete {
        /// Each step with what is wrong with it.
        problems: String,
    },
    /// What was published stays about the same.
    #[error("the matter of a published path does not change")]
    MatterFixed,
    /// What was saved once is built by the same editor.
    #[error("how a path is built does not change")]
    KindFixed,
}

chassis_domain::refusals! { Refused {
    Self::NotFound => "not_found", Hidden;
    Self::Unchanged => "publication_unchanged", State;
    Self::TranslationMissing(field) => "translation_missing", Input, field *field;
    Self::AllOrNothing(field) => "all_or_nothing", Input, field *field;
    Self::CategoryMissing => "path_category_missing", Input, field "details.path_category_id";
    Self::MatterMissing => "matter_missing", Input, field "details.matter";
    Self::Incomplete { problems } => "path_incomplete", Input, field "details.blocks", params [("problems", problems.clone())];
    Self::MatterFixed => "path_matter_fixed", Input, field "details.matter";
    Self::KindFixed => "path_kind_fixed", Input, field "details.kind";
} }
