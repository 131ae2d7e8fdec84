//! Tasks in their tables, many at once.

use std::collections::{BTreeMap, HashMap, hash_map::Entry};

use chassis::projection::Statement;
use chassis_domain::Uuid;
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row, postgres::PgRow};

use super::{Participant, Task};
use crate::projections::arrays;

pub(super) const LOAD: &str = "
    select t.conversation_id, t.kind, t.state, t.resident_id, t.resident_name, t.topic, t.category_id, t.subcategory_id, t.owner_id,
           t.owner_name, t.arrived_at, t.last_activity_at, t.consultation_of, t.asker_id, t.entries, t.messages, t.inner_messages, t.has_attachments,
           p.person_id, p.standing, p.follows, p.folder, p.last_activity_at as moved_at, p.unread
    from tasks t left join task_participants p on p.conversation_id = t.conversation_id where t.conversation_id = any($1)";

const SAVE_TASKS: &str = "
    insert into tasks (conversation_id, kind, state, resident_id, resident_name, topic, category_id, subcategory_id, owner_id, owner_name,
                       arrived_at, last_activity_at, consultation_of, asker_id, entries, messages, inner_messages, has_attachments)
    select conversation_id, kind, state, resident_id, resident_name, topic, category_id, subcategory_id, owner_id, owner_name,
           arrived_at, last_activity_at, consultation_of, asker_id, entries, messages::bigint[], inner_messages::bigint[], has_attachments
    from unnest($1::uuid[], $2::smallint[], $3::smallint[], $4::uuid[], $5::bytea[], $6::bytea[], $7::uuid[], $8::uuid[], $9::uuid[],
                $10::bytea[], $11::timestamptz[], $12::timestamptz[], $13::uuid[],
                $14::uuid[], $15::bigint[], $16::text[], $17::text[], $18::boolean[])
         as n (conversation_id, kind, state, resident_id, resident_name, topic, category_id, subcategory_id, owner_id, owner_name,
               arrived_at, last_activity_at, consultation_of, asker_id, entries, messages, inner_messages, has_attachments)
    on conflict (conversation_id) do update set
        state = excluded.state, category_id = excluded.category_id, subcategory_id = excluded.subcategory_id, owner_id = excluded.owner_id,
        owner_name = excluded.owner_name, last_activity_at = excluded.last_activity_at, entries = excluded.entries,
        messages = excluded.messages, inner_messages = excluded.inner_messages, has_attachments = excluded.has_attachments";

const SAVE_PARTICIPANTS: &str = "
    insert into task_participants (conversation_id, person_id, standing, follows, folder, last_activity_at, unread)
    select conversation_id, person_id, standing, follows, folder, last_activity_at, unread::bigint[]
    from unnest($1::uuid[], $2::uuid[], $3::smallint[], $4::boolean[], $5::smallint[], $6::timestamptz[], $7::text[])
         as n (conversation_id, person_id, standing, follows, folder, last_activity_at, unread)
    on conflict (conversation_id, person_id) do update set
        standing = excluded.standing, follows = excluded.follows, folder = excluded.folder,
        last_activity_at = excluded.last_activity_at, unread = excluded.unread";

const SAVE_TOKENS: &str = "
    insert into task_search (conversation_id, tokens)
    select conversation_id, array_agg(token order by place)
    from unnest($1::uuid[], $2::bytea[]) with ordinality as n (conversation_id, token, place) group by conversation_id";

pub(super) fn loaded(rows: &[PgRow]) -> Result<HashMap<Uuid, Task>, sqlx::Error> {
    let mut tasks: HashMap<Uuid, Task> = HashMap::new();
    for row in rows {
        let id: Uuid = row.try_get("conversation_id")?;
        let task = match tasks.entry(id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(task(row)?),
        };
        if let Some(person) = row.try_get::<Option<Uuid>, _>("person_id")? {
            let (standing, follows) = (row.try_get("standing")?, row.try_get("follows")?);
            let (folder, unread) = (row.try_get("folder")?, row.try_get("unread")?);
            let last_activity_at = row.try_get::<SqlTimestamp, _>("moved_at")?.to_jiff();
            let participant = Participant { standing, follows, folder, last_activity_at, unread };
            task.participants.insert(person, participant);
        }
    }
    Ok(tasks)
}

