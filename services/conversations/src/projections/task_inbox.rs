//! The practitioner's inbox: what each event does to a task. How it lies in the tables is in `rows`, the questions are in
//! [`super::task_queries`].

mod rows;

use std::collections::{BTreeMap, HashMap};

use chassis::{
    projection::{Folding, ProjectionError, ReadModel, Statement},
    sealing::to_column,
    store::RawRecorded,
};
use chassis_domain::{Aggregate, PersonId, Timestamp, Uuid};
use sqlx::postgres::PgRow;

use crate::conversation::{Circle, Conversation, ConversationId, Event, EventKind, Kind, Opening, ParticipantKind, Place, Visibility, value::Name};

/// The read model.
pub struct TaskInbox;

/// A queued task.
pub(crate) const QUEUED: i16 = 1;
/// A task that somebody handles.
pub(crate) const HANDLING: i16 = 2;
const ENDED: i16 = 3;

const MESSAGE: i16 = 1;
const CONSULTATION: i16 = 2;
const CUSTOMER_TASK: i16 = 3;
const FORM: i16 = 4;
const ANONYMOUS_FORM: i16 = 5;

/// A professional who takes part.
pub(crate) const ACTIVE: i16 = 1;
const DONE: i16 = 2;
const LEFT: i16 = 3;

const NO_FOLDER: i16 = 0;
const OWN_FOLDER: i16 = 1;
const DONE_FOLDER: i16 = 2;

/// A conversation as a task, with the professionals who take part in it.
pub struct Task {
    kind: i16,
    state: i16,
    /// `None`: nobody knows who it was.
    resident_id: Option<Uuid>,
    resident_name: Vec<u8>,
    topic: Vec<u8>,
    category_id: Uuid,
    subcategory_id: Uuid,
    owner_id: Option<Uuid>,
    owner_name: Option<Vec<u8>>,
    arrived_at: Timestamp,
    last_activity_at: Timestamp,
    /// The conversation that a consultation is about, and who asks.
    consultation_of: Option<Uuid>,
    asker_id: Option<Uuid>,
    /// Entries of the thread.
    entries: i64,
    /// Which of them are messages that the team may read.
    messages: Vec<i64>,
    /// Which of them are messages to those alone who take part.
    inner_messages: Vec<i64>,
    /// Files that the team may see.
    has_attachments: bool,
    participants: BTreeMap<Uuid, Participant>,
    /// To find it by; written once, when it starts, and not read back.
    tokens: Vec<Vec<u8>>,
}

/// A professional in a task.
struct Participant {
    standing: i16,
    follows: bool,
    folder: i16,
    /// What was written to those who take part moves it in their own lists alone.
    last_activity_at: Timestamp,
    /// Numbers of messages by others that they have not read.
    unread: Vec<i64>,
}

impl ReadModel for TaskInbox {
    const NAME: &'static str = "task_inbox";
    const VERSION: u32 = 3;
    const TABLES: &'static [&'static str] = &["tasks", "task_participants", "task_search"];
    const CATEGORIES: &'static [&'static str] = &[Conversation::CATEGORY];
    // A page is read off the index of a queue and a state, of a folder, or of a resident, and stops. Of topic and name only blind tokens of
    // the words are kept to find them by.
    const DDL: Option<&'static str> = Some(
        "create table tasks (
             conversation_id  uuid        not null,
             kind             smallint    not null,
             state            smallint    not null,
             resident_id      uuid,
             resident_name    bytea       not null,
             topic            bytea       not null,
             category_id      uuid        not null,
             subcategory_id   uuid        not null,
             owner_id         uuid,
             owner_name       bytea,
             arrived_at       timestamptz not null,
             last_activity_at timestamptz not null,
             consultation_of  uuid,
             asker_id         uuid,
             entries          bigint      not null,
             messages         bigint[]    not null,
             inner_messages   bigint[]    not null,
             has_attachments  boolean     not null,
             constraint tasks_pkey primary key (conversation_id)
         );
         create index tasks_queue_idx on tasks (subcategory_id, state, last_activity_at, conversation_id);
         create index tasks_resident_idx on tasks (resident_id, last_activity_at, conversation_id);
         create index tasks_consultation_idx on tasks (consultation_of) where consultation_of is not null;
         create table task_participants (
             conversation_id  uuid        not null,
             person_id        uuid        not null,
             standing         smallint    not null,
             follows          boolean     not null,
             folder           smallint    not null,
             last_activity_at timestamptz not null,
             unread           bigint[]    not null,
             constraint task_participants_pkey primary key (conversation_id, person_id)
         );
         create index task_participants_folder_idx on task_participants (person_id, folder, last_activity_at, conversation_id);
         create table task_search (
             conversation_id uuid    not null,
             tokens          bytea[] not null,
             constraint task_search_pkey primary key (conversation_id)
         );
         create index task_search_tokens_idx on task_search using gin (tokens)",
    );
}

