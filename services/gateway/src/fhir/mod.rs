//! What other systems send: laboratory results and prescriptions as FHIR R4 (EVT-03), at the origin of professionals alone. No browser comes here:
//! what counts is the bearer token, and no cookie is looked at. Who sends is admitted by identity; content reads what was sent, and answers for it.

mod admission;
mod problem;

use axum::{body::Body, response::Response};
use http::{HeaderMap, Method, StatusCode, request::Parts};
use kajo_proto::content::v1::{FhirInteraction, IngestRequest, IngestResponse};
use uuid::Uuid;

pub(crate) use self::admission::Admissions;
use self::problem::{Problem, answer as plain};
use crate::{
    address, guard,
    rpc::{collect, drain},
    site::Site,
    trace::Trace,
};

/// Below here.
const BASE: &str = "/fhir/R4";
/// The largest body.
const LARGEST: usize = 1 << 20;
/// What can be done here, told to everybody.
const CAPABILITIES: &str = include_str!("capabilities.json");

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Route<'p> {
    /// What can be done here.
    Metadata,
    /// Many resources at once.
    Bundle,
    /// One resource of this type.
    Update(&'p str),
    /// Nothing that is answered.
    Unknown,
}

impl<'p> Route<'p> {
    /// `None`: it is not below [`BASE`].
    pub(crate) fn of(method: &Method, path: &'p str) -> Option<Self> {
        let below = path.strip_prefix(BASE).filter(|below| below.is_empty() || below.starts_with('/'))?;
        let name = below.trim_start_matches('/');
        Some(match below {
            "/metadata" if method == Method::GET => Self::Metadata,
            "" | "/" if method == Method::POST => Self::Bundle,
            _ if method == Method::PUT && !name.is_empty() && !name.contains('/') => Self::Update(name),
            _ => Self::Unknown,
        })
    }

    /// How the access log calls it.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Metadata => "/fhir/R4/metadata",
            Self::Bundle => "/fhir/R4",
            Self::Update(_) => "/fhir/R4/{type}",
            Self::Unknown => "unknown fhir",
        }
    }
}

/// Answers one request.
pub(crate) async fn answer(site: &Site, route: Route<'_>, parts: &Parts, body: Body, trace: &Trace) -> Response {
    let asked = match route {
        Route::Metadata => return plain(StatusCode::OK, CAPABILITIES),
        Route::Bundle => Some(IngestRequest { interaction: FhirInteraction::Bundle.into(), ..IngestRequest::default() }),
        Route::Update(resource_type) => identifier(parts.uri.query().unwrap_or_default()).map(|identifier| IngestRequest {
            interaction: FhirInteraction::Update.into(),
            resource_type: resource_type.to_owned(),
            identifier,
            ..IngestRequest::default()
        }),
        Route::Unknown => None,
    };
    let Some(asked) = asked else {
        drain(body).await;
        return Problem::UnknownPath.answer(&trace.id);
    };
    take_in(site, asked, parts, body, trace).await.unwrap_or_else(|problem| problem.answer(&trace.id))
}

/// Hands on what an integrator sends, in the gateway's own name.
async fn take_in(site: &Site, asked: IngestRequest, parts: &Parts, body: Body, trace: &Trace) -> Result<Response, Problem> {
    let integrator = match admitted(site, parts, trace).await {
        Ok(integrator) => integrator.to_string(),
        Err(problem) => {
            // Whoever still sends sees the answer and not a reset.
            drain(body).await;
            return Err(problem);
        }
    };
    let _runs = site.gateway.busy.begin(&integrator, site.gateway.limits.calls_per_session)?;
    let body = collect(body, LARGEST).await?;
    if body.is_empty() {
        return Err(Problem::Malformed);
    }
    let request = site.gateway.signer.as_gateway(IngestRequest { integrator_id: integrator, body, ..asked }, Some(trace));
    let IngestResponse { status, body } = site.gateway.fhir.clone().ingest(request).await?.into_inner();
    let status = u16::try_from(status).ok().and_then(|status| StatusCode::from_u16(status).ok()).ok_or(Problem::Failed)?;
    Ok(plain(status, body))
}

