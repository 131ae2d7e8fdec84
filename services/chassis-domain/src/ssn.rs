//! The Finnish personal identity code (henkilötunnus; PRO-05), with the separators of 2023.

use std::fmt;

/// What the check character is taken from: the nine digits modulo 31.
const CHECK: &[u8; 31] = b"0123456789ABCDEFHJKLMNPRSTUVWXY";
/// Individual numbers below are never given.
const FIRST_NUMBER: u16 = 2;

/// A code that is well-formed: a real day, a known separator, a check character that fits. All eleven characters name the
/// person; without the separator two people share one. Prints nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Ssn(String);

impl Ssn {
    /// From what somebody typed or a realm says: blanks around it go, letters become capital.
    pub fn parse(text: &str) -> Option<Self> {
        let code = text.trim().to_ascii_uppercase();
        let bytes: &[u8; 11] = code.as_bytes().try_into().ok()?;
        let [d1, d2, m1, m2, y1, y2, _, n1, n2, n3, check] = *bytes;
        birth(bytes)?;
        if number(&[n1, n2, n3])? < u32::from(FIRST_NUMBER) {
            return None;
        }
        let whole = number(&[d1, d2, m1, m2, y1, y2, n1, n2, n3])?;
        let expected = CHECK.get(usize::try_from(whole % 31).ok()?)?;
        (check == *expected).then_some(Self(code))
    }

    /// The day of birth.
    pub fn born(&self) -> Option<jiff::civil::Date> {
        birth(self.0.as_bytes().try_into().ok()?)
    }

    /// The sex in the register, which the individual number tells: odd of men and boys.
    pub fn sex(&self) -> Option<Sex> {
        let number = number(self.0.as_bytes().get(7..10)?)?;
        Some(if number % 2 == 0 { Sex::Female } else { Sex::Male })
    }

    /// All eleven characters. Personal: in no log, no url and no fact.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// As the register has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sex {
    /// Women and girls.
    Female,
    /// Men and boys.
    Male,
}

fn number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0_u32, |sum, digit| digit.is_ascii_digit().then(|| sum * 10 + u32::from(digit - b'0')))
}

/// The day that the first seven characters tell.
fn birth(code: &[u8; 11]) -> Option<jiff::civil::Date> {
    let [d1, d2, m1, m2, y1, y2, separator, ..] = *code;
    let century: i16 = match separator {
        b'+' => 1800,
        b'-' | b'U'..=b'Y' => 1900,
        b'A'..=b'F' => 2000,
        _ => return None,
    };
    let small = |digits: &[u8]| number(digits).and_then(|number| i8::try_from(number).ok());
    jiff::civil::Date::new(century + i16::from(small(&[y1, y2])?), small(&[m1, m2])?, small(&[d1, d2])?).ok()
}

impl fmt::Debug for Ssn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Ssn")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same codes as the app's own check is held against (`frontends/practitioner/test/ssn.test.ts`).
    fn vectors(kind: &str) -> Vec<String> {
        let vectors: serde_json::Value = serde_json::from_str(include_str!("../../identity/tests/vectors/ssn.json")).expect("JSON");
        let codes: Vec<_> = vectors[kind].as_array().into_iter().flatten().filter_map(|code| code.as_str()).map(str::to_owned).collect();
        assert!(codes.len() > 10);
        codes
    }

    #[test]
    fn codes_of_every_century_and_separator_are_known() {
        for good in vectors("good") {
            assert!(Ssn::parse(&good).is_some(), "{good}");
        }
        assert_ne!(Ssn::parse("010594Y9032"), Ssn::parse("010594-9032"), "the separator tells two people apart");
    }

    #[test]
    fn a_code_tells_the_day_of_birth() {
        let born = |code: &str| Ssn::parse(code).and_then(|code| code.born()).map(|day| day.to_string());
        assert_eq!(born("010190-999W").as_deref(), Some("1990-01-01"));
        assert_eq!(born("061201A955L").as_deref(), Some("2001-12-06"));
        assert_eq!(born("010594Y9032").as_deref(), Some("1994-05-01"));
    }

    #[test]
    fn a_code_tells_the_sex_by_its_individual_number() {
        let sex = |code: &str| Ssn::parse(code).and_then(|code| code.sex());
        assert_eq!((sex("010190-999W"), sex("010594Y9032")), (Some(Sex::Male), Some(Sex::Male)));
        assert_eq!(sex("131052-308T"), Some(Sex::Female));
    }

    #[test]
    fn what_is_no_code_is_none() {
        for wrong in vectors("malformed") {
            assert!(Ssn::parse(&wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_code_prints_nothing() {
        assert_eq!(format!("{:?}", Ssn::parse("010190-999W")), "Some(Ssn)");
    }
}
