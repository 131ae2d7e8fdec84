//! Signing in, and picking whom to act for, out of a mobile shell: begun in its web view, done in the browser of the phone, completed
//! in the web view again.

use gateway::{App, cookies::Cookie};
use http::{StatusCode, header};
use kajo_proto::options::v1::Caller;

use crate::{
    browser::{Answer, Browser},
    cookies::{cookies_of, value},
    world::World,
};

const SHELL: &str = "Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36 KajoShell/1";
const BACK: &str = "/api/session/mobile-callback";

/// Comes from the realm's site, as a navigation.
fn navigating(browser: Browser) -> Browser {
    browser.without("x-digitalplatformauthorization").without("origin").with("sec-fetch-site", "cross-site")
}

fn location(answer: &Answer) -> &str {
    answer.headers[header::LOCATION].to_str().unwrap()
}

#[tokio::test]
async fn idn_03_a_mobile_shell_signs_in_by_the_browser_of_the_phone_and_its_web_view_alone_gets_the_session() {
    let world = World::start().await;
    let begun = world.resident().with("user-agent", SHELL).post_json("/api/session/sign-in", r#"{"returnTo":"/fi/inbox","language":"fi"}"#).await;
    let cookies = cookies_of(&begun);
    let mobile = Cookie::Mobile.name(App::Resident);
    let secret = value(&cookies, mobile).unwrap().to_owned();
    assert_eq!(value(&cookies, Cookie::Callback.name(App::Resident)), None, "of one way back there is one secret");

    // The browser of the phone has no secret: it opens the shell with what came back, and with nothing else.
    let handed = navigating(world.resident()).get(&format!("{BACK}?code=c&state=right&session_state=more&iss=realm")).await;
    assert_eq!((handed.http, location(&handed)), (StatusCode::FOUND, "kajo-resident://open/api/session/mobile-callback?code=c&state=right"));
    assert!(cookies_of(&handed).is_empty());
    assert!(world.services.seen.lock().unwrap().iter().all(|seen| !seen.path.ends_with("CompleteSignIn")), "nothing is completed there");

    let web_view = |secret: &str| navigating(world.resident()).with("user-agent", SHELL).with("cookie", &format!("{mobile}={secret}; lang=sv"));
    let done = web_view(&secret).get(&format!("{BACK}?code=c&state=right")).await;
    assert_eq!((done.http, location(&done)), (StatusCode::FOUND, "/fi/messages"));
    let cookies = cookies_of(&done);
    assert_eq!((value(&cookies, Cookie::Session.name(App::Resident)), value(&cookies, mobile)), (Some("fresh"), Some("")));

    // What somebody else has begun completes nothing here, and what the realm refused is told in the shell.
    for (query, reason) in [("code=c&state=wrong", "state_mismatch"), ("error=access_denied", "sign_in_refused"), ("", "sign_in_interrupted")] {
        let failed = web_view(&secret).get(&format!("{BACK}?{query}")).await;
        let cookies = cookies_of(&failed);
        assert_eq!(location(&failed), "/sv/authentication");
        assert_eq!((value(&cookies, Cookie::Error.name(App::Resident)), value(&cookies, mobile)), (Some(reason), Some("")), "{query}");
        assert_eq!(value(&cookies, Cookie::Session.name(App::Resident)), None);
    }
    // The secret of a browser is none of a shell's, and the other way round.
    let mixed = navigating(world.resident()).with("cookie", &format!("{mobile}={secret}")).get("/api/session/callback?code=c&state=right").await;
    assert_eq!(value(&cookies_of(&mixed), Cookie::Error.name(App::Resident)), Some("sign_in_interrupted"));
    let of_browser = format!("{}={secret}", Cookie::Callback.name(App::Resident));
    let mixed = navigating(world.resident()).with("cookie", &of_browser).get(&format!("{BACK}?code=c&state=right")).await;
    assert!(location(&mixed).starts_with("kajo-resident://open/"), "{}", location(&mixed));
}

#[tokio::test]
async fn an_app_without_a_shell_knows_of_none() {
    let world = World::start().await;
    let browser = || world.browser(App::Practitioner);
    let begun = browser().with("user-agent", SHELL).post_json("/api/session/sign-in", r#"{"returnTo":"/fi","language":"fi"}"#).await;
    let cookies = cookies_of(&begun);
    assert_eq!(value(&cookies, Cookie::Mobile.name(App::Practitioner)), None);
    assert!(value(&cookies, Cookie::Callback.name(App::Practitioner)).is_some());
    let back = navigating(browser()).get(&format!("{BACK}?code=c&state=right")).await;
    assert_eq!(location(&back), "/fi/authentication");
    // And who does not say they are one is none, whatever they say besides.
    let begun = world.resident().with("user-agent", "Mozilla/5.0 KajoShell").post_json("/api/session/sign-in", "{}").await;
    assert_eq!(value(&cookies_of(&begun), Cookie::Mobile.name(App::Resident)), None);
}

#[tokio::test]
async fn idn_07_whom_to_act_for_is_picked_out_of_a_mobile_shell_in_the_same_way() {
    let world = World::start().await;
    let session = world.session(Caller::Resident);
    let shell = || world.resident().with("user-agent", SHELL);
    let begun = shell().signed_in(App::Resident, &session).post_json("/api/session/on-behalf", r#"{"returnTo":"/fi/inbox","language":"fi"}"#).await;
    let mobile = Cookie::Mobile.name(App::Resident);
    assert_eq!(value(&cookies_of(&begun), mobile), Some("callback-secret"));
    let back = "/api/session/on-behalf/mobile-callback?code=right";
    let handed = navigating(world.resident()).get(back).await;
    assert_eq!(location(&handed), format!("kajo-resident://open{back}"));
    let cookies = format!("{mobile}=callback-secret; {}={session}", Cookie::Session.name(App::Resident));
    let done = navigating(shell()).with("cookie", &cookies).get(back).await;
    assert_eq!((location(&done), value(&cookies_of(&done), mobile)), ("/fi/inbox", Some("")));
}
