//! A process: settings, keys, telemetry and the bus at its beginning, its listeners, signals and an orderly end. `platform` is
//! one with all services in it; each service is one on its own.

mod keys;
mod listeners;

use std::{io::Write, path::PathBuf, process::ExitCode, sync::Arc};

use anyhow::{Context, Result};
use kajo_proto::methods::METHODS;
use tokio::signal::unix::{SignalKind, signal};

pub use listeners::Listeners;

use crate::{
    Clock, Service,
    clock::Ids,
    relay::Bus,
    service::Environment,
    service_client::ServiceClients,
    settings::{self, Settings},
    telemetry::{self, Telemetry},
};

/// Settings from the environment, keys and the bus. Telemetry, under the process's `name`, runs as long as it is held.
///
/// # Errors
/// When something is missing; the text names it.
pub async fn begin(name: &'static str) -> Result<(Environment, Telemetry)> {
    let ids = Ids::system();
    // What is shipped makes no keys at all: where a mount is missing it must not start with new ones.
    if !settings::RELEASE && settings::variables::<settings::Demo>()?.is_on(settings::RELEASE)? {
        let path = |variable| std::env::var_os(variable).map(PathBuf::from);
        let others: Vec<_> = ["KAJO_INTERNAL_KEY_FILE", "KAJO_ACCESS_LOG_KEY_FILE"].into_iter().filter_map(path).collect();
        keys::make_missing(path("KAJO_KEK_FILE").as_deref(), &others, &ids)?;
    }
    let settings = Settings::from_environment()?;
    let telemetry = telemetry::init(name, &settings.log, settings.otlp_endpoint.as_deref())?;
    let bus = Bus::connect(&settings.nats_url, &settings.bus_prefix).await.context("KAJO_NATS_URL")?;
    let environment = Environment {
        bus,
        clock: Clock::system(),
        ids,
        key_encryption_key: settings.kek.clone(),
        internal_key: settings.internal_key.clone(),
        service_clients: ServiceClients::default(),
        settings: Arc::new(settings),
    };
    Ok((environment, telemetry))
}

/// Serves until SIGTERM or SIGINT. A signal during the start ends the start: nothing has been promised to anybody yet.
///
/// # Errors
/// When `start` fails.
pub async fn until_told<P>(start: impl Future<Output = Result<P>>) -> Result<Option<P>> {
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let started = tokio::select! {
        started = start => started?,
        _ = terminate.recv() => return Ok(None),
        _ = interrupt.recv() => return Ok(None),
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Ok(Some(started))
}

/// One line of JSON for whoever started the process.
///
/// # Errors
/// When nobody reads any more.
pub fn say_ready(line: &serde_json::Value) -> Result<()> {
    writeln!(std::io::stdout(), "{line}").context("telling that the process is ready")
}

/// Runs a future as the whole of a process.
pub fn run(name: &str, process: impl Future<Output = Result<()>>) -> ExitCode {
    let ended = tokio::runtime::Runtime::new().context("the runtime").and_then(|runtime| runtime.block_on(process));
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{name}: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// One service on its own: gRPC at `KAJO_GRPC_ADDR`, operations at `KAJO_METRICS_ADDR`.
pub fn run_service(service: Service) -> ExitCode {
    let name = service.name();
    run(name, async move {
        let (environment, _telemetry) = begin(name).await?;
        let ended = until_told(async {
            let running = Arc::new(Box::pin(service.start(&environment)).await.with_context(|| format!("starting {name}"))?);
            let mut listeners = Listeners::default();
            let of_service = METHODS.iter().filter(|method| method.owner() == name);
            let packages = of_service.map(|method| (method.package, running.grpc())).collect();
            let grpc = environment.settings.grpc_addr.map(|address| listeners.grpc(address, packages)).transpose()?;
            let is_ready = {
                let running = Arc::clone(&running);
                move || {
                    let running = Arc::clone(&running);
                    async move { running.ready().await }
                }
            };
            let operations = environment.settings.metrics_addr.map(|address| listeners.operations(address, is_ready)).transpose()?;
            say_ready(&serde_json::json!({ "ready": true, "grpc": grpc, "operations": operations }))?;
            Ok((running, listeners))
        })
        .await?;
        if let Some((running, listeners)) = ended {
            listeners.stop().await;
            if let Some(running) = Arc::into_inner(running) {
                running.stop().await;
            }
        }
        Ok(())
    })
}
