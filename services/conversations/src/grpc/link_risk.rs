//! Judges links for other services (CMS-09): their words are published, and lead whoever reads them.

use kajo_proto::conversations::v1::{FindHarmfulLinkRequest, FindHarmfulLinkResponse, link_risk_service_server::LinkRiskService};
use tonic::{Request, Response, Status};
use url::Url;

use crate::adapters::link_risk::LinkRisk;

pub(super) struct LinkRisks(pub(super) LinkRisk);

#[tonic::async_trait]
impl LinkRiskService for LinkRisks {
    async fn find_harmful_link(&self, request: Request<FindHarmfulLinkRequest>) -> Result<Response<FindHarmfulLinkResponse>, Status> {
        let numbered = (1..).zip(request.into_inner().urls);
        let (places, urls): (Vec<u32>, Vec<_>) = numbered.filter_map(|(place, url)| Some((place, Url::parse(&url).ok()?))).unzip();
        let harmful = self.0.first_harmful(&urls).await.and_then(|at| places.get(at).copied());
        Ok(Response::new(FindHarmfulLinkResponse { place: harmful.unwrap_or_default() }))
    }
}
