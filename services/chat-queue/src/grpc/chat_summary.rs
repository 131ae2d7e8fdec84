//! Summaries of chats, for the professional who has the chat. Who may accept somebody has nothing summarised before they have.

use std::collections::BTreeSet;

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    store::{CommandMeta, Recorded},
};
use chassis_domain::{Aggregate as _, PersonId, Uuid, timestamp};
use kajo_proto::chat_queue::v1::{
    AcceptChatSummaryRequest, AcceptChatSummaryResponse, ChatSummary as SummaryView, ChatSummaryFailure, ChatSummarySentence,
    ClearChatSummaryRequest, ClearChatSummaryResponse, EditChatSummaryRequest, EditChatSummaryResponse, GetChatSummaryRequest,
    GetChatSummaryResponse, RejectChatSummaryRequest, RejectChatSummaryResponse, RequestChatSummaryRequest, RequestChatSummaryResponse,
    chat_summary_service_server::ChatSummaryService,
};
use tonic::{Request, Response, Status};

use super::{
    chat::opened,
    queues::Queues,
    who::{OWNER, about, chat_id, open_to, practitioner},
};
use crate::{
    adapters::contact_cards::ContactCards,
    chat::{self, Chat, ChatId, Who, thread::thread},
    chat_summary::{ChatSummary, ChatSummaryId, Command, Event, Failure, Refused, Sentence, Standing, State, TEXT_MAX_CHARS, Words, requested_at},
};

pub(super) struct ChatSummaries {
    pub(super) kernel: Kernel,
    pub(super) cards: ContactCards,
    /// The platform has a model to ask.
    pub(super) has_model: bool,
}

/// A chat that the caller has.
struct Own {
    id: ChatId,
    /// For the access log: whose data it is.
    subject: Option<PersonId>,
    /// How a summary stands that they ask for.
    standing: Standing,
}

impl Own {
    /// Who works through the queue has it once they have accepted; for everybody else it does not exist.
    fn of(rpc: &Rpc, id: ChatId, chat: &Chat) -> Result<Self, Status> {
        let practitioner = practitioner(rpc, None)?;
        let person = practitioner.person;
        let standing = open_to(chat, &Who::Practitioner(practitioner))?;
        let chat::Standing { queue, resident, visitor, .. } = *standing;
        Ok(Self { id, subject: standing.subject(), standing: Standing { queue, resident, visitor, practitioner: person } })
    }

    /// The summary has the id of its chat.
    fn summary(&self) -> ChatSummaryId {
        ChatSummaryId::from_uuid(self.id.uuid())
    }

    /// The row of the access log goes with the command.
    fn logged(&self, rpc: &Rpc, meta: CommandMeta) -> CommandMeta {
        meta.with_access(about(rpc, self.subject, self.id.uuid(), OWNER))
    }
}

impl ChatSummaries {
    async fn own(&self, rpc: &Rpc, chat: &str) -> Result<Own, Status> {
        let id = chat_id(chat)?;
        Own::of(rpc, id, &self.kernel.store.load::<Chat>(id).await?.state)
    }

    /// Whether the queue has summaries, and so has the platform.
    async fn are_offered(&self, queue: Uuid) -> Result<bool, Status> {
        let queues = Queues::of(&self.kernel, [queue]).await?;
        Ok(self.has_model && queues.any(queue).is_some_and(|details| details.summary_enabled))
    }

    /// What people in the chat are called, a line each: whose chat it is, who is at the screen, and every professional who has had it. As long
    /// as nobody can say what residents are called nothing is asked for: it could not be taken out of what is sent.
    async fn names(&self, rpc: &Rpc, standing: &chat::Standing, history: &[Recorded<chat::Event>]) -> Result<String, Status> {
        // Of visitors nothing is known.
        let people = if standing.visitor { Vec::new() } else { vec![standing.resident, standing.at_screen] };
        let people = self.cards.certain_names(rpc, people).await?;
        let professionals = history.iter().filter_map(|recorded| match &recorded.event.what {
            chat::EventKind::Accepted { practitioner_name, .. } | chat::EventKind::TakenOver { practitioner_name, .. } => {
                Some(opened(Some(practitioner_name)))
            }
            _ => None,
        });
        let names: BTreeSet<_> = people.into_values().chain(professionals).filter(|name| !name.is_empty()).collect();
        Ok(names.into_iter().collect::<Vec<_>>().join("\n"))
    }

    async fn execute(&self, rpc: &Rpc, chat: &str, meta: CommandMeta, command: Command) -> Result<(), Status> {
        let own = self.own(rpc, chat).await?;
        self.kernel.store.execute::<ChatSummary>(own.summary(), command, own.logged(rpc, meta)).await?;
        Ok(())
    }
}

