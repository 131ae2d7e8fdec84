//! The chain over the access log: every row's hash takes in the hash before it, so that a changed, removed or inserted
//! row breaks it from there on. Linked after the commit by the relay's leader, so that writers do not queue for it.

use jiff_sqlx::Timestamp as SqlTimestamp;
use sha2::{Digest, Sha256};
use sqlx::{PgExecutor, Row, postgres::PgRow};
use uuid::Uuid;

use crate::database::{self, Pool, Tx};

/// The columns of a row, by their names: one that the log gets later changes no link.
const COLUMNS: &str = "l.entry_id, l.at, l.method, l.actor_kind, l.actor_id, l.impersonator_id, l.role_id, l.location_id, l.subject_id,
    l.object_kind, l.object_id, l.ground, l.trace_id";

/// The same as JSON, as the first format hashes them.
const JSON: &str = "jsonb_build_object('at', l.at, 'method', l.method, 'actor_kind', l.actor_kind, 'actor_id', l.actor_id,
    'impersonator_id', l.impersonator_id, 'role_id', l.role_id, 'location_id', l.location_id, 'subject_id', l.subject_id,
    'object_kind', l.object_kind, 'object_id', l.object_id, 'ground', l.ground, 'trace_id', l.trace_id)";

/// How new links hash the content of a row.
const FORMAT: i16 = 2;

/// Rows linked in one go.
pub(crate) const BATCH: u64 = 500;

/// What a look looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// The rows that wait for their link.
    Waiting,
    /// Also those of which nobody said that they wait: of a build that knows nothing of waiting. It costs as much as there are rows of the
    /// last minutes.
    Far,
}

/// How much later than its id says a row may become visible, in milliseconds: far longer than any transaction lasts.
const LATE: u128 = 10 * 60 * 1000;

/// Bits of an id below its milliseconds (RFC 9562, section 5.7).
const BELOW_MILLISECONDS: u32 = 80;

/// What verifying found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every link holds; so many are there.
    Whole {
        /// How many rows the chain covers.
        links: u64,
    },
    /// Rows that should have been linked long ago and are not: links were cut off, or rows written past the service.
    Unlinked {
        /// How many.
        rows: u64,
    },
    /// The first link that does not hold.
    Broken {
        /// Its position.
        position: u64,
    },
}

/// Links rows that are not in the chain yet; how many. A look that finds none takes no lock.
pub(crate) async fn link(pool: &Pool, look: Look) -> Result<u64, sqlx::Error> {
    let anybody: bool = sqlx::query_scalar("select exists (select from access_unlinked)").fetch_one(pool).await?;
    if !anybody && (look == Look::Waiting || unsaid(pool, head(pool).await?.2).await?.is_empty()) {
        return Ok(0);
    }
    let mut tx = database::begin(pool).await?;
    // Two leaders, when a second one has not noticed yet that it leads no more, must not make two chains.
    sqlx::query("select position from log_head for update").execute(&mut *tx).await?;
    let linked = link_in_tx(&mut tx, look).await?;
    tx.commit().await?;
    Ok(linked)
}

async fn link_in_tx(tx: &mut Tx<'_>, look: Look) -> Result<u64, sqlx::Error> {
    let (mut position, mut hash, newest) = head(&mut **tx).await?;
    let mut rows = waiting(&mut **tx).await?;
    if rows.is_empty() && look == Look::Far {
        rows = unsaid(&mut **tx, newest).await?;
    }
    if rows.is_empty() {
        return Ok(0);
    }
    let (mut positions, mut entries, mut hashes) = (Vec::new(), Vec::new(), Vec::new());
    for row in &rows {
        position += 1;
        hash = chained(&hash, position, FORMAT, row)?;
        positions.push(position);
        entries.push(row.try_get::<Uuid, _>("entry_id")?);
        hashes.push(hash.clone());
    }
    sqlx::query(
        "with linked as (delete from access_unlinked where entry_id = any($2))
         insert into access_chain (position, entry_id, hash, format) select *, $4 from unnest($1::bigint[], $2::uuid[], $3::bytea[])",
    )
    .bind(&positions)
    .bind(&entries)
    .bind(&hashes)
    .bind(FORMAT)
    .execute(&mut **tx)
    .await?;
    tracing::info!(position, hash = hex::encode(&hash), "access_log.linked");
    Ok(rows.len() as u64)
}

/// The next rows that wait for their link. One that a build of before has linked meanwhile waits no more.
async fn waiting(executor: impl PgExecutor<'_>) -> Result<Vec<PgRow>, sqlx::Error> {
    sqlx::query(sqlx::AssertSqlSafe(format!(
        "with twice as (delete from access_unlinked u using access_chain c where c.entry_id = u.entry_id)
         select {COLUMNS} from access_unlinked u join access_log l using (entry_id)
         where not exists (select from access_chain c where c.entry_id = u.entry_id)
         order by l.entry_id limit {BATCH}"
    )))
    .fetch_all(executor)
    .await
}

/// The next rows of the last minutes that are not in the chain, and of which nobody said that they wait.
async fn unsaid(executor: impl PgExecutor<'_>, newest: Uuid) -> Result<Vec<PgRow>, sqlx::Error> {
    sqlx::query(sqlx::AssertSqlSafe(format!(
        "select {COLUMNS} from access_log l
         where l.entry_id > $1 and not exists (select from access_chain c where c.entry_id > $1 and c.entry_id = l.entry_id)
         order by l.entry_id limit {BATCH}"
    )))
    .bind(earliest_waiting(newest))
    .fetch_all(executor)
    .await
}

