//! The national authorisation service (Suomi.fi valtuudet), its web API for one person on behalf of another (HPA): as strict about
//! signatures, codes and tokens as the real one. Whom a person can pick follows from the demo's authorisations.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use aws_lc_rs::hmac;
use axum::{
    Json, Router,
    extract::{OriginalUri, Path, Query, Request, State},
    middleware::{Next, from_fn_with_state},
    response::{Html, IntoResponse, Response},
    routing::{get, post},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use http::{HeaderMap, StatusCode, header};
use identity::demo::{AUTHORIZATIONS, DemoResident, REFUSED_AUTHORIZATIONS, RESIDENTS};
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    control::Fault,
    realm::{escaped, go_back},
    site::World,
    token::secret,
};

/// Our client id there.
pub const CLIENT_ID: &str = "kajo-demo";
/// Signs calls.
pub const SECRET: &str = "authorizations-demo-signing-secret";
/// Trades codes.
pub const OAUTH_SECRET: &str = "authorizations-demo-oauth-secret";
/// The mandate for matters of health, as the national register names it.
pub const HEALTH_MANDATE: &str = "http://valtuusrekisteri.suomi.fi/terveydenhuollon_asioiden_hoito";

const SIGNATURE: &str = "x-asiointivaltuudetauthorization";
/// So much may our clock differ from theirs.
const SKEW: SignedDuration = SignedDuration::from_mins(5);
/// How long a code may be traded.
const CODE_LIVES: SignedDuration = SignedDuration::from_secs(60);
/// How long a token is good, in seconds.
const TOKEN_LIVES: i64 = 599;

/// The address of the mandate for social matters at this service.
pub(crate) fn social_mandate(base: &str) -> String {
    format!("{base}/mandates/sosiaalihuollon_asioiden_hoito")
}

/// The state of the service.
pub(crate) struct AuthorizationsState {
    social: String,
    sessions: Mutex<HashMap<String, Session>>,
    /// Matters of health and social matters, by who acts and for whom.
    authorized: Mutex<BTreeMap<(String, String), (bool, bool)>>,
}

/// Somebody who asks.
struct Session {
    user_id: String,
    delegate: &'static DemoResident,
    code: Option<Code>,
    token: Option<(String, Timestamp)>,
    principal: Option<&'static DemoResident>,
}

struct Code {
    text: String,
    redirect_uri: String,
    principal: &'static DemoResident,
    until: Timestamp,
}

impl AuthorizationsState {
    pub(crate) fn new(base: &str) -> Self {
        let authorized = AUTHORIZATIONS.iter().map(|found| ((found.delegate.to_owned(), found.principal.to_owned()), (found.health, found.social)));
        Self { social: social_mandate(base), sessions: Mutex::default(), authorized: Mutex::new(authorized.collect()) }
    }

    pub(crate) fn change(&self, delegate: &str, principal: &str, health: bool, social: bool) {
        let mut authorized = self.authorized.lock().unwrap_or_else(PoisonError::into_inner);
        authorized.insert((delegate.to_owned(), principal.to_owned()), (health, social));
    }

    pub(crate) fn open_sessions(&self) -> usize {
        self.sessions().len()
    }

    fn sessions(&self) -> MutexGuard<'_, HashMap<String, Session>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whom somebody can pick: whoever stands in the register with them, authorised or not any more.
    fn principals(&self, delegate: &DemoResident) -> Vec<&'static DemoResident> {
        let hint = delegate.person.login_hint;
        let authorized = self.authorized.lock().unwrap_or_else(PoisonError::into_inner);
        let known = authorized.keys().filter(|(who, _)| who == hint).map(|(_, principal)| principal.as_str());
        let refused = REFUSED_AUTHORIZATIONS.iter().filter(|(who, ..)| *who == hint).map(|(_, principal, _)| *principal);
        let mut hints: Vec<_> = known.chain(refused).collect();
        hints.sort_unstable();
        hints.dedup();
        hints.into_iter().filter_map(resident).collect()
    }

    /// The answer about one mandate.
    fn decision(&self, delegate: &DemoResident, principal: &DemoResident, mandate: &str) -> Value {
        let (who, whom) = (delegate.person.login_hint, principal.person.login_hint);
        let authorized = self.authorized.lock().unwrap_or_else(PoisonError::into_inner);
        let (health, social) = authorized.get(&(who.to_owned(), whom.to_owned())).copied().unwrap_or_default();
        if (mandate == HEALTH_MANDATE && health) || (mandate == self.social && social) {
            return json!({"result": "ALLOWED", "reasons": []});
        }
        let rule = REFUSED_AUTHORIZATIONS.iter().find(|(known, of, _)| *known == who && *of == whom).map_or("NO_MANDATE", |(.., rule)| *rule);
        json!({"result": "DISALLOWED", "reasons": [{"reasonRule": rule, "reasonValue": mandate}]})
    }
}

