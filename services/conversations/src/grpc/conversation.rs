//! Conversations: starting, writing, reading.

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    page::{self, TimeCursor},
    store::CommandMeta,
};
use chassis_domain::{Aggregate, PersonId, Uuid};
use kajo_proto::conversations::v1::{
    Conversation as ConversationView, ConversationKind, ConversationState, ConversationSummary, GetConversationRequest, GetConversationResponse,
    ListMyConversationsRequest, ListMyConversationsResponse, MarkDoneRequest, MarkDoneResponse, MarkReadRequest, MarkReadResponse,
    Message as MessageView, Participant as ParticipantView, Permissions as PermissionsView, ShowToGuardiansRequest, ShowToGuardiansResponse,
    StartConversationRequest, StartConversationResponse, StartPatientConversationRequest, StartPatientConversationResponse, SystemEvent, ThreadEntry,
    UnmarkDoneRequest, UnmarkDoneResponse, Visibility as VisibilityView, WriteMessageRequest, WriteMessageResponse,
    conversation_service_server::ConversationService, thread_entry::Entry as EntryView,
};
use tonic::{Request, Response, Status};

use super::{
    timestamp,
    views::{Opened, files, localized, queue_names},
    who,
};
use crate::{
    adapters::patients::Patients,
    category::{Category, CategoryId, SubcategoryId},
    conversation::{
        Command, Conversation, ConversationId, Kind, ParticipantKind, Phase, Place, Refusal, Who,
        thread::{self, Line, Thread},
        value::{ServiceAreaId, Standing},
    },
    projections::my_conversations,
    seen,
    settings::ConversationsSettings,
};

pub(super) struct Conversations {
    pub(super) kernel: Kernel,
    pub(super) settings: ConversationsSettings,
    pub(super) patients: Patients,
}

/// Parses the id of a conversation; the contract has checked its form.
pub(super) fn conversation_id(text: &str) -> Result<ConversationId, Status> {
    ConversationId::parse(text).ok_or_else(grpc::not_found)
}

/// A conversation as the caller may read it: who reads, whose conversation it is, and on what ground. What they may not read does not
/// exist here.
async fn read(kernel: &Kernel, rpc: &Rpc, id: ConversationId) -> Result<(Who, Thread, Option<PersonId>, &'static str), Status> {
    let reader = who(kernel, rpc).await?;
    let history = kernel.store.history::<Conversation>(id).await?;
    let thread = thread::thread(history.iter().map(|recorded| (recorded.meta.recorded_at, &recorded.event)), &reader);
    let thread = thread.ok_or_else(grpc::not_found)?;
    let ground = if thread.state.takes_part(reader.person()) { "participant" } else { "queue access" };
    let subject = thread.state.opening.as_ref().map(|opening| opening.resident);
    Ok((reader, thread, subject, ground))
}

/// The resident of a conversation that the caller may read, and on what ground they may.
pub(super) async fn readable(kernel: &Kernel, rpc: &Rpc, id: ConversationId) -> Result<(PersonId, &'static str), Status> {
    let (_, _, subject, ground) = read(kernel, rpc, id).await?;
    Ok((subject.ok_or_else(grpc::not_found)?, ground))
}

/// Executes a command on one conversation; answers with the entries of its thread.
pub(super) async fn execute(kernel: &Kernel, id: &str, command: Command, meta: CommandMeta) -> Result<u64, Status> {
    let executed = kernel.store.execute::<Conversation>(conversation_id(id)?, command, meta).await?;
    Ok(executed.state.entries)
}

