//! The built apps: hashed files that never change, and one page for every other path, told its language.

use std::path::{Path, PathBuf};

use axum::{
    body::Body,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, Method, Request, StatusCode, header, request::Parts};
use tower::ServiceExt;
use tower_http::services::ServeDir;

use crate::{app::App, app::html_language, headers, site::Site};

/// Files below here carry a hash of their content in their name.
pub(crate) const ASSETS: &str = "/assets/";
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

/// The files of one app.
#[derive(Clone, Debug)]
pub(crate) struct Shell {
    app: App,
    folder: PathBuf,
    files: ServeDir,
}

impl Shell {
    /// `apps` holds `<app>/dist`.
    pub(crate) fn new(app: App, apps: &Path) -> Self {
        let folder = apps.join(app.name()).join("dist");
        let files = ServeDir::new(&folder).precompressed_br().precompressed_gzip().append_index_html_on_directories(false);
        Self { app, folder, files }
    }

    /// Answers a GET or HEAD for anything that is neither RPC nor API.
    pub(crate) async fn serve(&self, site: &Site, parts: &Parts) -> Response {
        let path = parts.uri.path();
        let is_asset = path.starts_with(ASSETS);
        if is_asset || has_extension(path) {
            return match self.file(parts).await {
                Some(mut response) => {
                    response.headers_mut().insert(header::CACHE_CONTROL, if is_asset { FOR_EVER } else { ASK_AGAIN });
                    response
                }
                None => (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, "no-store")], "not found").into_response(),
            };
        }
        self.page(site, path, parts.method == Method::HEAD).await
    }

    async fn file(&self, parts: &Parts) -> Option<Response> {
        let mut request = Request::new(Body::empty());
        *request.method_mut() = parts.method.clone();
        *request.uri_mut() = parts.uri.path().parse().ok()?;
        for name in [header::ACCEPT_ENCODING, header::IF_MODIFIED_SINCE, header::IF_NONE_MATCH, header::RANGE] {
            if let Some(value) = parts.headers.get(&name) {
                request.headers_mut().insert(name, value.clone());
            }
        }
        let Ok(response) = self.files.clone().oneshot(request).await;
        (response.status() != StatusCode::NOT_FOUND).then(|| response.map(Body::new))
    }

    /// The one page of the app. `/` leaves the language out: the app finds it and goes on.
    async fn page(&self, site: &Site, path: &str, head: bool) -> Response {
        let Ok(page) = tokio::fs::read_to_string(self.folder.join("index.html")).await else {
            return self.not_built(site);
        };
        let nonce = site.gateway.nonce();
        let page = told(&page, self.app.language_of_path(path), &nonce);
        let mut response = Response::new(if head { Body::empty() } else { Body::from(page) });
        let shown = response.headers_mut();
        shown.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        shown.insert(header::CACHE_CONTROL, ASK_AGAIN);
        headers::page(shown, &nonce, &site.gateway.issuers);
        response
    }

    fn not_built(&self, site: &Site) -> Response {
        let name = self.app.name();
        let page = format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Kajo</title><h1>The {name} app is not built yet</h1>\
             <p>Run <code>./just up</code>, which builds it, or <code>npm run build</code> in <code>frontends</code>, and load this page again.</p></html>"
        );
        let mut response = (StatusCode::SERVICE_UNAVAILABLE, [(header::CACHE_CONTROL, "no-store")], axum::response::Html(page)).into_response();
        headers::page(response.headers_mut(), &site.gateway.nonce(), &site.gateway.issuers);
        response
    }
}

/// Paths of the app have no dot in their last segment.
fn has_extension(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|last| last.contains('.'))
}

/// The page with its language, and the nonce where the component library looks for it.
fn told(page: &str, language: Option<&str>, nonce: &str) -> String {
    let language = language.map(|language| format!(" lang=\"{}\"", html_language(language))).unwrap_or_default();
    let nonce = format!("<meta property=\"csp-nonce\" content=\"{nonce}\" nonce=\"{nonce}\">");
    let page = match page.split_once("<html").and_then(|(before, rest)| Some((before, rest.split_once('>')?))) {
        Some((before, (attributes, after))) => {
            let kept: Vec<_> = attributes.split_whitespace().filter(|attribute| !attribute.starts_with("lang=")).collect();
            let kept = if kept.is_empty() { String::new() } else { format!(" {}", kept.join(" ")) };
            format!("{before}<html{language}{kept}>{after}")
        }
        None => page.to_owned(),
    };
    match page.split_once("<head>") {
        Some((before, after)) => format!("{before}<head>{nonce}{after}"),
        None => page,
    }
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn the_page_is_told_its_language_only_when_the_path_has_one() {
        let page = "<!doctype html>\n<html lang=\"fi\" data-theme=\"x\">\n<head>\n</head></html>";
        assert!(told(page, Some("sme"), "n").contains("<html lang=\"se\" data-theme=\"x\">"));
        assert!(told(page, Some("sv"), "n").contains("<html lang=\"sv\""));
        assert!(told(page, None, "n").contains("<html data-theme=\"x\">"));
        assert!(told(page, None, "n").contains("<head><meta property=\"csp-nonce\" content=\"n\" nonce=\"n\">"));
    }
}
