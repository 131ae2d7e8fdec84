//! Which queues are closed for now, and what those read who come.

use std::collections::HashMap;

use chassis::{
    Pool,
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Timestamp, Translated, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row, postgres::PgRow};

use crate::closure::{Closed, Closure, Event};

/// The read model.
pub(crate) struct Closures;

/// A closure that nobody has ended. It may be over by itself.
#[derive(Clone, Debug)]
pub(crate) struct ClosureRow {
    /// Since when.
    pub(crate) closed_at: Timestamp,
    /// Its notice, and until when.
    pub(crate) closed: Closed,
}

impl ReadModel for Closures {
    const NAME: &'static str = "closures";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["closures"];
    const CATEGORIES: &'static [&'static str] = &[Closure::CATEGORY];
    const DDL: Option<&'static str> = Some(
        "create table closures (
             chat_queue_id uuid not null,
             closed_at timestamptz not null,
             until timestamptz,
             text_fi text not null,
             text_sv text not null,
             text_en text not null,
             constraint closures_pkey primary key (chat_queue_id)
         );",
    );
}

impl OneStatement for Closures {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        let id = event.meta.aggregate_id;
        Ok(Some(match event.decode::<Event>()? {
            // Who changes the notice closes nothing anew, unless the closure before was over.
            Event::Closed(Closed { text, until }) => Statement::new(
                "insert into closures (chat_queue_id, closed_at, until, text_fi, text_sv, text_en) values ($1, $2, $3, $4, $5, $6)
                 on conflict (chat_queue_id) do update set
                     closed_at = case when closures.until <= excluded.closed_at then excluded.closed_at else closures.closed_at end,
                     until = excluded.until, text_fi = excluded.text_fi, text_sv = excluded.text_sv, text_en = excluded.text_en",
            )
            .bind(id)
            .bind(event.meta.recorded_at.to_sqlx())
            .bind(until.map(ToSqlx::to_sqlx))
            .bind(text.fi)
            .bind(text.sv)
            .bind(text.en),
            Event::Reopened => Statement::new("delete from closures where chat_queue_id = $1").bind(id),
        }))
    }
}

/// All of them.
pub(crate) async fn all(pool: &Pool) -> Result<HashMap<Uuid, ClosureRow>, sqlx::Error> {
    let rows = sqlx::query("select chat_queue_id, closed_at, until, text_fi, text_sv, text_en from closures").fetch_all(pool).await?;
    rows.iter().map(read).collect()
}

fn read(row: &PgRow) -> Result<(Uuid, ClosureRow), sqlx::Error> {
    let text = Translated { fi: row.try_get("text_fi")?, sv: row.try_get("text_sv")?, en: row.try_get("text_en")? };
    let until = row.try_get::<Option<SqlTimestamp>, _>("until")?.map(SqlTimestamp::to_jiff);
    let closed_at = row.try_get::<SqlTimestamp, _>("closed_at")?.to_jiff();
    Ok((row.try_get("chat_queue_id")?, ClosureRow { closed_at, closed: Closed { text, until } }))
}
