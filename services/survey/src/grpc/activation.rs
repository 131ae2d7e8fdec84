//! Professionals activate surveys for patients whom they have opened, take them back, and see what became of them (SUR-02).

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
};

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    page::{self, TimeCursor},
    patients::Patients,
    publication,
    sealing::{KeySet, Needs, from_column},
    store::{UnitOfWork, WorkError},
};
use chassis_domain::{Aggregate, AudienceKey, Matter, Opener, PersonId, Uuid, timestamp};
use kajo_proto::survey::v1::{
    ActivatableSurvey, ActivateSurveyRequest, ActivateSurveyResponse, ImportedSurvey, ListActivatableSurveysRequest, ListActivatableSurveysResponse,
    ListSurveysOfPatientRequest, ListSurveysOfPatientResponse, PatientSurvey, SurveyActivationServiceGetAudienceRequest,
    SurveyActivationServiceGetAudienceResponse, WithdrawSurveyRequest, WithdrawSurveyResponse,
    survey_activation_service_server::SurveyActivationService,
};
use tonic::{Request, Response, Status};

use super::my_survey;
use crate::{
    access,
    activation::{Activating, ActivationId, Command, Phase, Refusal, SurveyActivation},
    doer::By,
    projections::{
        activations::{self, Question, Row, Shelf},
        responses,
    },
    survey::{Body, SurveyType},
    versions::{self, InForce},
};

/// Why professionals touch a patient's surveys, as the access log says.
const OPENED: &str = "patient";

pub(super) struct Activations {
    pub(super) kernel: Kernel,
    pub(super) patients: Patients,
}

/// A professional whose session has opened the patient.
fn who_opened(rpc: &Rpc) -> Result<By, Status> {
    Ok(By::Practitioner { person: rpc.person()?, name: rpc.caller.display_name().to_owned(), patient_opened: true })
}

/// Names in sealed columns, opened with keys that are fetched once.
pub(super) struct Names(KeySet);

impl Names {
    pub(super) async fn of(kernel: &Kernel, rows: &[Row]) -> Result<Self, Status> {
        let columns = rows.iter().flat_map(|row| [&row.activated_by_name, &row.representative_name]).flatten();
        let needs: Needs = columns.filter_map(|column| from_column(column)).map(|blob| (blob.subject, blob.class)).collect();
        Ok(Self(kernel.keyring.open(&needs).await.map_err(grpc::fault)?))
    }

    /// The name; empty where there is none, and once its key is destroyed.
    pub(super) fn text(&self, column: Option<&[u8]>) -> String {
        let plain = column.and_then(from_column).and_then(|blob| self.0.open(&blob));
        plain.and_then(|plain| String::from_utf8(plain).ok()).unwrap_or_default()
    }
}

/// What is in force of the surveys of these activations.
pub(super) async fn surveys_of(kernel: &Kernel, rows: &[Row]) -> Result<HashMap<Uuid, InForce>, Status> {
    let ids: HashSet<_> = rows.iter().map(|row| row.survey_id).collect();
    versions::in_force(&kernel.pool, &ids.into_iter().collect::<Vec<_>>()).await
}

/// What a survey is about that professionals activate: its matter and its type are the same in all of its versions.
pub(super) async fn matter_of(kernel: &Kernel, survey: Uuid) -> Result<Matter, Status> {
    let in_force = versions::in_force(&kernel.pool, &[survey]).await?.remove(&survey);
    let found = in_force.filter(|in_force| in_force.body.survey_type == SurveyType::Omavointi);
    Ok(found.ok_or_else(grpc::not_found)?.body.matter)
}

