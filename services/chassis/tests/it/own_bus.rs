//! A bus that a test has for itself, to be stopped, put back and written into by hand.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use async_nats::{
    HeaderMap,
    jetstream::{self, stream},
};
use bytes::Bytes;
use chassis::testkit::{TestEnvironment, eventually};
use chassis_domain::Uuid;

/// A nats-server of the test's own.
pub(crate) struct OwnServer {
    child: Option<Child>,
    port: u16,
    folder: PathBuf,
}

impl OwnServer {
    pub(crate) async fn start() -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut server = Self { child: None, port, folder: std::env::temp_dir().join(format!("kajo-bus-{port}")) };
        server.go_on().await;
        server
    }

    /// An environment on this server.
    pub(crate) async fn environment(&self) -> TestEnvironment {
        let url = format!("nats://127.0.0.1:{}", self.port);
        TestEnvironment::with(|mut settings| {
            settings.nats_url = url;
            settings
        })
        .await
        .unwrap()
    }

    /// As a power cut would.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    /// Starts again, and answers when this comes back.
    pub(crate) async fn go_on(&mut self) {
        // Fetched by `./just`, like the shared test servers.
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.local/tools/bin/nats-server");
        let mut command = Command::new(program);
        command.args(["-a", "127.0.0.1", "-p", &self.port.to_string(), "-js", "-sd"]).arg(&self.folder).stderr(Stdio::null());
        self.child = Some(command.spawn().unwrap_or_else(|error| panic!("nats-server does not start ({error}): run ./just test once")));
        let address = format!("127.0.0.1:{}", self.port);
        eventually(|| async { tokio::net::TcpStream::connect(&address).await.ok() }).await;
    }

    /// Everything it holds as of now, laid aside. The server is stopped meanwhile.
    pub(crate) async fn lay_aside(&mut self) {
        self.kill();
        copy(&self.folder, &self.aside());
        self.go_on().await;
    }

    /// Puts back what was laid aside.
    pub(crate) async fn put_back(&mut self) {
        self.kill();
        std::fs::remove_dir_all(&self.folder).unwrap();
        copy(&self.aside(), &self.folder);
        self.go_on().await;
    }

    fn aside(&self) -> PathBuf {
        self.folder.with_extension("aside")
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
        let _ = std::fs::remove_dir_all(&self.folder);
        let _ = std::fs::remove_dir_all(self.aside());
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// A service that is not here: the test publishes its facts by hand, in whatever order.
pub(crate) struct Source {
    context: jetstream::Context,
    root: String,
    name: &'static str,
}

/// A fact as it goes onto the bus.
pub(crate) struct Published {
    pub(crate) message: &'static str,
    pub(crate) aggregate: &'static str,
    pub(crate) id: Uuid,
    pub(crate) number: u64,
    pub(crate) payload: Bytes,
}

impl Source {
    pub(crate) async fn new(environment: &TestEnvironment, name: &'static str) -> Self {
        let settings = &environment.environment().settings;
        let context = jetstream::new(async_nats::connect(&settings.nats_url).await.unwrap());
        let root = settings.bus_prefix.to_lowercase();
        let config = stream::Config {
            name: format!("{}_{}_1", settings.bus_prefix, name.to_uppercase()),
            subjects: vec![format!("{root}.{name}.>")],
            ..stream::Config::default()
        };
        context.create_stream(config).await.unwrap();
        Self { context, root, name }
    }

    pub(crate) async fn publish(&self, fact: Published) {
        let mut headers = HeaderMap::new();
        for (name, value) in [
            ("ce-id", Uuid::now_v7().to_string()),
            ("ce-type", fact.message.to_owned()),
            ("ce-source", self.name.to_owned()),
            ("ce-subject", fact.id.to_string()),
            ("ce-time", "2026-11-20T10:00:00Z".to_owned()),
            ("kajo-fact-no", fact.number.to_string()),
            ("kajo-position", fact.number.to_string()),
            ("kajo-incarnation", "1".to_owned()),
        ] {
            headers.insert(name, value.as_str());
        }
        let event = fact.message.rsplit('.').next().unwrap();
        let subject = format!("{}.{}.{}.{event}.{}", self.root, self.name, fact.aggregate, fact.id);
        self.context.publish_with_headers(subject, headers, fact.payload).await.unwrap().await.unwrap();
    }
}
