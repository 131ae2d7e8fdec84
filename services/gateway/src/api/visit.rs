//! `/api/visit`: who is not signed in begins a visit, and ends it.

use axum::response::Response;
use http::{StatusCode, request::Parts};
use tonic::Code;

use super::{no_content, with_cookies};
use crate::{address, app::App, cookies::Cookie, refusal::Refusal, session::Cause, site::Site};

/// `POST /api/visit`: begins a visit, or goes on with the one that this browser is in. A session that is over counts above a visit no more:
/// its cookie goes.
pub(crate) async fn begin(site: &Site, parts: &Parts) -> Result<Response, Refusal> {
    for_residents(site)?;
    let from = address::client(parts, site.gateway.proxies);
    let value = site.gateway.visits.begin(site.app, &parts.headers, from)?;
    let set = value.and_then(|value| Cookie::Visit.set(site.app, &value));
    let cleared = if has_dead_session(site, parts).await { Cookie::Session.clear(site.app) } else { None };
    Ok(with_cookies(no_content(), [set, cleared]))
}

async fn has_dead_session(site: &Site, parts: &Parts) -> bool {
    let Some(secret) = Cookie::Session.read(site.app, &parts.headers) else { return false };
    let found = site.gateway.sessions.resolve(site.app, secret, Cause::Background).await;
    found.is_err_and(|status| status.code() == Code::Unauthenticated)
}

/// `POST /api/visit/end`: this browser is in no visit any more.
pub(crate) fn end(site: &Site) -> Result<Response, Refusal> {
    for_residents(site)?;
    Ok(with_cookies(no_content(), [Cookie::Visit.clear(site.app)]))
}

fn for_residents(site: &Site) -> Result<(), Refusal> {
    if site.app == App::Resident { Ok(()) } else { Err(Refusal::outright(StatusCode::NOT_FOUND, Code::Unimplemented, "unknown_path")) }
}
