//! A stream of messages by residents, each retried with its idempotency key until it is acknowledged.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use chassis::access::InternalKey;
use chassis_domain::demo_id;
use kajo_proto::{
    caller::v1::CallerContext,
    conversations::v1::{
        GetConversationRequest, ListCategoriesRequest, ListTasksRequest, StartConversationRequest, Tab, WriteMessageRequest,
        category_service_client::CategoryServiceClient, conversation_service_client::ConversationServiceClient,
        task_service_client::TaskServiceClient, thread_entry::Entry,
    },
    options::v1::Caller,
};
use tokio::sync::Notify;
use tonic::{Request, metadata::MetadataValue, transport::Channel};
use uuid::Uuid;

use crate::{
    patience::{COMES_BACK, until_done},
    stack::Stack,
};

/// How many messages are sent.
pub(crate) const MESSAGES: usize = 1_000;
const CONVERSATIONS: usize = 8;

/// How many commands are acknowledged so far.
#[derive(Clone, Default)]
pub(crate) struct Acknowledged(Arc<(AtomicUsize, Notify)>);

impl Acknowledged {
    pub(crate) fn one_more(&self) {
        self.0.0.fetch_add(1, Ordering::SeqCst);
        self.0.1.notify_waiters();
    }

    pub(crate) async fn reaches(&self, count: usize) {
        loop {
            let changed = self.0.1.notified();
            if self.0.0.load(Ordering::SeqCst) >= count {
                return;
            }
            changed.await;
        }
    }
}

/// One conversation with what was acknowledged in it, in the order of sending.
pub(crate) struct Sent {
    pub(crate) conversation_id: String,
    pub(crate) resident: Uuid,
    pub(crate) topic: String,
    /// Message id and text.
    pub(crate) messages: Vec<(String, String)>,
}

pub(crate) struct Load {
    channel: Channel,
    key: InternalKey,
    open: Vec<Sent>,
    acknowledged: Acknowledged,
}

/// A nurse of the demo who works the queue that everything goes to.
fn nurse() -> CallerContext {
    let person = demo_id("person", "liisa").to_string();
    CallerContext {
        kind: Caller::Practitioner.into(),
        person_id: person.clone(),
        session_id: person,
        display_name: "Liisa Virtanen".to_owned(),
        role_id: demo_id("role", "nurse").to_string(),
        location_id: demo_id("location", "lehtola").to_string(),
        ..CallerContext::default()
    }
}

impl Load {
    /// Opens the conversations that the messages go to.
    pub(crate) async fn open(stack: &Stack) -> Result<Self> {
        let key = InternalKey::from_file(&stack.internal_key_file())?;
        let channel = Channel::from_shared(stack.grpc_url.clone())?.connect_lazy();
        let mut load = Self { channel, key, open: Vec::new(), acknowledged: Acknowledged::default() };
        for number in 0..CONVERSATIONS {
            let sent = load.start(number).await?;
            load.open.push(sent);
        }
        Ok(load)
    }

    pub(crate) fn acknowledged(&self) -> Acknowledged {
        self.acknowledged.clone()
    }

    async fn start(&self, number: usize) -> Result<Sent> {
        let resident = Uuid::now_v7();
        let mut categories = CategoryServiceClient::new(self.channel.clone());
        let areas = categories.list_categories(self.by(resident, ListCategoriesRequest::default(), None)?).await?.into_inner();
        let area = areas.service_areas.first().context("no service area")?.service_area_id.clone();
        let request = ListCategoriesRequest { service_area_id: area.clone() };
        let categories = categories.list_categories(self.by(resident, request, None)?).await?.into_inner().categories;
        let category = categories.first().context("no category")?;
        let subcategory = category.subcategories.first().context("no subcategory")?;
        let topic = format!("load {number} {resident}");
        let request = StartConversationRequest {
            service_area_id: area,
            category_id: category.category_id.clone(),
            subcategory_id: subcategory.subcategory_id.clone(),
            topic: topic.clone(),
            text: "message 0".to_owned(),
            attachment_ids: Vec::new(),
            visible_to_guardians: false,
        };
        let mut conversations = ConversationServiceClient::new(self.channel.clone());
        let started = conversations.start_conversation(self.by(resident, request, Some(Uuid::now_v7()))?).await?.into_inner();
        let messages = vec![(started.message_id, "message 0".to_owned())];
        Ok(Sent { conversation_id: started.conversation_id, resident, topic, messages })
    }

