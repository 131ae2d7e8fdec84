//! What is read of Lifecare's answers, and how it is asked.

use jiff::civil::date;
use serde_json::json;

use super::*;

fn item() -> Value {
    json!({
        "id": "L-17",
        "version": 3,
        "patient": {"nationalId": " 010190-999W ", "name": "Elli Esimerkki"},
        "start": "2026-12-03T08:15:00+02:00",
        "end": "2026-12-03T08:45:00+02:00",
        "contactType": "PHONE",
        "location": "lehtola",
        "professional": "Hilla Hoitaja",
        "cancellable": true,
        "reschedulable": false,
        "visibleToCustodian": 1,
        "status": "BOOKED",
        "bookedAt": "2026-11-20T10:00:00Z",
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

#[test]
fn sch_14_an_appointment_of_lifecare_is_told_in_our_words() {
    let expected = Told {
        reference: "L-17".to_owned(),
        version: Some(3),
        national_id: "010190-999W".to_owned(),
        patient_name: "Elli Esimerkki".to_owned(),
        starts_at: at("2026-12-03T06:15:00Z"),
        ends_at: at("2026-12-03T06:45:00Z"),
        kind: Some(AppointmentType::Phone),
        location: Some("lehtola".to_owned()),
        practitioner_name: Some("Hilla Hoitaja".to_owned()),
        cancelable: Some(true),
        reschedulable: Some(false),
        visible_to_guardians: true,
        booked_at: Some(at("2026-11-20T10:00:00Z")),
        state: OutsideState::Booked,
    };
    assert_eq!(told(item()).unwrap(), expected);
    assert_eq!(format!("{expected:?}"), "Told { reference: \"L-17\", version: Some(3), .. }");
}

#[test]
fn sch_14_lifecare_tells_how_people_meet_and_what_has_become_of_an_appointment() {
    for (kind, expected) in [
        ("VISIT", AppointmentType::InPerson),
        ("HOME", AppointmentType::HomeVisit),
        ("PHONE", AppointmentType::Phone),
        ("VIDEO", AppointmentType::Video),
    ] {
        assert_eq!(told(with(json!({"contactType": kind}))).unwrap().kind, Some(expected), "{kind}");
    }
    let cancelled = |reason: Option<&str>| OutsideState::Cancelled { reason: reason.map(str::to_owned) };
    for (changes, expected) in [
        (json!({"status": "BOOKED", "cancellation": {"text": "of before"}}), OutsideState::Booked),
        (json!({"status": "COMPLETED"}), OutsideState::Done),
        (json!({"status": "CANCELLED", "cancellation": {"text": " The nurse is ill. "}}), cancelled(Some("The nurse is ill."))),
        (json!({"status": "CANCELLED", "cancellation": {"text": " "}}), cancelled(None)),
        (json!({"status": "CANCELLED", "cancellation": {}}), cancelled(None)),
        (json!({"status": "CANCELLED"}), cancelled(None)),
    ] {
        assert_eq!(told(with(changes.clone())).unwrap().state, expected, "{changes}");
    }
}

#[test]
fn sch_14_what_lifecare_does_not_say_is_not_known() {
    let silent = json!({
        "contactType": null, "location": " ", "professional": null, "cancellable": null, "reschedulable": null, "visibleToCustodian": null,
        "bookedAt": null,
    });
    let mut missing = item();
    for name in silent.as_object().unwrap().keys() {
        missing.as_object_mut().unwrap().remove(name);
    }
    for item in [with(silent), missing] {
        let told = told(item).unwrap();
        assert_eq!((told.kind, told.location, told.practitioner_name), (None, None, None));
        assert_eq!((told.cancelable, told.reschedulable, told.booked_at), (None, None, None));
        assert!(!told.visible_to_guardians);
    }
    assert!(!told(with(json!({"visibleToCustodian": 0}))).unwrap().visible_to_guardians);
}

#[test]
fn sch_14_what_is_wrong_with_one_appointment_of_lifecare_spoils_no_other() {
    let wrong = [
        json!("no appointment"),
        with(json!({"id": null})),
        with(json!({"id": " "})),
        with(json!({"id": ".."})),
        with(json!({"id": "L\u{0}17"})),
        with(json!({"version": null})),
        with(json!({"version": -1})),
        with(json!({"patient": {"nationalId": " ", "name": "Elli Esimerkki"}})),
        with(json!({"patient": {"nationalId": "010190-999W"}})),
        with(json!({"start": null})),
        with(json!({"start": "tomorrow"})),
        // Nobody can say which of the two hours it would be at the end of summer.
        with(json!({"start": "2026-10-25T03:15:00", "end": "2026-10-25T05:00:00+02:00"})),
        with(json!({"end": "2026-12-03T08:15:00+02:00"})),
        with(json!({"end": "2026-12-03T08:45:00+03:00"})),
        with(json!({"contactType": "LETTER"})),
        with(json!({"visibleToCustodian": 2})),
        with(json!({"status": "PERHAPS"})),
        with(json!({"status": null})),
    ];
    let unreadable = wrong.len();
    let mut answered = Answered::default();
    let nobodys = [with(json!({"patient": null})), json!({"id": "L-18", "status": "PERHAPS"})];
    take(&mut answered, wrong.into_iter().chain(nobodys).chain([item()]).collect());
    assert_eq!(answered.appointments.iter().map(|told| told.reference.as_str()).collect::<Vec<_>>(), ["L-17"]);
    assert_eq!(usize::try_from(answered.unreadable).unwrap(), unreadable);
}

#[test]
fn sch_14_both_hours_at_the_end_of_summer_are_told_apart_by_lifecares_offset() {
    let told = told(with(json!({"start": "2026-10-25T03:15:00+03:00", "end": "2026-10-25T03:15:00+02:00"}))).unwrap();
    assert_eq!((told.starts_at, told.ends_at), (at("2026-10-25T00:15:00Z"), at("2026-10-25T01:15:00Z")));
}

#[test]
fn sch_14_lifecare_is_asked_by_what_the_search_names() {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let parameters = Parameters {
        lifecare_care_kind: Some(CareKind::Specialised),
        lifecare_appointment_types: words(&["tarkastus"]),
        lifecare_functions: words(&["suunhoito", "röntgen & muut"]),
        lifecare_locations: words(&["lehtola"]),
        lifecare_schedule_ids: words(&["4"]),
        lifecare_visit_types: words(&["käynti"]),
        lifecare_visit_type_specifiers: words(&["ensi"]),
        ..Parameters::default()
    };
    let (from, until) = (date(2026, 11, 29), date(2027, 11, 29));
    let named = query(Asked { parameters: &parameters, from, until, since: Some("88") });
    let expected = [
        ("from", "2026-11-29"),
        ("until", "2027-11-29"),
        ("careKind", "specialised"),
        ("function", "suunhoito"),
        ("function", "röntgen & muut"),
        ("location", "lehtola"),
        ("appointmentType", "tarkastus"),
        ("scheduleId", "4"),
        ("visitType", "käynti"),
        ("visitTypeSpecifier", "ensi"),
        ("changedSince", "88"),
    ];
    assert_eq!(named.iter().map(|(name, value)| (*name, value.as_str())).collect::<Vec<_>>(), expected);
    let primary = Parameters { lifecare_care_kind: Some(CareKind::Primary), ..Parameters::default() };
    let all = query(Asked { parameters: &primary, from, until, since: None });
    assert_eq!(all.last(), Some(&("careKind", "primary".to_owned())));
    assert_eq!(query(Asked { parameters: &Parameters::default(), from, until, since: None }).len(), 2);
}
