//! A conversation between a resident and professionals, or between professionals about a resident (spec sections 3
//! and 4).
//!
//! ```text
//!             take                        end
//!   Queued ---------> Handling(owner) ----------> Ended
//!      ^                |    |   ^
//!      +- return,       |    +---+ take over, assign
//!         forward ------+
//! ```
//!
//! A professional who writes to a patient first owns the conversation from the beginning.
//!
//! "Done" belongs to one participant and never closes it for the others. Here are the rules alone: what an inbox
//! shows is in `projections`, how the thread looks to one reader in [`thread`].

pub mod command;
mod decide;
pub mod event;
mod fact;
pub mod refusal;
mod stored;
pub mod thread;
pub mod value;

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use chassis_domain::{Aggregate, DecideContext, Id, PersonId};

use crate::{
    audience::Audience,
    representation::{Mandates, Representative, Represented},
};
pub use command::{Command, Unreachable, Who};
pub use event::{Event, Happened};
pub use refusal::Refusal;
use value::{Consultation, Draft, Name, Participant, Standing};
pub use value::{Kind, Opening, ParticipantKind, Phase, Place, Visibility};

/// The id of a conversation.
pub type ConversationId = Id<Conversation>;

/// What the rules need to know of a conversation. The texts are not here: a thread is folded from the history when
/// somebody reads it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Conversation {
    /// Set by the first event; `None`: there is no such conversation.
    pub opening: Option<Opening>,
    /// Where it stands in its life.
    pub phase: Phase,
    /// The queue it stands in, or came from.
    pub place: Place,
    /// Which mandates it needs of who acts for the resident: those of every queue it ever stood in.
    pub needs: Mandates,
    /// Everybody who ever took part, by person.
    pub participants: BTreeMap<PersonId, Participant>,
    /// Consultations that were asked for, by their conversation.
    pub consultations: BTreeMap<ConversationId, Consultation>,
    /// How many entries the thread has: messages and system events.
    pub entries: u64,
}

/// The conditions of the rule who may read a conversation, and which of them hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Of a resident.
    Resident {
        /// It is theirs.
        own: bool,
        /// Who acts for them, if somebody does, may see it.
        open: bool,
    },
    /// Of a professional.
    Practitioner {
        /// There is such a conversation.
        begun: bool,
        /// Their role and location work its queue.
        works_queue: bool,
        /// What part they have in it, or had.
        part: Option<Part>,
    },
}

impl Reading {
    /// Whether the thread may be read.
    pub const fn is_allowed(self) -> bool {
        match self {
            Self::Resident { own, open } => own && open,
            Self::Practitioner { begun, works_queue, part } => begun && (works_queue || matches!(part, Some(part) if part.is_kept())),
        }
    }
}

impl Part {
    /// Whether it lets them read what their role and location do not: who has given it away has no part in it any more (spec section 6).
    pub const fn is_kept(self) -> bool {
        match self {
            Self::Owner | Self::Asker | Self::Participant | Self::Done => true,
            Self::Left => false,
        }
    }
}

/// What part a professional has in a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Handles it.
    Owner,
    /// Asked for the consultation.
    Asker,
    /// Takes part beside the owner.
    Participant,
    /// Is done with it.
    Done,
    /// Handed it on, returned it, or lost it to a colleague.
    Left,
}

impl Aggregate for Conversation {
    const CATEGORY: &'static str = "conversation";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusal;

    fn decide(&self, command: &Command, cx: &DecideContext) -> Result<Vec<Event>, Refusal> {
        Ok(self.addressed(decide::decide(self, command, cx)?))
    }

    fn evolve(&mut self, event: &Event) {
        self.take_in(&event.what);
    }
}

