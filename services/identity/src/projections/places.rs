//! Professional roles and work locations by id.

use std::collections::HashMap;

use chassis::{
    Tx,
    projection::{Projection, ProjectionError},
    store::RawRecorded,
};
use chassis_domain::Aggregate;
use sqlx::{PgPool, Row, types::Json};
use uuid::Uuid;

use crate::{
    location::{self, Location},
    role::{self, Role},
};

/// The read model of roles.
pub struct Roles;

/// The read model of locations.
pub struct Locations;

/// A location.
#[derive(Clone, Debug)]
pub struct Place {
    /// Which.
    pub location_id: Uuid,
    /// Name.
    pub name: String,
    /// Municipality.
    pub municipality: String,
}

impl Projection for Roles {
    const NAME: &'static str = "roles";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["roles"];
    const CATEGORIES: &'static [&'static str] = &[Role::CATEGORY];

    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let defined: role::Defined = event.decode()?;
        sqlx::query("insert into roles (role_id, names) values ($1, $2) on conflict (role_id) do update set names = excluded.names")
            .bind(event.meta.aggregate_id)
            .bind(Json(defined.names))
            .execute(&mut **tx)
            .await?;
        Ok(())
    }
}

impl Projection for Locations {
    const NAME: &'static str = "locations";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["locations"];
    const CATEGORIES: &'static [&'static str] = &[Location::CATEGORY];

    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let defined: location::Defined = event.decode()?;
        sqlx::query(
            "insert into locations (location_id, name, municipality) values ($1, $2, $3)
             on conflict (location_id) do update set name = excluded.name, municipality = excluded.municipality",
        )
        .bind(event.meta.aggregate_id)
        .bind(defined.name)
        .bind(defined.municipality)
        .execute(&mut **tx)
        .await?;
        Ok(())
    }
}

/// Names of roles by language.
pub async fn role_names(pool: &PgPool, role_ids: &[Uuid]) -> Result<HashMap<Uuid, HashMap<String, String>>, sqlx::Error> {
    let rows = sqlx::query("select role_id, names from roles where role_id = any ($1)").bind(role_ids).fetch_all(pool).await?;
    rows.iter().map(|row| Ok((row.try_get("role_id")?, row.try_get::<Json<HashMap<_, _>>, _>("names")?.0))).collect()
}

/// Locations, those chosen before first (newest first), then by name; with whether they were.
pub async fn locations(pool: &PgPool, person_id: Uuid, location_ids: &[Uuid]) -> Result<Vec<(Place, bool)>, sqlx::Error> {
    let rows = sqlx::query(
        "select l.location_id, l.name, l.municipality, r.chosen_at is not null as recent
         from locations l left join recent_locations r on r.location_id = l.location_id and r.person_id = $1
         where l.location_id = any ($2) order by r.chosen_at desc nulls last, l.name",
    )
    .bind(person_id)
    .bind(location_ids)
    .fetch_all(pool)
    .await?;
    rows.iter()
        .map(|row| {
            let place = Place { location_id: row.try_get("location_id")?, name: row.try_get("name")?, municipality: row.try_get("municipality")? };
            Ok((place, row.try_get("recent")?))
        })
        .collect()
}
