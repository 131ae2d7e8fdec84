//! HTTP/2 over TLS with the local certificate.

use std::{fs, sync::Arc};

use gateway::App;
use http::Request;
use http_body_util::{BodyExt, Empty};
use hyper_util::rt::{TokioExecutor, TokioIo};
use rustls::pki_types::{CertificateDer, ServerName, pem::PemObject};

use crate::world::World;

#[tokio::test]
async fn a_browser_that_trusts_the_local_authority_speaks_http_2() {
    let world = World::start().await;
    let authority = CertificateDer::from_pem_slice(&fs::read(world.folder.join("tls/ca.pem")).unwrap()).unwrap();
    let mut roots = rustls::RootCertStore::empty();
    roots.add(authority).unwrap();
    for (offered, expected) in [(vec!["h2", "http/1.1"], "h2"), (vec!["http/1.1"], "http/1.1")] {
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let mut config = rustls::ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots.clone())
            .with_no_client_auth();
        config.alpn_protocols = offered.iter().map(|name| name.as_bytes().to_vec()).collect();
        let address = world.address(App::Resident, true);
        let tcp = tokio::net::TcpStream::connect(address).await.unwrap();
        let stream = tokio_rustls::TlsConnector::from(Arc::new(config)).connect(ServerName::try_from("localhost").unwrap(), tcp).await.unwrap();
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(expected.as_bytes()));
        if expected == "h2" {
            let (mut sender, connection) = hyper::client::conn::http2::handshake(TokioExecutor::new(), TokioIo::new(stream)).await.unwrap();
            tokio::spawn(connection);
            let request = Request::get(format!("https://localhost:{}/readyz", address.port())).body(Empty::<bytes::Bytes>::new()).unwrap();
            let answer = sender.send_request(request).await.unwrap();
            assert_eq!(answer.into_body().collect().await.unwrap().to_bytes(), "ready");
        }
    }
}
