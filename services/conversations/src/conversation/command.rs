//! What can be asked of a conversation.

use std::collections::BTreeSet;

use chassis_domain::{Matter, PersonId, Representative};

use super::{
    ConversationId, ParticipantKind,
    value::{Draft, FormResponseId, Place, ServiceAreaId},
};
use crate::{
    attachment::AttachmentId,
    category::{QueueKind, SubcategoryId},
    customer_task::CustomerTaskId,
};

/// Whoever acts or reads, as far as the rules care. Queues are those that the professional's role and location give.
#[derive(Clone, Debug, PartialEq)]
pub enum Who {
    /// A resident.
    Resident {
        /// The person.
        person: PersonId,
        /// How others see them.
        name: String,
        /// Who acts for them.
        representative: Option<Representative>,
    },
    /// A professional.
    Practitioner {
        /// The person.
        person: PersonId,
        /// How others see them.
        name: String,
        /// Queues that role and location give access to.
        queues: BTreeSet<SubcategoryId>,
        /// Consultations in which they take part, of those about the conversation in question; asked where nothing else lets them read it.
        consulted_in: BTreeSet<ConversationId>,
    },
}

impl Who {
    /// The person.
    pub const fn person(&self) -> PersonId {
        match self {
            Self::Resident { person, .. } | Self::Practitioner { person, .. } => *person,
        }
    }

    /// How others see them.
    pub fn name(&self) -> &str {
        match self {
            Self::Resident { name, .. } | Self::Practitioner { name, .. } => name,
        }
    }

    /// Who acts for them.
    pub const fn representative(&self) -> Option<&Representative> {
        match self {
            Self::Resident { representative, .. } => representative.as_ref(),
            Self::Practitioner { .. } => None,
        }
    }

    /// Who sits at the screen: what is not sent yet is theirs, and not of whom they act for.
    pub fn writer(&self) -> PersonId {
        self.representative().map_or(self.person(), |somebody| somebody.person)
    }

    /// On which side they stand.
    pub const fn kind(&self) -> ParticipantKind {
        match self {
            Self::Resident { .. } => ParticipantKind::Resident,
            Self::Practitioner { .. } => ParticipantKind::Practitioner,
        }
    }
}

