//! Executions, and what became of each of their steps so far, by what has happened to them alone. Steps to which nothing has happened have no row:
//! which there are, and in what order, is said by the plan of the version with which an execution began.

use std::collections::HashMap;

use chassis::{
    Pool, Tx,
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
    sealing::to_column,
    store::RawRecorded,
};
use chassis_domain::{Aggregate, PersonId, Sealed, Timestamp, Uuid};
use jiff_sqlx::ToSqlx;
use kajo_proto::digipath_engine::v1::{ConditionKind, ExecutionState, StepState};

use crate::execution::{Because, EndReason, Event, EventKind, Execution, LeftOut, Standing, StartedBy};

/// The read model.
pub(crate) struct Executions;

impl ReadModel for Executions {
    const NAME: &'static str = "executions";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["executions", "execution_steps"];
    const CATEGORIES: &'static [&'static str] = &[Execution::CATEGORY];
    // `state`, `started_by`, `reason`, `left_out` and `because` as in the contract.
    const DDL: Option<&'static str> = Some(
        "create table executions (
             execution_id uuid not null,
             path_id uuid not null,
             published_version integer not null,
             patient_id uuid not null,
             state integer not null,
             started_at timestamptz not null,
             started_by integer not null,
             starter_name bytea,
             over_at timestamptz,
             reason integer,
             ender_name bytea,
             -- The appointments that began it; none: a professional did.
             begun_with uuid[] not null,
             constraint executions_pkey primary key (execution_id)
         );
         create index executions_of_patient on executions (patient_id, state, started_at);
         create index executions_that_run on executions (path_id) where state = 1;
         create table execution_steps (
             execution_id uuid not null,
             step_id uuid not null,
             state integer not null,
             -- Of the last time that it was planned; 0: it never was.
             turn integer not null,
             due_at timestamptz,
             over_at timestamptz,
             left_out integer,
             code text,
             runs integer not null,
             object_id uuid,
             because integer,
             because_at timestamptz,
             because_appointment_id uuid,
             constraint execution_steps_pkey primary key (execution_id, step_id)
         );
         create index execution_steps_that_failed on execution_steps (execution_id) where state = 7;",
    );
}

impl OneStatement for Executions {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        let Event { what, standing } = event.decode::<Event>()?;
        let (id, at) = (event.meta.aggregate_id, event.meta.recorded_at);
        Ok(match what {
            EventKind::Started { cause, counted, .. } => Some(started((id, at), (&cause, counted), &standing)),
            // What was heard shows in the steps that have their time because of it.
            EventKind::Heard(_) => None,
            EventKind::Planned { step, turn, due_at, because } => Some(planned((id, step), (turn, due_at), because)),
            EventKind::Unplanned { step } => Some(unplanned((id, step))),
            EventKind::Fired { step, turn, .. } => Some(fired((id, step), turn)),
            EventKind::Done { step, object, again, .. } => Some(done((id, step), at, object, again)),
            EventKind::LeftOut { step, reason, .. } => Some(left_out((id, step), at, reason)),
            EventKind::Failed { step, code, .. } => Some(failed((id, step), at, code)),
            EventKind::Completed => Some(over((id, at), ExecutionState::Completed, None, None)),
            EventKind::Ended { reason, by } => {
                Some(over((id, at), ExecutionState::Ended, Some(reason), by.as_ref().and_then(|(_, name)| column(name))))
            }
        })
    }
}

fn column(name: &Sealed<String>) -> Option<Vec<u8>> {
    name.blob().map(to_column)
}