fn task(row: &PgRow) -> Result<Task, sqlx::Error> {
    Ok(Task {
        kind: row.try_get("kind")?,
        state: row.try_get("state")?,
        resident_id: row.try_get("resident_id")?,
        resident_name: row.try_get("resident_name")?,
        topic: row.try_get("topic")?,
        category_id: row.try_get("category_id")?,
        subcategory_id: row.try_get("subcategory_id")?,
        owner_id: row.try_get("owner_id")?,
        owner_name: row.try_get("owner_name")?,
        arrived_at: row.try_get::<SqlTimestamp, _>("arrived_at")?.to_jiff(),
        last_activity_at: row.try_get::<SqlTimestamp, _>("last_activity_at")?.to_jiff(),
        consultation_of: row.try_get("consultation_of")?,
        asker_id: row.try_get("asker_id")?,
        entries: row.try_get("entries")?,
        messages: row.try_get("messages")?,
        inner_messages: row.try_get("inner_messages")?,
        has_attachments: row.try_get("has_attachments")?,
        participants: BTreeMap::new(),
        tokens: Vec::new(),
    })
}

/// Writes tasks as they are now.
pub(super) fn save(tasks: &[(Uuid, Task)]) -> Vec<Statement> {
    let mut statements = vec![save_tasks(tasks)];
    if tasks.iter().any(|(_, task)| !task.participants.is_empty()) {
        statements.push(save_participants(tasks));
    }
    if tasks.iter().any(|(_, task)| !task.tokens.is_empty()) {
        statements.push(save_tokens(tasks));
    }
    statements
}

fn save_tasks(tasks: &[(Uuid, Task)]) -> Statement {
    let column = |value: fn(&Task) -> Uuid| tasks.iter().map(|(_, task)| value(task)).collect::<Vec<_>>();
    Statement::new(SAVE_TASKS)
        .bind(tasks.iter().map(|(id, _)| *id).collect::<Vec<_>>())
        .bind(tasks.iter().map(|(_, task)| task.kind).collect::<Vec<_>>())
        .bind(tasks.iter().map(|(_, task)| task.state).collect::<Vec<_>>())
        .bind(tasks.iter().map(|(_, task)| task.resident_id).collect::<Vec<_>>())
        .bind(tasks.iter().map(|(_, task)| task.resident_name.clone()).collect::<Vec<_>>())
        .bind(tasks.iter().map(|(_, task)| task.topic.clone()).collect::<Vec<_>>())
        .bind(column(|task| task.category_id))
        .bind(column(|task| task.subcategory_id))
        .bind(tasks.iter().map(|(_, task)| task.owner_id).collect::<Vec<_>>())
        .bind(tasks.iter().map(|(_, task)| task.owner_name.clone()).collect::<Vec<_>>())
        .bind(tasks.iter().map(|(_, task)| task.arrived_at.to_sqlx()).collect::<Vec<_>>())
        .bind(tasks.iter().map(|(_, task)| task.last_activity_at.to_sqlx()).collect::<Vec<_>>())
        .bind(tasks.iter().map(|(_, task)| task.consultation_of).collect::<Vec<_>>())
        .bind(tasks.iter().map(|(_, task)| task.asker_id).collect::<Vec<_>>())
        .bind(tasks.iter().map(|(_, task)| task.entries).collect::<Vec<_>>())
        .bind(tasks.iter().map(|(_, task)| arrays::literal(&task.messages)).collect::<Vec<_>>())
        .bind(tasks.iter().map(|(_, task)| arrays::literal(&task.inner_messages)).collect::<Vec<_>>())
        .bind(tasks.iter().map(|(_, task)| task.has_attachments).collect::<Vec<_>>())
}

/// The folder index carries the time of activity, so it moves along.
fn save_participants(tasks: &[(Uuid, Task)]) -> Statement {
    let all: Vec<_> =
        tasks.iter().flat_map(|(id, task)| task.participants.iter().map(move |(person, participant)| (*id, *person, participant))).collect();
    Statement::new(SAVE_PARTICIPANTS)
        .bind(all.iter().map(|(id, ..)| *id).collect::<Vec<_>>())
        .bind(all.iter().map(|(_, person, _)| *person).collect::<Vec<_>>())
        .bind(all.iter().map(|(.., participant)| participant.standing).collect::<Vec<_>>())
        .bind(all.iter().map(|(.., participant)| participant.follows).collect::<Vec<_>>())
        .bind(all.iter().map(|(.., participant)| participant.folder).collect::<Vec<_>>())
        .bind(all.iter().map(|(.., participant)| participant.last_activity_at.to_sqlx()).collect::<Vec<_>>())
        .bind(all.iter().map(|(.., participant)| arrays::literal(&participant.unread)).collect::<Vec<_>>())
}

fn save_tokens(tasks: &[(Uuid, Task)]) -> Statement {
    let (ids, tokens): (Vec<_>, Vec<_>) = tasks.iter().flat_map(|(id, task)| task.tokens.iter().map(move |token| (*id, token.clone()))).unzip();
    Statement::new(SAVE_TOKENS).bind(ids).bind(tokens)
}
