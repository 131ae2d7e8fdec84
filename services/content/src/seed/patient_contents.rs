//! What patients of the demo were given: some have read it, one has it before them.

use chassis::{Kernel, store::CommandMeta};
use chassis_domain::{Actor, Matter, PersonId, demo_id};
use kajo_proto::identity::v1::Messaging;

use crate::patient_content::{Activating, By, Command, PatientContent, PatientContentId};

/// What one of them was given.
struct Given {
    /// Of the patient.
    key: &'static str,
    name: &'static str,
    content: &'static str,
    /// The patient has read its first version.
    is_read: bool,
}

const GIVEN: [Given; 4] = [
    Given { key: "aino", name: "Aino Lehtonen", content: "blood-test", is_read: true },
    Given { key: "aino", name: "Aino Lehtonen", content: "home-measurements", is_read: false },
    Given { key: "elli", name: "Elli Fofonoff", content: "blood-test", is_read: false },
    Given { key: "maija", name: "Maija Meikäläinen", content: "flu", is_read: true },
];

/// Who gives them: a nurse at Lehtola.
const PROFESSIONAL: (&str, &str) = ("liisa", "Liisa Virtanen");

/// What has become of one since stays.
pub(super) async fn seed(kernel: &Kernel) -> anyhow::Result<()> {
    for given in &GIVEN {
        let id = PatientContentId::from_uuid(demo_id("patient-content", &format!("{}/{}", given.key, given.content)));
        if kernel.store.load::<PatientContent>(id).await?.version > 0 {
            continue;
        }
        let liisa = person(PROFESSIONAL.0);
        let nurse = Actor::practitioner(liisa, demo_id("role", "nurse"), demo_id("location", "lehtola"));
        kernel.store.execute::<PatientContent>(id, given.activate(liisa), meta(kernel, nurse)).await?;
        if given.is_read {
            kernel.store.execute::<PatientContent>(id, given.mark_read(), meta(kernel, Actor::resident(person(given.key)))).await?;
        }
    }
    Ok(())
}

impl Given {
    fn activate(&self, liisa: PersonId) -> Command {
        Command::Activate(Box::new(Activating {
            by: By::Practitioner { person: liisa, name: PROFESSIONAL.1.to_owned(), patient_opened: true },
            patient: person(self.key),
            messaging: Messaging::Allowed,
            content: demo_id("service-content", self.content),
            matter: Matter::Health,
            archived: false,
            is_given: false,
            again: false,
        }))
    }

    fn mark_read(&self) -> Command {
        let by = By::Resident { person: person(self.key), name: self.name.to_owned(), representative: None, teenager: false };
        Command::MarkRead { by, published_version: 1 }
    }
}

fn meta(kernel: &Kernel, actor: Actor) -> CommandMeta {
    CommandMeta { actor, ..CommandMeta::system(kernel.ids.v7(kernel.clock.now())) }
}

fn person(key: &str) -> PersonId {
    PersonId::from_uuid(demo_id("person", key))
}
