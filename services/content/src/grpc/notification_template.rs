//! Notification templates, as administrators write and publish them.

use chassis::{
    Kernel,
    access::Rpc,
    admin_record::Saving,
    grpc,
    publication::{self, PublicationKind, RolledBack, Version, Written},
};
use chassis_domain::{Uuid, timestamp};
use kajo_proto::content::v1::{
    self as public, GetNotificationTemplateRequest, GetNotificationTemplateResponse, GetNotificationTemplateVersionRequest,
    GetNotificationTemplateVersionResponse, ListNotificationTemplateVersionsRequest, ListNotificationTemplateVersionsResponse,
    ListNotificationTemplatesRequest, ListNotificationTemplatesResponse, NotificationTemplateDetails, NotificationTemplateSummary, NotificationWords,
    PublishNotificationTemplateRequest, PublishNotificationTemplateResponse, PublishedNotificationTemplateVersion,
    RollBackNotificationTemplateRequest, RollBackNotificationTemplateResponse, SaveNotificationTemplateDraftRequest,
    SaveNotificationTemplateDraftResponse, notification_template_service_server::NotificationTemplateService,
};
use tonic::{Request, Response, Status};

use crate::{
    languages::LanguageWords as _,
    notification::Kind,
    notification_template::{Body, Languages, Words, filling, kind_of_id, template_id},
};

pub(crate) struct NotificationTemplates(pub(super) Kernel);

impl PublicationKind for NotificationTemplates {
    type Body = Body;
    type Message = NotificationTemplateDetails;

    fn message(body: Body) -> NotificationTemplateDetails {
        let Body { kind, languages } = body;
        let Languages { fi, sv, en, sme, smn, sms } = languages;
        NotificationTemplateDetails {
            kind: kind.public().into(),
            fi: written(fi),
            sv: written(sv),
            en: written(en),
            sme: written(sme),
            smn: written(smn),
            sms: written(sms),
        }
    }

    fn body(message: NotificationTemplateDetails) -> Body {
        // Details are always laid over what is kept, which has a kind.
        let kind = Kind::ALL.into_iter().find(|kind| kind.public() == message.kind()).unwrap_or(Kind::Message);
        let NotificationTemplateDetails { fi, sv, en, sme, smn, sms, .. } = message;
        let languages = Languages { fi: words(fi), sv: words(sv), en: words(en), sme: words(sme), smn: words(smn), sms: words(sms) };
        Body { kind, languages }
    }

    fn unwritten(id: Uuid) -> Option<Body> {
        kind_of_id(id).map(Body::built_in)
    }
}

impl NotificationTemplates {
    /// `None`: nothing was written of it yet.
    async fn find(&self, kind: Kind) -> Result<Option<Written<Self>>, Status> {
        Ok(publication::some::<Self>(&self.0.pool, &[template_id(kind).uuid()]).await?.into_iter().next())
    }
}

#[tonic::async_trait]
impl NotificationTemplateService for NotificationTemplates {
    async fn list_notification_templates(
        &self,
        _: Request<ListNotificationTemplatesRequest>,
    ) -> Result<Response<ListNotificationTemplatesResponse>, Status> {
        let ids = Kind::ALL.map(|kind| template_id(kind).uuid());
        let found = publication::some::<Self>(&self.0.pool, &ids).await?;
        let templates = Kind::ALL.into_iter().map(|kind| summary(kind, found.iter().find(|found| found.id == template_id(kind).uuid())));
        Ok(Response::new(ListNotificationTemplatesResponse { notification_templates: templates.collect() }))
    }

    async fn get_notification_template(
        &self,
        request: Request<GetNotificationTemplateRequest>,
    ) -> Result<Response<GetNotificationTemplateResponse>, Status> {
        let kind = kind_of(&request.into_inner().notification_template_id)?;
        let found = self.find(kind).await?;
        Ok(Response::new(GetNotificationTemplateResponse { notification_template: Some(found.map_or_else(|| unwritten_view(kind), view)) }))
    }

    async fn list_notification_template_versions(
        &self,
        request: Request<ListNotificationTemplateVersionsRequest>,
    ) -> Result<Response<ListNotificationTemplateVersionsResponse>, Status> {
        let ListNotificationTemplateVersionsRequest { notification_template_id: id, page } = request.into_inner();
        if self.find(kind_of(&id)?).await?.is_none() {
            return Ok(Response::new(ListNotificationTemplateVersionsResponse::default()));
        }
        let (found, next_page_token) = publication::versions::<Self>(&self.0.pool, &id, page.unwrap_or_default()).await?;
        let versions = found.into_iter().map(|Version { published_version, body, published_at }| PublishedNotificationTemplateVersion {
            published_version,
            published_at: Some(timestamp(published_at)),
            subject: body.languages.fi.subject,
        });
        Ok(Response::new(ListNotificationTemplateVersionsResponse { versions: versions.collect(), next_page_token }))
    }

