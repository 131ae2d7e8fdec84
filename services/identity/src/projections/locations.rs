//! Work locations: what can be chosen, and what administrators keep.

use std::collections::HashMap;

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
    location::{Around, Details, Event, Location, LocationId},
    resident::ServiceAreaId,
};

/// The read model.
pub struct Locations;

/// A location as it can be chosen.
#[derive(Clone, Debug)]
pub struct Place {
    /// Which.
    pub location_id: Uuid,
    /// Name.
    pub name: String,
    /// Municipality: a service area.
    pub municipality: Option<ServiceAreaId>,
}

/// A location as other services book there.
#[derive(Clone, Debug)]
pub struct BookablePlace {
    /// As it can be chosen.
    pub place: Place,
    /// Address; empty: not told.
    pub address: String,
    /// Its id in the source system; empty: none.
    pub external_id: String,
    /// Where it is kept; empty: here.
    pub source_system: String,
}

impl ReadModel for Locations {
    const NAME: &'static str = "locations";
    const VERSION: u32 = 3;
    const TABLES: &'static [&'static str] = &["locations"];
    const CATEGORIES: &'static [&'static str] = &[Location::CATEGORY];
}

impl Projection for Locations {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let statement = match event.decode()? {
            Event::Defined(details) => sqlx::query(
                "insert into locations (location_id, name, description, address, municipality, external_id, oid, source_system, updated_at)
                 values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
                 on conflict (location_id) do update set name = excluded.name, description = excluded.description, address = excluded.address,
                     municipality = excluded.municipality, external_id = excluded.external_id, oid = excluded.oid,
                     source_system = excluded.source_system, updated_at = excluded.updated_at",
            )
            .bind(event.meta.aggregate_id)
            .bind(details.name)
            .bind(details.description)
            .bind(details.address)
            .bind(details.municipality.map(ServiceAreaId::uuid))
            .bind(details.external_id)
            .bind(details.oid)
            .bind(details.source_system)
            .bind(event.meta.recorded_at.to_sqlx()),
            Event::Removed => sqlx::query("delete from locations where location_id = $1").bind(event.meta.aggregate_id),
            // Nobody archives one: none can be archived in the panel.
            Event::Archived | Event::Restored => return Ok(()),
        };
        statement.execute(&mut **tx).await?;
        Ok(())
    }
}

/// Locations, those chosen before first (newest first), then by name; with whether they were.
pub async fn choosable(pool: &Pool, person_id: Uuid, location_ids: &[Uuid]) -> Result<Vec<(Place, bool)>, sqlx::Error> {
    let rows = sqlx::query(
        "select l.location_id, l.name, l.municipality, r.chosen_at is not null as recent
         from locations l left join recent_locations r on r.location_id = l.location_id and r.person_id = $1
         where l.location_id = any ($2) order by r.chosen_at desc nulls last, l.name",
    )
    .bind(person_id)
    .bind(location_ids)
    .fetch_all(pool)
    .await?;
    rows.iter().map(|row| Ok((place(row)?, row.try_get("recent")?))).collect()
}

fn place(row: &PgRow) -> Result<Place, sqlx::Error> {
    Ok(Place { location_id: row.try_get("location_id")?, name: row.try_get("name")?, municipality: municipality(row)? })
}

fn municipality(row: &PgRow) -> Result<Option<ServiceAreaId>, sqlx::Error> {
    Ok(row.try_get::<Option<Uuid>, _>("municipality")?.map(ServiceAreaId::from_uuid))
}

/// All locations, by name.
pub async fn all(pool: &Pool) -> Result<Vec<Place>, sqlx::Error> {
    let rows = sqlx::query("select location_id, name, municipality from locations order by name, location_id").fetch_all(pool).await?;
    rows.iter().map(place).collect()
}

/// All locations, by name, with where they are and what another system calls them.
pub async fn bookable(pool: &Pool) -> Result<Vec<BookablePlace>, sqlx::Error> {
    let statement = "select location_id, name, municipality, address, external_id, source_system from locations order by name, location_id";
    let rows = sqlx::query(statement).fetch_all(pool).await?;
    rows.iter()
        .map(|row| {
            Ok(BookablePlace {
                place: place(row)?,
                address: row.try_get("address")?,
                external_id: row.try_get("external_id")?,
                source_system: row.try_get("source_system")?,
            })
        })
        .collect()
}

/// Locations by id.
pub async fn by_ids(pool: &Pool, location_ids: &[Uuid]) -> Result<Vec<Place>, sqlx::Error> {
    let rows =
        sqlx::query("select location_id, name, municipality from locations where location_id = any ($1)").bind(location_ids).fetch_all(pool).await?;
    rows.iter().map(place).collect()
}

/// What locations are called.
pub async fn names(pool: &Pool, location_ids: &[Uuid]) -> Result<HashMap<Uuid, String>, sqlx::Error> {
    let rows: Vec<(Uuid, String)> =
        sqlx::query_as("select location_id, name from locations where location_id = any ($1)").bind(location_ids).fetch_all(pool).await?;
    Ok(rows.into_iter().collect())
}

impl KeptRows for Locations {
    type Details = Details;
    /// Whether the county has the area.
    type Known = bool;
    /// How many professionals may choose it.
    type More = i64;
    const PAGE: &'static str = "select l.location_id as id, l.*,
            (select count(*) from practitioners p where p.location_ids @> array[l.location_id]) as professionals
         from locations l
         where (l.name || ' ' || coalesce($5::jsonb ->> l.municipality::text, '') || ' ' || l.address || ' ' || l.external_id || ' ' || l.oid) ilike all ($1)
           and ($2::text is null or (l.name, l.location_id) > ($2, $3))
         order by l.name, l.location_id limit $4";
    const ONE: &'static str = "select l.location_id as id, l.*,
            (select count(*) from practitioners p where p.location_ids @> array[l.location_id]) as professionals
         from locations l where l.location_id = $1";

    fn read(row: &PgRow) -> Result<(Details, i64), sqlx::Error> {
        let details = Details {
            name: row.try_get("name")?,
            description: row.try_get("description")?,
            address: row.try_get("address")?,
            municipality: municipality(row)?,
            external_id: row.try_get("external_id")?,
            oid: row.try_get("oid")?,
            source_system: row.try_get("source_system")?,
        };
        Ok((details, row.try_get("professionals")?))
    }

    async fn around_in_tx(tx: &mut Tx<'_>, id: LocationId, details: &Details, area_known: bool) -> Result<Around, sqlx::Error> {
        database::one_at_a_time_in_tx(tx, "unique among locations").await?;
        let row = sqlx::query(
            "select coalesce(bool_or(external_id = $2), false) as external_id, coalesce(bool_or(oid = $3), false) as oid
             from locations where location_id <> $1",
        )
        .bind(id.uuid())
        .bind(&details.external_id)
        .bind(&details.oid)
        .fetch_one(&mut **tx)
        .await?;
        Ok(Around { external_id_taken: row.try_get("external_id")?, oid_taken: row.try_get("oid")?, area_known })
    }

    async fn uses_in_tx(tx: &mut Tx<'_>, id: LocationId) -> Result<Uses, sqlx::Error> {
        let count = sqlx::query_scalar("select count(*) from practitioners where location_ids @> array[$1]").bind(id.uuid());
        let professionals: i64 = count.fetch_one(&mut **tx).await?;
        Ok(Uses::default().and("professionals", professionals.unsigned_abs()))
    }
}
