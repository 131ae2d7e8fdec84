//! The release build of the platform with the simulators, on the servers that `./just bench` started, and two people
//! signed in through the gateway as a browser would.

use std::{
    env,
    fs::OpenOptions,
    io::Write,
    net::TcpListener,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    process::Stdio,
    str::FromStr,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use chassis::{
    Clock, Pool,
    access::InternalKey,
    clock::Ids,
    sealing::{KeyEncryptionKey, Keyring},
};
use sqlx::{Connection, PgConnection, PgPool, postgres::PgConnectOptions};
use tokio::process::{Child, Command};

use crate::{cpu, web::Browser};

const READY_WITHIN: Duration = Duration::from_mins(1);
/// One for each tab of all who wait, and more.
const CONNECTIONS: &str = "8192";

/// Everything that runs.
pub(crate) struct World {
    /// Server url of Postgres, without a database.
    pub(crate) postgres_url: String,
    /// The gateway's resident app.
    pub(crate) resident_url: String,
    /// The gateway's practitioner app.
    pub(crate) practitioner_url: String,
    /// Direct gRPC of all services.
    pub(crate) grpc_url: String,
    /// Metrics of the platform.
    pub(crate) metrics_url: String,
    /// Signs callers for direct calls.
    pub(crate) key: InternalKey,
    home: PathBuf,
    environment: Vec<(String, String)>,
    children: Vec<Child>,
}

impl World {
    /// Connections to the database of a service, in which its read models are those of the running platform.
    pub(crate) async fn database(&self, name: &str) -> Result<PgPool> {
        let options = PgConnectOptions::from_str(&format!("{}/{name}", self.postgres_url))?;
        let newest = "select string_agg(format('rm_%s_v%s,', name, version), '')
             from (select name, max(version) as version from read_models group by name) as newest";
        let mut connection = PgConnection::connect_with(&options).await?;
        let read_models: Option<String> = sqlx::query_scalar(newest).fetch_one(&mut connection).await?;
        connection.close().await?;
        let search_path = read_models.unwrap_or_default() + "public";
        Ok(PgPool::connect_with(options.options([("search_path", search_path)])).await?)
    }

    /// Starts simulators and platform; comes back when they are ready.
    pub(crate) async fn start() -> Result<Self> {
        let postgres_url = env::var("KAJO_BENCH_POSTGRES_URL").context("run this through ./just bench")?;
        let nats_url = env::var("KAJO_BENCH_NATS_URL").context("run this through ./just bench")?;
        let home = env::temp_dir().join(format!("kajo-bench-{}", std::process::id()));
        std::fs::create_dir_all(&home)?;
        let ports: Vec<_> = (0..8).map(|_| free_address()).collect::<Result<_>>()?;
        let [simulators, clamd, resident, practitioner, resident_tls, practitioner_tls, grpc, metrics] =
            <[String; 8]>::try_from(ports).map_err(|_| anyhow::anyhow!("eight addresses"))?;
        let path = |name: &str| home.join(name).display().to_string();
        let environment: Vec<(String, String)> = [
            ("KAJO_SIMULATORS_ADDR", simulators.clone()),
            ("KAJO_SIMULATORS_CLAMD_ADDR", clamd.clone()),
            ("KAJO_CLAMD_ADDR", clamd),
            ("KAJO_DEMO", "1".to_owned()),
            ("KAJO_DEMO_RELEASE", "1".to_owned()),
            ("KAJO_LOG", "warn".to_owned()),
            ("KAJO_POSTGRES_URL", postgres_url.clone()),
            ("KAJO_NATS_URL", nats_url),
            ("KAJO_OIDC_RESIDENT_ISSUER", format!("http://{simulators}/realms/resident")),
            ("KAJO_OIDC_PRACTITIONER_ISSUER", format!("http://{simulators}/realms/practitioner")),
            ("KAJO_PATIENT_RECORD_URL", format!("http://{simulators}/patient-record/fhir/r4")),
            ("KAJO_PATIENT_RECORD_TOKEN", "patient-record-demo".to_owned()),
            ("KAJO_SMTP_URL", "smtp://127.0.0.1:1".to_owned()),
            ("KAJO_SMS_URL", format!("http://{simulators}/sms/v1/messages")),
            ("KAJO_RESIDENT_PUBLIC_URL", as_localhost(&resident)),
            ("KAJO_RESIDENT_ADDR", resident.clone()),
            ("KAJO_PRACTITIONER_ADDR", practitioner.clone()),
            ("KAJO_RESIDENT_TLS_ADDR", resident_tls),
            ("KAJO_PRACTITIONER_TLS_ADDR", practitioner_tls),
            ("KAJO_GRPC_ADDR", grpc.clone()),
            ("KAJO_METRICS_ADDR", metrics.clone()),
            ("KAJO_CONNECTIONS", CONNECTIONS.to_owned()),
            ("KAJO_TLS_DIR", path("tls")),
            ("KAJO_APPS_DIR", path("apps")),
            ("KAJO_FILES_DIR", path("files")),
            ("KAJO_KEK_FILE", path("keys/kek")),
            ("KAJO_INTERNAL_KEY_FILE", path("keys/internal")),
            ("KAJO_ACCESS_LOG_KEY_FILE", path("keys/access-log")),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
        // What is built for release makes no keys.
        std::fs::create_dir_all(home.join("keys"))?;
        for name in ["kek", "internal", "access-log"] {
            let key: String = Ids::system().secret().iter().map(|byte| format!("{byte:02x}")).collect();
            let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(home.join("keys").join(name))?;
            file.write_all(key.as_bytes())?;
        }
        let children = vec![spawn("simulators", &environment)?, spawn("platform", &environment)?];
        wait_until_ready(&metrics).await?;
        let key = InternalKey::from_file(&home.join("keys/internal"))?;
        Ok(Self {
            postgres_url,
            resident_url: as_localhost(&resident),
            practitioner_url: as_localhost(&practitioner),
            grpc_url: format!("http://{grpc}"),
            metrics_url: format!("http://{metrics}/metrics"),
            key,
            home,
            environment,
            children,
        })
    }

    /// A second gateway in front of the same services, in a process of its own; answers with its resident and practitioner apps.
    pub(crate) async fn another_gateway(&mut self) -> Result<(String, String)> {
        let ports: Vec<_> = (0..5).map(|_| free_address()).collect::<Result<_>>()?;
        let [resident, practitioner, resident_tls, practitioner_tls, metrics] =
            <[String; 5]>::try_from(ports).map_err(|_| anyhow::anyhow!("five addresses"))?;
        let mut environment = self.environment.clone();
        environment.extend(
            [
                ("KAJO_IDENTITY_URL", self.grpc_url.clone()),
                ("KAJO_CONVERSATIONS_URL", self.grpc_url.clone()),
                ("KAJO_RESIDENT_PUBLIC_URL", as_localhost(&resident)),
                ("KAJO_RESIDENT_ADDR", resident.clone()),
                ("KAJO_PRACTITIONER_ADDR", practitioner.clone()),
                ("KAJO_RESIDENT_TLS_ADDR", resident_tls),
                ("KAJO_PRACTITIONER_TLS_ADDR", practitioner_tls),
                ("KAJO_METRICS_ADDR", metrics.clone()),
                ("KAJO_TLS_DIR", self.home.join("tls-beside").display().to_string()),
            ]
            .map(|(name, value)| (name.to_owned(), value)),
        );
        self.children.push(spawn("gateway", &environment)?);
        wait_until_ready(&metrics).await?;
        Ok((as_localhost(&resident), as_localhost(&practitioner)))
    }

    /// The keyring of identity, as the platform has it.
    pub(crate) fn keyring(&self, pool: Pool) -> Result<Keyring> {
        let key = KeyEncryptionKey::from_file(&self.home.join("keys/kek"))?;
        Ok(Keyring::new(pool, key, Clock::system(), Ids::system()))
    }

    /// A resident's browser, signed in.
    pub(crate) async fn resident(&self) -> Result<Browser> {
        let person = simulators::people::residents().into_iter().next().context("no demo resident")?;
        Browser::sign_in(&self.resident_url, person.login_hint).await
    }

    /// A practitioner's browser, signed in, with role and location chosen.
    pub(crate) async fn practitioner(&self) -> Result<Browser> {
        self.practitioner_named(simulators::people::practitioners().into_iter().next().context("no demo practitioner")?.login_hint).await
    }

    /// The browser of a certain practitioner.
    pub(crate) async fn practitioner_named(&self, login_hint: &str) -> Result<Browser> {
        let browser = Browser::sign_in(&self.practitioner_url, login_hint).await?;
        browser.choose_work_context().await?;
        Ok(browser)
    }

    /// Runs the platform program once with a subcommand, on the same servers; answers with what it printed.
    pub(crate) async fn platform(&self, arguments: &[&str]) -> Result<String> {
        let output = Command::new(program("platform")?).args(arguments).envs(self.environment.clone()).output().await?;
        ensure!(output.status.success(), "platform {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Resident memory of simulators and platform, in kilobytes.
    pub(crate) fn memory(&self) -> Result<u64> {
        let mut sum = 0;
        for pid in self.children.iter().filter_map(Child::id) {
            let status = std::fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("status"))?;
            let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
            sum += line.trim().trim_end_matches(" kB").parse::<u64>()?;
        }
        Ok(sum)
    }

    /// Processor time that simulators and platform have taken so far.
    pub(crate) fn cpu(&self) -> Result<Duration> {
        self.children.iter().filter_map(Child::id).map(|pid| cpu::taken_by(&pid.to_string())).sum()
    }

    /// Stops everything and removes what it left.
    pub(crate) async fn stop(mut self) -> Result<()> {
        for child in &mut self.children {
            child.kill().await?;
        }
        std::fs::remove_dir_all(&self.home)?;
        Ok(())
    }
}

fn program(name: &str) -> Result<PathBuf> {
    let folder = env::current_exe()?.parent().context("a folder")?.to_owned();
    Ok(folder.join(name))
}

fn spawn(name: &str, environment: &[(String, String)]) -> Result<Child> {
    Command::new(program(name)?)
        .envs(environment.iter().cloned())
        .stdout(Stdio::null())
        .kill_on_drop(true)
        .spawn()
        .with_context(|| format!("starting {name}"))
}

fn as_localhost(address: &str) -> String {
    format!("http://{}", address.replace("127.0.0.1", "localhost"))
}

fn free_address() -> Result<String> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string())
}

async fn wait_until_ready(metrics: &str) -> Result<()> {
    let begun = Instant::now();
    loop {
        if let Ok(answer) = reqwest::get(format!("http://{metrics}/readyz")).await
            && answer.status().is_success()
        {
            return Ok(());
        }
        if begun.elapsed() > READY_WITHIN {
            bail!("the platform was not ready within {READY_WITHIN:?}");
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
