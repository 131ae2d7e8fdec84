//! What other services tell of a patient, as executions hear it. A fact goes to the executor as it came, with the moment at which it was heard of:
//! an effect that is performed again tells the same.

use chassis_domain::{Effect, Id, PersonId, PolicyKey, Timestamp, Unreadable, Uuid, timestamp};
use prost::Message;

use super::{HEAR, appointments, surveys, tasks};
use crate::execution::{Appointment, Source};

/// What has happened, and to whom.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct News {
    /// To whom.
    pub(crate) patient: PersonId,
    /// What.
    pub(crate) what: What,
}

/// What has happened.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum What {
    /// An appointment is as follows.
    Appointment {
        /// Whole, as of this fact.
        appointment: Appointment,
        /// It was booked, by them; `None`: something else has become of it, or it was booked long ago.
        booked: Option<BookedBy>,
    },
    /// A task was marked done.
    TaskDone {
        /// Of which queue.
        queue: Uuid,
        /// Which.
        task: Uuid,
    },
    /// A survey was activated.
    SurveyActivated {
        /// Which.
        survey: Uuid,
        /// Under which activation.
        activation: Uuid,
    },
    /// A survey was answered.
    SurveyAnswered {
        /// Which.
        survey: Uuid,
        /// Under which activation.
        activation: Uuid,
    },
}

/// Who has booked an appointment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BookedBy {
    /// The resident, or who acts for them.
    Resident,
    /// A professional.
    Professional,
    /// Another system.
    System,
}

impl BookedBy {
    /// As it is kept with the appointment.
    pub(super) const fn source(self) -> Source {
        match self {
            Self::Resident => Source::Resident,
            Self::Professional => Source::Professional,
            Self::System => Source::Elsewhere,
        }
    }
}

/// A fact that was read, and is told on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    about: Uuid,
    fact: String,
    payload: Vec<u8>,
}

impl Input {
    /// A fact about an appointment, a task or an activation.
    pub(super) fn new(about: Uuid, fact: &str, payload: &[u8]) -> Self {
        Self { about, fact: fact.to_owned(), payload: payload.to_vec() }
    }

    /// Facts about the same thing go one after the other.
    pub(super) fn key(&self) -> PolicyKey {
        PolicyKey(self.about.to_string())
    }

    /// It is told to whoever may wait for it.
    pub(super) fn told(&self, now: Timestamp) -> Vec<Effect> {
        let told = Told { fact: self.fact.clone(), payload: self.payload.clone(), at: Some(timestamp(now)) };
        vec![Effect::Command { to: HEAR, body: told.encode_to_vec(), until: None }]
    }
}

/// The body of the effect.
#[derive(Clone, PartialEq, Message)]
struct Told {
    /// Full name of the fact's message.
    #[prost(string, tag = "1")]
    fact: String,
    /// The fact.
    #[prost(bytes = "vec", tag = "2")]
    payload: Vec<u8>,
    /// When it was heard of: not every fact says when it happened.
    #[prost(message, optional, tag = "3")]
    at: Option<prost_types::Timestamp>,
}

/// The news in the body of an effect, and when they were heard of; `None`: it is none of ours.
pub(crate) fn read(body: &[u8]) -> Option<(News, Timestamp)> {
    let Told { fact, payload, at } = Told::decode(body).ok()?;
    let news = [appointments::news, tasks::news, surveys::news].into_iter().find_map(|of| of(&fact, &payload).ok().flatten())?;
    Some((news, time(at)?))
}

/// A moment out of a message.
pub(super) fn time(at: Option<prost_types::Timestamp>) -> Option<Timestamp> {
    at.and_then(|at| Timestamp::new(at.seconds, at.nanos).ok())
}

/// An id that a fact has to have.
pub(super) fn id(text: &str) -> Option<Uuid> {
    Uuid::try_parse(text).ok()
}

/// The patient that a fact has to name.
pub(super) fn patient(text: &str) -> Option<PersonId> {
    Id::parse(text)
}

/// What could be read; a fact that lacks what it has to have is parked.
pub(super) fn whole(fact: &str, news: Option<News>) -> Result<Option<News>, Unreadable> {
    news.map(Some).ok_or_else(|| Unreadable(fact.to_owned()))
}
