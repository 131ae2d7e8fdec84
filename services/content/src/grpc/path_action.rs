//! Digital paths give contents to patients (DIG-04). Nobody acts: whoever built a path has said what it gives, and when.

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    patients::Patients,
    store::{CommandMeta, ExecuteError},
};
use chassis_domain::{Actor, Matter, PersonId, Uuid};
use kajo_proto::content::v1::{GiveContentRequest, GiveContentResponse, path_action_service_server::PathActionService};
use tonic::{Request, Response, Status};

use super::patient_content::activate_in;
use crate::{
    patient_content::{Activating, By, PatientContent, PatientContentId, Refusal},
    service_content::ServiceContentId,
};

pub(super) struct PathActions {
    pub(super) kernel: Kernel,
    pub(super) patients: Patients,
}

/// What is given to whom, and the id that it gets.
#[derive(Clone, Copy)]
struct Giving {
    id: PatientContentId,
    patient: PersonId,
    content: Uuid,
}

impl Giving {
    fn of(request: &GiveContentRequest) -> Result<Self, Status> {
        let id = PatientContentId::parse(&request.patient_content_id);
        Ok(Self {
            id: id.ok_or_else(|| grpc::invalid_field("patient_content_id", "invalid"))?,
            patient: PersonId::parse(&request.patient_id).ok_or_else(grpc::not_found)?,
            content: ServiceContentId::parse(&request.service_content_id).ok_or_else(grpc::not_found)?.uuid(),
        })
    }
}

impl PathActions {
    /// Whether just this was given under the id, whatever has become of it since. Something else under it is a refusal.
    async fn is_given(&self, giving: Giving) -> Result<bool, Status> {
        let known = self.kernel.store.load::<PatientContent>(giving.id).await?.state;
        known.was_given(giving.patient, giving.content).map_err(|refusal| grpc::refused(&refusal))
    }

    /// Gives it, unless another try was faster.
    async fn give(&self, rpc: &Rpc, giving: Giving, matter: Matter) -> Result<(), Status> {
        let Giving { id, patient, content } = giving;
        let asked = Activating {
            by: By::Platform,
            patient,
            messaging: self.patients.messaging(rpc, patient).await?,
            content,
            matter,
            // Told where the content is held, with what the patient has besides.
            archived: false,
            is_given: false,
            again: true,
        };
        let command = Uuid::new_v5(&id.uuid(), b"path_content");
        let meta = CommandMeta { actor: Actor::path(), trace: rpc.trace.clone(), ..CommandMeta::system(command) };
        let given = self
            .kernel
            .store
            .transact(meta, move |unit| {
                let asked = asked.clone();
                Box::pin(async move { activate_in(unit, id, asked).await })
            })
            .await;
        match given {
            Ok(_) | Err(ExecuteError::Refused(Refusal::AlreadyActivated)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

#[tonic::async_trait]
impl PathActionService for PathActions {
    async fn give_content(&self, request: Request<GiveContentRequest>) -> Result<Response<GiveContentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let giving = Giving::of(&request)?;
        if !self.is_given(giving).await? {
            self.give(&rpc, giving, Matter::from_public(request.matter())).await?;
            // A try that was faster may have been for somebody else.
            self.is_given(giving).await?;
        }
        Ok(Response::new(GiveContentResponse {}))
    }
}
