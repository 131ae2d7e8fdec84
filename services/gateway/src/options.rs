//! What the gateway is told through the environment: where the apps are and where they listen.

use std::{net::SocketAddr, path::PathBuf};

use chassis::cleartext::{self, Cleartext};
use fhir::SystemIdentifiers;
use serde::Deserialize;

use crate::{App, Limits, Pace, Settings, SiteSettings};

/// Variables of the same names with `KAJO_` in front; `tools/local/README.md` explains each.
#[derive(Clone, Debug, Deserialize)]
pub struct Options {
    resident_addr: Option<SocketAddr>,
    practitioner_addr: Option<SocketAddr>,
    resident_tls_addr: Option<SocketAddr>,
    practitioner_tls_addr: Option<SocketAddr>,
    /// Further origins of an app, with commas between them: its public address, or a development server.
    #[serde(default)]
    resident_origins: String,
    #[serde(default)]
    practitioner_origins: String,
    /// What opens the resident app's mobile shell; empty or absent: there is none.
    #[serde(default)]
    resident_app_link: String,
    /// Where residents reach their app, for example `https://kajo.example`; empty or absent: professionals are not told.
    #[serde(default)]
    resident_public_url: String,
    /// The TLS of the plain listeners ends in front of them: browsers are told to come over TLS alone.
    #[serde(default)]
    behind_tls: bool,
    /// Connections at once.
    connections: Option<usize>,
    /// How many proxies stand in front; absent: none, or it is not known how many where TLS ends in front.
    proxies: Option<usize>,
    /// Visits that are begun from one address within ten minutes.
    visits_per_address: Option<usize>,
    /// Anonymous forms that are opened, and that are sent, from one address within ten minutes.
    forms_opened_per_address: Option<usize>,
    forms_sent_per_address: Option<usize>,
    /// Secrets of integrators from one address that are refused within ten minutes.
    tokens_refused_per_address: Option<usize>,
    apps_dir: PathBuf,
    tls_dir: PathBuf,
    /// For how many milliseconds people can take back what they did, where that is not what the apps take for usual.
    undo_ms: Option<u32>,
}

impl Options {
    /// What the gateway is told. By what systems things are named stands in variables that all services share.
    pub fn settings(&self, systems: SystemIdentifiers) -> Settings {
        let site = |app, plain, tls, origins: &str, link: &str| SiteSettings {
            app,
            plain,
            tls,
            origins: origins.split(',').map(str::to_owned).collect(),
            app_link: Some(link).filter(|link| !link.is_empty()).map(str::to_owned),
        };
        let usual = Limits::default();
        Settings {
            sites: vec![
                site(App::Resident, self.resident_addr, self.resident_tls_addr, &self.resident_origins, &self.resident_app_link),
                site(App::Practitioner, self.practitioner_addr, self.practitioner_tls_addr, &self.practitioner_origins, ""),
            ],
            apps_dir: self.apps_dir.clone(),
            tls_dir: self.tls_dir.clone(),
            behind_tls: self.behind_tls,
            undo_ms: self.undo_ms,
            resident_url: Some(self.resident_public_url.trim_end_matches('/')).filter(|url| !url.is_empty()).map(str::to_owned),
            proxies: self.proxies.or((!self.behind_tls).then_some(0)),
            pace: Pace::default(),
            limits: Limits {
                connections: self.connections.unwrap_or(usual.connections),
                visits_per_address: self.visits_per_address.unwrap_or(usual.visits_per_address),
                forms_opened_per_address: self.forms_opened_per_address.unwrap_or(usual.forms_opened_per_address),
                forms_sent_per_address: self.forms_sent_per_address.unwrap_or(usual.forms_sent_per_address),
                tokens_refused_per_address: self.tokens_refused_per_address.unwrap_or(usual.tokens_refused_per_address),
                ..usual
            },
            systems,
        }
    }

    /// Refuses to lead anybody's browser to another machine in clear.
    ///
    /// # Errors
    /// When an address that professionals are told would.
    pub fn refuse_cleartext(&self) -> Result<(), Cleartext> {
        cleartext::refuse("KAJO_RESIDENT_PUBLIC_URL", &self.resident_public_url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sur_07_where_residents_reach_their_app_is_told_without_a_slash_at_its_end_or_not_at_all() {
        let of = |url: &str| {
            let variables = serde_json::json!({"apps_dir": "apps", "tls_dir": "tls", "resident_public_url": url});
            serde_json::from_value::<Options>(variables).unwrap()
        };
        assert_eq!(of("https://kajo.example/").settings(SystemIdentifiers::default()).resident_url.as_deref(), Some("https://kajo.example"));
        assert_eq!(of("").settings(SystemIdentifiers::default()).resident_url, None);
        for (url, is_let_in) in [("", true), ("http://127.0.0.1:8080", true), ("https://kajo.example", true), ("http://kajo.example", false)] {
            assert_eq!(of(url).refuse_cleartext().is_ok(), is_let_in, "{url}");
        }
    }
}
