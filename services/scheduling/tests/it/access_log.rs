//! Who has seen or changed a resident's appointments, as that resident sees it.

use chassis::testkit::{Calls, eventually, refusals::reason};
use chassis_domain::{SignedDuration, demo_id};
use kajo_proto::{
    common::v1::PageRequest,
    options::v1::Domain,
    scheduling::v1::{
        AppointmentAccess, AppointmentAccessEntry, AppointmentAccessGround, ListMyAppointmentAccessRequest, ProveMyAppointmentAccessRequest,
        appointment_access_service_client::AppointmentAccessServiceClient,
    },
};

use crate::town::{Resident, Town, WOMAN};

const MONDAY: (&str, u32) = ("2026-11-23", 1);
const HALF_PAST: &str = "2026-11-23T08:30";

impl Resident {
    fn log(&self) -> AppointmentAccessServiceClient<Calls> {
        AppointmentAccessServiceClient::new(self.calls.clone())
    }

    /// The whole log, in pages of one.
    pub(crate) async fn shown(&self) -> Vec<AppointmentAccessEntry> {
        let (mut all, mut token) = (Vec::new(), String::new());
        loop {
            let page = Some(PageRequest { size: 1, token });
            let answer = self.log().list_my_appointment_access(ListMyAppointmentAccessRequest { page }).await.unwrap().into_inner();
            all.extend(answer.entries);
            token = answer.next_page_token;
            if token.is_empty() {
                return all;
            }
        }
    }
}

impl Town {
    fn later(&self) {
        self.clock().advance(SignedDuration::from_secs(1));
    }
}

fn facts(entry: &AppointmentAccessEntry) -> (AppointmentAccess, AppointmentAccessGround, &str) {
    (entry.access(), entry.ground(), entry.object_id.as_str())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resident_sees_which_professionals_saw_and_changed_their_appointments_and_nobody_elses() {
    let town = Town::start().await;
    let service = town.mondays("Verikokeet").await;
    let (aino, elli) = (town.resident("Aino Lehtonen", WOMAN).await, town.resident("Elli Fofonoff", WOMAN).await);
    let id = aino.book(&service, HALF_PAST).await.unwrap();
    aino.see(&id).await.unwrap();
    assert!(aino.shown().await.is_empty(), "what one does oneself is not listed");

    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    let schedules = liisa.own_schedules().await;
    assert_eq!(liisa.days_of(&schedules, MONDAY).await.len(), 1);
    town.later();
    // Within the hour it is the same looking.
    liisa.days_of(&schedules, MONDAY).await;
    liisa.looks_at(&id).await.unwrap();
    town.later();
    liisa.cancels(&id, "Hoitaja sairastunut").await.unwrap();
    let with_her = AppointmentAccessGround::Participant;
    let by_liisa = aino.shown().await;
    assert_eq!(
        by_liisa.iter().map(facts).collect::<Vec<_>>(),
        [
            (AppointmentAccess::Changed, with_her, id.as_str()),
            (AppointmentAccess::Opened, with_her, id.as_str()),
            (AppointmentAccess::Listed, with_her, ""),
        ]
    );
    let (person, lehtola) = (demo_id("person", "liisa").to_string(), demo_id("location", "lehtola").to_string());
    for entry in &by_liisa {
        assert_eq!((&entry.professional_id, &entry.location_id, entry.representative_id.as_str()), (&person, &lehtola, ""));
    }

    // Who has opened the patient has another ground.
    let jussi = town.professional("jussi", "Jussi Hakala").await;
    assert_eq!(reason(&jussi.looks_at(&id).await.unwrap_err()), "not_found");
    jussi.opens(&town, &aino).await;
    town.later();
    jussi.looks_at(&id).await.unwrap();
    town.later();
    let recommendation = jussi.recommends(&aino, &service).await.unwrap();
    let opened = AppointmentAccessGround::Patient;
    let shown = aino.shown().await;
    assert_eq!(
        shown.iter().take(2).map(facts).collect::<Vec<_>>(),
        [(AppointmentAccess::RecommendationChanged, opened, recommendation.as_str()), (AppointmentAccess::Opened, opened, id.as_str())]
    );
    assert_eq!(shown[2..], by_liisa, "what was refused stands nowhere");
    assert!(shown.iter().take(2).all(|entry| entry.professional_id == demo_id("person", "jussi").to_string()));
    assert!(elli.shown().await.is_empty());
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resident_sees_what_was_read_and_done_on_their_behalf_and_takes_the_proof_along() {
    let town = Town::start().await;
    let service = town.mondays("Verikokeet").await;
    let aino = town.resident("Aino Lehtonen", WOMAN).await;
    let eino = town.for_resident(&aino, &[Domain::Health], false);
    let id = eino.book(&service, HALF_PAST).await.unwrap();
    town.later();
    eino.list(false).await;
    town.later();
    eino.see(&id).await.unwrap();
    let shown = aino.shown().await;
    let mandate = AppointmentAccessGround::Mandate;
    assert_eq!(
        shown.iter().map(facts).collect::<Vec<_>>(),
        [
            (AppointmentAccess::Opened, mandate, id.as_str()),
            (AppointmentAccess::Listed, mandate, ""),
            (AppointmentAccess::Changed, mandate, id.as_str()),
        ]
    );
    let representative = demo_id("person", "eino").to_string();
    for entry in &shown {
        assert_eq!((&entry.representative_id, entry.professional_id.as_str(), entry.location_id.as_str()), (&representative, "", ""));
    }
    // Who acts for her does not see who looked.
    let refused = eino.log().list_my_appointment_access(ListMyAppointmentAccessRequest { page: None }).await.unwrap_err();
    assert_eq!(reason(&refused), "mandate_missing");
    let refused = eino.log().prove_my_appointment_access(ProveMyAppointmentAccessRequest::default()).await.unwrap_err();
    assert_eq!(reason(&refused), "mandate_missing");

    // A proof is of what the tree of the log has already.
    let pool = &town.running.kernel().pool;
    eventually(|| async {
        let (rows, size): (i64, i64) =
            sqlx::query_as("select (select count(*) from access_log), (select size from access_head)").fetch_one(pool).await.unwrap();
        (rows == size).then_some(())
    })
    .await;
    let proof = aino.log().prove_my_appointment_access(ProveMyAppointmentAccessRequest::default()).await.unwrap().into_inner().proof.unwrap();
    assert!(proof.document.contains(&representative) && proof.document.contains(&id));
    town.end().await;
}
