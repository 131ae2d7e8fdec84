//! Visits: who is not signed in is known again by a cookie until the browser is closed, and has what they began in it (CHA-04, decision
//! 0024). The cookie says which visit and since when, and is signed; nothing of a visit is kept here. How many an address begins is
//! counted in memory, and forgotten after minutes.

use std::{
    collections::{HashMap, VecDeque},
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, PoisonError},
};

use aws_lc_rs::hmac;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chassis::{Clock, access::InternalKey, clock::Ids};
use http::{HeaderMap, StatusCode};
use jiff::SignedDuration;
use kajo_proto::{caller::v1::CallerContext, identity::v1::Session, options::v1::Caller};
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{
    app::App,
    cookies::Cookie,
    refusal::Refusal,
    rpc::Signer,
    session::{self, Resolved},
};

/// For how many seconds a cookie is good.
const LASTS: i64 = 12 * 60 * 60;
/// One that is good for less is signed anew when the app asks.
const RENEWED_BELOW: i64 = LASTS / 2;
/// For how long a new visit counts against its address.
const COUNTED_FOR: SignedDuration = SignedDuration::from_mins(10);

/// The key that signs visits, out of the key that gateway and services share.
pub fn visit_key(key: &InternalKey) -> [u8; 32] {
    key.derived("visits", "")
}

/// A visit, as its cookie says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Visit {
    pub(crate) id: Uuid,
    /// Since when its cookie is good, in seconds since 1970.
    since: i64,
}

impl Visit {
    fn ends_at(self) -> i64 {
        self.since.saturating_add(LASTS)
    }
}

/// Begins visits and knows them again. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Visits {
    key: hmac::Key,
    signer: Signer,
    clock: Clock,
    ids: Ids,
    most: usize,
    begun: Arc<Mutex<Begun>>,
}

impl Visits {
    /// `most`: how many an address may begin within [`COUNTED_FOR`].
    pub(crate) fn new(key: [u8; 32], signer: Signer, clock: Clock, ids: Ids, most: usize) -> Self {
        Self { key: hmac::Key::new(hmac::HMAC_SHA256, &key), signer, clock, ids, most, begun: Arc::default() }
    }

    /// The visit of a browser, when its cookie is ours and still good. Residents' app alone has visits.
    pub(crate) fn of(&self, app: App, headers: &HeaderMap) -> Option<Visit> {
        let (said, tag) = Cookie::Visit.read(app, headers).filter(|_| app == App::Resident)?.rsplit_once('.')?;
        hmac::verify(&self.key, said.as_bytes(), &URL_SAFE_NO_PAD.decode(tag).ok()?).ok()?;
        let (id, since) = said.split_once('.')?;
        let visit = Visit { id: Uuid::try_parse(id).ok()?, since: since.parse().ok()? };
        (self.left(visit) > 0).then_some(visit)
    }

    /// Begins a visit for a browser that comes from this address, or goes on with its own. The value of the cookie to set; `None`: the
    /// one that it has does. Where addresses are not known nothing is counted.
    ///
    /// # Errors
    /// When the address has begun too many.
    pub(crate) fn begin(&self, app: App, headers: &HeaderMap, from: Option<IpAddr>) -> Result<Option<String>, Refusal> {
        let now = self.clock.now();
        let id = match self.of(app, headers) {
            Some(visit) if self.left(visit) >= RENEWED_BELOW => return Ok(None),
            Some(visit) => visit.id,
            None => {
                self.count(from)?;
                self.ids.v7(now)
            }
        };
        Ok(Some(self.cookie(Visit { id, since: now.as_second() })))
    }

