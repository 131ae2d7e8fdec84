//! The chain over the access log: every row's hash takes in the hash before it, so that a changed, removed or inserted
//! row breaks it from there on. Linked after the commit by the relay's leader, so that writers do not queue for it.

use sha2::{Digest, Sha256};
use sqlx::{PgExecutor, Row, postgres::PgRow};
use uuid::Uuid;

use crate::database::{self, Pool, Tx};

const COLUMNS: &str = "l.entry_id, to_jsonb(l) - 'entry_id' as content";

/// Rows linked in one go.
pub(crate) const BATCH: u64 = 500;

/// How far back a look goes, behind the newest row that is linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// As far as rows come late that had to wait for a lock or a connection. It costs as much as there are rows of these seconds.
    Near,
    /// As far as any row can come late. It costs as much as there are rows of these minutes.
    Far,
}

impl Look {
    /// How much later than its id says a row may become visible, in milliseconds. The longer is far longer than any transaction lasts:
    /// what is older is linked already, and a look is as cheap after years as on the first day.
    const fn late(self) -> u128 {
        match self {
            Self::Near => 10 * 1000,
            Self::Far => 10 * 60 * 1000,
        }
    }
}

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
    let (_, _, newest) = head(pool).await?;
    if waiting(pool, earliest_waiting(newest, look)).await?.is_empty() {
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
    let rows = waiting(&mut **tx, earliest_waiting(newest, look)).await?;
    let (mut positions, mut entries, mut hashes) = (Vec::new(), Vec::new(), Vec::new());
    for row in &rows {
        position += 1;
        hash = chained(&hash, position, row)?;
        positions.push(position);
        entries.push(row.try_get::<Uuid, _>("entry_id")?);
        hashes.push(hash.clone());
    }
    sqlx::query("insert into access_chain (position, entry_id, hash) select * from unnest($1::bigint[], $2::uuid[], $3::bytea[])")
        .bind(&positions)
        .bind(&entries)
        .bind(&hashes)
        .execute(&mut **tx)
        .await?;
    tracing::info!(position, hash = hex::encode(&hash), "access_log.linked");
    Ok(rows.len() as u64)
}

/// The next rows that are not in the chain, of ids above `after`.
async fn waiting(executor: impl PgExecutor<'_>, after: Uuid) -> Result<Vec<PgRow>, sqlx::Error> {
    sqlx::query(sqlx::AssertSqlSafe(format!(
        "select {COLUMNS} from access_log l
         where l.entry_id > $1 and not exists (select from access_chain c where c.entry_id > $1 and c.entry_id = l.entry_id)
         order by l.entry_id limit {BATCH}"
    )))
    .bind(after)
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
            "select c.position, c.hash, {COLUMNS} from access_chain c left join access_log l using (entry_id)
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
            hash = chained(&hash, position, row)?;
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
        "select count(*) from access_log l where l.entry_id < $1 and not exists (select from access_chain c where c.entry_id = l.entry_id)",
    )
    .bind(earliest_waiting(newest.unwrap_or_default(), Look::Far))
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

/// No row with a smaller id is looked for once `newest` is linked.
fn earliest_waiting(newest: Uuid, look: Look) -> Uuid {
    let milliseconds = newest.as_u128() >> BELOW_MILLISECONDS;
    Uuid::from_u128(milliseconds.saturating_sub(look.late()) << BELOW_MILLISECONDS)
}

fn chained(before: &[u8], position: i64, row: &PgRow) -> Result<Vec<u8>, sqlx::Error> {
    let entry_id: Uuid = row.try_get("entry_id")?;
    let content: serde_json::Value = row.try_get("content")?;
    let mut hasher = Sha256::new();
    hasher.update(before);
    hasher.update(position.to_be_bytes());
    hasher.update(entry_id.as_bytes());
    hasher.update(content.to_string().as_bytes());
    Ok(hasher.finalize().to_vec())
}
