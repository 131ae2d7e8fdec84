//! The read model of a service's admin records: one table for every kind. A row holds what a list needs in columns, and what was saved last
//! as it is stored: a new field of a kind changes no table.

use chassis_domain::{AdminDetails, AdminEvent, AdminRecord, DecodeError, DomainEvent, Id, Stored, Taken, Timestamp, Unique};
use futures::future::BoxFuture;
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use kajo_proto::common::v1::{Name, PageRequest, RecordState};
use sqlx::{Row, postgres::PgRow};
use tonic::Status;
use uuid::Uuid;

use super::AdminKind;
use crate::{
    database::{Pool, Tx},
    grpc,
    page::{self, NameCursor},
    projection::{AppendPlan, InlineProjection, Plan, ProjectionError, Statement},
    sealing::KeySet,
    search,
    store::{RawRecorded, number},
};

/// The read model `admin_records` of a service: which kinds of records it keeps.
pub struct AdminRecords {
    version: u32,
    kinds: Vec<RecordKind>,
    categories: &'static [&'static str],
}

/// A kind of record whose type is forgotten.
#[derive(Clone, Copy)]
pub struct RecordKind {
    pub(super) category: &'static str,
    statement: fn(&RawRecorded) -> Result<Statement, DecodeError>,
    pub(super) name: fn(&PgRow) -> Result<Name, Status>,
}

impl RecordKind {
    /// Of these details.
    pub const fn of<D: AdminDetails>() -> Self {
        Self { category: D::CATEGORY, statement: statement::<D>, name: name::<D> }
    }
}

impl AdminRecords {
    /// Of these kinds. `version` is raised when words, names or what is unique of a kind are made in another way.
    pub fn new(version: u32, kinds: &[RecordKind]) -> Self {
        // Once per start: what a service is made of lives as long as its process.
        let categories = kinds.iter().map(|kind| kind.category).collect::<Vec<_>>().leak();
        Self { version, kinds: kinds.to_vec(), categories }
    }

    fn statements(&self, events: &[RawRecorded]) -> Result<Vec<Statement>, ProjectionError> {
        let of = |event: &RawRecorded| self.kinds.iter().find(|kind| kind.category == event.category).map(|kind| (kind.statement)(event));
        Ok(events.iter().filter_map(of).collect::<Result<_, _>>()?)
    }
}

fn statement<D: AdminDetails>(event: &RawRecorded) -> Result<Statement, DecodeError> {
    let number = i64::try_from(event.meta.version).unwrap_or(i64::MAX);
    let saved = |sql: &'static str| Statement::new(sql).bind(event.meta.aggregate_id);
    Ok(match event.decode::<AdminEvent<D>>()? {
        AdminEvent::Defined(details) => saved(
            "insert into admin_records (id, category, name, words, uniques, refers, archived, version, updated_at, schema, payload)
             values ($1, $2, $3, $4, $5, $6, false, $7, $8, $9, $10)
             on conflict (id) do update set name = excluded.name, words = excluded.words, uniques = excluded.uniques, refers = excluded.refers,
                 version = excluded.version, updated_at = excluded.updated_at, schema = excluded.schema, payload = excluded.payload",
        )
        .bind(D::CATEGORY)
        .bind(details.name().to_owned())
        .bind(details.words())
        .bind(details.unique().iter().map(Unique::key).collect::<Vec<_>>())
        .bind(details.refers())
        .bind(number)
        .bind(event.meta.recorded_at.to_sqlx())
        .bind(i16::try_from(event.stored.schema).unwrap_or(i16::MAX))
        .bind(event.stored.payload.clone()),
        AdminEvent::Archived => saved("update admin_records set archived = true, version = $2, updated_at = $3 where id = $1")
            .bind(number)
            .bind(event.meta.recorded_at.to_sqlx()),
        AdminEvent::Restored => saved("update admin_records set archived = false, version = $2, updated_at = $3 where id = $1")
            .bind(number)
            .bind(event.meta.recorded_at.to_sqlx()),
        AdminEvent::Removed => saved("delete from admin_records where id = $1"),
    })
}

