//! Answers to surveys as integrators send them (SUR-09). What is wrong with them is answered in FHIR's words, and nothing of what was sent is logged,
//! whether it is right or wrong.

use std::sync::Arc;

use ::fhir::{Problem, SystemIdentifiers, outcome};
use chassis::{Kernel, access::Rpc, integrator::Integrator, person_index::PersonIndex, store::ExecuteError};
use chassis_domain::PersonId;
use kajo_proto::survey::v1::{IngestRequest, IngestResponse, fhir_service_server::FhirService};
use tonic::{Code, Request, Response, Status};

use crate::{
    fhir::response::{Incoming, TYPE, content, envelope},
    importing::{self, Answered, Came},
    survey::{Body, SurveyType},
    versions,
};

/// Statuses of HTTP.
const OK: u32 = 200;
const CREATED: u32 = 201;

pub(super) struct Fhir {
    pub(super) kernel: Kernel,
    pub(super) people: PersonIndex,
    /// By what systems subjects and surveys are named.
    pub(super) systems: Arc<SystemIdentifiers>,
}

/// Why a resource is not taken.
enum NotTaken {
    /// Whoever sent it is told what is wrong.
    Problem(Problem),
    /// It is a fault of ours.
    Fault(Status),
}

impl From<Problem> for NotTaken {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl From<Status> for NotTaken {
    fn from(status: Status) -> Self {
        Self::Fault(status)
    }
}

impl Fhir {
    async fn take(&self, rpc: &Rpc, integrator: &Integrator, request: &IngestRequest) -> Result<Came, NotTaken> {
        let incoming = envelope(&request.body, &request.identifier, self.kernel.clock.now(), &self.systems)?;
        let body = self.asked(&incoming).await?;
        let content = content(&incoming, &body.questionnaire)?;
        let patient = self.patient(rpc, &incoming.national_id).await?;
        let answered = Answered { patient, matter: body.matter, incoming: &incoming, content };
        match importing::import(&self.kernel, integrator, answered).await {
            Ok(came) => Ok(came),
            Err(ExecuteError::Refused(_)) => Err(sent_otherwise().into()),
            Err(ExecuteError::Conflict { .. }) => Err(Problem::away(TYPE).into()),
            Err(error) => Err(Status::from(error).into()),
        }
    }

    /// The version that was answered. Answers to forms and to assessments of symptoms are sent here, where they are read.
    async fn asked(&self, incoming: &Incoming<'_>) -> Result<Body, NotTaken> {
        let path = format!("{TYPE}.questionnaire");
        match versions::version(&self.kernel.pool, incoming.survey, incoming.published_version).await {
            Ok(body) if body.survey_type == SurveyType::Omavointi => Ok(body),
            Ok(_) => Err(Problem::not_supported(path, "answers to a survey of this type are not taken").into()),
            Err(status) if status.code() == Code::NotFound => Err(Problem::value(path, "there is no such version of a survey").into()),
            Err(status) => Err(status.into()),
        }
    }

    /// Who has this code.
    async fn patient(&self, rpc: &Rpc, national_id: &str) -> Result<PersonId, NotTaken> {
        match self.people.find(rpc, [national_id.to_owned()].into()).await {
            Ok(known) => known.get(national_id).copied().ok_or_else(|| Problem::of_nobody(TYPE).into()),
            Err(status) if status.code() == Code::Unavailable => Err(Problem::away(TYPE).into()),
            Err(status) => Err(status.into()),
        }
    }
}

fn sent_otherwise() -> Problem {
    Problem::conflict(format!("{TYPE}.identifier"), "what has this identifier was sent otherwise before; answers are sent once")
}

#[tonic::async_trait]
impl FhirService for Fhir {
    async fn ingest(&self, request: Request<IngestRequest>) -> Result<Response<IngestResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let integrator = Integrator::calling(&self.kernel, &rpc, &request.integrator_id)?;
        match self.take(&rpc, &integrator, &request).await {
            Ok(Came::New) => Ok(Response::new(IngestResponse { status: CREATED, ..IngestResponse::default() })),
            Ok(Came::Known) => Ok(Response::new(IngestResponse { status: OK, ..IngestResponse::default() })),
            Err(NotTaken::Problem(problem)) => Ok(Response::new(IngestResponse { status: problem.status, body: outcome(&problem).into() })),
            Err(NotTaken::Fault(status)) => Err(status),
        }
    }
}
