//! A platform of the test's own.

use std::{path::PathBuf, sync::Arc};

use chassis::{Clock, service::Environment, settings::Settings, testkit::TestEnvironment};
use gateway::App;
use identity::demo::{location_id, role_id};
use platform::serve::Platform;
use simulators::{Config, Running, authorizations, people::Realm};

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
        let simulators = simulators::start(Config::for_tests()).await.unwrap();
        let test = TestEnvironment::with(|mut settings| {
            settings.demo = true;
            change(settings)
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
            .with("resident_addr", "127.0.0.1:0")
            .with("practitioner_addr", "127.0.0.1:0")
            .with("apps_dir", &path("apps"))
            .with("tls_dir", &path("tls"))
            .with("files_dir", &path("files"))
            .with("clamd_addr", &simulators.clamd.unwrap().to_string());
        environment.settings = Arc::new(settings);
        // Tokens of the realms carry the real time.
        environment.clock = Clock::system();
        let platform = Platform::start(&environment).await.unwrap();
        Self { platform, environment, simulators, test, folder }
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
