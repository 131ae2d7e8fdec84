//! An identity of the test's own, the realms around it, and what a gateway and a browser do between them.

use std::ops::Deref;

pub(crate) use chassis::testkit::refusals::{field, fields, param, said, told};
use chassis::{
    service::Running,
    settings::Settings,
    testkit::{self, Calls, TestEnvironment},
};
use kajo_proto::{
    caller::v1::CallerContext,
    identity::v1::{
        BeginSignInRequest, BeginSignInResponse, CompleteSignInRequest, CompleteSignInResponse, LeaveRealmRequest, LeaveRealmResponse, Realm,
        ResolveSessionRequest, ResolveSessionResponse, SignOutRequest, SignOutResponse, on_behalf_service_client::OnBehalfServiceClient,
        session_service_client::SessionServiceClient, work_context_service_client::WorkContextServiceClient,
    },
    options::v1::Caller,
};
use reqwest::{Client, redirect::Policy};
use simulators::{Config, authorizations, patient_record::TOKEN, people};
use tonic::Status;
use url::Url;

pub(crate) const BOTH: [Realm; 2] = [Realm::Resident, Realm::Practitioner];
pub(crate) const CALLBACK: &str = "http://localhost:8080/api/session/callback";

/// What the realm sends the browser back with.
#[derive(Clone)]
pub(crate) struct Back {
    pub(crate) code: String,
    pub(crate) state: String,
}

pub(crate) struct World {
    pub(crate) realms: simulators::Running,
    service: testkit::World,
}

impl Deref for World {
    type Target = testkit::World;

    fn deref(&self) -> &testkit::World {
        &self.service
    }
}

pub(crate) fn simulated(realm: Realm) -> people::Realm {
    match realm {
        Realm::Practitioner => people::Realm::Practitioner,
        Realm::Resident | Realm::Unspecified => people::Realm::Resident,
    }
}

/// Somebody of the realm, by login hint.
pub(crate) fn somebody(realm: Realm) -> &'static str {
    match realm {
        Realm::Practitioner => "liisa",
        Realm::Resident | Realm::Unspecified => "aino",
    }
}

/// Settings with the issuers of these realms.
pub(crate) fn issuers(settings: Settings, resident: &str, practitioner: &str) -> Settings {
    let mut settings = settings.with("oidc_resident_issuer", resident).with("oidc_practitioner_issuer", practitioner);
    // Nobody is there unless a world says otherwise.
    settings = settings.with("smtp_url", "smtp://127.0.0.1:1").with("sms_url", "http://127.0.0.1:1");
    if let Some((base, _)) = resident.split_once("/realms/") {
        settings = settings
            .with("patient_record_url", &format!("{base}/patient-record/fhir/r4"))
            .with("patient_record_token", TOKEN)
            .with("patient_record_link", &format!("{base}/patient-record/patient/{{record_id}}"))
            .with("authorizations_url", base)
            .with("authorizations_client_id", authorizations::CLIENT_ID)
            .with("authorizations_secret", authorizations::SECRET)
            .with("authorizations_oauth_secret", authorizations::OAUTH_SECRET)
            .with("mandate_social_uri", &format!("{base}/mandates/sosiaalihuollon_asioiden_hoito"))
            .with("sms_url", &format!("{base}/sms/v1/messages"))
            .with("sms_token", simulators::sms::TOKEN);
    }
    settings.demo = true;
    settings
}

impl World {
    pub(crate) async fn start() -> Self {
        Self::with(|settings| settings).await
    }

    /// With settings of the test's own.
    pub(crate) async fn with(change: impl FnOnce(Settings) -> Settings) -> Self {
        let realms = simulators::start(Config::for_tests()).await.unwrap();
        let test = TestEnvironment::today(|settings| {
            let settings = issuers(settings, &realms.issuer(people::Realm::Resident), &realms.issuer(people::Realm::Practitioner));
            change(settings.with("smtp_url", &realms.smtp_url()))
        })
        .await
        .unwrap();
        let service = testkit::World::start(test, identity::service).await.unwrap();
        Self { realms, service }
    }

    pub(crate) fn gateway(&self) -> SessionServiceClient<Calls> {
        let gateway = CallerContext { kind: Caller::Gateway.into(), ..CallerContext::default() };
        SessionServiceClient::new(self.calls_by(gateway))
    }

    pub(crate) fn on_behalf(&self) -> OnBehalfServiceClient<Calls> {
        let gateway = CallerContext { kind: Caller::Gateway.into(), ..CallerContext::default() };
        OnBehalfServiceClient::new(self.calls_by(gateway))
    }

    pub(crate) async fn begin(&self, realm: Realm) -> BeginSignInResponse {
        self.begin_after(realm, "").await
    }

