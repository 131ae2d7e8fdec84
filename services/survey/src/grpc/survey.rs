//! Surveys, as responsible users and administrators build and publish them.

use std::sync::Arc;

use ::fhir::{Problem, SystemIdentifiers};
use chassis::{
    Kernel,
    access::Rpc,
    admin_record::Saving,
    grpc,
    publication::{self, Listing, PublicationKind, RolledBack, Version, Written},
};
use chassis_domain::{Matter, Uuid, timestamp};
use kajo_proto::{
    fields::NamedFields,
    survey::v1::{
        self as public, ArchiveSurveyRequest, ArchiveSurveyResponse, ExportQuestionnaireRequest, ExportQuestionnaireResponse, GetSurveyRequest,
        GetSurveyResponse, GetSurveyVersionRequest, GetSurveyVersionResponse, ImportQuestionnaireRequest, ImportQuestionnaireResponse,
        ListSurveyVersionsRequest, ListSurveyVersionsResponse, ListSurveysRequest, ListSurveysResponse, PublishSurveyRequest, PublishSurveyResponse,
        PublishedSurveyVersion, Questionnaire, QuestionnaireProblem, RestoreSurveyRequest, RestoreSurveyResponse, RollBackSurveyRequest,
        RollBackSurveyResponse, SaveSurveyDraftRequest, SaveSurveyDraftResponse, SurveyDetails, SurveySummary, survey_service_server::SurveyService,
    },
};
use tonic::{Request, Response, Status};

use super::steady;
use crate::{
    fhir::{Described, questionnaire},
    survey::{Body, SurveyId, SurveyType, differences},
    versions,
};

pub(crate) struct Surveys {
    pub(super) kernel: Kernel,
    /// By what systems things are named outside.
    pub(super) systems: Arc<SystemIdentifiers>,
}

impl PublicationKind for Surveys {
    type Body = Body;
    type Message = SurveyDetails;

    fn message(body: Body) -> SurveyDetails {
        let Body { title, description, survey_type, matter, questionnaire } = body;
        SurveyDetails {
            title: Some(title.into()),
            description: Some(description.into()),
            r#type: survey_type.public().into(),
            matter: matter.public().into(),
            questionnaire: Some(questionnaire),
        }
    }

