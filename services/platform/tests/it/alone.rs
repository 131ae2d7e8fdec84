//! Each service, and the gateway, as a process of its own.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use chassis::testkit::TestEnvironment;
use serde_json::Value;

/// A process with the line it said when it was ready.
struct Process {
    child: Child,
    said: Value,
}

impl Process {
    /// Starts a program that is built beside `platform`.
    fn start(name: &str, variables: &[(&str, String)]) -> Self {
        let program = Path::new(env!("CARGO_BIN_EXE_platform")).with_file_name(name);
        let mut child = Command::new(program)
            .env_clear()
            .envs(variables.iter().map(|(name, value)| (*name, value.as_str())))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let said = lines.map_while(Result::ok).find_map(|line| serde_json::from_str::<Value>(&line).ok().filter(|said| said["ready"] == true));
        Self { child, said: said.unwrap_or_else(|| panic!("{name} was never ready")) }
    }

    fn url(&self, listener: &str) -> String {
        format!("http://{}", self.said[listener].as_str().unwrap())
    }

    /// Tells it to end; whether it ended well.
    fn end(mut self) -> bool {
        let told = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        told.success() && self.child.wait().unwrap().success()
    }
}

fn any() -> String {
    "127.0.0.1:0".to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_service_and_the_gateway_run_on_their_own_and_find_one_another() {
    let environment = TestEnvironment::start().await.unwrap();
    let settings = &environment.environment().settings;
    let home: PathBuf = std::env::temp_dir().join(format!("kajo-alone-{}", settings.bus_prefix));
    let file = |name: &str| home.join(name).display().to_string();
    let bus = [
        ("KAJO_NATS_URL", settings.nats_url.clone()),
        ("KAJO_BUS_PREFIX", settings.bus_prefix.clone()),
        ("KAJO_INTERNAL_KEY_FILE", file("internal")),
        ("KAJO_METRICS_ADDR", any()),
        ("KAJO_OIDC_RESIDENT_ISSUER", "http://127.0.0.1:9/realms/resident".to_owned()),
        ("KAJO_OIDC_PRACTITIONER_ISSUER", "http://127.0.0.1:9/realms/practitioner".to_owned()),
        ("KAJO_PATIENT_RECORD_URL", "http://127.0.0.1:9/fhir".to_owned()),
    ];
    let service = [
        ("KAJO_DEMO", "1".to_owned()),
        ("KAJO_POSTGRES_URL", settings.postgres_url().to_owned()),
        ("KAJO_DATABASE_PREFIX", settings.database_prefix.clone()),
        ("KAJO_KEK_FILE", file("kek")),
        ("KAJO_FILES_DIR", file("files")),
        ("KAJO_CLAMD_ADDR", "127.0.0.1:9".to_owned()),
        ("KAJO_GRPC_ADDR", any()),
    ];
    let of_service = [bus.as_slice(), &service].concat();
    let identity = Process::start("identity", &of_service);
    let conversations = Process::start("conversations", &of_service);
    let of_gateway = [
        ("KAJO_IDENTITY_URL", identity.url("grpc")),
        ("KAJO_CONVERSATIONS_URL", conversations.url("grpc")),
        ("KAJO_RESIDENT_ADDR", any()),
        ("KAJO_APPS_DIR", file("apps")),
        ("KAJO_TLS_DIR", file("tls")),
    ];
    let gateway = Process::start("gateway", &[bus.as_slice(), &of_gateway].concat());

    let browser = reqwest::Client::new();
    for process in [&identity, &conversations, &gateway] {
        let ready = browser.get(format!("{}/readyz", process.url("operations"))).send().await.unwrap();
        assert_eq!(ready.status(), 200);
    }
    // Through the gateway to identity and back: a secret that nobody was given stands for nobody.
    let session = browser
        .get(format!("{}/api/session", gateway.url("resident")))
        .header("X-DigitalPlatformAuthorization", "kajo-web")
        .header("Cookie", format!("__Host-kajo-resident-session={}", "A".repeat(43)))
        .send()
        .await
        .unwrap();
    assert_eq!(session.status(), 401);
    assert_eq!(session.json::<Value>().await.unwrap()["reason"], "session_expired");

    assert!(gateway.end() && conversations.end() && identity.end());
    std::fs::remove_dir_all(home).unwrap();
    environment.remove().await.unwrap();
}
