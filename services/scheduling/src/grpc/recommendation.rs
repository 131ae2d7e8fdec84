//! Professionals recommend their patients to book in a service, and take that back.

use std::collections::HashMap;

use chassis::{
    access::Rpc,
    grpc,
    patients::Patients,
    sealing::{Needs, from_column},
};
use chassis_domain::{Aggregate, Opener, Uuid, timestamp};
use kajo_proto::{
    content::v1::ServiceAdmission,
    scheduling::v1::{
        ActivateRecommendationRequest, ActivateRecommendationResponse, ListRecommendableServicesRequest, ListRecommendableServicesResponse,
        ListRecommendationsOfPatientRequest, ListRecommendationsOfPatientResponse, RecommendableService, Recommendation as RecommendationView,
        RecommendationState, WithdrawRecommendationRequest, WithdrawRecommendationResponse, recommendation_service_server::RecommendationService,
    },
};
use tonic::{Request, Response, Status};

use super::{calendar::OPENED, caller, finding::finnish_name, looking::Asking};
use crate::{
    adapters::{admission::matter_of, people::Booker},
    appointment::{self, value::Doer},
    projections::{
        offer_queries,
        recommendations::{self, RecommendationRow},
    },
    recommendation::{Command, Recommendation, RecommendationId, Refusal},
};

pub(super) struct Recommendations {
    pub(super) asking: Asking,
    pub(super) patients: Patients,
}

impl Recommendations {
    async fn views(&self, rpc: &Rpc, rows: &[RecommendationRow]) -> Result<Vec<RecommendationView>, Status> {
        let services = self.asking.admissions.of(rpc, &Booker::default(), rows.iter().map(|row| row.service_id)).await;
        // Who is away who knows services leaves their names out.
        let services = services.unwrap_or_else(|_| HashMap::new());
        let names: Vec<_> = rows.iter().map(|row| from_column(&row.activated_by_name)).collect();
        let needs: Needs = names.iter().flatten().map(|blob| (blob.subject, blob.class)).collect();
        let keys = self.asking.kernel.keyring.open(&needs).await.map_err(grpc::fault)?;
        let views = rows.iter().zip(&names).map(|(row, name)| {
            let name = name.as_ref().and_then(|blob| keys.open(blob)).and_then(|plain| String::from_utf8(plain).ok());
            RecommendationView {
                recommendation_id: row.recommendation_id.to_string(),
                state: RecommendationState::try_from(i32::from(row.state)).unwrap_or_default().into(),
                service: services.get(&row.service_id).and_then(|service| service.service.clone()),
                activated_at: Some(timestamp(row.activated_at)),
                activated_by_name: name.unwrap_or_default(),
                appointment_id: row.appointment_id.map(|id| id.to_string()).unwrap_or_default(),
            }
        });
        Ok(views.collect())
    }
}

#[tonic::async_trait]
impl RecommendationService for Recommendations {
    async fn list_recommendable_services(
        &self,
        request: Request<ListRecommendableServicesRequest>,
    ) -> Result<Response<ListRecommendableServicesResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.asking.kernel;
        let patient = self.patients.opened(&rpc, &request.into_inner().patient_id).await?.id;
        rpc.log_access(kernel, Some(patient), (Recommendation::CATEGORY, None), OPENED).await?;
        let shown = offer_queries::shown(&kernel.pool, kernel.clock.now()).await.map_err(grpc::fault)?;
        let admitted = self.asking.for_patient(&rpc, patient, shown.iter().map(|shown| shown.service)).await?;
        let mut services: Vec<_> = admitted
            .into_values()
            .map(|service| RecommendableService {
                by_recommendation_alone: service.admission() == ServiceAdmission::Professional,
                service: service.service,
                category_name: service.category_name,
            })
            .collect();
        services.sort_by_key(|service| finnish_name(service.service.as_ref()));
        Ok(Response::new(ListRecommendableServicesResponse { services }))
    }

    async fn list_recommendations_of_patient(
        &self,
        request: Request<ListRecommendationsOfPatientRequest>,
    ) -> Result<Response<ListRecommendationsOfPatientResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.asking.kernel;
        let patient = self.patients.opened(&rpc, &request.into_inner().patient_id).await?.id;
        rpc.log_access(kernel, Some(patient), (Recommendation::CATEGORY, None), OPENED).await?;
        let rows = recommendations::of_patient(&kernel.pool, patient).await.map_err(grpc::fault)?;
        Ok(Response::new(ListRecommendationsOfPatientResponse { recommendations: self.views(&rpc, &rows).await? }))
    }

    async fn activate_recommendation(
        &self,
        request: Request<ActivateRecommendationRequest>,
    ) -> Result<Response<ActivateRecommendationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.asking.kernel;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let patient = self.patients.opened(&rpc, &request.patient_id).await?.id;
        let service = Uuid::try_parse(&request.service_id).map_err(|_| grpc::not_found())?;
        let admitted = self.asking.for_patient(&rpc, patient, [service]).await?;
        let matter = admitted.get(&service).map(matter_of).ok_or_else(|| grpc::refused(&appointment::Refusal::NotForPatient))?;
        let id = RecommendationId::from_uuid(Uuid::new_v5(&meta.command_id, b"recommendation"));
        let waiting = recommendations::active(&kernel.pool, patient, None).await.map_err(grpc::fault)?;
        if waiting.iter().any(|row| row.service_id == service && row.recommendation_id != id.uuid()) {
            return Err(grpc::refused(&Refusal::AlreadyRecommended));
        }
        let meta = meta.with_access(rpc.entry(Some(patient), (Recommendation::CATEGORY, Some(id.uuid())), OPENED));
        let by = Doer::of(&caller::practitioner(&rpc, true)?, patient);
        let activate = Command::Activate { by, patient, service, matter };
        kernel.store.execute(id, activate, meta).await?;
        Ok(Response::new(ActivateRecommendationResponse { recommendation_id: id.to_string() }))
    }

    async fn withdraw_recommendation(
        &self,
        request: Request<WithdrawRecommendationRequest>,
    ) -> Result<Response<WithdrawRecommendationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.asking.kernel;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = RecommendationId::parse(&request.recommendation_id).ok_or_else(grpc::not_found)?;
        let given = kernel.store.load::<Recommendation>(id).await?.state.given.ok_or_else(grpc::not_found)?;
        let patient = self.patients.opened(&rpc, &given.patient.to_string()).await?.id;
        let meta = meta.with_access(rpc.entry(Some(patient), (Recommendation::CATEGORY, Some(id.uuid())), OPENED));
        kernel.store.execute(id, Command::Withdraw { by: caller::practitioner(&rpc, true)? }, meta).await?;
        Ok(Response::new(WithdrawRecommendationResponse {}))
    }
}