impl Folding for TaskInbox {
    type Rows = Task;

    const LOAD: &'static str = rows::LOAD;

    fn loaded(rows: &[PgRow]) -> Result<HashMap<Uuid, Task>, sqlx::Error> {
        rows::loaded(rows)
    }

    fn evolve(rows: &mut Option<Task>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let what = event.decode::<Event>()?.what;
        if let EventKind::Started { opening, place } = &what {
            *rows = Some(Task::start(event, opening, *place));
            return Ok(());
        }
        let task = rows.as_mut().ok_or(ProjectionError::Inconsistent("a conversation without a task"))?;
        if let EventKind::Read { by, up_to } = &what {
            task.read(*by, *up_to);
            return Ok(());
        }
        // The resident's mark, and what guardians see, are nothing to work on.
        if matches!(what, EventKind::UnmarkedDone { .. } | EventKind::ShownToGuardians { .. } | EventKind::GuardiansAskedFor { .. }) {
            return Ok(());
        }
        task.entries += 1;
        task.moved(event.meta.recorded_at, what.visibility());
        match &what {
            EventKind::Started { .. }
            | EventKind::Read { .. }
            | EventKind::UnmarkedDone { .. }
            | EventKind::ShownToGuardians { .. }
            | EventKind::GuardiansAskedFor { .. }
            | EventKind::ConsultationRequested { .. } => {}
            EventKind::MessageWritten { author, author_kind, visibility, attachments, .. } => {
                task.hear(*author, *author_kind, *visibility, !attachments.is_empty());
            }
            EventKind::Taken { by, name } => task.own(*by, name),
            EventKind::TakenOver { by, name, from } => {
                task.leave(*from);
                task.own(*by, name);
            }
            EventKind::Assigned { by, to, to_name } => {
                task.leave(*by);
                task.own(*to, to_name);
            }
            EventKind::Participated { by, .. } => task.join(*by),
            EventKind::Returned { by, .. } => {
                task.leave(*by);
                task.queue(None);
            }
            EventKind::Forwarded { by, to, .. } => {
                task.leave(*by);
                task.queue(Some(*to));
            }
            EventKind::MarkedDone { kind: ParticipantKind::Resident, .. } => {}
            EventKind::MarkedDone { by, .. } => task.finish(*by),
            EventKind::Ended { by, done, .. } => task.end(done.then_some(*by)),
        }
        Ok(())
    }

    fn save(rows: &[(Uuid, Task)]) -> Vec<Statement> {
        rows::save(rows)
    }
}

/// As the contract numbers kinds of conversation.
pub(super) const fn number_of(kind: &Kind) -> i16 {
    match kind {
        Kind::Message => MESSAGE,
        Kind::Consultation { .. } => CONSULTATION,
        Kind::CustomerTask { .. } => CUSTOMER_TASK,
        Kind::Form { .. } => FORM,
        Kind::AnonymousForm { .. } => ANONYMOUS_FORM,
    }
}

impl Participant {
    /// How near they stand to it.
    const fn circle(&self) -> Circle {
        if self.follows && matches!(self.standing, ACTIVE | DONE) { Circle::TakingPart } else { Circle::Team }
    }
}

impl Task {
    fn start(event: &RawRecorded, opening: &Opening, place: Place) -> Self {
        let column = |name: &Name| name.blob().map(to_column).unwrap_or_default();
        let text = [opening.topic.open(), opening.resident_name.open()].into_iter().flatten().cloned().collect::<Vec<_>>().join(" ");
        let mut task = Self {
            kind: number_of(&opening.kind),
            state: QUEUED,
            resident_id: opening.patient().map(PersonId::uuid),
            resident_name: column(&opening.resident_name),
            topic: column(&opening.topic),
            category_id: place.category.uuid(),
            subcategory_id: place.subcategory.uuid(),
            owner_id: None,
            owner_name: None,
            arrived_at: event.meta.recorded_at,
            last_activity_at: event.meta.recorded_at,
            consultation_of: None,
            asker_id: None,
            entries: 0,
            messages: Vec::new(),
            inner_messages: Vec::new(),
            has_attachments: false,
            participants: BTreeMap::new(),
            tokens: event.search_tokens(&text),
        };
        if let Kind::Consultation { of, asker, .. } = &opening.kind {
            (task.consultation_of, task.asker_id) = (of.map(ConversationId::uuid), Some(asker.uuid()));
            task.join(*asker);
        }
        if let Some(begun) = &opening.begun_by {
            task.own(begun.person, &begun.name);
        }
        task
    }

