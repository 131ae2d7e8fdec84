//! Why an activation says no.

/// A refusal of an activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// For this caller there is no such activation, or no such survey.
    #[error("there is no such survey")]
    NotFound,
    /// It was activated already; ids follow from commands, so another command did it.
    #[error("it is activated already")]
    AlreadyActivated,
    /// What is named is no day.
    #[error("there is no such day")]
    NoSuchDay(&'static str),
    /// The day lies before today.
    #[error("the day is past")]
    DatePast(&'static str),
    /// The last day lies before the first.
    #[error("the last day lies before the first")]
    DatesInOrder(&'static str),
    /// The patient has not given consent, or does so no more.
    #[error("the patient has not given consent")]
    PatientWithoutConsent,
    /// A professional added the patient, who does not use the service yet.
    #[error("the patient was added by hand")]
    PatientManuallyAdded,
    /// The survey is not activated any more.
    #[error("the survey is archived")]
    SurveyArchived,
    /// The patient has the same survey to answer, or will have.
    #[error("the patient has the survey to answer already")]
    AlreadyOpen,
    /// Its first day has not come.
    #[error("it cannot be answered yet")]
    NotOpenYet,
    /// Its last day is over.
    #[error("it cannot be answered any more")]
    Over,
    /// It is answered.
    #[error("it is answered already")]
    AlreadyAnswered,
    /// It was taken back.
    #[error("it was taken back")]
    Withdrawn,
    /// Whoever asks is not the teenager whose it is.
    #[error("the teenager alone decides")]
    NotTheTeenager,
}

chassis_domain::refusals! { Refusal {
    Self::NotFound => "not_found", Hidden;
    Self::AlreadyActivated => "already_activated", State;
    Self::NoSuchDay(field) => "no_such_day", Input, field *field;
    Self::DatePast(field) => "date_past", Input, field *field;
    Self::DatesInOrder(field) => "dates_in_order", Input, field *field;
    Self::PatientWithoutConsent => "patient_no_consent", State;
    Self::PatientManuallyAdded => "patient_manually_added", State;
    Self::SurveyArchived => "survey_archived", State;
    Self::AlreadyOpen => "already_open", State;
    Self::NotOpenYet => "not_open_yet", State;
    Self::Over => "survey_over", State;
    Self::AlreadyAnswered => "already_answered", State;
    Self::Withdrawn => "survey_withdrawn", State;
    Self::NotTheTeenager => "not_the_teenager", Forbidden;
} }
