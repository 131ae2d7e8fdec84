//! Stands for conversations: which queues take which form, and which professional reads which conversation about whom.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use chassis::{Kernel, Service, access::Rpc, database::NO_MIGRATIONS, grpc, service::Running, testkit::World};
use chassis_domain::{PersonId, Uuid};
use kajo_proto::{
    common::v1::Matter,
    conversations::v1::{
        AdmitFormRequest, AdmitFormResponse, AskToShowToGuardiansRequest, AskToShowToGuardiansResponse, CheckLinkRequest, CheckLinkResponse,
        Conversation, FindFormRequest, FindFormResponse, GetConversationRequest, GetConversationResponse, ListMyConversationsRequest,
        ListMyConversationsResponse, MarkDoneRequest, MarkDoneResponse, MarkReadRequest, MarkReadResponse, ShowToGuardiansRequest,
        ShowToGuardiansResponse, StartConversationRequest, StartConversationResponse, StartPatientConversationRequest,
        StartPatientConversationResponse, UnmarkDoneRequest, UnmarkDoneResponse, WriteMessageRequest, WriteMessageResponse,
        conversation_service_server::{ConversationService, ConversationServiceServer},
        queue_directory_service_server::{QueueDirectoryService, QueueDirectoryServiceServer},
    },
};
use tonic::{Request, Response, Status, service::Routes};

/// What a test says that there is.
#[derive(Clone, Default)]
pub(crate) struct Inbox {
    /// Of each queue what is filled in, and what it is about.
    queues: Arc<Mutex<HashMap<String, (String, Matter)>>>,
    /// By reader and conversation: whom it concerns.
    readers: Arc<Mutex<HashMap<(Uuid, String), Uuid>>>,
}

impl Inbox {
    pub(crate) async fn start(&self, world: &World) -> Running {
        let inbox = self.clone();
        let service = Service::new("conversations", &NO_MIGRATIONS).grpc(move |kernel| {
            let served = Served { inbox: inbox.clone(), kernel: kernel.clone() };
            Ok(Routes::new(QueueDirectoryServiceServer::new(served.clone())).add_service(ConversationServiceServer::new(served)))
        });
        world.environment().service(service).await.unwrap()
    }

    /// A queue of its own for a form.
    pub(crate) fn queue(&self, survey_id: &str, matter: Matter) -> String {
        let queue = Uuid::now_v7().to_string();
        self.queues.lock().unwrap().insert(queue.clone(), (survey_id.to_owned(), matter));
        queue
    }

    /// It takes nothing in any more.
    pub(crate) fn archive(&self, queue: &str) {
        self.queues.lock().unwrap().remove(queue);
    }

    /// Lets a professional read a conversation, which concerns this patient; or who acts for a resident one of the resident's.
    pub(crate) fn let_read(&self, reader: Uuid, conversation_id: &str, patient: Uuid) {
        self.readers.lock().unwrap().insert((reader, conversation_id.to_owned()), patient);
    }

    /// They may no more.
    pub(crate) fn hide(&self, reader: Uuid, conversation_id: &str) {
        self.readers.lock().unwrap().remove(&(reader, conversation_id.to_owned()));
    }
}

#[derive(Clone)]
struct Served {
    inbox: Inbox,
    kernel: Kernel,
}

fn nobody_asks() -> Status {
    Status::unimplemented("survey does not ask this")
}

#[tonic::async_trait]
impl QueueDirectoryService for Served {
    async fn find_form(&self, _: Request<FindFormRequest>) -> Result<Response<FindFormResponse>, Status> {
        Err(nobody_asks())
    }

    async fn admit_form(&self, request: Request<AdmitFormRequest>) -> Result<Response<AdmitFormResponse>, Status> {
        let queue = request.into_inner().subcategory_id;
        let found = self.inbox.queues.lock().unwrap().get(&queue).cloned();
        let (survey_id, matter) = found.ok_or_else(grpc::not_found)?;
        Ok(Response::new(AdmitFormResponse { survey_id, matter: matter.into(), name: None }))
    }
}

#[tonic::async_trait]
impl ConversationService for Served {
    async fn get_conversation(&self, request: Request<GetConversationRequest>) -> Result<Response<GetConversationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let conversation_id = request.into_inner().conversation_id;
        let asked = (rpc.person()?.uuid(), conversation_id.clone());
        let found = self.inbox.readers.lock().unwrap().get(&asked).copied();
        let patient = found.ok_or_else(grpc::not_found)?;
        rpc.log_access(&self.kernel, Some(PersonId::from_uuid(patient)), ("conversation", None), "participant").await?;
        let conversation = Conversation { conversation_id, resident_id: patient.to_string(), ..Conversation::default() };
        Ok(Response::new(GetConversationResponse { conversation: Some(conversation), ..GetConversationResponse::default() }))
    }

    async fn start_conversation(&self, _: Request<StartConversationRequest>) -> Result<Response<StartConversationResponse>, Status> {
        Err(nobody_asks())
    }

    async fn start_patient_conversation(
        &self,
        _: Request<StartPatientConversationRequest>,
    ) -> Result<Response<StartPatientConversationResponse>, Status> {
        Err(nobody_asks())
    }

    async fn write_message(&self, _: Request<WriteMessageRequest>) -> Result<Response<WriteMessageResponse>, Status> {
        Err(nobody_asks())
    }

    async fn list_my_conversations(&self, _: Request<ListMyConversationsRequest>) -> Result<Response<ListMyConversationsResponse>, Status> {
        Err(nobody_asks())
    }

    async fn mark_read(&self, _: Request<MarkReadRequest>) -> Result<Response<MarkReadResponse>, Status> {
        Err(nobody_asks())
    }

    async fn ask_to_show_to_guardians(&self, _: Request<AskToShowToGuardiansRequest>) -> Result<Response<AskToShowToGuardiansResponse>, Status> {
        Err(nobody_asks())
    }

    async fn mark_done(&self, _: Request<MarkDoneRequest>) -> Result<Response<MarkDoneResponse>, Status> {
        Err(nobody_asks())
    }

    async fn unmark_done(&self, _: Request<UnmarkDoneRequest>) -> Result<Response<UnmarkDoneResponse>, Status> {
        Err(nobody_asks())
    }

    async fn check_link(&self, _: Request<CheckLinkRequest>) -> Result<Response<CheckLinkResponse>, Status> {
        Err(nobody_asks())
    }

    async fn show_to_guardians(&self, _: Request<ShowToGuardiansRequest>) -> Result<Response<ShowToGuardiansResponse>, Status> {
        Err(nobody_asks())
    }
}
