//! Surveys and answers as other systems take them and send them: FHIR R4 in JSON (SUR-09). Rules only: whether a survey is there and who may send is
//! for others to say.
//!
//! What cannot be held here is refused by its FHIRPath, and in words of ours: nothing of what is asked is dropped in silence, and no answer repeats
//! what stands in a resource. By what systems things are named is a setting (EVT-05).
//!
//! | Room | What is in it |
//! |---|---|
//! | `questionnaire` | surveys as a Questionnaire |
//! | `response` | answers as a QuestionnaireResponse |
//! | `markdown` | formatted texts as Markdown, and as plain words |
//! | `names` | what surveys and our own extensions are called outside |
//! | `civil` | days and times of day |

pub(crate) mod civil;
mod markdown;
pub(crate) mod names;
pub(crate) mod questionnaire;
pub(crate) mod response;

use chassis_domain::Uuid;

use crate::survey::Body;

/// A survey that is handed out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Described<'d> {
    /// Which; `None`: it is kept nowhere yet.
    pub(crate) survey: Option<Uuid>,
    /// Which version it is; 0: none that was published.
    pub(crate) published_version: u32,
    /// What it says.
    pub(crate) body: &'d Body,
}