/// Recomputes the whole chain and the tree over it, of the service `log`, and looks for rows that are not in it. Rows cut off its end
/// together with their links leave no trace here: for that the head has to be held against one that was kept elsewhere; the relay
/// logs it at every link, and every file that a person takes along has it.
pub async fn verify(pool: &Pool, log: &str) -> Result<Verdict, sqlx::Error> {
    let verdict = verify_chain(pool).await?;
    if !matches!(verdict, Verdict::Whole { .. }) {
        return Ok(verdict);
    }
    Ok(super::tree::verify(pool, log).await?.unwrap_or(verdict))
}

async fn verify_chain(pool: &Pool) -> Result<Verdict, sqlx::Error> {
    let (mut after, mut hash) = (0_i64, Vec::new());
    loop {
        let rows = sqlx::query(sqlx::AssertSqlSafe(format!(
            "select c.position, c.hash, c.format, {COLUMNS}, case when c.format = 1 then {JSON} end as content from access_chain c left join access_log l using (entry_id)
             where c.position > $1 order by c.position limit {BATCH}"
        )))
        .bind(after)
        .fetch_all(pool)
        .await?;
        if rows.is_empty() {
            let links = u64::try_from(after).unwrap_or_default();
            let unlinked = unlinked(pool).await?;
            return Ok(if unlinked == 0 { Verdict::Whole { links } } else { Verdict::Unlinked { rows: unlinked } });
        }
        for row in &rows {
            let position: i64 = row.try_get("position")?;
            let present = row.try_get::<Option<Uuid>, _>("entry_id")?.is_some();
            if position != after + 1 || !present {
                return Ok(broken(after + 1));
            }
            let format: i16 = row.try_get("format")?;
            if !(1..=FORMAT).contains(&format) {
                return Ok(broken(position));
            }
            hash = chained(&hash, position, format, row)?;
            if hash != row.try_get::<Vec<u8>, _>("hash")? {
                return Ok(broken(position));
            }
            after = position;
        }
    }
}

/// Rows that are not in the chain though the newest one is too late for them to be still on their way.
async fn unlinked(pool: &Pool) -> Result<u64, sqlx::Error> {
    let newest: Option<Uuid> = sqlx::query_scalar("select entry_id from access_log order by entry_id desc limit 1").fetch_optional(pool).await?;
    let rows: i64 = sqlx::query_scalar(
        "select count(*) from access_log l
         where l.entry_id < $1 and not exists (select from access_chain c where c.entry_id = l.entry_id)
           and not exists (select from access_unlinked u where u.entry_id = l.entry_id)",
    )
    .bind(earliest_waiting(newest.unwrap_or_default()))
    .fetch_one(pool)
    .await?;
    Ok(u64::try_from(rows).unwrap_or_default())
}

fn broken(position: i64) -> Verdict {
    Verdict::Broken { position: u64::try_from(position).unwrap_or_default() }
}

/// Position and hash of the newest link, and the row it is about.
async fn head(executor: impl PgExecutor<'_>) -> Result<(i64, Vec<u8>, Uuid), sqlx::Error> {
    let last = sqlx::query("select position, hash, entry_id from access_chain order by position desc limit 1").fetch_optional(executor).await?;
    last.map_or_else(|| Ok((0, Vec::new(), Uuid::nil())), |row| Ok((row.try_get("position")?, row.try_get("hash")?, row.try_get("entry_id")?)))
}

/// No row with a smaller id can still be on its way once `newest` is there.
fn earliest_waiting(newest: Uuid) -> Uuid {
    let milliseconds = newest.as_u128() >> BELOW_MILLISECONDS;
    Uuid::from_u128(milliseconds.saturating_sub(LATE) << BELOW_MILLISECONDS)
}

fn chained(before: &[u8], position: i64, format: i16, row: &PgRow) -> Result<Vec<u8>, sqlx::Error> {
    let entry_id: Uuid = row.try_get("entry_id")?;
    let mut hasher = Sha256::new();
    hasher.update(before);
    hasher.update(position.to_be_bytes());
    hasher.update(entry_id.as_bytes());
    if format == 1 {
        let content: serde_json::Value = row.try_get("content")?;
        hasher.update(content.to_string().as_bytes());
    } else {
        hasher.update(format.to_be_bytes());
        for value in values(row)? {
            // Without its length the end of one could be taken for the beginning of the next.
            let length = value.as_ref().map_or(u64::MAX, |value| value.len() as u64);
            hasher.update(length.to_be_bytes());
            hasher.update(value.unwrap_or_default());
        }
    }
    Ok(hasher.finalize().to_vec())
}

/// What a row says, column by column. A format names its columns for ever: another column is another format.
fn values(row: &PgRow) -> Result<[Option<String>; 12], sqlx::Error> {
    let at: SqlTimestamp = row.try_get("at")?;
    let text = |name: &str| row.try_get::<Option<String>, _>(name);
    let id = |name: &str| Ok::<_, sqlx::Error>(row.try_get::<Option<Uuid>, _>(name)?.map(|id| id.to_string()));
    Ok([
        Some(at.to_jiff().as_microsecond().to_string()),
        text("method")?,
        text("actor_kind")?,
        id("actor_id")?,
        id("impersonator_id")?,
        id("role_id")?,
        id("location_id")?,
        id("subject_id")?,
        text("object_kind")?,
        id("object_id")?,
        text("ground")?,
        text("trace_id")?,
    ])
}
