//! What can be written about, where a conversation can be sent, the limits, and who may be told of what.

use chassis::{Kernel, access::Rpc, grpc};
use chassis_domain::AudienceKey;
use kajo_proto::conversations::v1::{
    Category, GetAudienceRequest, GetAudienceResponse, GetMessageLimitsRequest, GetMessageLimitsResponse, ListCategoriesRequest,
    ListCategoriesResponse, ListQueuesRequest, ListQueuesResponse, Queue, ServiceArea, Subcategory, category_service_server::CategoryService,
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{appear, views::localized, who};
use crate::{
    adapters::content,
    audience::Audience,
    category::SubcategoryId,
    conversation::{ParticipantKind, Who},
    projections::categories::{self, CategoryRow, SubcategoryRow},
    settings::ConversationsSettings,
};

pub(super) struct Categories {
    pub(super) kernel: Kernel,
    pub(super) settings: ConversationsSettings,
}

/// Those of these categories that a resident can choose from; somebody who acts for them, what their mandates cover.
pub(super) fn open_to(by: &Who, found: Vec<CategoryRow>) -> Vec<Category> {
    let is_covered = |category: &CategoryRow| by.representative().is_none_or(|somebody| somebody.mandates.cover(category.matter.needs()));
    found.into_iter().filter(is_covered).map(shown).collect()
}

fn shown(category: CategoryRow) -> Category {
    let queue = |subcategory: SubcategoryRow| Subcategory {
        subcategory_id: subcategory.subcategory_id.to_string(),
        name: Some(localized(&subcategory.name)),
        description: Some(localized(&subcategory.description)),
    };
    Category {
        category_id: category.category_id.to_string(),
        name: Some(localized(&category.name)),
        description: Some(localized(&category.description)),
        icon: category.icon,
        subcategories: category.subcategories.into_iter().map(queue).collect(),
    }
}

#[tonic::async_trait]
impl CategoryService for Categories {
    async fn list_categories(&self, request: Request<ListCategoriesRequest>) -> Result<Response<ListCategoriesResponse>, Status> {
        let pool = &self.kernel.pool;
        let by = who(&self.kernel, &Rpc::of(&request)?).await?;
        let areas = categories::service_areas(pool).await.map_err(grpc::fault)?;
        let of_area = match Uuid::try_parse(&request.into_inner().service_area_id) {
            Ok(area) => categories::of_area(pool, area).await.map_err(grpc::fault)?,
            Err(_) => Vec::new(),
        };
        Ok(Response::new(ListCategoriesResponse {
            service_areas: areas.into_iter().map(|(id, name)| ServiceArea { service_area_id: id.to_string(), name }).collect(),
            categories: open_to(&by, of_area),
        }))
    }

    async fn list_queues(&self, request: Request<ListQueuesRequest>) -> Result<Response<ListQueuesResponse>, Status> {
        let own = match who(&self.kernel, &Rpc::of(&request)?).await? {
            Who::Practitioner { queues, .. } => queues,
            Who::Resident { .. } => return Err(grpc::access_denied()),
        };
        let queues = categories::open_queues(&self.kernel.pool).await.map_err(grpc::fault)?;
        Ok(Response::new(ListQueuesResponse {
            queues: queues
                .into_iter()
                .map(|(id, kind, names)| Queue {
                    subcategory_id: id.to_string(),
                    category_name: Some(localized(&names.category)),
                    name: Some(localized(&names.subcategory)),
                    own: own.contains(&SubcategoryId::from_uuid(id)),
                    kind: kind.public().into(),
                })
                .collect(),
        }))
    }

    async fn get_message_limits(&self, request: Request<GetMessageLimitsRequest>) -> Result<Response<GetMessageLimitsResponse>, Status> {
        let caller = Rpc::of(&request)?.caller;
        let resident = caller.is_resident();
        let limits = self.settings.limits(if resident { ParticipantKind::Resident } else { ParticipantKind::Practitioner });
        let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        Ok(Response::new(GetMessageLimitsResponse {
            max_message_characters: number(limits.message),
            max_topic_characters: number(limits.topic),
            max_attachment_megabytes: limits.megabytes,
            max_attachments: number(limits.attachments),
            allowed_extensions: limits.extensions,
            // Somebody who acts for a teenager does not decide for them.
            max_picture_pixels: content::MAX_PIXELS,
            teenager: caller.is_teenager() && caller.impersonator().is_none(),
        }))
    }

    async fn get_audience(&self, request: Request<GetAudienceRequest>) -> Result<Response<GetAudienceResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        appear(&self.kernel, &rpc).await?;
        let keys: Vec<AudienceKey> = match who(&self.kernel, &rpc).await? {
            // Their own files, too, for whomever they are.
            Who::Resident { person, representative: Some(somebody), .. } => {
                somebody.keys(person).into_iter().chain(Audience::of(somebody.person).keys()).collect()
            }
            Who::Resident { person, representative: None, .. } => Audience::of(person).keys(),
            Who::Practitioner { person, queues, .. } => Audience { people: [person].into(), queues, ..Audience::default() }.keys(),
        };
        Ok(Response::new(GetAudienceResponse { keys: keys.into_iter().map(String::from).collect() }))
    }
}
