//! What guests of a remote appointment are told outside the app (SCH-19). Nobody knows which language they speak: everything is said in Finnish,
//! Swedish and English. No more stands in it than that there is a meeting by video in Kajo, and when: not with whom, not where, not what for.

use chassis_domain::{Timestamp, in_helsinki};
use jiff::civil::Weekday;

/// What has happened. Numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum News {
    /// They are invited, by a link.
    Invited,
    /// It has another time.
    Moved,
    /// It is not held by video any more.
    NoLongerRemote,
    /// It will not take place.
    Cancelled,
}

/// Where somebody is reached. Numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Point {
    /// By e-mail.
    Email,
    /// By phone.
    Phone,
}

impl Point {
    chassis_domain::numbers!(pub(crate) i16: Email = 1, Phone = 2);
}

/// Stands for the day and the time.
const WHEN: &str = "<when>";
/// Stands for the address of the meeting.
const LINK: &str = "<link>";
/// Between two languages of an e-mail, and of a text message.
const BETWEEN: [&str; 2] = ["\n\n---\n\n", "\n"];

/// In Finnish, Swedish and English.
type InEach = [&'static str; 3];

/// An e-mail and a text message.
struct Texts {
    subject: &'static str,
    email: InEach,
    sms: InEach,
}

const INVITED: Texts = Texts {
    subject: "Kutsu videotapaamiseen / Inbjudan till ett videomöte / Invitation to a video meeting",
    email: [
        "Kajo: sinut on kutsuttu videotapaamiseen <when>. Pääset siihen tästä linkistä aikaisintaan 5 minuuttia ennen alkua:\n<link>\n\
         Linkki on henkilökohtainen. Älä anna sitä muille.",
        "Kajo: du är inbjuden till ett videomöte <when>. Du kommer till det via den här länken tidigast 5 minuter före början:\n<link>\n\
         Länken är personlig. Ge den inte vidare.",
        "Kajo: you are invited to a video meeting on <when>. Come to it by this link, from 5 minutes before it begins:\n<link>\n\
         The link is personal. Do not pass it on.",
    ],
    sms: [
        "Kajo: videotapaaminen <when>. Liity aikaisintaan 5 min ennen. Linkki on henkilökohtainen, älä anna sitä muille.",
        "Videomöte <when>. Anslut tidigast 5 min före. Länken är personlig, ge den inte vidare.",
        "Video meeting <when>. Join from 5 min before. The link is personal, do not pass it on.\n<link>",
    ],
};

const MOVED: Texts = Texts {
    subject: "Videotapaaminen on siirretty / Videomötet har flyttats / The video meeting was moved",
    email: [
        "Kajo: videotapaamisesi on siirretty. Uusi aika on <when>. Aiemmin saamasi linkki toimii edelleen.",
        "Kajo: ditt videomöte har flyttats. Den nya tiden är <when>. Länken som du har fått fungerar fortfarande.",
        "Kajo: your video meeting was moved. The new time is <when>. The link that you have still works.",
    ],
    sms: [
        "Kajo: videotapaamisen uusi aika on <when>. Saamasi linkki toimii edelleen.",
        "Ny tid för videomötet är <when>. Länken som du har fungerar fortfarande.",
        "New time of the video meeting: <when>. The link that you have still works.",
    ],
};

const NO_LONGER_REMOTE: Texts = Texts {
    subject: "Tapaamista ei pidetä videolla / Mötet hålls inte per video / The meeting is not held by video",
    email: [
        "Kajo: tapaamista <when> ei pidetä videolla, ja saamasi linkki ei enää toimi. Kysy lisää siltä, joka kutsui sinut.",
        "Kajo: mötet <when> hålls inte per video, och länken som du har fått fungerar inte längre. Fråga den som bjöd in dig.",
        "Kajo: the meeting on <when> will not be held by video, and the link that you have no longer works. Ask whoever invited you.",
    ],
    sms: [
        "Kajo: tapaamista <when> ei pidetä videolla. Kysy lisää siltä, joka kutsui sinut.",
        "Mötet <when> hålls inte per video. Fråga den som bjöd in dig.",
        "The meeting on <when> will not be held by video. Ask whoever invited you.",
    ],
};

const CANCELLED: Texts = Texts {
    subject: "Videotapaaminen on peruttu / Videomötet är inställt / The video meeting was cancelled",
    email: ["Kajo: videotapaaminen <when> on peruttu.", "Kajo: videomötet <when> är inställt.", "Kajo: the video meeting on <when> was cancelled."],
    sms: ["Kajo: videotapaaminen <when> on peruttu.", "Videomötet <when> är inställt.", "The video meeting on <when> was cancelled."],
};

impl News {
    chassis_domain::numbers!(pub(crate) i16: Invited = 1, Moved = 2, NoLongerRemote = 3, Cancelled = 4);

    const fn texts(self) -> &'static Texts {
        match self {
            Self::Invited => &INVITED,
            Self::Moved => &MOVED,
            Self::NoLongerRemote => &NO_LONGER_REMOTE,
            Self::Cancelled => &CANCELLED,
        }
    }

    /// Subject and text of an e-mail about what begins then; `link` is told with an invitation alone.
    pub(crate) fn email(self, starts_at: Timestamp, link: &str) -> (&'static str, String) {
        let Texts { subject, email, .. } = self.texts();
        let [between, _] = BETWEEN;
        (*subject, filled(email, between, starts_at, link))
    }

    /// The same as a text message.
    pub(crate) fn sms(self, starts_at: Timestamp, link: &str) -> String {
        let [_, between] = BETWEEN;
        filled(&self.texts().sms, between, starts_at, link)
    }
}

