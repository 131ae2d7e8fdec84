//! The tree over the chain: grown after the rows are linked, by the same leader, and its head signed. Before it grows, what is kept of
//! it must still give the head that was signed last: whoever can write to the database alone cannot have another history signed.

use access_proof::{Hash, Head, Part, Peaks, Salt, Subtree, What, Who, leaf_hash};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{PgConnection, Row, postgres::PgRow};
use uuid::Uuid;

use super::{AccessLogKey, Verdict, head_key::has_signed};
use crate::{
    clock::{Clock, Ids},
    database::{self, Pool, Tx},
};

/// The columns of the access log that a leaf speaks of, of the alias `l`.
pub(super) const COLUMNS: &str = "l.entry_id, l.at, l.method, l.actor_kind, l.actor_id, l.impersonator_id, l.role_id, l.location_id, l.object_kind, \
                                  l.object_id, l.ground, l.trace_id";

/// Leaves added in one go.
pub(crate) const BATCH: u64 = 500;

/// What the tree of one service grows with.
#[derive(Clone)]
pub(crate) struct Growing {
    pub(crate) log: &'static str,
    pub(crate) clock: Clock,
    pub(crate) ids: Ids,
    pub(crate) key: AccessLogKey,
}

/// Why the tree does not grow.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GrowError {
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
    #[error("the tree over the access log does not give the head that was signed at {0} rows: it was written to past the service")]
    Broken(i64),
    #[error("the head of the access log is signed by the key {0}, from which this service's key has not taken over")]
    ForeignKey(String),
    #[error("row {0} of the access log is gone before it became part of the tree")]
    Gone(i64),
    #[error("a row of the access log cannot be written down")]
    Text(#[from] serde_json::Error),
}

/// A leaf as it is kept.
struct Leaf {
    position: i64,
    salt: Salt,
    subject: Option<Uuid>,
    number: i64,
    hash: Hash,
}

/// Adds linked rows that are not in the tree yet, and signs the head; how many. A look that finds none takes no lock. A key that has taken
/// over signs at once, so that the former one is needed no more.
pub(crate) async fn grow(pool: &Pool, growing: &Growing) -> Result<u64, GrowError> {
    let key = growing.key.public();
    let waiting: bool = sqlx::query_scalar(
        "select coalesce((select max(position) from access_chain), 0) > size or signature = '' or key <> decode($1, 'hex') from access_head",
    )
    .bind(&key)
    .fetch_one(pool)
    .await?;
    if !waiting {
        return Ok(0);
    }
    let mut tx = database::begin(pool).await?;
    // One leader at a time, as with the chain.
    let head = sqlx::query("select size, root, signed_at, signature, key from access_head for update").fetch_one(&mut *tx).await?;
    let size: i64 = head.try_get("size")?;
    let mut peaks = trusted_in_tx(&mut tx, growing, &head, size).await?;
    let leaves = leaves_in_tx(&mut tx, growing, size).await?;
    let mut nodes = Vec::new();
    for leaf in &leaves {
        nodes.extend(peaks.push(leaf.hash).into_iter().filter(|(subtree, _)| subtree.level > 0));
    }
    keep_in_tx(&mut tx, &leaves, &nodes).await?;
    let (root, now) = (peaks.root(), growing.clock.now());
    let at = micros(now);
    let signature = growing.key.sign(&Head::signed(growing.log, peaks.size(), &hex::encode(root), &at.to_string()));
    sqlx::query("update access_head set size = $1, root = $2, signed_at = $3, signature = $4, key = decode($5, 'hex')")
        .bind(i64::try_from(peaks.size()).unwrap_or(i64::MAX))
        .bind(root.as_slice())
        .bind(at.to_sqlx())
        .bind(&signature)
        .bind(&key)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    tracing::info!(size = peaks.size(), root = hex::encode(root), signature = hex::encode(&signature), key, "access_log.signed");
    Ok(leaves.len() as u64)
}

/// As exact as Postgres keeps a time.
fn micros(at: jiff::Timestamp) -> jiff::Timestamp {
    jiff::Timestamp::from_microsecond(at.as_microsecond()).unwrap_or(at)
}

