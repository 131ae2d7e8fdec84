//! A browser: signs in by redirects and cookies, calls by gRPC-Web.

use std::collections::BTreeMap;

use base64::{Engine, engine::general_purpose::STANDARD};
use chassis::{Clock, clock::Ids};
use gateway::App;
use kajo_proto::identity::v1::{ChooseWorkContextRequest, ChooseWorkContextResponse, ListWorkContextsRequest, ListWorkContextsResponse};
use prost::Message;
use reqwest::{Client, Response, StatusCode, header, redirect::Policy};
use tonic::{Code, Status};
use tonic_types::StatusExt;

const WORK_CONTEXTS: &str = "/kajo.identity.v1.WorkContextService";

#[derive(Clone)]
pub(crate) struct Browser {
    client: Client,
    pub(crate) app: App,
    pub(crate) url: String,
    pub(crate) cookies: BTreeMap<String, String>,
    /// Sent with every request, unless a test takes it away.
    pub(crate) headers: BTreeMap<&'static str, String>,
}

impl Browser {
    pub(crate) fn at(app: App, port: u16) -> Self {
        let url = format!("http://localhost:{port}");
        let headers =
            [("x-digitalplatformauthorization", "kajo-web".to_owned()), ("origin", url.clone()), ("sec-fetch-site", "same-origin".to_owned())];
        let client = Client::builder().redirect(Policy::none()).build().unwrap();
        Self { client, app, url, cookies: BTreeMap::new(), headers: headers.into() }
    }

    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.insert(name, value.to_owned());
        self
    }

    pub(crate) fn session_cookie(&self) -> String {
        format!("__Host-kajo-{}-session", self.app.name())
    }

    pub(crate) async fn sign_in(&mut self, hint: &str) {
        self.sign_in_to(hint, "/fi").await;
    }

    /// Signs in and is led to an address that begins so.
    pub(crate) async fn sign_in_to(&mut self, hint: &str, led_to: &str) {
        let location = self.begin_session(hint).await;
        assert_eq!(location.split('?').next(), Some(led_to), "sign-in failed: {:?}", self.cookies);
    }

    /// Signs in, wherever that leads.
    pub(crate) async fn begin_session(&mut self, hint: &str) -> String {
        let begun = self.post_json("/api/session/sign-in", r#"{"returnTo":"/fi","language":"fi"}"#).await;
        assert_eq!(begun.status(), StatusCode::OK, "{:?}", begun.text().await);
        let url: serde_json::Value = begun.json().await.unwrap();
        let realm = self.client.get(format!("{}&login_hint={hint}", url["url"].as_str().unwrap())).send().await.unwrap();
        let back = realm.headers()[header::LOCATION].to_str().unwrap().to_owned();
        let done = self.client.get(&back).header(header::COOKIE, self.cookie_line()).send().await.unwrap();
        self.keep(&done);
        done.headers()[header::LOCATION].to_str().unwrap().to_owned()
    }

    /// Picks somebody to act for at the national service, and says from then on for whom a call is.
    pub(crate) async fn act_for(&mut self, hint: &str) {
        let begun = self.post_json("/api/session/on-behalf", r#"{"returnTo":"/fi","language":"fi"}"#).await;
        let url: serde_json::Value = begun.json().await.unwrap();
        let picked = self.client.get(format!("{}&pick={hint}", url["url"].as_str().unwrap())).send().await.unwrap();
        let back = picked.headers()[header::LOCATION].to_str().unwrap().to_owned();
        let done = self.client.get(&back).header(header::COOKIE, self.cookie_line()).send().await.unwrap();
        self.keep(&done);
        assert_eq!(done.headers()[header::LOCATION].to_str().unwrap(), "/fi", "{:?}", self.cookies);
        let session: serde_json::Value = self.get("/api/session").await.json().await.unwrap();
        self.headers.insert("x-kajo-person", session["user"]["identifier"]["value"].as_str().unwrap().to_owned());
    }

    /// Chooses the first role and the first location there are.
    pub(crate) async fn choose_work_context(&self) {
        let choices: ListWorkContextsResponse = self.call(&format!("{WORK_CONTEXTS}/ListWorkContexts"), &ListWorkContextsRequest {}).await.unwrap();
        self.choose(&choices.roles[0].role_id, &choices.locations[0].location_id).await;
    }

    /// Chooses a role and a location.
    pub(crate) async fn choose(&self, role_id: &str, location_id: &str) {
        let choice = ChooseWorkContextRequest { role_id: role_id.to_owned(), location_id: location_id.to_owned() };
        let _: ChooseWorkContextResponse = self.call(&format!("{WORK_CONTEXTS}/ChooseWorkContext"), &choice).await.unwrap();
    }

    pub(crate) async fn post_json(&mut self, path: &str, body: &'static str) -> Response {
        let answer = self.request(reqwest::Method::POST, path).header(header::CONTENT_TYPE, "application/json").body(body).send().await.unwrap();
        self.keep(&answer);
        answer
    }

    pub(crate) async fn get(&self, path: &str) -> Response {
        self.request(reqwest::Method::GET, path).send().await.unwrap()
    }

    pub(crate) fn request(&self, method: reqwest::Method, path: &str) -> reqwest::RequestBuilder {
        let mut request = self.client.request(method, format!("{}{path}", self.url)).header(header::COOKIE, self.cookie_line());
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        request
    }

    /// One call with an idempotency key of its own.
    pub(crate) async fn call<R: Message + Default>(&self, path: &str, message: &impl Message) -> Result<R, Status> {
        self.ask(path, message).await.map(|answer| R::decode(answer.as_slice()).unwrap())
    }

    /// One call, and the message of the answer as it came.
    pub(crate) async fn ask(&self, path: &str, message: &impl Message) -> Result<Vec<u8>, Status> {
        let (mut answer, head) = self.open(path, message).await;
        if let Some(status) = head {
            return Err(status);
        }
        let mut text = Vec::new();
        while let Some(piece) = answer.chunk().await.unwrap() {
            text.extend_from_slice(&piece);
        }
        let frames = frames(&decode(&text));
        let (flag, trailers) = frames.last().unwrap();
        assert_eq!(*flag, 0x80);
        let status = trailers_of(trailers);
        if status.code() == Code::Ok { Ok(frames[0].1.clone()) } else { Err(status) }
    }

    /// Sends a call; the status, when it stands in the head already.
    pub(crate) async fn open(&self, path: &str, message: &impl Message) -> (Response, Option<Status>) {
        let body = message.encode_to_vec();
        let mut frame = vec![0];
        frame.extend(u32::try_from(body.len()).unwrap().to_be_bytes());
        frame.extend(body);
        let mut request = self.request(reqwest::Method::POST, path).header(header::CONTENT_TYPE, "application/grpc-web-text");
        if !self.headers.contains_key("idempotency-key") {
            request = request.header("idempotency-key", Ids::system().v7(Clock::system().now()).to_string());
        }
        let answer = request.body(STANDARD.encode(frame)).send().await.unwrap();
        let status = Status::from_header_map(answer.headers());
        (answer, status)
    }

    fn cookie_line(&self) -> String {
        self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("; ")
    }

    fn keep(&mut self, answer: &Response) {
        for cookie in answer.headers().get_all(header::SET_COOKIE) {
            let (name, value) = cookie.to_str().unwrap().split(';').next().unwrap().split_once('=').unwrap();
            if value.is_empty() {
                self.cookies.remove(name)
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned())
            };
        }
    }
}

