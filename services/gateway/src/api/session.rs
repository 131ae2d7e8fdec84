//! `/api/session`: signing in, the way back from the realm, who is signed in, signing out.

use std::{sync::Arc, time::Duration};

use axum::{
    body::Body,
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts};
use kajo_proto::{
    identity::v1::{BeginSignInRequest, CompleteSignInRequest, CompleteSignInResponse, Entry, Session, SignOutRequest, SignOutResponse},
    options::v1::Caller,
};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;
use tonic::Code;

use super::{
    json, no_content, read,
    way::{Back, Way},
    with_cookies,
};
use crate::{
    cookies::{self, Attempt, Cookie, USED},
    device::device,
    guard::LEAVE,
    limits::overloaded,
    refusal::Refusal,
    session::{Cause, Resolved},
    site::Site,
    trace::Trace,
};

/// How long a sign-in waits for its turn.
const SIGN_IN_WAITS: Duration = Duration::from_secs(5);

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct SignIn {
    pub(super) return_to: String,
    pub(super) language: String,
    /// For what needs a fresh sign-in: the realm asks who is there, also in a session that lives.
    fresh: bool,
}

/// A place to go to.
#[derive(Serialize)]
pub(super) struct Url {
    pub(super) url: String,
}

/// `POST /api/session/sign-in`: where the browser goes to sign in. Ties the way back to this browser.
pub(crate) async fn sign_in(site: &Site, parts: &Parts, body: Body, trace: &Trace) -> Result<Response, Refusal> {
    let asked: SignIn = read(body).await?;
    let way = Way::of(site, &parts.headers, Way::SIGN_IN, Way::MOBILE_SIGN_IN);
    let begin = BeginSignInRequest {
        realm: site.app.realm().into(),
        return_to: kept(own_path(&asked.return_to)).to_owned(),
        redirect_uri: redirect_uri(site, parts, way)?,
        language: site.app.languages().iter().copied().find(|known| *known == asked.language).unwrap_or_default().to_owned(),
        previous_secret: Cookie::Session.read(site.app, &parts.headers).unwrap_or_default().to_owned(),
        ask_anew: asked.fresh || Cookie::Leaving.read(site.app, &parts.headers).is_some(),
    };
    // Whoever begins many at once waits for their own.
    let _permit = timeout(SIGN_IN_WAITS, site.gateway.sign_ins.acquire()).await.map_err(|_| overloaded())?;
    let answered = site.gateway.identity.clone().begin_sign_in(site.gateway.signer.as_gateway(begin, Some(trace))).await?.into_inner();
    let attempt = attempt_of(&answered.url).ok_or_else(internal)?;
    let cookies = way.begin(site, parts, &attempt, &answered.callback_secret).ok_or_else(internal)?;
    Ok(with_cookies(json(&Url { url: answered.url }), cookies.into_iter().map(Some)))
}

/// By the state that the realm is sent, which it hands back.
fn attempt_of(url: &str) -> Option<Attempt> {
    let url = url::Url::parse(url).ok()?;
    let (_, state) = url.query_pairs().find(|(name, _)| name == "state")?;
    Attempt::of_state(&state)
}

/// `GET /api/session/callback`: back from the realm. Always ends in the app, signed in or with a short reason; of a mobile shell in the
/// shell first (`way.rs`).
pub(crate) async fn callback(site: &Site, way: Way, parts: &Parts, trace: &Trace) -> Response {
    let back = Back::of(parts);
    let attempt = Attempt::of_state(&back.state);
    if let Some(on) = way.hand_on(site, parts, attempt.as_ref()) {
        return on;
    }
    let end = way.end(site, attempt.as_ref());
    let language = language(site, &parts.headers);
    let secret = way.secret(site, parts, attempt.as_ref());
    match complete(site, way, parts, secret, back, trace).await {
        Ok(done) => {
            let cookie = Cookie::Session.set(site.app, &done.session_secret);
            if let Some(previous) = Cookie::Session.read(site.app, &parts.headers) {
                site.gateway.sessions.forget_secret(site.app, previous);
            }
            let clear = [Cookie::Error, Cookie::Leaving].map(|cookie| cookie.clear(site.app));
            with_cookies(found(&goes_to(&done, language)), [cookie, end].into_iter().chain(clear))
        }
        Err(refusal) => {
            let reason = refusal.reason();
            if STALE.contains(&reason.as_str()) && living(site, parts).await.is_some() {
                return with_cookies(found(&format!("/{language}")), [end]);
            }
            if reason == COOKIE_MISSING {
                // Of who keeps no cookie, the address has to say it.
                return found(&format!("/{language}/authentication?cookies=missing"));
            }
            let reason = Cookie::Error.set(site.app, if reason.is_empty() { "sign_in_failed" } else { &reason });
            with_cookies(found(&format!("/{language}/authentication")), [reason, end])
        }
    }
}