    fn body(message: SurveyDetails) -> Body {
        let (survey_type, matter) = (SurveyType::from_public(message.r#type()), Matter::from_public(message.matter()));
        let SurveyDetails { title, description, questionnaire, .. } = message;
        Body { title: title.into(), description: description.into(), survey_type, matter, questionnaire: questionnaire.unwrap_or_default() }
    }
}

#[tonic::async_trait]
impl SurveyService for Surveys {
    async fn list_surveys(&self, request: Request<ListSurveysRequest>) -> Result<Response<ListSurveysResponse>, Status> {
        let ListSurveysRequest { search, state, page, r#type } = request.into_inner();
        let kind = r#type.map(|asked| SurveyType::from_public(public::SurveyType::try_from(asked).unwrap_or_default()).number());
        let (found, next_page_token) = publication::list::<Self>(&self.kernel.pool, Listing { search, state, kind, page }).await?;
        Ok(Response::new(ListSurveysResponse { surveys: found.into_iter().map(summary).collect(), next_page_token }))
    }

    async fn get_survey(&self, request: Request<GetSurveyRequest>) -> Result<Response<GetSurveyResponse>, Status> {
        let found = publication::get::<Self>(&self.kernel.pool, &request.into_inner().survey_id).await?;
        Ok(Response::new(GetSurveyResponse { survey: Some(view(found)) }))
    }

    async fn list_survey_versions(&self, request: Request<ListSurveyVersionsRequest>) -> Result<Response<ListSurveyVersionsResponse>, Status> {
        let ListSurveyVersionsRequest { survey_id, page } = request.into_inner();
        let (found, next_page_token) = publication::versions::<Self>(&self.kernel.pool, &survey_id, page.unwrap_or_default()).await?;
        let before_all = self.before(&survey_id, found.last()).await?;
        let before = found.iter().skip(1).map(|version| &version.body.questionnaire).chain([&before_all]);
        let versions = found.iter().zip(before).map(|(version, before)| told(version, before)).collect();
        Ok(Response::new(ListSurveyVersionsResponse { versions, next_page_token }))
    }

    async fn get_survey_version(&self, request: Request<GetSurveyVersionRequest>) -> Result<Response<GetSurveyVersionResponse>, Status> {
        let GetSurveyVersionRequest { survey_id, published_version } = request.into_inner();
        let Version { body, .. } = publication::version::<Self>(&self.kernel.pool, &survey_id, published_version).await?;
        Ok(Response::new(GetSurveyVersionResponse { details: Some(Self::message(body)) }))
    }

    async fn save_survey_draft(&self, request: Request<SaveSurveyDraftRequest>) -> Result<Response<SaveSurveyDraftResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = steady::command(&rpc, &request, |request| request.details.as_mut()?.questionnaire.take())?;
        let SaveSurveyDraftRequest { survey_id: id, details, fields, version } = request;
        let saving = Saving { id, version, details: details.unwrap_or_default(), fields };
        let survey_id = publication::save_draft::<Self>(&self.kernel, meta, saving).await?;
        Ok(Response::new(SaveSurveyDraftResponse { survey_id }))
    }

    async fn publish_survey(&self, request: Request<PublishSurveyRequest>) -> Result<Response<PublishSurveyResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = steady::command(&rpc, &request, |request| request.details.as_mut()?.questionnaire.take())?;
        let PublishSurveyRequest { survey_id: id, details, fields, version, same_meaning } = request;
        let saving = Saving { id, version, details: details.unwrap_or_default(), fields };
        self.may_follow(&saving, same_meaning).await?;
        let survey_id = publication::publish::<Self>(&self.kernel, meta, saving).await?;
        Ok(Response::new(PublishSurveyResponse { survey_id }))
    }

    async fn roll_back_survey(&self, request: Request<RollBackSurveyRequest>) -> Result<Response<RollBackSurveyResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let RollBackSurveyRequest { survey_id: id, published_version, version } = request;
        let became_draft = publication::roll_back::<Self>(&self.kernel, meta, RolledBack { id, published_version, version }).await?;
        Ok(Response::new(RollBackSurveyResponse { became_draft }))
    }

    async fn export_questionnaire(&self, request: Request<ExportQuestionnaireRequest>) -> Result<Response<ExportQuestionnaireResponse>, Status> {
        let ExportQuestionnaireRequest { details, survey_id, published_version } = request.into_inner();
        let survey = self.named(&survey_id, published_version).await?;
        let body = Self::body(details.unwrap_or_default());
        let questionnaire = questionnaire::write(&Described { survey, published_version, body: &body }, &self.systems).into();
        Ok(Response::new(ExportQuestionnaireResponse { questionnaire }))
    }

    async fn import_questionnaire(&self, request: Request<ImportQuestionnaireRequest>) -> Result<Response<ImportQuestionnaireResponse>, Status> {
        let read = questionnaire::read(&request.into_inner().questionnaire, &self.systems);
        Ok(Response::new(match read {
            Ok(body) => ImportQuestionnaireResponse { details: Some(Self::message(body)), problem: None },
            Err(problem) => ImportQuestionnaireResponse { details: None, problem: Some(wrong(problem)) },
        }))
    }

    async fn archive_survey(&self, request: Request<ArchiveSurveyRequest>) -> Result<Response<ArchiveSurveyResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        publication::archive::<Self>(&self.kernel, rpc.command(&request)?, &request.survey_id).await?;
        Ok(Response::new(ArchiveSurveyResponse {}))
    }

    async fn restore_survey(&self, request: Request<RestoreSurveyRequest>) -> Result<Response<RestoreSurveyResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        publication::restore::<Self>(&self.kernel, rpc.command(&request)?, &request.survey_id).await?;
        Ok(Response::new(RestoreSurveyResponse {}))
    }
}