/// Postgres knows no unsigned numbers.
fn signed(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn started((id, at): (Uuid, Timestamp), (cause, counted): (&StartedBy, Vec<Uuid>), standing: &Standing) -> Statement {
    let (started_by, starter_name, opening) = match cause {
        StartedBy::Manual { name, .. } => (ConditionKind::Manual, column(name), None),
        StartedBy::Booked(opening) => (ConditionKind::Booked, None, Some(opening.id)),
        StartedBy::BookedIntegration(opening) => (ConditionKind::BookedIntegration, None, Some(opening.id)),
    };
    let begun_with: Vec<_> = opening.into_iter().chain(counted).collect();
    Statement::new(
        "insert into executions (execution_id, path_id, published_version, patient_id, state, started_at, started_by, starter_name, begun_with)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(id)
    .bind(standing.path)
    .bind(signed(standing.published_version))
    .bind(standing.patient.uuid())
    .bind(i32::from(ExecutionState::Active))
    .bind(at.to_sqlx())
    .bind(i32::from(started_by))
    .bind(starter_name)
    .bind(begun_with)
}

/// A statement about one step, which are its first two values.
fn of_step(sql: &'static str, (execution, step): (Uuid, Uuid)) -> Statement {
    Statement::new(sql).bind(execution).bind(step)
}

/// Whatever was said of it before: it has its time.
fn planned(of: (Uuid, Uuid), (turn, due_at): (u32, Timestamp), because: Because) -> Statement {
    of_step(
        "insert into execution_steps (execution_id, step_id, state, turn, due_at, runs, because, because_at, because_appointment_id)
         values ($1, $2, $3, $4, $5, 0, $6, $7, $8)
         on conflict (execution_id, step_id) do update set state = excluded.state, turn = excluded.turn, due_at = excluded.due_at, over_at = null,
             left_out = null, code = null, because = excluded.because, because_at = excluded.because_at,
             because_appointment_id = excluded.because_appointment_id",
        of,
    )
    .bind(i32::from(StepState::Planned))
    .bind(signed(turn))
    .bind(due_at.to_sqlx())
    .bind(i32::from(because.condition))
    .bind(because.at.to_sqlx())
    .bind(because.appointment)
}

fn unplanned(of: (Uuid, Uuid)) -> Statement {
    of_step(
        "update execution_steps set state = $3, due_at = null, over_at = null, left_out = null, because = null, because_at = null,
             because_appointment_id = null
         where execution_id = $1 and step_id = $2",
        of,
    )
    .bind(i32::from(StepState::Awaited))
}

fn fired(of: (Uuid, Uuid), turn: u32) -> Statement {
    of_step("update execution_steps set state = $3, turn = $4 where execution_id = $1 and step_id = $2", of)
        .bind(i32::from(StepState::UnderWay))
        .bind(signed(turn))
}

/// What comes again is not over: it waits for its next time.
fn done(of: (Uuid, Uuid), at: Timestamp, object: Uuid, again: bool) -> Statement {
    let (state, over_at) = if again { (StepState::Awaited, None) } else { (StepState::Done, Some(at.to_sqlx())) };
    of_step("update execution_steps set state = $3, over_at = $4, object_id = $5, runs = runs + 1 where execution_id = $1 and step_id = $2", of)
        .bind(i32::from(state))
        .bind(over_at)
        .bind(object)
}

/// Perhaps it never had its time.
fn left_out(of: (Uuid, Uuid), at: Timestamp, reason: LeftOut) -> Statement {
    of_step(
        "insert into execution_steps (execution_id, step_id, state, turn, over_at, left_out, runs) values ($1, $2, $3, 0, $4, $5, 0)
         on conflict (execution_id, step_id) do update set state = excluded.state, over_at = excluded.over_at, left_out = excluded.left_out",
        of,
    )
    .bind(i32::from(StepState::LeftOut))
    .bind(at.to_sqlx())
    .bind(signed(reason.number()))
}

/// Likewise: what waits for runs of a step that has failed fails with it.
fn failed(of: (Uuid, Uuid), at: Timestamp, code: String) -> Statement {
    of_step(
        "insert into execution_steps (execution_id, step_id, state, turn, over_at, code, runs) values ($1, $2, $3, 0, $4, $5, 0)
         on conflict (execution_id, step_id) do update set state = excluded.state, over_at = excluded.over_at, code = excluded.code",
        of,
    )
    .bind(i32::from(StepState::Failed))
    .bind(at.to_sqlx())
    .bind(code)
}

fn over((id, at): (Uuid, Timestamp), state: ExecutionState, reason: Option<EndReason>, ender_name: Option<Vec<u8>>) -> Statement {
    Statement::new("update executions set state = $2, over_at = $3, reason = $4, ender_name = $5 where execution_id = $1")
        .bind(id)
        .bind(i32::from(state))
        .bind(at.to_sqlx())
        .bind(reason.map(|reason| signed(reason.number())))
        .bind(ender_name)
}

/// An execution that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Running {
    /// Which.
    pub(crate) execution: Uuid,
    /// Of which path.
    pub(crate) path: Uuid,
    /// In which version.
    pub(crate) published_version: u32,
    /// For whom.
    pub(crate) patient: PersonId,
}

type RunningRow = (Uuid, Uuid, i32, Uuid);

fn running((execution, path, published_version, patient): RunningRow) -> Running {
    let published_version = u32::try_from(published_version).unwrap_or_default();
    Running { execution, path, published_version, patient: PersonId::from_uuid(patient) }
}

/// Those that run for a patient.
///
/// # Errors
/// When the database fails.
pub(crate) async fn active_of_patient(pool: &Pool, patient: PersonId) -> Result<Vec<Running>, sqlx::Error> {
    let rows: Vec<RunningRow> = sqlx::query_as(
        "select execution_id, path_id, published_version, patient_id from executions where patient_id = $1 and state = 1 order by execution_id",
    )
    .bind(patient.uuid())
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(running).collect())
}

