//! What a person is told outside the app when the account or its addresses change: whoever did not do it themselves hears of it in time. No
//! more than that something has changed stands in it.

/// What happened. Numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notice {
    /// An e-mail address or a phone number is another one from now on.
    ContactChanged,
    /// The deletion of the account was asked for.
    DeletionAsked,
}

/// Subject and text.
type Words = (&'static str, &'static str);

/// In fi, sv, en, sme, smn, sms. Sami ones are drafts by machine, to be reviewed.
const CONTACT_CHANGED: [(&str, Words); 6] = [
    (
        "fi",
        (
            "Yhteystietosi on muutettu",
            "Kajo: yhteystietosi on muutettu. Jos et muuttanut niitä itse, kirjaudu Kajoon, tarkista ne ja lopeta muut kirjautumiset.",
        ),
    ),
    (
        "sv",
        (
            "Dina kontaktuppgifter har ändrats",
            "Kajo: dina kontaktuppgifter har ändrats. Om du inte ändrade dem själv, logga in i Kajo, kontrollera dem och avsluta andra inloggningar.",
        ),
    ),
    (
        "en",
        (
            "Your contact details were changed",
            "Kajo: your contact details were changed. If you did not change them yourself, sign in to Kajo, check them and end other sessions.",
        ),
    ),
    (
        "sme",
        (
            "Du oktavuođadieđut leat rievdaduvvon",
            "Kajo: du oktavuođadieđut leat rievdaduvvon. Jos it rievdadan daid ieš, sisačálit Kajoi, dárkkis daid ja heaittit eará sisačáliheami.",
        ),
    ),
    (
        "smn",
        (
            "Tuu ohtâvuotâtiäđuh láá nubástittum",
            "Kajo: tuu ohtâvuotâtiäđuh láá nubástittum. Jis jieh nubástittám taid jieš, čáálu Kajon, taarhist taid já nuuvât eres čáládâtmijd.",
        ),
    ),
    (
        "sms",
        (
            "Tuu õhttvuõttteâđ lie mottum",
            "Kajo: tuu õhttvuõttteâđ lie mottum. Jõs jeäk muttâm tõid jiõčč, kõõrj Kajooʹje, tääʹrǩest tõid da pooʹt jeeʹres čáʹlstõõttmid.",
        ),
    ),
];

/// The same.
const DELETION_ASKED: [(&str, Words); 6] = [
    (
        "fi",
        (
            "Tilisi poistamista on pyydetty",
            "Kajo: tilisi poistamista on pyydetty. Jos et pyytänyt sitä itse, kirjaudu Kajoon ja peru poisto ennen poistopäivää.",
        ),
    ),
    (
        "sv",
        (
            "Någon har bett att ditt konto raderas",
            "Kajo: det har begärts att ditt konto raderas. Om du inte begärde det själv, logga in i Kajo och ångra raderingen före raderingsdagen.",
        ),
    ),
    (
        "en",
        (
            "The deletion of your account was requested",
            "Kajo: the deletion of your account was requested. If you did not request it yourself, sign in to Kajo and cancel it before the deletion date.",
        ),
    ),
    (
        "sme",
        (
            "Du konttu sihkkun lea bivdojuvvon",
            "Kajo: du konttu sihkkun lea bivdojuvvon. Jos it bivdán dan ieš, sisačálit Kajoi ja gessot sihkkuma ovdal sihkkunbeaivvi.",
        ),
    ),
    (
        "smn",
        (
            "Tuu tili siskum lii pivdum",
            "Kajo: tuu tili siskum lii pivdum. Jis jieh pivdám tom jieš, čáálu Kajon já kiäsu siskum oovdil siskumpeeivi.",
        ),
    ),
    (
        "sms",
        (
            "Tuu tiili jaukkummuš lij raukkum",
            "Kajo: tuu tiili jaukkummuš lij raukkum. Jõs jeäk raukkâm tõn jiõčč, kõõrj Kajooʹje da peäss jaukkummuž ouddâl jaukkâmpeeiʹv.",
        ),
    ),
];

impl Notice {
    chassis_domain::numbers!(pub(crate) i16: ContactChanged = 1, DeletionAsked = 2);

    /// Subject and text in a language; in Finnish when it is none of ours.
    pub(crate) fn words(self, language: &str) -> Words {
        let all = match self {
            Self::ContactChanged => CONTACT_CHANGED,
            Self::DeletionAsked => DELETION_ASKED,
        };
        let [(_, finnish), ..] = all;
        all.into_iter().find(|(known, _)| *known == language).map_or(finnish, |(_, words)| words)
    }
}

#[cfg(test)]
mod tests {
    use super::Notice;

    #[test]
    fn s_24_a_notice_speaks_the_language_of_its_reader() {
        for notice in [Notice::ContactChanged, Notice::DeletionAsked] {
            assert_eq!(Notice::from_number(notice.number()), Some(notice));
            let mut texts: Vec<_> = ["fi", "sv", "en", "sme", "smn", "sms"].map(|language| notice.words(language).1).into();
            assert!(texts.iter().all(|text| text.starts_with("Kajo: ")), "{texts:?}");
            assert_eq!(notice.words("de"), notice.words("fi"));
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), 6);
        }
    }
}
