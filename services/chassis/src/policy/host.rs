//! A policy hosted on facts: read, correlate, react, and everything that follows stored in one transaction.

use std::sync::Arc;

use chassis_domain::{Effect, Policy, PolicyKey, Timestamp};
use futures::future::BoxFuture;
use tokio::sync::Notify;
use uuid::Uuid;

use crate::{
    clock::Clock,
    consumer::{AnyHandler, ConsumerFaults, HandlerError, Told},
    database::Tx,
    due::{self, Cause, New},
};

/// Message name under which a timer's input comes back to `Policy::read`.
const TIMER: &str = "timer";

/// Names every effect that was ever caused; changing it would perform them all again.
const EFFECTS: Uuid = Uuid::from_u128(0x6b61_6a6f_0000_5000_8000_6566_6665_6374);

type React = dyn for<'a> Fn(&'a mut Tx<'_>, &'a str, Uuid, &'a [u8], &'a Cause, Timestamp) -> BoxFuture<'a, Result<bool, HandlerError>> + Send + Sync;

/// A policy whose type is forgotten.
#[derive(Clone)]
pub(crate) struct AnyPolicy {
    pub(crate) name: &'static str,
    as_of_fact: bool,
    react: Arc<React>,
}

/// Forgets the type.
pub(crate) fn any_policy<P: Policy>() -> AnyPolicy {
    let react: Arc<React> =
        Arc::new(|tx, message, aggregate_id, payload, cause, now| Box::pin(react_in_tx::<P>(tx, message, aggregate_id, payload, cause, now)));
    AnyPolicy { name: P::NAME, as_of_fact: P::AS_OF_FACT, react }
}

impl AnyPolicy {
    /// The policy as a consumer of kinds of aggregates of one source; `told` wakes whoever performs what follows.
    pub(crate) fn handler(&self, source: &'static str, aggregates: Vec<&'static str>, clock: Clock, told: Arc<Notify>) -> AnyHandler {
        let (react, as_of_fact, told) = (Arc::clone(&self.react), self.as_of_fact, Told::new(told));
        let put = told.clone();
        let handle: Arc<crate::consumer::Handle> = Arc::new(move |tx, fact| {
            let (react, put, now) = (Arc::clone(&react), put.clone(), if as_of_fact { fact.at } else { clock.now() });
            let cause = Cause { name: fact.event_id.to_string(), event: Some(fact.event_id), trace: fact.trace.clone() };
            Box::pin(async move {
                if react(tx, &fact.message, fact.aggregate_id, &fact.payload, &cause, now).await? {
                    put.something_is_put();
                }
                Ok(())
            })
        });
        AnyHandler { consumer: self.name, source, aggregates, handle, told: Some(told), faults: ConsumerFaults::default() }
    }

    /// A timer's input.
    pub(crate) async fn timer_in_tx(&self, tx: &mut Tx<'_>, input: &[u8], cause: &Cause, now: Timestamp) -> Result<(), HandlerError> {
        (self.react)(tx, TIMER, Uuid::nil(), input, cause, now).await.map(drop)
    }
}

/// `cause` names what is reacted to: the same cause makes the same effects. Answers whether there are any.
async fn react_in_tx<P: Policy>(
    tx: &mut Tx<'_>,
    message: &str,
    aggregate_id: Uuid,
    payload: &[u8],
    cause: &Cause,
    now: Timestamp,
) -> Result<bool, HandlerError> {
    let input = P::read(message, aggregate_id, payload).map_err(|error| HandlerError::Park(error.to_string()))?;
    let Some(input) = input else {
        // A policy has set its timers itself.
        return if message == TIMER { Err(HandlerError::Park(format!("{} cannot read its timer", P::NAME))) } else { Ok(false) };
    };
    let key = P::correlate(&input);
    let stored = state_in_tx::<P>(tx, &key).await?;
    let mut state = P::decode(&stored).ok_or_else(|| HandlerError::Park(format!("the state of {} cannot be read", P::NAME)))?;
    let effects = P::react(&mut state, &input, now);
    sqlx::query("update policy_state set state = $3 where policy = $1 and key = $2")
        .bind(P::NAME)
        .bind(&key.0)
        .bind(P::encode(&state))
        .execute(&mut **tx)
        .await?;
    let any = !effects.is_empty();
    for (index, effect) in effects.into_iter().enumerate() {
        let name = format!("{}\0{}\0{}\0{index}", P::NAME, key.0, cause.name);
        store_in_tx::<P>(tx, effect, Uuid::new_v5(&EFFECTS, name.as_bytes()), &key, cause, now).await?;
    }
    Ok(any)
}

/// The state under a key, locked. Of a key that is new the default is stored first: there is nothing else to be locked, and another
/// process that is at this key too waits for it.
async fn state_in_tx<P: Policy>(tx: &mut Tx<'_>, key: &PolicyKey) -> Result<Vec<u8>, sqlx::Error> {
    if let Some(stored) = locked_in_tx::<P>(tx, key).await? {
        return Ok(stored);
    }
    sqlx::query("insert into policy_state (policy, key, state) values ($1, $2, $3) on conflict do nothing")
        .bind(P::NAME)
        .bind(&key.0)
        .bind(P::encode(&P::State::default()))
        .execute(&mut **tx)
        .await?;
    locked_in_tx::<P>(tx, key).await?.ok_or(sqlx::Error::RowNotFound)
}

async fn locked_in_tx<P: Policy>(tx: &mut Tx<'_>, key: &PolicyKey) -> Result<Option<Vec<u8>>, sqlx::Error> {
    sqlx::query_scalar("select state from policy_state where policy = $1 and key = $2 for update")
        .bind(P::NAME)
        .bind(&key.0)
        .fetch_optional(&mut **tx)
        .await
}

async fn store_in_tx<P: Policy>(
    tx: &mut Tx<'_>,
    effect: Effect,
    id: Uuid,
    key: &PolicyKey,
    cause: &Cause,
    now: Timestamp,
) -> Result<(), sqlx::Error> {
    match effect {
        Effect::Command { to, body, until } => {
            let new = New { id, target: due::of_effect(to.0), key: &key.0, body, due_at: now, until, cause };
            due::put_in_tx(tx, new, now).await
        }
        Effect::Schedule { key, at, input } => {
            let new = New { id, target: due::of_timer(P::NAME), key: &key.0, body: input, due_at: at, until: None, cause };
            due::set_timer_in_tx(tx, new, now).await
        }
        Effect::Cancel(key) => due::forget_timer_in_tx(tx, &due::of_timer(P::NAME), &key.0).await,
    }
}