    async fn get_notification_template_version(
        &self,
        request: Request<GetNotificationTemplateVersionRequest>,
    ) -> Result<Response<GetNotificationTemplateVersionResponse>, Status> {
        let GetNotificationTemplateVersionRequest { notification_template_id: id, published_version } = request.into_inner();
        let Version { body, .. } = publication::version::<Self>(&self.0.pool, &id, published_version).await?;
        Ok(Response::new(GetNotificationTemplateVersionResponse { details: Some(Self::message(body)) }))
    }

    async fn save_notification_template_draft(
        &self,
        request: Request<SaveNotificationTemplateDraftRequest>,
    ) -> Result<Response<SaveNotificationTemplateDraftResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let SaveNotificationTemplateDraftRequest { notification_template_id: id, details, fields, version } = request;
        publication::save_draft::<Self>(&self.0, meta, saving(id, details, fields, version)?).await?;
        Ok(Response::new(SaveNotificationTemplateDraftResponse {}))
    }

    async fn publish_notification_template(
        &self,
        request: Request<PublishNotificationTemplateRequest>,
    ) -> Result<Response<PublishNotificationTemplateResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let PublishNotificationTemplateRequest { notification_template_id: id, details, fields, version } = request;
        publication::publish::<Self>(&self.0, meta, saving(id, details, fields, version)?).await?;
        Ok(Response::new(PublishNotificationTemplateResponse {}))
    }

    async fn roll_back_notification_template(
        &self,
        request: Request<RollBackNotificationTemplateRequest>,
    ) -> Result<Response<RollBackNotificationTemplateResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let RollBackNotificationTemplateRequest { notification_template_id: id, published_version, version } = request;
        let became_draft = publication::roll_back::<Self>(&self.0, meta, RolledBack { id, published_version, version }).await?;
        Ok(Response::new(RollBackNotificationTemplateResponse { became_draft }))
    }
}

/// Of which kind the template is; there are no others.
fn kind_of(id: &str) -> Result<Kind, Status> {
    Uuid::try_parse(id).ok().and_then(kind_of_id).ok_or_else(grpc::not_found)
}

/// Of which kind a template is, its id says: nobody sets it.
fn saving(
    id: String,
    details: Option<NotificationTemplateDetails>,
    fields: Vec<String>,
    version: u64,
) -> Result<Saving<NotificationTemplateDetails>, Status> {
    kind_of(&id)?;
    let fields = fields.into_iter().filter(|field| field != "kind").collect();
    Ok(Saving { id, version, details: details.unwrap_or_default(), fields })
}

fn view(found: Written<NotificationTemplates>) -> public::NotificationTemplate {
    public::NotificationTemplate {
        notification_template_id: found.id.to_string(),
        has_draft: found.has_draft,
        published_version: found.published_version,
        published_at: found.published_at.map(timestamp),
        updated_at: Some(timestamp(found.updated_at)),
        version: found.version,
        placeholders: placeholders(found.body.kind),
        details: Some(NotificationTemplates::message(found.body)),
    }
}

fn unwritten_view(kind: Kind) -> public::NotificationTemplate {
    public::NotificationTemplate {
        notification_template_id: template_id(kind).to_string(),
        placeholders: placeholders(kind),
        details: Some(NotificationTemplates::message(Body::built_in(kind))),
        ..public::NotificationTemplate::default()
    }
}

fn placeholders(kind: Kind) -> Vec<String> {
    filling::allowed(kind).iter().map(|&name| name.to_owned()).collect()
}

fn summary(kind: Kind, found: Option<&Written<NotificationTemplates>>) -> NotificationTemplateSummary {
    NotificationTemplateSummary {
        notification_template_id: template_id(kind).to_string(),
        kind: kind.public().into(),
        has_draft: found.is_some_and(|found| found.has_draft),
        published_version: found.map_or(0, |found| found.published_version),
        published_at: found.and_then(|found| found.published_at).map(timestamp),
    }
}

/// A language that is not written is left out.
fn written(words: Words) -> Option<NotificationWords> {
    let is_written = !words.is_empty();
    let Words { subject, email, sms, push, stale } = words;
    is_written.then_some(NotificationWords { subject, email, sms, stale, push })
}

fn words(message: Option<NotificationWords>) -> Words {
    let NotificationWords { subject, email, sms, stale, push } = message.unwrap_or_default();
    Words { subject, email, sms, push, stale }
}