/// Which integrator sends, in a content type that is read here.
async fn admitted(site: &Site, parts: &Parts, trace: &Trace) -> Result<Uuid, Problem> {
    let from = address::client(parts, site.gateway.proxies);
    let integrator = site.gateway.integrators.admit(&parts.headers, from, trace).await?;
    if is_json(&parts.headers) { Ok(integrator) } else { Err(Problem::ContentType) }
}

fn is_json(headers: &HeaderMap) -> bool {
    let sent = guard::essence(headers);
    ["application/fhir+json", "application/json"].iter().any(|known| sent.eq_ignore_ascii_case(known))
}

/// The identifier that a query searches by, when it searches by that alone; what begins with `_` says how to answer.
fn identifier(query: &str) -> Option<String> {
    let mut searched = url::form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| !name.starts_with('_'));
    match (searched.next(), searched.next()) {
        (Some((name, identifier)), None) if name == "identifier" => Some(identifier.into_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_follows_from_method_and_path() {
        let (get, post, put) = (Method::GET, Method::POST, Method::PUT);
        for (method, path, expected) in [
            (&get, "/fhir/R4/metadata", Some(Route::Metadata)),
            (&post, "/fhir/R4", Some(Route::Bundle)),
            (&post, "/fhir/R4/", Some(Route::Bundle)),
            (&put, "/fhir/R4/Observation", Some(Route::Update("Observation"))),
            (&put, "/fhir/R4/MedicationRequest", Some(Route::Update("MedicationRequest"))),
            (&post, "/fhir/R4/metadata", Some(Route::Unknown)),
            (&post, "/fhir/R4/Observation", Some(Route::Unknown)),
            (&get, "/fhir/R4/Observation", Some(Route::Unknown)),
            (&get, "/fhir/R4", Some(Route::Unknown)),
            (&put, "/fhir/R4", Some(Route::Unknown)),
            (&put, "/fhir/R4/", Some(Route::Unknown)),
            (&put, "/fhir/R4/Observation/1", Some(Route::Unknown)),
            (&post, "/fhir/R40", None),
            (&post, "/fhir", None),
        ] {
            assert_eq!(Route::of(method, path), expected, "{method} {path}");
        }
    }

    #[test]
    fn one_identifier_is_searched_by_and_nothing_else() {
        for (query, expected) in [
            ("identifier=urn:oid:1.2%7C77", Some("urn:oid:1.2|77")),
            ("identifier=urn:oid:1.2|a%2Bb&_format=json", Some("urn:oid:1.2|a+b")),
            ("identifier=", Some("")),
            ("identifier=a&identifier=b", None),
            ("identifier=a&status=final", None),
            ("_format=json", None),
            ("", None),
        ] {
            assert_eq!(identifier(query).as_deref(), expected, "{query}");
        }
    }

    #[test]
    fn the_capability_statement_says_what_is_answered() {
        let told: serde_json::Value = serde_json::from_str(CAPABILITIES).unwrap();
        assert_eq!(told["resourceType"], "CapabilityStatement");
        assert_eq!(told["fhirVersion"], "4.0.1");
        let rest = &told["rest"][0];
        let updated = rest["resource"].as_array().unwrap().iter().filter(|resource| resource["conditionalUpdate"] == true);
        let updated: Vec<_> = updated.map(|resource| resource["type"].as_str().unwrap()).collect();
        assert_eq!(updated, ["Observation", "MedicationRequest"]);
        let at_once: Vec<_> = rest["interaction"].as_array().unwrap().iter().map(|each| each["code"].as_str().unwrap()).collect();
        assert_eq!(at_once, ["transaction", "batch"]);
    }
}
