//! Patients, found by the keyed hash of their personal identity code. All that is personal stays sealed.

use chassis::{
    Tx,
    projection::{Projection, ProjectionError},
    sealing::{BlindIndex, to_column},
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Blob};
use sqlx::{PgPool, Row};

use crate::{
    patient::{Event, Patient, PatientId, Standing},
    ssn::Ssn,
};

/// The read model.
pub struct Patients;

/// A patient as kept.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The personal identity code, sealed.
    pub ssn: Vec<u8>,
    /// First name, sealed.
    pub first_name: Vec<u8>,
    /// Last name, sealed.
    pub last_name: Vec<u8>,
    /// What restricts what can be done.
    pub standing: Standing,
}

impl Projection for Patients {
    const NAME: &'static str = "patients";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["patients"];
    const CATEGORIES: &'static [&'static str] = &[Patient::CATEGORY];

    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let Event::Registered { ssn, first_name, last_name, standing } = event.decode()?;
        let column = |sealed: Option<&Blob>| sealed.map(to_column).unwrap_or_default();
        sqlx::query("insert into patients (patient_id, ssn, first_name, last_name, standing) values ($1, $2, $3, $4, $5)")
            .bind(event.meta.aggregate_id)
            .bind(column(ssn.blob()))
            .bind(column(first_name.blob()))
            .bind(column(last_name.blob()))
            .bind(i16::try_from(standing.number()).unwrap_or_default())
            .execute(&mut **tx)
            .await?;
        Ok(())
    }
}

/// Which patient has a personal identity code.
pub async fn by_ssn(pool: &PgPool, index: &BlindIndex, ssn: &Ssn) -> Result<Option<PatientId>, sqlx::Error> {
    let found = sqlx::query_scalar("select patient_id from patient_ssns where ssn_hash = $1").bind(hash(index, ssn)).fetch_optional(pool).await?;
    Ok(found.map(PatientId::from_uuid))
}

/// Takes a personal identity code for a patient; answers with who has it: that one, or who had it before.
pub async fn take_ssn_in_tx(tx: &mut Tx<'_>, index: &BlindIndex, ssn: &Ssn, patient: PatientId) -> Result<PatientId, sqlx::Error> {
    // The update that changes nothing locks the row, and waits for who is about to take it.
    let owner = sqlx::query_scalar(
        "insert into patient_ssns (ssn_hash, patient_id) values ($1, $2)
         on conflict (ssn_hash) do update set patient_id = patient_ssns.patient_id returning patient_id",
    )
    .bind(hash(index, ssn))
    .bind(patient.uuid())
    .fetch_one(&mut **tx)
    .await?;
    Ok(PatientId::from_uuid(owner))
}

/// One patient.
pub async fn find(pool: &PgPool, patient: PatientId) -> Result<Option<Kept>, sqlx::Error> {
    let row = sqlx::query("select ssn, first_name, last_name, standing from patients where patient_id = $1")
        .bind(patient.uuid())
        .fetch_optional(pool)
        .await?;
    row.map(|row| {
        Ok(Kept {
            ssn: row.try_get("ssn")?,
            first_name: row.try_get("first_name")?,
            last_name: row.try_get("last_name")?,
            standing: Standing::from_number(row.try_get::<i16, _>("standing")?.into()).ok_or(sqlx::Error::RowNotFound)?,
        })
    })
    .transpose()
}

fn hash(index: &BlindIndex, ssn: &Ssn) -> Vec<u8> {
    index.exact("ssn", ssn.as_str())
}
