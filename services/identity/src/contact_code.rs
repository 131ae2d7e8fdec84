//! The code that proves an address, and the message that brings it (PRO-02).

use chassis::{Clock, sealing::BlindIndex};
use chassis_domain::PersonId;

use crate::resident::Point;

/// Codes are the numbers below, with zeros in front.
const CODES: u64 = 1_000_000;

/// In fi, sv, en, sme, smn, sms: subject, and text with the code for `{code}`. Sami ones are drafts by machine, to be reviewed.
const MESSAGES: [(&str, &str, &str); 6] = [
    ("fi", "Vahvistuskoodi", "Kajo: vahvistuskoodisi on {code}. Koodi on voimassa 10 minuuttia. Älä anna koodia kenellekään."),
    ("sv", "Bekräftelsekod", "Kajo: din bekräftelsekod är {code}. Koden gäller i 10 minuter. Ge inte koden till någon."),
    ("en", "Verification code", "Kajo: your verification code is {code}. The code is valid for 10 minutes. Do not give it to anyone."),
    ("sme", "Nannenkoda", "Kajo: du nannenkoda lea {code}. Koda lea fámus 10 minuhta. Ale atte koda geasage."),
    ("smn", "Nanoskoodi", "Kajo: tuu nanoskoodi lii {code}. Koodi lii vuáimist 10 minuttid. Jieh adde koodi kiäsân."),
    ("sms", "Raavâskoodd", "Kajo: tuu raavâskoodd lij {code}. Koodd lij viõǥǥâst 10 minutt. Jeäʹl uʹvdd kood ǩeäzzne."),
];

/// What is sent.
pub(crate) struct Message {
    pub(crate) subject: &'static str,
    pub(crate) text: String,
}

/// A code out of random bytes.
pub(crate) fn code(random: [u8; 8]) -> String {
    format!("{:06}", u64::from_be_bytes(random) % CODES)
}

/// The message in a language; in Finnish when it is none of ours.
pub(crate) fn message(language: &str, code: &str) -> Message {
    let [finnish, ..] = MESSAGES;
    let (_, subject, text) = MESSAGES.into_iter().find(|(known, ..)| *known == language).unwrap_or(finnish);
    Message { subject, text: text.replace("{code}", code) }
}

/// What is stored of a code: keyed, since six digits could be found by trying them all, and good for one person and address only.
pub(crate) fn hash(index: &BlindIndex, person: PersonId, point: Point, address: &str, told: &str) -> Vec<u8> {
    let digits: String = told.chars().filter(|letter| !letter.is_whitespace()).collect();
    index.exact("contact code", &format!("{person}\0{}\0{address}\0{digits}", point.number()))
}

/// When it is too late to send anything of use.
pub(crate) fn is_good(clock: &Clock, made_at: jiff::Timestamp) -> bool {
    clock.now() < crate::resident::good_until(made_at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_six_digits_whatever_the_bytes() {
        for random in [[0; 8], [255; 8], [0, 0, 0, 0, 0, 0, 0, 7]] {
            let code = code(random);
            assert!(code.len() == 6 && code.bytes().all(|byte| byte.is_ascii_digit()), "{code}");
        }
        assert_eq!(code([0, 0, 0, 0, 0, 0, 0, 7]), "000007");
    }

    #[test]
    fn a_message_speaks_the_language_of_its_reader_and_brings_the_code() {
        for (language, ..) in MESSAGES {
            assert!(message(language, "012345").text.contains("012345"), "{language}");
        }
        assert_eq!(message("de", "1").subject, "Vahvistuskoodi");
    }
}
