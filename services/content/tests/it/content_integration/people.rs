//! A register of services, and the people who fill services and contents from it.

use chassis::{
    settings::Settings,
    testkit::{Calls, TestEnvironment, World},
};
use chassis_domain::{SignedDuration, Uuid};
use kajo_proto::{
    common::v1::{PageRequest, RecordState},
    content::v1::{
        ContentIntegration, ContentIntegrationDetails, GetContentIntegrationRequest, GetServiceContentRequest, IntegrationMode, IntegrationSource,
        IntegrationTarget, ListContentIntegrationsRequest, SaveContentIntegrationRequest, SaveServiceContentDraftRequest, ServiceContent,
        ServiceContentDetails, ServiceDetails, SyncContentIntegrationRequest, SyncContentIntegrationResponse, SyncState,
        content_integration_service_client::ContentIntegrationServiceClient,
    },
    options::v1::Caller,
};
use simulators::{
    Config,
    service_register::{RegisteredService, Written},
};
use tonic::Status;

use crate::{
    keeper::{Keeper, named},
    world::{by, telling_nobody},
};

pub(super) struct Register {
    pub(super) world: World,
    pub(super) simulators: simulators::Running,
}

/// Paula, an administrator, and Ritva, who keeps services.
pub(super) struct People {
    pub(super) paula: ContentIntegrationServiceClient<Calls>,
    pub(super) ritva: Keeper,
}

impl Register {
    pub(super) async fn start() -> Self {
        Self::with(|settings| settings).await
    }

    pub(super) async fn with(change: fn(Settings) -> Settings) -> Self {
        let simulators = simulators::start(Config::for_tests()).await.unwrap();
        let url = simulators.service_register();
        let test = TestEnvironment::with(|settings| change(telling_nobody(settings).with("service_register_url", &url))).await.unwrap();
        let world = World::start(test, content::service).await.unwrap();
        world.job_has_run("content-integrations").await;
        Self { world, simulators }
    }

    pub(super) fn people(&self) -> People {
        let paula = ContentIntegrationServiceClient::new(by(&self.world, Caller::Administrator));
        People { paula, ritva: Keeper::new(&self.world, Caller::ResponsibleUser) }
    }

    /// What the register says of a service from now on, in each language and each kind of text.
    pub(super) fn say(&self, id: Uuid, word: &str) {
        self.simulators.register_service(registered(id, word));
    }

    pub(super) fn later(&self, hours: i64) {
        self.world.clock().advance(SignedDuration::from_hours(hours));
    }

    pub(super) async fn end(self) {
        self.world.end().await.unwrap();
        drop(self.simulators);
    }
}

pub(super) fn written(word: &str) -> Written {
    Written::of([word, &format!("{word} sv"), &format!("{word} en")])
}

pub(super) fn registered(id: Uuid, word: &str) -> RegisteredService {
    RegisteredService {
        id,
        name: written(word),
        summary: written(&format!("{word} lyhyesti")),
        description: written(&format!("{word} **kokonaan**")),
    }
}

pub(super) fn of_service(service: &str, guid: Uuid, mode: IntegrationMode) -> ContentIntegrationDetails {
    ContentIntegrationDetails {
        name: "Rekisteristä".to_owned(),
        target: IntegrationTarget::Service.into(),
        service_id: service.to_owned(),
        source: IntegrationSource::ServiceRegister.into(),
        source_id: guid.to_string(),
        interval_hours: 24,
        mode: mode.into(),
        ..ContentIntegrationDetails::default()
    }
}

pub(super) fn of_content(content: &str, guid: Uuid, mode: IntegrationMode) -> ContentIntegrationDetails {
    ContentIntegrationDetails {
        target: IntegrationTarget::ServiceContent.into(),
        service_id: String::new(),
        service_content_id: content.to_owned(),
        ..of_service("", guid, mode)
    }
}

impl People {
    pub(super) async fn add(&mut self, details: ContentIntegrationDetails) -> Result<String, Status> {
        let asked = SaveContentIntegrationRequest { details: Some(details), ..SaveContentIntegrationRequest::default() };
        Ok(self.paula.save_content_integration(asked).await?.into_inner().content_integration_id)
    }

