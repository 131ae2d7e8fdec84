//! The executions of a patient page by page, each with what became of its steps so far (the read model `executions`).

use std::collections::HashMap;

use chassis::{Pool, page::TimeCursor};
use chassis_domain::{PersonId, Timestamp, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use kajo_proto::digipath_engine::v1::{ConditionKind, ExecutionState, StepState};
use sqlx::{Row as _, postgres::PgRow};

use crate::execution::{Because, EndReason, LeftOut};

/// An execution as lists show it. Names are sealed.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Which.
    pub(crate) execution_id: Uuid,
    /// Of which path.
    pub(crate) path_id: Uuid,
    /// In which version.
    pub(crate) published_version: u32,
    /// Whether it runs.
    pub(crate) state: ExecutionState,
    /// When it began.
    pub(crate) started_at: Timestamp,
    /// With what.
    pub(crate) started_by: ConditionKind,
    /// Who activated it; `None`: it began by itself.
    pub(crate) starter_name: Option<Vec<u8>>,
    /// When it was completed or ended.
    pub(crate) over_at: Option<Timestamp>,
    /// Why it was ended.
    pub(crate) reason: Option<EndReason>,
    /// The professional who ended it.
    pub(crate) ender_name: Option<Vec<u8>>,
    /// By what it stands in its list.
    pub(crate) sort_at: Timestamp,
    /// Steps to which something has happened.
    pub(crate) steps: HashMap<Uuid, StepRow>,
}

/// What became of a step so far.
#[derive(Clone, Debug)]
pub(crate) struct StepRow {
    /// Where it is in its life.
    pub(crate) state: StepState,
    /// When it is due, or was.
    pub(crate) due_at: Option<Timestamp>,
    /// When it was done, left out or failed.
    pub(crate) over_at: Option<Timestamp>,
    /// Why it was left out.
    pub(crate) left_out: Option<LeftOut>,
    /// Why it failed; empty: it has not.
    pub(crate) code: String,
    /// So many times it was done.
    pub(crate) runs: u32,
    /// Why it has its time.
    pub(crate) because: Option<Because>,
}

/// What a page is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    /// Whose.
    pub(crate) patient: PersonId,
    /// Those that are over. Otherwise those that run.
    pub(crate) past: bool,
    /// Behind this row.
    pub(crate) after: Option<TimeCursor>,
    /// At most so many rows.
    pub(crate) size: usize,
}

/// The newest first of those for which this holds.
macro_rules! newest {
    ($of:literal, $sort:literal) => {
        concat!(
            "select execution_id, path_id, published_version, state, started_at, started_by, starter_name, over_at, reason, ender_name, ",
            $sort,
            " as sort_at from executions where patient_id = $1 and ",
            $of,
            " and ($2::timestamptz is null or (",
            $sort,
            ", execution_id) < ($2, $3)) order by sort_at desc, execution_id desc limit $4"
        )
    };
}

const THAT_RUN: &str = newest!("state = 1", "started_at");
const THAT_ARE_OVER: &str = newest!("state in (2, 3)", "over_at");

/// One page, the newest first.
///
/// # Errors
/// When the database fails.
pub(crate) async fn page(pool: &Pool, question: Question) -> Result<Vec<Row>, sqlx::Error> {
    let rows = sqlx::query(if question.past { THAT_ARE_OVER } else { THAT_RUN })
        .bind(question.patient.uuid())
        .bind(question.after.map(|after| after.at.to_sqlx()))
        .bind(question.after.map(|after| after.id))
        .bind(i64::try_from(question.size).unwrap_or(i64::MAX))
        .fetch_all(pool)
        .await?;
    let mut found = rows.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let ids: Vec<_> = found.iter().map(|row| row.execution_id).collect();
    let mut steps = steps_of(pool, &ids).await?;
    for row in &mut found {
        row.steps = steps.remove(&row.execution_id).unwrap_or_default();
    }
    Ok(found)
}

/// The steps of these executions to which something has happened, by execution.
async fn steps_of(pool: &Pool, executions: &[Uuid]) -> Result<HashMap<Uuid, HashMap<Uuid, StepRow>>, sqlx::Error> {
    let rows = sqlx::query(
        "select execution_id, step_id, state, due_at, over_at, left_out, code, runs, because, because_at, because_appointment_id
         from execution_steps where execution_id = any ($1)",
    )
    .bind(executions)
    .fetch_all(pool)
    .await?;
    let mut steps: HashMap<Uuid, HashMap<Uuid, StepRow>> = HashMap::new();
    for row in &rows {
        steps.entry(row.try_get("execution_id")?).or_default().insert(row.try_get("step_id")?, read_step(row)?);
    }
    Ok(steps)
}

fn time(row: &PgRow, name: &str) -> Result<Option<Timestamp>, sqlx::Error> {
    Ok(row.try_get::<Option<SqlTimestamp>, _>(name)?.map(SqlTimestamp::to_jiff))
}

/// A number that is none in the contract is kept by no event.
fn number(row: &PgRow, name: &str) -> Result<Option<u32>, sqlx::Error> {
    Ok(row.try_get::<Option<i32>, _>(name)?.and_then(|number| u32::try_from(number).ok()))
}

fn read(row: &PgRow) -> Result<Row, sqlx::Error> {
    Ok(Row {
        execution_id: row.try_get("execution_id")?,
        path_id: row.try_get("path_id")?,
        published_version: number(row, "published_version")?.unwrap_or_default(),
        state: ExecutionState::try_from(row.try_get::<i32, _>("state")?).unwrap_or_default(),
        started_at: row.try_get::<SqlTimestamp, _>("started_at")?.to_jiff(),
        started_by: ConditionKind::try_from(row.try_get::<i32, _>("started_by")?).unwrap_or_default(),
        starter_name: row.try_get("starter_name")?,
        over_at: time(row, "over_at")?,
        reason: number(row, "reason")?.and_then(EndReason::from_number),
        ender_name: row.try_get("ender_name")?,
        sort_at: row.try_get::<SqlTimestamp, _>("sort_at")?.to_jiff(),
        steps: HashMap::new(),
    })
}

fn read_step(row: &PgRow) -> Result<StepRow, sqlx::Error> {
    let condition = row.try_get::<Option<i32>, _>("because")?.and_then(|kind| ConditionKind::try_from(kind).ok());
    let because = condition.zip(time(row, "because_at")?);
    let appointment = row.try_get("because_appointment_id")?;
    Ok(StepRow {
        state: StepState::try_from(row.try_get::<i32, _>("state")?).unwrap_or_default(),
        due_at: time(row, "due_at")?,
        over_at: time(row, "over_at")?,
        left_out: number(row, "left_out")?.and_then(LeftOut::from_number),
        code: row.try_get::<Option<String>, _>("code")?.unwrap_or_default(),
        runs: number(row, "runs")?.unwrap_or_default(),
        because: because.map(|(condition, at)| Because { condition, at, appointment }),
    })
}
