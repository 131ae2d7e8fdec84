//! The other systems that keep appointments, as their staff and those who ask them meet them.

use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};
use simulators::{
    Config, Running,
    booking::{BookingFault, LIFECARE_TOKEN, PEGASOS_KEY, System},
};

const ELLI: &str = "010942-921E";

fn appointment(patient_name: &str, starts_at: &str) -> Value {
    json!({"system": "lifecare", "ssn": ELLI, "patient_name": patient_name, "starts_at": starts_at, "codes": {"function": "suunhoito"}})
}

async fn start() -> Running {
    simulators::start(Config::for_tests()).await.unwrap()
}

async fn post(running: &Running, path: &str, said: &Value) -> Response {
    Client::new().post(format!("http://{}{path}", running.address)).json(said).send().await.unwrap()
}

async fn booked(running: &Running, new: &Value) -> String {
    let told: Value = post(running, "/booking/appointments", new).await.json().await.unwrap();
    told["reference"].as_str().unwrap().to_owned()
}

async fn change(running: &Running, reference: &str, said: Value) -> StatusCode {
    post(running, &format!("/booking/appointments/{reference}"), &said).await.status()
}

/// Lifecare's answer at a path.
async fn lifecare(running: &Running, path: &str) -> Response {
    let asked = Client::new().get(format!("{}/api/v1/appointments{path}", running.booking_base(System::Lifecare)));
    asked.bearer_auth(LIFECARE_TOKEN).send().await.unwrap()
}

/// What Lifecare says of an appointment: version, state and when it begins.
async fn told(running: &Running, reference: &str) -> (u64, String, String) {
    let told: Value = lifecare(running, &format!("/{reference}")).await.json().await.unwrap();
    let text = |name: &str| told[name].as_str().unwrap().to_owned();
    (told["version"].as_u64().unwrap(), text("status"), text("start"))
}

fn expected(version: u64, state: &str, starts_at: &str) -> (u64, String, String) {
    (version, state.to_owned(), starts_at.to_owned())
}