/// Folding, one step each.
impl Conversation {
    fn take_in(&mut self, event: &Happened) {
        self.entries += u64::from(event.shows_in_thread());
        match event {
            Happened::Started { opening, place } => self.start(opening, *place),
            Happened::MessageWritten { author, author_kind, visibility, .. } => self.hear(*author, *author_kind, *visibility),
            Happened::Taken { by, name } => self.own(*by, name),
            Happened::TakenOver { by, name, from } => {
                self.leave(*from);
                self.own(*by, name);
            }
            Happened::Assigned { by, to, to_name } => {
                self.leave(*by);
                self.own(*to, to_name);
            }
            Happened::Participated { by, name } => self.join(*by, ParticipantKind::Practitioner, Some(name)),
            Happened::Returned { by, .. } => {
                self.leave(*by);
                self.phase = Phase::Queued;
            }
            Happened::Forwarded { by, to, matter, .. } => {
                self.leave(*by);
                self.place = *to;
                self.needs = self.needs.with(matter.needs());
                self.phase = Phase::Queued;
            }
            Happened::ConsultationRequested { by, consultation, place, text } => {
                self.consultations.insert(*consultation, Consultation { by: *by, place: *place, text: text.clone() });
            }
            Happened::MarkedDone { by, kind, name } => self.finish(*by, *kind, name.as_ref()),
            Happened::UnmarkedDone { by } => {
                if let Some(participant) = self.participants.get_mut(by) {
                    participant.standing = Standing::Active;
                }
            }
            Happened::Ended { by, done } => {
                self.phase = Phase::Ended;
                if *done {
                    self.finish(*by, ParticipantKind::Practitioner, None);
                }
            }
            Happened::ShownToGuardians { visible, .. } => {
                if let Some(opening) = &mut self.opening {
                    opening.visible_to_guardians = *visible;
                }
            }
            Happened::Read { by, up_to } => {
                if let Some(participant) = self.participants.get_mut(by) {
                    participant.read_up_to = participant.read_up_to.max(*up_to);
                }
            }
        }
    }

    fn start(&mut self, opening: &Opening, place: Place) {
        self.place = place;
        self.needs = opening.matter.needs();
        self.phase = Phase::Queued;
        self.opening = Some(opening.clone());
        if let Some(begun) = &opening.begun_by {
            self.own(begun.person, &begun.name);
        }
        match &opening.kind {
            Kind::Message => self.join(opening.resident, ParticipantKind::Resident, Some(&opening.resident_name)),
            Kind::Consultation { asker, asker_name, .. } => self.join(*asker, ParticipantKind::Practitioner, Some(asker_name)),
        }
    }

    /// A message wakes those who were done: the resident's wakes professionals, a professional's wakes the resident,
    /// and in a consultation everybody's wakes everybody. Whoever writes is not done. What one may not read wakes nobody.
    fn hear(&mut self, author: PersonId, author_kind: ParticipantKind, visibility: Visibility) {
        let among_colleagues = self.resident().is_none();
        for (person, participant) in &mut self.participants {
            let from_the_other_side = participant.kind != author_kind && visibility.reaches(participant.kind);
            let heard = among_colleagues || from_the_other_side || *person == author;
            if heard && participant.follows && participant.standing == Standing::Done {
                participant.standing = Standing::Active;
            }
        }
    }

    fn own(&mut self, by: PersonId, name: &Name) {
        self.join(by, ParticipantKind::Practitioner, Some(name));
        self.phase = Phase::Handling { owner: by };
    }

    fn join(&mut self, by: PersonId, kind: ParticipantKind, name: Option<&Name>) {
        let participant = self.participants.entry(by).or_insert_with(|| Participant::new(kind));
        participant.standing = Standing::Active;
        participant.follows = true;
        if name.is_some() {
            participant.name = name.cloned();
        }
    }

    fn leave(&mut self, by: PersonId) {
        if let Some(participant) = self.participants.get_mut(&by) {
            participant.standing = Standing::Left;
            participant.follows = false;
        }
    }

    fn finish(&mut self, by: PersonId, kind: ParticipantKind, name: Option<&Name>) {
        let participant = self.participants.entry(by).or_insert_with(|| Participant::new(kind));
        participant.standing = Standing::Done;
        if participant.name.is_none() {
            participant.name = name.cloned();
        }
    }
}

/// Questions that the rules and the edge ask.
impl Conversation {
    /// The owner, while somebody handles it.
    pub fn owner(&self) -> Option<PersonId> {
        match self.phase {
            Phase::Handling { owner } => Some(owner),
            Phase::NotStarted | Phase::Queued | Phase::Ended => None,
        }
    }

    /// Whether anybody may still write.
    pub fn is_open(&self) -> bool {
        matches!(self.phase, Phase::Queued | Phase::Handling { .. })
    }

