//! A content of the test's own, without the demo's data, and who calls it.

use chassis::{
    settings::Settings,
    store::CommandMeta,
    testkit::{Calls, TestEnvironment, World, caller},
};
use chassis_domain::{PersonId, RetentionClass, Sealed, Uuid};
use content::{
    health_record::{self, HealthRecord, Kind, Taking},
    push_device::{self, Address, PushDevice, PushDeviceId, device_id},
};
use kajo_proto::options::v1::Caller;

use crate::patient_content::town::{give, given};

/// Starts one.
pub(crate) async fn start() -> World {
    World::start(TestEnvironment::with(telling_nobody).await.unwrap(), content::service).await.unwrap()
}

/// Nobody is there to send anything.
pub(crate) fn telling_nobody(settings: Settings) -> Settings {
    let settings = settings.with("smtp_url", "smtp://127.0.0.1:1").with("sms_url", "http://127.0.0.1:1");
    settings.with("resident_public_url", "https://kajo.example")
}

/// Calls by somebody of this kind.
pub(crate) fn by(world: &World, kind: Caller) -> Calls {
    world.calls_by(caller(kind, Uuid::now_v7(), "Ritva Rinne"))
}

/// Puts something into the read models of what belongs to people, for tests that are about others and hold all of them to their events.
pub(crate) async fn fill_records_of_people(world: &World) {
    give(world, given(Uuid::now_v7(), &Uuid::now_v7().to_string())).await;
    let kernel = world.running.kernel();
    let (patient, integrator) = (PersonId::from_uuid(Uuid::now_v7()), Uuid::now_v7());
    let taking = Taking {
        patient,
        kind: Kind::LabResult,
        integrator,
        at: kernel.clock.now(),
        source_updated_at: None,
        entered_in_error: false,
        digest: [1; 32],
        resource: Sealed::new(patient, RetentionClass::CareRecord, "{}".to_owned()),
    };
    let id = health_record::id_of(integrator, Kind::LabResult, "urn:example:results", "1");
    let command = health_record::Command::Take(Box::new(taking));
    kernel.store.execute::<HealthRecord>(id, command, CommandMeta::system(Uuid::now_v7())).await.unwrap();
    switch_on_device(world, patient.uuid()).await;
}

/// Tells somebody on a device of theirs, as the service would once it has looked at its address.
pub(crate) async fn switch_on_device(world: &World, person: Uuid) -> PushDeviceId {
    let (person, endpoint) = (PersonId::from_uuid(person), format!("https://push.example/{}", Uuid::now_v7()));
    let id = device_id(&endpoint);
    let command = push_device::Command::SwitchOn { person, address: Address::of(person, endpoint, "key".to_owned(), "secret".to_owned()) };
    world.running.kernel().store.execute::<PushDevice>(id, command, CommandMeta::system(Uuid::now_v7())).await.unwrap();
    id
}
