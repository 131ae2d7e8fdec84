//! Integrators send laboratory results and prescriptions: each once, whoever sends it again; a correction corrects, and what is wrong is told at its
//! place and leaves nothing behind.

use chassis::testkit::rebuild;
use futures::future::join_all;
use kajo_proto::content::v1::HealthRecordState;
use serde_json::{Value, json};

use crate::health_record::laboratory::{
    AINO, Answered, EINO, Laboratory, RESULTS, STRANGER, haemoglobin, in_words, prescription, problem, updated, with,
};

const MONDAY: &str = "2026-11-16T10:00:00Z";
const TUESDAY: &str = "2026-11-17T10:00:00Z";
const WEDNESDAY: &str = "2026-11-18T10:00:00Z";

/// Haemoglobin of Aino's with this value.
fn of_aino(value: f64) -> Value {
    haemoglobin("1", AINO, ("2026-11-15", value))
}

fn in_error(resource: &Value) -> Value {
    with(resource, "status", json!("entered-in-error"))
}

async fn value(laboratory: &Laboratory) -> String {
    laboratory.resident(laboratory.aino).result("Hemoglobiini").await.value
}

#[tokio::test(flavor = "multi_thread")]
async fn evt_03_the_same_again_is_one_record_and_newer_is_a_correction_and_older_is_not() {
    let laboratory = Laboratory::start().await;
    let first = updated(&of_aino(120.5), TUESDAY);
    assert_eq!(laboratory.sends(&first).await, Answered { status: 201, body: Value::Null });
    for _ in 0..2 {
        assert_eq!(laboratory.sends(&first).await, Answered { status: 200, body: Value::Null });
    }
    assert_eq!(laboratory.events().await, ["health_record.arrived"]);

    assert_eq!(laboratory.sends(&updated(&of_aino(119.5), MONDAY)).await.status, 200);
    assert_eq!((laboratory.events().await.len(), value(&laboratory).await.as_str()), (1, "120.5"), "older at its source");
    assert_eq!(laboratory.sends(&updated(&of_aino(121.5), WEDNESDAY)).await.status, 200);
    assert_eq!((laboratory.events().await.len(), value(&laboratory).await.as_str()), (2, "121.5"));
    let result = laboratory.resident(laboratory.aino).result("Hemoglobiini").await;
    assert_eq!(result.state(), HealthRecordState::Corrected);

    // What its source does not date counts by when it comes, which is two days later.
    assert_eq!(laboratory.sends(&of_aino(122.5)).await.status, 200);
    assert_eq!((laboratory.events().await.len(), value(&laboratory).await.as_str()), (3, "122.5"));
    rebuild(&laboratory.running, "health_records").await.unwrap();
    assert_eq!(value(&laboratory).await, "122.5");
    laboratory.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn evt_03_of_eight_senders_of_one_identifier_at_once_one_is_the_first_and_there_is_one_event() {
    let laboratory = Laboratory::start().await;
    let another = laboratory.another().await.unwrap();
    let resource = updated(&of_aino(120.5), TUESDAY);
    let sent = (0..8).map(|number| {
        let running = if number % 2 == 0 { &laboratory.running } else { &another };
        laboratory.send_to(running, laboratory.put(&resource))
    });
    let mut statuses: Vec<_> = join_all(sent).await.into_iter().map(|answered| answered.unwrap().status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 200, 200, 200, 200, 200, 201]);
    assert_eq!(laboratory.events().await, ["health_record.arrived"]);
    assert_eq!(laboratory.resident(laboratory.aino).results().await.unwrap().len(), 1);
    another.stop().await;
    laboratory.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn evt_03_what_was_entered_in_error_is_withdrawn_once_and_nothing_of_it_is_told() {
    let laboratory = Laboratory::start().await;
    let resource = updated(&of_aino(120.5), MONDAY);
    assert_eq!(laboratory.sends(&in_error(&resource)).await.status, 200, "nobody has seen it");
    assert!(laboratory.events().await.is_empty());
    laboratory.sends(&resource).await;
    for at in [TUESDAY, WEDNESDAY] {
        assert_eq!(laboratory.sends(&in_error(&updated(&of_aino(120.5), at))).await.status, 200);
    }
    assert_eq!(laboratory.events().await, ["health_record.arrived", "health_record.withdrawn"]);
    let aino = laboratory.resident(laboratory.aino);
    let listed = aino.results().await.unwrap();
    let [withdrawn] = listed.as_slice() else { panic!("one result: {listed:?}") };
    assert_eq!(withdrawn.state(), HealthRecordState::Withdrawn);
    assert!(withdrawn.taken_at.is_some() && withdrawn.arrived_at.is_some());
    let words = [&withdrawn.name, &withdrawn.value, &withdrawn.unit, &withdrawn.reference_low, &withdrawn.performer, &withdrawn.comment];
    assert!(words.iter().all(|word| word.is_empty()), "{withdrawn:?}");
    let seen = aino.see(&withdrawn.lab_result_id).await.unwrap();
    assert_eq!((seen.lab_result.as_ref(), seen.same_sample.len()), (Some(withdrawn), 0));
    assert!(aino.trend(&withdrawn.lab_result_id).await.unwrap().is_empty());

    // Its source takes that back.
    laboratory.sends(&of_aino(121.5)).await;
    assert_eq!(value(&laboratory).await, "121.5");
    rebuild(&laboratory.running, "health_records").await.unwrap();
    assert_eq!(value(&laboratory).await, "121.5");
    laboratory.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn evt_03_a_record_never_becomes_another_patients_and_nobody_is_made_up() {
    let laboratory = Laboratory::start().await;
    laboratory.sends(&of_aino(120.5)).await;
    let refused = laboratory.sends(&haemoglobin("1", EINO, ("2026-11-15", 99.5))).await;
    assert_eq!((refused.status, refused.problem()), (409, ("conflict".to_owned(), "Observation.subject.identifier".to_owned())));
    let refused = laboratory.sends(&haemoglobin("2", STRANGER, ("2026-11-15", 99.5))).await;
    assert_eq!((refused.status, refused.problem()), (422, ("not-found".to_owned(), "Observation.subject.identifier".to_owned())));
    assert_eq!((laboratory.events().await.len(), value(&laboratory).await.as_str()), (1, "120.5"));
    assert!(laboratory.resident(laboratory.eino).results().await.unwrap().is_empty());
    // The same identifier for what is another kind of resource is another record.
    let other = with(&prescription("1", "Parasetamoli 1 g", ("2026-11-15", "2027-11-15")), "identifier", json!([{"system": RESULTS, "value": "1"}]));
    assert_eq!(laboratory.sends(&other).await.status, 201);
    laboratory.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn evt_03_in_a_batch_each_entry_stands_for_itself_and_a_transaction_is_taken_whole_or_not_at_all() {
    let laboratory = Laboratory::start().await;
    let (good, of_nobody) = (haemoglobin("1", AINO, ("2026-11-15", 120.5)), haemoglobin("2", STRANGER, ("2026-11-15", 120.5)));
    let broken = with(&haemoglobin("3", AINO, ("2026-11-15", 120.5)), "status", json!("no such status"));
    let other = prescription("1", "Parasetamoli 1 g", ("2026-11-15", "2027-11-15"));
    let nothing = || async { assert!(laboratory.events().await.is_empty(), "nothing is kept") };

    let refused = laboratory.sends_all("transaction", &[good.clone(), other.clone(), of_nobody.clone()]).await;
    let at_subject = ("not-found".to_owned(), "Bundle.entry[2].resource.subject.identifier".to_owned());
    assert_eq!((refused.status, refused.problem()), (422, at_subject));
    nothing().await;
    let refused = laboratory.sends_all("transaction", &[good.clone(), broken.clone()]).await;
    assert_eq!((refused.status, refused.problem().1.as_str()), (422, "Bundle.entry[1].resource.status"));
    nothing().await;

    let batch = laboratory.sends_all("batch", &[of_nobody, good.clone(), broken, other.clone()]).await;
    assert_eq!((batch.status, batch.statuses()), (200, ["422", "201", "422", "201"].map(str::to_owned).to_vec()));
    let outcome = batch.body.pointer("/entry/0/response/outcome").unwrap();
    assert_eq!(problem(outcome).1, "Bundle.entry[0].resource.subject.identifier");
    let aino = laboratory.resident(laboratory.aino);
    let location = format!("Observation/{}", aino.result("Hemoglobiini").await.lab_result_id);
    assert_eq!(batch.body.pointer("/entry/1/response/location").and_then(Value::as_str), Some(location.as_str()));
    assert_eq!(laboratory.events().await, ["health_record.arrived", "health_record.arrived"]);

    // One that is refused by what is kept undoes those before it.
    let (newer, of_eino) = (in_words("Bakteeriviljely", "Ei kasvua", "S1"), haemoglobin("1", EINO, ("2026-11-15", 99.5)));
    let refused = laboratory.sends_all("transaction", &[newer.clone(), of_eino]).await;
    let at_subject = ("conflict".to_owned(), "Bundle.entry[1].resource.subject.identifier".to_owned());
    assert_eq!((refused.status, refused.problem()), (409, at_subject));
    assert_eq!(laboratory.events().await.len(), 2);
    let taken = laboratory.sends_all("transaction", &[good, newer, other]).await;
    assert_eq!((taken.status, taken.statuses()), (200, ["200", "201", "200"].map(str::to_owned).to_vec()));
    assert_eq!(laboratory.events().await.len(), 3);
    laboratory.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn evt_03_while_identity_is_away_senders_are_told_to_come_again() {
    let laboratory = Laboratory::without_identity().await;
    let resource = of_aino(120.5);
    let [one, many] = [laboratory.sends(&resource).await, laboratory.sends_all("batch", &[resource]).await];
    for away in [one, many] {
        assert_eq!((away.status, away.problem().0.as_str()), (503, "transient"));
    }
    assert!(laboratory.events().await.is_empty());
    laboratory.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn evt_03_what_was_examined_and_what_was_found_stand_nowhere_in_clear() {
    let laboratory = Laboratory::start().await;
    laboratory.sends(&of_aino(120.5)).await;
    laboratory.sends(&prescription("1", "Parasetamoli 1 g", ("2026-11-15", "2027-11-15"))).await;
    let pool = &laboratory.running.kernel().pool;
    for statement in [
        "select to_jsonb(e)::text || encode(payload, 'escape') from events e where event_type like 'health_record.%'",
        "select to_jsonb(h)::text || encode(resource, 'escape') from health_records h",
        "select to_jsonb(o)::text || coalesce(encode(fact, 'escape'), '') from outbox o",
        "select to_jsonb(l)::text from command_log l",
        "select to_jsonb(a)::text from access_log a",
    ] {
        let rows: Vec<String> = sqlx::query_scalar(statement).fetch_all(pool).await.unwrap();
        for row in rows {
            let found = [AINO, "Hemoglobiini", "loinc", "120.5", "Parasetamoli", "tabletti"].into_iter().find(|word| row.contains(*word));
            assert_eq!(found, None, "{statement}");
        }
    }
    laboratory.end().await;
}
