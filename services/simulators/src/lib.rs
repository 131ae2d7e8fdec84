//! The outside world for development and tests, never shipped: two OpenID Connect realms with demo people, the
//! patient record system, the national authorisation service, a mail server, an SMS gateway, and a virus scanner. They speak the real
//! protocols over real sockets, and fail on demand.
//!
//! | Room | What is in it |
//! |---|---|
//! | [`people`] | the demo people, and the roles and locations of the professionals |
//! | `realm` | discovery, sign-in page, token, user info, end of session |
//! | `token` | keys and signed tokens |
//! | `control` | what goes wrong next |
//! | [`patient_record`] | the patient record system, by FHIR R4 |
//! | [`authorizations`] | the national authorisation service, one person on behalf of another (HPA) |
//! | `mail` | a mail server, by SMTP |
//! | [`sms`] | an SMS gateway, over HTTP |
//! | [`outbox`] | what both took, to be read by whoever it was sent to |
//! | `clamd` | the scanner's INSTREAM protocol |

pub mod authorizations;
mod clamd;
mod control;
mod mail;
pub mod outbox;
pub mod patient_record;
pub mod people;
mod realm;
mod site;
pub mod sms;
mod token;

pub use control::{Fault, Minted};
pub use site::{Config, Running, start};
