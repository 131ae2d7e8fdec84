//! Those who do not come back, and those whom nobody serves any more, are let go; chats whose professional has vanished are noted; those in
//! which nobody writes end, and how far they were read is forgotten.

use std::collections::BTreeSet;

use chassis::{
    Kernel, admin_record,
    due::{Every, Job, Sweep},
    store::CommandMeta,
};
use chassis_domain::{SignedDuration, Uuid};
use jiff_sqlx::ToSqlx;

use crate::{
    attendance,
    call_of_chat::end_chat,
    chat::{ChatId, Command, LeaveReason},
    chat_queue::Details,
    line::{let_go, let_go_if_away},
    marks,
    places::{AWAY_AFTER, not_back},
    standings::Standings,
};

/// A chat in which nothing is written for so long is over.
const SILENT_FOR_AT_MOST: SignedDuration = SignedDuration::from_mins(30);

/// Looks twice a minute.
pub(crate) fn job() -> Job {
    Job::new("line", Every::seconds(30), sweep)
}

async fn sweep(kernel: Kernel) -> anyhow::Result<()> {
    // Nobody knows of them since a crash of the database: they are away from now on, and not for long already.
    sqlx::query(
        "insert into presence (chat_id, seen_at) select chat_id, $1 from chats where state = 1 and chat_id not in (select chat_id from presence)
         on conflict (chat_id) do nothing",
    )
    .bind((kernel.clock.now() - AWAY_AFTER).to_sqlx())
    .execute(&kernel.pool)
    .await?;
    sqlx::query("delete from presence p using chats c where c.chat_id = p.chat_id and c.state <> 1").execute(&kernel.pool).await?;
    marks::forget(&kernel.pool, kernel.clock.now()).await?;
    let mut sweep = Sweep::new(&kernel, "chats");
    let meta = || CommandMeta::system(kernel.ids.v7(kernel.clock.now()));
    for chat in not_back(&kernel.pool, kernel.clock.now()).await? {
        sweep.row(chat, let_go_if_away(&kernel, meta(), ChatId::from_uuid(chat)).await);
    }
    for chat in not_served(&kernel).await? {
        sweep.row(chat, let_go(&kernel, meta(), ChatId::from_uuid(chat), LeaveReason::QueueClosed).await);
    }
    attendance::sweep(&kernel, &mut sweep).await?;
    for chat in silent(&kernel).await? {
        sweep.row(chat, end_chat(&kernel, meta(), ChatId::from_uuid(chat), Command::EndBySystem).await);
    }
    Ok(())
}

/// Chats in which nobody writes any more. Who meets in a call needs to write nothing.
async fn silent(kernel: &Kernel) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar(
        "select c.chat_id from chats c
         where c.state = 2
             and greatest(c.accepted_at, c.last_message_at, (select max(k.changed_at) from calls k where k.chat_id = c.chat_id)) <= $1
             and not exists (select from calls k
                 where k.chat_id = c.chat_id and k.state = 2 and k.taking_part && k.customers and k.taking_part && k.practitioners)
         order by c.joined_at",
    )
    .bind((kernel.clock.now() - SILENT_FOR_AT_MOST).to_sqlx())
    .fetch_all(&kernel.pool)
    .await
}

/// In queues that have been shut for a while, are used no more, or are another provider's by now.
async fn not_served(kernel: &Kernel) -> anyhow::Result<Vec<Uuid>> {
    let queues: Vec<Uuid> = sqlx::query_scalar("select distinct chat_queue_id from chats where state = 1").fetch_all(&kernel.pool).await?;
    if queues.is_empty() {
        return Ok(Vec::new());
    }
    let standings = Standings::now(kernel).await?;
    let in_use = admin_record::in_use::<Details>(&kernel.pool).await?;
    let served = in_use.into_iter().filter(|(id, details)| standings.serves(*id, details)).map(|(id, _)| id);
    let served: BTreeSet<_> = served.collect();
    let shut: Vec<_> = queues.into_iter().filter(|queue| !served.contains(queue)).collect();
    Ok(sqlx::query_scalar("select chat_id from chats where state = 1 and chat_queue_id = any($1) order by joined_at")
        .bind(shut)
        .fetch_all(&kernel.pool)
        .await?)
}
