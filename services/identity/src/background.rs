//! Ends sessions that ran out while nobody looked, and forgets what was kept for them.

use std::sync::LazyLock;

use chassis::{
    Kernel, database,
    due::{Every, Sweep},
    store::CommandMeta,
};
use chassis_domain::{Timestamp, Uuid};
use jiff::SignedDuration;
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};
use sqlx::{AssertSqlSafe, Row, postgres::PgRow};

use crate::{
    lookups,
    projections::sessions::SHUT_OUT,
    realm_sign_outs,
    session::{Command, End, Session, SessionId},
};

/// How often it is looked.
pub(crate) const EVERY: Every = Every::seconds(5);
/// Sessions ended in one go.
const BATCH: i64 = 200;
/// For so long after its greatest age a session is known to have run out; afterwards it was never there.
const KNOWN: SignedDuration = SignedDuration::from_hours(24);

/// Looks once.
pub(crate) async fn expire(kernel: Kernel) -> anyhow::Result<()> {
    let now = kernel.clock.now();
    let mut sweep = Sweep::new(&kernel, "sessions");
    let mut behind = Uuid::nil();
    loop {
        let rows = run_out(&kernel, behind, now).await?;
        for row in &rows {
            behind = row.try_get("session_id")?;
            sweep.row(behind, end(&kernel, behind, row, now).await);
        }
        if rows.len() < usize::try_from(BATCH)? {
            break;
        }
    }
    let mut tx = database::begin(&kernel.pool).await?;
    // The access token is of no use to a session that is over. That it was one is known a while longer, and so is the identity token,
    // without which the realm could not be told when its browser comes back.
    sqlx::query(
        "update session_secrets k set access_token = '', ssn = '' from sessions s
         where s.session_id = k.session_id and s.ended and (k.access_token <> '' or k.ssn <> '')",
    )
    .execute(&mut *tx)
    .await?;
    sqlx::query("delete from mandates_in_use m using sessions s where s.session_id = m.session_id and s.principal_id is null")
        .execute(&mut *tx)
        .await?;
    sqlx::query("delete from session_secrets where absolute_ends_at < $1").bind(now.saturating_sub(KNOWN)?.to_sqlx()).execute(&mut *tx).await?;
    // That somebody looked patients up counts for a day, also of who has looked nobody up since.
    lookups::forget_in_tx(&mut tx, now).await?;
    realm_sign_outs::forget_in_tx(&mut tx, now).await?;
    tx.commit().await?;
    Ok(())
}

async fn end(kernel: &Kernel, session_id: Uuid, row: &PgRow, now: Timestamp) -> anyhow::Result<()> {
    let absolute_ends_at: SqlTimestamp = row.try_get("absolute_ends_at")?;
    let why = if row.try_get("deleted")? {
        End::AccountDeleted
    } else if row.try_get("protected")? {
        End::NonDisclosure
    } else if now >= absolute_ends_at.to_jiff() {
        End::Age
    } else {
        End::Idle
    };
    let meta = CommandMeta::system(kernel.ids.v7(now));
    kernel.store.execute::<Session>(SessionId::from_uuid(session_id), Command::End { why }, meta).await?;
    Ok(())
}

static RUN_OUT: LazyLock<String> = LazyLock::new(|| {
    format!(
        "select k.session_id, k.absolute_ends_at, a.person_id is not null as deleted, n.patient_id is not null as protected
         from session_secrets k join sessions s using (session_id) left join accounts a on a.person_id = s.person_id and a.state = 2
              left join protected_patients n on n.patient_id = s.person_id and n.until is null and {SHUT_OUT}
         where not s.ended and k.session_id > $3
           and (a.person_id is not null or n.patient_id is not null or least(k.idle_ends_at, k.absolute_ends_at) <= $1)
         order by k.session_id limit $2"
    )
});

/// The next ones that ran out, in the order of their ids.
async fn run_out(kernel: &Kernel, behind: Uuid, now: Timestamp) -> Result<Vec<PgRow>, sqlx::Error> {
    sqlx::query(AssertSqlSafe(RUN_OUT.as_str())).bind(now.to_sqlx()).bind(BATCH).bind(behind).fetch_all(&kernel.pool).await
}
