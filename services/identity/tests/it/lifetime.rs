//! How long a session lasts, and how it ends.

use chassis::testkit::eventually;
use jiff::SignedDuration;
use kajo_proto::identity::v1::Realm;
use tonic::Code;

use crate::world::{BOTH, World, said, somebody, spoil, told};

/// Minutes without use and hours in all, as the settings have it when nothing is said.
fn limits(realm: Realm) -> (i64, i64) {
    if realm == Realm::Resident { (15, 8) } else { (30, 12) }
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_13_use_prolongs_a_session_and_idleness_and_its_greatest_age_end_it() {
    let world = World::start().await;
    let expired = said(Code::Unauthenticated, "session_expired");
    for realm in BOTH {
        let (idle, age) = limits(realm);
        // Signed in first: the tokens of the realms carry the machine's time, and the test's clock moves on below.
        let [unused, watched, used] =
            [world.sign_in(realm, somebody(realm)).await, world.sign_in(realm, somebody(realm)).await, world.sign_in(realm, somebody(realm)).await];
        let begun = world.clock().now();
        for _ in 0..2 {
            world.clock().advance(SignedDuration::from_mins(idle) - SignedDuration::from_secs(idle * 30 + 1));
            world.resolve(realm, &used, true).await.unwrap();
            world.resolve(realm, &watched, false).await.unwrap();
        }
        world.clock().advance(SignedDuration::from_secs(2));
        // What a person did not cause, such as live updates, does not prolong.
        assert_eq!(told(&world.resolve(realm, &unused, true).await.unwrap_err()), expired);
        assert_eq!(told(&world.resolve(realm, &watched, false).await.unwrap_err()), expired);
        assert_eq!(told(&world.resolve(realm, &unused, true).await.unwrap_err()), expired, "and stays so");
        assert!(!world.sign_out(realm, &unused).await.unwrap().ticket.is_empty(), "the realm is told that it is over");

        let ends = begun + SignedDuration::from_hours(age);
        while world.clock().now() + SignedDuration::from_mins(idle - 1) < ends {
            world.resolve(realm, &used, true).await.unwrap();
            world.clock().advance(SignedDuration::from_mins(idle - 1));
        }
        let last = world.resolve(realm, &used, true).await.unwrap();
        assert_eq!(last.idle_ends_at, last.absolute_ends_at, "never beyond the greatest age");
        world.clock().advance(ends.duration_since(world.clock().now()));
        assert_eq!(told(&world.resolve(realm, &used, true).await.unwrap_err()), expired);
        world.clock().advance(begun.duration_since(world.clock().now()));
    }
    let reasons: Vec<i64> = sqlx::query_scalar("select count(*) from sessions group by ended").fetch_all(&world.running.kernel().pool).await.unwrap();
    assert_eq!(reasons, [6], "all six are over, and the events say so");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_is_prolonged_at_most_every_half_minute() {
    let world = World::start().await;
    let secret = world.sign_in(Realm::Resident, "aino").await;
    let end = async || world.resolve(Realm::Resident, &secret, true).await.unwrap().idle_ends_at.unwrap().seconds;
    let begun = end().await;
    world.clock().advance(SignedDuration::from_secs(29));
    assert_eq!(end().await, begun);
    world.clock().advance(SignedDuration::from_secs(2));
    assert_eq!(end().await, begun + 31);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_good_in_its_own_realm_until_the_person_signs_out() {
    let world = World::start().await;
    let missing = said(Code::Unauthenticated, "session_missing");
    for (realm, other) in [(Realm::Resident, Realm::Practitioner), (Realm::Practitioner, Realm::Resident)] {
        let [secret, elsewhere] = [world.sign_in(realm, somebody(realm)).await, world.sign_in(realm, somebody(realm)).await];
        assert_eq!(told(&world.resolve(other, &secret, true).await.unwrap_err()), missing);
        assert_eq!(told(&world.sign_out(other, &secret).await.unwrap_err()), missing);
        assert_eq!(told(&world.resolve(realm, "guessed", true).await.unwrap_err()), missing);
        world.resolve(realm, &secret, true).await.unwrap();

        let (first, second) = tokio::join!(world.sign_out(realm, &secret), world.sign_out(realm, &secret));
        let refused: Vec<_> = [&first, &second].into_iter().filter_map(|answer| answer.as_ref().err()).map(told).collect();
        assert!(refused.len() < 2 && refused.iter().all(|answer| answer.1.starts_with("session_")), "{refused:?}");
        assert_eq!(told(&world.resolve(realm, &secret, true).await.unwrap_err()), missing);
        world.resolve(realm, &elsewhere, true).await.unwrap();
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_session_that_ran_out_unseen_only_what_tells_the_realm_is_kept_and_after_a_day_nothing() {
    let world = World::start().await;
    let secret = world.sign_in(Realm::Resident, "aino").await;
    let pool = &world.running.kernel().pool;
    let kept = "select count(*) from session_secrets where access_token <> '' or ssn <> ''";
    assert_eq!(sqlx::query_scalar::<_, i64>(kept).fetch_one(pool).await.unwrap(), 1);
    world.clock().advance(SignedDuration::from_mins(16));
    eventually(|| async { (sqlx::query_scalar::<_, i64>(kept).fetch_one(pool).await.unwrap() == 0).then_some(()) }).await;
    assert_eq!(told(&world.resolve(Realm::Resident, &secret, true).await.unwrap_err()), said(Code::Unauthenticated, "session_expired"));
    world.clock().advance(SignedDuration::from_hours(33));
    let known = "select count(*) from session_secrets";
    eventually(|| async { (sqlx::query_scalar::<_, i64>(known).fetch_one(pool).await.unwrap() == 0).then_some(()) }).await;
    assert_eq!(told(&world.resolve(Realm::Resident, &secret, true).await.unwrap_err()), said(Code::Unauthenticated, "session_missing"));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn k_15_a_session_that_cannot_be_read_costs_itself_alone() {
    let world = World::start().await;
    for _ in 0..4 {
        world.sign_in(Realm::Resident, "aino").await;
    }
    let pool = &world.running.kernel().pool;
    let bad: chassis_domain::Uuid =
        sqlx::query_scalar("select session_id from session_secrets order by session_id limit 1").fetch_one(pool).await.unwrap();
    spoil(pool, &format!("session-{bad}")).await;
    world.clock().advance(SignedDuration::from_mins(16));
    let kept = "select count(*) from session_secrets where access_token <> '' or ssn <> ''";
    eventually(|| async { (sqlx::query_scalar::<_, i64>(kept).fetch_one(pool).await.unwrap() == 1).then_some(()) }).await;
    let running: Vec<chassis_domain::Uuid> = sqlx::query_scalar("select session_id from sessions where not ended").fetch_all(pool).await.unwrap();
    assert_eq!(running, [bad]);
    world.end().await;
}
