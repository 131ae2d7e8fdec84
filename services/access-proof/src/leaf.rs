//! A row as a leaf. The leaf is made of two commitments: whose row it is and which of theirs, and what it says. Each is blinded by a salt
//! of its own, both drawn from the row's secret one: a neighbour's hash in a path gives nothing away, and a row can be counted
//! without being read.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::tree::{self, Hash};

/// The secret of a row, or of one of its halves.
pub type Salt = [u8; 32];

const FORMAT: &[u8] = b"kajo-access-log/1 ";

/// Half of a row: a text with the salt that blinds it. The text is hashed as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// 64 hexadecimal digits.
    pub salt: String,
    /// JSON, to the letter.
    pub text: String,
}

/// Whose row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Who {
    /// The log.
    pub log: String,
    /// The person; nobody for a row about no person.
    pub person: Option<String>,
    /// The first row about the person has 1, the next one 2. 0 for nobody.
    pub number: u64,
}

/// What a row says. Ids are those of the platform.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct What {
    /// The row.
    pub entry: String,
    /// When, in UTC.
    pub at: String,
    /// What was called.
    pub method: String,
    /// `resident`, `practitioner` or `system`.
    pub actor_kind: String,
    /// Who, or on whose behalf.
    pub actor: Option<String>,
    /// Who really, when that was on behalf of the actor.
    pub impersonator: Option<String>,
    /// In which role.
    pub role: Option<String>,
    /// At which work location.
    pub location: Option<String>,
    /// What was touched.
    pub object_kind: String,
    /// Which one.
    pub object: Option<String>,
    /// On what ground.
    pub ground: String,
    /// The trace of the call.
    pub trace: String,
}

impl Part {
    /// A half of the row whose salt this is.
    pub fn new(half: &str, salt: &Salt, said: &impl Serialize) -> serde_json::Result<Self> {
        let own = Sha256::new().chain_update(FORMAT).chain_update(half).chain_update([0]).chain_update(salt).finalize();
        Ok(Self { salt: hex::encode(own), text: serde_json::to_string(said)? })
    }

    /// The commitment; `None` when the salt is none.
    pub fn hash(&self) -> Option<Hash> {
        let mut salt: Salt = [0; 32];
        hex::decode_to_slice(&self.salt, &mut salt).ok()?;
        Some(Sha256::new().chain_update(salt).chain_update(self.text.as_bytes()).finalize().into())
    }
}

/// The leaf of a row, from its two commitments.
pub fn leaf_hash(who: &Hash, what: &Hash) -> Hash {
    tree::leaf(&[who.as_slice(), what.as_slice()].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(number: u64) -> Who {
        Who { log: "identity".to_owned(), person: Some("aino".to_owned()), number }
    }

    #[test]
    fn the_same_words_under_another_salt_are_another_leaf_and_one_half_tells_nothing_of_the_other() {
        let (one, other) = (Part::new("who", &[1; 32], &who(1)).unwrap(), Part::new("who", &[2; 32], &who(1)).unwrap());
        assert_eq!(one.text, other.text);
        assert_ne!(one.hash(), other.hash());
        assert_ne!(Part::new("what", &[1; 32], &who(1)).unwrap().salt, one.salt);
        assert_ne!(one.salt, hex::encode([1; 32]), "the row's own salt opens both and never leaves");
        assert_eq!(Part { salt: "12".to_owned(), ..one }.hash(), None);
    }

    #[test]
    fn the_format_stays_what_it_is() {
        let part = Part::new("who", &[1; 32], &who(7)).unwrap();
        assert_eq!(part.text, r#"{"log":"identity","person":"aino","number":7}"#);
        let leaf = leaf_hash(&part.hash().unwrap(), &[3; 32]);
        assert_eq!((part.salt.as_str(), hex::encode(leaf).as_str()), (SALT, LEAF));
    }

    const SALT: &str = "237e4a70ab3b093db1957b79771477998ab1bb95510e07e48ecba05b450ab6e0";
    const LEAF: &str = "844b157cee0fe8ca3693d59ed341e60929333838daeed7296dd0404b2656591c";
}
