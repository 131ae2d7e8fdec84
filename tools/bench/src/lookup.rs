//! Looking a patient up by personal identity code among a thousand and among a million, through the gateway, with the row of the access
//! log committed before the answer.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use chassis::database;
use futures::future::try_join_all;
use hdrhistogram::Histogram;
use kajo_proto::identity::v1::{GetPatientRequest, GetPatientResponse, Ground, LookUpPatientRequest, LookUpPatientResponse};
use sqlx::PgPool;

use crate::{
    calibration::{fdatasync, histogram, micros, millis},
    patients,
    raw::{self, side_by_side},
    report::{Goal, Line, Report},
    web::Browser,
    world::World,
};

const SERVICE: &str = "/kajo.identity.v1.PatientService";
const FEW: u32 = 1_000;
const MANY: u32 = 1_000_000;
/// Lookups one after another, as one professional's; and again as many of people who are no patients.
const LOOKUPS: u32 = 1_500;
/// Lookups with a rest before each, in which what the one before has left to do is done: people do not look up five hundred patients a
/// second.
const RESTED: u32 = 300;
const REST: Duration = Duration::from_millis(20);
/// Milliseconds that a lookup may take beside the one write it waits for.
const ALLOWANCE: f64 = 1.0;
/// Professionals who look patients up side by side.
const CLIENTS: usize = 8;
/// A professional is told of the limit from 48 in an hour on. So many are forgotten in between, outside of what is measured: what a
/// professional's lookups of an hour cost is measured, what a robot's would is not.
const FORGOTTEN_AFTER: u32 = 40;
/// gRPC status of whoever is no patient.
const NOT_FOUND: &str = "5";

/// Everything that lookups need.
struct Desk {
    pool: PgPool,
    professionals: Vec<Browser>,
    answers: AtomicU32,
}

/// Times of one size of the register.
struct Times {
    found: Histogram<u64>,
    missing: Histogram<u64>,
    rested: Histogram<u64>,
    fdatasync: f64,
}

/// Measures.
pub(crate) async fn run(world: &World, time: Duration, report: &mut Report) -> Result<()> {
    let pool = world.database("kajo_identity").await?;
    let keyring = world.keyring(database::connect(&world.postgres_url, "kajo_identity").await?)?;
    let hints = simulators::people::practitioners().into_iter().take(CLIENTS).map(|person| person.login_hint);
    let professionals = try_join_all(hints.map(|hint| world.practitioner_named(hint))).await?;
    let desk = Arc::new(Desk { pool: pool.clone(), professionals, answers: AtomicU32::new(0) });
    let logged_before = logged(&pool).await?;

    patients::add(&pool, &keyring, 0, FEW).await?;
    let few = one_after_another(&desk, FEW).await?;
    let begun = Instant::now();
    patients::add(&pool, &keyring, FEW, MANY).await?;
    report.remark(format!("{MANY} patients sealed and written in {:.0} s", begun.elapsed().as_secs_f64()));
    let many = one_after_another(&desk, MANY).await?;
    for (name, times) in [("1,000", &few), ("1,000,000", &many)] {
        let of = |times: &Histogram<u64>| format!("p50 {:.2} ms, p99 {:.2} ms", millis(times, 0.5), millis(times, 0.99));
        report.remark(format!("lookups among {name}: {}; of nobody: {}", of(&times.found), of(&times.missing)));
        for (how, times_of) in [("", &times.found), (", after a rest", &times.rested)] {
            report.add(Line {
                what: format!("lookup among {name} patients{how}, p50"),
                figure: millis(times_of, 0.5),
                limit: times.fdatasync + ALLOWANCE,
                against: format!("fdatasync {:.2} ms and {ALLOWANCE} ms", times.fdatasync),
                unit: "ms",
                goal: Goal::Within,
            });
        }
    }
    report.add(Line {
        what: "lookup among 1,000,000 patients, p50".to_owned(),
        figure: millis(&many.found, 0.5),
        limit: millis(&few.found, 0.5),
        against: "among 1,000".to_owned(),
        unit: "ms",
        goal: Goal::AtMost(1.1),
    });
    tell_apart(&many, report);
    together(world, &desk, time, report).await?;
    let (rows, answers) = (logged(&pool).await? - logged_before, i64::from(desk.answers.load(Ordering::Relaxed)));
    ensure!(rows == answers, "{rows} rows of the access log for {answers} answers");
    report.remark(format!("{rows} rows of the access log for {answers} answers"));
    pool.close().await;
    Ok(())
}

impl Desk {
    /// Looks up the patient of a number, as one of the professionals; whether there is one.
    async fn look_up(&self, professional: usize, number: u32) -> Result<bool> {
        let browser = self.professionals.get(professional).context("a professional")?;
        let request = LookUpPatientRequest { ssn: patients::code(number)?, ground: Ground::Call.into() };
        let answer = browser.ask::<_, LookUpPatientResponse>(&format!("{SERVICE}/LookUpPatient"), &request).await?;
        self.answers.fetch_add(1, Ordering::Relaxed);
        match answer {
            Ok(found) => {
                ensure!(found.patient_id == patients::person(number).to_string(), "another patient was found");
                Ok(true)
            }
            Err(status) => {
                ensure!(status == NOT_FOUND, "grpc-status {status}");
                Ok(false)
            }
        }
    }

