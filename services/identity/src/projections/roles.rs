//! Professional roles by id.

use std::collections::HashMap;

use chassis::{
    Pool, Tx,
    projection::{Projection, ProjectionError, ReadModel},
    store::RawRecorded,
};
use chassis_domain::Aggregate;
use sqlx::{Row, postgres::PgRow, types::Json};
use uuid::Uuid;

use crate::role::{self, Role};

/// The read model of roles.
pub struct Roles;

impl ReadModel for Roles {
    const NAME: &'static str = "roles";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["roles"];
    const CATEGORIES: &'static [&'static str] = &[Role::CATEGORY];
}

impl Projection for Roles {
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

/// Every role there is, with its names by language.
pub async fn all(pool: &Pool) -> Result<Vec<(Uuid, HashMap<String, String>)>, sqlx::Error> {
    let rows = sqlx::query("select role_id, names from roles order by role_id").fetch_all(pool).await?;
    rows.iter().map(named).collect()
}

/// Names of roles by language.
pub async fn role_names(pool: &Pool, role_ids: &[Uuid]) -> Result<HashMap<Uuid, HashMap<String, String>>, sqlx::Error> {
    let rows = sqlx::query("select role_id, names from roles where role_id = any ($1)").bind(role_ids).fetch_all(pool).await?;
    rows.iter().map(named).collect()
}

fn named(row: &PgRow) -> Result<(Uuid, HashMap<String, String>), sqlx::Error> {
    Ok((row.try_get("role_id")?, row.try_get::<Json<_>, _>("names")?.0))
}
