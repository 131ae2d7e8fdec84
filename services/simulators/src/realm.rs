//! One OpenID Connect realm: the authorization code flow with PKCE, state and nonce, as strict as a production realm.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use anyhow::Result;
use axum::{
    Form, Json,
    extract::{Path, Query, State},
    response::{Html, IntoResponse, Response},
};
use http::{HeaderMap, StatusCode, header};
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

use crate::{
    control::{Control, Fault, Minted},
    people::{self, Person, Realm},
    site::World,
    token::{Keys, challenge_of, secret, unsigned},
};

/// How long a code may be traded.
const CODE_LIVES: SignedDuration = SignedDuration::from_secs(60);
/// An issuer that is none of the two realms.
const FOREIGN_ISSUER: &str = "http://127.0.0.1/realms/other";
/// How long tokens are good, in seconds.
pub(crate) const TOKEN_LIVES: i64 = 300;

/// The state of one realm.
pub(crate) struct RealmState {
    pub(crate) realm: Realm,
    issuer: String,
    keys: Mutex<Arc<Keys>>,
    codes: Mutex<HashMap<String, Grant>>,
    tokens: Mutex<HashMap<String, Person>>,
    /// By the value of the cookie.
    sessions: Mutex<HashMap<String, SignedOn>>,
}

/// Somebody is signed in at the realm, in the browser that holds its cookie: the next app lets them pass unasked.
#[derive(Clone)]
pub(crate) struct SignedOn {
    /// What tokens call it by.
    pub(crate) sid: String,
    pub(crate) person: Person,
    /// When the person said who they are.
    pub(crate) since: Timestamp,
}

/// What a code stands for.
struct Grant {
    session: SignedOn,
    asked: Asked,
    until: Timestamp,
}

/// The question to the authorization endpoint.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Asked {
    #[serde(default)]
    client_id: String,
    #[serde(default)]
    redirect_uri: String,
    #[serde(default)]
    response_type: String,
    #[serde(default)]
    scope: String,
    #[serde(default)]
    state: String,
    #[serde(default)]
    nonce: String,
    #[serde(default)]
    code_challenge: String,
    #[serde(default)]
    code_challenge_method: String,
    #[serde(default)]
    login_hint: String,
    #[serde(default)]
    prompt: String,
    /// For how many seconds whoever is signed in at the realm is let pass.
    max_age: Option<i64>,
    #[serde(default)]
    acr_values: String,
}

