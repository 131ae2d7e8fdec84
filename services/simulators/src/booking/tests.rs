//! What the book shows of itself, and what is in it when the program starts.

use std::collections::{BTreeMap, BTreeSet};

use chassis_domain::{in_helsinki, is_public_holiday};
use jiff::{
    Timestamp,
    civil::{Date, Weekday, date},
};
use serde_json::json;

use super::{
    book::{Book, NewBooking, Page, State, System, Wanted, codes_of, day},
    demo::opened,
    fault::BookingFault,
};

const FROM: Date = date(2026, 12, 1);
const UNTIL: Date = date(2026, 12, 31);

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn now() -> Timestamp {
    at("2026-11-29T10:00:00Z")
}

fn new(system: System, starts_at: &str) -> NewBooking {
    serde_json::from_value(json!({"system": system, "ssn": "010942-921E", "patient_name": "Elli", "starts_at": starts_at})).unwrap()
}

/// Bookings of Lifecare, one a day from 1 December on.
fn book_of(count: usize) -> (Book, Vec<String>) {
    let book = Book::new(0);
    let references = (1..=count).map(|day| book.book(new(System::Lifecare, &format!("2026-12-{day:02}T08:00:00Z")), now())).collect();
    (book, references)
}

fn read(book: &Book, changed_since: Option<u64>, number: usize) -> Page {
    let codes = BTreeMap::new();
    let wanted = Wanted { system: System::Lifecare, from: FROM, until: UNTIL, codes: &codes, changed_since, changed_at_since: None };
    book.page(&wanted, number)
}

fn references(page: &Page) -> Vec<&str> {
    page.bookings.iter().map(|booking| booking.reference.as_str()).collect()
}

fn cancel(book: &Book, reference: &str) -> bool {
    book.change(reference, now(), |booking| booking.state = State::Cancelled { reason: String::new() })
}

#[test]
fn a_list_leaves_cancelled_bookings_out_and_its_changes_have_them() {
    let (book, made) = book_of(2);
    book.book(new(System::Vihta, "2026-12-01T08:00:00Z"), now());
    let whole = read(&book, None, 1);
    assert_eq!((references(&whole), whole.newest), (vec!["lifecare-1", "lifecare-2"], 3));

    assert!(cancel(&book, &made[0]));
    assert_eq!(references(&read(&book, None, 1)), ["lifecare-2"]);
    let changes = read(&book, Some(3), 1);
    assert_eq!((references(&changes), changes.newest), (vec!["lifecare-1"], 4));
    assert!(references(&read(&book, Some(4), 1)).is_empty());
    let cancelled = book.one(System::Lifecare, &made[0]).unwrap();
    assert_eq!((cancelled.version, cancelled.changed, &cancelled.state), (2, 4, &State::Cancelled { reason: String::new() }));
    assert_eq!(book.one(System::Vihta, &made[0]), None, "another system knows nothing of it");

    let codes = BTreeMap::new();
    let since = Some(cancelled.changed_at);
    let wanted = Wanted { system: System::Lifecare, from: FROM, until: UNTIL, codes: &codes, changed_since: None, changed_at_since: since };
    assert_eq!(references(&book.page(&wanted, 1)), ["lifecare-1"], "no two changes have one time");

    assert!(book.forget(&made[0]) && !book.forget(&made[0]) && !cancel(&book, &made[0]));
    assert_eq!(book.one(System::Lifecare, &made[0]), None);
    assert_eq!(book.now_at(), 4, "what changes nothing has no number");
}

