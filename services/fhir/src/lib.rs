//! FHIR R4 in JSON, as services take it in and hand it out: its types, its places, its answers, and by what systems it names things (SUR-09, EVT-03,
//! EVT-05). Pure; what a resource means to a service stands with the service.
//!
//! Our own, some hundred lines that read what is asked for: a library of models would know all of FHIR and keep neither the digits of a number nor the
//! place of what is wrong.
//!
//! | Room | What is in it |
//! |---|---|
//! | `json` | JSON with its places: what cannot be read is told by its FHIRPath |
//! | `elements`, `text`, `decimal`, `date_time` | the types of FHIR |
//! | `naming` | what a resource says of itself: of which type it is, what it is called, whose it is |
//! | `extension` | what is told beyond FHIR's own elements |
//! | `systems` | by what systems things are named here, as settings |
//! | `problem`, `outcome` | why something is not taken, and how that is answered |

pub mod date_time;
pub mod decimal;
pub mod elements;
pub mod extension;
pub mod json;
pub mod naming;
mod outcome;
mod problem;
mod systems;
pub mod text;

pub use self::{
    outcome::{Answer, answers, outcome},
    problem::Problem,
    systems::{NamedSystem, SystemIdentifiers},
};
