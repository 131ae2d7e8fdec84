//! Chats, each in a queue of its own: who joins a queue again keeps the chat that is there already.

use std::collections::HashMap;

use chassis::testkit::eventually;
use gateway::App;
use kajo_proto::{
    chat_queue::v1::{
        AcceptChatRequest, AcceptChatResponse, ChatRating, ChatSummaryState, EndChatRequest, EndChatResponse, GetChatSummaryRequest,
        GetChatSummaryResponse, JoinChatQueueRequest, JoinChatQueueResponse, KeepChatPlaceRequest, KeepChatPlaceResponse, MarkChatRequest,
        MarkChatResponse, RateChatRequest, RateChatResponse, RequestChatSummaryRequest, RequestChatSummaryResponse, WriteChatMessageRequest,
        WriteChatMessageResponse,
    },
    common::v1::Matter,
};

use super::{OTHER, Objects, Relation, VISIT, marker};
use crate::{
    access::callers::{self, Caller},
    browser::Browser,
    deletion::{PIXEL, upload_file},
    world::World,
};

const PLACES: &str = "/kajo.chat_queue.v1.ChatPlaceService";
const CHATS: &str = "/kajo.chat_queue.v1.ChatService";
const SUMMARIES: &str = "/kajo.chat_queue.v1.ChatSummaryService";
/// Beside each chat, the queue that it is in.
const QUEUE_OF_CHAT: &str = "queue_of_chat";
/// And a file that a message took along there.
const FILE_OF_CHAT: &str = "file_of_chat";

/// Who begins a chat, and for whom.
const REPRESENTATIVES: [(&str, &str); 4] = [("eino", "aino"), ("eino", "onni"), ("tuuli", "veikko"), ("nils", "ante")];

/// Browsers of those who act for somebody, by whom they act for.
pub(super) async fn representatives(world: &World) -> HashMap<&'static str, Browser> {
    // Nobody acts for Aino in the demo.
    world.simulators.authorize("eino", "aino", true, true);
    let mut representatives = HashMap::new();
    for (person, about) in REPRESENTATIVES {
        let mut browser = world.browser(App::Resident);
        browser.begin_session(person).await;
        browser.act_for(about).await;
        representatives.insert(about, browser);
    }
    representatives
}

/// In a line: who has taken it, in which queue, and the chat.
pub(super) type Place = (Browser, String, String);

/// Joins a queue.
pub(super) async fn join(resident: Browser, chat_queue_id: String) -> Place {
    let request = JoinChatQueueRequest { chat_queue_id: chat_queue_id.clone() };
    let joined: JoinChatQueueResponse = resident.call(&format!("{PLACES}/JoinChatQueue"), &request).await.unwrap();
    (resident, chat_queue_id, joined.chat_id)
}

impl Objects {
    /// A place that somebody has taken in a line of its own.
    pub(super) async fn place_in_line(&mut self, about: &'static str, relation: Relation) -> Option<Place> {
        // Who acts for him may do so in social matters alone.
        let matter = if relation == Relation::OnBehalf && about == "ante" { Matter::Social } else { Matter::Health };
        let chat_queue_id = self.own_chat_queue(matter).await;
        if about == VISIT && !matches!(relation, Relation::OnBehalf | Relation::Others) {
            // In a visit nobody joins often. What the one before has begun is no longer asked for.
            let visitor = callers::visitor(&self.apps[0]).await;
            self.visitors.insert(relation, visitor);
            self.kept.retain(|(_, kept_about, kept_relation), _| *kept_about != VISIT || *kept_relation != relation);
        }
        Some(join(self.who_began(about, relation)?.clone(), chat_queue_id).await)
    }

    /// Who has begun a chat; `None`: for whom nobody acts here, nobody has.
    pub(super) fn who_began(&self, about: &'static str, relation: Relation) -> Option<&Browser> {
        match (relation, about) {
            (Relation::OnBehalf, _) => self.representatives.get(about),
            (Relation::Others, _) => self.residents.get(OTHER),
            (_, VISIT) => self.visitors.get(&relation).and_then(Caller::web),
            _ => self.residents.get(about),
        }
    }

    /// The owner has them.
    pub(super) async fn accept_chat(&self, chat_id: &str) {
        let accept = AcceptChatRequest { chat_id: chat_id.to_owned() };
        let _: AcceptChatResponse = self.nurse.call("/kajo.chat_queue.v1.ChatWaitingService/AcceptChat", &accept).await.unwrap();
    }

    /// A chat that waits in the line, was accepted by the owner and read by both, or is over and rated.
    pub(super) async fn chat(&mut self, about: &'static str, relation: Relation) -> String {
        let Some((chat_id, chat_queue_id)) = self.new_chat(about, relation).await else {
            return Box::pin(self.id("chat", about, Relation::Missing)).await;
        };
        self.kept.insert((QUEUE_OF_CHAT, about, relation), chat_queue_id);
        chat_id
    }