/// The browser has no cookie of this attempt: it kept none, or took ten minutes, or the attempt is over.
const COOKIE_MISSING: &str = "sign_in_cookie_missing";
/// Ways back that lead nowhere. Whoever has signed in meanwhile, in another tab, is signed in.
const STALE: [&str; 3] = [COOKIE_MISSING, "sign_in_interrupted", "sign_in_unknown"];

/// The session of this browser, when it lives.
pub(super) async fn living(site: &Site, parts: &Parts) -> Option<Arc<Resolved>> {
    let secret = Cookie::Session.read(site.app, &parts.headers)?;
    site.gateway.sessions.resolve(site.app, secret, Cause::Person).await.ok()
}

/// Where the browser goes after signing in: to where it came from, by way of what has to be done first.
fn goes_to(done: &CompleteSignInResponse, language: &str) -> String {
    let return_to = own_path(&done.return_to);
    // Which of the reasons it is stands in no url: the page asks.
    if done.denied {
        return format!("/{language}/access-denied");
    }
    let first = match done.entry() {
        Entry::Unspecified => return return_to.to_owned(),
        Entry::Onboarding => "onboarding/contact-info",
        Entry::Terms => "terms-and-conditions/review",
    };
    let and_then = url::form_urlencoded::Serializer::new(String::new()).append_pair("returnTo", return_to).finish();
    format!("/{language}/{first}?{and_then}")
}

async fn complete(site: &Site, way: Way, parts: &Parts, secret: Option<&str>, back: Back, trace: &Trace) -> Result<CompleteSignInResponse, Refusal> {
    match back.error.as_deref() {
        // So a realm tells that somebody signed in there from another tab.
        Some("temporarily_unavailable") => return Err(Refusal::new(Code::Aborted, "sign_in_interrupted")),
        Some(_) => return Err(Refusal::new(Code::PermissionDenied, "sign_in_refused")),
        None if back.code.is_empty() || back.state.is_empty() => return Err(Refusal::new(Code::InvalidArgument, "sign_in_interrupted")),
        None => {}
    }
    let secret = secret.ok_or_else(|| Refusal::new(Code::InvalidArgument, COOKIE_MISSING))?;
    let complete = CompleteSignInRequest {
        realm: site.app.realm().into(),
        code: back.code,
        state: back.state,
        callback_secret: secret.to_owned(),
        redirect_uri: redirect_uri(site, parts, way)?,
        device: Some(device(&parts.headers)),
        previous_secret: Cookie::Session.read(site.app, &parts.headers).unwrap_or_default().to_owned(),
    };
    Ok(site.gateway.identity.clone().complete_sign_in(site.gateway.signer.as_gateway(complete, Some(trace))).await?.into_inner())
}

