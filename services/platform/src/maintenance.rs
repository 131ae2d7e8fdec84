//! What operators do, also while the platform runs.

use std::{io::Write, path::Path};

use anyhow::{Context, Result, bail, ensure};
use chassis::{
    Clock, Pool, Service,
    access::{self, AccessLogKey, Verdict},
    consumer, database, process, relay,
    service::Environment,
    settings::Settings,
};
use identity::{
    feature_flag::{Flag, Setting},
    projections::feature_flags,
};

use crate::{NAME, services};

/// Every service, or one.
fn chosen(name: &str) -> Result<Vec<Service>> {
    if name == "all" { Ok(services::all()) } else { Ok(vec![services::named(name)?]) }
}

async fn database_of(environment: &Environment, service: &Service) -> Result<Pool> {
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

/// Switches a feature, or lists how they stand.
pub async fn flag(name: Option<&str>, setting: Option<&str>) -> Result<()> {
    let chosen = match name {
        Some(name) => Some((Flag::named(name).with_context(|| format!("there is no flag {name}"))?, setting_named(setting)?)),
        None => None,
    };
    let (environment, _telemetry) = process::begin(NAME).await?;
    let service = identity::service();
    let Some((flag, setting)) = chosen else {
        for standing in feature_flags::all(&database_of(&environment, &service).await?).await? {
            say(&format!("{}\t{}", standing.flag.name(), if standing.enabled { "on" } else { "off" }))?;
        }
        return Ok(());
    };
    let running = service.start(&environment).await.context("starting identity")?;
    let switched = identity::switch_feature(running.kernel(), flag, setting).await;
    let is_on = feature_flags::is_on(&running.kernel().pool, flag).await;
    running.stop().await;
    switched?;
    say(&format!("{} is {}", flag.name(), if is_on? { "on" } else { "off" }))
}

fn setting_named(name: Option<&str>) -> Result<Setting> {
    match name {
        Some("on") => Ok(Setting::On),
        Some("off") => Ok(Setting::Off),
        Some("default") => Ok(Setting::Default),
        _ => bail!("how should it be? on, off, or default for what the code says"),
    }
}

/// Says the key under which the heads of the access log are signed, to be published.
pub fn access_log_key() -> Result<()> {
    say(&Settings::from_environment()?.access_log_key.public())
}

/// Says, in the name of the key that signs now, that the key in a file is to sign next: a line for the file of endorsements.
pub fn endorse_access_log_key(next: &Path) -> Result<()> {
    let key = Settings::from_environment()?.access_log_key;
    let next = AccessLogKey::from_file(next).with_context(|| format!("the next key in {}", next.display()))?.public();
    ensure!(next != key.public(), "that key signs already");
    say(&serde_json::to_string(&key.endorse(&next, Clock::system().now()))?)
}

/// Checks every link of the access log's chain, and the tree over it.
pub async fn verify_access_log() -> Result<()> {
    let (environment, _telemetry) = process::begin(NAME).await?;
    for service in services::all() {
        let pool = database_of(&environment, &service).await?;
        match access::verify(&pool, service.name()).await? {
            Verdict::Whole { links } => {
                let key = access::signed_by(&pool).await?.unwrap_or_else(|| "an unnamed key".to_owned());
                say(&format!("{}: whole, {links} rows, signed by {key}", service.name()))?;
            }
            Verdict::Unlinked { rows } => bail!("{}: {rows} rows of the access log were never linked", service.name()),
            Verdict::Broken { position } => bail!("{}: the access log is broken at row {position}", service.name()),
        }
    }
    Ok(())
}
