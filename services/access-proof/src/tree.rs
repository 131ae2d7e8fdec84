//! The tree of RFC 6962, section 2.1: a leaf and a node are hashed apart, a tree of n leaves splits at the largest power of two below n.
//! Whole subtrees never change once they are full, so they alone are kept; everything else is computed from them.

use sha2::{Digest, Sha256};

/// A hash of the tree.
pub type Hash = [u8; 32];

/// What sets a leaf apart from a node.
const LEAF: u8 = 0;
const NODE: u8 = 1;

/// A full subtree: `2^level` leaves, the first of them at `index * 2^level`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subtree {
    /// 0 is a single leaf.
    pub level: u8,
    /// Counted among the subtrees of its level.
    pub index: u64,
}

/// The hash of a leaf.
pub(crate) fn leaf(data: &[u8]) -> Hash {
    Sha256::new().chain_update([LEAF]).chain_update(data).finalize().into()
}

fn node(left: &Hash, right: &Hash) -> Hash {
    Sha256::new().chain_update([NODE]).chain_update(left).chain_update(right).finalize().into()
}

/// The full subtrees that a tree consists of, the largest first. All that is needed to add a leaf, and to know the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Peaks {
    size: u64,
    full: Vec<(u8, Hash)>,
}

impl Peaks {
    /// Of a tree of `size` leaves; `None` when a subtree is not known.
    pub fn try_new(size: u64, mut known: impl FnMut(Subtree) -> Option<Hash>) -> Option<Self> {
        let mut full = Vec::new();
        for subtree in Self::subtrees(size) {
            full.push((subtree.level, known(subtree)?));
        }
        Some(Self { size, full })
    }

    /// Which subtrees these are.
    pub fn subtrees(size: u64) -> Vec<Subtree> {
        let levels = (0..64_u8).rev().filter(|level| size & (1 << level) != 0);
        let mut before = 0;
        levels
            .map(|level| {
                let subtree = Subtree { level, index: before >> level };
                before += 1 << level;
                subtree
            })
            .collect()
    }

    /// How many leaves.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Adds a leaf; answers with every subtree that is full by it, the leaf first.
    pub fn push(&mut self, leaf: Hash) -> Vec<(Subtree, Hash)> {
        let (mut level, mut hash) = (0_u8, leaf);
        let mut filled = vec![(Subtree { level, index: self.size }, hash)];
        while let Some((_, left)) = self.full.pop_if(|(of, _)| *of == level) {
            hash = node(&left, &hash);
            level += 1;
            filled.push((Subtree { level, index: self.size >> level }, hash));
        }
        self.full.push((level, hash));
        self.size += 1;
        filled
    }

    /// The root; that of no leaves is the hash of nothing.
    pub fn root(&self) -> Hash {
        let hashes = self.full.iter().rev().map(|(_, hash)| *hash);
        hashes.reduce(|right, left| node(&left, &right)).unwrap_or_else(|| Sha256::digest([]).into())
    }
}

/// The largest power of two below `size`, which is at least two.
fn split(size: u64) -> u64 {
    1 << (size - 1).ilog2()
}

/// The root over `size` leaves from `start` on. Where a tree is split, `start` is a multiple of whatever fits into `size`.
fn root_of(start: u64, size: u64, known: &mut impl FnMut(Subtree) -> Hash) -> Hash {
    if size.is_power_of_two() {
        let level = u8::try_from(size.ilog2()).unwrap_or(u8::MAX);
        return known(Subtree { level, index: start >> level });
    }
    let left = split(size);
    node(&root_of(start, left, known), &root_of(start + left, size - left, known))
}

/// The way from a leaf to the root of the tree of `size` leaves (RFC 6962, section 2.1.1), the nearest hash first. Run it once with
/// zeros to learn which subtrees it needs.
pub fn inclusion(index: u64, size: u64, known: &mut impl FnMut(Subtree) -> Hash) -> Vec<Hash> {
    let (mut start, mut left_over, mut path) = (0, size, Vec::new());
    while left_over > 1 {
        let left = split(left_over);
        if index < start + left {
            path.push(root_of(start + left, left_over - left, known));
            left_over = left;
        } else {
            path.push(root_of(start, left, known));
            start += left;
            left_over -= left;
        }
    }
    path.reverse();
    path
}

/// That the tree of `old` leaves is the beginning of the one of `size` leaves (RFC 6962, section 2.1.2).
pub fn consistency(old: u64, size: u64, known: &mut impl FnMut(Subtree) -> Hash) -> Vec<Hash> {
    if old == 0 || old >= size {
        return Vec::new();
    }
    let (mut start, mut wanted, mut left_over, mut whole, mut path) = (0, old, size, true, Vec::new());
    while wanted < left_over {
        let left = split(left_over);
        if wanted <= left {
            path.push(root_of(start + left, left_over - left, known));
            left_over = left;
        } else {
            path.push(root_of(start, left, known));
            start += left;
            wanted -= left;
            left_over -= left;
            whole = false;
        }
    }
    if !whole {
        path.push(root_of(start, left_over, known));
    }
    path.reverse();
    path
}

/// Whether the path leads from the leaf at `index` to the root of the tree of `size` leaves (RFC 9162, section 2.1.3.2).
pub fn verify_inclusion(leaf: Hash, index: u64, size: u64, path: &[Hash], root: &Hash) -> bool {
    if index >= size {
        return false;
    }
    let (mut place, mut last, mut hash) = (index, size - 1, leaf);
    for beside in path {
        if last == 0 {
            return false;
        }
        if place & 1 == 1 || place == last {
            hash = node(beside, &hash);
            while place & 1 == 0 && place != 0 {
                place >>= 1;
                last >>= 1;
            }
        } else {
            hash = node(&hash, beside);
        }
        place >>= 1;
        last >>= 1;
    }
    last == 0 && hash == *root
}