#[tonic::async_trait]
impl ConversationService for Conversations {
    async fn start_conversation(&self, request: Request<StartConversationRequest>) -> Result<Response<StartConversationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let by = who(&self.kernel, &rpc).await?;
        let area = ServiceAreaId::parse(&request.service_area_id).ok_or_else(grpc::not_found)?;
        let category = CategoryId::parse(&request.category_id).ok_or_else(grpc::not_found)?;
        let subcategory = SubcategoryId::parse(&request.subcategory_id).ok_or_else(grpc::not_found)?;
        let known = self.kernel.store.load::<Category>(category).await?;
        if !known.state.accepts_from(subcategory, area) {
            return Err(grpc::refused(&Refusal::QueueClosed { service_area: area }));
        }
        let topic = self.settings.limits(by.kind()).topic(&request.topic).map_err(|over| grpc::refused(&over))?;
        let draft = self.draft(&by, &request.text, &request.attachment_ids, VisibilityView::Everyone)?;
        let id = ConversationId::from_uuid(Uuid::new_v5(&meta.command_id, b"conversation"));
        // The request names no conversation: there is none yet.
        let meta = meta.with_access(rpc.entry(rpc.caller.person(), (Conversation::CATEGORY, Some(id.uuid())), "command"));
        let place = Place { category, subcategory };
        // Others than teenagers have nothing to decide.
        let visible_to_guardians = request.visible_to_guardians && rpc.caller.is_teenager();
        let start = Command::Start { by, service_area: area, place, topic, draft, matter: known.state.matter, visible_to_guardians };
        let (message, version) = self.send(id, start, meta).await?;
        Ok(Response::new(StartConversationResponse { conversation_id: id.to_string(), message_id: message.to_string(), version }))
    }

    async fn start_patient_conversation(
        &self,
        request: Request<StartPatientConversationRequest>,
    ) -> Result<Response<StartPatientConversationResponse>, Status> {
        self.start_with_patient(request).await
    }

    async fn write_message(&self, request: Request<WriteMessageRequest>) -> Result<Response<WriteMessageResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let by = who(&self.kernel, &rpc).await?;
        let draft = self.draft(&by, &request.text, &request.attachment_ids, request.visibility())?;
        let id = conversation_id(&request.conversation_id)?;
        let write = self.writing(&rpc, id, by, draft, request.expected_version).await?;
        let (message, version) = self.send(id, write, meta).await?;
        Ok(Response::new(WriteMessageResponse { message_id: message.to_string(), version }))
    }

    async fn get_conversation(&self, request: Request<GetConversationRequest>) -> Result<Response<GetConversationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let id = conversation_id(&request.into_inner().conversation_id)?;
        let (reader, thread, subject, ground) = read(&self.kernel, &rpc, id).await?;
        rpc.log_access(&self.kernel, subject, (Conversation::CATEGORY, Some(id.uuid())), ground).await?;
        let mut shown = view(&self.kernel, id, &thread, &reader).await?;
        if reader.kind() == ParticipantKind::Practitioner && thread.state.is_onlooker(reader.person()) {
            shown.seen_up_to = seen::up_to(&self.kernel.pool, id, reader.person()).await.map_err(grpc::fault)?;
        }
        if let Some(permissions) = &mut shown.permissions {
            // A teenager decides in their own name alone.
            permissions.show_to_guardians = reader.representative().is_none() && rpc.caller.is_teenager();
        }
        Ok(Response::new(GetConversationResponse { conversation: Some(shown) }))
    }

    async fn list_my_conversations(&self, request: Request<ListMyConversationsRequest>) -> Result<Response<ListMyConversationsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let person = rpc.person()?;
        let page = request.into_inner().page.unwrap_or_default();
        let after = TimeCursor::parse(&page.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(page.size);
        let by = who(&self.kernel, &rpc).await?;
        let mut rows = my_conversations::page(&self.kernel.pool, person.uuid(), by.representative(), after, size + 1).await.map_err(grpc::fault)?;
        let next_page_token = page::cut(&mut rows, size, |row| TimeCursor { at: row.last_activity_at, id: row.conversation_id }.token());
        rpc.log_access(&self.kernel, Some(person), (Conversation::CATEGORY, None), "own").await?;
        let opened = Opened::of(&self.kernel, rows.iter().map(|row| row.topic.as_slice())).await?;
        let names = queue_names(&self.kernel, rows.iter().map(|row| row.subcategory_id)).await?;
        let conversations = rows.into_iter().map(|row| {
            let names = names.get(&row.subcategory_id);
            ConversationSummary {
                conversation_id: row.conversation_id.to_string(),
                topic: opened.text(&row.topic),
                category_name: names.map(|names| localized(&names.category)),
                subcategory_name: names.map(|names| localized(&names.subcategory)),
                state: ConversationState::try_from(i32::from(row.state)).unwrap_or_default().into(),
                last_activity_at: Some(timestamp(row.last_activity_at)),
                unread: row.unread,
                done: row.done,
            }
        });
        Ok(Response::new(ListMyConversationsResponse { conversations: conversations.collect(), next_page_token }))
    }

    async fn mark_read(&self, request: Request<MarkReadRequest>) -> Result<Response<MarkReadResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let (id, by) = (conversation_id(&request.conversation_id)?, who(&self.kernel, &rpc).await?);
        let (kind, person) = (by.kind(), by.person());
        let read = self.kernel.store.execute::<Conversation>(id, Command::MarkRead { by, up_to: request.read_up_to }, meta).await?;
        if kind == ParticipantKind::Practitioner && read.state.is_onlooker(person) {
            seen::mark(&self.kernel, id, person, request.read_up_to).await.map_err(grpc::fault)?;
        }
        Ok(Response::new(MarkReadResponse {}))
    }

    async fn show_to_guardians(&self, request: Request<ShowToGuardiansRequest>) -> Result<Response<ShowToGuardiansResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let by = who(&self.kernel, &rpc).await?;
        let command = Command::ShowToGuardians { by, teenager: rpc.caller.is_teenager(), visible: request.visible };
        let version = execute(&self.kernel, &request.conversation_id, command, meta).await?;
        Ok(Response::new(ShowToGuardiansResponse { version }))
    }

    async fn mark_done(&self, request: Request<MarkDoneRequest>) -> Result<Response<MarkDoneResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let command = Command::MarkDone { by: who(&self.kernel, &rpc).await? };
        let version = execute(&self.kernel, &request.conversation_id, command, meta).await?;
        Ok(Response::new(MarkDoneResponse { version }))
    }

    async fn unmark_done(&self, request: Request<UnmarkDoneRequest>) -> Result<Response<UnmarkDoneResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let command = Command::UnmarkDone { by: who(&self.kernel, &rpc).await? };
        let version = execute(&self.kernel, &request.conversation_id, command, meta).await?;
        Ok(Response::new(UnmarkDoneResponse { version }))
    }
}

