//! One's own sessions: seen, and ended from another one.

use chassis::testkit::Calls;
use identity::demo::{location_id, role_id};
use jiff::SignedDuration;
use kajo_proto::identity::v1::{
    Browser, ChooseWorkContextRequest, CompleteSignInRequest, Device, EndMyOtherSessionsRequest, EndMySessionRequest, Level, ListMySessionsRequest,
    OwnSession, Realm, SignOutRequest, System, own_session_service_client::OwnSessionServiceClient,
};
use tonic::{Code, Status};

use crate::world::{BOTH, CALLBACK, World, said, somebody, told};

impl World {
    async fn own_sessions(&self, realm: Realm, secret: &str) -> OwnSessionServiceClient<Calls> {
        OwnSessionServiceClient::new(self.calls(realm, secret).await)
    }

    async fn listed(&self, realm: Realm, secret: &str) -> Vec<OwnSession> {
        self.own_sessions(realm, secret).await.list_my_sessions(ListMySessionsRequest {}).await.unwrap().into_inner().sessions
    }

    async fn end_session(&self, realm: Realm, secret: &str, session_id: &str) -> Result<(), Status> {
        let asked = EndMySessionRequest { session_id: session_id.to_owned() };
        self.own_sessions(realm, secret).await.end_my_session(asked).await.map(|_| ())
    }

    async fn end_others(&self, realm: Realm, secret: &str) -> u32 {
        self.own_sessions(realm, secret).await.end_my_other_sessions(EndMyOtherSessionsRequest {}).await.unwrap().into_inner().ended
    }

    async fn session_id(&self, realm: Realm, secret: &str) -> String {
        self.resolve(realm, secret, false).await.unwrap().caller.unwrap().session_id
    }

    async fn sign_in_with(&self, realm: Realm, who: &str, browser: Browser, system: System) -> String {
        let begun = self.begin(realm).await;
        let back = self.at_realm(&begun.url, who).await;
        let asked = CompleteSignInRequest {
            realm: realm.into(),
            code: back.code,
            state: back.state,
            callback_secret: begun.callback_secret,
            redirect_uri: CALLBACK.to_owned(),
            device: Some(Device { browser: browser.into(), system: system.into() }),
            ..CompleteSignInRequest::default()
        };
        self.gateway().complete_sign_in(asked).await.unwrap().into_inner().session_secret
    }

    /// How many facts of this type wait for the bus or are on it.
    async fn facts(&self, message: &str) -> i64 {
        let counted = sqlx::query_scalar("select count(*) from outbox where fact_type = $1").bind(message);
        counted.fetch_one(&self.running.kernel().pool).await.unwrap()
    }
}

const MISSING: &str = "session_missing";
const ELSEWHERE: &str = "session_ended_elsewhere";