#[derive(Serialize)]
struct Shown {
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// `GET /api/session/error`: why the last sign-in failed; told once.
pub(crate) fn error(site: &Site, parts: &Parts) -> Response {
    let reason = Cookie::Error.read(site.app, &parts.headers).filter(|reason| reason.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_'));
    let clear = reason.is_some().then(|| Cookie::Error.clear(site.app)).flatten();
    with_cookies(json(&Shown { reason: reason.map(str::to_owned) }), [clear])
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct SignOut {
    /// On all other devices as well.
    everywhere: bool,
}

/// `POST /api/session/sign-out`: ends the session here, and everywhere if asked; the browser goes on to end it at the realm (`leave.rs`),
/// also when it had run out. Signing out twice is fine.
pub(crate) async fn sign_out(site: &Site, parts: &Parts, body: Body, trace: &Trace) -> Result<Response, Refusal> {
    let SignOut { everywhere } = read(body).await?;
    let home = site.origin(parts).map_or_else(|| "/".to_owned(), |origin| format!("{origin}/"));
    let (mut url, mut leaving, mut keeps_visit) = (home.clone(), None, false);
    if let Some(secret) = Cookie::Session.read(site.app, &parts.headers) {
        keeps_visit = is_shut_out(site, secret).await;
        let request =
            SignOutRequest { realm: site.app.realm().into(), session_secret: secret.to_owned(), post_logout_redirect_uri: home, everywhere };
        let ended = site.gateway.identity.clone().sign_out(site.gateway.signer.as_gateway(request, Some(trace))).await;
        site.gateway.sessions.forget_secret(site.app, secret);
        match ended {
            Ok(ended) => {
                let SignOutResponse { ticket, .. } = ended.into_inner();
                if !ticket.is_empty() {
                    LEAVE.clone_into(&mut url);
                }
                leaving = Cookie::Leaving.set(site.app, if ticket.is_empty() { USED } else { &ticket });
            }
            // There is no such session, or none any more that the realm could be told of: it asks at the next sign-in.
            Err(status) if matches!(status.code(), Code::Unauthenticated | Code::NotFound | Code::InvalidArgument) => {
                leaving = Cookie::Leaving.set(site.app, USED);
            }
            Err(status) => return Err(status.into()),
        }
    }
    let kept = leaving.is_some() || Cookie::Leaving.read(site.app, &parts.headers).is_some();
    let stays = |cookie: Cookie| match cookie {
        Cookie::Leaving => kept,
        Cookie::Visit => keeps_visit,
        Cookie::Session | Cookie::Callback | Cookie::Error | Cookie::Mobile => false,
    };
    let gone = Cookie::ALL.into_iter().filter(|cookie| !stays(*cookie));
    let clear = gone.flat_map(|cookie| cookie.clear_all(site.app, &parts.headers)).map(Some);
    Ok(with_cookies(json(&Url { url }), clear.chain([leaving])))
}

/// Whether they have signed in and may not enter in their own name: what they began in a visit they could not take over, and have it still.
async fn is_shut_out(site: &Site, secret: &str) -> bool {
    let found = site.gateway.sessions.resolve(site.app, secret, Cause::Background).await;
    found.is_ok_and(|session| session.kind == Caller::Identified)
}

/// How long the session lasts from now when nobody uses it, so that an app can warn in time.
const SECONDS: &str = "x-kajo-session-seconds";

/// Where a tab begins to follow, so that it need not fetch anew what it fetches from now on.
const LIVE_CURSOR: &str = "x-kajo-live-cursor";

/// The key under which the tab keeps what this person, or whoever is in this visit, types, in base64: when the session is over, nobody can
/// read there what was typed, and when the same person signs in again, it is there again.
const DRAFT_KEY: &str = "x-kajo-draft-key";

/// Set when this browser is in a visit, whether somebody is signed in or not: they may have begun something in it.
const VISIT: &str = "x-kajo-visit";

/// `GET /api/session`: user and impersonator, nothing more. Asking keeps the session alive. A browser that brings none
/// asks in good faith, as everybody's does before they sign in: it gets no content. One that brings a session that is over is refused.
pub(crate) async fn show(site: &Site, parts: &Parts) -> Result<Response, Refusal> {
    let visit = site.gateway.visits.of(site.app, &parts.headers);
    let Some(secret) = Cookie::Session.read(site.app, &parts.headers) else {
        let mut answer = no_content();
        if let Some(visit) = visit {
            let visitor = site.gateway.visits.resolve(visit)?;
            equip(site, &mut answer, &format!("{}/visit/{}", site.app.name(), visit.id), &visitor, true);
        }
        return Ok(answer);
    };
    let found = site.gateway.sessions.prolong(site.app, secret).await?;
    let mut answer = json(&SessionView::of(&found.session)?);
    answer.headers_mut().insert(SECONDS, site.gateway.seconds_until(found.ends_at).into());
    equip(site, &mut answer, &typist(site, &found.session), &found, visit.is_some());
    Ok(answer)
}

/// Tells a tab what it needs beside whose it is.
fn equip(site: &Site, answer: &mut Response, typist: &str, whose: &Resolved, is_in_visit: bool) {
    if is_in_visit {
        answer.headers_mut().insert(VISIT, HeaderValue::from_static("1"));
    }
    if let Ok(key) = HeaderValue::try_from(STANDARD.encode((site.gateway.draft_key)(typist))) {
        answer.headers_mut().insert(DRAFT_KEY, key);
    }
    if let Some(cursor) = site.gateway.live_cursor(&whose.caller).and_then(|cursor| HeaderValue::try_from(cursor).ok()) {
        answer.headers_mut().insert(LIVE_CURSOR, cursor);
    }
}

/// Who types, and for whom: what is written on behalf of somebody is neither's own.
fn typist(site: &Site, session: &Session) -> String {
    let person = session.user.as_ref().map(|user| user.person_id.as_str()).unwrap_or_default();
    let impersonator = session.impersonator.as_ref().map(|impersonator| impersonator.id.as_str()).unwrap_or_default();
    format!("{}/{person}/{impersonator}", site.app.name())
}

#[derive(Serialize)]
struct SessionView<'a> {
    user: UserView<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    impersonator: Option<ImpersonatorView<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct UserView<'a> {
    name: NameView<'a>,
    identifier: IdentifierView<'a>,
    person_id: &'a str,
}

#[derive(Serialize)]
struct NameView<'a> {
    text: &'a str,
    given: &'a str,
    family: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    usual: Option<&'a str>,
}

#[derive(Serialize)]
struct IdentifierView<'a> {
    system: &'a str,
    value: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ImpersonatorView<'a> {
    id: &'a str,
    name: &'a str,
    patient_id: &'a str,
}

