//! Residents answer the surveys that were activated for them, themselves or by who acts for them (SUR-03).

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    page::{self, TimeCursor},
};
use chassis_domain::{Aggregate, Mandates, PersonId, Representative, Timestamp, Uuid, timestamp};
use kajo_proto::{
    options::v1::Domain,
    survey::{
        store::v1::SentAnswers,
        v1::{
            Answers, GetMySurveyRequest, GetMySurveyResponse, ListMySurveysRequest, ListMySurveysResponse, MySurvey, MySurveyList,
            SaveMyAnswersRequest, SaveMyAnswersResponse, SendMyAnswersRequest, SendMyAnswersResponse, ShowMySurveyToGuardiansRequest,
            ShowMySurveyToGuardiansResponse, my_survey_service_server::MySurveyService,
        },
    },
};
use tonic::{Code, Request, Response, Status};

use super::activation::{Names, surveys_of};
use crate::{
    activation::{ActivationId, Command, Phase, Refusal, Standing, SurveyActivation, decides_for_guardians},
    answer_drafts::{self, DraftOf},
    civil_days,
    doer::By,
    projections::{
        activations::{self, Question, Row, Shelf},
        responses,
    },
    response::Sending,
    sending, versions,
};

/// Why residents touch their own, as the access log says.
pub(super) const OWN: &str = "own";

pub(super) struct MySurveys {
    pub(super) kernel: Kernel,
}

/// A resident, or who acts for one.
pub(super) fn resident(rpc: &Rpc) -> Result<(PersonId, By), Status> {
    let person = rpc.person()?;
    let representative = rpc.caller.impersonator().map(|somebody| Representative {
        person: somebody.person,
        name: somebody.display_name.clone(),
        mandates: Mandates { health: rpc.caller.has_mandate(Domain::Health), social: rpc.caller.has_mandate(Domain::Social) },
        of_teenager: rpc.caller.is_teenager(),
    });
    let name = rpc.caller.display_name().to_owned();
    Ok((person, By::Resident { person, name, representative, teenager: rpc.caller.is_teenager() }))
}

/// Something else is kept, or asked by now, than what the caller went on from.
fn stale() -> Status {
    grpc::status(Code::Aborted, "stale_version", &[])
}

/// Whoever answers: the person at the screen.
fn writer(person: PersonId, by: &By) -> PersonId {
    by.representative().map_or(person, |somebody| somebody.person)
}

fn activation_id(text: &str) -> Result<ActivationId, Status> {
    ActivationId::parse(text).ok_or_else(grpc::not_found)
}

impl MySurveys {
    async fn load(&self, id: ActivationId) -> Result<SurveyActivation, Status> {
        Ok(self.kernel.store.load::<SurveyActivation>(id).await?.state)
    }

    async fn views(&self, rows: &[Row], (person, by): (PersonId, &By)) -> Result<Vec<MySurvey>, Status> {
        let kernel = &self.kernel;
        let now = kernel.clock.now();
        let surveys = surveys_of(kernel, rows).await?;
        let ids: Vec<_> = rows.iter().map(|row| row.activation_id).collect();
        let begun = answer_drafts::begun(&kernel.pool, writer(person, by), &ids).await.map_err(grpc::fault)?;
        let names = Names::of(kernel, rows).await?;
        let view = |row: &Row| {
            let phase = row.phase_at(now);
            let survey = surveys.get(&row.survey_id);
            let description = survey.map(|survey| &survey.body.description).filter(|description| !description.is_empty());
            MySurvey {
                survey_activation_id: row.activation_id.to_string(),
                survey_id: row.survey_id.to_string(),
                title: survey.map(|survey| survey.body.title.clone().into()),
                description: description.map(|description| description.clone().into()),
                state: phase.public().into(),
                from_date: row.from_date.clone(),
                answer_by_date: row.answer_by_date.clone(),
                days_left: days_left(row, phase, now),
                activated_by_name: names.text(row.activated_by_name.as_deref()),
                answered_at: row.ended_at.filter(|_| phase == Phase::Answered).map(timestamp),
                representative_name: names.text(row.representative_name.as_deref()),
                begun: phase == Phase::Open && begun.contains(&row.activation_id),
                visible_to_guardians: row.visible_to_guardians,
                may_show_to_guardians: decides_for_guardians(by),
            }
        };
        Ok(rows.iter().map(view).collect())
    }

