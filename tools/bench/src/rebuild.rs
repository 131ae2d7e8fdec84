//! Rebuilding the inbox from events, against reading the same events out with COPY.

use std::time::Instant;

use anyhow::{Context, Result};
use futures::TryStreamExt;
use sqlx::{PgPool, postgres::PgPoolCopyExt};

use crate::{
    live,
    raw::per_second,
    report::{Goal, Line, Report},
    world::World,
};

/// Conversations whose events are multiplied.
const CONVERSATIONS: usize = 20;
/// Copies of each.
const COPIES: i64 = 2_000;

/// Measures.
pub(crate) async fn run(world: &World, report: &mut Report) -> Result<()> {
    live::open(&world.resident().await?, CONVERSATIONS).await?;
    let pool = world.database("kajo_conversations").await?;
    multiply(&pool).await?;
    let begun = Instant::now();
    let mut rows = pool.copy_out_raw("copy events to stdout").await?;
    while rows.try_next().await?.is_some() {}
    let events: i64 = sqlx::query_scalar("select count(*) from events").fetch_one(&pool).await?;
    let limit = per_second(u64::try_from(events)?, begun);
    let printed = world.platform(&["rebuild", "conversations", "task_inbox"]).await?;
    report.remark(printed.trim().to_owned());
    let figure = printed
        .split_whitespace()
        .zip(printed.split_whitespace().skip(1))
        .find_map(|(number, unit)| unit.starts_with("events/s").then(|| number.parse().ok()).flatten())
        .context("the rebuild did not say how fast it was")?;
    report.add(Line {
        what: format!("rebuild of the inbox from {events} events"),
        figure,
        limit,
        against: "COPY of the events".to_owned(),
        unit: "events/s",
        goal: Goal::AtLeast(0.5),
    });
    pool.close().await;
    Ok(())
}

/// Copies whole streams under ids of their own, numbered behind what is there.
async fn multiply(pool: &PgPool) -> Result<()> {
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
        "create temp table copies as
             select s.stream_id, 'conversation-' || gen_random_uuid() as copy
             from event_streams s cross join generate_series(1, {COPIES})
             where s.category = 'conversation' and s.version = 2;
         insert into event_streams (stream_id, category, version, facts, created_at, build, folded_to)
             select c.copy, s.category, s.version, s.facts, s.created_at, s.build, s.folded_to from copies c join event_streams s using (stream_id);
         with stored as (
             insert into events (event_id, stream_id, version, event_type, schema, payload, meta, recorded_at)
             select gen_random_uuid(), c.copy, e.version, e.event_type, e.schema, e.payload, e.meta, e.recorded_at
             from copies c join events e using (stream_id) order by c.copy, e.version
             returning seq, stream_id, version, event_id
         ), head as (
             select position from log_head
         ), queued as (
             insert into outbox (seq, stream_id, version, event_id, position)
             select seq, stream_id, version, event_id, head.position + row_number() over (order by seq) from stored, head
             returning position
         )
         update log_head set position = (select max(position) from queued), bus_position = (select max(position) from queued);
         drop table copies; analyze events; analyze outbox"
    )))
    .execute(pool)
    .await?;
    Ok(())
}
