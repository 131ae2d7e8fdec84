//! Laboratory results and prescriptions, from the system that sends them over HTTP to the resident who reads them (EVT-02, EVT-03).

use chassis::testkit::eventually;
use gateway::App;
use kajo_proto::{
    content::v1::{
        GetMyLabResultRequest, GetMyLabResultResponse, GetMyPrescriptionRequest, GetMyPrescriptionResponse, HealthRecordState, LabLevel, LabResult,
        ListMyLabResultsRequest, ListMyLabResultsResponse, ListMyPrescriptionsRequest, ListMyPrescriptionsResponse, Prescription,
    },
    identity::v1::{
        IntegratorDetails, IntegratorScope, IssueIntegratorSecretRequest, IssueIntegratorSecretResponse, SaveIntegratorRequest,
        SaveIntegratorResponse,
    },
};
use reqwest::{Client, Method, StatusCode, header};
use serde_json::{Value, json};
use tonic::Status;

use crate::{
    access::ssn,
    browser::{Browser, code_and_reason},
    bus::carried,
    to_patient::AINO,
    trace::Sink,
    world::World,
};

const INTEGRATORS: &str = "/kajo.identity.v1.IntegratorService";
const MINE: &str = "/kajo.content.v1.MyHealthRecordService";
/// Whose identifiers the resources have.
const SENDER: &str = "urn:oid:1.2.246.10.9999999.20.1";
/// What personal identity codes are called in FHIR.
const CODES: &str = "urn:oid:1.2.246.21";
/// A code that nobody here has.
const NOBODY: &str = "131052-308T";

/// A system that may send, and the secret that it shows.
pub(crate) struct Integrator {
    pub(crate) integrator_id: String,
    pub(crate) secret: String,
}

/// Of one that sends results and prescriptions.
pub(crate) fn sends_records(name: &str) -> IntegratorDetails {
    IntegratorDetails { name: name.to_owned(), scopes: vec![IntegratorScope::HealthRecords.into()], ..IntegratorDetails::default() }
}

/// An administrator keeps an integrator and makes its secret.
pub(crate) async fn let_in(administrator: &Browser, details: IntegratorDetails) -> Integrator {
    let asked = SaveIntegratorRequest { details: Some(details), ..SaveIntegratorRequest::default() };
    let saved: SaveIntegratorResponse = administrator.call(&format!("{INTEGRATORS}/SaveIntegrator"), &asked).await.unwrap();
    let integrator_id = saved.integrator_id;
    let asked = IssueIntegratorSecretRequest { integrator_id: integrator_id.clone() };
    let issued: IssueIntegratorSecretResponse = administrator.call(&format!("{INTEGRATORS}/IssueIntegratorSecret"), &asked).await.unwrap();
    Integrator { integrator_id, secret: issued.secret }
}

/// An Observation as a laboratory sends it. The number stands there as it is written here.
pub(crate) fn lab_result(ssn: &str, identifier: &str, number: &str, words: &str) -> Value {
    let quantity = |number: &str| json!({ "value": written(number), "unit": "g/l", "system": "http://unitsofmeasure.org", "code": "g/L" });
    json!({
        "resourceType": "Observation",
        "meta": { "lastUpdated": "2026-03-02T12:00:00+02:00" },
        "identifier": [{ "system": SENDER, "value": identifier }],
        "status": "final",
        "code": { "coding": [{ "system": "http://loinc.org", "code": "718-7", "display": "B-Hb" }], "text": "B-Hb" },
        "subject": { "identifier": { "system": CODES, "value": ssn } },
        "effectiveDateTime": "2026-03-02T08:15:00+02:00",
        "performer": [{ "display": "Lehtolan laboratorio" }],
        "valueQuantity": quantity(number),
        "referenceRange": [{ "low": quantity("117"), "high": quantity("155") }],
        "note": [{ "text": words }],
    })
}

/// A MedicationRequest as a prescriber's system sends it.
pub(crate) fn prescription(ssn: &str, identifier: &str, words: &str) -> Value {
    json!({
        "resourceType": "MedicationRequest",
        "meta": { "lastUpdated": "2026-03-02T12:00:00+02:00" },
        "identifier": [{ "system": SENDER, "value": identifier }],
        "status": "active",
        "intent": "order",
        "medicationCodeableConcept": { "text": "Ramipril 5 mg tabletti" },
        "subject": { "identifier": { "system": CODES, "value": ssn } },
        "authoredOn": "2026-03-02",
        "requester": { "display": "Mikko Korhonen" },
        "reasonCode": [{ "text": "Verenpaine" }],
        "dosageInstruction": [{ "text": words }],
        "dispenseRequest": { "validityPeriod": { "end": "2039-03-01" } },
    })
}

fn written(number: &str) -> Value {
    serde_json::from_str(number).unwrap()
}

