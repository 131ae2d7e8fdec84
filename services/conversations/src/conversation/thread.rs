//! The thread as one reader may see it: the fold of the whole history, with visibility enforced entry by entry.

use std::collections::{BTreeMap, BTreeSet};

use chassis_domain::{PersonId, Sealed, Timestamp};
use kajo_proto::conversations::v1::SystemEventKind;

use super::{
    Conversation, ConversationId, Event, EventKind, Kind, Opening, Part, ParticipantKind, Phase, Reading, Visibility, Who,
    value::{MessageId, Name, WrittenBy},
};
use crate::{attachment::AttachmentId, category::SubcategoryId};

/// A conversation as one reader may see it.
#[derive(Clone, Debug)]
pub struct Thread {
    /// State after the last event.
    pub state: Conversation,
    /// Entries in order, numbered as the reader counts them: what they may not see is neither here nor missed.
    pub entries: Vec<Entry>,
    /// What the reader may do now.
    pub permissions: Permissions,
}

/// One line of the thread.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Place in the thread: 1, 2, 3 ..
    pub number: u64,
    /// When.
    pub at: Timestamp,
    /// What.
    pub line: Line,
}

/// What a line of the thread is.
#[derive(Clone, Debug)]
pub enum Line {
    /// Somebody wrote.
    Message(Message),
    /// Something happened to the conversation.
    System(System),
}

/// A message of the thread.
#[derive(Clone, Debug)]
pub struct Message {
    /// Names it.
    pub id: MessageId,
    /// Who wrote.
    pub author: PersonId,
    /// On which side.
    pub author_kind: ParticipantKind,
    /// What; opens to nothing once the resident's record is erased.
    pub text: Sealed<String>,
    /// Files that went along.
    pub attachments: Vec<AttachmentId>,
    /// Who may read it.
    pub visibility: Visibility,
    /// People other than the author who have read it.
    pub seen_by: Vec<PersonId>,
    /// Who wrote it on the author's behalf.
    pub written_by: Option<WrittenBy>,
}

/// A system event of the thread (CON-25).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct System {
    /// Which of the twelve.
    pub kind: SystemEventKind,
    /// Who acted.
    pub actor: PersonId,
    /// The colleague, for those that name one.
    pub target: Option<PersonId>,
    /// The queue, for those that name one.
    pub queue: Option<SubcategoryId>,
}

/// What a reader may do now. The same rules decide commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "one flag per action, as the contract names them")]
pub struct Permissions {
    /// Write a message.
    pub write: bool,
    /// Take it from the queue.
    pub take: bool,
    /// Take it over from its owner.
    pub take_over: bool,
    /// Participate beside the owner.
    pub participate: bool,
    /// Put it back into its queue.
    pub return_to_queue: bool,
    /// Send it to another queue.
    pub forward: bool,
    /// Hand it to a colleague.
    pub assign: bool,
    /// Ask another group for advice.
    pub request_consultation: bool,
    /// Mark it done for oneself.
    pub mark_done: bool,
    /// Close it for everybody.
    pub end: bool,
}

/// The thread for a reader; `None` when there is none that the reader may read.
pub fn thread<'a>(history: impl IntoIterator<Item = (Timestamp, &'a Event)>, reader: &Who) -> Option<Thread> {
    let mut state = Conversation::default();
    let mut entries = Vec::new();
    for (at, event) in history {
        chassis_domain::Aggregate::evolve(&mut state, event);
        if let EventKind::UnmarkedDone { by } = event.what {
            take_back_done(&mut entries, by);
        }
        if let Some(line) = line(&state, &event.what) {
            entries.push(Entry { number: state.entries, at, line });
        }
    }
    if !state.may_read(reader) {
        return None;
    }
    // By where they stand now: who has come to take part reads what was written to those who did before.
    let circle = state.circle_of(reader);
    let withheld: BTreeSet<_> = state.withheld_from(circle).collect();
    entries.retain(|entry| !withheld.contains(&entry.number));
    for entry in &mut entries {
        if let Line::Message(message) = &mut entry.line {
            message.seen_by = seen_by(&state, entry.number, message.author, message.visibility);
        }
        entry.number = state.number_for(circle, entry.number);
    }
    let permissions = state.permissions(reader);
    Some(Thread { state, entries, permissions })
}

impl Thread {
    /// How participants are called, as far as their names are known and not erased.
    pub fn names(&self) -> BTreeMap<PersonId, String> {
        let participants = &self.state.participants;
        participants.iter().filter_map(|(person, participant)| Some((*person, participant.name.as_ref().and_then(Name::open)?.clone()))).collect()
    }

    /// Files that went along with messages that the reader may see.
    pub fn attachments(&self) -> impl Iterator<Item = AttachmentId> {
        self.entries
            .iter()
            .flat_map(|entry| match &entry.line {
                Line::Message(message) => message.attachments.as_slice(),
                Line::System(_) => &[],
            })
            .copied()
    }

    /// Whether a message that the reader may see took this file along.
    pub fn shows(&self, attachment: AttachmentId) -> bool {
        self.attachments().any(|sent| sent == attachment)
    }

