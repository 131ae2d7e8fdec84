//! What people have answered of a survey and not sent. No event tells of it: only what was sent is anybody else's business. It belongs to the
//! account of whoever writes, goes with it and with the patient's, and is gone with the send.

use std::collections::HashSet;

use chassis::{
    Kernel, Pool, Tx,
    due::{Every, Job},
    sealing::{Needs, Sealing, SealingError, from_column, to_column},
};
use chassis_domain::{Opener, PersonId, Repeated, RetentionClass, Sealer, SignedDuration, Timestamp, Uuid};
use jiff::civil::time;
use jiff_sqlx::ToSqlx;
use kajo_proto::survey::v1::Answers;
use prost::Message;

/// For so long answers are kept that nobody goes on with.
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 60);

/// Why answers cannot be kept or had.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DraftError {
    /// The database.
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
    /// Keys.
    #[error("sealing failed")]
    Sealing(#[from] SealingError),
    /// A time that no calendar has.
    #[error("the clock is beyond its range")]
    Clock(#[from] jiff::Error),
}

/// Whose answers, to what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DraftOf {
    /// What is answered.
    pub(crate) activation: Uuid,
    /// Who answers: the person at the screen.
    pub(crate) writer: PersonId,
}

/// What is kept.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Draft {
    /// Also what conditions hide by now: shown again, it is there again.
    pub(crate) answers: Answers,
    /// The version of the survey that is being answered.
    pub(crate) published_version: u32,
    /// From which somebody goes on.
    pub(crate) revision: u64,
}

/// Forgets at night what nobody went on with.
pub(crate) fn job() -> Job {
    let nightly = Every::Civil(Repeated::daily(time(3, 30, 0, 0)));
    Job::new("answer-drafts", nightly, async |kernel: Kernel| Ok(forget_old(&kernel, kernel.clock.now()).await.map(drop)?))
}

/// Keeps answers to a version in place of those of that revision, or where there are none; none at all are kept no longer. Answers with the
/// revision that is kept now, 0 for nothing; `None` when another revision is kept, which stays, or the activation has ended.
pub(crate) async fn save(
    kernel: &Kernel,
    of: DraftOf,
    (answers, published_version): (&Answers, u32),
    revision: u64,
) -> Result<Option<u64>, DraftError> {
    let before = i64::try_from(revision).unwrap_or(i64::MAX);
    if answers.answers.is_empty() {
        let nothing = forget(&kernel.pool, of, before).await? || version(&kernel.pool, of).await?.is_none();
        return Ok(nothing.then_some(0));
    }
    let owner = (of.writer, RetentionClass::Account);
    let keys = kernel.keyring.seal(&Needs::from([owner])).await?;
    let content = to_column(&Sealing::new(&keys, &kernel.ids).seal(owner.0, owner.1, &answers.encode_to_vec()));
    let now = kernel.clock.now();
    // Of the time, so that what was forgotten and what was begun after it are never taken for each other.
    let next = now.as_microsecond().max(before.saturating_add(1));
    // Two devices that begin at once: the second one comes upon the first. Whoever sends meanwhile waits for this, and forgets it, or was faster.
    let written = sqlx::query(
        "insert into answer_drafts (activation_id, writer_id, published_version, content, saved_at, revision)
         select $1::uuid, $2::uuid, $3::integer, $4::bytea, $5::timestamptz, $6::bigint
         from activations where activation_id = $1 and state in (1, 2) for share
         on conflict (activation_id, writer_id)
         do update set published_version = excluded.published_version, content = excluded.content, saved_at = excluded.saved_at,
             revision = excluded.revision
         where answer_drafts.revision = $7",
    )
    .bind(of.activation)
    .bind(of.writer.uuid())
    .bind(i32::try_from(published_version).unwrap_or(i32::MAX))
    .bind(content)
    .bind(now.to_sqlx())
    .bind(next)
    .bind(before)
    .execute(&kernel.pool)
    .await?;
    Ok((written.rows_affected() > 0).then(|| u64::try_from(next).unwrap_or_default()))
}

