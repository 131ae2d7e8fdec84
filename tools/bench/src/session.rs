//! What the session check costs a call, as the gateway itself measures it: in a session that it has asked about within the last
//! second, in sessions that are used ten times a second and in those of open apps that rest between their calls, whatever is asked about
//! them, and in one that it has to ask identity about. Beside it what the same cheap call takes longer than one by nobody, and how long a
//! right that was taken away is still honoured, at two gateways.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use futures::future::try_join_all;
use hdrhistogram::Histogram;
use kajo_proto::{
    conversations::v1::{GetMessageLimitsRequest, GetMessageLimitsResponse, ListTasksRequest, ListTasksResponse, Tab},
    identity::v1::{GetTermsRequest, GetTermsResponse},
};
use sqlx::PgPool;

use crate::{
    calibration::{histogram, micros, millis},
    checks::Checks,
    raw::side_by_side,
    report::{Goal, Line, Report},
    web::Browser,
    world::World,
};

/// Read by nobody and by residents alike.
const CALL: &str = "/kajo.identity.v1.TermsService/GetTerms";
/// Sessions that take turns.
const SESSIONS: u32 = 150;
/// A session that was not used for so long is asked about again.
const FORGOTTEN: Duration = Duration::from_millis(1_050);
/// Rounds in which all of them are used, first when they are forgotten and then while they are known.
const KNOWN_ROUNDS: usize = 4;
/// Milliseconds that the check may cost.
const ALLOWED_P50: f64 = 0.02;
const ALLOWED_P99: f64 = 0.1;
const CLIENTS: usize = 8;
/// Sessions that are in use, and how often each of them makes a call.
const IN_USE: usize = 20;
const BETWEEN_CALLS: Duration = Duration::from_millis(100);
/// Apps that are open, and how long each of them rests between two calls: longer than an answer is believed.
const OPEN: usize = 100;
const REST: Duration = Duration::from_millis(1_500);
/// Calls of open apps come one at a time: a longest hundredth needs this long.
const OPEN_FOR: Duration = Duration::from_secs(20);
/// How often a right is taken away.
const ENDED: usize = 30;
const TAKEN: u64 = 5;

/// Measures.
pub(crate) async fn run(world: &mut World, time: Duration, report: &mut Report) -> Result<()> {
    let pool = world.database("kajo_identity").await?;
    added(world, &pool, time, report).await?;
    in_use(world, time, report).await?;
    open(world, time, report).await?;
    many(world, &pool, time, report).await?;
    revoked(world, &pool, report).await?;
    pool.close().await;
    Ok(())
}

async fn terms(browser: &Browser) -> Result<()> {
    let _: GetTermsResponse = browser.call(CALL, &GetTermsRequest {}).await?;
    Ok(())
}

async fn timed(browser: &Browser, times: &mut Histogram<u64>) -> Result<()> {
    let begun = Instant::now();
    terms(browser).await?;
    times.record(micros(begun))?;
    Ok(())
}

/// One call after another, in turns, so that all see the same machine.
async fn added(world: &World, pool: &PgPool, time: Duration, report: &mut Report) -> Result<()> {
    let nobody = Browser::nobody(&world.resident_url)?;
    let mut sessions = Vec::new();
    for _ in 0..SESSIONS {
        // A connection like everybody's: what is measured is the session, not the way to it.
        sessions.push(world.resident().await?.over(&nobody));
    }
    let (mut bare, mut known, mut asked, mut get) = (histogram()?, histogram()?, histogram()?, histogram()?);
    let begun = Instant::now();
    tokio::time::sleep(FORGOTTEN).await;
    for session in sessions.iter().cycle() {
        if begun.elapsed() > time.max(FORGOTTEN * 3) {
            break;
        }
        let turn = Instant::now();
        timed(&nobody, &mut bare).await?;
        timed(session, &mut asked).await?;
        while turn.elapsed() < FORGOTTEN / SESSIONS {
            timed(&nobody, &mut bare).await?;
            timed(session, &mut known).await?;
            let at = Instant::now();
            postgres_get(pool).await?;
            get.record(micros(at))?;
        }
    }
    for (name, times) in [("by nobody", &bare), ("session known", &known), ("session asked about", &asked), ("Postgres GET", &get)] {
        let (p50, p99) = (millis(times, 0.5), millis(times, 0.99));
        report.remark(format!("{name}: p50 {p50:.3} ms, p99 {p99:.3} ms, {} times", times.len()));
    }
    let (asked_took, known_took) = (millis_more(&asked, &bare), millis_more(&known, &bare));
    report.remark(format!("more than by nobody, p50 and p99: known {known_took}, asked about {asked_took}"));
    by_themselves(world, &sessions, time, report).await
}

