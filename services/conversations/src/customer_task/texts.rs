//! What a digital path says of a task that it gives, in every language.

use chassis_domain::{Sealable, Translated};
use kajo_proto::conversations::store::v1 as stored;
use prost::Message;

/// What a task is called and what to do, in each language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskTexts {
    /// What it is called.
    pub title: Translated,
    /// What to do.
    pub instruction: Translated,
}

/// Sealed as one: neither is told without the other's key.
impl Sealable for TaskTexts {
    fn to_plain(&self) -> Vec<u8> {
        let Self { title, instruction } = self.clone();
        stored::TaskTexts { title: Some(title.into()), instruction: Some(instruction.into()) }.encode_to_vec()
    }

    fn from_plain(plain: &[u8]) -> Option<Self> {
        let stored::TaskTexts { title, instruction } = stored::TaskTexts::decode(plain).ok()?;
        Some(Self { title: title.into(), instruction: instruction.into() })
    }
}
