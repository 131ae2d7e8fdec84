//! With what somebody signs in, read off the `User-Agent` and put into so few words that a person tells their own devices apart by
//! them. The header itself goes no further.

use http::{HeaderMap, header};
use kajo_proto::identity::v1::{Browser, Device, System};

/// The order matters: most browsers claim to be others as well, so that the most particular word comes first.
const BROWSERS: [(&str, Browser); 10] = [
    ("Edg", Browser::Edge),
    ("OPR/", Browser::Opera),
    ("OPT/", Browser::Opera),
    ("SamsungBrowser/", Browser::Samsung),
    ("FxiOS/", Browser::Firefox),
    ("Firefox/", Browser::Firefox),
    ("CriOS/", Browser::Chrome),
    ("Chrome/", Browser::Chrome),
    ("Chromium/", Browser::Chrome),
    ("Safari/", Browser::Safari),
];

const SYSTEMS: [(&str, System); 8] = [
    ("iPhone", System::Iphone),
    ("iPad", System::Ipad),
    ("Android", System::Android),
    ("CrOS", System::ChromeOs),
    ("Windows", System::Windows),
    ("Macintosh", System::Mac),
    ("Linux", System::Linux),
    ("X11", System::Linux),
];

pub(crate) fn device(headers: &HeaderMap) -> Device {
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
    let browser = BROWSERS.iter().find(|(word, _)| agent.contains(word)).map_or(Browser::Unspecified, |(_, browser)| *browser);
    let system = SYSTEMS.iter().find(|(word, _)| agent.contains(word)).map_or(System::Unspecified, |(_, system)| *system);
    Device { browser: browser.into(), system: system.into() }
}

#[cfg(test)]
mod tests {
    use super::{Browser, HeaderMap, System, device, header};

    fn told(agent: &str) -> (Browser, System) {
        let device = device(&HeaderMap::from_iter([(header::USER_AGENT, agent.parse().unwrap())]));
        (device.browser(), device.system())
    }

    #[test]
    fn a_device_is_told_in_two_words() {
        for (agent, browser, system) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
                Browser::Edge,
                System::Windows,
            ),
            ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36", Browser::Chrome, System::Linux),
            (
                "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
                Browser::Chrome,
                System::ChromeOs,
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
                Browser::Samsung,
                System::Android,
            ),
            ("Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0", Browser::Firefox, System::Android),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
                Browser::Safari,
                System::Mac,
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1",
                Browser::Chrome,
                System::Iphone,
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/143.0 Mobile/15E148 Safari/605.1.15",
                Browser::Firefox,
                System::Ipad,
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/125.0.0.0",
                Browser::Opera,
                System::Windows,
            ),
        ] {
            assert_eq!(told(agent), (browser, system), "{agent}");
        }
    }

    #[test]
    fn what_is_not_known_is_not_guessed() {
        assert_eq!(told("curl/8.5.0"), (Browser::Unspecified, System::Unspecified));
        assert_eq!(device(&HeaderMap::new()).browser(), Browser::Unspecified);
    }
}
