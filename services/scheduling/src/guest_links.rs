//! The links by which guests come to a remote appointment (SCH-19). The secret of one is made when it is sent and stands in what was sent alone:
//! here is its hash. Several may be good at once, since whoever loses one is sent another and may find the first again.

use aws_lc_rs::digest::{SHA256, digest};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chassis::{Kernel, Pool, Tx};
use chassis_domain::Uuid;
use jiff_sqlx::ToSqlx;

use crate::appointment::AppointmentId;

/// Where the app of residents shows the meeting of a guest; it finds the language by itself.
const PAGE: &str = "meetup";

/// The appointment of this guest, when the secret is one of theirs.
pub(crate) async fn appointment_of(pool: &Pool, invitation: Uuid, secret: &str) -> Result<Option<AppointmentId>, sqlx::Error> {
    let found: Option<Uuid> =
        sqlx::query_scalar("select g.appointment_id from guest_links l join guests g using (party_id) where l.party_id = $1 and l.secret_hash = $2")
            .bind(invitation)
            .bind(hash(secret))
            .fetch_optional(pool)
            .await?;
    Ok(found.map(AppointmentId::from_uuid))
}

/// What a link proves: 256 bits, which nobody guesses, so that a plain hash is enough.
fn hash(secret: &str) -> Vec<u8> {
    digest(&SHA256, secret.as_bytes()).as_ref().to_vec()
}

/// The address of a guest's meeting.
pub(crate) fn address(public_url: &str, guest: Uuid, secret: &str) -> String {
    format!("{}/{PAGE}/{guest}#{secret}", public_url.trim_end_matches('/'))
}

/// A new secret for whom this message goes to, which is good from now on. `None`: the message is not to be sent any more. It is held meanwhile:
/// whoever ends the links of a guest takes their messages away first, and so finds every link.
pub(crate) async fn make(kernel: &Kernel, message: Uuid) -> Result<Option<String>, sqlx::Error> {
    let secret = URL_SAFE_NO_PAD.encode(kernel.ids.secret());
    let made = sqlx::query(
        "insert into guest_links (party_id, secret_hash, made_at)
         select party_id, $2, $3 from guest_messages where message_id = $1 and sent_at is null and given_up_at is null for update",
    )
    .bind(message)
    .bind(hash(&secret))
    .bind(kernel.clock.now().to_sqlx())
    .execute(&kernel.pool)
    .await?;
    Ok((made.rows_affected() == 1).then_some(secret))
}

/// A secret that reached nobody is good no more.
pub(crate) async fn unmake(pool: &Pool, guest: Uuid, secret: &str) -> Result<(), sqlx::Error> {
    sqlx::query("delete from guest_links where party_id = $1 and secret_hash = $2").bind(guest).bind(hash(secret)).execute(pool).await?;
    Ok(())
}

/// Whatever links a guest has are good no more.
pub(crate) async fn end_in_tx(tx: &mut Tx<'_>, guest: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query("delete from guest_links where party_id = $1").bind(guest).execute(&mut **tx).await?;
    Ok(())
}
