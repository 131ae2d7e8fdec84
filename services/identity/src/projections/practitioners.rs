//! Professionals with level, roles and locations. Names stay sealed.

use std::sync::LazyLock;

use chassis::{
    Pool, Tx,
    projection::{Projection, ProjectionError, ReadModel},
    sealing::to_column,
    store::RawRecorded,
};
use chassis_domain::Aggregate;
use jiff_sqlx::ToSqlx;
use sqlx::{Row, postgres::PgRow};
use uuid::Uuid;

use crate::{
    practitioner::{Practitioner, Registered},
    role_group::Details,
};

/// The read model.
pub struct Practitioners;

/// The number in the place of the level of whoever is disabled: none is linked to them.
const DISABLED: i16 = 0;

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

impl ReadModel for Practitioners {
    const NAME: &'static str = "practitioners";
    const VERSION: u32 = 3;
    const TABLES: &'static [&'static str] = &["practitioners"];
    const CATEGORIES: &'static [&'static str] = &[Practitioner::CATEGORY];
}

impl Projection for Practitioners {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let registered: Registered = event.decode()?;
        let holds = !registered.disabled;
        sqlx::query(
            "insert into practitioners (person_id, name, level, role_ids, location_ids, directory_groups) values ($1, $2, $3, $4, $5, $6)
             on conflict (person_id) do update set name = excluded.name, level = excluded.level, role_ids = excluded.role_ids,
                 location_ids = excluded.location_ids, directory_groups = excluded.directory_groups",
        )
        .bind(event.meta.aggregate_id)
        .bind(registered.name.blob().map(to_column).unwrap_or_default())
        .bind(if holds { i16::try_from(registered.level.number()).unwrap_or_default() } else { DISABLED })
        .bind(registered.roles.iter().filter(|_| holds).map(|role| role.uuid()).collect::<Vec<_>>())
        .bind(registered.locations.iter().filter(|_| holds).map(|location| location.uuid()).collect::<Vec<_>>())
        // A directory knows no capital letters.
        .bind(registered.groups.iter().filter(|_| holds).map(|group| group.to_lowercase()).collect::<Vec<_>>())
        .execute(&mut **tx)
        .await?;
        Ok(())
    }
}

/// The rule of which roles a professional `p` holds: those given by hand, and those that these role groups give to the person's groups of
/// the directory. As rows of role and directory group (none: by hand).
pub(super) fn held_roles(role_groups: &str) -> String {
    format!(
        "select unnest(p.role_ids) as role_id, null::text as directory_group
         union all select g.role_id, g.directory_group from {role_groups} g where lower(g.directory_group) = any (p.directory_groups)"
    )
}

/// The roles are those that the role groups give at this moment: an administrator's change holds from then on.
static COLUMNS: LazyLock<String> = LazyLock::new(|| {
    format!(
        "select person_id, name, level, location_ids,
             array(select distinct held.role_id from ({}) as held order by 1) as role_ids from practitioners p",
        held_roles("role_groups")
    )
});

/// One professional.
pub async fn find(pool: &Pool, person_id: Uuid) -> Result<Option<Known>, sqlx::Error> {
    let statement = sqlx::AssertSqlSafe(format!("{} where person_id = $1", *COLUMNS));
    sqlx::query(statement).bind(person_id).fetch_optional(pool).await?.as_ref().map(known).transpose()
}

/// What gives a professional each role: the role, and the group of the directory as administrators spell it (none: by hand).
pub async fn sources(pool: &Pool, person_id: Uuid) -> Result<Vec<(Uuid, Option<String>)>, sqlx::Error> {
    let statement = format!(
        "select held.role_id, held.directory_group from practitioners p cross join lateral ({}) as held
         where p.person_id = $1 order by held.role_id, held.directory_group nulls first",
        held_roles("role_groups")
    );
    sqlx::query_as(sqlx::AssertSqlSafe(statement)).bind(person_id).fetch_all(pool).await
}

