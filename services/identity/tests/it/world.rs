//! An identity of the test's own, the realms around it, and what a gateway and a browser do between them.

use chassis::{
    Clock,
    service::Running,
    settings::Settings,
    testkit::{Calls, TestEnvironment},
};
use kajo_proto::{
    caller::v1::CallerContext,
    identity::v1::{
        BeginSignInRequest, BeginSignInResponse, CompleteSignInRequest, CompleteSignInResponse, Realm, ResolveSessionRequest, ResolveSessionResponse,
        SignOutRequest, SignOutResponse, on_behalf_service_client::OnBehalfServiceClient, session_service_client::SessionServiceClient,
        work_context_service_client::WorkContextServiceClient,
    },
    options::v1::Caller,
};
use reqwest::{Client, redirect::Policy};
use simulators::{Config, authorizations, patient_record::TOKEN, people};
use tonic::{Code, Status};
use tonic_types::StatusExt;
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
    pub(crate) identity: Running,
    test: TestEnvironment,
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

/// Code and reason of a refusal.
pub(crate) fn told(status: &Status) -> (Code, String) {
    (status.code(), status.get_details_error_info().map(|info| info.reason).unwrap_or_default())
}

pub(crate) fn fields(status: &Status) -> Vec<(String, String)> {
    let violations = status.get_details_bad_request().map(|bad| bad.field_violations).unwrap_or_default();
    violations.into_iter().map(|found| (found.field, found.reason)).collect()
}

/// The field that a refusal names.
pub(crate) fn field(status: &Status) -> String {
    status.get_details_bad_request().and_then(|bad| bad.field_violations.into_iter().next()).map(|found| found.field).unwrap_or_default()
}

pub(crate) fn said(code: Code, reason: &str) -> (Code, String) {
    (code, reason.to_owned())
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

/// An environment whose clock begins at the machine's time, as the tokens of the realms carry that.
pub(crate) async fn environment(change: impl FnOnce(Settings) -> Settings) -> TestEnvironment {
    let test = TestEnvironment::with(change).await.unwrap();
    test.clock().advance(Clock::system().now().duration_since(test.clock().now()));
    test
}

impl World {
    pub(crate) async fn start() -> Self {
        Self::with(|settings| settings).await
    }

    /// With settings of the test's own.
    pub(crate) async fn with(change: impl FnOnce(Settings) -> Settings) -> Self {
        let realms = simulators::start(Config::for_tests()).await.unwrap();
        let test = environment(|settings| {
            let settings = issuers(settings, &realms.issuer(people::Realm::Resident), &realms.issuer(people::Realm::Practitioner));
            change(settings.with("smtp_url", &realms.smtp_url()))
        })
        .await;
        let identity = test.service(identity::service()).await.unwrap();
        Self { realms, identity, test }
    }

    pub(crate) fn clock(&self) -> &Clock {
        self.test.clock()
    }

    pub(crate) fn gateway(&self) -> SessionServiceClient<Calls> {
        let gateway = CallerContext { kind: Caller::Gateway.into(), ..CallerContext::default() };
        SessionServiceClient::new(self.test.calls(&self.identity).by(gateway))
    }

    pub(crate) fn on_behalf(&self) -> OnBehalfServiceClient<Calls> {
        let gateway = CallerContext { kind: Caller::Gateway.into(), ..CallerContext::default() };
        OnBehalfServiceClient::new(self.test.calls(&self.identity).by(gateway))
    }

    pub(crate) async fn begin(&self, realm: Realm) -> BeginSignInResponse {
        let return_to = "/fi/messages".to_owned();
        let asked = BeginSignInRequest { realm: realm.into(), return_to, redirect_uri: CALLBACK.to_owned(), language: "fi".to_owned() };
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
        let asked = CompleteSignInRequest { realm: realm.into(), code, state, callback_secret, redirect_uri, device: None };
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

    /// Calls as whoever holds the secret is seen now.
    pub(crate) async fn calls(&self, realm: Realm, secret: &str) -> Calls {
        let caller = self.resolve(realm, secret, false).await.unwrap().caller.unwrap();
        self.test.calls(&self.identity).by(caller)
    }

    /// Calls as somebody the gateway would name so.
    pub(crate) fn calls_by(&self, caller: CallerContext) -> Calls {
        self.test.calls(&self.identity).by(caller)
    }

    /// Another identity beside the first, on the same database and bus.
    pub(crate) async fn another(&self) -> Running {
        self.test.service(identity::service()).await.unwrap()
    }

    /// Calls to another identity, as whoever holds the secret is seen now.
    pub(crate) async fn calls_to(&self, identity: &Running, realm: Realm, secret: &str) -> Calls {
        let caller = self.resolve(realm, secret, false).await.unwrap().caller.unwrap();
        self.test.calls(identity).by(caller)
    }

    /// Work contexts, as whoever holds the secret is seen now.
    pub(crate) async fn work_contexts(&self, secret: &str) -> WorkContextServiceClient<Calls> {
        WorkContextServiceClient::new(self.calls(Realm::Practitioner, secret).await)
    }

    /// How many sessions have begun.
    pub(crate) async fn sessions(&self) -> i64 {
        sqlx::query_scalar("select count(*) from sessions").fetch_one(&self.identity.kernel().pool).await.unwrap()
    }

    pub(crate) async fn end(self) {
        self.identity.stop().await;
        self.test.remove().await.unwrap();
    }
}
