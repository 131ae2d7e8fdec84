//! What stands between a resident and the app (PRO-01, PRO-03).

use kajo_proto::identity::v1 as public;

/// What has to be done before entering.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The onboarding, whose last step are the terms.
    Onboarding,
    /// The terms have been published anew.
    Terms,
}

/// What a resident still has to do. `required`: the version of the terms that was in force when the session began, so that a
/// publication holds nobody up who is at work in the app.
pub const fn entry(told_all: bool, accepted: i32, required: i32) -> Option<Entry> {
    match (told_all, accepted < required) {
        (true, false) => None,
        (true, true) if accepted > 0 => Some(Entry::Terms),
        _ => Some(Entry::Onboarding),
    }
}

impl Entry {
    /// In the contract.
    pub const fn public(self) -> public::Entry {
        match self {
            Self::Onboarding => public::Entry::Onboarding,
            Self::Terms => public::Entry::Terms,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_told_all_and_accepted_enters() {
        assert_eq!(entry(true, 2, 2), None);
        assert_eq!(entry(true, 3, 2), None, "what was published since the sign-in and accepted counts");
        assert_eq!(entry(true, 0, 0), None, "nothing is in force");
        assert_eq!(entry(true, 1, 2), Some(Entry::Terms));
        assert_eq!(entry(true, 0, 1), Some(Entry::Onboarding), "the last step is left");
        for (accepted, required) in [(0, 0), (0, 1), (1, 1), (1, 2)] {
            assert_eq!(entry(false, accepted, required), Some(Entry::Onboarding));
        }
    }
}
