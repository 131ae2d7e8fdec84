//! Skolt Sami. A draft by machine, to be reviewed.

use super::Texts;
use crate::notification::Kind;

/// What waits, where it is seen, and that nobody reads an answer.
macro_rules! email {
    ($waits:literal, $seen:literal) => {
        concat!($waits, "\n", $seen, "\n\nTän e-påʹšttʼe ij vueiʹt vaʹstteed.")
    };
}

/// Subject, e-mail, text message, words on devices.
pub(super) const fn texts(kind: Kind) -> Texts {
    match kind {
        Kind::Message => (
            "Tuʹst lij ođđ saakk",
            email!("Tuʹst lij ođđ saakk.", "Looǥ tõn Kajost: {link}"),
            "Kajo: tuʹst lij ođđ saakk. {link}",
            "Tuʹst lij ođđ saakk.",
        ),
        Kind::CustomerTask => (
            "Tuʹst lij ođđ tuâjj",
            email!("Tuʹst lij ođđ tuâjj.", "Äävad tõn Kajost: {link}"),
            "Kajo: tuʹst lij ođđ tuâjj. {link}",
            "Tuʹst lij ođđ tuâjj.",
        ),
        Kind::AppointmentBooked => (
            "Tuʹnne lij vaʹrrjum äiʹǧǧ",
            email!("Tuʹnne lij vaʹrrjum äiʹǧǧ. Tuu äiʹǧǧ lij {time}.", "Ǩiõčč teâđaid Kajost: {link}"),
            "Kajo: tuʹnne lij vaʹrrjum äiʹǧǧ {time}. {link}",
            "Tuʹnne lij vaʹrrjum äiʹǧǧ {time}.",
        ),
        Kind::AppointmentMoved => (
            "Tuu äiʹǧǧ lij seʹrddum",
            email!("Tuu äiʹǧǧ lij seʹrddum. Ođđ äiʹǧǧ lij {time}.", "Ǩiõčč teâđaid Kajost: {link}"),
            "Kajo: tuu äiʹǧǧ lij seʹrddum. Ođđ äiʹǧǧ lij {time}. {link}",
            "Tuu äiʹǧǧ lij seʹrddum. Ođđ äiʹǧǧ lij {time}.",
        ),
        Kind::AppointmentCancelled => (
            "Tuu äiʹǧǧ lij jõõskum",
            email!("Tuu äiʹǧǧ {time} lij jõõskum.", "Ǩiõčč teâđaid Kajost: {link}"),
            "Kajo: tuu äiʹǧǧ {time} lij jõõskum. {link}",
            "Tuu äiʹǧǧ {time} lij jõõskum.",
        ),
        Kind::AppointmentReminder => (
            "Mošttâs tuu ääiʹjest",
            email!("Mošttâs: tuu äiʹǧǧ lij {time}.", "Ǩiõčč teâđaid Kajost: {link}"),
            "Kajo: mošttâs tuu ääiʹjest {time}. {link}",
            "Mošttâs tuu ääiʹjest {time}.",
        ),
        Kind::Recommendation => (
            "Tuʹnne suõsâʹttet vaʹrrjed ääiʹj",
            email!("Ämmatoumaž suõsâtt, što vaʹrrjääk ääiʹj.", "Vaʹrrjed ääiʹj Kajost: {link}"),
            "Kajo: ämmatoumaž suõsâtt, što vaʹrrjääk ääiʹj. {link}",
            "Ämmatoumaž suõsâtt, što vaʹrrjääk ääiʹj.",
        ),
        Kind::Survey => (
            "Tuʹst lij ođđ kõõjjõs",
            email!("Tuʹst lij ođđ kõõjjõs.", "Vaʹstted tõõzz Kajost: {link}"),
            "Kajo: tuʹst lij ođđ kõõjjõs. {link}",
            "Tuʹst lij ođđ kõõjjõs.",
        ),
        Kind::Content => (
            "Tuʹst lij ođđ vuäʹppõs",
            email!("Tuʹst lij ođđ vuäʹppõs.", "Looǥ tõn Kajost: {link}"),
            "Kajo: tuʹst lij ođđ vuäʹppõs. {link}",
            "Tuʹst lij ođđ vuäʹppõs.",
        ),
        Kind::LabResult => (
            "Tuʹst lij ođđ laboratoriopuåđõs",
            email!("Tuʹst lij ođđ laboratoriopuåđõs.", "Ǩiõčč tõn Kajost: {link}"),
            "Kajo: tuʹst lij ođđ laboratoriopuåđõs. {link}",
            "Tuʹst lij ođđ laboratoriopuåđõs.",
        ),
        Kind::Prescription => (
            "Tuʹst lij ođđ reseptt",
            email!("Tuʹst lij ođđ reseptt.", "Ǩiõčč tõn Kajost: {link}"),
            "Kajo: tuʹst lij ođđ reseptt. {link}",
            "Tuʹst lij ođđ reseptt.",
        ),
    }
}
