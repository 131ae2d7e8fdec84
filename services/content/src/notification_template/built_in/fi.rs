//! Finnish, of which all others are translations.

use super::Texts;
use crate::notification::Kind;

/// What waits, where it is seen, and that nobody reads an answer.
macro_rules! email {
    ($waits:literal, $seen:literal) => {
        concat!($waits, "\n", $seen, "\n\nTähän sähköpostiin ei voi vastata.")
    };
}

/// Subject, e-mail, text message, words on devices.
pub(super) const fn texts(kind: Kind) -> Texts {
    match kind {
        Kind::Message => (
            "Sinulle on uusi viesti",
            email!("Sinulle on uusi viesti.", "Lue se Kajossa: {link}"),
            "Kajo: sinulle on uusi viesti. {link}",
            "Sinulle on uusi viesti.",
        ),
        Kind::CustomerTask => (
            "Sinulle on uusi tehtävä",
            email!("Sinulle on uusi tehtävä.", "Avaa se Kajossa: {link}"),
            "Kajo: sinulle on uusi tehtävä. {link}",
            "Sinulle on uusi tehtävä.",
        ),
        Kind::AppointmentBooked => (
            "Sinulle on varattu aika",
            email!("Sinulle on varattu aika. Aikasi on {time}.", "Katso tiedot Kajossa: {link}"),
            "Kajo: sinulle on varattu aika {time}. {link}",
            "Sinulle on varattu aika {time}.",
        ),
        Kind::AppointmentMoved => (
            "Aikasi on siirretty",
            email!("Aikasi on siirretty. Uusi aika on {time}.", "Katso tiedot Kajossa: {link}"),
            "Kajo: aikasi on siirretty. Uusi aika on {time}. {link}",
            "Aikasi on siirretty. Uusi aika on {time}.",
        ),
        Kind::AppointmentCancelled => (
            "Aikasi on peruttu",
            email!("Aikasi {time} on peruttu.", "Katso tiedot Kajossa: {link}"),
            "Kajo: aikasi {time} on peruttu. {link}",
            "Aikasi {time} on peruttu.",
        ),
        Kind::AppointmentReminder => (
            "Muistutus ajastasi",
            email!("Muistutus: aikasi on {time}.", "Katso tiedot Kajossa: {link}"),
            "Kajo: muistutus ajastasi {time}. {link}",
            "Muistutus ajastasi {time}.",
        ),
        Kind::Recommendation => (
            "Sinulle suositellaan ajan varaamista",
            email!("Ammattilainen suosittelee, että varaat ajan.", "Varaa aika Kajossa: {link}"),
            "Kajo: ammattilainen suosittelee, että varaat ajan. {link}",
            "Ammattilainen suosittelee, että varaat ajan.",
        ),
        Kind::Survey => (
            "Sinulle on uusi kysely",
            email!("Sinulle on uusi kysely.", "Vastaa siihen Kajossa: {link}"),
            "Kajo: sinulle on uusi kysely. {link}",
            "Sinulle on uusi kysely.",
        ),
        Kind::Content => (
            "Sinulle on uusi ohje",
            email!("Sinulle on uusi ohje.", "Lue se Kajossa: {link}"),
            "Kajo: sinulle on uusi ohje. {link}",
            "Sinulle on uusi ohje.",
        ),
        Kind::LabResult => (
            "Sinulle on uusi laboratoriotulos",
            email!("Sinulle on uusi laboratoriotulos.", "Katso se Kajossa: {link}"),
            "Kajo: sinulle on uusi laboratoriotulos. {link}",
            "Sinulle on uusi laboratoriotulos.",
        ),
        Kind::Prescription => (
            "Sinulle on uusi resepti",
            email!("Sinulle on uusi resepti.", "Katso se Kajossa: {link}"),
            "Kajo: sinulle on uusi resepti. {link}",
            "Sinulle on uusi resepti.",
        ),
    }
}
