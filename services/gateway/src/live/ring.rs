//! The last facts of all services, in the order in which they reached this gateway. Subscribers read it at their own
//! pace: a slow one costs no memory, it falls out at the end and starts anew.

use std::{
    collections::{HashSet, VecDeque},
    sync::{Arc, PoisonError, RwLock},
};

use aws_lc_rs::hmac;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use kajo_proto::caller::v1::CallerContext;
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

/// As whom somebody reads: another role, location or represented person sees other things, and what went by before belongs to nobody who
/// has come into it since.
#[derive(Clone, Debug)]
pub(crate) struct Eyes(String);

impl Eyes {
    pub(crate) fn of(caller: &CallerContext) -> Self {
        let CallerContext { kind, person_id, role_id, location_id, .. } = caller;
        let represents = caller.impersonator.as_ref().map(|behind| (&behind.person_id, &behind.mandates));
        Self(format!("{kind}/{person_id}/{role_id}/{location_id}/{represents:?}"))
    }
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
    /// Signs them: nobody goes further back than they have been, or reads on as somebody else.
    key: hmac::Key,
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
    pub(crate) fn new(life: String, secret: [u8; 32], kept: usize) -> Self {
        Self { kept, life, key: hmac::Key::new(hmac::HMAC_SHA256, &secret), facts: RwLock::default(), next: watch::Sender::new(0) }
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

    /// A place as a cursor for the outside, for who reads with these eyes.
    pub(crate) fn cursor(&self, place: u64, eyes: &Eyes) -> String {
        let tag = hmac::sign(&self.key, signed(place, eyes).as_bytes());
        format!("{}.{place}.{}", self.life, URL_SAFE_NO_PAD.encode(tag))
    }

    /// The place of a cursor of this process; `None` for those of another life, and for those that were given to other eyes.
    pub(crate) fn place(&self, cursor: &str, eyes: &Eyes) -> Option<u64> {
        let (life, behind) = cursor.split_once('.')?;
        let (place, tag) = behind.split_once('.')?;
        let (place, tag) = (place.parse().ok()?, URL_SAFE_NO_PAD.decode(tag).ok()?);
        let is_theirs = hmac::verify(&self.key, signed(place, eyes).as_bytes(), &tag).is_ok();
        (life == self.life && is_theirs).then_some(place)
    }
}

fn signed(place: u64, Eyes(eyes): &Eyes) -> String {
    format!("{place} {eyes}")
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
        let ring = Ring::new("a".to_owned(), [7; 32], 8);
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
        let ring = Ring::new("a".to_owned(), [7; 32], 2);
        let mine = HashSet::from(["k".to_owned()]);
        for number in 1..=3 {
            ring.push(fact(number, "k"));
        }
        assert_eq!(numbers(ring.read(0, &mine, 100)), None);
        assert_eq!(numbers(ring.read(1, &mine, 100)), Some((vec![2, 3], 3)));
        ring.lose();
        assert_eq!(numbers(ring.read(3, &mine, 100)), None);
        assert_eq!(numbers(ring.read(ring.next(), &mine, 100)), Some((vec![], ring.next())));
        let eyes = Eyes::of(&CallerContext::default());
        let cursor = ring.cursor(7, &eyes);
        assert_eq!(ring.place(&cursor, &eyes), Some(7));
        assert_eq!(ring.place(&cursor.replacen('a', "b", 1), &eyes), None);
        assert_eq!(ring.place("nonsense", &eyes), None);
    }

    #[test]
    fn s_22_a_cursor_holds_for_the_eyes_it_was_given_to_and_for_its_place_alone() {
        let ring = Ring::new("a".to_owned(), [7; 32], 8);
        let nurse = CallerContext { person_id: "p".to_owned(), role_id: "nurse".to_owned(), ..CallerContext::default() };
        let doctor = CallerContext { role_id: "doctor".to_owned(), ..nurse.clone() };
        let elsewhere = CallerContext { location_id: "l".to_owned(), ..nurse.clone() };
        let cursor = ring.cursor(7, &Eyes::of(&nurse));
        assert_eq!(ring.place(&cursor, &Eyes::of(&nurse)), Some(7));
        for other in [doctor, elsewhere, CallerContext::default()] {
            assert_eq!(ring.place(&cursor, &Eyes::of(&other)), None, "{other:?}");
        }
        assert_eq!(ring.place(&cursor.replace(".7.", ".3."), &Eyes::of(&nurse)), None);
    }
}
