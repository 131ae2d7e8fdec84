//! Categories and queues, as responsible users and administrators keep them; and where services find queues.

use std::collections::BTreeMap;

use chassis::{
    Kernel, Tx,
    access::Rpc,
    database, grpc,
    store::{StoreError, WorkError},
};
use chassis_domain::{Aggregate, Refusals, Uuid};
use kajo_proto::{
    common::v1::RecordState,
    conversations::v1::{
        AdmitFormRequest, AdmitFormResponse, ArchiveCategoryRequest, ArchiveCategoryResponse, CheckTailRequest, CheckTailResponse, FindFormRequest,
        FindFormResponse, GetCategoryRequest, GetCategoryResponse, OrderCategoriesRequest, OrderCategoriesResponse, OrderQueuesRequest,
        OrderQueuesResponse, QueueDetails as QueueMessage, RestoreCategoryRequest, RestoreCategoryResponse, SaveCategoryRequest,
        SaveCategoryResponse, SaveQueueRequest, SaveQueueResponse, SearchCategoriesRequest, SearchCategoriesResponse,
        category_admin_service_server::CategoryAdminService, queue_directory_service_server::QueueDirectoryService,
    },
    fields::NamedFields,
};
use tonic::{Request, Response, Status};

use super::{managed, views::localized};
use crate::{
    adapters::{areas::Areas, services::Services},
    category::{
        Category, CategoryDetails, CategoryId, Command, Has, Links, Module, QueueDetails, QueueKind, Refused, SubcategoryId, places,
        tail::{self, Wrong},
    },
    conversation::value::ServiceAreaId,
    form_tails,
    projections::{categories, managed_categories},
};

pub(super) struct CategoryAdmin {
    pub(super) kernel: Kernel,
    pub(super) areas: Areas,
    pub(super) services: Services,
}

type Failed = WorkError<Refusals<Refused>>;

/// Who sets what this build does not know must hear of it: it would be lost.
fn named_fields<Message: NamedFields>(fields: &[String]) -> Result<(), Status> {
    if fields.iter().all(|field| Message::FIELDS.contains(&field.as_str())) { Ok(()) } else { Err(grpc::invalid_field("fields", "undefined")) }
}

fn category_id(text: &str) -> Result<CategoryId, Status> {
    CategoryId::parse(text).ok_or_else(grpc::not_found)
}

/// Whoever adds or orders categories at the same time waits: their places are over rows that are not there yet.
async fn category_places_in_tx(tx: &mut Tx<'_>, module: Module) -> Result<Vec<(CategoryId, u32)>, StoreError> {
    database::one_at_a_time_in_tx(tx, Category::CATEGORY).await?;
    Ok(managed_categories::places_in_tx(tx, module).await?.into_iter().map(|(id, place)| (CategoryId::from_uuid(id), place)).collect())
}

fn behind(places: impl Iterator<Item = u32>) -> u32 {
    places.max().map_or(0, |last| last.saturating_add(1))
}

impl CategoryAdmin {
    /// What the chosen areas are called: those that a category has already are known here.
    async fn area_names(&self, rpc: &Rpc, chosen: &[String]) -> Result<BTreeMap<ServiceAreaId, String>, Status> {
        let chosen: Vec<_> = chosen.iter().filter_map(|id| ServiceAreaId::parse(id)).collect();
        let here = categories::service_areas(&self.kernel.pool).await.map_err(grpc::fault)?;
        let mut names: BTreeMap<_, _> = here.into_iter().map(|(id, name)| (ServiceAreaId::from_uuid(id), name)).collect();
        if chosen.iter().any(|area| !names.contains_key(area)) {
            names.extend(self.areas.all(rpc).await?);
        }
        names.retain(|area, _| chosen.contains(area));
        if chosen.iter().all(|area| names.contains_key(area)) { Ok(names) } else { Err(grpc::refused(&Refused::ServiceAreaUnknown)) }
    }
}

impl CategoryAdmin {
    /// How service and content stand that a queue is to be linked to. What it has already is not asked about, nor what its kind does not
    /// keep: it is saved whatever becomes of that, also while content is away.
    async fn links(&self, rpc: &Rpc, category: CategoryId, queue: Option<SubcategoryId>, asked: &QueueMessage) -> Result<Links, Status> {
        let known = self.kernel.store.load::<Category>(category).await?.state;
        let kept = queue.and_then(|queue| known.subcategories.get(&queue)).map(|kept| &kept.details);
        let kind = kept.map_or_else(|| QueueKind::from_public(asked.kind()), |kept| kept.kind);
        let newly = |has: Has, id: &str, before: Option<Uuid>| {
            let id = Uuid::try_parse(id).ok().filter(|id| before != Some(*id));
            if has == Has::No { None } else { id }
        };
        let mut links = Links::default();
        if let Some(service) = newly(kind.service(), &asked.service_id, kept.and_then(|kept| kept.service)) {
            links.service = self.services.state(rpc, service).await?;
        }
        if let Some(content) = newly(kind.task(), &asked.content_id, kept.and_then(|kept| kept.content)) {
            links.content = self.services.content_state(rpc, content).await?;
        }
        Ok(links)
    }
}

