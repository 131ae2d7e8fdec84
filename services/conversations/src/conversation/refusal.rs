//! Why a conversation says no.

use chassis_domain::PersonId;

use super::{ConversationId, value::ServiceAreaId};

/// A refusal of a conversation.
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
    /// A colleague handles it, and who would see it takes no part: they have to say that they want to (CON-17).
    #[error("a colleague handles it")]
    ColleaguesTask {
        /// The colleague.
        owner: PersonId,
    },
    /// Consultations go to their own queues, and nothing else does. What is about no patient is no question for colleagues.
    #[error("the queue takes in something else")]
    QueueOfOtherKind,
    /// The queue accepts nothing, or not from this service area.
    #[error("the queue is not open for service area {service_area:?}")]
    QueueClosed {
        /// The resident's area, where it is known.
        service_area: Option<ServiceAreaId>,
    },
    /// Something was written since the caller looked.
    #[error("the thread has {current} entries by now")]
    StaleVersion {
        /// Entries of the thread.
        current: u64,
    },
    /// Residents write to everyone; about a form whose sender is not known professionals write to each other.
    #[error("the message would be for others than it can be for")]
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
    /// What guardians see is for residents of 12 to 17 to say.
    #[error("the resident is no teenager")]
    NotATeenager,
    /// A name or text that is needed is gone with its key.
    #[error("what is needed was erased")]
    Erased,
}

chassis_domain::refusals! { Refusal {
    Self::NotFound => "not_found", Hidden;
    Self::AlreadyStarted(_) => "already_started", State;
    Self::ConversationEnded => "conversation_ended", State;
    Self::OwnedByAnother { owner } => "owned_by_another", State, params [("owner_id", owner.to_string())];
    Self::NotTaken => "not_taken", State;
    Self::NotOwner => "not_owner", State;
    Self::AlreadyParticipating => "already_participating", State;
    Self::AlreadyOwner { colleague } => "already_owner", State, field "colleague_id", params [("colleague_id", colleague.to_string())];
    Self::ColleagueWithoutAccess { colleague } => "colleague_without_access", State, field "colleague_id",
        params [("colleague_id", colleague.to_string())];
    Self::SameQueue => "same_queue", State, field "subcategory_id";
    Self::ColleaguesTask { owner } => "colleagues_task", State, params [("owner_id", owner.to_string())];
    Self::QueueOfOtherKind => "queue_of_other_kind", State, field "subcategory_id";
    Self::QueueClosed { service_area } => "queue_closed", State, field "subcategory_id", params [("service_area_id", service_area.map(|area| area.to_string()).unwrap_or_default())];
    Self::StaleVersion { current } => "stale_version", Stale, params [("current", current.to_string())];
    Self::VisibilityNotAllowed => "visibility_not_allowed", Input, field "visibility";
    Self::NotWrittenYet { last } => "not_written_yet", Input, field "read_up_to", params [("max", last.to_string())];
    Self::MandateMissing => "mandate_missing", Forbidden;
    Self::PatientWithoutConsent => "patient_no_consent", State;
    Self::PatientManuallyAdded => "patient_manually_added", State;
    Self::QueueNotWorked => "queue_not_worked", Input, field "subcategory_id";
    Self::NotTheirs => "not_theirs_to_handle", Forbidden;
    Self::NotTheTeenager => "not_the_teenager", Forbidden;
    Self::NotATeenager => "not_a_teenager", State;
    Self::Erased => "erased", State;
} }
