//! What digital paths have done here, in nobody's name: tasks for patients, and the queues to which these belong (DIG-04, DIG-08).

use chassis::{
    Kernel,
    access::Rpc,
    grpc,
    store::{CommandMeta, ExecuteError},
};
use chassis_domain::{Actor, PersonId, Translated, TranslatedFields, Uuid, translated_fields};
use kajo_proto::{
    common::v1::Name,
    conversations::v1::{
        GiveTaskRequest, GiveTaskResponse, ListTaskQueueNamesRequest, ListTaskQueueNamesResponse, TaskDueUnit,
        path_action_service_server::PathActionService,
    },
};
use tonic::{Request, Response, Status};

use super::{customer_task::activate_in, views::localized};
use crate::{
    adapters::patients::Patients,
    category::{Category, CategoryId, Due, QueueKind, SubcategoryId},
    conversation::Place,
    customer_task::{Activating, CustomerTask, CustomerTaskId, Giver, PathExecution, Refusal, TaskTexts},
    projections::{categories, managed_categories},
};

/// Nothing is said of when: the queue says so.
const AS_THE_QUEUE_SAYS: Due = Due { unit: TaskDueUnit::Unspecified, amount: 0 };

const TITLE: TranslatedFields = translated_fields!("title");
const INSTRUCTION: TranslatedFields = translated_fields!("instruction");

pub(super) struct PathActions {
    pub(super) kernel: Kernel,
    pub(super) patients: Patients,
}

#[tonic::async_trait]
impl PathActionService for PathActions {
    async fn give_task(&self, request: Request<GiveTaskRequest>) -> Result<Response<GiveTaskResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let id = CustomerTaskId::parse(&request.customer_task_id).ok_or_else(grpc::not_found)?;
        // What was given once is given, whatever holds now.
        if self.kernel.store.load::<CustomerTask>(id).await?.state.was_given() {
            return Ok(Response::new(GiveTaskResponse {}));
        }
        let patient = PersonId::parse(&request.patient_id).ok_or_else(grpc::not_found)?;
        let of = path_of(&request).ok_or_else(grpc::not_found)?;
        let (place, category) = self.task_queue(&request.subcategory_id).await?;
        let texts = texts_of(request)?;
        let unreachable = self.patients.unreachable(&rpc, patient).await?;
        // Of whoever cannot be written to nothing more is asked.
        let patient_name = if unreachable.is_none() { self.patients.name(&rpc, patient).await? } else { String::new() };
        let asked = Activating {
            patient,
            patient_name,
            unreachable,
            // Where they live is told to professionals alone.
            service_area: None,
            place,
            matter: category.matter(),
            title: texts.title.fi.clone(),
            instruction: texts.instruction.fi.clone(),
            by: Giver::Path(of, texts),
            // What the queue says is told where it is held.
            service: None,
            content: None,
            due: AS_THE_QUEUE_SAYS,
            patient_marks_done: false,
            sends_expired: false,
        };
        let meta = CommandMeta { actor: Actor::path(), trace: rpc.trace.clone(), ..CommandMeta::system(Uuid::new_v5(&id.uuid(), b"give_task")) };
        let given = self.kernel.store.transact(meta, move |unit| {
            let asked = asked.clone();
            Box::pin(async move { activate_in(unit, id, asked).await })
        });
        match given.await {
            // The same was faster.
            Ok(_) | Err(ExecuteError::Refused(Refusal::AlreadyStarted)) => Ok(Response::new(GiveTaskResponse {})),
            Err(error) => Err(error.into()),
        }
    }

    async fn list_task_queue_names(&self, _: Request<ListTaskQueueNamesRequest>) -> Result<Response<ListTaskQueueNamesResponse>, Status> {
        let queues = managed_categories::task_queues(&self.kernel.pool).await.map_err(grpc::fault)?;
        let queues = queues.into_iter().map(|(id, names, archived)| Name { id: id.to_string(), names: Some(localized(&names)), archived });
        Ok(Response::new(ListTaskQueueNamesResponse { queues: queues.collect() }))
    }
}

impl PathActions {
    /// A queue of patient tasks, archived or not, with its category.
    async fn task_queue(&self, subcategory: &str) -> Result<(Place, Category), Status> {
        let subcategory = SubcategoryId::parse(subcategory).ok_or_else(grpc::not_found)?;
        let category = categories::category_of(&self.kernel.pool, subcategory.uuid()).await.map_err(grpc::fault)?;
        let category = CategoryId::from_uuid(category.ok_or_else(grpc::not_found)?);
        let known = self.kernel.store.load::<Category>(category).await?.state;
        let kind = known.subcategories.get(&subcategory).map(|queue| queue.details.kind);
        if kind == Some(QueueKind::PatientTask) { Ok((Place { category, subcategory }, known)) } else { Err(grpc::not_found()) }
    }
}

/// Which path gives it.
fn path_of(request: &GiveTaskRequest) -> Option<PathExecution> {
    let (path, execution) = (Uuid::try_parse(&request.path_id).ok()?, Uuid::try_parse(&request.path_execution_id).ok()?);
    Some(PathExecution { path, execution })
}

/// As a path keeps them: in every language.
fn texts_of(GiveTaskRequest { title, instruction, .. }: GiveTaskRequest) -> Result<TaskTexts, Status> {
    let (title, instruction) = (Translated::from(title).trimmed(), Translated::from(instruction).trimmed());
    let missing = title.missing(TITLE).chain(instruction.missing(INSTRUCTION)).find_map(|(is_missing, field)| is_missing.then_some(field));
    match missing {
        Some(field) => Err(grpc::invalid_field(field, "translation_missing")),
        None => Ok(TaskTexts { title, instruction }),
    }
}
