//! What can be written about, where a conversation can be sent, the limits, and who may be told of what.

use chassis::{Kernel, access::Rpc, grpc};
use kajo_proto::conversations::v1::{
    Category, GetAudienceRequest, GetAudienceResponse, GetMessageLimitsRequest, GetMessageLimitsResponse, ListCategoriesRequest,
    ListCategoriesResponse, ListQueuesRequest, ListQueuesResponse, Queue, ServiceArea, Subcategory, category_service_server::CategoryService,
};
use tonic::{Request, Response, Status};
use uuid::Uuid;

use super::{appear, views::localized, who};
use crate::{
    audience::Audience,
    conversation::{ParticipantKind, Who},
    projections::categories,
    settings::ConversationsSettings,
};

pub(super) struct Categories {
    pub(super) kernel: Kernel,
    pub(super) settings: ConversationsSettings,
}

#[tonic::async_trait]
impl CategoryService for Categories {
    async fn list_categories(&self, request: Request<ListCategoriesRequest>) -> Result<Response<ListCategoriesResponse>, Status> {
        let pool = &self.kernel.pool;
        let areas = categories::service_areas(pool).await.map_err(grpc::internal)?;
        let of_area = match Uuid::try_parse(&request.into_inner().service_area_id) {
            Ok(area) => categories::of_area(pool, area).await.map_err(grpc::internal)?,
            Err(_) => Vec::new(),
        };
        Ok(Response::new(ListCategoriesResponse {
            service_areas: areas.into_iter().map(|(id, name)| ServiceArea { service_area_id: id.to_string(), name }).collect(),
            categories: of_area
                .into_iter()
                .map(|category| Category {
                    category_id: category.category_id.to_string(),
                    name: Some(localized(&category.name)),
                    description: Some(localized(&category.description)),
                    icon: category.icon,
                    subcategories: category
                        .subcategories
                        .into_iter()
                        .map(|subcategory| Subcategory {
                            subcategory_id: subcategory.subcategory_id.to_string(),
                            name: Some(localized(&subcategory.name)),
                            description: Some(localized(&subcategory.description)),
                        })
                        .collect(),
                })
                .collect(),
        }))
    }

    async fn list_queues(&self, _: Request<ListQueuesRequest>) -> Result<Response<ListQueuesResponse>, Status> {
        let queues = categories::open_queues(&self.kernel.pool).await.map_err(grpc::internal)?;
        Ok(Response::new(ListQueuesResponse {
            queues: queues
                .into_iter()
                .map(|(id, names)| Queue {
                    subcategory_id: id.to_string(),
                    category_name: Some(localized(&names.category)),
                    name: Some(localized(&names.subcategory)),
                })
                .collect(),
        }))
    }

    async fn get_message_limits(&self, request: Request<GetMessageLimitsRequest>) -> Result<Response<GetMessageLimitsResponse>, Status> {
        let resident = Rpc::of(&request)?.caller.is_resident();
        let limits = self.settings.limits(if resident { ParticipantKind::Resident } else { ParticipantKind::Practitioner });
        let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        Ok(Response::new(GetMessageLimitsResponse {
            max_message_characters: number(limits.message),
            max_topic_characters: number(limits.topic),
            max_attachment_megabytes: limits.megabytes,
            max_attachments: number(limits.attachments),
            allowed_extensions: limits.extensions,
        }))
    }

    async fn get_audience(&self, request: Request<GetAudienceRequest>) -> Result<Response<GetAudienceResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        appear(&self.kernel, &rpc).await?;
        let audience = match who(&self.kernel, &rpc).await? {
            Who::Resident { person, .. } => Audience::of(person),
            Who::Practitioner { person, queues, .. } => Audience { people: [person].into(), queues },
        };
        Ok(Response::new(GetAudienceResponse { keys: audience.keys() }))
    }
}
