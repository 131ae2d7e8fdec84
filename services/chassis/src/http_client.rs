//! Calls by HTTP to systems outside. They carry personal data and secrets, so nobody sends them on to another place: redirects are never
//! followed, they are answers like any other. And somebody waits for each of them, so each has its end.
//!
//! Every client has connections of its own: they live in the runtime in which they were made, and one that ends would take those of others along.
//! Whom clients trust is shared, as that is hundreds of root certificates to read.

use std::{
    sync::{Arc, OnceLock},
    time::Duration,
};

use reqwest::redirect::Policy;
use rustls::{
    ClientConfig,
    crypto::{self, CryptoProvider},
};
use rustls_platform_verifier::BuilderVerifierExt;

/// How all clients of this process speak TLS, since the first of them was made.
static TLS: OnceLock<ClientConfig> = OnceLock::new();

/// A client whose calls take so long at the most, with the reading of the answer. It trusts whom this machine trusts; root certificates that are put
/// on the machine later are trusted after the next start.
///
/// # Errors
/// When the machine has no root certificates, or no client can be made.
pub fn outgoing(patience: Duration) -> anyhow::Result<reqwest::Client> {
    let client = reqwest::Client::builder().tls_backend_preconfigured(tls()?).redirect(Policy::none()).timeout(patience);
    Ok(client.build()?)
}

/// What reqwest makes for each client when it is left to itself: the same versions, ciphers, trust and protocols.
fn tls() -> Result<ClientConfig, rustls::Error> {
    if let Some(made) = TLS.get() {
        return Ok(made.clone());
    }
    let provider = CryptoProvider::get_default().cloned().unwrap_or_else(|| Arc::new(crypto::aws_lc_rs::default_provider()));
    let versions = ClientConfig::builder_with_provider(provider).with_protocol_versions(rustls::ALL_VERSIONS)?;
    let mut made = versions.with_platform_verifier()?.with_no_client_auth();
    made.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    // One that could not be made is tried again by the next client.
    Ok(TLS.get_or_init(|| made).clone())
}

#[cfg(test)]
mod tests {
    use std::net::{SocketAddr, TcpListener};

    use axum::{Router, response::Redirect, routing::get};
    use axum_server::tls_rustls::RustlsConfig;
    use reqwest::StatusCode;
    use rustls::ServerConfig;

    use super::*;

    const PATIENCE: Duration = Duration::from_secs(8);

    fn listener() -> (TcpListener, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        listener.set_nonblocking(true).unwrap();
        let address = listener.local_addr().unwrap();
        (listener, address)
    }

    #[tokio::test]
    async fn a_call_that_is_sent_on_goes_nowhere_else() {
        let (listener, address) = listener();
        let router = Router::new().route("/", get(|| async { Redirect::temporary("/elsewhere") })).route("/elsewhere", get(|| async { "here" }));
        tokio::spawn(axum_server::from_tcp(listener).unwrap().serve(router.into_make_service()));
        let answer = outgoing(PATIENCE).unwrap().get(format!("http://{address}/")).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::TEMPORARY_REDIRECT);
    }

    #[tokio::test]
    async fn a_call_that_nobody_answers_ends() {
        // Connections wait here, and nobody takes them.
        let (_listener, address) = listener();
        let error = outgoing(Duration::from_millis(50)).unwrap().get(format!("http://{address}/")).send().await.unwrap_err();
        assert!(error.is_timeout(), "{error:?}");
    }

    #[tokio::test]
    async fn nobody_is_trusted_by_a_certificate_of_their_own_making() {
        let (listener, address) = listener();
        let own = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
        let provider = Arc::new(crypto::aws_lc_rs::default_provider());
        let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
        let config = config.with_no_client_auth().with_single_cert(vec![own.cert.der().clone()], own.signing_key.into()).unwrap();
        let server = axum_server::from_tcp_rustls(listener, RustlsConfig::from_config(Arc::new(config))).unwrap();
        tokio::spawn(server.serve(Router::new().into_make_service()));
        // The second client trusts nobody else than the first.
        for _ in 0..2 {
            let error = outgoing(PATIENCE).unwrap().get(format!("https://{address}/")).send().await.unwrap_err();
            assert!(error.is_connect() && format!("{error:?}").contains("UnknownIssuer"), "{error:?}");
        }
    }
}
