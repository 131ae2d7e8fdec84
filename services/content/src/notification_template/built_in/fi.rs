//! Finnish, of which all others are translations.

use super::Texts;
use crate::notification::Kind;

/// What waits, where it is seen, and that nobody reads an answer.
macro_rules! email {
    ($waits:literal, $seen:literal) => {
        concat!($waits, "\n", $seen, "\n\nTähän sähköpostiin ei voi vastata.")
    };
}

/// Subject, e-mail, text message.
pub(super) const fn texts(kind: Kind) -> Texts {
    match kind {
        Kind::Message => {
            ("Sinulle on uusi viesti", email!("Sinulle on uusi viesti.", "Lue se Kajossa: {link}"), "Kajo: sinulle on uusi viesti. {link}")
        }
        Kind::CustomerTask => {
            ("Sinulle on uusi tehtävä", email!("Sinulle on uusi tehtävä.", "Avaa se Kajossa: {link}"), "Kajo: sinulle on uusi tehtävä. {link}")
        }
        Kind::AppointmentBooked => (
            "Sinulle on varattu aika",
            email!("Sinulle on varattu aika. Aikasi on {time}.", "Katso tiedot Kajossa: {link}"),
            "Kajo: sinulle on varattu aika {time}. {link}",
        ),
        Kind::AppointmentMoved => (
            "Aikasi on siirretty",
            email!("Aikasi on siirretty. Uusi aika on {time}.", "Katso tiedot Kajossa: {link}"),
            "Kajo: aikasi on siirretty. Uusi aika on {time}. {link}",
        ),
        Kind::AppointmentCancelled => {
            ("Aikasi on peruttu", email!("Aikasi {time} on peruttu.", "Katso tiedot Kajossa: {link}"), "Kajo: aikasi {time} on peruttu. {link}")
        }
        Kind::AppointmentReminder => {
            ("Muistutus ajastasi", email!("Muistutus: aikasi on {time}.", "Katso tiedot Kajossa: {link}"), "Kajo: muistutus ajastasi {time}. {link}")
        }
        Kind::Recommendation => (
            "Sinulle suositellaan ajan varaamista",
            email!("Ammattilainen suosittelee, että varaat ajan.", "Varaa aika Kajossa: {link}"),
            "Kajo: ammattilainen suosittelee, että varaat ajan. {link}",
        ),
        Kind::Survey => {
            ("Sinulle on uusi kysely", email!("Sinulle on uusi kysely.", "Vastaa siihen Kajossa: {link}"), "Kajo: sinulle on uusi kysely. {link}")
        }
        Kind::Content => ("Sinulle on uusi ohje", email!("Sinulle on uusi ohje.", "Lue se Kajossa: {link}"), "Kajo: sinulle on uusi ohje. {link}"),
        Kind::LabResult => (
            "Sinulle on uusi laboratoriotulos",
            email!("Sinulle on uusi laboratoriotulos.", "Katso se Kajossa: {link}"),
            "Kajo: sinulle on uusi laboratoriotulos. {link}",
        ),
        Kind::Prescription => {
            ("Sinulle on uusi resepti", email!("Sinulle on uusi resepti.", "Katso se Kajossa: {link}"), "Kajo: sinulle on uusi resepti. {link}")
        }
    }
}
