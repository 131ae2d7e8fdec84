//! What happens to a chat, as it is stored.

use chassis_domain::{Matter, PersonId, RetentionClass, Sealed, Uuid};
use kajo_proto::chat_queue::v1 as public;

use super::{Customer, Rating};

/// Something that happened to a chat, and how it stands from then on.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// What.
    pub what: EventKind,
    /// Whole, since the public fact is made from the event alone and says who may be told.
    pub standing: Standing,
}

/// Who takes part in a chat, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The queue.
    pub queue: Uuid,
    /// What it is about.
    pub matter: Matter,
    /// Whose matter it is.
    pub resident: PersonId,
    /// Who is at the screen: the resident, or who acts for them.
    pub at_screen: PersonId,
    /// The number that they drew.
    pub ticket: u64,
    /// Who has accepted.
    pub practitioner: Option<PersonId>,
    /// Who joined is not signed in: both ids are the visit's.
    pub visitor: bool,
}

impl Standing {
    /// Whether somebody is the person at the screen, and may still act in what it is about.
    pub fn is_of(&self, customer: &Customer) -> bool {
        let same = self.visitor == customer.visitor && self.resident == customer.resident && self.at_screen == customer.at_screen;
        same && customer.mandates.is_none_or(|mandates| mandates.cover(self.matter.needs()))
    }

    /// For the access log: whose data it is; `None`: a visitor's, of whom nothing is known.
    pub fn subject(&self) -> Option<PersonId> {
        (!self.visitor).then_some(self.resident)
    }

    /// Why what is written is kept.
    pub const fn retention(&self) -> RetentionClass {
        if self.visitor { RetentionClass::Visit } else { RetentionClass::CareRecord }
    }
}

/// Something that happened to a chat.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// Somebody waits.
    Joined,
    /// A professional has them.
    Accepted {
        /// What the professional is called.
        practitioner_name: Sealed<String>,
        /// The number of this change of the line.
        line_seq: u64,
    },
    /// It was their turn, and they were away.
    PassedOver,
    /// The professional has not been heard of for a while.
    Unattended,
    /// The professional is back.
    Attended,
    /// A colleague has it from then on.
    TakenOver {
        /// What the colleague is called.
        practitioner_name: Sealed<String>,
        /// Who had it before.
        from: PersonId,
    },
    /// They wait again, with the ticket they had.
    Returned {
        /// Who had accepted.
        by: PersonId,
        /// The number of this change of the line.
        line_seq: u64,
    },
    /// They are out of the line.
    Left {
        /// Why.
        reason: LeaveReason,
        /// The number of this change of the line.
        line_seq: u64,
    },
    /// Something was written.
    MessageWritten {
        /// 1, 2, 3 ..
        number: u32,
        /// By whom.
        side: Side,
        /// What; may be empty when files go along.
        text: Sealed<String>,
        /// Files that go along, as conversations knows them.
        files: Vec<Uuid>,
    },
    /// The person at the screen has said how it was, once it was over.
    Rated {
        /// How.
        rating: Rating,
    },
    /// It is over.
    Ended {
        /// Who ended it.
        side: Side,
    },
    /// Who joined in a visit has signed in, and it is theirs.
    Claimed {
        /// The visit that it was.
        visit: PersonId,
    },
}

/// Why somebody is out of the line before anybody accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeaveReason {
    /// They left.
    Own,
    /// They were away when it was their turn, or for too long.
    NotBack,
    /// The queue shut before it was their turn.
    QueueClosed,
    /// Their account was deleted.
    AccountDeleted,
}

impl LeaveReason {
    chassis_domain::numbers!(pub u32: Own = 1, NotBack = 2, QueueClosed = 3, AccountDeleted = 4);

    /// As the contract has it.
    pub const fn public(self) -> public::ChatLeaveReason {
        match self {
            Self::Own => public::ChatLeaveReason::Own,
            Self::NotBack => public::ChatLeaveReason::NotBack,
            Self::QueueClosed => public::ChatLeaveReason::QueueClosed,
            Self::AccountDeleted => public::ChatLeaveReason::AccountDeleted,
        }
    }
}

/// Who did something in a chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Who joined.
    Customer,
    /// The professional.
    Practitioner,
    /// Nobody: it came by itself.
    System,
}

impl Side {
    chassis_domain::numbers!(pub u32: Customer = 1, Practitioner = 2, System = 3);

    /// As the contract has it.
    pub const fn public(self) -> public::ChatSide {
        match self {
            Self::Customer => public::ChatSide::Customer,
            Self::Practitioner => public::ChatSide::Practitioner,
            Self::System => public::ChatSide::System,
        }
    }
}