#[tokio::test(flavor = "multi_thread")]
async fn a_person_sees_where_they_are_signed_in_this_session_first_and_then_the_one_used_last() {
    let world = World::start().await;
    let phone = world.sign_in_with(Realm::Resident, "aino", Browser::Safari, System::Iphone).await;
    let library = world.sign_in_with(Realm::Resident, "aino", Browser::Firefox, System::Linux).await;
    let here = world.sign_in_with(Realm::Resident, "aino", Browser::Edge, System::Windows).await;
    world.sign_in(Realm::Resident, "eino").await;
    let begun = world.clock().now().as_second();
    world.clock().advance(SignedDuration::from_mins(3));
    world.resolve(Realm::Resident, &phone, true).await.unwrap();

    let seen = world.listed(Realm::Resident, &here).await;
    let devices: Vec<_> = seen.iter().map(|own| own.device.unwrap()).map(|device| (device.browser(), device.system())).collect();
    assert_eq!(
        devices,
        [(Browser::Edge, System::Windows), (Browser::Safari, System::Iphone), (Browser::Firefox, System::Linux)],
        "nobody else's, this one first"
    );
    assert_eq!(seen.iter().map(|own| own.this_one).collect::<Vec<_>>(), [true, false, false]);
    assert!(seen.iter().all(|own| own.level() == Level::Unspecified && !own.on_behalf));
    let times: Vec<_> = seen.iter().map(|own| (own.begun_at.unwrap().seconds - begun, own.used_at.unwrap().seconds - begun)).collect();
    assert_eq!(times, [(0, 0), (0, 180), (0, 0)]);

    world.clock().advance(SignedDuration::from_mins(13));
    assert!(world.resolve(Realm::Resident, &library, false).await.is_err());
    world.resolve(Realm::Resident, &phone, true).await.unwrap();
    assert_eq!(world.listed(Realm::Resident, &phone).await.len(), 1, "what ran out is none");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_professionals_session_role_and_location_are_told() {
    let world = World::start().await;
    let (working, here) = (world.sign_in(Realm::Practitioner, "anna").await, world.sign_in(Realm::Practitioner, "anna").await);
    let choice = ChooseWorkContextRequest { role_id: role_id("nurse").to_string(), location_id: location_id("tunturi").to_string() };
    world.work_contexts(&working).await.choose_work_context(choice).await.unwrap();
    let seen = world.listed(Realm::Practitioner, &here).await;
    assert_eq!((seen[0].role_name.is_none(), seen[0].location_name.as_str()), (true, ""), "nothing is chosen here yet");
    assert_eq!(seen[1].role_name.as_ref().unwrap().texts["fi"], "Sairaanhoitaja");
    assert_eq!((seen[1].location_name.as_str(), seen[1].level()), ("Tunturin terveysasema", Level::Practitioner));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_session_ends_another_and_the_fact_says_so() {
    let world = World::start().await;
    for realm in BOTH {
        let [here, other, third] =
            [world.sign_in(realm, somebody(realm)).await, world.sign_in(realm, somebody(realm)).await, world.sign_in(realm, somebody(realm)).await];
        let ended = world.session_id(realm, &other).await;
        let before = world.facts("kajo.identity.v1.SessionEnded").await;
        world.end_session(realm, &here, &ended).await.unwrap();
        assert_eq!(told(&world.resolve(realm, &other, true).await.unwrap_err()), said(Code::Unauthenticated, ELSEWHERE));
        assert_eq!(world.facts("kajo.identity.v1.SessionEnded").await, before + 1);
        let kept = "select count(*) from session_secrets
                    where session_id = $1::uuid and (access_token <> '' or ssn <> '' or browser <> 0 or system <> 0)";
        let kept = sqlx::query_scalar::<_, i64>(kept).bind(&ended);
        assert_eq!(kept.fetch_one(&world.running.kernel().pool).await.unwrap(), 0, "nothing of it is kept but what tells the realm");
        world.end_session(realm, &here, &ended).await.expect("ending what is over changes nothing");
        assert_eq!(world.facts("kajo.identity.v1.SessionEnded").await, before + 1);
        world.resolve(realm, &here, true).await.unwrap();
        world.resolve(realm, &third, true).await.unwrap();
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_of_somebody_else_and_one_that_never_was_look_alike() {
    let world = World::start().await;
    let (here, foreign) = (world.sign_in(Realm::Resident, "aino").await, world.sign_in(Realm::Resident, "eino").await);
    let professional = world.sign_in(Realm::Practitioner, "liisa").await;
    let ids = [
        world.session_id(Realm::Resident, &foreign).await,
        world.session_id(Realm::Practitioner, &professional).await,
        "0198c0de-0000-7000-8000-000000000099".to_owned(),
    ];
    let mut answers = Vec::new();
    for id in &ids {
        let refused = world.end_session(Realm::Resident, &here, id).await.unwrap_err();
        answers.push((refused.code(), refused.message().to_owned(), refused.details().to_vec()));
    }
    assert_eq!(answers[0].0, Code::NotFound);
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    world.resolve(Realm::Resident, &foreign, true).await.unwrap();
    world.resolve(Realm::Practitioner, &professional, true).await.unwrap();
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_other_sessions_end_at_once_and_two_who_end_each_other_both_get_their_answer() {
    let world = World::start().await;
    let realm = Realm::Resident;
    let here = world.sign_in(realm, "aino").await;
    let others = [world.sign_in(realm, "aino").await, world.sign_in(realm, "aino").await, world.sign_in(realm, "aino").await];
    let stranger = world.sign_in(realm, "eino").await;
    assert_eq!(world.end_others(realm, &here).await, 3);
    for other in &others {
        assert_eq!(told(&world.resolve(realm, other, true).await.unwrap_err()), said(Code::Unauthenticated, ELSEWHERE));
    }
    assert_eq!(world.end_others(realm, &here).await, 0);
    world.resolve(realm, &stranger, true).await.unwrap();

    // Who calls was found out before either of the two was ended.
    let second = world.sign_in(realm, "aino").await;
    let (mut mine, mut theirs) = (world.own_sessions(realm, &here).await, world.own_sessions(realm, &second).await);
    let (one, two) =
        tokio::join!(mine.end_my_other_sessions(EndMyOtherSessionsRequest {}), theirs.end_my_other_sessions(EndMyOtherSessionsRequest {}));
    let ended = [one.unwrap().into_inner().ended, two.unwrap().into_inner().ended];
    assert!(ended.iter().sum::<u32>() >= 1, "{ended:?}");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_everywhere_ends_this_session_and_all_others() {
    let world = World::start().await;
    for realm in BOTH {
        let [here, other] = [world.sign_in(realm, somebody(realm)).await, world.sign_in(realm, somebody(realm)).await];
        let home = "http://localhost:8080/fi".to_owned();
        let asked = SignOutRequest { realm: realm.into(), session_secret: here.clone(), post_logout_redirect_uri: home, everywhere: true };
        let answer = world.gateway().sign_out(asked).await.unwrap().into_inner();
        assert!(!answer.ticket.is_empty(), "the realm is told");
        for (secret, why) in [(&here, MISSING), (&other, ELSEWHERE)] {
            assert_eq!(told(&world.resolve(realm, secret, true).await.unwrap_err()), said(Code::Unauthenticated, why));
        }
    }
    world.end().await;
}
