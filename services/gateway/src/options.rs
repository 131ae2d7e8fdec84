//! What the gateway is told through the environment: where the apps are and where they listen.

use std::{net::SocketAddr, path::PathBuf};

use serde::Deserialize;

use crate::{App, Pace, Settings, SiteSettings};

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
    apps_dir: PathBuf,
    tls_dir: PathBuf,
    oidc_resident_issuer: String,
    oidc_practitioner_issuer: String,
}

impl Options {
    /// What the gateway is told.
    pub fn settings(&self) -> Settings {
        let site = |app, plain, tls, origins: &str, link: &str| SiteSettings {
            app,
            plain,
            tls,
            origins: origins.split(',').map(str::to_owned).collect(),
            app_link: Some(link).filter(|link| !link.is_empty()).map(str::to_owned),
        };
        Settings {
            sites: vec![
                site(App::Resident, self.resident_addr, self.resident_tls_addr, &self.resident_origins, &self.resident_app_link),
                site(App::Practitioner, self.practitioner_addr, self.practitioner_tls_addr, &self.practitioner_origins, ""),
            ],
            apps_dir: self.apps_dir.clone(),
            tls_dir: self.tls_dir.clone(),
            issuers: vec![self.oidc_resident_issuer.clone(), self.oidc_practitioner_issuer.clone()],
            pace: Pace::default(),
        }
    }
}
