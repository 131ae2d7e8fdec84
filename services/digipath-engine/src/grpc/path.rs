//! Paths, as responsible users and administrators build and publish them (DIG-01, DIG-02, DIG-06, DIG-08, DIG-09).

use std::collections::{HashMap, HashSet};

use chassis::{
    Kernel,
    access::Rpc,
    admin_record::{self, Saving},
    grpc,
    publication::{self, Listing, PublicationKind, RolledBack, Version, Written},
    store::CommandMeta,
};
use chassis_domain::{Aggregate, Matter, Uuid, timestamp};
use kajo_proto::{
    common::v1::Name,
    digipath_engine::v1::{
        self as public, ArchivePathRequest, ArchivePathResponse, EndExecutionsOfPathRequest, EndExecutionsOfPathResponse, GetPathRequest,
        GetPathResponse, GetPathVersionRequest, GetPathVersionResponse, ListPathReferencesRequest, ListPathReferencesResponse,
        ListPathVersionsRequest, ListPathVersionsResponse, ListPathsRequest, ListPathsResponse, PathBlock, PathDetails, PathProblem, PathSummary,
        PublishPathRequest, PublishPathResponse, PublishedPathVersion, RestorePathRequest, RestorePathResponse, RollBackPathRequest,
        RollBackPathResponse, SavePathDraftRequest, SavePathDraftResponse, ValidatePathRequest, ValidatePathResponse,
        path_service_server::PathService,
    },
    fields::NamedFields,
};
use tonic::{Request, Response, Status};

use crate::{
    execution::{Command, EndReason, Execution, ExecutionId},
    path::{Body, Path, PathId},
    path_category,
    plan::{self, PathKind},
    projections::executions,
    references::{References, Shown},
    versions,
};

/// Why whoever keeps a path touches a patient's execution of it, as the access log says.
const PATH_ENDED: &str = "path_ended";

pub(crate) struct Paths {
    pub(super) kernel: Kernel,
    pub(super) references: References,
}

impl PublicationKind for Paths {
    type Body = Body;
    type Message = PathDetails;

    fn message(body: Body) -> PathDetails {
        let Body { name, description, category, matter, blocks, one_path, kind, entry } = body;
        PathDetails {
            name: Some(name.into()),
            description: Some(description.into()),
            path_category_id: category.map(|id| id.to_string()).unwrap_or_default(),
            matter: matter.public().into(),
            blocks,
            one_path,
            kind: kind.public().into(),
            entry,
        }
    }

    fn body(message: PathDetails) -> Body {
        let (matter, kind) = (Matter::from_public(message.matter()), PathKind::from_public(message.kind()));
        let PathDetails { name, description, path_category_id, blocks, one_path, entry, .. } = message;
        let category = Uuid::try_parse(&path_category_id).ok();
        Body { name: name.into(), description: description.into(), category, matter, blocks, one_path, kind, entry }
    }
}