/// A request to a conversation.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A resident opens it with a first message.
    Start {
        /// The resident.
        by: Who,
        /// Service area.
        service_area: ServiceAreaId,
        /// Queue.
        place: Place,
        /// Topic, within its limit.
        topic: String,
        /// First message.
        draft: Draft,
        /// What the queue is about.
        matter: Matter,
        /// A teenager lets guardians see it.
        visible_to_guardians: bool,
    },
    /// A professional opens it with a first message to a patient, and owns it.
    StartWithPatient(Box<PatientOpening>),
    /// Opens a consultation between professionals; given by the policy that saw it asked for.
    OpenConsultation(Box<ConsultationOpening>),
    /// Opens what is to be said about a task that was not done in time; given with its end ([`crate::customer_task`]).
    OpenForTask(Box<TaskOpening>),
    /// Opens what is to be said about a form that was sent; given by the policy that heard of it.
    OpenForForm(Box<FormOpening>),
    /// The task that it is about has come to its end: so does it, for everybody (CON-26).
    EndWithTask {
        /// Who brought the task to its end.
        by: TaskEnd,
    },
    /// Writes a message.
    Write {
        /// Who writes.
        by: Who,
        /// What.
        draft: Draft,
        /// Entries of the thread that the writer saw; 0 when it does not matter.
        seen: u64,
        /// Why the patient cannot be written to, where that counts ([`Conversation::needs_consent`](super::Conversation::needs_consent)).
        unreachable: Option<Unreachable>,
    },
    /// Takes it from the queue.
    Take {
        /// Who takes it.
        by: Who,
    },
    /// Takes it over from its owner.
    TakeOver {
        /// Who takes it over.
        by: Who,
    },
    /// Hands it to a colleague.
    Assign {
        /// The owner.
        by: Who,
        /// The colleague, with the queues that their role and location give.
        to: Who,
    },
    /// Participates beside the owner.
    Participate {
        /// Who participates.
        by: Who,
    },
    /// Puts it back into its queue.
    Return {
        /// The owner.
        by: Who,
    },
    /// Sends it to another queue.
    Forward {
        /// The owner.
        by: Who,
        /// Where to.
        to: Place,
        /// What it takes in.
        kind: QueueKind,
        /// What that queue is about.
        matter: Matter,
    },
    /// Asks another group for advice.
    RequestConsultation {
        /// The owner.
        by: Who,
        /// Which queue is asked.
        place: Place,
        /// The question.
        text: String,
        /// Files that go along.
        attachments: Vec<AttachmentId>,
    },
    /// Is done, for oneself.
    MarkDone {
        /// Who is done.
        by: Who,
    },
    /// Takes back being done.
    UnmarkDone {
        /// The resident.
        by: Who,
    },
    /// Closes it for everybody.
    End {
        /// The owner.
        by: Who,
        /// Also marks it done for oneself.
        done: bool,
    },
    /// Lets guardians of a teenager see it, or lets them no more.
    ShowToGuardians {
        /// Who decides.
        by: Who,
        /// The resident is 12 to 17 today.
        teenager: bool,
        /// Whether they see it from now on.
        visible: bool,
    },
    /// Asks a teenager to let guardians see it.
    AskToShowToGuardians {
        /// Who asks.
        by: Who,
        /// The resident is 12 to 17 today.
        teenager: bool,
    },
    /// Moves one's read marker; never back.
    MarkRead {
        /// Who has read.
        by: Who,
        /// Thread entry up to which.
        up_to: u64,
    },
}

/// A message that a command writes.
#[derive(Clone, Copy, Debug)]
pub struct Outgoing<'c> {
    /// Who writes it.
    pub by: &'c Who,
    /// The resident, when it begins the conversation.
    pub begins_with: Option<PersonId>,
    /// Its topic, when it begins the conversation; empty otherwise.
    pub topic: &'c str,
    /// What it says.
    pub draft: &'c Draft,
}

impl Command {
    /// Who gives it, and on which side they stand; an opened consultation follows from what a professional asked. `None`: it follows from
    /// a task or a form, whose own history says who did what.
    pub fn giver(&self) -> Option<(ParticipantKind, PersonId)> {
        match self {
            Self::Start { by, .. }
            | Self::Write { by, .. }
            | Self::Take { by }
            | Self::TakeOver { by }
            | Self::Assign { by, .. }
            | Self::Participate { by }
            | Self::Return { by }
            | Self::Forward { by, .. }
            | Self::RequestConsultation { by, .. }
            | Self::MarkDone { by }
            | Self::UnmarkDone { by }
            | Self::End { by, .. }
            | Self::ShowToGuardians { by, .. }
            | Self::AskToShowToGuardians { by, .. }
            | Self::MarkRead { by, .. } => Some((by.kind(), by.person())),
            Self::StartWithPatient(opening) => Some((opening.by.kind(), opening.by.person())),
            Self::OpenConsultation(opening) => Some((ParticipantKind::Practitioner, opening.asker)),
            Self::OpenForTask(_) | Self::OpenForForm(_) | Self::EndWithTask { .. } => None,
        }
    }

