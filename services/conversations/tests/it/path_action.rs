//! Tasks that digital paths give. For identity somebody stands who says whom may be written to, and what they are called.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use chassis::{Service, database::NO_MIGRATIONS, service::Running, store::CommandMeta, testkit::Calls};
use chassis_domain::{SignedDuration, Uuid, demo_id};
use conversations::{
    category::{self, Category, CategoryId},
    customer_task::{CustomerTaskId, conversation_of},
};
use kajo_proto::{
    caller::v1::CallerContext,
    common::v1::Translated,
    conversations::v1::{
        ConversationState, CustomerTask, CustomerTaskState, GiveTaskRequest, ListMyCustomerTasksRequest, ListTaskQueueNamesRequest, ListTasksRequest,
        Tab, TaskDueUnit, path_action_service_client::PathActionServiceClient,
    },
    identity::v1::{
        AdmitMessageRequest, AdmitMessageResponse, ContactCard, GetContactCardsRequest, GetContactCardsResponse, GetReachRequest, GetReachResponse,
        Messaging,
        contact_card_service_server::{ContactCardService, ContactCardServiceServer},
        patient_reach_service_server::{PatientReachService, PatientReachServiceServer},
    },
    options::v1::Caller,
};
use tonic::{Code, Request, Response, Status, service::Routes};

use crate::{
    customer_tasks::{events_of, home, is_timed},
    world::{Person, World, fields, queue, reason},
};

/// Beyond the last of the three days that the queue gives.
const OVER: SignedDuration = SignedDuration::from_hours(4 * 24);

/// Stands for identity: whom one may write to. All of them are called alike.
#[derive(Clone, Default)]
struct Register(Arc<Mutex<HashMap<String, Messaging>>>);

#[tonic::async_trait]
impl PatientReachService for Register {
    async fn admit_message(&self, _: Request<AdmitMessageRequest>) -> Result<Response<AdmitMessageResponse>, Status> {
        Err(Status::unimplemented("no professional is here"))
    }

    async fn get_reach(&self, request: Request<GetReachRequest>) -> Result<Response<GetReachResponse>, Status> {
        let found = self.0.lock().unwrap().get(&request.into_inner().patient_id).copied();
        let messaging = found.ok_or_else(|| Status::not_found("not_found"))?;
        Ok(Response::new(GetReachResponse { messaging: messaging.into(), ..GetReachResponse::default() }))
    }
}

#[tonic::async_trait]
impl ContactCardService for Register {
    async fn get_contact_cards(&self, request: Request<GetContactCardsRequest>) -> Result<Response<GetContactCardsResponse>, Status> {
        let GetContactCardsRequest { person_ids, names_only } = request.into_inner();
        assert!(names_only, "nothing else of them is asked");
        let known = self.0.lock().unwrap();
        let card = |person_id: String| ContactCard { person_id, name: "Aino Nieminen".to_owned(), ..ContactCard::default() };
        let cards = person_ids.into_iter().filter(|id| known.contains_key(id)).map(card).collect();
        Ok(Response::new(GetContactCardsResponse { cards }))
    }
}

/// The service with whoever stands for identity beside it, and a digital path that gives tasks.
struct Path {
    world: World,
    identity: Running,
    register: Register,
}

impl Path {
    async fn start() -> Self {
        let world = World::start().await;
        let register = Register::default();
        let answering = register.clone();
        let service = Service::new("identity", &NO_MIGRATIONS).grpc(move |_| {
            let reach = PatientReachServiceServer::new(answering.clone());
            Ok(Routes::new(reach).add_service(ContactCardServiceServer::new(answering.clone())))
        });
        let identity = world.environment().service(service).await.unwrap();
        Self { world, identity, register }
    }

    /// A patient who stands so to being written to.
    fn patient(&self, messaging: Messaging) -> Person {
        let patient = self.world.resident("Aino Nieminen");
        self.stands(&patient, messaging);
        patient
    }

    fn stands(&self, patient: &Person, messaging: Messaging) {
        self.register.0.lock().unwrap().insert(patient.id.to_string(), messaging);
    }

    fn actions(&self) -> PathActionServiceClient<Calls> {
        let caller = CallerContext { kind: Caller::Service.into(), service: "digipath-engine".to_owned(), ..CallerContext::default() };
        PathActionServiceClient::new(self.world.calls_by(caller))
    }

