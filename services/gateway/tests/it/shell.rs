//! The built apps.

use std::fs;

use gateway::App;
use http::{StatusCode, header};

use crate::world::World;

fn build(world: &World) {
    let dist = world.folder.join("apps/resident/dist");
    fs::create_dir_all(dist.join("assets")).unwrap();
    fs::write(dist.join("index.html"), "<!doctype html><html lang=\"fi\"><head><title>Kajo</title></head><body></body></html>").unwrap();
    fs::write(dist.join("assets/app-1a2b.js"), "plain").unwrap();
    fs::write(dist.join("assets/app-1a2b.js.br"), "brotli").unwrap();
    fs::write(dist.join("assets/app-1a2b.js.gz"), "gzip").unwrap();
    fs::write(world.folder.join("apps/secret.txt"), "secret").unwrap();
}

#[tokio::test]
async fn an_app_that_is_not_built_says_so() {
    let world = World::start().await;
    let answer = world.resident().get("/fi/").await;
    assert_eq!(answer.http, StatusCode::SERVICE_UNAVAILABLE);
    assert!(String::from_utf8_lossy(&answer.body).contains("./just up"));
}

#[tokio::test]
async fn nav_03_the_page_knows_the_language_of_its_path() {
    let world = World::start().await;
    build(&world);
    for (path, html) in [
        ("/fi/messages", "<html lang=\"fi\">"),
        ("/sme/messages/0198", "<html lang=\"se\">"),
        ("/smn", "<html lang=\"smn\">"),
        ("/sms/", "<html lang=\"sms\">"),
        ("/", "<html>"),
        ("/de/messages", "<html>"),
    ] {
        let answer = world.resident().without("x-digitalplatformauthorization").without("origin").with("sec-fetch-site", "none").get(path).await;
        assert_eq!(answer.http, StatusCode::OK, "{path}");
        assert!(String::from_utf8_lossy(&answer.body).contains(html), "{path}: {:?}", answer.body);
        assert_eq!(answer.headers[header::CACHE_CONTROL], "no-cache");
    }
}

#[tokio::test]
async fn sur_07_professionals_alone_are_told_where_residents_reach_their_app() {
    let world = World::start().await;
    build(&world);
    let dist = world.folder.join("apps/practitioner/dist");
    fs::create_dir_all(&dist).unwrap();
    // As it is built, and as it is rendered ahead.
    for name in ["index.html", "page.sv.html"] {
        fs::write(dist.join(name), "<!doctype html><html lang=\"fi\"><head><title>Kajo</title></head><body></body></html>").unwrap();
    }
    for (path, html) in
        [("/", "<html data-resident-url=\"https://kajo.example\">"), ("/sv/admin", "<html lang=\"sv\" data-resident-url=\"https://kajo.example\">")]
    {
        let told = world.browser(App::Practitioner).get(path).await;
        assert!(String::from_utf8_lossy(&told.body).contains(html), "{path}: {:?}", told.body);
        let residents = world.resident().get(path).await;
        assert_eq!(residents.http, StatusCode::OK, "{path}");
        assert!(!String::from_utf8_lossy(&residents.body).contains("data-resident-url"), "{path}: {:?}", residents.body);
        assert!([told, residents].iter().all(|page| page.headers[header::CACHE_CONTROL] == "no-cache"), "{path}: nobody keeps what is told");
    }
}

#[tokio::test]
async fn s_26_what_the_app_was_made_from_is_told_to_nobody() {
    let world = World::start().await;
    build(&world);
    let dist = world.folder.join("apps/resident/dist");
    for name in ["assets/app-1a2b.js.map", "assets/app-1a2b.js.map.br", "sw.js.map"] {
        fs::write(dist.join(name), "{\"sourcesContent\":[\"source\"]}").unwrap();
    }
    for path in ["/assets/app-1a2b.js.map", "/assets/app-1a2b.js%2Emap", "/assets/app-1a2b.js.map.br", "/assets/./app-1a2b.js.map", "/sw.js.map"] {
        let answer = world.resident().get(path).await;
        assert!(answer.http == StatusCode::NOT_FOUND && !String::from_utf8_lossy(&answer.body).contains("source"), "{path}: {answer:?}");
    }
    assert_eq!(world.resident().get("/assets/app-1a2b.js").await.http, StatusCode::OK);
}

