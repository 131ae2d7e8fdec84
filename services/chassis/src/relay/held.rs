//! Facts that cannot be put on the bus. One parks its own aggregate, with what is behind it; every other is published. They stay where they
//! are, in the outbox: once a build can publish them, the bus is filled again, and they are in their places.

use std::collections::HashMap;

use kajo_proto::facts;

use super::{
    Relay, RelayError,
    outgoing::{Outgoing, numbered},
};
use crate::{
    database::{self, Pool},
    telemetry::metrics,
};

/// Why a fact cannot be put on the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// The contract of this build does not have it: a later build ran here before.
    Unknown,
    /// It is larger than the server takes, or its audience is larger than it may be.
    TooLarge,
}

/// Bytes of the keys of an audience, about 1,500 persons. Who is more than that is told by a key that they share.
const AUDIENCE: usize = 64 * 1_024;
/// Bytes of all other headers, at most.
const OTHER_HEADERS: usize = 4 * 1_024;

/// What the contract knows of a fact that can be a message of at most so many bytes, or why it cannot.
pub(super) fn publishable(fact: &Outgoing, most_bytes: usize) -> Result<&'static facts::Fact, Reason> {
    let known = facts::find(&fact.fact_type).ok_or(Reason::Unknown)?;
    let audience: usize = fact.audience.iter().map(|key| key.len() + 1).sum();
    if audience > AUDIENCE || fact.payload.len() + audience + OTHER_HEADERS > most_bytes {
        return Err(Reason::TooLarge);
    }
    Ok(known)
}

impl Reason {
    const fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::TooLarge => "too_large",
        }
    }
}

/// The number of the first fact that is held back, by aggregate.
#[derive(Default)]
pub(super) struct HeldBack(HashMap<String, i64>);

impl HeldBack {
    /// What is held back.
    pub(super) async fn read(pool: &Pool) -> Result<Self, sqlx::Error> {
        let first: Vec<(String, i64)> =
            sqlx::query_as("select aggregate_id, min(fact_no) from unpublished group by aggregate_id").fetch_all(pool).await?;
        Ok(Self(first.into_iter().collect()))
    }

    /// Whether a fact that is held back holds this one up.
    pub(super) fn holds_up(&self, fact: &Outgoing) -> bool {
        self.0.get(&fact.aggregate_id).is_some_and(|first| *first <= fact.fact_no)
    }

    /// Holds a fact back; with a reason, unless it is only behind another one.
    pub(super) async fn hold(&mut self, relay: &Relay, fact: &Outgoing, reason: Option<Reason>) -> Result<(), sqlx::Error> {
        if let Some(reason) = reason {
            let (service, fact_type) = (relay.service, fact.fact_type.as_str());
            tracing::error!(service, aggregate_id = fact.aggregate_id, fact_no = fact.fact_no, fact_type, ?reason, "relay.fact_cannot_be_published");
            metrics::count("kajo_facts_unpublishable_total", service, reason.name());
        }
        // On the disk before the place moves on.
        let mut tx = database::begin(&relay.pool).await?;
        sqlx::query("insert into unpublished (aggregate_id, fact_no, position) values ($1, $2, $3) on conflict do nothing")
            .bind(&fact.aggregate_id)
            .bind(fact.fact_no)
            .bind(fact.position)
            .execute(&mut *tx)
            .await?;
        tx.commit().await?;
        self.0.entry(fact.aggregate_id.clone()).or_insert(fact.fact_no);
        Ok(())
    }

    /// Whether the first fact of any aggregate that is held back could be published now.
    pub(super) async fn could_go(&self, relay: &Relay) -> Result<bool, RelayError> {
        if self.0.is_empty() {
            return Ok(false);
        }
        let rows = sqlx::query(
            "select o.position, o.event_id, o.fact_no, o.fact_type, o.audience, o.fact, o.stream_id, e.recorded_at, e.meta
             from (select distinct on (aggregate_id) position from unpublished order by aggregate_id, fact_no) first
             join outbox o on o.position = first.position join events e on e.stream_id = o.stream_id and e.version = o.version",
        )
        .fetch_all(&relay.pool)
        .await?;
        let most_bytes = relay.bus.most_bytes();
        for row in &rows {
            if numbered(row)?.fact.is_some_and(|fact| publishable(&fact, most_bytes).is_ok()) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
