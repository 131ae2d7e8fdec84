//! What other systems send as FHIR R4: laboratory results and prescriptions (EVT-03), and answers to surveys (SUR-09), at the origin of professionals
//! alone. No browser comes here: what counts is the bearer token, and no cookie is looked at. Who sends is admitted by identity to what they send;
//! content or survey reads it, and answers for it. By what systems things are named is told to everybody (EVT-05).

mod admission;
mod naming;
mod problem;

use axum::{body::Body, response::Response};
use bytes::Bytes;
use http::{HeaderMap, Method, StatusCode, request::Parts};
use kajo_proto::{content::v1 as content, identity::v1::IntegratorScope, survey::v1 as survey};
use uuid::Uuid;

use self::problem::{Problem, answer as plain};
pub(crate) use self::{admission::Admissions, naming::naming_systems};
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
/// The type of resource that survey reads; content reads the others.
const SURVEY_RESPONSE: &str = "QuestionnaireResponse";
/// What can be done here, told to everybody.
const CAPABILITIES: &str = include_str!("capabilities.json");

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Route<'p> {
    /// What can be done here.
    Metadata,
    /// By what systems things are named here.
    NamingSystems,
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
            "/NamingSystem" if method == Method::GET => Self::NamingSystems,
            "" | "/" if method == Method::POST => Self::Bundle,
            _ if method == Method::PUT && !name.is_empty() && !name.contains('/') => Self::Update(name),
            _ => Self::Unknown,
        })
    }

    /// How the access log calls it.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Metadata => "/fhir/R4/metadata",
            Self::NamingSystems => "/fhir/R4/NamingSystem",
            Self::Bundle => "/fhir/R4",
            Self::Update(_) => "/fhir/R4/{type}",
            Self::Unknown => "unknown fhir",
        }
    }
}

/// What an integrator sends, as the service that reads it is told. Who sends it and its body are filled in when they are known.
enum Sent {
    HealthRecords(content::IngestRequest),
    SurveyResponse(survey::IngestRequest),
}

impl Sent {
    /// Many resources at once, which are health records.
    fn bundle() -> Self {
        Self::HealthRecords(content::IngestRequest { interaction: content::FhirInteraction::Bundle.into(), ..content::IngestRequest::default() })
    }

    /// One resource of a type, under the identifier that a query searches by.
    fn resource(resource_type: &str, query: &str) -> Option<Self> {
        let identifier = identifier(query)?;
        Some(if resource_type == SURVEY_RESPONSE {
            Self::SurveyResponse(survey::IngestRequest { identifier, ..survey::IngestRequest::default() })
        } else {
            Self::HealthRecords(content::IngestRequest {
                interaction: content::FhirInteraction::Update.into(),
                resource_type: resource_type.to_owned(),
                identifier,
                ..content::IngestRequest::default()
            })
        })
    }

    /// What its sender must be let do.
    const fn scope(&self) -> IntegratorScope {
        match self {
            Self::HealthRecords(_) => IntegratorScope::HealthRecords,
            Self::SurveyResponse(_) => IntegratorScope::SurveyResponses,
        }
    }

    /// Hands it on in the gateway's own name, and tells status and body of the answer.
    async fn hand_on(self, site: &Site, integrator_id: String, body: Bytes, trace: &Trace) -> Result<(u32, Bytes), Problem> {
        let signer = &site.gateway.signer;
        Ok(match self {
            Self::HealthRecords(asked) => {
                let request = signer.as_gateway(content::IngestRequest { integrator_id, body, ..asked }, Some(trace));
                let answer = site.gateway.health_records.clone().ingest(request).await?.into_inner();
                (answer.status, answer.body)
            }
            Self::SurveyResponse(asked) => {
                let request = signer.as_gateway(survey::IngestRequest { integrator_id, body, ..asked }, Some(trace));
                let answer = site.gateway.survey_responses.clone().ingest(request).await?.into_inner();
                (answer.status, answer.body)
            }
        })
    }
}

