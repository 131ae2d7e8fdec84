//! A list of harmful addresses, by the beginnings of their hashes, and how it changes: what goes by place, what comes by hash, and a sum
//! over all of it that tells whether it came out right.

use std::{cmp::Ordering, collections::BTreeMap, ops::RangeInclusive};

use sha2::{Digest, Sha256};

/// How many bytes of a hash are told when it is asked about.
pub const PREFIX: usize = 4;
/// The shortest and longest beginnings that a list may hold.
const SIZES: RangeInclusive<usize> = PREFIX..=32;

/// Beginnings of hashes, in order, by how long they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HashList(BTreeMap<usize, Vec<u8>>);

/// Beginnings of hashes of one length, one behind the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HashPrefixes {
    /// How long each is.
    pub size: usize,
    /// All of them.
    pub bytes: Vec<u8>,
}

/// What becomes of a list.
#[derive(Clone, Debug, Default)]
pub struct Diff {
    /// Places of what goes, in the order of bytes.
    pub removed: Vec<usize>,
    /// What comes.
    pub added: Vec<HashPrefixes>,
    /// SHA-256 of the list as it is then.
    pub checksum: Vec<u8>,
}

/// The list did not come out as it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// A beginning has a length that no beginning has.
    #[error("beginnings of hashes of {0} bytes")]
    Size(usize),
    /// What goes was never there.
    #[error("a place behind the end of the list")]
    Place,
    /// The sum over all of it is another one.
    #[error("the list has another checksum")]
    Checksum,
}

impl HashList {
    /// Put together from what was kept of it.
    pub fn of(parts: impl IntoIterator<Item = HashPrefixes>) -> Self {
        Self(parts.into_iter().filter(|part| SIZES.contains(&part.size)).map(|part| (part.size, part.bytes)).collect())
    }

    /// What is to be kept of it.
    pub fn parts(&self) -> impl Iterator<Item = HashPrefixes> + '_ {
        self.0.iter().map(|(size, bytes)| HashPrefixes { size: *size, bytes: bytes.clone() })
    }

    /// Whether it holds a beginning of this hash.
    pub fn holds(&self, hash: &[u8; 32]) -> bool {
        self.0.iter().any(|(size, bytes)| {
            let (mut low, mut high) = (0, bytes.len() / size);
            while low < high {
                let middle = low.midpoint(high);
                match bytes.get(middle * size..(middle + 1) * size).cmp(&hash.get(..*size)) {
                    Ordering::Equal => return true,
                    Ordering::Less => low = middle + 1,
                    Ordering::Greater => high = middle,
                }
            }
            false
        })
    }

    /// The list that this one becomes.
    ///
    /// # Errors
    /// When it does not come out as it should.
    pub fn changed(&self, diff: &Diff) -> Result<Self, Unfit> {
        let mut all = self.in_order();
        let mut gone = vec![false; all.len()];
        for place in &diff.removed {
            *gone.get_mut(*place).ok_or(Unfit::Place)? = true;
        }
        let mut gone = gone.into_iter();
        all.retain(|_| !gone.next().unwrap_or_default());
        for part in &diff.added {
            if !SIZES.contains(&part.size) || !part.bytes.len().is_multiple_of(part.size) {
                return Err(Unfit::Size(part.size));
            }
            all.extend(part.bytes.chunks_exact(part.size));
        }
        all.sort_unstable();
        let mut sum = Sha256::new();
        let mut by_size = BTreeMap::<usize, Vec<u8>>::new();
        for prefix in all {
            sum.update(prefix);
            by_size.entry(prefix.len()).or_default().extend_from_slice(prefix);
        }
        if sum.finalize().as_slice() != diff.checksum {
            return Err(Unfit::Checksum);
        }
        Ok(Self(by_size))
    }

    /// All of them in the order of their bytes, whatever their length.
    fn in_order(&self) -> Vec<&[u8]> {
        let mut all: Vec<_> = self.0.iter().flat_map(|(size, bytes)| bytes.chunks_exact(*size)).collect();
        all.sort_unstable();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(removed: &[usize], added: &[(usize, &[u8])], whole: &[u8]) -> Diff {
        let added = added.iter().map(|(size, bytes)| HashPrefixes { size: *size, bytes: bytes.to_vec() }).collect();
        Diff { removed: removed.to_vec(), added, checksum: Sha256::digest(whole).to_vec() }
    }

    #[test]
    fn a_list_changes_by_place_and_by_hash_and_is_held_to_its_checksum() {
        let first = HashList::default().changed(&diff(&[], &[(4, b"ccccaaaabbbb")], b"aaaabbbbcccc")).unwrap();
        let hash = |head: &[u8]| {
            let mut hash = [b'!'; 32];
            hash[..head.len()].copy_from_slice(head);
            hash
        };
        assert!(["aaaa", "bbbb", "cccc"].iter().all(|head| first.holds(&hash(head.as_bytes()))) && !first.holds(&hash(b"abcd")));
        // Longer ones stand among the others by their bytes.
        let second = first.changed(&diff(&[1], &[(5, b"aaaabzzzzz")], b"aaaaaaaabcccczzzzz")).unwrap();
        assert!(second.holds(&hash(b"aaaab")) && second.holds(&hash(b"zzzzz")) && !second.holds(&hash(b"bbbb")) && !second.holds(&hash(b"zzzz")));
        assert_eq!(second.changed(&diff(&[1], &[], b"aaaacccczzzzz")).map(|third| third.in_order().len()), Ok(3));
        assert_eq!(HashList::of(second.parts()), second);
        assert_eq!(first.changed(&diff(&[], &[(4, b"dddd")], b"something else")), Err(Unfit::Checksum));
        assert_eq!(first.changed(&diff(&[3], &[], b"")), Err(Unfit::Place));
        assert_eq!(first.changed(&diff(&[], &[(3, b"ddd")], b"")), Err(Unfit::Size(3)));
        assert_eq!(first.changed(&diff(&[], &[(4, b"ddddd")], b"")), Err(Unfit::Size(4)));
    }
}
