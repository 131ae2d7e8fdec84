//! What residents can write about, and who works which queue.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chassis::{
    Pool, Tx,
    projection::{Projection, ProjectionError, ReadModel},
    store::RawRecorded,
};
use chassis_domain::{Admission, Aggregate, Matter, Uuid};
use jiff_sqlx::ToSqlx;
use sqlx::{Row, postgres::PgRow, types::Json};

use crate::category::{Category, CategoryDetails, Event, Module, QueueDetails, QueueKind, SubcategoryId, Texts};

/// The read model.
pub struct Categories;

/// A category as lists show it.
#[derive(Clone, Debug)]
pub struct CategoryRow {
    /// Which.
    pub category_id: Uuid,
    /// Names by language.
    pub name: Texts,
    /// Descriptions by language.
    pub description: Texts,
    /// Icon.
    pub icon: String,
    /// What it is about.
    pub matter: Matter,
    /// Its queues.
    pub subcategories: Vec<SubcategoryRow>,
}

/// A queue as lists show it.
#[derive(Clone, Debug)]
pub struct SubcategoryRow {
    /// Which.
    pub subcategory_id: Uuid,
    /// Names by language.
    pub name: Texts,
    /// Descriptions by language.
    pub description: Texts,
}

/// Names of a queue and of its category.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The category's.
    pub category: Texts,
    /// The queue's.
    pub subcategory: Texts,
}

impl ReadModel for Categories {
    const NAME: &'static str = "categories";
    const VERSION: u32 = 3;
    const TABLES: &'static [&'static str] = &["service_areas", "categories", "subcategories"];
    const CATEGORIES: &'static [&'static str] = &[Category::CATEGORY];
    const DDL: Option<&'static str> = Some(
        "create table service_areas (
             service_area_id uuid not null,
             name text not null,
             constraint service_areas_pkey primary key (service_area_id)
         );
         create table categories (
             category_id uuid not null,
             module smallint not null,
             name jsonb not null,
             description jsonb not null,
             words text not null,
             icon text not null,
             matter smallint not null,
             service_area_ids uuid[] not null,
             place integer not null,
             archived boolean not null,
             version bigint not null,
             updated_at timestamptz not null,
             constraint categories_pkey primary key (category_id)
         );
         create table subcategories (
             subcategory_id uuid not null,
             category_id uuid not null,
             kind smallint not null,
             name jsonb not null,
             description jsonb not null,
             survey_id uuid,
             url_tail text not null,
             role_ids uuid[] not null,
             location_ids uuid[] not null,
             place integer not null,
             archived boolean not null,
             constraint subcategories_pkey primary key (subcategory_id)
         );",
    );
}

impl Projection for Categories {
    async fn apply_in_tx(&self, tx: &mut Tx<'_>, event: &RawRecorded) -> Result<(), ProjectionError> {
        let category_id = event.meta.aggregate_id;
        match event.decode::<Event>()? {
            Event::Defined(details) => define(tx, event, details).await?,
            Event::SubcategoryAdded { subcategory, details } => add(tx, category_id, subcategory, details).await?,
            Event::Archived { subcategory } => set_archived(tx, event, subcategory, true).await?,
            Event::Restored { subcategory } => set_archived(tx, event, subcategory, false).await?,
            Event::Placed { place } => {
                sqlx::query("update categories set place = $2 where category_id = $1")
                    .bind(category_id)
                    .bind(column(place))
                    .execute(&mut **tx)
                    .await?;
            }
            Event::QueuesOrdered { order } => {
                sqlx::query(
                    "update subcategories s set place = ranked.place
                     from (select subcategory_id, row_number() over (order by array_position($2, subcategory_id) nulls last, place, subcategory_id) - 1
                               as place from subcategories where category_id = $1) ranked
                     where s.subcategory_id = ranked.subcategory_id",
                )
                .bind(category_id)
                .bind(order.iter().map(|queue| queue.uuid()).collect::<Vec<_>>())
                .execute(&mut **tx)
                .await?;
            }
        }
        sqlx::query("update categories set updated_at = $2 where category_id = $1")
            .bind(category_id)
            .bind(event.meta.recorded_at.to_sqlx())
            .execute(&mut **tx)
            .await?;
        Ok(())
    }
}