/// By how much one distribution lies above another at its middle and at its hundredth. It is no measure of the check: what the machine
/// did to the slowest calls of both is in it.
fn millis_more(times: &Histogram<u64>, bare: &Histogram<u64>) -> String {
    let more = |quantile| millis(times, quantile) - millis(bare, quantile);
    format!("{:.2} and {:.2} ms", more(0.5), more(0.99))
}

/// The checks of sessions that are forgotten, and of those that are known, apart.
async fn by_themselves(world: &World, sessions: &[Browser], time: Duration, report: &mut Report) -> Result<()> {
    let (mut asked, mut known) = (Checks::default(), Checks::default());
    let begun = Instant::now();
    while begun.elapsed() < time {
        tokio::time::sleep(FORGOTTEN).await;
        let before = Checks::read(world).await?;
        for session in sessions {
            terms(session).await?;
        }
        let between = Checks::read(world).await?;
        for _ in 0..KNOWN_ROUNDS {
            for session in sessions {
                terms(session).await?;
            }
        }
        let after = Checks::read(world).await?;
        asked = asked.and(between.clone().since(&before));
        known = known.and(after.since(&between));
    }
    costs("known within a second", &known, report);
    costs("asked of identity", &asked, report);
    Ok(())
}

fn costs(what: &str, checks: &Checks, report: &mut Report) {
    for (share, name, allowed) in [(0.5, "p50", ALLOWED_P50), (0.99, "p99", ALLOWED_P99)] {
        report.add(Line {
            what: format!("session check, {what}, {name} at most"),
            figure: checks.within(share),
            limit: allowed,
            against: "the allowance".to_owned(),
            unit: "ms",
            goal: Goal::Within,
        });
    }
    let share = checks.share_within(Duration::from_secs_f64(ALLOWED_P99 / 1_000.0)) * 100.0;
    report.remark(format!("session checks, {what}: {share:.2} % of {} within {ALLOWED_P99} ms", checks.count()));
}

/// All calls of sessions in use, those beside which identity is asked among them, in turns with nobody's.
async fn in_use(world: &World, time: Duration, report: &mut Report) -> Result<()> {
    let nobody = Browser::nobody(&world.resident_url)?;
    let mut sessions = Vec::new();
    for _ in 0..IN_USE {
        sessions.push(world.resident().await?.over(&nobody));
    }
    // Signing so many in takes longer than an answer is believed: from here on they are in use.
    for session in &sessions {
        terms(session).await?;
    }
    in_turns(world, &nobody, &sessions, BETWEEN_CALLS, time, report, "in use ten times a second").await
}

/// The first call after a rest, of apps that follow live updates as every open app does, in turns with nobody's.
async fn open(world: &World, time: Duration, report: &mut Report) -> Result<()> {
    let nobody = Browser::nobody(&world.resident_url)?;
    let (mut sessions, mut streams) = (Vec::new(), Vec::new());
    for _ in 0..OPEN {
        let session = world.resident().await?.over(&nobody);
        streams.push(session.follow().await?);
        sessions.push(session);
    }
    in_turns(world, &nobody, &sessions, REST, time.max(OPEN_FOR), report, "app open, after a rest").await
}

/// Each of the sessions calls once in `every`, in turns with nobody.
async fn in_turns(
    world: &World,
    nobody: &Browser,
    sessions: &[Browser],
    every: Duration,
    time: Duration,
    report: &mut Report,
    what: &str,
) -> Result<()> {
    let before = Checks::read(world).await?;
    let (mut bare, mut used) = (histogram()?, histogram()?);
    let mut turns = tokio::time::interval(every / u32::try_from(sessions.len())?);
    let begun = Instant::now();
    for session in sessions.iter().cycle() {
        if begun.elapsed() > time {
            break;
        }
        turns.tick().await;
        timed(nobody, &mut bare).await?;
        timed(session, &mut used).await?;
    }
    let (p50, p99) = (millis(&used, 0.5), millis(&used, 0.99));
    report.remark(format!(
        "{} sessions, {what}: p50 {p50:.3} ms, p99 {p99:.3} ms, {} calls; more than by nobody {}",
        sessions.len(),
        used.len(),
        millis_more(&used, &bare)
    ));
    costs(what, &Checks::read(world).await?.since(&before), report);
    Ok(())
}

/// What any check that asks a database would cost at the least: one row by its key.
async fn postgres_get(pool: &PgPool) -> Result<()> {
    sqlx::query("select session_id from session_secrets where secret_hash = $1").bind(&[7_u8; 32][..]).fetch_optional(pool).await?;
    Ok(())
}

