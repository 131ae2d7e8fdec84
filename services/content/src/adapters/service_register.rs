//! The national register of services (PTV, Palvelutietovaranto), by its open API, version 11.

use std::time::Duration;

use chassis::http_client;
use chassis_domain::Uuid;
use futures::future::BoxFuture;
use reqwest::{StatusCode, header};
use serde::Deserialize;

use super::Source;
use crate::{
    settings::ContentSettings,
    sync::{Entry, Failed, Part, Said},
};

/// What the register answers at once at the most.
const AT_ONCE: usize = 100;
/// Far more than the longest texts of so many services.
const LONGEST_ANSWER: usize = 32 * 1024 * 1024;
/// Languages as the register calls them, and as we do.
const LANGUAGES: [(&str, &str); 6] = [("fi", "fi"), ("sv", "sv"), ("en", "en"), ("se", "sme"), ("smn", "smn"), ("sms", "sms")];
/// What it shows to everybody.
const PUBLISHED: &str = "Published";

/// The register. Cheap to clone.
#[derive(Clone)]
pub(crate) struct ServiceRegister {
    url: String,
    http: reqwest::Client,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Service {
    id: Uuid,
    #[serde(default, rename = "serviceNames")]
    names: Vec<Item>,
    #[serde(default, rename = "serviceDescriptions")]
    descriptions: Vec<Item>,
    publishing_status: String,
}

#[derive(Deserialize)]
struct Item {
    language: String,
    /// The register leaves what is not written empty, or says `null`.
    value: Option<String>,
    #[serde(rename = "type")]
    kind: String,
}

impl ServiceRegister {
    /// The register at `KAJO_SERVICE_REGISTER_URL`; `None`: there is none.
    pub(crate) fn of(settings: &ContentSettings) -> anyhow::Result<Option<Self>> {
        settings.refuse_cleartext()?;
        let Some(base) = settings.service_register_url.as_deref().filter(|base| !base.is_empty()) else { return Ok(None) };
        let patience = Duration::from_secs(settings.service_register_patience_seconds.into());
        let http = http_client::outgoing(patience)?;
        Ok(Some(Self { url: format!("{}/api/v11/Service/list", base.trim_end_matches('/')), http }))
    }

    async fn answer(&self, ids: &[Uuid]) -> Result<Vec<u8>, Failed> {
        let guids = ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let asked = self.http.get(&self.url).query(&[("guids", guids)]).header(header::ACCEPT, "application/json");
        let mut answer = asked.send().await.map_err(|error| unavailable(&error))?;
        let status = answer.status();
        if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS {
            tracing::warn!(%status, "service_register.unavailable");
            return Err(Failed::Unavailable);
        }
        // It says so in its own words when it has none of them; somebody else's page says that the address is wrong.
        if status == StatusCode::NOT_FOUND && is_json(&answer) {
            return Ok(b"[]".to_vec());
        }
        if status != StatusCode::OK {
            tracing::warn!(%status, "service_register.malformed");
            return Err(Failed::Malformed);
        }
        let mut body = Vec::new();
        while let Some(part) = answer.chunk().await.map_err(|error| unavailable(&error))? {
            if body.len() + part.len() > LONGEST_ANSWER {
                tracing::warn!("service_register.endless");
                return Err(Failed::Malformed);
            }
            body.extend_from_slice(&part);
        }
        Ok(body)
    }
}

impl Source for ServiceRegister {
    fn fetch<'a>(&'a self, ids: &'a [Uuid]) -> BoxFuture<'a, Result<Vec<Entry>, Failed>> {
        Box::pin(async move {
            let services: Vec<Service> = serde_json::from_slice(&self.answer(ids).await?).map_err(|error| {
                tracing::warn!(%error, "service_register.malformed");
                Failed::Malformed
            })?;
            let shown = services.into_iter().filter(|service| service.publishing_status == PUBLISHED && ids.contains(&service.id));
            Ok(shown.map(Service::entry).collect())
        })
    }

    fn at_once(&self) -> usize {
        AT_ONCE
    }
}

impl Service {
    fn entry(self) -> Entry {
        let names = said(self.names, |kind| (kind == "Name").then_some(Part::Name));
        let descriptions = said(self.descriptions, |kind| match kind {
            "Summary" => Some(Part::Summary),
            "Description" => Some(Part::Description),
            _ => None,
        });
        Entry { id: self.id, said: names.chain(descriptions).collect() }
    }
}

/// What is said in a language of ours, in a kind of text that fills something here.
fn said(items: Vec<Item>, part: fn(&str) -> Option<Part>) -> impl Iterator<Item = Said> {
    items.into_iter().filter_map(move |Item { language, value, kind }| {
        let (_, language) = LANGUAGES.into_iter().find(|(theirs, _)| *theirs == language)?;
        Some(Said { part: part(&kind)?, language, text: value? })
    })
}

fn is_json(answer: &reqwest::Response) -> bool {
    let kind = answer.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("application/json"))
}

fn unavailable(error: &reqwest::Error) -> Failed {
    tracing::warn!(error = %error, "service_register.unavailable");
    Failed::Unavailable
}