impl RealmState {
    /// What it signs with now.
    pub(crate) fn keys(&self) -> Arc<Keys> {
        Arc::clone(&self.keys.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn sign_with(&self, keys: Arc<Keys>) {
        *self.keys.lock().unwrap_or_else(PoisonError::into_inner) = keys;
    }

    pub(crate) fn new(realm: Realm, base: &str, keys: Arc<Keys>) -> Self {
        let issuer = format!("{base}/realms/{}", realm.name());
        Self { realm, issuer, keys: Mutex::new(keys), codes: Mutex::default(), tokens: Mutex::default(), sessions: Mutex::default() }
    }

    pub(crate) fn issuer(&self) -> &str {
        &self.issuer
    }

    fn codes(&self) -> MutexGuard<'_, HashMap<String, Grant>> {
        self.codes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn sessions(&self) -> MutexGuard<'_, HashMap<String, SignedOn>> {
        self.sessions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The cookie of the realm's own session.
    fn cookie(&self) -> String {
        format!("kajo-demo-{}-session", self.realm.name())
    }

    /// Whoever is signed in at the realm in this browser.
    fn signed_on(&self, headers: &HeaderMap) -> Option<SignedOn> {
        let name = self.cookie();
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(';'));
        let value = cookies.filter_map(|pair| pair.trim().split_once('=')).find(|(found, _)| *found == name)?.1;
        self.sessions().get(value).cloned()
    }

    /// Signs a person in at the realm: the session, and the header that gives its cookie to the browser.
    fn sign_on(&self, person: Person, now: Timestamp) -> Result<(SignedOn, String)> {
        let session = SignedOn { sid: secret()?, person, since: now };
        let value = secret()?;
        let cookie = format!("{}={value}; Path=/realms/{}; HttpOnly; SameSite=Lax", self.cookie(), self.realm.name());
        self.sessions().insert(value, session.clone());
        Ok((session, cookie))
    }
}

fn claims_of(person: &Person, control: &Control) -> Value {
    let mut claims = json!({
        "sub": person.id,
        "name": format!("{} {}", person.given, person.family),
        "given_name": person.given,
        "family_name": person.family,
        "preferred_username": person.login_hint,
    });
    // What national identification adds: the code, or who it was abroad.
    if let (Some(claims), Some(resident)) = (claims.as_object_mut(), person.resident) {
        if resident.ssn.is_empty() {
            claims.insert("foreign_person_identifier".to_owned(), format!("XX/FI/{}", person.login_hint).into());
        } else {
            claims.insert("ssn".to_owned(), resident.ssn.into());
        }
    }
    // What the employer's directory adds.
    if let (Some(claims), Realm::Practitioner) = (claims.as_object_mut(), person.realm)
        && !control.is(Fault::NoGroups)
    {
        claims.insert("groups".to_owned(), json!(person.groups));
    }
    claims
}

pub(crate) fn no_such_realm() -> Response {
    (StatusCode::NOT_FOUND, "no such realm").into_response()
}

/// `/.well-known/openid-configuration`.
pub(crate) async fn discovery(State(world): State<Arc<World>>, Path(realm): Path<String>) -> Response {
    let Some(realm) = world.realm(&realm) else { return no_such_realm() };
    let at = |end: &str| format!("{}/protocol/openid-connect/{end}", realm.issuer);
    Json(json!({
        "issuer": if world.control.is(Fault::ForeignDiscovery) { FOREIGN_ISSUER } else { &realm.issuer },
        "authorization_endpoint": at("auth"),
        "token_endpoint": at("token"),
        "userinfo_endpoint": at("userinfo"),
        "jwks_uri": at("certs"),
        "end_session_endpoint": at("logout"),
        "response_types_supported": ["code"],
        "grant_types_supported": ["authorization_code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["RS256"],
        "token_endpoint_auth_methods_supported": ["none", "client_secret_post", "client_secret_basic"],
        "code_challenge_methods_supported": ["S256"],
        "scopes_supported": ["openid", "profile"],
    }))
    .into_response()
}

/// The realm's public key.
pub(crate) async fn certs(State(world): State<Arc<World>>, Path(realm): Path<String>) -> Response {
    let Some(realm) = world.realm(&realm) else { return no_such_realm() };
    Json(json!({"keys": [realm.keys().own.jwk()]})).into_response()
}

/// The sign-in page. A `login_hint` that names a demo person signs that person in at once, as does a session at the realm that is young
/// enough for whoever asks.
pub(crate) async fn authorize(
    State(world): State<Arc<World>>,
    Path(realm): Path<String>,
    headers: HeaderMap,
    Query(asked): Query<Asked>,
) -> Response {
    let Some(realm) = world.realm(&realm) else { return no_such_realm() };
    let Some(back) = world.redirect(&asked.redirect_uri) else {
        return (StatusCode::BAD_REQUEST, "the redirect_uri is not registered").into_response();
    };
    if let Some(problem) = problem_of(&asked) {
        return go_back(back, &[("error", "invalid_request"), ("error_description", problem), ("state", &asked.state)]);
    }
    if world.control.is(Fault::AccessDenied) {
        return go_back(back, &[("error", "access_denied"), ("state", &asked.state)]);
    }
    let now = world.control.now();
    let picked = people::of(realm.realm).into_iter().find(|person| person.login_hint == asked.login_hint);
    let (session, cookie) = match (picked, realm.signed_on(&headers).filter(|session| passes(session, &asked, now))) {
        (Some(person), _) => match realm.sign_on(person, now) {
            Ok((session, cookie)) => (session, Some(cookie)),
            Err(_) => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        },
        (None, Some(session)) => (session, None),
        (None, None) => return sign_in_page(realm, &asked),
    };
    let Ok(code) = secret() else { return StatusCode::INTERNAL_SERVER_ERROR.into_response() };
    let state = asked.state.clone();
    let mut codes = realm.codes();
    codes.retain(|_, grant| grant.until > now);
    codes.insert(code.clone(), Grant { session, asked, until: now + CODE_LIVES });
    let mut answer = go_back(back, &[("code", &code), ("state", &state), ("iss", &realm.issuer)]);
    if let Some(cookie) = cookie.and_then(|cookie| cookie.parse().ok()) {
        answer.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    answer
}

/// Whether somebody who is signed in at the realm need not say again who they are (OpenID Connect Core, section 3.1.2.1).
fn passes(session: &SignedOn, asked: &Asked, now: Timestamp) -> bool {
    let age = now.duration_since(session.since).as_secs();
    let young = asked.max_age.is_none_or(|max_age| max_age > 0 && age <= max_age);
    young && !asked.prompt.split(' ').any(|prompt| prompt == "login" || prompt == "select_account")
}

fn problem_of(asked: &Asked) -> Option<&'static str> {
    let checks = [
        (asked.client_id.is_empty(), "client_id is missing"),
        (asked.response_type != "code", "response_type must be code"),
        (!asked.scope.split(' ').any(|scope| scope == "openid"), "scope must hold openid"),
        (asked.state.is_empty(), "state is missing"),
        (asked.nonce.is_empty(), "nonce is missing"),
        (asked.code_challenge_method != "S256" || asked.code_challenge.len() != 43, "a code_challenge by S256 is missing"),
    ];
    checks.into_iter().find_map(|(wrong, problem)| wrong.then_some(problem))
}

pub(crate) fn go_back(mut back: Url, parameters: &[(&str, &str)]) -> Response {
    back.query_pairs_mut().extend_pairs(parameters);
    (StatusCode::FOUND, [(header::LOCATION, back.to_string()), (header::CACHE_CONTROL, "no-store".to_owned())]).into_response()
}

fn sign_in_page(realm: &RealmState, asked: &Asked) -> Response {
    let mut choices = String::new();
    for person in people::of(realm.realm) {
        let mut fields = String::new();
        for (name, value) in [
            ("client_id", asked.client_id.as_str()),
            ("redirect_uri", &asked.redirect_uri),
            ("response_type", &asked.response_type),
            ("scope", &asked.scope),
            ("state", &asked.state),
            ("nonce", &asked.nonce),
            ("code_challenge", &asked.code_challenge),
            ("code_challenge_method", &asked.code_challenge_method),
            ("acr_values", &asked.acr_values),
            ("login_hint", person.login_hint),
        ] {
            fields += &format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">", escaped(value));
        }
        choices += &format!(
            "<li><form method=\"get\">{fields}<button type=\"submit\" id=\"{}\">{} {}</button> <span>{}</span></form></li>",
            escaped(person.login_hint),
            escaped(person.given),
            escaped(person.family),
            escaped(&person.about)
        );
    }
    let name = realm.realm.name();
    let page = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><title>Demo sign-in</title></head>\
         <body><main><h1>Demo sign-in: {name}</h1><p>Choose who you are.</p><ul>{choices}</ul></main></body></html>"
    );
    (StatusCode::OK, [(header::CACHE_CONTROL, "no-store")], Html(page)).into_response()
}

pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The trade of a code for tokens.
#[derive(Debug, Deserialize)]
pub(crate) struct Trade {
    #[serde(default)]
    grant_type: String,
    #[serde(default)]
    code: String,
    #[serde(default)]
    redirect_uri: String,
    #[serde(default)]
    code_verifier: String,
}

/// The token endpoint. A code is good once.
pub(crate) async fn token(State(world): State<Arc<World>>, Path(realm): Path<String>, Form(trade): Form<Trade>) -> Response {
    let Some(realm) = world.realm(&realm) else { return no_such_realm() };
    if world.control.is(Fault::TokenFails) {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    let refused = |error: &str| (StatusCode::BAD_REQUEST, Json(json!({"error": error}))).into_response();
    if trade.grant_type != "authorization_code" {
        return refused("unsupported_grant_type");
    }
    let grant = realm.codes().remove(&trade.code);
    let Some(Grant { session, asked, until }) = grant else { return refused("invalid_grant") };
    let now = world.control.now();
    let known = asked.redirect_uri == trade.redirect_uri && asked.code_challenge == challenge_of(&trade.code_verifier);
    if !known || until < now {
        return refused("invalid_grant");
    }
    match issue(&world, realm, session, &asked, now) {
        Ok(tokens) => ([(header::CACHE_CONTROL, "no-store")], Json(tokens)).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn issue(world: &World, realm: &RealmState, session: SignedOn, asked: &Asked, now: Timestamp) -> Result<Value> {
    let SignedOn { sid, person, since } = session;
    let control = &world.control;
    let issued = now.as_second() - if control.is(Fault::ExpiredToken) { 2 * TOKEN_LIVES } else { 0 };
    let acr = asked.acr_values.split(' ').next().filter(|acr| !acr.is_empty()).unwrap_or("strong");
    let mut claims = claims_of(&person, control);
    let own = json!({
        "iss": if control.is(Fault::WrongIssuer) { FOREIGN_ISSUER } else { &realm.issuer },
        "aud": if control.is(Fault::WrongAudience) { "somebody-else" } else { &asked.client_id },
        "azp": asked.client_id,
        "iat": issued,
        "auth_time": since.as_second(),
        "sid": sid,
        "acr": if control.is(Fault::WeakIdentification) { "weak" } else { acr },
        "exp": issued + TOKEN_LIVES,
        "nonce": if control.is(Fault::WrongNonce) { "another" } else { &asked.nonce },
    });
    if let (Some(claims), Value::Object(own)) = (claims.as_object_mut(), own) {
        claims.extend(own);
    }
    let keys = realm.keys();
    let key = if control.is(Fault::BadSignature) { &keys.foreign } else { &keys.own };
    let token = if control.is(Fault::AlgNone) { unsigned(&claims) } else { key.sign(&claims)? };
    let id_token = control.handed_out(&Minted { token: &token, claims: &claims, key, foreign_key: &keys.foreign });
    let access_token = secret()?;
    realm.tokens.lock().unwrap_or_else(PoisonError::into_inner).insert(access_token.clone(), person);
    Ok(json!({
        "access_token": access_token,
        "id_token": id_token,
        "token_type": "Bearer",
        "expires_in": TOKEN_LIVES,
        "scope": asked.scope,
    }))
}

/// The person behind an access token.
pub(crate) async fn user_info(State(world): State<Arc<World>>, Path(realm): Path<String>, headers: HeaderMap) -> Response {
    let Some(realm) = world.realm(&realm) else { return no_such_realm() };
    let token = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(|value| value.strip_prefix("Bearer "));
    let person = token.and_then(|token| realm.tokens.lock().unwrap_or_else(PoisonError::into_inner).get(token).cloned());
    match person {
        Some(person) => Json(claims_of(&person, &world.control)).into_response(),
        None => StatusCode::UNAUTHORIZED.into_response(),
    }
}
