//! Swedish.

use super::Texts;
use crate::notification::Kind;

/// What waits, where it is seen, and that nobody reads an answer.
macro_rules! email {
    ($waits:literal, $seen:literal) => {
        concat!($waits, "\n", $seen, "\n\nDet här mejlet går inte att svara på.")
    };
}

/// Subject, e-mail, text message, words on devices.
pub(super) const fn texts(kind: Kind) -> Texts {
    match kind {
        Kind::Message => (
            "Du har ett nytt meddelande",
            email!("Du har ett nytt meddelande.", "Läs det i Kajo: {link}"),
            "Kajo: du har ett nytt meddelande. {link}",
            "Du har ett nytt meddelande.",
        ),
        Kind::CustomerTask => (
            "Du har en ny uppgift",
            email!("Du har en ny uppgift.", "Öppna den i Kajo: {link}"),
            "Kajo: du har en ny uppgift. {link}",
            "Du har en ny uppgift.",
        ),
        Kind::AppointmentBooked => (
            "En tid är bokad åt dig",
            email!("En tid är bokad åt dig. Din tid är {time}.", "Läs mer i Kajo: {link}"),
            "Kajo: du har en bokad tid {time}. {link}",
            "Du har en bokad tid {time}.",
        ),
        Kind::AppointmentMoved => (
            "Din tid har flyttats",
            email!("Din tid har flyttats. Den nya tiden är {time}.", "Läs mer i Kajo: {link}"),
            "Kajo: din tid har flyttats. Den nya tiden är {time}. {link}",
            "Din tid har flyttats. Den nya tiden är {time}.",
        ),
        Kind::AppointmentCancelled => (
            "Din tid är avbokad",
            email!("Din tid {time} är avbokad.", "Läs mer i Kajo: {link}"),
            "Kajo: din tid {time} är avbokad. {link}",
            "Din tid {time} är avbokad.",
        ),
        Kind::AppointmentReminder => (
            "Påminnelse om din tid",
            email!("Påminnelse: din tid är {time}.", "Läs mer i Kajo: {link}"),
            "Kajo: påminnelse om din tid {time}. {link}",
            "Påminnelse om din tid {time}.",
        ),
        Kind::Recommendation => (
            "Du rekommenderas att boka en tid",
            email!("En yrkesperson rekommenderar att du bokar en tid.", "Boka en tid i Kajo: {link}"),
            "Kajo: en yrkesperson rekommenderar att du bokar en tid. {link}",
            "En yrkesperson rekommenderar att du bokar en tid.",
        ),
        Kind::Survey => (
            "Du har en ny enkät",
            email!("Du har en ny enkät.", "Besvara den i Kajo: {link}"),
            "Kajo: du har en ny enkät. {link}",
            "Du har en ny enkät.",
        ),
        Kind::Content => (
            "Du har en ny anvisning",
            email!("Du har en ny anvisning.", "Läs den i Kajo: {link}"),
            "Kajo: du har en ny anvisning. {link}",
            "Du har en ny anvisning.",
        ),
        Kind::LabResult => (
            "Du har ett nytt laboratoriesvar",
            email!("Du har ett nytt laboratoriesvar.", "Se det i Kajo: {link}"),
            "Kajo: du har ett nytt laboratoriesvar. {link}",
            "Du har ett nytt laboratoriesvar.",
        ),
        Kind::Prescription => (
            "Du har ett nytt recept",
            email!("Du har ett nytt recept.", "Se det i Kajo: {link}"),
            "Kajo: du har ett nytt recept. {link}",
            "Du har ett nytt recept.",
        ),
    }
}
