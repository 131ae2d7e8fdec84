//! Assessments of symptoms: whose they are, for which queue, and into which chats they went along. What was answered stays sealed.

use chassis::{
    Pool, Tx,
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
    sealing::{from_column, to_column},
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Blob, PersonId, Timestamp, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row as _, postgres::PgRow};

use crate::{
    assessment::{Assessment, AssessmentId, Event, EventKind, Standing},
    chat::Customer,
};

/// The read model.
pub(crate) struct Assessments;

/// An assessment that was sent.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Which.
    pub(crate) assessment_id: Uuid,
    /// When it was sent.
    pub(crate) completed_at: Timestamp,
    /// What was asked.
    pub(crate) survey: Uuid,
    /// In which version.
    pub(crate) published_version: u32,
    /// What was answered and what it comes to, sealed.
    pub(crate) answers: Blob,
}

impl ReadModel for Assessments {
    const NAME: &'static str = "assessments";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["assessments", "assessments_of_chats"];
    const CATEGORIES: &'static [&'static str] = &[Assessment::CATEGORY];
    // `visitor`: both ids are the visit's, and stay so, whoever has its chat later.
    const DDL: Option<&'static str> = Some(
        "create table assessments (
             assessment_id uuid not null,
             chat_queue_id uuid not null,
             resident_id uuid not null,
             at_screen_id uuid not null,
             visitor boolean not null,
             survey_id uuid not null,
             published_version integer not null,
             completed_at timestamptz not null,
             answers bytea not null,
             constraint assessments_pkey primary key (assessment_id)
         );
         create index assessments_of_resident on assessments (resident_id, chat_queue_id, completed_at);
         create index assessments_of_visit on assessments (resident_id, completed_at) where visitor;
         create table assessments_of_chats (
             chat_id uuid not null,
             assessment_id uuid not null,
             constraint assessments_of_chats_pkey primary key (chat_id)
         );",
    );
}

impl OneStatement for Assessments {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        let id = event.meta.aggregate_id;
        let Event { what, standing } = event.decode::<Event>()?;
        Ok(Some(match what {
            EventKind::Completed { survey, published_version, answers, .. } => {
                let Standing { queue, resident, at_screen, visitor, .. } = standing;
                Statement::new(
                    "insert into assessments
                         (assessment_id, chat_queue_id, resident_id, at_screen_id, visitor, survey_id, published_version, completed_at, answers)
                     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                )
                .bind(id)
                .bind(queue)
                .bind(resident.uuid())
                .bind(at_screen.uuid())
                .bind(visitor)
                .bind(survey)
                .bind(i32::try_from(published_version).unwrap_or(i32::MAX))
                .bind(event.meta.recorded_at.to_sqlx())
                .bind(answers.blob().map(to_column))
            }
            EventKind::Joined { chat } => {
                Statement::new("insert into assessments_of_chats (chat_id, assessment_id) values ($1, $2)").bind(chat).bind(id)
            }
        }))
    }
}

/// The newest that somebody at a screen has sent for a queue, with when they sent it.
pub(crate) async fn newest_in_tx(tx: &mut Tx<'static>, queue: Uuid, customer: &Customer) -> Result<Option<(AssessmentId, Timestamp)>, sqlx::Error> {
    let row = sqlx::query(
        "select assessment_id, completed_at from assessments
         where chat_queue_id = $1 and resident_id = $2 and at_screen_id = $3 and visitor = $4
         order by completed_at desc, assessment_id desc limit 1",
    )
    .bind(queue)
    .bind(customer.resident.uuid())
    .bind(customer.at_screen.uuid())
    .bind(customer.visitor)
    .fetch_optional(&mut **tx)
    .await?;
    row.map(|row| Ok((AssessmentId::from_uuid(row.try_get("assessment_id")?), completed_at(&row)?))).transpose()
}

/// The newest that somebody at a screen has sent for a queue since.
pub(crate) async fn newest(pool: &Pool, queue: Uuid, customer: &Customer, since: Timestamp) -> Result<Option<Row>, sqlx::Error> {
    let row = sqlx::query(
        "select assessment_id, completed_at, survey_id, published_version, answers from assessments
         where chat_queue_id = $1 and resident_id = $2 and at_screen_id = $3 and visitor = $4 and completed_at > $5
         order by completed_at desc, assessment_id desc limit 1",
    )
    .bind(queue)
    .bind(customer.resident.uuid())
    .bind(customer.at_screen.uuid())
    .bind(customer.visitor)
    .bind(since.to_sqlx())
    .fetch_optional(pool)
    .await?;
    row.as_ref().map(read).transpose()
}

/// When one was sent.
pub(crate) async fn completed_at_of(pool: &Pool, id: AssessmentId) -> Result<Option<Timestamp>, sqlx::Error> {
    let row = sqlx::query("select completed_at from assessments where assessment_id = $1").bind(id.uuid()).fetch_optional(pool).await?;
    row.as_ref().map(completed_at).transpose()
}

/// The one that went along into a chat.
pub(crate) async fn of_chat(pool: &Pool, chat: Uuid) -> Result<Option<Row>, sqlx::Error> {
    let row = sqlx::query(
        "select assessment_id, a.completed_at, a.survey_id, a.published_version, a.answers
         from assessments_of_chats c join assessments a using (assessment_id) where c.chat_id = $1",
    )
    .bind(chat)
    .fetch_optional(pool)
    .await?;
    row.as_ref().map(read).transpose()
}

/// What was answered before those of these chats into which an assessment went along, sealed.
pub(crate) async fn answers_of_chats(pool: &Pool, chats: &[Uuid]) -> Result<Vec<(Uuid, Blob)>, sqlx::Error> {
    let rows =
        sqlx::query("select c.chat_id, a.answers from assessments_of_chats c join assessments a using (assessment_id) where c.chat_id = any($1)")
            .bind(chats)
            .fetch_all(pool)
            .await?;
    rows.iter().map(|row| Ok((row.try_get("chat_id")?, answers(row)?))).collect()
}

/// How many were sent in a visit since.
pub(crate) async fn sent_since(pool: &Pool, visit: PersonId, since: Timestamp) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select count(*) from assessments where resident_id = $1 and visitor and completed_at > $2")
        .bind(visit.uuid())
        .bind(since.to_sqlx())
        .fetch_one(pool)
        .await
}

/// How many there are of a person.
pub(crate) async fn count(pool: &Pool, person: PersonId) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select count(*) from assessments where resident_id = $1").bind(person.uuid()).fetch_one(pool).await
}

fn read(row: &PgRow) -> Result<Row, sqlx::Error> {
    Ok(Row {
        assessment_id: row.try_get("assessment_id")?,
        completed_at: completed_at(row)?,
        survey: row.try_get("survey_id")?,
        published_version: u32::try_from(row.try_get::<i32, _>("published_version")?).unwrap_or_default(),
        answers: answers(row)?,
    })
}

fn completed_at(row: &PgRow) -> Result<Timestamp, sqlx::Error> {
    Ok(row.try_get::<SqlTimestamp, _>("completed_at")?.to_jiff())
}

fn answers(row: &PgRow) -> Result<Blob, sqlx::Error> {
    from_column(row.try_get("answers")?).ok_or_else(|| sqlx::Error::Decode("answers that are not sealed".into()))
}
