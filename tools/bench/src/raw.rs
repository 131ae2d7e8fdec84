//! The limit for appending: `insert` of the same bytes into a table with the same keys, one row a transaction.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use chassis::Pool;
use uuid::Uuid;

use crate::counter::PAYLOAD;

/// Makes the table.
pub(crate) async fn prepare(pool: &Pool) -> Result<()> {
    sqlx::raw_sql(
        "create table raw_events (
             seq bigint generated always as identity,
             event_id uuid not null unique,
             stream_id text not null,
             version bigint not null,
             event_type text not null,
             payload bytea not null,
             meta jsonb not null,
             recorded_at timestamptz not null default now(),
             primary key (stream_id, version)
         )",
    )
    .execute(pool)
    .await?;
    Ok(())
}

/// Rows a second that `writers` insert side by side, each into a stream of its own.
pub(crate) async fn rate(pool: &Pool, writers: usize, time: Duration) -> Result<f64> {
    let versions: Arc<Vec<(String, AtomicI64)>> = Arc::new((0..writers).map(|_| (format!("raw-{}", Uuid::now_v7()), AtomicI64::new(0))).collect());
    let pool = pool.clone();
    side_by_side(writers, time, move |writer| {
        let (pool, versions) = (pool.clone(), Arc::clone(&versions));
        async move {
            let (stream, version) = versions.get(writer).context("a stream")?;
            sqlx::query(
                "insert into raw_events (event_id, stream_id, version, event_type, payload, meta)
                 values ($1, $2, $3, 'counter.added', $4, '{\"actor\": \"bench\"}')",
            )
            .bind(Uuid::now_v7())
            .bind(stream)
            .bind(version.fetch_add(1, Ordering::Relaxed) + 1)
            .bind(&[7_u8; PAYLOAD][..])
            .execute(&pool)
            .await?;
            Ok(())
        }
    })
    .await
}

/// How often a second `work` gets done by so many side by side, each doing it again and again; it is told which of them does it.
pub(crate) async fn side_by_side<F>(workers: usize, time: Duration, work: impl Fn(usize) -> F + Clone + Send + 'static) -> Result<f64>
where
    F: Future<Output = Result<()>> + Send + 'static,
{
    let done = Arc::new(AtomicU64::new(0));
    let begun = Instant::now();
    let tasks: Vec<_> = (0..workers)
        .map(|worker| {
            let (work, done) = (work.clone(), Arc::clone(&done));
            tokio::spawn(async move {
                while begun.elapsed() < time {
                    work(worker).await?;
                    done.fetch_add(1, Ordering::Relaxed);
                }
                anyhow::Ok(())
            })
        })
        .collect();
    for task in tasks {
        task.await??;
    }
    Ok(per_second(done.load(Ordering::Relaxed), begun))
}

/// A rate since `begun`.
#[expect(clippy::cast_precision_loss, reason = "counts of a run fit a double")]
pub(crate) fn per_second(count: u64, begun: Instant) -> f64 {
    count as f64 / begun.elapsed().as_secs_f64()
}