    /// Conversations that belong to this one. Residents do not learn of consultations.
    pub fn related(&self, reader: &Who) -> Vec<ConversationId> {
        let about = self.state.opening.iter().filter_map(|opening| match &opening.kind {
            Kind::Consultation { of, .. } => *of,
            Kind::Message | Kind::CustomerTask { .. } | Kind::Form { .. } | Kind::AnonymousForm { .. } => None,
        });
        match reader.kind() {
            ParticipantKind::Resident => Vec::new(),
            ParticipantKind::Practitioner => about.chain(self.state.consultations.keys().copied()).collect(),
        }
    }
}

fn line(state: &Conversation, what: &EventKind) -> Option<Line> {
    let system = |kind, actor: &PersonId, target: Option<PersonId>, queue: Option<SubcategoryId>| {
        Some(Line::System(System { kind, actor: *actor, target, queue }))
    };
    let is_consultation = matches!(state.opening, Some(Opening { kind: Kind::Consultation { .. }, .. }));
    match what {
        EventKind::Started { .. }
        | EventKind::Read { .. }
        | EventKind::UnmarkedDone { .. }
        | EventKind::ShownToGuardians { .. }
        | EventKind::GuardiansAskedFor { .. } => None,
        EventKind::MessageWritten { message, author, author_kind, text, visibility, attachments, written_by } => Some(Line::Message(Message {
            id: *message,
            author: *author,
            author_kind: *author_kind,
            text: text.clone(),
            attachments: attachments.clone(),
            visibility: *visibility,
            seen_by: Vec::new(),
            written_by: written_by.clone(),
        })),
        // Whoever answers a consultation joins the colleagues who asked; what came from outside is picked.
        EventKind::Taken { by, .. } if is_consultation => system(SystemEventKind::Joined, by, None, None),
        EventKind::Taken { by, .. } => system(SystemEventKind::Picked, by, None, None),
        EventKind::TakenOver { by, from, .. } => system(SystemEventKind::AssignedToSelf, by, Some(*from), None),
        EventKind::Assigned { by, to, .. } => system(SystemEventKind::AssignedToOther, by, Some(*to), None),
        EventKind::Participated { by, .. } => system(SystemEventKind::PractitionerParticipated, by, None, None),
        EventKind::Returned { by, queue } => system(SystemEventKind::ReturnedToQueue, by, None, Some(*queue)),
        EventKind::Forwarded { by, to, .. } => system(SystemEventKind::ForwardedToQueue, by, None, Some(to.subcategory)),
        EventKind::ConsultationRequested { by, place, .. } => system(SystemEventKind::ConsultationRequested, by, None, Some(place.subcategory)),
        EventKind::MarkedDone { by, kind: ParticipantKind::Resident, .. } => system(SystemEventKind::CustomerMarkedDone, by, None, None),
        EventKind::MarkedDone { by, .. } => system(SystemEventKind::Done, by, None, None),
        EventKind::Ended { by, done: true, .. } => system(SystemEventKind::ClosedAndDone, by, None, None),
        EventKind::Ended { by, done: false, .. } => system(SystemEventKind::Closed, by, None, None),
    }
}

/// The last time that this person was done is in the thread no more; numbers of other entries stay.
fn take_back_done(entries: &mut Vec<Entry>, by: PersonId) {
    let done = entries
        .iter()
        .rposition(|entry| matches!(&entry.line, Line::System(System { kind: SystemEventKind::CustomerMarkedDone, actor, .. }) if *actor == by));
    if let Some(at) = done {
        entries.remove(at);
    }
}

fn seen_by(state: &Conversation, number: u64, author: PersonId, visibility: Visibility) -> Vec<PersonId> {
    let reaches = |person, kind| visibility.reaches(state.circle(kind, person));
    let readers = state
        .participants
        .iter()
        .filter(|(person, participant)| **person != author && participant.read_up_to >= number && reaches(**person, participant.kind));
    readers.map(|(person, _)| *person).collect()
}

impl Conversation {
    /// What this reader may do now.
    pub fn permissions(&self, reader: &Who) -> Permissions {
        if !self.may_read(reader) {
            return Permissions::default();
        }
        let person = reader.person();
        let undone = self.is_open() && !self.is_done(person);
        if reader.kind() == ParticipantKind::Resident {
            return Permissions { write: self.may_write(reader).is_ok(), mark_done: undone, ..Permissions::default() };
        }
        let owns = self.owned_by(reader).is_ok();
        let begins = self.may_begin(reader);
        let owned_by_another = self.owner().is_some_and(|owner| owner != person);
        // Who was consulted reads, and works on the consultation.
        let consulted = matches!(self.reading(reader), Reading::Practitioner { works_queue: false, part: Some(Part::Consulted), .. });
        Permissions {
            write: self.may_write(reader).is_ok(),
            take: begins && self.phase == Phase::Queued,
            take_over: begins && owned_by_another,
            participate: begins && owned_by_another && !self.takes_part(person),
            return_to_queue: owns,
            forward: owns,
            assign: owns,
            // A colleague is asked about a patient.
            request_consultation: owns && self.patient().is_some(),
            mark_done: !consulted && undone && (self.owner().is_some() || self.takes_part(person)),
            end: self.may_end(reader).is_ok(),
        }
    }
}
