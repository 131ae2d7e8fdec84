//! Somebody who keeps services and what they refer to, and services for tests.

use chassis::testkit::{Calls, World, refusals::fields};
use chassis_domain::Uuid;
use kajo_proto::{
    common::v1::{ListNamesRequest, ListNamesResponse, Matter, PageRequest, RecordState, Translated},
    content::v1::{
        ArchiveServiceCategoryRequest, ArchiveServiceContentRequest, ArchiveServiceRequest, Availability, GetServiceRequest, LanguageVersion,
        ListServiceCategoryUsesRequest, ListServiceCategoryUsesResponse, ListServicesRequest, PublishServiceContentRequest,
        RemoveServiceCategoryRequest, RemoveServiceRequest, SaveServiceCategoryRequest, SaveServiceRequest, Service, ServiceCategoryDetails,
        ServiceContentDetails, ServiceDetails, SexFilter, name_service_client::NameServiceClient,
        service_category_service_client::ServiceCategoryServiceClient, service_content_service_client::ServiceContentServiceClient,
        service_service_client::ServiceServiceClient,
    },
    options::v1::Caller,
};
use tonic::Status;

use crate::world::by;

/// Administrative names have this in them.
pub(crate) const SECRET: &str = "Sisäinen";

#[derive(Clone)]
pub(crate) struct Keeper {
    pub(crate) services: ServiceServiceClient<Calls>,
    pub(crate) categories: ServiceCategoryServiceClient<Calls>,
    pub(crate) contents: ServiceContentServiceClient<Calls>,
    pub(crate) names: NameServiceClient<Calls>,
}

pub(crate) fn texts(fi: &str, sv: &str, en: &str) -> Option<Translated> {
    Some(Translated { fi: fi.to_owned(), sv: sv.to_owned(), en: en.to_owned() })
}

pub(crate) fn in_all(word: &str) -> Option<Translated> {
    texts(word, &format!("{word} sv"), &format!("{word} en"))
}

pub(crate) fn none() -> Option<Translated> {
    texts("", "", "")
}

pub(crate) fn id(number: u128) -> String {
    Uuid::from_u128(number).to_string()
}

/// A service with every field.
pub(crate) fn whole(category: &str, contents: &[String]) -> ServiceDetails {
    ServiceDetails {
        name: in_all("Hammastarkastus"),
        description: in_all("Kuvaus"),
        preparation_instructions: in_all("Harjaa hampaat"),
        administrative_name: format!("{SECRET} HT-1"),
        service_category_id: category.to_owned(),
        service_area_id: id(2),
        age_min: Some(7),
        age_max: Some(17),
        sex: SexFilter::Female.into(),
        availability: Availability::Professionals.into(),
        role_ids: vec![id(3), id(4)],
        content_ids: contents.to_vec(),
        default_appointment_name: in_all("Aika"),
        default_role_name: in_all("Hammaslääkäri"),
        fetch_interval_minutes: Some(60),
    }
}

/// A content in three languages, with an administrative name.
pub(crate) fn content(title: &str) -> ServiceContentDetails {
    let version = |title: String| Some(LanguageVersion { title, text: "Teksti".to_owned(), stale: false });
    ServiceContentDetails {
        name: format!("{SECRET} {title}"),
        fi: version(title.to_owned()),
        sv: version(format!("{title} sv")),
        en: version(format!("{title} en")),
        ..ServiceContentDetails::default()
    }
}

/// One with little more than a name.
pub(crate) fn named(category: &str, name: &str) -> ServiceDetails {
    ServiceDetails {
        name: in_all(name),
        service_category_id: category.to_owned(),
        sex: SexFilter::All.into(),
        availability: Availability::All.into(),
        ..ServiceDetails::default()
    }
}

impl Keeper {
    pub(crate) fn new(world: &World, kind: Caller) -> Self {
        Self {
            services: ServiceServiceClient::new(by(world, kind)),
            categories: ServiceCategoryServiceClient::new(by(world, kind)),
            contents: ServiceContentServiceClient::new(by(world, kind)),
            names: NameServiceClient::new(by(world, kind)),
        }
    }

