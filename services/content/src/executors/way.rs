//! A notification on one of its ways: what is the same on all of them. Before anything is handed over it is stored that it may be, so that whoever
//! comes after a process that died knows; in which language and words the resident is told is asked at each try and kept nowhere.

use chassis::{
    Kernel,
    due::{Effect, EffectError},
    store::CommandMeta,
};
use chassis_domain::Uuid;

use super::{again, failed, give};
use crate::{
    adapters::contact_points::{ContactPoints, Reached},
    notification::{Channel, Command, Event, Notification, NotificationId, Outcome, Standing},
    notification_template::filling::{Filled, filled},
    notification_words,
    settings::{ContentSettings, NotificationSettings},
};

/// A notification that is to go one of its ways.
pub(super) struct Way<'a> {
    pub(super) kernel: &'a Kernel,
    pub(super) id: NotificationId,
    pub(super) standing: Standing,
    effect: &'a Effect,
    channel: Channel,
}

impl<'a> Way<'a> {
    /// `None`: it has gone it, or is of no use any more, which is settled then.
    pub(super) async fn open(kernel: &'a Kernel, effect: &'a Effect, channel: Channel) -> Result<Option<Self>, EffectError> {
        let id = Uuid::from_slice(&effect.body).map_err(|_| failed("the effect's body is no notification"))?;
        let id = NotificationId::from_uuid(id);
        let known = kernel.store.load::<Notification>(id).await.map_err(again)?.state;
        let standing = *known.standing().ok_or_else(|| failed("there is no such notification"))?;
        if !known.wants(channel) {
            return Ok(None);
        }
        let way = Self { kernel, id, standing, effect, channel };
        if let Some(outcome) = known.given_up_as(kernel.clock.now()) {
            way.settle(outcome).await?;
            return Ok(None);
        }
        Ok(Some(way))
    }

    /// Where and in which language the resident is told now.
    pub(super) async fn reached(&self) -> Result<Reached, EffectError> {
        let settings: ContentSettings = self.kernel.settings.part().map_err(again)?;
        let points = ContactPoints::try_new(self.kernel, settings.identity_url.as_deref()).map_err(again)?;
        let reached = points.of(&self.effect.trace, self.standing.recipient).await;
        reached.map_err(|status| again(format!("identity answers {:?}", status.code())))
    }

    /// The words that are in force now, in the resident's language where they are written in it.
    pub(super) async fn words(&self, language: &str) -> Result<Filled, EffectError> {
        let NotificationSettings { resident_public_url } = self.kernel.settings.part().map_err(again)?;
        let Standing { kind, object, starts_at, .. } = self.standing;
        let in_force = notification_words::in_force(self.kernel, kind).await.map_err(again)?;
        let link = format!("{}{}", resident_public_url.trim_end_matches('/'), kind.path(object));
        Ok(filled(&in_force, language, &link, starts_at))
    }

    /// Whether it is to be sent now. Whoever finds that it had begun before sends nothing, unless it does no harm.
    pub(super) async fn begins(&self) -> Result<bool, EffectError> {
        Ok(self.give(Command::Begin { channel: self.channel }).await?.is_attempting(self.channel))
    }

    /// Nothing more happens on this way.
    pub(super) async fn settle(&self, outcome: Outcome) -> Result<(), EffectError> {
        self.give(Command::Settle { channel: self.channel, outcome }).await.map(drop)
    }

    /// It was certainly not sent, or does no harm twice: it is tried again.
    pub(super) async fn not_taken(&self, said: String) -> Result<(), EffectError> {
        self.give(Command::NotTaken { channel: self.channel }).await?;
        Err(again(said))
    }

    /// For a command of this try. Each try gives commands of its own, and not the effect's: tries are counted anew when people drive on what was
    /// given up, and what was answered before says nothing of what is so now.
    pub(super) fn meta(&self) -> CommandMeta {
        CommandMeta { command_id: self.kernel.ids.v7(self.kernel.clock.now()), ..self.effect.meta() }
    }

    /// Gives a command; how it stands then.
    async fn give(&self, command: Command) -> Result<Notification, EffectError> {
        let executed = give(self.kernel, self.id, command, self.meta()).await?;
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
