//! How far behind the runner is, and what was given up, as gauges.

use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::Row;

use crate::{service::Kernel, telemetry::metrics};

/// Sets the gauges; `targets` are those that are performed here.
pub(crate) async fn measure(kernel: &Kernel, targets: &[String]) -> Result<(), sqlx::Error> {
    let now = kernel.clock.now();
    // Target by target, along the index of what waits: there may be very many whose time has not come.
    let row = sqlx::query(
        "select coalesce(sum(d.overdue), 0)::bigint as overdue, min(d.oldest) as oldest,
             (select count(*) from due where state = 'given_up') as given_up
         from unnest($1::text[]) as t (target) cross join lateral (
             select count(*) as overdue, min(due_at) filter (where due_at > '0001-01-02') as oldest
             from due where target = t.target and state = 'waiting' and due_at <= $2) d",
    )
    .bind(targets)
    .bind(now.to_sqlx())
    .fetch_one(&kernel.pool)
    .await?;
    let (overdue, given_up): (i64, i64) = (row.try_get("overdue")?, row.try_get("given_up")?);
    let oldest: Option<SqlTimestamp> = row.try_get("oldest")?;
    let late = oldest.map_or(0.0, |oldest| now.duration_since(oldest.to_jiff()).as_secs_f64());
    metrics::set_gauge("kajo_due_late_seconds", kernel.name, late);
    for (gauge, count) in [("kajo_due_overdue", overdue), ("kajo_due_given_up", given_up)] {
        #[expect(clippy::cast_precision_loss, reason = "counts of rows fit a double")]
        metrics::set_gauge(gauge, kernel.name, count as f64);
    }
    Ok(())
}
