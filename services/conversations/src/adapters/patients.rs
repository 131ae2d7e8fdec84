//! Patients, as identity knows them: asked when somebody is about to write to one, so that what it answers holds now.

use chassis::{Kernel, access::Rpc, grpc, service_client::ServiceClient};
use chassis_domain::PersonId;
use kajo_proto::identity::v1::{
    AdmitMessageRequest, GetContactCardsRequest, GetReachRequest, Ground, Messaging, contact_card_service_client::ContactCardServiceClient,
    patient_reach_service_client::PatientReachServiceClient,
};
use tonic::Status;

use super::{IDENTITY, understood};
use crate::conversation::{Unreachable, value::ServiceAreaId};

/// Asks about patients.
#[derive(Clone)]
pub struct Patients {
    client: PatientReachServiceClient<ServiceClient>,
    cards: ContactCardServiceClient<ServiceClient>,
    service_client: ServiceClient,
    asking: &'static str,
}

/// A patient whom the caller's session has opened.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Why they cannot be written to.
    pub unreachable: Option<Unreachable>,
    /// The right on which they were opened, as the access log names it.
    pub ground: &'static str,
    /// As they are called.
    pub display_name: String,
    /// Where they live, when they have told.
    pub service_area: Option<ServiceAreaId>,
}

impl Patients {
    /// At this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub fn try_new(kernel: &Kernel, identity_url: Option<&str>) -> anyhow::Result<Self> {
        let service_client = kernel.service_client(IDENTITY, identity_url)?;
        let (client, cards) = (PatientReachServiceClient::new(service_client.clone()), ContactCardServiceClient::new(service_client.clone()));
        Ok(Self { client, cards, service_client, asking: kernel.name })
    }

    /// A patient to whom the caller is about to write. Whom the caller's session has not opened does not exist.
    ///
    /// # Errors
    /// When there is none, or identity does not answer.
    pub async fn opened_by(&self, rpc: &Rpc, patient: PersonId) -> Result<Opened, Status> {
        self.opened(rpc, AdmitMessageRequest { patient_id: patient.to_string(), among_colleagues: false }).await
    }

    /// A patient about whom the caller is about to write to colleagues.
    ///
    /// # Errors
    /// As [`Self::opened_by`].
    pub async fn opened_for_colleagues(&self, rpc: &Rpc, patient: PersonId) -> Result<Opened, Status> {
        self.opened(rpc, AdmitMessageRequest { patient_id: patient.to_string(), among_colleagues: true }).await
    }

    async fn opened(&self, rpc: &Rpc, asked: AdmitMessageRequest) -> Result<Opened, Status> {
        let asked = self.service_client.in_the_name_of(rpc, asked);
        let found = self.client.clone().admit_message(asked).await.map_err(understood)?.into_inner();
        Ok(Opened {
            unreachable: unreachable(found.messaging()),
            ground: ground(found.ground()),
            service_area: ServiceAreaId::parse(&found.service_area_id),
            display_name: found.display_name,
        })
    }

    /// Whether the caller's session has opened a patient.
    ///
    /// # Errors
    /// When there is no such patient, or identity does not answer.
    pub async fn is_open_to(&self, rpc: &Rpc, patient: PersonId) -> Result<bool, Status> {
        let session_id = rpc.caller.session().map(|session| session.to_string()).unwrap_or_default();
        let asked = GetReachRequest { patient_id: patient.to_string(), session_id };
        let asked = self.service_client.of_service(self.asking, rpc, asked);
        Ok(self.client.clone().get_reach(asked).await.map_err(understood)?.into_inner().opened)
    }

    /// Whether a patient is 12 to 17 today.
    ///
    /// # Errors
    /// When there is no such patient, or identity does not answer.
    pub async fn is_teenager(&self, rpc: &Rpc, patient: PersonId) -> Result<bool, Status> {
        let asked = GetReachRequest { patient_id: patient.to_string(), session_id: String::new() };
        let asked = self.service_client.of_service(self.asking, rpc, asked);
        Ok(self.client.clone().get_reach(asked).await.map_err(understood)?.into_inner().teenager)
    }

    /// Why a patient cannot be written to; `None`: they can.
    ///
    /// # Errors
    /// When there is no such patient, or identity does not answer.
    pub async fn unreachable(&self, rpc: &Rpc, patient: PersonId) -> Result<Option<Unreachable>, Status> {
        let asked = GetReachRequest { patient_id: patient.to_string(), session_id: String::new() };
        let asked = self.service_client.of_service(self.asking, rpc, asked);
        Ok(unreachable(self.client.clone().get_reach(asked).await.map_err(understood)?.into_inner().messaging()))
    }

    /// As a patient is called, where no professional stands behind what is done.
    ///
    /// # Errors
    /// When there is no such patient, or identity does not answer.
    pub async fn name(&self, rpc: &Rpc, patient: PersonId) -> Result<String, Status> {
        let asked = GetContactCardsRequest { person_ids: vec![patient.to_string()], names_only: true };
        let asked = self.service_client.of_service(self.asking, rpc, asked);
        let cards = self.cards.clone().get_contact_cards(asked).await.map_err(understood)?.into_inner().cards;
        cards.into_iter().find(|card| PersonId::parse(&card.person_id) == Some(patient)).map(|card| card.name).ok_or_else(grpc::not_found)
    }
}

/// Nobody is written to on a guess.
const fn unreachable(messaging: Messaging) -> Option<Unreachable> {
    match messaging {
        Messaging::Allowed => None,
        Messaging::ManuallyAdded => Some(Unreachable::ManuallyAdded),
        Messaging::NoConsent | Messaging::Unspecified => Some(Unreachable::NoConsent),
    }
}

const fn ground(ground: Ground) -> &'static str {
    match ground {
        Ground::Care => "care",
        Ground::ClientWork => "client_work",
        Ground::Call => "call",
        Ground::Consultation => "consultation",
        Ground::Unspecified => "command",
    }
}
