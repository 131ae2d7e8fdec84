//! One app behind one listener: what comes in, which part answers, and what every answer carries.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Request, State},
    response::{IntoResponse, Response},
};
use http::{Method, StatusCode, header, request::Parts};
use tonic::Code;
use tracing::Instrument;

use crate::{
    access_log::Line,
    api::{attachments, leave, on_behalf, session, visit, way::Way},
    app::App,
    fhir,
    gateway::Shared,
    guard, headers,
    limits::Timely,
    origin::Origins,
    refusal::Refusal,
    rpc::{self, Format},
    shell::Shell,
    trace::Trace,
};

/// One app behind one listener. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) app: App,
    pub(crate) tls: bool,
    /// Browsers come over TLS, which ends here or in front of us.
    pub(crate) secure: bool,
    pub(crate) origins: Arc<Origins>,
    pub(crate) shell: Arc<Shell>,
    /// What opens the app's mobile shell; `None`: there is none.
    pub(crate) app_link: Option<Arc<str>>,
    pub(crate) gateway: Arc<Shared>,
}

impl Site {
    /// The origin that the browser is at.
    pub(crate) fn origin(&self, parts: &Parts) -> Option<&str> {
        self.origins.of_request(parts, self.tls)
    }
}

/// The parts of a site.
#[derive(Clone, Copy)]
enum Part<'p> {
    Ready,
    Session,
    SignIn,
    Callback(Way),
    SessionError,
    SignOut,
    Leave,
    BackChannel,
    OnBehalf,
    OnBehalfCallback(Way),
    CloseOnBehalf,
    Visit,
    EndVisit,
    Upload,
    Download(&'p str),
    Fhir(fhir::Route<'p>),
    Shell,
    Rpc,
    UnknownApi,
    WrongMethod,
}

impl<'p> Part<'p> {
    fn of(app: App, method: &Method, path: &'p str) -> Self {
        if app == App::Practitioner
            && let Some(route) = fhir::Route::of(method, path)
        {
            return Self::Fhir(route);
        }
        let (get, post) = (method == Method::GET, method == Method::POST);
        let reads = get || method == Method::HEAD;
        match path {
            "/readyz" if reads => Self::Ready,
            "/api/session" if get => Self::Session,
            "/api/session/sign-in" if post => Self::SignIn,
            guard::CALLBACK if get => Self::Callback(Way::SIGN_IN),
            guard::MOBILE_CALLBACK if get => Self::Callback(Way::MOBILE_SIGN_IN),
            "/api/session/error" if get => Self::SessionError,
            "/api/session/sign-out" if post => Self::SignOut,
            guard::LEAVE if get => Self::Leave,
            guard::BACK_CHANNEL if post => Self::BackChannel,
            "/api/session/on-behalf" if post => Self::OnBehalf,
            guard::ON_BEHALF_CALLBACK if get => Self::OnBehalfCallback(Way::ON_BEHALF),
            guard::MOBILE_ON_BEHALF_CALLBACK if get => Self::OnBehalfCallback(Way::MOBILE_ON_BEHALF),
            "/api/session/close-on-behalf" if post => Self::CloseOnBehalf,
            "/api/visit" if post => Self::Visit,
            "/api/visit/end" if post => Self::EndVisit,
            guard::ATTACHMENTS if post => Self::Upload,
            _ => match path.strip_prefix("/api/attachments/") {
                Some(id) if get => Self::Download(id),
                _ if path == "/api" || path.starts_with("/api/") => Self::UnknownApi,
                _ if reads => Self::Shell,
                _ if post => Self::Rpc,
                _ => Self::WrongMethod,
            },
        }
    }

    /// How the access log calls it. Paths that others chose the words of are not repeated.
    fn label(self, site: &Site, path: &str) -> &'static str {
        match self {
            Self::Ready => "/readyz",
            Self::Session => "/api/session",
            Self::SignIn => "/api/session/sign-in",
            Self::Callback(way) | Self::OnBehalfCallback(way) => way.path(),
            Self::SessionError => "/api/session/error",
            Self::SignOut => "/api/session/sign-out",
            Self::Leave => guard::LEAVE,
            Self::BackChannel => guard::BACK_CHANNEL,
            Self::OnBehalf => "/api/session/on-behalf",
            Self::CloseOnBehalf => "/api/session/close-on-behalf",
            Self::Visit => "/api/visit",
            Self::EndVisit => "/api/visit/end",
            Self::Upload => "/api/attachments",
            Self::Download(_) => "/api/attachments/{id}",
            Self::Fhir(route) => route.label(),
            Self::Shell if path.starts_with(crate::shell::ASSETS) => "asset",
            Self::Shell => "page",
            Self::Rpc => site.gateway.routes.find(path).map_or("unknown rpc", |route| route.method.path),
            Self::UnknownApi | Self::WrongMethod => "unknown",
        }
    }
}

