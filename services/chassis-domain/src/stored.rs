//! Reading and writing stored events: the small steps that every aggregate's encoding shares.

use kajo_proto::store::v1 as sealed;
use prost::Message;

use crate::{Blob, DecodeError, Encoded, Id, Opener, PersonId, RetentionClass, Sealable, Sealed, Sealer, Stored, Timestamp};

/// A payload of schema 1.
pub fn encoded(message: &impl Message) -> Encoded {
    Encoded { schema: 1, payload: message.encode_to_vec() }
}

/// A moment, as the contract and stored events have it.
pub fn timestamp(at: Timestamp) -> prost_types::Timestamp {
    prost_types::Timestamp { seconds: at.as_second(), nanos: at.subsec_nanosecond() }
}

/// Seals a personal value into its place in a payload.
pub fn seal<T: Sealable>(value: &Sealed<T>, sealer: &mut dyn Sealer) -> Option<sealed::Sealed> {
    let blob = value.seal(sealer);
    Some(sealed::Sealed {
        subject_id: blob.subject.to_string(),
        retention_class: blob.class.number(),
        nonce: blob.nonce.into(),
        ciphertext: blob.ciphertext.into(),
    })
}

/// Reads one stored event of a known type.
pub struct Reader<'a> {
    stored: &'a Stored,
    open: &'a dyn Opener,
}

impl<'a> Reader<'a> {
    /// Over one stored event.
    pub fn new(stored: &'a Stored, open: &'a dyn Opener) -> Self {
        Self { stored, open }
    }

    /// The payload, when its schema is 1.
    pub fn payload<M: Message + Default>(&self) -> Result<M, DecodeError> {
        self.payload_until(1)
    }

    /// The payload, when its schema is one of 1 to `newest`: later ones added fields, which older payloads leave empty.
    pub fn payload_until<M: Message + Default>(&self, newest: u16) -> Result<M, DecodeError> {
        if !(1..=newest).contains(&self.stored.schema) {
            return Err(DecodeError::UnknownSchema { event_type: self.stored.event_type.clone(), schema: self.stored.schema });
        }
        M::decode(self.stored.payload.as_slice()).map_err(|_| self.malformed())
    }

    /// The payload lacks what it must have.
    pub fn malformed(&self) -> DecodeError {
        DecodeError::Malformed(self.stored.event_type.clone())
    }

    /// No event of this name is known.
    pub fn unknown(&self) -> DecodeError {
        DecodeError::UnknownType(self.stored.event_type.clone())
    }

    /// An id.
    pub fn id<T: ?Sized>(&self, text: &str) -> Result<Id<T>, DecodeError> {
        Id::parse(text).ok_or_else(|| self.malformed())
    }

    /// Several ids.
    pub fn ids<T: ?Sized, C: FromIterator<Id<T>>>(&self, texts: &[String]) -> Result<C, DecodeError> {
        texts.iter().map(|text| self.id(text)).collect()
    }

    /// What must be there.
    pub fn known<T>(&self, value: Option<T>) -> Result<T, DecodeError> {
        value.ok_or_else(|| self.malformed())
    }

    /// A sealed value.
    pub fn sealed<T: Sealable>(&self, value: Option<sealed::Sealed>) -> Result<Sealed<T>, DecodeError> {
        let value = self.known(value)?;
        let subject: PersonId = self.id(&value.subject_id)?;
        let class = self.known(RetentionClass::from_number(value.retention_class))?;
        let blob = Blob { subject, class, nonce: value.nonce.to_vec(), ciphertext: value.ciphertext.to_vec() };
        Ok(Sealed::from_blob(blob, self.open))
    }
}
