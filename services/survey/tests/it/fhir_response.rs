//! Integrators send answers to surveys: each once, whoever sends it again. Professionals read them beside those that were given here, and hand out
//! either. For identity somebody stands who knows codes, names and whom a session has opened.

use std::ops::Deref;

use chassis::{
    Service,
    database::NO_MIGRATIONS,
    service::Running,
    testkit::{Calls, World, caller, rebuild},
};
use chassis_domain::{AudienceKey, PersonId, SignedDuration, Uuid, demo_id};
use fhir::SystemIdentifiers;
use futures::future::join_all;
use kajo_proto::{
    caller::v1::CallerContext,
    common::v1::Matter,
    identity::v1::{
        AdmitMessageRequest, AdmitMessageResponse, ContactCard, FindPersonsRequest, FindPersonsResponse, FoundPerson, GetContactCardsRequest,
        GetContactCardsResponse, GetReachRequest, GetReachResponse, Messaging,
        contact_card_service_server::{ContactCardService, ContactCardServiceServer},
        patient_reach_service_server::{PatientReachService, PatientReachServiceServer},
        person_index_service_server::{PersonIndexService, PersonIndexServiceServer},
    },
    options::v1::Caller,
    survey::v1::{
        ExportSurveyResponseRequest, GetSurveyAccessRequest, GetSurveyResponseRequest, GetSurveyResponseResponse, GetSurveySeriesRequest,
        IngestRequest, IngestResponse, Item, ItemType, ListSurveyResponsesRequest, MySurveyList, SaveSurveyAccessRequest, SurveyAccessDetails,
        SurveyDetails, SurveyResponseImported, SurveyResponseSummary, SurveyType, fhir_service_client::FhirServiceClient,
        survey_access_service_client::SurveyAccessServiceClient, survey_result_service_client::SurveyResultServiceClient,
    },
};
use prost::Message;
use serde_json::{Value, json};
use survey::response::imported_id;
use tonic::{Request, Response, Status, service::Routes};

use crate::{
    activation::town::{Resident, give, given},
    world::{add, by, item, pain, questionnaire, start},
};

const AINO: &str = "290288-922S";
/// Of nobody who is known here.
const STRANGER: &str = "140348-9084";
const ANSWERS: &str = "urn:example:answers";
/// A role and a location at which answers are read.
const NURSE: (Uuid, Uuid) = (Uuid::from_u128(1), Uuid::from_u128(2));

/// Stands for identity: it knows Aino, whom every session has opened.
#[derive(Clone)]
struct Register {
    aino: Uuid,
}

#[tonic::async_trait]
impl PersonIndexService for Register {
    async fn find_persons(&self, request: Request<FindPersonsRequest>) -> Result<Response<FindPersonsResponse>, Status> {
        let known = request.into_inner().national_ids.into_iter().filter(|code| code == AINO);
        let persons = known.map(|national_id| FoundPerson { national_id, person_id: self.aino.to_string() }).collect();
        Ok(Response::new(FindPersonsResponse { persons }))
    }
}

#[tonic::async_trait]
impl PatientReachService for Register {
    async fn admit_message(&self, _: Request<AdmitMessageRequest>) -> Result<Response<AdmitMessageResponse>, Status> {
        Err(Status::unimplemented("nobody writes here"))
    }

    async fn get_reach(&self, _: Request<GetReachRequest>) -> Result<Response<GetReachResponse>, Status> {
        Ok(Response::new(GetReachResponse { messaging: Messaging::Allowed.into(), opened: true, teenager: false }))
    }
}

#[tonic::async_trait]
impl ContactCardService for Register {
    async fn get_contact_cards(&self, request: Request<GetContactCardsRequest>) -> Result<Response<GetContactCardsResponse>, Status> {
        let known = request.into_inner().person_ids.into_iter().filter(|id| *id == self.aino.to_string());
        let card = |person_id: String| ContactCard { person_id, name: "Aino Lehtonen".to_owned(), ssn: AINO.to_owned(), ..ContactCard::default() };
        Ok(Response::new(GetContactCardsResponse { cards: known.map(card).collect() }))
    }
}

