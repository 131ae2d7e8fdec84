//! What is asked about publications: the list of the admin panel, one of them, and its versions.

use chassis_domain::{DomainEvent, EventType, Id, Publication, PublicationBody, PublicationEvent, Stored, Timestamp};
use jiff_sqlx::Timestamp as SqlTimestamp;
use kajo_proto::common::v1::{PageRequest, RecordState};
use sqlx::{PgExecutor, Row, postgres::PgRow};
use tonic::Status;
use uuid::Uuid;

use super::PublicationKind;
use crate::{
    database::Pool,
    grpc,
    page::{self, NameCursor},
    sealing::KeySet,
    search,
    store::{StoreError, number},
};

/// One publication, as the admin panel shows it.
#[derive(Clone, Debug)]
pub struct Written<K: PublicationKind> {
    /// Which.
    pub id: Uuid,
    /// The draft where there is one, otherwise what is in force.
    pub body: K::Body,
    /// Something is written that is not in force.
    pub has_draft: bool,
    /// The version in force; 0: none yet.
    pub published_version: u32,
    /// Since when it is in force.
    pub published_at: Option<Timestamp>,
    /// Nothing new uses it.
    pub archived: bool,
    /// What a change must name.
    pub version: u64,
    /// When it was changed.
    pub updated_at: Timestamp,
    /// What is in force while a draft stands beside it.
    beside: Option<K::Body>,
}

impl<K: PublicationKind> Written<K> {
    /// What is in force; `None`: nothing yet.
    pub fn in_force(&self) -> Option<&K::Body> {
        if self.has_draft { self.beside.as_ref() } else { Some(&self.body) }
    }
}

/// A version that is or was in force.
#[derive(Clone, Debug)]
pub struct Version<K: PublicationKind> {
    /// The first is 1.
    pub published_version: u32,
    /// Its words.
    pub body: K::Body,
    /// Since when.
    pub published_at: Timestamp,
}

/// What a list is asked for.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// Words that stand somewhere in a publication.
    pub search: String,
    /// A [`RecordState`].
    pub state: i32,
    /// Those of one [`PublicationBody::kind`]; `None`: all.
    pub kind: Option<u32>,
    /// Which page.
    pub page: Option<PageRequest>,
}

const COLUMNS: &str =
    "id, draft_schema, draft, published_schema, published, published_version, published_at, archived, version, updated_at from publications";

/// A page of those that match, by name, and the token of the next one.
///
/// # Errors
/// When the page's token is none of ours, or the database fails.
pub async fn list<K: PublicationKind>(pool: &Pool, asked: Listing) -> Result<(Vec<Written<K>>, String), Status> {
    let page = asked.page.unwrap_or_default();
    let after = NameCursor::parse(&page.token).map_err(|refusal| grpc::refused(&refusal))?;
    let size = page::size(page.size);
    let archived = match RecordState::try_from(asked.state) {
        Ok(RecordState::Active) => Some(false),
        Ok(RecordState::Archived) => Some(true),
        Ok(RecordState::Unspecified) | Err(_) => None,
    };
    let rows = sqlx::query(sqlx::AssertSqlSafe(format!(
        "select {COLUMNS}
         where category = $1 and words ilike all ($2) and ($3::boolean is null or archived = $3) and ($4::integer is null or kind = $4)
           and ($5::text is null or (name, id) > ($5, $6))
         order by name, id limit $7",
    )))
    .bind(K::Body::CATEGORY)
    .bind(search::patterns(&asked.search))
    .bind(archived)
    .bind(asked.kind.map(|kind| i32::try_from(kind).unwrap_or(i32::MAX)))
    .bind(after.as_ref().map(|after| after.name.as_str()))
    .bind(after.as_ref().map(|after| after.id))
    .bind(i64::try_from(size + 1).unwrap_or(i64::MAX))
    .fetch_all(pool)
    .await
    .map_err(grpc::fault)?;
    let mut found = rows.iter().map(written::<K>).collect::<Result<Vec<_>, _>>()?;
    let next = page::cut(&mut found, size, |last| NameCursor { name: last.body.name().to_owned(), id: last.id }.token());
    Ok((found, next))
}

/// One of them.
///
/// # Errors
/// When there is none of this id, or the database fails.
pub async fn get<K: PublicationKind>(pool: &Pool, id: &str) -> Result<Written<K>, Status> {
    let id = Id::<Publication<K::Body>>::parse(id).ok_or_else(grpc::not_found)?;
    let row = sqlx::query(sqlx::AssertSqlSafe(format!("select {COLUMNS} where category = $1 and id = $2")))
        .bind(K::Body::CATEGORY)
        .bind(id.uuid())
        .fetch_optional(pool)
        .await
        .map_err(grpc::fault)?;
    written(&row.ok_or_else(grpc::not_found)?)
}

