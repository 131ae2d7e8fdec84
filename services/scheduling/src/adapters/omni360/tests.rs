//! What is read of Omni360's answers, and how it is asked.

use jiff::civil::date;
use serde_json::json;

use super::*;

const NATIONAL_ID: &str = "urn:oid:1.2.246.21";

fn resource() -> Value {
    json!({
        "resourceType": "Appointment",
        "id": "O-17",
        "meta": {"versionId": "3", "lastUpdated": "2026-11-21T09:00:00.5Z"},
        "status": "booked",
        "start": "2026-12-03T08:15:00+02:00",
        "end": "2026-12-03T08:45:00+02:00",
        "created": "2026-11-20T10:00:00Z",
        "appointmentType": {"coding": [{"system": "urn:other", "code": "visit"}, {"system": "urn:omni360:contact", "code": "phone"}]},
        "participant": [
            patient("Elli Esimerkki"),
            {"actor": {"type": "Practitioner", "display": "Hilla Hoitaja"}, "status": "accepted"},
            {"actor": {"type": "Location", "identifier": {"value": "niittyranta"}}, "status": "accepted"},
        ],
        "extension": [
            {"url": "urn:omni360:cancellable", "valueBoolean": true},
            {"url": "urn:omni360:reschedulable", "valueBoolean": false},
            {"url": "urn:omni360:visible-to-custodian", "valueInteger": 1},
        ],
    })
}

fn patient(name: &str) -> Value {
    json!({
        "actor": {"type": "Patient", "identifier": {"system": NATIONAL_ID, "value": " 010190-999W "}, "display": name},
        "status": "accepted",
    })
}

/// The resource, with something else in it.
fn with(changes: Value) -> Value {
    let mut resource = resource();
    for (name, value) in changes.as_object().unwrap() {
        resource[name.as_str()] = value.clone();
    }
    resource
}

fn without(name: &str) -> Value {
    let mut resource = resource();
    resource.as_object_mut().unwrap().remove(name).unwrap();
    resource
}

