//! What records are called, for those who refer to them: other records of the service, other services, and apps.

use std::collections::HashMap;

use chassis_domain::AdminDetails;
use kajo_proto::common::v1::{GetNamesRequest, GetNamesResponse, ListNamesRequest, ListNamesResponse, Name};
use tonic::Status;
use uuid::Uuid;

use super::RecordKind;
use crate::{database::Pool, grpc};

/// The answer of a NameService that knows these kinds: every name of one, unless nothing has changed since the caller asked last.
///
/// # Errors
/// When the kind is none of these, or the database fails.
pub async fn list_names(pool: &Pool, kinds: &[RecordKind], asked: ListNamesRequest) -> Result<ListNamesResponse, Status> {
    let kind = known(kinds, &asked.kind)?;
    // Ids are used once, and a version never comes again: the same sum is the same names. Rows that change after it was taken are newer
    // than it says, and are asked for again.
    let revision: i64 = sqlx::query_scalar(
        "select coalesce(hashtextextended(string_agg(id::text || version, ',' order by id), 0), 0) from admin_records where category = $1",
    )
    .bind(kind.category)
    .fetch_one(pool)
    .await
    .map_err(grpc::fault)?;
    let revision = revision.cast_unsigned().max(1);
    if revision == asked.revision {
        return Ok(ListNamesResponse { names: Vec::new(), revision, unchanged: true });
    }
    let rows = sqlx::query("select id, archived, schema, payload from admin_records where category = $1 order by name, id")
        .bind(kind.category)
        .fetch_all(pool)
        .await
        .map_err(grpc::fault)?;
    Ok(ListNamesResponse { names: rows.iter().map(kind.name).collect::<Result<_, _>>()?, revision, unchanged: false })
}

/// The answer of a NameService that knows these kinds: the names of some of one.
///
/// # Errors
/// When the kind is none of these, or the database fails.
pub async fn get_names(pool: &Pool, kinds: &[RecordKind], asked: GetNamesRequest) -> Result<GetNamesResponse, Status> {
    let kind = known(kinds, &asked.kind)?;
    let ids: Vec<_> = asked.ids.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect();
    Ok(GetNamesResponse { names: some(pool, kind, &ids).await? })
}

/// What records of a kind are called, by their ids.
///
/// # Errors
/// When the database fails.
pub async fn names_of<D: AdminDetails>(pool: &Pool, ids: &[Uuid]) -> Result<HashMap<String, Name>, Status> {
    let names = some(pool, &RecordKind::of::<D>(), ids).await?;
    Ok(names.into_iter().map(|name| (name.id.clone(), name)).collect())
}

async fn some(pool: &Pool, kind: &RecordKind, ids: &[Uuid]) -> Result<Vec<Name>, Status> {
    let rows = sqlx::query("select id, archived, schema, payload from admin_records where category = $1 and id = any ($2) order by name, id")
        .bind(kind.category)
        .bind(ids)
        .fetch_all(pool)
        .await
        .map_err(grpc::fault)?;
    rows.iter().map(kind.name).collect()
}

fn known<'k>(kinds: &'k [RecordKind], named: &str) -> Result<&'k RecordKind, Status> {
    kinds.iter().find(|kind| kind.category == named).ok_or_else(|| grpc::invalid_field("kind", "undefined"))
}
