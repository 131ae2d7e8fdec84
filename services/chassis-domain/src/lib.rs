//! The pure half of the chassis: what an aggregate, an event, a refusal, a policy and a sealed value are. Nothing in
//! here does IO, reads a clock or draws a random number; it is the only thing an aggregate folder may stand on.

mod admin_record;
mod admission;
pub mod age;
mod aggregate;
mod audience;
mod civil;
mod contact;
mod context;
mod demo;
mod event;
mod holidays;
mod id;
mod number_macro;
mod policy;
mod publication;
mod refusal_macro;
mod refusals;
mod representation;
mod rich_text;
mod sealed;
pub mod ssn;
mod stateless_policy;
pub mod stored;
pub mod testing;
mod translated;

pub use admin_record::{AdminCommand, AdminDetails, AdminEvent, AdminEvents, AdminRecord, Taken, Unique, Uses};
pub use admission::Admission;
pub use aggregate::{Aggregate, Refusal, RefusalKind, Violation};
pub use audience::AudienceKey;
pub use civil::{Repeated, Stretch, clocks_pass, clocks_reach, helsinki, in_helsinki};
pub use contact::{e164, is_email};
pub use context::{Actor, ActorKind, DecideContext, OnBehalfOf};
pub use demo::demo_id;
pub use event::{DecodeError, DomainEvent, Encoded, EventMeta, EventType, PublishedFact, Stored};
pub use holidays::{is_holiday_eve, is_public_holiday};
pub use id::{Id, Person, PersonId};
pub use jiff::{
    SignedDuration, Timestamp,
    civil::{Date, Time},
};
pub use policy::{CommandTarget, Effect, Policy, PolicyKey, TimerKey, Unreadable};
pub use publication::{Publication, PublicationBody, PublicationCommand, PublicationEvent, PublicationEvents};
pub use refusals::Refusals;
pub use representation::{Mandates, Matter, Representative, Represented};
pub use rich_text::{MarkdownRefused, kept_rich_text, linked_pages, page_address, rich_text};
pub use sealed::{Blob, Opener, RetentionClass, Sealable, Sealed, Sealer};
pub use stateless_policy::StatelessPolicy;
pub use stored::timestamp;
pub use translated::{Translated, TranslatedFields};
pub use uuid::Uuid;
