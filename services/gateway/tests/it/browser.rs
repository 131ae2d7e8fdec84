//! A client that can send what a browser sends, and also what no browser would.

use std::net::SocketAddr;

use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::Bytes;
use gateway::{App, guard};
use http::{HeaderMap, Method, Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper_util::{client::legacy::Client, rt::TokioExecutor};
use prost::Message;
use tonic::{Code, Status};
use tonic_types::StatusExt;

/// A request under construction, with everything that our own client sends.
pub(crate) struct Browser {
    address: SocketAddr,
    headers: HeaderMap,
}

/// The answer to a call.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) http: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Browser {
    pub(crate) fn at(address: SocketAddr) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(guard::AUTHORIZATION_HEADER, guard::AUTHORIZATION_VALUE.parse().unwrap());
        headers.insert(header::ORIGIN, format!("http://localhost:{}", address.port()).parse().unwrap());
        headers.insert(header::HOST, format!("localhost:{}", address.port()).parse().unwrap());
        headers.insert("sec-fetch-site", "same-origin".parse().unwrap());
        Self { address, headers }
    }

    pub(crate) fn signed_in(self, app: App, secret: &str) -> Self {
        self.with("cookie", &format!("lang=fi; __Host-kajo-{}-session={secret}", app.name()))
    }

    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.insert(name, value.parse().unwrap());
        self
    }

    pub(crate) fn without(mut self, name: &'static str) -> Self {
        self.headers.remove(name);
        self
    }

    /// Sends and answers with the head; the body still flows.
    pub(crate) async fn open(&self, method: Method, path: &str, body: Bytes) -> Response<Incoming> {
        self.try_open(method, path, body).await.unwrap()
    }

    pub(crate) async fn try_open(&self, method: Method, path: &str, body: Bytes) -> Result<Response<Incoming>, hyper_util::client::legacy::Error> {
        let mut request = Request::new(Full::new(body));
        *request.method_mut() = method;
        *request.uri_mut() = format!("http://{}{path}", self.address).parse().unwrap();
        *request.headers_mut() = self.headers.clone();
        Client::builder(TokioExecutor::new()).build_http().request(request).await
    }

    pub(crate) async fn send(&self, method: Method, path: &str, body: impl Into<Bytes>) -> Answer {
        let (head, body) = self.open(method, path, body.into()).await.into_parts();
        Answer { http: head.status, headers: head.headers, body: body.collect().await.unwrap().to_bytes() }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, "").await
    }

    pub(crate) async fn post_json(self, path: &str, body: &str) -> Answer {
        self.with("content-type", "application/json").send(Method::POST, path, body.to_owned()).await
    }

    /// A call in text mode, as the apps make it.
    pub(crate) async fn call(self, path: &str, message: &impl Message) -> Answer {
        self.with("content-type", "application/grpc-web-text").send(Method::POST, path, STANDARD.encode(framed(message))).await
    }
}

pub(crate) fn framed(message: &impl Message) -> Vec<u8> {
    let message = message.encode_to_vec();
    let mut frame = vec![0];
    frame.extend(u32::try_from(message.len()).unwrap().to_be_bytes());
    frame.extend(message);
    frame
}

impl Answer {
    /// The reason, wherever it stands.
    pub(crate) fn reason(&self) -> String {
        if self.headers.get(header::CONTENT_TYPE).is_some_and(|sent| sent == "application/json") {
            let problem: serde_json::Value = serde_json::from_slice(&self.body).unwrap();
            return problem["reason"].as_str().unwrap_or_default().to_owned();
        }
        self.status().get_details_error_info().map(|info| info.reason).unwrap_or_default()
    }

    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn code(&self) -> Code {
        self.status().code()
    }

    /// The gRPC status, from the headers or the last frame.
    pub(crate) fn status(&self) -> Status {
        Status::from_header_map(&self.headers).unwrap_or_else(|| {
            let (flag, trailers) = self.frames().pop().expect("no frame and no status");
            assert_eq!(flag, 0x80, "the last frame holds the trailers");
            trailers_of(&trailers)
        })
    }

    /// The first message.
    pub(crate) fn message<M: Message + Default>(&self) -> M {
        let (flag, message) = self.frames().remove(0);
        assert_eq!(flag, 0);
        M::decode(message.as_slice()).unwrap()
    }

    fn frames(&self) -> Vec<(u8, Vec<u8>)> {
        let text = self.headers[header::CONTENT_TYPE].to_str().unwrap().contains("-text");
        frames(&if text { decode(&self.body) } else { self.body.to_vec() })
    }
}

/// Base64 in groups of four, padded anywhere, as the apps' client reads it. Only whole groups.
pub(crate) fn decode(text: &[u8]) -> Vec<u8> {
    text.chunks(4).flat_map(|group| STANDARD.decode(group).unwrap()).collect()
}

pub(crate) fn frames(mut bytes: &[u8]) -> Vec<(u8, Vec<u8>)> {
    let mut frames = Vec::new();
    while let Some((prefix, rest)) = bytes.split_at_checked(5) {
        let length = u32::from_be_bytes(prefix[1..].try_into().unwrap()) as usize;
        let Some((body, rest)) = rest.split_at_checked(length) else { break };
        frames.push((prefix[0], body.to_vec()));
        bytes = rest;
    }
    frames
}

pub(crate) fn trailers_of(frame: &[u8]) -> Status {
    let mut headers = HeaderMap::new();
    for line in std::str::from_utf8(frame).unwrap().split("\r\n").filter(|line| !line.is_empty()) {
        let (name, value) = line.split_once(':').unwrap();
        headers.insert(http::HeaderName::try_from(name).unwrap(), value.parse().unwrap());
    }
    Status::from_header_map(&headers).unwrap()
}

impl Browser {
    /// POSTs a body of any kind.
    pub(crate) async fn send_owned(self, path: &str, body: Vec<u8>) -> Answer {
        self.send(Method::POST, path, body).await
    }
}
