//! Why a conversation says no.

use chassis_domain::{PersonId, RefusalKind};

use super::{ConversationId, value::ServiceAreaId};

/// A business no of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// For this caller there is no such conversation.
    #[error("there is no such conversation")]
    NotFound,
    /// It exists already; ids are derived from commands, so another command made it.
    #[error("conversation {0} exists already")]
    AlreadyStarted(ConversationId),
    /// It is closed for everybody.
    #[error("the conversation has ended")]
    ConversationEnded,
    /// A colleague owns it.
    #[error("owned by {owner}")]
    OwnedByAnother {
        /// The colleague.
        owner: PersonId,
    },
    /// Nobody owns it yet; it has to be taken first.
    #[error("nobody has taken the conversation")]
    NotTaken,
    /// The owner alone may do this.
    #[error("only the owner may do this")]
    NotOwner,
    /// Already an active participant.
    #[error("already participating")]
    AlreadyParticipating,
    /// The colleague already owns it.
    #[error("{colleague} owns it already")]
    AlreadyOwner {
        /// The colleague.
        colleague: PersonId,
    },
    /// The colleague's role and location do not give this queue.
    #[error("{colleague} does not work this queue")]
    ColleagueWithoutAccess {
        /// The colleague.
        colleague: PersonId,
    },
    /// It stands in that queue already.
    #[error("the conversation is in that queue already")]
    SameQueue,
    /// The queue accepts nothing, or not from this service area.
    #[error("the queue is not open for service area {service_area}")]
    QueueClosed {
        /// The resident's area.
        service_area: ServiceAreaId,
    },
    /// Something was written since the caller looked.
    #[error("the thread has {current} entries by now")]
    StaleVersion {
        /// Entries of the thread.
        current: u64,
    },
    /// Residents write to everyone.
    #[error("a resident cannot write to professionals only")]
    VisibilityNotAllowed,
    /// The marker points behind the last entry.
    #[error("the thread ends at {last}")]
    NotWrittenYet {
        /// Entries of the thread.
        last: u64,
    },
    /// The mandate of who acts for the resident does not cover the matter.
    #[error("the mandate does not cover this matter")]
    MandateMissing,
    /// The patient has not given consent, or does so no more.
    #[error("the patient has not given consent")]
    PatientWithoutConsent,
    /// A professional added the patient, who does not use the service yet.
    #[error("the patient was added by hand")]
    PatientManuallyAdded,
    /// The professional's role and location do not give this queue.
    #[error("the professional does not work this queue")]
    QueueNotWorked,
    /// It stands in a queue that the professional's role and location do not give, and is not on their desk.
    #[error("the conversation is not the professional's to handle")]
    NotTheirs,
    /// Guardians see what a teenager has written as the teenager says; of others there is nothing to say.
    #[error("only the teenager may say what guardians see")]
    NotTheTeenager,
    /// A name or text that is needed is gone with its key.
    #[error("what is needed was erased")]
    Erased,
}

impl chassis_domain::Refusal for Refusal {
    fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::AlreadyStarted(_) => "already_started",
            Self::ConversationEnded => "conversation_ended",
            Self::OwnedByAnother { .. } => "owned_by_another",
            Self::NotTaken => "not_taken",
            Self::NotOwner => "not_owner",
            Self::AlreadyParticipating => "already_participating",
            Self::AlreadyOwner { .. } => "already_owner",
            Self::ColleagueWithoutAccess { .. } => "colleague_without_access",
            Self::SameQueue => "same_queue",
            Self::QueueClosed { .. } => "queue_closed",
            Self::StaleVersion { .. } => "stale_version",
            Self::VisibilityNotAllowed => "visibility_not_allowed",
            Self::NotWrittenYet { .. } => "not_written_yet",
            Self::MandateMissing => "mandate_missing",
            Self::PatientWithoutConsent => "patient_no_consent",
            Self::PatientManuallyAdded => "patient_manually_added",
            Self::QueueNotWorked => "queue_not_worked",
            Self::NotTheirs => "not_theirs_to_handle",
            Self::NotTheTeenager => "not_the_teenager",
            Self::Erased => "erased",
        }
    }

    fn field(&self) -> Option<&'static str> {
        match self {
            Self::AlreadyOwner { .. } | Self::ColleagueWithoutAccess { .. } => Some("colleague_id"),
            Self::SameQueue | Self::QueueClosed { .. } | Self::QueueNotWorked => Some("subcategory_id"),
            Self::VisibilityNotAllowed => Some("visibility"),
            Self::NotWrittenYet { .. } => Some("read_up_to"),
            _ => None,
        }
    }

    fn params(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::OwnedByAnother { owner } => vec![("owner_id", owner.to_string())],
            Self::AlreadyOwner { colleague } | Self::ColleagueWithoutAccess { colleague } => vec![("colleague_id", colleague.to_string())],
            Self::QueueClosed { service_area } => vec![("service_area_id", service_area.to_string())],
            Self::StaleVersion { current } => vec![("current", current.to_string())],
            Self::NotWrittenYet { last } => vec![("max", last.to_string())],
            _ => Vec::new(),
        }
    }

    fn kind(&self) -> RefusalKind {
        match self {
            Self::NotFound => RefusalKind::Hidden,
            Self::StaleVersion { .. } => RefusalKind::Stale,
            Self::MandateMissing | Self::NotTheirs | Self::NotTheTeenager => RefusalKind::Forbidden,
            Self::VisibilityNotAllowed | Self::QueueNotWorked | Self::NotWrittenYet { .. } => RefusalKind::Input,
            _ => RefusalKind::State,
        }
    }
}