/// Several of them: those that there are.
///
/// # Errors
/// When the database fails.
pub async fn some<K: PublicationKind>(pool: &Pool, ids: &[Uuid]) -> Result<Vec<Written<K>>, Status> {
    let rows = sqlx::query(sqlx::AssertSqlSafe(format!("select {COLUMNS} where category = $1 and id = any ($2) order by name, id")))
        .bind(K::Body::CATEGORY)
        .bind(ids)
        .fetch_all(pool)
        .await
        .map_err(grpc::fault)?;
    rows.iter().map(written).collect()
}

/// A page of what was published of one, the newest first, and the token of the next page.
///
/// # Errors
/// When there is none of this id, the page's token is none of ours, or the database fails.
pub async fn versions<K: PublicationKind>(pool: &Pool, id: &str, page: PageRequest) -> Result<(Vec<Version<K>>, String), Status> {
    let id = get::<K>(pool, id).await?.id;
    let before = match page.token.as_str() {
        "" => i32::MAX,
        token => token.parse().map_err(|_| grpc::refused(&page::PageToken))?,
    };
    let size = page::size(page.size);
    let rows = sqlx::query(
        "select published_version, published_at, schema, payload from publication_versions where id = $1 and published_version < $2
         order by published_version desc limit $3",
    )
    .bind(id)
    .bind(before)
    .bind(i64::try_from(size + 1).unwrap_or(i64::MAX))
    .fetch_all(pool)
    .await
    .map_err(grpc::fault)?;
    let mut found = rows.iter().map(version_of::<K>).collect::<Result<Vec<_>, _>>().map_err(Status::from)?;
    let next = page::cut(&mut found, size, |last| last.published_version.to_string());
    Ok((found, next))
}

/// One version of one.
///
/// # Errors
/// When there is none of this id and number, or the database fails.
pub async fn version<K: PublicationKind>(pool: &Pool, id: &str, published_version: u32) -> Result<Version<K>, Status> {
    let id = Id::<Publication<K::Body>>::parse(id).ok_or_else(grpc::not_found)?;
    find_version::<K>(pool, id, published_version).await?.ok_or_else(grpc::not_found)
}

pub(super) async fn find_version<K: PublicationKind>(
    executor: impl PgExecutor<'_>,
    id: Id<Publication<K::Body>>,
    published_version: u32,
) -> Result<Option<Version<K>>, StoreError> {
    let row = sqlx::query(
        "select published_version, published_at, schema, payload from publication_versions where id = $1 and category = $2 and published_version = $3",
    )
    .bind(id.uuid())
    .bind(K::Body::CATEGORY)
    .bind(i32::try_from(published_version).unwrap_or(i32::MAX))
    .fetch_optional(executor)
    .await?;
    row.as_ref().map(version_of).transpose()
}

fn version_of<K: PublicationKind>(row: &PgRow) -> Result<Version<K>, StoreError> {
    Ok(Version {
        published_version: number(row.try_get::<i32, _>("published_version")?)?,
        body: body::<K>(K::Body::EVENTS.published, row.try_get("schema")?, row.try_get("payload")?)?,
        published_at: row.try_get::<SqlTimestamp, _>("published_at")?.to_jiff(),
    })
}

fn written<K: PublicationKind>(row: &PgRow) -> Result<Written<K>, Status> {
    read(row).map_err(Status::from)
}

fn read<K: PublicationKind>(row: &PgRow) -> Result<Written<K>, StoreError> {
    let draft: Option<Vec<u8>> = row.try_get("draft")?;
    let published_version: u32 = number(row.try_get::<i32, _>("published_version")?)?;
    let has_draft = draft.is_some();
    let (body, beside) = match draft {
        Some(draft) => {
            let body = body::<K>(K::Body::EVENTS.drafted, row.try_get("draft_schema")?, draft)?;
            (body, (published_version > 0).then(|| in_force::<K>(row)).transpose()?)
        }
        None => (in_force::<K>(row)?, None),
    };
    Ok(Written {
        id: row.try_get("id")?,
        body,
        has_draft,
        published_version,
        published_at: row.try_get::<Option<SqlTimestamp>, _>("published_at")?.map(SqlTimestamp::to_jiff),
        archived: row.try_get("archived")?,
        version: number(row.try_get::<i64, _>("version")?)?,
        updated_at: row.try_get::<SqlTimestamp, _>("updated_at")?.to_jiff(),
        beside,
    })
}

/// The words that are in force, of a row that has some.
pub(super) fn in_force<K: PublicationKind>(row: &PgRow) -> Result<K::Body, StoreError> {
    body::<K>(K::Body::EVENTS.published, row.try_get("published_schema")?, row.try_get("published")?)
}

/// Words as an event of this type stored them.
fn body<K: PublicationKind>(event_type: EventType, schema: i16, payload: Vec<u8>) -> Result<K::Body, StoreError> {
    let stored = Stored { event_type: event_type.0.to_owned(), schema: number(schema)?, payload };
    match PublicationEvent::<K::Body>::decode(&stored, &KeySet::default())? {
        PublicationEvent::Drafted(body) | PublicationEvent::Published { body, .. } => Ok(body),
        PublicationEvent::DraftDropped | PublicationEvent::Archived | PublicationEvent::Restored => {
            Err(StoreError::Inconsistent("a row of publications without words"))
        }
    }
}
