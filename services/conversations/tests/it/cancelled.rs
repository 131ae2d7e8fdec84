//! Callers who go away in the middle of their request.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use chassis::testkit::{eventually, tries};
use chassis_domain::Uuid;
use kajo_proto::conversations::v1::thread_entry::Entry;
use tokio::{task::JoinSet, time::timeout};

use crate::world::{Person, World};

/// Requests in one conversation.
const IN_ONE: usize = 25;
/// Requests under way at once.
const HANDS: usize = 8;

/// A pause from nothing to about twice what a call takes here, another one for each number (splitmix64).
fn pause(number: usize) -> Duration {
    let mut mixed = (number as u64).wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    Duration::from_micros((mixed >> 33) % 60_000)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn cancelled_requests_lose_nothing_double_nothing_and_leave_no_open_transaction() {
    let requests = tries(500, 4_000);
    let world = World::start().await;
    let mut threads = Vec::new();
    for number in 0..requests / IN_ONE {
        let resident = world.resident("Aino Lehtonen");
        let id = resident.ask(&format!("Conversation {number}")).await;
        threads.push((resident, id));
    }
    let threads = Arc::new(threads);
    let keys: Arc<Vec<Uuid>> = Arc::new((0..requests).map(|_| Uuid::now_v7()).collect());
    let (next, acknowledged) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let mut hands = JoinSet::new();
    for _ in 0..HANDS {
        let (threads, keys) = (Arc::clone(&threads), Arc::clone(&keys));
        let (next, acknowledged) = (Arc::clone(&next), Arc::clone(&acknowledged));
        hands.spawn(async move {
            let mut answers = HashMap::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= requests {
                    return answers;
                }
                let (resident, id) = &threads[number % threads.len()];
                let writer = Person { id: resident.id, calls: resident.calls.with_key(keys[number]) };
                // The caller goes away: the future of the call is dropped where it stands.
                if let Ok(answer) = timeout(pause(number), writer.write(id, &format!("message {number}"))).await {
                    answers.insert(number, answer.unwrap().message_id);
                    acknowledged.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
    }
    let answers: HashMap<usize, String> = hands.join_all().await.into_iter().flatten().collect();
    let acknowledged = acknowledged.load(Ordering::Relaxed);
    // How many are answered in time depends on the machine; that most calls are cut somewhere inside does not.
    assert!(acknowledged < requests, "none was cancelled");

    // What was begun runs to its end, and then nothing is open any more.
    let pool = &world.running.kernel().pool;
    let open = "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null";
    eventually(|| async { (sqlx::query_scalar::<_, i64>(open).fetch_one(pool).await.unwrap() == 0).then_some(()) }).await;

    // Whoever was cancelled tries again with the same key: every message is there once, and the answers stay what they were.
    let mut hands = JoinSet::new();
    for hand in 0..HANDS {
        let (threads, keys) = (Arc::clone(&threads), Arc::clone(&keys));
        hands.spawn(async move {
            let mut again = Vec::new();
            for number in (hand..requests).step_by(HANDS) {
                let (resident, id) = &threads[number % threads.len()];
                let writer = Person { id: resident.id, calls: resident.calls.with_key(keys[number]) };
                again.push((number, writer.write(id, &format!("message {number}")).await.unwrap().message_id));
            }
            again
        });
    }
    let again: Vec<_> = hands.join_all().await.into_iter().flatten().collect();
    for (number, answer) in &again {
        assert!(answers.get(number).is_none_or(|first| first == answer), "message {number} got two answers");
    }
    let mut seen = HashMap::new();
    for (resident, id) in threads.iter() {
        for entry in resident.see(id).await.unwrap().thread {
            if let Some(Entry::Message(message)) = entry.entry {
                *seen.entry(message.message_id).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(seen.len(), requests + threads.len());
    assert!(again.iter().all(|(_, message)| seen.get(message) == Some(&1)), "an acknowledged message is missing or doubled");
    println!("{acknowledged} of {requests} were answered before they were cancelled");
    world.end().await;
}
