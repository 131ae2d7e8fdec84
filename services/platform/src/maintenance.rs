//! What operators do, also while the platform runs.

use std::{io::Write, path::Path};

use anyhow::{Context, Result, bail, ensure};
use chassis::{
    Clock, Pool, Service,
    access::{self, AccessLogKey, Verdict},
    consumer,
    database::Size,
    domain::PersonId,
    due, process, relay,
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
    let size = Size::of_service(settings.postgres_connections);
    service.database(settings, size).await.with_context(|| format!("the database of {}", service.name()))
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

/// Begins a new epoch of a service whose database was put back from a backup: what it says from now on counts though its numbers were given
/// before, and it hears again what the backup has forgotten.
pub async fn begin_epoch(name: &str) -> Result<()> {
    let (environment, _telemetry) = process::begin(NAME).await?;
    let service = services::named(name)?;
    let pool = database_of(&environment, &service).await?;
    // The backup may be of a build before.
    service.migrate(&pool).await.context("migrating")?;
    relay::begin_epoch(&pool).await?;
    say(&format!("{name}: a new epoch has begun, and the bus is filled again"))
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

/// Lists what is due and was not done: what was given up, and what is tried again.
pub async fn due() -> Result<()> {
    let (environment, _telemetry) = process::begin(NAME).await?;
    for service in services::all() {
        for row in due::list(&database_of(&environment, &service).await?).await? {
            let state = if row.given_up { "given up" } else { "tried again" };
            let since = row.asked_at.map(|at| at.to_string()).unwrap_or_default();
            say(&format!("{}\t{}\t{}\t{state}\t{}\t{since}\t{}", service.name(), row.id, row.target, row.tries, row.error))?;
        }
    }
    Ok(())
}

/// Has performed again what was given up, one or all of it. A running platform begins within seconds.
pub async fn redrive_due(which: &str) -> Result<()> {
    let only = if which == "all" { None } else { Some(which.parse().with_context(|| format!("{which} is no id, nor all"))?) };
    let (environment, _telemetry) = process::begin(NAME).await?;
    let mut all = 0;
    for service in services::all() {
        let driven = due::redrive(&database_of(&environment, &service).await?, only, environment.clock.now()).await?;
        all += driven;
        say(&format!("{}: {driven} performed again", service.name()))?;
    }
    ensure!(only.is_none() || all > 0, "{which} was not given up");
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

/// Ends all sessions of a person, at once and everywhere; of a professional who is disabled, a new sign-in gives nothing.
pub async fn end_sessions(person: &str, disable: bool) -> Result<()> {
    let person = PersonId::parse(person).with_context(|| format!("{person} is no id of a person"))?;
    let (environment, _telemetry) = process::begin(NAME).await?;
    let running = identity::service().start(&environment).await.context("starting identity")?;
    let ended = identity::end_sessions(running.kernel(), person, disable).await;
    running.stop().await;
    say(&format!("{} sessions ended", ended?))
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

/// Holds the times that are taken against the appointments that were decided.
pub async fn verify_claims() -> Result<()> {
    let (environment, _telemetry) = process::begin(NAME).await?;
    let running = scheduling::service().start(&environment).await.context("starting scheduling")?;
    let verdict = scheduling::verify_claims(running.kernel()).await;
    running.stop().await;
    let scheduling::ClaimsVerdict { appointments, wrong, ownerless } = verdict?;
    for id in &wrong {
        say(&format!("{id}: its claims are not what its events say"))?;
    }
    for claim in &ownerless {
        say(&format!("claim {claim}: taken for no appointment"))?;
    }
    ensure!(wrong.is_empty() && ownerless.is_empty(), "{} appointments and {} claims are wrong", wrong.len(), ownerless.len());
    say(&format!("claims equal events: {appointments} appointments"))
}