/// Keeps what is of that revision no longer; whether it was kept.
async fn forget(pool: &Pool, of: DraftOf, revision: i64) -> Result<bool, sqlx::Error> {
    let gone = sqlx::query("delete from answer_drafts where activation_id = $1 and writer_id = $2 and revision = $3")
        .bind(of.activation)
        .bind(of.writer.uuid())
        .bind(revision)
        .execute(pool)
        .await?;
    Ok(gone.rows_affected() > 0)
}

/// What is kept; without answers when its key is destroyed.
pub(crate) async fn load(kernel: &Kernel, of: DraftOf) -> Result<Option<Draft>, DraftError> {
    let kept: Option<(i32, Vec<u8>, i64)> =
        sqlx::query_as("select published_version, content, revision from answer_drafts where activation_id = $1 and writer_id = $2")
            .bind(of.activation)
            .bind(of.writer.uuid())
            .fetch_optional(&kernel.pool)
            .await?;
    let Some((published_version, content, revision)) = kept else { return Ok(None) };
    Ok(Some(Draft {
        answers: opened(kernel, &content).await?,
        published_version: u32::try_from(published_version).unwrap_or_default(),
        revision: u64::try_from(revision).unwrap_or_default(),
    }))
}

/// The version of the survey to which answers are kept.
pub(crate) async fn version(pool: &Pool, of: DraftOf) -> Result<Option<u32>, sqlx::Error> {
    let kept: Option<i32> = sqlx::query_scalar("select published_version from answer_drafts where activation_id = $1 and writer_id = $2")
        .bind(of.activation)
        .bind(of.writer.uuid())
        .fetch_optional(pool)
        .await?;
    Ok(kept.and_then(|version| u32::try_from(version).ok()))
}

/// Those of these activations to which somebody has begun to answer.
pub(crate) async fn begun(pool: &Pool, writer: PersonId, activations: &[Uuid]) -> Result<HashSet<Uuid>, sqlx::Error> {
    let begun: Vec<Uuid> = sqlx::query_scalar("select activation_id from answer_drafts where writer_id = $1 and activation_id = any ($2)")
        .bind(writer.uuid())
        .bind(activations)
        .fetch_all(pool)
        .await?;
    Ok(begun.into_iter().collect())
}

/// Answers out of their column; none when their key is destroyed.
async fn opened(kernel: &Kernel, content: &[u8]) -> Result<Answers, DraftError> {
    let Some(blob) = from_column(content) else { return Ok(Answers::default()) };
    let keys = kernel.keyring.open(&Needs::from([(blob.subject, blob.class)])).await?;
    let plain = keys.open(&blob).and_then(|plain| Answers::decode(plain.as_slice()).ok());
    Ok(plain.unwrap_or_default())
}

/// Forgets what anybody has begun to answer of what is answered now.
pub(crate) async fn forget_in_tx(tx: &mut Tx<'_>, activation: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query("delete from answer_drafts where activation_id = $1").bind(activation).execute(&mut **tx).await?;
    Ok(())
}

/// To how many surveys somebody has begun to answer.
pub(crate) async fn count(pool: &Pool, writer: PersonId) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select count(*) from answer_drafts where writer_id = $1").bind(writer.uuid()).fetch_one(pool).await
}

/// Forgets whatever somebody has begun to answer, and what others have for them.
pub(crate) async fn forget_all_of(kernel: &Kernel, person: PersonId) -> Result<(), sqlx::Error> {
    let forget = "delete from answer_drafts
         where writer_id = $1 or activation_id in (select activation_id from activations where patient_id = $1)";
    sqlx::query(forget).bind(person.uuid()).execute(&kernel.pool).await?;
    Ok(())
}

/// Forgets what nobody went on with.
async fn forget_old(kernel: &Kernel, now: Timestamp) -> Result<u64, DraftError> {
    let gone = sqlx::query("delete from answer_drafts where saved_at < $1").bind(now.checked_sub(KEPT)?.to_sqlx()).execute(&kernel.pool).await?;
    Ok(gone.rows_affected())
}
