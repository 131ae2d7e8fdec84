//! Which services are for somebody, and what is told of them where they are booked.

use std::collections::HashMap;

use chassis::{Kernel, admin_record};
use chassis_domain::{Id, Uuid};
use kajo_proto::{
    common::v1::Name,
    content::v1::{
        AdmitServicesRequest, AdmitServicesResponse, AdmittedService, ServiceAdmission, service_admission_service_server::ServiceAdmissionService,
    },
};
use tonic::{Request, Response, Status};

use crate::{
    service::{self, Admission, Details, SexFilter, Someone, uuids},
    service_category,
};

pub(super) struct ServiceAdmissions(pub(super) Kernel);

#[tonic::async_trait]
impl ServiceAdmissionService for ServiceAdmissions {
    async fn admit_services(&self, request: Request<AdmitServicesRequest>) -> Result<Response<AdmitServicesResponse>, Status> {
        let request = request.into_inner();
        let someone =
            Someone { age: request.age_years, sex: SexFilter::from_public(request.sex()), area: Uuid::try_parse(&request.service_area_id).ok() };
        let pool = &self.0.pool;
        let services = admin_record::details_of::<service::Details>(pool, &uuids::<Vec<_>>(&request.service_ids)).await?;
        let categories: Vec<_> = services.iter().filter_map(|(_, details, _)| details.category).map(Id::uuid).collect();
        let categories = admin_record::details_of::<service_category::Details>(pool, &categories).await?;
        let categories: HashMap<_, _> = categories.into_iter().map(|(id, details, _)| (id, details)).collect();
        let services = services.into_iter().map(|(id, details, archived)| {
            let category = details.category.and_then(|category| categories.get(&category.uuid())).cloned().unwrap_or_default();
            admitted(id, details, archived, category, &someone)
        });
        Ok(Response::new(AdmitServicesResponse { services: services.collect() }))
    }
}

fn admitted(id: Uuid, details: Details, archived: bool, category: service_category::Details, someone: &Someone) -> AdmittedService {
    // Nothing new refers to what is archived.
    let admission = match details.admits(someone) {
        _ if archived => ServiceAdmission::Unspecified,
        Admission::Nobody => ServiceAdmission::Unspecified,
        Admission::Resident => ServiceAdmission::Resident,
        Admission::Professional => ServiceAdmission::Professional,
    };
    AdmittedService {
        service: Some(Name { id: id.to_string(), names: Some(details.name.into()), archived }),
        admission: admission.into(),
        description: Some(details.description.into()),
        preparation_instructions: Some(details.preparation_instructions.into()),
        default_appointment_name: Some(details.default_appointment_name.into()),
        default_role_name: Some(details.default_role_name.into()),
        category_name: Some(category.name.into()),
        icon: category.icon,
        matter: category.matter.public().into(),
        role_ids: details.roles.iter().map(ToString::to_string).collect(),
        fetch_interval_minutes: details.fetch_interval_minutes,
    }
}