async fn define(tx: &mut Tx<'_>, event: &RawRecorded, details: CategoryDetails) -> Result<(), sqlx::Error> {
    let CategoryDetails { name, description, icon, service_areas, place, matter, module } = details;
    for (area, area_name) in &service_areas {
        sqlx::query(
            "insert into service_areas (service_area_id, name) values ($1, $2) on conflict (service_area_id) do update set name = excluded.name",
        )
        .bind(area.uuid())
        .bind(area_name)
        .execute(&mut **tx)
        .await?;
    }
    let words: Vec<_> = name.values().chain(description.values()).map(String::as_str).collect();
    sqlx::query(
        "insert into categories (category_id, module, name, description, words, icon, matter, service_area_ids, place, archived, version, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, false, $10, $11)
         on conflict (category_id) do update set module = excluded.module, name = excluded.name, description = excluded.description,
             words = excluded.words, icon = excluded.icon, matter = excluded.matter, service_area_ids = excluded.service_area_ids,
             place = excluded.place, version = excluded.version",
    )
    .bind(event.meta.aggregate_id)
    .bind(number(module.number()))
    .bind(Json(&name))
    .bind(Json(&description))
    .bind(words.join(" "))
    .bind(icon)
    .bind(number(matter.number()))
    .bind(service_areas.keys().map(|area| area.uuid()).collect::<Vec<_>>())
    .bind(column(place))
    .bind(i64::try_from(event.meta.version).unwrap_or(i64::MAX))
    .bind(event.meta.recorded_at.to_sqlx())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn add(tx: &mut Tx<'_>, category_id: Uuid, subcategory: SubcategoryId, details: QueueDetails) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into subcategories
             (subcategory_id, category_id, kind, name, description, survey_id, url_tail, role_ids, location_ids, place, archived)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, false)
         on conflict (subcategory_id) do update set kind = excluded.kind, name = excluded.name, description = excluded.description,
             survey_id = excluded.survey_id, url_tail = excluded.url_tail, role_ids = excluded.role_ids, location_ids = excluded.location_ids,
             place = excluded.place",
    )
    .bind(subcategory.uuid())
    .bind(category_id)
    .bind(number(details.kind.number()))
    .bind(Json(details.name))
    .bind(Json(details.description))
    .bind(details.survey)
    .bind(details.url_tail)
    .bind(details.roles.into_iter().collect::<Vec<_>>())
    .bind(details.locations.into_iter().collect::<Vec<_>>())
    .bind(column(details.place))
    .execute(&mut **tx)
    .await?;
    Ok(())
}

async fn set_archived(tx: &mut Tx<'_>, event: &RawRecorded, subcategory: Option<SubcategoryId>, archived: bool) -> Result<(), sqlx::Error> {
    let statement = match subcategory {
        Some(queue) => sqlx::query("update subcategories set archived = $2 where subcategory_id = $1").bind(queue.uuid()).bind(archived),
        None => sqlx::query("update categories set archived = $2, version = $3 where category_id = $1")
            .bind(event.meta.aggregate_id)
            .bind(archived)
            .bind(i64::try_from(event.meta.version).unwrap_or(i64::MAX)),
    };
    statement.execute(&mut **tx).await?;
    Ok(())
}

fn column(place: u32) -> i32 {
    i32::try_from(place).unwrap_or(i32::MAX)
}

pub(super) fn number(number: u32) -> i16 {
    i16::try_from(number).unwrap_or_default()
}