impl<'a> SessionView<'a> {
    fn of(session: &'a Session) -> Result<Self, Refusal> {
        let user = session.user.as_ref().ok_or_else(internal)?;
        let name = user.name.as_ref().ok_or_else(internal)?;
        let identifier = user.identifier.as_ref().ok_or_else(internal)?;
        Ok(Self {
            user: UserView {
                name: NameView {
                    text: &name.text,
                    given: &name.given,
                    family: &name.family,
                    usual: Some(name.usual.as_str()).filter(|usual| !usual.is_empty()),
                },
                identifier: IdentifierView { system: &identifier.system, value: &identifier.value },
                person_id: &user.person_id,
            },
            impersonator: session.impersonator.as_ref().map(|found| ImpersonatorView {
                id: &found.id,
                name: &found.name,
                patient_id: &found.patient_id,
            }),
        })
    }
}

/// A path of the app. Whatever a browser could read as another site becomes the front page.
pub(super) fn own_path(path: &str) -> &str {
    let second = path.as_bytes().get(1);
    let own = path.starts_with('/') && second.is_none_or(|byte| *byte != b'/' && *byte != b'\\');
    if own && path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\') { path } else { "/" }
}

/// The longest address to come back to that identity keeps, in letters.
const LONGEST_RETURN: usize = 512;

/// What is kept of a path to come back to: whole, without what was searched for there when it is too long, or the front page.
pub(super) fn kept(path: &str) -> &str {
    let bare = path.split(['?', '#']).next().unwrap_or_default();
    [path, bare].into_iter().find(|path| path.len() <= LONGEST_RETURN).unwrap_or("/")
}

pub(super) fn redirect_uri(site: &Site, parts: &Parts, way: Way) -> Result<String, Refusal> {
    let origin = site.origin(parts).ok_or_else(|| Refusal::outright(StatusCode::FORBIDDEN, Code::PermissionDenied, "foreign_origin"))?;
    Ok(format!("{origin}{}", way.path()))
}

/// The language that the app remembers in its own cookie.
pub(super) fn language(site: &Site, headers: &HeaderMap) -> &'static str {
    let remembered = cookies::read(headers, "lang").unwrap_or_default();
    let languages = site.app.languages();
    languages.iter().copied().find(|language| *language == remembered).or(languages.first().copied()).unwrap_or("fi")
}

pub(super) fn found(to: &str) -> Response {
    (StatusCode::FOUND, [(header::LOCATION, to), (header::CACHE_CONTROL, "no-store"), (header::REFERRER_POLICY, "no-referrer")]).into_response()
}

pub(super) fn internal() -> Refusal {
    Refusal::new(Code::Internal, "internal")
}

#[cfg(test)]
mod tests {
    use super::{CompleteSignInResponse, Entry, goes_to, kept, own_path};

    #[test]
    fn who_has_something_to_do_first_does_it_and_then_goes_where_they_wanted() {
        let done = |entry: Entry, denied| CompleteSignInResponse {
            return_to: "/sv/inbox?tab=1".to_owned(),
            denied,
            entry: entry.into(),
            ..CompleteSignInResponse::default()
        };
        assert_eq!(goes_to(&done(Entry::Unspecified, false), "sv"), "/sv/inbox?tab=1");
        assert_eq!(goes_to(&done(Entry::Onboarding, false), "sv"), "/sv/onboarding/contact-info?returnTo=%2Fsv%2Finbox%3Ftab%3D1");
        assert_eq!(goes_to(&done(Entry::Terms, false), "fi"), "/fi/terms-and-conditions/review?returnTo=%2Fsv%2Finbox%3Ftab%3D1");
        assert_eq!(goes_to(&done(Entry::Unspecified, true), "fi"), "/fi/access-denied");
    }

    #[test]
    fn r_02_an_address_that_is_too_long_is_shortened_to_its_path() {
        let path = format!("/fi/book-appointment{}", "/a".repeat(240));
        assert_eq!(kept("/fi/messages?tab=1#new"), "/fi/messages?tab=1#new");
        assert_eq!(kept(&format!("/fi/messages?search={}", "%D0%B0".repeat(90))), "/fi/messages");
        assert_eq!(kept(&format!("/fi/messages#{}", "a".repeat(500))), "/fi/messages");
        assert_eq!((path.len(), kept(&format!("{path}?{}", "a".repeat(12)))), (500, path.as_str()));
        assert_eq!(kept(&format!("{path}/{}", "a".repeat(12))), "/");
    }

    #[test]
    fn a_way_back_never_leaves_the_app() {
        assert_eq!(own_path("/fi/messages?tab=1"), "/fi/messages?tab=1");
        for foreign in ["", "fi", "//example.org", "/\\example.org", "https://example.org", "/a\r\nSet-Cookie: x", "/a\\b"] {
            assert_eq!(own_path(foreign), "/", "{foreign:?}");
        }
    }
}
