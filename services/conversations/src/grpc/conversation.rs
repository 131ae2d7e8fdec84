//! Conversations: starting, writing, reading.

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    page::{self, TimeCursor},
    store::CommandMeta,
};
use chassis_domain::{Aggregate, Matter, PersonId, Uuid};
use kajo_proto::conversations::v1::{
    AskToShowToGuardiansRequest, AskToShowToGuardiansResponse, CheckLinkRequest, CheckLinkResponse, Conversation as ConversationView,
    ConversationKind, ConversationState, ConversationSummary, GetConversationRequest, GetConversationResponse, ListMyConversationsRequest,
    ListMyConversationsResponse, MarkDoneRequest, MarkDoneResponse, MarkReadRequest, MarkReadResponse, Message as MessageView,
    Participant as ParticipantView, Permissions as PermissionsView, ShowToGuardiansRequest, ShowToGuardiansResponse, StartConversationRequest,
    StartConversationResponse, StartPatientConversationRequest, StartPatientConversationResponse, SystemEvent, ThreadEntry, UnmarkDoneRequest,
    UnmarkDoneResponse, Visibility as VisibilityView, WriteMessageRequest, WriteMessageResponse, conversation_service_server::ConversationService,
    thread_entry::Entry as EntryView,
};
use tonic::{Request, Response, Status};

use super::{
    consultation::as_consulted,
    known,
    link::Links,
    timestamp,
    views::{Opened, files, localized, queue_names},
    who,
};
use crate::{
    adapters::patients::Patients,
    category::{CategoryId, SubcategoryId},
    conversation::{
        Circle, Command, Conversation, ConversationId, Kind, ParticipantKind, Phase, Place, Refusal, Who,
        thread::{self, Line, Thread},
        value::{ServiceAreaId, Standing},
    },
    projections::{my_conversations, task_queries},
    protected_residents, seen,
    settings::ConversationsSettings,
};

pub(super) struct Conversations {
    pub(super) kernel: Kernel,
    pub(super) settings: ConversationsSettings,
    pub(super) patients: Patients,
    pub(super) links: Links,
}

/// Parses the id of a conversation; the contract has checked its form.
pub(super) fn conversation_id(text: &str) -> Result<ConversationId, Status> {
    ConversationId::parse(text).ok_or_else(grpc::not_found)
}

/// A conversation as the caller may read it: who reads, whose conversation it is, as far as that is known, and on what ground. What they may not
/// read does not exist here.
pub(super) async fn read(kernel: &Kernel, rpc: &Rpc, id: ConversationId) -> Result<(Who, Thread, Option<PersonId>, &'static str), Status> {
    let mut reader = who(kernel, rpc).await?;
    let history = kernel.store.history::<Conversation>(id).await?;
    let thread_of = |reader: &Who| thread::thread(history.iter().map(|recorded| (recorded.meta.recorded_at, &recorded.event)), reader);
    let mut thread = thread_of(&reader);
    // Few are: it is asked where nothing else lets them read it.
    if thread.is_none() && !history.is_empty() {
        reader = as_consulted(kernel, id, reader).await?;
        thread = thread_of(&reader);
    }
    let thread = thread.ok_or_else(grpc::not_found)?;
    let ground = if thread.state.takes_part(reader.person()) { "participant" } else { "queue access" };
    let subject = thread.state.patient();
    Ok((reader, thread, subject, ground))
}

/// What goes with a professional's command: the row of the access log is about the resident of the conversation, who sees it in their own
/// log; of an anonymous form it is about nobody. A command that is refused, for whatever reason, leaves none.
pub(super) async fn about_resident(kernel: &Kernel, rpc: &Rpc, id: ConversationId, meta: CommandMeta) -> Result<CommandMeta, Status> {
    if rpc.caller.is_resident() {
        return Ok(meta);
    }
    let found = task_queries::resident_of(&kernel.pool, id.uuid(), rpc.person()?.uuid()).await.map_err(grpc::fault)?;
    let Some((resident, takes_part)) = found else { return Ok(meta) };
    let ground = if takes_part { "participant" } else { "queue access" };
    Ok(meta.with_access(rpc.entry(resident.map(PersonId::from_uuid), (Conversation::CATEGORY, Some(id.uuid())), ground)))
}

