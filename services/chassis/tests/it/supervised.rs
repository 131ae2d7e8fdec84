//! The loops of a service, watched: one that ends is begun again.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use chassis::{
    Tx,
    consumer::{Fact, Handler, HandlerError},
    projection::{Projection, ProjectionError, ReadModel},
    store::RawRecorded,
    testkit::{TestEnvironment, eventually},
};
use chassis_domain::{Aggregate, Uuid};

use crate::{
    due::tell,
    tally::{Tally, service},
};

/// Panics so often, and counts afterwards.
struct Stumbles {
    left: AtomicU32,
    after: Arc<AtomicU32>,
}

impl Stumbles {
    fn new(left: u32) -> (Self, Arc<AtomicU32>) {
        let after = Arc::new(AtomicU32::new(0));
        (Self { left: AtomicU32::new(left), after: Arc::clone(&after) }, after)
    }

    fn go(&self) {
        let left = self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        assert!(left.is_err(), "on purpose");
        self.after.fetch_add(1, Ordering::SeqCst);
    }
}

impl ReadModel for Stumbles {
    const NAME: &'static str = "stumbles";
    const VERSION: u32 = 1;
    const TABLES: &'static [&'static str] = &["tallies"];
    const CATEGORIES: &'static [&'static str] = &[Tally::CATEGORY];
}

impl Projection for Stumbles {
    async fn apply_in_tx(&self, _: &mut Tx<'_>, _: &RawRecorded) -> Result<(), ProjectionError> {
        self.go();
        Ok(())
    }
}

impl Handler for Stumbles {
    const CONSUMER: &'static str = "stumbles";
    const SOURCE: &'static str = "identity";
    const AGGREGATE: &'static str = "session";

    async fn handle_in_tx(&self, _: &mut Tx<'_>, _: &Fact) -> Result<(), HandlerError> {
        self.go();
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn k_15_a_read_model_that_panicked_follows_again() {
    let environment = TestEnvironment::start().await.unwrap();
    let (stumbles, after) = Stumbles::new(2);
    let running = environment.service(service().eventual(stumbles)).await.unwrap();
    tell(&running.kernel().store, Uuid::now_v7()).await;
    eventually(|| async { (after.load(Ordering::SeqCst) > 0).then_some(()) }).await;
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_15_a_consumer_that_panicked_hears_again() {
    let environment = TestEnvironment::start().await.unwrap();
    let (stumbles, after) = Stumbles::new(1);
    let running = environment.service(service().consume(stumbles)).await.unwrap();
    tell(&running.kernel().store, Uuid::now_v7()).await;
    // Another one, for what the first one took along is delivered again after half a minute only.
    eventually(|| async {
        tell(&running.kernel().store, Uuid::now_v7()).await;
        (after.load(Ordering::SeqCst) > 0).then_some(())
    })
    .await;
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_15_a_service_with_a_loop_that_keeps_ending_is_not_ready() {
    let environment = TestEnvironment::start().await.unwrap();
    let (stumbles, _) = Stumbles::new(u32::MAX);
    let running = environment.service(service().eventual(stumbles)).await.unwrap();
    eventually(|| async { running.ready().await.then_some(()) }).await;
    tell(&running.kernel().store, Uuid::now_v7()).await;
    eventually(|| async { (!running.ready().await).then_some(()) }).await;
    running.stop().await;
    environment.remove().await.unwrap();
}
