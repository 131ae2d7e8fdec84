//! Puts the address and the time into the words of a notification. What may stand in braces is decided here as well: publishing refuses the rest.

use chassis_domain::{Timestamp, in_helsinki};

use super::{Body, built_in};
use crate::notification::Kind;

/// What is sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Filled {
    /// In which language it is, by its code.
    pub language: &'static str,
    /// Of the e-mail.
    pub subject: String,
    /// Its text.
    pub email: String,
    /// The text message.
    pub sms: String,
    /// On devices.
    pub push: String,
}

/// The words that somebody reads whose language this is, with the address for `{link}` and the day and time for `{time}`, written as the language of
/// the words has it. Where there is no time, nothing stands for it and no doubled blank is left. Words of before there were devices have none for
/// them: the built-in ones stand in.
pub(crate) fn filled(body: &Body, language: &str, link: &str, starts_at: Option<Timestamp>) -> Filled {
    let (language, words) = body.languages.read_in(language);
    let time = starts_at.map(|at| time_text(language, at));
    let whole = |text: &str| fill(text, link, time.as_deref());
    let push = if words.push.is_empty() { built_in::push(body.kind, language) } else { &words.push };
    Filled { language, subject: whole(&words.subject), email: whole(&words.email), sms: whole(&words.sms), push: whole(push) }
}

/// The names that stand in braces, in order. They consist of small letters, digits, `_` and `-`; all else in braces is ordinary text.
pub(crate) fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    Pieces(text).filter_map(|piece| match piece {
        Piece::Name(name) => Some(name),
        Piece::Ordinary(_) => None,
    })
}

/// The names that words about this may have.
pub(crate) fn allowed(kind: Kind) -> &'static [&'static str] {
    if kind.has_time() { &["link", "time"] } else { &["link"] }
}

/// A part of a text.
enum Piece<'text> {
    Ordinary(&'text str),
    /// Stood in braces.
    Name(&'text str),
}

/// What is left of a text.
struct Pieces<'text>(&'text str);

impl<'text> Iterator for Pieces<'text> {
    type Item = Piece<'text>;

    fn next(&mut self) -> Option<Self::Item> {
        let text = self.0;
        if let Some((name, rest)) = named(text) {
            self.0 = rest;
            return Some(Piece::Name(name));
        }
        let next = text.match_indices('{').map(|(at, _)| text.split_at(at)).find(|(_, rest)| named(rest).is_some());
        let (ordinary, rest) = next.unwrap_or((text, ""));
        self.0 = rest;
        (!ordinary.is_empty()).then_some(Piece::Ordinary(ordinary))
    }
}

/// The name in braces with which the text begins, and what follows it.
fn named(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('{')?;
    let length = inside.find(|letter: char| !matches!(letter, 'a'..='z' | '0'..='9' | '_' | '-'))?;
    let (name, rest) = inside.split_at(length);
    let rest = rest.strip_prefix('}')?;
    (!name.is_empty()).then_some((name, rest))
}

/// Before these no blank stands.
const CLOSING: [char; 8] = [' ', '\n', '.', ',', ':', ';', '!', '?'];

/// In one pass: what is put in is not looked at again.
fn fill(text: &str, link: &str, time: Option<&str>) -> String {
    let mut filled = String::with_capacity(text.len() + link.len());
    let mut pieces = Pieces(text).peekable();
    while let Some(piece) = pieces.next() {
        match (piece, time) {
            (Piece::Ordinary(text), _) => filled.push_str(text),
            (Piece::Name("link"), _) => filled.push_str(link),
            (Piece::Name("time"), Some(time)) => filled.push_str(time),
            (Piece::Name("time"), None) => {
                let closes = pieces.peek().is_none_or(|next| matches!(next, Piece::Ordinary(text) if text.starts_with(CLOSING)));
                if closes && filled.ends_with(' ') {
                    filled.pop();
                }
            }
            (Piece::Name(name), _) => filled.extend(["{", name, "}"]),
        }
    }
    filled
}

/// From Monday on.
const SWEDISH_DAYS: [&str; 7] = ["måndag", "tisdag", "onsdag", "torsdag", "fredag", "lördag", "söndag"];
/// In short, as calendars write them.
const SWEDISH_MONTHS: [&str; 12] = ["jan.", "feb.", "mars", "apr.", "maj", "juni", "juli", "aug.", "sep.", "okt.", "nov.", "dec."];

