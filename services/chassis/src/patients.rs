//! Whom a professional's session has opened, and whether they may be written to, as identity knows it at the moment of asking. For services whose
//! professionals work with patients.

use chassis_domain::PersonId;
use kajo_proto::identity::v1::{
    AdmitMessageRequest, ContactCard, GetContactCardsRequest, GetReachRequest, GetReachResponse, Messaging,
    contact_card_service_client::ContactCardServiceClient, patient_reach_service_client::PatientReachServiceClient,
};
use tonic::Status;

use crate::{
    access::Rpc,
    grpc,
    service::Kernel,
    service_client::{ServiceClient, understood},
};

/// The service that knows people.
const IDENTITY: &str = "identity";

/// A patient whom the caller's session has opened.
#[derive(Clone, Copy, Debug)]
pub struct Opened {
    /// Who.
    pub id: PersonId,
    /// They are 12 to 17 today.
    pub teenager: bool,
}

/// Asks about patients. Cheap to clone.
#[derive(Clone)]
pub struct Patients {
    client: PatientReachServiceClient<ServiceClient>,
    service_client: ServiceClient,
    asking: &'static str,
}

impl Patients {
    /// Of identity at this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub fn try_new(kernel: &Kernel, identity_url: Option<&str>) -> anyhow::Result<Self> {
        let service_client = kernel.service_client(IDENTITY, identity_url)?;
        Ok(Self { client: PatientReachServiceClient::new(service_client.clone()), service_client, asking: kernel.name })
    }

    /// Whether the caller's session has opened a patient.
    ///
    /// # Errors
    /// When there is no such patient, or identity does not answer.
    pub async fn is_open_to(&self, rpc: &Rpc, patient: PersonId) -> Result<bool, Status> {
        Ok(self.reach(rpc, patient).await?.opened)
    }

    /// A patient whom the caller has opened; others do not exist for them.
    ///
    /// # Errors
    /// When there is no such patient, or identity does not answer.
    pub async fn opened(&self, rpc: &Rpc, patient: &str) -> Result<Opened, Status> {
        let id = PersonId::parse(patient).ok_or_else(grpc::not_found)?;
        let reach = self.reach(rpc, id).await?;
        if reach.opened { Ok(Opened { id, teenager: reach.teenager }) } else { Err(grpc::not_found()) }
    }

    /// What a patient is called whom the caller has opened. That it was looked at stands in the access log.
    ///
    /// # Errors
    /// When there is no such patient, or identity does not answer.
    pub async fn name(&self, rpc: &Rpc, patient: PersonId) -> Result<String, Status> {
        let asked = AdmitMessageRequest { patient_id: patient.to_string(), among_colleagues: true };
        let asked = self.service_client.in_the_name_of(rpc, asked);
        Ok(self.client.clone().admit_message(asked).await.map_err(understood)?.into_inner().display_name)
    }

    /// What a patient is called, for what the platform does for them by itself: nobody looks, and no session has opened them.
    ///
    /// # Errors
    /// When there is no such patient, or identity does not answer.
    pub async fn name_for_service(&self, rpc: &Rpc, patient: PersonId) -> Result<String, Status> {
        Ok(self.contact_card(rpc, patient, true).await?.ok_or_else(grpc::not_found)?.name)
    }

    /// Who a patient is as it is now, the personal identity code among it, for a professional whose look the service that asks has logged. `None`:
    /// they are known by no name any more.
    ///
    /// # Errors
    /// When identity does not answer.
    pub async fn card(&self, rpc: &Rpc, patient: PersonId) -> Result<Option<ContactCard>, Status> {
        self.contact_card(rpc, patient, false).await
    }

    async fn contact_card(&self, rpc: &Rpc, patient: PersonId, names_only: bool) -> Result<Option<ContactCard>, Status> {
        let person_id = patient.to_string();
        let asked = GetContactCardsRequest { person_ids: vec![person_id.clone()], names_only };
        let asked = self.service_client.of_service(self.asking, rpc, asked);
        let mut cards = ContactCardServiceClient::new(self.service_client.clone());
        let found = cards.get_contact_cards(asked).await.map_err(understood)?.into_inner().cards;
        Ok(found.into_iter().find(|card| card.person_id == person_id))
    }

    /// Whether a patient may be written to (PRO-08), whoever asks: a person, or another service.
    ///
    /// # Errors
    /// When there is no such patient, or identity does not answer.
    pub async fn messaging(&self, rpc: &Rpc, patient: PersonId) -> Result<Messaging, Status> {
        Ok(self.reach(rpc, patient).await?.messaging())
    }

    async fn reach(&self, rpc: &Rpc, patient: PersonId) -> Result<GetReachResponse, Status> {
        let session_id = rpc.caller.session().map(|session| session.to_string()).unwrap_or_default();
        let asked = GetReachRequest { patient_id: patient.to_string(), session_id };
        let asked = self.service_client.of_service(self.asking, rpc, asked);
        Ok(self.client.clone().get_reach(asked).await.map_err(understood)?.into_inner())
    }
}
