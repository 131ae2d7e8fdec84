//! A notification: that a resident is told outside the app that something waits for them (CMS-05), on each way once or, where nobody can know whether
//! it arrived, as uncertain.
//!
//! ```text
//!   (new) --Plan--> each way: Waiting --Begin--> Attempting --Settle--> Settled
//!                             Attempting --NotTaken--> Waiting
//!                             Attempting --Begin, a mail--> Settled (unsure) --Settle (sent)--> Settled (sent)
//!                             Attempting --Begin, a text message or on devices--> Attempting
//!                             Waiting --Settle, Withdraw--> Settled
//!   (new) --Withdraw--> nothing is planned any more
//! ```
//!
//! An attempt is stored before anybody outside is asked to carry it on. So after a process has died it is known on which way something may have been
//! sent: a text message is sent again, since its provider drops what comes twice under one reference, and so are devices told again, which show the
//! second in place of the first; a mail is not. Which words are sent, and where, is known at the moment of sending alone.

mod channel;
mod event;
mod kind;
mod refusal;
mod stored;
mod telling;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use chassis_domain::{Aggregate, DecideContext, Id, Timestamp};

pub(crate) use self::telling::{NOTIFY, WITHDRAW, withdrawal, withdrawn};
pub use self::{
    channel::{Channel, Delivery, Outcome},
    event::{Event, Standing},
    kind::Kind,
    refusal::Refusal,
    telling::Telling,
};

/// The id of a notification: what was told by [`Telling::id`].
pub type NotificationId = Id<Notification>;

/// That a resident is told of something.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notification {
    /// `None`: nobody is to be told.
    standing: Option<Standing>,
    withdrawn: bool,
    /// Of each way on which something has happened; all others wait.
    deliveries: BTreeMap<Channel, Delivery>,
}

/// A request to a notification.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Has a resident told.
    Plan(Telling),
    /// It is sent on this way now.
    Begin {
        /// The way.
        channel: Channel,
    },
    /// What was begun was certainly not sent, and is tried again.
    NotTaken {
        /// The way.
        channel: Channel,
    },
    /// Nothing more is to happen on this way.
    Settle {
        /// The way.
        channel: Channel,
        /// What became of it there.
        outcome: Outcome,
    },
    /// Nobody needs to be told any more.
    Withdraw,
}

impl Aggregate for Notification {
    const CATEGORY: &'static str = "notification";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusal;

    fn decide(&self, command: &Command, _: &DecideContext) -> Result<Vec<Event>, Refusal> {
        let happened = match command {
            Command::Plan(telling) => self.plan(telling),
            Command::Begin { channel } => self.begin(*channel)?,
            Command::NotTaken { channel } => self.not_taken(*channel)?,
            Command::Settle { channel, outcome } => self.settle(*channel, *outcome)?,
            Command::Withdraw => self.withdraw(),
        };
        Ok(happened.into_iter().collect())
    }

    fn evolve(&mut self, event: &Event) {
        match event {
            Event::Planned(standing) => self.standing = Some(*standing),
            Event::AttemptBegun { channel } => self.stands(*channel, Delivery::Attempting),
            Event::NotTaken { channel } => self.stands(*channel, Delivery::Waiting),
            Event::Settled { channel, outcome } => self.stands(*channel, Delivery::Settled(*outcome)),
            Event::Withdrawn => {
                self.withdrawn = true;
                for channel in Channel::ALL {
                    if self.delivery(channel) == Delivery::Waiting {
                        self.stands(channel, Delivery::Settled(Outcome::Withdrawn));
                    }
                }
            }
        }
    }
}

impl Notification {
    /// What the resident is to be told; `None`: nothing, under this id.
    pub fn standing(&self) -> Option<&Standing> {
        self.standing.as_ref()
    }

    /// How it stands with a way.
    pub fn delivery(&self, channel: Channel) -> Delivery {
        self.deliveries.get(&channel).copied().unwrap_or_default()
    }

    /// Whether something is still to happen on a way.
    pub fn wants(&self, channel: Channel) -> bool {
        self.standing.is_some() && !matches!(self.delivery(channel), Delivery::Settled(_))
    }

    /// Whether somebody has begun to send it on a way, and has not said how that ended.
    pub fn is_attempting(&self, channel: Channel) -> bool {
        self.delivery(channel) == Delivery::Attempting
    }

    /// As what it is to be settled without being sent, since it is of no use any more; `None`: it is of use.
    pub fn given_up_as(&self, now: Timestamp) -> Option<Outcome> {
        if self.withdrawn {
            return Some(Outcome::Withdrawn);
        }
        self.standing.filter(|standing| standing.until <= now).map(|_| Outcome::Expired)
    }

    fn stands(&mut self, channel: Channel, delivery: Delivery) {
        self.deliveries.insert(channel, delivery);
    }

    /// How it stands with a way of what was planned.
    fn planned(&self, channel: Channel) -> Result<Delivery, Refusal> {
        self.standing.map(|_| self.delivery(channel)).ok_or(Refusal::NotPlanned)
    }

    /// The same is planned once, and what was withdrawn before it was planned never is.
    fn plan(&self, telling: &Telling) -> Option<Event> {
        (self.standing.is_none() && !self.withdrawn).then(|| Event::Planned(telling.into()))
    }

    /// Whoever begins after somebody who has not said how it ended cannot know whether it was sent.
    fn begin(&self, channel: Channel) -> Result<Option<Event>, Refusal> {
        Ok(match self.planned(channel)? {
            Delivery::Waiting => Some(Event::AttemptBegun { channel }),
            Delivery::Attempting if channel.drops_doubles() && !self.withdrawn => Some(Event::AttemptBegun { channel }),
            Delivery::Attempting => Some(Event::Settled { channel, outcome: Outcome::Unsure }),
            Delivery::Settled(_) => None,
        })
    }

    /// What was withdrawn meanwhile is not tried again.
    fn not_taken(&self, channel: Channel) -> Result<Option<Event>, Refusal> {
        Ok(match self.planned(channel)? {
            Delivery::Attempting if self.withdrawn => Some(Event::Settled { channel, outcome: Outcome::Withdrawn }),
            Delivery::Attempting => Some(Event::NotTaken { channel }),
            Delivery::Waiting | Delivery::Settled(_) => None,
        })
    }

    /// The first outcome stays, but for one that was uncertain until whoever had sent it came to say so. Where somebody gives up who sees that
    /// another one had begun, nobody knows whether it was sent.
    fn settle(&self, channel: Channel, outcome: Outcome) -> Result<Option<Event>, Refusal> {
        let outcome = match self.planned(channel)? {
            Delivery::Waiting => Some(outcome),
            Delivery::Attempting => Some(if outcome.is_of_attempt() { outcome } else { Outcome::Unsure }),
            Delivery::Settled(Outcome::Unsure) if outcome == Outcome::Sent => Some(outcome),
            Delivery::Settled(_) => None,
        };
        Ok(outcome.map(|outcome| Event::Settled { channel, outcome }))
    }

    /// What is settled on every way was told, or cannot be.
    fn withdraw(&self) -> Option<Event> {
        let is_settled = |channel| matches!(self.delivery(channel), Delivery::Settled(_));
        (!(self.withdrawn || Channel::ALL.into_iter().all(is_settled))).then_some(Event::Withdrawn)
    }
}
