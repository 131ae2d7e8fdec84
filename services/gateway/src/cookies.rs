//! The five cookies of each app (spec section 7). Cookies ignore ports, so each app has names of its own. All carry the
//! `__Host-` prefix, which a browser accepts only with `Secure`, `Path=/` and no domain.

use http::{HeaderMap, HeaderValue, header};

use crate::app::App;

/// What a cookie is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cookie {
    /// The session secret.
    Session,
    /// Ties the callback of a sign-in to the browser that began it.
    Callback,
    /// Why a sign-in failed: a short reason for the app to show once.
    Error,
    /// Ties the callback to the web view of the mobile shell that began, while the person is in the browser of the phone.
    Mobile,
    /// A session ended in this browser, and nobody has signed in since, so that the realm has to ask who is there. The ticket to tell the
    /// realm with, [`USED`] when there is none.
    Leaving,
}

/// The value of [`Cookie::Leaving`] when the realm was told, or cannot be.
pub(crate) const USED: &str = "used";

impl Cookie {
    /// Every one.
    pub const ALL: [Self; 5] = [Self::Session, Self::Callback, Self::Error, Self::Mobile, Self::Leaving];

    /// Its name in the given app.
    pub fn name(self, app: App) -> &'static str {
        match (app, self) {
            (App::Resident, Self::Session) => "__Host-kajo-resident-session",
            (App::Resident, Self::Callback) => "__Host-kajo-resident-callback",
            (App::Resident, Self::Error) => "__Host-kajo-resident-error",
            (App::Resident, Self::Mobile) => "__Host-kajo-resident-mobile",
            (App::Resident, Self::Leaving) => "__Host-kajo-resident-leaving",
            (App::Practitioner, Self::Session) => "__Host-kajo-practitioner-session",
            (App::Practitioner, Self::Callback) => "__Host-kajo-practitioner-callback",
            (App::Practitioner, Self::Error) => "__Host-kajo-practitioner-error",
            (App::Practitioner, Self::Mobile) => "__Host-kajo-practitioner-mobile",
            (App::Practitioner, Self::Leaving) => "__Host-kajo-practitioner-leaving",
        }
    }

    /// How long a browser keeps it, in seconds; `None` until it is closed.
    fn max_age(self) -> Option<u32> {
        match self {
            Self::Session | Self::Leaving => None,
            Self::Callback | Self::Mobile => Some(600),
            Self::Error => Some(60),
        }
    }

    /// Its value in a request.
    pub fn read(self, app: App, headers: &HeaderMap) -> Option<&str> {
        read(headers, self.name(app))
    }

    /// The header that sets it; `None` when the value does not fit into a cookie.
    pub fn set(self, app: App, value: &str) -> Option<HeaderValue> {
        if !value.bytes().all(is_cookie_octet) {
            return None;
        }
        let lifetime = self.max_age().map(|seconds| format!("; Max-Age={seconds}")).unwrap_or_default();
        HeaderValue::from_str(&format!("{}={value}; Path=/; Secure; HttpOnly; SameSite=Lax{lifetime}", self.name(app))).ok()
    }

    /// The header that takes it away.
    pub fn clear(self, app: App) -> Option<HeaderValue> {
        HeaderValue::from_str(&format!("{}=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0", self.name(app))).ok()
    }
}

/// The value of the first cookie of this name. HTTP/2 may send several cookie headers.
pub(crate) fn read<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .find_map(|(key, value)| (key == name && !value.is_empty()).then_some(value))
}

/// RFC 6265, section 4.1.1.
fn is_cookie_octet(byte: u8) -> bool {
    matches!(byte, 0x21 | 0x23..=0x2b | 0x2d..=0x3a | 0x3c..=0x5b | 0x5d..=0x7e)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_could_add_attributes_is_not_set() {
        assert!(Cookie::Error.set(App::Resident, "denied; Domain=example.org").is_none());
        assert!(Cookie::Error.set(App::Resident, "denied").is_some());
    }

    /// IDN-03: out of reach of scripts and other sites, and gone when the browser is closed or when its use is over.
    #[test]
    fn a_cookie_is_as_strict_as_it_can_be_and_lives_no_longer_than_it_is_for() {
        let line = |value: Option<HeaderValue>| value.unwrap().to_str().unwrap().to_owned();
        for (cookie, lifetime) in
            [(Cookie::Session, ""), (Cookie::Callback, "; Max-Age=600"), (Cookie::Mobile, "; Max-Age=600"), (Cookie::Error, "; Max-Age=60")]
        {
            let name = cookie.name(App::Resident);
            let attributes = "Path=/; Secure; HttpOnly; SameSite=Lax";
            assert_eq!(line(cookie.set(App::Resident, "value")), format!("{name}=value; {attributes}{lifetime}"));
            assert_eq!(line(cookie.clear(App::Resident)), format!("{name}=; {attributes}; Max-Age=0"));
        }
    }

    #[test]
    fn the_cookie_of_the_other_app_is_not_read() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("lang=fi"));
        headers.append(header::COOKIE, HeaderValue::from_static("a=b; __Host-kajo-practitioner-session=secret"));
        assert_eq!(Cookie::Session.read(App::Practitioner, &headers), Some("secret"));
        assert_eq!(Cookie::Session.read(App::Resident, &headers), None);
    }
}
