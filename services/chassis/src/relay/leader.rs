//! Leading: one relay per service, by an advisory lock on a connection of its own. When the connection goes, so does
//! the lock, and another process takes over.

use std::time::Duration;

use sqlx::{Connection, PgConnection};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::{
    Numbered, Relay, RelayError, publisher,
    sequencer::{self, Sequencer},
};
use crate::{
    access::{
        chain::{self, Look},
        tree,
    },
    service::beat,
};

/// Commits of other processes are found by looking this often.
const LOOK: Duration = Duration::from_millis(40);
/// Whoever waits for a command is answered before its events are numbered: on a busy machine the two would want the same processor. What
/// is committed meanwhile is numbered with it.
const ANSWERED_FIRST: Duration = Duration::from_micros(200);
/// Numberings on their way to the publisher at once.
const HANDED: usize = 64;
/// Rows of the access log are linked this often ..
const LINK: Duration = Duration::from_millis(250);
/// .. and those of which a build of before did not say that they wait are looked for this often.
const LOOK_FAR: Duration = Duration::from_secs(5);
/// After a failure, and between tries to lead.
const PAUSE: Duration = Duration::from_millis(250);
/// How often the leader makes sure of its lock.
const CHECK: Duration = Duration::from_secs(1);

pub(super) async fn run(relay: Relay, stopping: CancellationToken) {
    while !stopping.is_cancelled() {
        beat();
        if let Err(error) = lead(&relay, &stopping).await {
            tracing::warn!(service = relay.service, error = &error as &dyn std::error::Error, "relay.failed");
        }
        stopping.run_until_cancelled(tokio::time::sleep(PAUSE)).await;
    }
}

/// Leads until stopped or something fails.
async fn lead(relay: &Relay, stopping: &CancellationToken) -> Result<(), RelayError> {
    let mut connection = relay.connect("relay leader").await?;
    if !try_lock(&mut connection, relay.service).await? {
        return Ok(connection.close().await?);
    }
    let mut sequencer = Sequencer::new(connection).await?;
    tracing::info!(service = relay.service, "relay.leads");
    // A bus that is away must not keep positions from being given: read models follow those. Nor must a long access log.
    let beside = stopping.child_token();
    let (hand, handed) = mpsc::channel(HANDED);
    let publisher = tokio::spawn(publisher::run(relay.clone(), handed, beside.clone()));
    let linker = tokio::spawn(link(relay.clone(), beside.clone()));
    let led = number(relay, &mut sequencer, &hand, stopping).await;
    beside.cancel();
    for task in [publisher, linker] {
        if let Err(error) = task.await {
            tracing::error!(service = relay.service, error = &error as &dyn std::error::Error, "relay.task_died");
        }
    }
    led?;
    Ok(sequencer.close().await?)
}

/// Gives positions until stopped or something fails.
async fn number(
    relay: &Relay,
    sequencer: &mut Sequencer,
    hand: &mpsc::Sender<Vec<Numbered>>,
    stopping: &CancellationToken,
) -> Result<(), RelayError> {
    let mut checked = tokio::time::Instant::now();
    let mut head = sequencer.head().await?;
    // What was committed before this relay led.
    let mut told = true;
    while !stopping.is_cancelled() {
        beat();
        if told || sequencer.waits().await? {
            let numbered = sequencer.number().await?;
            // What was committed since then has told so.
            told = numbered.len() == sequencer::BATCH;
            head = numbered.last().map_or(head, |event| event.position);
            // A publisher that is behind reads back what does not get through here.
            let _ = hand.try_send(numbered);
        }
        let reached = u64::try_from(head).unwrap_or_default();
        relay.head.send_if_modified(|known| std::mem::replace(known, reached) != reached);
        if !told {
            told = stopping.run_until_cancelled(committed(relay)).await.unwrap_or_default();
        }
        if checked.elapsed() > CHECK {
            // The lock lives with this connection: when it is gone, so is the right to lead.
            sequencer.connection().ping().await?;
            checked = tokio::time::Instant::now();
        }
    }
    Ok(())
}

/// Waits for a commit in this process; false when it is time to look for those of others.
async fn committed(relay: &Relay) -> bool {
    if relay.faults.no_look {
        relay.committed.notified().await;
        return true;
    }
    // No database future is cancelled here: only a notification and a clock.
    let told = tokio::time::timeout(LOOK, relay.committed.notified()).await.is_ok();
    if told {
        // The timer of the runtime knows whole milliseconds only. Cut short when the runtime ends.
        let _ = tokio::task::spawn_blocking(|| std::thread::sleep(ANSWERED_FIRST)).await;
    }
    told
}

/// Links the access log and grows the tree over it until stopped; tries again after any failure.
async fn link(relay: Relay, stopping: CancellationToken) {
    let mut looked_far: Option<tokio::time::Instant> = None;
    while !stopping.is_cancelled() {
        let look = if looked_far.is_some_and(|at| at.elapsed() < LOOK_FAR) { Look::Waiting } else { Look::Far };
        if look == Look::Far {
            looked_far = Some(tokio::time::Instant::now());
        }
        let linked = chain::link(&relay.pool, look).await.unwrap_or_else(|error| {
            tracing::warn!(service = relay.service, error = &error as &dyn std::error::Error, "relay.linking_failed");
            0
        });
        let grown = tree::grow(&relay.pool, &relay.tree).await.unwrap_or_else(|error| {
            tracing::error!(service = relay.service, error = &error as &dyn std::error::Error, "relay.access_tree_stands_still");
            0
        });
        // A full batch hardly ever is the last one.
        if linked < chain::BATCH && grown < tree::BATCH {
            stopping.run_until_cancelled(tokio::time::sleep(LINK)).await;
        }
    }
}

async fn try_lock(connection: &mut PgConnection, service: &str) -> Result<bool, sqlx::Error> {
    // Advisory locks are per database already; the name keeps apart what else may be locked in it.
    sqlx::query_scalar("select pg_try_advisory_lock(hashtextextended($1, 0))").bind(format!("relay {service}")).fetch_one(connection).await
}
