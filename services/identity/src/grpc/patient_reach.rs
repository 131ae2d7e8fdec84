//! Whether a patient may be written to, as it stands when another service asks.

use chassis::{
    Kernel,
    access::{AccessEntry, Rpc},
    grpc,
};
use chassis_domain::{Aggregate, PersonId};
use kajo_proto::identity::v1::{
    AdmitMessageRequest, AdmitMessageResponse, GetReachRequest, GetReachResponse, patient_reach_service_server::PatientReachService,
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{
    patient::{Patients, messaging, opened},
    people::is_teenager,
};
use crate::{
    patient::{Patient, PatientId},
    projections::{opened_patients, patients, residents},
    protection,
    ssn::Ssn,
};

/// As the access log names a look at the basic info.
const GET_PATIENT: &str = "/kajo.identity.v1.PatientService/GetPatient";

pub(super) struct PatientReach {
    pub(super) kernel: Kernel,
    pub(super) patients: Patients,
}

#[tonic::async_trait]
impl PatientReachService for PatientReach {
    async fn admit_message(&self, request: Request<AdmitMessageRequest>) -> Result<Response<AdmitMessageResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let (patient, ground) = opened(&self.kernel, &rpc.caller, &request.patient_id).await?;
        let kept = patients::find(&self.kernel.pool, patient).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
        let subject = PersonId::from_uuid(patient.uuid());
        let entry = rpc.entry(Some(subject), (Patient::CATEGORY, Some(patient.uuid())), ground.name());
        let entry = if request.among_colleagues { AccessEntry { method: GET_PATIENT, ..entry } } else { entry };
        rpc.log(&self.kernel, entry).await?;
        let mut admitted = AdmitMessageResponse {
            messaging: messaging(kept.standing).into(),
            ground: ground.number(),
            display_name: String::new(),
            service_area_id: String::new(),
        };
        let (_, info) = self.patients.open(&kept).await?;
        let name = format!("{} {}", info.first_name, info.last_name);
        name.trim().clone_into(&mut admitted.display_name);
        if kept.standing.reachable().is_ok() && !protection::known(&self.kernel, patient).await? {
            let lives = residents::find(&self.kernel.pool, patient.uuid()).await.map_err(grpc::fault)?.service_area_id;
            admitted.service_area_id = lives.map(|area| area.to_string()).unwrap_or_default();
        }
        Ok(Response::new(admitted))
    }

    async fn get_reach(&self, request: Request<GetReachRequest>) -> Result<Response<GetReachResponse>, Status> {
        let request = request.into_inner();
        let patient = PatientId::parse(&request.patient_id).ok_or_else(grpc::not_found)?;
        let kept = patients::find(&self.kernel.pool, patient).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
        let opened = match Uuid::try_parse(&request.session_id) {
            Ok(session) => opened_patients::ground(&self.kernel.pool, session, patient).await.map_err(grpc::fault)?.is_some(),
            Err(_) => false,
        };
        let (ssn, _) = self.patients.open(&kept).await?;
        let teenager = is_teenager(Ssn::parse(&ssn).as_ref(), self.kernel.clock.now());
        Ok(Response::new(GetReachResponse { messaging: messaging(kept.standing).into(), opened, teenager }))
    }
}
