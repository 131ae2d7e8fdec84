//! The session that a realm keeps of its own: whom it lets pass unasked, and how it learns that a session is over here.

use jiff::SignedDuration;
use kajo_proto::identity::v1::{BeginSignInRequest, CompleteSignInRequest, Realm, SignedOutAtRealmRequest};
use reqwest::{Client, StatusCode, redirect::Policy};
use serde_json::json;
use simulators::{Fault, people};
use tonic::Code;
use url::Url;

use crate::world::{BOTH, Back, CALLBACK, World, said, somebody, told};

/// A browser at the realm, with the realm's cookie.
struct AtRealm {
    cookie: String,
}

fn browser() -> Client {
    Client::builder().redirect(Policy::none()).build().unwrap()
}

fn back_of(answer: &reqwest::Response) -> Option<Back> {
    let location = Url::parse(answer.headers().get("location")?.to_str().unwrap()).unwrap();
    let value = |name: &str| location.query_pairs().find(|(found, _)| found == name).unwrap().1.into_owned();
    Some(Back { code: value("code"), state: value("state") })
}

impl AtRealm {
    /// Whom the realm lets pass unasked; `None`: it asks who is there.
    async fn pass(&self, url: &str) -> Option<Back> {
        let answer = browser().get(url).header("cookie", &self.cookie).send().await.unwrap();
        let back = back_of(&answer);
        assert_eq!(back.is_none(), answer.status() == StatusCode::OK, "it asks, or lets somebody pass");
        back
    }
}

fn max_age(url: &str) -> Option<String> {
    Url::parse(url).unwrap().query_pairs().find(|(name, _)| name == "max_age").map(|(_, value)| value.into_owned())
}

impl World {
    /// Signs in, in a browser that stays signed in at the realm as well.
    async fn sign_on(&self, realm: Realm, who: &str) -> (String, AtRealm) {
        let begun = self.begin(realm).await;
        let answer = browser().get(&begun.url).query(&[("login_hint", who)]).send().await.unwrap();
        let cookie = answer.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
        let done = self.complete(realm, &back_of(&answer).unwrap(), &begun.callback_secret).await.unwrap();
        (done.session_secret, AtRealm { cookie })
    }