/// Each resource on its own, under its identifier.
pub(crate) fn bundle(resources: &[Value]) -> Value {
    let entry = |resource: &Value| {
        let [kind, identifier] = [&resource["resourceType"], &resource["identifier"][0]["value"]].map(|text| text.as_str().unwrap());
        let request = json!({ "method": "PUT", "url": format!("{kind}?identifier={SENDER}%7C{identifier}") });
        json!({ "resource": resource, "request": request })
    };
    json!({ "resourceType": "Bundle", "type": "batch", "entry": resources.iter().map(entry).collect::<Vec<_>>() })
}

/// As a program does that is no browser: without a cookie, and with no header but its own.
pub(crate) async fn send(method: Method, url: String, secret: Option<&str>, body: &Value) -> (StatusCode, Value) {
    let request = Client::new().request(method, url).header(header::CONTENT_TYPE, "application/fhir+json").body(body.to_string());
    let request = if let Some(secret) = secret { request.bearer_auth(secret) } else { request };
    let answer = request.send().await.unwrap();
    let status = answer.status();
    let body = answer.bytes().await.unwrap();
    (status, serde_json::from_slice(&body).unwrap_or_default())
}

/// To the origin of the professionals' app.
pub(crate) async fn send_bundle(practitioners: &str, secret: &str, bundle: &Value) -> (StatusCode, Value) {
    send(Method::POST, format!("{practitioners}/fhir/R4"), Some(secret), bundle).await
}

/// One resource, over what is there under its identifier.
async fn put(practitioners: &str, secret: &str, resource: &Value) -> (StatusCode, Value) {
    let [kind, identifier] = [&resource["resourceType"], &resource["identifier"][0]["value"]].map(|text| text.as_str().unwrap());
    send(Method::PUT, format!("{practitioners}/fhir/R4/{kind}?identifier={SENDER}%7C{identifier}"), Some(secret), resource).await
}

/// What became of each resource of a bundle: the status, without words behind it.
fn statuses(answer: &Value) -> Vec<&str> {
    let entries = answer["entry"].as_array().unwrap_or_else(|| panic!("{answer}"));
    entries.iter().map(|entry| entry["response"]["status"].as_str().and_then(|status| status.get(..3)).unwrap_or_default()).collect()
}

/// The ids that the resources of a bundle have here.
pub(crate) fn records(answer: &Value) -> Vec<String> {
    let id = |entry: &Value| entry["response"]["location"].as_str().unwrap().split('/').nth(1).unwrap().to_owned();
    answer["entry"].as_array().unwrap_or_else(|| panic!("{answer}")).iter().map(id).collect()
}

async fn lab_results(reader: &Browser) -> Result<Vec<LabResult>, Status> {
    let listed: ListMyLabResultsResponse = reader.call(&format!("{MINE}/ListMyLabResults"), &ListMyLabResultsRequest::default()).await?;
    Ok(listed.lab_results)
}

async fn prescriptions(reader: &Browser) -> Result<Vec<Prescription>, Status> {
    let listed: ListMyPrescriptionsResponse = reader.call(&format!("{MINE}/ListMyPrescriptions"), &ListMyPrescriptionsRequest::default()).await?;
    Ok(listed.prescriptions)
}

async fn read_result(reader: &Browser, id: &str) -> Result<LabResult, Status> {
    let asked = GetMyLabResultRequest { lab_result_id: id.to_owned() };
    Ok(reader.call::<GetMyLabResultResponse>(&format!("{MINE}/GetMyLabResult"), &asked).await?.lab_result.unwrap())
}

