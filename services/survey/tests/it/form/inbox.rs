//! Stands for conversations: which queues take which form, at which addresses they are found, and which professional reads which conversation about
//! whom.

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
    /// By the tail of each address that it has or had: a queue of anonymous forms.
    addresses: Arc<Mutex<HashMap<String, FindFormResponse>>>,
    /// By reader and conversation: whom it concerns; `None`: nobody who is known.
    readers: Arc<Mutex<HashMap<(Uuid, String), Option<Uuid>>>>,
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

    /// A queue of its own for an anonymous form, at an address.
    pub(crate) fn address(&self, url_tail: &str, survey_id: &str, matter: Matter) -> String {
        let subcategory_id = Uuid::now_v7().to_string();
        let queue = FindFormResponse {
            subcategory_id: subcategory_id.clone(),
            survey_id: survey_id.to_owned(),
            url_tail: url_tail.to_owned(),
            open: true,
            matter: matter.into(),
        };
        self.addresses.lock().unwrap().insert(url_tail.to_owned(), queue);
        subcategory_id
    }

    /// Makes another queue of the one at an address: its former tails lead there as well.
    pub(crate) fn change(&self, url_tail: &str, change: impl FnOnce(&mut FindFormResponse)) {
        let mut addresses = self.addresses.lock().unwrap();
        let mut queue = addresses[url_tail].clone();
        change(&mut queue);
        addresses.insert(queue.url_tail.clone(), queue.clone());
        addresses.insert(url_tail.to_owned(), queue);
    }

    /// Lets a professional read a conversation, which concerns this patient; or who acts for a resident one of the resident's.
    pub(crate) fn let_read(&self, reader: Uuid, conversation_id: &str, patient: Uuid) {
        self.readers.lock().unwrap().insert((reader, conversation_id.to_owned()), Some(patient));
    }

    /// Lets a professional read a conversation that concerns nobody who is known.
    pub(crate) fn let_read_of_nobody(&self, reader: Uuid, conversation_id: &str) {
        self.readers.lock().unwrap().insert((reader, conversation_id.to_owned()), None);
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
    async fn find_form(&self, request: Request<FindFormRequest>) -> Result<Response<FindFormResponse>, Status> {
        let url_tail = request.into_inner().url_tail.trim().to_lowercase();
        let found = self.inbox.addresses.lock().unwrap().get(&url_tail).cloned();
        Ok(Response::new(found.ok_or_else(grpc::not_found)?))
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
        rpc.log_access(&self.kernel, patient.map(PersonId::from_uuid), ("conversation", None), "participant").await?;
        let resident_id = patient.map(|patient| patient.to_string()).unwrap_or_default();
        let conversation = Conversation { conversation_id, resident_id, ..Conversation::default() };
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
