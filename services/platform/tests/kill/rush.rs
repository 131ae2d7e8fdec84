//! Residents who all join one chat queue at once, and professionals who accept whoever is next until nobody waits; each call is made again until
//! it is answered.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use anyhow::{Context, Result, bail, ensure};
use chassis::{
    Clock,
    access::{CALLER_HEADER, InternalKey},
    testkit::caller,
};
use futures::future::{try_join, try_join_all};
use kajo_proto::{
    caller::v1::CallerContext,
    chat_queue::v1::{
        AcceptNextChatRequest, AcceptNextChatResponse, ChatQueueDetails, ChatState, HolidayRule, HoursRule, JoinChatQueueRequest,
        KeepChatPlaceRequest, ListWaitingChatsRequest, OpeningHours, OpeningWindow, SaveChatQueueRequest,
        chat_place_service_client::ChatPlaceServiceClient, chat_queue_service_client::ChatQueueServiceClient,
        chat_waiting_service_client::ChatWaitingServiceClient,
    },
    common::v1::{Matter, Translated},
    options::v1::Caller,
};
use sqlx::PgPool;
use tokio::time::{sleep, timeout};
use tonic::{Request, Response, Status, metadata::MetadataValue, transport::Channel};
use uuid::Uuid;

use crate::{
    bus,
    load::Acknowledged,
    patience::{COMES_BACK, until_done},
    stack::Stack,
};

/// How many join.
const PEOPLE: usize = 200;
/// How many accept them.
const STAFF: usize = 20;
/// Between two tries of one call.
const PAUSE: Duration = Duration::from_millis(300);
/// As an app gives up a call that is not answered.
const DEADLINE: Duration = Duration::from_secs(15);
/// How often those say that they are there who wait.
const KEEPS: Duration = Duration::from_secs(5);
/// How long all of it may take.
const PATIENCE: Duration = Duration::from_mins(5);

/// A queue of the rush's own, and who comes to it.
pub(crate) struct Rush {
    channel: Channel,
    key: InternalKey,
    queue: String,
    role: Uuid,
    location: Uuid,
    joined: AtomicUsize,
    answered: Acknowledged,
}

/// A professional, and what became of their calls.
pub(crate) struct Served {
    professional: CallerContext,
    /// A call that is made again is the same one, as in an app. Others come with a new page, which knows nothing of the call before.
    keeps_key: bool,
    /// Whom they were told that they accepted, one after the other.
    told: Vec<String>,
}

/// `None`: nobody waits. What is no answer, because the platform is away, is an error, and tried again.
fn accepted(answer: Result<Response<AcceptNextChatResponse>, Status>) -> Result<Option<String>> {
    match answer {
        Ok(answer) => Ok(Some(answer.into_inner().chat_id)),
        Err(status) if status.message() == "nobody_waits" => Ok(None),
        Err(status) => Err(status.into()),
    }
}

impl Rush {
    /// Adds a queue that is open day and night, for a role and a location that no other queue has.
    pub(crate) async fn open(stack: &Stack) -> Result<Self> {
        let key = InternalKey::from_file(&stack.internal_key_file())?;
        let channel = Channel::from_shared(stack.grpc_url.clone())?.connect_lazy();
        let (role, location) = (Uuid::now_v7(), Uuid::now_v7());
        let (joined, answered) = (AtomicUsize::new(0), Acknowledged::default());
        let mut rush = Self { channel, key, queue: String::new(), role, location, joined, answered };
        let name = format!("Rush {role}");
        let hours = OpeningHours {
            rule: HoursRule::Daily.into(),
            daily: vec![OpeningWindow { from: "00:00".to_owned(), until: "24:00".to_owned() }],
            holidays: HolidayRule::Regular.into(),
            eves: HolidayRule::Regular.into(),
            ..OpeningHours::default()
        };
        let details = ChatQueueDetails {
            name: Some(Translated { fi: name.clone(), sv: name.clone(), en: name }),
            matter: Matter::Health.into(),
            location_ids: vec![location.to_string()],
            role_ids: vec![role.to_string()],
            visible_to_identified: true,
            hours: Some(hours),
            ..ChatQueueDetails::default()
        };
        let asked = SaveChatQueueRequest { details: Some(details), ..SaveChatQueueRequest::default() };
        let ritva = caller(Caller::ResponsibleUser, Uuid::now_v7(), "Ritva Rinne");
        let asked = rush.signed(&ritva, asked, Some(Uuid::now_v7()))?;
        rush.queue = ChatQueueServiceClient::new(rush.channel.clone()).save_chat_queue(asked).await?.into_inner().chat_queue_id;
        Ok(rush)
    }

