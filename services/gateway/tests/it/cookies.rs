//! Signing in and out over the JSON endpoints, and every cookie that is set on the way.

use chassis::Clock;
use gateway::{
    App,
    cookies::{Attempt, Cookie},
};
use http::{StatusCode, header};
use kajo_proto::{
    identity::v1::{BeginSignInRequest, CompleteSignInRequest},
    options::v1::Caller,
};
use prost::Message;

use crate::{
    browser::{Answer, Browser},
    world::{PERSON, PRINCIPAL, World},
};

/// Name and value of every cookie that an answer sets, after a look at its attributes.
pub(crate) fn cookies_of(answer: &Answer) -> Vec<(String, String)> {
    let lines = answer.headers.get_all(header::SET_COOKIE).iter();
    lines
        .map(|line| {
            let mut parts = line.to_str().unwrap().split("; ");
            let (name, value) = parts.next().unwrap().split_once('=').unwrap();
            let attributes: Vec<_> = parts.collect();
            assert!(name.starts_with("__Host-"), "{name}");
            for wanted in ["Path=/", "Secure", "HttpOnly", "SameSite=Lax"] {
                assert_eq!(attributes.iter().filter(|attribute| **attribute == wanted).count(), 1, "{name}: {wanted}");
            }
            assert!(attributes.iter().all(|attribute| !attribute.to_ascii_lowercase().starts_with("domain")), "{name}");
            (name.to_owned(), value.to_owned())
        })
        .collect()
}

pub(crate) fn value<'a>(cookies: &'a [(String, String)], name: &str) -> Option<&'a str> {
    cookies.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
}

/// The name of the cookie that ties a sign-in with this state to the browser.
pub(crate) fn callback_of(app: App, state: &str) -> String {
    Attempt::of_state(state).unwrap().name(Cookie::Callback, app)
}

/// A browser that comes back from the realm's site.
fn coming_back(world: &World, app: App, cookies: &str) -> Browser {
    let browser = world.browser(app).without("x-digitalplatformauthorization").without("origin").with("sec-fetch-site", "cross-site");
    browser.with("cookie", cookies)
}

