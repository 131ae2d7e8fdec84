//! Who people are, as identity knows them: asked when a professional looks, and kept nowhere.

use std::collections::{BTreeSet, HashMap};

use chassis::{Kernel, access::Rpc, grpc, service_client::ServiceClient};
use chassis_domain::PersonId;
use kajo_proto::identity::v1::{ContactCard, GetContactCardsRequest, contact_card_service_client::ContactCardServiceClient};
use tonic::{Code, Status};

/// The service that knows people.
const IDENTITY: &str = "identity";

/// Asks who people are.
#[derive(Clone)]
pub(crate) struct ContactCards {
    client: ContactCardServiceClient<ServiceClient>,
    service_client: ServiceClient,
    asking: &'static str,
}

impl ContactCards {
    /// At this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub(crate) fn try_new(kernel: &Kernel, identity_url: Option<&str>) -> anyhow::Result<Self> {
        let service_client = kernel.service_client(IDENTITY, identity_url)?;
        Ok(Self { client: ContactCardServiceClient::new(service_client.clone()), service_client, asking: kernel.name })
    }

    /// All that is shown of these people, of those that there are.
    ///
    /// # Errors
    /// When identity does not answer.
    pub(crate) async fn of(&self, rpc: &Rpc, people: impl IntoIterator<Item = PersonId>) -> Result<HashMap<PersonId, ContactCard>, Status> {
        self.ask(rpc, people, false).await
    }

    /// Their names. While identity is away nobody has one: who waits can be accepted all the same.
    pub(crate) async fn names(&self, rpc: &Rpc, people: impl IntoIterator<Item = PersonId>) -> HashMap<PersonId, String> {
        self.certain_names(rpc, people).await.unwrap_or_default()
    }

    /// The same, for what is not done as long as nobody can say them.
    ///
    /// # Errors
    /// When identity does not answer.
    pub(crate) async fn certain_names(&self, rpc: &Rpc, people: impl IntoIterator<Item = PersonId>) -> Result<HashMap<PersonId, String>, Status> {
        let cards = self.ask(rpc, people, true).await?;
        Ok(cards.into_iter().map(|(person, card)| (person, card.name)).collect())
    }

    async fn ask(&self, rpc: &Rpc, people: impl IntoIterator<Item = PersonId>, names_only: bool) -> Result<HashMap<PersonId, ContactCard>, Status> {
        let people: BTreeSet<_> = people.into_iter().map(|person| person.to_string()).collect();
        if people.is_empty() {
            return Ok(HashMap::new());
        }
        let asked = GetContactCardsRequest { person_ids: people.into_iter().collect(), names_only };
        let asked = self.service_client.of_service(self.asking, rpc, asked);
        let answered = self.client.clone().get_contact_cards(asked).await;
        let cards = answered.map_err(|status| match status.code() {
            Code::Unavailable | Code::DeadlineExceeded => grpc::status(Code::Unavailable, "unavailable", &[]),
            code => grpc::fault(format!("identity answers {code:?}")),
        })?;
        Ok(cards.into_inner().cards.into_iter().filter_map(|card| Some((PersonId::parse(&card.person_id)?, card))).collect())
    }
}
