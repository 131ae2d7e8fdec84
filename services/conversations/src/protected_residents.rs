//! Residents under a non-disclosure restriction, as identity tells: professionals see a mark wherever they meet them. No read model: what
//! another service says is no event here.

use std::collections::HashSet;

use chassis::{
    Pool, Tx,
    consumer::{Fact, Handler, HandlerError},
};
use chassis_domain::Uuid;
use kajo_proto::identity::v1::PatientProtectionChanged;

/// The consumer.
pub(crate) struct ProtectedResidents;

impl Handler for ProtectedResidents {
    const CONSUMER: &'static str = "protected_residents";
    const SOURCE: &'static str = "identity";
    const AGGREGATE: &'static str = "patient";

    async fn handle_in_tx(&self, tx: &mut Tx<'_>, fact: &Fact) -> Result<(), HandlerError> {
        let Some(changed) = fact.decode::<PatientProtectionChanged>("kajo.identity.v1.PatientProtectionChanged")? else { return Ok(()) };
        let sql = if changed.protected {
            "insert into protected_residents (person_id) values ($1) on conflict do nothing"
        } else {
            "delete from protected_residents where person_id = $1"
        };
        // A patient's id is the person's own.
        sqlx::query(sql).bind(fact.aggregate_id).execute(&mut **tx).await?;
        Ok(())
    }
}

/// Which of these residents are under a restriction.
pub(crate) async fn among(pool: &Pool, residents: &[Uuid]) -> Result<HashSet<Uuid>, sqlx::Error> {
    let found: Vec<Uuid> =
        sqlx::query_scalar("select person_id from protected_residents where person_id = any ($1)").bind(residents).fetch_all(pool).await?;
    Ok(found.into_iter().collect())
}
