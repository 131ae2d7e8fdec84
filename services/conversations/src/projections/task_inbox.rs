//! The practitioner's inbox: what each event does to its rows. The questions are in [`super::task_queries`].

use chassis::{
    Tx,
    projection::{Projection, ProjectionError},
    sealing::to_column,
    store::RawRecorded,
};
use chassis_domain::{Aggregate, PersonId, Uuid};
use jiff_sqlx::ToSqlx;

use crate::conversation::{Conversation, Event, Happened, Kind, Opening, ParticipantKind, Place, value::Name};

/// The read model.
pub struct TaskInbox;

/// A queued task.
pub(crate) const QUEUED: i16 = 1;
/// A task that somebody handles.
pub(crate) const HANDLING: i16 = 2;
const ENDED: i16 = 3;

impl Projection for TaskInbox {
    const NAME: &'static str = "task_inbox";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["tasks", "task_participants", "task_search"];
    const CATEGORIES: &'static [&'static str] = &[Conversation::CATEGORY];

    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let id = event.meta.aggregate_id;
        let what = event.decode::<Event>()?.what;
        if let Happened::Started { opening, place } = &what {
            return start(tx, event, opening, *place).await;
        }
        if let Happened::Read { by, up_to } = &what {
            sqlx::query(
                "update task_participants set unread = array(select number from unnest(unread) as number where number > $3)
                 where conversation_id = $1 and person_id = $2",
            )
            .bind(id)
            .bind(by.uuid())
            .bind(i64::try_from(*up_to).unwrap_or(i64::MAX))
            .execute(&mut **tx)
            .await?;
            return Ok(());
        }
        touch(tx, event).await?;
        match &what {
            Happened::Started { .. } | Happened::Read { .. } | Happened::ConsultationRequested { .. } => {}
            Happened::MessageWritten { author, author_kind, attachments, .. } => {
                hear(tx, id, *author, *author_kind, !attachments.is_empty()).await?;
            }
            Happened::Taken { by, name } => own(tx, id, *by, name).await?,
            Happened::TakenOver { by, name, from } => {
                leave(tx, id, *from).await?;
                own(tx, id, *by, name).await?;
            }
            Happened::Assigned { by, to, to_name } => {
                leave(tx, id, *by).await?;
                own(tx, id, *to, to_name).await?;
            }
            Happened::Participated { by, .. } => join(tx, id, *by).await?,
            Happened::Returned { by, .. } => {
                leave(tx, id, *by).await?;
                queue(tx, id, None).await?;
            }
            Happened::Forwarded { by, to, .. } => {
                leave(tx, id, *by).await?;
                queue(tx, id, Some(*to)).await?;
            }
            Happened::MarkedDone { kind: ParticipantKind::Resident, .. } => {}
            Happened::MarkedDone { by, .. } => finish(tx, id, *by).await?,
            Happened::Ended { by, done } => end(tx, id, done.then_some(*by)).await?,
        }
        // The folder index carries the time of activity, so it moves along.
        sqlx::query(
            "update task_participants p set last_activity_at = t.last_activity_at from tasks t
             where t.conversation_id = $1 and p.conversation_id = $1",
        )
        .bind(id)
        .execute(&mut **tx)
        .await?;
        Ok(())
    }
}

async fn start(tx: &mut Tx<'_>, event: &RawRecorded, opening: &Opening, place: Place) -> Result<(), ProjectionError> {
    let id = event.meta.aggregate_id;
    let column = |name: &Name| name.blob().map(to_column).unwrap_or_default();
    sqlx::query(
        "insert into tasks (conversation_id, kind, state, resident_id, resident_name, topic, category_id, subcategory_id, arrived_at,
                            last_activity_at, entries, messages, has_attachments)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, 0, '{}', false)",
    )
    .bind(id)
    .bind(if opening.kind == Kind::Message { 1_i16 } else { 2 })
    .bind(QUEUED)
    .bind(opening.resident.uuid())
    .bind(column(&opening.resident_name))
    .bind(column(&opening.topic))
    .bind(place.category.uuid())
    .bind(place.subcategory.uuid())
    .bind(event.meta.recorded_at.to_sqlx())
    .execute(&mut **tx)
    .await?;
    let text = [opening.topic.open(), opening.resident_name.open()].into_iter().flatten().cloned().collect::<Vec<_>>().join(" ");
    sqlx::query("insert into task_search (conversation_id, tokens) values ($1, $2)")
        .bind(id)
        .bind(event.search_tokens(&text))
        .execute(&mut **tx)
        .await?;
    if let Kind::Consultation { asker, .. } = &opening.kind {
        join(tx, id, *asker).await?;
    }
    Ok(())
}

