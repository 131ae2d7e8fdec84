//! Values of a conversation: what it was opened with, where it stands, who takes part.

use chassis_domain::{Id, Matter, PersonId, Sealed, Uuid};
use kajo_proto::conversations::v1 as public;

use super::ConversationId;
use crate::{
    attachment::AttachmentId,
    category::{CategoryId, SubcategoryId},
    customer_task::CustomerTaskId,
};

/// A name that other participants see; sealed under its bearer's key.
pub type Name = Sealed<String>;

/// Marks ids of messages.
#[derive(Debug)]
pub enum MessageTag {}

/// The id of a message.
pub type MessageId = Id<MessageTag>;

/// Marks ids of service areas.
#[derive(Debug)]
pub enum ServiceAreaTag {}

/// The id of a service area.
pub type ServiceAreaId = Id<ServiceAreaTag>;

/// Marks ids of forms that were sent. Survey keeps what is said in them.
#[derive(Debug)]
pub enum FormResponseTag {}

/// The id of a form that was sent.
pub type FormResponseId = Id<FormResponseTag>;

/// What a conversation was opened with.
#[derive(Clone, Debug, PartialEq)]
pub struct Opening {
    /// With whom, or between whom.
    pub kind: Kind,
    /// The resident it is with or about; of an anonymous form nobody: the form's own id. Texts are sealed under the care record of this id. Whoever
    /// means a person asks [`Self::patient`].
    pub resident: PersonId,
    /// The resident's name; empty where nobody knows it.
    pub resident_name: Name,
    /// Where the resident lives or asks for services; `None`: not told.
    pub service_area: Option<ServiceAreaId>,
    /// What it is about; empty about a form, which is called as its queue is.
    pub topic: Sealed<String>,
    /// Which mandates it needs of who acts for the resident.
    pub matter: Matter,
    /// Guardians of a resident of 12 to 17 may see it.
    pub visible_to_guardians: bool,
    /// The professional who began it and owns it; `None`: it stands in its queue.
    pub begun_by: Option<BegunBy>,
    /// What it was begun with does not reach the resident, who knows nothing of it until something does.
    pub quiet: bool,
}

impl Opening {
    /// The patient it is with or about; `None`: nobody knows who it was.
    pub const fn patient(&self) -> Option<PersonId> {
        match self.kind {
            Kind::Message | Kind::Consultation { .. } | Kind::CustomerTask { .. } | Kind::Form { .. } => Some(self.resident),
            Kind::AnonymousForm { .. } => None,
        }
    }
}

/// A professional who begins a conversation with a patient.
#[derive(Clone, Debug, PartialEq)]
pub struct BegunBy {
    /// Who.
    pub person: PersonId,
    /// Their name.
    pub name: Name,
}

/// Who wrote on the resident's behalf. The name belongs to the resident's care record.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenBy {
    /// Who.
    pub person: PersonId,
    /// How others see them.
    pub name: Sealed<String>,
}

/// Kinds of conversation.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// Between a resident and professionals.
    Message,
    /// Between professionals only.
    Consultation {
        /// The conversation that it is about; `None`: it is about the resident alone.
        of: Option<ConversationId>,
        /// Who asks.
        asker: PersonId,
        /// The asker's name.
        asker_name: Name,
    },
    /// About a task that a patient has not done in time; the patient takes part.
    CustomerTask {
        /// Which.
        task: CustomerTaskId,
    },
    /// About a form that a resident has sent; the resident takes part (SUR-06).
    Form {
        /// Which.
        response: FormResponseId,
    },
    /// About a form of somebody who is not known: professionals write notes to each other, and nobody is answered (SUR-07).
    AnonymousForm {
        /// Which.
        response: FormResponseId,
    },
}

impl Kind {
    /// Whether the resident takes part. A consultation is about a resident who never sees it, and an anonymous form about nobody who is known.
    pub const fn is_with_resident(&self) -> bool {
        !matches!(self, Self::Consultation { .. } | Self::AnonymousForm { .. })
    }

    /// The task that it is about.
    pub const fn task(&self) -> Option<CustomerTaskId> {
        match self {
            Self::CustomerTask { task } => Some(*task),
            Self::Message | Self::Consultation { .. } | Self::Form { .. } | Self::AnonymousForm { .. } => None,
        }
    }

    /// The form that it is about.
    pub const fn form(&self) -> Option<FormResponseId> {
        match self {
            Self::Form { response } | Self::AnonymousForm { response } => Some(*response),
            Self::Message | Self::Consultation { .. } | Self::CustomerTask { .. } => None,
        }
    }
}

