//! The lists as they are kept for all processes, in the table `link_lists`.

use chassis::Pool;
use chassis_domain::Timestamp;
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::Row;

use crate::adapters::links::{HashList, HashPrefixes};

/// Which version of a list is kept.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub(super) list: String,
    pub(super) token: String,
    pub(super) fetched_at: Timestamp,
    pub(super) next_at: Timestamp,
}

pub(super) async fn heads(pool: &Pool) -> Result<Vec<Head>, sqlx::Error> {
    let rows = sqlx::query("select list, token, fetched_at, next_at from link_lists").fetch_all(pool).await?;
    rows.iter()
        .map(|row| {
            Ok(Head {
                list: row.try_get("list")?,
                token: row.try_get("token")?,
                fetched_at: row.try_get::<SqlTimestamp, _>("fetched_at")?.to_jiff(),
                next_at: row.try_get::<SqlTimestamp, _>("next_at")?.to_jiff(),
            })
        })
        .collect()
}

/// A list with the version that it is.
pub(super) async fn load(pool: &Pool, list: &str) -> Result<Option<(String, HashList)>, sqlx::Error> {
    let row = sqlx::query("select token, sizes, prefixes from link_lists where list = $1").bind(list).fetch_optional(pool).await?;
    row.map(|row| {
        let (sizes, prefixes): (Vec<i16>, Vec<Vec<u8>>) = (row.try_get("sizes")?, row.try_get("prefixes")?);
        let parts = sizes.into_iter().zip(prefixes).map(|(size, bytes)| HashPrefixes { size: usize::from(size.unsigned_abs()), bytes });
        Ok((row.try_get("token")?, HashList::of(parts)))
    })
    .transpose()
}

pub(super) async fn save(pool: &Pool, head: &Head, list: &HashList) -> Result<(), sqlx::Error> {
    let (sizes, prefixes): (Vec<_>, Vec<_>) = list.parts().map(|part| (i16::try_from(part.size).unwrap_or(i16::MAX), part.bytes)).unzip();
    sqlx::query(
        "insert into link_lists (list, token, fetched_at, next_at, sizes, prefixes) values ($1, $2, $3, $4, $5, $6)
         on conflict (list) do update set token = $2, fetched_at = $3, next_at = $4, sizes = $5, prefixes = $6",
    )
    .bind(&head.list)
    .bind(&head.token)
    .bind(head.fetched_at.to_sqlx())
    .bind(head.next_at.to_sqlx())
    .bind(sizes)
    .bind(prefixes)
    .execute(pool)
    .await?;
    Ok(())
}
