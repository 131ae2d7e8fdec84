//! Professionals with the calls that professionals make, and what their sessions have opened.

use chassis::{
    store::CommandMeta,
    testkit::{Calls, caller},
};
use chassis_domain::{PersonId, SignedDuration, Uuid, demo_id};
use identity::{
    demo::{location_id, role_id},
    location::LocationId,
    patient::PatientId,
    role::RoleId,
    session::{Command, Ground, Realm, Session, SessionId, WorkContext},
};
use kajo_proto::{caller::v1::CallerContext, options::v1::Caller};

use crate::town::{Resident, Town};

/// A professional of the demo.
pub(crate) struct Professional {
    person: Uuid,
    pub(crate) calls: Calls,
}

impl Town {
    /// One who works at Lehtola, and has signed in.
    pub(crate) async fn professional(&self, key: &str, name: &str) -> Professional {
        let professional = Professional::at(self, key, name, demo_id("location", "lehtola"));
        let choice = WorkContext { role: RoleId::from_uuid(role_id("nurse")), location: LocationId::from_uuid(location_id("lehtola")) };
        let start = Command::Start {
            person: PersonId::from_uuid(professional.person),
            realm: Realm::Practitioner,
            given: String::new(),
            family: name.to_owned(),
            absolute_ends_at: self.clock().now().saturating_add(SignedDuration::from_hours(10_000)).unwrap(),
            denial: None,
        };
        let choose = Command::ChooseWorkContext { choice, roles: [choice.role].into(), locations: [choice.location].into() };
        for command in [start, choose] {
            professional.does(self, command).await;
        }
        professional
    }
}

impl Professional {
    /// One who works at a location.
    pub(crate) fn at(town: &Town, key: &str, name: &str, location: Uuid) -> Self {
        let person = demo_id("person", key);
        let context = CallerContext { location_id: location.to_string(), ..caller(Caller::Practitioner, person, name) };
        Self { person, calls: town.calls_by(context) }
    }

    /// The same person in the same session, who works in this role at this location.
    pub(crate) fn working_as(&self, town: &Town, name: &str, (role, location): (&str, &str)) -> Self {
        let (role_id, location_id) = (role_id(role).to_string(), location_id(location).to_string());
        let context = CallerContext { role_id, location_id, ..caller(Caller::Practitioner, self.person, name) };
        Self { person: self.person, calls: town.calls_by(context) }
    }

    /// Opens a patient with a legitimate right.
    pub(crate) async fn opens(&self, town: &Town, patient: &Resident) {
        self.does(town, Command::OpenPatient { patient: PatientId::from_uuid(patient.id), ground: Ground::Care }).await;
    }

    async fn does(&self, town: &Town, command: Command) {
        // Calls of tests name the person as their session.
        let session = SessionId::from_uuid(self.person);
        town.identity.kernel().store.execute::<Session>(session, command, CommandMeta::system(Uuid::now_v7())).await.unwrap();
    }
}
