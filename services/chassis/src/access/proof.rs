//! What a person takes along: every row about them of the last two years with its way to the signed head, page by page against one
//! and the same head.

use std::collections::{BTreeSet, HashMap};

use access_proof::{ConsistencyPath, Document, Hash, Head, Row as ProofRow, Salt, Subtree, Withheld, consistency, inclusion};
use chassis_domain::{PersonId, Timestamp};
use jiff::{ToSpan, tz::TimeZone};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use kajo_proto::common::v1::AccessLogProof;
use sqlx::{PgConnection, Row};
use tonic::Status;
use uuid::Uuid;

use super::tree::{self, COLUMNS};
use crate::{database, grpc, page::PageToken, service::Kernel, store::StoreError};

/// Rows of one page.
const PAGE: i64 = 200;
/// Of so many heads that were handed out before is shown that the new one continues them.
const GIVEN: i64 = 50;

/// What is older is given on a special reason alone (Act 703/2023, section 11).
pub(super) fn shown_since(now: Timestamp) -> Timestamp {
    now.to_zoned(TimeZone::UTC).saturating_sub(2.years()).timestamp()
}

/// Where a page goes on: in a tree of so many rows, behind the row with this number.
#[derive(Clone, Copy)]
struct Cursor {
    size: i64,
    after: i64,
}

impl Cursor {
    fn parse(token: &str) -> Result<Self, PageToken> {
        let (size, after) = token.split_once('.').ok_or(PageToken)?;
        let number = |text: &str| text.parse().ok().filter(|number| *number >= 0).ok_or(PageToken);
        Ok(Self { size: number(size)?, after: number(after)? })
    }
}

/// A page of the proof for a person; the first one for an empty token.
///
/// # Errors
/// When the token is none of ours, or the database fails.
pub async fn prove(kernel: &Kernel, person: PersonId, token: &str) -> Result<AccessLogProof, Status> {
    let cursor = if token.is_empty() { None } else { Some(Cursor::parse(token).map_err(|refusal| grpc::refused(&refusal))?) };
    let mut tx = database::begin(&kernel.pool).await.map_err(StoreError::from)?;
    let page = page_in_tx(&mut tx, kernel, person.uuid(), cursor).await.map_err(grpc::fault)?;
    tx.commit().await.map_err(StoreError::from)?;
    Ok(page)
}

async fn page_in_tx(
    tx: &mut PgConnection,
    kernel: &Kernel,
    person: Uuid,
    asked: Option<Cursor>,
) -> Result<AccessLogProof, Box<dyn std::error::Error + Send + Sync>> {
    let (newest, head) = head(tx, kernel).await?;
    let cursor = match asked {
        Some(cursor) => Cursor { size: cursor.size.min(newest), ..cursor },
        None => Cursor { size: newest, after: before(tx, person, shown_since(kernel.clock.now())).await? },
    };
    let size = u64::try_from(cursor.size)?;
    let rows = sqlx::query(sqlx::AssertSqlSafe(format!(
        "select f.position, f.salt, f.subject_number, w.ground as withheld, {COLUMNS} from access_leaves f
         join access_chain c using (position) join access_log l using (entry_id)
         left join lateral (select ground from access_withholdings d where d.entry_id = l.entry_id order by d.decision_id desc limit 1) w on true
         where f.subject_id = $1 and f.subject_number > $2 and f.position <= $3 order by f.subject_number limit {PAGE}"
    )))
    .bind(person)
    .bind(cursor.after)
    .bind(cursor.size)
    .fetch_all(&mut *tx)
    .await?;
    let given = if asked.is_none() { given(tx, person, cursor.size).await? } else { Vec::new() };

    // Asked for in one go: everything that any path of the page needs.
    let mut wanted = BTreeSet::new();
    let mut note = |subtree| {
        wanted.insert(subtree);
        Hash::default()
    };
    let mut indexes = Vec::new();
    for row in &rows {
        let index = u64::try_from(row.try_get::<i64, _>("position")? - 1)?;
        inclusion(index, size, &mut note);
        indexes.push(index);
    }
    for old in &given {
        consistency(*old, size, &mut note);
    }
    let wanted: Vec<Subtree> = wanted.into_iter().collect();
    let known: HashMap<Subtree, Hash> = tree::known(tx, &wanted).await?.into_iter().collect();
    // What is not kept any more leads nowhere, and the file will not hold.
    let mut at = |subtree| known.get(&subtree).copied().unwrap_or_default();

    let (mut shown, mut last) = (Vec::new(), 0);
    for (row, index) in rows.iter().zip(indexes) {
        last = row.try_get("subject_number")?;
        let salt = Salt::try_from(row.try_get::<Vec<u8>, _>("salt")?).unwrap_or_default();
        let (who, what) = tree::parts(kernel.name, Some(person), last, &salt, row)?;
        let ground: Option<String> = row.try_get("withheld")?;
        let withheld = ground.map(|ground| Withheld { ground, hash: hex::encode(what.hash().unwrap_or_default()) });
        let path = texts(inclusion(index, size, &mut at));
        shown.push(ProofRow { index, who, what: withheld.is_none().then_some(what), withheld, path });
    }
    let more = i64::try_from(rows.len())? == PAGE;
    let document = Document {
        log: kernel.name.to_owned(),
        person: person.to_string(),
        head: asked.is_none().then_some(head),
        rows: shown,
        consistency: given.iter().map(|old| ConsistencyPath { size: *old, path: texts(consistency(*old, size, &mut at)) }).collect(),
        endorsements: if asked.is_none() { kernel.settings.access_log_key.endorsements().to_vec() } else { Vec::new() },
    };
    let next_page_token = if more { format!("{}.{last}", cursor.size) } else { String::new() };
    Ok(AccessLogProof { document: serde_json::to_string(&document)?, next_page_token })
}

