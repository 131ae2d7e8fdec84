//! The stack that the tests run in, and how to kill a part of it.

use std::{
    collections::HashMap,
    env, fs,
    path::PathBuf,
    process::{Command, ExitCode},
};

use anyhow::{Context, Result, ensure};

/// Whether this process already runs inside a stack.
pub(crate) fn running() -> bool {
    env::var_os("KAJO_E2E_HOME").is_some()
}

/// Starts a stack and runs this same program inside it.
pub(crate) fn run_inside_one() -> ExitCode {
    let tool = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tools/stack.py");
    let Ok(own) = env::current_exe() else { return ExitCode::FAILURE };
    let mut stack = Command::new("python3");
    // Whoever built this program built the platform along.
    stack.arg(tool).env("KAJO_E2E_BUILT", "1").args(["e2e", "--"]).arg(own).args(env::args().skip(1));
    let status = stack.status();
    match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}

/// Addresses of the stack.
#[derive(Clone, Debug)]
pub(crate) struct Stack {
    pub(crate) grpc_url: String,
    pub(crate) nats_url: String,
    pub(crate) postgres_url: String,
    home: PathBuf,
}

impl Stack {
    pub(crate) fn from_environment() -> Result<Self> {
        let read = |name: &str| env::var(name).with_context(|| format!("{name} is not set"));
        Ok(Self {
            grpc_url: read("KAJO_E2E_GRPC_URL")?,
            nats_url: read("KAJO_E2E_NATS_URL")?,
            postgres_url: read("KAJO_E2E_POSTGRES_URL")?,
            home: read("KAJO_E2E_HOME")?.into(),
        })
    }

    /// The key that signs callers.
    pub(crate) fn internal_key_file(&self) -> PathBuf {
        self.home.join("keys/internal")
    }

    /// What a second `platform` process needs to find the same databases and bus.
    pub(crate) fn platform_environment(&self) -> Result<Vec<(String, String)>> {
        let text = |path: PathBuf| path.into_os_string().into_string().map_err(|path| anyhow::anyhow!("{} is no text", path.display()));
        Ok(vec![
            ("KAJO_POSTGRES_URL".to_owned(), self.postgres_url.clone()),
            ("KAJO_NATS_URL".to_owned(), self.nats_url.clone()),
            // No guest is sent anything here.
            ("KAJO_RESIDENT_PUBLIC_URL".to_owned(), "http://127.0.0.1".to_owned()),
            ("KAJO_SMTP_URL".to_owned(), "smtp://127.0.0.1:9".to_owned()),
            ("KAJO_SMS_URL".to_owned(), "http://127.0.0.1:9".to_owned()),
            ("KAJO_KEK_FILE".to_owned(), text(self.home.join("keys/kek"))?),
            ("KAJO_INTERNAL_KEY_FILE".to_owned(), text(self.internal_key_file())?),
            ("KAJO_ACCESS_LOG_KEY_FILE".to_owned(), text(self.home.join("keys/access-log"))?),
        ])
    }
}

/// SIGKILL, and then the same part again.
pub(crate) fn kill_and_restart(part: &str) -> Result<()> {
    kill(part)?;
    restart(part)
}

/// SIGKILL. No other part is restarted before this one: a restart tells the run that all parts are there again.
pub(crate) fn kill(part: &str) -> Result<()> {
    let pids = fs::read_to_string(env::var("KAJO_E2E_PIDS_FILE")?)?;
    let pids: HashMap<String, u32> = serde_json::from_str(&pids)?;
    let pid = pids.get(part).with_context(|| format!("{part} does not run"))?;
    // A part that is gone without ends the run; the restart takes it away.
    fs::write(PathBuf::from(env::var("KAJO_E2E_HOME")?).join("expected-down"), part)?;
    let killed = Command::new("kill").args(["-9", &pid.to_string()]).status()?;
    ensure!(killed.success(), "kill -9 of {part} ended with {killed}");
    Ok(())
}

/// The same part again on the same ports and data.
pub(crate) fn restart(part: &str) -> Result<()> {
    let restart: Vec<String> = serde_json::from_str(&env::var("KAJO_E2E_RESTART")?)?;
    let (program, words) = restart.split_first().context("KAJO_E2E_RESTART is empty")?;
    let restarted = Command::new(program).args(words).arg(part).output()?;
    ensure!(restarted.status.success(), "the restart of {part}: {}", String::from_utf8_lossy(&restarted.stderr));
    Ok(())
}
