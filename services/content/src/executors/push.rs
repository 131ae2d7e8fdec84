//! A notification goes to the devices that the resident has switched on (CMS-08), to all of them at each try: what comes to one twice takes the place
//! of the first. It is told once one of them has it. A device that its push service knows no more is switched off.

use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chassis::{
    Kernel,
    due::{Effect, EffectError},
    push::{NotPushed, Push, PushMessage, PushSettings, Subscription},
};
use chassis_domain::Timestamp;
use futures::future::join_all;
use serde::Serialize;

use super::{again, way::Way};
use crate::{
    devices,
    notification::{Channel, NotificationId, Outcome, Standing},
    notification_template::filling::Filled,
    push_device::{PushDeviceId, Reason},
};

/// Above what is told on a device stands the name of the app.
const TITLE: &str = "Kajo";
/// So many devices are told at once.
const AT_ONCE: usize = 8;
/// A push service keeps a message no longer for a device that is away.
const KEPT: Duration = Duration::from_hours(48);

/// Tells on the resident's devices.
pub(crate) async fn push(kernel: Kernel, effect: Effect) -> Result<(), EffectError> {
    let Some(way) = Way::open(&kernel, &effect, Channel::Push).await? else { return Ok(()) };
    let subscriptions = devices::subscriptions(&kernel, way.standing.recipient).await.map_err(again)?;
    let push = Push::of(&kernel.settings.part::<PushSettings>().map_err(again)?).map_err(again)?;
    let Some(push) = push.filter(|_| !subscriptions.is_empty()) else { return way.settle(Outcome::NotChosen).await };
    let language = way.reached().await?.language;
    let payload = payload(way.id, &way.standing, &way.words(language).await?)?;
    if !way.begins().await? {
        return Ok(());
    }
    let (topic, now) = (topic(way.id), kernel.clock.now());
    let message = PushMessage { payload: &payload, topic: &topic, ttl: ttl(way.standing.until, now) };
    match told(&way, &push, &subscriptions, &message, now).await? {
        Told::Ended(outcome) => way.settle(outcome).await,
        Told::NotTaken(said) => way.not_taken(said).await,
    }
}

/// What a device shows, and where it leads.
#[derive(Serialize)]
struct Payload<'a> {
    title: &'a str,
    body: &'a str,
    /// As HTML has it.
    lang: &'a str,
    /// In the app, without its own address.
    url: String,
    /// Of two with the same one a device shows the second in place of the first.
    tag: String,
}

fn payload(id: NotificationId, standing: &Standing, words: &Filled) -> Result<String, EffectError> {
    let url = standing.kind.path(standing.object);
    let payload = Payload { title: TITLE, body: &words.push, lang: iso(words.language), url, tag: id.to_string() };
    serde_json::to_string(&payload).map_err(again)
}

/// The BCP 47 tag of one of our languages.
fn iso(language: &str) -> &str {
    if language == "sme" { "se" } else { language }
}

/// Of two with the same one a push service hands a device that was away the second alone. It has 22 letters; 32 are allowed.
fn topic(id: NotificationId) -> String {
    URL_SAFE_NO_PAD.encode(id.uuid().as_bytes())
}

/// For so long it is of use to a device that is away.
fn ttl(until: Timestamp, now: Timestamp) -> Duration {
    Duration::try_from(until.duration_since(now)).unwrap_or_default().min(KEPT)
}

/// How it ended for all devices together.
#[derive(Debug, PartialEq, Eq)]
enum Told {
    /// So.
    Ended(Outcome),
    /// None has it, and one may have it later; what was said of the first such.
    NotTaken(String),
}

async fn told(
    way: &Way<'_>,
    push: &Push,
    subscriptions: &[(PushDeviceId, Subscription)],
    message: &PushMessage<'_>,
    now: Timestamp,
) -> Result<Told, EffectError> {
    let mut all = Vec::new();
    for some in subscriptions.chunks(AT_ONCE) {
        let taken = join_all(some.iter().map(|(_, subscription)| push.send(subscription, message, now))).await;
        for ((device, _), taken) in some.iter().zip(&taken) {
            if matches!(taken, Err(NotPushed::Gone)) {
                let told = (way.standing.recipient, Reason::Gone);
                devices::switch_off(way.kernel, *device, told, way.meta()).await.map_err(again)?;
            }
        }
        all.extend(taken);
    }
    Ok(together(all))
}

