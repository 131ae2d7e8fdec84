//! The key that signs the head of the access log's tree. Its public half is what a person checks a file against. When it is changed, the
//! former key endorses the new one, so that who trusts the former one can go on (decision 0018).

use std::{collections::BTreeSet, path::Path, sync::Arc};

use access_proof::Endorsement;
use aws_lc_rs::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use chassis_domain::Timestamp;

use crate::key_file::{self, KeyFileError};

/// An Ed25519 key, and how it came to be the one that signs. Cheap to clone; prints nothing.
#[derive(Clone)]
pub struct AccessLogKey {
    pair: Arc<Ed25519KeyPair>,
    /// Each by the key that the one before it is for.
    endorsements: Arc<[Endorsement]>,
}

/// What is wrong with the endorsements.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndorsementsError {
    /// There is no such file, or a line in it is none.
    #[error("cannot be read: line by line the JSON that `platform endorse-access-log-key` says")]
    Unreadable,
    /// Somebody else signed it.
    #[error("the endorsement of {0} is not signed by the key that it says")]
    Forged(String),
    /// Each begins where the one before it ends, and no key comes back.
    #[error("the endorsement of {0} does not go on where the one before it ends")]
    Broken(String),
    /// They are about other keys.
    #[error("the key that signs is not among them")]
    Foreign,
}

impl AccessLogKey {
    /// From its seed.
    ///
    /// # Errors
    /// When the library refuses it.
    pub fn from_seed(seed: &[u8; 32]) -> Result<Self, KeyFileError> {
        let pair = Ed25519KeyPair::from_seed_unchecked(seed).map_err(|_| KeyFileError::Malformed)?;
        Ok(Self { pair: Arc::new(pair), endorsements: Arc::default() })
    }

    /// From a file of 64 hexadecimal digits, the seed.
    ///
    /// # Errors
    /// When the file is none.
    pub fn from_file(path: &Path) -> Result<Self, KeyFileError> {
        Self::from_seed(&*key_file::read(path)?)
    }

    /// The same key with its former ones, from a file of endorsements, one on each line.
    ///
    /// # Errors
    /// When one does not hold, or they are not about this key.
    pub fn endorsed_by_file(self, path: &Path) -> Result<Self, EndorsementsError> {
        let text = std::fs::read_to_string(path).map_err(|_| EndorsementsError::Unreadable)?;
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let endorsements: Result<_, _> = lines.map(serde_json::from_str).collect();
        self.endorsed_by(endorsements.map_err(|_| EndorsementsError::Unreadable)?)
    }

    /// The same key with its former ones, the oldest first. They may go on behind this key: then the next one is announced.
    ///
    /// # Errors
    /// When one does not hold, or they are not about this key.
    pub fn endorsed_by(self, endorsements: Vec<Endorsement>) -> Result<Self, EndorsementsError> {
        let mut keys: Vec<&str> = endorsements.first().map(|first| first.from.as_str()).into_iter().collect();
        for Endorsement { from, to, at, signature } in &endorsements {
            if keys.last() != Some(&from.as_str()) || keys.contains(&to.as_str()) {
                return Err(EndorsementsError::Broken(to.clone()));
            }
            let signature = hex::decode(signature).unwrap_or_default();
            if !has_signed(from, &Endorsement::signed(from, to, at), &signature) {
                return Err(EndorsementsError::Forged(to.clone()));
            }
            keys.push(to);
        }
        if !keys.is_empty() && !keys.contains(&self.public().as_str()) {
            return Err(EndorsementsError::Foreign);
        }
        Ok(Self { endorsements: endorsements.into(), ..self })
    }

    /// Vouches for the key that is to sign next.
    pub fn endorse(&self, next: &str, at: Timestamp) -> Endorsement {
        let (from, at) = (self.public(), at.to_string());
        let signature = hex::encode(self.sign(&Endorsement::signed(&from, next, &at)));
        Endorsement { from, to: next.to_owned(), at, signature }
    }

    /// The public half, hexadecimal: to be published.
    pub fn public(&self) -> String {
        hex::encode(self.pair.public_key().as_ref())
    }

