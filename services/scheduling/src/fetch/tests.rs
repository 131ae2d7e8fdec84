//! The rules of asking other systems: when it is time, what is asked anew, what is no news, and what an appointment hears of what is told.

use chassis_domain::{Matter, PersonId, SignedDuration, Timestamp, Uuid};
use kajo_proto::identity::v1::BookingPlace;

use super::{FailingSince, FetchFailed, FetchState, Fetched, looked_for, mapping::Mapping, parameters_of};
use crate::{
    adapters::{booking_system::Told, people::Places},
    appointment::outside::{Outside, OutsideState, outside_id},
    appointment_search::{BookingSystem, ChangeSource, Changeable, Details, Parameters},
    kind::AppointmentType,
};

const AINO: PersonId = PersonId::from_uuid(Uuid::from_u128(1));
const SEARCH: Uuid = Uuid::from_u128(20);
const SERVICE: Uuid = Uuid::from_u128(10);
const ROLE: Uuid = Uuid::from_u128(11);
/// Where the search says that its times are.
const CENTRE: Uuid = Uuid::from_u128(40);
const LEHTOLA: Uuid = Uuid::from_u128(41);
const RANTA: Uuid = Uuid::from_u128(42);
const QUARTER: SignedDuration = SignedDuration::from_mins(15);

fn at(text: &str) -> Timestamp {
    text.parse().expect("a time")
}

fn now() -> Timestamp {
    at("2026-11-29T10:00:00Z")
}

fn minutes(minutes: i64) -> Timestamp {
    now().saturating_add(SignedDuration::from_mins(minutes)).expect("in range")
}

fn whole(missing: &[&str]) -> Fetched {
    let missing = missing.iter().map(|reference| (*reference).to_owned()).collect();
    Fetched { whole: true, cursor: Some("c1".to_owned()), unknown_patients: 2, unreadable: 1, missing }
}

fn changes(cursor: &str) -> Fetched {
    Fetched { cursor: Some(cursor.to_owned()), unknown_patients: 7, unreadable: 7, ..Fetched::default() }
}

#[test]
fn sch_21_a_search_is_due_at_once_then_after_its_interval_and_after_a_failure_within_five_minutes() {
    let never = FetchState::default();
    assert_eq!((never.due_at(QUARTER), never.is_due(QUARTER, now())), (None, true));
    let fetched = never.clone().succeeded(whole(&[]), now());
    assert_eq!(fetched.due_at(QUARTER), Some(minutes(15)));
    assert!(!fetched.is_due(QUARTER, minutes(14)) && fetched.is_due(QUARTER, minutes(15)));
    let failed = fetched.failed("booking_system_unavailable", minutes(15));
    assert_eq!(failed.due_at(QUARTER), Some(minutes(20)));
    assert_eq!(failed.due_at(SignedDuration::from_mins(1)), Some(minutes(16)), "no failure makes it slower");
    assert_eq!(failed.succeeded(changes("c2"), minutes(20)).due_at(QUARTER), Some(minutes(35)));
}

#[test]
fn sch_21_a_row_of_failures_is_counted_from_its_first_and_told_aloud_at_the_third() {
    let state = FetchState::default().succeeded(whole(&["x"]), now());
    let first = state.clone().failed("booking_system_busy", minutes(15));
    let second = first.clone().failed("booking_system_malformed", minutes(20));
    let expected = FailingSince { reason: "booking_system_malformed".to_owned(), since: minutes(15), in_a_row: 2 };
    assert_eq!(second.failing, Some(expected));
    assert_eq!([1, 2, 3, 4].map(FetchState::alerts_at), [false, false, true, false]);
    // Nothing that was heard of is lost by it.
    assert_eq!(FetchState { failing: None, tried_at: state.tried_at, ..second.clone() }, state);
    assert_eq!(second.succeeded(changes("c2"), minutes(25)).failing, None);
}

#[test]
fn sch_21_all_is_asked_for_at_first_and_once_a_day_and_what_whole_answers_tell_stays_until_the_next() {
    let never = FetchState::default();
    assert!(never.is_whole_due(now()));
    let state = never.succeeded(whole(&["x"]), now());
    assert!(!state.is_whole_due(minutes(24 * 60 - 1)) && state.is_whole_due(minutes(24 * 60)));
    let changed = state.clone().succeeded(changes("c2"), minutes(15));
    let expected = FetchState { tried_at: Some(minutes(15)), fetched_at: Some(minutes(15)), cursor: Some("c2".to_owned()), ..state.clone() };
    assert_eq!(changed, expected);
    assert!(changed.is_whole_due(minutes(24 * 60)));
    let again = changed.succeeded(Fetched { unknown_patients: 0, ..whole(&[]) }, minutes(24 * 60));
    assert_eq!((again.unknown_patients, again.unreadable, again.missing.len(), again.whole_at), (0, 1, 0, Some(minutes(24 * 60))));
}

