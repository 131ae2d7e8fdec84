//! A platform of the test's own.

use std::{path::PathBuf, sync::Arc, time::Duration};

use chassis::{
    Clock,
    service::Environment,
    settings::Settings,
    testkit::{TestEnvironment, eventually},
};
use chassis_domain::{SignedDuration, Timestamp};
use gateway::App;
use identity::demo::{location_id, role_id};
use platform::serve::Platform;
use simulators::{
    Config, Running, authorizations,
    booking::{LIFECARE_TOKEN, OMNI360_TOKEN, PEGASOS_KEY, System, VIHTA_CLIENT, VIHTA_SECRET},
    people::Realm,
};

use crate::browser::Browser;

pub(crate) struct World {
    pub(crate) platform: Platform,
    pub(crate) environment: Environment,
    pub(crate) simulators: Running,
    test: TestEnvironment,
    folder: PathBuf,
}

impl World {
    pub(crate) async fn start() -> Self {
        Self::with(|settings| settings).await
    }

    pub(crate) async fn with(change: impl FnOnce(Settings) -> Settings) -> Self {
        Self::by(Some(Clock::system()), |settings, _| change(settings)).await
    }

    /// With a clock that stands still, and that of the outside world with it, until the test says another time.
    pub(crate) async fn with_still_clock() -> Self {
        Self::still(|settings| settings).await
    }

    /// The same, with settings of its own.
    pub(crate) async fn still(change: impl FnOnce(Settings) -> Settings) -> Self {
        Self::by(None, |settings, _| change(settings)).await
    }

    /// With the systems that keep appointments of their own, and the machine's clock or one that stands still.
    pub(crate) async fn with_booking_systems(clock: Option<Clock>) -> Self {
        Self::connected(clock, |settings| settings).await
    }

    /// The same, with settings of its own.
    pub(crate) async fn connected(clock: Option<Clock>, change: impl FnOnce(Settings) -> Settings) -> Self {
        let connected = |settings: Settings, simulators: &Running| {
            change(settings)
                .with("lifecare_url", &simulators.booking_base(System::Lifecare))
                .with("lifecare_token", LIFECARE_TOKEN)
                .with("pegasos_url", &simulators.booking_base(System::Pegasos))
                .with("pegasos_key", PEGASOS_KEY)
                .with("omni360_url", &simulators.booking_base(System::Omni360))
                .with("omni360_token", OMNI360_TOKEN)
                .with("vihta_url", &simulators.booking_base(System::Vihta))
                .with("vihta_client", VIHTA_CLIENT)
                .with("vihta_secret", VIHTA_SECRET)
        };
        Self::by(clock, connected).await
    }

    /// It is this time.
    pub(crate) fn until(&self, time: &str) {
        self.pass(time.parse::<Timestamp>().unwrap().duration_since(self.environment.clock.now()));
    }

    /// A millisecond passes, for a clock that stands still.
    pub(crate) fn moment(&self) {
        self.pass(Duration::from_millis(1).try_into().unwrap());
    }

    /// So much time passes, for a clock that stands still.
    pub(crate) fn pass(&self, by: SignedDuration) {
        self.environment.clock.advance(by);
        self.simulators.advance(by);
    }

    /// As [`eventually`], for what a service tries again by its clock: one that stands still goes on as the machine's does meanwhile.
    pub(crate) async fn eventually<T, F>(&self, look: impl FnMut() -> F) -> T
    where
        F: Future<Output = Option<T>>,
    {
        self.test.eventually(look).await
    }