/// Groups of the directory that a professional belongs to and that give nothing, since no role group stands for them.
pub async fn unmatched_groups(pool: &Pool, person_id: Uuid) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar(
        "select told from practitioners p cross join lateral unnest(p.directory_groups) as told
         where p.person_id = $1 and not exists (select from role_groups g where lower(g.directory_group) = told) order by told",
    )
    .bind(person_id)
    .fetch_all(pool)
    .await
}

/// Everybody's name, sealed, and level.
pub async fn everybody(pool: &Pool) -> Result<Vec<(Uuid, Vec<u8>, i16)>, sqlx::Error> {
    sqlx::query_as("select person_id, name, level from practitioners").fetch_all(pool).await
}

/// A role that somebody would hold, or would hold no more.
#[derive(Clone, Copy, Debug)]
pub struct Shift {
    /// Who.
    pub person_id: Uuid,
    /// Which role.
    pub role_id: Uuid,
    /// Gained, or lost.
    pub gains: bool,
    /// A living session of the person works in the role.
    pub at_work: bool,
}

/// What would become of the roles of everybody if a role group were as these details say, or were no more.
pub async fn shifts(pool: &Pool, role_group_id: Uuid, details: Option<&Details>, now: jiff::Timestamp) -> Result<Vec<Shift>, sqlx::Error> {
    let statement = format!(
        "with role_groups_then as (
             select role_id, directory_group from role_groups where role_group_id <> $1
             union all select $2::uuid, $3::text where $3 is not null
         ),
         now_held as (select distinct p.person_id, held.role_id from practitioners p cross join lateral ({}) as held),
         then_held as (select distinct p.person_id, held.role_id from practitioners p cross join lateral ({}) as held),
         shifts as (
             (select person_id, role_id, true as gains from (table then_held except table now_held) as gained)
             union all (select person_id, role_id, false from (table now_held except table then_held) as lost)
         )
         select person_id, role_id, gains, exists (
             select from sessions s join session_secrets k using (session_id)
             where s.person_id = shifts.person_id and s.role_id = shifts.role_id and not s.ended
               and least(k.idle_ends_at, k.absolute_ends_at) > $4
         ) as at_work from shifts order by role_id, person_id",
        held_roles("role_groups"),
        held_roles("role_groups_then")
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(statement))
        .bind(role_group_id)
        .bind(details.map(|details| details.role.uuid()))
        .bind(details.map(|details| details.directory_group.as_str()))
        .bind(now.to_sqlx())
        .fetch_all(pool)
        .await?;
    rows.iter()
        .map(|row| {
            Ok(Shift {
                person_id: row.try_get("person_id")?,
                role_id: row.try_get("role_id")?,
                gains: row.try_get("gains")?,
                at_work: row.try_get("at_work")?,
            })
        })
        .collect()
}

/// What professionals are called, sealed.
pub async fn names(pool: &Pool, person_ids: &[Uuid]) -> Result<Vec<(Uuid, Vec<u8>)>, sqlx::Error> {
    sqlx::query_as("select person_id, name from practitioners where person_id = any ($1)").bind(person_ids).fetch_all(pool).await
}

/// The sealed names of everybody who holds one of these roles and may work at one of these locations.
pub async fn working(pool: &Pool, role_ids: &[Uuid], location_ids: &[Uuid]) -> Result<Vec<Vec<u8>>, sqlx::Error> {
    let statement = format!(
        "select p.name from practitioners p where p.location_ids && $2
             and exists (select from ({}) as held where held.role_id = any ($1))",
        held_roles("role_groups")
    );
    sqlx::query_scalar(sqlx::AssertSqlSafe(statement)).bind(role_ids).bind(location_ids).fetch_all(pool).await
}

/// Everybody who may work at a location.
pub async fn at_location(pool: &Pool, location_id: Uuid) -> Result<Vec<Known>, sqlx::Error> {
    let statement = sqlx::AssertSqlSafe(format!("{} where location_ids @> array[$1] order by person_id limit 500", *COLUMNS));
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