    async fn forget(&self, number: u32) -> Result<()> {
        if number.is_multiple_of(FORGOTTEN_AFTER) {
            sqlx::query("delete from lookup_counts").execute(&self.pool).await?;
        }
        Ok(())
    }
}

/// Numbers all over the register, in an order that has nothing to do with that of the codes; the same in every run.
fn anywhere(step: u32, size: u32) -> u32 {
    u32::try_from((u64::from(step) + 1) * 2_654_435_761 % u64::from(size)).unwrap_or_default()
}

async fn one_after_another(desk: &Desk, size: u32) -> Result<Times> {
    let seeded = desk.professionals.first().context("a professional")?;
    ensure!(desk.look_up(0, size - 1).await?, "a seeded patient is not found");
    let request = GetPatientRequest { patient_id: patients::person(size - 1).to_string() };
    let seen: GetPatientResponse = seeded.call(&format!("{SERVICE}/GetPatient"), &request).await?;
    ensure!(seen.patient.is_some_and(|patient| Ok(patient.ssn) == patients::code(size - 1).map_err(drop)), "a seeded patient cannot be read");
    let fdatasync = fdatasync(&std::env::temp_dir())?.p50;
    let (mut found, mut missing) = (histogram()?, histogram()?);
    for step in 0..LOOKUPS {
        desk.forget(step * 2).await?;
        let begun = Instant::now();
        let known = desk.look_up(0, anywhere(step, size)).await?;
        found.record(micros(begun))?;
        let begun = Instant::now();
        let unknown = desk.look_up(0, MANY + anywhere(step, patients::MOST - MANY)).await?;
        missing.record(micros(begun))?;
        ensure!(known && !unknown, "a patient is not found, or nobody is");
    }
    let mut rested = histogram()?;
    for step in 0..RESTED {
        desk.forget(step).await?;
        tokio::time::sleep(REST).await;
        let begun = Instant::now();
        ensure!(desk.look_up(0, anywhere(step, size)).await?, "a patient is not found");
        rested.record(micros(begun))?;
    }
    Ok(Times { found, missing, rested, fdatasync })
}

/// Whether time alone tells a patient from nobody: the largest distance of the two distributions (Kolmogorov and Smirnov).
fn tell_apart(times: &Times, report: &mut Report) {
    let (found, missing) = (&times.found, &times.missing);
    let share = |times: &Histogram<u64>, value: u64| times.percentile_below(value) / 100.0;
    let values = found.iter_recorded().chain(missing.iter_recorded()).map(|value| value.value_iterated_to());
    let distance = values.map(|value| (share(found, value) - share(missing, value)).abs()).fold(0.0, f64::max);
    report.add(Line {
        what: format!("time of a patient and of nobody apart, {LOOKUPS} each"),
        figure: distance,
        // p = 0.01 for two samples of n: 1.628 * sqrt(2 / n).
        limit: 1.628 * (2.0 / f64::from(LOOKUPS)).sqrt(),
        against: "no difference, p = 0.01".to_owned(),
        unit: "of 1",
        goal: Goal::Within,
    });
}

async fn together(world: &World, desk: &Arc<Desk>, time: Duration, report: &mut Report) -> Result<()> {
    database::ensure(&world.postgres_url, "bench_lookup").await?;
    let raw = database::connect(&world.postgres_url, "bench_lookup").await?;
    raw::prepare(&raw).await?;
    let limit = raw::rate(&raw, CLIENTS, time / 2).await?;
    raw.close().await;
    let times = Arc::new(std::sync::Mutex::new(histogram()?));
    let step = Arc::new(AtomicU32::new(0));
    let (desk, counted) = (Arc::clone(desk), Arc::clone(&times));
    let rate = side_by_side(CLIENTS, time, move |client| {
        let (desk, times, step) = (Arc::clone(&desk), Arc::clone(&counted), Arc::clone(&step));
        async move {
            let step = step.fetch_add(1, Ordering::Relaxed);
            desk.forget(step).await?;
            let begun = Instant::now();
            desk.look_up(client, anywhere(step, MANY)).await?;
            times.lock().map_err(|_| anyhow::anyhow!("a client failed"))?.record(micros(begun))?;
            Ok(())
        }
    });
    let rate = rate.await?;
    let times = times.lock().map_err(|_| anyhow::anyhow!("a client failed"))?;
    report.remark(format!("{CLIENTS} professionals at once: p50 {:.2} ms, p99 {:.2} ms", millis(&times, 0.5), millis(&times, 0.99)));
    report.add(Line {
        what: format!("lookups among 1,000,000 patients, {CLIENTS} professionals"),
        figure: rate,
        limit,
        against: format!("bare insert, {CLIENTS} writers"),
        unit: "per second",
        goal: Goal::AtLeast(0.5),
    });
    Ok(())
}

async fn logged(pool: &PgPool) -> Result<i64> {
    Ok(sqlx::query_scalar("select count(*) from access_log where method like '%/LookUpPatient'").fetch_one(pool).await?)
}
