//! Tasks of patients: given and seen to by professionals, seen and done by residents.

use std::collections::BTreeSet;

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    page::{self, TimeCursor},
    store::{CommandMeta, UnitOfWork, WorkError},
};
use chassis_domain::{Aggregate, PersonId, Representative, Uuid};
use kajo_proto::{
    common::v1::PageRequest,
    conversations::v1::{
        ActivateCustomerTaskRequest, ActivateCustomerTaskResponse, CustomerTask as TaskView, CustomerTaskState, GetCustomerTaskRequest,
        GetCustomerTaskResponse, GetMyCustomerTaskRequest, GetMyCustomerTaskResponse, ListCustomerTasksOfPatientRequest,
        ListCustomerTasksOfPatientResponse, ListMyCustomerTasksRequest, ListMyCustomerTasksResponse, ListTaskQueuesRequest, ListTaskQueuesResponse,
        MarkDoneForPatientRequest, MarkDoneForPatientResponse, MarkMyCustomerTaskDoneRequest, MarkMyCustomerTaskDoneResponse, ParticipantKind,
        TaskDue, TaskDueUnit, TaskQueue, WithdrawCustomerTaskRequest, WithdrawCustomerTaskResponse,
        customer_task_service_server::CustomerTaskService,
    },
};
use tonic::{Request, Response, Status};

use super::{
    appear,
    link::Links,
    queue::open_queue,
    timestamp,
    views::{Opened, localized, queue_names},
    who,
};
use crate::{
    adapters::patients::Patients,
    category::{Category, CategoryId, Due, QueueKind, SubcategoryId},
    conversation::{Conversation, Who},
    customer_task::{Activating, Activation, By, Command, CustomerTask, CustomerTaskId, Giver, Refusal, TaskTexts, conversation_of},
    projections::{
        categories,
        customer_tasks::{self, Question, TaskRow},
    },
    settings::ConversationsSettings,
    task_ends,
};

pub(super) struct CustomerTasks {
    pub(super) kernel: Kernel,
    pub(super) settings: ConversationsSettings,
    pub(super) patients: Patients,
    pub(super) links: Links,
}

/// Where a title and an instruction stand in a request.
const TITLE: &str = "title";
const INSTRUCTION: &str = "instruction";

/// A task as the caller may see it.
struct Seen {
    id: CustomerTaskId,
    task: CustomerTask,
    by: By,
    patient: PersonId,
    ground: &'static str,
}

impl CustomerTasks {
    /// A task that the caller may know of; others do not exist here. Whoever reads the conversation that it opened sees it too.
    async fn seen(&self, rpc: &Rpc, id: &str) -> Result<Seen, Status> {
        let id = CustomerTaskId::parse(id).ok_or_else(grpc::not_found)?;
        let task = self.kernel.store.load::<CustomerTask>(id).await?.state;
        let patient = task.activation.as_ref().ok_or_else(grpc::not_found)?.patient;
        let mut by = By { who: who(&self.kernel, rpc).await?, patient_opened: false };
        let is_practitioner = matches!(by.who, Who::Practitioner { .. });
        let mut ground = if is_practitioner { "queue access" } else { "own" };
        if is_practitioner && task.open_to(&by).is_none() {
            ground = "patient";
            by.patient_opened = self.patients.is_open_to(rpc, patient).await?;
            if !by.patient_opened {
                ground = "participant";
                let conversation = self.kernel.store.load::<Conversation>(conversation_of(id)).await?.state;
                return if conversation.may_read(&by.who) { Ok(Seen { id, task, by, patient, ground }) } else { Err(grpc::not_found()) };
            }
        }
        task.open_to(&by).ok_or_else(grpc::not_found)?;
        Ok(Seen { id, task, by, patient, ground })
    }

    /// A command that brings a task to its end.
    async fn end(&self, rpc: &Rpc, seen: Seen, meta: CommandMeta, command: impl FnOnce(By) -> Command) -> Result<(), Status> {
        let meta = meta.with_access(rpc.entry(Some(seen.patient), (CustomerTask::CATEGORY, Some(seen.id.uuid())), seen.ground));
        task_ends::end(&self.kernel, seen.id, command(seen.by), meta).await?;
        Ok(())
    }