#[tokio::test]
async fn idn_03_every_cookie_is_host_bound_and_closed_to_scripts() {
    let world = World::start().await;
    for app in App::ALL {
        let begun = world.browser(app).post_json("/api/session/sign-in", r#"{"returnTo":"/fi/messages","language":"fi"}"#).await;
        assert_eq!(begun.http, StatusCode::OK);
        assert!(begun.json()["url"].as_str().unwrap().starts_with("http://127.0.0.1:9090/realms/"));
        let callback = cookies_of(&begun);
        let name = callback_of(app, "right");
        let back = format!("{name}={}", value(&callback, &name).unwrap());
        let done = coming_back(&world, app, &back).get("/api/session/callback?code=c&state=right").await;
        assert_eq!((done.http, done.headers[header::LOCATION].to_str().unwrap()), (StatusCode::FOUND, "/fi/messages"));
        let cookies = cookies_of(&done);
        assert_eq!(value(&cookies, Cookie::Session.name(app)), Some("fresh"));
        assert_eq!(value(&cookies, &name), Some(""));

        // Signed in, and told on a page of its own why not admitted; its address does not say it.
        let denied = coming_back(&world, app, &format!("{back}; lang=sv")).get("/api/session/callback?code=stranger&state=right").await;
        assert_eq!(denied.headers[header::LOCATION], "/sv/access-denied");
        assert_eq!(value(&cookies_of(&denied), Cookie::Session.name(app)), Some("fresh"));

        let wrong = format!("{}=callback-secret; lang=sv", callback_of(app, "wrong"));
        let failed = coming_back(&world, app, &wrong).get("/api/session/callback?code=c&state=wrong").await;
        assert_eq!((failed.http, failed.headers[header::LOCATION].to_str().unwrap()), (StatusCode::FOUND, "/sv/authentication"));
        let cookies = cookies_of(&failed);
        assert_eq!(value(&cookies, Cookie::Error.name(app)), Some("state_mismatch"));
        assert_eq!(value(&cookies, Cookie::Session.name(app)), None);

        let error = world.browser(app).with("cookie", &format!("{}=state_mismatch", Cookie::Error.name(app))).get("/api/session/error").await;
        assert_eq!(error.json()["reason"], "state_mismatch");
        assert_eq!(value(&cookies_of(&error), Cookie::Error.name(app)), Some(""));

        world.session(Caller::Resident);
        let held = format!("{}=secret-2; {back}", Cookie::Session.name(app));
        let out = world.browser(app).with("cookie", &held).post_json("/api/session/sign-out", "{}").await;
        assert_eq!(out.json(), serde_json::json!({"url": "/api/session/leave"}));
        let cookies = cookies_of(&out);
        assert_eq!(value(&cookies, &name), Some(""));
        for cookie in Cookie::ALL {
            let left = if cookie == Cookie::Leaving { "ticket" } else { "" };
            assert_eq!(value(&cookies, cookie.name(app)), Some(left), "{cookie:?}");
        }
    }
}

#[tokio::test]
async fn a_sign_in_can_only_come_back_in_the_browser_that_began_it() {
    let world = World::start().await;
    let answer = world.resident().get("/api/session/callback?code=c").await;
    assert_eq!(answer.headers[header::LOCATION], "/fi/authentication");
    assert_eq!(value(&cookies_of(&answer), Cookie::Error.name(App::Resident)), Some("sign_in_interrupted"));
    let answer = world.resident().get("/api/session/callback?error=access_denied&error_description=%3Cb%3E").await;
    assert_eq!(value(&cookies_of(&answer), Cookie::Error.name(App::Resident)), Some("sign_in_refused"));
    assert!(world.services.seen.lock().unwrap().is_empty());
}

#[tokio::test]
async fn r_18_a_browser_that_kept_no_cookie_is_told_so_by_the_address_it_is_sent_to() {
    let world = World::start().await;
    for app in App::ALL {
        for cookies in ["lang=sv", "lang=sv; __Host-kajo-resident-error=old", &format!("lang=sv; {}=callback-secret", callback_of(app, "other"))] {
            let answer = coming_back(&world, app, cookies).get("/api/session/callback?code=c&state=right").await;
            assert_eq!(answer.headers[header::LOCATION], "/sv/authentication?cookies=missing", "{cookies}");
            assert!(cookies_of(&answer).is_empty(), "nothing of another attempt is taken away: {cookies}");
        }
    }
    assert!(world.services.seen.lock().unwrap().iter().all(|seen| !seen.path.ends_with("/CompleteSignIn")));
}

#[tokio::test]
async fn r_01_two_tabs_that_go_to_the_realm_both_come_back_signed_in() {
    let world = World::start().await;
    for app in App::ALL {
        let [first, second] = ["right", "right-2"].map(|state| callback_of(app, state));
        let both = format!("{first}=callback-secret; {second}=callback-secret");
        // A third tab that began to act for somebody is not disturbed either.
        let all = format!("{both}; {}=callback-secret", Attempt::on_behalf().name(Cookie::Callback, app));
        let done = coming_back(&world, app, &all).get("/api/session/callback?code=c&state=right").await;
        assert_eq!(done.headers[header::LOCATION], "/fi/messages");
        let cookies = cookies_of(&done);
        let gone: Vec<_> = cookies.iter().filter(|(name, value)| value.is_empty() && name.contains("-callback")).map(|(name, _)| name).collect();
        assert_eq!(gone, [&first]);

        // The realm refuses the other one: what belongs to the first stays.
        let refused = coming_back(&world, app, &both).get("/api/session/callback?error=access_denied&state=right-2").await;
        assert_eq!(refused.headers[header::LOCATION], "/fi/authentication");
        let cookies = cookies_of(&refused);
        assert_eq!((value(&cookies, &second), value(&cookies, &first)), (Some(""), None));
        let done = coming_back(&world, app, &both).get("/api/session/callback?code=c&state=right").await;
        assert_eq!(done.headers[header::LOCATION], "/fi/messages");
    }
}

#[tokio::test]
async fn r_01_a_way_back_that_is_over_ends_at_a_signed_in_page_where_somebody_is_signed_in() {
    let world = World::start().await;
    let secret = world.session(Caller::Resident);
    let session = format!("{}={secret}", Cookie::Session.name(App::Resident));
    let stale = ["code=c&state=right", "code=c", "error=temporarily_unavailable&error_description=authentication_expired&state=right", ""];
    for query in stale {
        let path = format!("/api/session/callback?{query}");
        let answer = coming_back(&world, App::Resident, &format!("{session}; lang=sv")).get(&path).await;
        assert_eq!(answer.headers[header::LOCATION], "/sv", "{query}");
        assert_eq!(value(&cookies_of(&answer), Cookie::Session.name(App::Resident)), None, "the session stays");
        let ended = format!("{}=old; lang=sv", Cookie::Session.name(App::Resident));
        let answer = coming_back(&world, App::Resident, &ended).get(&path).await;
        assert!(answer.headers[header::LOCATION].to_str().unwrap().starts_with("/sv/authentication"), "{query}");
    }
    // Who was asked to say anew who they are, and said no, is told that it failed.
    let answer = coming_back(&world, App::Resident, &session).get("/api/session/callback?error=access_denied&state=right").await;
    assert_eq!(answer.headers[header::LOCATION], "/fi/authentication");
}

#[tokio::test]
async fn r_02_an_address_of_any_length_signs_in() {
    let world = World::start().await;
    let search = "%D0%B0".repeat(90);
    let long = format!("/fi/messages?{}", "utm_source=newsletter&".repeat(60));
    for (path, kept) in
        [("/fi/messages?tab=1", "/fi/messages?tab=1"), (&format!("/fi/messages?search={search}"), "/fi/messages"), (&long, "/fi/messages")]
    {
        let begun = world.resident().post_json("/api/session/sign-in", &serde_json::json!({"returnTo": path}).to_string()).await;
        assert_eq!(begun.http, StatusCode::OK, "{path}");
        let seen = world.services.seen.lock().unwrap();
        let last = seen.iter().rev().find(|seen| seen.path.ends_with("/BeginSignIn")).unwrap();
        assert_eq!(BeginSignInRequest::decode(&last.body[5..]).unwrap().return_to, kept);
    }
}

#[tokio::test]
async fn idn_02_the_session_answer_shows_user_and_impersonator_only() {
    let world = World::start().await;
    let secret = world.session(Caller::Resident);
    let answer = world.resident().signed_in(App::Resident, &secret).get("/api/session").await;
    assert_eq!(
        answer.json(),
        serde_json::json!({"user": {
            "name": {"text": "Aino Demo", "given": "Aino", "family": "Demo"},
            "identifier": {"system": "resident", "value": "0198c0de-0000-7000-8000-0000000000ff"},
            "personId": PERSON,
        }})
    );
    assert_eq!(answer.headers[header::CACHE_CONTROL], "no-store");

    let nobody = world.resident().get("/api/session").await;
    assert_eq!((nobody.http, nobody.body.len()), (StatusCode::NO_CONTENT, 0), "a visitor is no error");
    assert_eq!(nobody.headers[header::CACHE_CONTROL], "no-store");
    assert!(!nobody.headers.contains_key("x-kajo-session-seconds"));
    let answer = world.resident().signed_in(App::Resident, "old").get("/api/session").await;
    assert_eq!((answer.http, answer.reason().as_str()), (StatusCode::UNAUTHORIZED, "session_expired"));
    assert_eq!(answer.json()["traceId"].as_str().unwrap().len(), 32);
}

#[tokio::test]
async fn signing_out_holds_at_once() {
    let world = World::start().await;
    let secret = world.session(Caller::Resident);
    let browser = || world.resident().signed_in(App::Resident, &secret);
    assert_eq!(browser().get("/api/session").await.http, StatusCode::OK);
    browser().post_json("/api/session/sign-out", "{}").await;
    assert_eq!(browser().get("/api/session").await.reason(), "session_expired");
    let again = browser().post_json("/api/session/sign-out", "{}").await;
    assert_eq!(again.http, StatusCode::OK, "signing out twice is fine");
}

#[tokio::test]
async fn s_06_a_tab_gets_the_key_of_what_somebody_types_in_each_session_of_theirs_and_of_nobody_else() {
    async fn key(browser: Browser) -> String {
        browser.get("/api/session").await.headers["x-kajo-draft-key"].to_str().unwrap().to_owned()
    }
    let (world, acting) = (World::start().await, World::start().await);
    let resident = |world: &World, secret: &str| world.resident().signed_in(App::Resident, secret);
    let first = key(resident(&world, &world.session(Caller::Resident))).await;
    assert_eq!(first.len(), 44, "32 bytes in base64");
    let elsewhere = World::start().await;
    assert_eq!(first, key(resident(&elsewhere, &elsewhere.session(Caller::Resident))).await, "signed in again");
    assert_ne!(first, key(world.browser(App::Practitioner).signed_in(App::Practitioner, &world.session(Caller::Practitioner))).await);
    let on_behalf = key(resident(&acting, &acting.session_on_behalf())).await;
    assert_ne!(first, on_behalf, "on behalf of somebody");
    let other = World::start().await;
    let principal = key(resident(&other, &other.session_of(PRINCIPAL))).await;
    assert_ne!(on_behalf, principal, "that somebody does not read what was typed for them");
    assert_ne!(first, principal, "of two residents neither reads what the other typed in this tab");
    assert!(!world.resident().get("/api/session").await.headers.contains_key("x-kajo-draft-key"));
    let ended = world.resident().signed_in(App::Resident, "old").get("/api/session").await;
    assert!(!ended.headers.contains_key("x-kajo-draft-key"));
}

#[test]
fn s_06_the_key_of_what_somebody_types_is_made_of_the_gateways_own_key_and_of_who_types() {
    let keys = [1, 2].map(|byte| gateway::draft_key(&chassis::access::InternalKey::from_bytes([byte; 32])));
    let [key, of_another_gateway] = &keys;
    assert_eq!(key("resident/a/"), key("resident/a/"));
    for other in ["resident/b/", "resident/a/b", "practitioner/a/"] {
        assert_ne!(key("resident/a/"), key(other), "{other}");
    }
    assert_ne!(key("resident/a/"), of_another_gateway("resident/a/"));
}

#[tokio::test]
async fn the_answer_about_the_session_says_how_long_it_lasts_in_its_head() {
    let world = World::at(&Clock::manual(Clock::system().now())).await;
    let secret = world.session(Caller::Resident);
    let answer = world.resident().signed_in(App::Resident, &secret).get("/api/session").await;
    let seconds: i64 = answer.headers["x-kajo-session-seconds"].to_str().unwrap().parse().unwrap();
    assert_eq!(seconds, 900);
    let mut names: Vec<_> = answer.json().as_object().unwrap().keys().cloned().collect();
    names.sort();
    assert_eq!(names, ["user"], "the body shows user and impersonator alone");
}

#[tokio::test]
async fn s_16_r_17_the_identity_token_goes_to_the_realm_by_a_page_that_no_script_of_the_app_can_read() {
    let world = World::start().await;
    let secret = world.session(Caller::Resident);
    let out = world.resident().signed_in(App::Resident, &secret).post_json("/api/session/sign-out", "{}").await;
    assert!(!String::from_utf8_lossy(&out.body).contains("token"), "{out:?}");
    let leaving = value(&cookies_of(&out), Cookie::Leaving.name(App::Resident)).unwrap().to_owned();
    let leaving = format!("{}={leaving}", Cookie::Leaving.name(App::Resident));
    let going = || {
        let browser = world.resident().without("x-digitalplatformauthorization").without("origin");
        browser.with("sec-fetch-mode", "navigate").with("sec-fetch-dest", "document").with("cookie", &leaving)
    };
    let fetched = going().with("sec-fetch-mode", "cors").with("sec-fetch-dest", "empty").get("/api/session/leave").await;
    assert_eq!((fetched.http, fetched.reason().as_str()), (StatusCode::FORBIDDEN, "cross_site"));

    let page = going().get("/api/session/leave").await;
    assert_eq!((page.http, &page.headers[header::CACHE_CONTROL]), (StatusCode::OK, &"no-store".parse().unwrap()));
    let text = String::from_utf8(page.body.to_vec()).unwrap();
    assert!(text.contains("action=\"http://127.0.0.1:9090/realms/resident/logout\""), "{text}");
    assert!(text.contains("name=\"id_token_hint\" value=\"token&quot;&lt;\""), "{text}");
    let policy = page.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
    // R17: a realm may lead on to another one.
    assert!(policy.contains("form-action http: https:"), "{policy}");
    assert!(policy.contains("sandbox allow-forms") && !policy.contains("allow-same-origin"), "whoever opened it cannot look into it: {policy}");
    assert!(!policy.contains("unsafe-inline") && policy.contains("default-src 'none'"), "{policy}");
    assert_eq!(page.headers["cross-origin-opener-policy"], "unsafe-none", "with a sandbox browsers would not show it");
    // The ticket is good once.
    assert_eq!(value(&cookies_of(&page), Cookie::Leaving.name(App::Resident)), Some("used"));
    let again = going().with("cookie", &format!("{}=used", Cookie::Leaving.name(App::Resident))).get("/api/session/leave").await;
    assert_eq!((again.http, &again.headers[header::LOCATION]), (StatusCode::FOUND, &"/".parse().unwrap()));
}

#[tokio::test]
async fn s_03_whoever_signs_in_where_a_session_has_ended_is_asked_by_the_realm() {
    let world = World::start().await;
    let begun = async |cookie: &str| {
        world.resident().with("cookie", cookie).post_json("/api/session/sign-in", "{}").await;
        let seen = world.services.seen.lock().unwrap();
        let last = seen.iter().rev().find(|seen| seen.path.ends_with("/BeginSignIn")).unwrap();
        let asked = BeginSignInRequest::decode(&last.body[5..]).unwrap();
        (asked.previous_secret, asked.ask_anew)
    };
    let (session, leaving) = (Cookie::Session.name(App::Resident), Cookie::Leaving.name(App::Resident));
    assert_eq!(begun("lang=fi").await, (String::new(), false));
    assert_eq!(begun(&format!("{session}=old")).await, ("old".to_owned(), false), "identity knows whether it is over");
    assert_eq!(begun(&format!("{leaving}=ticket")).await, (String::new(), true), "the page that tells the realm was never opened");
    assert_eq!(begun(&format!("{leaving}=used")).await, (String::new(), true));
    // A session that ran out is told to the realm; one that identity does not know cannot be.
    for (secret, url, left) in [("ran out", "/api/session/leave", "ticket"), ("unknown", "http://localhost", "used")] {
        let out = world.resident().signed_in(App::Resident, secret).post_json("/api/session/sign-out", "{}").await;
        assert!(out.json()["url"].as_str().unwrap().starts_with(url), "{secret}");
        assert_eq!(value(&cookies_of(&out), leaving), Some(left), "{secret}");
    }
    // Signing out twice does not lose the ticket.
    let twice = world.resident().with("cookie", &format!("{leaving}=ticket")).post_json("/api/session/sign-out", "{}").await;
    assert_eq!(value(&cookies_of(&twice), leaving), None);
}

#[tokio::test]
async fn s_24_whoever_asks_for_a_fresh_sign_in_is_asked_by_the_realm_in_a_session_that_lives() {
    let world = World::start().await;
    let secret = world.session(Caller::Resident);
    for (body, anew) in [("{}", false), (r#"{"fresh":false}"#, false), (r#"{"fresh":true,"returnTo":"/fi/user/profile"}"#, true)] {
        world.resident().signed_in(App::Resident, &secret).post_json("/api/session/sign-in", body).await;
        let seen = world.services.seen.lock().unwrap();
        let last = seen.iter().rev().find(|seen| seen.path.ends_with("/BeginSignIn")).unwrap();
        let asked = BeginSignInRequest::decode(&last.body[5..]).unwrap();
        assert_eq!((asked.ask_anew, asked.previous_secret), (anew, secret.clone()), "{body}");
    }
}

#[tokio::test]
async fn s_19_a_sign_in_tells_which_session_the_browser_had_and_forgets_it() {
    let world = World::start().await;
    let secret = world.session(Caller::Resident);
    let cookie = format!("{}={secret}; {}=callback-secret", Cookie::Session.name(App::Resident), callback_of(App::Resident, "right"));
    let done = world.resident().with("cookie", &cookie).get("/api/session/callback?code=c&state=right").await;
    assert_eq!(done.headers[header::LOCATION], "/fi/messages");
    let seen = world.services.seen.lock().unwrap();
    let last = seen.iter().rev().find(|seen| seen.path.ends_with("/CompleteSignIn")).unwrap();
    assert_eq!(CompleteSignInRequest::decode(&last.body[5..]).unwrap().previous_secret, secret);
    assert_eq!(value(&cookies_of(&done), Cookie::Leaving.name(App::Resident)), Some(""));
}

#[tokio::test]
async fn s_05_a_realm_tells_of_a_sign_out_over_the_back_channel_and_is_answered_as_the_standard_says() {
    let world = World::start().await;
    let told = async |token: &str, content_type: &str| {
        let realm = world.resident().without("x-digitalplatformauthorization").without("origin").without("sec-fetch-site");
        let answer = realm.with("content-type", content_type).send(http::Method::POST, "/api/session/back-channel-logout", token.to_owned()).await;
        assert_eq!(answer.headers[header::CACHE_CONTROL], "no-store");
        answer.http
    };
    let form = "application/x-www-form-urlencoded";
    assert_eq!(told("logout_token=signed+by+the+realm", form).await, StatusCode::OK);
    for wrong in ["logout_token=forged", "token=signed+by+the+realm", ""] {
        assert_eq!(told(wrong, form).await, StatusCode::BAD_REQUEST, "{wrong}");
    }
    assert_eq!(told("{}", "application/json").await, StatusCode::UNSUPPORTED_MEDIA_TYPE);
}
