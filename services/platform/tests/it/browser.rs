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
        let begun = self.post_json("/api/session/sign-in", r#"{"returnTo":"/fi","language":"fi"}"#).await;
        assert_eq!(begun.status(), StatusCode::OK, "{:?}", begun.text().await);
        let url: serde_json::Value = begun.json().await.unwrap();
        let realm = self.client.get(format!("{}&login_hint={hint}", url["url"].as_str().unwrap())).send().await.unwrap();
        let back = realm.headers()[header::LOCATION].to_str().unwrap().to_owned();
        let done = self.client.get(&back).header(header::COOKIE, self.cookie_line()).send().await.unwrap();
        self.keep(&done);
        assert_eq!(done.headers()[header::LOCATION], "/fi", "sign-in failed: {:?}", self.cookies);
    }

    pub(crate) async fn choose_work_context(&self) {
        let service = "/kajo.identity.v1.WorkContextService";
        let choices: ListWorkContextsResponse = self.call(&format!("{service}/ListWorkContexts"), &ListWorkContextsRequest {}).await.unwrap();
        let choice = ChooseWorkContextRequest { role_id: choices.roles[0].role_id.clone(), location_id: choices.locations[0].location_id.clone() };
        let _: ChooseWorkContextResponse = self.call(&format!("{service}/ChooseWorkContext"), &choice).await.unwrap();
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
        if status.code() == Code::Ok { Ok(R::decode(frames[0].1.as_slice()).unwrap()) } else { Err(status) }
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
