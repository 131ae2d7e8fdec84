//! What is read of Pegasos's answers, and how it is asked.

use jiff::civil::date;
use serde_json::json;

use super::*;
use crate::appointment_search::{Parameters, PegasosParameter};

fn item() -> Value {
    json!({
        "varaustunnus": "P-17",
        "hetu": " 010190-999W ",
        "nimi": "Elli Esimerkki",
        "alkaa": "2026-12-03T08:15",
        "kesto": 30,
        "tapa": "PUHELIN",
        "toimipiste": "tunturi",
        "vastaanottaja": "Lauri Lääkäri",
        "tila": "VARATTU",
        "varattu": "2026-07-20T10:00",
    })
}

/// The item, with something else in it; `null` takes it out.
fn with(changes: Value) -> Value {
    let mut item = item();
    for (name, value) in changes.as_object().unwrap() {
        item[name.as_str()] = value.clone();
    }
    item
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// A page of two that holds appointments of these references.
fn page(number: usize, total: usize, references: &[&str]) -> Page {
    let appointments = references.iter().map(|reference| json!({"varaustunnus": reference})).collect();
    Page { number, pages: 2, total, appointments }
}

#[test]
fn sch_14_an_appointment_of_pegasos_is_told_in_our_words() {
    let expected = Told {
        reference: "P-17".to_owned(),
        version: None,
        national_id: "010190-999W".to_owned(),
        patient_name: "Elli Esimerkki".to_owned(),
        starts_at: at("2026-12-03T06:15:00Z"),
        ends_at: at("2026-12-03T06:45:00Z"),
        kind: Some(AppointmentType::Phone),
        location: Some("tunturi".to_owned()),
        practitioner_name: Some("Lauri Lääkäri".to_owned()),
        cancelable: None,
        reschedulable: None,
        visible_to_guardians: false,
        booked_at: Some(at("2026-07-20T07:00:00Z")),
        state: OutsideState::Booked,
    };
    assert_eq!(told(item()).unwrap(), expected);
}

#[test]
fn sch_14_pegasos_tells_how_people_meet_and_what_has_become_of_an_appointment() {
    for (way, expected) in [
        ("KAYNTI", AppointmentType::InPerson),
        ("KOTI", AppointmentType::HomeVisit),
        ("PUHELIN", AppointmentType::Phone),
        ("VIDEO", AppointmentType::Video),
    ] {
        assert_eq!(told(with(json!({"tapa": way}))).unwrap().kind, Some(expected), "{way}");
    }
    for (state, expected) in
        [("VARATTU", OutsideState::Booked), ("TOTEUTUNUT", OutsideState::Done), ("PERUTTU", OutsideState::Cancelled { reason: None })]
    {
        assert_eq!(told(with(json!({"tila": state}))).unwrap().state, expected, "{state}");
    }
}

#[test]
fn sch_14_what_pegasos_does_not_say_of_an_appointment_stays_unsaid() {
    let told = told(with(json!({"tapa": null, "toimipiste": " ", "vastaanottaja": null, "varattu": null}))).unwrap();
    assert_eq!((told.kind, told.location, told.practitioner_name, told.booked_at), (None, None, None, None));
}

#[test]
fn sch_14_items_of_pegasos_that_lack_something_or_have_it_wrong_are_counted_and_spoil_no_other() {
    let wrong = [
        json!({"varaustunnus": null}),
        json!({"varaustunnus": ""}),
        json!({"varaustunnus": ".."}),
        json!({"varaustunnus": 17}),
        json!({"hetu": 17}),
        json!({"nimi": null}),
        json!({"nimi": " "}),
        json!({"alkaa": null}),
        json!({"alkaa": "2026-12-03"}),
        json!({"alkaa": "2026-12-03T08:15+02:00"}),
        json!({"alkaa": "2026-12-03T06:15:00Z"}),
        json!({"alkaa": "2026-13-03T08:15"}),
        json!({"kesto": null}),
        json!({"kesto": 0}),
        json!({"kesto": -30}),
        json!({"kesto": "30"}),
        json!({"tapa": "KIRJE"}),
        json!({"tila": null}),
        json!({"tila": "SIIRRETTY"}),
        json!({"varattu": "eilen"}),
    ];
    let mut items: Vec<_> = wrong.iter().map(|changes| with(changes.clone())).collect();
    for item in &items {
        assert_eq!(told(item.clone()), None, "{item}");
    }
    items.push(json!("no appointment"));
    let count = u32::try_from(items.len()).unwrap();
    items.push(item());
    let answered = answered(items);
    assert_eq!((answered.appointments.len(), answered.unreadable), (1, count));
    assert_eq!((answered.whole, answered.cursor), (true, None));
}

#[test]
fn sch_14_times_of_pegasos_that_are_kept_for_nobody_are_left_out() {
    let items = [json!({"hetu": null}), json!({"hetu": " ", "kesto": null}), json!({"hetu": "", "tila": "SULJETTU"})].map(with);
    let answered = answered(items.into());
    assert_eq!((answered.appointments.len(), answered.unreadable), (0, 0));
}

#[test]
fn sch_14_a_time_that_the_clocks_skip_or_show_twice_is_no_time() {
    // 28 March and 31 October 2027.
    for skipped in ["2027-03-28T03:00", "2027-03-28T03:30", "2027-03-28T03:59"] {
        assert_eq!(told(with(json!({"alkaa": skipped}))), None, "{skipped}");
    }
    for twice in ["2027-10-31T03:00", "2027-10-31T03:30", "2027-10-31T03:59"] {
        assert_eq!(told(with(json!({"alkaa": twice}))), None, "{twice}");
        // When it was booked is no reason to lose it.
        assert_eq!(told(with(json!({"varattu": twice}))).unwrap().booked_at, None, "{twice}");
    }
    for (once, expected) in [
        ("2027-03-28T02:59", "2027-03-28T00:59:00Z"),
        ("2027-03-28T04:00", "2027-03-28T01:00:00Z"),
        ("2027-10-31T02:59", "2027-10-30T23:59:00Z"),
        ("2027-10-31T04:00", "2027-10-31T02:00:00Z"),
    ] {
        assert_eq!(told(with(json!({"alkaa": once}))).unwrap().starts_at, at(expected), "{once}");
    }
    // It lasts as long as it is said to, whatever the clocks do meanwhile.
    let over = told(with(json!({"alkaa": "2027-03-28T02:30", "kesto": 60}))).unwrap();
    assert_eq!(over.ends_at, at("2027-03-28T01:30:00Z"));
}

#[test]
fn sch_14_pegasos_is_asked_for_days_and_a_page_by_its_own_names() {
    let parameters = Parameters {
        pegasos: vec![
            PegasosParameter { name: "yksikko".to_owned(), values: vec!["tunturi".to_owned(), "ranta".to_owned()] },
            PegasosParameter { name: "laji".to_owned(), values: vec!["1&2".to_owned()] },
        ],
        ..Parameters::default()
    };
    let asked = Asked { parameters: &parameters, from: date(2026, 11, 29), until: date(2027, 11, 29), since: None };
    let expected = [("alku", "2026-11-29"), ("loppu", "2027-11-29"), ("sivu", "3"), ("yksikko", "tunturi"), ("yksikko", "ranta"), ("laji", "1&2")];
    assert_eq!(query(asked, 3), expected.map(|(name, value)| (name, value.to_owned())));
}

#[test]
fn sch_14_a_list_of_pegasos_is_whole_when_its_pages_are_of_one_list() {
    let mut read = Read::default();
    assert_eq!(read.take(page(1, 3, &["a", "b"]), 1), Ok(Progress::More));
    assert_eq!(read.take(page(2, 3, &["c"]), 2), Ok(Progress::Whole));
    assert_eq!(read.items.len(), 3);
    // An empty one has no pages, or one.
    for pages in [0, 1] {
        let empty = Page { number: 1, pages, total: 0, appointments: Vec::new() };
        assert_eq!(Read::default().take(empty, 1), Ok(Progress::Whole));
    }
    // What is called nothing is counted all the same.
    let nameless = Page { number: 1, pages: 1, total: 2, appointments: vec![json!({}), json!(7)] };
    assert_eq!(Read::default().take(nameless, 1), Ok(Progress::Whole));
}

#[test]
fn sch_14_a_list_of_pegasos_that_shifts_while_it_is_read_is_none() {
    for (second, why) in [
        (page(2, 2, &["d"]), "another total"),
        (page(2, 3, &["b"]), "one was read twice"),
        (page(2, 3, &[]), "one was read never"),
        (page(2, 3, &["c", "d"]), "one more than there are"),
    ] {
        let mut read = Read::default();
        assert_eq!(read.take(page(1, 3, &["a", "b"]), 1), Ok(Progress::More));
        assert_eq!(read.take(second, 2), Ok(Progress::Shifted), "{why}");
    }
    assert_eq!(Read::default().take(page(2, 3, &["c"]), 1), Err(FetchFailed::Malformed), "another page than was asked for");
}

#[test]
fn sch_14_a_page_that_is_no_list_of_pegasos_is_not_read() {
    for body in [json!({}), json!([]), json!({"sivu": 1, "sivuja": 1, "yhteensa": 0}), json!({"sivu": 1, "sivuja": 1, "varaukset": []})] {
        assert!(serde_json::from_value::<Page>(body.clone()).is_err(), "{body}");
    }
}
