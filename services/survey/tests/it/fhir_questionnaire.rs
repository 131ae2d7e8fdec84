//! Surveys as FHIR Questionnaires, as responsible users and administrators take them out and in.

use chassis::testkit::{
    Calls, TestEnvironment, World,
    refusals::{said, told},
};
use chassis_domain::Uuid;
use kajo_proto::{
    options::v1::Caller,
    survey::v1::{
        ExportQuestionnaireRequest, GetSurveyRequest, GetSurveyVersionRequest, ImportQuestionnaireRequest, ImportQuestionnaireResponse, Item,
        ItemType, ListSurveysRequest, Score, ScoreKind, SurveyDetails, survey_service_client::SurveyServiceClient,
    },
};
use serde_json::{Value, json};
use tonic::{Code, Status};

use crate::world::{add, by, item, pain, questionnaire, start, words};

type Client = SurveyServiceClient<Calls>;

fn client(world: &World, kind: Caller) -> Client {
    SurveyServiceClient::new(by(world, kind))
}

/// With a hint, a unit, bounds and a score.
fn measured() -> SurveyDetails {
    let pain_now =
        Item { required: true, hint: words("ohje"), unit: words("pistettä"), min: Some(0), max: Some(10), ..item("pain", ItemType::Integer) };
    let score = Score { kind: ScoreKind::Sum.into(), link_ids: vec!["pain".to_owned()], shown: true, ..Score::default() };
    let sum = Item { score: Some(score), ..item("sum", ItemType::Score) };
    SurveyDetails { questionnaire: Some(questionnaire([pain_now, item("words", ItemType::Text), sum])), ..pain("Kipu") }
}

async fn export(client: &mut Client, details: SurveyDetails, survey_id: &str, published_version: u32) -> Result<Value, Status> {
    let asked = ExportQuestionnaireRequest { details: Some(details), survey_id: survey_id.to_owned(), published_version };
    Ok(serde_json::from_slice(&client.export_questionnaire(asked).await?.into_inner().questionnaire).unwrap())
}

