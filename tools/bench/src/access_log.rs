//! The tree over the access log: how fast rows become part of a signed head, and what a page of a person's proof costs, in a log of a
//! thousand rows and of a hundred thousand, and for a person with many of them.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use chassis::{Clock, clock::Ids};
use kajo_proto::identity::v1::{ProveMyAccessLogRequest, ProveMyAccessLogResponse};
use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    calibration::{histogram, micros, millis},
    raw::per_second,
    report::{Goal, Line, Report},
    web::Browser,
    world::World,
};

const PROVE: &str = "/kajo.identity.v1.AccessLogService/ProveMyAccessLog";
/// Rows about the one who has few.
const FEW: i64 = 1_000;
/// Rows about the one who has many.
const MANY: i64 = 20_000;
/// Rows in the log at the end.
const LOG: i64 = 100_000;
/// Other people that rows are about.
const OTHERS: u128 = 5_000;
const PAGES: usize = 60;
const SINGLE_ROWS: usize = 20;
const PATIENCE: Duration = Duration::from_mins(4);

/// Milliseconds of a page, at the median.
struct Pages {
    first: f64,
    next: f64,
}

/// Measures.
pub(crate) async fn run(world: &World, report: &mut Report) -> Result<()> {
    let pool = world.database("kajo_identity").await?;
    let mut people = simulators::people::residents().into_iter();
    let (few, many) = (people.next().context("a resident")?, people.next().context("a second resident")?);
    let with_few = Browser::sign_in(&world.resident_url, few.login_hint).await?;
    let with_many = Browser::sign_in(&world.resident_url, many.login_hint).await?;

    let log = Log { pool: pool.clone(), ids: Ids::system() };
    log.write(FEW, |_| few.id).await?;
    log.signed().await?;
    let (small, alone) = (pages(&with_few).await?, log.one_row_signed().await?);

    log.write(MANY, |_| many.id).await?;
    let others = LOG - log.rows().await?;
    let begun = Instant::now();
    log.write(others, |row| Uuid::from_u128(0x0190_0000_0000_7000_9000_0000_0000_0000 + row % OTHERS)).await?;
    let written = per_second(u64::try_from(others)?, begun);
    let begun = Instant::now();
    log.signed().await?;
    report.remark(format!("{others} rows written at {written:.0}/s, in a signed head at {:.0}/s", per_second(u64::try_from(others)?, begun)));
    sqlx::query("vacuum analyze").execute(&pool).await?;
    let (large, of_many, behind) = (pages(&with_few).await?, pages(&with_many).await?, log.one_row_signed().await?);

    let mut line = |what: &str, figure: f64, limit: f64, against: &str| {
        report.add(Line { what: what.to_owned(), figure, limit, against: against.to_owned(), unit: "ms", goal: Goal::AtMost(1.2) });
    };
    line("first page of a proof, log of 100,000 rows, p50", large.first, small.first, "log of 1,000 rows");
    line("next page of a proof, log of 100,000 rows, p50", large.next, small.next, "log of 1,000 rows");
    line("first page, 20,000 rows about the person, p50", of_many.first, large.first, "1,000 rows about the person");
    line("next page, 20,000 rows about the person, p50", of_many.next, large.next, "1,000 rows about the person");
    line("a row until the head over it is signed, 100,000 rows, p50", behind, alone, "log of 1,000 rows");
    report.remark(world.platform(&["verify-access-log"]).await?.trim().replace('\n', "; "));
    pool.close().await;
    Ok(())
}

/// The access log of identity.
struct Log {
    pool: PgPool,
    ids: Ids,
}

impl Log {
    /// Rows as the service writes them, of one moment.
    async fn write(&self, rows: i64, about: impl Fn(u128) -> Uuid) -> Result<()> {
        let rows = u128::try_from(rows)?;
        for begin in (0..rows).step_by(10_000) {
            let numbers = begin..rows.min(begin + 10_000);
            let entries: Vec<Uuid> = numbers.clone().map(|_| self.ids.v7(Clock::system().now())).collect();
            let subjects: Vec<Uuid> = numbers.map(&about).collect();
            sqlx::query(
                "insert into access_log (entry_id, at, method, actor_kind, actor_id, role_id, location_id, subject_id, object_kind, object_id, ground,
                                         trace_id)
                 select entry_id, clock_timestamp(), '/kajo.identity.v1.PatientService/GetPatient', 'practitioner', gen_random_uuid(),
                        gen_random_uuid(), gen_random_uuid(), subject_id, 'patient', subject_id, 'care', md5(entry_id::text)
                 from unnest($1::uuid[], $2::uuid[]) as new (entry_id, subject_id)",
            )
            .bind(entries)
            .bind(subjects)
            .execute(&self.pool)
            .await?;
        }
        Ok(())
    }

    async fn rows(&self) -> Result<i64> {
        Ok(sqlx::query_scalar("select count(*) from access_log").fetch_one(&self.pool).await?)
    }

    async fn size(&self) -> Result<i64> {
        Ok(sqlx::query_scalar("select size from access_head").fetch_one(&self.pool).await?)
    }

    /// Comes back once every row stands under a signed head.
    async fn signed(&self) -> Result<()> {
        let rows = self.rows().await?;
        let begun = Instant::now();
        while self.size().await? < rows {
            if begun.elapsed() > PATIENCE {
                bail!("{} of {rows} rows are signed after {PATIENCE:?}", self.size().await?);
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Ok(())
    }

    /// Milliseconds from one more row to the head over it, at the median.
    async fn one_row_signed(&self) -> Result<f64> {
        let mut times = histogram()?;
        for _ in 0..SINGLE_ROWS {
            self.signed().await?;
            let begun = Instant::now();
            self.write(1, |_| Uuid::nil()).await?;
            self.signed().await?;
            times.record(micros(begun))?;
        }
        Ok(millis(&times, 0.5))
    }
}

async fn pages(browser: &Browser) -> Result<Pages> {
    let (mut first, mut next) = (histogram()?, histogram()?);
    for _ in 0..PAGES {
        let begun = Instant::now();
        let token = page(browser, String::new()).await?;
        first.record(micros(begun))?;
        let begun = Instant::now();
        page(browser, token).await?;
        next.record(micros(begun))?;
    }
    Ok(Pages { first: millis(&first, 0.5), next: millis(&next, 0.5) })
}

/// A page; answers with the token of the next one.
async fn page(browser: &Browser, page_token: String) -> Result<String> {
    let answer: ProveMyAccessLogResponse = browser.call(PROVE, &ProveMyAccessLogRequest { page_token }).await?;
    answer.proof.map(|proof| proof.next_page_token).filter(|token| !token.is_empty()).context("no full page")
}