fn resident(hint: &str) -> Option<&'static DemoResident> {
    RESIDENTS.iter().find(|resident| resident.person.login_hint == hint)
}

fn by_ssn(ssn: &str) -> Option<&'static DemoResident> {
    RESIDENTS.iter().find(|resident| !ssn.is_empty() && resident.ssn == ssn)
}

/// The service's calls, behind its faults.
pub(crate) fn routes(world: &Arc<World>) -> Router<Arc<World>> {
    let signed = Router::new()
        .route("/service/hpa/user/register/{client_id}/{ssn}", get(register))
        .route("/service/hpa/user/unregister/{session}", get(unregister))
        .route("/service/hpa/api/delegate/{session}", get(delegate))
        .route("/service/hpa/api/authorization/{session}/{ssn}", get(authorization))
        .route("/service/rest/hpa/authorization/{client_id}/{delegate}/{principal}", get(check))
        .route_layer(from_fn_with_state(Arc::clone(world), only_signed));
    signed
        .route("/oauth/token", post(token))
        .route_layer(from_fn_with_state(Arc::clone(world), unless_faulty))
        .route("/oauth/authorize", get(authorize))
}

async fn unless_faulty(State(world): State<Arc<World>>, request: Request, next: Next) -> Response {
    let control = &world.control;
    if control.is(Fault::AuthorizationsSilent) {
        std::future::pending::<()>().await;
    }
    if control.is(Fault::AuthorizationsFail) {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    if control.is(Fault::AuthorizationsMalformed) {
        return "<html>".into_response();
    }
    next.run(request).await
}

/// `{client} {time} {base64(HMAC-SHA256(secret, path and query, a blank, time))}`, with a clock that may go a little wrong.
async fn only_signed(State(world): State<Arc<World>>, OriginalUri(uri): OriginalUri, request: Request, next: Next) -> Response {
    let said = request.headers().get(SIGNATURE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let asked = uri.path_and_query().map(http::uri::PathAndQuery::as_str).unwrap_or_default();
    if is_signed(said, CLIENT_ID, SECRET, asked, world.control.now()) { next.run(request).await } else { StatusCode::UNAUTHORIZED.into_response() }
}

fn is_signed(said: &str, client_id: &str, secret: &str, asked: &str, now: Timestamp) -> bool {
    let mut parts = said.split(' ');
    let (Some(client), Some(time), Some(tag), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else { return false };
    let (Ok(at), Ok(tag)) = (time.parse::<Timestamp>(), STANDARD.decode(tag)) else { return false };
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    client == client_id && now.duration_since(at).abs() <= SKEW && hmac::verify(&key, format!("{asked} {time}").as_bytes(), &tag).is_ok()
}

/// Who asks. A code that nobody has is refused.
async fn register(State(world): State<Arc<World>>, Path((client_id, ssn)): Path<(String, String)>) -> Response {
    let Some(delegate) = by_ssn(&ssn).filter(|_| client_id == CLIENT_ID) else { return StatusCode::BAD_REQUEST.into_response() };
    let (Ok(session_id), Ok(user_id)) = (secret(), secret()) else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let session = Session { user_id: user_id.clone(), delegate, code: None, token: None, principal: None };
    world.authorizations.sessions().insert(session_id.clone(), session);
    Json(json!({"sessionId": session_id, "userId": user_id})).into_response()
}

async fn unregister(State(world): State<Arc<World>>, Path(session): Path<String>) -> StatusCode {
    match world.authorizations.sessions().remove(&session) {
        Some(_) => StatusCode::OK,
        None => StatusCode::NOT_FOUND,
    }
}

#[derive(Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    client_id: String,
    #[serde(default)]
    response_type: String,
    #[serde(default)]
    redirect_uri: String,
    #[serde(default)]
    user: String,
    #[serde(default)]
    lang: String,
    /// Whom the person has picked, by login hint; "-" for nobody. The page's own, not the protocol's.
    #[serde(default)]
    pick: String,
}

/// The page where the person picks for whom.
async fn authorize(State(world): State<Arc<World>>, Query(asked): Query<Asked>) -> Response {
    let Some(back) = world.on_behalf_redirect(&asked.redirect_uri).filter(|_| asked.client_id == CLIENT_ID && asked.response_type == "code") else {
        return (StatusCode::BAD_REQUEST, "the client or its redirect_uri is not registered").into_response();
    };
    let now = world.control.now();
    let mut sessions = world.authorizations.sessions();
    let Some(session) = sessions.values_mut().find(|session| session.user_id == asked.user) else {
        return go_back(back, &[("error", "access_denied")]);
    };
    if asked.pick == "-" {
        return go_back(back, &[("error", "access_denied")]);
    }
    let principals = world.authorizations.principals(session.delegate);
    let Some(principal) = principals.iter().find(|principal| principal.person.login_hint == asked.pick) else {
        return page(&asked, session.delegate, &principals);
    };
    let Ok(code) = secret() else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    session.code = Some(Code { text: code.clone(), redirect_uri: asked.redirect_uri, principal, until: now + CODE_LIVES });
    go_back(back, &[("code", &code)])
}

fn page(asked: &Asked, delegate: &DemoResident, principals: &[&DemoResident]) -> Response {
    let (lang, title, nobody) = match asked.lang.as_str() {
        "sv" => ("sv", "För vem uträttar du ärenden?", "Avbryt"),
        "en" => ("en", "On whose behalf do you act?", "Cancel"),
        _ => ("fi", "Kenen puolesta asioit?", "Keskeytä"),
    };
    let form = |pick: &str, label: &str| {
        let fields = [
            ("client_id", asked.client_id.as_str()),
            ("response_type", &asked.response_type),
            ("redirect_uri", &asked.redirect_uri),
            ("user", &asked.user),
            ("lang", &asked.lang),
            ("pick", pick),
        ];
        let fields: String = fields.map(|(name, value)| format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">", escaped(value))).concat();
        format!("<form method=\"get\">{fields}<button type=\"submit\">{}</button></form>", escaped(label))
    };
    let name = |resident: &DemoResident| format!("{} {}", resident.person.given, resident.person.family);
    let choices: String = principals.iter().map(|found| format!("<li>{}</li>", form(found.person.login_hint, &name(found)))).collect();
    let page = format!(
        "<!doctype html><html lang=\"{lang}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title></head><body><main><h1>{title}</h1><p>{}</p><ul>{choices}</ul>{}</main></body></html>",
        escaped(&name(delegate)),
        form("-", nobody)
    );
    (StatusCode::OK, [(header::CACHE_CONTROL, "no-store")], Html(page)).into_response()
}

#[derive(Deserialize)]
pub(crate) struct Trade {
    #[serde(default)]
    grant_type: String,
    #[serde(default)]
    redirect_uri: String,
    #[serde(default)]
    code: String,
}

/// The trade of a code for a token. A code is good once, whatever comes of it.
async fn token(State(world): State<Arc<World>>, Query(trade): Query<Trade>, headers: HeaderMap) -> Response {
    let basic = format!("Basic {}", STANDARD.encode(format!("{CLIENT_ID}:{OAUTH_SECRET}")));
    if headers.get(header::AUTHORIZATION).is_none_or(|said| said != basic.as_str()) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    if world.control.is(Fault::AuthorizationsTokenFails) {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let refused = || (StatusCode::BAD_REQUEST, Json(json!({"error": "invalid_grant"}))).into_response();
    let now = world.control.now();
    let mut sessions = world.authorizations.sessions();
    let known = |session: &&mut Session| session.code.as_ref().is_some_and(|known| known.text == trade.code);
    let Some(session) = sessions.values_mut().find(known) else { return refused() };
    let Some(code) = session.code.take() else { return refused() };
    if trade.grant_type != "authorization_code" || code.redirect_uri != trade.redirect_uri || code.until < now {
        return refused();
    }
    let (Ok(access_token), Ok(refresh_token)) = (secret(), secret()) else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    session.principal = Some(code.principal);
    session.token = Some((access_token.clone(), now + SignedDuration::from_secs(TOKEN_LIVES)));
    Json(json!({"access_token": access_token, "token_type": "bearer", "expires_in": TOKEN_LIVES, "refresh_token": refresh_token})).into_response()
}

/// The session, for who holds its token while that is good.
fn holds(session: &Session, headers: &HeaderMap, now: Timestamp) -> bool {
    let said = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(|value| value.strip_prefix("Bearer "));
    session.token.as_ref().is_some_and(|(token, until)| said == Some(token.as_str()) && now <= *until)
}

/// Whom the person has picked.
async fn delegate(State(world): State<Arc<World>>, Path(session): Path<String>, headers: HeaderMap) -> Response {
    let now = world.control.now();
    let sessions = world.authorizations.sessions();
    let Some(session) = sessions.get(&session).filter(|session| holds(session, &headers, now)) else {
        return StatusCode::UNAUTHORIZED.into_response();
    };
    let listed =
        |principal: &DemoResident| json!({"personId": principal.ssn, "name": format!("{} {}", principal.person.family, principal.person.given)});
    Json(session.principal.iter().map(|principal| listed(principal)).collect::<Vec<_>>()).into_response()
}

#[derive(Deserialize)]
pub(crate) struct Issues {
    #[serde(default)]
    issues: String,
}

/// Whether there is an authorisation for one mandate.
async fn authorization(
    State(world): State<Arc<World>>,
    Path((session, ssn)): Path<(String, String)>,
    Query(Issues { issues }): Query<Issues>,
    headers: HeaderMap,
) -> Response {
    let now = world.control.now();
    let sessions = world.authorizations.sessions();
    let Some(session) = sessions.get(&session).filter(|session| holds(session, &headers, now)) else {
        return StatusCode::UNAUTHORIZED.into_response();
    };
    match session.principal.filter(|principal| principal.ssn == ssn) {
        Some(principal) => Json(world.authorizations.decision(session.delegate, principal, &issues)).into_response(),
        None => StatusCode::BAD_REQUEST.into_response(),
    }
}

#[derive(Deserialize)]
pub(crate) struct Issue {
    #[serde(default)]
    issue: String,
}

/// The same between servers, without the person's doing.
async fn check(
    State(world): State<Arc<World>>,
    Path((client_id, delegate, principal)): Path<(String, String, String)>,
    Query(Issue { issue }): Query<Issue>,
    headers: HeaderMap,
) -> Response {
    let known = headers.contains_key("x-userid") && client_id == CLIENT_ID;
    match (by_ssn(&delegate).filter(|_| known), by_ssn(&principal)) {
        (Some(delegate), Some(principal)) => Json(world.authorizations.decision(delegate, principal, &issue)).into_response(),
        _ => StatusCode::BAD_REQUEST.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The credentials of the service's public sample client; identity signs by the same vector.
    #[test]
    fn a_signature_counts_for_its_client_path_and_time() {
        let asked = "/service/hpa/user/register/ed4b7ae7/080297-915A?requestId=02fd35dc-99e6-477b-b6e2-03f02cbf3666";
        let (client, secret) = ("ed4b7ae7", "3ba56df8-88b8-4805-9b04-2f8e7a61");
        let at = |text: &str| text.parse::<Timestamp>().expect("a time");
        let now = at("2017-02-09T10:30:00Z");
        for good in [
            "ed4b7ae7 2017-02-09T10:29:42.09Z z7X+xWtrvth1L7Ql6B/4xZ0iQ1VjToWX4TnHVLo8RGo=",
            "ed4b7ae7 2017-02-09T10:29:42.090000+00:00 GeRKoGmGd0RFk33s2vNHutJf/TrEdwSM2Vb7qWXLESY=",
        ] {
            assert!(is_signed(good, client, secret, asked, now), "{good}");
            assert!(!is_signed(good, client, secret, &asked.replace("080297", "080298"), now), "another path");
            assert!(!is_signed(good, "another", secret, asked, now), "another client");
            assert!(!is_signed(good, client, "another", asked, now), "another secret");
            assert!(is_signed(good, client, secret, asked, at("2017-02-09T10:34:42Z")), "a clock that goes a little wrong");
            assert!(!is_signed(good, client, secret, asked, at("2017-02-09T10:34:43Z")), "too late");
            assert!(!is_signed(good, client, secret, asked, at("2017-02-09T10:24:42Z")), "too early");
        }
        for wrong in ["", "ed4b7ae7", "ed4b7ae7 yesterday x", "ed4b7ae7 2017-02-09T10:29:42.09Z !!", "a b c d"] {
            assert!(!is_signed(wrong, client, secret, asked, now), "{wrong}");
        }
    }
}
