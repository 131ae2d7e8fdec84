//! The rules: what follows from a command, or why it is refused (CON-04 to CON-09).

mod following;

use chassis_domain::{DecideContext, Matter, PersonId, RetentionClass, Sealed};

use super::{
    Circle, Command, Conversation, EventKind, Kind, Opening, Part, ParticipantKind, Phase, Place, Reading, Refusal, Unreachable, Who,
    command::PatientOpening,
    value::{BegunBy, Draft, MessageId, Name, ServiceAreaId, WrittenBy},
};
use crate::{attachment::AttachmentId, category::QueueKind};

/// What a resident opens a conversation about.
struct About<'c> {
    service_area: ServiceAreaId,
    place: Place,
    topic: &'c str,
    matter: Matter,
    visible_to_guardians: bool,
}

type Decision = Result<Vec<EventKind>, Refusal>;

pub(super) fn decide(conversation: &Conversation, command: &Command, cx: &DecideContext) -> Decision {
    match command {
        Command::Start { by, service_area, place, topic, draft, matter, visible_to_guardians } => {
            let about = About { service_area: *service_area, place: *place, topic, matter: *matter, visible_to_guardians: *visible_to_guardians };
            conversation.start_by(by, &about, draft, cx)
        }
        Command::StartWithPatient(opening) => conversation.start_with_patient(opening, cx),
        Command::OpenConsultation(opening) => conversation.open_consultation(opening, cx),
        Command::OpenForTask(opening) => conversation.open_for_task(opening, cx),
        Command::OpenForForm(opening) => conversation.open_for_form(opening, cx),
        Command::EndWithTask { by } => Ok(conversation.end_with_task(by)),
        Command::Write { by, draft, seen, unreachable } => conversation.write(by, draft, *seen, *unreachable, cx),
        Command::Take { by } => conversation.take(by),
        Command::TakeOver { by } => conversation.take_over(by),
        Command::Assign { by, to } => conversation.assign(by, to),
        Command::Participate { by } => conversation.participate(by),
        Command::Return { by } => conversation.give_back(by),
        Command::Forward { by, to, kind, matter } => conversation.forward(by, *to, *kind, *matter),
        Command::RequestConsultation { by, place, text, attachments } => conversation.request_consultation(by, *place, text, attachments, cx),
        Command::MarkDone { by } => conversation.mark_done(by),
        Command::UnmarkDone { by } => conversation.unmark_done(by),
        Command::End { by, done } => conversation.end(by, *done),
        Command::ShowToGuardians { by, teenager, visible } => conversation.show_to_guardians(by, *teenager, *visible),
        Command::AskToShowToGuardians { by, teenager } => conversation.ask_to_show_to_guardians(by, *teenager),
        Command::MarkRead { by, up_to } => conversation.mark_read(by, *up_to),
    }
}

/// A professional's name, kept while the records that name them are.
fn professional_name(person: PersonId, name: &str) -> Name {
    Sealed::new(person, RetentionClass::Professional, name.to_owned())
}

/// Whatever is said belongs to the resident's care record.
fn care_record(resident: PersonId, text: &str) -> Sealed<String> {
    Sealed::new(resident, RetentionClass::CareRecord, text.to_owned())
}

impl Conversation {
    fn start_by(&self, by: &Who, about: &About<'_>, draft: &Draft, cx: &DecideContext) -> Decision {
        self.not_started(cx)?;
        if by.representative().is_some_and(|somebody| !somebody.mandates.cover(about.matter.needs())) {
            return Err(Refusal::MandateMissing);
        }
        let resident = by.person();
        let opening = Opening {
            kind: Kind::Message,
            resident,
            resident_name: care_record(resident, by.name()),
            service_area: Some(about.service_area),
            topic: care_record(resident, about.topic),
            matter: about.matter,
            // Whoever opened it sees it.
            visible_to_guardians: about.visible_to_guardians || by.representative().is_some(),
            begun_by: None,
            quiet: false,
        };
        Ok(vec![EventKind::Started { opening, place: about.place }, written(cx.new_id("message"), by, resident, draft)])
    }

