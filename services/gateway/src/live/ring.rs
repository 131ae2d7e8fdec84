//! The last facts of all services, in the order in which they reached this gateway. Subscribers read it at their own
//! pace: a slow one costs no memory, it falls out at the end and starts anew.

use std::{
    collections::{HashSet, VecDeque},
    sync::{Arc, PoisonError, RwLock},
};

use tokio::sync::watch;

/// How many facts are kept for those who come back.
pub(crate) const KEPT: usize = 10_000;

/// A fact as far as subscribers are concerned.
#[derive(Debug)]
pub(crate) struct Seen {
    /// Full name of the message.
    pub(crate) message: &'static str,
    /// Its short name, for example `MessageWritten`.
    pub(crate) name: &'static str,
    pub(crate) aggregate: &'static str,
    pub(crate) id: String,
    pub(crate) fact_no: u64,
    /// Who may be told.
    pub(crate) audience: Vec<String>,
}

/// What a reader finds behind its place.
#[derive(Debug)]
pub(crate) enum Found {
    /// Facts for this reader, each with the place behind it, and the place behind everything that was looked at.
    Facts(Vec<(u64, Arc<Seen>)>, u64),
    /// Facts behind this place are gone, or were never seen.
    Lost,
}

/// The ring. Places are numbers that only grow; they mean something in this process alone.
#[derive(Debug)]
pub(crate) struct Ring {
    kept: usize,
    /// Names this process in cursors.
    life: String,
    facts: RwLock<Facts>,
    next: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Facts {
    /// The place of the first fact that is kept.
    first: u64,
    kept: VecDeque<Arc<Seen>>,
}

impl Facts {
    fn next(&self) -> u64 {
        self.first + self.kept.len() as u64
    }
}

impl Ring {
    pub(crate) fn new(life: String, kept: usize) -> Self {
        Self { kept, life, facts: RwLock::default(), next: watch::Sender::new(0) }
    }

    /// Adds a fact and wakes everybody.
    pub(crate) fn push(&self, fact: Seen) {
        let next = {
            let mut facts = self.facts.write().unwrap_or_else(PoisonError::into_inner);
            facts.kept.push_back(Arc::new(fact));
            if facts.kept.len() > self.kept {
                facts.kept.pop_front();
                facts.first += 1;
            }
            facts.next()
        };
        self.next.send_replace(next);
    }

    /// Facts may have been missed: everybody starts anew.
    pub(crate) fn lose(&self) {
        let next = {
            let mut facts = self.facts.write().unwrap_or_else(PoisonError::into_inner);
            facts.first = facts.next() + 1;
            facts.kept.clear();
            facts.first
        };
        self.next.send_replace(next);
    }

    /// The facts behind `place` that `keys` may see, at most `most` looked at.
    pub(crate) fn read(&self, place: u64, keys: &HashSet<String>, most: usize) -> Found {
        let facts = self.facts.read().unwrap_or_else(PoisonError::into_inner);
        if place < facts.first || place > facts.next() {
            return Found::Lost;
        }
        let skipped = usize::try_from(place - facts.first).unwrap_or(usize::MAX);
        let mut behind = place;
        let mut mine = Vec::new();
        for fact in facts.kept.iter().skip(skipped).take(most) {
            behind += 1;
            if fact.audience.iter().any(|key| keys.contains(key)) {
                mine.push((behind, Arc::clone(fact)));
            }
        }
        Found::Facts(mine, behind)
    }

    /// The place behind the newest fact.
    pub(crate) fn next(&self) -> u64 {
        *self.next.borrow()
    }

    /// Wakes when there is something behind the newest fact.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.next.subscribe()
    }

    /// A place as a cursor for the outside.
    pub(crate) fn cursor(&self, place: u64) -> String {
        format!("{}.{place}", self.life)
    }

    /// The place of a cursor of this process; `None` for those of another life, which say nothing here.
    pub(crate) fn place(&self, cursor: &str) -> Option<u64> {
        let (life, place) = cursor.split_once('.')?;
        if life == self.life { place.parse().ok() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(number: u64, key: &str) -> Seen {
        Seen { message: "kajo.v1.Written", name: "Written", aggregate: "note", id: String::new(), fact_no: number, audience: vec![key.to_owned()] }
    }

    fn numbers(found: Found) -> Option<(Vec<u64>, u64)> {
        match found {
            Found::Facts(facts, next) => Some((facts.iter().map(|(_, fact)| fact.fact_no).collect(), next)),
            Found::Lost => None,
        }
    }

    #[test]
    fn a_reader_sees_its_own_facts_and_moves_past_the_others() {
        let ring = Ring::new("a".to_owned(), 8);
        let mine = HashSet::from(["person:1".to_owned()]);
        for (number, key) in [(1, "person:1"), (2, "person:2"), (3, "person:1")] {
            ring.push(fact(number, key));
        }
        assert_eq!(numbers(ring.read(0, &mine, 100)), Some((vec![1, 3], 3)));
        assert_eq!(numbers(ring.read(0, &mine, 2)), Some((vec![1], 2)));
        assert_eq!(numbers(ring.read(3, &mine, 100)), Some((vec![], 3)));
    }

    #[test]
    fn who_falls_behind_or_comes_from_another_life_starts_anew() {
        let ring = Ring::new("a".to_owned(), 2);
        let mine = HashSet::from(["k".to_owned()]);
        for number in 1..=3 {
            ring.push(fact(number, "k"));
        }
        assert_eq!(numbers(ring.read(0, &mine, 100)), None);
        assert_eq!(numbers(ring.read(1, &mine, 100)), Some((vec![2, 3], 3)));
        ring.lose();
        assert_eq!(numbers(ring.read(3, &mine, 100)), None);
        assert_eq!(numbers(ring.read(ring.next(), &mine, 100)), Some((vec![], ring.next())));
        assert_eq!(ring.place("a.7"), Some(7));
        assert_eq!(ring.place("b.7"), None);
        assert_eq!(ring.place("nonsense"), None);
    }
}
