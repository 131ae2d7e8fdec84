//! What operators do, also while the platform runs.

use std::io::Write;

use anyhow::{Context, Result, bail};
use chassis::{
    Service,
    access::{self, Verdict},
    consumer, database, process, relay,
    service::Environment,
};
use sqlx::PgPool;

use crate::{NAME, services};

/// Every service, or one.
fn chosen(name: &str) -> Result<Vec<Service>> {
    if name == "all" { Ok(services::all()) } else { Ok(vec![services::named(name)?]) }
}

async fn database_of(environment: &Environment, service: &Service) -> Result<PgPool> {
    let settings = &environment.settings;
    let name = format!("{}{}", settings.database_prefix, service.name().replace('-', "_"));
    database::connect(settings.postgres_url(), &name).await.with_context(|| format!("the database {name}"))
}

fn say(line: &str) -> Result<()> {
    writeln!(std::io::stdout(), "{line}").context("writing to standard output")
}

/// Begins a new life of the bus; the relay of the running platform fills it.
pub async fn refill(name: &str) -> Result<()> {
    let (environment, _telemetry) = process::begin(NAME).await?;
    for service in chosen(name)? {
        relay::refill(&database_of(&environment, &service).await?).await?;
        say(&format!("{}: the bus is filled again from the first event on", service.name()))?;
    }
    Ok(())
}

/// Rebuilds a read model while people read it.
pub async fn rebuild(name: &str, projection: &str) -> Result<()> {
    let (environment, _telemetry) = process::begin(NAME).await?;
    let service = services::named(name)?;
    if !service.projections().contains(&projection) {
        bail!("{name} has no read model {projection}; it has {}", service.projections().join(", "));
    }
    let running = service.start(&environment).await.with_context(|| format!("starting {name}"))?;
    let rebuilt = running.rebuild(projection).await;
    running.stop().await;
    let report = rebuilt?;
    #[expect(clippy::cast_precision_loss, reason = "counts of events fit a double")]
    let rate = report.events as f64 / report.seconds;
    say(&format!("{projection}: {} events in {:.2} s, {rate:.0} events/s, switched in {:.3} s", report.events, report.seconds, report.switch_seconds))
}

/// Lists what consumers have parked.
pub async fn parked() -> Result<()> {
    let (environment, _telemetry) = process::begin(NAME).await?;
    for service in services::all() {
        for fact in consumer::parked(&database_of(&environment, &service).await?).await? {
            say(&format!("{}\t{}\t{}\t{}\t{}\t{}", service.name(), fact.consumer, fact.stream_id, fact.fact_no, fact.fact_type, fact.error))?;
        }
    }
    Ok(())
}

/// Applies what consumers have parked.
pub async fn redrive() -> Result<()> {
    let (environment, _telemetry) = process::begin(NAME).await?;
    for service in services::all() {
        let name = service.name();
        let running = service.start(&environment).await.with_context(|| format!("starting {name}"))?;
        let driven = running.redrive().await;
        running.stop().await;
        say(&format!("{name}: {} parked facts applied", driven?))?;
    }
    Ok(())
}

/// Checks every link of the access log's chain.
pub async fn verify_access_log() -> Result<()> {
    let (environment, _telemetry) = process::begin(NAME).await?;
    for service in services::all() {
        match access::verify(&database_of(&environment, &service).await?).await? {
            Verdict::Whole { links } => say(&format!("{}: whole, {links} rows", service.name()))?,
            Verdict::Unlinked { rows } => bail!("{}: {rows} rows of the access log were never linked", service.name()),
            Verdict::Broken { position } => bail!("{}: the access log is broken at row {position}", service.name()),
        }
    }
    Ok(())
}