#[tonic::async_trait]
impl CategoryAdminService for CategoryAdmin {
    async fn search_categories(&self, request: Request<SearchCategoriesRequest>) -> Result<Response<SearchCategoriesResponse>, Status> {
        let request = request.into_inner();
        let archived = match request.state() {
            RecordState::Active => Some(false),
            RecordState::Archived => Some(true),
            RecordState::Unspecified => None,
        };
        let module = Module::from_public(request.module());
        let rows = managed_categories::managed(&self.kernel.pool, module, &request.search, archived).await.map_err(grpc::fault)?;
        Ok(Response::new(SearchCategoriesResponse { categories: rows.into_iter().map(managed::category).collect() }))
    }

    async fn get_category(&self, request: Request<GetCategoryRequest>) -> Result<Response<GetCategoryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let id = category_id(&request.into_inner().category_id)?;
        let row = managed_categories::managed_one(&self.kernel.pool, id.uuid()).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
        let known = self.kernel.store.load::<Category>(id).await?.state;
        let mut queues: Vec<_> = known.subcategories.iter().collect();
        queues.sort_by_key(|(id, queue)| (queue.details.place, **id));
        let services = self.services.names(&rpc).await;
        Ok(Response::new(GetCategoryResponse {
            category: Some(managed::category(row)),
            queues: queues.into_iter().map(|(id, queue)| managed::queue(*id, queue, &services)).collect(),
        }))
    }

    async fn save_category(&self, request: Request<SaveCategoryRequest>) -> Result<Response<SaveCategoryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        named_fields::<kajo_proto::conversations::v1::CategoryDetails>(&request.fields)?;
        let module = Module::from_public(request.module());
        let SaveCategoryRequest { category_id: named, details: asked, fields, version, .. } = request;
        let asked = asked.unwrap_or_default();
        let names = self.area_names(&rpc, &asked.service_area_ids).await?;
        let old = CategoryId::parse(&named);
        let id = old.unwrap_or_else(|| CategoryId::from_uuid(self.kernel.ids.v7(self.kernel.clock.now())));
        let saved = self.kernel.store.transact(meta, move |unit| {
            let (asked, fields, mut names) = (asked.clone(), fields.clone(), names.clone());
            Box::pin(async move {
                let kept = if old.is_some() {
                    let kept = unit.load::<Category>(id).await?.state;
                    let details = kept.details.ok_or_else(|| Failed::Refused(Refused::NotFound.into()))?;
                    if kept.version != version {
                        return Err(WorkError::Stale { current: kept.version });
                    }
                    details
                } else {
                    let place = behind(category_places_in_tx(unit.tx(), module).await?.into_iter().map(|(_, place)| place));
                    CategoryDetails { place, module, ..CategoryDetails::default() }
                };
                let message = if old.is_some() { managed::category_message(&kept).with(&fields, &asked) } else { asked };
                let mut details = managed::category_details(message, &kept);
                for (area, name) in &mut details.service_areas {
                    let found = names.remove(area).or_else(|| kept.service_areas.get(area).cloned());
                    *name = found.ok_or_else(|| Failed::Refused(Refused::ServiceAreaUnknown.into()))?;
                }
                unit.execute(id, &Command::Define(Box::new(details))).await?;
                Ok::<_, Failed>(SaveCategoryResponse { category_id: id.to_string() })
            })
        });
        Ok(Response::new(saved.await?))
    }

    async fn save_queue(&self, request: Request<SaveQueueRequest>) -> Result<Response<SaveQueueResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        named_fields::<kajo_proto::conversations::v1::QueueDetails>(&request.fields)?;
        let SaveQueueRequest { category_id: category, subcategory_id: named, details: asked, fields, version } = request;
        let (id, asked, old) = (category_id(&category)?, asked.unwrap_or_default(), SubcategoryId::parse(&named));
        let queue = old.unwrap_or_else(|| SubcategoryId::from_uuid(self.kernel.ids.v7(self.kernel.clock.now())));
        let links = self.links(&rpc, id, old, &asked).await?;
        let saved = self.kernel.store.transact(meta, move |unit| {
            let (asked, fields) = (asked.clone(), fields.clone());
            Box::pin(async move {
                let known = unit.load::<Category>(id).await?.state;
                let (kept, message) = match old.map(|old| known.subcategories.get(&old)) {
                    Some(None) => return Err(Failed::Refused(Refused::NotFound.into())),
                    Some(Some(kept)) if kept.version != version => return Err(WorkError::Stale { current: kept.version }),
                    Some(Some(kept)) => (kept.details.clone(), managed::queue_message(&kept.details).with(&fields, &asked)),
                    None => {
                        let place = behind(known.subcategories.values().map(|queue| queue.details.place));
                        (QueueDetails { place, ..QueueDetails::default() }, asked)
                    }
                };
                let details = managed::queue_details(message, &kept).fitting();
                let wants_tail = !details.url_tail.is_empty() && tail::tail(&details.url_tail).is_ok();
                let tail_taken = wants_tail && !form_tails::give_in_tx(unit.tx(), &details.url_tail, queue).await.map_err(StoreError::from)?;
                unit.execute(id, &Command::AddSubcategory { subcategory: queue, details: Box::new(details), tail_taken, links }).await?;
                Ok::<_, Failed>(SaveQueueResponse { subcategory_id: queue.to_string() })
            })
        });
        Ok(Response::new(saved.await?))
    }

    async fn order_categories(&self, request: Request<OrderCategoriesRequest>) -> Result<Response<OrderCategoriesResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let module = Module::from_public(request.module());
        let order: Vec<_> = request.category_ids.iter().filter_map(|id| CategoryId::parse(id)).collect();
        let ordered = self.kernel.store.transact(meta, move |unit| {
            let order = order.clone();
            Box::pin(async move {
                let now = category_places_in_tx(unit.tx(), module).await?;
                if order.iter().any(|id| now.iter().all(|(other, _)| other != id)) {
                    return Err(Failed::Refused(Refused::NotFound.into()));
                }
                for (id, place) in places(&order, now.into_iter()) {
                    unit.execute(id, &Command::Place { place }).await?;
                }
                Ok::<_, Failed>(OrderCategoriesResponse {})
            })
        });
        Ok(Response::new(ordered.await?))
    }

    async fn order_queues(&self, request: Request<OrderQueuesRequest>) -> Result<Response<OrderQueuesResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let order = request.subcategory_ids.iter().filter_map(|id| SubcategoryId::parse(id)).collect();
        self.kernel.store.execute(category_id(&request.category_id)?, Command::OrderQueues { order }, meta).await?;
        Ok(Response::new(OrderQueuesResponse {}))
    }

    async fn archive_category(&self, request: Request<ArchiveCategoryRequest>) -> Result<Response<ArchiveCategoryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let archive = Command::Archive { subcategory: SubcategoryId::parse(&request.subcategory_id) };
        self.kernel.store.execute(category_id(&request.category_id)?, archive, meta).await?;
        Ok(Response::new(ArchiveCategoryResponse {}))
    }

    async fn restore_category(&self, request: Request<RestoreCategoryRequest>) -> Result<Response<RestoreCategoryResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let restore = Command::Restore { subcategory: SubcategoryId::parse(&request.subcategory_id) };
        self.kernel.store.execute(category_id(&request.category_id)?, restore, meta).await?;
        Ok(Response::new(RestoreCategoryResponse {}))
    }

    async fn check_tail(&self, request: Request<CheckTailRequest>) -> Result<Response<CheckTailResponse>, Status> {
        let request = request.into_inner();
        let url_tail = tail::tail(&request.url_tail).map_err(|wrong| {
            grpc::refused(&match wrong {
                Wrong::SpecialCharacters(proposal) => Refused::TailSpecialCharacters { proposal },
                Wrong::Length => Refused::TailLength,
            })
        })?;
        let found = managed_categories::form_of(&self.kernel.pool, &url_tail).await.map_err(grpc::fault)?;
        if found.is_some_and(|form| form.subcategory_id.to_string() != request.subcategory_id) {
            return Err(grpc::refused(&Refused::TailTaken));
        }
        Ok(Response::new(CheckTailResponse { url_tail }))
    }
}

