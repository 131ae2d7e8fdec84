//! Up to where a professional has seen a conversation in which they take no part: a task that waits in its queue, or a colleague's. A mark
//! of their own, for their inbox alone. No event tells of it: whoever looks is in the access log and is no participant, and a stream
//! would grow with everybody who passes by. A mark at 0 says that they have looked where nobody has written yet: at a form.

use chassis::{Kernel, Pool};
use chassis_domain::PersonId;

use crate::conversation::ConversationId;

/// Moves the mark; it never moves back.
pub async fn mark(kernel: &Kernel, conversation: ConversationId, person: PersonId, up_to: u64) -> Result<(), sqlx::Error> {
    sqlx::query(
        "insert into task_seen (person_id, conversation_id, up_to) values ($1, $2, $3)
         on conflict (person_id, conversation_id) do update set up_to = greatest(task_seen.up_to, excluded.up_to)",
    )
    .bind(person.uuid())
    .bind(conversation.uuid())
    .bind(i64::try_from(up_to).unwrap_or(i64::MAX))
    .execute(&kernel.pool)
    .await?;
    Ok(())
}

/// Up to which entry; 0: none.
pub async fn up_to(pool: &Pool, conversation: ConversationId, person: PersonId) -> Result<u64, sqlx::Error> {
    let found: Option<i64> = sqlx::query_scalar("select up_to from task_seen where person_id = $1 and conversation_id = $2")
        .bind(person.uuid())
        .bind(conversation.uuid())
        .fetch_optional(pool)
        .await?;
    Ok(found.unwrap_or_default().unsigned_abs())
}

/// Forgets the marks of onlookers in what has ended: it stands in none of their lists any more.
pub async fn forget_ended(kernel: &Kernel) -> Result<u64, sqlx::Error> {
    const ENDED: i16 = 3;
    let gone = sqlx::query(
        "delete from task_seen s using tasks t
         where t.conversation_id = s.conversation_id and t.state = $1 and not exists (
             select from task_participants p where p.conversation_id = s.conversation_id and p.person_id = s.person_id)",
    )
    .bind(ENDED)
    .execute(&kernel.pool)
    .await?;
    Ok(gone.rows_affected())
}