/// The tree as it is kept, when it is the one that was signed last.
async fn trusted_in_tx(tx: &mut Tx<'_>, growing: &Growing, head: &PgRow, size: i64) -> Result<Peaks, GrowError> {
    let leaves = u64::try_from(size).unwrap_or_default();
    let known = known(tx, &Peaks::subtrees(leaves)).await?;
    let peaks = Peaks::try_new(leaves, |subtree| known.iter().find(|(found, _)| *found == subtree).map(|(_, hash)| *hash));
    let peaks = peaks.ok_or(GrowError::Broken(size))?;
    let root = peaks.root();
    let at = head.try_get::<SqlTimestamp, _>("signed_at")?.to_jiff();
    let said = Head::signed(growing.log, leaves, &hex::encode(root), &at.to_string());
    if size == 0 {
        return Ok(peaks);
    }
    let (key, signature) = (hex::encode(head.try_get::<Vec<u8>, _>("key")?), head.try_get::<Vec<u8>, _>("signature")?);
    let mut trusted = growing.key.trusted();
    // Heads are kept with their key since a key can be changed.
    if !key.is_empty() {
        trusted.retain(|known| *known == key);
    }
    if trusted.is_empty() {
        return Err(GrowError::ForeignKey(key));
    }
    let holds = head.try_get::<Vec<u8>, _>("root")? == root && trusted.iter().any(|key| has_signed(key, &said, &signature));
    if holds { Ok(peaks) } else { Err(GrowError::Broken(size)) }
}

/// The key that signed the head of a service's log, hexadecimal; `None` when it is not known any more, or nothing is signed yet.
///
/// # Errors
/// When the database fails.
pub async fn signed_by(pool: &Pool) -> Result<Option<String>, sqlx::Error> {
    let key: Vec<u8> = sqlx::query_scalar("select key from access_head").fetch_one(pool).await?;
    Ok((!key.is_empty()).then(|| hex::encode(key)))
}

/// The next rows as leaves.
async fn leaves_in_tx(tx: &mut Tx<'_>, growing: &Growing, size: i64) -> Result<Vec<Leaf>, GrowError> {
    let rows = sqlx::query(sqlx::AssertSqlSafe(format!(
        "select c.position, l.subject_id, {COLUMNS} from access_chain c left join access_log l using (entry_id)
         where c.position > $1 order by c.position limit {BATCH}"
    )))
    .bind(size)
    .fetch_all(&mut **tx)
    .await?;
    let mut subjects = Vec::new();
    for row in &rows {
        subjects.extend(row.try_get::<Option<Uuid>, _>("subject_id")?);
    }
    // One look at the end of each person's rows; grouping would read all of them.
    let mut numbers: std::collections::HashMap<Uuid, i64> = sqlx::query_as::<_, (Uuid, i64)>(
        "select s.subject_id, coalesce((select max(f.subject_number) from access_leaves f where f.subject_id = s.subject_id), 0)
             from (select distinct unnest($1::uuid[]) as subject_id) s",
    )
    .bind(&subjects)
    .fetch_all(&mut **tx)
    .await?
    .into_iter()
    .collect();
    let mut leaves = Vec::new();
    for (row, position) in rows.iter().zip(size + 1..) {
        if row.try_get::<i64, _>("position")? != position || row.try_get::<Option<Uuid>, _>("entry_id")?.is_none() {
            return Err(GrowError::Gone(position));
        }
        let subject: Option<Uuid> = row.try_get("subject_id")?;
        let number = match subject {
            Some(subject) => {
                let last = numbers.entry(subject).or_default();
                *last += 1;
                *last
            }
            None => 0,
        };
        let salt = growing.ids.secret();
        let (who, what) = parts(growing.log, subject, number, &salt, row)?;
        leaves.push(Leaf { position, salt, subject, number, hash: leaf(&who, &what) });
    }
    Ok(leaves)
}

async fn keep_in_tx(tx: &mut Tx<'_>, leaves: &[Leaf], nodes: &[(Subtree, Hash)]) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into access_leaves (position, salt, subject_id, subject_number, hash)
         select * from unnest($1::bigint[], $2::bytea[], $3::uuid[], $4::bigint[], $5::bytea[])",
    )
    .bind(leaves.iter().map(|leaf| leaf.position).collect::<Vec<_>>())
    .bind(leaves.iter().map(|leaf| leaf.salt.to_vec()).collect::<Vec<_>>())
    .bind(leaves.iter().map(|leaf| leaf.subject).collect::<Vec<_>>())
    .bind(leaves.iter().map(|leaf| leaf.number).collect::<Vec<_>>())
    .bind(leaves.iter().map(|leaf| leaf.hash.to_vec()).collect::<Vec<_>>())
    .execute(&mut **tx)
    .await?;
    sqlx::query("insert into access_nodes (level, index, hash) select * from unnest($1::smallint[], $2::bigint[], $3::bytea[])")
        .bind(nodes.iter().map(|(subtree, _)| i16::from(subtree.level)).collect::<Vec<_>>())
        .bind(nodes.iter().map(|(subtree, _)| i64::try_from(subtree.index).unwrap_or(i64::MAX)).collect::<Vec<_>>())
        .bind(nodes.iter().map(|(_, hash)| hash.to_vec()).collect::<Vec<_>>())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The hashes of full subtrees; one that is not kept is missing. Each is read by its key: left to choose, a join reads the whole tree.
