//! Answers to surveys as integrators send them (SUR-09). What is wrong with them is answered in FHIR's words, and nothing of what was sent is logged,
//! whether it is right or wrong.

use std::sync::Arc;

use ::fhir::{Problem, SystemIdentifiers, outcome};
use chassis::{Kernel, access::Rpc, grpc, person_index::PersonIndex, store::ExecuteError};
use chassis_domain::{PersonId, Uuid};
use kajo_proto::survey::v1::{IngestRequest, IngestResponse, fhir_service_server::FhirService};
use tonic::{Code, Request, Response, Status};

use crate::{
    fhir::response::{Incoming, TYPE, content, envelope},
    importing::{self, Answered, Came, Integrator},
    survey::{Body, SurveyType},
    versions,
};

/// Statuses of HTTP.
const OK: u32 = 200;
const CREATED: u32 = 201;
const CONFLICT: u32 = 409;
const UNPROCESSABLE: u32 = 422;
const AWAY: u32 = 503;

pub(super) struct Fhir {
    pub(super) kernel: Kernel,
    pub(super) people: PersonIndex,
    /// By what systems subjects and surveys are named.
    pub(super) systems: Arc<SystemIdentifiers>,
}

/// What comes of a question about a resource: whoever sent it is told its problem, and a fault is ours.
type Asked<T> = Result<Result<T, Problem>, Status>;

impl Fhir {
    async fn take(&self, rpc: &Rpc, integrator: &Integrator, request: &IngestRequest) -> Asked<Came> {
        let incoming = match envelope(&request.body, &request.identifier, self.kernel.clock.now(), &self.systems) {
            Ok(incoming) => incoming,
            Err(problem) => return Ok(Err(problem)),
        };
        let body = match self.asked(&incoming).await? {
            Ok(body) => body,
            Err(problem) => return Ok(Err(problem)),
        };
        let content = match content(&incoming, &body.questionnaire) {
            Ok(content) => content,
            Err(problem) => return Ok(Err(problem)),
        };
        let patient = match self.patient(rpc, &incoming.national_id).await? {
            Ok(patient) => patient,
            Err(problem) => return Ok(Err(problem)),
        };
        let answered = Answered { patient, matter: body.matter, incoming: &incoming, content };
        match importing::import(&self.kernel, integrator, answered).await {
            Ok(came) => Ok(Ok(came)),
            Err(ExecuteError::Refused(_)) => Ok(Err(sent_otherwise())),
            Err(ExecuteError::Conflict { .. }) => Ok(Err(away())),
            Err(error) => Err(error.into()),
        }
    }

    /// The version that was answered. Answers to forms and to assessments of symptoms are sent here, where they are read.
    async fn asked(&self, incoming: &Incoming<'_>) -> Asked<Body> {
        let path = format!("{TYPE}.questionnaire");
        match versions::version(&self.kernel.pool, incoming.survey, incoming.published_version).await {
            Ok(body) if body.survey_type == SurveyType::Omavointi => Ok(Ok(body)),
            Ok(_) => Ok(Err(Problem::not_supported(path, "answers to a survey of this type are not taken"))),
            Err(status) if status.code() == Code::NotFound => Ok(Err(Problem::value(path, "there is no such version of a survey"))),
            Err(status) => Err(status),
        }
    }

    /// Who has this code.
    async fn patient(&self, rpc: &Rpc, national_id: &str) -> Asked<PersonId> {
        match self.people.find(rpc, [national_id.to_owned()].into()).await {
            Ok(known) => Ok(known.get(national_id).copied().ok_or_else(of_nobody)),
            Err(status) if status.code() == Code::Unavailable => Ok(Err(away())),
            Err(status) => Err(status),
        }
    }
}

fn of_nobody() -> Problem {
    Problem {
        status: UNPROCESSABLE,
        code: "not-found",
        path: format!("{TYPE}.subject.identifier"),
        diagnostics: "nobody who is known here has this identifier",
    }
}

fn sent_otherwise() -> Problem {
    Problem {
        status: CONFLICT,
        code: "conflict",
        path: format!("{TYPE}.identifier"),
        diagnostics: "what has this identifier was sent otherwise before; answers are sent once",
    }
}

/// The same sent a moment later may come through.
fn away() -> Problem {
    Problem { status: AWAY, code: "transient", path: TYPE.to_owned(), diagnostics: "try again in a moment" }
}

#[tonic::async_trait]
impl FhirService for Fhir {
    async fn ingest(&self, request: Request<IngestRequest>) -> Result<Response<IngestResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let id = Uuid::try_parse(&request.integrator_id).map_err(|_| grpc::not_found())?;
        let integrator = Integrator { id, trace: rpc.trace.clone(), index: self.kernel.keyring.blind_index() };
        Ok(Response::new(match self.take(&rpc, &integrator, &request).await? {
            Ok(Came::New) => IngestResponse { status: CREATED, ..IngestResponse::default() },
            Ok(Came::Known) => IngestResponse { status: OK, ..IngestResponse::default() },
            Err(problem) => IngestResponse { status: problem.status, body: outcome(&problem).into() },
        }))
    }
}
