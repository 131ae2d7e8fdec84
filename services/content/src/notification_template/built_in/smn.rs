//! Inari Sami. A draft by machine, to be reviewed.

use super::Texts;
use crate::notification::Kind;

/// What waits, where it is seen, and that nobody reads an answer.
macro_rules! email {
    ($waits:literal, $seen:literal) => {
        concat!($waits, "\n", $seen, "\n\nTaan šleđgâpostân ij pyevti västidiđ.")
    };
}

/// Subject, e-mail, text message, words on devices.
pub(super) const fn texts(kind: Kind) -> Texts {
    match kind {
        Kind::Message => (
            "Tust lii uđđâ viestâ",
            email!("Tust lii uđđâ viestâ.", "Luuvâ tom Kajost: {link}"),
            "Kajo: tust lii uđđâ viestâ. {link}",
            "Tust lii uđđâ viestâ.",
        ),
        Kind::CustomerTask => (
            "Tust lii uđđâ pargo",
            email!("Tust lii uđđâ pargo.", "Lekkâst tom Kajost: {link}"),
            "Kajo: tust lii uđđâ pargo. {link}",
            "Tust lii uđđâ pargo.",
        ),
        Kind::AppointmentBooked => (
            "Tunjin lii väridum äigi",
            email!("Tunjin lii väridum äigi. Tuu äigi lii {time}.", "Keejâ tiäđuid Kajost: {link}"),
            "Kajo: tunjin lii väridum äigi {time}. {link}",
            "Tunjin lii väridum äigi {time}.",
        ),
        Kind::AppointmentMoved => (
            "Tuu äigi lii sirdum",
            email!("Tuu äigi lii sirdum. Uđđâ äigi lii {time}.", "Keejâ tiäđuid Kajost: {link}"),
            "Kajo: tuu äigi lii sirdum. Uđđâ äigi lii {time}. {link}",
            "Tuu äigi lii sirdum. Uđđâ äigi lii {time}.",
        ),
        Kind::AppointmentCancelled => (
            "Tuu äigi lii jooskum",
            email!("Tuu äigi {time} lii jooskum.", "Keejâ tiäđuid Kajost: {link}"),
            "Kajo: tuu äigi {time} lii jooskum. {link}",
            "Tuu äigi {time} lii jooskum.",
        ),
        Kind::AppointmentReminder => (
            "Muštottâs tuu ääigist",
            email!("Muštottâs: tuu äigi lii {time}.", "Keejâ tiäđuid Kajost: {link}"),
            "Kajo: muštottâs tuu ääigist {time}. {link}",
            "Muštottâs tuu ääigist {time}.",
        ),
        Kind::Recommendation => (
            "Tunjin avžuuttuvvoo väridiđ ääigi",
            email!("Áámmátulmuš avžuut tuu väridiđ ääigi.", "Väridi ääigi Kajost: {link}"),
            "Kajo: áámmátulmuš avžuut tuu väridiđ ääigi. {link}",
            "Áámmátulmuš avžuut tuu väridiđ ääigi.",
        ),
        Kind::Survey => (
            "Tust lii uđđâ koijâdâllâm",
            email!("Tust lii uđđâ koijâdâllâm.", "Västid toos Kajost: {link}"),
            "Kajo: tust lii uđđâ koijâdâllâm. {link}",
            "Tust lii uđđâ koijâdâllâm.",
        ),
        Kind::Content => (
            "Tust lii uđđâ ravvuuh",
            email!("Tust lii uđđâ ravvuuh.", "Luuvâ tom Kajost: {link}"),
            "Kajo: tust lii uđđâ ravvuuh. {link}",
            "Tust lii uđđâ ravvuuh.",
        ),
        Kind::LabResult => (
            "Tust lii uđđâ laboratoriopuáđus",
            email!("Tust lii uđđâ laboratoriopuáđus.", "Keejâ tom Kajost: {link}"),
            "Kajo: tust lii uđđâ laboratoriopuáđus. {link}",
            "Tust lii uđđâ laboratoriopuáđus.",
        ),
        Kind::Prescription => (
            "Tust lii uđđâ resept",
            email!("Tust lii uđđâ resept.", "Keejâ tom Kajost: {link}"),
            "Kajo: tust lii uđđâ resept. {link}",
            "Tust lii uđđâ resept.",
        ),
    }
}
