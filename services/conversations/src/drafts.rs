//! What people have begun to write and not sent. No event tells of it: only what was sent is anybody else's business. What a
//! resident has not sent belongs to their account and goes with it; a professional's draft is sealed under the key of the care record that
//! it would become part of.

use chassis::{
    Kernel, Pool,
    sealing::{Needs, Sealing, SealingError, from_column, to_column},
};
use chassis_domain::{Opener, PersonId, RetentionClass, Sealer, Timestamp, Uuid};
use jiff::SignedDuration;
use jiff_sqlx::ToSqlx;
use kajo_proto::conversations::store::v1::Draft;
use prost::Message;

use crate::conversation::{ConversationId, command::Outgoing};

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
        column(self.conversation)
    }
}

/// The conversation as its column has it.
fn column(conversation: Option<ConversationId>) -> Uuid {
    conversation.map_or(Uuid::nil(), ConversationId::uuid)
}

/// Keeps a draft in place of the one of that revision, or where there is none; one without content is kept no longer. Answers with the
/// revision that is kept now, 0 for nothing; `None` when another revision is kept, which stays.
pub async fn save(kernel: &Kernel, of: DraftOf, draft: &Draft, revision: u64) -> Result<Option<u64>, DraftError> {
    let before = i64::try_from(revision).unwrap_or(i64::MAX);
    // For whom it would be says nothing as long as nothing is written.
    if draft.topic.is_empty() && draft.text.is_empty() && draft.attachment_ids.is_empty() {
        let nothing = forget(&kernel.pool, of, before).await? || load_row(&kernel.pool, of).await?.is_none();
        return Ok(nothing.then_some(0));
    }
    // What is written in one's own name is one's own until it is sent; what professionals begin in a record belongs to it.
    let class = if of.writer == of.resident { RetentionClass::Account } else { RetentionClass::CareRecord };
    let owner = (of.resident, class);
    let keys = kernel.keyring.seal(&Needs::from([owner])).await?;
    let content = to_column(&Sealing::new(&keys, &kernel.ids).seal(owner.0, owner.1, &draft.encode_to_vec()));
    let now = kernel.clock.now();
    // Of the time, so that a draft that was sent and one that was begun after it are never taken for each other.
    let next = now.as_microsecond().max(before.saturating_add(1));
    // Two that begin at once: the second one comes upon the first.
    let written = sqlx::query(
        "insert into drafts (person_id, resident_id, conversation_id, content, saved_at, revision) values ($1, $2, $3, $4, $5, $6)
         on conflict (person_id, resident_id, conversation_id)
         do update set content = excluded.content, saved_at = excluded.saved_at, revision = excluded.revision
         where drafts.revision = $7",
    )
    .bind(of.writer.uuid())
    .bind(of.resident.uuid())
    .bind(of.conversation_id())
    .bind(content)
    .bind(now.to_sqlx())
    .bind(next)
    .bind(before)
    .execute(&kernel.pool)
    .await?;
    Ok((written.rows_affected() > 0).then(|| u64::try_from(next).unwrap_or_default()))
}

/// Keeps the draft of that revision no longer; whether it was kept.
async fn forget(pool: &Pool, of: DraftOf, revision: i64) -> Result<bool, sqlx::Error> {
    let gone = sqlx::query("delete from drafts where person_id = $1 and resident_id = $2 and conversation_id = $3 and revision = $4")
        .bind(of.writer.uuid())
        .bind(of.resident.uuid())
        .bind(of.conversation_id())
        .bind(revision)
        .execute(pool)
        .await?;
    Ok(gone.rows_affected() > 0)
}

/// The draft and its revision; an empty one when there is none, or when its key is destroyed.
pub async fn load(kernel: &Kernel, of: DraftOf) -> Result<(Draft, u64), DraftError> {
    let Some((content, revision)) = load_row(&kernel.pool, of).await? else { return Ok((Draft::default(), 0)) };
    Ok((opened(kernel, &content).await?, u64::try_from(revision).unwrap_or_default()))
}

