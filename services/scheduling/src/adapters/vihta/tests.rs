//! What is read of Vihta's answers, and how it is asked.

use jiff::civil::date;
use serde_json::json;

use super::*;
use crate::appointment_search::Parameters;

fn item() -> Value {
    json!({
        "bookingId": "V-17",
        "revision": 5,
        "customer": {"ssn": " 010190-999W ", "displayName": "Elli Esimerkki"},
        "beginsAt": "2026-12-03T06:15:00Z",
        "durationMinutes": 30,
        "channel": "phone",
        "siteId": "fysio",
        "employeeName": "Hilla Hoitaja",
        "cancellable": true,
        "state": "confirmed",
        "createdAt": "2026-11-20T10:00:00Z",
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
fn sch_14_a_booking_of_vihta_is_told_in_our_words() {
    let expected = Told {
        reference: "V-17".to_owned(),
        version: Some(5),
        national_id: "010190-999W".to_owned(),
        patient_name: "Elli Esimerkki".to_owned(),
        starts_at: at("2026-12-03T06:15:00Z"),
        ends_at: at("2026-12-03T06:45:00Z"),
        kind: Some(AppointmentType::Phone),
        location: Some("fysio".to_owned()),
        practitioner_name: Some("Hilla Hoitaja".to_owned()),
        cancelable: Some(true),
        reschedulable: None,
        visible_to_guardians: false,
        booked_at: Some(at("2026-11-20T10:00:00Z")),
        state: OutsideState::Booked,
    };
    assert_eq!(told(item()).unwrap(), expected);
}

#[test]
fn sch_14_vihta_tells_how_people_meet_and_what_has_become_of_a_booking() {
    for (channel, expected) in [
        ("onsite", AppointmentType::InPerson),
        ("home", AppointmentType::HomeVisit),
        ("phone", AppointmentType::Phone),
        ("video", AppointmentType::Video),
    ] {
        assert_eq!(told(with(json!({"channel": channel}))).unwrap().kind, Some(expected), "{channel}");
    }
    let cancelled = |reason: Option<&str>| OutsideState::Cancelled { reason: reason.map(str::to_owned) };
    for (changes, expected) in [
        (json!({"state": "confirmed", "cancelReason": "of before"}), OutsideState::Booked),
        (json!({"state": "completed"}), OutsideState::Done),
        (json!({"state": "cancelled", "cancelReason": " The nurse is ill. "}), cancelled(Some("The nurse is ill."))),
        (json!({"state": "cancelled", "cancelReason": " "}), cancelled(None)),
        (json!({"state": "cancelled"}), cancelled(None)),
    ] {
        assert_eq!(told(with(changes.clone())).unwrap().state, expected, "{changes}");
    }
}

#[test]
fn sch_14_what_vihta_does_not_say_is_not_known() {
    let silent = json!({"channel": null, "siteId": " ", "employeeName": null, "cancellable": null, "createdAt": null});
    let mut missing = item();
    for name in silent.as_object().unwrap().keys() {
        missing.as_object_mut().unwrap().remove(name);
    }
    for item in [with(silent), missing] {
        let told = told(item).unwrap();
        assert_eq!((told.kind, told.location, told.practitioner_name), (None, None, None));
        assert_eq!((told.cancelable, told.booked_at), (None, None));
    }
}

#[test]
fn sch_14_what_is_wrong_with_one_booking_of_vihta_spoils_no_other() {
    let wrong = [
        json!(["no booking"]),
        with(json!({"bookingId": null})),
        with(json!({"bookingId": ""})),
        with(json!({"bookingId": "."})),
        with(json!({"revision": null})),
        with(json!({"revision": "5"})),
        with(json!({"customer": {"ssn": "", "displayName": "Elli Esimerkki"}})),
        with(json!({"customer": {"displayName": "Elli Esimerkki"}})),
        with(json!({"beginsAt": null})),
        // Nobody can say which of the two hours it would be at the end of summer.
        with(json!({"beginsAt": "2026-10-25T03:15:00"})),
        with(json!({"durationMinutes": null})),
        with(json!({"durationMinutes": 0})),
        with(json!({"durationMinutes": -30})),
        with(json!({"beginsAt": "9999-12-30T06:15:00Z", "durationMinutes": u32::MAX})),
        with(json!({"channel": "letter"})),
        with(json!({"state": "perhaps"})),
        with(json!({"state": null})),
    ];
    let unreadable = wrong.len();
    let mut answered = Answered::default();
    let nobodys = [with(json!({"customer": null})), json!({"bookingId": "V-18", "state": "perhaps"})];
    take(&mut answered, wrong.into_iter().chain(nobodys).chain([item()]).collect());
    assert_eq!(answered.appointments.iter().map(|told| told.reference.as_str()).collect::<Vec<_>>(), ["V-17"]);
    assert_eq!(usize::try_from(answered.unreadable).unwrap(), unreadable);
}

#[test]
fn sch_14_a_booking_of_vihta_lasts_its_minutes_where_the_clocks_are_set_back() {
    let told = told(with(json!({"beginsAt": "2026-10-25T00:45:00Z"}))).unwrap();
    assert_eq!((told.starts_at, told.ends_at), (at("2026-10-25T00:45:00Z"), at("2026-10-25T01:15:00Z")));
}

#[test]
fn sch_14_vihta_is_asked_by_what_the_search_names() {
    let services = vec!["fysio-1".to_owned(), "fysio-2".to_owned()];
    let parameters = Parameters { vihta_service_ids: services, vihta_public_service: true, ..Parameters::default() };
    let (from, until) = (date(2026, 11, 29), date(2027, 11, 29));
    let named = query(Asked { parameters: &parameters, from, until, since: Some("88") });
    let expected = [("serviceIds", "fysio-1,fysio-2"), ("public", "true"), ("from", "2026-11-29"), ("to", "2027-11-29"), ("changedAfter", "88")];
    assert_eq!(named.iter().map(|(name, value)| (*name, value.as_str())).collect::<Vec<_>>(), expected);
    let all = query(Asked { parameters: &Parameters::default(), from, until, since: None });
    assert_eq!(all.first(), Some(&("public", "false".to_owned())));
    assert_eq!(all.len(), 3);
}

/// The simulator is held against the same signature.
#[test]
fn sch_14_a_question_to_vihta_is_signed_over_what_is_sent() {
    let now = at("2026-12-01T00:00:00Z");
    let vihta = Vihta::try_new("http://127.0.0.1:9/", "kajo", "vihta-demo", Duration::from_secs(1), Clock::manual(now)).unwrap();
    let services = vec!["fysio-1".to_owned(), "fysio-2".to_owned()];
    let parameters = Parameters { vihta_service_ids: services, vihta_public_service: true, ..Parameters::default() };
    let asked = query(Asked { parameters: &parameters, from: date(2026, 11, 29), until: date(2027, 11, 29), since: None });
    let request = vihta.signed(vihta.http.get(BOOKINGS).query(&asked)).unwrap().build().unwrap();
    assert_eq!(request.url().query(), Some("serviceIds=fysio-1%2Cfysio-2&public=true&from=2026-11-29&to=2027-11-29"));
    let header = |name: &str| request.headers()[name].to_str().unwrap();
    assert_eq!((header("x-vihta-client"), header("x-vihta-time")), ("kajo", "1796083200"));
    assert_eq!(header("x-vihta-signature"), "bf162501202ee60325e3c14ff2f04f9e65f3732e080d8179064f0952af701d83");
}