impl InlineProjection for AdminRecords {
    fn name(&self) -> &'static str {
        "admin_records"
    }

    fn version(&self) -> u32 {
        self.version
    }

    fn tables(&self) -> &'static [&'static str] {
        &["admin_records"]
    }

    fn categories(&self) -> &'static [&'static str] {
        self.categories
    }

    fn ddl(&self) -> Option<&'static str> {
        Some(
            "create table admin_records (
                 id uuid not null,
                 category text not null,
                 name text not null,
                 words text not null,
                 uniques text[] not null,
                 refers uuid[] not null,
                 archived boolean not null,
                 version bigint not null,
                 updated_at timestamptz not null,
                 schema smallint not null,
                 payload bytea not null,
                 constraint admin_records_pkey primary key (id)
             );
             create index admin_records_by_name on admin_records (category, name, id);
             create index admin_records_by_uniques on admin_records using gin (uniques);
             create index admin_records_by_refers on admin_records using gin (refers);",
        )
    }

    fn plan<'e>(&self, events: &'e [RawRecorded]) -> Result<Plan<'e>, ProjectionError> {
        let statements = self.statements(events)?;
        Ok(match statements.len() {
            0 => Plan::Nothing,
            1 => Plan::InStatement(AppendPlan { statements, ..AppendPlan::default() }),
            // Parts of one statement do not see what the others write.
            _ => Plan::InTransaction,
        })
    }

    fn apply_in_tx<'a>(&'a self, tx: &'a mut Tx<'_>, events: &'a [RawRecorded]) -> BoxFuture<'a, Result<(), ProjectionError>> {
        Box::pin(async move {
            for statement in self.statements(events)? {
                statement.execute(tx).await?;
            }
            Ok(())
        })
    }
}

/// One record, as the admin panel shows it.
#[derive(Clone, Debug)]
pub struct Record<K: AdminKind> {
    /// Which.
    pub id: Uuid,
    /// As it was saved last.
    pub details: K::Details,
    /// Nothing new uses it.
    pub archived: bool,
    /// What a save must name.
    pub version: u64,
    /// When it was changed.
    pub updated_at: Timestamp,
}

/// What a list is asked for.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Words that stand somewhere in a record.
    pub search: String,
    /// A [`RecordState`].
    pub state: i32,
    /// Which page.
    pub page: Option<PageRequest>,
}

/// A page of those that match, by name, and the token of the next one.
///
/// # Errors
/// When the page's token is none of ours, or the database fails.
pub async fn list<K: AdminKind>(pool: &Pool, asked: Asked) -> Result<(Vec<Record<K>>, String), Status> {
    let page = asked.page.unwrap_or_default();
    let after = NameCursor::parse(&page.token).map_err(|refusal| grpc::refused(&refusal))?;
    let size = page::size(page.size);
    let archived = match RecordState::try_from(asked.state) {
        Ok(RecordState::Active) => Some(false),
        Ok(RecordState::Archived) => Some(true),
        Ok(RecordState::Unspecified) | Err(_) => None,
    };
    let rows = sqlx::query(
        "select id, archived, version, updated_at, schema, payload from admin_records
         where category = $1 and words ilike all ($2) and ($3::boolean is null or archived = $3)
           and ($4::text is null or (name, id) > ($4, $5))
         order by name, id limit $6",
    )
    .bind(K::Details::CATEGORY)
    .bind(search::patterns(&asked.search))
    .bind(archived)
    .bind(after.as_ref().map(|after| after.name.as_str()))
    .bind(after.as_ref().map(|after| after.id))
    .bind(i64::try_from(size + 1).unwrap_or(i64::MAX))
    .fetch_all(pool)
    .await
    .map_err(grpc::fault)?;
    let mut records = rows.iter().map(read::<K>).collect::<Result<Vec<_>, _>>()?;
    let next = page::cut(&mut records, size, |last| NameCursor { name: last.details.name().to_owned(), id: last.id }.token());
    Ok((records, next))
}

/// One of them.
///
/// # Errors
/// When there is none of this id, or the database fails.
pub async fn get<K: AdminKind>(pool: &Pool, id: &str) -> Result<Record<K>, Status> {
    let id = Id::<AdminRecord<K::Details>>::parse(id).ok_or_else(grpc::not_found)?;
    let row = sqlx::query("select id, archived, version, updated_at, schema, payload from admin_records where category = $1 and id = $2")
        .bind(K::Details::CATEGORY)
        .bind(id.uuid())
        .fetch_optional(pool)
        .await
        .map_err(grpc::fault)?;
    read(&row.ok_or_else(grpc::not_found)?)
}

/// Several of them: those that there are, archived ones included.
///
/// # Errors
/// When the database fails.
pub async fn some<K: AdminKind>(pool: &Pool, ids: &[Uuid]) -> Result<Vec<Record<K>>, Status> {
    let rows = sqlx::query(
        "select id, archived, version, updated_at, schema, payload from admin_records where category = $1 and id = any ($2) order by name, id",
    )
    .bind(K::Details::CATEGORY)
    .bind(ids)
    .fetch_all(pool)
    .await
    .map_err(grpc::fault)?;
    rows.iter().map(read::<K>).collect()
}

