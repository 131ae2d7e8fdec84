//! The outside world for development and tests, never shipped: two OpenID Connect realms with demo people, the
//! patient record system, and a virus scanner. They speak the real protocols over real sockets, and fail on demand.
//!
//! | Room | What is in it |
//! |---|---|
//! | [`people`] | the demo people, and the roles and locations of the professionals |
//! | `realm` | discovery, sign-in page, token, user info, end of session |
//! | `token` | keys and signed tokens |
//! | `control` | what goes wrong next |
//! | [`patient_record`] | the patient record system, by FHIR R4 |
//! | `clamd` | the scanner's INSTREAM protocol |

mod clamd;
mod control;
pub mod patient_record;
pub mod people;
mod realm;
mod site;
mod token;

pub use control::{Fault, Minted};
pub use site::{Config, Running, start};