    /// The message that it writes.
    pub fn message(&self) -> Option<Outgoing<'_>> {
        match self {
            Self::Start { by, topic, draft, .. } => Some(Outgoing { by, begins_with: Some(by.person()), topic, draft }),
            Self::StartWithPatient(opening) => {
                let PatientOpening { by, patient, topic, draft, .. } = &**opening;
                Some(Outgoing { by, begins_with: Some(*patient), topic, draft })
            }
            Self::Write { by, draft, .. } => Some(Outgoing { by, begins_with: None, topic: "", draft }),
            Self::OpenConsultation(_)
            | Self::OpenForTask(_)
            | Self::OpenForForm(_)
            | Self::EndWithTask { .. }
            | Self::Take { .. }
            | Self::TakeOver { .. }
            | Self::Assign { .. }
            | Self::Participate { .. }
            | Self::Return { .. }
            | Self::Forward { .. }
            | Self::RequestConsultation { .. }
            | Self::MarkDone { .. }
            | Self::UnmarkDone { .. }
            | Self::End { .. }
            | Self::ShowToGuardians { .. }
            | Self::AskToShowToGuardians { .. }
            | Self::MarkRead { .. } => None,
        }
    }
}

/// Why a patient cannot be written to (PRO-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreachable {
    /// The patient has not given consent.
    NoConsent,
    /// A professional added the patient, who does not use the service yet.
    ManuallyAdded,
}

/// What a professional opens with a patient.
#[derive(Clone, Debug, PartialEq)]
pub struct PatientOpening {
    /// The professional.
    pub by: Who,
    /// The patient.
    pub patient: PersonId,
    /// As the patient is called.
    pub patient_name: String,
    /// Why the patient cannot be written to; `None`: they can.
    pub unreachable: Option<Unreachable>,
    /// Where the patient lives; `None`: nobody has told, and the queue belongs to no area.
    pub service_area: Option<ServiceAreaId>,
    /// The queue to which it belongs.
    pub place: Place,
    /// Topic, within its limit.
    pub topic: String,
    /// First message.
    pub draft: Draft,
    /// What the queue is about.
    pub matter: Matter,
}

/// What a consultation opens with.
#[derive(Clone, Debug, PartialEq)]
pub struct ConsultationOpening {
    /// The consultation itself.
    pub id: ConversationId,
    /// The conversation that it is about; `None`: it is about the resident alone.
    pub of: Option<ConversationId>,
    /// Who asks.
    pub asker: PersonId,
    /// The asker's name.
    pub asker_name: String,
    /// The resident it is about.
    pub resident: PersonId,
    /// The resident's name.
    pub resident_name: String,
    /// The resident's service area; `None`: not told.
    pub service_area: Option<ServiceAreaId>,
    /// The queue that is asked.
    pub place: Place,
    /// What it is about, within its limit.
    pub topic: String,
    /// The question.
    pub text: String,
    /// Files that go along.
    pub attachments: Vec<AttachmentId>,
}

/// What a conversation about a task opens with.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskOpening {
    /// The task.
    pub task: CustomerTaskId,
    /// Whose task it is.
    pub patient: PersonId,
    /// The patient's name.
    pub patient_name: String,
    /// Where the patient lives, when they have told.
    pub service_area: Option<ServiceAreaId>,
    /// The queue of the task.
    pub place: Place,
    /// What the task is called.
    pub topic: String,
    /// What the queue is about.
    pub matter: Matter,
}

/// What a conversation about a form opens with.
#[derive(Clone, Debug, PartialEq)]
pub struct FormOpening {
    /// The form that was sent.
    pub response: FormResponseId,
    /// Whose form it is; `None`: nobody knows (SUR-07).
    pub patient: Option<FormPatient>,
    /// The queue that it was sent to.
    pub place: Place,
    /// What the queue was about then.
    pub matter: Matter,
    /// Guardians of a resident of 12 to 17 may see it, as was said when it was sent.
    pub visible_to_guardians: bool,
}

/// Whose form it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormPatient {
    /// Who.
    pub person: PersonId,
    /// As they were called when it was sent.
    pub name: String,
}

/// Who brought a task to its end.
#[derive(Clone, Debug, PartialEq)]
pub enum TaskEnd {
    /// The patient marked it done.
    Patient,
    /// A professional marked it done, or took it back.
    Practitioner {
        /// Who.
        person: PersonId,
        /// How others see them.
        name: String,
    },
    /// It went with the patient's account.
    Account,
}
