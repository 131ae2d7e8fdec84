//! Survey keeps what is said in forms: for it a service of the test's own stands, which tells of forms that were sent and is asked about them.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use chassis::{Service, database::NO_MIGRATIONS, service::Running, store::CommandMeta};
use chassis_domain::{
    Aggregate, DecideContext, DecodeError, DomainEvent, Encoded, EventMeta, EventType, Id, Opener, PublishedFact, Sealer, Stored, Uuid,
    stored::{Reader, encoded},
};
use conversations::conversation::Refusal;
use kajo_proto::survey::v1::{
    FormSent, GetSentFormRequest, GetSentFormResponse,
    form_directory_service_server::{FormDirectoryService, FormDirectoryServiceServer},
};
use prost::Message;
use tonic::{Request, Response, Status, service::Routes};

use crate::world::World;

/// A form that was sent; of what is said in it nothing is known.
#[derive(Clone, Debug, Default)]
struct Form;

/// It was sent.
#[derive(Clone, Debug, PartialEq)]
struct Sent(FormSent);

impl Aggregate for Form {
    const CATEGORY: &'static str = "form_response";
    type Command = Sent;
    type Event = Sent;
    type Refusal = Refusal;

    fn decide(&self, sent: &Sent, _: &DecideContext) -> Result<Vec<Sent>, Refusal> {
        Ok(vec![sent.clone()])
    }

    fn evolve(&mut self, _: &Sent) {}
}

impl DomainEvent for Sent {
    fn event_type(&self) -> EventType {
        EventType("form_response.sent")
    }

    fn encode(&self, _: &mut dyn Sealer) -> Encoded {
        encoded(&self.0)
    }

    fn decode(stored: &Stored, open: &dyn Opener) -> Result<Self, DecodeError> {
        Ok(Self(Reader::new(stored, open).payload()?))
    }

    fn publish(&self, _: &EventMeta) -> Option<PublishedFact> {
        Some(PublishedFact { message: "kajo.survey.v1.FormSent", payload: self.0.encode_to_vec(), audience: Vec::new() })
    }
}

/// What survey tells services.
#[derive(Clone, Default)]
pub(crate) struct Directory {
    forms: Arc<Mutex<HashMap<String, GetSentFormResponse>>>,
    asked: Arc<AtomicUsize>,
    pub(crate) away: Arc<AtomicBool>,
}

#[tonic::async_trait]
impl FormDirectoryService for Directory {
    async fn get_sent_form(&self, request: Request<GetSentFormRequest>) -> Result<Response<GetSentFormResponse>, Status> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        if self.away.load(Ordering::SeqCst) {
            return Err(Status::unavailable("away"));
        }
        let found = self.forms.lock().unwrap().get(&request.into_inner().form_response_id).cloned();
        found.map(Response::new).ok_or_else(|| Status::not_found("not_found"))
    }
}

/// Survey, as this service hears of it and asks it.
pub(crate) struct Survey {
    running: Running,
    pub(crate) directory: Directory,
}

impl Survey {
    pub(crate) async fn start(world: &World) -> Self {
        let directory = Directory::default();
        let answering = directory.clone();
        let service = Service::new("survey", &NO_MIGRATIONS).aggregate::<Form>();
        let service = service.grpc(move |_| Ok(Routes::new(FormDirectoryServiceServer::new(answering.clone()))));
        Self { running: world.environment().service(service).await.unwrap(), directory }
    }

    /// Somebody has sent a form.
    pub(crate) async fn send(&self, form: GetSentFormResponse) -> Uuid {
        let id = Uuid::now_v7();
        self.directory.forms.lock().unwrap().insert(id.to_string(), form.clone());
        self.tell(id, &form).await;
        id
    }

    /// Tells that a form was sent.
    pub(crate) async fn tell(&self, id: Uuid, form: &GetSentFormResponse) {
        let fact = FormSent {
            form_response_id: id.to_string(),
            subcategory_id: form.subcategory_id.clone(),
            patient_id: form.patient_id.clone(),
            conversation_id: conversation_of(id),
            ..FormSent::default()
        };
        self.running.kernel().store.execute(Id::<Form>::from_uuid(id), Sent(fact), CommandMeta::system(Uuid::now_v7())).await.unwrap();
    }

    pub(crate) fn asked(&self) -> usize {
        self.directory.asked.load(Ordering::SeqCst)
    }

    pub(crate) async fn end(self, world: World) {
        self.running.stop().await;
        world.end().await;
    }
}

/// The conversation that opens for a form; survey says which.
pub(crate) fn conversation_of(form: Uuid) -> String {
    Uuid::new_v5(&form, b"conversation").to_string()
}
