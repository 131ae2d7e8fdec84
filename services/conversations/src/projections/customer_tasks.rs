//! Tasks of patients, as lists show them: what is open, the most urgent first; what is over, the newest first.

use chassis::{
    Pool,
    page::TimeCursor,
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
    sealing::to_column,
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Mandates, Representative, Sealable, Sealed, Timestamp, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row, postgres::PgRow};

use super::categories::number;
use crate::{
    conversation::ParticipantKind,
    customer_task::{Activation, CustomerTask, Event, EventKind, GivenBy},
};

/// The read model.
pub struct CustomerTasks;

/// As in the contract.
const ACTIVATED: i16 = 1;
const EXPIRED: i16 = 2;
const DONE: i16 = 3;
const WITHDRAWN: i16 = 4;

/// A task as lists show it. Names and title are sealed.
#[derive(Clone, Debug)]
pub struct TaskRow {
    /// Which.
    pub customer_task_id: Uuid,
    /// Its queue.
    pub subcategory_id: Uuid,
    /// As in the contract.
    pub state: i16,
    /// Sealed.
    pub title: Vec<u8>,
    /// [`TaskTexts`](crate::customer_task::TaskTexts) of what a digital path gave, sealed.
    pub texts: Option<Vec<u8>>,
    /// When it was given.
    pub activated_at: Timestamp,
    /// By whom, sealed; empty: a digital path.
    pub activated_by_name: Vec<u8>,
    /// As in the contract.
    pub due_unit: i16,
    /// The first moment at which it is late.
    pub due_at: Option<Timestamp>,
    /// When it came to its end.
    pub finished_at: Option<Timestamp>,
    /// On which side; as in the contract, 0: nobody's.
    pub finished_by: i16,
    /// Who brought it there, sealed.
    pub finished_by_name: Option<Vec<u8>>,
    /// Who did so on the patient's behalf, sealed.
    pub representative_name: Option<Vec<u8>>,
    /// By what it stands in its list.
    pub sort_at: Timestamp,
}

impl ReadModel for CustomerTasks {
    const NAME: &'static str = "customer_tasks";
    const VERSION: u32 = 2;
    const TABLES: &'static [&'static str] = &["customer_tasks"];
    const CATEGORIES: &'static [&'static str] = &[CustomerTask::CATEGORY];
    // `sort_at` of what is open is when it is due, and of what is due as soon as possible when it was given.
    const DDL: Option<&'static str> = Some(
        "create table customer_tasks (
             customer_task_id uuid not null,
             patient_id uuid not null,
             subcategory_id uuid not null,
             state smallint not null,
             finished boolean not null,
             sort_at timestamptz not null,
             title bytea not null,
             texts bytea,
             activated_at timestamptz not null,
             activated_by_name bytea not null,
             due_unit smallint not null,
             due_at timestamptz,
             finished_at timestamptz,
             finished_by smallint not null,
             finished_by_name bytea,
             representative_name bytea,
             needs_health boolean not null,
             needs_social boolean not null,
             constraint customer_tasks_pkey primary key (customer_task_id)
         );
         create index customer_tasks_of_patient on customer_tasks (patient_id, finished, sort_at, customer_task_id);",
    );
}

impl OneStatement for CustomerTasks {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        let at = event.meta.recorded_at;
        let statement = match event.decode::<Event>()?.what {
            EventKind::Activated(given) => activated(event, &given),
            EventKind::Expired => {
                Statement::new("update customer_tasks set state = $2 where customer_task_id = $1").bind(event.meta.aggregate_id).bind(EXPIRED)
            }
            EventKind::MarkedDone { kind, name, on_behalf, .. } => {
                let representative = on_behalf.map(|somebody| column(&somebody.name));
                finished(event.meta.aggregate_id, (DONE, at), (number(kind.number()), Some(column(&name)), representative))
            }
            EventKind::Withdrawn { by } => {
                let by = by.map(|(_, name)| (ParticipantKind::Practitioner.number(), column(&name)));
                let (kind, name) = by.map_or((0, None), |(kind, name)| (number(kind), Some(name)));
                finished(event.meta.aggregate_id, (WITHDRAWN, at), (kind, name, None))
            }
        };
        Ok(Some(statement))
    }
}

fn column<T: Sealable>(value: &Sealed<T>) -> Vec<u8> {
    value.blob().map(to_column).unwrap_or_default()
}

fn activated(event: &RawRecorded, given: &Activation) -> Statement {
    let at = event.meta.recorded_at;
    let (name, texts) = match &given.activated_by {
        GivenBy::Practitioner { name, .. } => (column(name), None),
        GivenBy::Path { texts, .. } => (Vec::new(), Some(column(texts))),
    };
    Statement::new(
        "insert into customer_tasks (customer_task_id, patient_id, subcategory_id, state, finished, sort_at, title, activated_at,
             activated_by_name, due_unit, due_at, finished_by, needs_health, needs_social, texts)
         values ($1, $2, $3, $4, false, $5, $6, $7, $8, $9, $10, 0, $11, $12, $13)",
    )
    .bind(event.meta.aggregate_id)
    .bind(given.patient.uuid())
    .bind(given.place.subcategory.uuid())
    .bind(ACTIVATED)
    .bind(given.due_at.unwrap_or(at).to_sqlx())
    .bind(column(&given.title))
    .bind(at.to_sqlx())
    .bind(name)
    .bind(i16::try_from(i32::from(given.due.unit)).unwrap_or_default())
    .bind(given.due_at.map(ToSqlx::to_sqlx))
    .bind(given.matter.needs().health)
    .bind(given.matter.needs().social)
    .bind(texts)
}