pub(super) struct QueueDirectory(pub(super) Kernel);

#[tonic::async_trait]
impl QueueDirectoryService for QueueDirectory {
    async fn find_form(&self, request: Request<FindFormRequest>) -> Result<Response<FindFormResponse>, Status> {
        let tail = tail::tail(&request.into_inner().url_tail).map_err(|_| grpc::not_found())?;
        let found = managed_categories::form_of(&self.0.pool, &tail).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
        Ok(Response::new(FindFormResponse {
            subcategory_id: found.subcategory_id.to_string(),
            survey_id: found.survey_id.map(|survey| survey.to_string()).unwrap_or_default(),
            url_tail: found.url_tail,
            open: found.open,
            matter: found.matter.public().into(),
        }))
    }

    async fn admit_form(&self, request: Request<AdmitFormRequest>) -> Result<Response<AdmitFormResponse>, Status> {
        let queue = SubcategoryId::parse(&request.into_inner().subcategory_id).ok_or_else(grpc::not_found)?;
        let category = categories::category_of(&self.0.pool, queue.uuid()).await.map_err(grpc::fault)?.ok_or_else(grpc::not_found)?;
        let category = self.0.store.load::<Category>(CategoryId::from_uuid(category)).await?.state;
        let (details, survey) = category.open_form(queue).ok_or_else(grpc::not_found)?;
        Ok(Response::new(AdmitFormResponse {
            survey_id: survey.to_string(),
            matter: category.matter().public().into(),
            name: Some(localized(&details.name)),
        }))
    }
}
