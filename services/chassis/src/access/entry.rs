//! The access log: who read or changed whose data, when, in which role and why. Written before the data leave, and in the
//! command's own transaction when something changes.

use chassis_domain::{Actor, OnBehalfOf, PersonId, Timestamp};
use jiff_sqlx::ToSqlx;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::store::TraceContext;

/// One row.
#[derive(Clone, Debug)]
pub struct AccessEntry {
    /// Full path of the RPC.
    pub method: &'static str,
    /// Who acts.
    pub actor: Actor,
    /// Who really acts.
    pub on_behalf_of: Option<OnBehalfOf>,
    /// Whose data.
    pub subject: Option<PersonId>,
    /// What is touched, for example "conversation".
    pub object_kind: &'static str,
    /// Which one.
    pub object_id: Option<Uuid>,
    /// On what ground, for example "participant" or "queue access".
    pub ground: &'static str,
    /// The trace of the call.
    pub trace: TraceContext,
}

impl AccessEntry {
    /// Writes the row.
    pub(crate) async fn insert_in_tx(&self, tx: &mut PgConnection, entry_id: Uuid, at: Timestamp) -> Result<(), sqlx::Error> {
        sqlx::query(
            "insert into access_log (entry_id, at, method, actor_kind, actor_id, impersonator_id, role_id, location_id, subject_id, object_kind,
                                     object_id, ground, trace_id)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        )
        .bind(entry_id)
        .bind(at.to_sqlx())
        .bind(self.method)
        .bind(crate::store::kind_name(self.actor.kind))
        .bind(self.actor.person.map(PersonId::uuid))
        .bind(self.on_behalf_of.map(|on_behalf_of| on_behalf_of.impersonator.uuid()))
        .bind(self.actor.role)
        .bind(self.actor.location)
        .bind(self.subject.map(PersonId::uuid))
        .bind(self.object_kind)
        .bind(self.object_id)
        .bind(self.ground)
        .bind(self.trace.trace_id())
        .execute(tx)
        .await?;
        Ok(())
    }
}