impl Activations {
    async fn views(&self, rpc: &Rpc, rows: &[Row]) -> Result<Vec<PatientSurvey>, Status> {
        let surveys = surveys_of(&self.kernel, rows).await?;
        let matters: Vec<_> = surveys.values().map(|survey| (survey.id, survey.body.matter)).collect();
        let readable = access::readable(&self.kernel, rpc, matters).await?;
        let names = Names::of(&self.kernel, rows).await?;
        let now = self.kernel.clock.now();
        let view = |row: &Row| {
            let (phase, may_read) = (row.phase_at(now), readable.contains(&row.survey_id));
            let is_answered = phase == Phase::Answered;
            PatientSurvey {
                survey_activation_id: row.activation_id.to_string(),
                survey_id: row.survey_id.to_string(),
                title: surveys.get(&row.survey_id).map(|survey| survey.body.title.clone().into()),
                state: phase.public().into(),
                from_date: row.from_date.clone(),
                answer_by_date: row.answer_by_date.clone(),
                activated_at: Some(timestamp(row.activated_at)),
                activated_by_name: names.text(row.activated_by_name.as_deref()),
                answered_at: row.ended_at.filter(|_| is_answered).map(timestamp),
                on_behalf: row.on_behalf,
                survey_response_id: row.response_id.filter(|_| may_read).map(|id| id.to_string()).unwrap_or_default(),
                may_withdraw: matches!(phase, Phase::Planned | Phase::Open),
                may_read,
            }
        };
        Ok(rows.iter().map(view).collect())
    }

    /// What was answered in other systems and the caller reads, the newest first.
    async fn imported(&self, rpc: &Rpc, patient: PersonId) -> Result<Vec<ImportedSurvey>, Status> {
        let mut rows = responses::imported(&self.kernel.pool, patient).await.map_err(grpc::fault)?;
        let readable = access::readable(&self.kernel, rpc, rows.iter().map(|row| (row.survey_id, row.matter))).await?;
        rows.retain(|row| readable.contains(&row.survey_id));
        rows.sort_by_key(|row| Reverse(row.sent_at));
        let ids: Vec<_> = rows.iter().map(|row| row.survey_id).collect();
        let surveys = versions::in_force(&self.kernel.pool, &ids).await?;
        let view = |row: responses::Row| ImportedSurvey {
            survey_id: row.survey_id.to_string(),
            title: surveys.get(&row.survey_id).map(|survey| survey.body.title.clone().into()),
            survey_response_id: row.response_id.to_string(),
            answered_at: Some(timestamp(row.sent_at)),
            on_behalf: row.on_behalf,
        };
        Ok(rows.into_iter().map(view).collect())
    }

    /// What is to be activated. Whether the survey is archived, and what the patient has besides, is told where they are held.
    async fn asked(&self, rpc: &Rpc, patient: PersonId, request: ActivateSurveyRequest) -> Result<Activating, Status> {
        let ActivateSurveyRequest { survey_id, from_date, answer_by_date, again, .. } = request;
        let survey = Uuid::try_parse(&survey_id).map_err(|_| grpc::not_found())?;
        Ok(Activating {
            by: who_opened(rpc)?,
            patient,
            patient_name: self.patients.name(rpc, patient).await?,
            messaging: self.patients.messaging(rpc, patient).await?,
            survey,
            matter: matter_of(&self.kernel, survey).await?,
            archived: false,
            from_date,
            answer_by_date,
            is_given: false,
            again,
        })
    }
}

