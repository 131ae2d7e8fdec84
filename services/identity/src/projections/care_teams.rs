//! Care teams: what can be chosen, and what administrators keep.

use chassis::{
    Pool, Tx, database,
    projection::{Projection, ProjectionError, ReadModel},
    store::RawRecorded,
};
use chassis_domain::{Aggregate, Uses};
use jiff_sqlx::ToSqlx;
use sqlx::{Row, postgres::PgRow};
use uuid::Uuid;

use super::kept::KeptRows;
use crate::{
    care_team::{Around, CareTeam, CareTeamId, Details, Event},
    patient::PatientId,
    resident::ServiceAreaId,
};

/// The read model.
pub struct CareTeams;

impl ReadModel for CareTeams {
    const NAME: &'static str = "care_teams";
    const VERSION: u32 = 2;
    const TABLES: &'static [&'static str] = &["care_teams"];
    const CATEGORIES: &'static [&'static str] = &[CareTeam::CATEGORY];
}

impl Projection for CareTeams {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let statement = match event.decode()? {
            Event::Defined(details) => sqlx::query(
                "insert into care_teams (care_team_id, name, description, service_area_id, enabled, updated_at) values ($1, $2, $3, $4, $5, $6)
                 on conflict (care_team_id) do update set name = excluded.name, description = excluded.description,
                     service_area_id = excluded.service_area_id, enabled = excluded.enabled, updated_at = excluded.updated_at",
            )
            .bind(event.meta.aggregate_id)
            .bind(details.name)
            .bind(details.description)
            .bind(details.service_area.map(ServiceAreaId::uuid))
            .bind(details.enabled)
            .bind(event.meta.recorded_at.to_sqlx()),
            Event::Removed => sqlx::query("delete from care_teams where care_team_id = $1").bind(event.meta.aggregate_id),
            // Nobody archives one: none can be archived in the panel.
            Event::Archived | Event::Restored => return Ok(()),
        };
        statement.execute(&mut **tx).await?;
        Ok(())
    }
}

/// Those that can be chosen, of an area or, without one, of all; by name.
pub async fn choosable(pool: &Pool, service_area: Option<ServiceAreaId>) -> Result<Vec<(Uuid, Details)>, sqlx::Error> {
    let rows = sqlx::query(
        "select care_team_id, name, description, service_area_id, enabled from care_teams
         where enabled and ($1::uuid is null or service_area_id = $1) order by name, care_team_id",
    );
    let rows = rows.bind(service_area.map(ServiceAreaId::uuid)).fetch_all(pool).await?;
    rows.iter().map(|row| Ok((row.try_get("care_team_id")?, details(row)?))).collect()
}

/// Whether it can be chosen. Nobody removes it before the transaction ends.
pub async fn can_be_chosen_in_tx(tx: &mut Tx<'_>, id: CareTeamId) -> Result<bool, sqlx::Error> {
    let enabled = sqlx::query_scalar("select enabled from care_teams where care_team_id = $1 for share").bind(id.uuid());
    Ok(enabled.fetch_optional(&mut **tx).await?.unwrap_or(false))
}

/// Whether it can be chosen by who lives in an area. Nobody removes it before the transaction ends.
pub async fn can_be_chosen_from_in_tx(tx: &mut Tx<'_>, id: CareTeamId, area: Option<ServiceAreaId>) -> Result<bool, sqlx::Error> {
    let fits = sqlx::query_scalar("select enabled and coalesce(service_area_id = $2, false) from care_teams where care_team_id = $1 for share");
    Ok(fits.bind(id.uuid()).bind(area.map(ServiceAreaId::uuid)).fetch_optional(&mut **tx).await?.unwrap_or(false))
}

/// The name of the care team that a patient belongs to, if it works in another area than this one.
pub async fn elsewhere_in_tx(tx: &mut Tx<'_>, patient: PatientId, area: ServiceAreaId) -> Result<Option<String>, sqlx::Error> {
    sqlx::query_scalar(
        "select t.name from patient_care_teams p join care_teams t using (care_team_id)
         where p.patient_id = $1 and t.service_area_id is distinct from $2",
    )
    .bind(patient.uuid())
    .bind(area.uuid())
    .fetch_optional(&mut **tx)
    .await
}

impl KeptRows for CareTeams {
    type Details = Details;
    /// Whether the county has the area.
    type Known = bool;
    /// How many patients belong to it.
    type More = i64;
    const PAGE: &'static str = "select t.care_team_id as id, t.*,
            (select count(*) from patient_care_teams p where p.care_team_id = t.care_team_id) as patients
         from care_teams t
         where (t.name || ' ' || t.description || ' ' || coalesce($5::jsonb ->> t.service_area_id::text, '')) ilike all ($1)
           and ($2::text is null or (t.name, t.care_team_id) > ($2, $3))
         order by t.name, t.care_team_id limit $4";
    const ONE: &'static str = "select t.care_team_id as id, t.*,
            (select count(*) from patient_care_teams p where p.care_team_id = t.care_team_id) as patients
         from care_teams t where t.care_team_id = $1";

    fn read(row: &PgRow) -> Result<(Details, i64), sqlx::Error> {
        Ok((details(row)?, row.try_get("patients")?))
    }

    async fn around_in_tx(tx: &mut Tx<'_>, id: CareTeamId, details: &Details, area_known: bool) -> Result<Around, sqlx::Error> {
        database::one_at_a_time_in_tx(tx, "unique among care teams").await?;
        let row = sqlx::query(
            "select exists (select from care_teams where care_team_id <> $1 and service_area_id = $3 and lower(name) = lower($2)) as name_taken",
        )
        .bind(id.uuid())
        .bind(&details.name)
        .bind(details.service_area.map(ServiceAreaId::uuid))
        .fetch_one(&mut **tx)
        .await?;
        Ok(Around { name_taken: row.try_get("name_taken")?, area_known })
    }

    async fn uses_in_tx(tx: &mut Tx<'_>, id: CareTeamId) -> Result<Uses, sqlx::Error> {
        // Whoever puts a patient into it has the row, or waits for it and finds it gone.
        sqlx::query("select from care_teams where care_team_id = $1 for update").bind(id.uuid()).execute(&mut **tx).await?;
        let patients: i64 =
            sqlx::query_scalar("select count(*) from patient_care_teams where care_team_id = $1").bind(id.uuid()).fetch_one(&mut **tx).await?;
        Ok(Uses::default().and("patients", patients.unsigned_abs()))
    }
}

fn details(row: &PgRow) -> Result<Details, sqlx::Error> {
    Ok(Details {
        name: row.try_get("name")?,
        description: row.try_get("description")?,
        service_area: row.try_get::<Option<Uuid>, _>("service_area_id")?.map(ServiceAreaId::from_uuid),
        enabled: row.try_get("enabled")?,
    })
}
