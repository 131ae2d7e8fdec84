//! What records of one service have to do with one another: what one that is referred to is, and what refers to it.

use chassis_domain::AdminDetails;
use kajo_proto::common::v1::Name;
use tonic::Status;
use uuid::Uuid;

use super::RecordKind;
use crate::{
    database::{self, Pool, Tx},
    grpc,
};

/// Whether a record that another one is to refer to is archived; `None`: there is no such record. It stays so until the transaction ends.
pub async fn archived_in_tx<D: AdminDetails>(tx: &mut Tx<'_>, id: Uuid) -> Result<Option<bool>, sqlx::Error> {
    sqlx::query_scalar("select archived from admin_records where category = $1 and id = $2 for share")
        .bind(D::CATEGORY)
        .bind(id)
        .fetch_optional(&mut **tx)
        .await
}

/// How many records of this kind refer to one, archived ones included. Until the transaction ends none is saved.
pub async fn count_users_in_tx<D: AdminDetails>(tx: &mut Tx<'_>, id: Uuid) -> Result<u64, sqlx::Error> {
    database::one_at_a_time_in_tx(tx, D::CATEGORY).await?;
    let count: i64 = sqlx::query_scalar("select count(*) from admin_records where category = $1 and refers @> array[$2]")
        .bind(D::CATEGORY)
        .bind(id)
        .fetch_one(&mut **tx)
        .await?;
    Ok(count.unsigned_abs())
}

/// The records of this kind that refer to one, by name, archived ones included: so many at most, and how many there are.
///
/// # Errors
/// When the database fails.
pub async fn users<D: AdminDetails>(pool: &Pool, id: Uuid, most: u16) -> Result<(Vec<Name>, u64), Status> {
    let kind = RecordKind::of::<D>();
    let rows =
        sqlx::query("select id, archived, schema, payload from admin_records where category = $1 and refers @> array[$2] order by name, id limit $3")
            .bind(D::CATEGORY)
            .bind(id)
            .bind(i64::from(most))
            .fetch_all(pool)
            .await
            .map_err(grpc::fault)?;
    let count: i64 = sqlx::query_scalar("select count(*) from admin_records where category = $1 and refers @> array[$2]")
        .bind(D::CATEGORY)
        .bind(id)
        .fetch_one(pool)
        .await
        .map_err(grpc::fault)?;
    Ok((rows.iter().map(kind.name).collect::<Result<_, _>>()?, count.unsigned_abs()))
}
