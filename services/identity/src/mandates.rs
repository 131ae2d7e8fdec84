//! What goes with acting on behalf and belongs to no event: the way to the national service and back, kept ten minutes and good for
//! one try, and what an authorisation in use is checked with.

use chassis::{Pool, Tx, database, sealing::to_column};
use chassis_domain::{Blob, Timestamp, Uuid};
use jiff::SignedDuration;
use jiff_sqlx::ToSqlx;
use sqlx::Row;

/// How long a person may take at the national service.
const PATIENCE: SignedDuration = SignedDuration::from_mins(10);

/// A way that has begun.
#[derive(Debug)]
pub(crate) struct Pending {
    /// The session that began it.
    pub(crate) session_id: Uuid,
    /// The session at the national service.
    pub(crate) authorization_session: String,
    pub(crate) return_to: String,
    pub(crate) redirect_uri: String,
}

/// Keeps it, and forgets those that are too old.
pub(crate) async fn keep(pool: &Pool, callback_hash: &[u8], pending: &Pending, now: Timestamp) -> Result<(), sqlx::Error> {
    let mut tx = database::begin(pool).await?;
    sqlx::query("delete from pending_on_behalf where created_at < $1")
        .bind(now.saturating_sub(PATIENCE).unwrap_or(now).to_sqlx())
        .execute(&mut *tx)
        .await?;
    sqlx::query(
        "insert into pending_on_behalf (callback_hash, session_id, authorization_session, return_to, redirect_uri, created_at)
         values ($1, $2, $3, $4, $5, $6)",
    )
    .bind(callback_hash)
    .bind(pending.session_id)
    .bind(&pending.authorization_session)
    .bind(&pending.return_to)
    .bind(&pending.redirect_uri)
    .bind(now.to_sqlx())
    .execute(&mut *tx)
    .await?;
    tx.commit().await
}

/// Takes it out; `None` when it is unknown, was taken before or is too old.
pub(crate) async fn take(pool: &Pool, callback_hash: &[u8], now: Timestamp) -> Result<Option<Pending>, sqlx::Error> {
    let row = sqlx::query(
        "delete from pending_on_behalf where callback_hash = $1
         returning session_id, authorization_session, return_to, redirect_uri, created_at > $2 as fresh",
    )
    .bind(callback_hash)
    .bind(now.saturating_sub(PATIENCE).unwrap_or(now).to_sqlx())
    .fetch_optional(pool)
    .await?;
    let Some(row) = row.filter(|row| row.try_get("fresh").unwrap_or(false)) else { return Ok(None) };
    Ok(Some(Pending {
        session_id: row.try_get("session_id")?,
        authorization_session: row.try_get("authorization_session")?,
        return_to: row.try_get("return_to")?,
        redirect_uri: row.try_get("redirect_uri")?,
    }))
}

/// Keeps what the authorisation of a session is checked with, in place of what was there.
pub(crate) async fn put_in_tx(
    tx: &mut Tx<'_>,
    session_id: Uuid,
    principal_ssn: &Blob,
    authorization_session: &str,
    checked_at: Timestamp,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into mandates_in_use (session_id, principal_ssn, authorization_session, checked_at) values ($1, $2, $3, $4)
         on conflict (session_id) do update set principal_ssn = excluded.principal_ssn,
             authorization_session = excluded.authorization_session, checked_at = excluded.checked_at",
    )
    .bind(session_id)
    .bind(to_column(principal_ssn))
    .bind(authorization_session)
    .bind(checked_at.to_sqlx())
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The national service was asked at a moment; of two answers the later one counts. The session at the service tells an authorisation
/// that another one has replaced since.
pub(crate) async fn checked(pool: &Pool, session_id: Uuid, authorization_session: &str, at: Timestamp) -> Result<(), sqlx::Error> {
    sqlx::query("update mandates_in_use set checked_at = $3 where session_id = $1 and authorization_session = $2 and checked_at < $3")
        .bind(session_id)
        .bind(authorization_session)
        .bind(at.to_sqlx())
        .execute(pool)
        .await?;
    Ok(())
}

/// Forgets what the authorisation of a session was checked with.
pub(crate) async fn forget_in_tx(tx: &mut Tx<'_>, session_id: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query("delete from mandates_in_use where session_id = $1").bind(session_id).execute(&mut **tx).await?;
    Ok(())
}
