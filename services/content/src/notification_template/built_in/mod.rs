//! The words that hold until administrators publish others (CMS-04). They are discreet: whoever sees a phone or a mailbox learns that something
//! waits in Kajo and when an appointment is, and neither from whom, what for, where, nor which content, survey or result it is. Sami ones are
//! drafts by machine, to be reviewed.

mod en;
mod fi;
mod sme;
mod smn;
mod sms;
mod sv;

use crate::notification::Kind;

/// Subject, e-mail, text message, words on devices.
type Texts = (&'static str, &'static str, &'static str, &'static str);

/// In fi, sv, en, sme, smn, sms.
pub(super) fn words(kind: Kind) -> [Texts; 6] {
    [fi::texts(kind), sv::texts(kind), en::texts(kind), sme::texts(kind), smn::texts(kind), sms::texts(kind)]
}

/// The words on devices in a language, by its code.
pub(super) fn push(kind: Kind, language: &str) -> &'static str {
    let (.., push) = match language {
        "sv" => sv::texts(kind),
        "en" => en::texts(kind),
        "sme" => sme::texts(kind),
        "smn" => smn::texts(kind),
        "sms" => sms::texts(kind),
        _ => fi::texts(kind),
    };
    push
}

#[cfg(test)]
mod tests {
    use super::{Texts, push, words};
    use crate::notification::Kind;

    /// As long as most addresses get: the app's own, a path and an id.
    const LINK_LENGTH: usize = 80;
    /// As long as times get: a Wednesday in September, in English.
    const TIME_LENGTH: usize = 30;

    fn all() -> impl Iterator<Item = (Kind, Texts)> {
        Kind::ALL.into_iter().flat_map(|kind| words(kind).map(|texts| (kind, texts)))
    }

    #[test]
    fn cms_04_words_hold_for_each_kind_in_each_language_before_any_are_published() {
        for (kind, (subject, email, sms, push)) in all() {
            for text in [subject, email, sms, push] {
                assert!(!text.is_empty() && text.trim() == text, "{kind:?}: {text}");
                assert!(!text.contains("  ") && !text.contains("..") && !text.contains("::"), "{kind:?}: {text}");
                assert!(!text.contains("{link}.") && !text.contains("{link},"), "{kind:?}: {text}");
            }
            assert!(!subject.contains('{') && !subject.ends_with('.'), "{kind:?}: {subject}");
            for text in [email, sms] {
                assert_eq!(text.matches("{link}").count(), 1, "{kind:?}: {text}");
                assert_eq!(text.matches("{time}").count(), usize::from(kind.has_time()), "{kind:?}: {text}");
                assert_eq!(text.matches('{').count(), 1 + usize::from(kind.has_time()), "{kind:?}: {text}");
            }
            assert!(sms.starts_with("Kajo: ") && sms.ends_with(" {link}") && !sms.contains('\n'), "{kind:?}: {sms}");
            // On devices the name of the app stands above them, and they lead there themselves.
            let (first, rest) = push.split_at(push.chars().next().map_or(0, char::len_utf8));
            assert_eq!(sms, format!("Kajo: {}{rest} {{link}}", first.to_lowercase()), "{kind:?}: {push}");
            assert!(email.contains(": {link}\n\n") && email.lines().count() == 4, "{kind:?}: {email}");
        }
    }

    #[test]
    fn cms_04_no_two_kinds_and_no_two_languages_say_the_same() {
        for of in [|texts: Texts| texts.0, |texts: Texts| texts.1, |texts: Texts| texts.2, |texts: Texts| texts.3] {
            let mut said: Vec<_> = all().map(|(_, texts)| of(texts)).collect();
            said.sort_unstable();
            said.dedup();
            assert_eq!(said.len(), Kind::ALL.len() * 6);
        }
    }

    #[test]
    fn cms_05_words_on_devices_stand_in_by_language() {
        for kind in Kind::ALL {
            let expected = words(kind).map(|texts| texts.3);
            assert_eq!(["fi", "sv", "en", "sme", "smn", "sms"].map(|language| push(kind, language)), expected, "{kind:?}");
        }
    }

    #[test]
    fn cms_05_a_text_message_in_finnish_swedish_or_english_is_one_message() {
        for kind in Kind::ALL {
            let [finnish, swedish, english, ..] = words(kind);
            for (_, _, sms, _) in [finnish, swedish, english] {
                let filled = sms.replace("{link}", &"x".repeat(LINK_LENGTH)).replace("{time}", &"x".repeat(TIME_LENGTH));
                assert!(filled.chars().count() <= 160, "{kind:?}: {filled}");
                // With any letter beyond the alphabet of GSM a message has room for 70.
                assert!(filled.chars().all(|letter| letter.is_ascii_alphanumeric() || " .,:åäöÅÄÖ".contains(letter)), "{kind:?}: {filled}");
            }
        }
    }
}
