//! Places in lines, for those who wait.

use chassis::{
    Kernel,
    access::Rpc,
    admin_record, grpc,
    page::{self, TimeCursor},
    sealing::Needs,
};
use chassis_domain::{Aggregate as _, Sealed, Uuid, timestamp};
use kajo_proto::chat_queue::v1::{
    ChatSide, ChatState, ClaimVisitedChatsRequest, ClaimVisitedChatsResponse, EndedChat, JoinChatQueueRequest, JoinChatQueueResponse,
    KeepChatPlaceRequest, KeepChatPlaceResponse, LeaveChatQueueRequest, LeaveChatQueueResponse, ListMyChatsRequest, ListMyChatsResponse,
    ListMyEndedChatsRequest, ListMyEndedChatsResponse, MyChat, chat_place_service_server::ChatPlaceService,
};
use tonic::{Request, Response, Status};

use super::{
    chat::{opened, state},
    offered::seeker,
    queues::Queues,
    who::{OWN, about, chat_id, customer, open_to},
};
use crate::{
    chat::{Chat, ChatId, Joining, Phase, Refused, Side, Who},
    chat_queue::Details,
    claim::claim,
    hours::State,
    line,
    places::{self, OPEN_FOR_AT_MOST},
    projections::{
        calls::{self, CallRow},
        chats::{self, LiveChat},
    },
    standings::Standings,
};

pub(super) struct ChatPlaces(pub(super) Kernel);

impl ChatPlaces {
    /// A queue of ours that is open to the caller, now.
    async fn joinable(&self, rpc: &Rpc, id: Uuid) -> Result<Details, Status> {
        let seeker = seeker(rpc);
        let found = admin_record::details_of::<Details>(&self.0.pool, &[id]).await?.into_iter().next();
        let is_offered = |(_, details, archived): &(Uuid, Details, bool)| !archived && details.is_visible_to(seeker);
        let (_, details, _) = found.filter(is_offered).ok_or_else(grpc::not_found)?;
        if details.is_external() {
            return Err(grpc::refused(&Refused::QueueExternal));
        }
        match Standings::now(&self.0).await?.of(id, &details).state {
            State::Open => Ok(details),
            State::Closed => Err(grpc::refused(&Refused::QueueClosed)),
            State::TemporarilyClosed => Err(grpc::refused(&Refused::QueueTemporarilyClosed)),
        }
    }

    async fn view(&self, chat: &LiveChat, call: Option<&CallRow>, queues: &Queues, standings: &Standings) -> Result<MyChat, Status> {
        let kernel = &self.0;
        let mut view = MyChat {
            chat_id: chat.chat_id.to_string(),
            chat_queue_id: chat.queue.to_string(),
            chat_queue_name: queues.name(chat.queue),
            icon: queues.any(chat.queue).map(|details| details.icon.clone()).unwrap_or_default(),
            state: state(chat.phase).into(),
            joined_at: Some(timestamp(chat.joined_at)),
            last_number: chat.last_number,
            last_side: chat.last_side.map_or(ChatSide::Unspecified, Side::public).into(),
            call: call.map(|call| call.message(false)),
            ..MyChat::default()
        };
        if chat.phase == Phase::Waiting {
            let details = queues.any(chat.queue);
            let open_for = details.map_or(OPEN_FOR_AT_MOST, |details| standings.open_for(details, OPEN_FOR_AT_MOST));
            let place = places::find(&kernel.pool, chat.chat_id, standings.now, open_for).await.map_err(grpc::fault)?;
            view.place = place.and_then(|place| place.message(standings.now));
            view.standing = details.map(|details| standings.message(chat.queue, &standings.of(chat.queue, details)));
        } else {
            let found = kernel.store.load::<Chat>(ChatId::from_uuid(chat.chat_id)).await?.state;
            view.practitioner_name = opened(found.practitioner_name.as_ref());
        }
        Ok(view)
    }
}

