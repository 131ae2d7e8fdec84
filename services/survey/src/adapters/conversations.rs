//! Conversations from which professionals open the answers of whom they concern, and who acts for residents their forms, as conversations lets them
//! be read at the moment of asking.

use chassis::{Kernel, access::Rpc, service_client::ServiceClient};
use chassis_domain::PersonId;
use kajo_proto::conversations::v1::{Conversation, GetConversationRequest, conversation_service_client::ConversationServiceClient};
use tonic::{Code, Status};

use super::{CONVERSATIONS, understood};

/// Asks about conversations.
#[derive(Clone)]
pub(crate) struct Conversations {
    client: ConversationServiceClient<ServiceClient>,
    service_client: ServiceClient,
}

impl Conversations {
    /// At this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub(crate) fn try_new(kernel: &Kernel, conversations_url: Option<&str>) -> anyhow::Result<Self> {
        let service_client = kernel.service_client(CONVERSATIONS, conversations_url)?;
        Ok(Self { client: ConversationServiceClient::new(service_client.clone()), service_client })
    }

    /// Whether the caller, a professional, may read a conversation, and it concerns this patient; without one, nobody who is known. That it was
    /// looked at stands in the access log there.
    ///
    /// # Errors
    /// When conversations does not answer.
    pub(crate) async fn may_read(&self, rpc: &Rpc, conversation_id: &str, patient: Option<PersonId>) -> Result<bool, Status> {
        Ok(self.shown(rpc, conversation_id).await?.is_some_and(|conversation| concerns(&conversation, patient)))
    }

    /// Whether the caller, who acts for a resident, may read one of the resident's. That it was looked at stands in the access log there.
    ///
    /// # Errors
    /// When conversations does not answer.
    pub(crate) async fn is_open_to(&self, rpc: &Rpc, conversation_id: &str) -> Result<bool, Status> {
        Ok(self.shown(rpc, conversation_id).await?.is_some())
    }

    /// A conversation that the caller may read; `None`: for them there is none.
    async fn shown(&self, rpc: &Rpc, conversation_id: &str) -> Result<Option<Conversation>, Status> {
        // Whoever has it open was told there when a colleague handles it.
        let asked = GetConversationRequest { conversation_id: conversation_id.to_owned(), confirmed: true, ..GetConversationRequest::default() };
        let asked = self.service_client.in_the_name_of(rpc, asked);
        match self.client.clone().get_conversation(asked).await {
            Ok(found) => Ok(found.into_inner().conversation),
            Err(status) if status.code() == Code::NotFound => Ok(None),
            Err(status) => Err(understood(status)),
        }
    }
}

/// Whether it concerns this patient; without one, nobody who is known.
fn concerns(conversation: &Conversation, patient: Option<PersonId>) -> bool {
    match patient {
        Some(patient) => PersonId::parse(&conversation.resident_id) == Some(patient),
        None => conversation.resident_id.is_empty(),
    }
}

#[cfg(test)]
mod tests {
    use chassis_domain::Uuid;

    use super::*;

    fn of(resident_id: &str) -> Conversation {
        Conversation { resident_id: resident_id.to_owned(), ..Conversation::default() }
    }

    #[test]
    fn sur_05_a_conversation_of_another_patient_and_one_of_nobody_open_no_answers() {
        let aino = PersonId::from_uuid(Uuid::from_u128(1));
        let other = Uuid::from_u128(2).to_string();
        for (resident, opens) in [(aino.to_string().as_str(), true), (other.as_str(), false), ("", false)] {
            assert_eq!(concerns(&of(resident), Some(aino)), opens, "{resident}");
        }
    }

    #[test]
    fn sur_07_a_conversation_of_anybody_opens_no_answers_of_nobody() {
        for (resident, opens) in [(Uuid::from_u128(1).to_string().as_str(), false), ("somebody", false), ("", true)] {
            assert_eq!(concerns(&of(resident), None), opens, "{resident}");
        }
    }
}