/// All service areas, by name.
pub async fn service_areas(pool: &Pool) -> Result<Vec<(Uuid, String)>, sqlx::Error> {
    sqlx::query_as("select service_area_id, name from service_areas order by name").fetch_all(pool).await
}

/// The categories that residents of an area can choose, with their open queues.
pub async fn of_area(pool: &Pool, service_area_id: Uuid) -> Result<Vec<CategoryRow>, sqlx::Error> {
    let rows = sqlx::query(
        "select c.category_id, c.name, c.description, c.icon, c.matter, s.subcategory_id, s.name as queue_name, s.description as queue_description
         from categories c join subcategories s using (category_id)
         where $1 = any (c.service_area_ids) and not c.archived and not s.archived and c.module = $2 and s.kind = $3
         order by c.place, c.category_id, s.place, s.subcategory_id",
    )
    .bind(service_area_id)
    .bind(number(Module::Inbox.number()))
    .bind(number(QueueKind::Message.number()))
    .fetch_all(pool)
    .await?;
    with_queues(&rows)
}

/// The categories of tasks to which residents can send forms, with the open queues of these.
pub async fn of_forms(pool: &Pool) -> Result<Vec<CategoryRow>, sqlx::Error> {
    let rows = sqlx::query(
        "select c.category_id, c.name, c.description, c.icon, c.matter, s.subcategory_id, s.name as queue_name, s.description as queue_description
         from categories c join subcategories s using (category_id)
         where not c.archived and not s.archived and c.module = $1 and s.kind = $2
         order by c.place, c.category_id, s.place, s.subcategory_id",
    )
    .bind(number(Module::Tasks.number()))
    .bind(number(QueueKind::Form.number()))
    .fetch_all(pool)
    .await?;
    with_queues(&rows)
}

/// A row for each queue, those of a category one after another.
fn with_queues(rows: &[PgRow]) -> Result<Vec<CategoryRow>, sqlx::Error> {
    let mut categories: Vec<CategoryRow> = Vec::new();
    for row in rows {
        let category_id: Uuid = row.try_get("category_id")?;
        let subcategory = SubcategoryRow {
            subcategory_id: row.try_get("subcategory_id")?,
            name: row.try_get::<Json<Texts>, _>("queue_name")?.0,
            description: row.try_get::<Json<Texts>, _>("queue_description")?.0,
        };
        match categories.last_mut().filter(|last| last.category_id == category_id) {
            Some(last) => last.subcategories.push(subcategory),
            None => categories.push(CategoryRow {
                category_id,
                name: row.try_get::<Json<Texts>, _>("name")?.0,
                description: row.try_get::<Json<Texts>, _>("description")?.0,
                icon: row.try_get("icon")?,
                matter: u32::try_from(row.try_get::<i16, _>("matter")?).ok().and_then(Matter::from_number).unwrap_or_default(),
                subcategories: vec![subcategory],
            }),
        }
    }
    Ok(categories)
}

/// How every queue stands to a role at a location.
pub async fn admissions(pool: &Pool, role: Uuid, location: Uuid) -> Result<BTreeMap<SubcategoryId, Admission>, sqlx::Error> {
    let rows: Vec<(Uuid, bool, bool)> = sqlx::query_as("select subcategory_id, $1 = any (role_ids), $2 = any (location_ids) from subcategories")
        .bind(role)
        .bind(location)
        .fetch_all(pool)
        .await?;
    Ok(rows.into_iter().map(|(id, role, location)| (SubcategoryId::from_uuid(id), Admission { role, location })).collect())
}

/// The queues that are open with these admissions.
pub fn open_with(admissions: &BTreeMap<SubcategoryId, Admission>) -> BTreeSet<SubcategoryId> {
    admissions.iter().filter(|(_, admission)| admission.is_given()).map(|(queue, _)| *queue).collect()
}

