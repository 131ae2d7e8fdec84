//! The resident's own list.

use chassis::{
    Tx,
    projection::{Projection, ProjectionError},
    sealing::to_column,
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Timestamp, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{PgPool, Row};

use super::page::Cursor;
use crate::conversation::{Conversation, Event, Happened, Kind, ParticipantKind};

/// The read model.
pub struct MyConversations;

/// A conversation in the list.
#[derive(Clone, Debug)]
pub struct Mine {
    /// Which.
    pub conversation_id: Uuid,
    /// What about, sealed.
    pub topic: Vec<u8>,
    /// Its queue.
    pub subcategory_id: Uuid,
    /// As in the contract.
    pub state: i16,
    /// When something last happened.
    pub last_activity_at: Timestamp,
    /// Messages that the resident has not read.
    pub unread: u32,
}

impl Projection for MyConversations {
    const NAME: &'static str = "my_conversations";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["my_conversations"];
    const CATEGORIES: &'static [&'static str] = &[Conversation::CATEGORY];

    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let id = event.meta.aggregate_id;
        let at = event.meta.recorded_at.to_sqlx();
        let what = event.decode::<Event>()?.what;
        if let Happened::Started { opening, place } = &what {
            // A consultation is about a resident who never sees it.
            if opening.kind == Kind::Message {
                sqlx::query(
                    "insert into my_conversations (conversation_id, resident_id, topic, category_id, subcategory_id, state, last_activity_at,
                                                   entries, unread)
                     values ($1, $2, $3, $4, $5, 1, $6, 0, '{}')",
                )
                .bind(id)
                .bind(opening.resident.uuid())
                .bind(opening.topic.blob().map(to_column).unwrap_or_default())
                .bind(place.category.uuid())
                .bind(place.subcategory.uuid())
                .bind(at)
                .execute(&mut **tx)
                .await?;
            }
            return Ok(());
        }
        if what.shows_in_thread() {
            sqlx::query("update my_conversations set entries = entries + 1 where conversation_id = $1").bind(id).execute(&mut **tx).await?;
        }
        if what.among_practitioners() {
            return Ok(());
        }
        let statement = match what {
            Happened::MessageWritten { author_kind: ParticipantKind::Practitioner, .. } => {
                sqlx::query("update my_conversations set last_activity_at = $2, unread = array_append(unread, entries) where conversation_id = $1")
                    .bind(id)
                    .bind(at)
            }
            Happened::Read { by, up_to } => sqlx::query(
                "update my_conversations set unread = array(select number from unnest(unread) as number where number > $3)
                 where conversation_id = $1 and resident_id = $2",
            )
            .bind(id)
            .bind(by.uuid())
            .bind(i64::try_from(up_to).unwrap_or(i64::MAX)),
            other => {
                let (state, place) = match &other {
                    Happened::Taken { .. } | Happened::TakenOver { .. } | Happened::Assigned { .. } => (Some(2_i16), None),
                    Happened::Returned { .. } => (Some(1), None),
                    Happened::Forwarded { to, .. } => (Some(1), Some(*to)),
                    Happened::Ended { .. } => (Some(3), None),
                    _ => (None, None),
                };
                sqlx::query(
                    "update my_conversations set last_activity_at = $2, state = coalesce($3, state), category_id = coalesce($4, category_id),
                         subcategory_id = coalesce($5, subcategory_id) where conversation_id = $1",
                )
                .bind(id)
                .bind(at)
                .bind(state)
                .bind(place.map(|place| place.category.uuid()))
                .bind(place.map(|place| place.subcategory.uuid()))
            }
        };
        statement.execute(&mut **tx).await?;
        Ok(())
    }
}

/// One page, newest activity first.
pub async fn page(pool: &PgPool, resident: Uuid, after: Option<Cursor>, size: usize) -> Result<Vec<Mine>, sqlx::Error> {
    let rows = sqlx::query(
        "select conversation_id, topic, subcategory_id, state, last_activity_at, cardinality(unread) as unread from my_conversations
         where resident_id = $1 and ($2::timestamptz is null or (last_activity_at, conversation_id) < ($2, $3))
         order by last_activity_at desc, conversation_id desc limit $4",
    )
    .bind(resident)
    .bind(after.map(|after| after.at.to_sqlx()))
    .bind(after.map(|after| after.id))
    .bind(i64::try_from(size).unwrap_or(i64::MAX))
    .fetch_all(pool)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(Mine {
                conversation_id: row.try_get("conversation_id")?,
                topic: row.try_get("topic")?,
                subcategory_id: row.try_get("subcategory_id")?,
                state: row.try_get("state")?,
                last_activity_at: row.try_get::<SqlTimestamp, _>("last_activity_at")?.to_jiff(),
                unread: u32::try_from(row.try_get::<i32, _>("unread")?).unwrap_or_default(),
            })
        })
        .collect()
}