    fn start_with_patient(&self, opening: &PatientOpening, cx: &DecideContext) -> Decision {
        self.not_started(cx)?;
        let PatientOpening { by, patient, patient_name, unreachable, service_area, place, topic, draft, matter } = opening;
        reachable(*unreachable)?;
        match by {
            Who::Practitioner { queues, .. } if queues.contains(&place.subcategory) => {}
            Who::Practitioner { .. } | Who::Resident { .. } => return Err(Refusal::QueueNotWorked),
        }
        let begun_by = BegunBy { person: by.person(), name: professional_name(by.person(), by.name()) };
        let opened = Opening {
            kind: Kind::Message,
            resident: *patient,
            resident_name: care_record(*patient, patient_name),
            service_area: *service_area,
            topic: care_record(*patient, topic),
            matter: *matter,
            // What a teenager is written to is theirs to show (IDN-09).
            visible_to_guardians: false,
            begun_by: Some(begun_by),
            quiet: !draft.visibility.reaches(Circle::Resident),
        };
        Ok(vec![EventKind::Started { opening: opened, place: *place }, written(cx.new_id("message"), by, *patient, draft)])
    }

    /// The asking side writes as long as it is open; of the professionals who answer, only the owner.
    fn write(&self, by: &Who, draft: &Draft, seen: u64, unreachable: Option<Unreachable>, cx: &DecideContext) -> Decision {
        let opening = self.readable(by)?;
        self.may_write(by)?;
        let current = self.version_for(self.circle_of(by));
        if seen != 0 && seen < current {
            return Err(Refusal::StaleVersion { current });
        }
        // Nobody answers whom they do not know.
        let is_to_nobody = draft.visibility.reaches(Circle::Resident) && opening.patient().is_none();
        if is_to_nobody || !draft.visibility.reaches(self.circle_of(by)) {
            return Err(Refusal::VisibilityNotAllowed);
        }
        if self.needs_consent(by, draft).is_some() {
            reachable(unreachable)?;
        }
        Ok(vec![written(cx.new_id("message"), by, opening.resident, draft)])
    }

    /// Taking what one already owns changes nothing: a retry must not be refused.
    fn take(&self, by: &Who) -> Decision {
        self.admits(by)?;
        self.open()?;
        match self.owner() {
            Some(owner) if owner == by.person() => Ok(vec![]),
            Some(owner) => Err(Refusal::OwnedByAnother { owner }),
            None => Ok(vec![EventKind::Taken { by: by.person(), name: professional_name(by.person(), by.name()) }]),
        }
    }

    fn take_over(&self, by: &Who) -> Decision {
        self.admits(by)?;
        let from = self.owned()?;
        if from == by.person() {
            return Ok(vec![]);
        }
        Ok(vec![EventKind::TakenOver { by: by.person(), name: professional_name(by.person(), by.name()), from }])
    }

    fn assign(&self, by: &Who, to: &Who) -> Decision {
        self.readable(by)?;
        self.owned_by(by)?;
        let colleague = to.person();
        if colleague == by.person() {
            return Err(Refusal::AlreadyOwner { colleague });
        }
        if !self.may_read(to) {
            return Err(Refusal::ColleagueWithoutAccess { colleague });
        }
        Ok(vec![EventKind::Assigned { by: by.person(), to: colleague, to_name: professional_name(colleague, to.name()) }])
    }

    fn participate(&self, by: &Who) -> Decision {
        self.admits(by)?;
        self.owned()?;
        if self.takes_part(by.person()) {
            return Err(Refusal::AlreadyParticipating);
        }
        Ok(vec![EventKind::Participated { by: by.person(), name: professional_name(by.person(), by.name()) }])
    }

