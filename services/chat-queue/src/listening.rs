//! Whether a sweep over who is there has looked a moment ago. Where it has not, the service was away itself, and nobody could be heard meanwhile:
//! then nobody has vanished.

use chassis::Kernel;
use chassis_domain::SignedDuration;
use jiff_sqlx::{Timestamp as SqlTimestamp, ToSqlx};

/// Whether a sweep has looked within such a time.
pub(crate) async fn has_listened(kernel: &Kernel, sweep: &'static str, within: SignedDuration) -> Result<bool, sqlx::Error> {
    let looked_at: Option<SqlTimestamp> =
        sqlx::query_scalar("select looked_at from listening where sweep = $1").bind(sweep).fetch_optional(&kernel.pool).await?;
    Ok(looked_at.is_some_and(|looked_at| kernel.clock.now() <= looked_at.to_jiff() + within))
}

/// A sweep looks now. Noted behind what follows from its not having looked, so that this is done again where it has failed.
pub(crate) async fn listens(kernel: &Kernel, sweep: &'static str) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into listening as l (sweep, looked_at) values ($1, $2)
         on conflict (sweep) do update set looked_at = greatest(l.looked_at, excluded.looked_at)",
    )
    .bind(sweep)
    .bind(kernel.clock.now().to_sqlx())
    .execute(&kernel.pool)
    .await
    .map(drop)
}
