//! A chat as those who take part read it: the fold of its history, with its times.

use chassis_domain::{Aggregate as _, Sealed, Timestamp, Uuid};

use super::{Chat, Event, EventKind, Side};

/// A message.
#[derive(Clone, Debug)]
pub struct Message {
    /// 1, 2, 3 ..
    pub number: u32,
    /// Who wrote it.
    pub side: Side,
    /// What.
    pub text: Sealed<String>,
    /// Files that go with it, as conversations knows them.
    pub files: Vec<Uuid>,
    /// When.
    pub written_at: Timestamp,
    /// What the professional is called who wrote it.
    pub practitioner_name: Option<Sealed<String>>,
}

/// A chat with all that was written.
#[derive(Clone, Debug, Default)]
pub struct Thread {
    /// State after the last event.
    pub state: Chat,
    /// By their numbers.
    pub messages: Vec<Message>,
    /// When they joined.
    pub joined_at: Option<Timestamp>,
    /// When a professional accepted.
    pub accepted_at: Option<Timestamp>,
    /// Since when a colleague has it who has taken it over.
    pub taken_over_at: Option<Timestamp>,
    /// When it ended, or they left the line.
    pub over_at: Option<Timestamp>,
}

impl Thread {
    /// Whether a message took a file along.
    pub fn shows(&self, file: Uuid) -> bool {
        self.messages.iter().any(|message| message.files.contains(&file))
    }

    /// How many messages one side has written since.
    pub fn written_since(&self, side: Side, since: Timestamp) -> usize {
        self.messages.iter().filter(|message| message.side == side && message.written_at > since).count()
    }
}

/// The fold of a history.
pub fn thread<'a>(history: impl IntoIterator<Item = (Timestamp, &'a Event)>) -> Thread {
    let mut thread = Thread::default();
    for (at, event) in history {
        thread.state.evolve(event);
        match &event.what {
            EventKind::Joined => thread.joined_at = Some(at),
            EventKind::Accepted { .. } => thread.accepted_at = Some(at),
            EventKind::TakenOver { .. } => thread.taken_over_at = Some(at),
            EventKind::Returned { .. } => (thread.accepted_at, thread.taken_over_at) = (None, None),
            EventKind::PassedOver | EventKind::Claimed { .. } | EventKind::Rated { .. } | EventKind::Unattended | EventKind::Attended => {}
            EventKind::Left { .. } | EventKind::Ended { .. } => thread.over_at = Some(at),
            EventKind::MessageWritten { number, side, text, files } => {
                let practitioner_name = thread.state.practitioner_name.clone().filter(|_| *side == Side::Practitioner);
                let (text, files) = (text.clone(), files.clone());
                thread.messages.push(Message { number: *number, side: *side, text, files, written_at: at, practitioner_name });
            }
        }
    }
    thread
}
