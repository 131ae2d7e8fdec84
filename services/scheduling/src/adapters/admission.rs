//! Which services are for somebody, as content says, and what it tells of them.

use std::collections::{BTreeSet, HashMap};

use chassis::{Kernel, access::Rpc, service_client::ServiceClient, store::TraceContext};
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
        self.asked(&rpc.trace, booker, services.into_iter().collect()).await
    }

    /// These services, where no call led to it: what they say of their appointments, and whether they are for somebody of whom nothing is known.
    ///
    /// # Errors
    /// When content does not answer.
    pub(crate) async fn of_after(&self, trace: &TraceContext, services: impl IntoIterator<Item = Uuid>) -> Result<Admitted, Status> {
        self.asked(trace, &Booker::default(), services.into_iter().collect()).await
    }

    async fn asked(&self, trace: &TraceContext, booker: &Booker, services: BTreeSet<Uuid>) -> Result<Admitted, Status> {
        if services.is_empty() {
            return Ok(Admitted::new());
        }
        let service_ids = services.iter().map(ToString::to_string).collect();
        let asked =
            AdmitServicesRequest { service_ids, age_years: booker.age, sex: booker.sex.into(), service_area_id: booker.service_area_id.clone() };
        let asked = self.service_client.of_service_after(self.asking, trace, asked);
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
