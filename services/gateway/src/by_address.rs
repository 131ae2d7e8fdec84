//! How often something is done from one address. Counted in memory, forgotten after minutes, and written down nowhere.

use std::{
    collections::{HashMap, VecDeque},
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, PoisonError},
};

use chassis::Clock;
use jiff::SignedDuration;

/// For how long what is done counts against its address.
const COUNTED_FOR: SignedDuration = SignedDuration::from_mins(10);

/// Counts one kind of thing. Cheap to clone.
#[derive(Clone)]
pub(crate) struct ByAddress {
    clock: Clock,
    most: usize,
    lately: Arc<Mutex<Lately>>,
}

impl ByAddress {
    /// `most`: how often it may be done from an address within [`COUNTED_FOR`].
    pub(crate) fn new(clock: Clock, most: usize) -> Self {
        Self { clock, most, lately: Arc::default() }
    }

    /// Whether it may be done no more from there, without counting anything.
    pub(crate) fn is_spent(&self, from: Option<IpAddr>) -> bool {
        let mut lately = self.lately.lock().unwrap_or_else(PoisonError::into_inner);
        from.is_some_and(|from| lately.count(network(from), self.clock.ran()) >= self.most)
    }

    /// Whether it may be done once more, which counts then. Where addresses are not known nothing is counted.
    pub(crate) fn may(&self, from: Option<IpAddr>) -> bool {
        let Some(from) = from else { return true };
        let mut lately = self.lately.lock().unwrap_or_else(PoisonError::into_inner);
        lately.may(network(from), self.clock.ran(), self.most)
    }
}

/// What was done in the last minutes, the oldest first, and how much of it from each network.
#[derive(Default)]
struct Lately {
    in_order: VecDeque<(SignedDuration, IpAddr)>,
    by_network: HashMap<IpAddr, usize>,
}

impl Lately {
    /// How often it was done from there; what is over is forgotten.
    fn count(&mut self, from: IpAddr, now: SignedDuration) -> usize {
        while let Some((_, gone)) = self.in_order.pop_front_if(|(at, _)| now.saturating_sub(*at) >= COUNTED_FOR) {
            if let Some(count) = self.by_network.get_mut(&gone) {
                *count -= 1;
                if *count == 0 {
                    self.by_network.remove(&gone);
                }
            }
        }
        self.by_network.get(&from).copied().unwrap_or_default()
    }

    /// Whether it may be done once more, which counts then.
    fn may(&mut self, from: IpAddr, now: SignedDuration, most: usize) -> bool {
        let known = self.count(from, now);
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
    fn cha_04_sur_07_an_address_does_so_much_in_ten_minutes_and_the_next_when_the_first_is_that_old() {
        let mut lately = Lately::default();
        let (here, there) = (address("192.0.2.1"), address("192.0.2.2"));
        let minute = SignedDuration::from_mins;
        assert!(lately.may(here, minute(0), 2) && lately.may(here, minute(4), 2));
        assert!(!lately.may(here, minute(9), 2));
        assert!(lately.may(there, minute(9), 2), "another address has its own");
        assert!(lately.may(here, minute(10), 2), "what was refused does not count");
        assert!(!lately.may(here, minute(13), 2));
        assert!(lately.may(here, minute(14), 2));
        assert!(lately.may(there, minute(40), 2));
        assert_eq!((lately.in_order.len(), lately.by_network.len()), (1, 1), "what is over is forgotten");
    }

    #[test]
    fn cha_04_sur_07_an_ipv6_address_is_as_good_as_every_other_of_its_network() {
        assert_eq!(network(address("2001:db8:1:2:3:4:5:6")), network(address("2001:db8:1:2::1")));
        assert_ne!(network(address("2001:db8:1:2::1")), network(address("2001:db8:1:3::1")));
        assert_eq!(network(address("::ffff:192.0.2.1")), address("192.0.2.1"));
        assert_ne!(network(address("192.0.2.1")), network(address("192.0.2.2")));
    }

    #[test]
    fn cha_04_sur_07_where_addresses_are_not_known_nothing_is_counted() {
        let counter = ByAddress::new(Clock::system(), 1);
        assert!(counter.may(None) && counter.may(None));
        assert!(!counter.is_spent(None) && !counter.is_spent(Some(address("192.0.2.1"))));
        assert!(counter.may(Some(address("192.0.2.1"))));
        assert!(counter.is_spent(Some(address("192.0.2.1"))) && !counter.is_spent(Some(address("192.0.2.2"))));
        assert!(!counter.clone().may(Some(address("192.0.2.1"))), "what is cloned counts with it");
    }
}
