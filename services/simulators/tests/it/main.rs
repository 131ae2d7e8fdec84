//! The simulators as their users meet them: over sockets.

#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at the first surprise")]

mod authorizations;
mod booking;
mod openai;
mod push;
mod sms;
mod turn;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use reqwest::{Client, StatusCode, redirect::Policy};
use serde_json::{Value, json};
use simulators::{
    Config, Fault, Running,
    people::{self, Realm},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use url::Url;

const VERIFIER: &str = "a-verifier-of-more-than-forty-three-characters-xx";
const CALLBACK: &str = "http://localhost:8080/api/session/callback";

struct Browser {
    client: Client,
    issuer: String,
}

impl Browser {
    fn at(running: &Running, realm: Realm) -> Self {
        Self { client: Client::builder().redirect(Policy::none()).build().unwrap(), issuer: running.issuer(realm) }
    }

    async fn authorize(&self, changes: &[(&str, &str)]) -> reqwest::Response {
        let challenge = URL_SAFE_NO_PAD.encode(aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, VERIFIER.as_bytes()).as_ref());
        let mut asked = vec![
            ("client_id", "kajo"),
            ("redirect_uri", CALLBACK),
            ("response_type", "code"),
            ("scope", "openid profile"),
            ("state", "s"),
            ("nonce", "n"),
            ("code_challenge", &challenge),
            ("code_challenge_method", "S256"),
            ("login_hint", "aino"),
        ];
        for (name, value) in changes {
            asked.iter_mut().find(|(known, _)| known == name).unwrap().1 = value;
        }
        self.client.get(format!("{}/protocol/openid-connect/auth", self.issuer)).query(&asked).send().await.unwrap()
    }

    async fn code(&self) -> String {
        self.code_of("aino").await
    }

    async fn code_of(&self, who: &str) -> String {
        let answer = self.authorize(&[("login_hint", who)]).await;
        let back = Url::parse(answer.headers()["location"].to_str().unwrap()).unwrap();
        assert!(back.query_pairs().any(|pair| pair == ("state".into(), "s".into())));
        back.query_pairs().find(|(name, _)| name == "code").unwrap().1.into_owned()
    }

    async fn trade(&self, code: &str, verifier: &str) -> reqwest::Response {
        let form = [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", CALLBACK), ("code_verifier", verifier)];
        self.client.post(format!("{}/protocol/openid-connect/token", self.issuer)).form(&form).send().await.unwrap()
    }
}

fn claims(token: &str) -> Value {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(token.split('.').nth(1).unwrap()).unwrap()).unwrap()
}

#[tokio::test]
async fn a_code_is_traded_once_by_whoever_holds_the_verifier() {
    let running = simulators::start(Config::for_tests()).await.unwrap();
    let browser = Browser::at(&running, Realm::Resident);
    let code = browser.code().await;
    let tokens: Value = browser.trade(&code, VERIFIER).await.json().await.unwrap();
    let claims = claims(tokens["id_token"].as_str().unwrap());
    assert_eq!((claims["iss"].as_str(), claims["aud"].as_str(), claims["nonce"].as_str()), (Some(browser.issuer.as_str()), Some("kajo"), Some("n")));
    assert_eq!(claims["sub"], people::residents()[0].id.to_string());
    assert_eq!(browser.trade(&code, VERIFIER).await.status(), StatusCode::BAD_REQUEST);
    let code = browser.code().await;
    assert_eq!(browser.trade(&code, "another-verifier").await.status(), StatusCode::BAD_REQUEST);
    assert_eq!(browser.trade(&code, VERIFIER).await.status(), StatusCode::BAD_REQUEST, "a failed trade burns the code");
}

#[tokio::test]
async fn a_professionals_token_names_the_groups_of_the_directory_and_a_residents_none() {
    let running = simulators::start(Config::for_tests()).await.unwrap();
    for (realm, who, groups) in [
        (Realm::Practitioner, "anna", json!(["KAJO-Sairaanhoitajat", "KAJO-Laakarit"])),
        (Realm::Practitioner, "raija", json!([])),
        (Realm::Resident, "aino", Value::Null),
    ] {
        let browser = Browser::at(&running, realm);
        let tokens: Value = browser.trade(&browser.code_of(who).await, VERIFIER).await.json().await.unwrap();
        assert_eq!(claims(tokens["id_token"].as_str().unwrap())["groups"], groups, "{who}");
    }
}

#[tokio::test]
async fn nobody_is_sent_to_a_foreign_place_or_signed_in_without_pkce() {
    let running = simulators::start(Config::for_tests()).await.unwrap();
    let browser = Browser::at(&running, Realm::Resident);
    for foreign in ["https://example.org/api/session/callback", "http://localhost:8080/elsewhere", ""] {
        let answer = browser.authorize(&[("redirect_uri", foreign)]).await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
        assert!(!answer.headers().contains_key("location"));
    }
    for (name, value) in [("code_challenge", ""), ("code_challenge_method", "plain"), ("nonce", ""), ("state", ""), ("response_type", "token")] {
        let answer = browser.authorize(&[(name, value)]).await;
        assert!(answer.headers()["location"].to_str().unwrap().contains("error=invalid_request"), "{name}");
    }
    let page = browser.authorize(&[("login_hint", "")]).await.text().await.unwrap();
    assert!(page.contains("Aino Lehtonen") && !page.contains("Korhonen"), "the page shows the people of its realm");
}

#[tokio::test]
async fn faults_come_when_they_are_ordered() {
    let running = simulators::start(Config::for_tests()).await.unwrap();
    let browser = Browser::at(&running, Realm::Resident);
    running.fail(Fault::WrongNonce);
    let tokens: Value = browser.trade(&browser.code().await, VERIFIER).await.json().await.unwrap();
    assert_ne!(claims(tokens["id_token"].as_str().unwrap())["nonce"], "n");
    running.fail(Fault::TokenFails);
    assert_eq!(browser.trade(&browser.code().await, VERIFIER).await.status(), StatusCode::INTERNAL_SERVER_ERROR);
    running.fail(Fault::None);
    assert_eq!(browser.trade(&browser.code().await, VERIFIER).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn the_scanner_finds_the_test_file_wherever_it_lies() {
    let running = simulators::start(Config::for_tests()).await.unwrap();
    let eicar = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-", "ANTIVIRUS-TEST-FILE!$H+H*"].concat();
    let infected = format!("{}{eicar}{}", "x".repeat(5_000), "y".repeat(3_000));
    for (file, answer) in [(infected.as_str(), "stream: Eicar-Test-Signature FOUND\0"), ("clean", "stream: OK\0")] {
        let mut scanner = TcpStream::connect(running.clamd.unwrap()).await.unwrap();
        scanner.write_all(b"zINSTREAM\0").await.unwrap();
        for piece in file.as_bytes().chunks(37) {
            scanner.write_all(&u32::try_from(piece.len()).unwrap().to_be_bytes()).await.unwrap();
            scanner.write_all(piece).await.unwrap();
        }
        scanner.write_all(&[0; 4]).await.unwrap();
        let mut heard = String::new();
        scanner.read_to_string(&mut heard).await.unwrap();
        assert_eq!(heard, answer);
    }
}