/// Whether the tree of `old` leaves is the beginning of the one of `size` leaves (RFC 9162, section 2.1.4.2).
pub fn verify_consistency(old: u64, size: u64, old_root: &Hash, root: &Hash, path: &[Hash]) -> bool {
    if old == 0 || old > size {
        return false;
    }
    if old == size {
        return path.is_empty() && old_root == root;
    }
    let (mut place, mut last) = (old - 1, size - 1);
    while place & 1 == 1 {
        place >>= 1;
        last >>= 1;
    }
    // A power of two is a full subtree: its root is where the path begins.
    let (begin, rest) = if old.is_power_of_two() {
        (*old_root, path)
    } else {
        match path.split_first() {
            Some((first, rest)) => (*first, rest),
            None => return false,
        }
    };
    let (mut of_old, mut of_new) = (begin, begin);
    for beside in rest {
        if last == 0 {
            return false;
        }
        if place & 1 == 1 || place == last {
            of_old = node(beside, &of_old);
            of_new = node(beside, &of_new);
            while place & 1 == 0 && place != 0 {
                place >>= 1;
                last >>= 1;
            }
        } else {
            of_new = node(&of_new, beside);
        }
        place >>= 1;
        last >>= 1;
    }
    last == 0 && of_old == *old_root && of_new == *root
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    /// The leaves of the tests of Certificate Transparency, and the roots of the trees over the first 1 to 8 of them.
    const LEAVES: [&str; 8] = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"];
    const ROOTS: [&str; 8] = [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
    ];

    type Known = HashMap<Subtree, Hash>;

    fn grown(leaves: impl IntoIterator<Item = Hash>) -> (Known, Vec<Hash>) {
        let (mut peaks, mut known, mut roots) = (Peaks::default(), Known::new(), Vec::new());
        for leaf in leaves {
            known.extend(peaks.push(leaf));
            roots.push(peaks.root());
        }
        (known, roots)
    }

    fn published() -> (Known, Vec<Hash>) {
        grown(LEAVES.map(|data| leaf(&hex::decode(data).unwrap())))
    }

    fn texts(hashes: &[Hash]) -> Vec<String> {
        hashes.iter().map(hex::encode).collect()
    }

    #[test]
    fn the_roots_are_the_published_ones() {
        assert_eq!(hex::encode(Peaks::default().root()), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        assert_eq!(texts(&published().1), ROOTS);
    }

    #[test]
    fn the_paths_are_the_published_ones() {
        let (known, _) = published();
        let mut at = |subtree| known[&subtree];
        assert_eq!(texts(&inclusion(0, 1, &mut at)), Vec::<String>::new());
        assert_eq!(
            texts(&inclusion(0, 8, &mut at)),
            [
                "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
                "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
                "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
            ]
        );
        assert_eq!(
            texts(&inclusion(5, 8, &mut at)),
            [
                "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
                "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            ]
        );
        assert_eq!(
            texts(&consistency(6, 8, &mut at)),
            [
                "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
                "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
                "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
            ]
        );
        assert_eq!(
            texts(&consistency(2, 5, &mut at)),
            ["5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e", "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b"]
        );
    }

    #[test]
    fn every_leaf_is_in_every_tree_at_its_place_alone_and_every_tree_is_a_beginning() {
        let leaves: Vec<Hash> = (0..40_u8).map(|number| leaf(&[number])).collect();
        let (known, roots) = grown(leaves.clone());
        let mut at = |subtree| known[&subtree];
        for (size, root) in (1..).zip(&roots) {
            assert_eq!(Peaks::try_new(size, |subtree| known.get(&subtree).copied()).unwrap().root(), *root);
            for (index, leaf) in (0..size).zip(&leaves) {
                let path = inclusion(index, size, &mut at);
                assert!(verify_inclusion(*leaf, index, size, &path, root), "{index} of {size}");
                // How many leaves there are, a path does not say: that stands in the signed head.
                assert!(!verify_inclusion(*leaf, index + 1, size, &path, root));
            }
            for (old, old_root) in (1..=size).zip(&roots) {
                let path = consistency(old, size, &mut at);
                assert!(verify_consistency(old, size, old_root, root, &path), "{old} of {size}");
                assert!(!verify_consistency(old, size, &[7; 32], root, &path));
                assert!(!verify_consistency(old, size, old_root, &[7; 32], &path));
            }
        }
    }

    proptest! {
        #[test]
        fn nothing_but_the_path_itself_proves(size in 2..200_u64, index in 0..200_u64, at in 0..8_usize, bit in 0..256_usize) {
            let index = index % size;
            let leaves: Vec<Hash> = (0..size).map(|number| leaf(&number.to_be_bytes())).collect();
            let (known, roots) = grown(leaves.clone());
            let mut path = inclusion(index, size, &mut |subtree| known[&subtree]);
            let root = roots.last().unwrap();
            let mine = leaves[usize::try_from(index).unwrap()];
            prop_assert!(verify_inclusion(mine, index, size, &path, root));
            prop_assert!(!verify_inclusion(mine, index, size, &path[1..], root));
            let at = at % path.len();
            path[at][bit / 8] ^= 1 << (bit % 8);
            prop_assert!(!verify_inclusion(mine, index, size, &path, root));
        }
    }
}