    /// Who calls in a visit, signed for the services.
    ///
    /// # Errors
    /// `UNAUTHENTICATED` when it is over.
    pub(crate) fn resolve(&self, visit: Visit) -> Result<Arc<Resolved>, Status> {
        if self.left(visit) <= 0 {
            return Err(session::expired());
        }
        let caller = CallerContext { kind: Caller::Visitor.into(), person_id: visit.id.to_string(), ..CallerContext::default() };
        Ok(Arc::new(Resolved {
            kind: Caller::Visitor,
            session: Session::default(),
            signed: self.signer.sign(caller.clone()),
            caller,
            ends_at: visit.ends_at(),
            mandate_unchecked: false,
            revoked_principal: String::new(),
        }))
    }

    /// For how many seconds a visit is still good.
    fn left(&self, visit: Visit) -> i64 {
        visit.ends_at().saturating_sub(self.clock.now().as_second())
    }

    fn cookie(&self, visit: Visit) -> String {
        let said = format!("{}.{}", visit.id, visit.since);
        let tag = hmac::sign(&self.key, said.as_bytes());
        format!("{said}.{}", URL_SAFE_NO_PAD.encode(tag))
    }

    fn count(&self, from: Option<IpAddr>) -> Result<(), Refusal> {
        let Some(from) = from else { return Ok(()) };
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        if begun.may(network(from), self.clock.ran(), self.most) {
            return Ok(());
        }
        Err(Refusal::outright(StatusCode::TOO_MANY_REQUESTS, Code::ResourceExhausted, "visits_too_many"))
    }
}

/// Visits of the last minutes, the oldest first, and how many of them each network has begun.
#[derive(Default)]
struct Begun {
    in_order: VecDeque<(SignedDuration, IpAddr)>,
    by_network: HashMap<IpAddr, usize>,
}

impl Begun {
    /// Whether one more may begin, which counts then.
    fn may(&mut self, from: IpAddr, now: SignedDuration, most: usize) -> bool {
        while let Some((_, gone)) = self.in_order.pop_front_if(|(at, _)| now.saturating_sub(*at) >= COUNTED_FOR) {
            if let Some(count) = self.by_network.get_mut(&gone) {
                *count -= 1;
                if *count == 0 {
                    self.by_network.remove(&gone);
                }
            }
        }
        let known = self.by_network.get(&from).copied().unwrap_or_default();
        if known >= most {
            return false;
        }
        self.by_network.insert(from, known + 1);
        self.in_order.push_back((now, from));
        true
    }
}

/// Of IPv6 the first half of an address: whoever has one has them all.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(whole) => whole.into(),
        IpAddr::V6(whole) => Ipv6Addr::from_bits(whole.to_bits() & !u128::from(u64::MAX)).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn cha_04_an_address_begins_so_many_visits_in_ten_minutes_and_the_next_when_the_first_is_that_old() {
        let mut begun = Begun::default();
        let (here, there) = (address("192.0.2.1"), address("192.0.2.2"));
        let minute = SignedDuration::from_mins;
        assert!(begun.may(here, minute(0), 2) && begun.may(here, minute(4), 2));
        assert!(!begun.may(here, minute(9), 2));
        assert!(begun.may(there, minute(9), 2), "another address has its own");
        assert!(begun.may(here, minute(10), 2), "what was refused does not count");
        assert!(!begun.may(here, minute(13), 2));
        assert!(begun.may(here, minute(14), 2));
        assert!(begun.may(there, minute(40), 2));
        assert_eq!((begun.in_order.len(), begun.by_network.len()), (1, 1), "what is over is forgotten");
    }

    #[test]
    fn cha_04_an_ipv6_address_is_as_good_as_every_other_of_its_network() {
        assert_eq!(network(address("2001:db8:1:2:3:4:5:6")), network(address("2001:db8:1:2::1")));
        assert_ne!(network(address("2001:db8:1:2::1")), network(address("2001:db8:1:3::1")));
        assert_eq!(network(address("::ffff:192.0.2.1")), address("192.0.2.1"));
        assert_ne!(network(address("192.0.2.1")), network(address("192.0.2.2")));
    }
}