pub(super) async fn known(connection: &mut PgConnection, wanted: &[Subtree]) -> Result<Vec<(Subtree, Hash)>, sqlx::Error> {
    let levels: Vec<_> = wanted.iter().map(|subtree| i16::from(subtree.level)).collect();
    let indexes: Vec<_> = wanted.iter().map(|subtree| i64::try_from(subtree.index).unwrap_or(i64::MAX)).collect();
    let rows: Vec<(i16, i64, Option<Vec<u8>>)> = sqlx::query_as(
        "select w.level, w.index, case w.level when 0 then (select f.hash from access_leaves f where f.position = w.index + 1)
                                  else (select n.hash from access_nodes n where n.level = w.level and n.index = w.index) end as hash
         from unnest($1::smallint[], $2::bigint[]) as w (level, index)",
    )
    .bind(levels)
    .bind(indexes)
    .fetch_all(connection)
    .await?;
    let hashed = |(level, index, hash): (i16, i64, Option<Vec<u8>>)| {
        let subtree = Subtree { level: u8::try_from(level).ok()?, index: u64::try_from(index).ok()? };
        Some((subtree, Hash::try_from(hash?).ok()?))
    };
    Ok(rows.into_iter().filter_map(hashed).collect())
}

/// The two halves of a row.
pub(super) fn parts(log: &str, subject: Option<Uuid>, number: i64, salt: &Salt, row: &PgRow) -> Result<(Part, Part), GrowError> {
    let text = |column: &str| row.try_get::<Option<Uuid>, _>(column).map(|id| id.map(|id| id.to_string()));
    let who = Who { log: log.to_owned(), person: subject.map(|subject| subject.to_string()), number: u64::try_from(number).unwrap_or_default() };
    let what = What {
        entry: row.try_get::<Uuid, _>("entry_id")?.to_string(),
        at: row.try_get::<SqlTimestamp, _>("at")?.to_jiff().to_string(),
        method: row.try_get("method")?,
        actor_kind: row.try_get("actor_kind")?,
        actor: text("actor_id")?,
        impersonator: text("impersonator_id")?,
        role: text("role_id")?,
        location: text("location_id")?,
        object_kind: row.try_get("object_kind")?,
        object: text("object_id")?,
        ground: row.try_get("ground")?,
        trace: row.try_get("trace_id")?,
    };
    Ok((Part::new("who", salt, &who)?, Part::new("what", salt, &what)?))
}

/// The leaf of a row's two halves, which were made with salts that are whole.
fn leaf(who: &Part, what: &Part) -> Hash {
    leaf_hash(&who.hash().unwrap_or_default(), &what.hash().unwrap_or_default())
}

/// Recomputes every leaf and the root from the rows of the log, and holds them against the signed head.
pub(super) async fn verify(pool: &Pool, log: &str) -> Result<Option<Verdict>, sqlx::Error> {
    let (size, signed): (i64, Vec<u8>) = sqlx::query_as("select size, root from access_head").fetch_one(pool).await?;
    let mut peaks = Peaks::default();
    let mut after = 0;
    while after < size {
        let rows = sqlx::query(sqlx::AssertSqlSafe(format!(
            "select f.position, f.salt, f.hash, f.subject_number, l.subject_id, {COLUMNS} from access_leaves f
             join access_chain c using (position) join access_log l using (entry_id)
             where f.position > $1 and f.position <= $2 order by f.position limit {BATCH}"
        )))
        .bind(after)
        .bind(size)
        .fetch_all(pool)
        .await?;
        for row in &rows {
            let salt = Salt::try_from(row.try_get::<Vec<u8>, _>("salt")?).unwrap_or_default();
            let parts = parts(log, row.try_get("subject_id")?, row.try_get("subject_number")?, &salt, row);
            let own = parts.ok().map(|(who, what)| leaf(&who, &what));
            let holds = own.is_some_and(|own| row.try_get::<Vec<u8>, _>("hash").is_ok_and(|kept| kept == own));
            if row.try_get::<i64, _>("position")? != after + 1 || !holds {
                return Ok(Some(broken(after + 1)));
            }
            peaks.push(own.unwrap_or_default());
            after += 1;
        }
        if rows.is_empty() {
            return Ok(Some(broken(after + 1)));
        }
    }
    Ok((size > 0 && peaks.root().as_slice() != signed).then(|| broken(size)))
}

fn broken(position: i64) -> Verdict {
    Verdict::Broken { position: u64::try_from(position).unwrap_or_default() }
}
