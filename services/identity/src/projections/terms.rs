//! The terms of use: the draft, and every publication.

use std::collections::HashMap;

use chassis::{
    Pool, Tx,
    projection::{Projection, ProjectionError, ReadModel},
    store::RawRecorded,
};
use chassis_domain::{Aggregate, PersonId, PublicationEvent};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row, types::Json};
use uuid::Uuid;

use crate::terms::{self, Body, TERMS, Texts};

/// The read model.
pub struct Terms;

/// Terms that are or were in force.
#[derive(Clone, Debug)]
pub struct Publication {
    /// The first is 1.
    pub version: i32,
    /// By language.
    pub texts: HashMap<String, String>,
    /// When.
    pub published_at: jiff::Timestamp,
    /// Which administrator; `None`: the platform itself.
    pub published_by: Option<Uuid>,
}

impl ReadModel for Terms {
    const NAME: &'static str = "terms";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["terms_drafts", "terms_publications"];
    const CATEGORIES: &'static [&'static str] = &[terms::Terms::CATEGORY];
}

impl Projection for Terms {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let (texts, published) = match event.decode::<PublicationEvent<Body>>()? {
            PublicationEvent::Drafted(body) => (body.texts, None),
            PublicationEvent::Published { version, body } => (body.texts, Some(version)),
            // The words in force are what is being written again.
            PublicationEvent::DraftDropped => (in_force_words(tx).await?, None),
            PublicationEvent::Archived | PublicationEvent::Restored => return Ok(move_on(tx, event).await?),
        };
        sqlx::query(
            "insert into terms_drafts (terms_id, texts, revision) values ($1, $2, 1)
             on conflict (terms_id) do update set texts = excluded.texts, revision = terms_drafts.revision + 1",
        )
        .bind(event.meta.aggregate_id)
        .bind(Json(&texts))
        .execute(&mut **tx)
        .await?;
        let Some(version) = published else { return Ok(()) };
        sqlx::query("insert into terms_publications (version, texts, published_at, published_by) values ($1, $2, $3, $4)")
            .bind(i32::try_from(version).unwrap_or(i32::MAX))
            .bind(Json(&texts))
            .bind(event.meta.recorded_at.to_sqlx())
            .bind(event.meta.actor.person.map(PersonId::uuid))
            .execute(&mut **tx)
            .await?;
        Ok(())
    }
}

/// Nothing but the revision is another.
async fn move_on(tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), sqlx::Error> {
    let next = "update terms_drafts set revision = revision + 1 where terms_id = $1";
    sqlx::query(next).bind(event.meta.aggregate_id).execute(&mut **tx).await?;
    Ok(())
}

async fn in_force_words(tx: &mut Tx<'_>) -> Result<Texts, sqlx::Error> {
    let newest = "select texts from terms_publications order by version desc limit 1";
    Ok(sqlx::query_scalar::<_, Json<Texts>>(newest).fetch_optional(&mut **tx).await?.map(|texts| texts.0).unwrap_or_default())
}

/// The draft with its revision.
pub async fn draft(pool: &Pool) -> Result<(Texts, i32), sqlx::Error> {
    let row = sqlx::query("select texts, revision from terms_drafts where terms_id = $1").bind(TERMS.uuid()).fetch_optional(pool).await?;
    row.map_or_else(|| Ok((Texts::new(), 0)), |row| Ok((row.try_get::<Json<_>, _>("texts")?.0, row.try_get("revision")?)))
}

/// The latest publications, the newest first: the first is in force.
pub async fn publications(pool: &Pool, most: i64) -> Result<Vec<Publication>, sqlx::Error> {
    let rows = sqlx::query("select version, texts, published_at, published_by from terms_publications order by version desc limit $1")
        .bind(most)
        .fetch_all(pool)
        .await?;
    rows.iter()
        .map(|row| {
            Ok(Publication {
                version: row.try_get("version")?,
                texts: row.try_get::<Json<_>, _>("texts")?.0,
                published_at: row.try_get::<SqlTimestamp, _>("published_at")?.to_jiff(),
                published_by: row.try_get("published_by")?,
            })
        })
        .collect()
}

const IN_FORCE: &str = "select coalesce(max(version), 0) from terms_publications";

/// The version in force; 0: none yet.
pub async fn in_force(pool: &Pool) -> Result<i32, sqlx::Error> {
    sqlx::query_scalar(IN_FORCE).fetch_one(pool).await
}

/// The same, as a transaction sees it.
pub async fn in_force_in_tx(tx: &mut Tx<'_>) -> Result<i32, sqlx::Error> {
    sqlx::query_scalar(IN_FORCE).fetch_one(&mut **tx).await
}
