//! Who has identified themselves, and whether they may enter in their own name.

use kajo_proto::{
    identity::v1::{
        Denial, GetAdmissionRequest, ListWorkContextsRequest, Realm, admission_service_client::AdmissionServiceClient,
        work_context_service_client::WorkContextServiceClient,
    },
    options::v1::Caller,
};
use simulators::Fault;
use tonic::Code;

use crate::world::{World, said, told};

impl World {
    /// What kind of caller somebody is after signing in, and what the page is told of why.
    async fn admitted(&self, who: &str) -> (Caller, Denial) {
        let secret = self.sign_in(Realm::Resident, who).await;
        let kind = self.resolve(Realm::Resident, &secret, false).await.unwrap().caller.unwrap().kind();
        let mut admissions = AdmissionServiceClient::new(self.calls(Realm::Resident, &secret).await);
        (kind, admissions.get_admission(GetAdmissionRequest {}).await.unwrap().into_inner().denial())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nav_12_who_is_unknown_protected_or_identified_abroad_is_signed_in_and_may_only_learn_why() {
    let world = World::start().await;
    assert_eq!(world.admitted("aino").await, (Caller::Resident, Denial::Unspecified));
    for (who, denial) in [("tuuli", Denial::NotAdmitted), ("salme", Denial::NotAdmitted), ("marco", Denial::ForeignIdentity)] {
        let begun = world.begin(Realm::Resident).await;
        let back = world.at_realm(&begun.url, who).await;
        let done = world.complete(Realm::Resident, &back, &begun.callback_secret).await.unwrap();
        assert!(done.denied, "{who}: the browser goes to the page that says why");
        assert_eq!(world.admitted(who).await, (Caller::Identified, denial), "{who}");
        let mut elsewhere = WorkContextServiceClient::new(world.calls(Realm::Resident, &done.session_secret).await);
        let refused = elsewhere.list_work_contexts(ListWorkContextsRequest {}).await.unwrap_err();
        assert_eq!(told(&refused), said(Code::PermissionDenied, "not_admitted"), "{who}");
        world.sign_out(Realm::Resident, &done.session_secret).await.unwrap();
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_register_is_away_what_it_said_last_holds_and_strangers_wait() {
    let world = World::start().await;
    for who in ["eino", "salme"] {
        world.sign_in(Realm::Resident, who).await;
    }
    world.realms.fail(Fault::PatientRecordFails);
    let refused = world.try_sign_in(Realm::Resident, "aino").await.unwrap_err();
    assert_eq!(told(&refused), said(Code::Unavailable, "register_unavailable"));
    assert_eq!(world.admitted("eino").await, (Caller::Resident, Denial::Unspecified));
    assert_eq!(world.admitted("salme").await, (Caller::Identified, Denial::NotAdmitted));
    // Who needs no register is not held up by it.
    assert_eq!(world.admitted("marco").await, (Caller::Identified, Denial::ForeignIdentity));
    world.sign_in(Realm::Practitioner, "liisa").await;
    world.realms.fail(Fault::None);
    assert_eq!(world.admitted("aino").await, (Caller::Resident, Denial::Unspecified));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn evt_05_the_register_is_asked_by_the_system_of_the_settings() {
    // The register knows codes by another system, and refuses to be asked by this one.
    let world = World::with(|settings| settings.with("national_id_system", "urn:oid:2.999.1")).await;
    let refused = world.try_sign_in(Realm::Resident, "aino").await.unwrap_err();
    assert_eq!(told(&refused), said(Code::Unavailable, "register_unavailable"));
    world.end().await;
    let world = World::with(|settings| settings.with("national_id_system", "urn:oid:1.2.246.21")).await;
    assert_eq!(world.admitted("aino").await, (Caller::Resident, Denial::Unspecified));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_04_whom_the_register_did_not_answer_of_is_not_known_to_it() {
    let world = World::start().await;
    let unavailable = said(Code::Unavailable, "register_unavailable");
    // Everybody stands in the answer: whoever was asked for is found there, and of who is not there nothing was said.
    world.realms.fail(Fault::PatientRecordIgnoresSearch);
    assert_eq!(world.admitted("eino").await, (Caller::Resident, Denial::Unspecified));
    assert_eq!(told(&world.try_sign_in(Realm::Resident, "tuuli").await.unwrap_err()), unavailable);
    // A note in the answer is nobody.
    world.realms.fail(Fault::PatientRecordAnswersOutcome);
    assert_eq!(world.admitted("tuuli").await, (Caller::Identified, Denial::NotAdmitted));
    // Which of two it is, nobody can say.
    world.realms.fail(Fault::PatientRecordAnswersTwo);
    assert_eq!(told(&world.try_sign_in(Realm::Resident, "aino").await.unwrap_err()), unavailable);
    world.end().await;
}