/// Answers one request.
pub(crate) async fn answer(State(site): State<Site>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let part = Part::of(site.app, &parts.method, parts.uri.path());
    let label = part.label(&site, parts.uri.path());
    let body = Timely::wrap(body, site.gateway.limits.body_within);
    let (span, trace) = Trace::begin(site.app, label, &parts.headers, || site.gateway.random());
    let line = Arc::new(Line::begin(site.app, label, trace.id.clone(), span.clone()));
    let mut response = dispatch(&site, part, &parts, body, &trace, &line).instrument(span).await;
    line.http(response.status());
    let host = parts.uri.host().or_else(|| parts.headers.get(header::HOST).and_then(|host| host.to_str().ok()));
    headers::fill(response.headers_mut(), site.secure, host);
    response
}

async fn dispatch(site: &Site, part: Part<'_>, parts: &Parts, body: Body, trace: &Trace, line: &Arc<Line>) -> Response {
    let format = Format::of(guard::essence(&parts.headers)).filter(|_| matches!(part, Part::Rpc));
    if !matches!(part, Part::Fhir(_))
        && let Err(refusal) = guard::admit(parts, &site.origins)
    {
        return match format {
            Some(format) => refusal.grpc_web(format.content_type()),
            None => refusal.json(&trace.id),
        };
    }
    let answered = match part {
        Part::Ready => Ok(ready(site)),
        Part::Session => session::show(site, parts).await,
        Part::SignIn => session::sign_in(site, parts, body, trace).await,
        Part::Callback(way) => Ok(session::callback(site, way, parts, trace).await),
        Part::SessionError => Ok(session::error(site, parts)),
        Part::SignOut => session::sign_out(site, parts, body, trace).await,
        Part::Leave => Ok(leave::leave(site, parts, trace).await),
        Part::BackChannel => leave::back_channel(site, body, trace).await,
        Part::OnBehalf => on_behalf::begin(site, parts, body, trace).await,
        Part::OnBehalfCallback(way) => Ok(on_behalf::callback(site, way, parts, trace).await),
        Part::CloseOnBehalf => on_behalf::close(site, parts, trace).await,
        Part::Visit => visit::begin(site, parts).await,
        Part::EndVisit => visit::end(site),
        Part::Upload => attachments::upload(site, parts, body, trace).await,
        Part::Download(id) => attachments::download(site, parts, id, trace).await,
        Part::Fhir(route) => Ok(fhir::answer(site, route, parts, body, trace).await),
        Part::Shell => Ok(site.shell.serve(site, parts).await),
        Part::Rpc => match format {
            Some(format) => Ok(rpc::call(site, format, parts, body, trace, line).await),
            None => Err(unknown()),
        },
        Part::UnknownApi => Err(unknown()),
        Part::WrongMethod => Err(Refusal::outright(StatusCode::METHOD_NOT_ALLOWED, Code::Unimplemented, "method_not_allowed")),
    };
    answered.unwrap_or_else(|refusal| refusal.json(&trace.id))
}

fn ready(site: &Site) -> Response {
    let status = if site.gateway.is_ready() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, [(header::CACHE_CONTROL, "no-store")], if status == StatusCode::OK { "ready" } else { "not ready" }).into_response()
}

fn unknown() -> Refusal {
    Refusal::outright(StatusCode::NOT_FOUND, Code::Unimplemented, "unknown_path")
}
