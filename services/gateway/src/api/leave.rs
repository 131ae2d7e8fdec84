//! `GET /api/session/leave`: from here to the realm, after signing out. The realm wants to see the identity token, which holds the name and
//! the personal identity code of who leaves; it goes by a form of this page, which no script of the app sees (`headers::handing_on`).

use axum::{
    body::Body,
    response::{Html, IntoResponse, Response},
};
use http::{StatusCode, header, request::Parts};
use kajo_proto::identity::v1::{LeaveRealmRequest, LeaveRealmResponse, SignedOutAtRealmRequest};
use tonic::Code;

use super::{
    read_small,
    session::{found, language},
    with_cookies,
};
use crate::{
    app::escaped,
    cookies::{Cookie, USED},
    headers,
    refusal::Refusal,
    site::Site,
    trace::Trace,
};

/// Hands the browser on to the realm. Without a ticket, or when it was used before, to the front page.
pub(crate) async fn leave(site: &Site, parts: &Parts, trace: &Trace) -> Response {
    let Some(ticket) = Cookie::Leaving.read(site.app, &parts.headers).filter(|ticket| *ticket != USED) else { return found("/") };
    let request = LeaveRealmRequest { realm: site.app.realm().into(), ticket: ticket.to_owned() };
    let left = site.gateway.identity.clone().leave_realm(site.gateway.signer.as_gateway(request, Some(trace))).await;
    // A realm that is away, or whose answer never comes, keeps its session: the cookie stays, so that it asks at the next sign-in.
    let used = [Cookie::Leaving.set(site.app, USED)];
    match left.map(tonic::Response::into_inner) {
        Ok(leave) if !leave.form.is_empty() => with_cookies(page(site, parts, &leave), used),
        _ => with_cookies(found("/"), used),
    }
}

/// `POST /api/session/back-channel-logout`: the realm tells that somebody signed out there (OpenID Connect Back-Channel Logout).
pub(crate) async fn back_channel(site: &Site, body: Body, trace: &Trace) -> Result<Response, Refusal> {
    let form = read_small(body).await?;
    let token = url::form_urlencoded::parse(&form).find(|(name, _)| name == "logout_token").map(|(_, token)| token.into_owned());
    let request = SignedOutAtRealmRequest { realm: site.app.realm().into(), logout_token: token.unwrap_or_default() };
    let told = site.gateway.identity.clone().signed_out_at_realm(site.gateway.signer.as_gateway(request, Some(trace))).await;
    match told {
        Ok(_) => Ok((StatusCode::OK, [(header::CACHE_CONTROL, "no-store")]).into_response()),
        // The standard's answer to a token that is not accepted.
        Err(status) if status.code() == Code::InvalidArgument => Err(Refusal::outright(StatusCode::BAD_REQUEST, Code::InvalidArgument, "malformed")),
        Err(status) => Err(status.into()),
    }
}

fn page(site: &Site, parts: &Parts, leave: &LeaveRealmResponse) -> Response {
    let nonce = site.gateway.nonce();
    let mut names: Vec<_> = leave.form.iter().collect();
    names.sort_unstable();
    let field = |(name, value): (&String, &String)| format!("<input type=\"hidden\" name=\"{}\" value=\"{}\">", escaped(name), escaped(value));
    let fields: String = names.into_iter().map(field).collect();
    // A realm that is not reached can be tried again by hand.
    let page = format!(
        "<!doctype html><html lang=\"{}\"><meta charset=\"utf-8\"><title>Kajo</title><form method=\"post\" action=\"{}\">{fields}\
         <noscript><button type=\"submit\">&rarr;</button></noscript></form><script nonce=\"{nonce}\">document.forms[0].submit()</script></html>",
        language(site, &parts.headers),
        escaped(&leave.url)
    );
    let mut response = ([(header::CACHE_CONTROL, "no-store"), (header::REFERRER_POLICY, "no-referrer")], Html(page)).into_response();
    headers::handing_on(response.headers_mut(), &nonce);
    response
}
