//! To which care team a patient belongs.

use chassis::{
    Pool, Tx,
    projection::{Projection, ProjectionError, ReadModel},
    store::RawRecorded,
};
use chassis_domain::Aggregate;
use uuid::Uuid;

use crate::patient::{Event, Patient, PatientId};

/// The read model.
pub struct PatientCareTeams;

impl ReadModel for PatientCareTeams {
    const NAME: &'static str = "patient_care_teams";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["patient_care_teams"];
    const CATEGORIES: &'static [&'static str] = &[Patient::CATEGORY];
}

impl Projection for PatientCareTeams {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let patient_id = event.meta.aggregate_id;
        let statement = match event.decode::<Event>()? {
            Event::CareTeamChosen { care_team: Some(care_team) } => sqlx::query(
                "insert into patient_care_teams (patient_id, care_team_id) values ($1, $2)
                 on conflict (patient_id) do update set care_team_id = excluded.care_team_id",
            )
            .bind(patient_id)
            .bind(care_team.uuid()),
            Event::CareTeamChosen { care_team: None } => sqlx::query("delete from patient_care_teams where patient_id = $1").bind(patient_id),
            Event::Registered { .. }
            | Event::InfoChanged { .. }
            | Event::ConsentGiven { .. }
            | Event::ConsentWithdrawn
            | Event::ProtectionChanged { .. } => return Ok(()),
        };
        statement.execute(&mut **tx).await?;
        Ok(())
    }
}

/// Id and name of a patient's care team, and the service area where it works.
pub async fn of(pool: &Pool, patient: PatientId) -> Result<Option<(Uuid, String, Option<Uuid>)>, sqlx::Error> {
    sqlx::query_as(
        "select t.care_team_id, t.name, t.service_area_id from patient_care_teams p join care_teams t using (care_team_id) where p.patient_id = $1",
    )
    .bind(patient.uuid())
    .fetch_optional(pool)
    .await
}