/// Answers one request.
pub(crate) async fn answer(site: &Site, route: Route<'_>, parts: &Parts, body: Body, trace: &Trace) -> Response {
    let sent = match route {
        Route::Metadata => return plain(StatusCode::OK, CAPABILITIES),
        Route::NamingSystems => return plain(StatusCode::OK, site.gateway.naming_systems.clone()),
        Route::Bundle => Some(Sent::bundle()),
        Route::Update(resource_type) => Sent::resource(resource_type, parts.uri.query().unwrap_or_default()),
        Route::Unknown => None,
    };
    let Some(sent) = sent else {
        drain(body).await;
        return Problem::UnknownPath.answer(&trace.id);
    };
    take_in(site, sent, parts, body, trace).await.unwrap_or_else(|problem| problem.answer(&trace.id))
}

/// Takes in what an integrator sends who is admitted to that.
async fn take_in(site: &Site, sent: Sent, parts: &Parts, body: Body, trace: &Trace) -> Result<Response, Problem> {
    let integrator = match admitted(site, sent.scope(), parts, trace).await {
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
    let (status, body) = sent.hand_on(site, integrator, body, trace).await?;
    let status = u16::try_from(status).ok().and_then(|status| StatusCode::from_u16(status).ok()).ok_or(Problem::Failed)?;
    Ok(plain(status, body))
}

/// Which integrator sends, in a content type that is read here.
async fn admitted(site: &Site, scope: IntegratorScope, parts: &Parts, trace: &Trace) -> Result<Uuid, Problem> {
    let from = address::client(parts, site.gateway.proxies);
    let integrator = site.gateway.integrators.admit(scope, &parts.headers, from, trace).await?;
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
            (&get, "/fhir/R4/NamingSystem", Some(Route::NamingSystems)),
            (&post, "/fhir/R4", Some(Route::Bundle)),
            (&post, "/fhir/R4/", Some(Route::Bundle)),
            (&put, "/fhir/R4/Observation", Some(Route::Update("Observation"))),
            (&put, "/fhir/R4/MedicationRequest", Some(Route::Update("MedicationRequest"))),
            (&put, "/fhir/R4/QuestionnaireResponse", Some(Route::Update("QuestionnaireResponse"))),
            (&post, "/fhir/R4/metadata", Some(Route::Unknown)),
            (&post, "/fhir/R4/NamingSystem", Some(Route::Unknown)),
            (&get, "/fhir/R4/NamingSystem/1", Some(Route::Unknown)),
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
    fn sur_09_what_is_sent_goes_to_the_service_that_reads_it_and_asks_for_the_right_to_send_that() {
        let scope = |resource_type, query| Sent::resource(resource_type, query).map(|sent| sent.scope());
        assert_eq!(scope("QuestionnaireResponse", "identifier=a%7Cb"), Some(IntegratorScope::SurveyResponses));
        for other in ["Observation", "MedicationRequest", "Questionnaire", "questionnaireresponse"] {
            assert_eq!(scope(other, "identifier=a%7Cb"), Some(IntegratorScope::HealthRecords), "{other}");
        }
        assert_eq!(scope("QuestionnaireResponse", ""), None);
        assert_eq!(Sent::bundle().scope(), IntegratorScope::HealthRecords);
    }

    #[test]
    fn the_capability_statement_says_what_is_answered() {
        let told: serde_json::Value = serde_json::from_str(CAPABILITIES).unwrap();
        assert_eq!(told["resourceType"], "CapabilityStatement");
        assert_eq!(told["fhirVersion"], "4.0.1");
        let rest = &told["rest"][0];
        let updated = rest["resource"].as_array().unwrap().iter().filter(|resource| resource["conditionalUpdate"] == true);
        let updated: Vec<_> = updated.map(|resource| resource["type"].as_str().unwrap()).collect();
        assert_eq!(updated, ["Observation", "MedicationRequest", SURVEY_RESPONSE]);
        let searched = rest["resource"].as_array().unwrap().iter().filter(|resource| resource["interaction"][0]["code"] == "search-type");
        let searched: Vec<_> = searched.map(|resource| resource["type"].as_str().unwrap()).collect();
        assert_eq!(searched, ["NamingSystem"]);
        let at_once: Vec<_> = rest["interaction"].as_array().unwrap().iter().map(|each| each["code"].as_str().unwrap()).collect();
        assert_eq!(at_once, ["transaction", "batch"]);
    }
}
