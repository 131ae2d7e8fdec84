//! Between the way to the realm and the way back: what was asked for, kept ten minutes, good for one try.

use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::{PgPool, Row};

use crate::session::Realm;

/// How long a person may take at the realm.
const PATIENCE: SignedDuration = SignedDuration::from_mins(10);

/// A sign-in that has begun.
#[derive(Debug)]
pub(crate) struct Pending {
    pub(crate) realm: Realm,
    pub(crate) nonce: String,
    pub(crate) pkce_verifier: String,
    pub(crate) callback_hash: Vec<u8>,
    pub(crate) return_to: String,
    pub(crate) redirect_uri: String,
}

/// Keeps it, and forgets those that are too old.
pub(crate) async fn keep(pool: &PgPool, state_hash: &[u8], pending: &Pending, now: Timestamp) -> Result<(), sqlx::Error> {
    let mut tx = pool.begin().await?;
    sqlx::query("delete from pending_sign_ins where created_at < $1")
        .bind(now.saturating_sub(PATIENCE).unwrap_or(now).to_sqlx())
        .execute(&mut *tx)
        .await?;
    sqlx::query(
        "insert into pending_sign_ins (state_hash, realm, nonce, pkce_verifier, callback_hash, return_to, redirect_uri, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(state_hash)
    .bind(i16::try_from(pending.realm.number()).unwrap_or_default())
    .bind(&pending.nonce)
    .bind(&pending.pkce_verifier)
    .bind(&pending.callback_hash)
    .bind(&pending.return_to)
    .bind(&pending.redirect_uri)
    .bind(now.to_sqlx())
    .execute(&mut *tx)
    .await?;
    tx.commit().await
}

/// Takes it out; `None` when it is unknown, was taken before or is too old.
pub(crate) async fn take(pool: &PgPool, state_hash: &[u8], now: Timestamp) -> Result<Option<Pending>, sqlx::Error> {
    let mut tx = pool.begin().await?;
    let row = sqlx::query(
        "delete from pending_sign_ins where state_hash = $1
         returning realm, nonce, pkce_verifier, callback_hash, return_to, redirect_uri, created_at > $2 as fresh",
    )
    .bind(state_hash)
    .bind(now.saturating_sub(PATIENCE).unwrap_or(now).to_sqlx())
    .fetch_optional(&mut *tx)
    .await?;
    tx.commit().await?;
    let Some(row) = row else { return Ok(None) };
    let realm = Realm::from_number(row.try_get::<i16, _>("realm")?.into());
    let Some(realm) = realm.filter(|_| row.try_get("fresh").unwrap_or(false)) else { return Ok(None) };
    Ok(Some(Pending {
        realm,
        nonce: row.try_get("nonce")?,
        pkce_verifier: row.try_get("pkce_verifier")?,
        callback_hash: row.try_get("callback_hash")?,
        return_to: row.try_get("return_to")?,
        redirect_uri: row.try_get("redirect_uri")?,
    }))
}
