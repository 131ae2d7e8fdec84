//! A task that a professional or a digital path gives to a patient: what to do, and until when (CON-22 to CON-24, DIG-04). What becomes of it,
//! state by state, is drawn in `docs/state-charts.md`.
//!
//! Its queue says whether patients mark it done themselves, and whether it comes to the professionals when its time is over; both hold as
//! the queue said when the task was given, whatever becomes of the queue. Expired, it opens a conversation ([`conversation_of`]) that ends
//! with it (CON-26); it can be done still.

mod command;
mod deadline;
mod event;
mod refusal;
mod stored;
#[cfg(test)]
mod tests;
mod texts;

use chassis_domain::{Aggregate, DecideContext, Id, PersonId, Represented, RetentionClass, Sealed, Uuid};

use crate::{
    audience::Audience,
    category::details::AMOUNTS,
    conversation::{ConversationId, ParticipantKind, Unreachable, Who, command::TaskOpening, value::WrittenBy},
};
pub use command::{Activating, By, Command, Giver};
pub use deadline::{NoDeadline, end_of};
pub use event::{Activation, Event, EventKind, GivenBy, PathExecution};
pub use refusal::Refusal;
pub use texts::TaskTexts;

/// The id of a customer task.
pub type CustomerTaskId = Id<CustomerTask>;

/// The conversation that a task opens when its time is over: the same for ever, so that there is one.
pub fn conversation_of(task: CustomerTaskId) -> ConversationId {
    ConversationId::from_uuid(Uuid::new_v5(&task.uuid(), b"conversation"))
}

/// A task that a patient was given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CustomerTask {
    /// What was given; `None`: there is no such task.
    pub activation: Option<Activation>,
    /// Where it stands.
    pub phase: Phase,
    /// Its time was over before it was done: its conversation is open, or was.
    pub expired: bool,
}

/// Where a task stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// There is none.
    #[default]
    NotActivated,
    /// To be done.
    Activated,
    /// To be done, and professionals have it in their queue.
    Expired,
    /// Done.
    Done,
    /// Taken back.
    Withdrawn,
}

impl Aggregate for CustomerTask {
    const CATEGORY: &'static str = "customer_task";
    type Command = Command;
    type Event = Event;
    type Refusal = Refusal;

    fn decide(&self, command: &Command, cx: &DecideContext) -> Result<Vec<Event>, Refusal> {
        let happened = match command {
            Command::Activate(asked) => return self.activate(asked, cx).map(|activated| vec![activated]),
            Command::MarkDone { by } => self.mark_done(by)?,
            Command::Expire => self.expire(cx),
            Command::Withdraw { by } => self.withdraw(by)?,
            Command::WithdrawWithAccount => self.is_open().then_some(EventKind::Withdrawn { by: None }),
        };
        let audience = self.activation.as_ref().map(Activation::audience).unwrap_or_default();
        Ok(happened.map(|what| Event { what, audience }).into_iter().collect())
    }

    fn evolve(&mut self, event: &Event) {
        match &event.what {
            EventKind::Activated(activation) => {
                self.activation = Some(Activation::clone(activation));
                self.phase = Phase::Activated;
            }
            EventKind::MarkedDone { .. } => self.phase = Phase::Done,
            EventKind::Expired => {
                self.phase = Phase::Expired;
                self.expired = true;
            }
            EventKind::Withdrawn { .. } => self.phase = Phase::Withdrawn,
        }
    }
}

impl CustomerTask {
    /// Whether it was given, whatever has become of it since.
    pub const fn was_given(&self) -> bool {
        self.activation.is_some()
    }

    /// Whether it is still to be done.
    pub const fn is_open(&self) -> bool {
        matches!(self.phase, Phase::Activated | Phase::Expired)
    }

    /// What was given, for those who may know of it: the patient and who acts for them; professionals who work its queue or have opened the
    /// patient.
    pub fn open_to(&self, by: &By) -> Option<&Activation> {
        self.activation.as_ref().filter(|activation| match &by.who {
            Who::Resident { person, representative, .. } => {
                let may_see = |somebody: &chassis_domain::Representative| somebody.may_see(activation.matter.needs(), false);
                *person == activation.patient && representative.as_ref().is_none_or(may_see)
            }
            Who::Practitioner { queues, .. } => by.patient_opened || queues.contains(&activation.place.subcategory),
        })
    }

    /// Whether this person may mark it done now.
    pub fn may_mark_done(&self, by: &By) -> bool {
        self.is_open() && self.mark_done(by).is_ok()
    }

    /// Whether this person may take it back now.
    pub fn may_withdraw(&self, by: &By) -> bool {
        self.is_open() && self.withdraw(by).is_ok()
    }

    /// What the conversation about it opens with; `None` once a text that it needs was erased.
    pub fn opening(&self, task: CustomerTaskId) -> Option<TaskOpening> {
        let given = self.activation.as_ref()?;
        Some(TaskOpening {
            task,
            patient: given.patient,
            patient_name: given.patient_name.open()?.clone(),
            service_area: given.service_area,
            place: given.place,
            topic: given.title.open()?.clone(),
            matter: given.matter,
        })
    }

