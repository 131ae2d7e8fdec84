//! Questions to the inbox. A page is read off an index per queue or folder and stops; nothing counts without a bound.

use chassis::{Pool, page::TimeCursor};
use chassis_domain::{Timestamp, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{AssertSqlSafe, Row, postgres::PgRow};

use super::task_inbox::{ACTIVE, HANDLING, QUEUED};

/// How many messages the caller has neither read as a participant nor seen before that. A form (kinds 4 and 5) says something before anybody
/// has written: it is one, until they have looked at it or take part.
const UNREAD: &str = "((select count(*)::integer from unnest(coalesce(p.unread, t.messages)) as message (number)
     where message.number > coalesce(s.up_to, 0) and (p.follows or not message.number = any (t.inner_messages)))
     + (t.kind in (4, 5) and p.person_id is null and s.person_id is null)::integer)";

/// What a page shows of a task, but for the time of activity: in one's own folders it is one's own, elsewhere what the team may know.
const COLUMNS: &str = "t.conversation_id, t.kind, t.state, t.resident_id, t.resident_name, t.topic, t.subcategory_id, t.owner_id, t.owner_name,
    t.arrived_at, t.has_attachments";

/// Counting stops here.
const COUNTED: i64 = 1000;

/// The tabs of the inbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// Queued in the caller's queues.
    New,
    /// The caller's own.
    Own,
    /// Colleagues', in the caller's queues.
    Team,
    /// Done for the caller, or ended where the caller took part.
    Done,
}

/// What a page is asked for.
#[derive(Clone, Debug)]
pub struct Question {
    /// Which tab.
    pub tab: Tab,
    /// Whose inbox.
    pub person: Uuid,
    /// The caller's queues, after the filter.
    pub queues: Vec<Uuid>,
    /// All of the caller's queues: where one has put a colleague's task aside, it is shown in these alone.
    pub own_queues: Vec<Uuid>,
    /// Whether a filter on queues is on: it holds for one's own folders as well.
    pub filtered: bool,
    /// Only with unread messages.
    pub unread_only: bool,
    /// Longest waiting first instead of newest first.
    pub oldest_first: bool,
    /// Tokens that must all be there.
    pub tokens: Vec<Vec<u8>>,
    /// Behind this row.
    pub after: Option<TimeCursor>,
    /// At most so many rows.
    pub size: usize,
}

/// A task as the inbox shows it. Names and topic are sealed.
#[derive(Clone, Debug)]
pub struct TaskRow {
    /// Which conversation.
    pub conversation_id: Uuid,
    /// As in the contract.
    pub kind: i16,
    /// As in the contract.
    pub state: i16,
    /// Whose; `None`: nobody knows.
    pub resident_id: Option<Uuid>,
    /// Sealed.
    pub resident_name: Vec<u8>,
    /// Sealed.
    pub topic: Vec<u8>,
    /// Its queue.
    pub subcategory_id: Uuid,
    /// Who owns it.
    pub owner_id: Option<Uuid>,
    /// Sealed.
    pub owner_name: Option<Vec<u8>>,
    /// When it arrived.
    pub arrived_at: Timestamp,
    /// When something last happened.
    pub last_activity_at: Timestamp,
    /// Messages that the caller has not read.
    pub unread: u32,
    /// Whether a file came along.
    pub has_attachments: bool,
}

/// One page of a tab.
pub async fn page(pool: &Pool, question: &Question) -> Result<Vec<TaskRow>, sqlx::Error> {
    let (direction, beyond) = if question.oldest_first { ("asc", ">") } else { ("desc", "<") };
    let conditions = format!(
        "($3::timestamptz is null or ({{t}}.last_activity_at, {{t}}.conversation_id) {beyond} ($3, $4))
         and (cardinality($5::bytea[]) = 0 or exists (
             select from task_search words where words.conversation_id = t.conversation_id and words.tokens @> $5))
         and (not $6 or {UNREAD} > 0)"
    );
    let source = match question.tab {
        Tab::New | Tab::Team => {
            let state = if question.tab == Tab::New { QUEUED } else { HANDLING };
            let conditions = conditions.replace("{t}", "t");
            let others = if question.tab == Tab::Team { "and coalesce(p.folder, 0) <> 1 and t.owner_id <> $2" } else { "" };
            format!(
                "select page.* from unnest($1::uuid[]) as queue (id) cross join lateral (
                     select {COLUMNS}, t.last_activity_at, {UNREAD} as unread_messages from tasks t
                     left join task_participants p on p.conversation_id = t.conversation_id and p.person_id = $2
                     left join task_seen s on s.conversation_id = t.conversation_id and s.person_id = $2
                     where t.subcategory_id = queue.id and t.state = {state} and not $8 is null and not $9::uuid[] is null {others} and {conditions}
                     order by t.last_activity_at {direction}, t.conversation_id {direction} limit $7
                 ) as page order by page.last_activity_at {direction}, page.conversation_id {direction} limit $7"
            )
        }
        Tab::Own | Tab::Done => {
            let folder = if question.tab == Tab::Own { 1 } else { 2 };
            let conditions = conditions.replace("{t}", "p");
            format!(
                "select {COLUMNS}, p.last_activity_at, {UNREAD} as unread_messages
                 from task_participants p join tasks t using (conversation_id)
                 left join task_seen s on s.conversation_id = t.conversation_id and s.person_id = $2
                 where p.person_id = $2 and p.folder = {folder} and (not $8 or t.subcategory_id = any ($1))
                       and (p.follows or t.subcategory_id = any ($9)) and {conditions}
                 order by p.last_activity_at {direction}, p.conversation_id {direction} limit $7"
            )
        }
    };
    let rows = sqlx::query(AssertSqlSafe(source))
        .bind(&question.queues)
        .bind(question.person)
        .bind(question.after.map(|after| after.at.to_sqlx()))
        .bind(question.after.map(|after| after.id))
        .bind(&question.tokens)
        .bind(question.unread_only)
        .bind(i64::try_from(question.size).unwrap_or(i64::MAX))
        .bind(question.filtered)
        .bind(&question.own_queues)
        .fetch_all(pool)
        .await?;
    rows.iter().map(read).collect()
}

