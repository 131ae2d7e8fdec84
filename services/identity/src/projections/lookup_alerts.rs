//! Alerts about lookups of patients, and who has seen to them.

use chassis::{
    Pool, Tx,
    page::TimeCursor,
    projection::{Projection, ProjectionError, ReadModel},
    store::RawRecorded,
};
use chassis_domain::{Aggregate, PersonId, Timestamp};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::Row;
use uuid::Uuid;

use crate::lookup_alert::{Crossing, Event, LookupAlert};

/// The read model.
pub struct LookupAlerts;

/// An alert.
#[derive(Debug)]
pub struct Alert {
    /// Its id.
    pub id: Uuid,
    /// About whom.
    pub practitioner: Uuid,
    /// Number of what is told.
    pub kind: i16,
    /// Number of the time in which it was counted.
    pub period: i16,
    /// How many lookups were made in it.
    pub made: i32,
    /// How many may be.
    pub allowed: i32,
    /// When.
    pub raised_at: Timestamp,
    /// Who has seen to it, and when.
    pub acknowledged: Option<(Uuid, Timestamp)>,
}

impl ReadModel for LookupAlerts {
    const NAME: &'static str = "lookup_alerts";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["lookup_alerts"];
    const CATEGORIES: &'static [&'static str] = &[LookupAlert::CATEGORY];
}

impl Projection for LookupAlerts {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let at = event.meta.recorded_at.to_sqlx();
        let statement = match event.decode::<Event>()? {
            Event::Raised { practitioner, crossing: Crossing { kind, period, made, allowed } } => sqlx::query(
                "insert into lookup_alerts (lookup_alert_id, person_id, kind, period, made, allowed, raised_at)
                 values ($1, $2, $3, $4, $5, $6, $7)",
            )
            .bind(event.meta.aggregate_id)
            .bind(practitioner.uuid())
            .bind(i16::try_from(kind.number()).unwrap_or_default())
            .bind(i16::try_from(period.number()).unwrap_or_default())
            .bind(i32::try_from(made).unwrap_or(i32::MAX))
            .bind(i32::try_from(allowed).unwrap_or(i32::MAX))
            .bind(at),
            Event::Acknowledged { by } => {
                sqlx::query("update lookup_alerts set acknowledged_by = $2, acknowledged_at = $3 where lookup_alert_id = $1")
                    .bind(event.meta.aggregate_id)
                    .bind(by.uuid())
                    .bind(at)
            }
        };
        statement.execute(&mut **tx).await?;
        Ok(())
    }
}

/// Whether the same was told of a professional already within the period.
pub async fn is_told_in_tx(tx: &mut Tx<'_>, practitioner: PersonId, crossing: &Crossing, now: Timestamp) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("select exists (select 1 from lookup_alerts where person_id = $1 and kind = $2 and period = $3 and raised_at > $4)")
        .bind(practitioner.uuid())
        .bind(i16::try_from(crossing.kind.number()).unwrap_or_default())
        .bind(i16::try_from(crossing.period.number()).unwrap_or_default())
        .bind(now.saturating_sub(crossing.period.length()).unwrap_or(now).to_sqlx())
        .fetch_one(&mut **tx)
        .await
}

/// A page of them, the newest first.
pub async fn page(pool: &Pool, after: Option<&TimeCursor>, size: usize) -> Result<Vec<Alert>, sqlx::Error> {
    let rows = sqlx::query(
        "select lookup_alert_id, person_id, kind, period, made, allowed, raised_at, acknowledged_by, acknowledged_at from lookup_alerts
         where $1::timestamptz is null or (raised_at, lookup_alert_id) < ($1, $2)
         order by raised_at desc, lookup_alert_id desc limit $3",
    )
    .bind(after.map(|after| after.at.to_sqlx()))
    .bind(after.map(|after| after.id))
    .bind(i64::try_from(size).unwrap_or(i64::MAX))
    .fetch_all(pool)
    .await?;
    rows.iter()
        .map(|row| {
            let by: Option<Uuid> = row.try_get("acknowledged_by")?;
            let at: Option<SqlTimestamp> = row.try_get("acknowledged_at")?;
            Ok(Alert {
                id: row.try_get("lookup_alert_id")?,
                practitioner: row.try_get("person_id")?,
                kind: row.try_get("kind")?,
                period: row.try_get("period")?,
                made: row.try_get("made")?,
                allowed: row.try_get("allowed")?,
                raised_at: row.try_get::<SqlTimestamp, _>("raised_at")?.to_jiff(),
                acknowledged: by.zip(at.map(SqlTimestamp::to_jiff)),
            })
        })
        .collect()
}