#[test]
fn a_list_has_the_days_of_helsinki_and_of_each_name_one_of_the_codes() {
    let book = Book::new(0);
    let mut late = new(System::Lifecare, "2026-12-31T22:30:00Z");
    assert_eq!(day(late.starts_at), date(2027, 1, 1));
    book.book(late.clone(), now());
    assert!(references(&read(&book, None, 1)).is_empty(), "the next year has begun");

    late.starts_at = at("2026-11-30T22:00:00Z");
    late.codes = BTreeMap::from([("function", "suunhoito"), ("location", "lehtola")].map(|(name, code)| (name.to_owned(), code.to_owned())));
    book.book(late, now());
    let found = |codes: &[(&str, &str)]| {
        let query: Vec<_> = codes.iter().map(|(name, code)| ((*name).to_owned(), (*code).to_owned())).collect();
        let codes = codes_of(&query, &["function", "location", "visitType"]);
        book.matching(System::Lifecare, FROM, UNTIL, &codes).len()
    };
    assert_eq!(found(&[]), 1);
    assert_eq!(found(&[("function", "suunhoito"), ("location", "satama,lehtola"), ("from", "2026-12-01")]), 1);
    assert_eq!(found(&[("function", "suunhoito"), ("location", "satama"), ("location", "")]), 0);
    assert_eq!(found(&[("visitType", "")]), 1);
    assert_eq!(found(&[("visitType", "first")]), 0, "what has no code of that name is not meant");
}

#[test]
fn a_list_is_counted_by_its_first_pages() {
    let (book, _) = book_of(5);
    book.page_size(2);
    let pages = [1, 2, 3, 4].map(|number| read(&book, None, number));
    assert_eq!(pages.each_ref().map(|page| page.bookings.len()), [2, 2, 1, 0]);
    assert!(pages.iter().all(|page| (page.total, page.pages) == (5, 3)));
    assert_eq!((book.asked(System::Lifecare), book.asked(System::Pegasos)), (1, 0));
    assert_eq!(read(&Book::new(0), None, 1).pages, 1, "also of nothing");
}

#[test]
fn a_stale_list_does_not_know_what_was_booked_last_and_says_so_when_it_does() {
    let (book, made) = book_of(2);
    book.fail(System::Lifecare, Some(BookingFault::StaleList));
    let stale = read(&book, None, 1);
    assert_eq!((references(&stale), stale.newest), (vec!["lifecare-1"], 1));
    assert!(book.one(System::Lifecare, &made[1]).is_some());
    book.fail(System::Lifecare, None);
    assert_eq!(references(&read(&book, Some(stale.newest), 1)), ["lifecare-2"]);
}

#[test]
fn pages_shift_while_a_list_is_read() {
    let (book, _) = book_of(3);
    book.page_size(2);
    let is_shifted = || {
        let (first, second) = (read(&book, None, 1), read(&book, None, 2));
        assert_eq!((references(&first), first.total), (vec!["lifecare-1", "lifecare-2"], 3));
        references(&second).is_empty() && second.total == 2
    };
    book.fail(System::Lifecare, Some(BookingFault::PageShift));
    assert!(is_shifted() && is_shifted());
    book.fail(System::Lifecare, Some(BookingFault::PageShiftOnce));
    assert!(is_shifted() && !is_shifted());
    assert_eq!(book.fault(System::Lifecare), None);
}

#[test]
fn the_demo_is_booked_on_working_days_and_newer_than_what_an_earlier_start_told() {
    let bookings = opened(true).all();
    let patients: BTreeSet<_> = bookings.iter().map(|booking| booking.new.patient_name.as_str()).collect();
    assert_eq!(patients, BTreeSet::from(["Elli Fofonoff", "Salme Suojattu", "Sanna Kuuva"]));
    for booking in &bookings {
        let begins = in_helsinki(booking.new.starts_at);
        assert!(!matches!(begins.weekday(), Weekday::Saturday | Weekday::Sunday) && !is_public_holiday(begins.date()), "{begins}");
        assert!((8..16).contains(&begins.hour()) && booking.new.starts_at > booking.booked_at, "{begins}");
        assert!(booking.version > 1_000_000 && booking.changed > 1_000_000, "{}", booking.reference);
    }
    assert!(System::ALL.iter().all(|system| bookings.iter().any(|booking| booking.new.system == *system)));
    assert!(opened(false).all().is_empty());
}
