//! What publications are called, for those who refer to them: by what is in force. What was never published nobody refers to.

use std::collections::BTreeMap;

use chassis_domain::PublicationBody;
use kajo_proto::common::v1::{GetNamesRequest, GetNamesResponse, ListNamesRequest, ListNamesResponse, LocalizedString, Name};
use sqlx::{Row, postgres::PgRow};
use tonic::Status;
use uuid::Uuid;

use super::{PublicationKind, reading::in_force};
use crate::{
    database::{Pool, Tx},
    grpc,
    store::StoreError,
};

/// What readers see as the name of a publication, by language.
pub type Title<K> = fn(&<K as PublicationKind>::Body) -> LocalizedString;

/// The answer of a NameService about this kind: every name, unless nothing has changed since the caller asked last.
///
/// # Errors
/// When the database fails.
pub async fn list_names<K: PublicationKind>(pool: &Pool, title: Title<K>, asked: &ListNamesRequest) -> Result<ListNamesResponse, Status> {
    // As for records: ids are used once, and a version never comes again.
    let revision: i64 = sqlx::query_scalar(
        "select coalesce(hashtextextended(string_agg(id::text || version, ',' order by id), 0), 0) from publications
         where category = $1 and published_version > 0",
    )
    .bind(K::Body::CATEGORY)
    .fetch_one(pool)
    .await
    .map_err(grpc::fault)?;
    let revision = revision.cast_unsigned().max(1);
    if revision == asked.revision {
        return Ok(ListNamesResponse { names: Vec::new(), revision, unchanged: true });
    }
    let rows = sqlx::query(
        "select id, archived, published_schema, published from publications where category = $1 and published_version > 0 order by name, id",
    )
    .bind(K::Body::CATEGORY)
    .fetch_all(pool)
    .await
    .map_err(grpc::fault)?;
    Ok(ListNamesResponse { names: named::<K>(&rows, title)?, revision, unchanged: false })
}

/// The answer of a NameService about this kind: the names of some.
///
/// # Errors
/// When the database fails.
pub async fn get_names<K: PublicationKind>(pool: &Pool, title: Title<K>, asked: &GetNamesRequest) -> Result<GetNamesResponse, Status> {
    let ids: Vec<_> = asked.ids.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect();
    let rows = sqlx::query(
        "select id, archived, published_schema, published from publications
         where category = $1 and published_version > 0 and id = any ($2) order by name, id",
    )
    .bind(K::Body::CATEGORY)
    .bind(&ids)
    .fetch_all(pool)
    .await
    .map_err(grpc::fault)?;
    Ok(GetNamesResponse { names: named::<K>(&rows, title)? })
}

/// Which of these are in force, and whether they are archived. It stays so until the transaction ends.
///
/// # Errors
/// When the database fails.
pub async fn published_in_tx<B: PublicationBody>(tx: &mut Tx<'_>, ids: &[Uuid]) -> Result<BTreeMap<Uuid, bool>, sqlx::Error> {
    let rows: Vec<(Uuid, bool)> =
        sqlx::query_as("select id, archived from publications where category = $1 and published_version > 0 and id = any ($2) order by id for share")
            .bind(B::CATEGORY)
            .bind(ids)
            .fetch_all(&mut **tx)
            .await?;
    Ok(rows.into_iter().collect())
}

/// Whether there is such a publication, in force or not. There are ever after: none is removed.
///
/// # Errors
/// When the database fails.
pub async fn is_there_in_tx<B: PublicationBody>(tx: &mut Tx<'_>, id: Uuid) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("select exists (select from publications where category = $1 and id = $2)")
        .bind(B::CATEGORY)
        .bind(id)
        .fetch_one(&mut **tx)
        .await
}

fn named<K: PublicationKind>(rows: &[PgRow], title: Title<K>) -> Result<Vec<Name>, Status> {
    let name = |row: &PgRow| -> Result<Name, StoreError> {
        let body = in_force::<K>(row)?;
        let id: Uuid = row.try_get("id")?;
        Ok(Name { id: id.to_string(), names: Some(title(&body)), archived: row.try_get("archived")? })
    };
    rows.iter().map(name).collect::<Result<_, _>>().map_err(Status::from)
}