fn told(resource: Value) -> Told {
    match said(resource, NATIONAL_ID) {
        Said::Appointment(told) => told,
        other => panic!("{other:?}"),
    }
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn bundle(total: Option<u64>, resources: &[Value]) -> Bundle {
    let entry = resources.iter().map(|resource| json!({"resource": resource, "search": {"mode": "match"}})).collect();
    Bundle { kind: "searchset".to_owned(), total, link: Vec::new(), entry }
}

fn read(pages: Vec<Bundle>) -> Read {
    let mut read = Read::default();
    for page in pages {
        read.take(page, NATIONAL_ID).unwrap();
    }
    read
}

#[test]
fn sch_14_an_appointment_of_omni360_is_told_in_our_words() {
    let expected = Told {
        reference: "O-17".to_owned(),
        version: Some(3),
        national_id: "010190-999W".to_owned(),
        patient_name: "Elli Esimerkki".to_owned(),
        starts_at: at("2026-12-03T06:15:00Z"),
        ends_at: at("2026-12-03T06:45:00Z"),
        kind: Some(AppointmentType::Phone),
        location: Some("niittyranta".to_owned()),
        practitioner_name: Some("Hilla Hoitaja".to_owned()),
        cancelable: Some(true),
        reschedulable: Some(false),
        visible_to_guardians: true,
        booked_at: Some(at("2026-11-20T10:00:00Z")),
        state: OutsideState::Booked,
    };
    assert_eq!(told(resource()), expected);
}

#[test]
fn sch_14_omni360_tells_how_people_meet_and_what_has_become_of_an_appointment() {
    for (code, expected) in [
        ("visit", AppointmentType::InPerson),
        ("home", AppointmentType::HomeVisit),
        ("phone", AppointmentType::Phone),
        ("video", AppointmentType::Video),
    ] {
        let coding = json!({"appointmentType": {"coding": [{"system": CONTACT, "code": code}]}});
        assert_eq!(told(with(coding)).kind, Some(expected), "{code}");
    }
    for status in ["booked", "arrived", "checked-in", "pending"] {
        let changes = json!({"status": status, "cancelationReason": {"text": "of before"}});
        assert_eq!(told(with(changes)).state, OutsideState::Booked, "{status}");
    }
    assert_eq!(told(with(json!({"status": "fulfilled"}))).state, OutsideState::Done);
    for status in ["cancelled", "noshow", "entered-in-error"] {
        assert_eq!(told(with(json!({"status": status}))).state, OutsideState::Cancelled { reason: None }, "{status}");
        let reason = Some("The nurse is ill.".to_owned());
        let changes = json!({"status": status, "cancelationReason": {"text": " The nurse is ill. "}});
        assert_eq!(told(with(changes)).state, OutsideState::Cancelled { reason }, "{status}");
    }
}

#[test]
fn sch_14_what_omni360_does_not_say_of_an_appointment_stays_unsaid() {
    let mut bare = with(json!({"participant": [patient("Elli Esimerkki")], "extension": [], "appointmentType": {}}));
    bare.as_object_mut().unwrap().remove("created").unwrap();
    let told_bare = told(bare);
    assert_eq!((told_bare.kind, told_bare.location, told_bare.practitioner_name, told_bare.booked_at), (None, None, None, None));
    assert_eq!((told_bare.cancelable, told_bare.reschedulable, told_bare.visible_to_guardians), (None, None, false));
    assert_eq!(told(with(json!({"created": "2026-11-20"}))).booked_at, None, "a day is no time");
}

#[test]
fn sch_14_resources_of_omni360_that_lack_something_or_have_it_wrong_are_counted_and_spoil_no_other() {
    let patients = |identifier: Value| json!({"participant": [{"actor": {"type": "Patient", "identifier": identifier, "display": "Elli"}}]});
    let extension = |url: &str, name: &str, value: Value| json!({"extension": [{"url": url, name: value}]});
    let mut wrong: Vec<Value> = ["resourceType", "id", "meta", "status", "start", "end"].map(without).into();
    wrong.extend(
        [
            json!({"id": ".."}),
            json!({"meta": {"versionId": "W/3"}}),
            json!({"status": "moved"}),
            json!({"start": "2026-12-03T08:15:00"}),
            json!({"end": "2026-12-03T08:15:00+02:00"}),
            json!({"appointmentType": {"coding": [{"system": CONTACT, "code": "letter"}]}}),
            json!({"participant": [patient("Elli Esimerkki"), patient("Salme Esimerkki")]}),
            json!({"participant": [patient(" ")]}),
            patients(json!({"system": "urn:other", "value": "010190-999W"})),
            patients(json!({"system": NATIONAL_ID, "value": ""})),
            extension(VISIBLE_TO_CUSTODIAN, "valueInteger", json!(2)),
            extension(VISIBLE_TO_CUSTODIAN, "valueBoolean", json!(true)),
            extension(CANCELLABLE, "valueBoolean", json!("true")),
            extension(RESCHEDULABLE, "valueInteger", json!(1)),
        ]
        .map(with),
    );
    for resource in &wrong {
        assert_eq!(said(resource.clone(), NATIONAL_ID), Said::Unreadable, "{resource}");
    }
    let count = u32::try_from(wrong.len() + 1).unwrap();
    let mut page = bundle(None, &[wrong, vec![with(json!({"id": "O-18"}))]].concat());
    page.entry.push(json!({}));
    let answered = read(vec![page]).end(None);
    assert_eq!((answered.appointments.len(), answered.unreadable), (1, count));
}

#[test]
fn sch_14_what_is_no_appointment_of_a_person_in_omni360_is_left_out() {
    let nothing = [
        with(json!({"participant": [{"actor": {"type": "Practitioner", "display": "Hilla Hoitaja"}}]})),
        with(json!({"status": "proposed"})),
        with(json!({"status": "waitlist"})),
        json!({"resourceType": "Patient", "id": "p"}),
    ];
    for resource in &nothing {
        assert_eq!(said(resource.clone(), NATIONAL_ID), Said::Nothing, "{resource}");
    }
}

#[test]
fn sch_14_omni360_is_asked_in_its_own_words_and_lists_that_are_empty_are_not_said() {
    let asked = |parameters, since| {
        let query = query(Asked { parameters, from: date(2026, 11, 29), until: date(2027, 11, 29), since });
        query.into_iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>()
    };
    let few = Parameters { omni360_location_names: vec!["Niittyranta".to_owned()], ..Parameters::default() };
    assert_eq!(asked(&few, None), ["date=ge2026-11-29", "date=le2027-11-29", "_count=100", "location.name=Niittyranta"]);
    let list = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>();
    let all = Parameters {
        omni360_appointment_book_type_id: "b".to_owned(),
        omni360_contact_method_ids: list(&["c1", "c2"]),
        omni360_location_names: list(&["Ranta, 2. krs", "a|b\\c$"]),
        omni360_practitioner_ids: list(&["p"]),
        omni360_service_category_ids: list(&["s"]),
        omni360_urgency_class_ids: list(&["u1", "u2"]),
        ..Parameters::default()
    };
    let expected = [
        "date=ge2026-11-29",
        "date=le2027-11-29",
        "_count=100",
        "appointment-type=b",
        "contact-method=c1,c2",
        "location.name=Ranta\\, 2. krs,a\\|b\\\\c\\$",
        "practitioner=p",
        "service-category=s",
        "priority-class=u1,u2",
        "_lastUpdated=ge2026-11-21T08:55:00Z",
    ];
    assert_eq!(asked(&all, Some("2026-11-21T08:55:00Z")), expected);
}

#[test]
fn sch_14_the_next_answer_of_omni360_goes_on_a_little_before_the_newest_that_was_seen_and_never_before_this_one() {
    let newest = |at: &str| bundle(None, &[with(json!({"id": at, "meta": {"versionId": "1", "lastUpdated": at}}))]);
    let pages = || read(vec![newest("2026-11-21T09:00:00.5Z"), newest("2026-11-20T09:00:00Z")]);
    let answered = pages().end(None);
    assert_eq!((answered.cursor.as_deref(), answered.whole), (Some("2026-11-21T08:55:00.5Z"), true));
    let answered = pages().end(Some("2026-11-21T08:00:00Z"));
    assert_eq!((answered.cursor.as_deref(), answered.whole), (Some("2026-11-21T08:55:00.5Z"), false));
    assert_eq!(pages().end(Some("2026-11-21T08:58:00Z")).cursor.as_deref(), Some("2026-11-21T08:58:00Z"));
    // Nothing came.
    assert_eq!(Read::default().end(Some("2026-11-21T08:58:00Z")).cursor.as_deref(), Some("2026-11-21T08:58:00Z"));
    assert_eq!(Read::default().end(None).cursor, None);
}

#[test]
fn sch_14_what_omni360_found_and_changed_while_it_was_read_is_asked_for_again() {
    let found = |id: &str| with(json!({"id": id}));
    for pages in [
        vec![bundle(Some(3), &[found("a"), found("b")]), bundle(Some(2), &[])],
        vec![bundle(Some(3), &[found("a"), found("b")]), bundle(Some(3), &[found("b")])],
    ] {
        let since = "2026-11-21T08:00:00Z";
        let again = || pages.iter().map(|page| Bundle { kind: page.kind.clone(), link: Vec::new(), entry: page.entry.clone(), total: page.total });
        assert_eq!(read(again().collect()).end(Some(since)).cursor.as_deref(), Some(since));
        assert_eq!(read(again().collect()).end(None).cursor, None);
    }
    let steady = read(vec![bundle(Some(3), &[found("a"), found("b")]), bundle(Some(3), &[found("c")])]).end(None);
    assert_eq!(steady.cursor.as_deref(), Some("2026-11-21T08:55:00.5Z"));
}

#[test]
fn sch_14_what_omni360_says_of_a_search_is_no_answer_to_it() {
    let outcome = json!({"resourceType": "OperationOutcome", "issue": [{"severity": "warning", "code": "not-supported"}]});
    assert_eq!(Read::default().take(bundle(None, &[outcome]), NATIONAL_ID), Err(FetchFailed::Malformed));
    let mut marked = bundle(None, &[]);
    marked.entry.push(json!({"resource": resource(), "search": {"mode": "outcome"}}));
    assert_eq!(Read::default().take(marked, NATIONAL_ID), Err(FetchFailed::Malformed));
    let history = Bundle { kind: "history".to_owned(), ..bundle(None, &[]) };
    assert_eq!(Read::default().take(history, NATIONAL_ID), Err(FetchFailed::Malformed));
    for body in [json!({}), json!({"resourceType": "OperationOutcome"}), json!({"resourceType": "Bundle"}), json!([])] {
        assert!(serde_json::from_value::<Answer>(body.clone()).is_err(), "{body}");
    }
}

#[test]
fn sch_14_the_next_page_of_omni360_is_followed_only_below_its_address() {
    let base = "https://omni.example/fhir";
    let leads = |url: &str| {
        let link = [("self", base), ("next", url)].map(|(relation, url)| Link { relation: relation.to_owned(), url: url.to_owned() });
        next(&Bundle { link: link.into(), ..bundle(None, &[]) }, base)
    };
    assert_eq!(next(&bundle(None, &[]), base), Ok(None));
    let below = "https://omni.example/fhir/Appointment?_page=2&location.name=a%2Cb";
    assert_eq!(leads(below).unwrap().unwrap().as_str(), below);
    for elsewhere in [
        "https://omni.example.evil/fhir/Appointment",
        "https://omni.example/fhir",
        "https://omni.example/fhirs/Appointment",
        "https://omni.example/fhir/../Appointment",
        "https://omni.example/fhir/%2e%2e/Appointment",
        "https://somebody@omni.example/fhir/Appointment",
        "http://omni.example/fhir/Appointment",
        "/fhir/Appointment?_page=2",
        "",
    ] {
        assert_eq!(leads(elsewhere), Err(FetchFailed::Malformed), "{elsewhere}");
    }
}
