//! Languages, as we and as others call them.

/// The language of texts that have none of their own.
pub(super) const FIRST: &str = "fi";

/// Ours with theirs (BCP 47), in the order in which they are written.
pub(super) const ALL: [(&str, &str); 6] = [("fi", "fi"), ("sv", "sv"), ("en", "en"), ("sme", "se"), ("smn", "smn"), ("sms", "sms")];

/// Ours of theirs, wherever it is spoken: `sv-FI` is `sv`.
pub(super) fn of(tag: &str) -> Option<&'static str> {
    let language = tag.split('-').next().unwrap_or_default();
    ALL.into_iter().find(|(_, theirs)| theirs.eq_ignore_ascii_case(language)).map(|(ours, _)| ours)
}
