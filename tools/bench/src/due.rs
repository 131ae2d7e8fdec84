//! What is due, done at its time: how late, with nothing else waiting and with a million others that wait for another day; and how fast
//! when much is due at once.

use std::{
    env,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use chassis::{
    Clock, Pool, Service,
    access::{AccessLogKey, InternalKey},
    clock::Ids,
    database,
    relay::Bus,
    sealing::KeyEncryptionKey,
    service::Environment,
    service_client::ServiceClients,
    settings::Settings,
};
use hdrhistogram::Histogram;
use sqlx::migrate::Migrator;

use crate::{
    calibration::{histogram, millis},
    report::{Goal, Line, Report},
};

static MIGRATOR: Migrator = Migrator::DEFAULT;

const NAME: &str = "bench_due";
/// That wait for another day.
const WAITING: i64 = 1_000_000;
/// Put in so many statements, each of which has its time.
const PARTS: i64 = 10;
/// Due in each second.
const PER_SECOND: u64 = 500;
/// Due at once.
const AT_ONCE: i64 = 20_000;
/// Milliseconds that one may be late, in 99 of 100.
const GOAL: f64 = 20.0;

/// What was performed.
#[derive(Clone)]
struct Performed {
    lag: Arc<Mutex<Histogram<u64>>>,
    count: Arc<AtomicU64>,
}

/// Measures.
pub(crate) async fn run(time: Duration, report: &mut Report) -> Result<()> {
    let environment = environment().await?;
    let performed = Performed { lag: Arc::new(Mutex::new(histogram()?)), count: Arc::default() };
    let noted = performed.clone();
    let service = Service::new(NAME, &MIGRATOR).executor("bench", move |kernel, effect| {
        let late = Duration::try_from(kernel.clock.now().duration_since(effect.due_at)).unwrap_or_default();
        noted.lag.lock().unwrap_or_else(PoisonError::into_inner).saturating_record(u64::try_from(late.as_micros()).unwrap_or(u64::MAX));
        noted.count.fetch_add(1, Ordering::SeqCst);
        async { Ok(()) }
    });
    let running = Box::pin(service.start(&environment)).await?;
    let pool = running.kernel().pool.clone();

    let alone = lag(&pool, &performed, time).await?;
    for _ in 0..PARTS {
        put(&pool, WAITING / PARTS, "now() + interval '1 day'").await?;
    }
    sqlx::query("analyze due").execute(&pool).await?;
    let among = lag(&pool, &performed, time).await?;
    for (name, lag) in [("nothing else", &alone), ("1,000,000 others", &among)] {
        report.remark(format!(
            "{PER_SECOND} due in each second, {name} waiting: late by p50 {:.2} ms, p99 {:.2} ms",
            millis(lag, 0.5),
            millis(lag, 0.99)
        ));
    }
    report.add(Line {
        what: format!("due at its time, {PER_SECOND}/s among 1,000,000 waiting, late p99"),
        figure: millis(&among, 0.99),
        limit: GOAL,
        against: format!("{GOAL} ms"),
        unit: "ms",
        goal: Goal::Within,
    });
    let rate = at_once(&pool, &performed).await?;
    report.remark(format!("{AT_ONCE} due at once among 1,000,000 waiting: {rate:.0} per second"));
    running.stop().await;
    Ok(())
}

async fn environment() -> Result<Environment> {
    let server = env::var("KAJO_BENCH_POSTGRES_URL").context("run this through ./just bench")?;
    let nats = env::var("KAJO_BENCH_NATS_URL").context("run this through ./just bench")?;
    let ids = Ids::system();
    let (kek, key) = (KeyEncryptionKey::from_bytes(ids.secret()), InternalKey::from_bytes(ids.secret()));
    let mut settings = Settings::new(&server, &nats, kek.clone(), key.clone(), AccessLogKey::from_seed(&ids.secret())?);
    settings.database_prefix = String::new();
    "BENCHDUE".clone_into(&mut settings.bus_prefix);
    database::ensure(&server, NAME).await?;
    let bus = Bus::connect(&nats, &settings.bus_prefix).await?;
    Ok(Environment {
        settings: Arc::new(settings),
        clock: Clock::system(),
        ids,
        bus,
        key_encryption_key: kek,
        internal_key: key,
        service_clients: ServiceClients::default(),
    })
}

/// Puts effects; `due_at` is said in SQL and may count with `n`.
async fn put(pool: &Pool, count: i64, due_at: &str) -> Result<()> {
    let statement = format!(
        "insert into due (id, target, body, due_at, state, asked_at)
         select gen_random_uuid(), 'effect bench', '', {due_at}, 'waiting', now() from generate_series(1, {count}) n"
    );
    sqlx::query(sqlx::AssertSqlSafe(statement)).execute(pool).await?;
    Ok(())
}

/// How late they are, spread evenly over some time.
async fn lag(pool: &Pool, performed: &Performed, time: Duration) -> Result<Histogram<u64>> {
    let count = PER_SECOND * time.as_secs().max(1);
    let before = performed.count.load(Ordering::SeqCst);
    // Far enough ahead for the runner to have looked meanwhile.
    put(pool, i64::try_from(count)?, &format!("now() + interval '17 seconds' + n * interval '{} microseconds'", 1_000_000 / PER_SECOND)).await?;
    performed.lag.lock().unwrap_or_else(PoisonError::into_inner).reset();
    until(performed, before + count, time + Duration::from_mins(1)).await?;
    Ok(performed.lag.lock().unwrap_or_else(PoisonError::into_inner).clone())
}

/// How many in a second, when all are due.
async fn at_once(pool: &Pool, performed: &Performed) -> Result<f64> {
    let before = performed.count.load(Ordering::SeqCst);
    put(pool, AT_ONCE, "now() + interval '17 seconds'").await?;
    until(performed, before + 1, Duration::from_mins(1)).await?;
    let begun = Instant::now();
    until(performed, before + u64::try_from(AT_ONCE)?, Duration::from_mins(5)).await?;
    #[expect(clippy::cast_precision_loss, reason = "a count of rows fits a double")]
    Ok(AT_ONCE as f64 / begun.elapsed().as_secs_f64())
}

async fn until(performed: &Performed, count: u64, patience: Duration) -> Result<()> {
    let begun = Instant::now();
    while performed.count.load(Ordering::SeqCst) < count {
        anyhow::ensure!(begun.elapsed() < patience, "{} of {count} were performed", performed.count.load(Ordering::SeqCst));
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    Ok(())
}