async fn view(kernel: &Kernel, id: ConversationId, thread: &Thread, reader: &Who) -> Result<ConversationView, Status> {
    let state = &thread.state;
    let names = thread.names();
    let name = |person: &PersonId| names.get(person).cloned().unwrap_or_default();
    let opening = state.opening.as_ref().ok_or_else(grpc::not_found)?;
    let entries = || thread.entries.iter();
    let ids = entries().flat_map(|entry| match &entry.line {
        Line::Message(message) => message.attachments.iter().map(|id| id.uuid()).collect(),
        Line::System(_) => Vec::new(),
    });
    let files = files(kernel, &ids.collect::<Vec<_>>()).await?;
    let queues = entries().filter_map(|entry| match &entry.line {
        Line::System(system) => system.queue.map(SubcategoryId::uuid),
        Line::Message(_) => None,
    });
    let queues = queue_names(kernel, queues.chain([state.place.subcategory.uuid()])).await?;
    let related = related(kernel, thread, reader).await?;
    let own = queues.get(&state.place.subcategory.uuid());
    let lines = entries().map(|entry| {
        let line = match &entry.line {
            Line::Message(message) => EntryView::Message(MessageView {
                message_id: message.id.to_string(),
                author_id: message.author.to_string(),
                author_kind: message.author_kind.public().into(),
                author_name: name(&message.author),
                text: message.text.open().cloned().unwrap_or_default(),
                attachments: message.attachments.iter().filter_map(|id| files.get(&id.uuid()).cloned()).collect(),
                visibility: message.visibility.public().into(),
                seen_by: message.seen_by.iter().map(ToString::to_string).collect(),
                representative_id: message.written_by.as_ref().map(|somebody| somebody.person.to_string()).unwrap_or_default(),
                representative_name: message.written_by.as_ref().and_then(|somebody| somebody.name.open().cloned()).unwrap_or_default(),
            }),
            Line::System(system) => EntryView::SystemEvent(SystemEvent {
                kind: system.kind.into(),
                actor_id: system.actor.to_string(),
                actor_name: name(&system.actor),
                target_id: system.target.map(|target| target.to_string()).unwrap_or_default(),
                target_name: system.target.as_ref().map(name).unwrap_or_default(),
                queue_name: system.queue.and_then(|queue| queues.get(&queue.uuid())).map(|names| localized(&names.subcategory)),
            }),
        };
        ThreadEntry { number: entry.number, at: Some(timestamp(entry.at)), entry: Some(line) }
    });
    // A resident sees the professional who handles the matter, and colleagues as far as they stand in the thread.
    let owner = state.owner();
    let participants = state.participants.iter().map(|(person, participant)| ParticipantView {
        person_id: person.to_string(),
        kind: participant.kind.public().into(),
        display_name: name(person),
        owner: owner == Some(*person),
        done: participant.standing == Standing::Done,
        read_up_to: participant.read_up_to,
    });
    Ok(ConversationView {
        conversation_id: id.to_string(),
        kind: kind(&opening.kind).into(),
        state: phase(state.phase).into(),
        topic: opening.topic.open().cloned().unwrap_or_default(),
        category_id: state.place.category.to_string(),
        subcategory_id: state.place.subcategory.to_string(),
        category_name: own.map(|names| localized(&names.category)),
        subcategory_name: own.map(|names| localized(&names.subcategory)),
        service_area_id: opening.service_area.to_string(),
        participants: participants.collect(),
        thread: lines.collect(),
        version: state.entries,
        permissions: Some(permissions(thread.permissions)),
        related_conversation_ids: related.iter().map(ToString::to_string).collect(),
        visible_to_guardians: opening.visible_to_guardians,
        seen_up_to: 0,
        resident_name: if reader.kind() == ParticipantKind::Practitioner {
            opening.resident_name.open().cloned().unwrap_or_default()
        } else {
            String::new()
        },
    })
}

