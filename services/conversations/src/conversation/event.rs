//! What happens in a conversation, as it is stored.

use chassis_domain::{Matter, PersonId, Sealed};

use super::{
    ConversationId,
    value::{MessageId, Name, Opening, ParticipantKind, Place, Visibility, WrittenBy},
};
use crate::{attachment::AttachmentId, audience::Audience, category::SubcategoryId};

/// Something that happened in a conversation, and who may be told of it at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What.
    pub what: EventKind,
    /// Who may be told by live update.
    pub audience: Audience,
}

/// Something that happened in a conversation.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// It opened: it stands in its queue, or belongs to the professional who began it.
    Started {
        /// With whom and about what.
        opening: Opening,
        /// Its queue.
        place: Place,
    },
    /// Somebody wrote.
    MessageWritten {
        /// Names the message.
        message: MessageId,
        /// Who wrote.
        author: PersonId,
        /// On which side.
        author_kind: ParticipantKind,
        /// What.
        text: Sealed<String>,
        /// Who may read it.
        visibility: Visibility,
        /// Files that go along.
        attachments: Vec<AttachmentId>,
        /// Who wrote it on the author's behalf.
        written_by: Option<WrittenBy>,
    },
    /// A professional took it from the queue.
    Taken {
        /// The new owner.
        by: PersonId,
        /// The new owner's name.
        name: Name,
    },
    /// A professional took it over from its owner.
    TakenOver {
        /// The new owner.
        by: PersonId,
        /// The new owner's name.
        name: Name,
        /// The former owner.
        from: PersonId,
    },
    /// The owner handed it to a colleague.
    Assigned {
        /// The former owner.
        by: PersonId,
        /// The new owner.
        to: PersonId,
        /// The new owner's name.
        to_name: Name,
    },
    /// A professional participates beside the owner.
    Participated {
        /// Who.
        by: PersonId,
        /// Their name.
        name: Name,
    },
    /// The owner put it back into its queue.
    Returned {
        /// The former owner.
        by: PersonId,
        /// The queue.
        queue: SubcategoryId,
    },
    /// The owner sent it to another queue.
    Forwarded {
        /// The former owner.
        by: PersonId,
        /// The queue it left.
        from: SubcategoryId,
        /// The queue it stands in now.
        to: Place,
        /// What that queue is about.
        matter: Matter,
    },
    /// The owner asked another group for advice.
    ConsultationRequested {
        /// The owner.
        by: PersonId,
        /// The conversation that opens for it.
        consultation: ConversationId,
        /// The queue that is asked.
        place: Place,
        /// The question.
        text: Sealed<String>,
        /// Files that go along.
        attachments: Vec<AttachmentId>,
    },
    /// Somebody is done.
    MarkedDone {
        /// Who.
        by: PersonId,
        /// On which side.
        kind: ParticipantKind,
        /// A professional's name: they need not have taken part before.
        name: Option<Name>,
    },
    /// Somebody takes back that they are done.
    UnmarkedDone {
        /// Who.
        by: PersonId,
    },
    /// It is closed for everybody.
    Ended {
        /// Who closed it.
        by: PersonId,
        /// They are done with it too.
        done: bool,
        /// Their name, where they took no part before.
        name: Option<Name>,
    },
    /// Guardians of a teenager see it from now on, or no more.
    ShownToGuardians {
        /// The teenager.
        by: PersonId,
        /// Whether they see it.
        visible: bool,
    },
    /// A professional asks the teenager to let guardians see it.
    GuardiansAskedFor {
        /// Who.
        by: PersonId,
    },
    /// Somebody read up to a thread entry.
    Read {
        /// Who.
        by: PersonId,
        /// Up to which entry.
        up_to: u64,
    },
}

impl EventKind {
    /// Whether it is an entry of the thread, a message or a system event, and so gets a number in it. What is taken back adds
    /// none: the entry of being done leaves the thread.
    pub const fn shows_in_thread(&self) -> bool {
        !matches!(
            self,
            Self::Started { .. } | Self::Read { .. } | Self::UnmarkedDone { .. } | Self::ShownToGuardians { .. } | Self::GuardiansAskedFor { .. }
        )
    }

    /// Who may know of it.
    pub const fn visibility(&self) -> Visibility {
        match self {
            Self::MessageWritten { visibility, .. } => *visibility,
            // Whom professionals ask is theirs to know (CON-25): not that somebody was asked, not who, not by whom.
            Self::ConsultationRequested { .. } => Visibility::Practitioners,
            Self::Started { .. }
            | Self::Taken { .. }
            | Self::TakenOver { .. }
            | Self::Assigned { .. }
            | Self::Participated { .. }
            | Self::Returned { .. }
            | Self::Forwarded { .. }
            | Self::MarkedDone { .. }
            | Self::UnmarkedDone { .. }
            | Self::Ended { .. }
            | Self::ShownToGuardians { .. }
            | Self::GuardiansAskedFor { .. }
            | Self::Read { .. } => Visibility::Everyone,
        }
    }
}
