//! Patients, as professionals find them. What is asked for is a personal identity code: it stands in no log and no url, and its
//! lookup is no command, whose key would keep a hash of it.

use chassis::{Kernel, access::Rpc, grpc, store::CommandMeta};
use chassis_domain::{Aggregate, PersonId};
use kajo_proto::identity::v1::{
    GetPatientRequest, GetPatientResponse, LookUpPatientRequest, LookUpPatientResponse, Patient as PatientView,
    patient_service_server::PatientService,
};
use tonic::{Code, Request, Response, Status};

use super::opened;
use crate::{
    patient::{Patient, PatientId},
    projections::{opened_patients, patients},
    session::{Command, Ground, Session, SessionId},
    ssn::Ssn,
};

pub(super) struct Patients(pub(super) Kernel);

#[tonic::async_trait]
impl PatientService for Patients {
    async fn look_up_patient(&self, request: Request<LookUpPatientRequest>) -> Result<Response<LookUpPatientResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let session = rpc.caller.session().ok_or_else(grpc::access_denied)?;
        let ground = Ground::from_number(request.ground).ok_or_else(|| grpc::invalid_field("ground", "undefined"))?;
        let ssn = Ssn::parse(&request.ssn).ok_or_else(|| grpc::invalid_field("ssn", "ssn_malformed"))?;
        let kernel = &self.0;
        let Some(patient) = patients::by_ssn(&kernel.pool, &kernel.keyring.blind_index(), &ssn).await.map_err(grpc::internal)? else {
            // A lookup that finds nobody is a lookup.
            rpc.log_access(kernel, None, (Patient::CATEGORY, None), ground.name()).await?;
            return Err(grpc::status(Code::NotFound, "patient_not_found", &[]));
        };
        let entry = rpc.entry(Some(PersonId::from_uuid(patient.uuid())), (Patient::CATEGORY, Some(patient.uuid())), ground.name());
        let meta = CommandMeta { actor: rpc.actor(), trace: rpc.trace.clone(), ..CommandMeta::system(kernel.ids.v7(kernel.clock.now())) };
        let opening = Command::OpenPatient { patient, ground };
        kernel.store.execute::<Session>(SessionId::from_uuid(session), opening, meta.with_access(entry)).await?;
        rpc.is_logged_by_its_command();
        Ok(Response::new(LookUpPatientResponse { patient_id: patient.to_string() }))
    }

    async fn get_patient(&self, request: Request<GetPatientRequest>) -> Result<Response<GetPatientResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let patient = PatientId::parse(&request.into_inner().patient_id).ok_or_else(grpc::not_found)?;
        let session = rpc.caller.session().ok_or_else(grpc::access_denied)?;
        let kernel = &self.0;
        // Whom nobody has opened here does not exist here.
        let ground = opened_patients::ground(&kernel.pool, session, patient).await.map_err(grpc::internal)?.ok_or_else(grpc::not_found)?;
        let kept = patients::find(&kernel.pool, patient).await.map_err(grpc::internal)?.ok_or_else(grpc::not_found)?;
        rpc.log_access(kernel, Some(PersonId::from_uuid(patient.uuid())), (Patient::CATEGORY, Some(patient.uuid())), ground.name()).await?;
        let texts = opened(kernel, &[&kept.ssn, &kept.first_name, &kept.last_name]).await?;
        let [ssn, first_name, last_name] = <[String; 3]>::try_from(texts).unwrap_or_default();
        let view = PatientView { patient_id: patient.to_string(), ssn, first_name, last_name, state: kept.standing.number() };
        Ok(Response::new(GetPatientResponse { patient: Some(view) }))
    }
}