#[tonic::async_trait]
impl PathService for Paths {
    async fn list_paths(&self, request: Request<ListPathsRequest>) -> Result<Response<ListPathsResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let ListPathsRequest { search, state, page, kind } = request.into_inner();
        let kind = kind.map(|asked| PathKind::from_public(public::PathKind::try_from(asked).unwrap_or_default()).number());
        let (found, next_page_token) = publication::list::<Self>(&self.kernel.pool, Listing { search, state, kind, page }).await?;
        let ids: Vec<_> = found.iter().map(|path| path.id).collect();
        let counts = executions::counts_of_paths(&self.kernel.pool, &ids).await.map_err(grpc::fault)?;
        let categories: Vec<_> = found.iter().filter_map(|path| path.body.category).collect();
        let categories = admin_record::names_of::<path_category::Details>(&self.kernel.pool, &categories).await?;
        let shown = self.references.shown(&rpc).await;
        let listed = |path: Written<Self>| {
            let counts = counts.get(&path.id).copied().unwrap_or_default();
            summary(path, counts, &categories, &shown)
        };
        Ok(Response::new(ListPathsResponse { paths: found.into_iter().map(listed).collect(), next_page_token }))
    }

    async fn get_path(&self, request: Request<GetPathRequest>) -> Result<Response<GetPathResponse>, Status> {
        let found = publication::get::<Self>(&self.kernel.pool, &request.into_inner().path_id).await?;
        let counts = executions::counts_of_paths(&self.kernel.pool, &[found.id]).await.map_err(grpc::fault)?;
        let (running, _) = counts.get(&found.id).copied().unwrap_or_default();
        Ok(Response::new(GetPathResponse { path: Some(view(found, running)) }))
    }

    async fn list_path_versions(&self, request: Request<ListPathVersionsRequest>) -> Result<Response<ListPathVersionsResponse>, Status> {
        let ListPathVersionsRequest { path_id, page } = request.into_inner();
        let (found, next_page_token) = publication::versions::<Self>(&self.kernel.pool, &path_id, page.unwrap_or_default()).await?;
        Ok(Response::new(ListPathVersionsResponse { versions: found.iter().map(told).collect(), next_page_token }))
    }

    async fn get_path_version(&self, request: Request<GetPathVersionRequest>) -> Result<Response<GetPathVersionResponse>, Status> {
        let GetPathVersionRequest { path_id, published_version } = request.into_inner();
        let Version { body, .. } = publication::version::<Self>(&self.kernel.pool, &path_id, published_version).await?;
        Ok(Response::new(GetPathVersionResponse { details: Some(Self::message(body)) }))
    }

    async fn list_path_references(&self, request: Request<ListPathReferencesRequest>) -> Result<Response<ListPathReferencesResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        Ok(Response::new(self.references.list(&rpc).await))
    }

    async fn validate_path(&self, request: Request<ValidatePathRequest>) -> Result<Response<ValidatePathResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let (kind, entry) = (PathKind::from_public(request.kind()), request.entry.as_ref());
        let problems = self.problems(&rpc, plan::Written { kind, entry, blocks: &request.blocks }).await;
        Ok(Response::new(ValidatePathResponse { problems }))
    }

    async fn save_path_draft(&self, request: Request<SavePathDraftRequest>) -> Result<Response<SavePathDraftResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let SavePathDraftRequest { path_id: id, details, fields, version } = request;
        let saving = Saving { id, version, details: details.unwrap_or_default(), fields };
        // It may say what it likes but how it is built.
        self.next(&meta, &saving).await?;
        let path_id = publication::save_draft::<Self>(&self.kernel, meta, saving).await?;
        Ok(Response::new(SavePathDraftResponse { path_id }))
    }

    async fn publish_path(&self, request: Request<PublishPathRequest>) -> Result<Response<PublishPathResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let PublishPathRequest { path_id: id, details, fields, version, without_block_ids } = request;
        let saving = Saving { id, version, details: details.unwrap_or_default(), fields };
        let saving = match self.next(&meta, &saving).await? {
            // Publishing tells what became of it.
            None => saving,
            Some(mut next) => {
                switch(&mut next.blocks, &without_block_ids);
                let body = Self::body(next.clone());
                let problems = self.problems(&rpc, body.written()).await;
                if !problems.is_empty() {
                    return Ok(Response::new(PublishPathResponse { path_id: saving.id, problems }));
                }
                self.may_follow(&saving.id, &body).await?;
                // With the blocks as they are switched; of what else is set nothing changes, and names of unknown fields are still told.
                let fields = saving.fields.into_iter().chain(PathDetails::FIELDS.iter().map(|field| (*field).to_owned())).collect();
                Saving { details: next, fields, ..saving }
            }
        };
        let path_id = publication::publish::<Self>(&self.kernel, meta, saving).await?;
        Ok(Response::new(PublishPathResponse { path_id, problems: Vec::new() }))
    }

    async fn roll_back_path(&self, request: Request<RollBackPathRequest>) -> Result<Response<RollBackPathResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let RollBackPathRequest { path_id: id, published_version, version } = request;
        let became_draft = publication::roll_back::<Self>(&self.kernel, meta, RolledBack { id, published_version, version }).await?;
        Ok(Response::new(RollBackPathResponse { became_draft }))
    }

    async fn archive_path(&self, request: Request<ArchivePathRequest>) -> Result<Response<ArchivePathResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        publication::archive::<Self>(&self.kernel, rpc.command(&request)?, &request.path_id).await?;
        Ok(Response::new(ArchivePathResponse {}))
    }

    async fn restore_path(&self, request: Request<RestorePathRequest>) -> Result<Response<RestorePathResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        publication::restore::<Self>(&self.kernel, rpc.command(&request)?, &request.path_id).await?;
        Ok(Response::new(RestorePathResponse {}))
    }

    async fn end_executions_of_path(&self, request: Request<EndExecutionsOfPathRequest>) -> Result<Response<EndExecutionsOfPathResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let path = publication::get::<Self>(&self.kernel.pool, &request.path_id).await?.id;
        // Also where nothing runs: somebody has asked for it.
        rpc.log_access(&self.kernel, None, (Path::CATEGORY, Some(path)), PATH_ENDED).await?;
        let mut ended = 0;
        for running in executions::active_of_path(&self.kernel.pool, path).await.map_err(grpc::fault)? {
            // Each under a key of its own, so that whoever asks again ends what is left.
            let command_id = Uuid::new_v5(&meta.command_id, running.execution.as_bytes());
            let entry = rpc.entry(Some(running.patient), (Execution::CATEGORY, Some(running.execution)), PATH_ENDED);
            let meta = CommandMeta { command_id, ..meta.clone() }.with_access(entry);
            let end = Command::End { reason: EndReason::PathEnded, by: None };
            let executed = self.kernel.store.execute(ExecutionId::from_uuid(running.execution), end, meta).await?;
            ended += u64::from(!executed.events.is_empty());
        }
        Ok(Response::new(EndExecutionsOfPathResponse { ended }))
    }
}

