//! Patients, found by the keyed hash of their personal identity code. All that is personal stays sealed.

use std::{collections::HashMap, sync::LazyLock};

use chassis::{
    Pool, Tx,
    projection::{Projection, ProjectionError, ReadModel},
    sealing::{BlindIndex, to_column},
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Blob, PersonId};
use sqlx::{AssertSqlSafe, Row, postgres::PgRow};
use uuid::Uuid;

use crate::{
    patient::{Event, Patient, PatientId, Standing},
    projections::accounts,
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
    /// Basic info, sealed; empty: as registered.
    pub info: Vec<u8>,
    /// What restricts what can be done.
    pub standing: Standing,
    /// The patient's version.
    pub version: u64,
}

fn column(sealed: Option<&Blob>) -> Vec<u8> {
    sealed.map(to_column).unwrap_or_default()
}

impl ReadModel for Patients {
    const NAME: &'static str = "patients";
    const VERSION: u32 = 2;
    const TABLES: &'static [&'static str] = &["patients"];
    const CATEGORIES: &'static [&'static str] = &[Patient::CATEGORY];
}

impl Projection for Patients {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let version = i64::try_from(event.meta.version).unwrap_or(i64::MAX);
        let stands = |standing: Standing| {
            sqlx::query("update patients set version = $2, standing = $3 where patient_id = $1")
                .bind(event.meta.aggregate_id)
                .bind(version)
                .bind(i16::try_from(standing.number()).unwrap_or_default())
        };
        let statement = match event.decode()? {
            Event::Registered { ssn, first_name, last_name, standing } => {
                sqlx::query("insert into patients (patient_id, version, ssn, first_name, last_name, standing) values ($1, $2, $3, $4, $5, $6)")
                    .bind(event.meta.aggregate_id)
                    .bind(version)
                    .bind(column(ssn.blob()))
                    .bind(column(first_name.blob()))
                    .bind(column(last_name.blob()))
                    .bind(i16::try_from(standing.number()).unwrap_or_default())
            }
            Event::InfoChanged { info, .. } => sqlx::query("update patients set version = $2, info = $3 where patient_id = $1")
                .bind(event.meta.aggregate_id)
                .bind(version)
                .bind(column(info.blob())),
            Event::CareTeamChosen { .. } | Event::ProtectionChanged { .. } => {
                sqlx::query("update patients set version = $2 where patient_id = $1").bind(event.meta.aggregate_id).bind(version)
            }
            Event::ConsentGiven { .. } => stands(Standing::ConsentGiven),
            Event::ConsentWithdrawn => stands(Standing::NoConsent),
        };
        statement.execute(&mut **tx).await?;
        Ok(())
    }
}

/// SQL that finds the patient whose personal identity code has the hash in a parameter; part of a larger statement, or one alone.
pub(crate) fn by_hash(parameter: &str) -> String {
    format!("select patient_id from patient_ssns where ssn_hash = {parameter}")
}

static BY_HASH: LazyLock<String> = LazyLock::new(|| by_hash("$1"));

/// Which patient has a personal identity code.
pub async fn by_ssn(pool: &Pool, index: &BlindIndex, ssn: &Ssn) -> Result<Option<PatientId>, sqlx::Error> {
    let found = sqlx::query_scalar(AssertSqlSafe(BY_HASH.as_str())).bind(hash(index, ssn)).fetch_optional(pool).await?;
    Ok(found.map(PatientId::from_uuid))
}

/// Which patients have personal identity codes with these hashes; those that nobody has are left out.
pub(crate) async fn by_hashes(pool: &Pool, hashes: &[Vec<u8>]) -> Result<HashMap<Vec<u8>, PatientId>, sqlx::Error> {
    let found: Vec<(Vec<u8>, Uuid)> =
        sqlx::query_as("select ssn_hash, patient_id from patient_ssns where ssn_hash = any ($1)").bind(hashes).fetch_all(pool).await?;
    Ok(found.into_iter().map(|(hash, patient)| (hash, PatientId::from_uuid(patient))).collect())
}

/// Whose account a personal identity code belongs to; a patient whose account was deleted has none.
pub async fn account_by_ssn(pool: &Pool, index: &BlindIndex, ssn: &Ssn) -> Result<Option<PatientId>, sqlx::Error> {
    let known = by_ssn(pool, index, ssn).await?;
    match known {
        Some(patient) if accounts::is_over(pool, PersonId::from_uuid(patient.uuid())).await? => Ok(None),
        known => Ok(known),
    }
}

/// Takes a personal identity code for a patient; answers with who has it: that one, or who had it before. From a patient whose account
/// was deleted it goes over to the new one.
pub async fn take_ssn_in_tx(tx: &mut Tx<'_>, index: &BlindIndex, ssn: &Ssn, patient: PatientId) -> Result<PatientId, sqlx::Error> {
    // The update that changes nothing locks the row, and waits for who is about to take it.
    let owner = sqlx::query_scalar(
        "insert into patient_ssns (ssn_hash, patient_id) values ($1, $2)
         on conflict (ssn_hash) do update set patient_id = case
             when exists (select from accounts where person_id = patient_ssns.patient_id and state = 2)
               or exists (select from subject_keys where subject_id = patient_ssns.patient_id and retention_class = 1 and destroyed_at is not null)
             then excluded.patient_id else patient_ssns.patient_id end
         returning patient_id",
    )
    .bind(hash(index, ssn))
    .bind(patient.uuid())
    .fetch_one(&mut **tx)
    .await?;
    Ok(PatientId::from_uuid(owner))
}

/// One patient.
pub async fn find(pool: &Pool, patient: PatientId) -> Result<Option<Kept>, sqlx::Error> {
    let row = sqlx::query("select ssn, first_name, last_name, info, standing, version from patients where patient_id = $1")
        .bind(patient.uuid())
        .fetch_optional(pool)
        .await?;
    row.as_ref().map(kept).transpose()
}

/// Those of these people who are patients.
pub async fn among(pool: &Pool, people: &[Uuid]) -> Result<Vec<(PatientId, Kept)>, sqlx::Error> {
    let rows = sqlx::query("select patient_id, ssn, first_name, last_name, info, standing, version from patients where patient_id = any ($1)")
        .bind(people)
        .fetch_all(pool)
        .await?;
    rows.iter().map(|row| Ok((PatientId::from_uuid(row.try_get("patient_id")?), kept(row)?))).collect()
}

fn kept(row: &PgRow) -> Result<Kept, sqlx::Error> {
    Ok(Kept {
        ssn: row.try_get("ssn")?,
        first_name: row.try_get("first_name")?,
        last_name: row.try_get("last_name")?,
        info: row.try_get("info")?,
        version: row.try_get::<i64, _>("version")?.unsigned_abs(),
        standing: Standing::from_number(row.try_get::<i16, _>("standing")?.into()).ok_or(sqlx::Error::RowNotFound)?,
    })
}

/// The keyed hash that a personal identity code is found by.
pub(crate) fn hash(index: &BlindIndex, ssn: &Ssn) -> Vec<u8> {
    index.exact("ssn", ssn.as_str())
}