/// The code and reason of a status, as the matrix writes them.
pub(crate) fn code_and_reason(status: &Status) -> String {
    let reason = status.get_details_error_info().map(|info| info.reason).unwrap_or_default();
    format!("{:?}/{reason}", status.code())
}

fn decode(text: &[u8]) -> Vec<u8> {
    text.chunks(4).filter(|group| group.len() == 4).flat_map(|group| STANDARD.decode(group).unwrap()).collect()
}

fn frames(mut bytes: &[u8]) -> Vec<(u8, Vec<u8>)> {
    let mut frames = Vec::new();
    while let Some((prefix, rest)) = bytes.split_at_checked(5) {
        let length = u32::from_be_bytes(prefix[1..].try_into().unwrap()) as usize;
        let Some((body, rest)) = rest.split_at_checked(length) else { break };
        frames.push((prefix[0], body.to_vec()));
        bytes = rest;
    }
    frames
}

fn trailers_of(frame: &[u8]) -> Status {
    let mut headers = http::HeaderMap::new();
    for line in std::str::from_utf8(frame).unwrap().split("\r\n").filter(|line| !line.is_empty()) {
        let (name, value) = line.split_once(':').unwrap();
        headers.insert(http::HeaderName::try_from(name).unwrap(), value.parse().unwrap());
    }
    Status::from_header_map(&headers).unwrap()
}

/// The status of the first frame of a stream, or `OK` when it is a message.
pub(crate) async fn first_of_stream(mut answer: Response) -> Status {
    let mut text = Vec::new();
    loop {
        let Some(piece) = answer.chunk().await.unwrap() else { return Status::unknown("the stream ended") };
        text.extend_from_slice(&piece);
        match frames(&decode(&text)).first() {
            Some((0x80, trailers)) => return trailers_of(trailers),
            Some(_) => return Status::ok(""),
            None => {}
        }
    }
}
