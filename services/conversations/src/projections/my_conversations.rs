//! The resident's own list: what each event does to a row, and its queries. How rows are written is in `rows`.

mod rows;

use std::collections::HashMap;

use chassis::{
    Pool,
    page::TimeCursor,
    projection::{Folding, ProjectionError, ReadModel, Statement},
    sealing::to_column,
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Mandates, Matter, Representative, Timestamp, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row, postgres::PgRow};

use super::task_inbox::number_of;
use crate::conversation::{Circle, Conversation, Event, EventKind, ParticipantKind, Place};

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
    /// The resident has marked it done.
    pub done: bool,
    /// As in the contract.
    pub kind: i16,
}

const QUEUED: i16 = 1;
const HANDLING: i16 = 2;
const ENDED: i16 = 3;

/// A row of the list.
pub struct Line {
    resident_id: Uuid,
    topic: Vec<u8>,
    category_id: Uuid,
    subcategory_id: Uuid,
    state: i16,
    last_activity_at: Timestamp,
    /// Entries of the thread, also those that the resident does not see.
    entries: i64,
    /// Numbers of messages that the resident has not read.
    unread: Vec<i64>,
    /// The resident's own mark; the next message takes it away.
    done: bool,
    /// What it needs of who acts for the resident.
    needs: Mandates,
    visible_to_guardians: bool,
    /// The resident knows of it: until then it is in no list.
    reached: bool,
    kind: i16,
}

impl ReadModel for MyConversations {
    const NAME: &'static str = "my_conversations";
    const VERSION: u32 = 5;
    const TABLES: &'static [&'static str] = &["my_conversations"];
    const CATEGORIES: &'static [&'static str] = &[Conversation::CATEGORY];
    const DDL: Option<&'static str> = Some(
        "create table my_conversations (
             conversation_id      uuid        not null,
             resident_id          uuid        not null,
             topic                bytea       not null,
             category_id          uuid        not null,
             subcategory_id       uuid        not null,
             state                smallint    not null,
             last_activity_at     timestamptz not null,
             entries              bigint      not null,
             unread               bigint[]    not null,
             done                 boolean     not null,
             needs_health         boolean     not null,
             needs_social         boolean     not null,
             visible_to_guardians boolean     not null,
             reached              boolean     not null,
             kind                 smallint    not null,
             constraint my_conversations_pkey primary key (conversation_id)
         );
         create index my_conversations_resident_idx on my_conversations (resident_id, last_activity_at, conversation_id)",
    );
}

impl Folding for MyConversations {
    type Rows = Line;

    const LOAD: &'static str = rows::LOAD;

    fn loaded(rows: &[PgRow]) -> Result<HashMap<Uuid, Line>, sqlx::Error> {
        rows::loaded(rows)
    }

    fn evolve(rows: &mut Option<Line>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let what = event.decode::<Event>()?.what;
        if let EventKind::Started { opening, place } = &what {
            // A consultation is about a resident who never sees it, and an anonymous form about nobody who is known.
            *rows = opening.kind.is_with_resident().then(|| Line {
                resident_id: opening.resident.uuid(),
                topic: opening.topic.blob().map(to_column).unwrap_or_default(),
                category_id: place.category.uuid(),
                subcategory_id: place.subcategory.uuid(),
                state: if opening.begun_by.is_some() { HANDLING } else { QUEUED },
                last_activity_at: event.meta.recorded_at,
                entries: 0,
                unread: Vec::new(),
                done: false,
                needs: opening.matter.needs(),
                visible_to_guardians: opening.visible_to_guardians,
                reached: !opening.quiet,
                kind: number_of(&opening.kind),
            });
        } else if let Some(line) = rows {
            line.evolve(&what, event.meta.recorded_at);
        }
        Ok(())
    }

    fn save(rows: &[(Uuid, Line)]) -> Vec<Statement> {
        vec![rows::save(rows)]
    }
}

