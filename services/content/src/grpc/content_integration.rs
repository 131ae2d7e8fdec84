//! Content integrations, as administrators keep them.

use std::collections::HashMap;

use chassis::{
    Kernel, Tx,
    access::Rpc,
    admin_record::{self, AdminKind, Asked, Record, Saving},
    grpc, publication,
};
use chassis_domain::{Uuid, timestamp};
use kajo_proto::{
    common::v1::{LocalizedString, Name},
    content::v1::{
        ArchiveContentIntegrationRequest, ArchiveContentIntegrationResponse, ContentIntegration, ContentIntegrationDetails, DifferingText,
        GetContentIntegrationRequest, GetContentIntegrationResponse, IntegrationTarget, ListContentIntegrationsRequest,
        ListContentIntegrationsResponse, RemoveContentIntegrationRequest, RemoveContentIntegrationResponse, RestoreContentIntegrationRequest,
        RestoreContentIntegrationResponse, SaveContentIntegrationRequest, SaveContentIntegrationResponse, SyncContentIntegrationRequest,
        SyncContentIntegrationResponse, SyncState, content_integration_service_server::ContentIntegrationService,
    },
};
use tonic::{Request, Response, Status};

use super::ServiceContents;
use crate::{
    adapters::service_register::ServiceRegister,
    content_integration::{ContentIntegrationId, Details, Mode, Refused, Source, Target, TargetState},
    service::{self, ServiceId},
    service_content::{self, ServiceContentId},
    settings::ContentSettings,
    sync::{self, CONTENT, SERVICE, Texts},
    sync_table, syncing,
};

pub(super) struct ContentIntegrations {
    kernel: Kernel,
    /// `None`: it has no address, and nothing is fetched.
    register: Option<ServiceRegister>,
}

/// What integrations fill, as it stands now.
struct Filled {
    name: Name,
    texts: Texts,
    has_draft: bool,
}

impl AdminKind for ContentIntegrations {
    type Details = Details;
    type Message = ContentIntegrationDetails;
    type Known = ();

    fn message(details: Details) -> ContentIntegrationDetails {
        let Details { name, target, source, source_id, interval_hours, mode } = details;
        let id = target.id().map(|id| id.to_string()).unwrap_or_default();
        let (service_id, service_content_id) = match target {
            Target::Service(_) => (id, String::new()),
            Target::ServiceContent(_) => (String::new(), id),
        };
        ContentIntegrationDetails {
            name,
            target: target.public().into(),
            service_id,
            service_content_id,
            source: source.public().into(),
            source_id,
            interval_hours,
            mode: mode.public().into(),
        }
    }

    fn details(message: ContentIntegrationDetails) -> Details {
        let (source, mode) = (Source::from_public(message.source()), Mode::from_public(message.mode()));
        let target = match message.target() {
            IntegrationTarget::Service | IntegrationTarget::Unspecified => Target::Service(ServiceId::parse(&message.service_id)),
            IntegrationTarget::ServiceContent => Target::ServiceContent(ServiceContentId::parse(&message.service_content_id)),
        };
        let ContentIntegrationDetails { name, source_id, interval_hours, .. } = message;
        Details { name, target, source, source_id, interval_hours, mode }
    }

    async fn around_in_tx(tx: &mut Tx<'_>, _: ContentIntegrationId, details: &Details, (): ()) -> Result<TargetState, sqlx::Error> {
        let is_there = match details.target {
            Target::Service(Some(id)) => admin_record::archived_in_tx::<service::Details>(tx, id.uuid()).await?.is_some(),
            Target::ServiceContent(Some(id)) => publication::is_there_in_tx::<service_content::Body>(tx, id.uuid()).await?,
            Target::Service(None) | Target::ServiceContent(None) => false,
        };
        Ok(if is_there { TargetState::There } else { TargetState::Missing })
    }
}

#[tonic::async_trait]
impl ContentIntegrationService for ContentIntegrations {
    async fn list_content_integrations(
        &self,
        request: Request<ListContentIntegrationsRequest>,
    ) -> Result<Response<ListContentIntegrationsResponse>, Status> {
        let ListContentIntegrationsRequest { search, state, page } = request.into_inner();
        let (records, next_page_token) = admin_record::list::<Self>(&self.kernel.pool, Asked { search, state, page }).await?;
        let mut content_integrations = self.views(records).await?;
        // Whole texts are told of one integration.
        for sync in content_integrations.iter_mut().filter_map(|integration| integration.sync.as_mut()) {
            sync.differing.clear();
            sync.missing_languages.clear();
        }
        Ok(Response::new(ListContentIntegrationsResponse { content_integrations, next_page_token }))
    }

    async fn get_content_integration(
        &self,
        request: Request<GetContentIntegrationRequest>,
    ) -> Result<Response<GetContentIntegrationResponse>, Status> {
        let found = admin_record::get::<Self>(&self.kernel.pool, &request.into_inner().content_integration_id).await?;
        let content_integration = self.views(vec![found]).await?.pop();
        Ok(Response::new(GetContentIntegrationResponse { content_integration }))
    }

