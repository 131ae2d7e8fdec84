//! Looks patients up for professionals, and counts it before anything is found: in the database, one after another for each of them, so that
//! the limit holds over restarts, in every process and for whoever tries many at once.

use std::sync::LazyLock;

use chassis::{
    Kernel, Pool, Tx,
    access::Rpc,
    grpc,
    store::{CommandMeta, StoreError, WorkError},
    telemetry::metrics,
};
use chassis_domain::{PersonId, Timestamp, timestamp};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use kajo_proto::identity::store::v1::LookupCounted;
use sqlx::AssertSqlSafe;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{
    lookup_alert::{Command, Kind, Limits, LookupAlertId, Period, Refused, Verdict, stored},
    patient::PatientId,
    projections::{lookup_alerts, patients},
    ssn::Ssn,
};

/// Counts a lookup that nobody is told of, and makes it: an update sees its row as the one before has left it, so those of one professional
/// are counted one after another. No row comes back, and nothing is found, when somebody is to be told.
///
/// Its commit need not wait for the disk: nobody is answered before the access log has its row, and whatever brings that row to the disk
/// brings what was committed before it along. A crash in between takes a lookup back that was never answered.
static UNTOLD: LazyLock<String> = LazyLock::new(|| {
    let found = patients::by_hash("$7");
    format!("with counted as ({COUNT_UNTOLD}) select ({found}) as patient_id from counted")
});

const COUNT_UNTOLD: &str = "
    insert into lookup_counts as c (person_id, made) values ($1, array[$2::timestamptz])
    on conflict (person_id) do update set made = excluded.made || array(select at from unnest(c.made) as m (at) where at > $4 order by at desc)
        where (select count(*) filter (where at > $3) < $5 and count(*) filter (where at > $4) < $6 from unnest(c.made) as m (at))
    returning set_config('synchronous_commit', 'off', true)";

/// Which patient has a personal identity code, for a professional. That they looked is counted, whatever is found.
///
/// # Errors
/// `RESOURCE_EXHAUSTED` with the time to wait, when it is one too many; nothing is looked up then.
pub(crate) async fn look_up(kernel: &Kernel, limits: Limits, rpc: &Rpc, ssn: &Ssn) -> Result<Option<PatientId>, Status> {
    let (practitioner, now) = (rpc.person()?, kernel.clock.now());
    let index = kernel.keyring.blind_index();
    if let Some(found) = untold(&kernel.pool, limits, practitioner, now, &patients::hash(&index, ssn)).await.map_err(StoreError::from)? {
        return Ok(found);
    }
    count(kernel, limits, rpc, practitioner).await?;
    patients::by_ssn(&kernel.pool, &index, ssn).await.map_err(grpc::fault)
}

/// A patient by their id, for a professional. That they looked is counted like any lookup, whatever is found.
///
/// # Errors
/// As [`look_up`].
pub(crate) async fn find(kernel: &Kernel, limits: Limits, rpc: &Rpc, patient: PatientId) -> Result<Option<PatientId>, Status> {
    count(kernel, limits, rpc, rpc.person()?).await?;
    Ok(patients::find(&kernel.pool, patient).await.map_err(grpc::fault)?.map(|_kept| patient))
}

/// Counts a lookup that somebody may have to be told of.
async fn count(kernel: &Kernel, limits: Limits, rpc: &Rpc, practitioner: PersonId) -> Result<(), Status> {
    let now = kernel.clock.now();
    let alerts = [kernel.ids.v7(now), kernel.ids.v7(now)].map(LookupAlertId::from_uuid);
    let meta = CommandMeta { actor: rpc.actor(), trace: rpc.trace.clone(), ..CommandMeta::system(kernel.ids.v7(now)) };
    let counted: LookupCounted = kernel
        .store
        .transact(meta, move |unit| {
            Box::pin(async move {
                let now = unit.context().now;
                let made = made_in_tx(unit.tx(), practitioner, limits, now).await.map_err(StoreError::from)?;
                let (again_at, crossings) = match limits.judge(&made, now) {
                    Verdict::Allowed { near } => {
                        keep_in_tx(unit.tx(), practitioner, now).await.map_err(StoreError::from)?;
                        (None, near)
                    }
                    Verdict::Refused { again_at, crossing } => (Some(again_at), vec![crossing]),
                };
                let mut raised = Vec::new();
                for (alert, crossing) in alerts.into_iter().zip(crossings) {
                    if lookup_alerts::is_told_in_tx(unit.tx(), practitioner, &crossing, now).await.map_err(StoreError::from)? {
                        continue;
                    }
                    unit.execute(alert, &Command::Raise { practitioner, crossing }).await?;
                    raised.push(stored(practitioner, crossing));
                }
                let again_at = again_at.map(timestamp);
                Ok::<_, WorkError<Refused>>(LookupCounted { again_at, raised })
            })
        })
        .await?;
    for raised in &counted.raised {
        let kind = Kind::from_number(raised.kind).map_or("", Kind::name);
        metrics::count("kajo_lookup_alerts_total", "identity", kind);
        // The professional by an id that says nothing; never whom they looked for.
        tracing::warn!(practitioner_id = %raised.practitioner_id, kind, made = raised.made, allowed = raised.allowed, "patient_lookup.alert");
    }
    match counted.again_at.and_then(|at| Timestamp::new(at.seconds, at.nanos).ok()) {
        Some(again_at) => Err(refused(again_at, now)),
        None => Ok(()),
    }
}

