//! Digital paths recommend patients to book in a service (DIG-04). Nobody acts: whoever built a path has said what it recommends, and when.

use chassis::{
    access::Rpc,
    grpc,
    store::{CommandMeta, UnitOfWork, WorkError},
};
use chassis_domain::{Actor, Matter, PersonId, Uuid};
use kajo_proto::scheduling::v1::{GiveRecommendationRequest, GiveRecommendationResponse, path_action_service_server::PathActionService};
use prost::Message as _;
use tonic::{Request, Response, Status};

use super::looking::Asking;
use crate::{
    adapters::admission::matter_of,
    appointment::{self, value::Doer},
    projections::{offer_queries, recommendations},
    recommendation::{Command, Recommendation, RecommendationId, Refusal},
};

pub(super) struct PathActions(pub(super) Asking);

impl PathActions {
    /// What a service is about that has times, and is for this patient.
    async fn matter(&self, rpc: &Rpc, patient: PersonId, service: Uuid) -> Result<Matter, Status> {
        let kernel = &self.0.kernel;
        let shown = offer_queries::shown(&kernel.pool, kernel.clock.now()).await.map_err(grpc::fault)?;
        let has_times = shown.iter().any(|shown| shown.service == service);
        let admitted = self.0.for_patient(rpc, patient, has_times.then_some(service)).await?;
        admitted.get(&service).map(matter_of).ok_or_else(|| grpc::refused(&appointment::Refusal::NotForPatient))
    }
}

#[tonic::async_trait]
impl PathActionService for PathActions {
    async fn give_recommendation(&self, request: Request<GiveRecommendationRequest>) -> Result<Response<GiveRecommendationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let store = &self.0.kernel.store;
        let request = request.into_inner();
        let id = RecommendationId::parse(&request.recommendation_id).ok_or_else(|| grpc::invalid_field("recommendation_id", "invalid"))?;
        let patient = PersonId::parse(&request.patient_id).ok_or_else(grpc::not_found)?;
        let service = Uuid::try_parse(&request.service_id).map_err(|_| grpc::not_found())?;
        // What was recommended stands, whatever has become of it, of the service and of the patient since.
        let known = store.load::<Recommendation>(id).await?.state;
        if known.was_given(patient, service).map_err(|refusal| grpc::refused(&refusal))? {
            return Ok(Response::new(answer(id.uuid())));
        }
        let matter = self.matter(&rpc, patient, service).await?;
        // The first answer stands, also when it was one that waited already. Whoever asks for something else under the same id is refused.
        let meta = CommandMeta {
            actor: Actor::path(),
            trace: rpc.trace.clone(),
            fingerprint: request.encode_to_vec(),
            ..CommandMeta::system(Uuid::new_v5(&id.uuid(), b"path_recommendation"))
        };
        let activate = Command::Activate { by: Doer::system(), patient, service, matter };
        let given = store
            .transact(meta, move |unit| {
                let activate = activate.clone();
                Box::pin(async move { recommend_in(unit, id, (patient, service), &activate).await })
            })
            .await?;
        Ok(Response::new(given))
    }
}

/// Where one of the service waits already, that one is the answer.
async fn recommend_in(
    unit: &mut UnitOfWork,
    id: RecommendationId,
    (patient, service): (PersonId, Uuid),
    activate: &Command,
) -> Result<GiveRecommendationResponse, WorkError<Refusal>> {
    if let Some(waiting) = recommendations::waiting_in_tx(unit.tx(), patient, service).await? {
        return Ok(answer(waiting));
    }
    unit.execute::<Recommendation>(id, activate).await?;
    Ok(answer(id.uuid()))
}

fn answer(recommendation: Uuid) -> GiveRecommendationResponse {
    GiveRecommendationResponse { recommendation_id: recommendation.to_string() }
}
