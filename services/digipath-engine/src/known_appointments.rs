//! Appointments of patients, as scheduling has told of them: what steps count from that follow an appointment, and what paths wait for that begin
//! with several. The state with the highest revision counts, in whatever order they are told of; who has booked is told once. Of those that are long
//! over nothing counts any more, and they are forgotten.

use chassis::{Pool, Tx, database};
use chassis_domain::{PersonId, SignedDuration, Timestamp};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use kajo_proto::scheduling::v1::AppointmentType;
use sqlx::{Row, postgres::PgRow};

use crate::execution::{Appointment, Source};

/// For so long after its end an appointment is known.
const KEPT: SignedDuration = SignedDuration::from_hours(24 * 60);

const COLUMNS: &str = "appointment_id, revision, service_id, booking_role_id, type, starts_at, ends_at, booked_at, cancelled, source";

/// Who looks at the appointments of a patient, or tells of one, waits until another one who does has ended: so that a path that begins knows all that
/// its steps count from, or is told of it.
pub(crate) async fn one_at_a_time_in_tx(tx: &mut Tx<'_>, patient: PersonId) -> Result<(), sqlx::Error> {
    sqlx::query("select pg_advisory_xact_lock(hashtextextended($1, 1))").bind(patient.to_string()).execute(&mut **tx).await?;
    Ok(())
}

/// Keeps an appointment, unless a later state of it is known, and who has booked it, unless that is; answers with what counts. Those of the patient
/// that are long over go.
pub(crate) async fn upsert(pool: &Pool, patient: PersonId, told: &Appointment, now: Timestamp) -> Result<Appointment, sqlx::Error> {
    let mut tx = database::begin(pool).await?;
    one_at_a_time_in_tx(&mut tx, patient).await?;
    let source = i32::try_from(told.source.number()).unwrap_or_default();
    sqlx::query(
        "insert into known_appointments (appointment_id, patient_id, revision, service_id, booking_role_id, type, starts_at, ends_at, booked_at,
             cancelled, source)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         on conflict (appointment_id) do update set revision = excluded.revision, service_id = excluded.service_id,
             booking_role_id = excluded.booking_role_id, type = excluded.type, starts_at = excluded.starts_at, ends_at = excluded.ends_at,
             booked_at = excluded.booked_at, cancelled = excluded.cancelled
         where known_appointments.revision < excluded.revision",
    )
    .bind(told.id)
    .bind(patient.uuid())
    .bind(i64::try_from(told.revision).unwrap_or(i64::MAX))
    .bind(told.service)
    .bind(told.role)
    .bind(i32::from(told.kind))
    .bind(told.starts_at.to_sqlx())
    .bind(told.ends_at.to_sqlx())
    .bind(told.booked_at.to_sqlx())
    .bind(told.cancelled)
    .bind(source)
    .execute(&mut *tx)
    .await?;
    sqlx::query("update known_appointments set source = $2 where appointment_id = $1 and source = 0 and $2 <> 0")
        .bind(told.id)
        .bind(source)
        .execute(&mut *tx)
        .await?;
    let row = sqlx::query(sqlx::AssertSqlSafe(format!("select {COLUMNS} from known_appointments where appointment_id = $1")))
        .bind(told.id)
        .fetch_one(&mut *tx)
        .await?;
    let counts = read(&row)?;
    sqlx::query("delete from known_appointments where patient_id = $1 and ends_at < $2 and appointment_id <> $3")
        .bind(patient.uuid())
        .bind(now.saturating_sub(KEPT).unwrap_or(now).to_sqlx())
        .bind(told.id)
        .execute(&mut *tx)
        .await?;
    tx.commit().await?;
    Ok(counts)
}

/// Those of a patient, cancelled ones too, the newest booking first.
pub(crate) async fn of_patient_in_tx(tx: &mut Tx<'_>, patient: PersonId) -> Result<Vec<Appointment>, sqlx::Error> {
    let statement = format!("select {COLUMNS} from known_appointments where patient_id = $1 order by booked_at desc, appointment_id");
    let rows = sqlx::query(sqlx::AssertSqlSafe(statement)).bind(patient.uuid()).fetch_all(&mut **tx).await?;
    rows.iter().map(read).collect()
}

/// Forgets those of a patient.
pub(crate) async fn forget(pool: &Pool, patient: PersonId) -> Result<(), sqlx::Error> {
    sqlx::query("delete from known_appointments where patient_id = $1").bind(patient.uuid()).execute(pool).await?;
    Ok(())
}

fn read(row: &PgRow) -> Result<Appointment, sqlx::Error> {
    let time = |column| Ok::<_, sqlx::Error>(row.try_get::<SqlTimestamp, _>(column)?.to_jiff());
    Ok(Appointment {
        id: row.try_get("appointment_id")?,
        revision: u64::try_from(row.try_get::<i64, _>("revision")?).unwrap_or_default(),
        service: row.try_get("service_id")?,
        role: row.try_get("booking_role_id")?,
        kind: AppointmentType::try_from(row.try_get::<i32, _>("type")?).unwrap_or_default(),
        starts_at: time("starts_at")?,
        ends_at: time("ends_at")?,
        booked_at: time("booked_at")?,
        cancelled: row.try_get("cancelled")?,
        source: u32::try_from(row.try_get::<i32, _>("source")?).ok().and_then(Source::from_number).unwrap_or_default(),
    })
}