/// The day and the time as the clocks in Finland have it, in the notification pattern of the language (specification, languages: day, month and
/// year with `klo` in Finnish and Sami, weekday and date with `kl.` in Swedish, `cccc PP 'at' p` in English): what `dateTimeText` of the apps
/// writes, but for the blank that does not break after `kl.`. Text messages have no such letter.
fn time_text(language: &str, at: Timestamp) -> String {
    let at = in_helsinki(at);
    match language {
        "sv" => {
            let day = name(&SWEDISH_DAYS, at.weekday().to_monday_zero_offset());
            let month = name(&SWEDISH_MONTHS, at.month() - 1);
            format!("{day} {} {month} {} kl. {:02}:{:02}", at.day(), at.year(), at.hour(), at.minute())
        }
        "en" => at.strftime("%A %-d %b %Y at %H:%M").to_string(),
        _ => at.strftime("%d.%m.%Y klo %H:%M").to_string(),
    }
}

fn name(names: &[&'static str], index: i8) -> &'static str {
    usize::try_from(index).ok().and_then(|index| names.get(index)).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use chassis_domain::Timestamp;

    use super::{Body, Filled, allowed, filled, placeholders, time_text};
    use crate::{
        notification::Kind,
        notification_template::{Languages, Words},
    };

    const LINK: &str = "https://kajo.example/fi/appointment/1";

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    /// In Finnish alone, about an appointment.
    fn body(fi: Words) -> Body {
        Body { kind: Kind::AppointmentBooked, languages: Languages { fi, ..Languages::default() } }
    }

    fn sms(text: &str, starts_at: Option<Timestamp>) -> String {
        filled(&body(Words { sms: text.to_owned(), ..Words::default() }), "fi", LINK, starts_at).sms
    }

    #[test]
    fn cms_04_what_stands_in_braces_is_a_placeholder_when_it_looks_like_a_name() {
        let found = |text| placeholders(text).collect::<Vec<_>>();
        assert_eq!(found("{time}: {link}, {first-name_2}{link}"), ["time", "link", "first-name_2", "link"]);
        assert_eq!(found("{{link}} {Ä{time}"), ["link", "time"]);
        for ordinary in ["", "{", "}", "{}", "{ link }", "{Link}", "{ääni}", "{link", "link}", "{a b}", "}{", "{li\nnk}"] {
            assert_eq!(found(ordinary), Vec::<&str>::new(), "{ordinary}");
            assert_eq!(sms(ordinary, None), ordinary);
        }
    }

    #[test]
    fn cms_04_what_has_no_time_has_no_placeholder_for_it() {
        for kind in Kind::ALL {
            assert!(allowed(kind).contains(&"link"), "{kind:?}");
            assert_eq!(allowed(kind).contains(&"time"), kind.has_time(), "{kind:?}");
        }
    }

    #[test]
    fn cms_05_address_and_time_are_put_into_each_text() {
        let words = Words {
            subject: "Aikasi on {time}".to_owned(),
            email: "Aikasi on {time}.\nKatso: {link}\n\n{link}".to_owned(),
            sms: "Kajo: {time}. {link}".to_owned(),
            push: "Aikasi on {time}.".to_owned(),
            stale: false,
        };
        let told = Filled {
            language: "fi",
            subject: "Aikasi on 30.03.2026 klo 09:00".to_owned(),
            email: format!("Aikasi on 30.03.2026 klo 09:00.\nKatso: {LINK}\n\n{LINK}"),
            sms: format!("Kajo: 30.03.2026 klo 09:00. {LINK}"),
            push: "Aikasi on 30.03.2026 klo 09:00.".to_owned(),
        };
        // Who reads in a language that is not written reads Finnish, with the time as Finnish has it.
        for language in ["fi", "smn"] {
            assert_eq!(filled(&body(words.clone()), language, LINK, Some(at("2026-03-30T06:00:00Z"))), told, "{language}");
        }
    }

    #[test]
    fn cms_05_what_was_written_before_there_were_devices_says_there_what_is_built_in_for_its_language() {
        let told = |body: &Body, language: &str| filled(body, language, LINK, Some(at("2026-03-30T06:00:00Z"))).push;
        for kind in Kind::ALL {
            let built_in = Body::built_in(kind);
            let before = Body { languages: built_in.languages.map(|words| Words { push: String::new(), ..words.clone() }), ..built_in.clone() };
            for language in ["fi", "sv", "en", "sme", "smn", "sms"] {
                assert_eq!(told(&before, language), told(&built_in, language), "{kind:?} {language}");
            }
        }
        // The language of the other words, and not the reader's.
        let finnish = body(Words { email: "{link}".to_owned(), ..Words::default() });
        assert_eq!(told(&finnish, "sme"), "Sinulle on varattu aika 30.03.2026 klo 09:00.");
    }

    #[test]
    fn cms_05_without_a_time_nothing_and_no_blank_stands_for_it() {
        assert_eq!(sms("Aika {time} on peruttu.", None), "Aika on peruttu.");
        assert_eq!(sms("Aika {time}.\nLue {link}", None), format!("Aika.\nLue {LINK}"));
        assert_eq!(sms("Aika {time}\nLue", None), "Aika\nLue");
        assert_eq!(sms("Aika {time}", None), "Aika");
        assert_eq!(sms("Aika {time}{link}", None), format!("Aika {LINK}"));
    }

    #[test]
    fn cms_05_what_is_put_in_is_not_filled_in_again_and_what_is_unknown_stays() {
        let words = Words { subject: "{time} {name}".to_owned(), email: "{link}".to_owned(), sms: "{{link}}".to_owned(), ..Words::default() };
        let told = filled(&body(words), "fi", "{time}", Some(at("2026-03-30T06:00:00Z")));
        assert_eq!((told.subject.as_str(), told.email.as_str(), told.sms.as_str()), ("30.03.2026 klo 09:00 {name}", "{time}", "{{time}}"));
    }

    #[test]
    fn cms_05_a_time_is_written_as_the_reader_knows_it_from_the_app() {
        let at = at("2026-03-05T12:07:00Z");
        for language in ["fi", "sme", "smn", "sms", "de"] {
            assert_eq!(time_text(language, at), "05.03.2026 klo 14:07", "{language}");
        }
        assert_eq!(time_text("sv", at), "torsdag 5 mars 2026 kl. 14:07");
        assert_eq!(time_text("en", at), "Thursday 5 Mar 2026 at 14:07");
    }

    #[test]
    fn cms_05_days_and_months_have_their_names() {
        let first_of = |month: i8| at(&format!("2027-{month:02}-01T07:00:00Z"));
        let swedish: Vec<_> =
            (1..=12).map(|month| time_text("sv", first_of(month)).replace(" 2027 kl. 09:00", "").replace(" 2027 kl. 10:00", "")).collect();
        assert_eq!(
            swedish,
            [
                "fredag 1 jan.",
                "måndag 1 feb.",
                "måndag 1 mars",
                "torsdag 1 apr.",
                "lördag 1 maj",
                "tisdag 1 juni",
                "torsdag 1 juli",
                "söndag 1 aug.",
                "onsdag 1 sep.",
                "fredag 1 okt.",
                "måndag 1 nov.",
                "onsdag 1 dec.",
            ]
        );
        assert_eq!(time_text("en", first_of(9)), "Wednesday 1 Sep 2027 at 10:00");
    }

    #[test]
    fn cms_05_a_time_is_that_of_the_clocks_in_finland_on_both_sides_of_their_changes() {
        for (moment, finnish, swedish, english) in [
            ("2026-03-29T00:59:00Z", "29.03.2026 klo 02:59", "söndag 29 mars 2026 kl. 02:59", "Sunday 29 Mar 2026 at 02:59"),
            ("2026-03-29T01:00:00Z", "29.03.2026 klo 04:00", "söndag 29 mars 2026 kl. 04:00", "Sunday 29 Mar 2026 at 04:00"),
            ("2026-10-25T00:59:00Z", "25.10.2026 klo 03:59", "söndag 25 okt. 2026 kl. 03:59", "Sunday 25 Oct 2026 at 03:59"),
            ("2026-10-25T01:00:00Z", "25.10.2026 klo 03:00", "söndag 25 okt. 2026 kl. 03:00", "Sunday 25 Oct 2026 at 03:00"),
            ("2026-12-31T22:00:00Z", "01.01.2027 klo 00:00", "fredag 1 jan. 2027 kl. 00:00", "Friday 1 Jan 2027 at 00:00"),
        ] {
            assert_eq!(
                [time_text("fi", at(moment)), time_text("sv", at(moment)), time_text("en", at(moment))],
                [finnish, swedish, english],
                "{moment}"
            );
        }
    }
}
