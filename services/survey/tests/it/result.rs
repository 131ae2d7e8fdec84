//! Professionals read what their patients have answered, and who may not finds nothing.

use chassis::{
    service::Running,
    store::CommandMeta,
    testkit::{
        Calls, TestEnvironment, World, caller, rebuilds_to_the_same,
        refusals::{said, told},
    },
};
use chassis_domain::{PersonId, SignedDuration, Uuid};
use identity::{
    location::LocationId,
    patient::{self, Patient, PatientId, Register, Standing},
    role::RoleId,
    session::{Command, Ground, Realm, Session, SessionId, WorkContext},
    ssn::Ssn,
};
use kajo_proto::{
    caller::v1::{CallerContext, Impersonator},
    common::v1::{LocalizedString, Matter, PageRequest, Translated},
    options::v1::{Caller, Domain},
    survey::v1::{
        ActivateSurveyRequest, Answer, AnswerValue, Answers, Band, Condition, GetSurveyAccessRequest, GetSurveyRequest, GetSurveyResponseRequest,
        GetSurveyResponseResponse, GetSurveySeriesRequest, Item, ItemType, Level, ListSurveyResponsesRequest, ListSurveyResponsesResponse, Operator,
        PublishSurveyRequest, Questionnaire, SaveSurveyAccessRequest, Score, ScoreKind, SendMyAnswersRequest, Series, SurveyAccessDetails,
        SurveyDetails, SurveyType, answer_value::Value, my_survey_service_client::MySurveyServiceClient,
        survey_access_service_client::SurveyAccessServiceClient, survey_activation_service_client::SurveyActivationServiceClient,
        survey_result_service_client::SurveyResultServiceClient, survey_service_client::SurveyServiceClient,
    },
};
use survey::response;
use tonic::{Code, Status};

use crate::form::office::send_to_store;

/// A woman of 38 when tests begin.
const WOMAN: &str = "290288-922S";

/// A role at a location.
type Work = (Uuid, Uuid);

/// Whom the domain's access names, and whom a survey's own does.
const NURSE: Work = (Uuid::from_u128(1), Uuid::from_u128(2));
const THERAPIST: Work = (Uuid::from_u128(3), Uuid::from_u128(4));

/// survey with the identity that it asks whom a session has opened.
struct Clinic {
    world: World,
    identity: Running,
}

/// A patient, with the calls that they make.
struct Resident {
    id: Uuid,
    calls: Calls,
}

/// What is asked for.
#[derive(Clone, Copy)]
struct Wanted<'a> {
    patient: Uuid,
    survey: &'a str,
    conversation: &'a str,
}

fn of<'a>(patient: &Resident, survey: &'a str) -> Wanted<'a> {
    Wanted { patient: patient.id, survey, conversation: "" }
}

impl Clinic {
    async fn start() -> Self {
        // Nobody is there to sign anybody in, to look anything up or to send anything.
        let test = TestEnvironment::with(|settings| {
            settings
                .with("oidc_resident_issuer", "http://127.0.0.1:1/realms/resident")
                .with("oidc_practitioner_issuer", "http://127.0.0.1:1/realms/practitioner")
                .with("patient_record_url", "http://127.0.0.1:1/fhir/r4")
                .with("smtp_url", "smtp://127.0.0.1:1")
                .with("sms_url", "http://127.0.0.1:1")
                .with("resident_public_url", "https://kajo.example")
        });
        let test = test.await.unwrap();
        let identity = test.service(identity::service()).await.unwrap();
        Self { world: World::start(test, survey::service).await.unwrap(), identity }
    }

    async fn end(self) {
        self.identity.stop().await;
        self.world.end().await.unwrap();
    }

    /// A patient who consents to be written to.
    async fn patient(&self, first_name: &str, last_name: &str) -> Resident {
        let id = Uuid::now_v7();
        let register = Register {
            person: PersonId::from_uuid(id),
            ssn: Ssn::parse(WOMAN).unwrap(),
            first_name: first_name.to_owned(),
            last_name: last_name.to_owned(),
            standing: Standing::ConsentGiven,
        };
        let store = &self.identity.kernel().store;
        let meta = CommandMeta::system(Uuid::now_v7());
        store.execute::<Patient>(PatientId::from_uuid(id), patient::Command::Register(register), meta).await.unwrap();
        Resident { id, calls: self.world.calls_by(caller(Caller::Resident, id, &format!("{first_name} {last_name}"))) }
    }

