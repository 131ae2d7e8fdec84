//! The practitioner's inbox, and what a professional does with a conversation.

use std::collections::BTreeSet;

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    page::{self, TimeCursor},
};
use chassis_domain::{Aggregate, PersonId};
use kajo_proto::conversations::v1::{
    AssignConversationRequest, AssignConversationResponse, ConversationKind, ConversationState, CountTasksRequest, CountTasksResponse,
    EndConversationRequest, EndConversationResponse, ForwardConversationRequest, ForwardConversationResponse, ListPatientConversationsRequest,
    ListPatientConversationsResponse, ListTasksRequest, ListTasksResponse, ParticipateInConversationRequest, ParticipateInConversationResponse,
    RequestConsultationRequest, RequestConsultationResponse, RequestPatientConsultationRequest, RequestPatientConsultationResponse,
    ReturnConversationRequest, ReturnConversationResponse, Tab as TabView, TakeConversationRequest, TakeConversationResponse,
    TakeOverConversationRequest, TakeOverConversationResponse, Task, TaskSort, task_service_server::TaskService,
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{
    appear,
    conversation::execute,
    link::Links,
    queue::open_queue,
    timestamp,
    views::{Opened, localized, queue_names},
    who,
};
use crate::{
    adapters::patients::Patients,
    category::SubcategoryId,
    conversation::{Command, Conversation, Refusal, Who},
    projections::{
        categories, professionals,
        task_queries::{self, Question, Tab, TaskRow},
    },
    protected_residents,
    settings::ConversationsSettings,
};

pub(super) struct Tasks {
    pub(super) kernel: Kernel,
    pub(super) settings: ConversationsSettings,
    pub(super) patients: Patients,
    pub(super) links: Links,
}

impl Tasks {
    /// A colleague by id, with the queues that role and location give.
    async fn colleague(&self, id: &str) -> Result<Who, Status> {
        let unknown = |colleague| grpc::refused(&Refusal::ColleagueWithoutAccess { colleague });
        let person = PersonId::parse(id).ok_or_else(grpc::not_found)?;
        let seen = professionals::find(&self.kernel.pool, person.uuid()).await.map_err(grpc::fault)?.ok_or_else(|| unknown(person))?;
        let name = Opened::of(&self.kernel, [seen.name.as_slice()]).await?.text(&seen.name);
        let queues = categories::queues_of(&self.kernel.pool, seen.role, seen.location).await.map_err(grpc::fault)?;
        Ok(Who::Practitioner { person, name, queues, consulted_in: BTreeSet::new() })
    }

    /// Rows as the contract has them, with names and topics opened.
    async fn shown(&self, rows: Vec<TaskRow>) -> Result<Vec<Task>, Status> {
        let mut sealed: Vec<&[u8]> = Vec::with_capacity(rows.len() * 3);
        for row in &rows {
            sealed.extend([row.topic.as_slice(), row.resident_name.as_slice()]);
            sealed.extend(row.owner_name.as_deref());
        }
        let opened = Opened::of(&self.kernel, sealed).await?;
        let names = queue_names(&self.kernel, rows.iter().map(|row| row.subcategory_id)).await?;
        let residents: Vec<Uuid> = rows.iter().filter_map(|row| row.resident_id).collect();
        let protected = protected_residents::among(&self.kernel.pool, &residents).await.map_err(grpc::fault)?;
        let tasks = rows.into_iter().map(|row| {
            let names = names.get(&row.subcategory_id);
            Task {
                conversation_id: row.conversation_id.to_string(),
                kind: ConversationKind::try_from(i32::from(row.kind)).unwrap_or_default().into(),
                state: ConversationState::try_from(i32::from(row.state)).unwrap_or_default().into(),
                topic: opened.text(&row.topic),
                resident_name: opened.text(&row.resident_name),
                subcategory_id: row.subcategory_id.to_string(),
                category_name: names.map(|names| localized(&names.category)),
                subcategory_name: names.map(|names| localized(&names.subcategory)),
                owner_id: row.owner_id.map(|owner| owner.to_string()).unwrap_or_default(),
                owner_name: row.owner_name.as_deref().map(|name| opened.text(name)).unwrap_or_default(),
                arrived_at: Some(timestamp(row.arrived_at)),
                last_activity_at: Some(timestamp(row.last_activity_at)),
                unread: row.unread,
                has_attachments: row.has_attachments,
                resident_non_disclosure: row.resident_id.is_some_and(|resident| protected.contains(&resident)),
            }
        });
        Ok(tasks.collect())
    }

    async fn queues(&self, rpc: &Rpc) -> Result<BTreeSet<SubcategoryId>, Status> {
        match who(&self.kernel, rpc).await? {
            Who::Practitioner { queues, .. } => Ok(queues),
            Who::Resident { .. } => Err(grpc::access_denied()),
        }
    }
}

#[tonic::async_trait]
impl TaskService for Tasks {
    async fn list_tasks(&self, request: Request<ListTasksRequest>) -> Result<Response<ListTasksResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let page = request.page.clone().unwrap_or_default();
        let after = TimeCursor::parse(&page.token).map_err(|refusal| grpc::refused(&refusal))?;
        let wanted: BTreeSet<_> = request.subcategory_ids.iter().filter_map(|id| SubcategoryId::parse(id)).collect();
        let filtered = !wanted.is_empty();
        let tab = tab(request.tab());
        let own = self.queues(&rpc).await?;
        let queues: Vec<Uuid> = match (tab, filtered) {
            // One's own folders are one's own, whatever queue they came from.
            (Tab::Own | Tab::Done, true) => wanted.iter().map(|queue| queue.uuid()).collect(),
            (_, true) => own.intersection(&wanted).map(|queue| queue.uuid()).collect(),
            (_, false) => own.iter().map(|queue| queue.uuid()).collect(),
        };
        let size = page::size(page.size);
        let question = Question {
            tab,
            person: rpc.person()?.uuid(),
            queues,
            own_queues: own.iter().map(|queue| queue.uuid()).collect(),
            filtered,
            unread_only: request.unread_only,
            oldest_first: request.sort() == TaskSort::OldestFirst,
            tokens: self.kernel.keyring.blind_index().query(&request.search),
            after,
            size: size + 1,
        };
        let mut rows = task_queries::page(&self.kernel.pool, &question).await.map_err(grpc::fault)?;
        let next_page_token = page::cut(&mut rows, size, |row| TimeCursor { at: row.last_activity_at, id: row.conversation_id }.token());
        // Whose names are seen is told to whom they belong.
        let shown = rows.iter().filter_map(|row| row.resident_id).map(PersonId::from_uuid);
        rpc.log_listed(&self.kernel, shown, Conversation::CATEGORY, "inbox").await?;
        Ok(Response::new(ListTasksResponse { tasks: self.shown(rows).await?, next_page_token }))
    }

    async fn count_tasks(&self, request: Request<CountTasksRequest>) -> Result<Response<CountTasksResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let queues: Vec<_> = self.queues(&rpc).await?.iter().map(|queue| queue.uuid()).collect();
        let [new, own, team, done] = task_queries::counts(&self.kernel.pool, rpc.person()?.uuid(), &queues).await.map_err(grpc::fault)?;
        Ok(Response::new(CountTasksResponse { new, own, team, done }))
    }

    async fn take_conversation(&self, request: Request<TakeConversationRequest>) -> Result<Response<TakeConversationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        appear(&self.kernel, &rpc).await?;
        let command = Command::Take { by: who(&self.kernel, &rpc).await? };
        let version = execute(&self.kernel, &rpc, &request.conversation_id, command, meta).await?;
        Ok(Response::new(TakeConversationResponse { version }))
    }

    async fn take_over_conversation(&self, request: Request<TakeOverConversationRequest>) -> Result<Response<TakeOverConversationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let command = Command::TakeOver { by: who(&self.kernel, &rpc).await? };
        let version = execute(&self.kernel, &rpc, &request.conversation_id, command, meta).await?;
        Ok(Response::new(TakeOverConversationResponse { version }))
    }

    async fn assign_conversation(&self, request: Request<AssignConversationRequest>) -> Result<Response<AssignConversationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let command = Command::Assign { by: who(&self.kernel, &rpc).await?, to: self.colleague(&request.colleague_id).await? };
        let version = execute(&self.kernel, &rpc, &request.conversation_id, command, meta).await?;
        Ok(Response::new(AssignConversationResponse { version }))
    }

    async fn participate_in_conversation(
        &self,
        request: Request<ParticipateInConversationRequest>,
    ) -> Result<Response<ParticipateInConversationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let command = Command::Participate { by: who(&self.kernel, &rpc).await? };
        let version = execute(&self.kernel, &rpc, &request.conversation_id, command, meta).await?;
        Ok(Response::new(ParticipateInConversationResponse { version }))
    }

    async fn return_conversation(&self, request: Request<ReturnConversationRequest>) -> Result<Response<ReturnConversationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let command = Command::Return { by: who(&self.kernel, &rpc).await? };
        let version = execute(&self.kernel, &rpc, &request.conversation_id, command, meta).await?;
        Ok(Response::new(ReturnConversationResponse { version }))
    }

    async fn forward_conversation(&self, request: Request<ForwardConversationRequest>) -> Result<Response<ForwardConversationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let by = who(&self.kernel, &rpc).await?;
        let (to, category) = open_queue(&self.kernel, &request.subcategory_id, |_| true).await?;
        let kind = category.open_kind(to.subcategory).unwrap_or_default();
        let command = Command::Forward { by, to, kind, matter: category.matter() };
        let version = execute(&self.kernel, &rpc, &request.conversation_id, command, meta).await?;
        Ok(Response::new(ForwardConversationResponse { version }))
    }

    async fn request_consultation(&self, request: Request<RequestConsultationRequest>) -> Result<Response<RequestConsultationResponse>, Status> {
        self.ask_from_conversation(request).await
    }

    async fn request_patient_consultation(
        &self,
        request: Request<RequestPatientConsultationRequest>,
    ) -> Result<Response<RequestPatientConsultationResponse>, Status> {
        self.ask_about_patient(request).await
    }

    async fn list_patient_conversations(
        &self,
        request: Request<ListPatientConversationsRequest>,
    ) -> Result<Response<ListPatientConversationsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let patient = PersonId::parse(&request.patient_id).ok_or_else(grpc::not_found)?;
        if !self.patients.is_open_to(&rpc, patient).await? {
            return Err(grpc::not_found());
        }
        let page = request.page.unwrap_or_default();
        let after = TimeCursor::parse(&page.token).map_err(|refusal| grpc::refused(&refusal))?;
        let queues: Vec<_> = self.queues(&rpc).await?.iter().map(|queue| queue.uuid()).collect();
        let size = page::size(page.size);
        let found = task_queries::of_resident(&self.kernel.pool, patient.uuid(), rpc.person()?.uuid(), &queues, after, size + 1).await;
        let mut rows = found.map_err(grpc::fault)?;
        let next_page_token = page::cut(&mut rows, size, |row| TimeCursor { at: row.last_activity_at, id: row.conversation_id }.token());
        rpc.log_access(&self.kernel, Some(patient), (Conversation::CATEGORY, None), "patient page").await?;
        Ok(Response::new(ListPatientConversationsResponse { conversations: self.shown(rows).await?, next_page_token }))
    }

    async fn end_conversation(&self, request: Request<EndConversationRequest>) -> Result<Response<EndConversationResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let command = Command::End { by: who(&self.kernel, &rpc).await?, done: request.mark_done };
        let version = execute(&self.kernel, &rpc, &request.conversation_id, command, meta).await?;
        Ok(Response::new(EndConversationResponse { version }))
    }
}

const fn tab(tab: TabView) -> Tab {
    match tab {
        TabView::New | TabView::Unspecified => Tab::New,
        TabView::Own => Tab::Own,
        TabView::Team => Tab::Team,
        TabView::Done => Tab::Done,
    }
}
