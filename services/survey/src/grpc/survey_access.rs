//! Who reads answers, as administrators say it.

use std::collections::HashMap;

use chassis::{
    Kernel,
    access::Rpc,
    admin_record::{self, AdminKind, Record},
    grpc, publication,
};
use chassis_domain::{Matter, Uuid, timestamp};
use kajo_proto::{
    fields::NamedFields,
    survey::v1::{
        self as public, ClearSurveyAccessRequest, ClearSurveyAccessResponse, GetSurveyAccessRequest, GetSurveyAccessResponse,
        ListSurveyAccessRequest, ListSurveyAccessResponse, SaveSurveyAccessRequest, SaveSurveyAccessResponse, SurveyAccessDetails,
        survey_access_service_server::SurveyAccessService,
    },
};
use tonic::{Request, Response, Status};

use super::Surveys;
use crate::{
    access_changes::{self, Target},
    survey_access::{DOMAINS, Details, of_domain},
    versions::{self, InForce},
};

pub(super) struct SurveyAccesses(pub(super) Kernel);

impl AdminKind for SurveyAccesses {
    type Details = Details;
    type Message = SurveyAccessDetails;
    type Known = ();

    fn message(details: Details) -> SurveyAccessDetails {
        access_changes::message(details)
    }

    fn details(message: SurveyAccessDetails) -> Details {
        access_changes::details(message, Details::default())
    }
}

#[tonic::async_trait]
impl SurveyAccessService for SurveyAccesses {
    async fn list_survey_access(&self, request: Request<ListSurveyAccessRequest>) -> Result<Response<ListSurveyAccessResponse>, Status> {
        let ListSurveyAccessRequest { search, page } = request.into_inner();
        let (found, next_page_token) = publication::list_published::<Surveys>(&self.0.pool, &search, page.unwrap_or_default()).await?;
        let found: Vec<_> = found.into_iter().map(InForce::from).collect();
        let ids: Vec<_> = found.iter().map(|survey| survey.id).collect();
        let kept = self.kept(&ids).await?;
        let domains = DOMAINS.map(|(matter, id)| of_a_domain(&kept, matter, id)).into();
        let surveys = found.iter().map(|survey| of_a_survey(&kept, survey)).collect();
        Ok(Response::new(ListSurveyAccessResponse { domains, surveys, next_page_token }))
    }

    async fn get_survey_access(&self, request: Request<GetSurveyAccessRequest>) -> Result<Response<GetSurveyAccessResponse>, Status> {
        let request = request.into_inner();
        let access = if let Some(survey) = self.survey(&request.survey_id).await? {
            of_a_survey(&self.kept(&[survey.id]).await?, &survey)
        } else {
            let (matter, id) = domain(request.matter())?;
            of_a_domain(&self.kept(&[]).await?, matter, id)
        };
        Ok(Response::new(GetSurveyAccessResponse { access: Some(access) }))
    }

    async fn save_survey_access(&self, request: Request<SaveSurveyAccessRequest>) -> Result<Response<SaveSurveyAccessResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let target = if let Some(survey) = self.survey(&request.survey_id).await? {
            Target::Survey(survey.id, domain_of(&survey)?)
        } else {
            let (matter, id) = domain(request.matter())?;
            Target::Domain(matter, id)
        };
        let SaveSurveyAccessRequest { details, fields, version, .. } = request;
        // Who sets what this build does not know must hear of it: it would be lost.
        if !fields.iter().all(|field| SurveyAccessDetails::FIELDS.contains(&field.as_str())) {
            return Err(grpc::invalid_field("fields", "undefined"));
        }
        access_changes::save(&self.0, meta, target, (details.unwrap_or_default(), fields), version).await?;
        Ok(Response::new(SaveSurveyAccessResponse {}))
    }

    async fn clear_survey_access(&self, request: Request<ClearSurveyAccessRequest>) -> Result<Response<ClearSurveyAccessResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let survey = self.survey(&request.survey_id).await?.ok_or_else(grpc::not_found)?;
        access_changes::clear(&self.0, meta, survey.id, request.version).await?;
        Ok(Response::new(ClearSurveyAccessResponse {}))
    }
}

impl SurveyAccesses {
    /// The survey that a request names; `None`: it means a domain. One that was never published is none.
    async fn survey(&self, survey_id: &str) -> Result<Option<InForce>, Status> {
        if survey_id.is_empty() {
            return Ok(None);
        }
        let id = Uuid::try_parse(survey_id).map_err(|_| grpc::not_found())?;
        let found = versions::in_force(&self.0.pool, &[id]).await?.remove(&id);
        found.map(Some).ok_or_else(grpc::not_found)
    }

    /// What the domains say, and what these surveys do or did.
    async fn kept(&self, surveys: &[Uuid]) -> Result<HashMap<Uuid, Record<Self>>, Status> {
        let ids: Vec<_> = surveys.iter().copied().chain(DOMAINS.map(|(_, id)| id)).collect();
        let found = admin_record::some::<Self>(&self.0.pool, &ids).await?;
        Ok(found.into_iter().map(|record| (record.id, record)).collect())
    }
}

/// The domain that a request names, with its id.
fn domain(matter: kajo_proto::common::v1::Matter) -> Result<(Matter, Uuid), Status> {
    let matter = Matter::from_public(matter);
    let id = of_domain(matter).ok_or_else(|| grpc::invalid_field("matter", "undefined"))?;
    Ok((matter, id))
}

/// What is in force has a domain.
fn domain_of(survey: &InForce) -> Result<Uuid, Status> {
    of_domain(survey.body.matter).ok_or_else(|| grpc::fault("a survey in force has no domain"))
}

fn of_a_domain(kept: &HashMap<Uuid, Record<SurveyAccesses>>, matter: Matter, id: Uuid) -> public::SurveyAccess {
    let record = kept.get(&id);
    public::SurveyAccess { matter: matter.public().into(), details: Some(shown(record)), ..changed(record) }
}

fn of_a_survey(kept: &HashMap<Uuid, Record<SurveyAccesses>>, survey: &InForce) -> public::SurveyAccess {
    let record = kept.get(&survey.id);
    let own = record.filter(|record| !record.archived);
    let in_charge = own.or_else(|| kept.get(&of_domain(survey.body.matter)?));
    public::SurveyAccess {
        survey_id: survey.id.to_string(),
        matter: survey.body.matter.public().into(),
        title: Some(survey.body.title.clone().into()),
        archived: survey.archived,
        own: own.is_some(),
        details: Some(shown(in_charge)),
        ..changed(record)
    }
}

/// What was never said says nobody.
fn shown(record: Option<&Record<SurveyAccesses>>) -> SurveyAccessDetails {
    record.map(|record| access_changes::message(record.details.clone())).unwrap_or_default()
}

/// When it was changed, and what a change must name.
fn changed(record: Option<&Record<SurveyAccesses>>) -> public::SurveyAccess {
    public::SurveyAccess {
        updated_at: record.map(|record| timestamp(record.updated_at)),
        version: record.map(|record| record.version).unwrap_or_default(),
        ..public::SurveyAccess::default()
    }
}