async fn load_row(pool: &Pool, of: DraftOf) -> Result<Option<(Vec<u8>, i64)>, sqlx::Error> {
    sqlx::query_as("select content, revision from drafts where person_id = $1 and resident_id = $2 and conversation_id = $3")
        .bind(of.writer.uuid())
        .bind(of.resident.uuid())
        .bind(of.conversation_id())
        .fetch_optional(pool)
        .await
}

/// A message that went out, as far as its draft is concerned.
#[derive(Debug)]
pub struct Sent {
    writer: PersonId,
    resident: Option<PersonId>,
    conversation: Option<ConversationId>,
    topic: String,
    text: String,
    attachment_ids: Vec<String>,
}

impl Sent {
    /// Written into this conversation. A conversation has one resident, so only a draft of a new message is told by them.
    pub fn new(id: ConversationId, message: Outgoing<'_>) -> Self {
        let Outgoing { by, begins_with, topic, draft } = message;
        Self {
            writer: by.writer(),
            resident: begins_with,
            conversation: begins_with.is_none().then_some(id),
            topic: topic.to_owned(),
            text: draft.text.clone(),
            attachment_ids: draft.attachments.iter().map(ToString::to_string).collect(),
        }
    }
}

/// Forgets the draft of a message that was sent, unless it says something else by now. Whose app sent it forgets it as well, but may be
/// closed before: nobody may be told of a message that they have not sent when they have.
pub async fn forget_sent(kernel: &Kernel, sent: &Sent) -> Result<(), DraftError> {
    let kept: Option<(Uuid, Vec<u8>, i64)> = sqlx::query_as(
        "select resident_id, content, revision from drafts
         where person_id = $1 and conversation_id = $2 and ($3::uuid is null or resident_id = $3)",
    )
    .bind(sent.writer.uuid())
    .bind(column(sent.conversation))
    .bind(sent.resident.map(PersonId::uuid))
    .fetch_optional(&kernel.pool)
    .await?;
    let Some((resident, content, revision)) = kept else { return Ok(()) };
    let Draft { topic, text, attachment_ids, .. } = opened(kernel, &content).await?;
    // A message is kept without the blanks around it.
    if topic.trim() == sent.topic && text.trim() == sent.text && attachment_ids == sent.attachment_ids {
        let of = DraftOf { writer: sent.writer, resident: PersonId::from_uuid(resident), conversation: sent.conversation };
        forget(&kernel.pool, of, revision).await?;
    }
    Ok(())
}

/// A draft out of its column; an empty one when its key is destroyed.
async fn opened(kernel: &Kernel, content: &[u8]) -> Result<Draft, DraftError> {
    let Some(blob) = from_column(content) else { return Ok(Draft::default()) };
    let keys = kernel.keyring.open(&Needs::from([(blob.subject, blob.class)])).await?;
    let plain = keys.open(&blob).and_then(|plain| Draft::decode(plain.as_slice()).ok());
    Ok(plain.unwrap_or_default())
}

/// How many drafts somebody has.
pub async fn count(pool: &Pool, writer: PersonId) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select count(*) from drafts where person_id = $1").bind(writer.uuid()).fetch_one(pool).await
}

/// Forgets whatever somebody has begun to write.
pub async fn forget_all_of(kernel: &Kernel, writer: PersonId) -> Result<(), sqlx::Error> {
    sqlx::query("delete from drafts where person_id = $1").bind(writer.uuid()).execute(&kernel.pool).await?;
    Ok(())
}

/// Forgets what nobody went on with.
pub async fn forget_old(kernel: &Kernel, now: Timestamp) -> Result<u64, DraftError> {
    let gone = sqlx::query("delete from drafts where saved_at < $1").bind(now.checked_sub(KEPT)?.to_sqlx()).execute(&kernel.pool).await?;
    Ok(gone.rows_affected())
}