#[test]
fn sch_14_what_was_booked_before_anybody_asked_is_no_news() {
    let never = FetchState::default();
    assert!(never.is_backfill(None) && never.is_backfill(Some(now())));
    let failed = never.failed("booking_system_unavailable", now());
    assert!(failed.is_backfill(Some(minutes(1))), "a fetch that failed half way has told nobody");
    let fetched = failed.succeeded(whole(&[]), now());
    assert!(!fetched.is_backfill(None), "nobody says that it is old");
    assert!(!fetched.is_backfill(Some(minutes(5))) && !fetched.is_backfill(Some(minutes(-60))));
    assert!(fetched.is_backfill(Some(minutes(-61))));
}

#[test]
fn sch_21_other_parameters_are_another_question_and_other_words_for_the_answer_are_none() {
    let details = details(BookingSystem::Vihta);
    let asked = parameters_of(&details);
    let with = |ids: &[&str]| Parameters { vihta_service_ids: ids.iter().map(|id| (*id).to_owned()).collect(), ..Parameters::default() };
    assert_ne!(parameters_of(&Details { parameters: with(&["fysio-1"]), ..details.clone() }), asked);
    let (joined, apart) = (with(&["a", "b"]), with(&["ab"]));
    assert_ne!(parameters_of(&Details { parameters: joined, ..details.clone() }), parameters_of(&Details { parameters: apart, ..details.clone() }));
    assert_ne!(parameters_of(&Details { system: Some(BookingSystem::Pegasos), ..details.clone() }), asked);
    let renamed = Details { administrative_name: "Toinen".to_owned(), location: None, cancelable: Changeable::default(), ..details };
    assert_eq!(parameters_of(&renamed), asked);
}

#[test]
fn sch_14_of_many_that_are_left_out_those_that_were_missing_before_are_looked_for_first_and_the_others_in_turns() {
    let left_out: Vec<_> = (0..120_u128).map(|number| (Uuid::from_u128(number), format!("r{number}"))).collect();
    let references = |chance| {
        let asked = looked_for(left_out.clone(), &["r100".to_owned(), "r7".to_owned(), "gone".to_owned()], chance);
        asked.into_iter().map(|(_, reference)| reference).collect::<Vec<_>>()
    };
    let first = references(0);
    assert_eq!((first.len(), &first[..4]), (50, ["r7", "r100", "r0", "r1"].map(str::to_owned).as_slice()));
    assert_eq!(references(118), first);
    assert_eq!(&references(60)[..3], ["r7", "r100", "r61"].map(str::to_owned).as_slice());
    assert!(looked_for(Vec::new(), &["r7".to_owned()], 3).is_empty());
}

#[test]
fn sch_21_what_would_fail_for_every_search_of_a_system_ends_its_round() {
    let of_all = [FetchFailed::Unavailable, FetchFailed::Busy, FetchFailed::Unauthorized];
    assert!(of_all.iter().all(FetchFailed::is_of_all));
    let of_one = [FetchFailed::Malformed, FetchFailed::Changing, FetchFailed::ServiceGone, FetchFailed::DirectoryUnavailable];
    assert!(!of_one.iter().any(FetchFailed::is_of_all));
}

/// A search that leaves the terms to its system.
fn details(system: BookingSystem) -> Details {
    let by_system = Changeable { source: ChangeSource::Integration, allowed: true };
    Details {
        administrative_name: "Fysioterapia".to_owned(),
        system: Some(system),
        role: Some(ROLE),
        service: Some(SERVICE),
        location: Some(CENTRE),
        appointment_type: Some(AppointmentType::Phone),
        cancelable: by_system,
        reschedulable: by_system,
        late_cancel_hours: Some(24),
        practitioner_name_shown: true,
        real_appointment: true,
        ..Details::default()
    }
}

fn told() -> Told {
    Told {
        reference: "L-1".to_owned(),
        version: Some(3),
        national_id: "010101-123N".to_owned(),
        patient_name: "Aino".to_owned(),
        starts_at: at("2026-12-03T06:15:00Z"),
        ends_at: at("2026-12-03T06:45:00Z"),
        kind: None,
        location: None,
        practitioner_name: Some("Liisa".to_owned()),
        cancelable: None,
        reschedulable: None,
        visible_to_guardians: false,
        booked_at: None,
        state: OutsideState::Booked,
    }
}

fn place(external_id: &str, source_system: &str) -> BookingPlace {
    BookingPlace { external_id: external_id.to_owned(), source_system: source_system.to_owned(), ..BookingPlace::default() }
}

