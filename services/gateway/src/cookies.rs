//! The six kinds of cookies of each app (spec section 7). Cookies ignore ports, so each app has names of its own. All carry the
//! `__Host-` prefix, which a browser accepts only with `Secure`, `Path=/` and no domain.
//!
//! Tabs share their cookies. So each way out and back has one of its own, named after its attempt: of two tabs that sign in at once, neither
//! takes the other's away.

use http::{HeaderMap, HeaderValue, header};

use crate::app::App;

/// What a cookie is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cookie {
    /// The session secret.
    Session,
    /// Ties the callback of a sign-in to the browser that began it; one for each [`Attempt`].
    Callback,
    /// Why a sign-in failed: a short reason for the app to show once.
    Error,
    /// Ties the callback to the web view of the mobile shell that began, while the person is in the browser of the phone; one for each
    /// [`Attempt`].
    Mobile,
    /// A session ended in this browser, and nobody has signed in since, so that the realm has to ask who is there. The ticket to tell the
    /// realm with, [`USED`] when there is none.
    Leaving,
    /// Which visit this browser is in, and since when, signed (`visit.rs`).
    Visit,
}

/// The value of [`Cookie::Leaving`] when the realm was told, or cannot be.
pub(crate) const USED: &str = "used";

impl Cookie {
    /// Every one.
    pub const ALL: [Self; 6] = [Self::Session, Self::Callback, Self::Error, Self::Mobile, Self::Leaving, Self::Visit];

    /// Its name in the given app.
    pub fn name(self, app: App) -> &'static str {
        match (app, self) {
            (App::Resident, Self::Session) => "__Host-kajo-resident-session",
            (App::Resident, Self::Callback) => "__Host-kajo-resident-callback",
            (App::Resident, Self::Error) => "__Host-kajo-resident-error",
            (App::Resident, Self::Mobile) => "__Host-kajo-resident-mobile",
            (App::Resident, Self::Leaving) => "__Host-kajo-resident-leaving",
            (App::Resident, Self::Visit) => "__Host-kajo-resident-visit",
            (App::Practitioner, Self::Session) => "__Host-kajo-practitioner-session",
            (App::Practitioner, Self::Callback) => "__Host-kajo-practitioner-callback",
            (App::Practitioner, Self::Error) => "__Host-kajo-practitioner-error",
            (App::Practitioner, Self::Mobile) => "__Host-kajo-practitioner-mobile",
            (App::Practitioner, Self::Leaving) => "__Host-kajo-practitioner-leaving",
            (App::Practitioner, Self::Visit) => "__Host-kajo-practitioner-visit",
        }
    }

    /// How long a browser keeps it, in seconds; `None` until it is closed.
    fn max_age(self) -> Option<u32> {
        match self {
            Self::Session | Self::Leaving | Self::Visit => None,
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
        self.setting(self.name(app), value)
    }

    fn setting(self, name: &str, value: &str) -> Option<HeaderValue> {
        if !value.bytes().all(is_cookie_octet) {
            return None;
        }
        let lifetime = self.max_age().map(|seconds| format!("; Max-Age={seconds}")).unwrap_or_default();
        HeaderValue::from_str(&format!("{name}={value}; Path=/; Secure; HttpOnly; SameSite=Lax{lifetime}")).ok()
    }

    /// The header that takes it away.
    pub fn clear(self, app: App) -> Option<HeaderValue> {
        clearing(self.name(app))
    }

    /// The headers that take away whatever the browser holds of it, of every attempt.
    pub(crate) fn clear_all(self, app: App, headers: &HeaderMap) -> Vec<HeaderValue> {
        let of_attempts = self.of_attempts(app, headers).filter_map(clearing);
        self.clear(app).into_iter().chain(of_attempts).collect()
    }

    /// The headers that take away those of attempts that nobody came back from, when there are many. A browser names the oldest first
    /// (RFC 6265, section 5.4).
    pub(crate) fn clear_surplus(self, app: App, headers: &HeaderMap) -> Vec<HeaderValue> {
        let surplus = (self.of_attempts(app, headers).count() + 1).saturating_sub(MOST_ATTEMPTS);
        self.of_attempts(app, headers).take(surplus).filter_map(clearing).collect()
    }

    /// The names under which a browser holds it for attempts.
    fn of_attempts(self, app: App, headers: &HeaderMap) -> impl Iterator<Item = &str> {
        let name = self.name(app);
        pairs(headers).map(|(found, _)| found).filter(move |found| found.strip_prefix(name).is_some_and(|rest| rest.starts_with('-')))
    }
}

/// At most so many ways out and back are kept in mind for a browser.
const MOST_ATTEMPTS: usize = 8;

/// One way out and back: what its cookie is named after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt(String);

