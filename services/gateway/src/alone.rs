//! The gateway as a process of its own, with the services behind addresses. It holds no database and no key of persons, only
//! the key by which services know it.

use std::{net::SocketAddr, path::PathBuf, sync::Arc};

use anyhow::{Context, Result};
use chassis::{
    Clock,
    access::{self, InternalKey},
    clock::Ids,
    process::{self, Listeners},
    settings, telemetry,
};
use kajo_proto::caller::v1::CallerContext;
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
    /// Where identity answers, for example `http://identity:7001`.
    identity_url: String,
    /// Where conversations answers.
    conversations_url: String,
    metrics_addr: Option<SocketAddr>,
    #[serde(default = "log")]
    log: String,
    otlp_endpoint: Option<String>,
}

fn bus_prefix() -> String {
    "KAJO".to_owned()
}

fn log() -> String {
    "info".to_owned()
}

/// Serves until SIGTERM or SIGINT.
///
/// # Errors
/// When a variable is missing or an address cannot be had.
pub async fn serve() -> Result<()> {
    let variables: Variables = settings::variables()?;
    let options: Options = settings::variables()?;
    let _telemetry = telemetry::init(NAME, &variables.log, variables.otlp_endpoint.as_deref())?;
    let key = InternalKey::from_file(&variables.internal_key_file).context("KAJO_INTERNAL_KEY_FILE")?;
    let behind =
        |url: &str, name: &str| anyhow::Ok(Upstream::Remote(Channel::from_shared(url.to_owned()).with_context(|| name.to_owned())?.connect_lazy()));
    let upstreams = [
        (rpc::IDENTITY, behind(&variables.identity_url, "KAJO_IDENTITY_URL")?),
        (rpc::CONVERSATIONS, behind(&variables.conversations_url, "KAJO_CONVERSATIONS_URL")?),
    ];
    let ended = process::until_told(async {
        let nats = async_nats::connect(&variables.nats_url).await.context("KAJO_NATS_URL")?;
        let surroundings = Surroundings {
            upstreams: upstreams.into(),
            clock: Clock::system(),
            ids: Ids::system(),
            sign: Arc::new(move |caller: &CallerContext| access::sign(caller, &key)),
            news: crate::hear(nats, &variables.bus_prefix),
        };
        let gateway = crate::start(options.settings(), surroundings).await.context("starting the gateway")?;
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