fn texts(path: Vec<Hash>) -> Vec<String> {
    path.iter().map(hex::encode).collect()
}

/// The newest signed head and its size.
async fn head(tx: &mut PgConnection, kernel: &Kernel) -> Result<(i64, Head), sqlx::Error> {
    let row = sqlx::query("select size, root, signed_at, signature, key from access_head").fetch_one(tx).await?;
    let (size, key): (i64, Vec<u8>) = (row.try_get("size")?, row.try_get("key")?);
    let head = Head {
        size: u64::try_from(size).unwrap_or_default(),
        root: hex::encode(row.try_get::<Vec<u8>, _>("root")?),
        at: row.try_get::<SqlTimestamp, _>("signed_at")?.to_jiff().to_string(),
        signature: hex::encode(row.try_get::<Vec<u8>, _>("signature")?),
        key: if key.is_empty() { kernel.settings.access_log_key.public() } else { hex::encode(key) },
    };
    Ok((size, head))
}

/// The number of the last row that is too old: the highest among the newest of those, since rows of the same moment may be numbered in
/// another order. Not among all of them, which would read every row about the person.
async fn before(tx: &mut PgConnection, person: Uuid, since: Timestamp) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(sqlx::AssertSqlSafe(format!(
        "select coalesce(max(f.subject_number), 0)
         from (select entry_id from access_log where subject_id = $1 and at < $2 order by at desc limit {PAGE}) l
         join access_chain c using (entry_id) join access_leaves f using (position) where f.subject_id = $1",
    )))
    .bind(person)
    .bind(since.to_sqlx())
    .fetch_one(tx)
    .await
}

/// The sizes of older heads that the person has; this one is remembered.
async fn given(tx: &mut PgConnection, person: Uuid, size: i64) -> Result<Vec<u64>, sqlx::Error> {
    sqlx::query("insert into access_heads_given (subject_id, size) values ($1, $2) on conflict do nothing")
        .bind(person)
        .bind(size)
        .execute(&mut *tx)
        .await?;
    let sizes: Vec<i64> = sqlx::query_scalar(sqlx::AssertSqlSafe(format!(
        "select size from access_heads_given where subject_id = $1 and size < $2 and size > 0 order by size desc limit {GIVEN}"
    )))
    .bind(person)
    .bind(size)
    .fetch_all(tx)
    .await?;
    Ok(sizes.into_iter().filter_map(|size| u64::try_from(size).ok()).collect())
}
