//! Each service, and the gateway, as a process of its own.

use std::{
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use chassis::{
    Clock,
    access::{CALLER_HEADER, InternalKey},
    testkit::{TestEnvironment, caller},
};
use chassis_domain::demo_id;
use kajo_proto::{
    conversations::v1::{SaveDraftRequest, draft_service_client::DraftServiceClient},
    options::v1::Caller,
};
use serde_json::Value;
use tonic::{Code, metadata::MetadataValue, transport::Channel};

/// How long a process may take until it is ready, and until it has ended.
const PATIENCE: Duration = Duration::from_mins(1);

/// A process with the line it said when it was ready.
struct Process {
    child: Child,
    said: Value,
}

impl Process {
    /// Starts a program that is built beside `platform`.
    fn start(name: &str, variables: &[(&str, String)]) -> Self {
        let program = Path::new(env!("CARGO_BIN_EXE_platform")).with_file_name(name);
        let child = Command::new(program)
            .env_clear()
            .envs(variables.iter().map(|(name, value)| (*name, value.as_str())))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut process = Self { child, said: Value::Null };
        let lines = BufReader::new(process.child.stdout.take().unwrap()).lines();
        let (tell, told) = mpsc::channel();
        // Read beside the test, which would wait for ever for a process that says nothing.
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| tell.send(line)));
        let (until, mut log) = (Instant::now() + PATIENCE, Vec::new());
        while process.said["ready"] != true {
            let line = told.recv_timeout(until.saturating_duration_since(Instant::now()));
            let line = line.unwrap_or_else(|_| panic!("{name} ended or was not ready within {PATIENCE:?}; it said:\n{}", log.join("\n")));
            process.said = serde_json::from_str(&line).unwrap_or_default();
            log.push(line);
        }
        process
    }

    fn url(&self, listener: &str) -> String {
        format!("http://{}", self.said[listener].as_str().unwrap())
    }

    /// Tells it to end; whether it ended well.
    fn end(mut self) -> bool {
        let told = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status().unwrap();
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(ended) = self.child.try_wait().unwrap() {
                return told.success() && ended.success();
            }
            assert!(Instant::now() < until, "it did not end within {PATIENCE:?}");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Process {
    /// One that a failed test has left, or that did not end when it was told to.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
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
        ("KAJO_SMTP_URL", "smtp://127.0.0.1:9".to_owned()),
        ("KAJO_SMS_URL", "http://127.0.0.1:9/sms".to_owned()),
        ("KAJO_RESIDENT_PUBLIC_URL", "http://127.0.0.1:9".to_owned()),
    ];
    let service = [
        ("KAJO_DEMO", "1".to_owned()),
        ("KAJO_POSTGRES_URL", settings.postgres_url().to_owned()),
        ("KAJO_DATABASE_PREFIX", settings.database_prefix.clone()),
        ("KAJO_KEK_FILE", file("kek")),
        ("KAJO_ACCESS_LOG_KEY_FILE", file("access-log")),
        ("KAJO_FILES_DIR", file("files")),
        ("KAJO_CLAMD_ADDR", "127.0.0.1:9".to_owned()),
        ("KAJO_GRPC_ADDR", any()),
    ];
    let of_service = [bus.as_slice(), &service].concat();
    let identity = Process::start("identity", &of_service);
    let beside_identity = [of_service.as_slice(), &[("KAJO_IDENTITY_URL", identity.url("grpc"))]].concat();
    let conversations = Process::start("conversations", &beside_identity);
    let beside_both = [beside_identity.as_slice(), &[("KAJO_CONVERSATIONS_URL", conversations.url("grpc"))]].concat();
    let content = Process::start("content", &beside_both);
    let scheduling = Process::start("scheduling", &of_service);
    let chat_queue = Process::start("chat-queue", &of_service);
    let survey = Process::start("survey", &beside_both);
    let owners =
        [("KAJO_CONTENT_URL", content.url("grpc")), ("KAJO_SCHEDULING_URL", scheduling.url("grpc")), ("KAJO_SURVEY_URL", survey.url("grpc"))];
    let digipath_engine = Process::start("digipath-engine", &[beside_both.as_slice(), &owners].concat());
    let of_gateway = [
        ("KAJO_IDENTITY_URL", identity.url("grpc")),
        ("KAJO_CONVERSATIONS_URL", conversations.url("grpc")),
        ("KAJO_CONTENT_URL", content.url("grpc")),
        ("KAJO_SCHEDULING_URL", scheduling.url("grpc")),
        ("KAJO_CHAT_QUEUE_URL", chat_queue.url("grpc")),
        ("KAJO_SURVEY_URL", survey.url("grpc")),
        ("KAJO_DIGIPATH_ENGINE_URL", digipath_engine.url("grpc")),
        ("KAJO_RESIDENT_ADDR", any()),
        ("KAJO_APPS_DIR", file("apps")),
        ("KAJO_TLS_DIR", file("tls")),
    ];
    let gateway = Process::start("gateway", &[bus.as_slice(), &of_gateway].concat());

    let browser = reqwest::Client::new();
    for process in [&identity, &conversations, &content, &scheduling, &chat_queue, &survey, &digipath_engine, &gateway] {
        // Its loops may look for a bus that another one is just making.
        chassis::testkit::eventually(|| async {
            let ready = browser.get(format!("{}/readyz", process.url("operations"))).send().await.unwrap();
            (ready.status() == 200).then_some(())
        })
        .await;
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

    // From conversations to identity and back: a patient whom this session has not opened does not exist; without identity nobody knows.
    let channel = Channel::from_shared(conversations.url("grpc")).unwrap().connect_lazy();
    let key = InternalKey::from_file(&home.join("internal")).unwrap();
    let begins = async || {
        let mut caller = caller(Caller::Practitioner, demo_id("person", "liisa"), "Liisa Virtanen");
        (caller.role_id, caller.location_id) = (demo_id("role", "nurse").to_string(), demo_id("location", "lehtola").to_string());
        let draft = SaveDraftRequest { patient_id: demo_id("person", "aino").to_string(), text: "Hello".to_owned(), ..SaveDraftRequest::default() };
        let mut request = tonic::Request::new(draft);
        let signed = MetadataValue::from_bytes(&key.sign(caller, Clock::system().now()));
        request.metadata_mut().insert_bin(CALLER_HEADER, signed);
        DraftServiceClient::new(channel.clone()).save_draft(request).await.unwrap_err().code()
    };
    assert_eq!(begins().await, Code::NotFound);
    assert!(identity.end());
    assert_eq!(begins().await, Code::Unavailable);
    let others = [conversations, content, scheduling, chat_queue, survey, digipath_engine];
    assert!(gateway.end() && others.into_iter().all(Process::end));
    std::fs::remove_dir_all(home).unwrap();
    environment.remove().await.unwrap();
}