    /// The asking side, which writes as long as the conversation is open: the resident, or in a consultation the
    /// professional who asks.
    pub fn asker(&self) -> Option<PersonId> {
        let opening = self.opening.as_ref()?;
        Some(match opening.kind {
            Kind::Message => opening.resident,
            Kind::Consultation { asker, .. } => asker,
        })
    }

    /// The resident, when the resident takes part. A consultation is about a resident who never sees it.
    pub fn resident(&self) -> Option<PersonId> {
        self.opening.as_ref().filter(|opening| opening.kind == Kind::Message).map(|opening| opening.resident)
    }

    /// The patient whose consent a message needs: where a professional began the conversation, every message of professionals that the
    /// patient would read. What a patient began themselves is answered, whatever became of their account since, and notes among
    /// colleagues reach nobody else (spec section 4, Patient state).
    pub fn needs_consent(&self, by: &Who, draft: &Draft) -> Option<PersonId> {
        let opening = self.opening.as_ref().filter(|opening| opening.begun_by.is_some() && self.may_read(by))?;
        draft.is_to_resident(by.kind()).then_some(opening.resident)
    }

    /// Whether this person may read the thread: the resident of it; a professional who works its queue or took part.
    pub fn may_read(&self, who: &Who) -> bool {
        self.reading(who).is_allowed()
    }

    /// Why this person may read the thread, or may not: the rule, condition by condition.
    pub fn reading(&self, who: &Who) -> Reading {
        match who {
            Who::Resident { person, representative, .. } => Reading::Resident {
                own: self.resident() == Some(*person),
                open: representative.as_ref().is_none_or(|somebody| self.is_open_to(somebody)),
            },
            Who::Practitioner { person, queues, .. } => Reading::Practitioner {
                begun: self.opening.is_some(),
                works_queue: queues.contains(&self.place.subcategory),
                part: self.part(*person),
            },
        }
    }

    /// What part a professional has in it, or had.
    fn part(&self, person: PersonId) -> Option<Part> {
        let participant = self.participants.get(&person).filter(|participant| participant.kind == ParticipantKind::Practitioner)?;
        Some(match participant.standing {
            Standing::Active if self.owner() == Some(person) => Part::Owner,
            Standing::Active if self.asker() == Some(person) => Part::Asker,
            Standing::Active => Part::Participant,
            Standing::Done => Part::Done,
            Standing::Left => Part::Left,
        })
    }

    /// Whether somebody who acts for the resident may know of it.
    fn is_open_to(&self, representative: &Representative) -> bool {
        representative.may_see(self.needs, self.visible_to_guardians())
    }

    /// Whether guardians of a resident of 12 to 17 may see it.
    pub fn visible_to_guardians(&self) -> bool {
        self.opening.as_ref().is_some_and(|opening| opening.visible_to_guardians)
    }

    /// Gives every event its audience: whoever was concerned before or is after it, and the queues it left or stands in.
    fn addressed(&self, happened: Vec<Happened>) -> Vec<Event> {
        let mut state = self.clone();
        let mut addressed = Vec::with_capacity(happened.len());
        for what in happened {
            let mut audience = state.audience();
            state.take_in(&what);
            audience.extend(state.audience());
            if let Some(resident) = state.resident().filter(|_| what.among_practitioners()) {
                audience.people.remove(&resident);
                audience.represented = None;
            }
            addressed.push(Event { what, audience });
        }
        addressed
    }

    fn audience(&self) -> Audience {
        let concerned = self.participants.iter().filter(|(_, participant)| participant.standing != Standing::Left);
        let people: BTreeSet<_> = concerned.map(|(person, _)| *person).chain(self.resident()).collect();
        let queues = self.opening.iter().map(|_| self.place.subcategory).collect();
        let represented = self.resident().map(|resident| Represented { resident, needs: self.needs, guardians: self.visible_to_guardians() });
        Audience { people, queues, represented }
    }

    /// Whether this person has never taken part.
    pub fn is_onlooker(&self, person: PersonId) -> bool {
        !self.participants.contains_key(&person)
    }

    /// Whether this person is an active participant.
    pub fn takes_part(&self, person: PersonId) -> bool {
        self.participants.get(&person).is_some_and(|participant| participant.standing == Standing::Active)
    }
}