/// One that has it is enough; while none has and one may have it later, it is tried again.
fn together(all: impl IntoIterator<Item = Result<(), NotPushed>>) -> Told {
    let mut not_taken = None;
    for taken in all {
        match taken {
            Ok(()) => return Told::Ended(Outcome::Sent),
            Err(said @ NotPushed::NotTaken(_)) => not_taken = not_taken.or_else(|| Some(said.to_string())),
            Err(NotPushed::Gone | NotPushed::Refused) => {}
        }
    }
    not_taken.map_or(Told::Ended(Outcome::Refused), Told::NotTaken)
}

#[cfg(test)]
mod tests {
    use chassis_domain::{PersonId, Uuid};
    use serde_json::{Value, json};

    use super::*;
    use crate::{
        notification::Kind,
        notification_template::{Body, filling::filled},
    };

    fn not_taken(said: &str) -> Result<(), NotPushed> {
        Err(NotPushed::NotTaken(said.to_owned()))
    }

    #[test]
    fn cms_05_one_device_that_has_it_is_enough_and_while_none_has_one_that_may_have_it_later_counts() {
        let (refused, gone) = (|| Err(NotPushed::Refused), || Err(NotPushed::Gone));
        let sent = Told::Ended(Outcome::Sent);
        assert_eq!(together([Ok(())]), sent);
        assert_eq!(together([not_taken("429"), gone(), refused(), Ok(())]), sent);
        assert_eq!(
            together([gone(), not_taken("429"), refused(), not_taken("500")]),
            Told::NotTaken(NotPushed::NotTaken("429".to_owned()).to_string())
        );
        for none in [vec![refused()], vec![gone()], vec![gone(), refused()]] {
            assert_eq!(together(none), Told::Ended(Outcome::Refused));
        }
    }

    #[test]
    fn cms_05_a_device_that_is_away_is_told_while_it_is_of_use_and_for_two_days_at_most() {
        let now: Timestamp = "2026-03-02T10:00:00Z".parse().expect("a time");
        for (until, expected) in [
            ("2026-03-02T10:00:01.5Z", Duration::from_millis(1_500)),
            ("2026-03-04T09:00:00Z", Duration::from_hours(47)),
            ("2026-03-04T10:00:00Z", KEPT),
            ("2026-03-30T10:00:00Z", KEPT),
            ("2026-03-02T10:00:00Z", Duration::ZERO),
            ("2026-03-02T09:00:00Z", Duration::ZERO),
        ] {
            assert_eq!(ttl(until.parse().expect("a time"), now), expected, "{until}");
        }
    }

    #[test]
    fn cms_05_a_topic_is_of_its_notification_alone_and_of_letters_that_a_topic_may_have() {
        let [one, other] = [u128::MAX, 1].map(|id| topic(NotificationId::from_uuid(Uuid::from_u128(id))));
        assert!(one != other);
        for topic in [one, other] {
            assert!((1..=32).contains(&topic.len()), "{topic}");
            assert!(topic.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter)), "{topic}");
        }
    }

    #[test]
    fn cms_05_a_device_shows_the_words_in_their_language_and_leads_to_what_they_are_about() {
        let id = NotificationId::from_uuid(Uuid::from_u128(1));
        let standing = Standing {
            kind: Kind::CustomerTask,
            object: Uuid::from_u128(2),
            recipient: PersonId::from_uuid(Uuid::from_u128(3)),
            starts_at: None,
            until: Timestamp::UNIX_EPOCH,
            at_once: false,
        };
        for (language, lang) in [("fi", "fi"), ("sv", "sv"), ("en", "en"), ("sme", "se"), ("smn", "smn"), ("sms", "sms")] {
            let words = filled(&Body::built_in(standing.kind), language, "https://kajo.example", None);
            let written = payload(id, &standing, &words).expect("written");
            let expected = json!({
                "title": "Kajo",
                "body": words.push,
                "lang": lang,
                "url": "/task/00000000-0000-0000-0000-000000000002",
                "tag": "00000000-0000-0000-0000-000000000001",
            });
            assert_eq!(serde_json::from_str::<Value>(&written).expect("JSON"), expected);
        }
    }
}