async fn read_prescription(reader: &Browser, id: &str) -> Result<Prescription, Status> {
    let asked = GetMyPrescriptionRequest { prescription_id: id.to_owned() };
    Ok(reader.call::<GetMyPrescriptionResponse>(&format!("{MINE}/GetMyPrescription"), &asked).await?.prescription.unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn evt_03_what_an_integrator_sends_twice_is_one_result_and_one_prescription_which_the_resident_reads() {
    let world = World::start().await;
    let (paula, aino) = (world.practitioner("paula").await, world.resident("aino").await);
    let origin = world.browser(App::Practitioner).url;
    let Integrator { integrator_id, secret } = let_in(&paula, sends_records("Lehtolan laboratorio")).await;
    assert!(secret.starts_with(&format!("{integrator_id}.")));
    let before = (lab_results(&aino).await.unwrap().len(), prescriptions(&aino).await.unwrap().len());

    let sent = bundle(&[lab_result(AINO, "hb-1", "134", "Hyvä tulos."), prescription(AINO, "rx-1", "1 tabletti aamulla")]);
    let (status, first) = send_bundle(&origin, &secret, &sent).await;
    assert_eq!((status, statuses(&first)), (StatusCode::OK, vec!["201", "201"]), "{first}");
    let (status, second) = send_bundle(&origin, &secret, &sent).await;
    assert_eq!((status, statuses(&second)), (StatusCode::OK, vec!["200", "200"]), "{second}");
    assert_eq!(records(&first), records(&second));
    let (results, prescribed) = (lab_results(&aino).await.unwrap(), prescriptions(&aino).await.unwrap());
    assert_eq!((results.len(), prescribed.len()), (before.0 + 1, before.1 + 1));

    let [result_id, prescription_id] = records(&first).try_into().unwrap();
    let result = results.iter().find(|found| found.lab_result_id == result_id).unwrap();
    assert_eq!((result.name.as_str(), result.value.as_str(), result.unit.as_str()), ("B-Hb", "134", "g/l"));
    assert_eq!((result.reference_low.as_str(), result.reference_high.as_str(), result.level()), ("117", "155", LabLevel::Normal));
    assert_eq!((result.performer.as_str(), result.comment.as_str()), ("Lehtolan laboratorio", "Hyvä tulos."));
    assert_eq!((result.state(), result.day_only), (HealthRecordState::Current, false));
    let medicine = prescribed.iter().find(|found| found.prescription_id == prescription_id).unwrap();
    assert_eq!((medicine.medication.as_str(), medicine.dosage.as_str()), ("Ramipril 5 mg tabletti", "1 tabletti aamulla"));
    assert_eq!((medicine.written_on.as_str(), medicine.valid_until.as_str(), medicine.ended), ("2026-03-02", "2039-03-01", false));
    assert_eq!((medicine.purpose.as_str(), medicine.prescriber.as_str()), ("Verenpaine", "Mikko Korhonen"));
    // One is not the other, whatever it is asked for as.
    assert_eq!(code_and_reason(&read_result(&aino, &prescription_id).await.unwrap_err()), "NotFound/not_found");
    assert_eq!(code_and_reason(&read_prescription(&aino, &result_id).await.unwrap_err()), "NotFound/not_found");

    // A correction takes the place of what was said before, and what is older than it changes nothing any more.
    let mut corrected = lab_result(AINO, "hb-1", "98.0", "Korjattu.");
    corrected["meta"]["lastUpdated"] = json!("2026-03-03T12:00:00+02:00");
    let (status, answer) = put(&origin, &secret, &corrected).await;
    assert_eq!(status, StatusCode::OK, "{answer}");
    send_bundle(&origin, &secret, &sent).await;
    let result = read_result(&aino, &result_id).await.unwrap();
    assert_eq!((result.value.as_str(), result.level(), result.state()), ("98.0", LabLevel::Low, HealthRecordState::Corrected));
    assert_eq!(lab_results(&aino).await.unwrap().len(), before.0 + 1);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn evt_03_who_shows_no_secret_or_a_wrong_one_sends_nothing_and_nobody_learns_who_has_a_code() {
    let world = World::start().await;
    let (paula, aino) = (world.practitioner("paula").await, world.resident("aino").await);
    let [origin, residents] = [App::Practitioner, App::Resident].map(|app| world.browser(app).url);
    let Integrator { integrator_id, secret } = let_in(&paula, sends_records("Lehtolan laboratorio")).await;
    let before = lab_results(&aino).await.unwrap().len();
    let sent = bundle(&[lab_result(AINO, "hb-1", "134", "Hyvä tulos.")]);

    let url = || format!("{origin}/fhir/R4");
    let wrong = format!("{integrator_id}.{}", "A".repeat(43));
    let unknown = secret.replace(&integrator_id, "0198c0de-0000-7000-8000-000000000bad");
    for shown in [None, Some(wrong.as_str()), Some(unknown.as_str()), Some(integrator_id.as_str()), Some("x")] {
        assert_eq!(send(Method::POST, url(), shown, &sent).await.0, StatusCode::UNAUTHORIZED, "{shown:?}");
    }
    // Residents' addresses lead nobody there.
    let (status, _) = send_bundle(&residents, &secret, &sent).await;
    assert!(status.is_client_error(), "{status}");
    assert_eq!(lab_results(&aino).await.unwrap().len(), before);

    // Of a code that nobody has nothing is kept, and it is not repeated.
    let (status, answer) = put(&origin, &secret, &lab_result(NOBODY, "hb-2", "134", "Hyvä tulos.")).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{answer}");
    assert_eq!((answer["resourceType"].as_str(), answer.to_string().contains(NOBODY)), (Some("OperationOutcome"), false));
    let (status, answer) = send_bundle(&origin, &secret, &bundle(&[lab_result(NOBODY, "hb-2", "134", "Hyvä tulos.")])).await;
    assert_eq!((status, statuses(&answer)), (StatusCode::OK, vec!["422"]), "{answer}");
    // What the server takes is told to everybody.
    let told = Client::new().get(format!("{origin}/fhir/R4/metadata")).send().await.unwrap();
    assert_eq!(told.status(), StatusCode::OK);
    let told: Value = serde_json::from_slice(&told.bytes().await.unwrap()).unwrap();
    assert_eq!((told["resourceType"].as_str(), told["fhirVersion"].as_str()), (Some("CapabilityStatement"), Some("4.0.1")));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn evt_02_idn_09_guardians_see_nothing_that_was_sent_of_a_teenager_and_who_acts_in_social_matters_alone_is_refused() {
    let world = World::start().await;
    let paula = world.practitioner("paula").await;
    let origin = world.browser(App::Practitioner).url;
    let secret = let_in(&paula, sends_records("Lehtolan laboratorio")).await.secret;
    let (_, answer) = send_bundle(
        &origin,
        &secret,
        &bundle(&[
            lab_result(ssn("venla"), "hb-venla", "134", "Venlan tulos."),
            prescription(ssn("venla"), "venla", "Venlan lääke."),
            lab_result(ssn("onni"), "hb-onni", "134", "Onnin tulos."),
            lab_result(ssn("ante"), "hb-ante", "134", "Ánten tulos."),
        ]),
    )
    .await;
    let [venlas, medicine, onnis, antes] = records(&answer).try_into().unwrap();

    let venla = world.resident("venla").await;
    assert!(read_result(&venla, &venlas).await.is_ok() && read_prescription(&venla, &medicine).await.is_ok());
    let mut guardian = world.browser(App::Resident);
    guardian.begin_session("eino").await;
    guardian.act_for("venla").await;
    assert_eq!((lab_results(&guardian).await.unwrap(), prescriptions(&guardian).await.unwrap()), (Vec::new(), Vec::new()));
    assert_eq!(code_and_reason(&read_result(&guardian, &venlas).await.unwrap_err()), "NotFound/not_found");
    assert_eq!(code_and_reason(&read_prescription(&guardian, &medicine).await.unwrap_err()), "NotFound/not_found");

    let mut guardian = world.browser(App::Resident);
    guardian.begin_session("eino").await;
    guardian.act_for("onni").await;
    assert_eq!(read_result(&guardian, &onnis).await.unwrap().comment, "Onnin tulos.");

    let mut social = world.browser(App::Resident);
    social.begin_session("nils").await;
    social.act_for("ante").await;
    assert_eq!(code_and_reason(&lab_results(&social).await.unwrap_err()), "PermissionDenied/mandate_missing");
    assert_eq!(code_and_reason(&prescriptions(&social).await.unwrap_err()), "PermissionDenied/mandate_missing");
    assert_eq!(code_and_reason(&read_result(&social, &antes).await.unwrap_err()), "PermissionDenied/mandate_missing");
    world.end().await;
}

/// What stands in the resources, and in nothing else.
const CANARIES: [&str; 7] = ["canary", "987654321", "B-Hb", "Ramipril", "Verenpaine", AINO, "Lehtonen"];

fn tells(text: &str) -> bool {
    CANARIES.iter().any(|words| text.contains(words))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ops_02_evt_03_nothing_of_a_result_or_a_prescription_is_on_the_bus_or_in_a_trace() {
    let (sink, address) = Sink::start().await;
    let _telemetry = chassis::telemetry::init("platform-it", "info", Some(&format!("http://{address}"))).unwrap();
    let world = World::start().await;
    let (paula, aino) = (world.practitioner("paula").await, world.resident("aino").await);
    let origin = world.browser(App::Practitioner).url;
    let secret = let_in(&paula, sends_records("Lehtolan laboratorio")).await.secret;
    let sent = bundle(&[lab_result(AINO, "canary-1", "987654321", "canary-result"), prescription(AINO, "canary-2", "canary-dosage")]);
    let (_, answer) = send_bundle(&origin, &secret, &sent).await;
    let arrived = records(&answer);
    assert_eq!(read_result(&aino, &arrived[0]).await.unwrap().comment, "canary-result");

    let facts = eventually(|| async {
        let found = carried(&world).await;
        let is_told = |id: &String| found.iter().any(|fact| fact.kind == "kajo.content.v1.HealthRecordArrived" && fact.whole.contains(id));
        arrived.iter().all(is_told).then_some(found)
    })
    .await;
    for fact in &facts {
        assert!(!tells(&fact.whole), "{}", fact.whole);
    }

    let wanted = ["Ingest", "FindPersons", "GetMyLabResult"];
    let spans = eventually(|| async {
        let spans = sink.told();
        wanted.iter().all(|method| spans.iter().any(|span| span.contains(method))).then_some(spans)
    })
    .await;
    for span in &spans {
        assert!(!tells(span) && !span.contains(&secret), "{span}");
    }
    world.end().await;
}