    /// A chat of its own whose summary stands; nobody has had one made of a chat that nobody has accepted.
    pub(super) async fn summarised_chat(&mut self, about: &'static str, relation: Relation) -> String {
        if !matches!(relation, Relation::Handled | Relation::Ended) {
            return Box::pin(self.id("chat", about, relation)).await;
        }
        let Some((chat_id, _)) = self.new_chat(about, relation).await else {
            return Box::pin(self.id("chat", about, Relation::Missing)).await;
        };
        let request = RequestChatSummaryRequest { chat_id: chat_id.clone() };
        let _: RequestChatSummaryResponse = self.nurse.call(&format!("{SUMMARIES}/RequestChatSummary"), &request).await.unwrap();
        let get = GetChatSummaryRequest { chat_id: chat_id.clone() };
        eventually(|| async {
            let found: GetChatSummaryResponse = self.nurse.call(&format!("{SUMMARIES}/GetChatSummary"), &get).await.unwrap();
            found.summary.filter(|summary| summary.state() == ChatSummaryState::Done)
        })
        .await;
        chat_id
    }

    /// A chat and the queue that it is in.
    async fn new_chat(&mut self, about: &'static str, relation: Relation) -> Option<(String, String)> {
        let place = self.place_in_line(about, relation).await?;
        Some(self.go_on(place, about, relation).await)
    }

    /// From the line to where the chat is to be.
    pub(super) async fn go_on(&self, place: Place, about: &'static str, relation: Relation) -> (String, String) {
        let whose = if relation == Relation::Others { OTHER } else { about };
        let (resident, chat_queue_id, chat_id) = place;
        if matches!(relation, Relation::Handled | Relation::Ended) {
            self.accept_chat(&chat_id).await;
            self.withdrawn_call(&chat_id).await;
            let write = WriteChatMessageRequest { chat_id: chat_id.clone(), text: marker(whose), attachment_ids: Vec::new() };
            let mark = MarkChatRequest { chat_id: chat_id.clone(), delivered_number: 1, seen_number: 1 };
            for writer in [&resident, &self.nurse] {
                let _: WriteChatMessageResponse = writer.call(&format!("{CHATS}/WriteChatMessage"), &write).await.unwrap();
                let _: MarkChatResponse = writer.call(&format!("{CHATS}/MarkChat"), &mark).await.unwrap();
            }
        }
        if relation == Relation::Ended {
            self.end_chat(&chat_id).await;
            let rate = RateChatRequest { chat_id: chat_id.clone(), rating: ChatRating::Good.into() };
            let _: RateChatResponse = resident.call(&format!("{CHATS}/RateChat"), &rate).await.unwrap();
        }
        (chat_id, chat_queue_id)
    }

    /// What a resident finds who asks what is over, or, `on_behalf`, who acts for one: where nobody has begun anything for them, nothing.
    pub(crate) async fn ended_chat(&mut self, about: &'static str, on_behalf: bool) {
        if on_behalf {
            let Some((.., chat_id)) = self.place_in_line(about, Relation::OnBehalf).await else { return };
            self.accept_chat(&chat_id).await;
            self.end_chat(&chat_id).await;
        } else {
            self.id("chat", about, Relation::Ended).await;
        }
    }

    async fn end_chat(&self, chat_id: &str) {
        let end = EndChatRequest { chat_id: chat_id.to_owned() };
        let _: EndChatResponse = self.nurse.call(&format!("{CHATS}/EndChat"), &end).await.unwrap();
    }

    /// Whose the chat is, of visitors: each of theirs was begun in another visit.
    pub(crate) fn visitor(&self, caller: &Caller, relation: Relation) -> Option<&Caller> {
        self.visitors.get(&relation).filter(|visitor| visitor.name == caller.name)
    }

    /// The queue in which a resident waits, and is there.
    pub(crate) async fn queue_of_chat(&mut self, about: &'static str, relation: Relation) -> String {
        let chat_id = self.id("chat", about, relation).await;
        // Where there is no chat, there is no queue by its id either.
        let Some(chat_queue_id) = self.kept.get(&(QUEUE_OF_CHAT, about, relation)).cloned() else { return chat_id };
        let keep = KeepChatPlaceRequest { chat_id };
        let _: KeepChatPlaceResponse = self.residents[about].call(&format!("{PLACES}/KeepChatPlace"), &keep).await.unwrap();
        chat_queue_id
    }

    /// A file that the resident has sent in the chat that goes on; beside any other chat, one that was not sent there.
    pub(crate) async fn file_of_chat(&mut self, about: &'static str, relation: Relation) -> String {
        if relation != Relation::Handled {
            return self.id("attachment", about, relation).await;
        }
        let chat_id = self.id("chat", about, relation).await;
        if let Some(file) = self.kept.get(&(FILE_OF_CHAT, about, relation)) {
            return file.clone();
        }
        let resident = &self.residents[about];
        let file = upload_file(resident, &format!("{}.png", marker(about)), PIXEL.to_vec()).await;
        let write = WriteChatMessageRequest { chat_id, attachment_ids: vec![file.clone()], ..WriteChatMessageRequest::default() };
        let _: WriteChatMessageResponse = resident.call(&format!("{CHATS}/WriteChatMessage"), &write).await.unwrap();
        self.kept.insert((FILE_OF_CHAT, about, relation), file.clone());
        file
    }
}