    fn give_back(&self, by: &Who) -> Decision {
        self.readable(by)?;
        self.owned_by(by)?;
        Ok(vec![EventKind::Returned { by: by.person(), queue: self.place.subcategory }])
    }

    fn forward(&self, by: &Who, to: Place, kind: QueueKind, matter: Matter) -> Decision {
        let consultation = matches!(self.readable(by)?.kind, Kind::Consultation { .. });
        self.owned_by(by)?;
        if !kind.takes_forwarded(consultation) {
            return Err(Refusal::QueueOfOtherKind);
        }
        if to.subcategory == self.place.subcategory {
            return Err(Refusal::SameQueue);
        }
        Ok(vec![EventKind::Forwarded { by: by.person(), from: self.place.subcategory, to, matter }])
    }

    /// Colleagues are asked about a patient: of an anonymous form there is none.
    fn request_consultation(&self, by: &Who, place: Place, text: &str, attachments: &[AttachmentId], cx: &DecideContext) -> Decision {
        let opening = self.readable(by)?;
        self.owned_by(by)?;
        let patient = opening.patient().ok_or(Refusal::QueueOfOtherKind)?;
        let (text, attachments) = (care_record(patient, text), attachments.to_vec());
        Ok(vec![EventKind::ConsultationRequested { by: by.person(), consultation: cx.new_id("consultation"), place, text, attachments }])
    }

    /// Being done twice changes nothing; what has ended is done for everybody.
    fn mark_done(&self, by: &Who) -> Decision {
        self.readable(by)?;
        if self.phase == Phase::Ended || self.is_done(by.person()) {
            return Ok(vec![]);
        }
        if by.kind() == ParticipantKind::Practitioner && self.phase == Phase::Queued && !self.takes_part(by.person()) {
            return Err(Refusal::NotTaken);
        }
        let name = (by.kind() == ParticipantKind::Practitioner).then(|| professional_name(by.person(), by.name()));
        Ok(vec![EventKind::MarkedDone { by: by.person(), kind: by.kind(), name }])
    }

    /// The resident alone: professionals who have it on their desk again take it, and are seen to.
    fn unmark_done(&self, by: &Who) -> Decision {
        self.readable(by)?;
        self.open()?;
        match by.kind() {
            ParticipantKind::Practitioner => Err(Refusal::NotOwner),
            ParticipantKind::Resident if self.is_done(by.person()) => Ok(vec![EventKind::UnmarkedDone { by: by.person() }]),
            ParticipantKind::Resident => Ok(vec![]),
        }
    }

    fn end(&self, by: &Who, done: bool) -> Decision {
        self.readable(by)?;
        self.may_end(by)?;
        Ok(vec![EventKind::Ended { by: by.person(), done, name: None }])
    }

    /// The teenager alone: neither who acts for them nor a professional.
    fn show_to_guardians(&self, by: &Who, teenager: bool, visible: bool) -> Decision {
        let shown = self.readable(by)?.visible_to_guardians;
        if by.kind() != ParticipantKind::Resident || by.representative().is_some() || !teenager {
            return Err(Refusal::NotTheTeenager);
        }
        Ok(if shown == visible { vec![] } else { vec![EventKind::ShownToGuardians { by: by.person(), visible }] })
    }

    /// Whoever handles it asks, and the teenager decides; asked again before that, nothing changes.
    fn ask_to_show_to_guardians(&self, by: &Who, teenager: bool) -> Decision {
        let shown = self.readable(by)?.visible_to_guardians;
        self.owned_by(by)?;
        if !teenager || self.resident().is_none() || !self.reached {
            return Err(Refusal::NotATeenager);
        }
        Ok(if shown || self.guardians_asked_for { vec![] } else { vec![EventKind::GuardiansAskedFor { by: by.person() }] })
    }