/// What an integrator is answered: the status, and code and place of the problem.
type Answered = (u32, Option<(String, String)>);

fn problem(status: u32, code: &str, place: &str) -> Answered {
    (status, Some((code.to_owned(), place.to_owned())))
}

/// A survey service with whoever stands for identity beside it, and a survey in force.
struct Clinic {
    world: World,
    identity: Option<Running>,
    integrator: Uuid,
    aino: Uuid,
    survey: String,
}

impl Deref for Clinic {
    type Target = World;

    fn deref(&self) -> &World {
        &self.world
    }
}

impl Clinic {
    async fn start() -> Self {
        let mut clinic = Self::without_identity().await;
        let register = Register { aino: clinic.aino };
        let service = Service::new("identity", &NO_MIGRATIONS).grpc(move |_| {
            let routes = Routes::new(PersonIndexServiceServer::new(register.clone()));
            let routes = routes.add_service(PatientReachServiceServer::new(register.clone()));
            Ok(routes.add_service(ContactCardServiceServer::new(register.clone())))
        });
        clinic.identity = Some(clinic.world.environment().service(service).await.unwrap());
        clinic
    }

    async fn without_identity() -> Self {
        let world = start().await;
        let survey = add(&world, asked("Kipu")).await.unwrap();
        Self { world, identity: None, integrator: Uuid::now_v7(), aino: Uuid::now_v7(), survey }
    }

    async fn end(self) {
        if let Some(identity) = self.identity {
            identity.stop().await;
        }
        self.world.end().await.unwrap();
    }

    /// Answers of somebody with this code under this identifier, to the first version.
    fn resource(&self, identifier: &str, code: &str, pain: i64) -> Value {
        json!({
            "resourceType": "QuestionnaireResponse",
            "identifier": { "system": ANSWERS, "value": identifier },
            "questionnaire": format!("{}:{}|1", SystemIdentifiers::default().survey_system, self.survey),
            "status": "completed",
            "subject": { "identifier": { "system": SystemIdentifiers::default().national_id_system, "value": code }, "display": "Aino Lehtonen" },
            "authored": "2026-11-18T08:00:00+02:00",
            "source": { "type": "RelatedPerson", "display": "Elli Fofonoff" },
            "item": [{ "linkId": "step", "item": [{ "linkId": "pain", "answer": [{ "valueInteger": pain }] }] }],
        })
    }

    /// As the gateway hands it on, to this service or to another process of it.
    async fn send_to(&self, running: &Running, resource: &Value, integrator: Uuid) -> Answered {
        let gateway = CallerContext { kind: Caller::Gateway.into(), ..CallerContext::default() };
        let calls = self.environment().calls(running).by(gateway);
        let text = |pointer: &str| resource.pointer(pointer).and_then(Value::as_str).unwrap();
        let identifier = format!("{}|{}", text("/identifier/system"), text("/identifier/value"));
        let asked = IngestRequest { integrator_id: integrator.to_string(), identifier, body: resource.to_string().into() };
        let IngestResponse { status, body } = FhirServiceClient::new(calls).ingest(asked).await.unwrap().into_inner();
        if body.is_empty() {
            return (status, None);
        }
        let outcome: Value = serde_json::from_slice(&body).unwrap();
        let text = |pointer: &str| outcome.pointer(pointer).and_then(Value::as_str).unwrap().to_owned();
        (status, Some((text("/issue/0/code"), text("/issue/0/expression/0"))))
    }

    async fn sends(&self, resource: &Value) -> Answered {
        self.send_to(&self.running, resource, self.integrator).await
    }

    /// The response that is under this identifier.
    fn response(&self, identifier: &str) -> String {
        imported_id(self.integrator, ANSWERS, identifier).to_string()
    }

