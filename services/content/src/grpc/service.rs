//! Services, as responsible users and administrators keep them.

use std::collections::HashMap;

use chassis::{
    Kernel, Tx,
    access::Rpc,
    admin_record::{self, AdminKind, Asked, Record, Saving},
    publication,
};
use chassis_domain::{Id, Uuid, timestamp};
use kajo_proto::{
    common::v1::Name,
    content::v1::{
        ArchiveServiceRequest, ArchiveServiceResponse, GetServiceRequest, GetServiceResponse, ListServicesRequest, ListServicesResponse,
        RemoveServiceRequest, RemoveServiceResponse, RestoreServiceRequest, RestoreServiceResponse, SaveServiceRequest, SaveServiceResponse, Service,
        ServiceDetails, service_service_server::ServiceService,
    },
};
use tonic::{Request, Response, Status};

use crate::{
    service::{Around, Availability, CategoryState, Details, ServiceId, SexFilter, uuids},
    service_category::{self, ServiceCategoryId},
    service_content,
};

pub(crate) struct Services(pub(super) Kernel);

impl AdminKind for Services {
    type Details = Details;
    type Message = ServiceDetails;
    /// That another one has the name is known to whoever saves.
    type Known = bool;

    fn message(details: Details) -> ServiceDetails {
        let Details {
            name,
            description,
            preparation_instructions,
            administrative_name,
            category,
            area,
            age_min,
            age_max,
            sex,
            availability,
            roles,
            contents,
            default_appointment_name,
            default_role_name,
            fetch_interval_minutes,
        } = details;
        ServiceDetails {
            name: Some(name.into()),
            description: Some(description.into()),
            preparation_instructions: Some(preparation_instructions.into()),
            administrative_name,
            service_category_id: category.map(|category| category.to_string()).unwrap_or_default(),
            service_area_id: area.map(|area| area.to_string()).unwrap_or_default(),
            age_min,
            age_max,
            sex: sex.public().into(),
            availability: availability.public().into(),
            role_ids: roles.iter().map(ToString::to_string).collect(),
            content_ids: contents.iter().map(ToString::to_string).collect(),
            default_appointment_name: Some(default_appointment_name.into()),
            default_role_name: Some(default_role_name.into()),
            fetch_interval_minutes,
        }
    }

    fn details(message: ServiceDetails) -> Details {
        let (sex, availability) = (SexFilter::from_public(message.sex()), Availability::from_public(message.availability()));
        let ServiceDetails {
            name,
            description,
            preparation_instructions,
            administrative_name,
            service_category_id,
            service_area_id,
            age_min,
            age_max,
            role_ids,
            content_ids,
            default_appointment_name,
            default_role_name,
            fetch_interval_minutes,
            ..
        } = message;
        Details {
            name: name.into(),
            description: description.into(),
            preparation_instructions: preparation_instructions.into(),
            administrative_name,
            category: ServiceCategoryId::parse(&service_category_id),
            area: Uuid::try_parse(&service_area_id).ok(),
            age_min,
            age_max,
            sex,
            availability,
            roles: uuids(&role_ids),
            contents: uuids(&content_ids),
            default_appointment_name: default_appointment_name.into(),
            default_role_name: default_role_name.into(),
            fetch_interval_minutes,
        }
    }

    async fn around_in_tx(tx: &mut Tx<'_>, _: ServiceId, details: &Details, same_name_confirmed: bool) -> Result<Around, sqlx::Error> {
        let archived = match details.category {
            Some(category) => admin_record::archived_in_tx::<service_category::Details>(tx, category.uuid()).await?,
            None => None,
        };
        let category = match archived {
            None => CategoryState::Missing,
            Some(true) => CategoryState::Archived,
            Some(false) => CategoryState::Open,
        };
        let contents = publication::published_in_tx::<service_content::Body>(tx, &details.contents).await?;
        Ok(Around { category, contents, same_name_confirmed })
    }
}

#[tonic::async_trait]
impl ServiceService for Services {
    async fn list_services(&self, request: Request<ListServicesRequest>) -> Result<Response<ListServicesResponse>, Status> {
        let ListServicesRequest { search, state, page } = request.into_inner();
        let (records, next_page_token) = admin_record::list::<Self>(&self.0.pool, Asked { search, state, page }).await?;
        let categories = self.categories(&records).await?;
        let services = records.into_iter().map(|record| view(record, &categories)).collect();
        Ok(Response::new(ListServicesResponse { services, next_page_token }))
    }

    async fn get_service(&self, request: Request<GetServiceRequest>) -> Result<Response<GetServiceResponse>, Status> {
        let found = admin_record::get::<Self>(&self.0.pool, &request.into_inner().service_id).await?;
        let categories = self.categories(std::slice::from_ref(&found)).await?;
        Ok(Response::new(GetServiceResponse { service: Some(view(found, &categories)) }))
    }

    async fn save_service(&self, request: Request<SaveServiceRequest>) -> Result<Response<SaveServiceResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        let meta = rpc.command(&request)?;
        let SaveServiceRequest { service_id: id, details, fields, version, same_name_confirmed } = request;
        let saving = Saving { id, version, details: details.unwrap_or_default(), fields };
        let service_id = admin_record::save::<Self>(&self.0, meta, saving, same_name_confirmed).await?;
        Ok(Response::new(SaveServiceResponse { service_id }))
    }

    async fn archive_service(&self, request: Request<ArchiveServiceRequest>) -> Result<Response<ArchiveServiceResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::archive::<Self>(&self.0, rpc.command(&request)?, &request.service_id).await?;
        Ok(Response::new(ArchiveServiceResponse {}))
    }

    async fn restore_service(&self, request: Request<RestoreServiceRequest>) -> Result<Response<RestoreServiceResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::restore::<Self>(&self.0, rpc.command(&request)?, &request.service_id).await?;
        Ok(Response::new(RestoreServiceResponse {}))
    }

    async fn remove_service(&self, request: Request<RemoveServiceRequest>) -> Result<Response<RemoveServiceResponse>, Status> {
        let rpc = Rpc::of(&request)?;
        let request = request.into_inner();
        admin_record::remove::<Self>(&self.0, rpc.command(&request)?, &request.service_id).await?;
        Ok(Response::new(RemoveServiceResponse {}))
    }
}

impl Services {
    /// What the categories of these services are called.
    async fn categories(&self, records: &[Record<Self>]) -> Result<HashMap<String, Name>, Status> {
        let ids: Vec<_> = records.iter().filter_map(|record| record.details.category).map(Id::uuid).collect();
        admin_record::names_of::<service_category::Details>(&self.0.pool, &ids).await
    }
}

fn view(record: Record<Services>, categories: &HashMap<String, Name>) -> Service {
    let service_category = record.details.category.and_then(|category| categories.get(&category.to_string()).cloned());
    Service {
        service_id: record.id.to_string(),
        details: Some(Services::message(record.details)),
        archived: record.archived,
        updated_at: Some(timestamp(record.updated_at)),
        version: record.version,
        service_category,
    }
}