    async fn view(&self, rpc: &Rpc, seen: &Seen) -> Result<TaskView, Status> {
        let row = customer_tasks::find(&self.kernel.pool, seen.id.uuid()).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
        rpc.log_access(&self.kernel, Some(seen.patient), (CustomerTask::CATEGORY, Some(seen.id.uuid())), seen.ground).await?;
        let view = self.views(vec![row], &seen.by).await?.pop().ok_or_else(grpc::not_found)?;
        let given = seen.task.activation.as_ref().ok_or_else(grpc::not_found)?;
        let text = |id: Option<Uuid>| id.map(|id| id.to_string()).unwrap_or_default();
        Ok(TaskView {
            instruction: instruction(&seen.task),
            translated_instruction: given.texts().map(|texts| texts.instruction.clone().into()),
            service_id: text(given.service),
            content_id: text(given.content),
            ..view
        })
    }

    async fn page(
        &self,
        by: &By,
        (patient, representative): (PersonId, Option<&Representative>),
        finished: bool,
        asked: Option<PageRequest>,
    ) -> Result<(Vec<TaskView>, String), Status> {
        let asked = asked.unwrap_or_default();
        let after = TimeCursor::parse(&asked.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(asked.size);
        let question = Question { patient: patient.uuid(), representative, finished, after, size: size + 1 };
        let mut rows = customer_tasks::page(&self.kernel.pool, &question).await.map_err(grpc::fault)?;
        let next_page_token = page::cut(&mut rows, size, |row| TimeCursor { at: row.sort_at, id: row.customer_task_id }.token());
        Ok((self.views(rows, by).await?, next_page_token))
    }

    async fn views(&self, rows: Vec<TaskRow>, by: &By) -> Result<Vec<TaskView>, Status> {
        let mut sealed: Vec<&[u8]> = Vec::with_capacity(rows.len() * 5);
        for row in &rows {
            sealed.extend([row.title.as_slice(), row.activated_by_name.as_slice()]);
            sealed.extend([row.texts.as_deref(), row.finished_by_name.as_deref(), row.representative_name.as_deref()].into_iter().flatten());
        }
        let opened = Opened::of(&self.kernel, sealed).await?;
        let names = queue_names(&self.kernel, rows.iter().map(|row| row.subcategory_id)).await?;
        let for_professionals = matches!(by.who, Who::Practitioner { .. });
        let mut views = Vec::with_capacity(rows.len());
        for row in rows {
            let id = CustomerTaskId::from_uuid(row.customer_task_id);
            // What the caller may do is the task's own to say.
            let task = self.kernel.store.load::<CustomerTask>(id).await?.state;
            let text = |column: Option<&[u8]>| column.map(|column| opened.text(column)).unwrap_or_default();
            let path = task.activation.as_ref().and_then(Activation::path).filter(|_| for_professionals);
            let texts: Option<TaskTexts> = row.texts.as_deref().and_then(|column| opened.value(column));
            views.push(TaskView {
                customer_task_id: id.to_string(),
                state: CustomerTaskState::try_from(i32::from(row.state)).unwrap_or_default().into(),
                title: opened.text(&row.title),
                instruction: if for_professionals { instruction(&task) } else { String::new() },
                subcategory_id: row.subcategory_id.to_string(),
                queue_name: names.get(&row.subcategory_id).map(|names| localized(&names.subcategory)),
                service_id: String::new(),
                content_id: String::new(),
                activated_at: Some(timestamp(row.activated_at)),
                activated_by_name: opened.text(&row.activated_by_name),
                due_unit: TaskDueUnit::try_from(i32::from(row.due_unit)).unwrap_or_default().into(),
                due_at: row.due_at.map(timestamp),
                finished_at: row.finished_at.map(timestamp),
                finished_by: ParticipantKind::try_from(i32::from(row.finished_by)).unwrap_or_default().into(),
                finished_by_name: text(row.finished_by_name.as_deref()),
                representative_name: text(row.representative_name.as_deref()),
                may_mark_done: task.may_mark_done(by),
                may_withdraw: task.may_withdraw(by),
                conversation_id: if task.expired { conversation_of(id).to_string() } else { String::new() },
                translated_title: texts.as_ref().map(|texts| texts.title.clone().into()),
                translated_instruction: texts.filter(|_| for_professionals).map(|texts| texts.instruction.into()),
                path_id: path.map(|of| of.path.to_string()).unwrap_or_default(),
                path_execution_id: path.map(|of| of.execution.to_string()).unwrap_or_default(),
            });
        }
        Ok(views)
    }
}

#[tonic::async_trait]
impl CustomerTaskService for CustomerTasks {
    async fn list_task_queues(&self, request: Request<ListTaskQueuesRequest>) -> Result<Response<ListTaskQueuesResponse>, Status> {
        let own = match who(&self.kernel, &Rpc::of(&request)?).await? {
            Who::Practitioner { queues, .. } => queues,
            Who::Resident { .. } => BTreeSet::new(),
        };
        let open = categories::open_queues(&self.kernel.pool).await.map_err(grpc::fault)?;
        let mut queues = Vec::new();
        for (id, kind, names) in open {
            let id = SubcategoryId::from_uuid(id);
            if kind != QueueKind::PatientTask || !own.contains(&id) {
                continue;
            }
            let Some(category) = categories::category_of(&self.kernel.pool, id.uuid()).await.map_err(grpc::fault)? else { continue };
            let category = self.kernel.store.load::<Category>(CategoryId::from_uuid(category)).await?.state;
            let Some(queue) = category.subcategories.get(&id) else { continue };
            queues.push(TaskQueue {
                subcategory_id: id.to_string(),
                category_name: Some(localized(&names.category)),
                name: Some(localized(&names.subcategory)),
                due: queue.details.due.map(|due| TaskDue { unit: due.unit.into(), amount: due.amount }),
                patient_marks_done: queue.details.patient_marks_done,
                sends_expired: queue.details.sends_expired,
            });
        }
        Ok(Response::new(ListTaskQueuesResponse { queues }))
    }

