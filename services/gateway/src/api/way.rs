//! The way out to a realm or to the national authorisation service, and the way back. A browser comes back by itself. A mobile shell
//! shows the app in a web view of its own, where banks and the state do not let people identify themselves: it leads them through the
//! browser of the phone, and the way back ends there, in a browser that has none of the web view's cookies. What came back is handed
//! on to the shell by its link, and completes what the web view began, which alone has the secret (RFC 8252, decision 0021).

use axum::response::Response;
use http::{HeaderMap, HeaderValue, header, request::Parts};

use super::session::found;
use crate::{
    cookies::{Attempt, Cookie},
    guard::{CALLBACK, MOBILE_CALLBACK, MOBILE_ON_BEHALF_CALLBACK, ON_BEHALF_CALLBACK},
    site::Site,
};

/// In the `User-Agent` of a mobile shell's web view.
const SHELL: &str = "KajoShell/";
/// All that a realm or the authorisation service may send back.
const HANDED_ON: [&str; 3] = ["code", "state", "error"];

/// A way out and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    /// Where it comes back.
    callback: &'static str,
    /// Which kind of cookie ties the way back to who began it.
    secret: Cookie,
}

/// What came back with the browser.
#[derive(Default)]
pub(super) struct Back {
    pub(super) code: String,
    pub(super) state: String,
    /// Why it came back without a code. The other side's own words are not for our pages.
    pub(super) error: Option<String>,
}

impl Back {
    pub(super) fn of(parts: &Parts) -> Self {
        let mut back = Self::default();
        for (name, value) in url::form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()) {
            match name.as_ref() {
                "code" => back.code = value.into_owned(),
                "state" => back.state = value.into_owned(),
                "error" => back.error = Some(value.into_owned()),
                _ => {}
            }
        }
        back
    }
}

impl Way {
    /// To a realm, by a browser.
    pub(crate) const SIGN_IN: Self = Self { callback: CALLBACK, secret: Cookie::Callback };
    /// To a realm, out of a mobile shell.
    pub(crate) const MOBILE_SIGN_IN: Self = Self { callback: MOBILE_CALLBACK, secret: Cookie::Mobile };
    /// To the authorisation service, by a browser.
    pub(crate) const ON_BEHALF: Self = Self { callback: ON_BEHALF_CALLBACK, secret: Cookie::Callback };
    /// To the authorisation service, out of a mobile shell.
    pub(crate) const MOBILE_ON_BEHALF: Self = Self { callback: MOBILE_ON_BEHALF_CALLBACK, secret: Cookie::Mobile };

    /// Its path.
    pub(crate) const fn path(self) -> &'static str {
        self.callback
    }

    /// The one of the two that whoever asks has to take. Without a link to its shell, an app knows of none.
    pub(super) fn of(site: &Site, headers: &HeaderMap, browser: Self, mobile: Self) -> Self {
        if site.app_link.is_some() && is_shell(headers) { mobile } else { browser }
    }

    /// The secret that this browser was given for an attempt.
    pub(super) fn secret<'p>(self, site: &Site, parts: &'p Parts, attempt: Option<&Attempt>) -> Option<&'p str> {
        attempt?.read(self.secret, site.app, &parts.headers)
    }

    /// The headers that give this browser the secret of an attempt; `None` when it does not fit into a cookie.
    pub(super) fn begin(self, site: &Site, parts: &Parts, attempt: &Attempt, secret: &str) -> Option<Vec<HeaderValue>> {
        let mut headers = self.secret.clear_surplus(site.app, &parts.headers);
        headers.push(attempt.set(self.secret, site.app, secret)?);
        Some(headers)
    }

    /// The header that takes the secret of an attempt away again.
    pub(super) fn end(self, site: &Site, attempt: Option<&Attempt>) -> Option<HeaderValue> {
        attempt?.clear(self.secret, site.app)
    }

    /// On to the shell, when this is the browser of its phone.
    pub(super) fn hand_on(self, site: &Site, parts: &Parts, attempt: Option<&Attempt>) -> Option<Response> {
        if self.secret != Cookie::Mobile || is_shell(&parts.headers) || self.secret(site, parts, attempt).is_some() {
            return None;
        }
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        for (name, value) in url::form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()) {
            if HANDED_ON.contains(&name.as_ref()) {
                query.append_pair(&name, &value);
            }
        }
        Some(found(&format!("{}{}?{}", site.app_link.as_ref()?, self.callback, query.finish())))
    }
}

fn is_shell(headers: &HeaderMap) -> bool {
    headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).is_some_and(|agent| agent.contains(SHELL))
}
