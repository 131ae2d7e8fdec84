//! Laboratory results and prescriptions as integrators send them (EVT-03). What is wrong with them is answered in FHIR's words, and nothing of what
//! was sent is logged, whether it is right or wrong.

use std::collections::{BTreeSet, HashMap};

use ::fhir::{Answer, Problem, outcome};
use chassis::{Kernel, access::Rpc, grpc, integrator::Integrator, person_index::PersonIndex, store::ExecuteError};
use chassis_domain::PersonId;
use kajo_proto::content::v1::{FhirInteraction, IngestRequest, IngestResponse, fhir_service_server::FhirService};
use tonic::{Code, Request, Response, Status};

use crate::{
    fhir::{self, Incoming},
    ingesting::{self, Came, Resource, kind_of},
};

/// Statuses of HTTP.
const OK: u32 = 200;
const CREATED: u32 = 201;

pub(super) struct Fhir {
    pub(super) kernel: Kernel,
    pub(super) people: PersonIndex,
    /// By what system subjects are named.
    pub(super) national_id_system: String,
}

/// People who are known here, by their code.
type Known = HashMap<String, PersonId>;

impl Fhir {
    async fn bundle(&self, rpc: &Rpc, integrator: &Integrator, body: &[u8]) -> Result<IngestResponse, Status> {
        let (is_transaction, entries) = match fhir::bundle(body, &self.national_id_system) {
            Ok(fhir::Bundle { transaction, entries }) => (transaction, entries),
            Err(problem) => return Ok(refused(&problem)),
        };
        let codes = entries.iter().flatten().map(|incoming| incoming.national_id.clone()).collect();
        let Some(known) = self.known(rpc, codes).await? else { return Ok(refused(&Problem::away("Bundle"))) };
        let of_known = |(number, entry): (usize, Result<Incoming, Problem>)| of(integrator, &known, entry?, &entry_at(number));
        let resources = entries.into_iter().enumerate().map(of_known);
        if is_transaction {
            match resources.collect::<Result<Vec<_>, _>>() {
                Ok(resources) => self.take_all(integrator, resources).await,
                Err(problem) => Ok(refused(&problem)),
            }
        } else {
            self.take_each(integrator, resources.collect()).await
        }
    }

    async fn update(&self, rpc: &Rpc, integrator: &Integrator, request: &IngestRequest) -> Result<IngestResponse, Status> {
        let IngestRequest { resource_type, identifier, body, .. } = request;
        let incoming = match fhir::resource(body, resource_type, identifier, &self.national_id_system) {
            Ok(incoming) => incoming,
            Err(problem) => return Ok(refused(&problem)),
        };
        let path = kind_of(&incoming).resource_type();
        let codes = [incoming.national_id.clone()].into();
        let Some(known) = self.known(rpc, codes).await? else { return Ok(refused(&Problem::away(path))) };
        match of(integrator, &known, incoming, path) {
            Ok(resource) => {
                let answer = self.take(integrator, resource, path).await?;
                Ok(answer.problem.as_ref().map_or_else(|| IngestResponse { status: answer.status, ..IngestResponse::default() }, refused))
            }
            Err(problem) => Ok(refused(&problem)),
        }
    }

    /// Who has these codes; `None`: identity is away.
    async fn known(&self, rpc: &Rpc, codes: BTreeSet<String>) -> Result<Option<Known>, Status> {
        match self.people.find(rpc, codes).await {
            Ok(known) => Ok(Some(known)),
            Err(status) if status.code() == Code::Unavailable => Ok(None),
            Err(status) => Err(status),
        }
    }

    /// Each by itself, in their order: what one has in it says nothing about the others.
    async fn take_each(&self, integrator: &Integrator, resources: Vec<Result<Resource, Problem>>) -> Result<IngestResponse, Status> {
        let mut answers = Vec::with_capacity(resources.len());
        for (number, resource) in resources.into_iter().enumerate() {
            answers.push(match resource {
                Ok(resource) => self.take(integrator, resource, &entry_at(number)).await?,
                Err(problem) => wrong(problem),
            });
        }
        Ok(IngestResponse { status: OK, body: ::fhir::answers(false, &answers).into() })
    }

    /// All or none.
    async fn take_all(&self, integrator: &Integrator, resources: Vec<Resource>) -> Result<IngestResponse, Status> {
        let locations: Vec<_> = resources.iter().map(Resource::location).collect();
        match ingesting::take_all(&self.kernel, integrator, resources).await {
            Ok(came) => {
                let answers: Vec<_> = locations.into_iter().zip(came).map(|(location, came)| taken(location, came)).collect();
                Ok(IngestResponse { status: OK, body: ::fhir::answers(true, &answers).into() })
            }
            Err(ExecuteError::Refused(one)) => Ok(refused(&of_another(&entry_at(one.number)))),
            Err(ExecuteError::Conflict { .. }) => Ok(refused(&Problem::away("Bundle"))),
            Err(error) => Err(error.into()),
        }
    }

    async fn take(&self, integrator: &Integrator, resource: Resource, path: &str) -> Result<Answer, Status> {
        let location = resource.location();
        match ingesting::take(&self.kernel, integrator, resource).await {
            Ok(came) => Ok(taken(location, came)),
            Err(ExecuteError::Refused(_)) => Ok(wrong(of_another(path))),
            Err(ExecuteError::Conflict { .. }) => Ok(wrong(Problem::away(path))),
            Err(error) => Err(error.into()),
        }
    }
}

/// Where an entry of a bundle stands.
fn entry_at(number: usize) -> String {
    format!("Bundle.entry[{number}].resource")
}

/// A resource, when somebody who is known here has the code in it.
fn of(integrator: &Integrator, known: &Known, incoming: Incoming, path: &str) -> Result<Resource, Problem> {
    let patient = known.get(&incoming.national_id).copied();
    patient.map(|patient| Resource::of(integrator, patient, incoming)).ok_or_else(|| Problem::of_nobody(path))
}

fn of_another(path: &str) -> Problem {
    Problem::conflict(format!("{path}.subject.identifier"), "what has this identifier is about another patient")
}

fn taken(location: String, came: Came) -> Answer {
    let (status, location) = match came {
        Came::New => (CREATED, location),
        Came::Known => (OK, location),
        Came::Nothing => (OK, String::new()),
    };
    Answer { status, location, problem: None }
}

fn wrong(problem: Problem) -> Answer {
    Answer { status: problem.status, location: String::new(), problem: Some(problem) }
}

/// The outcome alone.
fn refused(problem: &Problem) -> IngestResponse {
    IngestResponse { status: problem.status, body: outcome(problem).into() }
}

#[tonic::async_trait]
impl FhirService for Fhir {
    async fn ingest(&self, request: Request<IngestRequest>) -> Result<Response<IngestResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let integrator = Integrator::calling(&self.kernel, &rpc, &request.integrator_id)?;
        let answer = match request.interaction() {
            FhirInteraction::Unspecified => return Err(grpc::invalid_field("interaction", "required")),
            FhirInteraction::Bundle => self.bundle(&rpc, &integrator, &request.body).await?,
            FhirInteraction::Update => self.update(&rpc, &integrator, &request).await?,
        };
        Ok(Response::new(answer))
    }
}