    /// How many responses were imported.
    async fn imported(&self) -> i64 {
        sqlx::query_scalar("select count(*) from events where event_type = 'survey_response.imported'")
            .fetch_one(&self.running.kernel().pool)
            .await
            .unwrap()
    }

    /// Somebody who reads answers in matters of health.
    async fn nurse(&self) -> SurveyResultServiceClient<Calls> {
        let (role, location) = NURSE;
        let mut admin = SurveyAccessServiceClient::new(by(self, Caller::Administrator));
        let asked = GetSurveyAccessRequest { survey_id: String::new(), matter: Matter::Health.into() };
        let access = admin.get_survey_access(asked).await.unwrap().into_inner().access.unwrap();
        let asked = SaveSurveyAccessRequest {
            survey_id: String::new(),
            matter: Matter::Health.into(),
            details: Some(SurveyAccessDetails { role_ids: vec![role.to_string()], location_ids: vec![location.to_string()] }),
            fields: ["role_ids", "location_ids"].map(str::to_owned).to_vec(),
            version: access.version,
        };
        admin.save_survey_access(asked).await.unwrap();
        let (role_id, location_id) = (role.to_string(), location.to_string());
        let context = CallerContext { role_id, location_id, ..caller(Caller::Practitioner, Uuid::now_v7(), "Liisa Virtanen") };
        SurveyResultServiceClient::new(self.calls_by(context))
    }

    fn aino(&self) -> Resident {
        Resident { id: self.aino, calls: self.calls_by(caller(Caller::Resident, self.aino, "Aino Lehtonen")) }
    }

    async fn get(&self, nurse: &mut SurveyResultServiceClient<Calls>, response: &str) -> GetSurveyResponseResponse {
        let asked = GetSurveyResponseRequest {
            patient_id: self.aino.to_string(),
            survey_id: self.survey.clone(),
            survey_response_id: response.to_owned(),
            active_conversation_id: String::new(),
        };
        nurse.get_survey_response(asked).await.unwrap().into_inner()
    }

    /// The newest first.
    async fn list(&self, nurse: &mut SurveyResultServiceClient<Calls>) -> Vec<SurveyResponseSummary> {
        let (patient_id, survey_id) = (self.aino.to_string(), self.survey.clone());
        let asked = ListSurveyResponsesRequest { patient_id, survey_id, ..ListSurveyResponsesRequest::default() };
        nurse.list_survey_responses(asked).await.unwrap().into_inner().responses
    }

    /// A response as it is handed out.
    async fn export(&self, nurse: &mut SurveyResultServiceClient<Calls>, response: &str) -> Value {
        let asked = ExportSurveyResponseRequest {
            patient_id: self.aino.to_string(),
            survey_id: self.survey.clone(),
            survey_response_id: response.to_owned(),
            active_conversation_id: String::new(),
        };
        serde_json::from_slice(&nurse.export_survey_response(asked).await.unwrap().into_inner().questionnaire_response).unwrap()
    }
}

