//! Visits: who is not signed in, and is known again until the browser is closed (CHA-04).

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use chassis::Clock;
use futures::{FutureExt, future::BoxFuture};
use gateway::{App, Limits, News, Pace, cookies::Cookie};
use http::{HeaderValue, StatusCode, header};
use jiff::SignedDuration;
use kajo_proto::{
    caller::v1::CallerContext,
    chat_queue::v1::{ClaimVisitedChatsRequest, JoinChatQueueRequest, JoinChatQueueResponse},
    conversations::v1::{GetAudienceResponse, ListMyConversationsRequest},
    identity::v1::GetTermsRequest,
    live::v1::{SubscribeRequest, update::Update as Kind},
    options::v1::Caller,
};
use tonic::{Code, body::Body};

use crate::{
    browser::{Answer, Browser},
    cookies::{cookies_of, value},
    live::{SUBSCRIBE, Tab, fact, whisper},
    world::{PERSON, Seen, Services, World, refused, reply},
};

const JOIN: &str = "/kajo.chat_queue.v1.ChatPlaceService/JoinChatQueue";
const CLAIM: &str = "/kajo.chat_queue.v1.ChatPlaceService/ClaimVisitedChats";
const TERMS: &str = "/kajo.identity.v1.TermsService/GetTerms";
const MINE: &str = "/kajo.conversations.v1.ConversationService/ListMyConversations";

/// As who calls is signed here: the kind, and the visit where there is one.
pub(crate) fn signed(caller: &CallerContext) -> HeaderValue {
    let visit = if caller.kind() == Caller::Visitor { &caller.person_id } else { &caller.visit_id };
    let signed = if visit.is_empty() { format!("signed-{}", caller.kind) } else { format!("signed-{}-{visit}", caller.kind) };
    signed.parse().unwrap()
}

fn of_kind(kind: Caller) -> String {
    format!("signed-{}", kind as i32)
}

/// The service of chat queues, which answers everything.
pub(crate) fn chat_queue(services: Arc<Services>, seen: Seen) -> BoxFuture<'static, http::Response<Body>> {
    async move {
        match seen.path.rsplit('/').next().unwrap() {
            "GetAudience" if services.audience_away.load(Ordering::SeqCst) => refused(Code::Unavailable, "unavailable"),
            "GetAudience" => reply(&GetAudienceResponse { keys: services.audience.lock().unwrap().clone() }),
            _ => reply(&JoinChatQueueResponse::default()),
        }
    }
    .boxed()
}

fn standing_clock() -> Clock {
    Clock::manual(Clock::system().now())
}

const NAME: &str = "__Host-kajo-resident-visit";

/// A browser with this cookie of a visit.
fn visiting(world: &World, visit: &str) -> Browser {
    world.resident().with("cookie", &format!("lang=fi; {NAME}={visit}"))
}

/// The cookie of the visit that an answer begins or goes on with; `None`: the one that there was does.
fn begun(answer: &Answer) -> Option<String> {
    assert_eq!((answer.http, answer.body.len()), (StatusCode::NO_CONTENT, 0));
    assert!(answer.headers.get_all(header::SET_COOKIE).iter().all(|line| !line.to_str().unwrap().contains("Max-Age")), "gone with the browser");
    value(&cookies_of(answer), NAME).map(str::to_owned)
}

async fn new_visit(world: &World) -> String {
    begun(&world.resident().post_json("/api/visit", "{}").await).unwrap()
}

/// Which visit it is.
fn id_of(visit: &str) -> &str {
    visit.split('.').next().unwrap()
}

async fn join(browser: Browser) -> Answer {
    browser.call(JOIN, &JoinChatQueueRequest::default()).await
}