    pub(crate) async fn add_category(&mut self, name: &str) -> String {
        let details = ServiceCategoryDetails { name: in_all(name), matter: Matter::Health.into(), ..ServiceCategoryDetails::default() };
        let asked = SaveServiceCategoryRequest { details: Some(details), ..SaveServiceCategoryRequest::default() };
        self.categories.save_service_category(asked).await.unwrap().into_inner().service_category_id
    }

    /// A content with this title, in force.
    pub(crate) async fn publish(&mut self, title: &str) -> String {
        let asked = PublishServiceContentRequest { details: Some(content(title)), ..PublishServiceContentRequest::default() };
        self.contents.publish_service_content(asked).await.unwrap().into_inner().service_content_id
    }

    pub(crate) async fn archive_content(&mut self, id: &str) {
        let asked = ArchiveServiceContentRequest { service_content_id: id.to_owned() };
        self.contents.archive_service_content(asked).await.unwrap();
    }

    pub(crate) async fn add(&mut self, details: ServiceDetails) -> Result<String, Status> {
        let asked = SaveServiceRequest { details: Some(details), ..SaveServiceRequest::default() };
        Ok(self.services.save_service(asked).await?.into_inner().service_id)
    }

    pub(crate) async fn set(&mut self, kept: &Service, names: &[&str], details: ServiceDetails) -> Result<(), Status> {
        let asked = SaveServiceRequest {
            service_id: kept.service_id.clone(),
            details: Some(details),
            fields: names.iter().map(|name| (*name).to_owned()).collect(),
            version: kept.version,
            same_name_confirmed: false,
        };
        self.services.save_service(asked).await?;
        Ok(())
    }

    pub(crate) async fn get(&mut self, id: &str) -> Result<Service, Status> {
        Ok(self.services.get_service(GetServiceRequest { service_id: id.to_owned() }).await?.into_inner().service.unwrap())
    }

    pub(crate) async fn archive(&mut self, id: &str) -> Result<(), Status> {
        self.services.archive_service(ArchiveServiceRequest { service_id: id.to_owned() }).await?;
        Ok(())
    }

    pub(crate) async fn remove(&mut self, id: &str) -> Result<(), Status> {
        self.services.remove_service(RemoveServiceRequest { service_id: id.to_owned() }).await?;
        Ok(())
    }

    pub(crate) async fn archive_category(&mut self, id: &str) {
        let asked = ArchiveServiceCategoryRequest { service_category_id: id.to_owned() };
        self.categories.archive_service_category(asked).await.unwrap();
    }

    pub(crate) async fn remove_category(&mut self, id: &str) -> Result<(), Status> {
        self.categories.remove_service_category(RemoveServiceCategoryRequest { service_category_id: id.to_owned() }).await?;
        Ok(())
    }

    pub(crate) async fn uses(&mut self, id: &str) -> ListServiceCategoryUsesResponse {
        let asked = ListServiceCategoryUsesRequest { service_category_id: id.to_owned() };
        self.categories.list_service_category_uses(asked).await.unwrap().into_inner()
    }

    pub(crate) async fn list(&mut self, search: &str, state: RecordState) -> Vec<Service> {
        let asked = ListServicesRequest { search: search.to_owned(), state: state.into(), page: Some(PageRequest::default()) };
        self.services.list_services(asked).await.unwrap().into_inner().services
    }

    pub(crate) async fn list_names(&mut self, kind: &str, revision: u64) -> ListNamesResponse {
        self.names.list_names(ListNamesRequest { kind: kind.to_owned(), revision }).await.unwrap().into_inner()
    }
}

pub(crate) fn at(refused: &Status) -> Vec<String> {
    fields(refused).into_iter().map(|(field, reason)| format!("{field} {reason}")).collect()
}