#[tokio::test]
async fn a_page_may_run_its_own_scripts_and_nothing_else() {
    let world = World::start().await;
    build(&world);
    let policy = |answer: &crate::browser::Answer| answer.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
    let (one, two) = (world.resident().get("/fi/").await, world.resident().get("/fi/").await);
    for part in [
        "default-src 'self'",
        "script-src 'self';",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self';",
        "require-trusted-types-for 'script'",
    ] {
        assert!(policy(&one).contains(part), "{part}: {}", policy(&one));
    }
    assert!(!policy(&one).contains("unsafe"));
    assert_ne!(policy(&one), policy(&two), "a nonce is used once");
}

#[tokio::test]
async fn cms_08_the_pages_of_residents_alone_may_have_a_worker_which_is_asked_for_anew_each_time_and_gets_pictures_of_ours_alone() {
    let world = World::start().await;
    build(&world);
    fs::write(world.folder.join("apps/resident/dist/sw.js"), "worker").unwrap();
    let policy = |answer: &crate::browser::Answer| answer.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();

    // As browsers ask for it: without what our own client shows.
    let browser = world.resident().without("x-digitalplatformauthorization").without("origin");
    let worker = browser.with("service-worker", "script").with("sec-fetch-dest", "serviceworker").get("/sw.js").await;
    assert_eq!((worker.http, worker.body.as_ref()), (StatusCode::OK, b"worker".as_slice()));
    assert_eq!(worker.headers[header::CACHE_CONTROL], "no-cache");
    assert_eq!(worker.headers[header::CONTENT_TYPE], "text/javascript");
    assert!(policy(&worker).starts_with("default-src 'none'; img-src 'self'; "), "{}", policy(&worker));

    let page = world.resident().get("/fi/settings/notifications").await;
    assert_eq!(page.http, StatusCode::OK);
    for part in ["script-src 'self';", "worker-src 'self';", "require-trusted-types-for 'script'; trusted-types kajo-worker"] {
        assert!(policy(&page).contains(part), "{part}: {}", policy(&page));
    }
    let professionals = world.browser(App::Practitioner);
    let page = professionals.get("/fi").await;
    assert!(policy(&page).ends_with("trusted-types 'none'") && !policy(&page).contains("worker-src"), "{}", policy(&page));
    assert_eq!(professionals.get("/sw.js").await.http, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn hashed_files_are_kept_for_ever_and_come_compressed() {
    let world = World::start().await;
    build(&world);
    for (accepted, body) in [("identity", "plain"), ("gzip", "gzip"), ("gzip, br", "brotli")] {
        let answer = world.resident().with("accept-encoding", accepted).get("/assets/app-1a2b.js").await;
        assert_eq!((answer.http, answer.body.as_ref()), (StatusCode::OK, body.as_bytes()), "{accepted}");
        assert_eq!(answer.headers[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
        assert_eq!(answer.headers[header::CONTENT_TYPE], "text/javascript");
    }
    let missing = world.resident().get("/assets/gone.js").await;
    assert_eq!(missing.http, StatusCode::NOT_FOUND, "never the page in the place of a script");
    assert_eq!(missing.headers[header::CACHE_CONTROL], "no-store");
}

#[tokio::test]
async fn files_outside_the_app_stay_there() {
    let world = World::start().await;
    build(&world);
    for path in
        ["/../secret.txt", "/assets/../../../secret.txt", "/%2e%2e/secret.txt", "/..%2f..%2fsecret.txt", "/assets/%2e%2e/%2e%2e/%2e%2e/secret.txt"]
    {
        let answer = world.resident().get(path).await;
        assert!(!String::from_utf8_lossy(&answer.body).contains("secret"), "{path}");
    }
}
