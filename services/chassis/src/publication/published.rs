//! What is in force of publications, whatever is being written beside it.

use chassis_domain::PublicationBody;
use kajo_proto::common::v1::PageRequest;
use sqlx::{Row, postgres::PgRow};
use tonic::Status;
use uuid::Uuid;

use super::{PublicationKind, reading::in_force};
use crate::{
    database::Pool,
    grpc,
    page::{self, NameCursor},
    search,
    store::{StoreError, number},
};

/// A publication as it is in force.
#[derive(Clone, Debug)]
pub struct Published<K: PublicationKind> {
    /// Which.
    pub id: Uuid,
    /// The version in force.
    pub published_version: u32,
    /// Its words.
    pub body: K::Body,
    /// Nothing new uses it.
    pub archived: bool,
}

/// The name of what is in force may be another one than the draft's.
const COLUMNS: &str = "p.id, p.archived, p.published_version, p.published_schema, p.published
     from publications p join publication_versions v on v.id = p.id and v.published_version = p.published_version";

/// What of the words of what is in force stands on the first line.
const FIRST_LINE: &str = "split_part(v.words, chr(10), 1)";

/// Of these, those that were published, archived ones included.
///
/// # Errors
/// When the database fails.
pub async fn published<K: PublicationKind>(pool: &Pool, ids: &[Uuid]) -> Result<Vec<Published<K>>, Status> {
    let rows = sqlx::query(sqlx::AssertSqlSafe(format!("select {COLUMNS} where p.category = $1 and p.id = any ($2) order by v.name, p.id")))
        .bind(K::Body::CATEGORY)
        .bind(ids)
        .fetch_all(pool)
        .await
        .map_err(grpc::fault)?;
    all(&rows)
}

/// Those of one [`PublicationBody::kind`] that are not archived, by name.
///
/// # Errors
/// When the database fails.
pub async fn published_in_use<K: PublicationKind>(pool: &Pool, kind: u32) -> Result<Vec<Published<K>>, Status> {
    let rows =
        sqlx::query(sqlx::AssertSqlSafe(format!("select {COLUMNS} where p.category = $1 and v.kind = $2 and not p.archived order by v.name, p.id")))
            .bind(K::Body::CATEGORY)
            .bind(i32::try_from(kind).unwrap_or(i32::MAX))
            .fetch_all(pool)
            .await
            .map_err(grpc::fault)?;
    all(&rows)
}

/// A page of those that were published, by name, archived ones included, and the token of the next one. Words are looked for on the first line of
/// [`PublicationBody::words`] alone.
///
/// # Errors
/// When the page's token is none of ours, or the database fails.
pub async fn list_published<K: PublicationKind>(pool: &Pool, words: &str, page: PageRequest) -> Result<(Vec<Published<K>>, String), Status> {
    let statement = format!(
        "select {COLUMNS}
         where p.category = $1 and {FIRST_LINE} ilike all ($2) and ($3::text is null or (v.name, p.id) > ($3, $4))
         order by v.name, p.id limit $5",
    );
    page_of::<K>(pool, statement, (words, page), |body| body.name().to_owned()).await
}

/// A page of those that are not archived, by the first line of [`PublicationBody::words`], on which words are looked for as well, and the token of
/// the next one. Their names stand nowhere in it: they may be for the admin panel alone.
///
/// # Errors
/// When the page's token is none of ours, or the database fails.
pub async fn list_in_use<K: PublicationKind>(pool: &Pool, words: &str, page: PageRequest) -> Result<(Vec<Published<K>>, String), Status> {
    let statement = format!(
        "select {COLUMNS}
         where p.category = $1 and not p.archived and {FIRST_LINE} ilike all ($2) and ($3::text is null or ({FIRST_LINE}, p.id) > ($3, $4))
         order by {FIRST_LINE}, p.id limit $5",
    );
    page_of::<K>(pool, statement, (words, page), |body| body.words().split('\n').next().unwrap_or_default().to_owned()).await
}

/// A page of what a statement finds, and the token of the next one: in the order of what `stands_by` says of each.
async fn page_of<K: PublicationKind>(
    pool: &Pool,
    statement: String,
    (words, page): (&str, PageRequest),
    stands_by: fn(&K::Body) -> String,
) -> Result<(Vec<Published<K>>, String), Status> {
    let after = NameCursor::parse(&page.token).map_err(|refusal| grpc::refused(&refusal))?;
    let size = page::size(page.size);
    let rows = sqlx::query(sqlx::AssertSqlSafe(statement))
        .bind(K::Body::CATEGORY)
        .bind(search::patterns(words))
        .bind(after.as_ref().map(|after| after.name.as_str()))
        .bind(after.as_ref().map(|after| after.id))
        .bind(i64::try_from(size + 1).unwrap_or(i64::MAX))
        .fetch_all(pool)
        .await
        .map_err(grpc::fault)?;
    let mut found = all::<K>(&rows)?;
    let next = page::cut(&mut found, size, |last| NameCursor { name: stands_by(&last.body), id: last.id }.token());
    Ok((found, next))
}

fn all<K: PublicationKind>(rows: &[PgRow]) -> Result<Vec<Published<K>>, Status> {
    rows.iter().map(read::<K>).collect::<Result<_, _>>().map_err(Status::from)
}

fn read<K: PublicationKind>(row: &PgRow) -> Result<Published<K>, StoreError> {
    Ok(Published {
        id: row.try_get("id")?,
        published_version: number(row.try_get::<i32, _>("published_version")?)?,
        body: in_force::<K>(row)?,
        archived: row.try_get("archived")?,
    })
}