impl Surveys {
    /// The survey of what is handed out, and its version where one is named: both are there. `None`: it is kept nowhere yet.
    async fn named(&self, survey_id: &str, published_version: u32) -> Result<Option<Uuid>, Status> {
        if survey_id.is_empty() {
            return Ok(None);
        }
        let found = publication::get::<Self>(&self.kernel.pool, survey_id).await?;
        if published_version > 0 {
            publication::version::<Self>(&self.kernel.pool, survey_id, published_version).await?;
        }
        Ok(Some(found.id))
    }

    /// What was asked in the version before this one; of the first, nothing was.
    async fn before(&self, survey_id: &str, version: Option<&Version<Self>>) -> Result<Questionnaire, Status> {
        match version.map(|version| version.published_version).filter(|published_version| *published_version > 1) {
            Some(published_version) => {
                Ok(publication::version::<Self>(&self.kernel.pool, survey_id, published_version - 1).await?.body.questionnaire)
            }
            None => Ok(Questionnaire::default()),
        }
    }

    /// Refuses what has another matter or type than the version in force, and what says something else under the same names unless somebody says
    /// that it means the same. Whoever has not seen the newest is told so by publishing, which is held against the version that was read: so what
    /// is read here is what is published over.
    async fn may_follow(&self, saving: &Saving<SurveyDetails>, same_meaning: bool) -> Result<(), Status> {
        let Some(id) = SurveyId::parse(&saving.id) else { return Ok(()) };
        let kept = publication::some::<Self>(&self.kernel.pool, &[id.uuid()]).await?.into_iter().next();
        let Some(kept) = kept.filter(|kept| kept.version == saving.version) else { return Ok(()) };
        let in_force = versions::in_force(&self.kernel.pool, &[id.uuid()]).await?;
        let Some(in_force) = in_force.get(&id.uuid()) else { return Ok(()) };
        let next = Self::body(Self::message(kept.body).with(&saving.fields, &saving.details));
        next.stays_in_place(&in_force.body).map_err(|refused| grpc::refused(&refused))?;
        if same_meaning { Ok(()) } else { next.means_what(&in_force.body).map_err(|refused| grpc::refused(&refused)) }
    }
}

fn view(found: Written<Surveys>) -> public::Survey {
    public::Survey {
        survey_id: found.id.to_string(),
        details: Some(Surveys::message(found.body)),
        has_draft: found.has_draft,
        published_version: found.published_version,
        published_at: found.published_at.map(timestamp),
        archived: found.archived,
        updated_at: Some(timestamp(found.updated_at)),
        version: found.version,
    }
}

fn summary(found: Written<Surveys>) -> SurveySummary {
    SurveySummary {
        survey_id: found.id.to_string(),
        title: Some(found.body.title.into()),
        r#type: found.body.survey_type.public().into(),
        matter: found.body.matter.public().into(),
        has_draft: found.has_draft,
        published_version: found.published_version,
        archived: found.archived,
        updated_at: Some(timestamp(found.updated_at)),
    }
}

fn wrong(problem: Problem) -> QuestionnaireProblem {
    let Problem { code, path, diagnostics, .. } = problem;
    QuestionnaireProblem { code: code.to_owned(), path, diagnostics: diagnostics.to_owned() }
}

fn told(version: &Version<Surveys>, before: &Questionnaire) -> PublishedSurveyVersion {
    let differences::Differences { added, changed, removed } = differences::between(before, &version.body.questionnaire);
    PublishedSurveyVersion {
        published_version: version.published_version,
        published_at: Some(timestamp(version.published_at)),
        added_link_ids: added,
        changed_link_ids: changed,
        removed_link_ids: removed,
    }
}
