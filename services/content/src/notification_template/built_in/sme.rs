//! Northern Sami. A draft by machine, to be reviewed.

use super::Texts;
use crate::notification::Kind;

/// What waits, where it is seen, and that nobody reads an answer.
macro_rules! email {
    ($waits:literal, $seen:literal) => {
        concat!($waits, "\n", $seen, "\n\nDán šleađgapostii ii sáhte vástidit.")
    };
}

/// Subject, e-mail, text message, words on devices.
pub(super) const fn texts(kind: Kind) -> Texts {
    match kind {
        Kind::Message => (
            "Dus lea ođđa dieđáhus",
            email!("Dus lea ođđa dieđáhus.", "Loga dan Kajos: {link}"),
            "Kajo: dus lea ođđa dieđáhus. {link}",
            "Dus lea ođđa dieđáhus.",
        ),
        Kind::CustomerTask => {
            ("Dus lea ođđa bargu", email!("Dus lea ođđa bargu.", "Raba dan Kajos: {link}"), "Kajo: dus lea ođđa bargu. {link}", "Dus lea ođđa bargu.")
        }
        Kind::AppointmentBooked => (
            "Dutnje lea várrejuvvon áigi",
            email!("Dutnje lea várrejuvvon áigi. Du áigi lea {time}.", "Geahča dieđuid Kajos: {link}"),
            "Kajo: dutnje lea várrejuvvon áigi {time}. {link}",
            "Dutnje lea várrejuvvon áigi {time}.",
        ),
        Kind::AppointmentMoved => (
            "Du áigi lea sirdojuvvon",
            email!("Du áigi lea sirdojuvvon. Ođđa áigi lea {time}.", "Geahča dieđuid Kajos: {link}"),
            "Kajo: du áigi lea sirdojuvvon. Ođđa áigi lea {time}. {link}",
            "Du áigi lea sirdojuvvon. Ođđa áigi lea {time}.",
        ),
        Kind::AppointmentCancelled => (
            "Du áigi lea šluhttejuvvon",
            email!("Du áigi {time} lea šluhttejuvvon.", "Geahča dieđuid Kajos: {link}"),
            "Kajo: du áigi {time} lea šluhttejuvvon. {link}",
            "Du áigi {time} lea šluhttejuvvon.",
        ),
        Kind::AppointmentReminder => (
            "Muittuhus du áiggis",
            email!("Muittuhus: du áigi lea {time}.", "Geahča dieđuid Kajos: {link}"),
            "Kajo: muittuhus du áiggis {time}. {link}",
            "Muittuhus du áiggis {time}.",
        ),
        Kind::Recommendation => (
            "Dutnje ávžžuhuvvo várret áiggi",
            email!("Fágaolmmoš ávžžuha du várret áiggi.", "Várre áiggi Kajos: {link}"),
            "Kajo: fágaolmmoš ávžžuha du várret áiggi. {link}",
            "Fágaolmmoš ávžžuha du várret áiggi.",
        ),
        Kind::Survey => (
            "Dus lea ođđa jearahallan",
            email!("Dus lea ođđa jearahallan.", "Vástit dasa Kajos: {link}"),
            "Kajo: dus lea ođđa jearahallan. {link}",
            "Dus lea ođđa jearahallan.",
        ),
        Kind::Content => (
            "Dus lea ođđa rávvehus",
            email!("Dus lea ođđa rávvehus.", "Loga dan Kajos: {link}"),
            "Kajo: dus lea ođđa rávvehus. {link}",
            "Dus lea ođđa rávvehus.",
        ),
        Kind::LabResult => (
            "Dus lea ođđa laboratoriaboađus",
            email!("Dus lea ođđa laboratoriaboađus.", "Geahča dan Kajos: {link}"),
            "Kajo: dus lea ođđa laboratoriaboađus. {link}",
            "Dus lea ođđa laboratoriaboađus.",
        ),
        Kind::Prescription => (
            "Dus lea ođđa reseapta",
            email!("Dus lea ođđa reseapta.", "Geahča dan Kajos: {link}"),
            "Kajo: dus lea ođđa reseapta. {link}",
            "Dus lea ođđa reseapta.",
        ),
    }
}
