//! Events of an attachment in the store, and the facts they are.

use chassis_domain::{DecodeError, DomainEvent, Encoded, EventMeta, EventType, Opener, PublishedFact, Sealer, Stored, Uuid};
use kajo_proto::conversations::{store::v1 as stored, v1 as public};
use prost::Message;

use super::{Event, EventKind, File, Sent};
use crate::{audience::Audience, conversation::ParticipantKind};
use chassis_domain::stored::{Reader, encoded, seal};

/// Of the end of a scan, since people at a screen are told.
const SCAN_SCHEMA: u16 = 2;

fn scanned(message: &impl Message) -> Encoded {
    Encoded { schema: SCAN_SCHEMA, ..encoded(message) }
}

impl DomainEvent for Event {
    fn event_type(&self) -> EventType {
        EventType(match self.what {
            EventKind::Uploaded(_) => "attachment.uploaded",
            EventKind::Clean => "attachment.clean",
            EventKind::Infected => "attachment.infected",
            EventKind::ScanFailed => "attachment.scan_failed",
            EventKind::Sent(Sent::Message(..)) => "attachment.sent",
            EventKind::Sent(Sent::Chat(_)) => "attachment.sent_in_chat",
            EventKind::Discarded => "attachment.discarded",
        })
    }

    fn encode(&self, sealer: &mut dyn Sealer) -> Encoded {
        let audience = self.audience.to_stored();
        match &self.what {
            EventKind::Uploaded(file) => encoded(&stored::AttachmentUploaded {
                owner_id: file.owner.to_string(),
                owner_kind: file.owner_kind.number(),
                file_name: seal(&file.name, sealer),
                extension: file.extension.clone(),
                size_bytes: file.size,
                object_name: file.object.clone(),
                audience,
            }),
            EventKind::Clean => scanned(&stored::AttachmentClean { audience }),
            EventKind::Infected => scanned(&stored::AttachmentInfected { audience }),
            EventKind::ScanFailed => scanned(&stored::AttachmentScanFailed { audience }),
            EventKind::Sent(Sent::Message(conversation, message)) => {
                encoded(&stored::AttachmentSent { conversation_id: conversation.to_string(), message_id: message.to_string(), audience })
            }
            EventKind::Sent(Sent::Chat(chat)) => encoded(&stored::AttachmentSentInChat { chat_id: chat.to_string(), audience }),
            EventKind::Discarded => encoded(&stored::AttachmentDiscarded { audience }),
        }
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        let reader = Reader::new(stored, open);
        let (what, audience) = match stored.event_type.as_str() {
            "attachment.uploaded" => {
                let message: stored::AttachmentUploaded = reader.payload()?;
                let file = File {
                    owner: reader.id(&message.owner_id)?,
                    owner_kind: reader.known(ParticipantKind::from_number(message.owner_kind))?,
                    name: reader.sealed(message.file_name)?,
                    extension: message.extension,
                    size: message.size_bytes,
                    object: message.object_name,
                };
                (EventKind::Uploaded(file), message.audience)
            }
            "attachment.clean" => (EventKind::Clean, reader.payload_until::<stored::AttachmentClean>(SCAN_SCHEMA)?.audience),
            "attachment.infected" => (EventKind::Infected, reader.payload_until::<stored::AttachmentInfected>(SCAN_SCHEMA)?.audience),
            "attachment.scan_failed" => (EventKind::ScanFailed, reader.payload_until::<stored::AttachmentScanFailed>(SCAN_SCHEMA)?.audience),
            "attachment.sent" => {
                let message: stored::AttachmentSent = reader.payload()?;
                let sent = Sent::Message(reader.id(&message.conversation_id)?, reader.id(&message.message_id)?);
                (EventKind::Sent(sent), message.audience)
            }
            "attachment.sent_in_chat" => {
                let message: stored::AttachmentSentInChat = reader.payload()?;
                let chat = reader.known(Uuid::try_parse(&message.chat_id).ok())?;
                (EventKind::Sent(Sent::Chat(chat)), message.audience)
            }
            "attachment.discarded" => (EventKind::Discarded, reader.payload::<stored::AttachmentDiscarded>()?.audience),
            _ => return Err(reader.unknown()),
        };
        Ok(Self { what, audience: Audience::from_stored(audience) })
    }

    fn publish(&self, meta: &EventMeta) -> Option<PublishedFact> {
        let attachment_id = meta.aggregate_id.to_string();
        let scanned = |state: public::ScanState| {
            let fact = public::AttachmentScanned { attachment_id: meta.aggregate_id.to_string(), scan_state: state.into() };
            ("kajo.conversations.v1.AttachmentScanned", fact.encode_to_vec())
        };
        let (message, payload) = match &self.what {
            EventKind::Uploaded(file) => {
                let fact = public::AttachmentUploaded { attachment_id, owner_id: file.owner.to_string(), size_bytes: file.size };
                ("kajo.conversations.v1.AttachmentUploaded", fact.encode_to_vec())
            }
            EventKind::Clean => scanned(public::ScanState::Clean),
            EventKind::Infected => scanned(public::ScanState::Infected),
            EventKind::ScanFailed => scanned(public::ScanState::Error),
            EventKind::Sent(Sent::Chat(chat)) => {
                let fact = public::AttachmentSentInChat { attachment_id, chat_id: chat.to_string() };
                ("kajo.conversations.v1.AttachmentSentInChat", fact.encode_to_vec())
            }
            EventKind::Sent(Sent::Message(conversation, message)) => {
                let fact = public::AttachmentSent { attachment_id, conversation_id: conversation.to_string(), message_id: message.to_string() };
                ("kajo.conversations.v1.AttachmentSent", fact.encode_to_vec())
            }
            EventKind::Discarded => ("kajo.conversations.v1.AttachmentDiscarded", public::AttachmentDiscarded { attachment_id }.encode_to_vec()),
        };
        Some(PublishedFact { message, payload, audience: self.audience.keys() })
    }
}
