//! The end of a session at a realm, and how it tells those who have let somebody in by it.

use std::sync::Arc;

use anyhow::Result;
use axum::{
    Form,
    extract::{Path, State},
    response::{Html, IntoResponse, Redirect, Response},
};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    realm::{RealmState, TOKEN_LIVES, no_such_realm},
    site::World,
    token::{claims_in, secret},
};

/// Where the session at the realm ends.
#[derive(Debug, Deserialize)]
pub(crate) struct Leaving {
    #[serde(default)]
    id_token_hint: String,
    #[serde(default)]
    post_logout_redirect_uri: String,
    #[serde(default)]
    state: String,
}

impl RealmState {
    /// What it calls the session of whoever signed in there last by this hint.
    pub(crate) fn sid_of(&self, login_hint: &str) -> Option<String> {
        let sessions = self.sessions();
        sessions
            .values()
            .filter(|session| session.person.login_hint == login_hint)
            .max_by_key(|session| session.since)
            .map(|session| session.sid.clone())
    }

    /// A token of the back channel with these claims beside its own; null takes one away.
    pub(crate) fn logout_token(&self, claims: &Value, now: Timestamp) -> Result<String> {
        let mut all = json!({
            "iss": self.issuer(),
            "aud": "kajo",
            "iat": now.as_second(),
            "exp": now.as_second() + TOKEN_LIVES,
            "jti": secret()?,
            "events": {"http://schemas.openid.net/event/backchannel-logout": {}},
        });
        if let (Some(all), Some(claims)) = (all.as_object_mut(), claims.as_object()) {
            all.extend(claims.clone());
            all.retain(|_, value| !value.is_null());
        }
        self.keys().own.sign(&all)
    }
}

/// The end of the session at the realm, and back to the app.
pub(crate) async fn logout(State(world): State<Arc<World>>, Path(realm): Path<String>, Form(leaving): Form<Leaving>) -> Response {
    let Some(realm) = world.realm(&realm) else { return no_such_realm() };
    // The hint names the session: a browser sends no cookie of the realm with what another site posts.
    let sid = claims_in(&leaving.id_token_hint).and_then(|claims| claims.get("sid")?.as_str().map(str::to_owned));
    realm.sessions().retain(|_, session| Some(&session.sid) != sid.as_ref());
    match world.home(&leaving.post_logout_redirect_uri) {
        Some(mut home) => {
            if !leaving.state.is_empty() {
                home.query_pairs_mut().append_pair("state", &leaving.state);
            }
            Redirect::to(home.as_str()).into_response()
        }
        None => Html("<!doctype html><html lang=\"en\"><title>Signed out</title><h1>Signed out</h1></html>").into_response(),
    }
}
