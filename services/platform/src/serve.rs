//! Serving: the services, in front of them the gateway, beside it the listeners for gRPC and for operators.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use anyhow::{Context, Result};
use chassis::{
    access,
    process::{self, Listeners},
    service::{Environment, Running},
};
use gateway::{App, Options, Surroundings, Upstream};
use kajo_proto::{
    caller::v1::CallerContext,
    methods::{METHODS, Method},
};

use crate::{NAME, services};

/// Serves until SIGTERM or SIGINT, then finishes what has begun.
pub async fn until_told() -> Result<()> {
    let (environment, _telemetry) = process::begin(NAME).await?;
    let ended = process::until_told(async {
        let platform = Box::pin(Platform::start(&environment)).await?;
        platform.say_ready()?;
        Ok(platform)
    })
    .await?;
    if let Some(platform) = ended {
        platform.stop().await;
    }
    Ok(())
}

/// The whole platform at work.
pub struct Platform {
    services: Arc<Vec<Running>>,
    gateway: gateway::Running,
    listeners: Listeners,
    /// Cleared when the end begins, so that nobody sends new calls here.
    serving: Arc<AtomicBool>,
}

impl Platform {
    /// Starts the services, then the gateway, then the listeners.
    pub async fn start(environment: &Environment) -> Result<Self> {
        let options: Options = environment.settings.part()?;
        let settings = options.settings(environment.settings.part()?);
        let mut running = Vec::new();
        for service in services::all() {
            let name = service.name();
            running.push(service.start(environment).await.with_context(|| format!("starting {name}"))?);
        }
        let services = Arc::new(running);

        let answers = |method: &Method| services.iter().find(|running| method.owner() == running.kernel().name);
        let by_package: HashMap<_, _> = METHODS.iter().filter_map(|method| Some((method.package, answers(method)?.grpc()))).collect();

        let key = environment.internal_key.clone();
        let nats =
            async_nats::ConnectOptions::new().retry_on_initial_connect().connect(&environment.settings.nats_url).await.context("KAJO_NATS_URL")?;
        let surroundings = Surroundings {
            upstreams: by_package.iter().map(|(package, service)| (*package, Upstream::Local(service.clone()))).collect(),
            clock: environment.clock.clone(),
            ids: environment.ids.clone(),
            draft_key: gateway::draft_key(&key),
            visit_key: gateway::visit_key(&key),
            sign: Arc::new(move |caller: &CallerContext| access::sign(caller, &key)),
            news: gateway::hear(nats, &environment.settings.bus_prefix),
        };
        let gateway = gateway::start(settings, surroundings).await.context("starting the gateway")?;

        let mut listeners = Listeners::default();
        if let Some(address) = environment.settings.grpc_addr {
            listeners.grpc(address, by_package)?;
        }
        let serving = Arc::new(AtomicBool::new(true));
        if let Some(address) = environment.settings.metrics_addr {
            let (services, serving, gateway) = (Arc::clone(&services), Arc::clone(&serving), gateway.readiness());
            listeners.operations(address, move || {
                let (services, serving, gateway) = (Arc::clone(&services), Arc::clone(&serving), gateway.clone());
                async move { serving.load(Ordering::Acquire) && gateway.is_ready() && all_ready(&services).await }
            })?;
        }
        Ok(Self { services, gateway, listeners, serving })
    }

    /// Where an app listens: plain, or with TLS.
    pub fn address(&self, app: App, tls: bool) -> Option<std::net::SocketAddr> {
        self.gateway.address(app, tls)
    }

    /// A service by its name.
    pub fn service(&self, name: &str) -> Option<&Running> {
        self.services.iter().find(|service| service.kernel().name == name)
    }

    /// One line for whoever started us.
    fn say_ready(&self) -> Result<()> {
        let at = |app, tls| self.address(app, tls).map(|address| address.to_string()).unwrap_or_default();
        let line = serde_json::json!({
            "ready": true,
            "resident": at(App::Resident, false),
            "residentTls": at(App::Resident, true),
            "practitioner": at(App::Practitioner, false),
            "practitionerTls": at(App::Practitioner, true),
        });
        process::say_ready(&line)
    }

    /// From the outside in: no new calls, then the gateway, then the services.
    pub async fn stop(self) {
        self.serving.store(false, Ordering::Release);
        tokio::join!(self.gateway.stop(), self.listeners.stop());
        if let Some(services) = Arc::into_inner(self.services) {
            futures::future::join_all(services.into_iter().map(Running::stop)).await;
        }
    }
}

async fn all_ready(services: &[Running]) -> bool {
    futures::future::join_all(services.iter().map(Running::ready)).await.into_iter().all(|ready| ready)
}