    /// Time goes by, here and outside.
    fn wait(&self, by: SignedDuration) {
        self.clock().advance(by);
        self.realms.advance(by);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn s_03_after_a_session_that_ran_out_the_realm_asks_who_is_there() {
    let world = World::start().await;
    for realm in BOTH {
        let (idle, age) = if realm == Realm::Resident { (16, 9) } else { (31, 13) };
        let (living, at_realm) = world.sign_on(realm, somebody(realm)).await;
        let again = world.begin_after(realm, &living).await;
        assert!(at_realm.pass(&again.url).await.is_some(), "of a living session the realm need not ask");

        world.wait(SignedDuration::from_mins(idle));
        let again = world.begin_after(realm, &living).await;
        assert_eq!(max_age(&again.url).as_deref(), Some("0"));
        assert!(at_realm.pass(&again.url).await.is_none(), "somebody else may sit there now");

        world.wait(SignedDuration::from_hours(age));
        let (used, at_realm) = world.sign_on(realm, somebody(realm)).await;
        for _ in 0..(age * 60 / (idle - 2)) {
            world.wait(SignedDuration::from_mins(idle - 2));
            let _ = world.resolve(realm, &used, true).await;
        }
        assert_eq!(told(&world.resolve(realm, &used, true).await.unwrap_err()), said(Code::Unauthenticated, "session_expired"));
        let again = world.begin_after(realm, &used).await;
        assert!(max_age(&again.url).as_deref() == Some("0") && at_realm.pass(&again.url).await.is_none());
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_03_a_browser_whose_sign_out_did_not_reach_the_realm_is_asked_and_so_is_one_with_an_unknown_session() {
    let world = World::start().await;
    let (_, at_realm) = world.sign_on(Realm::Resident, "aino").await;
    let asked = BeginSignInRequest { realm: Realm::Resident.into(), redirect_uri: CALLBACK.to_owned(), ask_anew: true, ..Default::default() };
    let begun = world.gateway().begin_sign_in(asked).await.unwrap().into_inner();
    assert!(at_realm.pass(&begun.url).await.is_none());
    assert!(at_realm.pass(&world.begin_after(Realm::Resident, "made up").await.url).await.is_none());
    assert!(at_realm.pass(&world.begin(Realm::Resident).await.url).await.is_some());
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_03_a_realm_that_asked_nobody_though_it_was_told_to_signs_nobody_in() {
    let world = World::start().await;
    let refused = said(Code::PermissionDenied, "sign_in_failed");
    for realm in BOTH {
        let since = |hours: i64| world.clock().now().as_second() - hours * 3_600;
        let over = { world.sign_in(realm, somebody(realm)).await };
        world.sign_out(realm, &over).await.unwrap();
        // Identified an hour ago: new enough for a browser that had no session, too old where one has ended.
        for (previous, at, accepted) in [
            ("", Some(since(0)), true),
            (over.as_str(), Some(since(0)), true),
            ("", Some(since(1)), true),
            (over.as_str(), Some(since(1)), false),
            ("", Some(since(24)), false),
            ("", None, false),
        ] {
            world.realms.forge(move |good| {
                let mut claims = good.claims.clone();
                match at {
                    Some(at) => claims["auth_time"] = json!(at),
                    None => drop(claims.as_object_mut().unwrap().remove("auth_time")),
                }
                good.sign(&good.header(), &claims)
            });
            let begun = world.begin_after(realm, previous).await;
            let back = world.at_realm(&begun.url, somebody(realm)).await;
            let done = world.complete(realm, &back, &begun.callback_secret).await;
            assert_eq!(done.as_ref().err().map(told), (!accepted).then(|| refused.clone()), "{realm:?} {previous:?} {at:?}");
        }
        world.realms.forge_no_more();
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_03_who_was_identified_too_weakly_is_not_signed_in_where_the_setting_says_how() {
    let world = World::with(|settings| settings.with("oidc_practitioner_acr", "smartcard strong")).await;
    let asked = Url::parse(&world.begin(Realm::Practitioner).await.url).unwrap();
    assert!(asked.query_pairs().any(|(name, value)| name == "acr_values" && value == "smartcard strong"));
    world.sign_in(Realm::Practitioner, "liisa").await;
    world.realms.fail(Fault::WeakIdentification);
    let refused = world.try_sign_in(Realm::Practitioner, "liisa").await.unwrap_err();
    assert_eq!(told(&refused), said(Code::PermissionDenied, "sign_in_failed"));
    world.sign_in(Realm::Resident, "aino").await;
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_03_the_realm_is_told_of_a_session_that_ran_out_when_its_browser_signs_out() {
    let world = World::start().await;
    for realm in BOTH {
        let (secret, at_realm) = world.sign_on(realm, somebody(realm)).await;
        world.wait(SignedDuration::from_mins(31));
        // Also when it was ended here by the clock, before its browser came back.
        chassis::testkit::eventually(|| async {
            let running = "select count(*) from sessions where not ended";
            (sqlx::query_scalar::<_, i64>(running).fetch_one(&world.running.kernel().pool).await.unwrap() == 0).then_some(())
        })
        .await;
        let out = world.sign_out(realm, &secret).await.unwrap();
        let leave = world.leave_realm(realm, &out.ticket).await.unwrap();
        browser().post(&leave.url).form(&leave.form).send().await.unwrap();
        assert!(at_realm.pass(&world.begin(realm).await.url).await.is_none(), "the realm's session is over as well");
        assert_eq!(world.sign_out(realm, &secret).await.unwrap().ticket, "", "told once");
        let kept = "select count(*) from session_secrets where id_token <> ''";
        assert_eq!(sqlx::query_scalar::<_, i64>(kept).fetch_one(&world.running.kernel().pool).await.unwrap(), 0);
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_16_the_identity_token_leaves_identity_for_a_ticket_alone_and_once() {
    let world = World::start().await;
    let secret = world.sign_in(Realm::Resident, "aino").await;
    let out = world.sign_out(Realm::Resident, &secret).await.unwrap();
    assert_eq!((out.url.as_str(), out.ticket.len()), ("http://localhost:8080/fi", 43));
    let unknown = said(Code::Unauthenticated, "session_missing");
    assert_eq!(told(&world.leave_realm(Realm::Practitioner, &out.ticket).await.unwrap_err()), unknown);
    assert_eq!(told(&world.leave_realm(Realm::Resident, "guessed").await.unwrap_err()), unknown);
    assert!(world.leave_realm(Realm::Resident, &out.ticket).await.unwrap().form.contains_key("id_token_hint"));
    assert_eq!(told(&world.leave_realm(Realm::Resident, &out.ticket).await.unwrap_err()), unknown);

    let secret = world.sign_in(Realm::Resident, "aino").await;
    let late = world.sign_out(Realm::Resident, &secret).await.unwrap();
    world.clock().advance(SignedDuration::from_mins(11));
    assert_eq!(told(&world.leave_realm(Realm::Resident, &late.ticket).await.unwrap_err()), unknown);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_19_signing_in_again_ends_the_session_that_the_browser_had() {
    let world = World::start().await;
    for realm in BOTH {
        let [before, elsewhere] = [world.sign_in(realm, somebody(realm)).await, world.sign_in(realm, somebody(realm)).await];
        let again = async |previous: &str| {
            let begun = world.begin_after(realm, previous).await;
            let Back { code, state } = world.at_realm(&begun.url, somebody(realm)).await;
            let asked = CompleteSignInRequest {
                realm: realm.into(),
                code,
                state,
                callback_secret: begun.callback_secret,
                redirect_uri: CALLBACK.to_owned(),
                previous_secret: previous.to_owned(),
                ..CompleteSignInRequest::default()
            };
            world.gateway().complete_sign_in(asked).await.unwrap().into_inner().session_secret
        };
        let after = again(&before).await;
        assert_eq!(told(&world.resolve(realm, &before, true).await.unwrap_err()), said(Code::Unauthenticated, "session_missing"));
        for living in [&after, &elsewhere] {
            world.resolve(realm, living, true).await.unwrap();
        }
        // What is over or was never there is in nobody's way.
        for previous in [before.as_str(), "made up"] {
            world.resolve(realm, &again(previous).await, true).await.unwrap();
        }
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_05_who_signs_out_at_the_realm_is_signed_out_here() {
    let world = World::start().await;
    let refused = said(Code::InvalidArgument, "logout_token_refused");
    for realm in BOTH {
        let hint = somebody(realm);
        let at_realm = if realm == Realm::Resident { people::Realm::Resident } else { people::Realm::Practitioner };
        let (other, _) = world.sign_on(realm, hint).await;
        world.wait(SignedDuration::from_secs(2));
        let (meant, _) = world.sign_on(realm, hint).await;
        let sid = world.realms.sid_of(at_realm, hint).unwrap();
        let told_of = async |claims: serde_json::Value| {
            let asked = SignedOutAtRealmRequest { realm: realm.into(), logout_token: world.realms.logout_token(at_realm, &claims) };
            world.gateway().signed_out_at_realm(asked).await
        };
        // Of nobody, or not what it should be: the realm is not believed, and nobody is signed out.
        let old = world.clock().now().as_second() - 600;
        for wrong in [
            json!({"sid": null}),
            json!({"sid": sid, "iss": "http://127.0.0.1/realms/other"}),
            json!({"sid": sid, "aud": "another"}),
            json!({"sid": sid, "events": {}}),
            json!({"sid": sid, "events": {"another": {}}}),
            json!({"sid": sid, "nonce": "n"}),
            json!({"sid": sid, "iat": old}),
            json!({"sid": sid, "exp": old}),
            json!({"sid": sid, "jti": null}),
        ] {
            assert_eq!(told(&told_of(wrong.clone()).await.unwrap_err()), refused, "{wrong}");
        }
        let mut forged = world.realms.logout_token(at_realm, &json!({"sid": sid}));
        forged.truncate(forged.rfind('.').unwrap() + 1);
        let asked = SignedOutAtRealmRequest { realm: realm.into(), logout_token: forged };
        assert_eq!(told(&world.gateway().signed_out_at_realm(asked).await.unwrap_err()), refused, "nobody signed it");
        world.resolve(realm, &meant, true).await.unwrap();

        // One session of the realm; what it does not name stays.
        told_of(json!({"sid": sid})).await.unwrap();
        assert_eq!(told(&world.resolve(realm, &meant, true).await.unwrap_err()), said(Code::Unauthenticated, "session_expired"));
        world.resolve(realm, &other, true).await.unwrap();
        // All of a person, but none that begins afterwards, however often it is told.
        let subject = world.resolve(realm, &other, false).await.unwrap().session.unwrap().user.unwrap().person_id;
        let everything = world.realms.logout_token(at_realm, &json!({"sub": subject}));
        let asked = || SignedOutAtRealmRequest { realm: realm.into(), logout_token: everything.clone() };
        world.gateway().signed_out_at_realm(asked()).await.unwrap();
        assert!(world.resolve(realm, &other, true).await.is_err());
        world.wait(SignedDuration::from_mins(2));
        let (later, _) = world.sign_on(realm, hint).await;
        world.gateway().signed_out_at_realm(asked()).await.unwrap();
        world.resolve(realm, &later, true).await.unwrap();
    }
    world.end().await;
}