    pub(super) async fn set(&mut self, kept: &ContentIntegration, fields: &[&str], details: ContentIntegrationDetails) -> Result<(), Status> {
        let asked = SaveContentIntegrationRequest {
            content_integration_id: kept.content_integration_id.clone(),
            details: Some(details),
            fields: fields.iter().map(|field| (*field).to_owned()).collect(),
            version: kept.version,
        };
        self.paula.save_content_integration(asked).await.map(drop)
    }

    pub(super) async fn get(&mut self, id: &str) -> Result<ContentIntegration, Status> {
        let asked = GetContentIntegrationRequest { content_integration_id: id.to_owned() };
        Ok(self.paula.get_content_integration(asked).await?.into_inner().content_integration.unwrap())
    }

    pub(super) async fn state(&mut self, id: &str) -> SyncState {
        self.get(id).await.unwrap().sync.unwrap()
    }

    pub(super) async fn list(&mut self, search: &str, state: RecordState) -> Vec<ContentIntegration> {
        let asked = ListContentIntegrationsRequest { search: search.to_owned(), state: state.into(), page: Some(PageRequest::default()) };
        self.paula.list_content_integrations(asked).await.unwrap().into_inner().content_integrations
    }

    pub(super) async fn sync(&mut self, id: &str) -> SyncContentIntegrationResponse {
        self.sync_taking(id, &[]).await
    }

    pub(super) async fn sync_taking(&mut self, id: &str, fields: &[&str]) -> SyncContentIntegrationResponse {
        let taken_fields = fields.iter().map(|field| (*field).to_owned()).collect();
        let asked = SyncContentIntegrationRequest { content_integration_id: id.to_owned(), taken_fields };
        self.paula.sync_content_integration(asked).await.unwrap().into_inner()
    }

    /// Why the last sync failed, at which text, and how often in a row.
    pub(super) async fn failing(&mut self, id: &str) -> Option<(String, String, u32)> {
        self.state(id).await.failure.map(|failure| (failure.reason, failure.field, failure.in_a_row))
    }

    pub(super) async fn service(&mut self, details: impl FnOnce(ServiceDetails) -> ServiceDetails) -> String {
        let category = self.ritva.add_category("Suun hoito").await;
        let details = details(named(&category, "Hammas"));
        self.ritva.add(details).await.unwrap()
    }

    /// Name and description of a service.
    pub(super) async fn reads(&mut self, service: &str) -> ([String; 3], [String; 3]) {
        let details = self.ritva.get(service).await.unwrap().details.unwrap();
        let all = |text: Option<kajo_proto::common::v1::Translated>| {
            let text = text.unwrap_or_default();
            [text.fi, text.sv, text.en]
        };
        (all(details.name), all(details.description))
    }

    pub(super) async fn content(&mut self, details: ServiceContentDetails) -> String {
        let asked = SaveServiceContentDraftRequest { details: Some(details), ..SaveServiceContentDraftRequest::default() };
        self.ritva.contents.save_service_content_draft(asked).await.unwrap().into_inner().service_content_id
    }

    pub(super) async fn written(&mut self, content: &str) -> ServiceContent {
        let asked = GetServiceContentRequest { service_content_id: content.to_owned() };
        self.ritva.contents.get_service_content(asked).await.unwrap().into_inner().service_content.unwrap()
    }

    /// An editor writes the Swedish title otherwise, into the draft.
    pub(super) async fn edit(&mut self, content: &str, title: &str) {
        let kept = self.written(content).await;
        let mut details = kept.details.unwrap();
        title.clone_into(&mut details.sv.as_mut().unwrap().title);
        let asked = SaveServiceContentDraftRequest {
            service_content_id: content.to_owned(),
            details: Some(details),
            fields: vec!["sv".to_owned()],
            version: kept.version,
        };
        self.ritva.contents.save_service_content_draft(asked).await.unwrap();
    }
}

pub(super) fn all(word: &str) -> [String; 3] {
    [word.to_owned(), format!("{word} sv"), format!("{word} en")]
}

pub(super) fn guid(number: u128) -> Uuid {
    Uuid::from_u128(0x0d5a_1f0c_5a0e_4b83_9a5b_0000_0000_0000 + number)
}

pub(super) fn empty(name: &str) -> ServiceContentDetails {
    ServiceContentDetails { name: name.to_owned(), ..ServiceContentDetails::default() }
}
