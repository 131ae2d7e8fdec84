//! Between the way to the realm and the way back: what was asked for, kept ten minutes, good for one try. Whoever reads the
//! table cannot finish a sign-in: the verifier opens only with the secret in the cookie of the browser that began.

use aws_lc_rs::{
    aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    error::Unspecified,
    hmac,
};
use chassis::{Pool, database};
use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::Row;

use crate::session::Realm;

/// How long a person may take at the realm.
const PATIENCE: SignedDuration = SignedDuration::from_mins(10);

/// A sign-in that has begun.
#[derive(Debug)]
pub(crate) struct Pending {
    pub(crate) realm: Realm,
    pub(crate) nonce: String,
    pub(crate) sealed_verifier: Vec<u8>,
    pub(crate) callback_hash: Vec<u8>,
    pub(crate) return_to: String,
    pub(crate) redirect_uri: String,
    /// When it began.
    pub(crate) begun_at: Timestamp,
    /// Whether the realm was asked to let nobody pass who had identified themselves before.
    pub(crate) asked_anew: bool,
}

/// Seals a PKCE verifier for the browser that holds `callback_secret`.
pub(crate) fn seal(verifier: &str, callback_secret: &str) -> Result<Vec<u8>, Unspecified> {
    let mut sealed = verifier.as_bytes().to_vec();
    key(callback_secret)?.seal_in_place_append_tag(nonce(), Aad::empty(), &mut sealed)?;
    Ok(sealed)
}

/// Opens it again.
pub(crate) fn open(mut sealed: Vec<u8>, callback_secret: &str) -> Result<String, Unspecified> {
    let verifier = key(callback_secret)?.open_in_place(nonce(), Aad::empty(), &mut sealed)?;
    String::from_utf8(verifier.to_vec()).map_err(|_| Unspecified)
}

fn key(callback_secret: &str) -> Result<LessSafeKey, Unspecified> {
    let key = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, callback_secret.as_bytes()), b"pkce verifier");
    Ok(LessSafeKey::new(UnboundKey::new(&AES_256_GCM, key.as_ref())?))
}

/// The same each time: every callback secret is fresh, so each key seals once.
fn nonce() -> Nonce {
    Nonce::assume_unique_for_key([0; NONCE_LEN])
}

/// Keeps it, and forgets those that are too old.
pub(crate) async fn keep(pool: &Pool, state_hash: &[u8], pending: &Pending) -> Result<(), sqlx::Error> {
    let mut tx = database::begin(pool).await?;
    sqlx::query("delete from pending_sign_ins where created_at < $1")
        .bind(pending.begun_at.saturating_sub(PATIENCE).unwrap_or(pending.begun_at).to_sqlx())
        .execute(&mut *tx)
        .await?;
    sqlx::query(
        "insert into pending_sign_ins (state_hash, realm, nonce, sealed_verifier, callback_hash, return_to, redirect_uri, created_at, asked_anew)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(state_hash)
    .bind(i16::try_from(pending.realm.number()).unwrap_or_default())
    .bind(&pending.nonce)
    .bind(&pending.sealed_verifier)
    .bind(&pending.callback_hash)
    .bind(&pending.return_to)
    .bind(&pending.redirect_uri)
    .bind(pending.begun_at.to_sqlx())
    .bind(pending.asked_anew)
    .execute(&mut *tx)
    .await?;
    tx.commit().await
}

/// Takes it out for the browser that began it; `None` when it is unknown, was taken before or is too old. What another browser tries leaves it
/// as it is: whoever has seen a state cannot use it up.
pub(crate) async fn take(pool: &Pool, state_hash: &[u8], callback_hash: &[u8], now: Timestamp) -> Result<Option<Pending>, sqlx::Error> {
    let row = sqlx::query(
        "delete from pending_sign_ins where state_hash = $1 and callback_hash = $3
         returning realm, nonce, sealed_verifier, callback_hash, return_to, redirect_uri, created_at, asked_anew, created_at > $2 as fresh",
    )
    .bind(state_hash)
    .bind(now.saturating_sub(PATIENCE).unwrap_or(now).to_sqlx())
    .bind(callback_hash)
    .fetch_optional(pool)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let realm = Realm::from_number(row.try_get::<i16, _>("realm")?.into());
    let Some(realm) = realm.filter(|_| row.try_get("fresh").unwrap_or(false)) else { return Ok(None) };
    Ok(Some(Pending {
        realm,
        nonce: row.try_get("nonce")?,
        sealed_verifier: row.try_get("sealed_verifier")?,
        callback_hash: row.try_get("callback_hash")?,
        return_to: row.try_get("return_to")?,
        redirect_uri: row.try_get("redirect_uri")?,
        begun_at: row.try_get::<SqlTimestamp, _>("created_at")?.to_jiff(),
        asked_anew: row.try_get("asked_anew")?,
    }))
}

#[cfg(test)]
mod tests {
    use super::{open, seal};

    #[test]
    fn a_verifier_opens_for_the_browser_that_began_and_for_nobody_else() {
        let sealed = seal("the verifier", "one browser").unwrap_or_default();
        assert!(!sealed.windows(8).any(|part| part == b"verifier"));
        assert_eq!(open(sealed.clone(), "one browser"), Ok("the verifier".to_owned()));
        assert!(open(sealed, "another browser").is_err());
    }
}
