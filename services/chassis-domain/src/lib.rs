//! The pure half of the chassis: what an aggregate, an event, a refusal, a policy and a sealed value are. Nothing in
//! here does IO, reads a clock or draws a random number; it is the only thing an aggregate folder may stand on.

mod aggregate;
mod context;
mod demo;
mod event;
mod id;
mod policy;
mod refusals;
mod sealed;
mod stateless_policy;
pub mod stored;
pub mod testing;

pub use aggregate::{Aggregate, Refusal, RefusalKind, Violation};
pub use context::{Actor, ActorKind, DecideContext, OnBehalfOf};
pub use demo::demo_id;
pub use event::{DecodeError, DomainEvent, Encoded, EventMeta, EventType, PublishedFact, Stored};
pub use id::{Id, Person, PersonId};
pub use jiff::{SignedDuration, Timestamp};
pub use policy::{CommandTarget, Effect, Policy, PolicyKey, TimerKey};
pub use refusals::Refusals;
pub use sealed::{Blob, Opener, RetentionClass, Sealable, Sealed, Sealer};
pub use stateless_policy::StatelessPolicy;
pub use uuid::Uuid;
