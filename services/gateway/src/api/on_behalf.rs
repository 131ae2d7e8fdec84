//! `/api/session/on-behalf`: the way to the national authorisation service, the way back, and stopping (IDN-07).

use axum::{body::Body, response::Response};
use http::{StatusCode, request::Parts};
use kajo_proto::identity::v1::{BeginOnBehalfRequest, CloseOnBehalfRequest, CompleteOnBehalfRequest, CompleteOnBehalfResponse};
use tonic::Code;

use super::{
    json, read,
    session::{SignIn, Url, found, internal, kept, language, living, own_path, redirect_uri},
    way::{Back, Way},
    with_cookies,
};
use crate::{
    app::App,
    cookies::{Attempt, Cookie},
    refusal::Refusal,
    session::missing,
    site::Site,
    trace::Trace,
};

/// Nobody began this way here, or it is over.
const UNKNOWN: &str = "on_behalf_unknown";

/// `POST /api/session/on-behalf`: where the browser goes to pick for whom. Ties the way back to this browser.
pub(crate) async fn begin(site: &Site, parts: &Parts, body: Body, trace: &Trace) -> Result<Response, Refusal> {
    let asked: SignIn = read(body).await?;
    let secret = own_secret(site, parts)?;
    let way = Way::of(site, &parts.headers, Way::ON_BEHALF, Way::MOBILE_ON_BEHALF);
    let begin = BeginOnBehalfRequest {
        session_secret: secret.to_owned(),
        return_to: kept(own_path(&asked.return_to)).to_owned(),
        redirect_uri: redirect_uri(site, parts, way)?,
        language: site.app.languages().iter().copied().find(|known| *known == asked.language).unwrap_or_default().to_owned(),
    };
    let answered = site.gateway.on_behalf.clone().begin_on_behalf(site.gateway.signer.as_gateway(begin, Some(trace))).await?.into_inner();
    let cookies = way.begin(site, parts, &Attempt::on_behalf(), &answered.callback_secret).ok_or_else(internal)?;
    Ok(with_cookies(json(&Url { url: answered.url }), cookies.into_iter().map(Some)))
}

/// `GET /api/session/on-behalf/callback`: back from the service. Always ends in the app, acting or with a short reason.
pub(crate) async fn callback(site: &Site, way: Way, parts: &Parts, trace: &Trace) -> Response {
    let attempt = Attempt::on_behalf();
    if let Some(on) = way.hand_on(site, parts, Some(&attempt)) {
        return on;
    }
    let end = way.end(site, Some(&attempt));
    let completed = complete(site, way, parts, trace).await;
    if let Some(secret) = Cookie::Session.read(site.app, &parts.headers) {
        site.gateway.sessions.forget_secret(site.app, secret);
    }
    match completed {
        Ok(done) => with_cookies(found(own_path(&done.return_to)), [end, Cookie::Error.clear(site.app)]),
        Err(refusal) => {
            let language = language(site, &parts.headers);
            let reason = refusal.reason();
            // A way back that leads nowhere, of somebody who acts already, by another tab.
            if reason == UNKNOWN && living(site, parts).await.is_some_and(|found| found.session.impersonator.is_some()) {
                return with_cookies(found(&format!("/{language}")), [end]);
            }
            let page = match reason.as_str() {
                "mandate_missing" => "access-denied/on-behalf",
                "session_missing" | "session_expired" | "session_ended_elsewhere" => "authentication",
                _ => "access-denied/on-behalf-failed",
            };
            let reason = Cookie::Error.set(site.app, if reason.is_empty() { "on_behalf_failed" } else { &reason });
            with_cookies(found(&format!("/{language}/{page}")), [reason, end])
        }
    }
}

async fn complete(site: &Site, way: Way, parts: &Parts, trace: &Trace) -> Result<CompleteOnBehalfResponse, Refusal> {
    let back = Back::of(parts);
    match back.error.as_deref() {
        // Nobody was picked, or there is nobody to pick.
        Some("access_denied") => return Err(Refusal::new(Code::PermissionDenied, "mandate_missing")),
        Some(_) => return Err(Refusal::new(Code::PermissionDenied, "on_behalf_failed")),
        None => {}
    }
    let complete = CompleteOnBehalfRequest {
        session_secret: own_secret(site, parts)?.to_owned(),
        callback_secret: way.secret(site, parts, Some(&Attempt::on_behalf())).unwrap_or_default().to_owned(),
        redirect_uri: redirect_uri(site, parts, way)?,
        code: back.code,
    };
    if complete.callback_secret.is_empty() || complete.code.is_empty() {
        return Err(Refusal::new(Code::InvalidArgument, UNKNOWN));
    }
    Ok(site.gateway.on_behalf.clone().complete_on_behalf(site.gateway.signer.as_gateway(complete, Some(trace))).await?.into_inner())
}

/// `POST /api/session/close-on-behalf`: back to one's own matters; answers with where the browser goes. Stopping twice is fine.
pub(crate) async fn close(site: &Site, parts: &Parts, trace: &Trace) -> Result<Response, Refusal> {
    let secret = own_secret(site, parts)?;
    let close = CloseOnBehalfRequest { session_secret: secret.to_owned() };
    let closed = site.gateway.on_behalf.clone().close_on_behalf(site.gateway.signer.as_gateway(close, Some(trace))).await;
    site.gateway.sessions.forget_secret(site.app, secret);
    let origin = site.origin(parts).unwrap_or_default();
    let page = if closed?.into_inner().denied { "/access-denied" } else { "" };
    Ok(json(&Url { url: format!("{origin}/{}{page}", language(site, &parts.headers)) }))
}

/// Residents alone act on behalf of others.
fn own_secret<'p>(site: &Site, parts: &'p Parts) -> Result<&'p str, Refusal> {
    if site.app != App::Resident {
        return Err(Refusal::outright(StatusCode::NOT_FOUND, Code::Unimplemented, "unknown_path"));
    }
    Ok(Cookie::Session.read(site.app, &parts.headers).ok_or_else(missing)?)
}
