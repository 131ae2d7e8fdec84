//! The sitting in which somebody who is not known answers a form (SUR-07): which form in which version, where it stands and since when. It is told to
//! them, signed, and brought back with the answers; nothing of it is kept here. Its id is random, so that it says nothing of anybody.

use aws_lc_rs::hmac;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chassis::access::InternalKey;
use chassis_domain::{SignedDuration, Timestamp, Uuid};

/// For how long answers are taken.
const LASTS: SignedDuration = SignedDuration::from_hours(4);
/// Nobody reads what is asked, and answers it, in less.
const SHORTEST: SignedDuration = SignedDuration::from_secs(3);

/// A sitting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sitting {
    /// Which: what is sent in it has its id from this one.
    pub(crate) id: Uuid,
    /// The queue that asks.
    pub(crate) subcategory: Uuid,
    /// What is asked.
    pub(crate) survey: Uuid,
    /// In which version.
    pub(crate) published_version: u32,
    /// Since when, in whole milliseconds.
    pub(crate) begun_at: Timestamp,
    /// Where the form stood: a tail stays its queue's for ever, so that the queue is found by it when the answers come.
    pub(crate) url_tail: String,
}

impl Sitting {
    /// Whether it is too late for answers.
    pub(crate) fn is_over(&self, now: Timestamp) -> bool {
        now.duration_since(self.begun_at) >= LASTS
    }

    /// Whether it is too soon for them.
    pub(crate) fn is_too_short(&self, now: Timestamp) -> bool {
        now.duration_since(self.begun_at) < SHORTEST
    }
}

/// Signs sittings and knows them again.
pub(crate) struct Sittings(hmac::Key);

impl Sittings {
    /// Under a key out of the one that gateway and services share: every process of the service has the same.
    pub(crate) fn new(key: &InternalKey) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, &key.derived("sittings of forms", "")))
    }

    /// What is told of a sitting, and brought back.
    pub(crate) fn told(&self, sitting: &Sitting) -> String {
        let Sitting { id, subcategory, survey, published_version, begun_at, url_tail } = sitting;
        let said = format!("{id}.{subcategory}.{survey}.{published_version}.{}.{url_tail}", begun_at.as_millisecond());
        let tag = hmac::sign(&self.0, said.as_bytes());
        format!("{said}.{}", URL_SAFE_NO_PAD.encode(tag))
    }

    /// The sitting that was told so; `None`: it is none of ours.
    pub(crate) fn read(&self, told: &str) -> Option<Sitting> {
        let (said, tag) = told.rsplit_once('.')?;
        hmac::verify(&self.0, said.as_bytes(), &URL_SAFE_NO_PAD.decode(tag).ok()?).ok()?;
        let parts: [&str; 6] = said.split('.').collect::<Vec<_>>().try_into().ok()?;
        let [id, subcategory, survey, published_version, begun_at, url_tail] = parts;
        Some(Sitting {
            id: Uuid::try_parse(id).ok()?,
            subcategory: Uuid::try_parse(subcategory).ok()?,
            survey: Uuid::try_parse(survey).ok()?,
            published_version: published_version.parse().ok()?,
            begun_at: Timestamp::from_millisecond(begun_at.parse().ok()?).ok()?,
            url_tail: url_tail.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sittings(key: u8) -> Sittings {
        Sittings::new(&InternalKey::from_bytes([key; 32]))
    }

    fn sitting() -> Sitting {
        Sitting {
            id: Uuid::from_u128(u128::MAX),
            subcategory: Uuid::from_u128(2),
            survey: Uuid::from_u128(3),
            published_version: u32::MAX,
            begun_at: "2026-11-20T10:00:00.123Z".parse().unwrap(),
            url_tail: "a".repeat(60),
        }
    }

    #[test]
    fn sur_07_a_sitting_is_known_again_and_stands_in_an_address_as_it_is() {
        let told = sittings(1).told(&sitting());
        assert_eq!(sittings(1).read(&told), Some(sitting()));
        assert!(told.len() <= 400, "{} characters", told.len());
        assert!(told.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_.".contains(letter)), "{told}");
    }

    #[test]
    fn sur_07_a_sitting_that_is_not_ours_or_was_changed_is_none() {
        let told = sittings(1).told(&sitting());
        assert_eq!(sittings(2).read(&told), None, "of another key");
        for (at, letter) in told.char_indices() {
            let other = if letter == '1' { '2' } else { '1' };
            let changed: String = told.char_indices().map(|(place, letter)| if place == at { other } else { letter }).collect();
            assert_eq!(sittings(1).read(&changed), None, "{changed}");
        }
        let shorter = told.split_once('.').unwrap().1;
        for none in ["", ".", "......", shorter, &format!("{told}."), &format!("x.{told}")] {
            assert_eq!(sittings(1).read(none), None, "{none}");
        }
    }

    #[test]
    fn sur_07_a_sitting_takes_answers_from_three_seconds_until_four_hours_after_its_beginning() {
        for (after, too_short, over) in [
            (-5_000, true, false),
            (0, true, false),
            (2_999, true, false),
            (3_000, false, false),
            (14_399_999, false, false),
            (14_400_000, false, true),
            (360_000_000, false, true),
        ] {
            let now = sitting().begun_at.checked_add(SignedDuration::from_millis(after)).unwrap();
            assert_eq!((sitting().is_too_short(now), sitting().is_over(now)), (too_short, over), "after {after} ms");
        }
    }
}