/// Something new stands in the thread.
async fn touch(tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), sqlx::Error> {
    sqlx::query("update tasks set entries = entries + 1, last_activity_at = $2 where conversation_id = $1")
        .bind(event.meta.aggregate_id)
        .bind(event.meta.recorded_at.to_sqlx())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// A message is unread for everybody else, and wakes those who follow and were done.
async fn hear(tx: &mut Tx<'_>, id: Uuid, author: PersonId, author_kind: ParticipantKind, files: bool) -> Result<(), sqlx::Error> {
    sqlx::query("update tasks set messages = array_append(messages, entries), has_attachments = has_attachments or $2 where conversation_id = $1")
        .bind(id)
        .bind(files)
        .execute(&mut **tx)
        .await?;
    sqlx::query(
        "update task_participants p set unread = array_append(p.unread, t.entries) from tasks t
         where t.conversation_id = $1 and p.conversation_id = $1 and p.person_id <> $2",
    )
    .bind(id)
    .bind(author.uuid())
    .execute(&mut **tx)
    .await?;
    // All in this table are professionals: a resident's message wakes them all, a colleague's in a consultation as well,
    // and otherwise the writer alone.
    sqlx::query(
        "update task_participants p set standing = 1, folder = 1 from tasks t
         where t.conversation_id = $1 and p.conversation_id = $1 and p.standing = 2 and p.follows and t.state <> 3
           and ($3 or t.kind = 2 or p.person_id = $2)",
    )
    .bind(id)
    .bind(author.uuid())
    .bind(author_kind == ParticipantKind::Resident)
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn own(tx: &mut Tx<'_>, id: Uuid, owner: PersonId, name: &Name) -> Result<(), sqlx::Error> {
    join(tx, id, owner).await?;
    sqlx::query("update tasks set state = $2, owner_id = $3, owner_name = $4 where conversation_id = $1")
        .bind(id)
        .bind(HANDLING)
        .bind(owner.uuid())
        .bind(name.blob().map(to_column))
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Whoever joins has read nothing yet.
async fn join(tx: &mut Tx<'_>, id: Uuid, person: PersonId) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into task_participants (conversation_id, person_id, standing, follows, folder, last_activity_at, unread)
         select conversation_id, $2, 1, true, 1, last_activity_at, messages from tasks where conversation_id = $1
         on conflict (conversation_id, person_id) do update set standing = 1, follows = true, folder = 1",
    )
    .bind(id)
    .bind(person.uuid())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn leave(tx: &mut Tx<'_>, id: Uuid, person: PersonId) -> Result<(), sqlx::Error> {
    sqlx::query("update task_participants set standing = 3, follows = false, folder = 0 where conversation_id = $1 and person_id = $2")
        .bind(id)
        .bind(person.uuid())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

async fn queue(tx: &mut Tx<'_>, id: Uuid, to: Option<Place>) -> Result<(), sqlx::Error> {
    sqlx::query(
        "update tasks set state = $2, owner_id = null, owner_name = null, category_id = coalesce($3, category_id),
             subcategory_id = coalesce($4, subcategory_id) where conversation_id = $1",
    )
    .bind(id)
    .bind(QUEUED)
    .bind(to.map(|to| to.category.uuid()))
    .bind(to.map(|to| to.subcategory.uuid()))
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn finish(tx: &mut Tx<'_>, id: Uuid, person: PersonId) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into task_participants (conversation_id, person_id, standing, follows, folder, last_activity_at, unread)
         select conversation_id, $2, 2, false, 2, last_activity_at, '{}' from tasks where conversation_id = $1
         on conflict (conversation_id, person_id) do update set standing = 2, folder = 2",
    )
    .bind(id)
    .bind(person.uuid())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn end(tx: &mut Tx<'_>, id: Uuid, done: Option<PersonId>) -> Result<(), sqlx::Error> {
    if let Some(person) = done {
        finish(tx, id, person).await?;
    }
    sqlx::query("update tasks set state = $2 where conversation_id = $1").bind(id).bind(ENDED).execute(&mut **tx).await?;
    sqlx::query("update task_participants set folder = 2 where conversation_id = $1 and standing <> 3").bind(id).execute(&mut **tx).await?;
    Ok(())
}
