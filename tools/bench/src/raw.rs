//! The limit for appending: `insert` of the same bytes into a table with the same keys, one row a transaction.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::Result;
use sqlx::PgPool;
use uuid::Uuid;

use crate::counter::PAYLOAD;

/// Makes the table.
pub(crate) async fn prepare(pool: &PgPool) -> Result<()> {
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
pub(crate) async fn rate(pool: &PgPool, writers: usize, time: Duration) -> Result<f64> {
    let rows = Arc::new(AtomicU64::new(0));
    let begun = Instant::now();
    let mut tasks = Vec::new();
    for _ in 0..writers {
        let (pool, rows) = (pool.clone(), Arc::clone(&rows));
        tasks.push(tokio::spawn(async move {
            let stream = format!("raw-{}", Uuid::now_v7());
            let mut version = 0_i64;
            while begun.elapsed() < time {
                version += 1;
                sqlx::query(
                    "insert into raw_events (event_id, stream_id, version, event_type, payload, meta)
                     values ($1, $2, $3, 'counter.added', $4, '{\"actor\": \"bench\"}')",
                )
                .bind(Uuid::now_v7())
                .bind(&stream)
                .bind(version)
                .bind(&[7_u8; PAYLOAD][..])
                .execute(&pool)
                .await?;
                rows.fetch_add(1, Ordering::Relaxed);
            }
            anyhow::Ok(())
        }));
    }
    for task in tasks {
        task.await??;
    }
    Ok(per_second(rows.load(Ordering::Relaxed), begun))
}

/// A rate since `begun`.
#[expect(clippy::cast_precision_loss, reason = "counts of a run fit a double")]
pub(crate) fn per_second(count: u64, begun: Instant) -> f64 {
    count as f64 / begun.elapsed().as_secs_f64()
}