#[tonic::async_trait]
impl ChatPlaceService for ChatPlaces {
    async fn join_chat_queue(&self, request: Request<JoinChatQueueRequest>) -> Result<Response<JoinChatQueueResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let queue = Uuid::try_parse(&request.chat_queue_id).map_err(|_| grpc::not_found())?;
        let customer = customer(&rpc)?;
        // A retry of what was done is answered as it was, whatever the hours are since.
        let details = if self.0.store.has_executed(&meta).await? {
            admin_record::details_of::<Details>(&self.0.pool, &[queue]).await?.into_iter().next().map(|(_, details, _)| details)
        } else {
            Some(self.joinable(&rpc, queue).await?)
        };
        let asks_assessment = details.as_ref().is_some_and(|details| details.assessment().is_some());
        let joining = Joining { queue, matter: details.map(|details| details.matter).unwrap_or_default(), customer, ticket: 0 };
        let chat = line::join(&self.0, meta, joining, asks_assessment).await?;
        Ok(Response::new(JoinChatQueueResponse { chat_id: chat.to_string() }))
    }

    async fn list_my_chats(&self, request: Request<ListMyChatsRequest>) -> Result<Response<ListMyChatsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let customer = customer(&rpc)?;
        rpc.log_access(&self.0, customer.subject(), (Chat::CATEGORY, None), OWN).await?;
        let live = chats::of_customer(&self.0.pool, customer).await.map_err(grpc::fault)?;
        if live.is_empty() {
            return Ok(Response::new(ListMyChatsResponse::default()));
        }
        let queues = Queues::of(&self.0, live.iter().map(|chat| chat.queue)).await?;
        let standings = Standings::now(&self.0).await?;
        let ids: Vec<_> = live.iter().map(|chat| chat.chat_id).collect();
        let calls = calls::newest_of(&self.0.pool, &ids).await.map_err(grpc::fault)?;
        let mut views = Vec::with_capacity(live.len());
        for chat in &live {
            if customer.mandates.is_none_or(|mandates| mandates.cover(chat.matter.needs())) {
                views.push(self.view(chat, calls.get(&chat.chat_id), &queues, &standings).await?);
            }
        }
        Ok(Response::new(ListMyChatsResponse { chats: views }))
    }

    async fn list_my_ended_chats(&self, request: Request<ListMyEndedChatsRequest>) -> Result<Response<ListMyEndedChatsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let customer = customer(&rpc)?;
        let asked = request.into_inner().page.unwrap_or_default();
        let after = TimeCursor::parse(&asked.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(asked.size);
        rpc.log_access(&self.0, customer.subject(), (Chat::CATEGORY, None), OWN).await?;
        let mut rows = chats::ended(&self.0.pool, customer, after, size + 1).await.map_err(grpc::fault)?;
        let next_page_token = page::cut(&mut rows, size, |row| TimeCursor { at: row.ended_at, id: row.chat_id }.token());
        let queues = Queues::of(&self.0, rows.iter().map(|row| row.queue)).await?;
        let needs: Needs = rows.iter().filter_map(|row| row.practitioner_name.as_ref()).map(|blob| (blob.subject, blob.class)).collect();
        let keys = self.0.keyring.open(&needs).await.map_err(grpc::fault)?;
        let ended = rows.into_iter().map(|row| EndedChat {
            chat_id: row.chat_id.to_string(),
            chat_queue_id: row.queue.to_string(),
            chat_queue_name: queues.name(row.queue),
            icon: queues.any(row.queue).map(|details| details.icon.clone()).unwrap_or_default(),
            joined_at: Some(timestamp(row.joined_at)),
            ended_at: Some(timestamp(row.ended_at)),
            practitioner_name: opened(row.practitioner_name.map(|blob| Sealed::from_blob(blob, &keys)).as_ref()),
        });
        Ok(Response::new(ListMyEndedChatsResponse { chats: ended.collect(), next_page_token }))
    }

    async fn keep_chat_place(&self, request: Request<KeepChatPlaceRequest>) -> Result<Response<KeepChatPlaceResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let id = chat_id(&request.into_inner().chat_id)?;
        let chat = self.0.store.load::<Chat>(id).await?.state;
        let queue = open_to(&chat, &Who::Customer(customer(&rpc)?))?.queue;
        let standings = Standings::now(&self.0).await?;
        // Where they stood before they were heard of: that they had been called is told once.
        let queues = Queues::of(&self.0, [queue]).await?;
        let details = queues.any(queue);
        let open_for = details.map_or(OPEN_FOR_AT_MOST, |details| standings.open_for(details, OPEN_FOR_AT_MOST));
        let found = places::find(&self.0.pool, id.uuid(), standings.now, open_for).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
        if found.phase != Phase::Waiting {
            let leave_reason = found.left.map(|reason| reason.public().into()).unwrap_or_default();
            return Ok(Response::new(KeepChatPlaceResponse { state: state(found.phase).into(), leave_reason, ..KeepChatPlaceResponse::default() }));
        }
        places::keep(&self.0, id.uuid()).await.map_err(grpc::fault)?;
        Ok(Response::new(KeepChatPlaceResponse {
            state: ChatState::Waiting.into(),
            place: found.message(standings.now),
            standing: details.map(|details| standings.message(queue, &standings.of(queue, details))),
            leave_reason: 0,
        }))
    }

    async fn leave_chat_queue(&self, request: Request<LeaveChatQueueRequest>) -> Result<Response<LeaveChatQueueResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = chat_id(&request.chat_id)?;
        let customer = customer(&rpc)?;
        let meta = meta.with_access(about(&rpc, customer.subject(), id.uuid(), OWN));
        line::leave(&self.0, meta, id, customer).await?;
        Ok(Response::new(LeaveChatQueueResponse {}))
    }

    async fn claim_visited_chats(&self, request: Request<ClaimVisitedChatsRequest>) -> Result<Response<ClaimVisitedChatsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let meta = rpc.command(&request.into_inner())?;
        // What they began was their own, whomever they act for now.
        let Some(visit) = rpc.caller.visit().filter(|_| rpc.caller.impersonator().is_none()) else {
            rpc.log_access(&self.0, Some(rpc.person()?), (Chat::CATEGORY, None), OWN).await?;
            return Ok(Response::new(ClaimVisitedChatsResponse::default()));
        };
        Ok(Response::new(claim(&self.0, meta, visit, rpc.person()?).await?))
    }
}