    async fn activate_customer_task(&self, request: Request<ActivateCustomerTaskRequest>) -> Result<Response<ActivateCustomerTaskResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let patient = PersonId::parse(&request.patient_id).ok_or_else(grpc::not_found)?;
        let opened = self.patients.opened_by(&rpc, patient).await?;
        let by = who(&self.kernel, &rpc).await?;
        let (place, category) = open_queue(&self.kernel, &request.subcategory_id, |kind| kind == QueueKind::PatientTask).await?;
        let limits = self.settings.limits(by.kind());
        let title = limits.topic(&request.title).map_err(|over| grpc::refused(&over.at(TITLE)))?;
        let instruction = limits.text(&request.instruction).map_err(|over| grpc::refused(&over.at(INSTRUCTION)))?;
        self.links.admit(&meta, &[(TITLE, &title), (INSTRUCTION, &instruction)]).await?;
        let due = request.due.unwrap_or_default();
        appear(&self.kernel, &rpc).await?;
        let id = CustomerTaskId::from_uuid(Uuid::new_v5(&meta.command_id, b"customer_task"));
        let meta = meta.with_access(rpc.entry(Some(patient), (CustomerTask::CATEGORY, Some(id.uuid())), opened.ground));
        let asked = Activating {
            by: Giver::Practitioner(by),
            patient,
            patient_name: opened.display_name,
            unreachable: opened.unreachable,
            service_area: opened.service_area,
            place,
            matter: category.matter(),
            title,
            instruction,
            // What the queue says is told where it is held.
            service: None,
            content: None,
            due: Due { unit: due.unit(), amount: due.amount },
            patient_marks_done: false,
            sends_expired: false,
        };
        let activated = self
            .kernel
            .store
            .transact(meta, move |unit| {
                let asked = asked.clone();
                Box::pin(async move { activate_in(unit, id, asked).await })
            })
            .await?;
        Ok(Response::new(activated))
    }

