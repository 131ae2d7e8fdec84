//! Signing in and out over the JSON endpoints, and every cookie that is set on the way.

use gateway::{App, cookies::Cookie};
use http::{StatusCode, header};
use kajo_proto::options::v1::Caller;

use crate::{
    browser::Answer,
    world::{PERSON, World},
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

#[tokio::test]
async fn idn_03_every_cookie_is_host_bound_and_closed_to_scripts() {
    let world = World::start().await;
    for app in App::ALL {
        let begun = world.browser(app).post_json("/api/session/sign-in", r#"{"returnTo":"/fi/messages","language":"fi"}"#).await;
        assert_eq!(begun.http, StatusCode::OK);
        assert!(begun.json()["url"].as_str().unwrap().starts_with("http://127.0.0.1:9090/realms/"));
        let callback = cookies_of(&begun);
        let secret = value(&callback, Cookie::Callback.name(app)).unwrap().to_owned();

        let back = format!("{}={secret}", Cookie::Callback.name(app));
        let callback = || world.browser(app).without("x-digitalplatformauthorization").without("origin").with("sec-fetch-site", "cross-site");
        let done = callback().with("cookie", &back).get("/api/session/callback?code=c&state=right").await;
        assert_eq!((done.http, done.headers[header::LOCATION].to_str().unwrap()), (StatusCode::FOUND, "/fi/messages"));
        let cookies = cookies_of(&done);
        assert_eq!(value(&cookies, Cookie::Session.name(app)), Some("fresh"));
        assert_eq!(value(&cookies, Cookie::Callback.name(app)), Some(""));

        // Signed in, and told on a page of its own why not admitted; its address does not say it.
        let denied = callback().with("cookie", &format!("{back}; lang=sv")).get("/api/session/callback?code=stranger&state=right").await;
        assert_eq!(denied.headers[header::LOCATION], "/sv/access-denied");
        assert_eq!(value(&cookies_of(&denied), Cookie::Session.name(app)), Some("fresh"));

        let failed = callback().with("cookie", &format!("{back}; lang=sv")).get("/api/session/callback?code=c&state=wrong").await;
        assert_eq!((failed.http, failed.headers[header::LOCATION].to_str().unwrap()), (StatusCode::FOUND, "/sv/authentication"));
        let cookies = cookies_of(&failed);
        assert_eq!(value(&cookies, Cookie::Error.name(app)), Some("state_mismatch"));
        assert_eq!(value(&cookies, Cookie::Session.name(app)), None);

        let error = world.browser(app).with("cookie", &format!("{}=state_mismatch", Cookie::Error.name(app))).get("/api/session/error").await;
        assert_eq!(error.json()["reason"], "state_mismatch");
        assert_eq!(value(&cookies_of(&error), Cookie::Error.name(app)), Some(""));

        world.session(Caller::Resident);
        let out = world.browser(app).signed_in(app, "secret-2").post_json("/api/session/sign-out", "{}").await;
        assert!(out.json()["url"].as_str().unwrap().ends_with("/logout"));
        assert_eq!(out.json()["form"]["id_token_hint"], "token");
        let cookies = cookies_of(&out);
        for cookie in Cookie::ALL {
            assert_eq!(value(&cookies, cookie.name(app)), Some(""), "{cookie:?} is taken away");
        }
    }
}

#[tokio::test]
async fn a_sign_in_can_only_come_back_in_the_browser_that_began_it() {
    let world = World::start().await;
    let answer = world.resident().get("/api/session/callback?code=c&state=right").await;
    assert_eq!(answer.headers[header::LOCATION], "/fi/authentication");
    assert_eq!(value(&cookies_of(&answer), Cookie::Error.name(App::Resident)), Some("sign_in_interrupted"));
    let answer = world.resident().get("/api/session/callback?error=access_denied&error_description=%3Cb%3E").await;
    assert_eq!(value(&cookies_of(&answer), Cookie::Error.name(App::Resident)), Some("sign_in_refused"));
    assert!(world.services.seen.lock().unwrap().is_empty());
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
async fn the_answer_about_the_session_says_how_long_it_lasts_in_its_head() {
    let world = World::start().await;
    let secret = world.session(Caller::Resident);
    let answer = world.resident().signed_in(App::Resident, &secret).get("/api/session").await;
    let seconds: i64 = answer.headers["x-kajo-session-seconds"].to_str().unwrap().parse().unwrap();
    assert!((895..=900).contains(&seconds), "{seconds}");
    let mut names: Vec<_> = answer.json().as_object().unwrap().keys().cloned().collect();
    names.sort();
    assert_eq!(names, ["user"], "the body shows user and impersonator alone");
}
