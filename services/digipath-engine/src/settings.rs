//! What digipath-engine is told by its environment.

use serde::Deserialize;

/// Settings of digipath-engine; every name is a variable with `KAJO_` in front.
#[derive(Clone, Debug, Deserialize)]
pub struct DigipathSettings {
    /// Where identity answers, for example `http://identity:7001`; in this process when it is left out.
    pub identity_url: Option<String>,
    /// Where content answers, likewise.
    pub content_url: Option<String>,
    /// Where conversations answers, likewise.
    pub conversations_url: Option<String>,
    /// Where scheduling answers, likewise.
    pub scheduling_url: Option<String>,
    /// Where survey answers, likewise.
    pub survey_url: Option<String>,
}
