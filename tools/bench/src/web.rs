//! What a browser does: sign in by redirects and cookies, call by gRPC-Web, follow the live stream.

use anyhow::{Context, Result, bail, ensure};
use bytes::{Buf, Bytes, BytesMut};
use futures::StreamExt;
use kajo_proto::{
    identity::v1::{ChooseWorkContextRequest, ChooseWorkContextResponse, ListWorkContextsRequest, ListWorkContextsResponse},
    live::v1::{SubscribeRequest, Update},
};
use prost::Message;
use reqwest::{Client, Response, header, redirect};
use uuid::Uuid;

const TRAILERS: u8 = 0x80;

/// One browser, signed in or not.
#[derive(Clone)]
pub(crate) struct Browser {
    client: Client,
    url: String,
    cookies: String,
}

impl Browser {
    /// Nobody is signed in.
    pub(crate) fn nobody(url: &str) -> Result<Self> {
        let client = Client::builder().redirect(redirect::Policy::none()).build()?;
        Ok(Self { client, url: url.to_owned(), cookies: String::new() })
    }

    /// The same session at another gateway.
    pub(crate) fn at(&self, url: &str) -> Self {
        Self { url: url.to_owned(), ..self.clone() }
    }

    /// The same session, over the connections of another browser.
    pub(crate) fn over(self, other: &Self) -> Self {
        Self { client: other.client.clone(), ..self }
    }

    /// Whoever has these cookies, over the same connections.
    pub(crate) fn with_cookies(&self, cookies: String) -> Self {
        Self { cookies, ..self.clone() }
    }

