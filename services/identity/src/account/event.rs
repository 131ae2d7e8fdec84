//! What happens to an account, as it is stored and as it is published.

use chassis_domain::{
    AudienceKey, DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored, Timestamp, Uuid,
    stored::{Reader, encoded, timestamp},
};
use kajo_proto::identity::{store::v1 as store, v1 as facts};
use prost::Message;

/// Something that happened to an account. Nothing in it is personal: it stays readable when the account is gone.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Its deletion was asked for.
    Asked {
        /// When it is carried out.
        due_at: Timestamp,
        /// Names the receipt.
        receipt: Uuid,
    },
    /// The request was taken back.
    Withdrawn,
    /// Something stood against it when it was due.
    Postponed {
        /// When it is tried again.
        due_at: Timestamp,
    },
    /// It is no more.
    Deleted,
}

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self {
            Self::Asked { .. } => "account.deletion_asked",
            Self::Withdrawn => "account.deletion_withdrawn",
            Self::Postponed { .. } => "account.deletion_postponed",
            Self::Deleted => "account.deleted",
        })
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        match self {
            Self::Asked { due_at, receipt } => {
                encoded(&store::AccountDeletionAsked { due_at: Some(timestamp(*due_at)), receipt_id: receipt.to_string() })
            }
            Self::Withdrawn => encoded(&store::AccountDeletionWithdrawn {}),
            Self::Postponed { due_at } => encoded(&store::AccountDeletionPostponed { due_at: Some(timestamp(*due_at)) }),
            Self::Deleted => encoded(&store::AccountDeleted {}),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let time = |at: Option<prost_types::Timestamp>| reader.known(at.and_then(|at| Timestamp::new(at.seconds, at.nanos).ok()));
        match stored.event_type.as_str() {
            "account.deletion_asked" => {
                let store::AccountDeletionAsked { due_at, receipt_id } = reader.payload()?;
                Ok(Self::Asked { due_at: time(due_at)?, receipt: reader.known(Uuid::try_parse(&receipt_id).ok())? })
            }
            "account.deletion_withdrawn" => reader.payload().map(|store::AccountDeletionWithdrawn {}| Self::Withdrawn),
            "account.deletion_postponed" => {
                let store::AccountDeletionPostponed { due_at } = reader.payload()?;
                Ok(Self::Postponed { due_at: time(due_at)? })
            }
            "account.deleted" => reader.payload().map(|store::AccountDeleted {}| Self::Deleted),
            _ => Err(reader.unknown()),
        }
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let account_id = meta.aggregate_id.to_string();
        let audience = vec![AudienceKey::person(&account_id)];
        let (message, payload) = match self {
            Self::Asked { .. } => ("kajo.identity.v1.AccountDeletionAsked", facts::AccountDeletionAsked { account_id }.encode_to_vec()),
            Self::Withdrawn => ("kajo.identity.v1.AccountDeletionWithdrawn", facts::AccountDeletionWithdrawn { account_id }.encode_to_vec()),
            Self::Postponed { .. } => ("kajo.identity.v1.AccountDeletionPostponed", facts::AccountDeletionPostponed { account_id }.encode_to_vec()),
            Self::Deleted => ("kajo.identity.v1.AccountDeleted", facts::AccountDeleted { account_id }.encode_to_vec()),
        };
        Some(PublishedFact { message, payload, audience })
    }
}
