//! What processes of the version before this table put into theirs. They may run beside this one while it is rolled out, so it is moved
//! here whenever it is found; what they are at work on is locked, and moved once it is done. The tables go with the next version.

use jiff_sqlx::ToSqlx;

use super::perform::{of_effect, of_timer};
use crate::{clock::Clock, database::Pool};

/// Moves effects and timers.
pub(super) async fn adopt(pool: &Pool, clock: &Clock) -> Result<(), sqlx::Error> {
    let now = clock.now().to_sqlx();
    sqlx::query(
        "with moved as (
             delete from effects where effect_id in (select effect_id from effects for update skip locked) returning *
         )
         insert into due (id, target, body, due_at, state, asked_at, tries, error, settled_at)
         select effect_id, $1 || target, body, due_at, case state when 'failed' then 'given_up' else state end, $2, greatest(tries, 0), error,
             case when state <> 'waiting' then $2 end
         from moved on conflict (id) do nothing",
    )
    .bind(of_effect(""))
    .bind(now)
    .execute(pool)
    .await?;
    sqlx::query(
        "with moved as (
             delete from timers where (policy, key) in (select policy, key from timers for update skip locked) returning *
         )
         insert into due (id, target, key, body, due_at, state, asked_at)
         select gen_random_uuid(), $1 || policy, key, body, due_at, 'waiting', greatest($2, due_at) from moved",
    )
    .bind(of_timer(""))
    .bind(now)
    .execute(pool)
    .await?;
    Ok(())
}