/// Those of a path that run, of all versions.
///
/// # Errors
/// When the database fails.
pub(crate) async fn active_of_path(pool: &Pool, path: Uuid) -> Result<Vec<Running>, sqlx::Error> {
    let rows: Vec<RunningRow> = sqlx::query_as(
        "select execution_id, path_id, published_version, patient_id from executions where path_id = $1 and state = 1 order by execution_id",
    )
    .bind(path)
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(running).collect())
}

/// Whether a path runs for a patient by another execution than this. Nobody else begins it for them before the transaction is over: of two who do
/// so at once the second one comes upon the first.
///
/// # Errors
/// When the database fails.
pub(crate) async fn is_active_in_tx(tx: &mut Tx<'_>, patient: PersonId, path: Uuid, but: Uuid) -> Result<bool, sqlx::Error> {
    sqlx::query("select pg_advisory_xact_lock(hashtextextended($1, 0))").bind(format!("path {path} of {patient}")).execute(&mut **tx).await?;
    sqlx::query_scalar("select exists (select from executions where patient_id = $1 and path_id = $2 and execution_id <> $3 and state = 1)")
        .bind(patient.uuid())
        .bind(path)
        .bind(but)
        .fetch_one(&mut **tx)
        .await
}

/// The appointments that have begun a path for a patient, also where it is over.
///
/// # Errors
/// When the database fails.
pub(crate) async fn begun_with_in_tx(tx: &mut Tx<'_>, patient: PersonId, path: Uuid) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select distinct unnest(begun_with) from executions where patient_id = $1 and path_id = $2")
        .bind(patient.uuid())
        .bind(path)
        .fetch_all(&mut **tx)
        .await
}

/// How many executions of these paths run, and how many of the steps of those have failed. Paths of which none runs are left out.
///
/// # Errors
/// When the database fails.
pub(crate) async fn counts_of_paths(pool: &Pool, paths: &[Uuid]) -> Result<HashMap<Uuid, (u64, u64)>, sqlx::Error> {
    let rows: Vec<(Uuid, i64, i64)> = sqlx::query_as(
        "select e.path_id, count(distinct e.execution_id), count(s.step_id)
         from executions e left join execution_steps s on s.execution_id = e.execution_id and s.state = 7
         where e.path_id = any ($1) and e.state = 1 group by e.path_id",
    )
    .bind(paths)
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|(path, running, failed)| (path, (running.unsigned_abs(), failed.unsigned_abs()))).collect())
}

/// How many paths began for a patient.
///
/// # Errors
/// When the database fails.
pub(crate) async fn count(pool: &Pool, patient: PersonId) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar("select count(*) from executions where patient_id = $1").bind(patient.uuid()).fetch_one(pool).await
}
