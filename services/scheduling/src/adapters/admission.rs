//! Which services are for somebody, as content says, and what it tells of them.

use std::collections::HashMap;

use chassis::{Kernel, access::Rpc, service_client::ServiceClient};
use chassis_domain::{Matter, Uuid};
use kajo_proto::content::v1::{
    AdmitServicesRequest, AdmittedService, ServiceAdmission, service_admission_service_client::ServiceAdmissionServiceClient,
};
use tonic::Status;

use super::{CONTENT, people::Booker, understood};

/// Services by their ids.
pub(crate) type Admitted = HashMap<Uuid, AdmittedService>;

/// Asks which services are for somebody.
#[derive(Clone)]
pub(crate) struct Admissions {
    client: ServiceAdmissionServiceClient<ServiceClient>,
    service_client: ServiceClient,
    asking: &'static str,
}

impl Admissions {
    /// At this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub(crate) fn try_new(kernel: &Kernel, content_url: Option<&str>) -> anyhow::Result<Self> {
        let service_client = kernel.service_client(CONTENT, content_url)?;
        Ok(Self { client: ServiceAdmissionServiceClient::new(service_client.clone()), service_client, asking: kernel.name })
    }

    /// These services, each with whether it is for somebody.
    ///
    /// # Errors
    /// When content does not answer.
    pub(crate) async fn of(&self, rpc: &Rpc, booker: &Booker, services: impl IntoIterator<Item = Uuid>) -> Result<Admitted, Status> {
        let mut service_ids: Vec<_> = services.into_iter().map(|id| id.to_string()).collect();
        service_ids.sort();
        service_ids.dedup();
        if service_ids.is_empty() {
            return Ok(Admitted::new());
        }
        let asked =
            AdmitServicesRequest { service_ids, age_years: booker.age, sex: booker.sex.into(), service_area_id: booker.service_area_id.clone() };
        let asked = self.service_client.of_service(self.asking, rpc, asked);
        let found = self.client.clone().admit_services(asked).await.map_err(understood)?.into_inner().services;
        let by_id = found.into_iter().filter_map(|service| Some((Uuid::try_parse(&service.service.as_ref()?.id).ok()?, service)));
        Ok(by_id.collect())
    }
}

/// Whether somebody may book a service: they find it themselves, or a professional has recommended it to them.
pub(crate) fn may_book(service: &AdmittedService, recommended: bool) -> bool {
    match service.admission() {
        ServiceAdmission::Resident => true,
        ServiceAdmission::Professional => recommended,
        ServiceAdmission::Unspecified => false,
    }
}

/// What a service is about.
pub(crate) fn matter_of(service: &AdmittedService) -> Matter {
    Matter::from_public(service.matter())
}
