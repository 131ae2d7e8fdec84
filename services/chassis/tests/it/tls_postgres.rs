//! Postgres that is reached over TLS: by its certificate, or not at all.

use std::{
    fs::{self, Permissions},
    net::TcpListener,
    os::unix::{
        fs::{PermissionsExt, chown},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use chassis::{
    cleartext, database,
    testkit::{TestEnvironment, eventually},
};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};

const PASSWORD: &str = "only-in-this-test";
/// Postgres refuses to run as root; this user has nothing.
const NOBODY: u32 = 65_534;

/// A server of the test's own that takes no connection without TLS.
struct TlsServer {
    process: Child,
    port: u16,
    folder: PathBuf,
}

impl TlsServer {
    /// With a certificate for `localhost` alone.
    async fn start(programs: &Path, authority: &CertifiedIssuer<'static, KeyPair>) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let folder = std::env::temp_dir().join(format!("kajo-tls-postgres-{port}"));
        let data = folder.join("data");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("password"), PASSWORD).unwrap();
        let own = Self::is_root().then(|| chown(&folder, Some(NOBODY), Some(NOBODY)));
        own.transpose().unwrap();
        let made = Self::command(programs, "initdb")
            .args(["-A", "scram-sha-256", "-U", "kajo", "--no-sync", "--no-instructions", "--locale=C", "-E", "UTF8", "--pwfile"])
            .arg(folder.join("password"))
            .arg("-D")
            .arg(&data)
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let key = KeyPair::generate().unwrap();
        let certificate = CertificateParams::new(["localhost".to_owned()]).unwrap().signed_by(&key, authority).unwrap();
        for (name, text) in [
            ("server.crt", certificate.pem()),
            ("server.key", key.serialize_pem()),
            ("pg_hba.conf", "hostssl all all 127.0.0.1/32 scram-sha-256\n".to_owned()),
        ] {
            let file = data.join(name);
            fs::write(&file, text).unwrap();
            fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
            if Self::is_root() {
                chown(&file, Some(NOBODY), Some(NOBODY)).unwrap();
            }
        }
        let process = Self::command(programs, "postgres")
            .arg("-D")
            .arg(&data)
            .args(["-p", &port.to_string(), "-c", "ssl=on", "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "fsync=off"])
            .spawn()
            .unwrap();
        eventually(|| async { tokio::net::TcpStream::connect(("127.0.0.1", port)).await.ok() }).await;
        Self { process, port, folder }
    }

    fn is_root() -> bool {
        fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
    }

    fn command(programs: &Path, name: &str) -> Command {
        let mut command = Command::new(programs.join(name));
        command.env_clear().env("LC_ALL", "C").env("PATH", "/usr/bin:/bin").current_dir("/").stdin(Stdio::null()).stdout(Stdio::null());
        if name == "postgres" {
            command.stderr(Stdio::null());
        }
        if Self::is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }

    fn root(&self, name: &str, authority: &CertifiedIssuer<'static, KeyPair>) -> PathBuf {
        let file = self.folder.join(name);
        fs::write(&file, authority.pem()).unwrap();
        file
    }

    fn url(&self, host: &str, parameters: &str) -> String {
        format!("postgres://kajo:{PASSWORD}@{host}:{}/?{parameters}", self.port)
    }
}

impl Drop for TlsServer {
    fn drop(&mut self) {
        // At once, and yet by its own hand: a postmaster that is killed leaves shared memory behind.
        let _ = Command::new("kill").args(["-QUIT", &self.process.id().to_string()]).status();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut root = CertificateParams::default();
    root.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(root, KeyPair::generate().unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "long: makes a Postgres of its own"]
async fn s_12_postgres_elsewhere_is_reached_by_its_certificate_for_its_name_or_not_at_all() {
    let test = TestEnvironment::start().await.unwrap();
    let shared = database::connect(test.environment().settings.postgres_url(), "postgres").await.unwrap();
    let programs: String = sqlx::query_scalar("select setting from pg_config where name = 'BINDIR'").fetch_one(&shared).await.unwrap();
    let (ours, anothers) = (authority(), authority());
    let server = TlsServer::start(Path::new(&programs), &ours).await;
    let (root, wrong) = (server.root("ours.pem", &ours), server.root("anothers.pem", &anothers));
    let full = |root: &Path| format!("sslmode=verify-full&sslrootcert={}", root.display());

    let url = server.url("localhost", &full(&root));
    cleartext::refuse("KAJO_POSTGRES_URL", &url.replace("localhost", "db.example")).unwrap();
    let pool = eventually(|| async { database::connect(&url, "postgres").await.ok() }).await;
    let over: (bool, String) = sqlx::query_as("select ssl, version from pg_stat_ssl where pid = pg_backend_pid()").fetch_one(&pool).await.unwrap();
    assert_eq!(over, (true, "TLSv1.3".to_owned()));
    let mut apart = pool.apart().await.unwrap();
    let ssl: bool = sqlx::query_scalar("select ssl from pg_stat_ssl where pid = pg_backend_pid()").fetch_one(&mut apart).await.unwrap();
    assert!(ssl);
    pool.close().await;

    for (why, url) in [
        ("another authority", server.url("localhost", &full(&wrong))),
        ("no authority but those of the public", server.url("localhost", "sslmode=verify-full")),
        ("another name", server.url("127.0.0.1", &full(&root))),
        ("in clear", server.url("localhost", "sslmode=disable")),
    ] {
        let refused = database::connect(&url, "postgres").await.err();
        let told = refused.unwrap_or_else(|| panic!("{why}: connected")).to_string();
        assert!(!told.contains(PASSWORD), "{why}: {told}");
        let expected = if why == "in clear" { "pg_hba.conf" } else { "certificate" };
        assert!(told.contains(expected), "{why}: {told}");
    }
}