impl Paths {
    /// What stands against publishing this now: rules first, then what it refers to.
    async fn problems(&self, rpc: &Rpc, written: plan::Written<'_>) -> Vec<PathProblem> {
        let mut problems = plan::problems(written);
        problems.extend(self.references.problems(rpc, written).await);
        problems
    }

    /// What is to be kept or put in force: what is kept, with the fields that are set, and built as it was before. `None`: it was already, under
    /// this key; there is no such path; or whoever writes has not seen the newest. What else stands against it counts no more then.
    async fn next(&self, meta: &CommandMeta, saving: &Saving<PathDetails>) -> Result<Option<PathDetails>, Status> {
        if self.kernel.store.has_executed(meta).await? {
            return Ok(None);
        }
        let Some(id) = PathId::parse(&saving.id) else { return Ok(Some(saving.details.clone())) };
        let kept = publication::some::<Self>(&self.kernel.pool, &[id.uuid()]).await?.into_iter().next();
        let Some(kept) = kept.filter(|kept| kept.version == saving.version) else { return Ok(None) };
        let next = Self::message(kept.body.clone()).with(&saving.fields, &saving.details);
        Self::body(next.clone()).keeps_kind(&kept.body).map_err(|refused| grpc::refused(&refused))?;
        Ok(Some(next))
    }

    /// Refuses what has another matter than the version in force, and what comes into a category that is archived or no more. It is published over
    /// what was read here: the version that was read goes with it.
    async fn may_follow(&self, id: &str, next: &Body) -> Result<(), Status> {
        let in_force = match PathId::parse(id) {
            Some(id) => versions::in_force(&self.kernel.pool, &[id.uuid()]).await?.remove(&id.uuid()),
            None => None,
        };
        let stays = in_force.as_ref().is_some_and(|in_force| in_force.body.category == next.category);
        if let Some(category) = next.category.filter(|_| !stays) {
            let known = admin_record::names_of::<path_category::Details>(&self.kernel.pool, &[category]).await?;
            if known.values().all(|name| name.archived) {
                return Err(grpc::invalid_field("details.path_category_id", "path_category_missing"));
            }
        }
        let Some(in_force) = in_force else { return Ok(()) };
        next.stays_in_place(&in_force.body).map_err(|refused| grpc::refused(&refused))
    }
}

/// These are switched off, and all others on.
fn switch(blocks: &mut [PathBlock], without: &[String]) {
    let without: HashSet<_> = without.iter().filter_map(|id| Uuid::try_parse(id).ok()).collect();
    for block in blocks {
        block.off = Uuid::try_parse(&block.block_id).is_ok_and(|id| without.contains(&id));
    }
}

fn view(found: Written<Paths>, running: u64) -> public::Path {
    public::Path {
        path_id: found.id.to_string(),
        details: Some(Paths::message(found.body)),
        has_draft: found.has_draft,
        published_version: found.published_version,
        published_at: found.published_at.map(timestamp),
        archived: found.archived,
        updated_at: Some(timestamp(found.updated_at)),
        version: found.version,
        running,
    }
}

fn summary(found: Written<Paths>, (running, failed_steps): (u64, u64), categories: &HashMap<String, Name>, shown: &Shown) -> PathSummary {
    let category = found.body.category.map(|id| id.to_string());
    PathSummary {
        path_id: found.id.to_string(),
        category_name: category.as_ref().map(|id| categories.get(id).and_then(|name| name.names.clone()).unwrap_or_default()),
        path_category_id: category.unwrap_or_default(),
        has_draft: found.has_draft,
        published_version: found.published_version,
        archived: found.archived,
        updated_at: Some(timestamp(found.updated_at)),
        running,
        invalid_steps: shown.invalid_steps(found.body.written()),
        failed_steps,
        kind: found.body.kind.public().into(),
        name: Some(found.body.name.into()),
    }
}

fn told(version: &Version<Paths>) -> PublishedPathVersion {
    let (off, on): (Vec<_>, Vec<_>) = version.body.blocks.iter().partition(|block| block.off);
    let steps: usize = on.iter().map(|block| block.steps.len()).sum();
    PublishedPathVersion {
        published_version: version.published_version,
        published_at: Some(timestamp(version.published_at)),
        steps: u32::try_from(steps).unwrap_or(u32::MAX),
        blocks_off: u32::try_from(off.len()).unwrap_or(u32::MAX),
    }
}