/// As whom the last call came that reached a service.
fn last_caller(world: &World) -> String {
    world.calls().last().unwrap().headers["kajo-caller-bin"].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn cha_04_a_visit_goes_on_for_as_long_as_it_is_asked_for_within_twelve_hours_and_no_longer() {
    assert_eq!(Cookie::Visit.name(App::Resident), NAME);
    let clock = standing_clock();
    let world = World::at(&clock).await;
    let first = new_visit(&world).await;
    let again = async |visit: &str| begun(&visiting(&world, visit).post_json("/api/visit", "{}").await);
    assert_eq!(again(&first).await, None);
    clock.advance(SignedDuration::from_hours(6));
    assert_eq!(again(&first).await, None, "six hours are left");
    clock.advance(SignedDuration::from_secs(1));
    let second = again(&first).await.unwrap();
    assert_eq!(id_of(&first), id_of(&second), "the same visit");
    assert_ne!(first, second);
    clock.advance(SignedDuration::from_hours(6));
    assert_eq!(join(visiting(&world, &first)).await.reason(), "session_missing", "twelve hours after it was signed");
    assert_eq!(join(visiting(&world, &second)).await.code(), Code::Ok);
    clock.advance(SignedDuration::from_hours(6));
    let third = again(&second).await.unwrap();
    assert_ne!(id_of(&second), id_of(&third), "another visit");

    let ended = visiting(&world, &third).post_json("/api/visit/end", "{}").await;
    assert_eq!((ended.http, value(&cookies_of(&ended), NAME)), (StatusCode::NO_CONTENT, Some("")));
    for path in ["/api/visit", "/api/visit/end"] {
        let professional = world.browser(App::Practitioner).post_json(path, "{}").await;
        assert_eq!((professional.http, professional.reason().as_str()), (StatusCode::NOT_FOUND, "unknown_path"), "{path}");
        let foreign = world.resident().without("x-digitalplatformauthorization").post_json(path, "{}").await;
        assert_eq!(foreign.http, StatusCode::FORBIDDEN, "{path}");
    }
}

#[tokio::test]
async fn cha_04_a_cookie_that_is_made_up_or_changed_is_no_visit() {
    let world = World::start().await;
    let (visit, other) = (new_visit(&world).await, new_visit(&world).await);
    let [id, since, tag] = visit.split('.').collect::<Vec<_>>().try_into().unwrap();
    let later = since.parse::<i64>().unwrap() + 1;
    for forged in [
        format!("{}.{since}.{tag}", id_of(&other)),
        format!("{id}.{later}.{tag}"),
        format!("{id}.{since}"),
        format!("{id}.{since}."),
        format!("{id}.{since}.{tag}A"),
        format!(".{since}.{tag}"),
        id.to_owned(),
    ] {
        assert_eq!(join(visiting(&world, &forged)).await.reason(), "session_missing", "{forged}");
        let asked = visiting(&world, &forged).get("/api/session").await;
        assert!(!asked.headers.contains_key("x-kajo-visit") && !asked.headers.contains_key("x-kajo-draft-key"), "{forged}");
        assert_ne!(id_of(&begun(&visiting(&world, &forged).post_json("/api/visit", "{}").await).unwrap()), id, "a new one: {forged}");
    }
    assert_eq!(join(visiting(&world, &visit)).await.code(), Code::Ok);
    // The other app knows of none, whatever a browser sends.
    let elsewhere = world.browser(App::Practitioner).with("cookie", &format!("__Host-kajo-practitioner-visit={visit}; {NAME}={visit}"));
    assert_eq!(join(elsewhere).await.reason(), "session_missing");
}

#[tokio::test]
async fn cha_04_a_visitor_is_known_to_methods_that_name_visitors_and_nobody_to_all_others() {
    let world = World::start().await;
    let visit = new_visit(&world).await;
    assert_eq!(join(visiting(&world, &visit)).await.code(), Code::Ok);
    assert_eq!(last_caller(&world), format!("{}-{}", of_kind(Caller::Visitor), id_of(&visit)));
    visiting(&world, &visit).call(TERMS, &GetTermsRequest {}).await;
    assert_eq!(last_caller(&world), of_kind(Caller::Anonymous));
    let calls = world.calls().len();
    let refused = visiting(&world, &visit).call(MINE, &ListMyConversationsRequest::default()).await;
    assert_eq!((refused.code(), refused.reason().as_str()), (Code::Unauthenticated, "session_missing"));
    let claims = visiting(&world, &visit).call(CLAIM, &ClaimVisitedChatsRequest {}).await;
    assert_eq!(claims.reason(), "session_missing");
    // What a page that shows somebody sends is nothing that a visitor does.
    assert_eq!(join(visiting(&world, &visit).with("x-kajo-person", PERSON)).await.reason(), "session_missing");
    assert_eq!(world.calls().len(), calls, "none of these reached a service");
}

#[tokio::test]
async fn cha_04_a_session_counts_above_a_visit_and_what_takes_over_is_told_of_both() {
    let world = World::start().await;
    let visit = new_visit(&world).await;
    let secret = world.session(Caller::Resident);
    let both = |secret: &str, visit: &str| world.resident().with("cookie", &format!("__Host-kajo-resident-session={secret}; {NAME}={visit}"));
    join(both(&secret, &visit)).await;
    assert_eq!(last_caller(&world), of_kind(Caller::Resident));
    both(&secret, &visit).call(CLAIM, &ClaimVisitedChatsRequest {}).await;
    assert_eq!(last_caller(&world), format!("{}-{}", of_kind(Caller::Resident), id_of(&visit)));
    for none in ["", &visit[1..]] {
        both(&secret, none).call(CLAIM, &ClaimVisitedChatsRequest {}).await;
        assert_eq!(last_caller(&world), of_kind(Caller::Resident), "{none}");
    }
    let over = join(both("old", &visit)).await;
    assert_eq!((over.code(), over.reason().as_str()), (Code::Unauthenticated, "session_expired"));

    // Whoever begins a visit all the same has no such session any more, and one that lives stays.
    let session = Cookie::Session.name(App::Resident);
    let dead = both("old", &visit).post_json("/api/visit", "{}").await;
    assert_eq!((dead.http, value(&cookies_of(&dead), session)), (StatusCode::NO_CONTENT, Some("")));
    let living = both(&secret, &visit).post_json("/api/visit", "{}").await;
    assert_eq!((living.http, value(&cookies_of(&living), session)), (StatusCode::NO_CONTENT, None));

    // Who may not enter in their own name goes on with what they began.
    let shut_out = both(&world.session(Caller::Identified), &visit).post_json("/api/session/sign-out", "{}").await;
    assert_eq!(value(&cookies_of(&shut_out), NAME), None);
    let out = both(&secret, &visit).post_json("/api/session/sign-out", "{}").await;
    assert_eq!(value(&cookies_of(&out), NAME), Some(""), "who sits down next has nothing of it");
}

#[tokio::test]
async fn cha_04_an_address_begins_thirty_visits_in_ten_minutes_of_an_ipv6_network_all_together() {
    let clock = standing_clock();
    // With a proxy in front, which says from where it was called.
    let world = World::of(Pace::default(), clock.clone(), Limits::default(), true).await;
    let from = async |address: &str| world.resident().with("x-forwarded-for", address).post_json("/api/visit", "{}").await;
    let mut visit = String::new();
    for number in 1..=30 {
        visit = begun(&from(&format!("2001:db8:1:2::{number:x}")).await).unwrap();
    }
    let refused = from("2001:db8:1:2:3:4:5:6").await;
    assert_eq!((refused.http, refused.reason().as_str()), (StatusCode::TOO_MANY_REQUESTS, "visits_too_many"));
    assert!(cookies_of(&refused).is_empty());
    let made_up = from("203.0.113.7, 2001:db8:1:2::1").await;
    assert_eq!(made_up.http, StatusCode::TOO_MANY_REQUESTS, "what the client itself wrote in front counts for nothing");
    assert!(begun(&from("2001:db8:1:3::1").await).is_some(), "of another network");
    assert!(begun(&from("192.0.2.1").await).is_some());
    let goes_on = visiting(&world, &visit).with("x-forwarded-for", "2001:db8:1:2::1").post_json("/api/visit", "{}").await;
    assert_eq!(begun(&goes_on), None, "who is in a visit begins none");
    clock.advance(SignedDuration::from_mins(10));
    assert!(begun(&from("2001:db8:1:2::1").await).is_some());
}

#[tokio::test]
async fn cha_04_without_a_proxy_the_connection_says_from_where_somebody_comes() {
    let world = World::start().await;
    for _ in 0..30 {
        new_visit(&world).await;
    }
    let refused = world.resident().with("x-forwarded-for", "192.0.2.1").post_json("/api/visit", "{}").await;
    assert_eq!(refused.reason(), "visits_too_many");
}

fn mine(visit: &str) -> String {
    format!("person:{}", id_of(visit))
}

#[tokio::test]
async fn cha_04_a_tab_of_a_visit_is_told_so_and_has_a_key_and_a_place_in_the_live_updates() {
    let world = World::start().await;
    let (visit, other) = (new_visit(&world).await, new_visit(&world).await);
    // As soon as this one follows, live updates are sure to be heard.
    let mut tab = Tab::of(visiting(&world, &visit), "").await;
    assert!(matches!(tab.kind().await, Some(Kind::Welcome(_))));
    let asked = visiting(&world, &visit).get("/api/session").await;
    assert_eq!((asked.http, asked.body.len()), (StatusCode::NO_CONTENT, 0));
    assert_eq!(
        (&asked.headers["x-kajo-visit"], &asked.headers[header::CACHE_CONTROL]),
        (&HeaderValue::from_static("1"), &HeaderValue::from_static("no-store"))
    );
    let key = &asked.headers["x-kajo-draft-key"];
    assert_eq!(key.len(), 44, "32 bytes in base64");
    assert_eq!(key, &visiting(&world, &visit).get("/api/session").await.headers["x-kajo-draft-key"]);
    assert_ne!(key, &visiting(&world, &other).get("/api/session").await.headers["x-kajo-draft-key"]);

    world.facts.unbounded_send(fact(1, &mine(&visit))).unwrap();
    assert!(matches!(tab.kind().await, Some(Kind::Changed(_))));
    let cursor = asked.headers["x-kajo-live-cursor"].to_str().unwrap();
    let mut behind = Tab::of(visiting(&world, &visit), cursor).await;
    assert!(matches!(behind.kind().await, Some(Kind::Welcome(_))));
    assert!(matches!(behind.kind().await, Some(Kind::Changed(_))), "what came since");
    let mut foreign = Tab::of(visiting(&world, &other), cursor).await;
    assert!(matches!(foreign.kind().await, Some(Kind::Reset(_))), "it says nothing to another visit");

    let secret = world.session(Caller::Resident);
    let both = world.resident().with("cookie", &format!("__Host-kajo-resident-session={secret}; {NAME}={visit}"));
    let signed_in = both.get("/api/session").await;
    assert_eq!((signed_in.http, &signed_in.headers["x-kajo-visit"]), (StatusCode::OK, &HeaderValue::from_static("1")));
    assert_eq!(signed_in.json()["user"]["personId"], PERSON);
    assert_ne!(&signed_in.headers["x-kajo-draft-key"], key);
    let without = world.resident().signed_in(App::Resident, &secret).get("/api/session").await;
    assert!(!without.headers.contains_key("x-kajo-visit"));
}

#[tokio::test]
async fn cha_04_a_stream_of_a_visit_tells_its_own_and_the_line_before_it_and_ends_with_the_visit() {
    let clock = standing_clock();
    let pace = Pace { session: Duration::from_millis(20), heartbeat: Duration::from_mins(1), ..Pace::default() };
    let world = World::of(pace, clock.clone(), Limits::default(), false).await;
    let (visit, other) = (new_visit(&world).await, new_visit(&world).await);
    let mut tab = Tab::of(visiting(&world, &visit), "").await;
    assert!(matches!(tab.kind().await, Some(Kind::Welcome(_))));
    let asked: Vec<_> = world.calls().into_iter().map(|seen| (seen.path, seen.headers["kajo-caller-bin"].clone())).collect();
    let as_visitor = format!("{}-{}", of_kind(Caller::Visitor), id_of(&visit));
    assert_eq!(
        asked,
        [("/kajo.chat_queue.v1.ChatService/GetAudience".to_owned(), as_visitor.parse().unwrap())],
        "who knows visitors, and nobody else"
    );

    for (number, key) in [(1, mine(&other)), (2, format!("person:{PERSON}")), (3, mine(&visit))] {
        world.facts.unbounded_send(fact(number, &key)).unwrap();
    }
    let Some(Kind::Changed(changed)) = tab.kind().await else { panic!("a change was expected") };
    assert_eq!(changed.fact_no, 3);

    // Who has joined a line hears of it from then on.
    world.services.audience.lock().unwrap().push("line:1".to_owned());
    let News::Fact(written) = fact(4, &mine(&visit)) else { panic!("it is one") };
    let joined = gateway::Heard { message: "kajo.chat_queue.v1.ChatJoined".to_owned(), ..written };
    world.facts.unbounded_send(News::Fact(joined)).unwrap();
    world.facts.unbounded_send(whisper(1, "line:1")).unwrap();
    let Some(Kind::Changed(changed)) = tab.kind().await else { panic!("a change was expected") };
    assert_eq!(changed.fact, "ChatJoined");
    assert!(matches!(tab.kind().await, Some(Kind::Whisper(_))));

    clock.advance(SignedDuration::from_hours(12));
    assert!(matches!(tab.kind().await, Some(Kind::SessionEnded(_))));
    assert!(tab.kind().await.is_none());
    let over = visiting(&world, &visit).call(SUBSCRIBE, &SubscribeRequest::default()).await;
    assert_eq!(over.reason(), "session_missing");
}
