//! Between the end of a session here and its end at the realm: the identity token, sealed, until the browser takes it there. It names the
//! person, so no script of the app sees it; the browser holds a ticket.

use chassis::{Pool, Tx};
use chassis_domain::Timestamp;
use jiff::SignedDuration;
use jiff_sqlx::ToSqlx;
use sqlx::Row;

use crate::session::Realm;

/// How long a ticket is good. It is used at once; whoever comes later is asked anew by the realm at the next sign-in.
const PATIENCE: SignedDuration = SignedDuration::from_mins(10);

/// A session at a realm.
#[derive(Clone)]
pub(crate) struct RealmSignOut {
    pub(crate) realm: Realm,
    /// Sealed.
    pub(crate) id_token: Vec<u8>,
    /// Where the realm sends the browser afterwards.
    pub(crate) back_to: String,
}

impl RealmSignOut {
    /// Keeps it under the hash of a ticket.
    pub(crate) async fn keep_in_tx(&self, tx: &mut Tx<'_>, ticket_hash: &[u8], now: Timestamp) -> Result<(), sqlx::Error> {
        sqlx::query("insert into realm_sign_outs (ticket_hash, realm, id_token, back_to, created_at) values ($1, $2, $3, $4, $5)")
            .bind(ticket_hash)
            .bind(i16::try_from(self.realm.number()).unwrap_or_default())
            .bind(&self.id_token)
            .bind(&self.back_to)
            .bind(now.to_sqlx())
            .execute(&mut **tx)
            .await?;
        Ok(())
    }
}

/// Takes it out; `None` when it is unknown, was taken before or is too old.
pub(crate) async fn take(pool: &Pool, ticket_hash: &[u8], realm: Realm, now: Timestamp) -> Result<Option<RealmSignOut>, sqlx::Error> {
    let row = sqlx::query("delete from realm_sign_outs where ticket_hash = $1 and realm = $2 returning id_token, back_to, created_at > $3 as fresh")
        .bind(ticket_hash)
        .bind(i16::try_from(realm.number()).unwrap_or_default())
        .bind(now.saturating_sub(PATIENCE).unwrap_or(now).to_sqlx())
        .fetch_optional(pool)
        .await?;
    let Some(row) = row.filter(|row| row.try_get("fresh").unwrap_or(false)) else { return Ok(None) };
    Ok(Some(RealmSignOut { realm, id_token: row.try_get("id_token")?, back_to: row.try_get("back_to")? }))
}

/// Forgets those that are too old.
pub(crate) async fn forget_in_tx(tx: &mut Tx<'_>, now: Timestamp) -> Result<(), sqlx::Error> {
    sqlx::query("delete from realm_sign_outs where created_at < $1")
        .bind(now.saturating_sub(PATIENCE).unwrap_or(now).to_sqlx())
        .execute(&mut **tx)
        .await?;
    Ok(())
}
