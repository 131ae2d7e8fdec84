//! Calls of the apps: gRPC-Web in, gRPC out, without a schema. The gateway knows of a method only what the contract
//! declares about it: whether a browser may reach it at all, who may call it and how often, and which service answers.

mod address_limits;
mod answer;
mod deadline;
mod format;
mod routes;
mod signer;
mod upstream;

use std::{convert::Infallible, sync::Arc};

use axum::{body::Body, response::Response};
use http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode, header, request::Parts};
use http_body_util::Full;
use kajo_proto::{caller::v1::CallerContext, methods::Method, options::v1::Caller};
use tokio::time::{Instant, timeout_at};
use tonic::Code;
use tower::{Service, util::BoxCloneSyncService};

pub(crate) use self::{
    address_limits::AddressLimits,
    format::{Format, collect, drain, too_large},
    routes::Routes,
    signer::Signer,
    upstream::unavailable,
};
use self::{
    answer::{Answer, SHOWN},
    format::read,
};
pub use self::{signer::Sign, upstream::Upstream};
use crate::{
    access_log::Line,
    acting, address,
    cookies::Cookie,
    limits::Running,
    live::{RestsOn, Subscriber},
    refusal::Refusal,
    session::{self, Cause, Resolved},
    site::Site,
    trace::Trace,
    visit::Visit,
};

/// A service in this process, with all of its layers on.
pub type LocalService = BoxCloneSyncService<Request<tonic::body::Body>, http::Response<tonic::body::Body>, Infallible>;

/// The largest message a call may carry. Files go another way.
const LARGEST_MESSAGE: usize = 1 << 20;

/// The package of the live updates, which the gateway answers itself.
pub(crate) const LIVE: &str = "kajo.live.v1";
/// The package of sessions.
pub(crate) const IDENTITY: &str = "kajo.identity.v1";
/// The package of conversations and attachments.
pub(crate) const CONVERSATIONS: &str = "kajo.conversations.v1";

/// The package of the health records that other systems send.
pub(crate) const CONTENT: &str = "kajo.content.v1";
/// The package of surveys, and of the answers to them that other systems send.
pub(crate) const SURVEY: &str = "kajo.survey.v1";

/// Who calls, under this key, signed by the gateway.
pub(crate) const CALLER: HeaderName = HeaderName::from_static("kajo-caller-bin");

/// What a browser may say to a service. Everything else stays here, above all `kajo-*` and the cookies.
const HEARD: [HeaderName; 2] = [HeaderName::from_static("idempotency-key"), header::ACCEPT_LANGUAGE];

/// Set by the app on what it fetches by itself.
const BACKGROUND: &str = "x-kajo-background";

/// What takes over what was begun in a visit: who calls is told which one it was, and nobody else is.
const TAKES_OVER: [&str; 1] = ["/kajo.chat_queue.v1.ChatPlaceService/ClaimVisitedChats"];

/// Somebody who calls.
struct Known {
    session: Arc<Resolved>,
    /// They are not signed in: by this visit they are known.
    visit: Option<Visit>,
}

/// Answers one call.
pub(crate) async fn call(site: &Site, format: Format, parts: &Parts, body: Body, trace: &Trace, line: &Arc<Line>) -> Response {
    match forward(site, format, parts, body, trace, line).await {
        Ok(response) => response,
        Err(refusal) => {
            let response = refusal.grpc_web(format.content_type());
            line.grpc(response.headers());
            response
        }
    }
}