/// The references on a page of Lifecare's list.
async fn listed(running: &Running, page: &str) -> Vec<String> {
    let told: Value = lifecare(running, &format!("?from=2026-12-01&until=2026-12-31{page}")).await.json().await.unwrap();
    told["appointments"].as_array().unwrap().iter().map(|told| told["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn what_the_front_desk_does_is_told_by_the_system() {
    let running = start().await;
    let reference = booked(&running, &appointment("Elli Fofonoff", "2026-12-03T06:15:00Z")).await;
    assert_eq!(told(&running, &reference).await, expected(1, "BOOKED", "2026-12-03T08:15:00+02:00"));
    for (said, version, state, starts_at) in [
        (json!({"starts_at": "2026-12-04T10:00:00+02:00"}), 2, "BOOKED", "2026-12-04T10:00:00+02:00"),
        (json!({"cancel": "Sairastunut"}), 3, "CANCELLED", "2026-12-04T10:00:00+02:00"),
        (json!({"reinstate": true}), 4, "BOOKED", "2026-12-04T10:00:00+02:00"),
        (json!({"done": true}), 5, "COMPLETED", "2026-12-04T10:00:00+02:00"),
    ] {
        assert_eq!(change(&running, &reference, said.clone()).await, StatusCode::NO_CONTENT, "{said}");
        assert_eq!(told(&running, &reference).await, expected(version, state, starts_at), "{said}");
    }
    let all: Value = reqwest::get(format!("http://{}/booking/appointments", running.address)).await.unwrap().json().await.unwrap();
    assert_eq!((&all[0]["reference"], &all[0]["state"]), (&json!(reference), &json!("done")));
    assert_eq!(change(&running, &reference, json!({"forget": true})).await, StatusCode::NO_CONTENT);
    assert_eq!(lifecare(&running, &format!("/{reference}")).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(change(&running, &reference, json!({"done": true})).await, StatusCode::NOT_FOUND);
    assert_eq!(change(&running, &reference, json!({"cancelled": "so"})).await, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn a_test_has_a_front_desk_of_its_own() {
    let running = start().await;
    let new = serde_json::from_value(appointment("Elli Fofonoff", "2026-12-03T06:15:00Z")).unwrap();
    let reference = running.book(new);
    running.rebook(&reference, "2026-12-04T06:15:00Z".parse().unwrap());
    assert_eq!(told(&running, &reference).await, expected(2, "BOOKED", "2026-12-04T08:15:00+02:00"));
    running.change_booking(&reference, |new| new.practitioner = "Helka Ahola".to_owned());
    running.cancel_booking(&reference, "Sairastunut");
    let cancelled: Value = lifecare(&running, &format!("/{reference}")).await.json().await.unwrap();
    assert_eq!((&cancelled["professional"], &cancelled["cancellation"]["text"]), (&json!("Helka Ahola"), &json!("Sairastunut")));
    running.reinstate_booking(&reference);
    assert_eq!(listed(&running, "").await, [reference.as_str()]);
    running.finish_booking(&reference);
    assert_eq!(told(&running, &reference).await.1, "COMPLETED");
    running.forget_booking(&reference);
    assert_eq!(lifecare(&running, &format!("/{reference}")).await.status(), StatusCode::NOT_FOUND);
    assert_eq!(running.booking_asked(System::Lifecare), 1);
}

#[tokio::test]
async fn one_system_fails_when_it_is_ordered_and_the_others_answer() {
    let running = start().await;
    let reference = booked(&running, &appointment("Elli Fofonoff", "2026-12-03T06:15:00Z")).await;
    let asked = format!("/{reference}");
    let order = |fault: Value| post_order(&running, fault);
    assert_eq!(order(json!("fails")).await, StatusCode::OK);
    assert_eq!(lifecare(&running, &asked).await.status(), StatusCode::INTERNAL_SERVER_ERROR);
    let another = Client::new().get(format!("{}/ajanvaraus/varaukset/none", running.booking_base(System::Pegasos)));
    assert_eq!(another.header("X-Api-Key", PEGASOS_KEY).send().await.unwrap().status(), StatusCode::NOT_FOUND);

    running.fail_booking(System::Lifecare, Some(BookingFault::Busy));
    let busy = lifecare(&running, &asked).await;
    assert_eq!((busy.status(), busy.headers().contains_key("retry-after")), (StatusCode::TOO_MANY_REQUESTS, true));
    running.fail_booking(System::Lifecare, Some(BookingFault::Unauthorized));
    assert_eq!(lifecare(&running, &asked).await.status(), StatusCode::UNAUTHORIZED);
    running.fail_booking(System::Lifecare, Some(BookingFault::Malformed));
    assert!(lifecare(&running, &asked).await.json::<Value>().await.is_err());
    running.fail_booking(System::Lifecare, Some(BookingFault::CutOff));
    let cut_off = lifecare(&running, &asked).await;
    assert_eq!(cut_off.status(), StatusCode::OK);
    assert!(cut_off.bytes().await.is_err(), "the connection ends before the answer does");

    assert_eq!(order(Value::Null).await, StatusCode::OK);
    assert_eq!(told(&running, &reference).await.1, "BOOKED");
}

async fn post_order(running: &Running, fault: Value) -> StatusCode {
    post(running, "/control", &json!({"booking_fault": {"system": "lifecare", "fault": fault}})).await.status()
}

#[tokio::test]
async fn lists_are_stale_or_shift_when_it_is_ordered() {
    let running = start().await;
    let mut made = Vec::new();
    for day in 1..=3 {
        made.push(booked(&running, &appointment("Elli Fofonoff", &format!("2026-12-0{day}T06:15:00Z"))).await);
    }
    running.booking_page_size(2);
    assert_eq!((listed(&running, "").await, listed(&running, "&after=2").await), (made[..2].to_vec(), made[2..].to_vec()));
    running.fail_booking(System::Lifecare, Some(BookingFault::StaleList));
    assert!(listed(&running, "&after=2").await.is_empty(), "what was booked last is not known yet");
    running.fail_booking(System::Lifecare, Some(BookingFault::PageShiftOnce));
    assert_eq!((listed(&running, "").await, listed(&running, "&after=2").await), (made[..2].to_vec(), Vec::new()));
    assert_eq!((listed(&running, "").await, listed(&running, "&after=2").await), (made[..2].to_vec(), made[2..].to_vec()));
}

#[tokio::test]
async fn people_book_and_cancel_by_the_page_of_the_front_desk() {
    let running = start().await;
    let desk = format!("http://{}/booking", running.address);
    let empty = reqwest::get(&desk).await.unwrap();
    assert_eq!(empty.status(), StatusCode::OK);
    assert!(empty.text().await.unwrap().contains("Nothing is booked."));
    let reference = booked(&running, &appointment("<b>Elli</b> \"&\"", "2026-12-03T06:15:00Z")).await;
    let page = reqwest::get(&desk).await.unwrap().text().await.unwrap();
    assert!(page.contains("&lt;b&gt;Elli&lt;/b&gt; &quot;&amp;&quot;") && !page.contains("<b>Elli"), "{page}");
    assert!(page.contains("2026-12-03 08:15"), "in Helsinki");

    let form = [("act", "cancel"), ("starts_at", "2026-12-03T08:15"), ("reason", "Sairastunut")];
    let answer = Client::new().post(format!("{desk}/desk/{reference}")).form(&form).send().await.unwrap();
    assert!(answer.text().await.unwrap().contains("cancelled: Sairastunut"), "the page comes again");
    let form = [
        ("system", "lifecare"),
        ("person", "sanna"),
        ("starts_at", "2026-12-05T09:00"),
        ("minutes", "20"),
        ("meeting", "phone"),
        ("location", ""),
        ("practitioner", ""),
        ("cancellable", ""),
        ("reschedulable", "true"),
        ("shown_to_guardians", "false"),
    ];
    let answer = Client::new().post(format!("{desk}/desk")).form(&form).send().await.unwrap();
    assert!(answer.text().await.unwrap().contains("<td>Sanna Kuuva</td><td>2026-12-05 09:00</td><td>20</td><td>phone</td>"));
    let told: Value = lifecare(&running, "?from=2026-12-05&until=2026-12-05&function=suunhoito").await.json().await.unwrap();
    let found = &told["appointments"][0];
    assert_eq!((&found["start"], &found["cancellable"]), (&json!("2026-12-05T09:00:00+02:00"), &Value::Null));
    assert_eq!(found["reschedulable"], true);
}

#[tokio::test]
async fn the_program_begins_with_bookings_of_the_demo() {
    let running = simulators::start(Config { demo_bookings: true, ..Config::for_tests() }).await.unwrap();
    let page = reqwest::get(format!("http://{}/booking", running.address)).await.unwrap().text().await.unwrap();
    assert!(["Elli Fofonoff", "Salme Suojattu", "Sanna Kuuva"].iter().all(|name| page.contains(&format!("<td>{name}</td>"))));
    assert_eq!(lifecare(&running, "/lifecare-demo-1").await.status(), StatusCode::OK);
}
