//! Where chats are on their way: who waits in which line, who chats with whom, who is out of a line since when, and which are over.

use chassis::{
    Pool, Tx,
    page::TimeCursor,
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
    sealing::{from_column, to_column},
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Blob, Matter, PersonId, Timestamp, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row, postgres::PgRow};

use crate::chat::{Chat, Customer, Event, EventKind, LeaveReason, Phase, Side, Standing};

/// The read model.
pub(crate) struct Chats;

const WAITING: i16 = 1;
const ACTIVE: i16 = 2;
const ENDED: i16 = 3;
const LEFT: i16 = 4;

/// A chat that is not over.
#[derive(Clone, Debug)]
pub(crate) struct LiveChat {
    /// Which.
    pub(crate) chat_id: Uuid,
    /// In which queue.
    pub(crate) queue: Uuid,
    /// Whose matter it is.
    pub(crate) resident: PersonId,
    /// Who is at the screen.
    pub(crate) at_screen: PersonId,
    /// They are not signed in: both ids are the visit's.
    pub(crate) visitor: bool,
    /// The number that they drew.
    pub(crate) ticket: u64,
    /// What it is about.
    pub(crate) matter: Matter,
    /// Waiting or active.
    pub(crate) phase: Phase,
    /// When they joined.
    pub(crate) joined_at: Timestamp,
    /// When the professional accepted.
    pub(crate) accepted_at: Option<Timestamp>,
    /// A professional has put them back into the line.
    pub(crate) returned: bool,
    /// When they were last heard of while they waited.
    pub(crate) seen_at: Option<Timestamp>,
    /// Of the last message; 0: nothing was written.
    pub(crate) last_number: u32,
    /// Who wrote it.
    pub(crate) last_side: Option<Side>,
    /// Since when the professional has vanished.
    pub(crate) unattended_at: Option<Timestamp>,
}

/// A chat that is over.
#[derive(Clone, Debug)]
pub(crate) struct EndedChat {
    /// Which.
    pub(crate) chat_id: Uuid,
    /// In which queue.
    pub(crate) queue: Uuid,
    /// When they joined.
    pub(crate) joined_at: Timestamp,
    /// When it ended.
    pub(crate) ended_at: Timestamp,
    /// What the professional is called, sealed.
    pub(crate) practitioner_name: Option<Blob>,
}

impl ReadModel for Chats {
    const NAME: &'static str = "chats";
    const VERSION: u32 = 4;
    const TABLES: &'static [&'static str] = &["chats"];
    const CATEGORIES: &'static [&'static str] = &[Chat::CATEGORY];
    // `state`: 1 waiting, 2 active, 3 ended, 4 left. `departed_at`: since when out of the line, however. `over_at`: since when ended or left.
    // `visitor`: both ids are the visit's still; `visit_id`: in which it was begun, whoever has it now.
    const DDL: Option<&'static str> = Some(
        "create table chats (
             chat_id uuid not null,
             chat_queue_id uuid not null,
             resident_id uuid not null,
             at_screen_id uuid not null,
             practitioner_id uuid,
             practitioner_name bytea,
             state smallint not null,
             ticket bigint not null,
             matter integer not null,
             joined_at timestamptz not null,
             accepted_at timestamptz,
             departed_at timestamptz,
             passed_over_at timestamptz,
             returned boolean not null default false,
             left_reason integer,
             last_number integer not null default 0,
             last_side integer,
             last_message_at timestamptz,
             visitor boolean not null default false,
             visit_id uuid,
             over_at timestamptz,
             unattended_at timestamptz,
             constraint chats_pkey primary key (chat_id)
         );
         create index chats_in_line on chats (chat_queue_id, ticket) where state = 1;
         create index chats_out_of_line on chats (chat_queue_id, departed_at) where departed_at is not null;
         create index chats_going_on on chats (chat_queue_id) where state = 2;
         create index chats_of_resident on chats (resident_id);
         create index chats_ended on chats (resident_id, at_screen_id, over_at, chat_id) where state = 3;
         create index chats_of_visit on chats (visit_id) where visit_id is not null;
         create index chats_of_practitioner on chats (practitioner_id) where state = 2;
         create index chats_unattended on chats (chat_queue_id, unattended_at) where unattended_at is not null;",
    );
}

