//! Recommendations to book, as their patients and professionals see them listed.

use chassis::{
    Pool, Tx,
    projection::{OneStatement, ProjectionError, ReadModel, Statement},
    sealing::to_column,
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Mandates, PersonId, Representative, Timestamp, Uuid};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{Row, postgres::PgRow};

use crate::{
    appointment::AppointmentId,
    recommendation::{Event, Recommendation},
};

/// The read model.
pub struct Recommendations;

/// As in the contract.
const ACTIVE: i16 = 1;
const USED: i16 = 2;
const WITHDRAWN: i16 = 3;

/// Most that a list shows.
const MOST: i64 = 100;

/// A recommendation, listed.
#[derive(Clone, Debug)]
pub struct RecommendationRow {
    /// Which.
    pub recommendation_id: Uuid,
    /// As in the contract.
    pub state: i16,
    /// What is to be booked.
    pub service_id: Uuid,
    /// When it was recommended.
    pub activated_at: Timestamp,
    /// By whom, sealed; empty: a digital path.
    pub activated_by_name: Vec<u8>,
    /// What was booked with it.
    pub appointment_id: Option<Uuid>,
}

impl ReadModel for Recommendations {
    const NAME: &'static str = "recommendations";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["recommendations"];
    const CATEGORIES: &'static [&'static str] = &[Recommendation::CATEGORY];
    const DDL: Option<&'static str> = Some(
        "create table recommendations (
             recommendation_id uuid not null,
             patient_id uuid not null,
             service_id uuid not null,
             state smallint not null,
             activated_at timestamptz not null,
             activated_by_name bytea not null,
             appointment_id uuid,
             needs_health boolean not null,
             needs_social boolean not null,
             constraint recommendations_pkey primary key (recommendation_id)
         );
         create index recommendations_of_patient on recommendations (patient_id, activated_at);",
    );
}

impl OneStatement for Recommendations {
    fn statement(event: &RawRecorded) -> Result<Option<Statement>, ProjectionError> {
        let id = event.meta.aggregate_id;
        Ok(Some(match event.decode::<Event>()? {
            Event::Activated(given) => Statement::new(
                "insert into recommendations (recommendation_id, patient_id, service_id, state, activated_at, activated_by_name, needs_health,
                     needs_social)
                 values ($1, $2, $3, $4, $5, $6, $7, $8)",
            )
            .bind(id)
            .bind(given.patient.uuid())
            .bind(given.service)
            .bind(ACTIVE)
            .bind(event.meta.recorded_at.to_sqlx())
            .bind(given.by.name.as_ref().and_then(|name| name.blob()).map(to_column).unwrap_or_default())
            .bind(given.matter.needs().health)
            .bind(given.matter.needs().social),
            Event::Used { appointment, .. } => {
                Statement::new("update recommendations set state = $2, appointment_id = $3 where recommendation_id = $1")
                    .bind(id)
                    .bind(USED)
                    .bind(appointment.uuid())
            }
            Event::Withdrawn { .. } => Statement::new("update recommendations set state = $2 where recommendation_id = $1").bind(id).bind(WITHDRAWN),
        }))
    }
}

/// Those of a patient that can be booked with, the newest first; for who acts for them as far as their mandates reach, and of a teenager's none.
pub async fn active(pool: &Pool, patient: PersonId, representative: Option<&Representative>) -> Result<Vec<RecommendationRow>, sqlx::Error> {
    let mandates = representative.map_or(Mandates { health: true, social: true }, |somebody| somebody.mandates);
    let rows = sqlx::query(
        "select recommendation_id, state, service_id, activated_at, activated_by_name, appointment_id from recommendations
         where patient_id = $1 and state = $2 and ($3 or not needs_health) and ($4 or not needs_social) and not $5
         order by activated_at desc, recommendation_id limit $6",
    )
    .bind(patient.uuid())
    .bind(ACTIVE)
    .bind(mandates.health)
    .bind(mandates.social)
    .bind(representative.is_some_and(|somebody| somebody.of_teenager))
    .bind(MOST)
    .fetch_all(pool)
    .await?;
    rows.iter().map(read).collect()
}

/// The newest one with which a patient can book in a service. No other digital path recommends it to them before the transaction is over: of two that
/// do so at once the second one comes upon the first.
pub async fn waiting_in_tx(tx: &mut Tx<'_>, patient: PersonId, service: Uuid) -> Result<Option<Uuid>, sqlx::Error> {
    let key = format!("recommendation of {service} to {patient}");
    sqlx::query("select pg_advisory_xact_lock(hashtextextended($1, 0))").bind(key).execute(&mut **tx).await?;
    let waiting = sqlx::query_scalar(
        "select recommendation_id from recommendations where patient_id = $1 and service_id = $2 and state = $3
         order by activated_at desc, recommendation_id limit 1",
    );
    waiting.bind(patient.uuid()).bind(service).bind(ACTIVE).fetch_optional(&mut **tx).await
}

/// Those with which an appointment of a patient can be booked: that wait, or that it was booked with when this is tried again.
pub async fn open_to(pool: &Pool, patient: PersonId, appointment: AppointmentId) -> Result<Vec<RecommendationRow>, sqlx::Error> {
    let rows = sqlx::query(
        "select recommendation_id, state, service_id, activated_at, activated_by_name, appointment_id from recommendations
         where patient_id = $1 and (state = $2 or appointment_id = $3)
         order by activated_at desc, recommendation_id limit $4",
    );
    let rows = rows.bind(patient.uuid()).bind(ACTIVE).bind(appointment.uuid()).bind(MOST).fetch_all(pool).await?;
    rows.iter().map(read).collect()
}

/// All of a patient, the newest first.
pub async fn of_patient(pool: &Pool, patient: PersonId) -> Result<Vec<RecommendationRow>, sqlx::Error> {
    let rows = sqlx::query(
        "select recommendation_id, state, service_id, activated_at, activated_by_name, appointment_id from recommendations
         where patient_id = $1 order by activated_at desc, recommendation_id limit $2",
    );
    rows.bind(patient.uuid()).bind(MOST).fetch_all(pool).await?.iter().map(read).collect()
}

fn read(row: &PgRow) -> Result<RecommendationRow, sqlx::Error> {
    Ok(RecommendationRow {
        recommendation_id: row.try_get("recommendation_id")?,
        state: row.try_get("state")?,
        service_id: row.try_get("service_id")?,
        activated_at: row.try_get::<SqlTimestamp, _>("activated_at")?.to_jiff(),
        activated_by_name: row.try_get("activated_by_name")?,
        appointment_id: row.try_get("appointment_id")?,
    })
}
