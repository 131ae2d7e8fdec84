//! Surveys and answers as FHIR (SUR-09): another system sends what a patient answered there, a professional reads it and hands it on, and all of it
//! is named by the systems of the settings (EVT-05).

use std::collections::BTreeMap;

use chassis::testkit::eventually;
use chassis_domain::{Timestamp, demo_id};
use gateway::App;
use kajo_proto::{
    common::v1::Matter,
    identity::v1::{IntegratorDetails, IntegratorScope},
    survey::v1::{
        ExportQuestionnaireRequest, ExportQuestionnaireResponse, ExportSurveyResponseRequest, ExportSurveyResponseResponse, GetSurveyRequest,
        GetSurveyResponse, GetSurveyResponseRequest, GetSurveyResponseResponse, ImportQuestionnaireRequest, ImportQuestionnaireResponse,
        ListSurveysOfPatientRequest, ListSurveysOfPatientResponse, SurveyResponseImported, SurveyType,
    },
};
use prost::Message;
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use tonic::Status;

use crate::{
    browser::{Browser, code_and_reason},
    bus::carried,
    health_records::{lab_result, let_in, send, sends_records},
    surveys::{STEPS, VERSION, WORDS, activate, answers, let_read, publish, responses, send as send_here, tells, tells_in_letters},
    to_patient::{AINO, look_up},
    trace::Sink,
    world::World,
};

const SURVEYS: &str = "/kajo.survey.v1.SurveyService";
const RESULTS: &str = "/kajo.survey.v1.SurveyResultService";
/// Whose identifiers the responses have.
const SENDER: &str = "urn:oid:1.2.246.10.9999999.20.2";
/// When it was answered there.
const AUTHORED: &str = "2026-03-02T08:15:00+02:00";
/// A code that nobody here has.
const NOBODY: &str = "131052-308T";

/// By what systems things are named here, as everybody is told: each by its name.
async fn systems(origin: &str) -> BTreeMap<String, String> {
    let told = Client::new().get(format!("{origin}/fhir/R4/NamingSystem")).send().await.unwrap();
    assert_eq!(told.status(), StatusCode::OK);
    let told: Value = serde_json::from_slice(&told.bytes().await.unwrap()).unwrap();
    assert_eq!((told["resourceType"].as_str(), told["type"].as_str()), (Some("Bundle"), Some("searchset")));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let named = |entry: &Value| {
        let resource = &entry["resource"];
        assert_eq!((resource["resourceType"].as_str(), resource["kind"].as_str()), (Some("NamingSystem"), Some("identifier")), "{resource}");
        let unique = &resource["uniqueId"][0];
        let value = text(&unique["value"]);
        let system = if unique["type"] == "oid" { format!("urn:oid:{value}") } else { value };
        (text(&resource["name"]), system)
    };
    told["entry"].as_array().unwrap().iter().map(named).collect()
}

/// What a survey is called outside, in the version that is answered.
fn canonical(survey_system: &str, survey_id: &str) -> String {
    let between = if survey_system.starts_with("urn:") { ':' } else { '/' };
    format!("{survey_system}{between}{survey_id}|{VERSION}")
}

/// Another system, with what it has learned of this one.
struct Other {
    origin: String,
    secret: String,
    systems: BTreeMap<String, String>,
}

impl Other {
    async fn is_let_in(world: &World, administrator: &Browser) -> Self {
        let origin = world.browser(App::Practitioner).url;
        let details = IntegratorDetails { scopes: vec![IntegratorScope::SurveyResponses.into()], ..sends_records("Kyselypalvelu") };
        let secret = let_in(administrator, details).await.secret;
        Self { systems: systems(&origin).await, origin, secret }
    }