/// Executes a command on one conversation; answers with how many entries of its thread its giver is shown.
pub(super) async fn execute(kernel: &Kernel, rpc: &Rpc, id: &str, command: Command, meta: CommandMeta) -> Result<u64, Status> {
    let (id, giver) = (conversation_id(id)?, command.giver());
    let meta = about_resident(kernel, rpc, id, meta).await?;
    let executed = kernel.store.execute::<Conversation>(id, command, meta).await?;
    Ok(executed.state.shown_to(giver))
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
        let topic = self.settings.limits(by.kind()).topic(&request.topic).map_err(|over| grpc::refused(&over))?;
        let draft = self.draft(&by, &request.text, &request.attachment_ids, VisibilityView::Everyone)?;
        self.links.admit(&meta, &[("topic", &topic), ("text", &draft.text)]).await?;
        let id = ConversationId::from_uuid(Uuid::new_v5(&meta.command_id, b"conversation"));
        // The request names no conversation: there is none yet.
        let meta = meta.with_access(rpc.entry(rpc.caller.person(), (Conversation::CATEGORY, Some(id.uuid())), "command"));
        let place = Place { category, subcategory };
        // Others than teenagers have nothing to decide.
        let visible_to_guardians = request.visible_to_guardians && rpc.caller.is_teenager();
        // What it is about is told by its queue, where that is held.
        let start = Command::Start { by, service_area: area, place, topic, draft, matter: Matter::Unsaid, visible_to_guardians };
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
        self.links.admit(&meta, &[("text", &draft.text)]).await?;
        let id = conversation_id(&request.conversation_id)?;
        let meta = about_resident(&self.kernel, &rpc, id, meta).await?;
        let write = self.writing(&rpc, id, by, draft, request.expected_version).await?;
        let (message, version) = self.send(id, write, meta).await?;
        Ok(Response::new(WriteMessageResponse { message_id: message.to_string(), version }))
    }

    async fn get_conversation(&self, request: Request<GetConversationRequest>) -> Result<Response<GetConversationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let id = conversation_id(&request.conversation_id)?;
        let (reader, thread, subject, ground) = read(&self.kernel, &rpc, id).await?;
        let ground = match thread.state.colleague_in_charge(&reader) {
            Some(owner) if !request.confirmed => return Err(grpc::refused(&Refusal::ColleaguesTask { owner })),
            Some(_) => "team_view",
            None => ground,
        };
        rpc.log_access(&self.kernel, subject, (Conversation::CATEGORY, Some(id.uuid())), ground).await?;
        let mut shown = view(&self.kernel, id, &thread, &reader).await?;
        self.links.mark(&mut shown.thread).await;
        if reader.kind() == ParticipantKind::Practitioner && thread.state.is_onlooker(reader.person()) {
            let seen = seen::up_to(&self.kernel.pool, id, reader.person()).await.map_err(grpc::fault)?;
            shown.seen_up_to = thread.state.number_for(thread.state.circle_of(&reader), seen);
        }
        // A teenager decides in their own name alone.
        let decides = reader.representative().is_none() && rpc.caller.is_teenager();
        if let Some(permissions) = &mut shown.permissions {
            permissions.show_to_guardians = decides;
            permissions.ask_to_show_to_guardians = self.may_ask_teenager(&rpc, &thread).await;
        }
        shown.guardians_asked_for &= decides || reader.kind() == ParticipantKind::Practitioner;
        let known = known::known(&shown.thread);
        let partial = known::leave_new(&mut shown.thread, request.after, &request.known);
        Ok(Response::new(GetConversationResponse { conversation: Some(shown), known, partial }))
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
                kind: ConversationKind::try_from(i32::from(row.kind)).unwrap_or_default().into(),
            }
        });
        Ok(Response::new(ListMyConversationsResponse { conversations: conversations.collect(), next_page_token }))
    }

    async fn mark_read(&self, request: Request<MarkReadRequest>) -> Result<Response<MarkReadResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = conversation_id(&request.conversation_id)?;
        let mut by = who(&self.kernel, &rpc).await?;
        if by.kind() == ParticipantKind::Practitioner && !self.kernel.store.load::<Conversation>(id).await?.state.may_read(&by) {
            by = as_consulted(&self.kernel, id, by).await?;
        }
        let (kind, person) = (by.kind(), by.person());
        let meta = about_resident(&self.kernel, &rpc, id, meta).await?;
        let read = self.kernel.store.execute::<Conversation>(id, Command::MarkRead { by, up_to: request.read_up_to }, meta).await?;
        if kind == ParticipantKind::Practitioner && read.state.is_onlooker(person) {
            let up_to = read.state.entry_of(read.state.circle(kind, person), request.read_up_to);
            seen::mark(&self.kernel, id, person, up_to).await.map_err(grpc::fault)?;
        }
        Ok(Response::new(MarkReadResponse {}))
    }

    async fn check_link(&self, request: Request<CheckLinkRequest>) -> Result<Response<CheckLinkResponse>, Status> {
        self.links.check(request).await
    }

    async fn show_to_guardians(&self, request: Request<ShowToGuardiansRequest>) -> Result<Response<ShowToGuardiansResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let by = who(&self.kernel, &rpc).await?;
        let command = Command::ShowToGuardians { by, teenager: rpc.caller.is_teenager(), visible: request.visible };
        let version = execute(&self.kernel, &rpc, &request.conversation_id, command, meta).await?;
        Ok(Response::new(ShowToGuardiansResponse { version }))
    }

    async fn ask_to_show_to_guardians(
        &self,
        request: Request<AskToShowToGuardiansRequest>,
    ) -> Result<Response<AskToShowToGuardiansResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let by = who(&self.kernel, &rpc).await?;
        let known = self.kernel.store.load::<Conversation>(conversation_id(&request.conversation_id)?).await?.state;
        let resident = known.resident().filter(|_| known.may_read(&by)).ok_or_else(grpc::not_found)?;
        let command = Command::AskToShowToGuardians { by, teenager: self.patients.is_teenager(&rpc, resident).await? };
        let version = execute(&self.kernel, &rpc, &request.conversation_id, command, meta).await?;
        Ok(Response::new(AskToShowToGuardiansResponse { version }))
    }

    async fn mark_done(&self, request: Request<MarkDoneRequest>) -> Result<Response<MarkDoneResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let command = Command::MarkDone { by: who(&self.kernel, &rpc).await? };
        let version = execute(&self.kernel, &rpc, &request.conversation_id, command, meta).await?;
        Ok(Response::new(MarkDoneResponse { version }))
    }

    async fn unmark_done(&self, request: Request<UnmarkDoneRequest>) -> Result<Response<UnmarkDoneResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let command = Command::UnmarkDone { by: who(&self.kernel, &rpc).await? };
        let version = execute(&self.kernel, &rpc, &request.conversation_id, command, meta).await?;
        Ok(Response::new(UnmarkDoneResponse { version }))
    }
}