    /// How many were told that they joined, or whom they accepted.
    pub(crate) fn answered(&self) -> Acknowledged {
        self.answered.clone()
    }

    /// All join, and all accept; comes back with the chats of those who joined, and with who was told to have whom.
    pub(crate) async fn run(&self) -> Result<(Vec<String>, Vec<Served>)> {
        let residents = (0..PEOPLE).map(|_| self.wait_for_turn());
        let professionals = (0..STAFF).map(|number| self.serve(number.is_multiple_of(2)));
        let all = try_join(try_join_all(residents), try_join_all(professionals));
        timeout(PATIENCE, all).await.context("somebody is never accepted")?
    }

    /// Joins, and stays there as an open page does until a professional has accepted.
    async fn wait_for_turn(&self) -> Result<String> {
        let (resident, key) = (caller(Caller::Resident, Uuid::now_v7(), "Aino Lehtonen"), Uuid::now_v7());
        let joined = until_done(COMES_BACK, PAUSE, async || {
            let asked = self.signed(&resident, JoinChatQueueRequest { chat_queue_id: self.queue.clone() }, Some(key))?;
            Ok(self.places().join_chat_queue(asked).await?.into_inner().chat_id)
        });
        let chat = joined.await.context("a place was never given")?;
        self.joined.fetch_add(1, Ordering::SeqCst);
        self.answered.one_more();
        loop {
            let kept = until_done(COMES_BACK, PAUSE, async || {
                let asked = self.signed(&resident, KeepChatPlaceRequest { chat_id: chat.clone() }, None)?;
                Ok(self.places().keep_chat_place(asked).await?.into_inner().state())
            });
            match kept.await.context("a place was never kept")? {
                ChatState::Waiting => sleep(KEEPS).await,
                ChatState::Active => return Ok(chat),
                lost @ (ChatState::Unspecified | ChatState::Ended | ChatState::Left) => bail!("{chat} is {lost:?}"),
            }
        }
    }

    /// Accepts whoever is next until all have joined and nobody waits.
    async fn serve(&self, keeps_key: bool) -> Result<Served> {
        let mut professional = caller(Caller::Practitioner, Uuid::now_v7(), "Liisa Virtanen");
        (professional.role_id, professional.location_id) = (self.role.to_string(), self.location.to_string());
        let mut served = Served { professional, keeps_key, told: Vec::new() };
        loop {
            // Looked at before it is asked: that nobody waits says nothing of who joins afterwards.
            let all_joined = self.joined.load(Ordering::SeqCst) == PEOPLE;
            match self.accept_next(&served).await? {
                Some(chat) => served.told.push(chat),
                None if all_joined => return Ok(served),
                None => sleep(PAUSE).await,
            }
        }
    }

    async fn accept_next(&self, by: &Served) -> Result<Option<String>> {
        let intent = Uuid::now_v7();
        let next = until_done(COMES_BACK, PAUSE, async || {
            let key = if by.keeps_key { intent } else { Uuid::now_v7() };
            accepted(self.waiting().accept_next_chat(self.signed(&by.professional, AcceptNextChatRequest::default(), Some(key))?).await)
        });
        let next = next.await.context("nobody could be accepted any more")?;
        if next.is_some() {
            self.answered.one_more();
        }
        Ok(next)
    }

