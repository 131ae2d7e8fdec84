//! Files up and down.

use chassis::testkit::eventually;
use gateway::App;
use http::{Method, StatusCode};
use kajo_proto::options::v1::Caller;

use crate::{browser::Browser, world::World};

fn resident(world: &World) -> Browser {
    let secret = world.session(Caller::Resident);
    world.resident().signed_in(App::Resident, &secret).with("content-type", "application/octet-stream")
}

#[tokio::test]
async fn a_file_goes_up_in_pieces_with_its_name() {
    let world = World::start().await;
    let key = "0198c0de-0000-7000-8000-000000000009";
    let browser = resident(&world).with("x-kajo-file-name", "k%C3%A4si%201.pdf").with("idempotency-key", key);
    let answer = browser.send(Method::POST, "/api/attachments", vec![7; 300_000]).await;
    assert_eq!(answer.http, StatusCode::OK);
    let stored = answer.json();
    assert_eq!((stored["fileName"].as_str(), stored["sizeBytes"].as_str()), (Some("käsi 1.pdf"), Some("300000")));
    assert_eq!(world.calls()[0].headers["idempotency-key"], key);
}

#[tokio::test]
async fn a_file_without_a_name_or_a_session_goes_nowhere() {
    let world = World::start().await;
    let answer = resident(&world).send(Method::POST, "/api/attachments", "x").await;
    assert_eq!((answer.http, answer.reason().as_str()), (StatusCode::BAD_REQUEST, "invalid"));
    assert_eq!(answer.json()["fields"][0], serde_json::json!({"field": "file_name", "reason": "required"}));
    let answer = resident(&world).without("cookie").with("x-kajo-file-name", "a").send(Method::POST, "/api/attachments", "x").await;
    assert_eq!(answer.reason(), "session_missing");
    assert!(world.calls().is_empty());
}

#[tokio::test]
async fn a_file_that_breaks_off_is_never_taken_for_a_whole_one() {
    use tokio::io::AsyncWriteExt;
    let world = World::start().await;
    let secret = world.session(Caller::Resident);
    let address = world.address(App::Resident, false);
    let mut raw = tokio::net::TcpStream::connect(address).await.unwrap();
    let head = format!(
        "POST /api/attachments HTTP/1.1\r\nhost: localhost:{}\r\nx-digitalplatformauthorization: kajo-web\r\ncontent-type: application/octet-stream\r\n\
         x-kajo-file-name: a.pdf\r\ncookie: __Host-kajo-resident-session={secret}\r\ncontent-length: 1000\r\n\r\nonly a part",
        address.port()
    );
    raw.write_all(head.as_bytes()).await.unwrap();
    world.services.uploading.notified().await;
    drop(raw);
    let paths = eventually(|| async {
        let paths: Vec<_> = world.calls().into_iter().map(|seen| seen.path).collect();
        (!paths.is_empty()).then_some(paths)
    })
    .await;
    assert_eq!(paths, ["/kajo.conversations.v1.AttachmentService/UploadAttachment broken off"]);
}

#[tokio::test]
async fn a_file_comes_down_as_a_download_that_can_do_nothing() {
    let world = World::start().await;
    let answer = resident(&world).get("/api/attachments/0198c0de-0000-7000-8000-000000000001").await;
    assert_eq!((answer.http, answer.body.as_ref()), (StatusCode::OK, b"abcabc".as_slice()));
    for (name, value) in [
        ("content-disposition", "attachment; filename=\"k_si _1_.pdf\"; filename*=UTF-8''k%C3%A4si%20%221%22.pdf"),
        ("content-security-policy", "sandbox; default-src 'none'"),
        ("x-content-type-options", "nosniff"),
        ("cache-control", "no-store"),
        ("content-length", "6"),
    ] {
        assert_eq!(answer.headers[name], value);
    }
}

#[tokio::test]
async fn half_a_file_never_looks_like_a_whole_one() {
    use http_body_util::BodyExt;
    let world = World::start().await;
    // The connection breaks: before or after the head has left, but always before the file looks whole.
    if let Ok(answer) = resident(&world).try_open(Method::GET, "/api/attachments/broken", bytes::Bytes::new()).await {
        assert!(answer.into_body().collect().await.is_err());
    }
}
