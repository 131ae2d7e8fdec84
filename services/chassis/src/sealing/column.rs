//! Sealed bytes in a column of a read model: the protobuf message `kajo.store.v1.Sealed`.

use chassis_domain::{Blob, PersonId, RetentionClass};
use kajo_proto::store::v1::Sealed;
use prost::Message;

/// For a `bytea` column.
pub fn to_column(blob: &Blob) -> Vec<u8> {
    Sealed {
        subject_id: blob.subject.to_string(),
        retention_class: blob.class.number(),
        nonce: blob.nonce.clone().into(),
        ciphertext: blob.ciphertext.clone().into(),
    }
    .encode_to_vec()
}

/// From a `bytea` column; `None` when it is no sealed value.
pub fn from_column(bytes: &[u8]) -> Option<Blob> {
    let sealed = Sealed::decode(bytes).ok()?;
    Some(Blob {
        subject: PersonId::parse(&sealed.subject_id)?,
        class: RetentionClass::from_number(sealed.retention_class)?,
        nonce: sealed.nonce.to_vec(),
        ciphertext: sealed.ciphertext.to_vec(),
    })
}
