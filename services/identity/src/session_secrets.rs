//! What belongs to a session and to no event: by what it is found, the tokens of its realm, and how long it lasts when it is not used.

use chassis::{Pool, Tx};
use chassis_domain::Timestamp;
use jiff_sqlx::ToSqlx;
use kajo_proto::identity::v1::Device;
use uuid::Uuid;

/// As it begins. Tokens and codes are sealed.
#[derive(Clone)]
pub(crate) struct SessionSecrets {
    pub(crate) session_id: Uuid,
    pub(crate) secret_hash: Vec<u8>,
    pub(crate) access_token: Vec<u8>,
    pub(crate) id_token: Vec<u8>,
    /// The personal identity code; empty: there is none.
    pub(crate) ssn: Vec<u8>,
    /// What the realm gives the session along; empty: nothing.
    pub(crate) data: Vec<u8>,
    pub(crate) idle_ends_at: Timestamp,
    pub(crate) absolute_ends_at: Timestamp,
    pub(crate) device: Device,
    pub(crate) begun_at: Timestamp,
    /// When the person identified themselves at the realm.
    pub(crate) identified_at: Timestamp,
    /// Hash of what the realm calls its session; empty: it does not say.
    pub(crate) realm_session: Vec<u8>,
    /// Hash of what the realm calls the person.
    pub(crate) realm_subject: Vec<u8>,
}

impl SessionSecrets {
    /// Keeps them, with the session.
    pub(crate) async fn insert_in_tx(&self, tx: &mut Tx<'_>) -> Result<(), sqlx::Error> {
        sqlx::query(
            "insert into session_secrets
                 (session_id, secret_hash, access_token, id_token, idle_ends_at, absolute_ends_at, ssn, browser, system, used_at, data,
                  realm_session, realm_subject, identified_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        )
        .bind(self.session_id)
        .bind(&self.secret_hash)
        .bind(&self.access_token)
        .bind(&self.id_token)
        .bind(self.idle_ends_at.to_sqlx())
        .bind(self.absolute_ends_at.to_sqlx())
        .bind(&self.ssn)
        .bind(small(self.device.browser))
        .bind(small(self.device.system))
        .bind(self.begun_at.to_sqlx())
        .bind(&self.data)
        .bind(&self.realm_session)
        .bind(&self.realm_subject)
        .bind(self.identified_at.to_sqlx())
        .execute(&mut **tx)
        .await?;
        Ok(())
    }
}

/// Prolongs a session that was used just now, never shortens it.
pub(crate) async fn prolong(pool: &Pool, session_id: Uuid, idle_ends_at: Timestamp, now: Timestamp) -> Result<(), sqlx::Error> {
    sqlx::query("update session_secrets set idle_ends_at = $2, used_at = $3 where session_id = $1 and idle_ends_at < $2")
        .bind(session_id)
        .bind(idle_ends_at.to_sqlx())
        .bind(now.to_sqlx())
        .execute(pool)
        .await?;
    Ok(())
}

/// Whether who holds a session has identified themselves at the realm at `since` or later.
pub(crate) async fn identified_since(pool: &Pool, session_id: Uuid, since: Timestamp) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar("select exists (select from session_secrets where session_id = $1 and identified_at >= $2)")
        .bind(session_id)
        .bind(since.to_sqlx())
        .fetch_one(pool)
        .await
}

/// Forgets the identity token of a session: the realm is told of its end.
pub(crate) async fn forget_id_token_in_tx(tx: &mut Tx<'_>, session_id: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query("update session_secrets set id_token = '' where session_id = $1").bind(session_id).execute(&mut **tx).await?;
    Ok(())
}

/// A number of the contract in its column.
fn small(number: i32) -> i16 {
    i16::try_from(number).unwrap_or_default()
}
