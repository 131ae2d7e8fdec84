//! Ends sessions that ran out while nobody looked, and forgets what was kept for them.

use std::time::Duration;

use chassis::{Kernel, database, store::CommandMeta};
use chassis_domain::{Timestamp, Uuid};
use jiff::SignedDuration;
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::Row;
use tokio_util::sync::CancellationToken;

use crate::{
    lookups,
    session::{Command, End, Session, SessionId},
};

/// How often it is looked.
const LOOK: Duration = Duration::from_secs(5);
/// Sessions ended in one go.
const BATCH: i64 = 200;
/// For so long after its greatest age a session is known to have run out; afterwards it was never there.
const KNOWN: SignedDuration = SignedDuration::from_hours(24);

/// Looks until stopped.
pub(crate) async fn expire(kernel: Kernel, stopping: CancellationToken) {
    while !stopping.is_cancelled() {
        if let Err(error) = expire_once(&kernel).await {
            tracing::warn!(%error, "sessions.expiry_failed");
        }
        stopping.run_until_cancelled(tokio::time::sleep(LOOK)).await;
    }
}

async fn expire_once(kernel: &Kernel) -> anyhow::Result<()> {
    let now = kernel.clock.now();
    for (session_id, why) in run_out(kernel, now).await? {
        let meta = CommandMeta::system(kernel.ids.v7(now));
        kernel.store.execute::<Session>(SessionId::from_uuid(session_id), Command::End { why }, meta).await?;
    }
    let mut tx = database::begin(&kernel.pool).await?;
    // The tokens of the realm are of no use to a session that is over. That it was one is known a while longer.
    sqlx::query(
        "update session_secrets k set access_token = '', id_token = '', ssn = '' from sessions s
         where s.session_id = k.session_id and s.ended and (k.access_token <> '' or k.id_token <> '' or k.ssn <> '')",
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query("delete from mandates_in_use m using sessions s where s.session_id = m.session_id and s.principal_id is null")
        .execute(&mut *tx)
        .await?;
    sqlx::query("delete from session_secrets where absolute_ends_at < $1").bind(now.saturating_sub(KNOWN)?.to_sqlx()).execute(&mut *tx).await?;
    // That somebody looked patients up counts for a day, also of who has looked nobody up since.
    lookups::forget_in_tx(&mut tx, now).await?;
    tx.commit().await?;
    Ok(())
}

async fn run_out(kernel: &Kernel, now: Timestamp) -> Result<Vec<(Uuid, End)>, sqlx::Error> {
    let rows = sqlx::query(
        "select k.session_id, k.absolute_ends_at, a.person_id is not null as deleted
         from session_secrets k join sessions s using (session_id) left join accounts a on a.person_id = s.person_id and a.state = 2
         where not s.ended and (a.person_id is not null or least(k.idle_ends_at, k.absolute_ends_at) <= $1) limit $2",
    )
    .bind(now.to_sqlx())
    .bind(BATCH)
    .fetch_all(&kernel.pool)
    .await?;
    rows.iter()
        .map(|row| {
            let absolute_ends_at: SqlTimestamp = row.try_get("absolute_ends_at")?;
            let why = if row.try_get("deleted")? {
                End::AccountDeleted
            } else if now >= absolute_ends_at.to_jiff() {
                End::Age
            } else {
                End::Idle
            };
            Ok((row.try_get("session_id")?, why))
        })
        .collect()
}
