//! Tails of addresses of anonymous forms, in the transaction that saves a queue. A tail that was given once stays its queue's for ever.

use chassis::Tx;

use crate::category::SubcategoryId;

/// Gives a queue this tail; `false` when it is, or was, another queue's. Whoever gives the same one at the same time waits.
pub(crate) async fn give_in_tx(tx: &mut Tx<'_>, tail: &str, queue: SubcategoryId) -> Result<bool, sqlx::Error> {
    sqlx::query("insert into form_tails (tail, subcategory_id) values ($1, $2) on conflict (tail) do nothing")
        .bind(tail)
        .bind(queue.uuid())
        .execute(&mut **tx)
        .await?;
    sqlx::query_scalar("select subcategory_id = $2 from form_tails where tail = $1").bind(tail).bind(queue.uuid()).fetch_one(&mut **tx).await
}