async fn forward(site: &Site, format: Format, parts: &Parts, body: Body, trace: &Trace, line: &Arc<Line>) -> Result<Response, Refusal> {
    let Some(route) = site.gateway.routes.find(parts.uri.path()) else {
        drain(body).await;
        return Err(Refusal::outright(StatusCode::NOT_FOUND, Code::Unimplemented, "unknown_path"));
    };
    let method = route.method;
    let deadline = deadline::of(&parts.headers, method.server_streaming);
    let (known, signed) = who(site, method, &parts.headers).await?;
    let limits = &site.gateway.limits;
    let runs = known.as_ref().map(|known| site.gateway.busy.begin(known.session.runs_for(), limits.calls_per_session)).transpose()?;
    let message = read(body, format, LARGEST_MESSAGE).await?;
    // Last of all: what is refused for another reason counts for nothing.
    site.gateway.address_limits.count(method.address_limit(), || address::client(parts, site.gateway.proxies))?;

    let mut request = Request::new(tonic::body::Body::new(Full::new(message)));
    *request.method_mut() = http::Method::POST;
    *request.uri_mut() = http::Uri::from_static(method.path);
    let headers = request.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/grpc"));
    headers.insert(header::TE, HeaderValue::from_static("trailers"));
    headers.insert(CALLER, signed);
    for name in HEARD {
        if let Some(value) = parts.headers.get(&name) {
            headers.insert(name, value.clone());
        }
    }
    trace.write(headers);
    if let Some(deadline) = deadline {
        headers.insert("grpc-timeout", deadline::header(deadline).try_into().map_err(|_| internal())?);
    }
    if method.package == LIVE
        && let Some(known) = &known
    {
        // Live updates are answered in this process and need to know whether the session, or the visit, still lives.
        let secret = || Cookie::Session.read(site.app, &parts.headers).unwrap_or_default().to_owned();
        let rests_on = known.visit.map_or_else(|| RestsOn::Session(site.app, secret()), RestsOn::Visit);
        request.extensions_mut().insert(Subscriber::new(rests_on, Arc::clone(&known.session)));
    }

    let mut upstream = route.upstream.clone();
    let answered = within(deadline, upstream.call(request)).await??;
    if method.command && method.package == IDENTITY {
        // What was chosen must hold for the very next call, before the fact of it has come round over the bus.
        if let Some(known) = &known {
            site.gateway.sessions.forget(&known.session.caller.session_id);
        }
    }
    Ok(translate(answered, format, deadline, line, runs))
}

/// The caller, signed for the service. Refuses who is not signed in and kinds of caller that the method does not name.
/// A session counts above a visit, also one that is over.
async fn who(site: &Site, method: &Method, headers: &HeaderMap) -> Result<(Option<Known>, HeaderValue), Refusal> {
    let visits = &site.gateway.visits;
    let visit = visits.of(site.app, headers);
    let mut known_by = None;
    let found = match Cookie::Session.read(site.app, headers) {
        // A live stream carries no data, and follows its session to whomever that acts for.
        Some(secret) if method.package == LIVE => site.gateway.sessions.resolve(site.app, secret, Cause::Stream).await,
        Some(secret) => acting::session(&site.gateway.sessions, site.app, secret, method, headers, cause(method, headers)).await,
        None => {
            // A page that shows somebody's data is none of a visitor's.
            known_by = visit.filter(|_| method.allows(Caller::Visitor) && !acting::shows_somebody(headers));
            known_by.map_or_else(|| Err(session::missing()), |visit| visits.resolve(visit))
        }
    };
    match found {
        Ok(session) if session.may_call(method) => {
            let visited = visit.filter(|_| TAKES_OVER.contains(&method.path));
            let signed = visited.map_or_else(
                || session.signed.clone(),
                |visit| site.gateway.signer.sign(CallerContext { visit_id: visit.id.to_string(), ..session.caller.clone() }),
            );
            Ok((Some(Known { session, visit: known_by }), signed))
        }
        Ok(session) => Err(Refusal::forbidden(session.kind)),
        Err(status) if status.code() == Code::Unauthenticated && method.allows(Caller::Anonymous) => {
            Ok((None, site.gateway.signer.sign_kind(Caller::Anonymous)))
        }
        Err(status) => Err(status.into()),
    }
}

/// What caused a call. A live stream is none of a person's doing, nor is what the app fetches again because of it; whoever changes
/// something is there.
fn cause(method: &Method, headers: &HeaderMap) -> Cause {
    if method.command || !headers.contains_key(BACKGROUND) { Cause::Person } else { Cause::Background }
}

/// Waits for the head of the answer until the deadline. The service runs its handler to the end by itself.
async fn within<T>(deadline: Option<Instant>, answer: impl Future<Output = T>) -> Result<T, Refusal> {
    match deadline {
        Some(deadline) => timeout_at(deadline, answer).await.map_err(|_| Refusal::new(Code::DeadlineExceeded, "deadline")),
        None => Ok(answer.await),
    }
}

fn translate(
    answered: http::Response<tonic::body::Body>,
    format: Format,
    deadline: Option<Instant>,
    line: &Arc<Line>,
    runs: Option<Running>,
) -> Response {
    let (head, body) = answered.into_parts();
    // A service refuses in its headers alone: there is no body to translate then.
    let refused = head.headers.contains_key("grpc-status");
    let mut response = if refused {
        line.grpc(&head.headers);
        Response::new(Body::empty())
    } else {
        Response::new(Body::new(Answer::new(body, format, deadline, Arc::clone(line), runs)))
    };
    let headers = response.headers_mut();
    if refused {
        for name in &SHOWN {
            if let Some(value) = head.headers.get(name) {
                headers.insert(name, value.clone());
            }
        }
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(format.content_type()));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn internal() -> Refusal {
    Refusal::new(Code::Internal, "internal")
}