fn heard(details: &Details, places: &Places, told: &Told) -> Outside {
    let (system, state) = (details.system.expect("a system"), FetchState::default());
    let mapping = Mapping { search: SEARCH, details, system, service: SERVICE, matter: Matter::Health, places, state: &state, asked_at: now() };
    mapping.outside(told, AINO)
}

#[test]
fn sch_14_what_is_told_becomes_an_appointment_in_the_words_of_its_search() {
    let heard = heard(&details(BookingSystem::Lifecare), &Places::new(), &told());
    let id = outside_id(BookingSystem::Lifecare, "L-1", AINO);
    let Outside { time, .. } = &heard;
    assert_eq!((heard.system, heard.reference.as_str(), heard.version, heard.patient), (BookingSystem::Lifecare, "L-1", 3, AINO));
    assert_eq!((heard.patient_name.as_str(), heard.practitioner_name.as_deref(), heard.matter), ("Aino", Some("Liisa"), Matter::Health));
    assert_eq!((time.search, time.service, time.role, time.slot), (SEARCH, SERVICE, Some(ROLE), Uuid::new_v5(&id.uuid(), b"slot")));
    assert_eq!((time.schedule, time.practitioner, time.names_practitioner, time.contact_time), (None, None, true, false));
    assert_eq!((time.starts_at, time.ends_at, time.civil_start.as_str()), (told().starts_at, told().ends_at, "2026-12-03T08:15"));
    assert!(heard.backfill && !heard.visible_to_guardians && heard.booked_at.is_none());
    assert_eq!(heard.state, OutsideState::Booked);
}

#[test]
fn sch_14_the_version_of_what_has_none_is_when_it_was_asked_for() {
    let told = Told { version: None, ..told() };
    let heard = heard(&details(BookingSystem::Pegasos), &Places::new(), &told);
    assert_eq!(i64::try_from(heard.version), Ok(now().as_microsecond()));
}

#[test]
fn sch_14_how_people_meet_is_as_told_otherwise_as_the_search_says_and_otherwise_in_person() {
    let details = details(BookingSystem::Omni360);
    let kind = |details: &Details, kind| heard(details, &Places::new(), &Told { kind, ..told() }).time.kind;
    assert_eq!(kind(&details, Some(AppointmentType::Video)), AppointmentType::Video);
    assert_eq!(kind(&details, None), AppointmentType::Phone);
    assert_eq!(kind(&Details { appointment_type: None, ..details }, None), AppointmentType::InPerson);
}

#[test]
fn sch_14_what_residents_may_do_is_as_the_search_has_it_or_leaves_it_to_the_system_which_says_no_when_it_says_nothing() {
    let terms = |details: &Details, said| {
        let told = Told { cancelable: said, reschedulable: said, ..told() };
        let terms = heard(details, &Places::new(), &told).time.terms;
        (terms.cancelable, terms.reschedulable, terms.late_hours)
    };
    let by_system = details(BookingSystem::Vihta);
    assert_eq!(terms(&by_system, Some(true)), (true, true, Some(24)));
    assert_eq!(terms(&by_system, Some(false)), (false, false, Some(24)));
    assert_eq!(terms(&by_system, None), (false, false, Some(24)));
    let own = Changeable { source: ChangeSource::ServiceInformation, allowed: true };
    let by_search = Details { cancelable: own, late_cancel_hours: None, ..by_system };
    assert_eq!(terms(&by_search, Some(false)), (true, false, None));
}

#[test]
fn sch_14_its_place_is_the_one_that_its_system_calls_so_otherwise_the_one_of_the_search() {
    let details = details(BookingSystem::Lifecare);
    let located = |places: &[(Uuid, BookingPlace)], name: Option<&str>| {
        let places: Places = places.iter().cloned().collect();
        heard(&details, &places, &Told { location: name.map(str::to_owned), ..told() }).time.location
    };
    let lehtola = [(LEHTOLA, place("lehtola", "")), (RANTA, place("ranta", "Lifecare"))];
    assert_eq!(located(&lehtola, Some("lehtola")), Some(LEHTOLA));
    assert_eq!(located(&lehtola, Some(" ranta ")), Some(RANTA), "systems are called in any letters");
    assert_eq!(located(&lehtola, Some("elsewhere")), Some(CENTRE));
    assert_eq!(located(&lehtola, None), Some(CENTRE));
    assert_eq!(located(&[(LEHTOLA, place("", ""))], Some(" ")), Some(CENTRE), "nothing is called nothing");
    assert_eq!(located(&[(LEHTOLA, place("lehtola", "pegasos"))], Some("lehtola")), Some(CENTRE), "another system calls it so");
    let both = [(LEHTOLA, place("lehtola", "")), (RANTA, place("lehtola", "lifecare"))];
    assert_eq!(located(&both, Some("lehtola")), Some(RANTA));
}
