//! How the fetching of an integration goes: when it was tried, when it succeeded, why it fails and since when, and what the source said.

use chassis_domain::{Refusal, SignedDuration, Timestamp};

use super::Texts;

/// After so many failures in a row those who run the platform are told.
const ALERTS_AT: u32 = 3;
/// What failed is tried again after this time, however seldom it is fetched.
const RETRY: SignedDuration = SignedDuration::from_hours(1);

/// Why nothing was fetched, or what was fetched was not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failed {
    /// It does not answer, or answers that something is wrong with it.
    #[error("the register of services does not answer")]
    Unavailable,
    /// What it answers is none of what it should.
    #[error("the answer of the register of services cannot be read")]
    Malformed,
    /// The register has no such service any more, or does not show it.
    #[error("the register of services has no such service")]
    Gone,
    /// What must be written in every language is not.
    #[error("the register of services lacks a language")]
    LanguageMissing {
        /// Their codes.
        languages: Vec<&'static str>,
    },
    /// A text is formatted otherwise than allowed.
    #[error("line {line} is formatted otherwise than allowed")]
    Markdown {
        /// Of the text.
        field: &'static str,
        /// The first is 1.
        line: u32,
    },
    /// A text is longer than anybody may write it.
    #[error("a text is too long")]
    TooLong {
        /// Of the text.
        field: &'static str,
        /// In characters.
        max: u64,
    },
    /// What was to be filled is no more.
    #[error("the target is no more")]
    TargetGone,
}

chassis_domain::refusals! { Failed {
    Self::Unavailable => "service_register_unavailable", State;
    Self::Malformed => "service_register_malformed", State;
    Self::Gone => "service_register_gone", State;
    Self::LanguageMissing { languages } => "service_register_language_missing", State, params [("languages", languages.join(" "))];
    Self::Markdown { field, line } => "markdown_refused", Input, field *field, params [("line", line.to_string())];
    Self::TooLong { field, max } => "too_long", Input, field *field, params [("max", max.to_string())];
    Self::TargetGone => "integration_target_gone", State;
} }

/// A failure, as it is kept and told.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// As the codes of refusals.
    pub reason: String,
    /// The text at fault; empty: none alone.
    pub field: String,
    /// What the reason's text names.
    pub params: Vec<(String, String)>,
}

impl Failure {
    /// For the first of what is refused.
    pub fn of(refusal: &impl Refusal) -> Self {
        let first = refusal.violations().into_iter().next();
        let (field, reason, params) =
            first.map_or_else(|| ("", refusal.code(), refusal.params()), |violation| (violation.field, violation.code, violation.params));
        Self {
            reason: reason.to_owned(),
            field: field.trim_start_matches("details.").to_owned(),
            params: params.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        }
    }
}

/// A row of failures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failing {
    /// The newest.
    pub failure: Failure,
    /// The first.
    pub since: Timestamp,
    /// How many.
    pub in_a_row: u32,
}

/// How the fetching of one integration goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SyncState {
    /// When it was tried last; `None`: never.
    pub tried_at: Option<Timestamp>,
    /// When it succeeded last; `None`: never.
    pub succeeded_at: Option<Timestamp>,
    /// `None`: the last one did not fail.
    pub failing: Option<Failing>,
    /// What the source has said, each text when it said it last.
    pub texts: Texts,
    /// The languages that it lacked when it succeeded last.
    pub lacking: Vec<String>,
}

impl SyncState {
    /// After a sync that succeeded. A text that the source says no more stays what it said last.
    #[must_use]
    pub fn succeeded(mut self, texts: Texts, lacking: &[&str], now: Timestamp) -> Self {
        self.texts.extend(texts);
        let lacking = lacking.iter().map(|language| (*language).to_owned()).collect();
        Self { tried_at: Some(now), succeeded_at: Some(now), failing: None, texts: self.texts, lacking }
    }

    /// After one that failed: what was said last stays.
    #[must_use]
    pub fn failed(self, failure: Failure, now: Timestamp) -> Self {
        let (since, before) = self.failing.as_ref().map_or((now, 0), |failing| (failing.since, failing.in_a_row));
        Self { tried_at: Some(now), failing: Some(Failing { failure, since, in_a_row: before.saturating_add(1) }), ..self }
    }

    /// Whether the failure with this number is the one of its row that is told aloud.
    pub fn alerts_at(in_a_row: u32) -> bool {
        in_a_row == ALERTS_AT
    }

    /// Whether it is to be fetched.
    pub fn is_due(&self, interval_hours: u32, now: Timestamp) -> bool {
        let interval = SignedDuration::from_hours(interval_hours.into());
        let pause = if self.failing.is_some() { interval.min(RETRY) } else { interval };
        self.tried_at.is_none_or(|tried_at| now.duration_since(tried_at) >= pause)
    }
}
