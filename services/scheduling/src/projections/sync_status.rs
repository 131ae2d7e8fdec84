//! How searches stand with what is here of them (SCH-12): read of what the offers and the appointments say. How the fetching of those goes whose
//! times come from another system is kept in `fetch_table.rs`.

use std::collections::HashMap;

use chassis::Pool;
use chassis_domain::{Timestamp, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::Row;

/// How a search stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SyncStatus {
    /// When its times were planned last; `None`: never, as of another system.
    pub(crate) planned_at: Option<Timestamp>,
    /// How many of its times to come are booked.
    pub(crate) booked: u32,
}

/// Of these searches. One look into an index each.
pub(crate) async fn of(pool: &Pool, searches: &[Uuid], now: Timestamp) -> Result<HashMap<Uuid, SyncStatus>, sqlx::Error> {
    let rows = sqlx::query(
        "select s.id, s.planned_at,
             (select count(*) from my_appointments a where a.search_id = s.id and a.state = 1 and a.ends_at > $2) as booked
         from offer_searches s where s.id = any ($1)",
    )
    .bind(searches)
    .bind(now.to_sqlx())
    .fetch_all(pool)
    .await?;
    rows.iter()
        .map(|row| {
            let planned_at = row.try_get::<Option<SqlTimestamp>, _>("planned_at")?.map(SqlTimestamp::to_jiff);
            let booked = u32::try_from(row.try_get::<i64, _>("booked")?).unwrap_or(u32::MAX);
            Ok((row.try_get("id")?, SyncStatus { planned_at, booked }))
        })
        .collect()
}
