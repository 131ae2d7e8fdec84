//! Those who join, wait, accept and chat in a queue that is open day and night.

use chassis::{
    service::Running,
    store::CommandMeta,
    testkit::{self, Calls, World, caller},
};
use chassis_domain::{Matter, PersonId, Uuid};
use chat_queue::{
    assessment::{self, Assessment, CONSENT_VERSION, Completing, id_of},
    chat,
};
use kajo_proto::{
    caller::v1::{CallerContext, Impersonator},
    chat_queue::store::v1::AnsweredAssessment,
    chat_queue::v1::{
        AcceptChatRequest, AcceptNextChatRequest, ChatQueueDetails, ClaimVisitedChatsRequest, EndChatRequest, GetChatRequest, GetChatResponse,
        JoinChatQueueRequest, KeepChatPlaceRequest, KeepChatPlaceResponse, KeepOwnChatsRequest, LeaveChatQueueRequest, ListMyChatsRequest,
        ListWaitingChatsRequest, ListWaitingChatsResponse, MyChat, OwnChatMoment, ReturnChatRequest, TakeOverChatRequest, WriteChatMessageRequest,
        chat_place_service_client::ChatPlaceServiceClient, chat_service_client::ChatServiceClient,
        chat_waiting_service_client::ChatWaitingServiceClient,
    },
    options::v1::{Caller, Domain},
};
use tonic::Status;

use crate::{
    calling::invite,
    world::{LOCATION, ROLE, add, by, close, daily, named, start},
};

/// A world with a queue that is open day and night.
pub(crate) struct WaitingRoom {
    pub(crate) world: World,
    pub(crate) queue: String,
}

impl WaitingRoom {
    pub(crate) async fn open() -> Self {
        Self::of(named("Neuvola")).await
    }

    /// The queue is there for who is not signed in as well.
    pub(crate) async fn open_to_visitors() -> Self {
        Self::of(ChatQueueDetails { visible_to_unidentified: true, ..named("Nuoret") }).await
    }

    async fn of(details: ChatQueueDetails) -> Self {
        Self::in_world(start().await, details).await
    }

    /// In a world that the test has started.
    pub(crate) async fn in_world(world: World, details: ChatQueueDetails) -> Self {
        world.job_has_run("line").await;
        let queue = add(&world, ChatQueueDetails { hours: daily("00:00", "24:00"), ..details }).await.unwrap();
        Self { world, queue }
    }

    pub(crate) fn somebody(&self) -> Customer {
        Customer::of_resident(&self.world, &Uuid::now_v7().to_string())
    }

    /// Somebody who is not signed in.
    pub(crate) fn visitor(&self) -> Customer {
        let context = CallerContext { kind: Caller::Visitor.into(), person_id: Uuid::now_v7().to_string(), ..CallerContext::default() };
        Customer::new(&self.world, context)
    }

    /// Somebody who was this visitor before they signed in.
    pub(crate) fn signed_in(&self, visitor: &Customer) -> Customer {
        self.somebody().who_visited(&self.world, visitor)
    }

    /// Somebody who acts for this resident in matters of health or social matters.
    pub(crate) fn for_somebody(&self, resident: Uuid, domain: Domain) -> Customer {
        let mut context = caller(Caller::Resident, resident, "Aino Lehtonen");
        let person_id = Uuid::from_u128(77).to_string();
        context.impersonator = Some(Impersonator { person_id, display_name: "Eino Oja".to_owned(), mandates: vec![domain.into()] });
        Customer::new(&self.world, context)
    }

    pub(crate) fn liisa(&self) -> Professional {
        self.professional(ROLE, LOCATION)
    }

    pub(crate) fn professional(&self, role: Uuid, location: Uuid) -> Professional {
        let mut context = caller(Caller::Practitioner, Uuid::now_v7(), "Liisa Virtanen");
        (context.role_id, context.location_id) = (role.to_string(), location.to_string());
        Professional { calls: self.world.calls_by(context.clone()), context }
    }

    /// Somebody new who waits, with their chat.
    pub(crate) async fn waiting(&self) -> (Customer, String) {
        let somebody = self.somebody();
        let chat = somebody.join(&self.queue).await.unwrap();
        (somebody, chat)
    }

    /// Somebody has assessed their symptoms for the queue, whether it asks for that or not. Nothing was answered.
    pub(crate) async fn assesses(&self, somebody: &Customer) {
        let person = PersonId::parse(&somebody.context.person_id).unwrap();
        let visitor = somebody.context.kind() == Caller::Visitor;
        let customer = chat::Customer { resident: person, at_screen: person, mandates: None, visitor };
        let sent = Completing {
            standing: assessment::Standing::new(self.queue.parse().unwrap(), Matter::Health, &customer),
            survey: Uuid::from_u128(3),
            published_version: 1,
            consent_version: CONSENT_VERSION,
            content: AnsweredAssessment::default(),
        };
        let (store, command_id) = (&self.world.running.kernel().store, Uuid::now_v7());
        let command = assessment::Command::Complete(Box::new(sent));
        store.execute::<Assessment>(id_of(command_id), command, CommandMeta::system(command_id)).await.unwrap();
    }

    /// Whether the read models are what follows from the events. Those that the test has left empty are filled before.
    pub(crate) async fn rebuilds_to_the_same(&self) {
        let (somebody, liisa) = (self.somebody(), self.liisa());
        self.assesses(&somebody).await;
        let chat = somebody.join(&self.queue).await.unwrap();
        liisa.accept(&chat).await.unwrap();
        invite(&liisa.calls, &chat).await.unwrap();
        close(by(&self.world, Caller::ResponsibleUser), &self.queue, "Koulutus", None).await.unwrap();
        testkit::rebuilds_to_the_same(&self.world.running).await.unwrap();
    }

