//! What survey is told by its environment.

use serde::Deserialize;

/// Settings of survey; every name is a variable with `KAJO_` in front.
#[derive(Clone, Debug, Deserialize)]
pub struct SurveySettings {
    /// Where identity answers, for example `http://identity:7001`; in this process when it is left out.
    pub identity_url: Option<String>,
    /// Where conversations answers, likewise.
    pub conversations_url: Option<String>,
    /// Most anonymous forms that are sent to one queue in an hour; who comes after that tries again later.
    #[serde(default = "forms_per_hour")]
    pub forms_per_hour: i64,
}

const fn forms_per_hour() -> i64 {
    300
}
