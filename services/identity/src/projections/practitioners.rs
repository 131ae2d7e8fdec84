//! Professionals with level, roles and locations. Names stay sealed.

use chassis::{
    Tx,
    projection::{Projection, ProjectionError},
    sealing::to_column,
    store::RawRecorded,
};
use chassis_domain::Aggregate;
use sqlx::{PgPool, Row, postgres::PgRow};
use uuid::Uuid;

use crate::practitioner::{Practitioner, Registered};

/// The read model.
pub struct Practitioners;

/// A professional.
#[derive(Debug)]
pub struct Known {
    /// Who.
    pub person_id: Uuid,
    /// Name, sealed.
    pub name: Vec<u8>,
    /// Number of the level.
    pub level: i16,
    /// Roles that may be chosen.
    pub role_ids: Vec<Uuid>,
    /// Locations that may be chosen.
    pub location_ids: Vec<Uuid>,
}

impl Projection for Practitioners {
    const NAME: &'static str = "practitioners";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["practitioners"];
    const CATEGORIES: &'static [&'static str] = &[Practitioner::CATEGORY];

    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let registered: Registered = event.decode()?;
        sqlx::query(
            "insert into practitioners (person_id, name, level, role_ids, location_ids) values ($1, $2, $3, $4, $5)
             on conflict (person_id) do update set name = excluded.name, level = excluded.level, role_ids = excluded.role_ids,
                 location_ids = excluded.location_ids",
        )
        .bind(event.meta.aggregate_id)
        .bind(registered.name.blob().map(to_column).unwrap_or_default())
        .bind(i16::try_from(registered.level.number()).unwrap_or_default())
        .bind(registered.roles.iter().map(|role| role.uuid()).collect::<Vec<_>>())
        .bind(registered.locations.iter().map(|location| location.uuid()).collect::<Vec<_>>())
        .execute(&mut **tx)
        .await?;
        Ok(())
    }
}

const COLUMNS: &str = "select person_id, name, level, role_ids, location_ids from practitioners";

/// One professional.
pub async fn find(pool: &PgPool, person_id: Uuid) -> Result<Option<Known>, sqlx::Error> {
    let statement = sqlx::AssertSqlSafe(format!("{COLUMNS} where person_id = $1"));
    sqlx::query(statement).bind(person_id).fetch_optional(pool).await?.as_ref().map(known).transpose()
}

/// What professionals are called, sealed.
pub async fn names(pool: &PgPool, person_ids: &[Uuid]) -> Result<Vec<(Uuid, Vec<u8>)>, sqlx::Error> {
    sqlx::query_as("select person_id, name from practitioners where person_id = any ($1)").bind(person_ids).fetch_all(pool).await
}

/// Everybody who may work at a location.
pub async fn at_location(pool: &PgPool, location_id: Uuid) -> Result<Vec<Known>, sqlx::Error> {
    let statement = sqlx::AssertSqlSafe(format!("{COLUMNS} where location_ids @> array[$1] order by person_id limit 500"));
    sqlx::query(statement).bind(location_id).fetch_all(pool).await?.iter().map(known).collect()
}

fn known(row: &PgRow) -> Result<Known, sqlx::Error> {
    Ok(Known {
        person_id: row.try_get("person_id")?,
        name: row.try_get("name")?,
        level: row.try_get("level")?,
        role_ids: row.try_get("role_ids")?,
        location_ids: row.try_get("location_ids")?,
    })
}
