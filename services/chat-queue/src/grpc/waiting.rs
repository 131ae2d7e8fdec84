//! Those who wait, for the professionals who work through the queues.

use chassis::{Kernel, access::Rpc, grpc, names::Names, store::CommandMeta};
use chassis_domain::{Aggregate as _, Timestamp, Uuid, timestamp};
use kajo_proto::chat_queue::v1::{
    AcceptChatRequest, AcceptChatResponse, AcceptNextChatRequest, AcceptNextChatResponse, ChatCustomer, ChatSide, GetChatCustomerRequest,
    GetChatCustomerResponse, KeepOwnChatsRequest, KeepOwnChatsResponse, ListWaitingChatsRequest, ListWaitingChatsResponse, OwnChat, OwnChatMoment,
    ReturnChatRequest, ReturnChatResponse, TakeOverChatRequest, TakeOverChatResponse, UnattendedChat, WaitingChat,
    chat_waiting_service_server::ChatWaitingService,
};
use tonic::{Request, Response, Status};

use super::{
    SERVICE,
    chat::{opened, state},
    chat_work::worked,
    look::{Looked, look},
    queues::Queues,
    who::{QUEUE, about, chat_id, ground, practitioner},
};
use crate::{
    adapters::contact_cards::ContactCards,
    assessed, attendance,
    chat::{Chat, ChatId, Phase, Practitioner, Refused, Side},
    line,
    places::AWAY_AFTER,
    projections::{
        assessments, calls,
        chats::{self, LiveChat},
    },
    standings::Standings,
};

/// How many of those who wait are listed.
const LISTED: i64 = 200;
/// How many chats are listed whose professional has vanished.
const UNATTENDED_LISTED: i64 = 50;

pub(super) struct WaitingChats {
    pub(super) kernel: Kernel,
    pub(super) cards: ContactCards,
    pub(super) services: Names,
}

impl WaitingChats {
    /// A chat, and the caller as its queue knows them.
    async fn found(&self, rpc: &Rpc, id: ChatId) -> Result<(Chat, Practitioner, Queues), Status> {
        let chat = self.kernel.store.load::<Chat>(id).await?.state;
        let queue = chat.standing.as_ref().ok_or_else(grpc::not_found)?.queue;
        let queues = Queues::of(&self.kernel, [queue]).await?;
        let practitioner = practitioner(rpc, queues.in_use(queue))?;
        Ok((chat, practitioner, queues))
    }
}