    pub(crate) async fn end(self) {
        self.world.end().await.unwrap();
    }
}

/// The person at a screen.
#[derive(Clone)]
pub(crate) struct Customer {
    pub(crate) context: CallerContext,
    pub(crate) calls: Calls,
}

impl Customer {
    fn new(world: &World, context: CallerContext) -> Self {
        Self { calls: world.calls_by(context.clone()), context }
    }

    /// A resident of this id.
    pub(crate) fn of_resident(world: &World, id: &str) -> Self {
        Self::new(world, caller(Caller::Resident, id.parse().unwrap(), "Aino Lehtonen"))
    }

    /// The same person, who was this visitor before in the same browser.
    pub(crate) fn who_visited(&self, world: &World, visitor: &Self) -> Self {
        Self::new(world, CallerContext { visit_id: visitor.context.person_id.clone(), ..self.context.clone() })
    }

    /// The same person, by way of another process.
    pub(crate) fn by_way_of(&self, world: &World, running: &Running) -> Self {
        Self { context: self.context.clone(), calls: world.environment().calls(running).by(self.context.clone()) }
    }

    fn places(&self) -> ChatPlaceServiceClient<Calls> {
        ChatPlaceServiceClient::new(self.calls.clone())
    }

    pub(crate) async fn join(&self, queue: &str) -> Result<String, Status> {
        let asked = JoinChatQueueRequest { chat_queue_id: queue.to_owned() };
        Ok(self.places().join_chat_queue(asked).await?.into_inner().chat_id)
    }

    pub(crate) async fn keep(&self, chat: &str) -> Result<KeepChatPlaceResponse, Status> {
        Ok(self.places().keep_chat_place(KeepChatPlaceRequest { chat_id: chat.to_owned() }).await?.into_inner())
    }

    /// How many stand in front.
    pub(crate) async fn ahead(&self, chat: &str) -> u32 {
        self.keep(chat).await.unwrap().place.unwrap().ahead
    }

    pub(crate) async fn mine(&self) -> Vec<MyChat> {
        self.places().list_my_chats(ListMyChatsRequest {}).await.unwrap().into_inner().chats
    }

    pub(crate) async fn leave(&self, chat: &str) -> Result<(), Status> {
        self.places().leave_chat_queue(LeaveChatQueueRequest { chat_id: chat.to_owned() }).await.map(drop)
    }

    /// What has become theirs.
    pub(crate) async fn claim(&self) -> Vec<String> {
        self.places().claim_visited_chats(ClaimVisitedChatsRequest {}).await.unwrap().into_inner().chat_ids
    }
}

/// Reading and writing, on either side.
pub(crate) async fn read(calls: &Calls, chat: &str, after_number: u32) -> Result<GetChatResponse, Status> {
    let asked = GetChatRequest { chat_id: chat.to_owned(), after_number };
    Ok(ChatServiceClient::new(calls.clone()).get_chat(asked).await?.into_inner())
}

pub(crate) async fn write(calls: &Calls, chat: &str, text: &str) -> Result<u32, Status> {
    let asked = WriteChatMessageRequest { chat_id: chat.to_owned(), text: text.to_owned(), attachment_ids: Vec::new() };
    Ok(ChatServiceClient::new(calls.clone()).write_chat_message(asked).await?.into_inner().number)
}

pub(crate) async fn end(calls: &Calls, chat: &str) -> Result<(), Status> {
    ChatServiceClient::new(calls.clone()).end_chat(EndChatRequest { chat_id: chat.to_owned() }).await.map(drop)
}

/// A professional at work.
#[derive(Clone)]
pub(crate) struct Professional {
    pub(crate) context: CallerContext,
    pub(crate) calls: Calls,
}

impl Professional {
    pub(crate) fn waiting(&self) -> ChatWaitingServiceClient<Calls> {
        ChatWaitingServiceClient::new(self.calls.clone())
    }

    pub(crate) async fn list(&self) -> ListWaitingChatsResponse {
        self.waiting().list_waiting_chats(ListWaitingChatsRequest {}).await.unwrap().into_inner()
    }

    pub(crate) async fn accept_next(&self) -> Result<String, Status> {
        Ok(self.waiting().accept_next_chat(AcceptNextChatRequest::default()).await?.into_inner().chat_id)
    }

    pub(crate) async fn accept(&self, chat: &str) -> Result<(), Status> {
        self.waiting().accept_chat(AcceptChatRequest { chat_id: chat.to_owned() }).await.map(drop)
    }

    /// Says that they are there, and answers their chats with what was written last.
    pub(crate) async fn keep(&self) -> Vec<OwnChatMoment> {
        self.waiting().keep_own_chats(KeepOwnChatsRequest {}).await.unwrap().into_inner().own
    }

    pub(crate) async fn take_over(&self, chat: &str) -> Result<(), Status> {
        self.waiting().take_over_chat(TakeOverChatRequest { chat_id: chat.to_owned() }).await.map(drop)
    }

    pub(crate) async fn give_back(&self, chat: &str) -> Result<(), Status> {
        self.waiting().return_chat(ReturnChatRequest { chat_id: chat.to_owned() }).await.map(drop)
    }
}
