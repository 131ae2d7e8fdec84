//! The outside world for development and tests, never shipped: two OpenID Connect realms with demo people, the
//! patient record system, the national authorisation service, a mail server, an SMS gateway, a push service, a virus scanner, a register of
//! harmful addresses, the national register of services, a language model, a TURN server, and four other systems that keep appointments. They speak
//! the real protocols over real sockets, and fail on demand.
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
//! | `push` | a push service and the browsers behind it, by Web Push |
//! | [`outbox`] | what the three of them took, to be read by whoever it was sent to |
//! | `clamd` | the scanner's INSTREAM protocol |
//! | [`service_register`] | the national register of services, by PTV's open API |
//! | [`openai`] | a language model, by OpenAI's chat completions |
//! | [`turn`] | a TURN server, as coturn with a shared secret |
//! | [`booking`] | other systems that keep appointments, each by a protocol of its own, and their front desk |
//! | [`web_risk`] | a register of harmful addresses, by Google Web Risk's Update API |

pub mod authorizations;
pub mod booking;
mod chat_provider;
mod clamd;
mod control;
mod mail;
pub mod openai;
pub mod outbox;
pub mod patient_record;
pub mod people;
mod push;
mod realm;
pub mod service_register;
mod sign_out;
mod site;
pub mod sms;
mod token;
pub mod turn;
pub mod web_risk;

pub use control::{Fault, Minted};
pub use site::{Config, Running, start};
