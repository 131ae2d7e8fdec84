//! A service with the demo's categories, and the people who call it.

use std::ops::Deref;

pub(crate) use chassis::testkit::refusals::{fields, param, reason};
use chassis::{
    service::Running,
    settings::Settings,
    testkit::{self, Calls, TestEnvironment, caller},
};
use chassis_domain::{Uuid, demo_id};
use kajo_proto::{
    conversations::v1::{
        Conversation, GetConversationRequest, ListTasksRequest, StartConversationRequest, StartConversationResponse, Tab, TakeConversationRequest,
        Task, WriteMessageRequest, WriteMessageResponse, attachment_service_client::AttachmentServiceClient,
        category_service_client::CategoryServiceClient, conversation_service_client::ConversationServiceClient,
        draft_service_client::DraftServiceClient, task_service_client::TaskServiceClient,
    },
    options::v1::Caller,
};
use simulators::Config;
use tonic::Status;

pub(crate) struct World {
    pub(crate) simulators: simulators::Running,
    service: testkit::World,
    /// The service that knows services, where a test needs it.
    pub(crate) content: Option<Running>,
    files: std::path::PathBuf,
}

impl Deref for World {
    type Target = testkit::World;

    fn deref(&self) -> &testkit::World {
        &self.service
    }
}

/// Somebody with all services at hand.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) id: Uuid,
    pub(crate) calls: Calls,
}

impl World {
    pub(crate) async fn start() -> Self {
        Self::with(|settings| settings).await
    }

    pub(crate) async fn with(change: impl FnOnce(Settings) -> Settings) -> Self {
        let simulators = simulators::start(Config::for_tests()).await.unwrap();
        let clamd = simulators.clamd.unwrap().to_string();
        let web_risk = simulators.web_risk();
        let files = std::env::temp_dir().join(format!("kajo-conversations-{}", Uuid::now_v7()));
        let test = TestEnvironment::with(|mut settings| {
            settings.demo = true;
            let settings = settings.with("files_dir", files.to_str().unwrap()).with("clamd_addr", &clamd);
            // Content tells nobody of anything here.
            let settings = settings.with("smtp_url", "smtp://127.0.0.1:1").with("sms_url", "http://127.0.0.1:1");
            let settings = settings.with("resident_public_url", "https://kajo.example");
            change(settings.with("web_risk_url", &web_risk).with("web_risk_key", simulators::web_risk::API_KEY))
        })
        .await
        .unwrap();
        // Answers of the outside world hold for a while by its own clock.
        simulators.advance(test.clock().now().duration_since(simulators.now()));
        let service = testkit::World::start(test, conversations::service).await.unwrap();
        Self { simulators, service, content: None, files }
    }

    /// With content beside it, which knows the services that queues are linked to.
    pub(crate) async fn with_content() -> Self {
        let mut world = Self::start().await;
        world.content = Some(world.environment().service(content::service()).await.unwrap());
        world
    }

    /// A resident whom no test knows yet, so that lists are empty.
    pub(crate) fn resident(&self, name: &str) -> Person {
        let id = Uuid::now_v7();
        Person { id, calls: self.calls_by(caller(Caller::Resident, id, name)) }
    }

    /// A demo professional in a role at Lehtola.
    pub(crate) fn practitioner(&self, hint: &str, name: &str, role: &str) -> Person {
        self.practitioner_at(hint, name, role, "lehtola")
    }

    /// The same at another location.
    pub(crate) fn practitioner_at(&self, hint: &str, name: &str, role: &str, location: &str) -> Person {
        let id = demo_id("person", hint);
        let mut context = caller(Caller::Practitioner, id, name);
        context.role_id = demo_id("role", role).to_string();
        context.location_id = demo_id("location", location).to_string();
        Person { id, calls: self.calls_by(context) }
    }

    pub(crate) fn nurse(&self) -> Person {
        self.practitioner("liisa", "Liisa Virtanen", "nurse")
    }

    pub(crate) async fn end(self) {
        if let Some(content) = self.content {
            content.stop().await;
        }
        self.service.end().await.unwrap();
        let _ = std::fs::remove_dir_all(self.files);
    }
}

/// A question to the nurses of Lehtola.
pub(crate) fn question(topic: &str, text: &str) -> StartConversationRequest {
    StartConversationRequest {
        service_area_id: demo_id("service-area", "lehtola").to_string(),
        category_id: demo_id("category", "health-station").to_string(),
        subcategory_id: queue("health-station/nurse"),
        topic: topic.to_owned(),
        text: text.to_owned(),
        attachment_ids: Vec::new(),
        visible_to_guardians: false,
    }
}

pub(crate) fn queue(key: &str) -> String {
    demo_id("queue", key).to_string()
}

impl Person {
    pub(crate) fn conversations(&self) -> ConversationServiceClient<Calls> {
        ConversationServiceClient::new(self.calls.clone())
    }

    pub(crate) fn tasks(&self) -> TaskServiceClient<Calls> {
        TaskServiceClient::new(self.calls.clone())
    }

    pub(crate) fn categories(&self) -> CategoryServiceClient<Calls> {
        CategoryServiceClient::new(self.calls.clone())
    }

    pub(crate) fn attachments(&self) -> AttachmentServiceClient<Calls> {
        AttachmentServiceClient::new(self.calls.clone())
    }

    pub(crate) fn drafts(&self) -> DraftServiceClient<Calls> {
        DraftServiceClient::new(self.calls.clone())
    }

    pub(crate) async fn start(&self, request: StartConversationRequest) -> Result<StartConversationResponse, Status> {
        Ok(self.conversations().start_conversation(request).await?.into_inner())
    }

    /// Starts a question and answers with its id.
    pub(crate) async fn ask(&self, topic: &str) -> String {
        self.start(question(topic, "How?")).await.unwrap().conversation_id
    }

    pub(crate) async fn write(&self, id: &str, text: &str) -> Result<WriteMessageResponse, Status> {
        let request = WriteMessageRequest { conversation_id: id.to_owned(), text: text.to_owned(), ..WriteMessageRequest::default() };
        Ok(self.conversations().write_message(request).await?.into_inner())
    }

    pub(crate) async fn take(&self, id: &str) -> Result<u64, Status> {
        Ok(self.tasks().take_conversation(TakeConversationRequest { conversation_id: id.to_owned() }).await?.into_inner().version)
    }

    pub(crate) async fn see(&self, id: &str) -> Result<Conversation, Status> {
        let found = self
            .conversations()
            .get_conversation(GetConversationRequest { conversation_id: id.to_owned(), confirmed: true, ..GetConversationRequest::default() })
            .await?;
        Ok(found.into_inner().conversation.unwrap())
    }

    pub(crate) async fn list(&self, request: ListTasksRequest) -> Vec<Task> {
        self.tasks().list_tasks(request).await.unwrap().into_inner().tasks
    }

    /// Whether the task stands in this tab.
    pub(crate) async fn has(&self, tab: Tab, id: &str) -> bool {
        let request = ListTasksRequest { tab: tab.into(), ..ListTasksRequest::default() };
        self.list(request).await.iter().any(|task| task.conversation_id == id)
    }
}
