//! The resident's list in its table, many rows at once.

use std::collections::HashMap;

use chassis::projection::Statement;
use chassis_domain::{Mandates, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row, postgres::PgRow};

use super::Line;
use crate::projections::arrays;

pub(super) const LOAD: &str = "
    select conversation_id, resident_id, topic, category_id, subcategory_id, state, last_activity_at, entries, unread, done,
           needs_health, needs_social, visible_to_guardians, reached, kind
    from my_conversations where conversation_id = any($1)";

const SAVE: &str = "
    insert into my_conversations (conversation_id, resident_id, topic, category_id, subcategory_id, state, last_activity_at, entries, unread,
                                  done, needs_health, needs_social, visible_to_guardians, reached, kind)
    select conversation_id, resident_id, topic, category_id, subcategory_id, state, last_activity_at, entries, unread::bigint[],
           done, needs_health, needs_social, visible_to_guardians, reached, kind
    from unnest($1::uuid[], $2::uuid[], $3::bytea[], $4::uuid[], $5::uuid[], $6::smallint[], $7::timestamptz[], $8::bigint[], $9::text[],
                $10::boolean[], $11::boolean[], $12::boolean[], $13::boolean[], $14::boolean[], $15::smallint[])
         as n (conversation_id, resident_id, topic, category_id, subcategory_id, state, last_activity_at, entries, unread,
               done, needs_health, needs_social, visible_to_guardians, reached, kind)
    on conflict (conversation_id) do update set
        category_id = excluded.category_id, subcategory_id = excluded.subcategory_id, state = excluded.state,
        last_activity_at = excluded.last_activity_at, entries = excluded.entries, unread = excluded.unread, done = excluded.done,
        needs_health = excluded.needs_health, needs_social = excluded.needs_social,
        visible_to_guardians = excluded.visible_to_guardians, reached = excluded.reached";

pub(super) fn loaded(rows: &[PgRow]) -> Result<HashMap<Uuid, Line>, sqlx::Error> {
    rows.iter()
        .map(|row| {
            let line = Line {
                resident_id: row.try_get("resident_id")?,
                topic: row.try_get("topic")?,
                category_id: row.try_get("category_id")?,
                subcategory_id: row.try_get("subcategory_id")?,
                state: row.try_get("state")?,
                last_activity_at: row.try_get::<SqlTimestamp, _>("last_activity_at")?.to_jiff(),
                entries: row.try_get("entries")?,
                unread: row.try_get("unread")?,
                done: row.try_get("done")?,
                needs: Mandates { health: row.try_get("needs_health")?, social: row.try_get("needs_social")? },
                visible_to_guardians: row.try_get("visible_to_guardians")?,
                reached: row.try_get("reached")?,
                kind: row.try_get("kind")?,
            };
            Ok((row.try_get("conversation_id")?, line))
        })
        .collect()
}

/// Writes rows as they are now.
pub(super) fn save(lines: &[(Uuid, Line)]) -> Statement {
    let ids = |value: fn(&Line) -> Uuid| lines.iter().map(|(_, line)| value(line)).collect::<Vec<_>>();
    let flags = |value: fn(&Line) -> bool| lines.iter().map(|(_, line)| value(line)).collect::<Vec<_>>();
    Statement::new(SAVE)
        .bind(lines.iter().map(|(id, _)| *id).collect::<Vec<_>>())
        .bind(ids(|line| line.resident_id))
        .bind(lines.iter().map(|(_, line)| line.topic.clone()).collect::<Vec<_>>())
        .bind(ids(|line| line.category_id))
        .bind(ids(|line| line.subcategory_id))
        .bind(lines.iter().map(|(_, line)| line.state).collect::<Vec<_>>())
        .bind(lines.iter().map(|(_, line)| line.last_activity_at.to_sqlx()).collect::<Vec<_>>())
        .bind(lines.iter().map(|(_, line)| line.entries).collect::<Vec<_>>())
        .bind(lines.iter().map(|(_, line)| arrays::literal(&line.unread)).collect::<Vec<_>>())
        .bind(flags(|line| line.done))
        .bind(flags(|line| line.needs.health))
        .bind(flags(|line| line.needs.social))
        .bind(flags(|line| line.visible_to_guardians))
        .bind(flags(|line| line.reached))
        .bind(lines.iter().map(|(_, line)| line.kind).collect::<Vec<_>>())
}
