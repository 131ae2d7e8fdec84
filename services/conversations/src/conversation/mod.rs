//! A conversation between a resident and professionals, or between professionals about a resident (CON-02, CON-09) or about a form whose sender is
//! not known (SUR-07).
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
mod reading;
pub mod refusal;
mod stored;
pub mod thread;
pub mod value;

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use chassis_domain::{Aggregate, DecideContext, Id, Mandates, PersonId, Represented};

use crate::audience::Audience;
pub use command::{Command, Unreachable, Who};
pub use event::{Event, EventKind};
pub use reading::{Part, Reading};
pub use refusal::Refusal;
pub use value::{Circle, Kind, Opening, ParticipantKind, Phase, Place, Visibility};
use value::{Consultation, Draft, Name, Participant, Standing};

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
    /// Numbers of those that are not for everybody, in order, and whom they are for.
    pub withheld: Vec<(u64, Visibility)>,
    /// The resident knows of it: they began it, or something in it was written to them.
    pub reached: bool,
    /// A professional asks the teenager to let guardians see it, who has not decided since.
    pub guardians_asked_for: bool,
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
    fn take_in(&mut self, event: &EventKind) {
        if event.shows_in_thread() {
            self.entries += 1;
            let visibility = event.visibility();
            if visibility != Visibility::Everyone {
                self.withheld.push((self.entries, visibility));
            }
        }
        match event {
            EventKind::Started { opening, place } => self.start(opening, *place),
            EventKind::MessageWritten { author, author_kind, visibility, .. } => self.hear(*author, *author_kind, *visibility),
            EventKind::Taken { by, name } => self.own(*by, name),
            EventKind::TakenOver { by, name, from } => {
                self.leave(*from);
                self.own(*by, name);
            }
            EventKind::Assigned { by, to, to_name } => {
                self.leave(*by);
                self.own(*to, to_name);
            }
            EventKind::Participated { by, name } => self.join(*by, ParticipantKind::Practitioner, Some(name)),
            EventKind::Returned { by, .. } => {
                self.leave(*by);
                self.phase = Phase::Queued;
            }
            EventKind::Forwarded { by, to, matter, .. } => {
                self.leave(*by);
                self.place = *to;
                self.needs = self.needs.with(matter.needs());
                self.phase = Phase::Queued;
            }
            EventKind::ConsultationRequested { by, consultation, place, text, attachments } => {
                let asked = Consultation { by: *by, place: *place, text: text.clone(), attachments: attachments.clone() };
                self.consultations.insert(*consultation, asked);
            }
            EventKind::MarkedDone { by, kind, name } => self.finish(*by, *kind, name.as_ref()),
            EventKind::UnmarkedDone { by } => {
                if let Some(participant) = self.participants.get_mut(by) {
                    participant.standing = Standing::Active;
                }
            }
            EventKind::Ended { by, done, name } => {
                self.phase = Phase::Ended;
                if *done {
                    self.finish(*by, ParticipantKind::Practitioner, name.as_ref());
                }
            }
            EventKind::ShownToGuardians { visible, .. } => {
                if let Some(opening) = &mut self.opening {
                    opening.visible_to_guardians = *visible;
                }
                self.guardians_asked_for = false;
            }
            EventKind::GuardiansAskedFor { .. } => self.guardians_asked_for = true,
            EventKind::Read { by, up_to } => {
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
        self.reached = !opening.quiet;
        self.opening = Some(opening.clone());
        if let Some(begun) = &opening.begun_by {
            self.own(begun.person, &begun.name);
        }
        match &opening.kind {
            Kind::Message | Kind::CustomerTask { .. } | Kind::Form { .. } => {
                self.join(opening.resident, ParticipantKind::Resident, Some(&opening.resident_name));
            }
            Kind::Consultation { asker, asker_name, .. } => self.join(*asker, ParticipantKind::Practitioner, Some(asker_name)),
            Kind::AnonymousForm { .. } => {}
        }
    }

    /// A message wakes those who were done: the resident's wakes professionals, a professional's wakes the resident,
    /// and among colleagues everybody's wakes everybody. Whoever writes is not done. What one may not read wakes nobody.
    fn hear(&mut self, author: PersonId, author_kind: ParticipantKind, visibility: Visibility) {
        self.reached |= visibility.reaches(Circle::Resident);
        let among_colleagues = self.resident().is_none();
        for (person, participant) in &mut self.participants {
            let reader = if participant.kind == ParticipantKind::Resident { Circle::Resident } else { Circle::TakingPart };
            let from_the_other_side = participant.kind != author_kind && visibility.reaches(reader);
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
    /// professional who asks. Nobody of an anonymous form.
    pub fn asker(&self) -> Option<PersonId> {
        let opening = self.opening.as_ref()?;
        match opening.kind {
            Kind::Message | Kind::CustomerTask { .. } | Kind::Form { .. } => Some(opening.resident),
            Kind::Consultation { asker, .. } => Some(asker),
            Kind::AnonymousForm { .. } => None,
        }
    }

    /// The resident, when the resident takes part. A consultation is about a resident who never sees it.
    pub fn resident(&self) -> Option<PersonId> {
        self.opening.as_ref().filter(|opening| opening.kind.is_with_resident()).and_then(Opening::patient)
    }

    /// The patient it is with or about; `None`: there is no such conversation, or nobody knows who sent its form.
    pub fn patient(&self) -> Option<PersonId> {
        self.opening.as_ref().and_then(Opening::patient)
    }

    /// The patient whose consent a message needs: where a professional began the conversation, or gave the task that it is about, every
    /// message of professionals that the patient would read. What a patient began themselves is answered, whatever became of their account since, and notes among
    /// colleagues reach nobody else (PRO-08).
    pub fn needs_consent(&self, by: &Who, draft: &Draft) -> Option<PersonId> {
        let is_begun = |opening: &&Opening| opening.begun_by.is_some() || matches!(opening.kind, Kind::CustomerTask { .. });
        let opening = self.opening.as_ref().filter(is_begun).filter(|_| self.may_read(by) && draft.is_to_resident(by.kind()))?;
        opening.patient()
    }

    /// Whether guardians of a resident of 12 to 17 may see it.
    pub fn visible_to_guardians(&self) -> bool {
        self.opening.as_ref().is_some_and(|opening| opening.visible_to_guardians)
    }

    /// Gives every event its audience: whoever was concerned before or is after it, and the queues it left or stands in.
    fn addressed(&self, happened: Vec<EventKind>) -> Vec<Event> {
        let mut state = self.clone();
        let mut addressed = Vec::with_capacity(happened.len());
        for what in happened {
            let mut audience = state.audience();
            state.take_in(&what);
            audience.extend(state.audience());
            let visibility = what.visibility();
            if let Some(resident) = state.resident().filter(|_| !visibility.reaches(Circle::Resident)) {
                audience.people.remove(&resident);
                audience.represented = None;
            }
            if !visibility.reaches(Circle::Team) {
                audience.queues.clear();
                audience.people.retain(|person| visibility.reaches(state.circle(ParticipantKind::Practitioner, *person)));
            }
            addressed.push(Event { what, audience });
        }
        addressed
    }

    fn audience(&self) -> Audience {
        let concerned = self.participants.iter().filter(|(_, participant)| participant.follows);
        let resident = self.resident().filter(|_| self.reached);
        let concerned = concerned.map(|(person, _)| *person).filter(|person| self.reached || Some(*person) != self.resident());
        let people: BTreeSet<_> = concerned.chain(resident).collect();
        let queues = self.opening.iter().map(|_| self.place.subcategory).collect();
        let represented = resident.map(|resident| Represented { resident, needs: self.needs, guardians: self.visible_to_guardians() });
        Audience { people, queues, represented, ..Audience::default() }
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