/// The queues that a role at a location works.
pub async fn queues_of(pool: &Pool, role: Uuid, location: Uuid) -> Result<BTreeSet<SubcategoryId>, sqlx::Error> {
    Ok(open_with(&admissions(pool, role, location).await?))
}

/// A queue, as who works it.
#[derive(Clone, Debug)]
pub struct WorkedQueue {
    /// What it is called.
    pub names: Names,
    /// Takes nothing new.
    pub archived: bool,
    /// The roles that work it ..
    pub role_ids: Vec<Uuid>,
    /// .. at these locations.
    pub location_ids: Vec<Uuid>,
}

/// One queue.
pub async fn worked(pool: &Pool, subcategory: Uuid) -> Result<Option<WorkedQueue>, sqlx::Error> {
    let row = sqlx::query(
        "select s.name as subcategory, c.name as category, s.archived or c.archived as archived, s.role_ids, s.location_ids
         from subcategories s join categories c using (category_id) where s.subcategory_id = $1",
    )
    .bind(subcategory)
    .fetch_optional(pool)
    .await?;
    let read = |row: &PgRow| -> Result<WorkedQueue, sqlx::Error> {
        Ok(WorkedQueue {
            names: names(row)?,
            archived: row.try_get("archived")?,
            role_ids: row.try_get("role_ids")?,
            location_ids: row.try_get("location_ids")?,
        })
    };
    row.as_ref().map(read).transpose()
}

/// The queues that take conversations and that a role works, at whatever location.
pub async fn worked_in(pool: &Pool, role: Uuid) -> Result<Vec<(Uuid, Names)>, sqlx::Error> {
    let rows = sqlx::query(
        "select s.subcategory_id, s.name as subcategory, c.name as category from subcategories s join categories c using (category_id)
         where not s.archived and not c.archived and $1 = any (s.role_ids) order by c.module, c.place, s.place",
    )
    .bind(role)
    .fetch_all(pool)
    .await?;
    rows.iter().map(|row| Ok((row.try_get("subcategory_id")?, names(row)?))).collect()
}

/// Every open queue with its category and kind: where a conversation can be sent.
pub async fn open_queues(pool: &Pool) -> Result<Vec<(Uuid, QueueKind, Names)>, sqlx::Error> {
    let rows = sqlx::query(
        "select s.subcategory_id, s.kind, s.name as subcategory, c.name as category from subcategories s join categories c using (category_id)
         where not s.archived and not c.archived order by c.module, c.place, s.place",
    )
    .fetch_all(pool)
    .await?;
    let kind = |row: &PgRow| Ok::<_, sqlx::Error>(QueueKind::from_number(u32::try_from(row.try_get::<i16, _>("kind")?).unwrap_or_default()));
    rows.iter().map(|row| Ok((row.try_get("subcategory_id")?, kind(row)?, names(row)?))).collect()
}

/// The category of a queue.
pub async fn category_of(pool: &Pool, subcategory: Uuid) -> Result<Option<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select category_id from subcategories where subcategory_id = $1").bind(subcategory).fetch_optional(pool).await
}

/// Names of queues and their categories.
pub async fn names_of(pool: &Pool, subcategories: &[Uuid]) -> Result<HashMap<Uuid, Names>, sqlx::Error> {
    let rows = sqlx::query(
        "select s.subcategory_id, s.name as subcategory, c.name as category from subcategories s join categories c using (category_id)
         where s.subcategory_id = any ($1)",
    )
    .bind(subcategories)
    .fetch_all(pool)
    .await?;
    rows.iter().map(|row| Ok((row.try_get("subcategory_id")?, names(row)?))).collect()
}

fn names(row: &PgRow) -> Result<Names, sqlx::Error> {
    let texts = |column: &str| -> Result<BTreeMap<String, String>, sqlx::Error> { Ok(row.try_get::<Json<Texts>, _>(column)?.0) };
    Ok(Names { category: texts("category")?, subcategory: texts("subcategory")? })
}
