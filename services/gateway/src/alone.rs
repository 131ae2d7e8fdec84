//! The gateway as a process of its own, with the services behind addresses. It holds no database and no key of persons, only
//! the key by which services know it.

use std::{
    collections::{BTreeSet, HashMap},
    net::SocketAddr,
    path::PathBuf,
    sync::Arc,
};

use anyhow::{Context, Result};
use chassis::{
    Clock,
    access::{self, InternalKey},
    cleartext,
    clock::Ids,
    process::{self, Listeners},
    settings, telemetry,
};
use fhir::SystemIdentifiers;
use kajo_proto::{caller::v1::CallerContext, methods::METHODS};
use serde::Deserialize;
use tonic::transport::Channel;

use crate::{App, Options, Surroundings, Upstream, rpc};

/// As it is called in logs and traces.
const NAME: &str = "gateway";

/// Variables of the same names with `KAJO_` in front.
#[derive(Deserialize)]
struct Variables {
    nats_url: String,
    #[serde(default = "bus_prefix")]
    bus_prefix: String,
    internal_key_file: PathBuf,
    metrics_addr: Option<SocketAddr>,
    #[serde(default = "log")]
    log: String,
    otlp_endpoint: Option<String>,
    #[serde(default)]
    demo: u8,
}

fn bus_prefix() -> String {
    "KAJO".to_owned()
}

fn log() -> String {
    "info".to_owned()
}

/// Where the services answer, each at the address in the variable of its name: `KAJO_IDENTITY_URL`, for example `http://identity:7001`. A new
/// service of the contract asks for its own.
fn upstreams(variables: &HashMap<String, String>) -> Result<HashMap<&'static str, Upstream>> {
    let packages: BTreeSet<_> = METHODS.iter().map(|method| method.package).filter(|package| *package != rpc::LIVE).collect();
    let upstream = |package: &'static str| {
        let name = format!("{}_url", package.split('.').nth(1).unwrap_or_default());
        let told = || format!("KAJO_{}", name.to_uppercase());
        let url = variables.get(&name).with_context(|| format!("{} is missing", told()))?;
        Ok((package, Upstream::Remote(Channel::from_shared(url.clone()).with_context(told)?.connect_lazy())))
    };
    packages.into_iter().map(upstream).collect()
}

/// Serves until SIGTERM or SIGINT.
///
/// # Errors
/// When a variable is missing or an address cannot be had.
pub async fn serve() -> Result<()> {
    let variables: Variables = settings::variables()?;
    let options: Options = settings::variables()?;
    let systems: SystemIdentifiers = settings::variables()?;
    if variables.demo == 0 {
        cleartext::refuse("KAJO_NATS_URL", &variables.nats_url)?;
        options.refuse_cleartext()?;
    }
    let _telemetry = telemetry::init(NAME, &variables.log, variables.otlp_endpoint.as_deref())?;
    let key = InternalKey::from_file(&variables.internal_key_file).context("KAJO_INTERNAL_KEY_FILE")?;
    let upstreams = upstreams(&settings::variables()?)?;
    let ended = process::until_told(async {
        let connecting = async_nats::ConnectOptions::new().retry_on_initial_connect().connect(&variables.nats_url);
        let nats = Box::pin(connecting).await.context("KAJO_NATS_URL")?;
        let surroundings = Surroundings {
            upstreams,
            clock: Clock::system(),
            ids: Ids::system(),
            draft_key: crate::draft_key(&key),
            visit_key: crate::visit_key(&key),
            sign: Arc::new(move |caller: &CallerContext| access::sign(caller, &key)),
            news: crate::hear(nats, &variables.bus_prefix),
        };
        let gateway = crate::start(options.settings(systems), surroundings).await.context("starting the gateway")?;
        let mut listeners = Listeners::default();
        let readiness = gateway.readiness();
        let is_ready = move || {
            let readiness = readiness.clone();
            async move { readiness.is_ready() }
        };
        let operations = variables.metrics_addr.map(|address| listeners.operations(address, is_ready)).transpose()?;
        let at = |app, tls| gateway.address(app, tls);
        process::say_ready(&serde_json::json!({
            "ready": true,
            "resident": at(App::Resident, false),
            "residentTls": at(App::Resident, true),
            "practitioner": at(App::Practitioner, false),
            "practitionerTls": at(App::Practitioner, true),
            "operations": operations,
        }))?;
        Ok((gateway, listeners))
    })
    .await?;
    if let Some((gateway, listeners)) = ended {
        tokio::join!(gateway.stop(), listeners.stop());
    }
    Ok(())
}