type By = (i16, Option<Vec<u8>>, Option<Vec<u8>>);

fn finished(task: Uuid, (state, at): (i16, Timestamp), (kind, name, representative): By) -> Statement {
    Statement::new(
        "update customer_tasks set state = $2, finished = true, sort_at = $3, finished_at = $3, finished_by = $4, finished_by_name = $5,
             representative_name = $6 where customer_task_id = $1",
    )
    .bind(task)
    .bind(state)
    .bind(at.to_sqlx())
    .bind(kind)
    .bind(name)
    .bind(representative)
}

/// What a page is asked for.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// Whose.
    pub patient: Uuid,
    /// Who acts for them; they see what their mandates cover, and of a teenager's nothing.
    pub representative: Option<&'a Representative>,
    /// What is over, otherwise what is open.
    pub finished: bool,
    /// Behind this row.
    pub after: Option<TimeCursor>,
    /// At most so many rows.
    pub size: usize,
}

/// What [`read`] reads. Columns are named: a statement that asks for all of them fails once a table has gained one.
macro_rules! columns {
    () => {
        "customer_task_id, subcategory_id, state, title, texts, activated_at, activated_by_name, due_unit, due_at, finished_at,
         finished_by, finished_by_name, representative_name, sort_at"
    };
}

const OPEN: &str = concat!(
    "select ",
    columns!(),
    " from customer_tasks
    where patient_id = $1 and finished = $2 and ($3::timestamptz is null or (sort_at, customer_task_id) > ($3, $4))
      and ($6 or not needs_health) and ($7 or not needs_social) and not $8
    order by sort_at, customer_task_id limit $5"
);
const FINISHED: &str = concat!(
    "select ",
    columns!(),
    " from customer_tasks
    where patient_id = $1 and finished = $2 and ($3::timestamptz is null or (sort_at, customer_task_id) < ($3, $4))
      and ($6 or not needs_health) and ($7 or not needs_social) and not $8
    order by sort_at desc, customer_task_id desc limit $5"
);
const ONE: &str = concat!("select ", columns!(), " from customer_tasks where customer_task_id = $1");

/// One page.
pub async fn page(pool: &Pool, question: &Question<'_>) -> Result<Vec<TaskRow>, sqlx::Error> {
    let mandates = question.representative.map_or(Mandates { health: true, social: true }, |somebody| somebody.mandates);
    let rows = sqlx::query(if question.finished { FINISHED } else { OPEN })
        .bind(question.patient)
        .bind(question.finished)
        .bind(question.after.map(|after| after.at.to_sqlx()))
        .bind(question.after.map(|after| after.id))
        .bind(i64::try_from(question.size).unwrap_or(i64::MAX))
        .bind(mandates.health)
        .bind(mandates.social)
        .bind(question.representative.is_some_and(|somebody| somebody.of_teenager))
        .fetch_all(pool)
        .await?;
    rows.iter().map(read).collect()
}

/// One task.
pub async fn find(pool: &Pool, task: Uuid) -> Result<Option<TaskRow>, sqlx::Error> {
    let row = sqlx::query(ONE).bind(task).fetch_optional(pool).await?;
    row.as_ref().map(read).transpose()
}

/// The tasks of a patient that are open.
pub async fn open(pool: &Pool, patient: Uuid) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select customer_task_id from customer_tasks where patient_id = $1 and not finished").bind(patient).fetch_all(pool).await
}

/// How many tasks a patient was given.
pub async fn count(pool: &Pool, patient: Uuid) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select count(*) from customer_tasks where patient_id = $1").bind(patient).fetch_one(pool).await
}

fn read(row: &PgRow) -> Result<TaskRow, sqlx::Error> {
    let time = |name: &str| Ok::<_, sqlx::Error>(row.try_get::<Option<SqlTimestamp>, _>(name)?.map(SqlTimestamp::to_jiff));
    Ok(TaskRow {
        customer_task_id: row.try_get("customer_task_id")?,
        subcategory_id: row.try_get("subcategory_id")?,
        state: row.try_get("state")?,
        title: row.try_get("title")?,
        texts: row.try_get("texts")?,
        activated_at: row.try_get::<SqlTimestamp, _>("activated_at")?.to_jiff(),
        activated_by_name: row.try_get("activated_by_name")?,
        due_unit: row.try_get("due_unit")?,
        due_at: time("due_at")?,
        finished_at: time("finished_at")?,
        finished_by: row.try_get("finished_by")?,
        finished_by_name: row.try_get("finished_by_name")?,
        representative_name: row.try_get("representative_name")?,
        sort_at: row.try_get::<SqlTimestamp, _>("sort_at")?.to_jiff(),
    })
}
