//! What follows from something else: a consultation that was asked for, a task that was not done in time or has come to its end, a form that was
//! sent.

use chassis_domain::{DecideContext, Matter, PersonId};

use super::{Decision, care_record, professional_name, written};
use crate::conversation::{
    Conversation, EventKind, Kind, Opening, ParticipantKind, Visibility, Who,
    command::{ConsultationOpening, FormOpening, TaskEnd, TaskOpening},
    value::{Draft, first_message},
};

impl Conversation {
    pub(super) fn open_consultation(&self, opening: &ConsultationOpening, cx: &DecideContext) -> Decision {
        self.not_started(cx)?;
        let (person, name) = (opening.asker, opening.asker_name.clone());
        let asker = Who::Practitioner { person, name, queues: [].into(), consulted_in: [].into() };
        let draft = Draft { text: opening.text.clone(), attachments: opening.attachments.clone(), visibility: Visibility::Practitioners };
        let message = written(first_message(opening.id), &asker, opening.resident, &draft);
        let opened = Opening {
            kind: Kind::Consultation { of: opening.of, asker: opening.asker, asker_name: professional_name(opening.asker, &opening.asker_name) },
            resident: opening.resident,
            resident_name: care_record(opening.resident, &opening.resident_name),
            service_area: opening.service_area,
            topic: care_record(opening.resident, &opening.topic),
            // The resident takes no part, and so nobody does for the resident.
            matter: Matter::Unsaid,
            visible_to_guardians: false,
            begun_by: None,
            quiet: false,
        };
        Ok(vec![EventKind::Started { opening: opened, place: opening.place }, message])
    }

    /// Stands in the queue of the task, whatever became of that queue: what was given before it was archived is seen to.
    pub(super) fn open_for_task(&self, opening: &TaskOpening, cx: &DecideContext) -> Decision {
        self.not_started(cx)?;
        let TaskOpening { task, patient, patient_name, service_area, place, topic, matter } = opening;
        let opened = Opening {
            kind: Kind::CustomerTask { task: *task },
            resident: *patient,
            resident_name: care_record(*patient, patient_name),
            service_area: *service_area,
            topic: care_record(*patient, topic),
            matter: *matter,
            // What a teenager is given to do is theirs to show (IDN-09).
            visible_to_guardians: false,
            begun_by: None,
            quiet: false,
        };
        Ok(vec![EventKind::Started { opening: opened, place: *place }])
    }

    /// Stands in the queue that the form was sent to, whatever became of that queue: its sender was told that it was sent.
    pub(super) fn open_for_form(&self, opening: &FormOpening, cx: &DecideContext) -> Decision {
        self.not_started(cx)?;
        let FormOpening { response, patient, place, matter, visible_to_guardians } = opening;
        let (kind, sealed_for, name) = match patient {
            Some(patient) => (Kind::Form { response: *response }, patient.person, patient.name.as_str()),
            // Under a key of the form itself: there is nobody whose record it belongs to.
            None => (Kind::AnonymousForm { response: *response }, PersonId::from_uuid(response.uuid()), ""),
        };
        let opened = Opening {
            kind,
            resident: sealed_for,
            resident_name: care_record(sealed_for, name),
            service_area: None,
            // It is called as its queue is.
            topic: care_record(sealed_for, ""),
            matter: *matter,
            visible_to_guardians: *visible_to_guardians && patient.is_some(),
            begun_by: None,
            quiet: false,
        };
        Ok(vec![EventKind::Started { opening: opened, place: *place }])
    }

    /// What has ended already, or never opened, stays as it is.
    pub(super) fn end_with_task(&self, by: &TaskEnd) -> Vec<EventKind> {
        let Some(resident) = self.resident().filter(|_| self.is_open()) else { return vec![] };
        let mark = EventKind::MarkedDone { by: resident, kind: ParticipantKind::Resident, name: None };
        let ended = EventKind::Ended { by: resident, done: false, name: None };
        match by {
            TaskEnd::Patient if self.is_done(resident) => vec![ended],
            TaskEnd::Patient => vec![mark, ended],
            TaskEnd::Account => vec![ended],
            TaskEnd::Practitioner { person, name } => {
                vec![EventKind::Ended { by: *person, done: true, name: Some(professional_name(*person, name)) }]
            }
        }
    }
}
