//! The built apps: hashed files that never change, and one page for every other path, told its language.

use std::path::{Path, PathBuf};

use axum::{
    body::Body,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header, request::Parts};
use tower::ServiceExt;
use tower_http::services::ServeDir;

use crate::{
    app::{App, escaped, html_language},
    cookies::{Cookie, read},
    headers,
    site::Site,
};

/// Files below here carry a hash of their content in their name.
pub(crate) const ASSETS: &str = "/assets/";
/// The worker of residents' browsers: at the root, so that it stands for all pages.
const WORKER: &str = "/sw.js";
const FOR_EVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

/// The files of one app.
#[derive(Clone, Debug)]
pub(crate) struct Shell {
    app: App,
    folder: PathBuf,
    files: ServeDir,
    undo_ms: Option<u32>,
    resident_url: Option<String>,
}

impl Shell {
    /// `apps` holds `<app>/dist`; `undo_ms`: for how long people can take back what they did, where that is not the usual time; `resident_url`:
    /// where residents reach their app, which the app of professionals alone is told.
    pub(crate) fn new(app: App, apps: &Path, undo_ms: Option<u32>, resident_url: Option<&str>) -> Self {
        let folder = apps.join(app.name()).join("dist");
        let files = ServeDir::new(&folder).precompressed_br().precompressed_gzip().append_index_html_on_directories(false);
        let resident_url = resident_url.filter(|_| app == App::Practitioner).map(str::to_owned);
        Self { app, folder, files, undo_ms, resident_url }
    }

    /// Answers a GET or HEAD for anything that is neither RPC nor API.
    pub(crate) async fn serve(&self, site: &Site, parts: &Parts) -> Response {
        let path = parts.uri.path();
        let is_asset = path.starts_with(ASSETS);
        if is_asset || has_extension(path) {
            if !is_told(path) {
                return missing();
            }
            return match self.file(parts).await {
                Some(mut response) => {
                    let shown = response.headers_mut();
                    shown.insert(header::CACHE_CONTROL, if is_asset { FOR_EVER } else { ASK_AGAIN });
                    if path == WORKER {
                        headers::worker(shown);
                    }
                    response
                }
                None => missing(),
            };
        }
        self.page(site, parts).await
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

    /// The one page of the app, as it was rendered ahead for the path. `/` leaves the language out: the app finds it
    /// and goes on.
    async fn page(&self, site: &Site, parts: &Parts) -> Response {
        let language = self.app.language_of_path(parts.uri.path());
        let look = Look { undo_ms: self.undo_ms, resident_url: self.resident_url.clone(), ..Look::of(self.app, &parts.headers) };
        let Some(page) = self.rendered(language, parts.uri.path(), look.expects_session).await else {
            return self.not_built(site);
        };
        let nonce = site.gateway.nonce();
        let page = told(&page, language, &look, &nonce);
        let mut response = Response::new(if parts.method == Method::HEAD { Body::empty() } else { Body::from(page) });
        let shown = response.headers_mut();
        shown.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        shown.insert(header::CACHE_CONTROL, ASK_AGAIN);
        headers::page(shown, &nonce, self.app);
        response
    }

    /// The landing as text where there is one, for a stranger or for who comes with a session, else the shell of the
    /// language, else the bare shell (`frontends/tools/prerender.mjs` writes all but the last).
    async fn rendered(&self, language: Option<&str>, path: &str, expects_session: bool) -> Option<String> {
        let mut names = Vec::with_capacity(3);
        if let Some(language) = language {
            if path.trim_matches('/') == language {
                let whose = if expects_session { "own" } else { "landing" };
                names.push(format!("{whose}.{language}.html"));
            }
            names.push(format!("page.{language}.html"));
        }
        names.push("index.html".to_owned());
        for name in names {
            if let Ok(page) = tokio::fs::read_to_string(self.folder.join(name)).await {
                return Some(page);
            }
        }
        None
    }

    fn not_built(&self, site: &Site) -> Response {
        let name = self.app.name();
        let page = format!(
            "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Kajo</title><h1>The {name} app is not built yet</h1>\
             <p>Run <code>./just up</code>, which builds it, or <code>npm run build</code> in <code>frontends</code>, and load this page again.</p></html>"
        );
        let mut response = (StatusCode::SERVICE_UNAVAILABLE, [(header::CACHE_CONTROL, "no-store")], axum::response::Html(page)).into_response();
        headers::page(response.headers_mut(), &site.gateway.nonce(), self.app);
        response
    }
}

/// Paths of the app have no dot in their last segment.
/// Source maps are for whoever built the app: how it is made inside is told to nobody else, packed or not. Names of ours need no escapes.
fn is_told(path: &str) -> bool {
    !path.contains('%') && path.split('.').all(|part| part != "map")
}

fn missing() -> Response {
    (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, "no-store")], "not found").into_response()
}