/// To the contract; `None`: there is none.
fn view(history: &[Recorded<Event>]) -> Option<SummaryView> {
    let ChatSummary { state, until_number, words, accepted, failure, .. } = ChatSummary::replay(history.iter().map(|recorded| &recorded.event));
    if state == State::Nothing {
        return None;
    }
    let (sentences, edited_text) = match &words {
        Some(Words::Model(sentences)) => (sentences.iter().map(sentence).collect(), String::new()),
        Some(Words::Own(text)) => (Vec::new(), opened(Some(text))),
        None => (Vec::new(), String::new()),
    };
    Some(SummaryView {
        state: state.public().into(),
        until_number,
        sentences,
        edited_text,
        accepted,
        failure: failure.map_or(ChatSummaryFailure::Unspecified, Failure::public).into(),
        requested_at: requested_at(history.iter().map(|recorded| (recorded.meta.recorded_at, &recorded.event))).map(timestamp),
        version: history.last().map_or(0, |recorded| recorded.meta.version),
    })
}

fn sentence(sentence: &Sentence) -> ChatSummarySentence {
    let Sentence { text, messages, unsupported } = sentence;
    ChatSummarySentence { text: opened(Some(text)), message_numbers: messages.clone(), unsupported: *unsupported }
}

#[tonic::async_trait]
impl ChatSummaryService for ChatSummaries {
    async fn get_chat_summary(&self, request: Request<GetChatSummaryRequest>) -> Result<Response<GetChatSummaryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let own = self.own(&rpc, &request.into_inner().chat_id).await?;
        rpc.log_access(&self.kernel, own.subject, (Chat::CATEGORY, Some(own.id.uuid())), OWNER).await?;
        let history = self.kernel.store.history::<ChatSummary>(own.summary()).await?;
        Ok(Response::new(GetChatSummaryResponse {
            summary: view(&history),
            offered: self.are_offered(own.standing.queue).await?,
            text_max_chars: u32::try_from(TEXT_MAX_CHARS).unwrap_or(u32::MAX),
        }))
    }

    async fn request_chat_summary(&self, request: Request<RequestChatSummaryRequest>) -> Result<Response<RequestChatSummaryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = chat_id(&request.chat_id)?;
        let history = self.kernel.store.history::<Chat>(id).await?;
        let thread = thread(history.iter().map(|recorded| (recorded.meta.recorded_at, &recorded.event)));
        let own = Own::of(&rpc, id, &thread.state)?;
        let meta = own.logged(&rpc, meta);
        if !self.are_offered(own.standing.queue).await? && !self.kernel.store.has_executed(&meta).await? {
            return Err(grpc::refused(&Refused::Off));
        }
        // Of files alone there is nothing to say.
        let is_written = thread.messages.iter().any(|message| !opened(Some(&message.text)).is_empty());
        let until_number = if is_written { thread.state.messages } else { 0 };
        let names = self.names(&rpc, thread.state.standing.as_ref().ok_or_else(grpc::not_found)?, &history).await?;
        let (summary, command) = (own.summary(), Command::Request { standing: own.standing, until_number, names });
        self.kernel.store.execute::<ChatSummary>(summary, command, meta).await?;
        Ok(Response::new(RequestChatSummaryResponse {}))
    }

    async fn edit_chat_summary(&self, request: Request<EditChatSummaryRequest>) -> Result<Response<EditChatSummaryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?.expecting(request.version);
        let command = Command::Edit { by: rpc.person()?, text: request.text };
        self.execute(&rpc, &request.chat_id, meta, command).await?;
        Ok(Response::new(EditChatSummaryResponse {}))
    }

    async fn accept_chat_summary(&self, request: Request<AcceptChatSummaryRequest>) -> Result<Response<AcceptChatSummaryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?.expecting(request.version);
        self.execute(&rpc, &request.chat_id, meta, Command::Accept { by: rpc.person()? }).await?;
        Ok(Response::new(AcceptChatSummaryResponse {}))
    }

    async fn reject_chat_summary(&self, request: Request<RejectChatSummaryRequest>) -> Result<Response<RejectChatSummaryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?.expecting(request.version);
        self.execute(&rpc, &request.chat_id, meta, Command::Reject { by: rpc.person()? }).await?;
        Ok(Response::new(RejectChatSummaryResponse {}))
    }

    async fn clear_chat_summary(&self, request: Request<ClearChatSummaryRequest>) -> Result<Response<ClearChatSummaryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        self.execute(&rpc, &request.chat_id, meta, Command::Clear { by: rpc.person()? }).await?;
        Ok(Response::new(ClearChatSummaryResponse {}))
    }
}
