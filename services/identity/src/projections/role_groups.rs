//! Role groups, as administrators keep them.

use std::collections::HashMap;

use chassis::{
    Tx, database,
    projection::{Projection, ProjectionError, ReadModel},
    store::RawRecorded,
};
use chassis_domain::Aggregate;
use jiff_sqlx::ToSqlx;
use sqlx::{Row, postgres::PgRow, types::Json};

use super::kept::KeptRows;
use crate::{
    role::RoleId,
    role_group::{Around, Details, Event, RoleGroup, RoleGroupId},
};

/// The read model.
pub struct RoleGroups;

impl ReadModel for RoleGroups {
    const NAME: &'static str = "role_groups";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["role_groups"];
    const CATEGORIES: &'static [&'static str] = &[RoleGroup::CATEGORY];
}

impl Projection for RoleGroups {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let statement = match event.decode()? {
            Event::Defined(details) => sqlx::query(
                "insert into role_groups (role_group_id, name, directory_group, role_id, updated_at) values ($1, $2, $3, $4, $5)
                 on conflict (role_group_id) do update set name = excluded.name, directory_group = excluded.directory_group,
                     role_id = excluded.role_id, updated_at = excluded.updated_at",
            )
            .bind(event.meta.aggregate_id)
            .bind(details.name)
            .bind(details.directory_group)
            .bind(details.role.uuid())
            .bind(event.meta.recorded_at.to_sqlx()),
            Event::Removed => sqlx::query("delete from role_groups where role_group_id = $1").bind(event.meta.aggregate_id),
            // Nobody archives one: none can be archived in the panel.
            Event::Archived | Event::Restored => return Ok(()),
        };
        statement.execute(&mut **tx).await?;
        Ok(())
    }
}

impl KeptRows for RoleGroups {
    type Details = Details;
    type Known = ();
    /// Names of the role by language.
    type More = HashMap<String, String>;
    const PAGE: &'static str = "select g.role_group_id as id, g.*, r.names
         from role_groups g join roles r using (role_id)
         where (g.name || ' ' || g.directory_group || ' ' || (select string_agg(value, ' ') from jsonb_each_text(r.names))) ilike all ($1)
           and ($2::text is null or (g.name, g.role_group_id) > ($2, $3))
         order by g.name, g.role_group_id limit $4";
    const ONE: &'static str = "select g.role_group_id as id, g.*, r.names from role_groups g join roles r using (role_id) where g.role_group_id = $1";

    fn read(row: &PgRow) -> Result<(Details, HashMap<String, String>), sqlx::Error> {
        let details = Details {
            name: row.try_get("name")?,
            directory_group: row.try_get("directory_group")?,
            role: RoleId::from_uuid(row.try_get("role_id")?),
        };
        Ok((details, row.try_get::<Json<_>, _>("names")?.0))
    }

    async fn around_in_tx(tx: &mut Tx<'_>, id: RoleGroupId, details: &Details, (): ()) -> Result<Around, sqlx::Error> {
        database::one_at_a_time_in_tx(tx, "unique among role groups").await?;
        let row = sqlx::query(
            "select exists (select from role_groups where role_group_id <> $1 and lower(name) = lower($2)) as name_taken,
                    exists (select from role_groups where role_group_id <> $1 and lower(directory_group) = lower($3)) as directory_group_taken,
                    exists (select from roles where role_id = $4) as role_known",
        )
        .bind(id.uuid())
        .bind(&details.name)
        .bind(&details.directory_group)
        .bind(details.role.uuid())
        .fetch_one(&mut **tx)
        .await?;
        Ok(Around {
            name_taken: row.try_get("name_taken")?,
            directory_group_taken: row.try_get("directory_group_taken")?,
            role_known: row.try_get("role_known")?,
        })
    }
}
