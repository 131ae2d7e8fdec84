//! The rules of devices: whom they tell, and who switches them off.

use chassis_domain::{
    Aggregate, Blob, DomainEvent, EventType, Opener, PersonId, RetentionClass, Sealer, Stored, Uuid,
    testing::{NothingSealed, given},
};

use super::{Address, Command, Event, PushDevice, Reason, device_id};

const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const ELLI: PersonId = PersonId::from_uuid(Uuid::from_u128(2));
const ENDPOINT: &str = "https://push.example/1";

fn address(person: PersonId, key: &str) -> Address {
    Address::of(person, ENDPOINT.to_owned(), key.to_owned(), "secret".to_owned())
}

fn on(person: PersonId, key: &str) -> Command {
    Command::SwitchOn { person, address: address(person, key) }
}

fn switched_on(person: PersonId, key: &str) -> Event {
    Event::SwitchedOn { person, address: address(person, key) }
}

fn off(person: PersonId, reason: Reason) -> Command {
    Command::SwitchOff { person, reason }
}

fn switched_off(person: PersonId, reason: Reason) -> Event {
    Event::SwitchedOff { person, reason }
}

#[test]
fn cms_08_a_browser_is_one_device_whoever_switches_it_on() {
    assert_eq!(device_id(ENDPOINT), device_id(ENDPOINT));
    assert_ne!(device_id(ENDPOINT), device_id("https://push.example/2"));
}

#[test]
fn cms_08_a_device_is_switched_on_once_and_anew_when_its_keys_are() {
    given::<PushDevice>([]).when(&on(AINO, "key")).then([switched_on(AINO, "key")]);
    let is_on = [switched_on(AINO, "key")];
    given::<PushDevice>(is_on.clone()).when(&on(AINO, "key")).then_nothing();
    given::<PushDevice>(is_on).when(&on(AINO, "another")).then([switched_on(AINO, "another")]);
}

#[test]
fn cms_08_a_device_tells_who_switched_it_on_last_and_to_others_it_is_not_there() {
    let taken_over = [switched_on(AINO, "key"), switched_on(ELLI, "key")];
    given::<PushDevice>([switched_on(AINO, "key")]).when(&on(ELLI, "key")).then([switched_on(ELLI, "key")]);
    for reason in [Reason::ByPerson, Reason::Gone] {
        given::<PushDevice>([]).when(&off(AINO, reason)).then_refused("not_found");
        given::<PushDevice>(taken_over.clone()).when(&off(AINO, reason)).then_refused("not_found");
        given::<PushDevice>(taken_over.clone()).when(&off(ELLI, reason)).then([switched_off(ELLI, reason)]);
    }
    given::<PushDevice>(taken_over).when(&on(AINO, "key")).then([switched_on(AINO, "key")]);
}

#[test]
fn cms_08_a_device_that_is_off_is_off_for_whom_it_told_last_and_may_be_switched_on_again() {
    let is_off = [switched_on(AINO, "key"), switched_off(AINO, Reason::Gone)];
    given::<PushDevice>(is_off.clone()).when(&off(AINO, Reason::ByPerson)).then_nothing();
    given::<PushDevice>(is_off.clone()).when(&off(ELLI, Reason::ByPerson)).then_refused("not_found");
    given::<PushDevice>(is_off).when(&on(AINO, "key")).then([switched_on(AINO, "key")]);
}

/// Every key is at hand, and nothing is hidden by it.
struct Plain;

impl Sealer for Plain {
    fn seal(&mut self, subject: PersonId, class: RetentionClass, plain: &[u8]) -> Blob {
        Blob { subject, class, nonce: Vec::new(), ciphertext: plain.to_vec() }
    }
}

impl Opener for Plain {
    fn open(&self, blob: &Blob) -> Option<Vec<u8>> {
        Some(blob.ciphertext.clone())
    }
}

/// As it comes out of the store.
fn kept(event: &Event, open: &dyn Opener) -> Event {
    let EventType(event_type) = event.event_type();
    let encoded = event.encode(&mut Plain);
    Event::decode(&Stored { event_type: event_type.to_owned(), schema: encoded.schema, payload: encoded.payload }, open).expect("readable")
}

#[test]
fn cms_08_what_stands_in_the_store_is_what_happened() {
    let stored = kept(&switched_on(AINO, "key"), &Plain);
    let Event::SwitchedOn { person, address } = &stored else { panic!("{stored:?}") };
    assert_eq!(*person, AINO);
    let opened = [&address.endpoint, &address.key, &address.secret].map(|value| value.open().map(String::as_str));
    assert_eq!(opened, [Some(ENDPOINT), Some("key"), Some("secret")]);
    given::<PushDevice>([stored]).when(&on(AINO, "key")).then_nothing();
    for reason in [Reason::ByPerson, Reason::Gone] {
        assert_eq!(kept(&switched_off(AINO, reason), &Plain), switched_off(AINO, reason));
    }
}

#[test]
fn cms_08_a_device_whose_keys_nobody_can_open_any_more_is_switched_on_anew() {
    let lost = kept(&switched_on(AINO, "key"), &NothingSealed);
    let device = PushDevice::replay(std::slice::from_ref(&lost));
    assert_eq!(device.person, Some(AINO));
    given::<PushDevice>([lost]).when(&on(AINO, "key")).then([switched_on(AINO, "key")]);
}

#[test]
fn cms_08_nothing_by_which_a_device_is_told_can_be_printed() {
    let printed = format!("{:?} {:?}", on(AINO, "key-of-aino"), switched_on(AINO, "key-of-aino"));
    assert!(!printed.contains("key-of-aino") && !printed.contains("push.example"), "{printed}");
}
