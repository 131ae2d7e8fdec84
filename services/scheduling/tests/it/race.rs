//! Many residents at once on one time: exactly one has it.

use std::{collections::BTreeMap, sync::Arc};

use chassis::testkit::{caller, refusals::reason, tries};
use chassis_domain::Uuid;
use futures::{StreamExt, stream};
use kajo_proto::options::v1::Caller;
use tokio::{sync::Barrier, task::JoinSet};

use crate::town::{Resident, Town, WOMAN};

const TIME: &str = "2026-11-23T08:30";

/// How often each answer was given.
fn counted<T>(answers: &[Result<T, tonic::Status>]) -> BTreeMap<String, usize> {
    let mut counted = BTreeMap::new();
    for answer in answers {
        *counted.entry(answer.as_ref().map_or_else(reason, |_| "won".to_owned())).or_default() += 1;
    }
    counted
}

/// What somebody is told in the end. Where a thousand come at once on a busy machine, some are told that a moment later they may succeed: they
/// ask again.
pub(crate) async fn in_the_end<T, F>(ask: impl Fn() -> F) -> Result<T, tonic::Status>
where
    F: Future<Output = Result<T, tonic::Status>>,
{
    loop {
        match ask().await {
            Err(refused) if reason(&refused) == "unavailable" => {}
            told => return told,
        }
    }
}

/// All of them at once.
async fn at_once<T, F>(residents: &[Resident], act: impl Fn(Resident) -> F) -> Vec<Result<T, tonic::Status>>
where
    T: Send + 'static,
    F: Future<Output = Result<T, tonic::Status>> + Send + 'static,
{
    let start = Arc::new(Barrier::new(residents.len()));
    let mut running = JoinSet::new();
    for resident in residents {
        let (start, acting) = (Arc::clone(&start), act(resident.clone()));
        running.spawn(async move {
            start.wait().await;
            acting.await
        });
    }
    running.join_all().await
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_02_of_many_residents_on_one_time_exactly_one_gets_it() {
    let town = Town::start().await;
    let service = town.mondays("Verikokeet").await;
    let people: Vec<_> = stream::iter(0..tries(100, 1_000))
        .map(|_| async {
            let id = Uuid::now_v7();
            town.register(id, WOMAN).await;
            Resident { id, calls: town.calls_by(caller(Caller::Resident, id, "Aino Lehtonen")) }
        })
        .buffer_unordered(8)
        .collect()
        .await;
    let offer = people[0].time(&service, TIME).await.offer_id;
    let held = at_once(&people, |resident| {
        let offer = offer.clone();
        async move { in_the_end(|| resident.hold(&offer)).await }
    })
    .await;
    assert_eq!(counted(&held), BTreeMap::from([("won".to_owned(), 1), ("slot_taken".to_owned(), people.len() - 1)]));
    let hold = held.into_iter().find_map(Result::ok).unwrap();

    // And when all confirm a hold that has lapsed, at the same moment: one is booked, the others are told that the time is gone.
    town.clock().advance(chassis_domain::SignedDuration::from_mins(5));
    let booked = at_once(&people, |resident| {
        let hold = hold.clone();
        async move { in_the_end(|| resident.book_held(&hold)).await }
    })
    .await;
    assert_eq!(counted(&booked), BTreeMap::from([("won".to_owned(), 1), ("hold_lost".to_owned(), people.len() - 1)]));
    let claims: Vec<i16> = sqlx::query_scalar("select state from claims").fetch_all(&town.running.kernel().pool).await.unwrap();
    assert_eq!(claims, [3], "one claim, and it is an appointment's");
    let appointments: i64 = sqlx::query_scalar("select count(*) from my_appointments").fetch_one(&town.running.kernel().pool).await.unwrap();
    assert_eq!(appointments, 1);
    town.claims_equal_events().await;
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_02_times_of_one_professional_that_overlap_are_had_by_one() {
    let town = Town::start().await;
    let service = town.mondays("Verikokeet").await;
    let long = crate::town::mondays(&service);
    let schedule = town.schedule(kajo_proto::scheduling::v1::ScheduleDetails { slot_minutes: 60, ..long }).await;
    town.search(crate::town::search(&service, &schedule)).await;
    let (aino, elli) = (town.resident("Aino Lehtonen", WOMAN).await, town.resident("Elli Fofonoff", WOMAN).await);
    let times = aino.times(&service, "2026-11-23").await;
    let of_length = |minutes| times.iter().find(|time| time.span.as_ref().unwrap().minutes == minutes).unwrap().offer_id.clone();
    let (short, long) = (of_length(30), of_length(60));
    let held = aino.hold(&long).await.unwrap();
    assert_eq!(reason(&elli.hold(&short).await.unwrap_err()), "slot_taken");
    let left = ["2026-11-23T09:00", "2026-11-23T09:00", "2026-11-23T09:30"];
    assert_eq!(elli.starts(&service, "2026-11-23").await, left);
    // To its own holder it is not in the way.
    let shorter = aino.hold(&short).await.unwrap();
    assert_eq!(reason(&elli.hold(&long).await.unwrap_err()), "slot_taken");
    assert!(aino.book_held(&shorter).await.is_ok());
    assert_eq!(reason(&aino.book_held(&held).await.unwrap_err()), "hold_lost", "nor twice to themselves");
    town.claims_equal_events().await;
    town.end().await;
}
