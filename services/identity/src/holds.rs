//! What stands against the deletion of an account: conversations that the resident has neither marked done nor seen ended. Kept from
//! the facts of conversations, so that asking and carrying out need no other service to be there.

use chassis::{
    Pool, Tx,
    consumer::{Fact, Handler, HandlerError},
};
use chassis_domain::PersonId;
use kajo_proto::conversations::v1::{
    ConversationEnded, ConversationKind, ConversationMarkedDone, ConversationStarted, ConversationUnmarkedDone, MessageWritten, Visibility,
};
use uuid::Uuid;

/// The consumer.
pub(crate) struct Holds;

impl Handler for Holds {
    const CONSUMER: &'static str = "account_holds";
    const SOURCE: &'static str = "conversations";
    const AGGREGATE: &'static str = "conversation";

    async fn handle_in_tx(&self, tx: &mut Tx<'_>, fact: &Fact) -> Result<(), HandlerError> {
        let conversation = fact.aggregate_id;
        if let Some(started) = fact.decode::<ConversationStarted>("kajo.conversations.v1.ConversationStarted") {
            // Of a consultation the resident knows nothing.
            if started.kind() == ConversationKind::Message {
                sqlx::query("insert into account_holds (conversation_id, person_id, done) values ($1, $2, false) on conflict do nothing")
                    .bind(conversation)
                    .bind(person(&started.resident_id)?)
                    .execute(&mut **tx)
                    .await?;
            }
        } else if let Some(written) = fact.decode::<MessageWritten>("kajo.conversations.v1.MessageWritten") {
            if written.visibility() == Visibility::Everyone {
                sqlx::query("update account_holds set done = false where conversation_id = $1").bind(conversation).execute(&mut **tx).await?;
            }
        } else if let Some(marked) = fact.decode::<ConversationMarkedDone>("kajo.conversations.v1.ConversationMarkedDone") {
            mark_in_tx(tx, conversation, person(&marked.person_id)?, true).await?;
        } else if let Some(unmarked) = fact.decode::<ConversationUnmarkedDone>("kajo.conversations.v1.ConversationUnmarkedDone") {
            mark_in_tx(tx, conversation, person(&unmarked.person_id)?, false).await?;
        } else if fact.decode::<ConversationEnded>("kajo.conversations.v1.ConversationEnded").is_some() {
            sqlx::query("delete from account_holds where conversation_id = $1").bind(conversation).execute(&mut **tx).await?;
        }
        Ok(())
    }
}

/// Conversations that stand against the deletion of a person's account.
pub(crate) async fn of(pool: &Pool, person: PersonId) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select conversation_id from account_holds where person_id = $1 and not done order by conversation_id")
        .bind(person.uuid())
        .fetch_all(pool)
        .await
}

async fn mark_in_tx(tx: &mut Tx<'_>, conversation: Uuid, person: Uuid, done: bool) -> Result<(), sqlx::Error> {
    sqlx::query("update account_holds set done = $3 where conversation_id = $1 and person_id = $2")
        .bind(conversation)
        .bind(person)
        .bind(done)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

fn person(id: &str) -> Result<Uuid, HandlerError> {
    Uuid::try_parse(id).map_err(|_| HandlerError::Park("a person's id is no id".to_owned()))
}