    async fn save_content_integration(
        &self,
        request: Request<SaveContentIntegrationRequest>,
    ) -> Result<Response<SaveContentIntegrationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let SaveContentIntegrationRequest { content_integration_id: id, details, fields, version } = request;
        let saving = Saving { id, version, details: details.unwrap_or_default(), fields };
        let content_integration_id = admin_record::save::<Self>(&self.kernel, meta, saving, ()).await?;
        Ok(Response::new(SaveContentIntegrationResponse { content_integration_id }))
    }

    async fn archive_content_integration(
        &self,
        request: Request<ArchiveContentIntegrationRequest>,
    ) -> Result<Response<ArchiveContentIntegrationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::archive::<Self>(&self.kernel, rpc.command(&request)?, &request.content_integration_id).await?;
        Ok(Response::new(ArchiveContentIntegrationResponse {}))
    }

    async fn restore_content_integration(
        &self,
        request: Request<RestoreContentIntegrationRequest>,
    ) -> Result<Response<RestoreContentIntegrationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::restore::<Self>(&self.kernel, rpc.command(&request)?, &request.content_integration_id).await?;
        Ok(Response::new(RestoreContentIntegrationResponse {}))
    }

    async fn remove_content_integration(
        &self,
        request: Request<RemoveContentIntegrationRequest>,
    ) -> Result<Response<RemoveContentIntegrationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        admin_record::remove::<Self>(&self.kernel, meta, &request.content_integration_id).await?;
        if let Some(id) = ContentIntegrationId::parse(&request.content_integration_id) {
            sync_table::forget(&self.kernel.pool, id.uuid()).await.map_err(grpc::fault)?;
        }
        Ok(Response::new(RemoveContentIntegrationResponse {}))
    }

    async fn sync_content_integration(
        &self,
        request: Request<SyncContentIntegrationRequest>,
    ) -> Result<Response<SyncContentIntegrationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let SyncContentIntegrationRequest { content_integration_id, taken_fields } = request;
        let found = admin_record::get::<Self>(&self.kernel.pool, &content_integration_id).await?;
        let register = self.register.as_ref().ok_or_else(|| grpc::refused(&Refused::RegisterNotSet))?;
        let guid = found.details.guid().ok_or_else(|| grpc::refused(&Refused::SourceIdMalformed))?;
        let heard = syncing::ask(register, guid).await;
        let id = ContentIntegrationId::from_uuid(found.id);
        Ok(Response::new(syncing::take(&self.kernel, meta, id, guid, heard, taken_fields).await?))
    }
}

impl ContentIntegrations {
    /// # Errors
    /// When the register's address is none.
    pub(super) fn try_new(kernel: &Kernel) -> anyhow::Result<Self> {
        let settings: ContentSettings = kernel.settings.part()?;
        Ok(Self { kernel: kernel.clone(), register: ServiceRegister::of(&settings)? })
    }

    async fn views(&self, records: Vec<Record<Self>>) -> Result<Vec<ContentIntegration>, Status> {
        let asked: Vec<_> = records.iter().map(|record| (record.id, &record.details)).collect();
        let states = sync_table::some(&self.kernel.pool, &asked).await.map_err(grpc::fault)?;
        let filled = self.filled(&records).await?;
        let view = |record: Record<Self>| {
            let state = states.get(&record.id).cloned().unwrap_or_default();
            let filled = record.details.target.id().and_then(|id| filled.get(&id));
            view(record, &state, filled)
        };
        Ok(records.into_iter().map(view).collect())
    }

    /// What these integrations fill, by its id.
    async fn filled(&self, records: &[Record<Self>]) -> Result<HashMap<Uuid, Filled>, Status> {
        let ids: Vec<_> = records.iter().filter_map(|record| record.details.target.id()).collect();
        let mut filled = HashMap::new();
        for (id, details, archived) in admin_record::details_of::<service::Details>(&self.kernel.pool, &ids).await? {
            let name = Name { id: id.to_string(), names: Some(details.name.clone().into()), archived };
            filled.insert(id, Filled { name, texts: sync::of_service(&details), has_draft: false });
        }
        for content in publication::some::<ServiceContents>(&self.kernel.pool, &ids).await? {
            // In the admin panel contents go by their administrative names.
            let names = LocalizedString { texts: [("fi".to_owned(), content.body.name.clone())].into() };
            let name = Name { id: content.id.to_string(), names: Some(names), archived: content.archived };
            filled.insert(content.id, Filled { name, texts: sync::of_content(&content.body), has_draft: content.has_draft });
        }
        Ok(filled)
    }
}

fn view(record: Record<ContentIntegrations>, state: &sync::SyncState, filled: Option<&Filled>) -> ContentIntegration {
    let fields = match record.details.target {
        Target::Service(_) => SERVICE.as_slice(),
        Target::ServiceContent(_) => CONTENT.as_slice(),
    };
    let differing = filled.map(|filled| sync::differing(fields, &filled.texts, &state.texts)).unwrap_or_default();
    let differing = differing.into_iter().map(|(field, here, at_source)| DifferingText { field: field.to_owned(), here, at_source });
    let sync = SyncState {
        tried_at: state.tried_at.map(timestamp),
        succeeded_at: state.succeeded_at.map(timestamp),
        failure: state.failing.as_ref().map(syncing::told),
        differing: differing.collect(),
        missing_languages: state.lacking.clone(),
        waits_in_draft: filled.is_some_and(|filled| filled.has_draft),
    };
    let gone = || record.details.target.id().map(|id| Name { id: id.to_string(), ..Name::default() });
    ContentIntegration {
        content_integration_id: record.id.to_string(),
        target: filled.map(|filled| filled.name.clone()).or_else(gone),
        details: Some(<ContentIntegrations as AdminKind>::message(record.details)),
        archived: record.archived,
        updated_at: Some(timestamp(record.updated_at)),
        version: record.version,
        sync: Some(sync),
    }
}