/// How much it hurts, ten at the most.
fn asked(title: &str) -> SurveyDetails {
    let much = Item { max: Some(10), ..item("pain", ItemType::Integer) };
    SurveyDetails { questionnaire: Some(questionnaire([much, item("words", ItemType::Text)])), ..pain(title) }
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_09_answers_of_another_system_are_imported_once_and_the_same_again_is_the_same_response() {
    let clinic = Clinic::start().await;
    let resource = clinic.resource("1", AINO, 7);
    assert_eq!(clinic.sends(&resource).await, (201, None));
    for _ in 0..2 {
        assert_eq!(clinic.sends(&resource).await, (200, None));
    }
    let otherwise = clinic.sends(&clinic.resource("1", AINO, 8)).await;
    assert_eq!(otherwise, problem(409, "conflict", "QuestionnaireResponse.identifier"));
    assert_eq!(clinic.imported().await, 1);
    // What another integrator calls so is something else.
    assert_eq!(clinic.send_to(&clinic.running, &resource, Uuid::now_v7()).await, (201, None));
    assert_eq!(clinic.imported().await, 2);
    clinic.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sur_09_of_eight_senders_of_one_identifier_at_once_one_is_the_first_and_there_is_one_event() {
    let clinic = Clinic::start().await;
    let another = clinic.another().await.unwrap();
    let resource = clinic.resource("1", AINO, 7);
    let sent = (0..8).map(|number| {
        let running = if number % 2 == 0 { &clinic.running } else { &another };
        clinic.send_to(running, &resource, clinic.integrator)
    });
    let mut statuses: Vec<_> = join_all(sent).await.into_iter().map(|(status, _)| status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 200, 200, 200, 200, 200, 201]);
    assert_eq!(clinic.imported().await, 1);
    another.stop().await;
    clinic.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_09_professionals_read_imported_answers_where_they_were_given_with_what_breaks_the_rules_and_residents_do_not() {
    let clinic = Clinic::start().await;
    let mut nurse = clinic.nurse().await;
    clinic.sends(&clinic.resource("1", AINO, 11)).await;
    let mut earlier = clinic.resource("2", AINO, 3);
    earlier["authored"] = "2026-11-17".into();
    earlier["source"] = Value::Null;
    clinic.sends(&earlier).await;
    let (first, second) = (clinic.response("1"), clinic.response("2"));

    for rebuilt in [false, true] {
        if rebuilt {
            rebuild(&clinic.running, "responses").await.unwrap();
        }
        let listed = clinic.list(&mut nurse).await;
        let facts: Vec<_> = listed.iter().map(|row| (row.survey_response_id.as_str(), row.imported, row.on_behalf)).collect();
        assert_eq!(facts, [(first.as_str(), true, true), (second.as_str(), true, false)], "by when they were answered");
        assert_eq!(listed[0].sent_at.as_ref().map(ToString::to_string).as_deref(), Some("2026-11-18T06:00:00Z"));

        let read = clinic.get(&mut nurse, &first).await;
        assert_eq!((read.patient_name.as_str(), read.representative_name.as_str()), ("Aino Lehtonen", "Elli Fofonoff"));
        assert_eq!((read.activated_at, read.previous_survey_response_id.as_str()), (None, second.as_str()));
        let problems: Vec<_> = read.problems.iter().map(|problem| (problem.link_id.as_str(), problem.code.as_str())).collect();
        assert_eq!(problems, [("pain", "above_max")]);
        assert!(clinic.get(&mut nurse, &second).await.problems.is_empty());
    }
    let (patient_id, survey_id) = (clinic.aino.to_string(), clinic.survey.clone());
    let asked = GetSurveySeriesRequest { patient_id, survey_id, active_conversation_id: String::new() };
    let series = nurse.get_survey_series(asked).await.unwrap().into_inner().series;
    let points: Vec<_> = series[0].points.iter().map(|point| point.value / 1_000_000).collect();
    assert_eq!((series[0].link_id.as_str(), points), ("pain", vec![3, 11]));
    assert!(clinic.aino().list(MySurveyList::Answered).await.is_empty(), "nothing was given to her here");
    clinic.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_09_whoever_has_given_the_survey_hears_of_imported_answers_by_ids_alone() {
    let clinic = Clinic::start().await;
    clinic.sends(&clinic.resource("1", AINO, 7)).await;
    give(&clinic.running.kernel().store, given(clinic.aino, &clinic.survey, ("", ""))).await;
    clinic.sends(&clinic.resource("2", AINO, 7)).await;
    let liisa = PersonId::from_uuid(demo_id("person", "liisa"));
    for (identifier, audience) in [("1", vec![]), ("2", vec![String::from(AudienceKey::person(liisa))])] {
        let survey_response_id = clinic.response(identifier);
        let told: (String, Vec<u8>, Vec<String>) = sqlx::query_as("select fact_type, fact, audience from outbox where stream_id = $1")
            .bind(format!("survey_response-{survey_response_id}"))
            .fetch_one(&clinic.running.kernel().pool)
            .await
            .unwrap();
        let (patient_id, survey_id) = (clinic.aino.to_string(), clinic.survey.clone());
        let fact = SurveyResponseImported { survey_response_id, patient_id, survey_id, published_version: 1 };
        assert_eq!(told, ("kajo.survey.v1.SurveyResponseImported".to_owned(), fact.encode_to_vec(), audience));
    }
    clinic.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_09_a_response_is_exported_by_the_patients_code_and_what_was_exported_can_be_sent_back() {
    let clinic = Clinic::start().await;
    let mut nurse = clinic.nurse().await;
    clinic.sends(&clinic.resource("1", AINO, 7)).await;
    let response = clinic.response("1");
    let mut exported = clinic.export(&mut nurse, &response).await;
    let systems = SystemIdentifiers::default();
    assert_eq!(exported["identifier"], json!({ "system": systems.survey_system, "value": response }));
    assert_eq!(exported["subject"]["identifier"], json!({ "system": systems.national_id_system, "value": AINO }));
    assert_eq!(exported["questionnaire"], clinic.resource("1", AINO, 7)["questionnaire"]);
    assert_eq!((&exported["authored"], &exported["source"]["display"]), (&json!("2026-11-18T06:00:00Z"), &json!("Elli Fofonoff")));

    // Under another identifier it is another response with the same in it.
    exported["identifier"] = json!({ "system": ANSWERS, "value": "2" });
    assert_eq!(clinic.sends(&exported).await, (201, None));
    let mut again = clinic.export(&mut nurse, &clinic.response("2")).await;
    again["identifier"] = exported["identifier"].clone();
    assert_eq!(again, exported);

    let grounds: Vec<(String, Uuid)> =
        sqlx::query_as("select ground, subject_id from access_log where method like '%/ExportSurveyResponse' and object_id = $1::uuid")
            .bind(&response)
            .fetch_all(&clinic.running.kernel().pool)
            .await
            .unwrap();
    assert_eq!(grounds, [("patient".to_owned(), clinic.aino)]);
    clinic.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_09_what_is_of_nobody_or_to_no_survey_of_patients_is_refused_and_leaves_nothing_behind() {
    let clinic = Clinic::start().await;
    let form = SurveyDetails { r#type: SurveyType::PublicForm.into(), ..asked("Hakemus") };
    let form = add(&clinic, form).await.unwrap();
    let to = |survey: &str, version: u32| {
        let mut resource = clinic.resource("1", AINO, 7);
        resource["questionnaire"] = format!("{}:{survey}|{version}", SystemIdentifiers::default().survey_system).into();
        resource
    };
    let mut early = clinic.resource("1", AINO, 7);
    early["authored"] = "2026-11-22T10:00:00Z".into();
    let (questionnaire, subject) = ("QuestionnaireResponse.questionnaire", "QuestionnaireResponse.subject.identifier");
    for (resource, refused) in [
        (clinic.resource("1", STRANGER, 7), problem(422, "not-found", subject)),
        (to(&clinic.survey, 2), problem(422, "value", questionnaire)),
        (to(&Uuid::now_v7().to_string(), 1), problem(422, "value", questionnaire)),
        (to(&form, 1), problem(422, "not-supported", questionnaire)),
        (early.clone(), problem(422, "value", "QuestionnaireResponse.authored")),
    ] {
        assert_eq!(clinic.sends(&resource).await, refused);
    }
    assert_eq!(clinic.imported().await, 0);
    clinic.world.clock().advance(SignedDuration::from_hours(24));
    assert_eq!(clinic.sends(&early).await, (201, None), "a day later it is no more than a day ahead");
    clinic.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_09_while_identity_is_away_whoever_sends_is_told_to_try_again() {
    let clinic = Clinic::without_identity().await;
    let sent = clinic.sends(&clinic.resource("1", AINO, 7)).await;
    assert_eq!(sent, problem(503, "transient", "QuestionnaireResponse"));
    assert_eq!(clinic.imported().await, 0);
    clinic.end().await;
}
