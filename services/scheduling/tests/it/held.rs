//! Holding a time: for whom it is free meanwhile, and who has it when the hold has lapsed.

use chassis::testkit::refusals::reason;
use chassis_domain::SignedDuration;
use kajo_proto::scheduling::v1::{ListTimesRequest, ReleaseHoldRequest, TimesWanted};

use crate::town::{Town, WOMAN, booking, of_service};

const MONDAY: &str = "2026-11-23";
const TIME: &str = "2026-11-23T08:30";

#[tokio::test(flavor = "multi_thread")]
async fn sch_02_a_time_that_is_held_is_nobody_elses_and_stays_before_the_eyes_of_its_holder() {
    let town = Town::start().await;
    let service = town.mondays("Verikokeet").await;
    let (aino, elli) = (town.resident("Aino Lehtonen", WOMAN).await, town.resident("Elli Fofonoff", WOMAN).await);
    let offer = aino.time(&service, TIME).await.offer_id;
    let held = aino.hold(&offer).await.unwrap();
    assert!(aino.time(&service, TIME).await.held);
    assert!(!elli.starts(&service, MONDAY).await.contains(&TIME.to_owned()));
    assert_eq!(reason(&elli.hold(&offer).await.unwrap_err()), "slot_taken");
    // Of what is taken the nearest are shown.
    let near = held.time.as_ref().unwrap().span.as_ref().unwrap().starts_at;
    let asked = ListTimesRequest { filter: of_service(&service), wanted: TimesWanted::Nearest.into(), near, ..ListTimesRequest::default() };
    let nearest = elli.booking().list_times(asked).await.unwrap().into_inner().times;
    let nearest: Vec<_> = nearest.into_iter().map(|time| time.span.unwrap().civil_start).collect();
    assert_eq!(nearest, ["2026-11-23T08:00", "2026-11-23T09:00", "2026-11-23T09:30", "2026-11-30T08:00", "2026-11-30T08:30"]);

    // Held again it is held from then on, by the same claim.
    town.clock().advance(SignedDuration::from_mins(4));
    let again = aino.hold(&offer).await.unwrap().hold.unwrap();
    assert_eq!((again.hold_id.as_str(), again.seconds_left), (held.hold.as_ref().unwrap().hold_id.as_str(), 300));
    // Holding another one lets go of it.
    let other = aino.hold(&aino.time(&service, "2026-11-23T09:00").await.offer_id).await.unwrap();
    let theirs = elli.hold(&offer).await.unwrap();
    let release = ReleaseHoldRequest { hold_id: theirs.hold.as_ref().unwrap().hold_id.clone() };
    aino.booking().release_hold(release.clone()).await.unwrap();
    assert_eq!(reason(&aino.hold(&offer).await.unwrap_err()), "slot_taken", "nobody releases what is another's");
    assert!(aino.book_held(&other).await.is_ok(), "and what was held stays");
    elli.booking().release_hold(release).await.unwrap();
    aino.hold(&offer).await.unwrap();
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sch_02_a_hold_that_lapsed_is_booked_when_it_is_free_and_lost_when_it_is_not() {
    let town = Town::start().await;
    let service = town.mondays("Verikokeet").await;
    let (aino, elli) = (town.resident("Aino Lehtonen", WOMAN).await, town.resident("Elli Fofonoff", WOMAN).await);
    let offer = aino.time(&service, TIME).await.offer_id;
    let lapsed = aino.hold(&offer).await.unwrap();
    town.clock().advance(SignedDuration::from_mins(5));
    assert!(elli.starts(&service, MONDAY).await.contains(&TIME.to_owned()));
    let id = aino.book_held(&lapsed).await.unwrap();
    assert!(aino.see(&id).await.is_ok());

    let other = aino.time(&service, "2026-11-23T09:00").await.offer_id;
    let lapsed = aino.hold(&other).await.unwrap();
    town.clock().advance(SignedDuration::from_mins(5));
    let theirs = elli.hold(&other).await.unwrap();
    assert!(theirs.hold.as_ref().unwrap().fence > lapsed.hold.as_ref().unwrap().fence);
    assert_eq!(reason(&aino.book_held(&lapsed).await.unwrap_err()), "hold_lost");
    // Who names the claim of another gets nothing by it.
    let stolen = aino.booking().book_appointment(booking(&theirs)).await.unwrap_err();
    assert_eq!(reason(&stolen), "hold_lost");
    assert!(elli.book_held(&theirs).await.is_ok());
    // A hold that was taken away, and whose time is free again, is booked too.
    let free = aino.time(&service, "2026-11-23T09:30").await.offer_id;
    let lapsed = aino.hold(&free).await.unwrap();
    town.clock().advance(SignedDuration::from_mins(5));
    let theirs = elli.hold(&free).await.unwrap();
    elli.booking().release_hold(ReleaseHoldRequest { hold_id: theirs.hold.unwrap().hold_id }).await.unwrap();
    assert!(aino.book_held(&lapsed).await.is_ok());
    town.end().await;
}