    /// Somebody who acts for a patient in matters of health.
    fn for_patient(&self, patient: &Resident, name: &str) -> Calls {
        let impersonator =
            Impersonator { person_id: Uuid::now_v7().to_string(), display_name: "Eino Lehtonen".to_owned(), mandates: vec![Domain::Health.into()] };
        self.world.calls_by(CallerContext { impersonator: Some(impersonator), ..caller(Caller::Resident, patient.id, name) })
    }

    /// A professional who has signed in and opened these patients; the session is named as they are.
    async fn professional(&self, opened: &[&Resident]) -> Uuid {
        let person = Uuid::now_v7();
        let choice = WorkContext { role: RoleId::from_uuid(NURSE.0), location: LocationId::from_uuid(NURSE.1) };
        let start = Command::Start {
            person: PersonId::from_uuid(person),
            realm: Realm::Practitioner,
            given: String::new(),
            family: "Liisa Virtanen".to_owned(),
            absolute_ends_at: self.world.clock().now().saturating_add(SignedDuration::from_hours(10)).unwrap(),
            denial: None,
        };
        let choose = Command::ChooseWorkContext { choice, roles: [choice.role].into(), locations: [choice.location].into() };
        let open = opened.iter().map(|patient| Command::OpenPatient { patient: PatientId::from_uuid(patient.id), ground: Ground::Care });
        for command in [start, choose].into_iter().chain(open) {
            let meta = CommandMeta::system(Uuid::now_v7());
            self.identity.kernel().store.execute::<Session>(SessionId::from_uuid(person), command, meta).await.unwrap();
        }
        person
    }

    /// The same person, working there.
    fn working(&self, person: Uuid, (role, location): Work) -> Calls {
        let (role_id, location_id) = (role.to_string(), location.to_string());
        self.world.calls_by(CallerContext { role_id, location_id, ..caller(Caller::Practitioner, person, "Liisa Virtanen") })
    }

    /// Puts a survey in force, or its next version; its id.
    async fn publish(&self, survey_id: &str, details: SurveyDetails) -> String {
        let mut ritva = SurveyServiceClient::new(self.world.calls_by(caller(Caller::ResponsibleUser, Uuid::now_v7(), "Ritva Rinne")));
        let version = if survey_id.is_empty() {
            0
        } else {
            let found = ritva.get_survey(GetSurveyRequest { survey_id: survey_id.to_owned() }).await.unwrap().into_inner();
            found.survey.unwrap().version
        };
        let fields = ["title", "description", "type", "matter", "questionnaire"].map(str::to_owned).to_vec();
        let asked = PublishSurveyRequest { survey_id: survey_id.to_owned(), details: Some(details), fields, version, same_meaning: true };
        ritva.publish_survey(asked).await.unwrap().into_inner().survey_id
    }

    /// Who reads the answers to a survey, or, with an empty id, to those of a domain.
    async fn read_by(&self, survey_id: &str, matter: Matter, (role, location): Work) {
        let mut admin = SurveyAccessServiceClient::new(self.world.calls_by(caller(Caller::Administrator, Uuid::now_v7(), "Anna Aalto")));
        let asked = GetSurveyAccessRequest { survey_id: survey_id.to_owned(), matter: matter.into() };
        let access = admin.get_survey_access(asked).await.unwrap().into_inner().access.unwrap();
        let asked = SaveSurveyAccessRequest {
            survey_id: survey_id.to_owned(),
            matter: matter.into(),
            details: Some(SurveyAccessDetails { role_ids: vec![role.to_string()], location_ids: vec![location.to_string()] }),
            fields: ["role_ids", "location_ids"].map(str::to_owned).to_vec(),
            version: access.version,
        };
        admin.save_survey_access(asked).await.unwrap();
    }

    /// Has a patient answer a survey, as who calls; the id of the response. A second later than whatever was before.
    async fn answered(&self, nurse: Uuid, wanted: Wanted<'_>, calls: &Calls, version: u32, answers: Answers) -> String {
        self.world.clock().advance(SignedDuration::from_secs(1));
        let mut activations = SurveyActivationServiceClient::new(self.working(nurse, NURSE));
        let (patient_id, survey_id) = (wanted.patient.to_string(), wanted.survey.to_owned());
        let asked = ActivateSurveyRequest { patient_id, survey_id, ..ActivateSurveyRequest::default() };
        let activation = activations.activate_survey(asked).await.unwrap().into_inner().survey_activation_id;
        self.world.clock().advance(SignedDuration::from_secs(1));
        let asked = SendMyAnswersRequest { survey_activation_id: activation.clone(), answers: Some(answers), published_version: version };
        let sent = MySurveyServiceClient::new(calls.clone()).send_my_answers(asked).await.unwrap().into_inner();
        assert!(sent.problems.is_empty(), "{:?}", sent.problems);
        response::id_of(activation.parse().unwrap()).to_string()
    }