    /// A marker never moves back. Reading without taking part leaves no marker: it is in the access log.
    fn mark_read(&self, by: &Who, up_to: u64) -> Decision {
        self.readable(by)?;
        let circle = self.circle_of(by);
        let last = self.version_for(circle);
        if up_to > last {
            return Err(Refusal::NotWrittenYet { last });
        }
        let up_to = self.entry_of(circle, up_to);
        // What somebody else has read, the resident has not.
        let reader = by.representative().is_none().then(|| self.participants.get(&by.person())).flatten();
        match reader {
            Some(participant) if participant.read_up_to < up_to => Ok(vec![EventKind::Read { by: by.person(), up_to }]),
            Some(_) | None => Ok(vec![]),
        }
    }
}

/// Preconditions; also what [`super::thread`] derives a reader's permissions from.
impl Conversation {
    fn not_started(&self, cx: &DecideContext) -> Result<(), Refusal> {
        match self.opening {
            None => Ok(()),
            Some(_) => Err(Refusal::AlreadyStarted(chassis_domain::Id::from_uuid(cx.command_id))),
        }
    }

    /// The opening, for those who may know of the conversation at all.
    fn readable(&self, by: &Who) -> Result<&Opening, Refusal> {
        self.opening.as_ref().filter(|_| self.may_read(by)).ok_or(Refusal::NotFound)
    }

    /// Whether a professional may begin to work on it: who works its queue, and who is at work on it already. What one was done with, or
    /// asks colleagues about, one may read, and others handle.
    fn admits(&self, by: &Who) -> Result<(), Refusal> {
        self.readable(by)?;
        match self.reading(by) {
            Reading::Practitioner { works_queue, part, .. } if works_queue || matches!(part, Some(Part::Owner | Part::Participant)) => Ok(()),
            Reading::Practitioner { .. } | Reading::Resident { .. } => Err(Refusal::NotTheirs),
        }
    }

    pub(super) fn may_begin(&self, by: &Who) -> bool {
        self.admits(by).is_ok()
    }

    fn open(&self) -> Result<(), Refusal> {
        if self.is_open() { Ok(()) } else { Err(Refusal::ConversationEnded) }
    }

    /// The owner of an open conversation.
    fn owned(&self) -> Result<PersonId, Refusal> {
        self.open()?;
        self.owner().ok_or(Refusal::NotTaken)
    }

    pub(super) fn owned_by(&self, by: &Who) -> Result<(), Refusal> {
        match self.owned()? {
            owner if owner == by.person() => Ok(()),
            owner => Err(Refusal::OwnedByAnother { owner }),
        }
    }

    pub(super) fn may_write(&self, by: &Who) -> Result<(), Refusal> {
        self.open()?;
        if self.asker() == Some(by.person()) { Ok(()) } else { self.owned_by(by) }
    }

    pub(super) fn may_end(&self, by: &Who) -> Result<(), Refusal> {
        self.open()?;
        match by.kind() {
            // Who asked for a consultation as well: they end what they own (CON-09).
            ParticipantKind::Practitioner => self.owned_by(by),
            ParticipantKind::Resident => Err(Refusal::NotOwner),
        }
    }

    pub(super) fn is_done(&self, person: PersonId) -> bool {
        self.participants.get(&person).is_some_and(|participant| participant.standing == super::Standing::Done)
    }
}

/// Patients without consent cannot be messaged (PRO-08).
const fn reachable(unreachable: Option<Unreachable>) -> Result<(), Refusal> {
    match unreachable {
        None => Ok(()),
        Some(Unreachable::NoConsent) => Err(Refusal::PatientWithoutConsent),
        Some(Unreachable::ManuallyAdded) => Err(Refusal::PatientManuallyAdded),
    }
}

fn written(message: MessageId, by: &Who, resident: PersonId, draft: &Draft) -> EventKind {
    EventKind::MessageWritten {
        message,
        author: by.person(),
        author_kind: by.kind(),
        text: care_record(resident, &draft.text),
        visibility: draft.visibility,
        attachments: draft.attachments.clone(),
        written_by: by.representative().map(|somebody| WrittenBy { person: somebody.person, name: care_record(resident, &somebody.name) }),
    }
}
