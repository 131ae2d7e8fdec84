//! A policy hosted on facts: read, correlate, react, and everything that follows stored in one transaction.

use std::sync::Arc;

use chassis_domain::{Effect, Policy, Timestamp};
use futures::future::BoxFuture;
use jiff_sqlx::ToSqlx;
use uuid::Uuid;

use crate::{
    clock::Clock,
    consumer::{AnyHandler, ConsumerFaults, HandlerError},
    database::Tx,
};

/// Message name under which a timer's input comes back to `Policy::read`.
const TIMER: &str = "timer";

/// Names every effect that was ever caused; changing it would perform them all again.
const EFFECTS: Uuid = Uuid::from_u128(0x6b61_6a6f_0000_5000_8000_6566_6665_6374);

type React = dyn for<'a> Fn(&'a mut Tx<'_>, &'a str, Uuid, &'a [u8], &'a str, Timestamp) -> BoxFuture<'a, Result<(), HandlerError>> + Send + Sync;

/// A policy whose type is forgotten.
#[derive(Clone)]
pub(crate) struct AnyPolicy {
    pub(crate) name: &'static str,
    react: Arc<React>,
}

/// Forgets the type.
pub(crate) fn any_policy<P: Policy>() -> AnyPolicy {
    let react: Arc<React> =
        Arc::new(|tx, message, aggregate_id, payload, cause, now| Box::pin(react_in_tx::<P>(tx, message, aggregate_id, payload, cause, now)));
    AnyPolicy { name: P::NAME, react }
}

impl AnyPolicy {
    /// The policy as a consumer of one kind of aggregate.
    pub(crate) fn handler(&self, source: &'static str, aggregate: &'static str, clock: Clock) -> AnyHandler {
        let react = Arc::clone(&self.react);
        let handle: Arc<crate::consumer::Handle> = Arc::new(move |tx, fact| {
            let (react, now) = (Arc::clone(&react), clock.now());
            Box::pin(async move { react(tx, &fact.message, fact.aggregate_id, &fact.payload, &fact.event_id.to_string(), now).await })
        });
        AnyHandler { consumer: self.name, source, aggregate, handle, faults: ConsumerFaults::default() }
    }

    /// A timer's input.
    pub(crate) async fn timer_in_tx(&self, tx: &mut Tx<'_>, input: &[u8], cause: &str, now: Timestamp) -> Result<(), HandlerError> {
        (self.react)(tx, TIMER, Uuid::nil(), input, cause, now).await
    }
}

/// `cause` names what is reacted to: the same cause makes the same effects.
async fn react_in_tx<P: Policy>(
    tx: &mut Tx<'_>,
    message: &str,
    aggregate_id: Uuid,
    payload: &[u8],
    cause: &str,
    now: Timestamp,
) -> Result<(), HandlerError> {
    let Some(input) = P::read(message, aggregate_id, payload) else { return Ok(()) };
    let key = P::correlate(&input);
    let stored: Option<Vec<u8>> = sqlx::query_scalar("select state from policy_state where policy = $1 and key = $2 for update")
        .bind(P::NAME)
        .bind(&key.0)
        .fetch_optional(&mut **tx)
        .await?;
    let mut state = match stored {
        Some(bytes) => P::decode(&bytes).ok_or_else(|| HandlerError::Park(format!("the state of {} cannot be read", P::NAME)))?,
        None => P::State::default(),
    };
    let effects = P::react(&mut state, &input, now);
    sqlx::query("insert into policy_state (policy, key, state) values ($1, $2, $3) on conflict (policy, key) do update set state = excluded.state")
        .bind(P::NAME)
        .bind(&key.0)
        .bind(P::encode(&state))
        .execute(&mut **tx)
        .await?;
    for (index, effect) in effects.into_iter().enumerate() {
        let name = format!("{}\0{}\0{cause}\0{index}", P::NAME, key.0);
        store_in_tx::<P>(tx, effect, Uuid::new_v5(&EFFECTS, name.as_bytes()), now).await?;
    }
    Ok(())
}

async fn store_in_tx<P: Policy>(tx: &mut Tx<'_>, effect: Effect, effect_id: Uuid, now: Timestamp) -> Result<(), HandlerError> {
    match effect {
        Effect::Command { to, body } => {
            sqlx::query(
                "insert into effects (effect_id, policy, target, body, state, due_at) values ($1, $2, $3, $4, 'waiting', $5) on conflict do nothing",
            )
            .bind(effect_id)
            .bind(P::NAME)
            .bind(to.0)
            .bind(body)
            .bind(now.to_sqlx())
            .execute(&mut **tx)
            .await?;
        }
        Effect::Schedule { key, at, input } => {
            sqlx::query(
                "insert into timers (policy, key, due_at, body) values ($1, $2, $3, $4)
                 on conflict (policy, key) do update set due_at = excluded.due_at, body = excluded.body",
            )
            .bind(P::NAME)
            .bind(key.0)
            .bind(at.to_sqlx())
            .bind(input)
            .execute(&mut **tx)
            .await?;
        }
        Effect::Cancel(key) => {
            sqlx::query("delete from timers where policy = $1 and key = $2").bind(P::NAME).bind(key.0).execute(&mut **tx).await?;
        }
    }
    Ok(())
}