    fn activate(&self, asked: &Activating, cx: &DecideContext) -> Result<Event, Refusal> {
        if self.activation.is_some() {
            return Err(Refusal::AlreadyStarted);
        }
        match asked.unreachable {
            None => {}
            Some(Unreachable::NoConsent) => return Err(Refusal::PatientWithoutConsent),
            Some(Unreachable::ManuallyAdded) => return Err(Refusal::PatientManuallyAdded),
        }
        let care_record = |text: &str| Sealed::new(asked.patient, RetentionClass::CareRecord, text.to_owned());
        let activated_by = match &asked.by {
            Giver::Practitioner(Who::Practitioner { person, name, queues, .. }) if queues.contains(&asked.place.subcategory) => {
                GivenBy::Practitioner { person: *person, name: professional_name(*person, name) }
            }
            Giver::Practitioner(_) => return Err(Refusal::QueueNotWorked),
            Giver::Path(of, texts) => GivenBy::Path { of: *of, texts: Sealed::new(asked.patient, RetentionClass::CareRecord, texts.clone()) },
        };
        let due_at = end_of(asked.due, cx.now).map_err(|_| Refusal::DueOutOfRange { min: *AMOUNTS.start(), max: *AMOUNTS.end() })?;
        let activation = Activation {
            patient: asked.patient,
            patient_name: care_record(&asked.patient_name),
            service_area: asked.service_area,
            place: asked.place,
            matter: asked.matter,
            title: care_record(&asked.title),
            instruction: care_record(&asked.instruction),
            service: asked.service,
            content: asked.content,
            due: asked.due,
            due_at,
            patient_marks_done: asked.patient_marks_done,
            sends_expired: asked.sends_expired,
            activated_by,
        };
        let audience = activation.audience();
        Ok(Event { what: EventKind::Activated(Box::new(activation)), audience })
    }

    /// Whoever comes second, of the patient and a professional, changes nothing.
    fn mark_done(&self, by: &By) -> Result<Option<EventKind>, Refusal> {
        let given = self.open_to(by).ok_or(Refusal::NotFound)?;
        let who = &by.who;
        if who.kind() == ParticipantKind::Resident && !given.patient_marks_done {
            return Err(Refusal::MarkedByProfessionals);
        }
        match self.phase {
            Phase::NotActivated => Err(Refusal::NotFound),
            Phase::Done => Ok(None),
            Phase::Withdrawn => Err(Refusal::Withdrawn),
            Phase::Activated | Phase::Expired => {
                let care_record = |text: &str| Sealed::new(given.patient, RetentionClass::CareRecord, text.to_owned());
                let name = match who.kind() {
                    ParticipantKind::Resident => care_record(who.name()),
                    ParticipantKind::Practitioner => professional_name(who.person(), who.name()),
                };
                let on_behalf = who.representative().map(|somebody| WrittenBy { person: somebody.person, name: care_record(&somebody.name) });
                Ok(Some(EventKind::MarkedDone { by: who.person(), kind: who.kind(), name, on_behalf }))
            }
        }
    }

    /// Never early; and what is not sent to the professionals is late and nothing else.
    fn expire(&self, cx: &DecideContext) -> Option<EventKind> {
        let given = self.activation.as_ref().filter(|_| self.phase == Phase::Activated)?;
        let is_over = given.due_at.is_some_and(|due_at| due_at <= cx.now);
        (given.sends_expired && is_over).then_some(EventKind::Expired)
    }

    fn withdraw(&self, by: &By) -> Result<Option<EventKind>, Refusal> {
        self.open_to(by).filter(|_| by.who.kind() == ParticipantKind::Practitioner).ok_or(Refusal::NotFound)?;
        match self.phase {
            Phase::NotActivated => Err(Refusal::NotFound),
            Phase::Withdrawn => Ok(None),
            Phase::Done => Err(Refusal::Done),
            Phase::Activated | Phase::Expired => {
                let person = by.who.person();
                Ok(Some(EventKind::Withdrawn { by: Some((person, professional_name(person, by.who.name()))) }))
            }
        }
    }
}

impl Activation {
    /// What it is called and what to do in each language; `None`: a professional wrote it in one, or the key is destroyed.
    pub fn texts(&self) -> Option<&TaskTexts> {
        match &self.activated_by {
            GivenBy::Practitioner { .. } => None,
            GivenBy::Path { texts, .. } => texts.open(),
        }
    }

    /// The digital path that gave it, for professionals alone (CON-21); `None`: a professional did.
    pub const fn path(&self) -> Option<PathExecution> {
        match &self.activated_by {
            GivenBy::Practitioner { .. } => None,
            GivenBy::Path { of, .. } => Some(*of),
        }
    }

    /// The patient and who acts for them, who gave it, and who works its queue. What a teenager is given is theirs to show (IDN-09).
    fn audience(&self) -> Audience {
        let represented = Represented { resident: self.patient, needs: self.matter.needs(), guardians: false };
        let giver = match &self.activated_by {
            GivenBy::Practitioner { person, .. } => Some(*person),
            GivenBy::Path { .. } => None,
        };
        let (people, queues) = ([self.patient].into_iter().chain(giver).collect(), [self.place.subcategory].into());
        Audience { people, queues, represented: Some(represented), ..Audience::default() }
    }
}

/// A professional's name, kept while the records that name them are.
fn professional_name(person: PersonId, name: &str) -> Sealed<String> {
    Sealed::new(person, RetentionClass::Professional, name.to_owned())
}
