//! Events as they are stored, and facts as they are published: two types, with a pure function between them.

use std::fmt;

use jiff::Timestamp;
use uuid::Uuid;

use crate::{Actor, AudienceKey, OnBehalfOf, Opener, Sealer};

/// Stable name of an event in the store, for example `conversation.taken`. Never derived from a Rust path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EventType(pub &'static str);

impl fmt::Display for EventType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// An event ready for the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// Version of the payload's schema, from 1. A changed meaning is a new event type, not a new schema.
    pub schema: u16,
    /// Protobuf.
    pub payload: Vec<u8>,
}

/// An event as the store holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Stable name.
    pub event_type: String,
    /// Version of the payload's schema.
    pub schema: u16,
    /// Protobuf.
    pub payload: Vec<u8>,
}

/// A stored event that this build cannot read. The aggregate refuses to load, projections park; nothing is skipped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// No event of this name is known.
    #[error("unknown event type {0}")]
    UnknownType(String),
    /// The event is known, this version of it is not.
    #[error("unknown schema {schema} of {event_type}")]
    UnknownSchema {
        /// Stable name.
        event_type: String,
        /// The version found.
        schema: u16,
    },
    /// The payload is no message of that type, or lacks what it must have.
    #[error("malformed {0}")]
    Malformed(String),
}

/// What the store knows about an event beside its payload.
#[derive(Clone, Debug, PartialEq)]
pub struct EventMeta {
    /// Names the event for ever; UUIDv7.
    pub event_id: Uuid,
    /// The aggregate's id.
    pub aggregate_id: Uuid,
    /// Place in the aggregate's stream: 1, 2, 3 ..
    pub version: u64,
    /// When it was recorded.
    pub recorded_at: Timestamp,
    /// Who acted.
    pub actor: Actor,
    /// Who really acted, when on behalf.
    pub on_behalf_of: Option<OnBehalfOf>,
    /// The command that caused it.
    pub command_id: Uuid,
}

/// A thin public fact, ready for the bus: ids, types, times and enumerations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedFact {
    /// Full name of the protobuf message, for example `kajo.conversations.v1.ConversationStarted`.
    pub message: &'static str,
    /// The encoded message.
    pub payload: Vec<u8>,
    /// Who may be told of it by live update.
    pub audience: Vec<AudienceKey>,
}

impl PublishedFact {
    /// A fact that everybody may be told of who follows at all.
    pub fn to_everybody(message: &'static str, fact: &impl prost::Message) -> Self {
        Self { message, payload: fact.encode_to_vec(), audience: vec![AudienceKey::everybody()] }
    }
}

/// What has happened, as one service stores it.
pub trait DomainEvent: Clone + PartialEq + fmt::Debug + Send + Sync + 'static {
    /// Stable name.
    fn event_type(&self) -> EventType;

    /// Encodes for the store; personal fields go through `seal`.
    fn encode(&self, seal: &mut dyn Sealer) -> Encoded;

    /// Reads a stored event of any released schema. Upcasting happens here and only here.
    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError>;

    /// The public fact this event is; `None` when it stays private.
    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact>;
}