    /// What Aino has answered there.
    fn response(&self, identifier: &str, survey_id: &str, (steps, words): (i64, &str)) -> Value {
        json!({
            "resourceType": "QuestionnaireResponse",
            "identifier": { "system": SENDER, "value": identifier },
            "questionnaire": canonical(&self.systems["Survey"], survey_id),
            "status": "completed",
            "subject": { "identifier": { "system": self.systems["NationalId"], "value": AINO }, "display": "Aino Lehtonen" },
            "authored": AUTHORED,
            "item": [{
                "linkId": "step",
                "item": [
                    { "linkId": "steps", "answer": [{ "valueInteger": steps }] },
                    { "linkId": "where", "answer": [{ "valueString": words }] },
                ],
            }],
        })
    }

    async fn put_with(&self, secret: Option<&str>, response: &Value) -> (StatusCode, Value) {
        let [system, value] = ["system", "value"].map(|part| response["identifier"][part].as_str().unwrap());
        let url = format!("{}/fhir/R4/QuestionnaireResponse?identifier={system}%7C{value}", self.origin);
        send(Method::PUT, url, secret, response).await
    }

    async fn put(&self, response: &Value) -> (StatusCode, Value) {
        self.put_with(Some(&self.secret), response).await
    }
}

/// What was handed out, under an identifier of the other system.
fn called(mut response: Value, identifier: &str) -> Value {
    response["identifier"] = json!({ "system": SENDER, "value": identifier });
    response
}

/// A survey that nurses of Lehtola read, and a patient whom one of them has opened.
struct Asked {
    survey: String,
    patient: String,
}

impl Asked {
    async fn of_aino(administrator: &Browser, nurse: &Browser) -> Self {
        let survey = publish(administrator, "Askeleet", SurveyType::Omavointi, Matter::Health).await;
        let_read(administrator, &survey, &["nurse"], &["lehtola"]).await;
        Self { patient: look_up(nurse, AINO).await, survey }
    }

    /// The ids of what the patient has answered, the newest first.
    async fn responses(&self, by: &Browser) -> Vec<String> {
        let found = responses(by, &self.patient, &self.survey, "").await.unwrap();
        found.into_iter().map(|response| response.survey_response_id).collect()
    }

    /// Which surveys the patient's page says were answered elsewhere, with the newest answers.
    async fn sent_by_others(&self, by: &Browser) -> Vec<(String, String)> {
        let asked = ListSurveysOfPatientRequest { patient_id: self.patient.clone(), past: true, ..ListSurveysOfPatientRequest::default() };
        let found: ListSurveysOfPatientResponse = by.call("/kajo.survey.v1.SurveyActivationService/ListSurveysOfPatient", &asked).await.unwrap();
        found.imported.into_iter().map(|survey| (survey.survey_id, survey.survey_response_id)).collect()
    }

    async fn read(&self, by: &Browser, response: &str) -> GetSurveyResponseResponse {
        let asked = GetSurveyResponseRequest {
            patient_id: self.patient.clone(),
            survey_id: self.survey.clone(),
            survey_response_id: response.to_owned(),
            ..GetSurveyResponseRequest::default()
        };
        by.call(&format!("{RESULTS}/GetSurveyResponse"), &asked).await.unwrap()
    }

    async fn export(&self, by: &Browser, response: &str) -> Result<Value, Status> {
        let asked = ExportSurveyResponseRequest {
            patient_id: self.patient.clone(),
            survey_id: self.survey.clone(),
            survey_response_id: response.to_owned(),
            ..ExportSurveyResponseRequest::default()
        };
        let exported: ExportSurveyResponseResponse = by.call(&format!("{RESULTS}/ExportSurveyResponse"), &asked).await?;
        Ok(serde_json::from_slice(&exported.questionnaire_response).unwrap())
    }
}

/// What breaks the rules of the version, as professionals are told.
fn problems(read: &GetSurveyResponseResponse) -> Vec<(&str, &str)> {
    read.problems.iter().map(|problem| (problem.link_id.as_str(), problem.code.as_str())).collect()
}