    /// Something happened in it. What the team may not read moves nothing that the team sees.
    fn moved(&mut self, at: Timestamp, visibility: Visibility) {
        if visibility.reaches(Circle::Team) {
            self.last_activity_at = at;
        }
        for participant in self.participants.values_mut().filter(|participant| visibility.reaches(participant.circle())) {
            participant.last_activity_at = at;
        }
    }

    fn read(&mut self, by: PersonId, up_to: u64) {
        if let Some(reader) = self.participants.get_mut(&by.uuid()) {
            reader.unread.retain(|number| u64::try_from(*number).is_ok_and(|number| number > up_to));
        }
    }

    /// A message is unread for everybody else, and wakes those who follow and were done. All participants are professionals:
    /// a resident's message wakes them all, a colleague's as well where no resident takes part, and otherwise the writer alone.
    fn hear(&mut self, author: PersonId, author_kind: ParticipantKind, visibility: Visibility, files: bool) {
        if visibility.reaches(Circle::Team) {
            self.messages.push(self.entries);
            self.has_attachments |= files;
        } else {
            self.inner_messages.push(self.entries);
        }
        let wakes_all = author_kind == ParticipantKind::Resident || matches!(self.kind, CONSULTATION | ANONYMOUS_FORM);
        for (person, participant) in &mut self.participants {
            let is_author = *person == author.uuid();
            // Who takes part no more is shown nothing of it by the queries, and has it unread when they come back.
            if !is_author {
                participant.unread.push(self.entries);
            }
            if participant.standing == DONE && participant.follows && self.state != ENDED && (wakes_all || is_author) {
                (participant.standing, participant.folder) = (ACTIVE, OWN_FOLDER);
            }
        }
    }

    fn own(&mut self, owner: PersonId, name: &Name) {
        self.join(owner);
        self.state = HANDLING;
        self.owner_id = Some(owner.uuid());
        self.owner_name = name.blob().map(to_column);
    }

    /// Whoever joins has read nothing yet.
    fn join(&mut self, person: PersonId) {
        let last_activity_at = self.last_activity_at;
        let unread = || {
            let mut all: Vec<_> = self.messages.iter().chain(&self.inner_messages).copied().collect();
            all.sort_unstable();
            all
        };
        let new = || Participant { standing: ACTIVE, follows: true, folder: OWN_FOLDER, last_activity_at, unread: unread() };
        let participant = self.participants.entry(person.uuid()).or_insert_with(new);
        (participant.standing, participant.follows, participant.folder) = (ACTIVE, true, OWN_FOLDER);
    }

    fn leave(&mut self, person: PersonId) {
        if let Some(participant) = self.participants.get_mut(&person.uuid()) {
            (participant.standing, participant.follows, participant.folder) = (LEFT, false, NO_FOLDER);
        }
    }

    fn queue(&mut self, to: Option<Place>) {
        (self.state, self.owner_id, self.owner_name) = (QUEUED, None, None);
        if let Some(to) = to {
            (self.category_id, self.subcategory_id) = (to.category.uuid(), to.subcategory.uuid());
        }
    }

    /// Whoever is done without having taken part has nothing to read and is not woken.
    fn finish(&mut self, person: PersonId) {
        let last_activity_at = self.last_activity_at;
        let new = || Participant { standing: DONE, follows: false, folder: DONE_FOLDER, last_activity_at, unread: Vec::new() };
        let participant = self.participants.entry(person.uuid()).or_insert_with(new);
        (participant.standing, participant.folder) = (DONE, DONE_FOLDER);
    }

    fn end(&mut self, done: Option<PersonId>) {
        if let Some(person) = done {
            self.finish(person);
        }
        self.state = ENDED;
        for participant in self.participants.values_mut().filter(|participant| participant.standing != LEFT) {
            participant.folder = DONE_FOLDER;
        }
    }
}
