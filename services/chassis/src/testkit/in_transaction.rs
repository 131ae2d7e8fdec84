//! Which read models need a transaction around an append: a round trip to begin it and one to commit it, which nobody sees but who
//! waits.

use chassis_domain::{Actor, Aggregate, DomainEvent, EventMeta, Stored, Timestamp};
use uuid::Uuid;

use super::golden::Plain;
use crate::{
    projection::{Mode, Plan, ProjectionError},
    sealing::{KeySet, Needs},
    service::Service,
    store::{RawRecorded, TraceContext},
};

/// Names of the read models of `service` that cannot be part of the append of `event`, but have to follow it in a transaction.
///
/// # Errors
/// When a read model cannot read the event.
pub fn needing_transaction<A: Aggregate>(service: &Service, event: &A::Event) -> Result<Vec<&'static str>, ProjectionError> {
    let encoded = event.encode(&mut Plain);
    let meta = EventMeta {
        event_id: Uuid::nil(),
        aggregate_id: Uuid::nil(),
        version: 1,
        recorded_at: Timestamp::UNIX_EPOCH,
        actor: Actor::system(),
        on_behalf_of: None,
        command_id: Uuid::nil(),
    };
    let raw = RawRecorded {
        meta,
        category: A::CATEGORY.to_owned(),
        stored: Stored { event_type: event.event_type().0.to_owned(), schema: encoded.schema, payload: encoded.payload },
        position: None,
        fact_no: None,
        trace: TraceContext::default(),
        cause: None,
        correlation: Uuid::nil(),
        needs: Needs::default(),
        keys: KeySet::default(),
        index: None,
    };
    let mut names = Vec::new();
    for (projection, mode) in &service.projections {
        if *mode == Mode::Inline && matches!(projection.plan(std::slice::from_ref(&raw))?, Plan::InTransaction) {
            names.push(projection.name());
        }
    }
    Ok(names)
}
