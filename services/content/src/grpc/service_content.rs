//! Service contents, as responsible users and administrators write and publish them.

use chassis::{
    Kernel,
    access::Rpc,
    admin_record::Saving,
    links::{LinkCheck, WrittenLink},
    publication::{self, Listing, PublicationKind, RolledBack, Version, Written},
};
use chassis_domain::{rich_text, timestamp};
use kajo_proto::content::v1::{
    self as public, ArchiveServiceContentRequest, ArchiveServiceContentResponse, DrawnVersion, GetServiceContentRequest, GetServiceContentResponse,
    GetServiceContentVersionRequest, GetServiceContentVersionResponse, ListServiceContentVersionsRequest, ListServiceContentVersionsResponse,
    ListServiceContentsRequest, ListServiceContentsResponse, PublishServiceContentRequest, PublishServiceContentResponse, PublishedVersion,
    RestoreServiceContentRequest, RestoreServiceContentResponse, RollBackServiceContentRequest, RollBackServiceContentResponse,
    SaveServiceContentDraftRequest, SaveServiceContentDraftResponse, ServiceContentDetails, ServiceContentSummary, ServiceContentType,
    service_content_service_server::ServiceContentService,
};
use tonic::{Request, Response, Status};

use super::links::{self, Linked, in_text};
use crate::{
    languages::{FIELDS, Fields, LanguageWords as _},
    service_content::{Body, ContentType, LanguageVersion, Languages},
};

pub(crate) struct ServiceContents {
    pub(super) kernel: Kernel,
    pub(super) links: LinkCheck,
}

impl PublicationKind for ServiceContents {
    type Body = Body;
    type Message = ServiceContentDetails;

    fn message(body: Body) -> ServiceContentDetails {
        let Body { name, content_type, languages } = body;
        let Languages { fi, sv, en, sme, smn, sms } = languages;
        ServiceContentDetails {
            name,
            r#type: content_type.public().into(),
            fi: written(fi),
            sv: written(sv),
            en: written(en),
            sme: written(sme),
            smn: written(smn),
            sms: written(sms),
        }
    }

    fn body(message: ServiceContentDetails) -> Body {
        let content_type = ContentType::from_public(message.r#type());
        let ServiceContentDetails { name, fi, sv, en, sme, smn, sms, .. } = message;
        let languages = Languages { fi: version(fi), sv: version(sv), en: version(en), sme: version(sme), smn: version(smn), sms: version(sms) };
        Body { name, content_type, languages }
    }
}

impl Linked for ServiceContents {
    fn links(body: &Body) -> Vec<WrittenLink> {
        let of_language = |(version, fields): (&LanguageVersion, Fields)| in_text(fields.text, &version.text);
        body.languages.all().into_iter().zip(FIELDS).flat_map(of_language).collect()
    }
}

#[tonic::async_trait]
impl ServiceContentService for ServiceContents {
    async fn list_service_contents(&self, request: Request<ListServiceContentsRequest>) -> Result<Response<ListServiceContentsResponse>, Status> {
        let ListServiceContentsRequest { search, state, page, r#type } = request.into_inner();
        let kind = r#type.map(|asked| ContentType::from_public(ServiceContentType::try_from(asked).unwrap_or_default()).number());
        let (found, next_page_token) = publication::list::<Self>(&self.kernel.pool, Listing { search, state, kind, page }).await?;
        Ok(Response::new(ListServiceContentsResponse { service_contents: found.into_iter().map(summary).collect(), next_page_token }))
    }

    async fn get_service_content(&self, request: Request<GetServiceContentRequest>) -> Result<Response<GetServiceContentResponse>, Status> {
        let found = publication::get::<Self>(&self.kernel.pool, &request.into_inner().service_content_id).await?;
        Ok(Response::new(GetServiceContentResponse { service_content: Some(view(found)) }))
    }

    async fn list_service_content_versions(
        &self,
        request: Request<ListServiceContentVersionsRequest>,
    ) -> Result<Response<ListServiceContentVersionsResponse>, Status> {
        let ListServiceContentVersionsRequest { service_content_id, page } = request.into_inner();
        let (found, next_page_token) = publication::versions::<Self>(&self.kernel.pool, &service_content_id, page.unwrap_or_default()).await?;
        let versions = found.into_iter().map(|Version { published_version, body, published_at }| PublishedVersion {
            published_version,
            published_at: Some(timestamp(published_at)),
            title: body.languages.fi.title,
        });
        Ok(Response::new(ListServiceContentVersionsResponse { versions: versions.collect(), next_page_token }))
    }

    async fn get_service_content_version(
        &self,
        request: Request<GetServiceContentVersionRequest>,
    ) -> Result<Response<GetServiceContentVersionResponse>, Status> {
        let GetServiceContentVersionRequest { service_content_id, published_version } = request.into_inner();
        let Version { body, .. } = publication::version::<Self>(&self.kernel.pool, &service_content_id, published_version).await?;
        let languages = body.languages.by_code().filter(|(_, version)| !version.is_empty()).map(|(code, version)| DrawnVersion {
            language: code.to_owned(),
            title: version.title.clone(),
            text: rich_text(&version.text).ok(),
        });
        let languages = languages.collect();
        Ok(Response::new(GetServiceContentVersionResponse { details: Some(Self::message(body)), languages }))
    }

    async fn save_service_content_draft(
        &self,
        request: Request<SaveServiceContentDraftRequest>,
    ) -> Result<Response<SaveServiceContentDraftResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let SaveServiceContentDraftRequest { service_content_id: id, details, fields, version } = request;
        let saving = Saving { id, version, details: details.unwrap_or_default(), fields };
        let service_content_id = publication::save_draft::<Self>(&self.kernel, meta, saving).await?;
        Ok(Response::new(SaveServiceContentDraftResponse { service_content_id }))
    }