    /// Through the code flow with the simulators, which sign the hinted person in at once.
    pub(crate) async fn sign_in(url: &str, login_hint: &str) -> Result<Self> {
        let mut browser = Self::nobody(url)?;
        let answer = browser.post("/api/session/sign-in", "application/json", r#"{"returnTo":"/fi","language":"fi"}"#.into()).await?;
        browser.keep_cookies(&answer);
        let answer: serde_json::Value = answer.json().await?;
        let mut next = format!("{}&login_hint={login_hint}", answer.get("url").and_then(serde_json::Value::as_str).context("no url")?);
        for _ in 0..5 {
            let answer = browser.client.get(&next).header(header::COOKIE, &browser.cookies).send().await?;
            browser.keep_cookies(&answer);
            let Some(location) = answer.headers().get(header::LOCATION) else { bail!("{} where a redirect should be", answer.status()) };
            location.to_str()?.clone_into(&mut next);
            if next.starts_with('/') {
                return Ok(browser);
            }
        }
        bail!("sign-in never came back");
    }

    /// The first role and the first location.
    pub(crate) async fn choose_work_context(&self) -> Result<()> {
        let service = "/kajo.identity.v1.WorkContextService";
        let choices: ListWorkContextsResponse = self.call(&format!("{service}/ListWorkContexts"), &ListWorkContextsRequest::default()).await?;
        let request = ChooseWorkContextRequest {
            role_id: choices.roles.first().context("no role")?.role_id.clone(),
            location_id: choices.locations.first().context("no location")?.location_id.clone(),
        };
        let _: ChooseWorkContextResponse = self.call(&format!("{service}/ChooseWorkContext"), &request).await?;
        Ok(())
    }

    /// Signs out.
    pub(crate) async fn sign_out(&self) -> Result<()> {
        self.post("/api/session/sign-out", "application/json", "{}".into()).await?;
        Ok(())
    }

    /// A unary call; commands get an idempotency key of their own, which others do not mind.
    pub(crate) async fn call<A: Message, B: Message + Default>(&self, path: &str, request: &A) -> Result<B> {
        self.ask(path, request).await?.map_err(|status| anyhow::anyhow!("{path}: grpc-status {status}"))
    }

    /// The same; a refusal is an answer too: its gRPC status.
    pub(crate) async fn ask<A: Message, B: Message + Default>(&self, path: &str, request: &A) -> Result<Result<B, String>> {
        let answer = self.post(path, "application/grpc-web+proto", frame(request).into()).await?;
        if let Some(status) = answer.headers().get("grpc-status").filter(|status| *status != "0") {
            return Ok(Err(status.to_str()?.to_owned()));
        }
        let mut body = answer.bytes().await?;
        ensure!(body.len() >= 5 && body.first().is_some_and(|flags| flags & TRAILERS == 0), "{path}: {}", String::from_utf8_lossy(&body));
        body.advance(1);
        let length = body.get_u32() as usize;
        Ok(Ok(B::decode(body.split_to(length))?))
    }

    /// Follows the live stream; updates arrive on the channel.
    pub(crate) async fn follow(&self) -> Result<tokio::sync::mpsc::UnboundedReceiver<Update>> {
        let stream = self.subscribe().await?;
        let (updates, received) = tokio::sync::mpsc::unbounded_channel();
        tokio::spawn(read_stream(stream, move |update| updates.send(update).is_ok()));
        Ok(received)
    }

    /// Opens the live stream, which is read with [`read_stream`].
    pub(crate) async fn subscribe(&self) -> Result<Response> {
        let path = "/kajo.live.v1.LiveService/Subscribe";
        self.post(path, "application/grpc-web+proto", frame(&SubscribeRequest::default()).into()).await
    }

    async fn post(&self, path: &str, content_type: &str, body: Bytes) -> Result<Response> {
        let answer = self
            .client
            .post(format!("{}{path}", self.url))
            .header(header::CONTENT_TYPE, content_type)
            .header(header::COOKIE, &self.cookies)
            .header(header::ORIGIN, &self.url)
            .header("x-digitalplatformauthorization", "kajo-web")
            .header("x-grpc-web", "1")
            .header("idempotency-key", Uuid::now_v7().to_string())
            .body(body)
            .send()
            .await?;
        ensure!(answer.status().is_success(), "{path}: {}", answer.status());
        Ok(answer)
    }

    fn keep_cookies(&mut self, answer: &Response) {
        for cookie in answer.headers().get_all(header::SET_COOKIE) {
            let Some((pair, _)) = cookie.to_str().ok().and_then(|cookie| cookie.split_once(';')) else { continue };
            if !self.cookies.is_empty() {
                self.cookies.push_str("; ");
            }
            self.cookies.push_str(pair);
        }
    }
}

/// Reads a live stream until it ends, or `each` wants no more of its updates.
pub(crate) async fn read_stream(stream: Response, mut each: impl FnMut(Update) -> bool + Send) {
    let mut pieces = stream.bytes_stream();
    let mut rest = BytesMut::new();
    while let Some(Ok(piece)) = pieces.next().await {
        rest.extend_from_slice(&piece);
        while let Some(message) = next_frame(&mut rest) {
            let Ok(update) = Update::decode(message) else { return };
            if !each(update) {
                return;
            }
        }
    }
}

/// A message as it stands in a body of gRPC-Web.
pub(crate) fn frame(message: &impl Message) -> Vec<u8> {
    let encoded = message.encode_to_vec();
    let mut frame = Vec::with_capacity(encoded.len() + 5);
    frame.push(0);
    frame.extend_from_slice(&u32::try_from(encoded.len()).unwrap_or(u32::MAX).to_be_bytes());
    frame.extend_from_slice(&encoded);
    frame
}

/// Takes the next whole data frame off; `None` when there is none yet, or only trailers are left.
fn next_frame(rest: &mut BytesMut) -> Option<Bytes> {
    let (&flags, length) = (rest.first()?, rest.get(1..5)?);
    let length = u32::from_be_bytes(length.try_into().ok()?) as usize;
    if flags & TRAILERS != 0 || rest.len() < 5 + length {
        return None;
    }
    rest.advance(5);
    Some(rest.split_to(length).freeze())
}