impl Line {
    fn evolve(&mut self, what: &EventKind, at: Timestamp) {
        self.entries += i64::from(what.shows_in_thread());
        if !what.visibility().reaches(Circle::Resident) {
            return;
        }
        if let EventKind::Read { by, up_to } = what {
            if by.uuid() == self.resident_id {
                self.unread.retain(|number| u64::try_from(*number).is_ok_and(|number| number > *up_to));
            }
            return;
        }
        if let EventKind::ShownToGuardians { visible, .. } = what {
            self.visible_to_guardians = *visible;
            return;
        }
        // Nothing to do for anybody, and shown where the conversation is open.
        if matches!(what, EventKind::GuardiansAskedFor { .. }) {
            return;
        }
        self.last_activity_at = at;
        match what {
            EventKind::MessageWritten { author_kind, .. } => {
                self.done = false;
                self.reached = true;
                if *author_kind == ParticipantKind::Practitioner {
                    self.unread.push(self.entries);
                }
            }
            EventKind::MarkedDone { by, .. } => self.done |= by.uuid() == self.resident_id,
            EventKind::UnmarkedDone { by } => self.done &= by.uuid() != self.resident_id,
            EventKind::Taken { .. } | EventKind::TakenOver { .. } | EventKind::Assigned { .. } => self.state = HANDLING,
            EventKind::Returned { .. } => self.state = QUEUED,
            EventKind::Forwarded { to, matter, .. } => self.move_to(*to, *matter),
            EventKind::Ended { .. } => self.state = ENDED,
            EventKind::Started { .. }
            | EventKind::Participated { .. }
            | EventKind::ConsultationRequested { .. }
            | EventKind::ShownToGuardians { .. }
            | EventKind::GuardiansAskedFor { .. }
            | EventKind::Read { .. } => {}
        }
    }

    fn move_to(&mut self, place: Place, matter: Matter) {
        self.state = QUEUED;
        self.needs = self.needs.with(matter.needs());
        (self.category_id, self.subcategory_id) = (place.category.uuid(), place.subcategory.uuid());
    }
}

/// One page, newest activity first; for somebody who acts for the resident, what is open to them.
pub async fn page(
    pool: &Pool,
    resident: Uuid,
    representative: Option<&Representative>,
    after: Option<TimeCursor>,
    size: usize,
) -> Result<Vec<Mine>, sqlx::Error> {
    let mandates = representative.map_or(Mandates { health: true, social: true }, |somebody| somebody.mandates);
    let rows = sqlx::query(
        "select conversation_id, topic, subcategory_id, state, last_activity_at, cardinality(unread) as unread, done, kind from my_conversations
         where resident_id = $1 and reached and ($2::timestamptz is null or (last_activity_at, conversation_id) < ($2, $3))
           and ($5 or not needs_health) and ($6 or not needs_social) and (not $7 or visible_to_guardians)
         order by last_activity_at desc, conversation_id desc limit $4",
    )
    .bind(resident)
    .bind(after.map(|after| after.at.to_sqlx()))
    .bind(after.map(|after| after.id))
    .bind(i64::try_from(size).unwrap_or(i64::MAX))
    .bind(mandates.health)
    .bind(mandates.social)
    .bind(representative.is_some_and(|somebody| somebody.of_teenager))
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
                done: row.try_get("done")?,
                kind: row.try_get("kind")?,
            })
        })
        .collect()
}

/// How many conversations a resident has.
pub async fn count(pool: &Pool, resident: Uuid) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select count(*) from my_conversations where resident_id = $1 and reached").bind(resident).fetch_one(pool).await
}

/// Conversations of a resident that are open and that they have not marked done.
pub async fn open(pool: &Pool, resident: Uuid) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar(
        "select conversation_id from my_conversations where resident_id = $1 and reached and state <> $2 and not done order by conversation_id",
    )
    .bind(resident)
    .bind(ENDED)
    .fetch_all(pool)
    .await
}