async fn many(world: &World, pool: &PgPool, time: Duration, report: &mut Report) -> Result<()> {
    let time = time / 2;
    let nobody = Browser::nobody(&world.resident_url)?;
    let browsers = try_join_all((0..CLIENTS).map(|_| world.resident())).await?;
    let bare = side_by_side(CLIENTS, time, move |_| {
        let nobody = nobody.clone();
        async move { terms(&nobody).await }
    });
    let bare = bare.await?;
    let checked = side_by_side(CLIENTS, time, move |client| {
        let browser = browsers.get(client).cloned();
        async move { terms(&browser.context("a browser")?).await }
    });
    let checked = checked.await?;
    let pool = pool.clone();
    let get = side_by_side(CLIENTS, time, move |_| {
        let pool = pool.clone();
        async move { postgres_get(&pool).await }
    });
    let get = get.await?;
    for (against, limit, bound) in [("the same calls by nobody", bare, 0.9), ("Postgres GET", get, 0.3)] {
        report.add(Line {
            what: format!("checked calls, {CLIENTS} clients"),
            figure: checked,
            limit,
            against: against.to_owned(),
            unit: "per second",
            goal: Goal::AtLeast(bound),
        });
    }
    Ok(())
}

/// Signing out is told over the bus; a work location taken away in the table is told to nobody, and found by asking again.
async fn revoked(world: &mut World, pool: &PgPool, report: &mut Report) -> Result<()> {
    let (resident_url, practitioner_url) = world.another_gateway().await?;
    let mut lags = histogram()?;
    for _ in 0..ENDED {
        let here = world.resident().await?;
        let there = here.at(&resident_url);
        let watched = [watch(&here, as_resident), watch(&there, as_resident)];
        tokio::time::sleep(Duration::from_millis(30)).await;
        here.sign_out().await?;
        record(&mut lags, Instant::now(), watched).await?;
    }
    say(&lags, "signed out: still honoured at one of two gateways, at most", report);

    let here = world.practitioner().await?;
    let there = here.at(&practitioner_url);
    let mut lags = histogram()?;
    for round in 0..TAKEN {
        let rights: Vec<(uuid::Uuid, Vec<uuid::Uuid>)> = sqlx::query_as("select person_id, location_ids from practitioners").fetch_all(pool).await?;
        let watched = [watch(&here, as_practitioner), watch(&there, as_practitioner)];
        // Somewhere within the second that an answer is believed.
        tokio::time::sleep(Duration::from_millis(1_100 + 170 * round)).await;
        sqlx::query("update practitioners set location_ids = '{}'").execute(pool).await?;
        record(&mut lags, Instant::now(), watched).await?;
        for (person, locations) in rights {
            sqlx::query("update practitioners set location_ids = $2 where person_id = $1").bind(person).bind(locations).execute(pool).await?;
        }
        tokio::time::sleep(FORGOTTEN).await;
    }
    say(&lags, "right taken away, told to nobody: honoured at most", report);
    Ok(())
}

async fn as_resident(browser: Browser) -> Result<bool> {
    let answer = browser.ask::<_, GetMessageLimitsResponse>("/kajo.conversations.v1.CategoryService/GetMessageLimits", &GetMessageLimitsRequest {});
    Ok(answer.await?.is_ok())
}

async fn as_practitioner(browser: Browser) -> Result<bool> {
    let request = ListTasksRequest { tab: Tab::New.into(), ..ListTasksRequest::default() };
    Ok(browser.ask::<_, ListTasksResponse>("/kajo.conversations.v1.TaskService/ListTasks", &request).await?.is_ok())
}

type Watched = tokio::task::JoinHandle<Result<Instant>>;

/// Calls again and again until it is refused; answers with when the last call began that was not.
fn watch<F>(browser: &Browser, call: fn(Browser) -> F) -> Watched
where
    F: Future<Output = Result<bool>> + Send + 'static,
{
    let browser = browser.clone();
    tokio::spawn(async move {
        let mut honoured = Instant::now();
        loop {
            let begun = Instant::now();
            if !call(browser.clone()).await? {
                return Ok(honoured);
            }
            honoured = begun;
        }
    })
}

async fn record(lags: &mut Histogram<u64>, taken_at: Instant, watched: [Watched; 2]) -> Result<()> {
    for gateway in watched {
        let lag = gateway.await??.saturating_duration_since(taken_at);
        lags.record(u64::try_from(lag.as_micros())?.max(1))?;
    }
    Ok(())
}

fn say(lags: &Histogram<u64>, what: &str, report: &mut Report) {
    report.remark(format!("{what}: p50 {:.2} ms of {}", millis(lags, 0.5), lags.len()));
    report.add(Line {
        what: what.to_owned(),
        figure: millis(lags, 1.0),
        limit: 1_000.0,
        against: "a second".to_owned(),
        unit: "ms",
        goal: Goal::Within,
    });
}