    /// Grounds on which a response was read, and whose row of the access log it is.
    async fn grounds(&self, response: &str) -> Vec<(String, Uuid)> {
        sqlx::query_as("select ground, subject_id from access_log where method like '%/GetSurveyResponse' and object_id = $1::uuid order by at")
            .bind(response)
            .fetch_all(&self.world.running.kernel().pool)
            .await
            .unwrap()
    }
}

async fn list(calls: &Calls, wanted: Wanted<'_>, page: PageRequest) -> Result<ListSurveyResponsesResponse, Status> {
    let Wanted { patient, survey, conversation } = wanted;
    let (patient_id, survey_id, active_conversation_id) = (patient.to_string(), survey.to_owned(), conversation.to_owned());
    let asked = ListSurveyResponsesRequest { patient_id, survey_id, active_conversation_id, page: Some(page) };
    Ok(SurveyResultServiceClient::new(calls.clone()).list_survey_responses(asked).await?.into_inner())
}

async fn get(calls: &Calls, wanted: Wanted<'_>, response: &str) -> Result<GetSurveyResponseResponse, Status> {
    let Wanted { patient, survey, conversation } = wanted;
    let (patient_id, survey_id, active_conversation_id) = (patient.to_string(), survey.to_owned(), conversation.to_owned());
    let asked = GetSurveyResponseRequest { patient_id, survey_id, survey_response_id: response.to_owned(), active_conversation_id };
    Ok(SurveyResultServiceClient::new(calls.clone()).get_survey_response(asked).await?.into_inner())
}

async fn series(calls: &Calls, wanted: Wanted<'_>) -> Result<Vec<Series>, Status> {
    let Wanted { patient, survey, conversation } = wanted;
    let (patient_id, survey_id, active_conversation_id) = (patient.to_string(), survey.to_owned(), conversation.to_owned());
    let asked = GetSurveySeriesRequest { patient_id, survey_id, active_conversation_id };
    Ok(SurveyResultServiceClient::new(calls.clone()).get_survey_series(asked).await?.into_inner().series)
}

/// What all three say when they find nothing.
async fn finds_nothing(calls: &Calls, wanted: Wanted<'_>, response: &str) -> bool {
    let nothing = Err(said(Code::NotFound, "not_found"));
    let listed = list(calls, wanted, PageRequest::default()).await.map(drop).map_err(|status| told(&status));
    let got = get(calls, wanted, response).await.map(drop).map_err(|status| told(&status));
    let drawn = series(calls, wanted).await.map(drop).map_err(|status| told(&status));
    // Whoever finds one of them finds all of them.
    assert_eq!((&listed, &listed), (&got, &drawn));
    listed == nothing
}

fn texts(text: &str) -> Option<LocalizedString> {
    Some(LocalizedString { texts: ["fi", "sv", "en"].map(|language| (language.to_owned(), text.to_owned())).into() })
}

