//! What stands against the deletion of an account: things that have not come to their end, as the facts about them say by their option
//! `deletion_veto`. Kept from the facts, so that asking and carrying out need no other service to be there.

use chassis::{
    Pool, Tx,
    consumer::{AnyHandler, Fact, Handler, HandlerError},
};
use chassis_domain::PersonId;
use kajo_proto::{
    facts::{VETOING, deletion_veto},
    options::v1::VetoChange,
};
use uuid::Uuid;

/// The consumer.
struct DeletionVetoes;

/// Hears every kind of thing that may stand against a deletion.
pub(crate) fn handlers() -> impl Iterator<Item = AnyHandler> {
    VETOING.iter().map(|(service, aggregate)| AnyHandler::new(DeletionVetoes).hearing(service, aggregate))
}

impl Handler for DeletionVetoes {
    // Cursors are kept under this name.
    const CONSUMER: &'static str = "account_holds";
    const SOURCE: &'static str = "";
    const AGGREGATE: &'static str = "";

    async fn handle_in_tx(&self, tx: &mut Tx<'_>, fact: &Fact) -> Result<(), HandlerError> {
        let told = deletion_veto(&fact.message, &fact.payload).map_err(|_| HandlerError::Park("the fact cannot be read".to_owned()))?;
        let Some(veto) = told else { return Ok(()) };
        // Nobody knows of it yet.
        if veto.person.as_deref() == Some("") {
            return Ok(());
        }
        let person = veto.person.as_deref().map(person).transpose()?;
        // The table is called after what it was first kept of.
        let sql = match veto.change() {
            VetoChange::Begins => "insert into account_holds (conversation_id, person_id, done) values ($1, $2, false) on conflict do nothing",
            VetoChange::Returns => "update account_holds set done = false where conversation_id = $1 and person_id = coalesce($2, person_id)",
            VetoChange::Rests => "update account_holds set done = true where conversation_id = $1 and person_id = coalesce($2, person_id)",
            VetoChange::Ends => "delete from account_holds where conversation_id = $1 and person_id = coalesce($2, person_id)",
            VetoChange::Unspecified => return Ok(()),
        };
        sqlx::query(sql).bind(fact.aggregate_id).bind(person).execute(&mut **tx).await?;
        Ok(())
    }
}

/// What stands against the deletion of a person's account.
pub(crate) async fn of(pool: &Pool, person: PersonId) -> Result<Vec<Uuid>, sqlx::Error> {
    sqlx::query_scalar("select conversation_id from account_holds where person_id = $1 and not done order by conversation_id")
        .bind(person.uuid())
        .fetch_all(pool)
        .await
}

fn person(id: &str) -> Result<Uuid, HandlerError> {
    Uuid::try_parse(id).map_err(|_| HandlerError::Park("a person's id is no id".to_owned()))
}
