//! Digital paths activate surveys for patients (DIG-04). Nobody acts: whoever built a path has said what it gives, and when.

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    patients::Patients,
    store::{CommandMeta, ExecuteError},
};
use chassis_domain::{Actor, PersonId, Uuid};
use kajo_proto::survey::v1::{GiveSurveyRequest, GiveSurveyResponse, path_action_service_server::PathActionService};
use tonic::{Request, Response, Status};

use super::activation::{activate_in, matter_of};
use crate::{
    activation::{Activating, ActivationId, Refusal, SurveyActivation},
    doer::By,
};

pub(super) struct PathActions {
    pub(super) kernel: Kernel,
    pub(super) patients: Patients,
}

/// What is activated for whom, and the id that it gets.
#[derive(Clone, Copy)]
struct Giving {
    id: ActivationId,
    patient: PersonId,
    survey: Uuid,
}

impl Giving {
    fn of(request: &GiveSurveyRequest) -> Result<Self, Status> {
        let id = ActivationId::parse(&request.survey_activation_id);
        Ok(Self {
            id: id.ok_or_else(|| grpc::invalid_field("survey_activation_id", "invalid"))?,
            patient: PersonId::parse(&request.patient_id).ok_or_else(grpc::not_found)?,
            survey: Uuid::try_parse(&request.survey_id).map_err(|_| grpc::not_found())?,
        })
    }
}

impl PathActions {
    /// Whether just this was activated under the id, whatever has become of it since. Something else under it is a refusal.
    async fn is_given(&self, giving: Giving) -> Result<bool, Status> {
        let known = self.kernel.store.load::<SurveyActivation>(giving.id).await?.state;
        known.was_given(giving.patient, giving.survey).map_err(|refusal| grpc::refused(&refusal))
    }

    /// Activates it, unless another try was faster.
    async fn give(&self, rpc: &Rpc, giving: Giving, answer_by_date: String) -> Result<(), Status> {
        let Giving { id, patient, survey } = giving;
        let asked = Activating {
            by: By::Platform,
            patient,
            messaging: self.patients.messaging(rpc, patient).await?,
            patient_name: self.patients.name_for_service(rpc, patient).await?,
            survey,
            matter: matter_of(&self.kernel, survey).await?,
            // Told where the survey is held, with what the patient has besides.
            archived: false,
            from_date: String::new(),
            answer_by_date,
            is_given: false,
            again: true,
        };
        let command = Uuid::new_v5(&id.uuid(), b"path_survey");
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
    async fn give_survey(&self, request: Request<GiveSurveyRequest>) -> Result<Response<GiveSurveyResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let giving = Giving::of(&request)?;
        if !self.is_given(giving).await? {
            self.give(&rpc, giving, request.answer_by_date).await?;
            // A try that was faster may have been for somebody else.
            self.is_given(giving).await?;
        }
        Ok(Response::new(GiveSurveyResponse {}))
    }
}