impl Conversations {
    /// Whether who handles it may ask a teenager to let guardians see it. Where identity does not answer, the conversation is read all the
    /// same, and there is nothing to ask.
    async fn may_ask_teenager(&self, rpc: &Rpc, thread: &Thread) -> bool {
        let state = &thread.state;
        let open = thread.permissions.forward && state.reached && !state.visible_to_guardians() && !state.guardians_asked_for;
        match state.resident() {
            Some(resident) if open => self.patients.is_teenager(rpc, resident).await.unwrap_or_default(),
            _ => false,
        }
    }
}

async fn view(kernel: &Kernel, id: ConversationId, thread: &Thread, reader: &Who) -> Result<ConversationView, Status> {
    let state = &thread.state;
    let circle = state.circle_of(reader);
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
    let patient = opening.patient().filter(|_| reader.kind() == ParticipantKind::Practitioner);
    let resident_non_disclosure = match patient {
        Some(patient) => !protected_residents::among(&kernel.pool, &[patient.uuid()]).await.map_err(grpc::fault)?.is_empty(),
        None => false,
    };
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
                // What is known of them changes: it is asked when the thread is shown.
                harmful_links: Vec::new(),
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
        read_up_to: state.number_for(circle, participant.read_up_to),
        takes_part: state.circle(participant.kind, *person) == Circle::TakingPart,
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
        service_area_id: opening.service_area.filter(|_| !resident_non_disclosure).map(|area| area.to_string()).unwrap_or_default(),
        participants: participants.collect(),
        thread: lines.collect(),
        version: state.version_for(circle),
        permissions: Some(permissions(thread.permissions)),
        related_conversation_ids: related.iter().map(ToString::to_string).collect(),
        visible_to_guardians: opening.visible_to_guardians,
        seen_up_to: 0,
        resident_name: patient.and_then(|_| opening.resident_name.open().cloned()).unwrap_or_default(),
        resident_non_disclosure,
        guardians_asked_for: state.guardians_asked_for,
        resident_id: patient.map(|patient| patient.to_string()).unwrap_or_default(),
        customer_task_id: opening.kind.task().map(|task| task.to_string()).unwrap_or_default(),
        form_response_id: opening.kind.form().map(|form| form.to_string()).unwrap_or_default(),
    })
}

/// What belongs to it and would open to this reader: who is asked for advice works another queue, and who works this one may not be asked.
async fn related(kernel: &Kernel, thread: &Thread, reader: &Who) -> Result<Vec<ConversationId>, Status> {
    let mut open = Vec::new();
    for other in thread.related(reader) {
        let state = &kernel.store.load::<Conversation>(other).await?.state;
        // A consultation that was asked for a moment ago has yet to begin.
        let reader = if thread.state.takes_part(reader.person()) { &as_consulted(kernel, other, reader.clone()).await? } else { reader };
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
        Kind::CustomerTask { .. } => ConversationKind::CustomerTask,
        Kind::Form { .. } => ConversationKind::Form,
        Kind::AnonymousForm { .. } => ConversationKind::AnonymousForm,
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
        ask_to_show_to_guardians: false,
    }
}
