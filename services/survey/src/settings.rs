//! What survey is told by its environment.

use serde::Deserialize;

/// Settings of survey; every name is a variable with `KAJO_` in front.
#[derive(Clone, Debug, Deserialize)]
pub struct SurveySettings {
    /// Where identity answers, for example `http://identity:7001`; in this process when it is left out.
    pub identity_url: Option<String>,
    /// Where conversations answers, likewise.
    pub conversations_url: Option<String>,
}
