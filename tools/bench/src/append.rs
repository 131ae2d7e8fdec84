//! Appending through the store, with command log and facts, against bare inserts on the same Postgres.

use std::{
    env,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use crate::{
    counter::{Add, Counter},
    raw::{self, per_second},
    report::{Goal, Line, Report},
};
use anyhow::{Context, Result};
use chassis::{
    Clock, Pool,
    clock::Ids,
    database,
    sealing::{KeyEncryptionKey, Keyring},
    store::{CommandMeta, EventStore},
};
use chassis_domain::Id;
use sqlx::migrate::Migrator;

/// Measures.
pub(crate) async fn run(time: Duration, report: &mut Report) -> Result<()> {
    let server = env::var("KAJO_BENCH_POSTGRES_URL").context("run this through ./just bench")?;
    database::ensure(&server, "bench_append").await?;
    let pool = database::connect(&server, "bench_append").await?;
    database::migrate(&pool, &Migrator::DEFAULT).await?;
    raw::prepare(&pool).await?;
    let store = store(pool.clone());
    let mut alone = 0.0;
    for writers in [1, 8, 32] {
        let limit = raw::rate(&pool, writers, time).await?;
        let own = rate(&store, writers, false, time).await?;
        if writers == 1 {
            alone = own;
        }
        report.add(Line {
            what: format!("append, {writers} writers on streams of their own"),
            figure: own,
            limit,
            against: "bare insert".to_owned(),
            unit: "per second",
            goal: Goal::AtLeast(0.8),
        });
    }
    report.add(Line {
        what: "append, 32 writers on one stream".to_owned(),
        figure: rate(&store, 32, true, time).await?,
        limit: alone,
        against: "one writer".to_owned(),
        unit: "per second",
        goal: Goal::AtLeast(0.9),
    });
    pool.close().await;
    Ok(())
}

fn store(pool: Pool) -> EventStore {
    let (clock, ids) = (Clock::system(), Ids::system());
    let keyring = Keyring::new(pool.clone(), KeyEncryptionKey::from_bytes(ids.secret()), clock.clone(), ids.clone());
    EventStore::new(pool, clock, ids, keyring, Vec::new())
}

async fn rate(store: &EventStore, writers: usize, shared: bool, time: Duration) -> Result<f64> {
    let ids = Ids::system();
    let new = || Id::<Counter>::from_uuid(ids.v7(Clock::system().now()));
    let events = Arc::new(AtomicU64::new(0));
    let (one, begun) = (new(), Instant::now());
    let tasks: Vec<_> = (0..writers)
        .map(|_| {
            let (store, ids, events) = (store.clone(), ids.clone(), Arc::clone(&events));
            let mut id = if shared { one } else { new() };
            tokio::spawn(async move {
                let mut length = 0;
                while begun.elapsed() < time {
                    // A conversation is a few dozen events long; a stream that grows for ever measures something else.
                    length += 1;
                    if length % 50 == 0 && !shared {
                        id = Id::from_uuid(ids.v7(Clock::system().now()));
                    }
                    store.execute::<Counter>(id, Add, CommandMeta::system(ids.v7(Clock::system().now()))).await?;
                    events.fetch_add(1, Ordering::Relaxed);
                }
                anyhow::Ok(())
            })
        })
        .collect();
    for task in tasks {
        task.await??;
    }
    Ok(per_second(events.load(Ordering::Relaxed), begun))
}