fn item(link_id: &str, kind: ItemType) -> Item {
    Item { link_id: link_id.to_owned(), r#type: kind.into(), text: texts(link_id), ..Item::default() }
}

/// How much it hurts; while it does, what the patient weighs; and a score with two bands.
fn questionnaire(unit: &str) -> Questionnaire {
    let above_zero = AnswerValue { value: Some(Value::Integer(0)) };
    let hurts = Condition { link_id: "pain".to_owned(), operator: Operator::Greater.into(), value: Some(above_zero) };
    let band = |from: i64, level: Level| Band { from, text: texts("Vyöhyke"), level: level.into() };
    let bands = vec![band(0, Level::Normal), band(5_000_000, Level::Serious)];
    let score = Score { kind: ScoreKind::Sum.into(), link_ids: vec!["pain".to_owned()], bands, ..Score::default() };
    let items = vec![
        Item { required: true, min: Some(0), max: Some(10), ..item("pain", ItemType::Integer) },
        Item { enable_when: vec![hurts], decimals: 1, unit: texts(unit), ..item("weight", ItemType::Decimal) },
        Item { score: Some(score), ..item("sum", ItemType::Score) },
    ];
    Questionnaire { items: vec![Item { items, ..item("step", ItemType::Group) }] }
}

fn details(title: &str, matter: Matter, unit: &str) -> SurveyDetails {
    SurveyDetails {
        title: Some(Translated { fi: title.to_owned(), sv: format!("{title} sv"), en: format!("{title} en") }),
        description: None,
        r#type: SurveyType::Omavointi.into(),
        matter: matter.into(),
        questionnaire: Some(questionnaire(unit)),
    }
}

fn answer(link_id: &str, value: Value) -> Answer {
    Answer { link_id: link_id.to_owned(), values: vec![AnswerValue { value: Some(value) }] }
}

/// Whole numbers, and what of them is a weight in kilograms or pounds.
fn answers(pain: i64, weight: i64) -> Answers {
    Answers { answers: vec![answer("pain", Value::Integer(pain)), answer("weight", Value::Decimal(weight * 1_000_000))] }
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_04_answers_of_three_sends_come_as_a_series_with_what_was_before_and_after_and_who_answered_on_behalf() {
    let clinic = Clinic::start().await;
    let aino = clinic.patient("Aino", "Lehtonen").await;
    let eino = clinic.for_patient(&aino, "Aino Lehtonen");
    let liisa = clinic.professional(&[&aino]).await;
    clinic.read_by("", Matter::Health, NURSE).await;
    let survey = clinic.publish("", details("Kipu", Matter::Health, "kg")).await;
    let first = clinic.answered(liisa, of(&aino, &survey), &aino.calls, 1, answers(3, 70)).await;
    // Without pain the weight is not asked, so nothing of it is kept.
    let second = clinic.answered(liisa, of(&aino, &survey), &eino, 1, answers(0, 70)).await;
    clinic.publish(&survey, details("Kipu", Matter::Health, "lb")).await;
    let third = clinic.answered(liisa, of(&aino, &survey), &aino.calls, 2, answers(7, 150)).await;
    let (calls, wanted) = (clinic.working(liisa, NURSE), of(&aino, &survey));

    let newest = list(&calls, wanted, PageRequest { size: 2, token: String::new() }).await.unwrap();
    let oldest = list(&calls, wanted, PageRequest { size: 2, token: newest.next_page_token.clone() }).await.unwrap();
    assert_eq!((newest.responses.len(), oldest.next_page_token.as_str()), (2, ""));
    let listed: Vec<_> = newest.responses.iter().chain(&oldest.responses).collect();
    let facts: Vec<_> = listed.iter().map(|row| (row.survey_response_id.as_str(), row.published_version, row.on_behalf)).collect();
    assert_eq!(facts, [(third.as_str(), 2, false), (second.as_str(), 1, true), (first.as_str(), 1, false)]);

    let read = get(&calls, wanted, &second).await.unwrap();
    assert_eq!(read.response.as_ref(), Some(listed[1]));
    assert_eq!(read.title.unwrap().fi, "Kipu");
    assert_eq!(read.questionnaire.unwrap().items[0].items[1].unit, texts("kg"), "in the version that was answered");
    assert_eq!(read.answers.unwrap().answers, [answer("pain", Value::Integer(0))]);
    assert_eq!(read.scores.iter().map(|score| (score.value, score.band)).collect::<Vec<_>>(), [(Some(0), Some(0))]);
    assert_eq!((read.patient_name.as_str(), read.representative_name.as_str()), ("Aino Lehtonen", "Eino Lehtonen"));
    assert!(read.activated_at.unwrap().seconds < listed[1].sent_at.as_ref().unwrap().seconds);
    assert_eq!((&read.previous_survey_response_id, &read.next_survey_response_id), (&first, &third));
    for (id, previous, next) in [(&first, "", second.as_str()), (&third, second.as_str(), "")] {
        let read = get(&calls, wanted, id).await.unwrap();
        assert_eq!((read.previous_survey_response_id.as_str(), read.next_survey_response_id.as_str()), (previous, next));
        assert_eq!(read.representative_name, "", "in her own name");
    }
    assert_eq!(clinic.grounds(&second).await, [("patient".to_owned(), aino.id)]);

    let drawn = series(&calls, wanted).await.unwrap();
    let values = |one: &Series| one.points.iter().map(|point| (point.survey_response_id.clone(), point.value)).collect::<Vec<_>>();
    let point = |response: &String, value: i64| (response.clone(), value * 1_000_000);
    assert_eq!(drawn.iter().map(|one| one.link_id.as_str()).collect::<Vec<_>>(), ["pain", "weight", "sum"]);
    assert_eq!(values(&drawn[0]), [point(&first, 3), point(&second, 0), point(&third, 7)]);
    assert_eq!(values(&drawn[1]), [point(&first, 70), point(&third, 150)]);
    assert_eq!(drawn[2].points.iter().map(|point| point.band).collect::<Vec<_>>(), [Some(0), Some(0), Some(1)]);
    assert_eq!(drawn.iter().map(|one| one.breaks.clone()).collect::<Vec<_>>(), [vec![], vec![1], vec![]], "pounds are no kilograms");

    // While conversations is away, a patient who is open is read all the same.
    get(&calls, Wanted { conversation: &Uuid::now_v7().to_string(), ..wanted }, &first).await.unwrap();
    // Every read model has something to be rebuilt from.
    send_to_store(&clinic.world.running.kernel().store, aino.id, &survey).await;
    rebuilds_to_the_same(&clinic.world.running).await.unwrap();
    clinic.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_05_answers_are_read_by_whom_the_surveys_own_access_or_that_of_its_domain_names_and_to_others_they_are_not_there() {
    let clinic = Clinic::start().await;
    let (aino, elli) = (clinic.patient("Aino", "Lehtonen").await, clinic.patient("Elli", "Fofonoff").await);
    let liisa = clinic.professional(&[&aino, &elli]).await;
    let own = clinic.publish("", details("Oma", Matter::Health, "kg")).await;
    let of_domain = clinic.publish("", details("Alueen", Matter::Health, "kg")).await;
    let of_nobody = clinic.publish("", details("Ei kenenkään", Matter::Social, "kg")).await;
    let mut responses = Vec::new();
    for survey in [&own, &of_domain, &of_nobody] {
        responses.push(clinic.answered(liisa, of(&aino, survey), &aino.calls, 1, answers(3, 70)).await);
    }
    let surveys: Vec<_> = [&own, &of_domain, &of_nobody].into_iter().zip(&responses).collect();
    let (other_role, other_location) = ((THERAPIST.0, NURSE.1), (NURSE.0, THERAPIST.1));

    // Where nobody is named nobody reads; those who are named read what was answered before.
    for (survey, response) in &surveys {
        assert!(finds_nothing(&clinic.working(liisa, NURSE), of(&aino, survey), response).await);
    }
    clinic.read_by("", Matter::Health, NURSE).await;
    clinic.read_by(&own, Matter::Health, THERAPIST).await;
    for (work, reads) in [
        (NURSE, [false, true, false]),
        (THERAPIST, [true, false, false]),
        (other_role, [false, false, false]),
        (other_location, [false, false, false]),
    ] {
        let calls = clinic.working(liisa, work);
        for ((survey, response), reads) in surveys.iter().zip(reads) {
            assert_eq!(!finds_nothing(&calls, of(&aino, survey), response).await, reads, "{work:?} {survey}");
        }
    }
    clinic.read_by("", Matter::Social, NURSE).await;
    assert!(!finds_nothing(&clinic.working(liisa, NURSE), of(&aino, &of_nobody), &responses[2]).await);

    // Another survey's response, one that there is not, another patient's, and a survey and a patient that there are not.
    let (nurse, missing) = (clinic.working(liisa, NURSE), Uuid::now_v7().to_string());
    let nothing = said(Code::NotFound, "not_found");
    for response in [&responses[0], &responses[2], &missing] {
        assert_eq!(told(&get(&nurse, of(&aino, &of_domain), response).await.unwrap_err()), nothing);
    }
    let of_elli = clinic.answered(liisa, of(&elli, &of_domain), &elli.calls, 1, answers(3, 70)).await;
    assert_eq!(told(&get(&nurse, of(&aino, &of_domain), &of_elli).await.unwrap_err()), nothing);
    let nobody = Wanted { patient: Uuid::now_v7(), ..of(&aino, &of_domain) };
    for wanted in [of(&aino, &missing), nobody, of(&elli, &of_nobody)] {
        assert!(finds_nothing(&nurse, wanted, &responses[1]).await);
    }

    // Whose session has not opened the patient finds nothing, whatever the access says; a conversation that cannot be asked about opens nothing.
    let jussi = clinic.working(clinic.professional(&[&elli]).await, NURSE);
    let foreign = of(&aino, &of_domain);
    assert!(finds_nothing(&jussi, foreign, &responses[1]).await);
    let refused = get(&jussi, Wanted { conversation: &missing, ..foreign }, &responses[1]).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::Unavailable, "unavailable"));
    clinic.end().await;
}