    async fn give(&self, asked: GiveTaskRequest) -> Result<(), Status> {
        self.actions().give_task(asked).await.map(drop)
    }

    /// The queues of patient tasks: what they are called in Finnish, and whether they are archived.
    async fn queues(&self) -> Vec<(String, bool)> {
        let queues = self.actions().list_task_queue_names(ListTaskQueueNamesRequest {}).await.unwrap().into_inner().queues;
        queues.into_iter().map(|queue| (queue.names.unwrap().texts["fi"].clone(), queue.archived)).collect()
    }

    async fn changes_queue(&self, change: category::Command) {
        let category = CategoryId::from_uuid(demo_id("category", "patient-tasks"));
        self.world.running.kernel().store.execute::<Category>(category, change, CommandMeta::system(Uuid::now_v7())).await.unwrap();
    }

    async fn end(self) {
        self.identity.stop().await;
        self.world.end().await;
    }
}

fn words(fi: &str, sv: &str, en: &str) -> Option<Translated> {
    Some(Translated { fi: fi.to_owned(), sv: sv.to_owned(), en: en.to_owned() })
}

/// What a path gives to somebody, under an id of its own.
fn given(patient: &Person) -> GiveTaskRequest {
    GiveTaskRequest {
        customer_task_id: Uuid::now_v7().to_string(),
        patient_id: patient.id.to_string(),
        subcategory_id: home().to_string(),
        title: words("Mittaa verenpaine", "Mät blodtrycket", "Measure your blood pressure"),
        instruction: words("Aamuin illoin.", "Morgon och kväll.", "Mornings and evenings."),
        path_id: Uuid::now_v7().to_string(),
        path_execution_id: Uuid::now_v7().to_string(),
    }
}

/// The path of a task and its execution, as somebody sees them.
fn path_of(seen: &CustomerTask) -> (&str, &str) {
    (&seen.path_id, &seen.path_execution_id)
}