#[tonic::async_trait]
impl ChatWaitingService for WaitingChats {
    async fn list_waiting_chats(&self, request: Request<ListWaitingChatsRequest>) -> Result<Response<ListWaitingChatsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.kernel;
        let queues: Vec<Uuid> = worked(kernel, &rpc).await?.into_iter().map(|(queue, _)| queue).collect();
        let (waiting, waiting_total) = chats::waiting(&kernel.pool, &queues, LISTED).await.map_err(grpc::fault)?;
        let own = chats::of_practitioner(&kernel.pool, rpc.person()?).await.map_err(grpc::fault)?;
        let unattended = chats::unattended(&kernel.pool, &queues, rpc.person()?, UNATTENDED_LISTED).await.map_err(grpc::fault)?;
        // Of visitors nothing is known.
        let known = waiting.iter().chain(&own).chain(&unattended).filter(|chat| !chat.visitor);
        let people: Vec<_> = known.flat_map(|chat| [chat.resident, chat.at_screen]).collect();
        rpc.log_listed(kernel, people.iter().copied(), Chat::CATEGORY, QUEUE).await?;
        let names = self.cards.names(&rpc, people).await;
        let name = |person| names.get(&person).cloned().unwrap_or_default();
        let listed: Vec<_> = waiting.iter().chain(&own).map(|chat| chat.chat_id).collect();
        let levels = assessed::levels(kernel, &listed).await?;
        let level = |chat: &LiveChat| i32::from(levels.get(&chat.chat_id).copied().unwrap_or_default());
        let heard_since = kernel.clock.now() - AWAY_AFTER;
        let waiting = waiting.iter().map(|chat| WaitingChat {
            chat_id: chat.chat_id.to_string(),
            chat_queue_id: chat.queue.to_string(),
            customer_name: name(chat.resident),
            impersonator_name: if chat.at_screen == chat.resident { String::new() } else { name(chat.at_screen) },
            joined_at: Some(timestamp(chat.joined_at)),
            away: is_away(chat, heard_since),
            returned: chat.returned,
            visitor: chat.visitor,
            ticket: chat.ticket,
            assessment_level: level(chat),
        });
        let own = own.iter().map(|chat| OwnChat {
            chat_id: chat.chat_id.to_string(),
            chat_queue_id: chat.queue.to_string(),
            customer_name: name(chat.resident),
            impersonator_name: if chat.at_screen == chat.resident { String::new() } else { name(chat.at_screen) },
            accepted_at: chat.accepted_at.map(timestamp),
            last_number: chat.last_number,
            last_side: chat.last_side.map_or(ChatSide::Unspecified, Side::public).into(),
            visitor: chat.visitor,
            ticket: chat.ticket,
            assessment_level: level(chat),
        });
        let (waiting, own) = (waiting.collect(), own.collect());
        let mut left = Vec::new();
        for chat in &unattended {
            let state = kernel.store.load::<Chat>(ChatId::from_uuid(chat.chat_id)).await?.state;
            left.push(UnattendedChat {
                chat_id: chat.chat_id.to_string(),
                chat_queue_id: chat.queue.to_string(),
                customer_name: name(chat.resident),
                impersonator_name: if chat.at_screen == chat.resident { String::new() } else { name(chat.at_screen) },
                unattended_at: chat.unattended_at.map(timestamp),
                visitor: chat.visitor,
                ticket: chat.ticket,
                practitioner_name: opened(state.practitioner_name.as_ref()),
            });
        }
        Ok(Response::new(ListWaitingChatsResponse { waiting, waiting_total, own, unattended: left }))
    }

    async fn get_chat_customer(&self, request: Request<GetChatCustomerRequest>) -> Result<Response<GetChatCustomerResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let id = chat_id(&request.into_inner().chat_id)?;
        let Looked { thread, standing, queues } = look(&self.kernel, &rpc, id).await?;
        rpc.log_access(&self.kernel, standing.subject(), (Chat::CATEGORY, Some(id.uuid())), ground(&standing)).await?;
        let card = self.cards.of(&rpc, standing.subject()).await?.remove(&standing.resident).unwrap_or_default();
        // Of who acts for them nothing is shown but what they are called.
        let impersonator = Some(standing.at_screen).filter(|person| *person != standing.resident);
        let impersonator = self.cards.names(&rpc, impersonator).await.into_values().next();
        let service_name = match queues.any(standing.queue).and_then(|details| details.service) {
            Some(service) => self.services.all(&rpc, SERVICE).await.of(service).and_then(|name| name.names),
            None => None,
        };
        let assessed = assessments::of_chat(&self.kernel.pool, id.uuid()).await.map_err(grpc::fault)?.is_some();
        Ok(Response::new(GetChatCustomerResponse {
            customer: Some(ChatCustomer {
                chat_id: id.to_string(),
                chat_queue_id: standing.queue.to_string(),
                person_id: standing.subject().map(|person| person.to_string()).unwrap_or_default(),
                impersonator: impersonator.unwrap_or_default(),
                name: card.name,
                ssn: card.ssn,
                patient_address: card.address,
                patient_email: card.email,
                patient_phone: card.phone,
                patient_service_area: card.service_area_name,
                service_name,
                non_disclosure: card.non_disclosure,
                state: state(thread.state.phase).into(),
                joined_at: thread.joined_at.map(timestamp),
                visitor: standing.visitor,
                ticket: standing.ticket,
                assessed,
            }),
        }))
    }

    async fn accept_next_chat(&self, request: Request<AcceptNextChatRequest>) -> Result<Response<AcceptNextChatResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let mut queues: Vec<Uuid> = worked(&self.kernel, &rpc).await?.into_iter().map(|(queue, _)| queue).collect();
        if !request.chat_queue_ids.is_empty() {
            let asked: Vec<_> = request.chat_queue_ids.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect();
            if asked.iter().any(|id| !queues.contains(id)) {
                return Err(grpc::not_found());
            }
            queues = asked;
        }
        let by = Practitioner { works_through: true, ..practitioner(&rpc, None)? };
        let accepted = line::accept_next(&self.kernel, meta, queues, by).await?;
        let chat = self.kernel.store.load::<Chat>(ChatId::from_uuid(accepted)).await?.state;
        if let Some(standing) = &chat.standing {
            rpc.log(&self.kernel, about(&rpc, standing.subject(), accepted, ground(standing))).await?;
        }
        Ok(Response::new(AcceptNextChatResponse { chat_id: accepted.to_string() }))
    }

    async fn accept_chat(&self, request: Request<AcceptChatRequest>) -> Result<Response<AcceptChatResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = chat_id(&request.chat_id)?;
        let (chat, practitioner, _) = self.found(&rpc, id).await?;
        let subject = chat.standing.as_ref().ok_or_else(grpc::not_found)?.subject();
        line::accept(&self.kernel, meta.with_access(about(&rpc, subject, id.uuid(), QUEUE)), id, practitioner).await?;
        Ok(Response::new(AcceptChatResponse {}))
    }

    async fn keep_own_chats(&self, request: Request<KeepOwnChatsRequest>) -> Result<Response<KeepOwnChatsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let kernel = &self.kernel;
        let meta = CommandMeta { actor: rpc.actor(), trace: rpc.trace.clone(), ..CommandMeta::system(kernel.ids.v7(kernel.clock.now())) };
        let own = attendance::keep(kernel, rpc.person()?, meta).await?;
        let ids: Vec<_> = own.iter().map(|chat| chat.chat_id).collect();
        let calls = calls::newest_of(&kernel.pool, &ids).await.map_err(grpc::fault)?;
        let own = own.iter().map(|chat| OwnChatMoment {
            chat_id: chat.chat_id.to_string(),
            last_number: chat.last_number,
            last_side: chat.last_side.map_or(ChatSide::Unspecified, Side::public).into(),
            call: calls.get(&chat.chat_id).map(|call| call.message(true)),
        });
        Ok(Response::new(KeepOwnChatsResponse { own: own.collect() }))
    }

    async fn take_over_chat(&self, request: Request<TakeOverChatRequest>) -> Result<Response<TakeOverChatResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = chat_id(&request.chat_id)?;
        let (chat, practitioner, _) = self.found(&rpc, id).await?;
        let subject = chat.standing.as_ref().ok_or_else(grpc::not_found)?.subject();
        attendance::take_over(&self.kernel, meta.with_access(about(&rpc, subject, id.uuid(), QUEUE)), id, practitioner).await?;
        Ok(Response::new(TakeOverChatResponse {}))
    }

    async fn return_chat(&self, request: Request<ReturnChatRequest>) -> Result<Response<ReturnChatResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = chat_id(&request.chat_id)?;
        let (chat, practitioner, queues) = self.found(&rpc, id).await?;
        let standing = chat.standing.as_ref().ok_or_else(grpc::not_found)?;
        let meta = meta.with_access(about(&rpc, standing.subject(), id.uuid(), ground(standing)));
        let is_own = chat.phase == Phase::Active && standing.practitioner == Some(practitioner.person);
        if is_own && !self.serves(standing.queue, &queues).await? && !self.kernel.store.has_executed(&meta).await? {
            return Err(grpc::refused(&Refused::QueueClosed));
        }
        line::give_back(&self.kernel, meta, id, practitioner).await?;
        Ok(Response::new(ReturnChatResponse {}))
    }
}

impl WaitingChats {
    /// Who is put back where nobody is served any more would be let go a moment later.
    async fn serves(&self, queue: Uuid, queues: &Queues) -> Result<bool, Status> {
        let Some(details) = queues.in_use(queue) else { return Ok(false) };
        Ok(Standings::now(&self.kernel).await?.serves(queue, details))
    }
}

fn is_away(chat: &LiveChat, heard_since: Timestamp) -> bool {
    chat.seen_at.is_none_or(|seen| seen <= heard_since)
}
