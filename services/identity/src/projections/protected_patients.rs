//! Patients under a non-disclosure restriction, now and before, and who opened them meanwhile.

use chassis::{
    Pool, Tx,
    page::TimeCursor,
    projection::{Projection, ProjectionError, ReadModel},
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Timestamp};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::Row;
use uuid::Uuid;

use crate::{
    patient::{Event, Patient, PatientId},
    session::Ground,
};

/// The read model.
pub struct ProtectedPatients;

/// Calls that open a patient, as the access log names them.
const OPENINGS: [&str; 3] =
    ["/kajo.identity.v1.PatientService/LookUpPatient", "/kajo.identity.v1.PatientService/OpenPatient", "/kajo.identity.v1.PatientService/AddPatient"];

/// Somebody opened a patient who was protected then.
#[derive(Debug)]
pub struct Opening {
    /// The row of the access log.
    pub entry_id: Uuid,
    /// When.
    pub at: Timestamp,
    /// Who.
    pub practitioner: Uuid,
    /// Whom.
    pub patient: Uuid,
    /// On what ground.
    pub ground: Option<Ground>,
}

impl ReadModel for ProtectedPatients {
    const NAME: &'static str = "protected_patients";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["protected_patients"];
    const CATEGORIES: &'static [&'static str] = &[Patient::CATEGORY];
    const DDL: Option<&'static str> = Some(
        "create table protected_patients (
             patient_id uuid        not null,
             since      timestamptz not null,
             until      timestamptz,
             constraint protected_patients_pkey primary key (patient_id, since)
         )",
    );
}

impl Projection for ProtectedPatients {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let sql = match event.decode::<Event>()? {
            // Twice at one moment is once.
            Event::ProtectionChanged { protected: true } => {
                "insert into protected_patients (patient_id, since) values ($1, $2) on conflict (patient_id, since) do update set until = null"
            }
            Event::ProtectionChanged { protected: false } => "update protected_patients set until = $2 where patient_id = $1 and until is null",
            Event::Registered { .. }
            | Event::InfoChanged { .. }
            | Event::CareTeamChosen { .. }
            | Event::ConsentGiven { .. }
            | Event::ConsentWithdrawn => return Ok(()),
        };
        sqlx::query(sql).bind(event.meta.aggregate_id).bind(event.meta.recorded_at.to_sqlx()).execute(&mut **tx).await?;
        Ok(())
    }
}

/// Whether a patient is protected now.
pub async fn has(pool: &Pool, patient: PatientId) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("select exists (select from protected_patients where patient_id = $1 and until is null)")
        .bind(patient.uuid())
        .fetch_one(pool)
        .await
}

/// A page of openings, the newest first: read off the index of each patient's rows in the access log.
pub async fn openings(pool: &Pool, after: Option<&TimeCursor>, size: usize) -> Result<Vec<Opening>, sqlx::Error> {
    let rows = sqlx::query(
        "select opened.* from protected_patients p cross join lateral (
             select entry_id, at, actor_id, subject_id, ground from access_log l
             where l.subject_id = p.patient_id and l.method = any ($4) and l.actor_id is not null
               and l.at >= p.since and (p.until is null or l.at < p.until)
               and ($1::timestamptz is null or (l.at, l.entry_id) < ($1, $2))
             order by l.at desc, l.entry_id desc limit $3
         ) as opened order by opened.at desc, opened.entry_id desc limit $3",
    )
    .bind(after.map(|after| after.at.to_sqlx()))
    .bind(after.map(|after| after.id))
    .bind(i64::try_from(size).unwrap_or(i64::MAX))
    .bind(OPENINGS.as_slice())
    .fetch_all(pool)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(Opening {
                entry_id: row.try_get("entry_id")?,
                at: row.try_get::<SqlTimestamp, _>("at")?.to_jiff(),
                practitioner: row.try_get("actor_id")?,
                patient: row.try_get("subject_id")?,
                ground: Ground::from_name(row.try_get("ground")?),
            })
        })
        .collect()
}
