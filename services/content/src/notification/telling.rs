//! That a resident is to be told, or needs to be told no more, as policies say it to the executors.

use chassis_domain::{CommandTarget, Effect, Id, PersonId, Timestamp, Uuid, timestamp};
use prost::Message;

use super::{Kind, NotificationId};

/// The executor that plans a notification; its body is what [`Telling::read`] reads.
pub(crate) const NOTIFY: CommandTarget = CommandTarget("notify");
/// The executor that withdraws one; its body is what [`withdrawn`] reads.
pub(crate) const WITHDRAW: CommandTarget = CommandTarget("withdraw_notification");

/// Ids of notifications are made in it.
const NAMESPACE: Uuid = Uuid::from_u128(0x0190_f5a0_0000_7000_8000_0000_0000_d0f1);

/// What a resident is to be told, and until when.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Telling {
    /// What has happened.
    pub kind: Kind,
    /// To what: a conversation, a task, an appointment ..
    pub object: Uuid,
    /// Whom it concerns.
    pub recipient: PersonId,
    /// Tells two of one kind about the same thing apart, the same way each time: the message, the revision.
    pub occasion: String,
    /// When it begins; `None`: it has no time.
    pub starts_at: Option<Timestamp>,
    /// From when on telling is of no use any more.
    pub until: Timestamp,
    /// The resident has just done it themselves: they are told at night as well.
    pub at_once: bool,
}

/// The body of the effect.
#[derive(Clone, PartialEq, Message)]
struct Told {
    #[prost(uint32, tag = "1")]
    kind: u32,
    #[prost(string, tag = "2")]
    object_id: String,
    #[prost(string, tag = "3")]
    recipient_id: String,
    #[prost(string, tag = "4")]
    occasion: String,
    #[prost(message, optional, tag = "5")]
    starts_at: Option<prost_types::Timestamp>,
    #[prost(message, optional, tag = "6")]
    until: Option<prost_types::Timestamp>,
    #[prost(bool, tag = "7")]
    at_once: bool,
}

impl Telling {
    /// The same for the same occasion, however often it is heard of.
    pub fn id(&self) -> NotificationId {
        let Self { kind, object, recipient, occasion, .. } = self;
        Id::from_uuid(Uuid::new_v5(&NAMESPACE, format!("{} {object} {recipient} {occasion}", kind.name()).as_bytes()))
    }

    /// Has it told.
    pub(crate) fn effect(&self) -> Effect {
        Effect::Command { to: NOTIFY, body: self.encode(), until: None }
    }

    /// For a timer, or the body of an effect.
    pub(crate) fn encode(&self) -> Vec<u8> {
        let told = Told {
            kind: self.kind.number(),
            object_id: self.object.to_string(),
            recipient_id: self.recipient.to_string(),
            occasion: self.occasion.clone(),
            starts_at: self.starts_at.map(timestamp),
            until: Some(timestamp(self.until)),
            at_once: self.at_once,
        };
        told.encode_to_vec()
    }

    /// What [`Telling::encode`] wrote.
    pub(crate) fn read(body: &[u8]) -> Option<Self> {
        let Told { kind, object_id, recipient_id, occasion, starts_at, until, at_once } = Told::decode(body).ok()?;
        Some(Self {
            kind: Kind::from_number(kind)?,
            object: Uuid::try_parse(&object_id).ok()?,
            recipient: Id::parse(&recipient_id)?,
            occasion,
            starts_at: moment(starts_at),
            until: moment(until)?,
            at_once,
        })
    }
}

/// Nobody needs to be told of it any more. What was sent was sent.
pub(crate) fn withdrawal(id: NotificationId) -> Effect {
    Effect::Command { to: WITHDRAW, body: id.uuid().as_bytes().to_vec(), until: None }
}

/// The notification in the body of a withdrawal.
pub(crate) fn withdrawn(body: &[u8]) -> Option<NotificationId> {
    Uuid::from_slice(body).ok().map(Id::from_uuid)
}

fn moment(at: Option<prost_types::Timestamp>) -> Option<Timestamp> {
    at.and_then(|at| Timestamp::new(at.seconds, at.nanos).ok())
}