/// The conversations of a resident that a professional may read, newest activity first: those in their queues, those in which they take
/// part, and those about which they were consulted.
pub async fn of_resident(
    pool: &Pool,
    resident: Uuid,
    person: Uuid,
    queues: &[Uuid],
    after: Option<TimeCursor>,
    size: usize,
) -> Result<Vec<TaskRow>, sqlx::Error> {
    // Consultations of the resident are among them: they are about the same patient.
    let rows = sqlx::query(AssertSqlSafe(format!(
        "select page.* from (
             select {COLUMNS}, t.last_activity_at, {UNREAD} as unread_messages from tasks t
             left join task_participants p on p.conversation_id = t.conversation_id and p.person_id = $2
             left join task_seen s on s.conversation_id = t.conversation_id and s.person_id = $2
             where t.resident_id = $1 and ($4::timestamptz is null or (t.last_activity_at, t.conversation_id) < ($4, $5))
               and (t.subcategory_id = any ($3) or p.follows or exists (
                   select from tasks asked join task_participants taking using (conversation_id)
                   where asked.consultation_of = t.conversation_id and asked.asker_id <> $2 and taking.person_id = $2 and taking.follows))
             order by t.last_activity_at desc, t.conversation_id desc limit $6
         ) as page order by page.last_activity_at desc, page.conversation_id desc"
    )))
    .bind(resident)
    .bind(person)
    .bind(queues)
    .bind(after.map(|after| after.at.to_sqlx()))
    .bind(after.map(|after| after.id))
    .bind(i64::try_from(size).unwrap_or(i64::MAX))
    .fetch_all(pool)
    .await?;
    rows.iter().map(read).collect()
}

/// Consultations about a conversation in which a professional takes part.
pub async fn consulted_in(pool: &Pool, conversation: Uuid, person: Uuid) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar(
        "select t.conversation_id from tasks t join task_participants p using (conversation_id)
         where t.consultation_of = $1 and t.asker_id <> $2 and p.person_id = $2 and p.follows",
    )
    .bind(conversation)
    .bind(person)
    .fetch_all(pool)
    .await
}

/// The resident of a task, when one is known, and whether a professional takes part in it now.
pub async fn resident_of(pool: &Pool, conversation: Uuid, person: Uuid) -> Result<Option<(Option<Uuid>, bool)>, sqlx::Error> {
    sqlx::query_as(AssertSqlSafe(format!(
        "select t.resident_id, coalesce(p.standing = {ACTIVE}, false) from tasks t
         left join task_participants p on p.conversation_id = t.conversation_id and p.person_id = $2 where t.conversation_id = $1"
    )))
    .bind(conversation)
    .bind(person)
    .fetch_optional(pool)
    .await
}

/// How many tasks stand in each tab: new, own, team, done.
pub async fn counts(pool: &Pool, person: Uuid, queues: &[Uuid]) -> Result<[u32; 4], sqlx::Error> {
    let row = sqlx::query(AssertSqlSafe(format!(
        "select (select count(*) from (select from tasks where subcategory_id = any ($2) and state = {QUEUED} limit {COUNTED}) as n) as new,
                (select count(*) from (select from task_participants where person_id = $1 and folder = 1 limit {COUNTED}) as n) as own,
                (select count(*) from (
                    select from tasks t where subcategory_id = any ($2) and state = {HANDLING} and owner_id <> $1 and not exists (
                        select from task_participants p where p.conversation_id = t.conversation_id and p.person_id = $1 and p.folder = 1)
                    limit {COUNTED}) as n) as team,
                (select count(*) from (
                    select from task_participants p join tasks t using (conversation_id)
                    where p.person_id = $1 and p.folder = 2 and (p.follows or t.subcategory_id = any ($2)) limit {COUNTED}) as n) as done"
    )))
    .bind(person)
    .bind(queues)
    .fetch_one(pool)
    .await?;
    let count = |name: &str| -> Result<u32, sqlx::Error> { Ok(u32::try_from(row.try_get::<i64, _>(name)?).unwrap_or_default()) };
    Ok([count("new")?, count("own")?, count("team")?, count("done")?])
}

fn read(row: &PgRow) -> Result<TaskRow, sqlx::Error> {
    Ok(TaskRow {
        conversation_id: row.try_get("conversation_id")?,
        kind: row.try_get("kind")?,
        state: row.try_get("state")?,
        resident_id: row.try_get("resident_id")?,
        resident_name: row.try_get("resident_name")?,
        topic: row.try_get("topic")?,
        subcategory_id: row.try_get("subcategory_id")?,
        owner_id: row.try_get("owner_id")?,
        owner_name: row.try_get("owner_name")?,
        arrived_at: row.try_get::<SqlTimestamp, _>("arrived_at")?.to_jiff(),
        last_activity_at: row.try_get::<SqlTimestamp, _>("last_activity_at")?.to_jiff(),
        unread: u32::try_from(row.try_get::<i32, _>("unread_messages")?).unwrap_or_default(),
        has_attachments: row.try_get("has_attachments")?,
    })
}