fn task_of(asked: &GiveTaskRequest) -> CustomerTaskId {
    CustomerTaskId::parse(&asked.customer_task_id).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn con_21_dig_04_a_path_gives_a_task_once_under_one_id_in_three_languages_as_its_queue_says_and_professionals_see_which() {
    let path = Path::start().await;
    let (aino, liisa) = (path.patient(Messaging::Allowed), path.world.nurse());
    let asked = given(&aino);
    let task = task_of(&asked);
    let (one, other) = tokio::join!(path.give(asked.clone()), path.give(asked.clone()));
    one.unwrap();
    other.unwrap();
    // What was given once is given, whatever is said and whatever holds by then.
    path.stands(&aino, Messaging::NoConsent);
    path.give(GiveTaskRequest { title: words("Muuta", "Annat", "Else"), ..asked.clone() }).await.unwrap();
    let pool = &path.world.running.kernel().pool;
    assert_eq!(events_of(pool, task).await, ["customer_task.activated"]);
    let actor: String = sqlx::query_scalar("select meta ->> 'actor' from events where stream_id = $1")
        .bind(format!("customer_task-{task}"))
        .fetch_one(pool)
        .await
        .unwrap();
    assert_eq!(actor, "path");

    let seen = aino.own_task(task).await.unwrap();
    assert_eq!((&seen.translated_title, &seen.translated_instruction), (&asked.title, &asked.instruction));
    assert_eq!((seen.title.as_str(), seen.instruction.as_str()), ("Mittaa verenpaine", "Aamuin illoin."));
    assert_eq!(seen.activated_by_name, "", "nobody gave it");
    assert_eq!(path_of(&seen), ("", ""), "which path is told to professionals alone");
    assert_eq!((seen.due_unit(), seen.may_mark_done), (TaskDueUnit::Days, true));
    assert!(seen.due_at.is_some());
    assert_eq!(seen.content_id, demo_id("service-content", "home-measurements").to_string());
    let listed = aino.customer_tasks().list_my_customer_tasks(ListMyCustomerTasksRequest::default()).await.unwrap().into_inner().tasks;
    assert_eq!((&listed[0].translated_title, &listed[0].translated_instruction), (&asked.title, &None), "what to do stands in no list");
    assert_eq!(path_of(&listed[0]), ("", ""));
    let seen = liisa.task(task).await.unwrap();
    assert_eq!(path_of(&seen), (asked.path_id.as_str(), asked.path_execution_id.as_str()));
    assert_eq!((seen.translated_title, seen.translated_instruction), (asked.title, asked.instruction));

    // What a professional gives is in the words of who wrote it alone.
    let task = path.world.give(&aino, "Mittaa paino").await;
    assert_eq!(path_of(&liisa.task(task).await.unwrap()), ("", ""));
    let written = aino.own_task(task).await.unwrap();
    assert_eq!((written.translated_title, written.translated_instruction), (None, None));
    path.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_04_who_cannot_be_written_to_is_given_nothing_and_neither_is_anybody_in_a_queue_that_takes_no_tasks() {
    let path = Path::start().await;
    let aino = path.patient(Messaging::Allowed);
    for (messaging, code) in [(Messaging::NoConsent, "patient_no_consent"), (Messaging::ManuallyAdded, "patient_manually_added")] {
        assert_eq!(reason(&path.give(given(&path.patient(messaging))).await.unwrap_err()), code);
    }
    let stranger = path.world.resident("Elli Fofonoff");
    assert_eq!(path.give(given(&stranger)).await.unwrap_err().code(), Code::NotFound);
    for subcategory_id in [queue("health-station/nurse"), Uuid::now_v7().to_string()] {
        let elsewhere = GiveTaskRequest { subcategory_id, ..given(&aino) };
        assert_eq!(path.give(elsewhere).await.unwrap_err().code(), Code::NotFound);
    }
    let in_two = GiveTaskRequest { title: words("Mittaa", " ", "Measure"), ..given(&aino) };
    assert_eq!(fields(&path.give(in_two).await.unwrap_err()), [("title.sv".to_owned(), "translation_missing".to_owned())]);

    let asked = given(&aino);
    assert_eq!(path.queues().await, [("Kotimittaukset".to_owned(), false)]);
    path.changes_queue(category::Command::Archive { subcategory: Some(home()) }).await;
    assert_eq!(reason(&path.give(asked.clone()).await.unwrap_err()), "queue_closed");
    assert_eq!(path.queues().await, [("Kotimittaukset".to_owned(), true)], "archived ones are named as well");
    assert_eq!(events_of(&path.world.running.kernel().pool, task_of(&asked)).await, [""; 0]);
    // What was refused can be given once nothing stands against it.
    path.changes_queue(category::Command::Restore { subcategory: Some(home()) }).await;
    path.give(asked.clone()).await.unwrap();
    assert_eq!(aino.own_task(task_of(&asked)).await.unwrap().state(), CustomerTaskState::Activated);
    path.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn con_21_dig_04_what_a_path_gave_and_is_not_done_in_time_opens_a_conversation_that_ends_when_the_patient_marks_it_done() {
    let path = Path::start().await;
    let (aino, liisa) = (path.patient(Messaging::Allowed), path.world.nurse());
    let asked = given(&aino);
    let task = task_of(&asked);
    path.give(asked.clone()).await.unwrap();
    let pool = &path.world.running.kernel().pool;
    path.world.eventually(|| async { is_timed(pool, task).await.then_some(()) }).await;
    path.world.clock().advance(OVER);
    let conversation = conversation_of(task).to_string();
    path.world.eventually(|| async { liisa.has(Tab::New, &conversation).await.then_some(()) }).await;
    let waiting = liisa.list(ListTasksRequest { tab: Tab::New.into(), ..ListTasksRequest::default() }).await;
    let waiting = waiting.iter().find(|waiting| waiting.conversation_id == conversation).unwrap();
    assert_eq!((waiting.topic.as_str(), waiting.resident_name.as_str()), ("Mittaa verenpaine", "Aino Nieminen"));
    // Whoever has the conversation before them sees of which path it comes.
    let about = liisa.see(&conversation).await.unwrap().customer_task_id;
    let seen = liisa.task(CustomerTaskId::parse(&about).unwrap()).await.unwrap();
    assert_eq!(path_of(&seen), (asked.path_id.as_str(), asked.path_execution_id.as_str()));
    assert_eq!(aino.own_task(task).await.unwrap().state(), CustomerTaskState::Expired);

    aino.mark_own(task).await.unwrap();
    assert_eq!(aino.own_task(task).await.unwrap().state(), CustomerTaskState::Done);
    assert_eq!(aino.see(&conversation).await.unwrap().state(), ConversationState::Ended);
    assert_eq!(events_of(pool, task).await, ["customer_task.activated", "customer_task.expired", "customer_task.marked_done"]);
    path.end().await;
}