    /// Everybody who joined has one chat, with one professional, was accepted once and in the order of the tickets, and the bus has heard so.
    pub(crate) async fn check(&self, stack: &Stack, joined: &[String], served: &[Served]) -> Result<()> {
        let mut tickets = BTreeMap::new();
        for one in served {
            for (chat, ticket) in self.own(one).await? {
                ensure!(tickets.insert(chat, ticket).is_none(), "two professionals have the same chat");
            }
        }
        let chats: BTreeSet<_> = joined.iter().cloned().collect();
        ensure!(chats.len() == PEOPLE, "{PEOPLE} residents have {} chats", chats.len());
        ensure!(tickets.keys().eq(&chats), "the chats of those who joined are not those that professionals have");
        self.check_log(stack, &tickets).await?;
        bus::check_chats(stack, &chats).await
    }

    /// Whom a professional has, with their tickets: all of whom they were told so, lower tickets first, and those of whom the answer was lost.
    async fn own(&self, served: &Served) -> Result<BTreeMap<String, u64>> {
        let listed = until_done(COMES_BACK, PAUSE, async || {
            let asked = self.signed(&served.professional, ListWaitingChatsRequest {}, None)?;
            Ok(self.waiting().list_waiting_chats(asked).await?.into_inner().own)
        });
        let own: BTreeMap<_, _> = listed.await?.into_iter().map(|chat| (chat.chat_id, chat.ticket)).collect();
        let told: Vec<_> = served.told.iter().map(|chat| own.get(chat)).collect();
        ensure!(told.iter().all(Option::is_some), "a professional was told to have somebody who is not theirs");
        ensure!(told.is_sorted_by(|one, next| one < next), "a professional accepted higher tickets before lower ones: {told:?}");
        ensure!(!served.keeps_key || told.len() == own.len(), "a call that was made again has accepted one more");
        Ok(own)
    }

    /// One acceptance for each chat stands in the log. Whoever moves a line holds it: so they stand there in the order of the tickets.
    async fn check_log(&self, stack: &Stack, tickets: &BTreeMap<String, u64>) -> Result<()> {
        let pool = PgPool::connect(&format!("{}/kajo_chat_queue", stack.postgres_url)).await?;
        let streams: Vec<_> = tickets.keys().map(|chat| format!("chat-{chat}")).collect();
        let accepted = "select substr(stream_id, 6) from events where event_type = 'chat.accepted' and stream_id = any($1) order by seq";
        let accepted: Vec<String> = sqlx::query_scalar(accepted).bind(&streams).fetch_all(&pool).await?;
        let order: Vec<_> = accepted.iter().filter_map(|chat| tickets.get(chat).copied()).collect();
        ensure!(order == (1..).take(PEOPLE).collect::<Vec<u64>>(), "accepted were the tickets {order:?}");
        let line = sqlx::query_as("select last_ticket, last_seq from lines where chat_queue_id = $1").bind(Uuid::parse_str(&self.queue)?);
        let line: (i64, i64) = line.fetch_one(&pool).await?;
        let people = i64::try_from(PEOPLE)?;
        ensure!(line == (people, people), "{} tickets were drawn, and the line was moved {} times", line.0, line.1);
        pool.close().await;
        Ok(())
    }

    fn places(&self) -> ChatPlaceServiceClient<Channel> {
        ChatPlaceServiceClient::new(self.channel.clone())
    }

    fn waiting(&self) -> ChatWaitingServiceClient<Channel> {
        ChatWaitingServiceClient::new(self.channel.clone())
    }

    fn signed<T>(&self, caller: &CallerContext, message: T, key: Option<Uuid>) -> Result<Request<T>> {
        let mut request = Request::new(message);
        request.set_timeout(DEADLINE);
        let signed = self.key.sign(caller.clone(), Clock::system().now());
        request.metadata_mut().insert_bin(CALLER_HEADER, MetadataValue::from_bytes(&signed));
        if let Some(key) = key {
            request.metadata_mut().insert("idempotency-key", key.to_string().parse()?);
        }
        Ok(request)
    }
}
