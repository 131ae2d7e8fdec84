//! Links that people write into what is shown to others (CMS-09): none is taken in that is known to be possibly harmful. Conversations knows, which
//! keeps the lists of the register of harmful addresses.

use kajo_proto::conversations::v1::{FindHarmfulLinkRequest, link_risk_service_client::LinkRiskServiceClient};
use tonic::Status;
use url::Url;

use crate::{access::Rpc, grpc, service::Kernel, service_client::ServiceClient, store::CommandMeta};

/// The service that judges links.
const CONVERSATIONS: &str = "conversations";

/// How many are judged by one call.
const AT_ONCE: usize = 100;

/// A link of somebody's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenLink {
    /// The field in which it stands.
    pub field: &'static str,
    /// Where it leads.
    pub url: String,
}

/// A link leads to harm.
#[derive(Debug, thiserror::Error)]
#[error("{field} links to a host that is possibly harmful")]
pub struct RiskyLink {
    /// The field in which it stands.
    pub field: &'static str,
    /// Where it leads.
    pub host: String,
}

chassis_domain::refusals! { RiskyLink {
    Self { field, host } => "risky_link", Input, field *field, params [("host", host.clone())];
} }

/// Has links judged. Cheap to clone.
#[derive(Clone)]
pub struct LinkCheck {
    kernel: Kernel,
    client: LinkRiskServiceClient<ServiceClient>,
    service_client: ServiceClient,
}

impl LinkCheck {
    /// By conversations at this address, or in this process.
    ///
    /// # Errors
    /// When the address is none.
    pub fn try_new(kernel: &Kernel, conversations_url: Option<&str>) -> anyhow::Result<Self> {
        let service_client = kernel.service_client(CONVERSATIONS, conversations_url)?;
        Ok(Self { kernel: kernel.clone(), client: LinkRiskServiceClient::new(service_client.clone()), service_client })
    }

    /// Refuses a command whose words lead to harm, at the field of the first link that does. What nobody can judge now is taken in, and what was
    /// taken in once stays so, whatever is known of its links since.
    ///
    /// # Errors
    /// [`RiskyLink`], or the store fails.
    pub async fn admit(&self, rpc: &Rpc, meta: &CommandMeta, links: &[WrittenLink]) -> Result<(), Status> {
        let Some(WrittenLink { field, url }) = self.first_harmful(rpc, links).await else { return Ok(()) };
        if self.kernel.store.has_executed(meta).await? {
            return Ok(());
        }
        let host = Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default();
        Err(grpc::refused(&RiskyLink { field, host }))
    }

    async fn first_harmful<'a>(&self, rpc: &Rpc, links: &'a [WrittenLink]) -> Option<&'a WrittenLink> {
        for some in links.chunks(AT_ONCE) {
            let urls = some.iter().map(|link| link.url.clone()).collect();
            let asked = self.service_client.of_service(self.kernel.name, rpc, FindHarmfulLinkRequest { urls });
            match self.client.clone().find_harmful_link(asked).await {
                Ok(answer) => {
                    let place = usize::try_from(answer.into_inner().place).ok().and_then(|place| place.checked_sub(1));
                    if let Some(harmful) = place.and_then(|place| some.get(place)) {
                        return Some(harmful);
                    }
                }
                Err(status) => {
                    tracing::warn!(code = ?status.code(), "links.unjudged");
                    return None;
                }
            }
        }
        None
    }
}