/// What belongs to it and would open to this reader: who is asked for advice works another queue, and who works this one may not be asked.
async fn related(kernel: &Kernel, thread: &Thread, reader: &Who) -> Result<Vec<ConversationId>, Status> {
    let mut open = Vec::new();
    for other in thread.related(reader) {
        let state = kernel.store.load(other).await?.state;
        // A consultation that was asked for a moment ago has yet to begin.
        if state.opening.is_none() || state.may_read(reader) {
            open.push(other);
        }
    }
    Ok(open)
}

pub(super) const fn kind(kind: &Kind) -> ConversationKind {
    match kind {
        Kind::Message => ConversationKind::Message,
        Kind::Consultation { .. } => ConversationKind::Consultation,
    }
}

pub(super) const fn phase(phase: Phase) -> ConversationState {
    match phase {
        Phase::NotStarted => ConversationState::Unspecified,
        Phase::Queued => ConversationState::Queued,
        Phase::Handling { .. } => ConversationState::Handling,
        Phase::Ended => ConversationState::Ended,
    }
}

pub(super) const fn permissions(permissions: thread::Permissions) -> PermissionsView {
    PermissionsView {
        write: permissions.write,
        take: permissions.take,
        take_over: permissions.take_over,
        participate: permissions.participate,
        return_to_queue: permissions.return_to_queue,
        forward: permissions.forward,
        assign: permissions.assign,
        request_consultation: permissions.request_consultation,
        mark_done: permissions.mark_done,
        end: permissions.end,
        show_to_guardians: false,
    }
}
