//! What a queue takes in, and what is said of it for that: one table.
//!
//! | | message | form | anonymous form | consultation | patient task | shared |
//! |---|---|---|---|---|---|---|
//! | service | must | must | must | no | may | may |
//! | survey | no | must | must | no | no | no |
//! | tail of the address | no | no | must | no | no | no |
//! | content, due time, who marks it done, where it goes when it is late | no | no | no | no | must | no |

use kajo_proto::conversations::v1 as public;

/// What a queue takes in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QueueKind {
    /// What residents write, and what colleagues forward.
    #[default]
    Message,
    /// A form that a resident has filled in.
    Form,
    /// A form of somebody who is not known.
    AnonymousForm,
    /// Questions among professionals.
    Consultation,
    /// Tasks that patients have not done in time.
    PatientTask,
    /// What professionals have begun with patients and share.
    SharedMessage,
    /// Old or foreign data: shown, and takes nothing in.
    Unknown,
}

/// Whether a field belongs to a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Has {
    /// It is never kept.
    No,
    /// It may be left out.
    May,
    /// Without it the queue is refused.
    Must,
}

impl QueueKind {
    /// The number that is stored; 0 is of before there were kinds.
    pub fn number(self) -> u32 {
        u32::try_from(i32::from(self.public())).unwrap_or_default()
    }

    /// The kind of a stored number: what this build does not know is shown, and takes nothing in.
    pub fn from_number(number: u32) -> Self {
        match i32::try_from(number).ok().and_then(|number| public::QueueKind::try_from(number).ok()) {
            Some(public::QueueKind::Unspecified) => Self::Message,
            Some(known) => Self::from_public(known),
            None => Self::Unknown,
        }
    }

    /// As the contract has it.
    pub const fn public(self) -> public::QueueKind {
        match self {
            Self::Message => public::QueueKind::Message,
            Self::Form => public::QueueKind::Form,
            Self::AnonymousForm => public::QueueKind::AnonymousForm,
            Self::Consultation => public::QueueKind::Consultation,
            Self::PatientTask => public::QueueKind::PatientTask,
            Self::SharedMessage => public::QueueKind::SharedMessage,
            Self::Unknown => public::QueueKind::Unknown,
        }
    }

    /// From the contract.
    pub const fn from_public(kind: public::QueueKind) -> Self {
        match kind {
            public::QueueKind::Message => Self::Message,
            public::QueueKind::Form => Self::Form,
            public::QueueKind::AnonymousForm => Self::AnonymousForm,
            public::QueueKind::Consultation => Self::Consultation,
            public::QueueKind::PatientTask => Self::PatientTask,
            public::QueueKind::SharedMessage => Self::SharedMessage,
            public::QueueKind::Unspecified | public::QueueKind::Unknown => Self::Unknown,
        }
    }

    /// A service of content.
    pub const fn service(self) -> Has {
        match self {
            Self::Message | Self::Form | Self::AnonymousForm => Has::Must,
            Self::PatientTask | Self::SharedMessage => Has::May,
            Self::Consultation | Self::Unknown => Has::No,
        }
    }

    /// A survey.
    pub const fn survey(self) -> Has {
        if matches!(self, Self::Form | Self::AnonymousForm) { Has::Must } else { Has::No }
    }

    /// The tail of an address.
    pub const fn tail(self) -> Has {
        if matches!(self, Self::AnonymousForm) { Has::Must } else { Has::No }
    }

    /// What is said of a task that a patient is given.
    pub const fn task(self) -> Has {
        if matches!(self, Self::PatientTask) { Has::Must } else { Has::No }
    }

    /// Whether colleagues may send on to it what stands in a queue and is no consultation: consultations go to their own queues alone, and
    /// nothing else goes there.
    pub const fn takes_forwarded(self, consultation: bool) -> bool {
        match self {
            Self::Consultation => consultation,
            Self::Unknown => false,
            Self::Message | Self::Form | Self::AnonymousForm | Self::PatientTask | Self::SharedMessage => !consultation,
        }
    }

    /// Whether a professional may begin a conversation with a patient in it.
    pub const fn takes_begun(self) -> bool {
        matches!(self, Self::Message | Self::SharedMessage)
    }
}