/// Where a conversation stands in its life.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// There is none.
    #[default]
    NotStarted,
    /// In its queue.
    Queued,
    /// A professional owns it.
    Handling {
        /// The owner.
        owner: PersonId,
    },
    /// Closed for everybody.
    Ended,
}

/// A queue: a subcategory with its main category.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Main category.
    pub category: CategoryId,
    /// Subcategory, which is the queue.
    pub subcategory: SubcategoryId,
}

impl Default for Place {
    fn default() -> Self {
        Self { category: Id::from_uuid(chassis_domain::Uuid::nil()), subcategory: Id::from_uuid(chassis_domain::Uuid::nil()) }
    }
}

/// Sides of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParticipantKind {
    /// The resident.
    Resident,
    /// A professional.
    Practitioner,
}

impl ParticipantKind {
    /// As the contract names it.
    pub const fn public(self) -> public::ParticipantKind {
        match self {
            Self::Resident => public::ParticipantKind::Resident,
            Self::Practitioner => public::ParticipantKind::Practitioner,
        }
    }

    chassis_domain::numbers!(pub u32: Resident = 1, Practitioner = 2);
}

/// Who may read a message (CON-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Everybody in the conversation.
    Everyone,
    /// The team: professionals who work its queue, who take part, and who were consulted.
    Practitioners,
    /// The professionals alone who take part.
    TakingPart,
}

/// How near somebody who may read a conversation stands to it: each circle is shown what the one before it is shown, and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Circle {
    /// The resident, and whoever acts for them.
    Resident,
    /// Professionals who may read it and take no part.
    Team,
    /// Professionals who take part.
    TakingPart,
}

impl Visibility {
    /// As the contract names it.
    pub const fn public(self) -> public::Visibility {
        match self {
            Self::Everyone => public::Visibility::Everyone,
            Self::Practitioners => public::Visibility::Practitioners,
            Self::TakingPart => public::Visibility::TakingPart,
        }
    }

    /// From the contract; what is not chosen is for everybody.
    pub const fn from_public(visibility: public::Visibility) -> Self {
        match visibility {
            public::Visibility::Unspecified | public::Visibility::Everyone => Self::Everyone,
            public::Visibility::Practitioners => Self::Practitioners,
            public::Visibility::TakingPart => Self::TakingPart,
        }
    }

    chassis_domain::numbers!(pub u32: Everyone = 1, Practitioners = 2, TakingPart = 3);

    /// Whether this circle may read it.
    pub const fn reaches(self, circle: Circle) -> bool {
        match self {
            Self::Everyone => true,
            Self::Practitioners => matches!(circle, Circle::Team | Circle::TakingPart),
            Self::TakingPart => matches!(circle, Circle::TakingPart),
        }
    }
}

/// How somebody stands to the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Takes part.
    Active,
    /// Is done with it; a message from the other side may wake them.
    Done,
    /// Gave it away, or it was taken over.
    Left,
}

/// Somebody who took part.
#[derive(Clone, Debug, PartialEq)]
pub struct Participant {
    /// On which side.
    pub kind: ParticipantKind,
    /// How others see them; `None` for whoever has only been named by id.
    pub name: Option<Name>,
    /// How they stand to it now.
    pub standing: Standing,
    /// Owner, participant or resident. Somebody who merely marked a colleague's conversation done does not follow it
    /// and is not woken.
    pub follows: bool,
    /// Thread entry up to which they have read.
    pub read_up_to: u64,
}

impl Participant {
    /// Somebody new.
    pub const fn new(kind: ParticipantKind) -> Self {
        Self { kind, name: None, standing: Standing::Active, follows: false, read_up_to: 0 }
    }
}

/// A consultation that was asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Consultation {
    /// Who asks.
    pub by: PersonId,
    /// Which queue is asked.
    pub place: Place,
    /// The question.
    pub text: Sealed<String>,
    /// Files that go along.
    pub attachments: Vec<AttachmentId>,
}

/// The question is the first message of the consultation: known by the time that it is asked, so that its files can be sent along.
pub fn first_message(consultation: ConversationId) -> MessageId {
    Id::from_uuid(Uuid::new_v5(&consultation.uuid(), b"message"))
}

/// A message before it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The text, within its limit.
    pub text: String,
    /// Files that go along.
    pub attachments: Vec<AttachmentId>,
    /// Who may read it.
    pub visibility: Visibility,
}

impl Draft {
    /// Whether it comes from a professional to the resident.
    pub const fn is_to_resident(&self, from: ParticipantKind) -> bool {
        matches!(from, ParticipantKind::Practitioner) && self.visibility.reaches(Circle::Resident)
    }
}