/// How long to wait: in whole minutes, or hours where there are many; never too short.
fn refused(again_at: Timestamp, now: Timestamp) -> Status {
    let seconds = again_at.duration_since(now).as_secs().max(1);
    let minutes = seconds.cast_unsigned().div_ceil(60);
    let hours = if minutes > 90 { minutes.div_ceil(60) } else { 0 };
    grpc::status(Code::ResourceExhausted, "too_many_lookups", &[("minutes", minutes.to_string()), ("hours", hours.to_string())])
}

/// Counts a lookup and makes it, when it may be made with nobody told of it; `None`: it was neither counted nor made.
async fn untold(
    pool: &Pool,
    limits: Limits,
    practitioner: PersonId,
    now: Timestamp,
    ssn_hash: &[u8],
) -> Result<Option<Option<PatientId>>, sqlx::Error> {
    let [hour, day] = Period::ALL.map(|period| i64::from(limits.untold(period)));
    if hour == 0 || day == 0 {
        return Ok(None);
    }
    let found: Option<Option<Uuid>> = sqlx::query_scalar(AssertSqlSafe(UNTOLD.as_str()))
        .bind(practitioner.uuid())
        .bind(now.to_sqlx())
        .bind(before(now, Period::Hour).to_sqlx())
        .bind(before(now, Period::Day).to_sqlx())
        .bind(hour)
        .bind(day)
        .bind(ssn_hash)
        .fetch_optional(pool)
        .await?;
    Ok(found.map(|patient| patient.map(PatientId::from_uuid)))
}

/// Those of the last day, the newest first; holds the row of the professional until the end of the transaction.
async fn made_in_tx(tx: &mut Tx<'_>, practitioner: PersonId, limits: Limits, now: Timestamp) -> Result<Vec<Timestamp>, sqlx::Error> {
    let made: Vec<SqlTimestamp> = sqlx::query_scalar(
        "insert into lookup_counts as c (person_id, made) values ($1, '{}') on conflict (person_id) do update set made = c.made
         returning array(select at from unnest(c.made) as m (at) where at > $3 order by at desc limit $2)",
    )
    .bind(practitioner.uuid())
    .bind(i64::from(limits.per_day))
    .bind(before(now, Period::Day).to_sqlx())
    .fetch_one(&mut **tx)
    .await?;
    Ok(made.into_iter().map(SqlTimestamp::to_jiff).collect())
}

/// Keeps a lookup beside those of the last day.
async fn keep_in_tx(tx: &mut Tx<'_>, practitioner: PersonId, now: Timestamp) -> Result<(), sqlx::Error> {
    sqlx::query(
        "update lookup_counts set made = array[$2::timestamptz] || array(select at from unnest(made) as m (at) where at > $3 order by at desc)
         where person_id = $1",
    )
    .bind(practitioner.uuid())
    .bind(now.to_sqlx())
    .bind(before(now, Period::Day).to_sqlx())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Forgets lookups that count no more.
pub(crate) async fn forget_in_tx(tx: &mut Tx<'_>, now: Timestamp) -> Result<(), sqlx::Error> {
    sqlx::query("delete from lookup_counts where not exists (select 1 from unnest(made) as m (at) where at > $1)")
        .bind(before(now, Period::Day).to_sqlx())
        .execute(&mut **tx)
        .await?;
    Ok(())
}

fn before(now: Timestamp, period: Period) -> Timestamp {
    now.saturating_sub(period.length()).unwrap_or(now)
}