#[tonic::async_trait]
impl SurveyActivationService for Activations {
    async fn list_activatable_surveys(
        &self,
        request: Request<ListActivatableSurveysRequest>,
    ) -> Result<Response<ListActivatableSurveysResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let found = versions::activatable(&self.kernel.pool).await?;
        let matters: Vec<_> = found.iter().map(|survey| (survey.id, survey.body.matter)).collect();
        let readable = access::readable(&self.kernel, &rpc, matters).await?;
        let surveys = found.into_iter().map(|survey| ActivatableSurvey {
            survey_id: survey.id.to_string(),
            may_read: readable.contains(&survey.id),
            matter: survey.body.matter.public().into(),
            title: Some(survey.body.title.into()),
            description: Some(survey.body.description.into()),
        });
        Ok(Response::new(ListActivatableSurveysResponse { surveys: surveys.collect() }))
    }

    async fn activate_survey(&self, request: Request<ActivateSurveyRequest>) -> Result<Response<ActivateSurveyResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let patient = self.patients.opened(&rpc, &request.patient_id).await?.id;
        let asked = self.asked(&rpc, patient, request).await?;
        let id = ActivationId::from_uuid(Uuid::new_v5(&meta.command_id, b"survey_activation"));
        let meta = meta.with_access(rpc.entry(Some(patient), (SurveyActivation::CATEGORY, Some(id.uuid())), OPENED));
        let activated = self
            .kernel
            .store
            .transact(meta, move |unit| {
                let asked = asked.clone();
                Box::pin(async move { activate_in(unit, id, asked).await })
            })
            .await?;
        Ok(Response::new(activated))
    }

    async fn withdraw_survey(&self, request: Request<WithdrawSurveyRequest>) -> Result<Response<WithdrawSurveyResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = ActivationId::parse(&request.survey_activation_id).ok_or_else(grpc::not_found)?;
        let given = self.kernel.store.load::<SurveyActivation>(id).await?.state.standing.ok_or_else(grpc::not_found)?;
        let patient = self.patients.opened(&rpc, &given.patient.to_string()).await?.id;
        let meta = meta.with_access(rpc.entry(Some(patient), (SurveyActivation::CATEGORY, Some(id.uuid())), OPENED));
        self.kernel.store.execute(id, Command::Withdraw { by: who_opened(&rpc)? }, meta).await?;
        Ok(Response::new(WithdrawSurveyResponse {}))
    }

    async fn list_surveys_of_patient(&self, request: Request<ListSurveysOfPatientRequest>) -> Result<Response<ListSurveysOfPatientResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let patient = self.patients.opened(&rpc, &request.patient_id).await?.id;
        let asked = request.page.unwrap_or_default();
        let after = TimeCursor::parse(&asked.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(asked.size);
        rpc.log_access(&self.kernel, Some(patient), (SurveyActivation::CATEGORY, None), OPENED).await?;
        let shelf = if request.past { Shelf::Finished } else { Shelf::Unfinished };
        let question = Question { patient, representative: None, shelf, now: self.kernel.clock.now(), after, size: size + 1 };
        let mut rows = activations::page(&self.kernel.pool, &question).await.map_err(grpc::fault)?;
        let next_page_token = page::cut(&mut rows, size, |row| TimeCursor { at: row.sort_at, id: row.activation_id }.token());
        let surveys = self.views(&rpc, &rows).await?;
        let imported = if request.past && after.is_none() { self.imported(&rpc, patient).await? } else { Vec::new() };
        Ok(Response::new(ListSurveysOfPatientResponse { surveys, next_page_token, imported }))
    }

    async fn get_audience(
        &self,
        request: Request<SurveyActivationServiceGetAudienceRequest>,
    ) -> Result<Response<SurveyActivationServiceGetAudienceResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let keys = if rpc.caller.is_resident() {
            let (person, by) = my_survey::resident(&rpc)?;
            by.representative().map_or_else(|| vec![AudienceKey::person(person)], |somebody| somebody.keys(person))
        } else {
            vec![AudienceKey::person(rpc.person()?)]
        };
        Ok(Response::new(SurveyActivationServiceGetAudienceResponse { keys: keys.into_iter().map(String::from).collect() }))
    }
}

/// Of a survey that is in force until its activation stands there: whoever archives it waits.
pub(super) async fn activate_in(unit: &mut UnitOfWork, id: ActivationId, asked: Activating) -> Result<ActivateSurveyResponse, WorkError<Refusal>> {
    let in_force = publication::published_in_tx::<Body>(unit.tx(), &[asked.survey]).await?;
    let archived = in_force.get(&asked.survey).copied().ok_or(WorkError::Refused(Refusal::NotFound))?;
    let now = unit.context().now;
    let is_given = activations::is_given_in_tx(unit.tx(), (asked.patient, asked.survey), id.uuid(), now).await?;
    let asked = Activating { archived, is_given, ..asked };
    unit.execute::<SurveyActivation>(id, &Command::Activate(Box::new(asked))).await?;
    Ok(ActivateSurveyResponse { survey_activation_id: id.to_string() })
}
