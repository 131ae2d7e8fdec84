//! One call, and what became of it: the cells of the matrix.

use std::collections::BTreeSet;

use chassis::{Clock, clock::Ids};
use kajo_proto::methods::Method;
use prost::Message;
use prost_reflect::{DynamicMessage, FieldDescriptor, Kind, MessageDescriptor, ReflectMessage, Value};
use tonic::{Code, Status, body::Body};
use tower::ServiceExt;
use uuid::Uuid;

use super::callers::{Caller, Way, signed};
use crate::{
    browser::{Browser, code_and_reason, first_of_stream},
    world::World,
};

/// What a call ended with.
pub(crate) struct Answer {
    pub(crate) status: Status,
    /// The message, when the call was allowed and answers with one.
    pub(crate) message: Option<Vec<u8>>,
    /// The idempotency key that was sent.
    pub(crate) key: Uuid,
}

impl Answer {
    /// Whether the caller got what was asked for.
    pub(crate) fn is_allowed(&self) -> bool {
        self.status.code() == Code::Ok
    }

    /// As the matrix writes it, without the set of fields.
    pub(crate) fn outcome(&self) -> String {
        match self.status.code() {
            Code::Ok => "ALLOW".to_owned(),
            Code::Unauthenticated => format!("DENY_AUTH:{}", reason(&self.status)),
            Code::PermissionDenied => format!("DENY_PERM:{}", reason(&self.status)),
            Code::NotFound => "HIDE".to_owned(),
            Code::Unimplemented => "NO_DOOR".to_owned(),
            _ => format!("REFUSED:{}", reason(&self.status)),
        }
    }
}

fn reason(status: &Status) -> String {
    code_and_reason(status).split_once('/').map(|(_, reason)| reason.to_owned()).unwrap_or_default()
}

/// Calls a method.
pub(crate) async fn call(world: &World, caller: &Caller, method: &Method, request: &DynamicMessage) -> Option<Answer> {
    let key = Ids::system().v7(Clock::system().now());
    match &caller.way {
        Way::Web(browser) => {
            let browser = browser.clone().with("idempotency-key", &key.to_string());
            let (status, message) = over_the_web(&browser, method, request).await;
            Some(Answer { status, message, key })
        }
        Way::Straight(by) => {
            let (status, message) = straight(world, method, request, by.as_ref().map(signed).as_deref(), key).await?;
            Some(Answer { status, message, key })
        }
    }
}

async fn over_the_web(browser: &Browser, method: &Method, request: &DynamicMessage) -> (Status, Option<Vec<u8>>) {
    if method.server_streaming {
        let (answer, head) = browser.open(method.path, request).await;
        return match head {
            Some(status) => (status, None),
            None => (first_of_stream(answer).await, None),
        };
    }
    match browser.ask(method.path, request).await {
        Ok(message) => (Status::ok(""), Some(message)),
        Err(status) => (status, None),
    }
}

async fn straight(world: &World, method: &Method, message: &DynamicMessage, signed: Option<&[u8]>, key: Uuid) -> Option<(Status, Option<Vec<u8>>)> {
    let service = world.platform.service(&method.owner())?;
    let mut request = http::Request::post(method.path).header("content-type", "application/grpc").header("te", "trailers");
    request = request.header("idempotency-key", key.to_string());
    if let Some(signed) = signed {
        use base64::Engine;
        request = request.header("kajo-caller-bin", base64::engine::general_purpose::STANDARD_NO_PAD.encode(signed));
    }
    let message = message.encode_to_vec();
    let mut frame = vec![0];
    frame.extend(u32::try_from(message.len()).unwrap().to_be_bytes());
    frame.extend(message);
    let body = Body::new(http_body_util::Full::new(bytes::Bytes::from(frame)));
    let answer = service.grpc().oneshot(request.body(body).unwrap()).await.unwrap();
    if let Some(status) = Status::from_header_map(answer.headers()) {
        return Some((status, None));
    }
    let body = http_body_util::BodyExt::collect(answer.into_body()).await.unwrap();
    let status = Status::from_header_map(body.trailers().unwrap()).unwrap();
    let message = body.to_bytes().get(5..).map(<[u8]>::to_vec);
    Some(if status.code() == Code::Ok { (status, message) } else { (status, None) })
}

/// The fields that an answer holds.
pub(crate) fn fields(answer: &[u8], descriptor: MessageDescriptor) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    walk("", &DynamicMessage::decode(descriptor, answer).unwrap(), &mut found);
    found
}

/// What would hang on the hour of the test, and on how long it runs: of a chat queue that is open one time is told, of one that is shut another; who
/// waits and has not been heard of for a while is away; the next appointment of the demo can be cancelled or moved until some hours before it; whether
/// the system of a search was asked in the meantime is a matter of luck, and so is whether a path has come to the survey that it gives.
fn hangs_on_time(field: &FieldDescriptor) -> bool {
    match field.parent_message().full_name() {
        "kajo.chat_queue.v1.ChatQueueStanding" => field.name().ends_with("s_at"),
        "kajo.chat_queue.v1.WaitingChat" => field.name() == "away",
        "kajo.scheduling.v1.Changeable" => field.name() == "bar",
        "kajo.scheduling.v1.SyncStatus" => matches!(field.name(), "synced_at" | "next_at"),
        "kajo.survey.v1.PreviewDeletionResponse" => field.name() == "preview",
        _ => false,
    }
}

fn walk(path: &str, message: &DynamicMessage, found: &mut BTreeSet<String>) {
    for (field, value) in message.fields().filter(|(field, _)| !hangs_on_time(field)) {
        let path = if path.is_empty() { field.name().to_owned() } else { format!("{path}.{}", field.name()) };
        let parts = match value {
            Value::List(values) => values.clone(),
            one => vec![one.clone()],
        };
        let ours: Vec<_> = parts.iter().filter_map(Value::as_message).filter(|part| is_walked(part)).collect();
        if ours.is_empty() {
            found.insert(path);
        } else {
            for part in ours {
                walk(&path, part, found);
            }
        }
    }
}

/// The fields that an answer of this type may hold. Of what stands inside itself, once.
pub(crate) fn possible(descriptor: &MessageDescriptor) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect("", descriptor, &mut Vec::new(), &mut found);
    found
}

fn collect(path: &str, descriptor: &MessageDescriptor, around: &mut Vec<String>, found: &mut BTreeSet<String>) {
    around.push(descriptor.full_name().to_owned());
    for field in descriptor.fields().filter(|field| !hangs_on_time(field)) {
        let path = if path.is_empty() { field.name().to_owned() } else { format!("{path}.{}", field.name()) };
        match field.kind() {
            Kind::Message(inner) if is_taken_apart(&inner) && !field.is_map() => {
                if !around.iter().any(|name| name == inner.full_name()) {
                    collect(&path, &inner, around, found);
                }
            }
            _ => {
                found.insert(path);
            }
        }
    }
    around.pop();
}

fn is_walked(message: &DynamicMessage) -> bool {
    is_taken_apart(&message.descriptor())
}

/// Times and texts in several languages are one field each.
fn is_taken_apart(descriptor: &MessageDescriptor) -> bool {
    descriptor.full_name().starts_with("kajo.") && descriptor.name() != "LocalizedString"
}