impl OneStatement for Chats {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        let (id, at) = (event.meta.aggregate_id, event.meta.recorded_at.to_sqlx());
        let Event { what, standing } = event.decode::<Event>()?;
        Ok(Some(match what {
            EventKind::Joined => {
                let Standing { queue, resident, at_screen, ticket, matter, visitor, .. } = standing;
                Statement::new(
                    "insert into chats (chat_id, chat_queue_id, resident_id, at_screen_id, state, ticket, joined_at, matter, visitor, visit_id)
                     values ($1, $2, $3, $4, 1, $5, $6, $7, $8, $9)",
                )
                .bind(id)
                .bind(queue)
                .bind(resident.uuid())
                .bind(at_screen.uuid())
                .bind(i64::try_from(ticket).unwrap_or(i64::MAX))
                .bind(at)
                .bind(i32::try_from(matter.number()).unwrap_or_default())
                .bind(visitor)
                .bind(visitor.then_some(resident.uuid()))
            }
            EventKind::Accepted { practitioner_name, .. } => Statement::new(
                "update chats set state = 2, practitioner_id = $2, practitioner_name = $4, accepted_at = $3, departed_at = $3 where chat_id = $1",
            )
            .bind(id)
            .bind(standing.practitioner.map(PersonId::uuid))
            .bind(at)
            .bind(practitioner_name.blob().map(to_column)),
            EventKind::Unattended => Statement::new("update chats set unattended_at = $2 where chat_id = $1").bind(id).bind(at),
            EventKind::Attended => Statement::new("update chats set unattended_at = null where chat_id = $1").bind(id),
            EventKind::TakenOver { practitioner_name, .. } => Statement::new(
                "update chats set practitioner_id = $2, practitioner_name = $4, accepted_at = $3, unattended_at = null where chat_id = $1",
            )
            .bind(id)
            .bind(standing.practitioner.map(PersonId::uuid))
            .bind(at)
            .bind(practitioner_name.blob().map(to_column)),
            // What is said of a chat moves it nowhere.
            EventKind::Rated { .. } => return Ok(None),
            EventKind::PassedOver => Statement::new("update chats set passed_over_at = $2 where chat_id = $1").bind(id).bind(at),
            EventKind::Returned { .. } => Statement::new(
                "update chats set state = 1, practitioner_id = null, practitioner_name = null, accepted_at = null, departed_at = null,
                     returned = true, unattended_at = null
                 where chat_id = $1",
            )
            .bind(id),
            EventKind::Left { reason, .. } => {
                let reason = i32::try_from(reason.number()).unwrap_or_default();
                Statement::new("update chats set state = 4, departed_at = $2, over_at = $2, left_reason = $3 where chat_id = $1")
                    .bind(id)
                    .bind(at)
                    .bind(reason)
            }
            EventKind::MessageWritten { number, side, .. } => {
                let (number, side) = (i32::try_from(number).unwrap_or(i32::MAX), i32::try_from(side.number()).unwrap_or_default());
                Statement::new("update chats set last_number = $2, last_side = $3, last_message_at = $4 where chat_id = $1")
                    .bind(id)
                    .bind(number)
                    .bind(side)
                    .bind(at)
            }
            EventKind::Ended { .. } => {
                Statement::new("update chats set state = 3, over_at = $2, unattended_at = null where chat_id = $1").bind(id).bind(at)
            }
            EventKind::Claimed { .. } => Statement::new("update chats set resident_id = $2, at_screen_id = $3, visitor = $4 where chat_id = $1")
                .bind(id)
                .bind(standing.resident.uuid())
                .bind(standing.at_screen.uuid())
                .bind(standing.visitor),
        }))
    }
}

const LIVE: &str = "
    select c.chat_id, c.chat_queue_id, c.resident_id, c.at_screen_id, c.matter, c.state, c.joined_at, c.accepted_at, c.returned, c.last_number, c.last_side,
           c.visitor, c.ticket, c.unattended_at, p.seen_at
    from chats c left join presence p using (chat_id)";

/// What somebody at a screen has going on, the oldest first.
pub(crate) async fn of_customer(pool: &Pool, customer: Customer) -> Result<Vec<LiveChat>, sqlx::Error> {
    let rows = sqlx::query(sqlx::AssertSqlSafe(format!(
        "{LIVE} where c.resident_id = $1 and c.at_screen_id = $2 and c.visitor = $3 and c.state in (1, 2) order by c.joined_at, c.chat_id"
    )))
    .bind(customer.resident.uuid())
    .bind(customer.at_screen.uuid())
    .bind(customer.visitor)
    .fetch_all(pool)
    .await?;
    rows.iter().map(live).collect()
}

