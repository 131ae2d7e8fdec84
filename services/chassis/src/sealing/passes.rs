//! Encoding in two passes: first collect whose keys are needed, then seal with them. In between the keys are fetched,
//! which a pure encoder could not do.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use chassis_domain::{Blob, Opener, PersonId, RetentionClass, Sealer};
use zeroize::Zeroizing;

use crate::clock::Ids;

/// Whose keys are needed.
pub type Needs = BTreeSet<(PersonId, RetentionClass)>;

/// Keys at hand.
#[derive(Clone, Default)]
pub struct KeySet(Arc<HashMap<(PersonId, RetentionClass), Key>>);

/// One person's key for one retention class; wiped from memory when nobody holds it any more.
pub(crate) type Key = Arc<Zeroizing<[u8; 32]>>;

impl KeySet {
    pub(crate) fn insert(&mut self, name: (PersonId, RetentionClass), key: Key) {
        Arc::make_mut(&mut self.0).insert(name, key);
    }

    fn cipher(&self, subject: PersonId, class: RetentionClass) -> Option<LessSafeKey> {
        let key = self.0.get(&(subject, class))?;
        UnboundKey::new(&AES_256_GCM, key.as_slice()).ok().map(LessSafeKey::new)
    }
}

impl Opener for KeySet {
    fn open(&self, blob: &Blob) -> Option<Vec<u8>> {
        let nonce = Nonce::try_assume_unique_for_key(&blob.nonce).ok()?;
        let mut bytes = blob.ciphertext.clone();
        let length = self.cipher(blob.subject, blob.class)?.open_in_place(nonce, Aad::empty(), &mut bytes).ok()?.len();
        bytes.truncate(length);
        Some(bytes)
    }
}

/// First pass: notes whose keys are needed and seals nothing.
#[derive(Debug, Default)]
pub struct Collecting(pub Needs);

impl Sealer for Collecting {
    fn seal(&mut self, subject: PersonId, class: RetentionClass, _plain: &[u8]) -> Blob {
        self.0.insert((subject, class));
        Blob { subject, class, nonce: Vec::new(), ciphertext: Vec::new() }
    }
}

/// Second pass: seals. What belongs to a destroyed key comes out empty and never opens.
pub struct Sealing<'a> {
    keys: &'a KeySet,
    ids: &'a Ids,
}

impl<'a> Sealing<'a> {
    /// Seals with these keys.
    pub fn new(keys: &'a KeySet, ids: &'a Ids) -> Self {
        Self { keys, ids }
    }
}

impl Sealer for Sealing<'_> {
    fn seal(&mut self, subject: PersonId, class: RetentionClass, plain: &[u8]) -> Blob {
        let nonce: [u8; NONCE_LEN] = self.ids.bytes();
        let mut ciphertext = plain.to_vec();
        let sealed = self
            .keys
            .cipher(subject, class)
            .and_then(|key| key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut ciphertext).ok());
        if sealed.is_none() {
            ciphertext.clear();
        }
        Blob { subject, class, nonce: nonce.to_vec(), ciphertext }
    }
}