    async fn by(clock: Option<Clock>, change: impl FnOnce(Settings, &Running) -> Settings) -> Self {
        let simulators = simulators::start(Config::for_tests()).await.unwrap();
        let test = TestEnvironment::today(|mut settings| {
            settings.demo = true;
            change(settings, &simulators)
        })
        .await
        .unwrap();
        let mut environment = test.environment().clone();
        let folder = std::env::temp_dir().join(format!("kajo-platform-{}", environment.settings.database_prefix));
        let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
        let settings = Settings::clone(&environment.settings)
            .with("oidc_resident_issuer", &simulators.issuer(Realm::Resident))
            .with("oidc_practitioner_issuer", &simulators.issuer(Realm::Practitioner))
            .with("patient_record_url", &simulators.patient_record())
            .with("patient_record_token", simulators::patient_record::TOKEN)
            .with("authorizations_url", &simulators.authorizations())
            .with("authorizations_client_id", authorizations::CLIENT_ID)
            .with("authorizations_secret", authorizations::SECRET)
            .with("authorizations_oauth_secret", authorizations::OAUTH_SECRET)
            .with("mandate_social_uri", &simulators.social_mandate())
            .with("smtp_url", &simulators.smtp_url())
            .with("sms_url", &simulators.sms_url())
            .with("sms_token", simulators::sms::TOKEN)
            .with("push_key", &rcgen::KeyPair::generate().unwrap().serialize_pem())
            .with("push_hosts", &simulators.address.ip().to_string())
            .with("web_risk_url", &simulators.web_risk())
            .with("service_register_url", &simulators.service_register())
            .with("chat_provider_hosts", &simulators.chat_provider_host())
            .with("web_risk_key", simulators::web_risk::API_KEY)
            .with("summary_url", &simulators.openai())
            .with("summary_key", simulators::openai::KEY)
            .with("turn_urls", &simulators.turn_url())
            .with("turn_secret", simulators::turn::SECRET)
            .with("resident_public_url", "https://kajo.example")
            .with("resident_addr", "127.0.0.1:0")
            .with("practitioner_addr", "127.0.0.1:0")
            .with("apps_dir", &path("apps"))
            .with("tls_dir", &path("tls"))
            .with("files_dir", &path("files"))
            .with("clamd_addr", &simulators.clamd.unwrap().to_string());
        environment.settings = Arc::new(settings);
        // Tokens of the realms carry the real time, unless a test sets the clocks of both.
        if let Some(clock) = clock {
            environment.clock = clock;
        }
        for service in platform::services::all() {
            test.database(&service).await.unwrap();
        }
        let platform = Platform::start(&environment).await.unwrap();
        Self { platform, environment, simulators, test, folder }
    }

    /// Waits for the lists by which links are judged.
    pub(crate) async fn lists_of_links(&self) {
        let conversations = self.platform.service("conversations").unwrap().kernel();
        eventually(|| async {
            let lists: i64 = sqlx::query_scalar("select count(*) from link_lists").fetch_one(&conversations.pool).await.unwrap();
            (lists > 2).then_some(())
        })
        .await;
    }

    pub(crate) fn browser(&self, app: App) -> Browser {
        Browser::at(app, self.platform.address(app, false).unwrap().port())
    }

    /// A resident who has signed in.
    pub(crate) async fn resident(&self, hint: &str) -> Browser {
        let mut browser = self.browser(App::Resident);
        browser.sign_in(hint).await;
        browser
    }

    /// A professional who has signed in and chosen the first role and location.
    pub(crate) async fn practitioner(&self, hint: &str) -> Browser {
        let mut browser = self.browser(App::Practitioner);
        browser.sign_in(hint).await;
        browser.choose_work_context().await;
        browser
    }

    /// A professional who has signed in and chosen this role and location, by their keys in the demo.
    pub(crate) async fn professional(&self, hint: &str, role: &str, location: &str) -> Browser {
        let mut browser = self.browser(App::Practitioner);
        browser.sign_in(hint).await;
        browser.choose(&role_id(role).to_string(), &location_id(location).to_string()).await;
        browser
    }

    /// Stops everything and takes it away.
    pub(crate) async fn end(self) {
        self.platform.stop().await;
        self.test.remove().await.unwrap();
        let _ = std::fs::remove_dir_all(self.folder);
    }
}
