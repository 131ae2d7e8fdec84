//! A thousand residents at once on one time, a hundred times over, and the free days of a month among ten thousand offers and a million.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, ensure};
use chassis::{Clock, access::InternalKey, database};
use chassis_domain::{SignedDuration, demo_id, in_helsinki};
use kajo_proto::scheduling::v1::{
    BookAppointmentRequest, GetMonthRequest, HoldSlotRequest, HoldSlotResponse, ListTimesRequest, TimeFilter, TimesWanted,
    booking_service_client::BookingServiceClient,
};
use sqlx::PgPool;
use tokio::{sync::Barrier, task::JoinSet};
use tonic::{Code, Request, Status, transport::Channel};

use crate::{
    calibration::{histogram, micros, millis},
    direct::by_resident,
    patients, raw,
    report::{Goal, Line, Report},
    world::World,
};

const RESIDENTS: u32 = 1_000;
/// Behind all that lookups know.
const FIRST: u32 = patients::MOST - RESIDENTS;
const ROUNDS: usize = 100;
/// Writers of the bare inserts beside.
const WRITERS: usize = 32;
const MONTHS: usize = 500;
const FEW: i64 = 10_000;
const MANY: i64 = 1_000_000;
/// Milliseconds that a month may take.
const MONTH: f64 = 5.0;

/// Residents, and how they call.
struct Town {
    channel: Channel,
    key: InternalKey,
    service_id: String,
}

/// Measures.
pub(crate) async fn run(world: &World, time: Duration, report: &mut Report) -> Result<()> {
    let identity = world.database("kajo_identity").await?;
    let keyring = world.keyring(database::connect(&world.postgres_url, "kajo_identity").await?)?;
    patients::add(&identity, &keyring, FIRST, patients::MOST).await?;
    identity.close().await;
    let channel = Channel::from_shared(world.grpc_url.clone())?.connect().await?;
    let service_id = demo_id("service", "nurse-appointment").to_string();
    let town = Arc::new(Town { channel, key: world.key.clone(), service_id });

    let pool = world.database("kajo_scheduling").await?;
    months(&town, &pool, report).await?;
    race(world, &town, time, report).await?;
    report.remark(world.platform(&["verify-claims"]).await?.trim());
    pool.close().await;
    Ok(())
}

impl Town {
    fn client(&self) -> BookingServiceClient<Channel> {
        BookingServiceClient::new(self.channel.clone())
    }

    fn filter(&self) -> Option<TimeFilter> {
        Some(TimeFilter { service_id: self.service_id.clone(), ..TimeFilter::default() })
    }

    /// As the gateway would pass it on for the resident of this number.
    fn by<T>(&self, resident: u32, message: T) -> Result<Request<T>> {
        by_resident(&self.key, patients::person(FIRST + resident), message)
    }

    /// So many times that are free, from tomorrow on.
    async fn free(&self, wanted: usize) -> Result<Vec<String>> {
        let mut offers = Vec::new();
        for days in 1..=28 {
            let date = in_helsinki(Clock::system().now() + SignedDuration::from_hours(24 * days)).date().to_string();
            let asked = ListTimesRequest { filter: self.filter(), wanted: TimesWanted::Day.into(), date, ..ListTimesRequest::default() };
            let times = self.client().list_times(self.by(0, asked)?).await?.into_inner().times;
            offers.extend(times.into_iter().map(|time| time.offer_id));
        }
        offers.truncate(wanted);
        ensure!(offers.len() == wanted, "only {} free times", offers.len());
        Ok(offers)
    }
}

/// What became of a try, and how long it took, in microseconds.
type Tried = (Result<HoldSlotResponse, Status>, u64);

/// Everybody goes for one time at once.
async fn all_hold(town: &Arc<Town>, offer: &str) -> Result<Vec<(u32, Tried)>> {
    let start = Arc::new(Barrier::new(RESIDENTS as usize));
    let mut tries = JoinSet::new();
    for resident in 0..RESIDENTS {
        let (town, start) = (Arc::clone(town), Arc::clone(&start));
        let request = town.by(resident, HoldSlotRequest { offer_id: offer.to_owned() })?;
        tries.spawn(async move {
            start.wait().await;
            let begun = Instant::now();
            let answer = town.client().hold_slot(request).await.map(tonic::Response::into_inner);
            (resident, (answer, micros(begun)))
        });
    }
    Ok(tries.join_all().await)
}