    async fn publish_service_content(
        &self,
        request: Request<PublishServiceContentRequest>,
    ) -> Result<Response<PublishServiceContentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let PublishServiceContentRequest { service_content_id: id, details, fields, version } = request;
        let saving = Saving { id, version, details: details.unwrap_or_default(), fields };
        links::admit::<Self>((&self.kernel, &self.links), &rpc, &meta, &saving).await?;
        let service_content_id = publication::publish::<Self>(&self.kernel, meta, saving).await?;
        Ok(Response::new(PublishServiceContentResponse { service_content_id }))
    }

    async fn roll_back_service_content(
        &self,
        request: Request<RollBackServiceContentRequest>,
    ) -> Result<Response<RollBackServiceContentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let RollBackServiceContentRequest { service_content_id: id, published_version, version } = request;
        let asked = RolledBack { id, published_version, version };
        links::admit_again::<Self>((&self.kernel, &self.links), &rpc, &meta, &asked).await?;
        let became_draft = publication::roll_back::<Self>(&self.kernel, meta, asked).await?;
        Ok(Response::new(RollBackServiceContentResponse { became_draft }))
    }

    async fn archive_service_content(
        &self,
        request: Request<ArchiveServiceContentRequest>,
    ) -> Result<Response<ArchiveServiceContentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        publication::archive::<Self>(&self.kernel, rpc.command(&request)?, &request.service_content_id).await?;
        Ok(Response::new(ArchiveServiceContentResponse {}))
    }

    async fn restore_service_content(
        &self,
        request: Request<RestoreServiceContentRequest>,
    ) -> Result<Response<RestoreServiceContentResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        publication::restore::<Self>(&self.kernel, rpc.command(&request)?, &request.service_content_id).await?;
        Ok(Response::new(RestoreServiceContentResponse {}))
    }
}

fn view(found: Written<ServiceContents>) -> public::ServiceContent {
    public::ServiceContent {
        service_content_id: found.id.to_string(),
        details: Some(ServiceContents::message(found.body)),
        has_draft: found.has_draft,
        published_version: found.published_version,
        published_at: found.published_at.map(timestamp),
        archived: found.archived,
        updated_at: Some(timestamp(found.updated_at)),
        version: found.version,
    }
}

fn summary(found: Written<ServiceContents>) -> ServiceContentSummary {
    ServiceContentSummary {
        service_content_id: found.id.to_string(),
        name: found.body.name,
        r#type: found.body.content_type.public().into(),
        title: found.body.languages.fi.title,
        has_draft: found.has_draft,
        published_version: found.published_version,
        archived: found.archived,
        updated_at: Some(timestamp(found.updated_at)),
    }
}

/// A language that is not written is left out.
fn written(version: LanguageVersion) -> Option<public::LanguageVersion> {
    let is_written = !version.is_empty();
    let LanguageVersion { title, text, stale } = version;
    is_written.then_some(public::LanguageVersion { title, text, stale })
}

fn version(message: Option<public::LanguageVersion>) -> LanguageVersion {
    let public::LanguageVersion { title, text, stale } = message.unwrap_or_default();
    LanguageVersion { title, text, stale }
}