    /// What is asked, with what is kept.
    async fn to_answer(&self, standing: &Standing, of: DraftOf, survey: MySurvey) -> Result<GetMySurveyResponse, Status> {
        let kernel = &self.kernel;
        if let Some(kept) = answer_drafts::load(kernel, of).await.map_err(grpc::fault)? {
            let body = versions::version(&kernel.pool, standing.survey, kept.published_version).await?;
            return Ok(GetMySurveyResponse {
                survey: Some(survey),
                questionnaire: Some(questionnaire::without_hidden_findings(body.questionnaire)),
                published_version: kept.published_version,
                answers: Some(kept.answers),
                revision: kept.revision,
                scores: Vec::new(),
            });
        }
        let newest = versions::in_force(&kernel.pool, &[standing.survey]).await?.remove(&standing.survey).ok_or_else(grpc::not_found)?;
        Ok(GetMySurveyResponse {
            survey: Some(survey),
            questionnaire: Some(questionnaire::without_hidden_findings(newest.body.questionnaire)),
            published_version: newest.published_version,
            ..GetMySurveyResponse::default()
        })
    }

    /// What was sent, in the version in which it was asked.
    async fn answered(&self, (id, standing): (ActivationId, &Standing), survey: MySurvey) -> Result<GetMySurveyResponse, Status> {
        let kernel = &self.kernel;
        let sent = responses::of_activation(&kernel.pool, id.uuid()).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
        let SentAnswers { answers, scores, .. } = responses::opened(kernel, &sent).await?.unwrap_or_default();
        let questionnaire = versions::version(&kernel.pool, standing.survey, sent.published_version).await?.questionnaire;
        Ok(GetMySurveyResponse {
            survey: Some(survey),
            scores: questionnaire::shown(&questionnaire, scores),
            questionnaire: Some(questionnaire::without_hidden_findings(questionnaire)),
            published_version: sent.published_version,
            answers: Some(Answers { answers }),
            revision: 0,
        })
    }

    /// Answers are to the version to which something is kept, or to the newest.
    async fn admit_version(&self, of: DraftOf, survey: Uuid, published_version: u32) -> Result<(), Status> {
        if answer_drafts::version(&self.kernel.pool, of).await.map_err(grpc::fault)? == Some(published_version) {
            return Ok(());
        }
        let newest = versions::in_force(&self.kernel.pool, &[survey]).await?.get(&survey).map(|survey| survey.published_version);
        if newest == Some(published_version) { Ok(()) } else { Err(stale()) }
    }

    /// Evaluates what is to be sent, and sends it when nothing stands against it.
    async fn send(&self, rpc: &Rpc, request: SendMyAnswersRequest) -> Result<SendMyAnswersResponse, Status> {
        let kernel = &self.kernel;
        let meta = rpc.command(&request)?;
        let (person, by) = resident(rpc)?;
        let id = activation_id(&request.survey_activation_id)?;
        let known = self.load(id).await?;
        let Standing { survey, matter, answer_by, .. } = *known.open_to(&by).ok_or_else(grpc::not_found)?;
        let now = kernel.clock.now();
        // What was sent under this key is sent, whatever is so by now.
        let is_new = !kernel.store.has_executed(&meta).await?;
        if is_new {
            known.answerable(&by, now).map_err(|refusal| grpc::refused(&refusal))?;
            let of = DraftOf { activation: id.uuid(), writer: writer(person, &by) };
            self.admit_version(of, survey, request.published_version).await?;
        }
        let body = versions::version(&kernel.pool, survey, request.published_version).await?;
        let days = (civil_days::today(now), answer_by);
        let (evaluation, day) = sending::evaluated(&body.questionnaire, &request.answers.unwrap_or_default(), days);
        if is_new && !evaluation.problems.is_empty() {
            return Ok(SendMyAnswersResponse { problems: evaluation.problems });
        }
        let content = SentAnswers {
            answers: evaluation.answers,
            scores: evaluation.scores,
            patient_name: rpc.caller.display_name().to_owned(),
            date: day.to_string(),
            problems: Vec::new(),
        };
        let sending =
            Sending { patient: person, survey, published_version: request.published_version, activation: id.uuid(), matter, by: by.clone(), content };
        let meta = meta.with_access(rpc.entry(Some(person), (SurveyActivation::CATEGORY, Some(id.uuid())), OWN));
        sending::send(kernel, meta, id, by, sending).await?;
        Ok(SendMyAnswersResponse { problems: Vec::new() })
    }
}

/// Of what is to be answered until a day.
fn days_left(row: &Row, phase: Phase, now: Timestamp) -> Option<u32> {
    let last = civil_days::parse(&row.answer_by_date).filter(|_| phase == Phase::Open)?;
    Some(civil_days::left(last, civil_days::today(now)))
}

