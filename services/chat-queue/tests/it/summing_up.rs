//! Chats beside a model that sums them up, and whoever stands for identity.

use std::collections::HashMap;

use chassis::{
    Service, Tx,
    database::NO_MIGRATIONS,
    service::Running,
    settings::Settings,
    testkit::{Calls, World, begin_and_hold},
};
use chassis_domain::Uuid;
use kajo_proto::{
    chat_queue::v1::{
        AcceptChatSummaryRequest, ChatQueue, ChatQueueDetails, ChatSummary, ChatSummaryState, ClearChatSummaryRequest, EditChatSummaryRequest,
        GetChatSummaryRequest, GetChatSummaryResponse, RejectChatSummaryRequest, RequestChatSummaryRequest, SaveChatQueueRequest,
        chat_queue_service_client::ChatQueueServiceClient, chat_summary_service_client::ChatSummaryServiceClient,
    },
    identity::v1::{
        ContactCard, GetContactCardsRequest, GetContactCardsResponse,
        contact_card_service_server::{ContactCardService, ContactCardServiceServer},
    },
    options::v1::Caller,
};
use simulators::Config;
use tonic::{Request, Response, Status, service::Routes};

use crate::{
    waiting_room::WaitingRoom,
    world::{by, get as get_queue, named, start_with},
};

/// Stands for identity: what people are called, by their ids.
#[derive(Clone, Default)]
struct Names(HashMap<String, String>);

#[tonic::async_trait]
impl ContactCardService for Names {
    async fn get_contact_cards(&self, request: Request<GetContactCardsRequest>) -> Result<Response<GetContactCardsResponse>, Status> {
        let GetContactCardsRequest { person_ids, names_only } = request.into_inner();
        assert!(names_only, "nothing else of them is asked");
        let card = |person_id: String| {
            let name = self.0.get(&person_id)?.clone();
            Some(ContactCard { person_id, name, ..ContactCard::default() })
        };
        Ok(Response::new(GetContactCardsResponse { cards: person_ids.into_iter().filter_map(card).collect() }))
    }
}

/// A waiting room, a model, and sooner or later identity.
pub(crate) struct Office {
    pub(crate) room: WaitingRoom,
    pub(crate) model: simulators::Running,
    identity: Option<Running>,
}

impl Office {
    /// With a queue whose chats are summed up, or are not.
    async fn without_identity(summary_enabled: bool, change: impl FnOnce(Settings) -> Settings) -> Self {
        let model = simulators::start(Config::for_tests()).await.unwrap();
        let settings = |settings: Settings| change(settings.with("summary_url", &model.openai()).with("summary_key", simulators::openai::KEY));
        let world = start_with(settings).await;
        let queue = ChatQueueDetails { summary_enabled, visible_to_unidentified: true, ..named("Neuvola") };
        Self { room: WaitingRoom::in_world(world, queue).await, model, identity: None }
    }

    /// Identity knows nobody.
    pub(crate) async fn open() -> Self {
        Self::with(true, |settings| settings).await
    }

    /// The model is waited for for no longer than a second.
    pub(crate) async fn impatient() -> Self {
        Self::with(true, |settings| settings.with("summary_patience_seconds", "1")).await
    }

    /// Nobody can say what anybody is called.
    pub(crate) async fn unknowing() -> Self {
        Self::without_identity(true, |settings| settings).await
    }

    /// The queue has no summaries.
    pub(crate) async fn switched_off() -> Self {
        Self::with(false, |settings| settings).await
    }

    async fn with(summary_enabled: bool, change: impl FnOnce(Settings) -> Settings) -> Self {
        let mut office = Self::without_identity(summary_enabled, change).await;
        office.identity_comes(&[]).await;
        office
    }

    /// Identity is there from now on, and knows these.
    pub(crate) async fn identity_comes(&mut self, people: &[(&str, &str)]) {
        let names = Names(people.iter().map(|(id, name)| ((*id).to_owned(), (*name).to_owned())).collect());
        let service = Service::new("identity", &NO_MIGRATIONS);
        let service = service.grpc(move |_| Ok(Routes::new(ContactCardServiceServer::new(names.clone()))));
        self.identity = Some(self.world().environment().service(service).await.unwrap());
    }

    pub(crate) fn world(&self) -> &World {
        &self.room.world
    }

    /// The queue has summaries from now on, or has none.
    pub(crate) async fn switch(&self, summary_enabled: bool) {
        let ChatQueue { details, version, .. } = get_queue(self.world(), &self.room.queue).await.unwrap();
        let details = details.map(|details| ChatQueueDetails { summary_enabled, ..details });
        let fields = vec!["summary_enabled".to_owned()];
        let asked = SaveChatQueueRequest { chat_queue_id: self.room.queue.clone(), details, fields, version };
        ChatQueueServiceClient::new(by(self.world(), Caller::ResponsibleUser)).save_chat_queue(asked).await.unwrap();
    }