    /// Sends everything; comes back when all of it is acknowledged.
    pub(crate) async fn send_all(&self) -> Result<Vec<Sent>> {
        let senders = self.open.iter().map(|conversation| self.send(conversation));
        futures::future::try_join_all(senders).await
    }

    async fn send(&self, to: &Sent) -> Result<Sent> {
        let mut messages = to.messages.clone();
        for number in 1..=MESSAGES / CONVERSATIONS {
            let text = format!("message {number}");
            let message_id = self.send_until_acknowledged(to, &text).await?;
            self.acknowledged.one_more();
            messages.push((message_id, text));
        }
        Ok(Sent { conversation_id: to.conversation_id.clone(), resident: to.resident, topic: to.topic.clone(), messages })
    }

    async fn send_until_acknowledged(&self, to: &Sent, text: &str) -> Result<String> {
        let idempotency_key = Uuid::now_v7();
        // While the part is down: the same message again, under the same key.
        until_done(COMES_BACK, Duration::from_millis(50), async || {
            let request =
                WriteMessageRequest { conversation_id: to.conversation_id.clone(), text: text.to_owned(), ..WriteMessageRequest::default() };
            let mut request = self.by(to.resident, request, Some(idempotency_key))?;
            request.set_timeout(Duration::from_secs(5));
            Ok(ConversationServiceClient::new(self.channel.clone()).write_message(request).await?.into_inner().message_id)
        })
        .await
        .with_context(|| format!("{text} was never acknowledged"))
    }

    /// Every message is in its thread exactly once and in order, and nothing else is.
    pub(crate) async fn check_threads(&self, sent: &[Sent]) -> Result<()> {
        for conversation in sent {
            let request = GetConversationRequest { conversation_id: conversation.conversation_id.clone(), ..GetConversationRequest::default() };
            let mut client = ConversationServiceClient::new(self.channel.clone());
            let answer = client.get_conversation(self.by(conversation.resident, request, None)?).await?.into_inner();
            let thread = answer.conversation.context("no conversation")?.thread;
            let found: Vec<_> = thread
                .into_iter()
                .filter_map(|entry| match entry.entry {
                    Some(Entry::Message(message)) => Some((message.message_id, message.text)),
                    _ => None,
                })
                .collect();
            ensure!(found == conversation.messages, "{}: the thread is not what was acknowledged", conversation.conversation_id);
        }
        Ok(())
    }

    /// Every conversation stands once in the inbox, and all its messages are unread there.
    pub(crate) async fn check_inbox(&self, sent: &[Sent]) -> Result<()> {
        let practitioner = nurse();
        for conversation in sent {
            let request = ListTasksRequest { tab: Tab::New.into(), search: conversation.topic.clone(), ..ListTasksRequest::default() };
            let mut client = TaskServiceClient::new(self.channel.clone());
            let request = self.signed(practitioner.clone(), request, None)?;
            let tasks = client.list_tasks(request).await?.into_inner().tasks;
            let unread: Vec<_> =
                tasks.iter().filter(|task| task.conversation_id == conversation.conversation_id).map(|task| task.unread as usize).collect();
            ensure!(unread == [conversation.messages.len()], "{}: the inbox shows {unread:?}", conversation.conversation_id);
        }
        Ok(())
    }

    fn by<T>(&self, resident: Uuid, message: T, key: Option<Uuid>) -> Result<Request<T>> {
        let caller = CallerContext {
            kind: Caller::Resident.into(),
            person_id: resident.to_string(),
            session_id: resident.to_string(),
            display_name: "Load".to_owned(),
            ..CallerContext::default()
        };
        self.signed(caller, message, key)
    }

    fn signed<T>(&self, caller: CallerContext, message: T, key: Option<Uuid>) -> Result<Request<T>> {
        let mut request = Request::new(message);
        let now = chassis::Clock::system().now();
        request.metadata_mut().insert_bin("kajo-caller-bin", MetadataValue::from_bytes(&self.key.sign(caller, now)));
        if let Some(key) = key {
            request.metadata_mut().insert("idempotency-key", key.to_string().parse()?);
        }
        Ok(request)
    }
}