#[tonic::async_trait]
impl MySurveyService for MySurveys {
    async fn list_my_surveys(&self, request: Request<ListMySurveysRequest>) -> Result<Response<ListMySurveysResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.kernel;
        let request = request.into_inner();
        let (person, by) = resident(&rpc)?;
        let shelf = match request.list() {
            MySurveyList::Unspecified | MySurveyList::ToAnswer => Shelf::ToAnswer,
            MySurveyList::Answered => Shelf::Answered,
            MySurveyList::Past => Shelf::Past,
        };
        let asked = request.page.unwrap_or_default();
        let after = TimeCursor::parse(&asked.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(asked.size);
        rpc.log_access(kernel, Some(person), (SurveyActivation::CATEGORY, None), OWN).await?;
        let now = kernel.clock.now();
        let question = Question { patient: person, representative: by.representative(), shelf, now, after, size: size + 1 };
        let mut rows = activations::page(&kernel.pool, &question).await.map_err(grpc::fault)?;
        let next_page_token = page::cut(&mut rows, size, |row| TimeCursor { at: row.sort_at, id: row.activation_id }.token());
        let surveys = self.views(&rows, (person, &by)).await?;
        Ok(Response::new(ListMySurveysResponse { surveys, next_page_token }))
    }

    async fn get_my_survey(&self, request: Request<GetMySurveyRequest>) -> Result<Response<GetMySurveyResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.kernel;
        let (person, by) = resident(&rpc)?;
        let id = activation_id(&request.into_inner().survey_activation_id)?;
        let known = self.load(id).await?;
        let standing = known.open_to(&by).ok_or_else(grpc::not_found)?;
        rpc.log_access(kernel, Some(person), (SurveyActivation::CATEGORY, Some(id.uuid())), OWN).await?;
        let row = activations::find(&kernel.pool, id.uuid()).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
        let phase = row.phase_at(kernel.clock.now());
        let survey = self.views(&[row], (person, &by)).await?.pop().ok_or_else(grpc::not_found)?;
        let found = match phase {
            Phase::NotActivated => return Err(grpc::not_found()),
            Phase::Planned => return Err(grpc::refused(&Refusal::NotOpenYet)),
            Phase::Open => self.to_answer(standing, DraftOf { activation: id.uuid(), writer: writer(person, &by) }, survey).await?,
            Phase::Answered => self.answered((id, standing), survey).await?,
            Phase::Expired | Phase::Withdrawn => GetMySurveyResponse { survey: Some(survey), ..GetMySurveyResponse::default() },
        };
        Ok(Response::new(found))
    }

    async fn save_my_answers(&self, request: Request<SaveMyAnswersRequest>) -> Result<Response<SaveMyAnswersResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.kernel;
        let SaveMyAnswersRequest { survey_activation_id, answers, published_version, revision } = request.into_inner();
        let (person, by) = resident(&rpc)?;
        let id = activation_id(&survey_activation_id)?;
        let known = self.load(id).await?;
        let standing = known.answerable(&by, kernel.clock.now()).map_err(|refusal| grpc::refused(&refusal))?;
        let of = DraftOf { activation: id.uuid(), writer: writer(person, &by) };
        self.admit_version(of, standing.survey, published_version).await?;
        let answers = answers.unwrap_or_default();
        let saved = answer_drafts::save(kernel, of, (&answers, published_version), revision).await.map_err(grpc::fault)?;
        if let Some(revision) = saved {
            return Ok(Response::new(SaveMyAnswersResponse { revision }));
        }
        // Whoever comes too late for what was sent or taken back meanwhile is told that first.
        self.load(id).await?.answerable(&by, kernel.clock.now()).map_err(|refusal| grpc::refused(&refusal))?;
        Err(stale())
    }

    async fn send_my_answers(&self, request: Request<SendMyAnswersRequest>) -> Result<Response<SendMyAnswersResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        Ok(Response::new(self.send(&rpc, request.into_inner()).await?))
    }

    async fn show_my_survey_to_guardians(
        &self,
        request: Request<ShowMySurveyToGuardiansRequest>,
    ) -> Result<Response<ShowMySurveyToGuardiansResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let (person, by) = resident(&rpc)?;
        let id = activation_id(&request.survey_activation_id)?;
        let meta = meta.with_access(rpc.entry(Some(person), (SurveyActivation::CATEGORY, Some(id.uuid())), OWN));
        self.kernel.store.execute(id, Command::ShowToGuardians { by, visible: request.visible }, meta).await?;
        Ok(Response::new(ShowMySurveyToGuardiansResponse {}))
    }
}
