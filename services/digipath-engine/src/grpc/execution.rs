//! Professionals activate paths for patients whom they have opened, follow them and end them (DIG-07, DIG-10).

use std::collections::{HashMap, hash_map::Entry};

use chassis::{
    Kernel,
    access::Rpc,
    admin_record, grpc,
    page::{self, TimeCursor},
    patients::Patients,
    sealing::{KeySet, Needs, from_column},
};
use chassis_domain::{Aggregate, AudienceKey, Opener, Uuid};
use kajo_proto::digipath_engine::v1::{
    ActivatablePath, ActivatePathRequest, ActivatePathResponse, EndExecutionRequest, EndExecutionResponse, ExecutionServiceGetAudienceRequest,
    ExecutionServiceGetAudienceResponse, ListActivatablePathsRequest, ListActivatablePathsResponse, ListExecutionsOfPatientRequest,
    ListExecutionsOfPatientResponse, PathExecution, execution_service_server::ExecutionService,
};
use tonic::{Request, Response, Status};

use super::{
    execution_view::{self, Opened},
    plan_words,
};
use crate::{
    execution::{Cause, Command, EndReason, Execution, ExecutionId, Professional},
    path_category,
    projections::execution_pages::{self, Question, Row},
    references::References,
    starting::{self, Asked},
    versions,
};

/// Why professionals touch a patient's paths, as the access log says.
const OPENED: &str = "patient";

/// So many paths are offered at the most.
const MOST: usize = 1_000;

pub(super) struct Executions {
    pub(super) kernel: Kernel,
    pub(super) patients: Patients,
    pub(super) references: References,
}

fn professional(rpc: &Rpc) -> Result<Professional, Status> {
    Ok(Professional { person: rpc.person()?, name: rpc.caller.display_name().to_owned() })
}

/// The name; empty where there is none, and once its key is destroyed.
fn text(keys: &KeySet, column: Option<&[u8]>) -> String {
    let plain = column.and_then(from_column).and_then(|blob| keys.open(&blob));
    plain.and_then(|plain| String::from_utf8(plain).ok()).unwrap_or_default()
}

impl Executions {
    async fn views(&self, rpc: &Rpc, rows: &[Row]) -> Result<Vec<PathExecution>, Status> {
        let columns = rows.iter().flat_map(|row| [&row.starter_name, &row.ender_name]).flatten();
        let needs: Needs = columns.filter_map(|column| from_column(column)).map(|blob| (blob.subject, blob.class)).collect();
        let keys = self.kernel.keyring.open(&needs).await.map_err(grpc::fault)?;
        let mut known = HashMap::new();
        for row in rows {
            let which = (row.path_id, row.published_version);
            if let Entry::Vacant(unknown) = known.entry(which) {
                unknown.insert(versions::version(&self.kernel, row.path_id, row.published_version).await?);
            }
        }
        let shown = self.references.shown(rpc).await;
        let view = |row: &Row| {
            let version = known.get(&(row.path_id, row.published_version))?;
            let opened = Opened { starter: text(&keys, row.starter_name.as_deref()), ender: text(&keys, row.ender_name.as_deref()) };
            Some(execution_view::view(row, version, opened, &shown))
        };
        Ok(rows.iter().filter_map(view).collect())
    }
}

#[tonic::async_trait]
impl ExecutionService for Executions {
    async fn list_activatable_paths(&self, request: Request<ListActivatablePathsRequest>) -> Result<Response<ListActivatablePathsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let found = versions::activatable(&self.kernel.pool).await?;
        let categories: Vec<_> = found.iter().filter_map(|path| path.body.category).collect();
        let categories = admin_record::names_of::<path_category::Details>(&self.kernel.pool, &categories).await?;
        let shown = self.references.shown(&rpc).await;
        let paths = found.into_iter().filter_map(|path| {
            let steps = plan_words::by_hand(&path.body.plan(), &shown)?;
            let category = path.body.category.and_then(|id| categories.get(&id.to_string()));
            Some(ActivatablePath {
                path_id: path.id.to_string(),
                name: Some(path.body.name.into()),
                description: Some(path.body.description.into()),
                category_name: category.and_then(|category| category.names.clone()),
                matter: path.body.matter.public().into(),
                steps,
            })
        });
        Ok(Response::new(ListActivatablePathsResponse { paths: paths.take(MOST).collect() }))
    }

    async fn activate_path(&self, request: Request<ActivatePathRequest>) -> Result<Response<ActivatePathResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let patient = self.patients.opened(&rpc, &request.patient_id).await?.id;
        let messaging = self.patients.messaging(&rpc, patient).await?;
        let path = Uuid::try_parse(&request.path_id).map_err(|_| grpc::not_found())?;
        let path = versions::in_force(&self.kernel.pool, &[path]).await?.remove(&path).ok_or_else(grpc::not_found)?;
        let id = ExecutionId::from_uuid(Uuid::new_v5(&meta.command_id, b"path_execution"));
        let meta = meta.with_access(rpc.entry(Some(patient), (Execution::CATEGORY, Some(id.uuid())), OPENED));
        let asked = Asked { path, patient, cause: Cause::Manual { by: professional(&rpc)? }, messaging, again: request.again };
        starting::start(&self.kernel, meta, id, asked).await?;
        Ok(Response::new(ActivatePathResponse { path_execution_id: id.to_string() }))
    }

    async fn list_executions_of_patient(
        &self,
        request: Request<ListExecutionsOfPatientRequest>,
    ) -> Result<Response<ListExecutionsOfPatientResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let patient = self.patients.opened(&rpc, &request.patient_id).await?.id;
        let asked = request.page.unwrap_or_default();
        let after = TimeCursor::parse(&asked.token).map_err(|refusal| grpc::refused(&refusal))?;
        let size = page::size(asked.size);
        rpc.log_access(&self.kernel, Some(patient), (Execution::CATEGORY, None), OPENED).await?;
        let question = Question { patient, past: request.past, after, size: size + 1 };
        let mut rows = execution_pages::page(&self.kernel.pool, question).await.map_err(grpc::fault)?;
        let next_page_token = page::cut(&mut rows, size, |row| TimeCursor { at: row.sort_at, id: row.execution_id }.token());
        let executions = self.views(&rpc, &rows).await?;
        Ok(Response::new(ListExecutionsOfPatientResponse { executions, next_page_token }))
    }

    async fn end_execution(&self, request: Request<EndExecutionRequest>) -> Result<Response<EndExecutionResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let id = ExecutionId::parse(&request.path_execution_id).ok_or_else(grpc::not_found)?;
        let standing = self.kernel.store.load::<Execution>(id).await?.state.standing.ok_or_else(grpc::not_found)?;
        let patient = self.patients.opened(&rpc, &standing.patient.to_string()).await?.id;
        let meta = meta.with_access(rpc.entry(Some(patient), (Execution::CATEGORY, Some(id.uuid())), OPENED));
        let end = Command::End { reason: EndReason::ByHand, by: Some(professional(&rpc)?) };
        self.kernel.store.execute(id, end, meta).await?;
        Ok(Response::new(EndExecutionResponse {}))
    }

    /// Executions are told of to whoever activated them: never to the patient, who sees what a path gives where that is owned.
    async fn get_audience(
        &self,
        request: Request<ExecutionServiceGetAudienceRequest>,
    ) -> Result<Response<ExecutionServiceGetAudienceResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let keys = if rpc.caller.is_resident() { Vec::new() } else { vec![AudienceKey::person(rpc.person()?)] };
        Ok(Response::new(ExecutionServiceGetAudienceResponse { keys: keys.into_iter().map(String::from).collect() }))
    }
}