    /// How one comes to this key from those before it.
    pub fn endorsements(&self) -> &[Endorsement] {
        &self.endorsements
    }

    /// This key and those from which it took over: what they signed stands. Not the ones behind it.
    pub(super) fn trusted(&self) -> BTreeSet<String> {
        let own = self.public();
        let former = self.endorsements.iter().map(|endorsement| endorsement.from.clone()).take_while(|former| *former != own);
        let former: Vec<_> = former.collect();
        former.into_iter().chain([own]).collect()
    }

    pub(super) fn sign(&self, text: &str) -> Vec<u8> {
        self.pair.sign(text.as_bytes()).as_ref().to_vec()
    }
}

/// Whether a key, hexadecimal, has signed a text.
pub(super) fn has_signed(key: &str, text: &str, signature: &[u8]) -> bool {
    hex::decode(key).is_ok_and(|key| UnparsedPublicKey::new(&ED25519, key).verify(text.as_bytes(), signature).is_ok())
}

impl std::fmt::Debug for AccessLogKey {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("AccessLogKey")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(seed: u8) -> AccessLogKey {
        AccessLogKey::from_seed(&[seed; 32]).unwrap()
    }

    fn endorsement(from: u8, to: u8) -> Endorsement {
        key(from).endorse(&key(to).public(), Timestamp::UNIX_EPOCH)
    }

    #[test]
    fn what_former_keys_signed_stands_and_what_later_ones_will_sign_does_not_yet() {
        let chain = || vec![endorsement(1, 2), endorsement(2, 3)];
        let all = [1, 2, 3].map(|seed| key(seed).public());
        for (own, trusted) in [(1, 1), (2, 2), (3, 3)] {
            let key = key(own).endorsed_by(chain()).unwrap();
            assert_eq!(key.trusted(), all[..trusted].iter().cloned().collect(), "{own}");
        }
        assert_eq!(key(4).endorsed_by(Vec::new()).unwrap().trusted(), [key(4).public()].into());
    }

    #[test]
    fn endorsements_that_do_not_lead_to_the_key_are_refused() {
        let refused = |endorsements: Vec<Endorsement>| key(3).endorsed_by(endorsements).unwrap_err();
        let public = |seed: u8| key(seed).public();
        let forged = Endorsement { signature: endorsement(9, 3).signature, ..endorsement(2, 3) };
        assert_eq!(refused(vec![endorsement(1, 2), forged]), EndorsementsError::Forged(public(3)));
        let later = Endorsement { at: "2026-11-21T00:00:00Z".to_owned(), ..endorsement(2, 3) };
        assert_eq!(refused(vec![later]), EndorsementsError::Forged(public(3)), "the time is signed as well");
        assert_eq!(refused(vec![endorsement(2, 3), endorsement(1, 2)]), EndorsementsError::Broken(public(2)));
        assert_eq!(refused(vec![endorsement(3, 3)]), EndorsementsError::Broken(public(3)));
        assert_eq!(refused(vec![endorsement(3, 2), endorsement(2, 3)]), EndorsementsError::Broken(public(3)));
        assert_eq!(refused(vec![endorsement(1, 2)]), EndorsementsError::Foreign);
    }

    #[test]
    fn endorsements_are_read_line_by_line() {
        let path = std::env::temp_dir().join(format!("kajo-endorsements-{}", uuid::Uuid::now_v7()));
        let lines = [endorsement(1, 2), endorsement(2, 3)].map(|endorsement| serde_json::to_string(&endorsement).unwrap());
        std::fs::write(&path, format!("{}\n\n{}\n", lines[0], lines[1])).unwrap();
        assert_eq!(key(3).endorsed_by_file(&path).unwrap().endorsements().len(), 2);
        std::fs::write(&path, "3f6c").unwrap();
        assert_eq!(key(3).endorsed_by_file(&path).unwrap_err(), EndorsementsError::Unreadable);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(key(3).endorsed_by_file(&path).unwrap_err(), EndorsementsError::Unreadable);
    }
}