    async fn list_customer_tasks_of_patient(
        &self,
        request: Request<ListCustomerTasksOfPatientRequest>,
    ) -> Result<Response<ListCustomerTasksOfPatientResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let patient = PersonId::parse(&request.patient_id).ok_or_else(grpc::not_found)?;
        if !self.patients.is_open_to(&rpc, patient).await? {
            return Err(grpc::not_found());
        }
        rpc.log_access(&self.kernel, Some(patient), (CustomerTask::CATEGORY, None), "patient").await?;
        let by = By { who: who(&self.kernel, &rpc).await?, patient_opened: true };
        let (tasks, next_page_token) = self.page(&by, (patient, None), request.finished, request.page).await?;
        Ok(Response::new(ListCustomerTasksOfPatientResponse { tasks, next_page_token }))
    }

    async fn get_customer_task(&self, request: Request<GetCustomerTaskRequest>) -> Result<Response<GetCustomerTaskResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let seen = self.seen(&rpc, &request.into_inner().customer_task_id).await?;
        Ok(Response::new(GetCustomerTaskResponse { task: Some(self.view(&rpc, &seen).await?) }))
    }

    async fn mark_done_for_patient(&self, request: Request<MarkDoneForPatientRequest>) -> Result<Response<MarkDoneForPatientResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let seen = self.seen(&rpc, &request.customer_task_id).await?;
        self.end(&rpc, seen, meta, |by| Command::MarkDone { by }).await?;
        Ok(Response::new(MarkDoneForPatientResponse {}))
    }

    async fn withdraw_customer_task(&self, request: Request<WithdrawCustomerTaskRequest>) -> Result<Response<WithdrawCustomerTaskResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let seen = self.seen(&rpc, &request.customer_task_id).await?;
        self.end(&rpc, seen, meta, |by| Command::Withdraw { by }).await?;
        Ok(Response::new(WithdrawCustomerTaskResponse {}))
    }

    async fn list_my_customer_tasks(&self, request: Request<ListMyCustomerTasksRequest>) -> Result<Response<ListMyCustomerTasksResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let person = rpc.person()?;
        let by = By { who: who(&self.kernel, &rpc).await?, patient_opened: false };
        rpc.log_access(&self.kernel, Some(person), (CustomerTask::CATEGORY, None), "own").await?;
        let (tasks, next_page_token) = self.page(&by, (person, by.who.representative()), request.finished, request.page).await?;
        Ok(Response::new(ListMyCustomerTasksResponse { tasks, next_page_token }))
    }

    async fn get_my_customer_task(&self, request: Request<GetMyCustomerTaskRequest>) -> Result<Response<GetMyCustomerTaskResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let seen = self.seen(&rpc, &request.into_inner().customer_task_id).await?;
        Ok(Response::new(GetMyCustomerTaskResponse { task: Some(self.view(&rpc, &seen).await?) }))
    }

    async fn mark_my_customer_task_done(
        &self,
        request: Request<MarkMyCustomerTaskDoneRequest>,
    ) -> Result<Response<MarkMyCustomerTaskDoneResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let seen = self.seen(&rpc, &request.customer_task_id).await?;
        self.end(&rpc, seen, meta, |by| Command::MarkDone { by }).await?;
        Ok(Response::new(MarkMyCustomerTaskDoneResponse {}))
    }
}

fn instruction(task: &CustomerTask) -> String {
    task.activation.as_ref().and_then(|given| given.instruction.open()).cloned().unwrap_or_default()
}

/// In a queue that takes tasks, until the task stands there: whoever archives the queue waits.
pub(super) async fn activate_in(
    unit: &mut UnitOfWork,
    id: CustomerTaskId,
    asked: Activating,
) -> Result<ActivateCustomerTaskResponse, WorkError<Refusal>> {
    let category = unit.load_held::<Category>(asked.place.category).await?.state;
    let queue = category.subcategories.get(&asked.place.subcategory);
    let is_open = category.open_kind(asked.place.subcategory) == Some(QueueKind::PatientTask);
    let details = &queue.filter(|_| is_open).ok_or(WorkError::Refused(Refusal::QueueClosed))?.details;
    let due = match &asked.by {
        Giver::Practitioner(_) => asked.due,
        // Nobody has chosen anything else.
        Giver::Path(..) => details.due.unwrap_or(asked.due),
    };
    let asked = Activating {
        due,
        matter: category.matter(),
        service: details.service,
        content: details.content,
        patient_marks_done: details.patient_marks_done,
        sends_expired: details.sends_expired,
        ..asked
    };
    unit.execute::<CustomerTask>(id, &Command::Activate(Box::new(asked))).await?;
    Ok(ActivateCustomerTaskResponse { customer_task_id: id.to_string() })
}