async fn import(client: &mut Client, questionnaire: &Value) -> ImportQuestionnaireResponse {
    let asked = ImportQuestionnaireRequest { questionnaire: questionnaire.to_string().into_bytes().into() };
    client.import_questionnaire(asked).await.unwrap().into_inner()
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_09_what_is_exported_is_imported_as_the_same_and_can_be_published_as_another_survey() {
    let world = start().await;
    let mut ritva = client(&world, Caller::ResponsibleUser);
    let id = add(&world, measured()).await.unwrap();
    let asked = GetSurveyVersionRequest { survey_id: id.clone(), published_version: 1 };
    let kept = ritva.get_survey_version(asked).await.unwrap().into_inner().details.unwrap();
    let exported = export(&mut ritva, kept.clone(), &id, 1).await.unwrap();
    assert_eq!((&exported["status"], &exported["version"]), (&json!("active"), &json!("1")));
    assert_eq!(exported["url"], json!(format!("urn:kajo:survey:{id}")));
    let imported = import(&mut ritva, &exported).await;
    assert_eq!((imported.problem, imported.details.clone()), (None, Some(kept.clone())));
    // Nothing is kept until somebody does so.
    let all = ritva.list_surveys(ListSurveysRequest::default()).await.unwrap().into_inner().surveys;
    assert_eq!(all.len(), 1);
    let other = add(&world, imported.details.unwrap()).await.unwrap();
    let found = ritva.get_survey(GetSurveyRequest { survey_id: other.clone() }).await.unwrap().into_inner().survey.unwrap();
    assert_eq!((found.details, found.published_version), (Some(kept), 1));
    assert_ne!(other, id);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_09_what_is_being_built_goes_out_and_in_and_a_survey_that_is_not_there_is_not_found() {
    let world = start().await;
    let mut paula = client(&world, Caller::Administrator);
    let draft = export(&mut paula, measured(), "", 0).await.unwrap();
    assert_eq!((&draft["status"], &draft["url"]), (&json!("draft"), &Value::Null));
    assert_eq!(import(&mut paula, &draft).await.details, Some(measured()));
    let id = add(&world, measured()).await.unwrap();
    for (survey_id, published_version) in [(Uuid::now_v7().to_string(), 0), (id, 2)] {
        let refused = export(&mut paula, measured(), &survey_id, published_version).await.unwrap_err();
        assert_eq!(told(&refused), said(Code::NotFound, "not_found"));
    }
    for kind in [Caller::Practitioner, Caller::Resident] {
        let refused = export(&mut client(&world, kind), measured(), "", 0).await.unwrap_err();
        assert_eq!(refused.code(), Code::PermissionDenied, "{kind:?}");
    }
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_09_what_cannot_be_held_is_told_with_its_code_and_its_place_and_not_repeated() {
    let world = start().await;
    let mut ritva = client(&world, Caller::ResponsibleUser);
    let whole = export(&mut ritva, measured(), "", 0).await.unwrap();
    for (place, name, value, code, path) in [
        ("", "resourceType", json!("Patient"), "invalid", ""),
        ("", "status", Value::Null, "required", ".status"),
        ("", "status", json!("Salaisuus"), "value", ".status"),
        ("", "implicitRules", json!("urn:a"), "not-supported", ".implicitRules"),
        ("", "contained", json!([{"title": "Salaisuus"}]), "not-supported", ".contained"),
        ("", "language", json!("de"), "not-supported", ".language"),
        ("", "subjectType", json!(["Group"]), "not-supported", ".subjectType[0]"),
        ("", "title", json!("Salaisuus".repeat(30)), "value", ".title"),
        ("/code/0", "code", json!("Salaisuus"), "value", ".code[0].code"),
        ("/item/0", "linkId", Value::Null, "required", ".item[0].linkId"),
        ("/item/0", "type", json!("attachment"), "not-supported", ".item[0].type"),
        ("/item/0", "type", json!("Salaisuus"), "value", ".item[0].type"),
        ("/item/0", "repeats", json!(true), "not-supported", ".item[0].repeats"),
        ("/item/0", "extension", json!([{"url": "Salaisuus"}]), "not-supported", ".item[0].extension[0]"),
        ("/item/0/item/0", "initial", json!([{"valueInteger": 1}]), "not-supported", ".item[0].item[0].initial"),
        ("/item/0/item/0", "answerOption", json!([{"valueInteger": 1}]), "not-supported", ".item[0].item[0].answerOption"),
        ("/item/0/item/0", "required", json!("Salaisuus"), "invalid", ".item[0].item[0].required"),
        ("/item/0/item/1", "maxLength", json!(-1), "value", ".item[0].item[1].maxLength"),
        ("/item/0/item/1", "item", json!([{"linkId": "a", "type": "string"}]), "not-supported", ".item[0].item[1].item[0]"),
        ("/item/0/item/2", "readOnly", json!(true), "not-supported", ".item[0].item[2].readOnly"),
    ] {
        let mut changed = whole.clone();
        let element = changed.pointer_mut(place).unwrap();
        element[name] = value;
        if name == "readOnly" {
            // Nobody writes it, and nothing says what it is computed of.
            element["extension"] = Value::Null;
        }
        let imported = import(&mut ritva, &changed).await;
        let problem = imported.problem.unwrap();
        assert_eq!((problem.code.as_str(), problem.path.as_str()), (code, format!("Questionnaire{path}").as_str()));
        assert!(imported.details.is_none() && !problem.diagnostics.is_empty() && !format!("{problem:?}").contains("Salaisuus"), "{problem:?}");
    }
    let asked = ImportQuestionnaireRequest { questionnaire: b"{".to_vec().into() };
    let problem = ritva.import_questionnaire(asked).await.unwrap().into_inner().problem.unwrap();
    assert_eq!((problem.code.as_str(), problem.path.as_str()), ("invalid", ""));
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn evt_05_surveys_are_named_by_the_systems_of_the_settings() {
    let environment = TestEnvironment::with(|settings| {
        let settings = settings.with("survey_system", "https://survey.example.org/").with("terminology_system", "urn:oid:2.999.1");
        settings.with("professional_platform_system", "https://platform.example.org")
    });
    let world = World::start(environment.await.unwrap(), survey::service).await.unwrap();
    let mut ritva = client(&world, Caller::ResponsibleUser);
    let id = add(&world, measured()).await.unwrap();
    let exported = export(&mut ritva, measured(), &id, 1).await.unwrap();
    assert_eq!(exported["url"], json!(format!("https://survey.example.org/{id}")));
    assert_eq!(exported["identifier"], json!([{"system": "https://survey.example.org/", "value": id}]));
    assert_eq!(exported["code"][0], json!({"system": "urn:oid:2.999.1", "code": "omavointi"}));
    assert_eq!(exported["item"][0]["item"][2]["extension"][0]["url"], json!("https://platform.example.org/score"));
    assert_eq!(import(&mut ritva, &exported).await.details, Some(measured()));
    world.end().await.unwrap();
}