fn has_extension(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|last| last.contains('.'))
}

/// What the page is told about its reader: how they want pages to look on this device, as `frontends/shared/src/app/theme.ts` keeps it in cookies. Written into
/// the page so that nothing flashes before scripts run.
#[derive(Debug, Default, PartialEq, Eq)]
struct Look {
    theme: Option<&'static str>,
    contrast: Option<&'static str>,
    /// The browser brings a session: the app keeps room for what is the person's own while it asks whose it is.
    expects_session: bool,
    /// How long something can be taken back, for `frontends/shared/src/undo/times.ts`.
    undo_ms: Option<u32>,
    /// Where residents reach their app, for `frontends/practitioner/src/features/admin/queues/resident-address.ts`.
    resident_url: Option<String>,
}

impl Look {
    /// Only words that we know come from the cookies into the page.
    fn of(app: App, headers: &HeaderMap) -> Self {
        let expects_session = Cookie::Session.read(app, headers).is_some();
        let known = |name, words: &[&'static str]| words.iter().copied().find(|word| read(headers, name) == Some(word));
        Self { theme: known("theme", &["light", "dark"]), contrast: known("contrast", &["more"]), expects_session, ..Self::default() }
    }

    fn attributes(&self) -> String {
        let theme = self.theme.map(|theme| format!(" data-theme=\"{theme}\"")).unwrap_or_default();
        let contrast = self.contrast.map(|contrast| format!(" data-contrast=\"{contrast}\"")).unwrap_or_default();
        let session = if self.expects_session { " data-session" } else { "" };
        let undo = self.undo_ms.map(|ms| format!(" data-undo-ms=\"{ms}\"")).unwrap_or_default();
        let resident = self.resident_url.as_deref().map(|url| format!(" data-resident-url=\"{}\"", escaped(url))).unwrap_or_default();
        theme + &contrast + session + &undo + &resident
    }
}

/// The page with its language and look, and the nonce where the component library looks for it.
fn told(page: &str, language: Option<&str>, look: &Look, nonce: &str) -> String {
    let language = language.map(|language| format!(" lang=\"{}\"", html_language(language))).unwrap_or_default();
    let look = look.attributes();
    let nonce = format!("<meta property=\"csp-nonce\" content=\"{nonce}\" nonce=\"{nonce}\">");
    let page = match page.split_once("<html").and_then(|(before, rest)| Some((before, rest.split_once('>')?))) {
        Some((before, (_, after))) => format!("{before}<html{language}{look}>{after}"),
        None => page.to_owned(),
    };
    match page.split_once("<head>") {
        Some((before, after)) => format!("{before}<head>{nonce}{after}"),
        None => page,
    }
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, HeaderValue, header};

    use super::{Look, told};
    use crate::app::App;

    #[test]
    fn the_page_is_told_its_language_only_when_the_path_has_one() {
        let page = "<!doctype html>\n<html lang=\"fi\">\n<head>\n</head></html>";
        let look = Look::default();
        assert!(told(page, Some("sme"), &look, "n").contains("<html lang=\"se\">"));
        assert!(told(page, Some("sv"), &look, "n").contains("<html lang=\"sv\">"));
        assert!(told(page, None, &look, "n").contains("<html>"));
        assert!(told(page, None, &look, "n").contains("<head><meta property=\"csp-nonce\" content=\"n\" nonce=\"n\">"));
    }

    #[test]
    fn the_page_is_told_how_long_something_can_be_taken_back_where_that_is_set() {
        let look = Look { undo_ms: Some(300), ..Look::default() };
        assert!(told("<html><head></head></html>", None, &look, "n").contains("<html data-undo-ms=\"300\">"));
    }

    #[test]
    fn sur_07_the_page_is_told_where_residents_reach_their_app_as_a_text_that_ends_no_attribute() {
        let look = Look { resident_url: Some("https://kajo.example/?a=\"><head>&b".to_owned()), ..Look::default() };
        let html = "<html data-resident-url=\"https://kajo.example/?a=&quot;&gt;&lt;head&gt;&amp;b\"><head><meta ";
        assert!(told("<html lang=\"fi\"><head></head></html>", None, &look, "n").starts_with(html));
    }

    #[test]
    fn the_page_is_told_its_look_in_words_of_ours_alone() {
        let of = |cookies: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_static(cookies));
            Look::of(App::Resident, &headers)
        };
        let page = "<html><head></head></html>";
        assert!(told(page, None, &of("lang=fi; theme=dark; contrast=more"), "n").contains("<html data-theme=\"dark\" data-contrast=\"more\">"));
        assert_eq!(of("theme=\"><script>; contrast=less"), Look::default());
        assert!(told(page, None, &of("__Host-kajo-resident-session=secret"), "n").contains("<html data-session>"));
    }
}