impl Attempt {
    /// To the national authorisation service, which hands nothing back that would tell one attempt from another: the newest counts.
    pub fn on_behalf() -> Self {
        // A dot, which no state has: it is none of a sign-in.
        Self("on.behalf".to_owned())
    }

    /// To a realm, by the state that it hands back. `None`: that is no state of ours.
    pub fn of_state(state: &str) -> Option<Self> {
        let is_ours = (1..=64).contains(&state.len()) && state.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
        is_ours.then(|| Self(state.to_owned()))
    }

    /// The name of its cookie, which is a [`Cookie::Callback`] or a [`Cookie::Mobile`].
    pub fn name(&self, cookie: Cookie, app: App) -> String {
        format!("{}-{}", cookie.name(app), self.0)
    }

    /// The value of its cookie in a request.
    pub(crate) fn read<'h>(&self, cookie: Cookie, app: App, headers: &'h HeaderMap) -> Option<&'h str> {
        read(headers, &self.name(cookie, app))
    }

    /// The header that sets its cookie; `None` when the value does not fit into one.
    pub(crate) fn set(&self, cookie: Cookie, app: App, value: &str) -> Option<HeaderValue> {
        cookie.setting(&self.name(cookie, app), value)
    }

    /// The header that takes its cookie away, and no other attempt's.
    pub(crate) fn clear(&self, cookie: Cookie, app: App) -> Option<HeaderValue> {
        clearing(&self.name(cookie, app))
    }
}

fn clearing(name: &str) -> Option<HeaderValue> {
    HeaderValue::from_str(&format!("{name}=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0")).ok()
}

/// The value of the first cookie of this name. HTTP/2 may send several cookie headers.
pub(crate) fn read<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    pairs(headers).find_map(|(key, value)| (key == name && !value.is_empty()).then_some(value))
}

fn pairs(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='))
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
        for (cookie, lifetime) in [
            (Cookie::Session, ""),
            (Cookie::Visit, ""),
            (Cookie::Callback, "; Max-Age=600"),
            (Cookie::Mobile, "; Max-Age=600"),
            (Cookie::Error, "; Max-Age=60"),
        ] {
            let name = cookie.name(App::Resident);
            let attributes = "Path=/; Secure; HttpOnly; SameSite=Lax";
            assert_eq!(line(cookie.set(App::Resident, "value")), format!("{name}=value; {attributes}{lifetime}"));
            assert_eq!(line(cookie.clear(App::Resident)), format!("{name}=; {attributes}; Max-Age=0"));
        }
    }

    #[test]
    fn r_01_each_attempt_has_a_cookie_of_its_own_and_takes_no_other_away() {
        let (first, second) = (Attempt::of_state("state-1").unwrap(), Attempt::of_state("state-2").unwrap());
        let mut headers = HeaderMap::new();
        for (attempt, value) in [(&first, "one"), (&second, "two"), (&Attempt::on_behalf(), "three")] {
            let set = attempt.set(Cookie::Callback, App::Resident, value).unwrap();
            headers.append(header::COOKIE, HeaderValue::from_str(set.to_str().unwrap().split(';').next().unwrap()).unwrap());
        }
        assert_eq!(first.read(Cookie::Callback, App::Resident, &headers), Some("one"));
        assert_eq!(second.read(Cookie::Callback, App::Resident, &headers), Some("two"));
        assert_eq!(first.read(Cookie::Callback, App::Practitioner, &headers), None);
        assert_eq!(first.read(Cookie::Mobile, App::Resident, &headers), None);
        let clear = first.clear(Cookie::Callback, App::Resident).unwrap();
        assert!(clear.to_str().unwrap().starts_with("__Host-kajo-resident-callback-state-1=; "));
        assert_eq!(Cookie::Callback.clear_all(App::Resident, &headers).len(), 4);
        for foreign in ["", "on.behalf", "a=b", "a;b", "ä", &"s".repeat(65)] {
            assert_eq!(Attempt::of_state(foreign), None, "{foreign}");
        }
    }

    #[test]
    fn of_many_attempts_that_nobody_came_back_from_the_oldest_are_forgotten() {
        let mut headers = HeaderMap::new();
        for number in 0..9 {
            headers.append(header::COOKIE, HeaderValue::from_str(&format!("__Host-kajo-resident-callback-{number}=secret")).unwrap());
        }
        let cleared = Cookie::Callback.clear_surplus(App::Resident, &headers);
        let names: Vec<_> = cleared.iter().map(|line| line.to_str().unwrap().split('=').next().unwrap()).collect();
        assert_eq!(names, ["__Host-kajo-resident-callback-0", "__Host-kajo-resident-callback-1"], "with the one to come there are eight");
        headers.clear();
        assert!(Cookie::Callback.clear_surplus(App::Resident, &headers).is_empty());
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