async fn race(world: &World, town: &Arc<Town>, time: Duration, report: &mut Report) -> Result<()> {
    database::ensure(&world.postgres_url, "bench_booking").await?;
    let raw = database::connect(&world.postgres_url, "bench_booking").await?;
    raw::prepare(&raw).await?;
    let limit = raw::rate(&raw, WRITERS, time / 2).await?;
    raw.close().await;
    let (mut won, mut lost, mut booked) = (histogram()?, histogram()?, histogram()?);
    let mut spent = Duration::ZERO;
    for offer in town.free(ROUNDS).await? {
        let begun = Instant::now();
        let tries = all_hold(town, &offer).await?;
        spent += begun.elapsed();
        let mut winner = None;
        for (resident, (answer, took)) in tries {
            match answer {
                Ok(held) => {
                    won.record(took)?;
                    ensure!(winner.replace((resident, held)).is_none(), "two residents have one time");
                }
                Err(status) => {
                    ensure!(status.code() == Code::FailedPrecondition, "a loser is told {status}");
                    lost.record(took)?;
                }
            }
        }
        let (resident, held) = winner.context("nobody has the time")?;
        let hold = held.hold.context("a hold")?;
        let asked = BookAppointmentRequest { hold_id: hold.hold_id, fence: hold.fence, offer_id: offer, ..BookAppointmentRequest::default() };
        let begun = Instant::now();
        town.client().book_appointment(town.by(resident, asked)?).await?;
        booked.record(micros(begun))?;
    }
    report.remark(format!("the winner's booking then: p50 {:.2} ms, p99 {:.2} ms", millis(&booked, 0.5), millis(&booked, 0.99)));
    #[expect(clippy::cast_precision_loss, reason = "counts of a run fit a double")]
    let rate = (won.len() + lost.len()) as f64 / spent.as_secs_f64();
    report.add(Line {
        what: format!("tries for one time decided, {RESIDENTS} residents at once"),
        figure: rate,
        limit,
        against: format!("bare insert, {WRITERS} writers"),
        unit: "per second",
        goal: Goal::AtLeast(0.5),
    });
    report.add(Line {
        what: format!("who does not get the time, of {RESIDENTS} at once, p99"),
        figure: millis(&lost, 0.99),
        limit: millis(&won, 0.99),
        against: "who gets it".to_owned(),
        unit: "ms",
        goal: Goal::AtMost(2.0),
    });
    Ok(())
}

async fn months(town: &Town, pool: &PgPool, report: &mut Report) -> Result<()> {
    fill(pool, FEW).await?;
    let few = month(town).await?;
    fill(pool, MANY).await?;
    let many = month(town).await?;
    report.add(Line {
        what: "a month of a service among 1,000,000 offers, p99".to_owned(),
        figure: many,
        limit: MONTH,
        against: "what is promised".to_owned(),
        unit: "ms",
        goal: Goal::Within,
    });
    report.add(Line {
        what: "a month of a service among 1,000,000 offers, p99".to_owned(),
        figure: many,
        limit: few,
        against: "among 10,000".to_owned(),
        unit: "ms",
        goal: Goal::AtMost(1.2),
    });
    Ok(())
}

/// Offers of a thousand other services, each with a schedule and a search of its own, all over the next weeks, until there are so many.
async fn fill(pool: &PgPool, until: i64) -> Result<()> {
    let there: i64 = sqlx::query_scalar("select count(*) from offers").fetch_one(pool).await?;
    sqlx::query(
        "insert into offers
         select gen_random_uuid(), other, gen_random_uuid(), other, other, other, booking_role_id, location_id, practitioner_id, kind,
             starts_at + at, ends_at + at, ((starts_at + at) at time zone 'Europe/Helsinki')::date, cancelable, reschedulable, late_hours,
             names_practitioner, contact_time, all_municipalities
         from (select * from offers limit 1) as one
         cross join (
             select md5((number % 1000)::text)::uuid as other, number / 1000 % 2000 * interval '30 minutes' as at
             from generate_series(1, $1) as number
         ) as others",
    )
    .bind((until - there).max(0))
    .execute(pool)
    .await?;
    sqlx::query("vacuum analyze offers").execute(pool).await?;
    Ok(())
}

/// How long the free days of next month take to be told, p99.
async fn month(town: &Town) -> Result<f64> {
    let month = in_helsinki(Clock::system().now() + SignedDuration::from_hours(24 * 30)).date().strftime("%Y-%m").to_string();
    let mut times = histogram()?;
    for _ in 0..MONTHS {
        let asked = GetMonthRequest { filter: town.filter(), month: month.clone() };
        let begun = Instant::now();
        let found = town.client().get_month(town.by(0, asked)?).await?.into_inner();
        times.record(micros(begun))?;
        ensure!(!found.days.is_empty(), "a month without a free day");
    }
    Ok(millis(&times, 0.99))
}
