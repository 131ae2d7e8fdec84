//! What another service is told of personal identity codes.

use chassis::testkit::eventually;
use chassis_domain::PersonId;
use identity::demo::RESIDENTS;
use jiff::SignedDuration;
use kajo_proto::{
    caller::v1::CallerContext,
    identity::v1::{
        AddPatientRequest, AskDeletionRequest, FindPersonsRequest, Ground, PatientInfo, Realm, account_service_client::AccountServiceClient,
        person_index_service_client::PersonIndexServiceClient,
    },
    options::v1::Caller,
};
use tonic::{Code, Status};

use crate::world::World;

impl World {
    /// Whose codes these are, in the order of asking.
    async fn whose(&self, codes: &[&str]) -> Result<Vec<(String, String)>, Status> {
        let service = CallerContext { kind: Caller::Service.into(), service: "content".to_owned(), ..CallerContext::default() };
        let asked = FindPersonsRequest { national_ids: codes.iter().map(|code| (*code).to_owned()).collect() };
        let answer = PersonIndexServiceClient::new(self.calls_by(service)).find_persons(asked).await?.into_inner();
        Ok(answer.persons.into_iter().map(|found| (found.national_id, found.person_id)).collect())
    }
}

fn resident(hint: &str) -> (&'static str, PersonId) {
    let found = RESIDENTS.iter().find(|resident| resident.person.login_hint == hint).unwrap();
    (found.ssn, found.person.person_id())
}

fn found(code: &str, person: PersonId) -> (String, String) {
    (code.to_owned(), person.to_string())
}

/// A code that is nobody's in the demo.
const KERTTU: &str = "010594Y9032";

#[tokio::test(flavor = "multi_thread")]
async fn codes_of_the_client_register_are_found_as_they_were_asked_for_and_all_others_are_left_out() {
    let world = World::start().await;
    let [(aino_ssn, aino), (eino_ssn, eino)] = ["aino", "eino"].map(resident);
    let typed = format!(" {} ", aino_ssn.to_lowercase());
    let whose = world.whose(&[eino_ssn, "290288-922T", typed.as_str(), KERTTU, "x", aino_ssn]).await.unwrap();
    assert_eq!(whose, [found(eino_ssn, eino), found(&typed, aino), found(aino_ssn, aino)]);
    assert!(world.whose(&[KERTTU, "x"]).await.unwrap().is_empty(), "asking adds nobody");

    let mut liisa = world.nurse("liisa").await;
    let info = PatientInfo { first_name: "Kerttu".to_owned(), last_name: "Uusi".to_owned(), ..PatientInfo::default() };
    let asked = AddPatientRequest { ssn: KERTTU.to_owned(), ground: Ground::Care.into(), info: Some(info) };
    let kerttu = liisa.add_patient(asked).await.unwrap().into_inner().patient_id;
    assert_eq!(world.whose(&[KERTTU]).await.unwrap(), [(KERTTU.to_owned(), kerttu)]);
    assert_eq!(world.whose(&[]).await.unwrap_err().code(), Code::InvalidArgument);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_in_the_client_register_is_found_also_when_the_account_is_deleted() {
    let world = World::start().await;
    let (ssn, aino) = resident("aino");
    let secret = world.sign_in(Realm::Resident, "aino").await;
    let mut accounts = AccountServiceClient::new(world.calls(Realm::Resident, &secret).await);
    accounts.ask_deletion(AskDeletionRequest { confirmed: true, ..AskDeletionRequest::default() }).await.unwrap();
    world.clock().advance(SignedDuration::from_hours(14 * 24));
    let pool = &world.running.kernel().pool;
    let over = "select exists (select from accounts where person_id = $1 and state = 2)";
    eventually(|| async { sqlx::query_scalar::<_, bool>(over).bind(aino.uuid()).fetch_one(pool).await.unwrap().then_some(()) }).await;
    assert_eq!(world.whose(&[ssn]).await.unwrap(), [found(ssn, aino)]);
    world.end().await;
}