/// Several of them, as they were saved last, each with whether it is archived; for a service's own use of what it keeps.
///
/// # Errors
/// When the database fails.
pub async fn details_of<D: AdminDetails>(pool: &Pool, ids: &[Uuid]) -> Result<Vec<(Uuid, D, bool)>, Status> {
    let rows = sqlx::query("select id, archived, schema, payload from admin_records where category = $1 and id = any ($2) order by name, id")
        .bind(D::CATEGORY)
        .bind(ids)
        .fetch_all(pool)
        .await
        .map_err(grpc::fault)?;
    let read = |row: &PgRow| {
        let (id, archived) = (row.try_get("id").map_err(grpc::fault)?, row.try_get("archived").map_err(grpc::fault)?);
        Ok((id, details(row)?, archived))
    };
    rows.iter().map(read).collect()
}

/// All of a kind that are not archived, as they were saved last; for a service's own use of what it keeps.
///
/// # Errors
/// When the database fails.
pub async fn in_use<D: AdminDetails>(pool: &Pool) -> Result<Vec<(Uuid, D)>, Status> {
    let rows = sqlx::query("select id, schema, payload from admin_records where category = $1 and not archived order by name, id")
        .bind(D::CATEGORY)
        .fetch_all(pool)
        .await
        .map_err(grpc::fault)?;
    rows.iter().map(|row| Ok((row.try_get("id").map_err(grpc::fault)?, details(row)?))).collect()
}

/// What was saved last, as its row holds it.
fn details<D: AdminDetails>(row: &PgRow) -> Result<D, Status> {
    let column = |error: sqlx::Error| grpc::fault(error);
    let stored = Stored {
        event_type: D::EVENTS.defined.0.to_owned(),
        schema: number(row.try_get::<i16, _>("schema").map_err(column)?).map_err(grpc::fault)?,
        payload: row.try_get("payload").map_err(column)?,
    };
    match AdminEvent::<D>::decode(&stored, &KeySet::default()).map_err(grpc::fault)? {
        AdminEvent::Defined(details) => Ok(details),
        _ => Err(grpc::fault("a row of admin_records is no definition")),
    }
}

/// What it is called, from its row.
fn name<D: AdminDetails>(row: &PgRow) -> Result<Name, Status> {
    Ok(Name {
        id: row.try_get::<Uuid, _>("id").map_err(grpc::fault)?.to_string(),
        names: Some(details::<D>(row)?.names().into()),
        archived: row.try_get("archived").map_err(grpc::fault)?,
    })
}

fn read<K: AdminKind>(row: &PgRow) -> Result<Record<K>, Status> {
    let column = |error: sqlx::Error| grpc::fault(error);
    Ok(Record {
        id: row.try_get("id").map_err(column)?,
        details: details(row)?,
        archived: row.try_get("archived").map_err(column)?,
        version: number(row.try_get::<i64, _>("version").map_err(column)?).map_err(grpc::fault)?,
        updated_at: row.try_get::<SqlTimestamp, _>("updated_at").map_err(column)?.to_jiff(),
    })
}

/// Those of these records that there are, in the order in which they are asked for. They stay so until the transaction ends.
pub async fn some_in_tx<D: AdminDetails>(tx: &mut Tx<'_>, ids: &[Uuid]) -> Result<Vec<D>, sqlx::Error> {
    let rows =
        sqlx::query("select schema, payload from admin_records where category = $1 and id = any ($2) order by array_position($2, id) for share")
            .bind(D::CATEGORY)
            .bind(ids)
            .fetch_all(&mut **tx)
            .await?;
    rows.iter().map(decoded).collect()
}

fn decoded<D: AdminDetails>(row: &PgRow) -> Result<D, sqlx::Error> {
    details(row).map_err(|status| sqlx::Error::Decode(status.into()))
}

/// The other records of a kind that are in use, by name, for a rule that compares them.
pub async fn others_in_tx<D: AdminDetails>(tx: &mut Tx<'_>, id: Uuid) -> Result<Vec<D>, sqlx::Error> {
    let rows = sqlx::query("select schema, payload from admin_records where category = $1 and id <> $2 and not archived order by name, id")
        .bind(D::CATEGORY)
        .bind(id)
        .fetch_all(&mut **tx)
        .await?;
    rows.iter().map(decoded).collect()
}

/// What of these details another record of the kind has, archived ones included.
pub(super) async fn taken_in_tx<D: AdminDetails>(tx: &mut Tx<'_>, id: Uuid, details: &D) -> Result<Taken, sqlx::Error> {
    let unique = details.unique();
    let keys: Vec<_> = unique.iter().map(Unique::key).collect();
    let found: Vec<String> = sqlx::query_scalar(
        "select distinct found from admin_records, unnest(uniques) found where category = $1 and id <> $2 and uniques && $3 and found = any ($3)",
    )
    .bind(D::CATEGORY)
    .bind(id)
    .bind(&keys)
    .fetch_all(&mut **tx)
    .await?;
    Ok(unique.iter().filter(|unique| found.contains(&unique.key())).map(|unique| unique.field).collect())
}
