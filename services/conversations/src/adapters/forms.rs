//! Forms that were sent, as survey knows them: asked when the conversation about one opens. What is said in them stays there.

use chassis::{Kernel, access::CALLER_HEADER, grpc, service_client::ServiceClient, store::TraceContext};
use chassis_domain::{Matter, PersonId};
use kajo_proto::{
    caller::v1::CallerContext,
    options::v1::Caller,
    survey::v1::{GetSentFormRequest, form_directory_service_client::FormDirectoryServiceClient},
};
use tonic::{
    Code, Request, Status,
    metadata::{Ascii, MetadataValue},
};

use super::understood;
use crate::{
    category::SubcategoryId,
    conversation::{command::FormPatient, value::FormResponseId},
};

/// The service that keeps forms.
const SURVEY: &str = "survey";

/// Asks about forms.
#[derive(Clone)]
pub struct Forms {
    client: FormDirectoryServiceClient<ServiceClient>,
    kernel: Kernel,
}

/// A form that was sent.
#[derive(Clone, Debug)]
pub struct SentForm {
    /// Whose form it is; `None`: nobody knows.
    pub patient: Option<FormPatient>,
    /// The queue that it was sent to.
    pub queue: SubcategoryId,
    /// What the queue was about then.
    pub matter: Matter,
    /// Guardians of a resident of 12 to 17 may see it.
    pub visible_to_guardians: bool,
}

impl Forms {
    /// At this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub fn try_new(kernel: &Kernel, survey_url: Option<&str>) -> anyhow::Result<Self> {
        let service_client = kernel.service_client(SURVEY, survey_url)?;
        Ok(Self { client: FormDirectoryServiceClient::new(service_client), kernel: kernel.clone() })
    }

    /// A form that was sent; `None`: it was erased.
    ///
    /// # Errors
    /// When survey does not answer.
    pub async fn sent(&self, trace: &TraceContext, form: FormResponseId) -> Result<Option<SentForm>, Status> {
        let asked = self.of_this_service(trace, GetSentFormRequest { form_response_id: form.to_string() });
        let found = match self.client.clone().get_sent_form(asked).await {
            Ok(found) => found.into_inner(),
            Err(status) if status.code() == Code::NotFound => return Ok(None),
            Err(status) => return Err(understood(status)),
        };
        let no_id = || grpc::fault("survey names a patient or a queue by what is no id");
        let queue = SubcategoryId::parse(&found.subcategory_id).ok_or_else(no_id)?;
        let (matter, visible_to_guardians) = (Matter::from_public(found.matter()), found.visible_to_guardians);
        let patient = if found.patient_id.is_empty() {
            None
        } else {
            Some(FormPatient { person: PersonId::parse(&found.patient_id).ok_or_else(no_id)?, name: found.patient_name })
        };
        Ok(Some(SentForm { patient, queue, matter, visible_to_guardians }))
    }

    /// A request that no call led to: it follows from a fact, in whose trace it is made.
    fn of_this_service<T>(&self, trace: &TraceContext, message: T) -> Request<T> {
        let Kernel { name, internal_key, clock, .. } = &self.kernel;
        let caller = CallerContext { kind: Caller::Service.into(), service: (*name).to_owned(), ..CallerContext::default() };
        let mut request = Request::new(message);
        request.metadata_mut().insert_bin(CALLER_HEADER, MetadataValue::from_bytes(&internal_key.sign(caller, clock.now())));
        let traceparent = trace.traceparent.parse::<MetadataValue<Ascii>>().ok().filter(|_| !trace.traceparent.is_empty());
        if let Some(traceparent) = traceparent {
            request.metadata_mut().insert("traceparent", traceparent);
        }
        request
    }
}
