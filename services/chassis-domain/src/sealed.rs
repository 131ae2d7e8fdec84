//! Personal data in events: encrypted under a key per person and retention class, so that destroying the key erases
//! every copy. The cipher itself is in the chassis; here is only what a domain needs to say.

use std::fmt;

use crate::PersonId;

/// Why personal data are kept, and so when their key goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RetentionClass {
    /// Account data: destroyed when the account is deleted.
    Account,
    /// Statutory client and patient records: kept as the law asks, account or no account.
    CareRecord,
    /// A professional's own name and settings: kept while the records that name them are.
    Professional,
    /// What somebody wrote in a visit: destroyed 30 days after the end.
    Visit,
}

impl RetentionClass {
    crate::numbers!(pub u32: Account = 1, CareRecord = 2, Professional = 3, Visit = 4);
}

/// Sealed bytes as they lie in an event or a read model.
#[derive(Clone, PartialEq, Eq)]
pub struct Blob {
    /// Whose key seals it.
    pub subject: PersonId,
    /// Which of that person's keys.
    pub class: RetentionClass,
    /// Nonce of the cipher.
    pub nonce: Vec<u8>,
    /// Ciphertext with its tag.
    pub ciphertext: Vec<u8>,
}

impl fmt::Debug for Blob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}

/// Encrypts. Handed to `DomainEvent::encode`.
pub trait Sealer {
    /// Seals bytes under a person's key.
    fn seal(&mut self, subject: PersonId, class: RetentionClass, plain: &[u8]) -> Blob;
}

/// Decrypts. Handed to `DomainEvent::decode`.
pub trait Opener {
    /// The plain bytes; `None` once the key is destroyed.
    fn open(&self, blob: &Blob) -> Option<Vec<u8>>;
}

/// What can be sealed.
pub trait Sealable: Sized {
    /// To plain bytes.
    fn to_plain(&self) -> Vec<u8>;
    /// From plain bytes; `None` when they are no such value.
    fn from_plain(plain: &[u8]) -> Option<Self>;
}

impl Sealable for String {
    fn to_plain(&self) -> Vec<u8> {
        self.as_bytes().to_vec()
    }

    fn from_plain(plain: &[u8]) -> Option<Self> {
        Self::from_utf8(plain.to_vec()).ok()
    }
}

/// A personal value. It cannot be printed or serialised; it can be opened by whoever has a reason, and is gone once
/// its key is.
#[derive(Clone, PartialEq, Eq)]
pub struct Sealed<T> {
    subject: PersonId,
    class: RetentionClass,
    plain: Option<T>,
    blob: Option<Blob>,
}

impl<T: Sealable> Sealed<T> {
    /// Marks a value as personal to `subject`.
    pub fn new(subject: PersonId, class: RetentionClass, value: T) -> Self {
        Self { subject, class, plain: Some(value), blob: None }
    }

    /// Takes a stored value in; it opens to `None` when the key is destroyed.
    pub fn from_blob(blob: Blob, open: &dyn Opener) -> Self {
        let plain = open.open(&blob).and_then(|plain| T::from_plain(&plain));
        Self { subject: blob.subject, class: blob.class, plain, blob: Some(blob) }
    }

    /// The value; `None` once its key is destroyed.
    pub fn open(&self) -> Option<&T> {
        self.plain.as_ref()
    }

    /// The sealed bytes, for an event's payload. What came from the store is handed back as it was, so that a value
    /// whose key is gone still encodes.
    pub fn seal(&self, sealer: &mut dyn Sealer) -> Blob {
        match (&self.blob, &self.plain) {
            (Some(blob), _) => blob.clone(),
            (None, Some(plain)) => sealer.seal(self.subject, self.class, &plain.to_plain()),
            (None, None) => sealer.seal(self.subject, self.class, &[]),
        }
    }

    /// The stored bytes, for a read model that keeps them sealed. Present on events that came from the store.
    pub fn blob(&self) -> Option<&Blob> {
        self.blob.as_ref()
    }

    /// Whose it is.
    pub fn subject(&self) -> PersonId {
        self.subject
    }
}

impl<T> fmt::Debug for Sealed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}