fn filled(texts: &InEach, between: &str, starts_at: Timestamp, link: &str) -> String {
    let said = texts.iter().zip(when(starts_at)).map(|(text, when)| text.replace(WHEN, &when).replace(LINK, link));
    said.collect::<Vec<_>>().join(between)
}

/// The day and the time, as the clocks in Finland have it, in each language.
fn when(at: Timestamp) -> [String; 3] {
    let at = in_helsinki(at);
    let (day, month, year, hour, minute) = (at.day(), at.month(), at.year(), at.hour(), at.minute());
    let [fi, sv, en] = weekday(at.weekday());
    [
        format!("{fi} {day}.{month}.{year} klo {hour}.{minute:02}"),
        format!("{sv} {day}.{month}.{year} kl. {hour}.{minute:02}"),
        format!("{en} {day}.{month}.{year} at {hour}:{minute:02}"),
    ]
}

const fn weekday(day: Weekday) -> InEach {
    match day {
        Weekday::Monday => ["ma", "mån", "Mon"],
        Weekday::Tuesday => ["ti", "tis", "Tue"],
        Weekday::Wednesday => ["ke", "ons", "Wed"],
        Weekday::Thursday => ["to", "tors", "Thu"],
        Weekday::Friday => ["pe", "fre", "Fri"],
        Weekday::Saturday => ["la", "lör", "Sat"],
        Weekday::Sunday => ["su", "sön", "Sun"],
    }
}

#[cfg(test)]
mod tests {
    use chassis_domain::Timestamp;

    use super::{News, Point};

    const ALL: [News; 4] = [News::Invited, News::Moved, News::NoLongerRemote, News::Cancelled];
    const ADDRESS: &str = "https://kajo.example/meetup/1#secret";

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    #[test]
    fn sch_19_guests_are_told_the_time_in_finland_in_three_languages() {
        for (starts_at, told) in [
            ("2026-11-12T12:00:00Z", ["to 12.11.2026 klo 14.00", "tors 12.11.2026 kl. 14.00", "Thu 12.11.2026 at 14:00"]),
            ("2027-06-06T05:05:00Z", ["su 6.6.2027 klo 8.05", "sön 6.6.2027 kl. 8.05", "Sun 6.6.2027 at 8:05"]),
        ] {
            for news in ALL {
                let ((_, email), sms) = (news.email(at(starts_at), ADDRESS), news.sms(at(starts_at), ADDRESS));
                for when in told {
                    assert!(email.contains(when) && sms.contains(when), "{news:?} {when}: {email} {sms}");
                }
            }
        }
    }

    #[test]
    fn sch_19_an_invitation_alone_has_a_link_and_nothing_is_left_to_be_filled_in() {
        for news in ALL {
            assert_eq!(News::from_number(news.number()), Some(news));
            let (subject, email) = news.email(at("2026-11-12T12:00:00Z"), ADDRESS);
            let sms = news.sms(at("2026-11-12T12:00:00Z"), ADDRESS);
            assert_eq!((email.contains(ADDRESS), sms.contains(ADDRESS)), (news == News::Invited, news == News::Invited), "{news:?}");
            assert!(email.starts_with("Kajo: ") && sms.starts_with("Kajo: "), "{email} {sms}");
            assert_eq!((subject.matches(" / ").count(), email.matches("\n---\n").count()), (2, 2));
            assert!([&email, &sms].iter().all(|text| !text.contains('<')), "{email} {sms}");
            assert!(sms.chars().count() < 480, "{sms}");
        }
        for point in [Point::Email, Point::Phone] {
            assert_eq!(Point::from_number(point.number()), Some(point));
        }
    }
}
