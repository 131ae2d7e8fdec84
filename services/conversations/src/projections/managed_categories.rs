//! Questions to the read model `categories` that the admin panel asks, and services about forms and tasks.

use chassis::{Pool, Tx, search};
use chassis_domain::{Matter, Timestamp, Uuid};
use jiff_sqlx::Timestamp as SqlTimestamp;
use sqlx::{Row, postgres::PgRow, types::Json};

use super::categories::number;
use crate::{
    category::{CategoryDetails, Module, QueueKind, Texts},
    conversation::value::ServiceAreaId,
};

/// A category as the admin panel lists it.
#[derive(Clone, Debug)]
pub struct ManagedRow {
    /// Which.
    pub category_id: Uuid,
    /// What is kept of it, but for the names of service areas.
    pub details: CategoryDetails,
    /// Nothing new is accepted.
    pub archived: bool,
    /// What a save must have seen.
    pub version: u64,
    /// When it, or a queue of it, was changed.
    pub updated_at: Timestamp,
    /// Queues that take something in.
    pub open_queues: u32,
}

const MANAGED: &str =
    "select c.category_id, c.name, c.description, c.icon, c.service_area_ids, c.place, c.matter, c.module, c.archived, c.version, c.updated_at,
         (select count(*) from subcategories s where s.category_id = c.category_id and not s.archived and not c.archived)
         as open_queues from categories c";

/// The categories of a module that match, in the order of lists.
pub async fn managed(pool: &Pool, module: Module, search: &str, archived: Option<bool>) -> Result<Vec<ManagedRow>, sqlx::Error> {
    let statement = format!(
        "{MANAGED} where c.module = $1 and c.words ilike all ($2) and ($3::boolean is null or c.archived = $3) order by c.place, c.category_id"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(statement))
        .bind(number(module.number()))
        .bind(search::patterns(search))
        .bind(archived)
        .fetch_all(pool)
        .await?;
    rows.iter().map(managed_row).collect()
}

/// One of them.
pub async fn managed_one(pool: &Pool, category_id: Uuid) -> Result<Option<ManagedRow>, sqlx::Error> {
    let statement = format!("{MANAGED} where c.category_id = $1");
    sqlx::query(sqlx::AssertSqlSafe(statement)).bind(category_id).fetch_optional(pool).await?.as_ref().map(managed_row).transpose()
}

fn managed_row(row: &PgRow) -> Result<ManagedRow, sqlx::Error> {
    let number = |column: &str| Ok::<_, sqlx::Error>(u32::try_from(row.try_get::<i16, _>(column)?).unwrap_or_default());
    let areas = row.try_get::<Vec<Uuid>, _>("service_area_ids")?;
    Ok(ManagedRow {
        category_id: row.try_get("category_id")?,
        details: CategoryDetails {
            name: row.try_get::<Json<Texts>, _>("name")?.0,
            description: row.try_get::<Json<Texts>, _>("description")?.0,
            icon: row.try_get("icon")?,
            service_areas: areas.into_iter().map(|area| (ServiceAreaId::from_uuid(area), String::new())).collect(),
            place: u32::try_from(row.try_get::<i32, _>("place")?).unwrap_or_default(),
            matter: Matter::from_number(number("matter")?).unwrap_or_default(),
            module: Module::from_number(number("module")?).unwrap_or_default(),
        },
        archived: row.try_get("archived")?,
        version: u64::try_from(row.try_get::<i64, _>("version")?).unwrap_or_default(),
        updated_at: row.try_get::<SqlTimestamp, _>("updated_at")?.to_jiff(),
        open_queues: u32::try_from(row.try_get::<i64, _>("open_queues")?).unwrap_or(u32::MAX),
    })
}

/// The ids and places of a module's categories; whoever changes them in another transaction is not seen.
pub async fn places_in_tx(tx: &mut Tx<'_>, module: Module) -> Result<Vec<(Uuid, u32)>, sqlx::Error> {
    let rows: Vec<(Uuid, i32)> =
        sqlx::query_as("select category_id, place from categories where module = $1").bind(number(module.number())).fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().map(|(id, place)| (id, u32::try_from(place).unwrap_or_default())).collect())
}

/// An anonymous form, found by the tail of its address.
#[derive(Clone, Debug)]
pub struct FoundForm {
    /// Its queue.
    pub subcategory_id: Uuid,
    /// Its survey.
    pub survey_id: Option<Uuid>,
    /// The tail that it has now.
    pub url_tail: String,
    /// Takes something in.
    pub open: bool,
    /// What the queue is about.
    pub matter: Matter,
}

/// The form that has this tail, or had it.
pub async fn form_of(pool: &Pool, tail: &str) -> Result<Option<FoundForm>, sqlx::Error> {
    let row = sqlx::query(
        "select s.subcategory_id, s.survey_id, s.url_tail, not s.archived and not c.archived as open, c.matter
         from form_tails t join subcategories s using (subcategory_id) join categories c using (category_id) where t.tail = $1",
    )
    .bind(tail)
    .fetch_optional(pool)
    .await?;
    let read = |row: &PgRow| -> Result<FoundForm, sqlx::Error> {
        Ok(FoundForm {
            subcategory_id: row.try_get("subcategory_id")?,
            survey_id: row.try_get("survey_id")?,
            url_tail: row.try_get("url_tail")?,
            open: row.try_get("open")?,
            matter: u32::try_from(row.try_get::<i16, _>("matter")?).ok().and_then(Matter::from_number).unwrap_or_default(),
        })
    };
    row.as_ref().map(read).transpose()
}

/// Every queue of patient tasks by its Finnish name, with its names, and whether it takes nothing new.
pub async fn task_queues(pool: &Pool) -> Result<Vec<(Uuid, Texts, bool)>, sqlx::Error> {
    let rows: Vec<(Uuid, Json<Texts>, bool)> = sqlx::query_as(
        "select s.subcategory_id, s.name, s.archived or c.archived
         from subcategories s join categories c using (category_id) where s.kind = $1 order by s.name ->> 'fi', s.subcategory_id",
    )
    .bind(number(QueueKind::PatientTask.number()))
    .fetch_all(pool)
    .await?;
    Ok(rows.into_iter().map(|(id, Json(names), archived)| (id, names, archived)).collect())
}
