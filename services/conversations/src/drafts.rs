//! What people have begun to write and not sent. No event tells of it: only what was sent is anybody else's business. What a
//! resident has not sent belongs to their account and goes with it; a professional's draft is sealed under the key of the care record that
//! it would become part of.

use chassis::{
    Kernel, database,
    sealing::{Needs, Sealing, SealingError, from_column, to_column},
};
use chassis_domain::{Opener, PersonId, RetentionClass, Sealer, Timestamp, Uuid};
use jiff::SignedDuration;
use jiff_sqlx::ToSqlx;
use kajo_proto::conversations::store::v1::Draft;
use prost::Message;
use sqlx::PgPool;

use crate::conversation::ConversationId;

/// For so long a draft is kept that nobody goes on with.
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 60);

/// Why a draft cannot be kept or had.
#[derive(Debug, thiserror::Error)]
pub enum DraftError {
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

/// Whose draft, of what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftOf {
    /// Who writes: the person at the screen.
    pub writer: PersonId,
    /// Whose care record it would become part of.
    pub resident: PersonId,
    /// What is answered; `None` for a new message.
    pub conversation: Option<ConversationId>,
}

impl DraftOf {
    fn conversation_id(self) -> Uuid {
        self.conversation.map_or(Uuid::nil(), ConversationId::uuid)
    }
}

/// Keeps a draft in place of the one before; one without content is kept no longer.
pub async fn save(kernel: &Kernel, of: DraftOf, draft: &Draft) -> Result<(), DraftError> {
    let mut tx = database::begin(&kernel.pool).await?;
    if *draft == Draft::default() {
        sqlx::query("delete from drafts where person_id = $1 and resident_id = $2 and conversation_id = $3")
            .bind(of.writer.uuid())
            .bind(of.resident.uuid())
            .bind(of.conversation_id())
            .execute(&mut *tx)
            .await?;
    } else {
        // What is written in one's own name is one's own until it is sent; what professionals begin in a record belongs to it.
        let class = if of.writer == of.resident { RetentionClass::Account } else { RetentionClass::CareRecord };
        let owner = (of.resident, class);
        let keys = kernel.keyring.seal(&Needs::from([owner])).await?;
        let content = to_column(&Sealing::new(&keys, &kernel.ids).seal(owner.0, owner.1, &draft.encode_to_vec()));
        sqlx::query(
            "insert into drafts (person_id, resident_id, conversation_id, content, saved_at) values ($1, $2, $3, $4, $5)
             on conflict (person_id, resident_id, conversation_id) do update set content = excluded.content, saved_at = excluded.saved_at",
        )
        .bind(of.writer.uuid())
        .bind(of.resident.uuid())
        .bind(of.conversation_id())
        .bind(content)
        .bind(kernel.clock.now().to_sqlx())
        .execute(&mut *tx)
        .await?;
    }
    tx.commit().await?;
    Ok(())
}

/// The draft; an empty one when there is none, or when its key is destroyed.
pub async fn load(kernel: &Kernel, of: DraftOf) -> Result<Draft, DraftError> {
    let content: Option<Vec<u8>> =
        sqlx::query_scalar("select content from drafts where person_id = $1 and resident_id = $2 and conversation_id = $3")
            .bind(of.writer.uuid())
            .bind(of.resident.uuid())
            .bind(of.conversation_id())
            .fetch_optional(&kernel.pool)
            .await?;
    let Some(blob) = content.as_deref().and_then(from_column) else { return Ok(Draft::default()) };
    let keys = kernel.keyring.open(&Needs::from([(blob.subject, blob.class)])).await?;
    let plain = keys.open(&blob).and_then(|plain| Draft::decode(plain.as_slice()).ok());
    Ok(plain.unwrap_or_default())
}

/// How many drafts somebody has.
pub async fn count(pool: &PgPool, writer: PersonId) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select count(*) from drafts where person_id = $1").bind(writer.uuid()).fetch_one(pool).await
}

/// Forgets whatever somebody has begun to write.
pub async fn forget_all_of(kernel: &Kernel, writer: PersonId) -> Result<(), sqlx::Error> {
    let mut tx = database::begin(&kernel.pool).await?;
    sqlx::query("delete from drafts where person_id = $1").bind(writer.uuid()).execute(&mut *tx).await?;
    tx.commit().await
}

/// Forgets what nobody went on with.
pub async fn forget_old(kernel: &Kernel, now: Timestamp) -> Result<u64, DraftError> {
    let mut tx = database::begin(&kernel.pool).await?;
    let gone = sqlx::query("delete from drafts where saved_at < $1").bind(now.checked_sub(KEPT)?.to_sqlx()).execute(&mut *tx).await?;
    tx.commit().await?;
    Ok(gone.rows_affected())
}