/// How many responses the store has taken from other systems.
async fn imported(world: &World) -> i64 {
    let pool = &world.platform.service("survey").unwrap().kernel().pool;
    sqlx::query_scalar("select count(*) from events where event_type = 'survey_response.imported'").fetch_one(pool).await.unwrap()
}

/// Says which element is wrong, and repeats nothing of it.
fn refused(outcome: &Value) -> &str {
    assert_eq!(outcome["resourceType"].as_str(), Some("OperationOutcome"), "{outcome}");
    let words = outcome.to_string();
    assert!(!tells_in_letters(&words) && !words.contains(AINO) && !words.contains(NOBODY), "{outcome}");
    outcome["issue"][0]["expression"][0].as_str().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sur_09_answers_that_another_system_sends_twice_are_one_response_which_a_professional_reads_with_what_is_wrong_in_it() {
    let world = World::start().await;
    let (paula, liisa) = (world.practitioner("paula").await, world.professional("liisa", "nurse", "lehtola").await);
    let asked = Asked::of_aino(&paula, &liisa).await;
    let other = Other::is_let_in(&world, &paula).await;

    // The score is not what the answers come to here.
    let mut sent = other.response("steps-1", &asked.survey, (7, WORDS));
    sent["item"][0]["item"].as_array_mut().unwrap().push(json!({ "linkId": "sum", "answer": [{ "valueDecimal": 3 }] }));
    assert_eq!(other.put(&sent).await, (StatusCode::CREATED, Value::Null));
    assert_eq!(other.put(&sent).await, (StatusCode::OK, Value::Null));
    assert_eq!(imported(&world).await, 1);
    let [response] = asked.responses(&liisa).await.try_into().unwrap();
    assert_eq!(asked.sent_by_others(&liisa).await, [(asked.survey.clone(), response.clone())]);
    let read = asked.read(&liisa, &response).await;
    assert_eq!((read.patient_name.as_str(), read.representative_name.as_str()), ("Aino Lehtonen", ""));
    assert_eq!((&read.answers, problems(&read)), (&answers(7, WORDS), vec![("sum", "score_differs")]));
    assert_eq!(read.scores.iter().map(|score| (score.value, score.band)).collect::<Vec<_>>(), [(Some(7_000_000), Some(1))]);
    assert!(read.activated_at.is_none() && read.response.unwrap().imported);

    // Two at once are one, and answers are sent once and for ever.
    let at_once = other.response("steps-2", &asked.survey, (6, WORDS));
    let (first, second) = tokio::join!(other.put(&at_once), other.put(&at_once));
    let mut statuses = [first.0, second.0];
    statuses.sort();
    assert_eq!((statuses, imported(&world).await), ([StatusCode::OK, StatusCode::CREATED], 2));
    let (status, outcome) = other.put(&other.response("steps-1", &asked.survey, (8, WORDS))).await;
    assert_eq!((status, refused(&outcome).contains("steps-1")), (StatusCode::CONFLICT, false));
    let found = responses(&liisa, &asked.patient, &asked.survey, "").await.unwrap();
    assert_eq!((found.len(), imported(&world).await), (2, 2));
    for response in found {
        assert_eq!(response.sent_at.unwrap().seconds, AUTHORED.parse::<Timestamp>().unwrap().as_second());
        assert_eq!((response.imported, response.published_version, response.on_behalf), (true, VERSION, false));
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sur_09_who_may_not_send_answers_sends_none_and_what_cannot_be_held_is_refused_at_its_place() {
    let world = World::start().await;
    let (paula, liisa) = (world.practitioner("paula").await, world.professional("liisa", "nurse", "lehtola").await);
    let asked = Asked::of_aino(&paula, &liisa).await;
    let other = Other::is_let_in(&world, &paula).await;
    let sent = other.response("steps-1", &asked.survey, (7, WORDS));

    let laboratory = let_in(&paula, sends_records("Lehtolan laboratorio")).await.secret;
    for shown in [None, Some("x"), Some(laboratory.as_str())] {
        assert_eq!(other.put_with(shown, &sent).await.0, StatusCode::UNAUTHORIZED);
    }
    // Nor does who sends answers send results.
    let url = format!("{}/fhir/R4/Observation?identifier=urn:oid:1.2.246.10.9999999.20.1%7Chb-1", other.origin);
    let (status, _) = send(Method::PUT, url, Some(&other.secret), &lab_result(AINO, "hb-1", "134", "Hyvä tulos.")).await;
    assert_eq!(status, StatusCode::UNAUTHORIZED);

    let changes: [(fn(&mut Value), &str); 6] = [
        (|response| response["subject"]["identifier"]["value"] = json!(NOBODY), ""),
        (|response| response["questionnaire"] = json!("urn:kajo:elsewhere:1|1"), "QuestionnaireResponse.questionnaire"),
        (|response| response["status"] = json!("amended"), "QuestionnaireResponse.status"),
        (|response| response["contained"] = json!([]), "QuestionnaireResponse.contained"),
        (|response| response["item"][0]["item"][0]["answer"][0] = json!({ "valueString": WORDS }), "QuestionnaireResponse.item[0].item[0]"),
        // It is asked from four steps on.
        (|response| response["item"][0]["item"][0]["answer"][0]["valueInteger"] = json!(3), "QuestionnaireResponse.item[0].item[1]"),
    ];
    for (change, place) in changes {
        let mut changed = sent.clone();
        change(&mut changed);
        let (status, outcome) = other.put(&changed).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{place}");
        assert!(refused(&outcome).starts_with(place), "{outcome}");
    }
    assert_eq!(imported(&world).await, 0);
    assert_eq!(other.put(&sent).await.0, StatusCode::CREATED);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sur_09_what_a_professional_may_read_is_handed_out_and_comes_back_under_another_identifier_as_the_same() {
    let world = World::start().await;
    let (paula, liisa) = (world.practitioner("paula").await, world.professional("liisa", "nurse", "lehtola").await);
    let aino = world.resident("aino").await;
    let asked = Asked::of_aino(&paula, &liisa).await;
    let other = Other::is_let_in(&world, &paula).await;
    let activation = activate(&liisa, &asked.patient, &asked.survey).await.unwrap();
    send_here(&aino, &activation, 7, WORDS).await;
    let [here] = asked.responses(&liisa).await.try_into().unwrap();
    assert_eq!(other.put(&other.response("steps-1", &asked.survey, (5, WORDS))).await.0, StatusCode::CREATED);
    let sent = asked.responses(&liisa).await;
    let elsewhere = sent.iter().find(|id| **id != here).unwrap();

    for (response, steps, back) in [(&here, 7, "back-1"), (elsewhere, 5, "back-2")] {
        let exported = asked.export(&liisa, response).await.unwrap();
        let systems = &other.systems;
        assert_eq!(exported["resourceType"], "QuestionnaireResponse");
        assert_eq!(exported["meta"]["source"], json!(systems["ProfessionalPlatform"]));
        assert_eq!(exported["identifier"], json!({ "system": systems["Survey"], "value": response }));
        assert_eq!(exported["questionnaire"], json!(canonical(&systems["Survey"], &asked.survey)));
        assert_eq!(exported["status"], "completed");
        assert_eq!(exported["subject"]["identifier"], json!({ "system": systems["NationalId"], "value": AINO }));
        let step = &exported["item"][0];
        let [first, second, third] = [0_usize, 1, 2].map(|at| &step["item"][at]);
        assert_eq!((&step["linkId"], &step["text"]), (&json!("step"), &json!("step")));
        assert_eq!((&first["linkId"], &first["answer"]), (&json!("steps"), &json!([{ "valueInteger": steps }])));
        assert_eq!((&second["linkId"], &second["answer"]), (&json!("where"), &json!([{ "valueString": WORDS }])));
        assert_eq!((&third["linkId"], third["answer"][0]["valueDecimal"].is_number()), (&json!("sum"), true));

        let before = asked.responses(&liisa).await;
        assert_eq!(other.put(&called(exported, back)).await, (StatusCode::CREATED, Value::Null));
        let after = asked.responses(&liisa).await;
        let again = after.iter().find(|id| !before.contains(id)).unwrap();
        let (original, copy) = (asked.read(&liisa, response).await, asked.read(&liisa, again).await);
        assert_eq!((&copy.answers, &copy.scores, &copy.patient_name), (&original.answers, &original.scores, &original.patient_name));
        let seconds = |read: &GetSurveyResponseResponse| read.response.as_ref().unwrap().sent_at.as_ref().unwrap().seconds;
        assert_eq!((problems(&copy), seconds(&copy)), (Vec::new(), seconds(&original)));
    }

    // Who may not read it hands out nothing, and who has handed it out stands in the log of accesses.
    let pekka = world.professional("pekka", "nurse", "lehtola").await;
    assert_eq!(code_and_reason(&asked.export(&pekka, &here).await.unwrap_err()), "NotFound/not_found");
    let logged = "select distinct actor_id::text from access_log where method = $1 and object_id = $2::uuid and subject_id = $3::uuid";
    let readers: Vec<String> = sqlx::query_scalar(logged)
        .bind(format!("{RESULTS}/ExportSurveyResponse"))
        .bind(&here)
        .bind(&asked.patient)
        .fetch_all(&world.platform.service("survey").unwrap().kernel().pool)
        .await
        .unwrap();
    assert_eq!(readers, [demo_id("person", "liisa").to_string()]);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn evt_05_whatever_goes_out_and_comes_in_is_named_by_the_systems_of_the_settings_which_everybody_is_told() {
    let set = [
        ("NationalId", "national_id_system", "urn:oid:2.999.21"),
        ("ProfessionalPlatform", "professional_platform_system", "https://kajo.example"),
        ("Terminology", "terminology_system", "https://codes.example"),
        ("Survey", "survey_system", "https://surveys.example"),
    ];
    let world = World::with(|settings| set.iter().fold(settings, |settings, (_, variable, system)| settings.with(variable, system))).await;
    let (paula, liisa) = (world.practitioner("paula").await, world.professional("liisa", "nurse", "lehtola").await);
    let asked = Asked::of_aino(&paula, &liisa).await;
    let other = Other::is_let_in(&world, &paula).await;
    assert_eq!(other.systems.len(), 12);
    for (name, _, system) in set {
        assert_eq!(other.systems[name], system);
    }

    let of_survey = GetSurveyRequest { survey_id: asked.survey.clone() };
    let kept: GetSurveyResponse = paula.call(&format!("{SURVEYS}/GetSurvey"), &of_survey).await.unwrap();
    let details = kept.survey.unwrap().details;
    let handed = ExportQuestionnaireRequest { details: details.clone(), survey_id: asked.survey.clone(), published_version: VERSION };
    let exported: ExportQuestionnaireResponse = paula.call(&format!("{SURVEYS}/ExportQuestionnaire"), &handed).await.unwrap();
    let questionnaire: Value = serde_json::from_slice(&exported.questionnaire).unwrap();
    assert_eq!(questionnaire["url"], json!(format!("https://surveys.example/{}", asked.survey)));
    assert_eq!(questionnaire["identifier"], json!([{ "system": "https://surveys.example", "value": asked.survey }]));
    assert_eq!(questionnaire["meta"]["source"], "https://kajo.example");
    let codes = questionnaire["code"].as_array().unwrap();
    assert!(!codes.is_empty() && codes.iter().all(|code| code["system"] == "https://codes.example"), "{codes:?}");
    let taken = ImportQuestionnaireRequest { questionnaire: exported.questionnaire };
    let taken: ImportQuestionnaireResponse = paula.call(&format!("{SURVEYS}/ImportQuestionnaire"), &taken).await.unwrap();
    assert_eq!((taken.details, taken.problem), (details, None));

    let sent = other.response("steps-1", &asked.survey, (7, WORDS));
    let mut by_another_system = sent.clone();
    by_another_system["subject"]["identifier"]["system"] = json!("urn:oid:1.2.246.21");
    let mut of_another_system = sent.clone();
    of_another_system["questionnaire"] = json!(canonical("urn:kajo:survey", &asked.survey));
    for (changed, place) in
        [(by_another_system, "QuestionnaireResponse.subject.identifier.system"), (of_another_system, "QuestionnaireResponse.questionnaire")]
    {
        let (status, outcome) = other.put(&changed).await;
        assert_eq!((status, refused(&outcome)), (StatusCode::UNPROCESSABLE_ENTITY, place));
    }
    assert_eq!(other.put(&sent).await.0, StatusCode::CREATED);
    let [response] = asked.responses(&liisa).await.try_into().unwrap();
    let handed = asked.export(&liisa, &response).await.unwrap();
    assert_eq!(handed["subject"]["identifier"], json!({ "system": "urn:oid:2.999.21", "value": AINO }));
    assert_eq!(handed["questionnaire"], json!(format!("https://surveys.example/{}|{VERSION}", asked.survey)));
    assert_eq!((&handed["identifier"]["system"], &handed["meta"]["source"]), (&json!("https://surveys.example"), &json!("https://kajo.example")));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ops_02_sur_09_nothing_of_answers_that_another_system_sends_is_on_the_bus_or_in_a_trace() {
    let (sink, address) = Sink::start().await;
    let _telemetry = chassis::telemetry::init("platform-it", "info", Some(&format!("http://{address}"))).unwrap();
    let world = World::start().await;
    let (paula, liisa) = (world.practitioner("paula").await, world.professional("liisa", "nurse", "lehtola").await);
    let asked = Asked::of_aino(&paula, &liisa).await;
    let other = Other::is_let_in(&world, &paula).await;
    assert_eq!(other.put(&other.response("canary-identifier", &asked.survey, (STEPS, WORDS))).await.0, StatusCode::CREATED);
    let (status, outcome) = other.put(&other.response("canary-identifier", &asked.survey, (STEPS, "canary-conflict"))).await;
    assert_eq!((status, refused(&outcome).contains("canary")), (StatusCode::CONFLICT, false));
    let [response] = asked.responses(&liisa).await.try_into().unwrap();
    assert_eq!(asked.read(&liisa, &response).await.answers, answers(STEPS, WORDS));
    assert_eq!(asked.export(&liisa, &response).await.unwrap()["item"][0]["item"][1]["answer"][0]["valueString"], WORDS);

    let facts = eventually(|| async {
        let found = carried(&world).await;
        let is_there = found.iter().any(|fact| fact.kind == "kajo.survey.v1.SurveyResponseImported");
        is_there.then_some(found)
    })
    .await;
    let told: Vec<_> = facts.iter().filter(|fact| fact.kind == "kajo.survey.v1.SurveyResponseImported").collect();
    let [fact] = told.as_slice() else { panic!("it was sent once, and told {} times", told.len()) };
    let ids = SurveyResponseImported { survey_response_id: response, patient_id: asked.patient, survey_id: asked.survey, published_version: VERSION };
    assert_eq!(fact.payload, ids.encode_to_vec());
    for fact in &facts {
        assert!(!tells(fact) && !fact.whole.contains("canary") && !fact.whole.contains(AINO), "{}", fact.whole);
    }

    let wanted = ["Ingest", "FindPersons", "GetSurveyResponse", "ExportSurveyResponse"];
    let spans = eventually(|| async {
        let spans = sink.told();
        wanted.iter().all(|method| spans.iter().any(|span| span.contains(method))).then_some(spans)
    })
    .await;
    for span in &spans {
        let is_silent = !tells_in_letters(span) && !span.contains("canary") && !span.contains(AINO) && !span.contains(&other.secret);
        assert!(is_silent, "{span}");
    }
    world.end().await;
}