    /// In a browser that had a session before.
    pub(crate) async fn begin_after(&self, realm: Realm, previous_secret: &str) -> BeginSignInResponse {
        let asked = BeginSignInRequest {
            realm: realm.into(),
            return_to: "/fi/messages".to_owned(),
            redirect_uri: CALLBACK.to_owned(),
            language: "fi".to_owned(),
            previous_secret: previous_secret.to_owned(),
            ask_anew: false,
        };
        self.gateway().begin_sign_in(asked).await.unwrap().into_inner()
    }

    /// What a person does at the realm.
    pub(crate) async fn at_realm(&self, url: &str, who: &str) -> Back {
        let browser = Client::builder().redirect(Policy::none()).build().unwrap();
        let answer = browser.get(url).query(&[("login_hint", who)]).send().await.unwrap();
        let back = Url::parse(answer.headers()["location"].to_str().unwrap()).unwrap();
        let value = |name: &str| back.query_pairs().find(|(found, _)| found == name).unwrap().1.into_owned();
        Back { code: value("code"), state: value("state") }
    }

    pub(crate) async fn complete(&self, realm: Realm, back: &Back, callback_secret: &str) -> Result<CompleteSignInResponse, Status> {
        self.complete_at(CALLBACK, realm, back, callback_secret).await
    }

    pub(crate) async fn complete_at(
        &self,
        redirect_uri: &str,
        realm: Realm,
        back: &Back,
        callback_secret: &str,
    ) -> Result<CompleteSignInResponse, Status> {
        let Back { code, state } = back.clone();
        let redirect_uri = redirect_uri.to_owned();
        let callback_secret = callback_secret.to_owned();
        let asked = CompleteSignInRequest { realm: realm.into(), code, state, callback_secret, redirect_uri, ..CompleteSignInRequest::default() };
        self.gateway().complete_sign_in(asked).await.map(tonic::Response::into_inner)
    }

    /// The whole way, from the first click to the secret of the session.
    pub(crate) async fn try_sign_in(&self, realm: Realm, who: &str) -> Result<String, Status> {
        let begun = self.begin(realm).await;
        let back = self.at_realm(&begun.url, who).await;
        Ok(self.complete(realm, &back, &begun.callback_secret).await?.session_secret)
    }

    pub(crate) async fn sign_in(&self, realm: Realm, who: &str) -> String {
        self.try_sign_in(realm, who).await.unwrap()
    }

    pub(crate) async fn resolve(&self, realm: Realm, secret: &str, touch: bool) -> Result<ResolveSessionResponse, Status> {
        let asked = ResolveSessionRequest { realm: realm.into(), session_secret: secret.to_owned(), touch, check: false };
        self.gateway().resolve_session(asked).await.map(tonic::Response::into_inner)
    }

    pub(crate) async fn sign_out(&self, realm: Realm, secret: &str) -> Result<SignOutResponse, Status> {
        let home = "http://localhost:8080/fi".to_owned();
        let asked = SignOutRequest { realm: realm.into(), session_secret: secret.to_owned(), post_logout_redirect_uri: home, everywhere: false };
        self.gateway().sign_out(asked).await.map(tonic::Response::into_inner)
    }

    /// What the browser that has signed out posts to the realm.
    pub(crate) async fn leave_realm(&self, realm: Realm, ticket: &str) -> Result<LeaveRealmResponse, Status> {
        let asked = LeaveRealmRequest { realm: realm.into(), ticket: ticket.to_owned() };
        self.gateway().leave_realm(asked).await.map(tonic::Response::into_inner)
    }

    /// Calls as whoever holds the secret is seen now.
    pub(crate) async fn calls(&self, realm: Realm, secret: &str) -> Calls {
        let caller = self.resolve(realm, secret, false).await.unwrap().caller.unwrap();
        self.calls_by(caller)
    }

    /// Calls to another identity, as whoever holds the secret is seen now.
    pub(crate) async fn calls_to(&self, identity: &Running, realm: Realm, secret: &str) -> Calls {
        let caller = self.resolve(realm, secret, false).await.unwrap().caller.unwrap();
        self.environment().calls(identity).by(caller)
    }

    /// Work contexts, as whoever holds the secret is seen now.
    pub(crate) async fn work_contexts(&self, secret: &str) -> WorkContextServiceClient<Calls> {
        WorkContextServiceClient::new(self.calls(Realm::Practitioner, secret).await)
    }

    /// How many sessions have begun.
    pub(crate) async fn sessions(&self) -> i64 {
        sqlx::query_scalar("select count(*) from sessions").fetch_one(&self.running.kernel().pool).await.unwrap()
    }

    pub(crate) async fn end(self) {
        self.service.end().await.unwrap();
    }
}

/// Makes a stream one that nobody can read, and that nobody has in memory as it is.
pub(crate) async fn spoil(pool: &chassis::Pool, stream: &str) {
    for statement in
        ["update events set payload = '\\xff' where stream_id = $1", "update event_streams set version = version + 1 where stream_id = $1"]
    {
        let spoilt = sqlx::query(statement).bind(stream).execute(pool).await.unwrap();
        assert!(spoilt.rows_affected() > 0, "there is no {stream}");
    }
}