/// One page of what somebody at a screen had with professionals and is over, in the matters in which they may act, what ended last first.
pub(crate) async fn ended(pool: &Pool, customer: Customer, after: Option<TimeCursor>, size: usize) -> Result<Vec<EndedChat>, sqlx::Error> {
    let may_act = |matter: &Matter| customer.mandates.is_none_or(|mandates| mandates.cover(matter.needs()));
    let matters: Vec<_> = [Matter::Unsaid, Matter::Health, Matter::Social]
        .into_iter()
        .filter(may_act)
        .map(|matter| i32::try_from(matter.number()).unwrap_or_default())
        .collect();
    let rows = sqlx::query(
        "select chat_id, chat_queue_id, joined_at, over_at, practitioner_name from chats
         where resident_id = $1 and at_screen_id = $2 and visitor = $3 and state = 3 and matter = any($4)
           and ($5::timestamptz is null or (over_at, chat_id) < ($5, $6))
         order by over_at desc, chat_id desc limit $7",
    )
    .bind(customer.resident.uuid())
    .bind(customer.at_screen.uuid())
    .bind(customer.visitor)
    .bind(matters)
    .bind(after.map(|after| after.at.to_sqlx()))
    .bind(after.map(|after| after.id))
    .bind(i64::try_from(size).unwrap_or(i64::MAX))
    .fetch_all(pool)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(EndedChat {
                chat_id: row.try_get("chat_id")?,
                queue: row.try_get("chat_queue_id")?,
                joined_at: row.try_get::<SqlTimestamp, _>("joined_at")?.to_jiff(),
                ended_at: row.try_get::<SqlTimestamp, _>("over_at")?.to_jiff(),
                practitioner_name: row.try_get::<Option<&[u8]>, _>("practitioner_name")?.and_then(from_column),
            })
        })
        .collect()
}

/// Those who wait in these queues, by when they came: so many at most, and how many there are.
pub(crate) async fn waiting(pool: &Pool, queues: &[Uuid], most: i64) -> Result<(Vec<LiveChat>, u32), sqlx::Error> {
    let rows =
        sqlx::query(sqlx::AssertSqlSafe(format!("{LIVE} where c.chat_queue_id = any($1) and c.state = 1 order by c.joined_at, c.ticket limit $2")))
            .bind(queues)
            .bind(most)
            .fetch_all(pool)
            .await?;
    let total: i64 =
        sqlx::query_scalar("select count(*) from chats where chat_queue_id = any($1) and state = 1").bind(queues).fetch_one(pool).await?;
    Ok((rows.iter().map(live).collect::<Result<_, _>>()?, u32::try_from(total).unwrap_or(u32::MAX)))
}

/// What a professional has going on, the oldest first.
pub(crate) async fn of_practitioner(pool: &Pool, practitioner: PersonId) -> Result<Vec<LiveChat>, sqlx::Error> {
    let rows = sqlx::query(sqlx::AssertSqlSafe(format!("{LIVE} where c.practitioner_id = $1 and c.state = 2 order by c.accepted_at, c.chat_id")))
        .bind(practitioner.uuid())
        .fetch_all(pool)
        .await?;
    rows.iter().map(live).collect()
}

/// Those in these queues whose professional has vanished, another one than this, by since when: so many at most.
pub(crate) async fn unattended(pool: &Pool, queues: &[Uuid], besides: PersonId, most: i64) -> Result<Vec<LiveChat>, sqlx::Error> {
    let rows = sqlx::query(sqlx::AssertSqlSafe(format!(
        "{LIVE} where c.chat_queue_id = any($1) and c.unattended_at is not null and c.practitioner_id <> $2
         order by c.unattended_at, c.chat_id limit $3"
    )))
    .bind(queues)
    .bind(besides.uuid())
    .bind(most)
    .fetch_all(pool)
    .await?;
    rows.iter().map(live).collect()
}

/// What a chat is about.
pub(crate) async fn matter(pool: &Pool, chat: Uuid) -> Result<Matter, sqlx::Error> {
    let number: Option<i32> = sqlx::query_scalar("select matter from chats where chat_id = $1").bind(chat).fetch_optional(pool).await?;
    Ok(number.and_then(|number| Matter::from_number(u32::try_from(number).ok()?)).unwrap_or_default())
}