    /// What has become of the summary of a chat, once this has.
    pub(crate) async fn becomes(&self, calls: &Calls, chat: &str, state: ChatSummaryState) -> ChatSummary {
        self.world().eventually(async || there(calls, chat).await.filter(|summary| summary.state() == state)).await
    }

    /// The same, of one that is asked for now.
    pub(crate) async fn makes(&self, calls: &Calls, chat: &str) -> ChatSummary {
        request(calls, chat).await.unwrap();
        self.becomes(calls, chat, ChatSummaryState::Done).await
    }

    /// How often the model was asked.
    pub(crate) fn asked(&self) -> usize {
        self.model.summaries_asked().len()
    }

    /// How many requests have been dealt with, whatever came of them.
    pub(crate) async fn performed(&self) -> i64 {
        let done = sqlx::query_scalar("select count(*) from due where target = 'effect summarise_chat' and state = 'done'");
        done.fetch_one(&self.world().running.kernel().pool).await.unwrap()
    }

    /// Nothing that happens here is heard of here until this ends.
    pub(crate) async fn hears_nothing(&self) -> Tx<'static> {
        let mut held = begin_and_hold(&self.world().running.kernel().pool).await.unwrap();
        sqlx::query("lock table inbox_cursor in share mode").execute(&mut *held).await.unwrap();
        held
    }

    /// Rows of the access log about the summary of a chat: what was called, whose data it was, and why who called might look.
    pub(crate) async fn logged(&self, chat: &str) -> Vec<(String, Option<Uuid>, String)> {
        let rows = "select substring(method from '[^/]*$'), subject_id, ground from access_log
                    where object_kind = 'chat' and object_id = $1 and method like '%.ChatSummaryService/%'";
        sqlx::query_as(rows).bind(chat.parse::<Uuid>().unwrap()).fetch_all(&self.world().running.kernel().pool).await.unwrap()
    }

    /// Facts about the summary of a chat, in their order, each with those who are told.
    pub(crate) async fn facts(&self, chat: &str) -> Vec<(String, Vec<String>)> {
        let facts = "select substring(fact_type from '[^.]*$'), audience from outbox where stream_id = $1 order by version";
        sqlx::query_as(facts).bind(format!("chat_summary-{chat}")).fetch_all(&self.world().running.kernel().pool).await.unwrap()
    }

    /// Whether some words can be read in what is kept.
    pub(crate) async fn keeps_in_clear(&self, words: &str) -> bool {
        let kept = "select exists (select from events where position(convert_to($1, 'UTF8') in payload) > 0)
                    or exists (select from due where position(convert_to($1, 'UTF8') in body) > 0 or position($1 in coalesce(error, '')) > 0)";
        sqlx::query_scalar(kept).bind(words).fetch_one(&self.world().running.kernel().pool).await.unwrap()
    }

    pub(crate) async fn end(self) {
        if let Some(identity) = self.identity {
            identity.stop().await;
        }
        self.room.end().await;
    }
}

fn client(calls: &Calls) -> ChatSummaryServiceClient<Calls> {
    ChatSummaryServiceClient::new(calls.clone())
}

pub(crate) async fn get(calls: &Calls, chat: &str) -> Result<GetChatSummaryResponse, Status> {
    Ok(client(calls).get_chat_summary(GetChatSummaryRequest { chat_id: chat.to_owned() }).await?.into_inner())
}

/// The summary, where there is one.
pub(crate) async fn there(calls: &Calls, chat: &str) -> Option<ChatSummary> {
    get(calls, chat).await.unwrap().summary
}

pub(crate) async fn request(calls: &Calls, chat: &str) -> Result<(), Status> {
    client(calls).request_chat_summary(RequestChatSummaryRequest { chat_id: chat.to_owned() }).await.map(drop)
}

pub(crate) async fn edit(calls: &Calls, chat: &str, text: &str, version: u64) -> Result<(), Status> {
    let asked = EditChatSummaryRequest { chat_id: chat.to_owned(), text: text.to_owned(), version };
    client(calls).edit_chat_summary(asked).await.map(drop)
}

pub(crate) async fn accept(calls: &Calls, chat: &str, version: u64) -> Result<(), Status> {
    client(calls).accept_chat_summary(AcceptChatSummaryRequest { chat_id: chat.to_owned(), version }).await.map(drop)
}

pub(crate) async fn reject(calls: &Calls, chat: &str, version: u64) -> Result<(), Status> {
    client(calls).reject_chat_summary(RejectChatSummaryRequest { chat_id: chat.to_owned(), version }).await.map(drop)
}

pub(crate) async fn clear(calls: &Calls, chat: &str) -> Result<(), Status> {
    client(calls).clear_chat_summary(ClearChatSummaryRequest { chat_id: chat.to_owned() }).await.map(drop)
}
