//! A notification goes one of its ways (CMS-05). Whether and where the resident wants to be told there, and in which words, is asked at each try and
//! kept nowhere. Before anything is handed over it is stored that it may be, so that whoever comes after a process that died knows.

use chassis::{
    Kernel,
    due::{Effect, EffectError, Lane},
    messages::{Fate, MessageSettings, Messages, NotSent},
    store::CommandMeta,
};
use chassis_domain::{SignedDuration, Uuid};

use super::{again, failed, give};
use crate::{
    adapters::contact_points::{ContactPoints, Point},
    notification::{Channel, Command, Event, Notification, NotificationId, Outcome, Standing},
    notification_template::filling::{Filled, filled},
    notification_words,
    settings::{ContentSettings, NotificationSettings},
};

/// While a mail server is silent, text messages do not wait. What is not taken is tried for three days, unless it is of no use any more before.
pub(crate) const MAIL: Lane = Lane::new("notification-mail").limit(LONGEST);
/// The same the other way round.
pub(crate) const SMS: Lane = Lane::new("notification-sms").limit(LONGEST);

const LONGEST: SignedDuration = SignedDuration::from_hours(72);

/// Tells by e-mail.
pub(crate) async fn mail(kernel: Kernel, effect: Effect) -> Result<(), EffectError> {
    deliver(&kernel, &effect, Channel::Email).await
}

/// Tells by text message.
pub(crate) async fn sms(kernel: Kernel, effect: Effect) -> Result<(), EffectError> {
    deliver(&kernel, &effect, Channel::Sms).await
}

async fn deliver(kernel: &Kernel, effect: &Effect, channel: Channel) -> Result<(), EffectError> {
    let id = Uuid::from_slice(&effect.body).map_err(|_| failed("the effect's body is no notification"))?;
    let id = NotificationId::from_uuid(id);
    let known = kernel.store.load::<Notification>(id).await.map_err(again)?.state;
    let standing = known.standing().ok_or_else(|| failed("there is no such notification"))?;
    if !known.wants(channel) {
        return Ok(());
    }
    let way = Way { kernel, effect, id, standing, channel };
    if let Some(outcome) = known.given_up_as(kernel.clock.now()) {
        return way.settle(outcome).await;
    }
    let settings: ContentSettings = kernel.settings.part().map_err(again)?;
    let NotificationSettings { resident_public_url } = kernel.settings.part().map_err(again)?;
    let messages = Messages::of(&kernel.settings.part::<MessageSettings>().map_err(again)?).map_err(again)?;
    let points = ContactPoints::try_new(kernel, settings.identity_url.as_deref()).map_err(again)?;
    let reached = points.of(&effect.trace, standing.recipient).await;
    let reached = reached.map_err(|status| again(format!("identity answers {:?}", status.code())))?;
    let address = match reached.at(channel) {
        Point::Ready(address) => address,
        Point::NotChosen => return way.settle(Outcome::NotChosen).await,
        Point::Missing => return way.settle(Outcome::Missing).await,
        Point::Unverified => return way.settle(Outcome::Unverified).await,
    };
    let words = way.words(reached.language, &resident_public_url).await?;
    // Whoever finds that it had begun before sends nothing, unless it does no harm.
    if !way.give(Command::Begin { channel }).await?.is_attempting(channel) {
        return Ok(());
    }
    match send(&messages, address, &words, &way).await {
        Ok(()) => way.settle(Outcome::Sent).await,
        Err(not_sent) => match not_sent.fate() {
            Fate::Refused => way.settle(Outcome::Refused).await,
            Fate::Unsure => way.settle(Outcome::Unsure).await,
            Fate::NotTaken => {
                way.give(Command::NotTaken { channel }).await?;
                Err(again(not_sent))
            }
        },
    }
}

async fn send(messages: &Messages, address: &str, words: &Filled, way: &Way<'_>) -> Result<(), NotSent> {
    match way.channel {
        Channel::Email => messages.email(address, &words.subject, &words.email).await,
        Channel::Sms => messages.sms_once(address, &words.sms, way.id.uuid()).await,
    }
}

/// A notification on one of its ways.
struct Way<'a> {
    kernel: &'a Kernel,
    effect: &'a Effect,
    id: NotificationId,
    standing: &'a Standing,
    channel: Channel,
}

impl Way<'_> {
    /// The words that are in force now, in the resident's language where they are written in it.
    async fn words(&self, language: &str, public_url: &str) -> Result<Filled, EffectError> {
        let Standing { kind, object, starts_at, .. } = *self.standing;
        let in_force = notification_words::in_force(self.kernel, kind).await.map_err(again)?;
        let (language, words) = in_force.languages.read_in(language);
        let link = format!("{}{}", public_url.trim_end_matches('/'), kind.path(object));
        Ok(filled(words, language, &link, starts_at))
    }

    async fn settle(&self, outcome: Outcome) -> Result<(), EffectError> {
        self.give(Command::Settle { channel: self.channel, outcome }).await.map(drop)
    }

    /// Gives a command; how it stands then. Each try gives commands of its own, and not the effect's: tries are counted anew when people drive on
    /// what was given up, and what was answered before says nothing of what is so now.
    async fn give(&self, command: Command) -> Result<Notification, EffectError> {
        let meta = CommandMeta { command_id: self.kernel.ids.v7(self.kernel.clock.now()), ..self.effect.meta() };
        let executed = give(self.kernel, self.id, command, meta).await?;
        for recorded in &executed.events {
            if let Event::Settled { channel, outcome } = recorded.event
                && outcome.is_failure()
            {
                tracing::warn!(kind = self.standing.kind.name(), channel = channel.name(), outcome = outcome.name(), "notifications.not_delivered");
            }
        }
        Ok(executed.state)
    }
}