/// How many chats a resident has or had.
pub(crate) async fn count(pool: &Pool, resident: PersonId) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select count(*) from chats where resident_id = $1").bind(resident.uuid()).fetch_one(pool).await
}

/// How many wait or chat in a queue. Until the transaction ends nobody joins it.
pub(crate) async fn count_live_in_tx(tx: &mut Tx<'_>, queue: Uuid) -> Result<u64, sqlx::Error> {
    sqlx::query("select from lines where chat_queue_id = $1 for update").bind(queue).execute(&mut **tx).await?;
    let count: i64 =
        sqlx::query_scalar("select count(*) from chats where chat_queue_id = $1 and state in (1, 2)").bind(queue).fetch_one(&mut **tx).await?;
    Ok(count.unsigned_abs())
}

/// What a resident, or somebody for them, has going on.
pub(crate) async fn live_of(pool: &Pool, resident: PersonId) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select chat_id from chats where (resident_id = $1 or at_screen_id = $1) and state in (1, 2)")
        .bind(resident.uuid())
        .fetch_all(pool)
        .await
}

/// How often a visit has joined since, and how many visitors wait in a queue.
pub(crate) async fn of_visitors_in_tx(tx: &mut Tx<'static>, visit: PersonId, since: Timestamp, queue: Uuid) -> Result<(i64, i64), sqlx::Error> {
    sqlx::query_as(
        "select (select count(*) from chats where visit_id = $1 and joined_at > $2),
                (select count(*) from chats where chat_queue_id = $3 and state = 1 and visitor)",
    )
    .bind(visit.uuid())
    .bind(since.to_sqlx())
    .bind(queue)
    .fetch_one(&mut **tx)
    .await
}

/// Visits in which something was written or assessed, that have been over for a while and whose key is there still. Of one that somebody has
/// claimed anything of, the key stays.
pub(crate) async fn visits_over(pool: &Pool, since: Timestamp) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar(
        "select visit_id from (
             select visit_id, visitor, over_at, last_number > 0 as has_words from chats where visit_id is not null
             union all
             select resident_id, true, completed_at, true from assessments where visitor
         ) v
         where not exists (select from subject_keys k where k.subject_id = v.visit_id and k.retention_class = 4 and k.destroyed_at is not null)
         group by visit_id having bool_and(visitor) and bool_and(coalesce(over_at <= $1, false)) and bool_or(has_words)",
    )
    .bind(since.to_sqlx())
    .fetch_all(pool)
    .await
}

fn live(row: &PgRow) -> Result<LiveChat, sqlx::Error> {
    let moment = |column: &str| Ok::<_, sqlx::Error>(row.try_get::<Option<SqlTimestamp>, _>(column)?.map(SqlTimestamp::to_jiff));
    let side = row.try_get::<Option<i32>, _>("last_side")?.and_then(|side| Side::from_number(u32::try_from(side).ok()?));
    Ok(LiveChat {
        chat_id: row.try_get("chat_id")?,
        queue: row.try_get("chat_queue_id")?,
        resident: PersonId::from_uuid(row.try_get("resident_id")?),
        at_screen: PersonId::from_uuid(row.try_get("at_screen_id")?),
        visitor: row.try_get("visitor")?,
        ticket: row.try_get::<i64, _>("ticket")?.unsigned_abs(),
        matter: u32::try_from(row.try_get::<i32, _>("matter")?).ok().and_then(Matter::from_number).unwrap_or_default(),
        phase: phase(row.try_get("state")?),
        joined_at: row.try_get::<SqlTimestamp, _>("joined_at")?.to_jiff(),
        accepted_at: moment("accepted_at")?,
        returned: row.try_get("returned")?,
        seen_at: moment("seen_at")?,
        last_number: u32::try_from(row.try_get::<i32, _>("last_number")?).unwrap_or_default(),
        last_side: side,
        unattended_at: moment("unattended_at")?,
    })
}

/// What the table says of where a chat is.
pub(crate) const fn phase(state: i16) -> Phase {
    match state {
        WAITING => Phase::Waiting,
        ACTIVE => Phase::Active,
        ENDED => Phase::Ended,
        LEFT => Phase::Left,
        _ => Phase::NotJoined,
    }
}

/// What the table says of why somebody is out of the line.
pub(crate) fn reason(number: Option<i32>) -> Option<LeaveReason> {
    number.and_then(|number| LeaveReason::from_number(u32::try_from(number).ok()?))
}
