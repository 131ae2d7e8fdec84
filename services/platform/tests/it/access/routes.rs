//! What is no RPC: the gateway's own paths, asked for by everybody who comes in over the web.

use chassis::{Clock, clock::Ids};
use reqwest::Method;

use super::{
    callers::Caller,
    objects::{Objects, Relation},
};
use crate::browser::Browser;

/// A path of the gateway. `{file}` stands for the id of a file.
pub(crate) struct Route {
    pub(crate) name: &'static str,
    method: Method,
    path: &'static str,
    pub(crate) relations: &'static [Relation],
}

const fn route(name: &'static str, method: Method, path: &'static str) -> Route {
    Route { name, method, path, relations: &[Relation::None] }
}

/// Every path that leaves the session as it is.
pub(crate) fn lasting() -> Vec<Route> {
    vec![
        route("GET /readyz", Method::GET, "/readyz"),
        route("GET /api/session", Method::GET, "/api/session"),
        route("GET /api/session/error", Method::GET, "/api/session/error"),
        route("GET /api/session/callback", Method::GET, "/api/session/callback"),
        route("GET /api/session/mobile-callback", Method::GET, "/api/session/mobile-callback"),
        route("GET /api/session/on-behalf/callback", Method::GET, "/api/session/on-behalf/callback"),
        route("GET /api/session/on-behalf/mobile-callback", Method::GET, "/api/session/on-behalf/mobile-callback"),
        route("POST /api/session/sign-in", Method::POST, "/api/session/sign-in"),
        route("POST /api/attachments", Method::POST, "/api/attachments"),
        Route {
            relations: &[Relation::There, Relation::Handled, Relation::Others, Relation::Missing],
            ..route("GET /api/attachments/{id}", Method::GET, "/api/attachments/{file}")
        },
        route("GET /api/unknown", Method::GET, "/api/unknown"),
        route("POST /api/session/on-behalf", Method::POST, "/api/session/on-behalf"),
        route("POST /api/visit", Method::POST, "/api/visit"),
        route("POST /api/visit/end", Method::POST, "/api/visit/end"),
        // Who sends from another system shows a secret, and no session.
        route("GET /fhir/R4/metadata", Method::GET, "/fhir/R4/metadata"),
        route("GET /fhir/R4/NamingSystem", Method::GET, "/fhir/R4/NamingSystem"),
        route("POST /fhir/R4", Method::POST, "/fhir/R4"),
        route("PUT /fhir/R4/Observation", Method::PUT, "/fhir/R4/Observation?identifier=urn:oid:1.2.246.10%7C1"),
        route("PUT /fhir/R4/QuestionnaireResponse", Method::PUT, "/fhir/R4/QuestionnaireResponse?identifier=urn:oid:1.2.246.10%7C1"),
    ]
}

/// The paths after which the session is another one, or none.
pub(crate) fn ending() -> Vec<Route> {
    vec![
        route("POST /api/session/close-on-behalf", Method::POST, "/api/session/close-on-behalf"),
        route("POST /api/session/sign-out", Method::POST, "/api/session/sign-out"),
    ]
}

/// Asks, and says what became of it.
pub(crate) async fn outcome(route: &Route, caller: &Caller, browser: &Browser, relation: Relation, objects: &mut Objects) -> String {
    let file = if relation == Relation::None { String::new() } else { objects.id("attachment", caller.about, relation).await };
    let request = browser.request(route.method.clone(), &route.path.replace("{file}", &file));
    let key = Ids::system().v7(Clock::system().now()).to_string();
    let request = if route.name == "POST /api/attachments" {
        request
            .header("content-type", "application/octet-stream")
            .header("x-kajo-file-name", "a.pdf")
            .header("idempotency-key", key)
            .body("%PDF-1.4\n%%EOF\n")
    } else if route.path.starts_with("/fhir/") && route.method != Method::GET {
        request.header("content-type", "application/fhir+json").body("{}")
    } else if route.method == Method::POST {
        request.header("content-type", "application/json").body("{}")
    } else {
        request
    };
    match request.send().await.unwrap().status().as_u16() {
        allowed @ 200..=399 => format!("ALLOW:{allowed}"),
        401 => "DENY_AUTH:401".to_owned(),
        403 => "DENY_PERM:403".to_owned(),
        404 => "HIDE".to_owned(),
        refused => format!("REFUSED:{refused}"),
    }
}
