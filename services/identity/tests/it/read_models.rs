//! Read models follow from events alone.

use std::sync::atomic::{AtomicBool, Ordering};

use chassis::testkit::{rebuild_all, rebuilds_to_the_same};
use identity::{
    demo::{RESIDENTS, care_team_id},
    feature_flag::{Flag, Setting},
};
use kajo_proto::identity::v1::{AskDeletionRequest, ChooseCareTeamRequest, Ground, Realm, account_service_client::AccountServiceClient};

use crate::{
    integrator::{add, laboratory},
    patient::look_up,
    world::World,
};

/// Something in every read model, beside what the demo has put there.
async fn filled() -> World {
    let world = World::with(|settings| settings.with("lookups_per_hour", "5").with("lookups_per_day", "8")).await;
    let mut nurse = world.nurse("liisa").await;
    let mut patient_id = String::new();
    for _ in 0..4 {
        patient_id = look_up(&mut nurse, RESIDENTS[0].ssn, Ground::Care).await.unwrap();
    }
    nurse.choose_care_team(ChooseCareTeamRequest { patient_id, care_team_id: care_team_id("koivu").to_string() }).await.unwrap();
    world.realms.protect("maja", true);
    look_up(&mut nurse, RESIDENTS[2].ssn, Ground::Care).await.unwrap();
    identity::switch_feature(world.running.kernel(), Flag::KeyboardShortcuts, Setting::Off).await.unwrap();
    add(&mut world.integrators_by("paula").await, laboratory()).await.unwrap();
    let secret = world.sign_in(Realm::Resident, "aino").await;
    let mut account = AccountServiceClient::new(world.calls(Realm::Resident, &secret).await);
    account.ask_deletion(AskDeletionRequest { confirmed: true, ..AskDeletionRequest::default() }).await.unwrap();
    world
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn ops_06_every_read_model_rebuilds_while_people_sign_in_and_equals_what_live_writing_left() {
    let world = Box::pin(filled()).await;
    let nurse = world.nurses_session("pekka").await;
    let over = AtomicBool::new(false);
    let signing_in = async {
        while !over.load(Ordering::Relaxed) {
            let secret = world.sign_in(Realm::Resident, "eino").await;
            world.sign_out(Realm::Resident, &secret).await.unwrap();
        }
    };
    let at_work = async {
        while !over.load(Ordering::Relaxed) {
            let caller = world.resolve(Realm::Practitioner, &nurse, false).await.unwrap().caller.unwrap();
            assert!(!caller.location_id.is_empty(), "the session and what was chosen in it are there all the time");
        }
    };
    let rebuilding = async {
        rebuild_all(&world.running).await.unwrap();
        over.store(true, Ordering::Relaxed);
    };
    tokio::join!(signing_in, at_work, rebuilding);

    rebuilds_to_the_same(&world.running).await.unwrap();
    world.end().await;
}
