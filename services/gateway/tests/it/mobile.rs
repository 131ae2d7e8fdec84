//! Signing in, and picking whom to act for, out of a mobile shell: begun in its web view, done in the browser of the phone, completed
//! in the web view again.

use gateway::{
    App,
    cookies::{Attempt, Cookie},
};
use http::{StatusCode, header};
use kajo_proto::options::v1::Caller;

use crate::{
    browser::{Answer, Browser},
    cookies::{callback_of, cookies_of, value},
    world::World,
};

const SHELL: &str = "Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36 KajoShell/1";
const BACK: &str = "/api/session/mobile-callback";

/// Comes from the realm's site, as a navigation.
fn navigating(browser: Browser) -> Browser {
    browser.without("x-digitalplatformauthorization").without("origin").with("sec-fetch-site", "cross-site")
}

/// The name of the cookie that ties a sign-in with this state to the web view.
fn mobile_of(app: App, state: &str) -> String {
    Attempt::of_state(state).unwrap().name(Cookie::Mobile, app)
}

fn location(answer: &Answer) -> &str {
    answer.headers[header::LOCATION].to_str().unwrap()
}

#[tokio::test]
async fn idn_03_a_mobile_shell_signs_in_by_the_browser_of_the_phone_and_its_web_view_alone_gets_the_session() {
    let world = World::start().await;
    let begun = world.resident().with("user-agent", SHELL).post_json("/api/session/sign-in", r#"{"returnTo":"/fi/inbox","language":"fi"}"#).await;
    let cookies = cookies_of(&begun);
    let mobile = mobile_of(App::Resident, "right");
    let secret = value(&cookies, &mobile).unwrap().to_owned();
    assert_eq!(value(&cookies, &callback_of(App::Resident, "right")), None, "of one way back there is one secret");

    // The browser of the phone has no secret: it opens the shell with what came back, and with nothing else.
    let handed = navigating(world.resident()).get(&format!("{BACK}?code=c&state=right&session_state=more&iss=realm")).await;
    assert_eq!((handed.http, location(&handed)), (StatusCode::FOUND, "kajo-resident://open/api/session/mobile-callback?code=c&state=right"));
    assert!(cookies_of(&handed).is_empty());
    assert!(world.services.seen.lock().unwrap().iter().all(|seen| !seen.path.ends_with("CompleteSignIn")), "nothing is completed there");

    let web_view = |cookie: &str| navigating(world.resident()).with("user-agent", SHELL).with("cookie", &format!("{cookie}={secret}; lang=sv"));
    let done = web_view(&mobile).get(&format!("{BACK}?code=c&state=right")).await;
    assert_eq!((done.http, location(&done)), (StatusCode::FOUND, "/fi/messages"));
    let cookies = cookies_of(&done);
    assert_eq!((value(&cookies, Cookie::Session.name(App::Resident)), value(&cookies, &mobile)), (Some("fresh"), Some("")));

    // What somebody else has begun completes nothing here, and what the realm refused is told in the shell.
    let wrong = mobile_of(App::Resident, "wrong");
    for (query, reason, gone) in [
        ("code=c&state=wrong", "state_mismatch", Some("")),
        ("error=access_denied&state=wrong", "sign_in_refused", Some("")),
        ("error=access_denied", "sign_in_refused", None),
        ("", "sign_in_interrupted", None),
    ] {
        let failed = web_view(&wrong).get(&format!("{BACK}?{query}")).await;
        let cookies = cookies_of(&failed);
        assert_eq!(location(&failed), "/sv/authentication");
        assert_eq!((value(&cookies, Cookie::Error.name(App::Resident)), value(&cookies, &wrong)), (Some(reason), gone), "{query}");
        assert_eq!(value(&cookies, Cookie::Session.name(App::Resident)), None);
    }
    // A web view whose secret is gone is led nowhere else: it would come back.
    let failed = web_view(&wrong).get(&format!("{BACK}?code=c&state=right")).await;
    assert_eq!(location(&failed), "/sv/authentication?cookies=missing");
    // The secret of a browser is none of a shell's, and the other way round.
    let mixed = navigating(world.resident()).with("cookie", &format!("{mobile}={secret}")).get("/api/session/callback?code=c&state=right").await;
    assert_eq!(location(&mixed), "/fi/authentication?cookies=missing");
    let of_browser = format!("{}={secret}", callback_of(App::Resident, "right"));
    let mixed = navigating(world.resident()).with("cookie", &of_browser).get(&format!("{BACK}?code=c&state=right")).await;
    assert!(location(&mixed).starts_with("kajo-resident://open/"), "{}", location(&mixed));
}

#[tokio::test]
async fn an_app_without_a_shell_knows_of_none() {
    let world = World::start().await;
    let browser = || world.browser(App::Practitioner);
    let begun = browser().with("user-agent", SHELL).post_json("/api/session/sign-in", r#"{"returnTo":"/fi","language":"fi"}"#).await;
    let cookies = cookies_of(&begun);
    assert_eq!(value(&cookies, &mobile_of(App::Practitioner, "right")), None);
    assert!(value(&cookies, &callback_of(App::Practitioner, "right")).is_some());
    let back = navigating(browser()).get(&format!("{BACK}?code=c&state=right")).await;
    assert_eq!(location(&back), "/fi/authentication?cookies=missing");
    // And who does not say they are one is none, whatever they say besides.
    let begun = world.resident().with("user-agent", "Mozilla/5.0 KajoShell").post_json("/api/session/sign-in", "{}").await;
    assert_eq!(value(&cookies_of(&begun), &mobile_of(App::Resident, "right")), None);
}

#[tokio::test]
async fn idn_07_whom_to_act_for_is_picked_out_of_a_mobile_shell_in_the_same_way() {
    let world = World::start().await;
    let session = world.session(Caller::Resident);
    let shell = || world.resident().with("user-agent", SHELL);
    let begun = shell().signed_in(App::Resident, &session).post_json("/api/session/on-behalf", r#"{"returnTo":"/fi/inbox","language":"fi"}"#).await;
    let mobile = Attempt::on_behalf().name(Cookie::Mobile, App::Resident);
    assert_eq!(value(&cookies_of(&begun), &mobile), Some("callback-secret"));
    let back = "/api/session/on-behalf/mobile-callback?code=right";
    let handed = navigating(world.resident()).get(back).await;
    assert_eq!(location(&handed), format!("kajo-resident://open{back}"));
    let cookies = format!("{mobile}=callback-secret; {}={session}", Cookie::Session.name(App::Resident));
    let done = navigating(shell()).with("cookie", &cookies).get(back).await;
    assert_eq!((location(&done), value(&cookies_of(&done), &mobile)), ("/fi/inbox", Some("")));
}
