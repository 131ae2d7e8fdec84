//! Answers to surveys: whoever may read a conversation of the patient reads them from there, if the survey's access says so too; and nothing of
//! them is told on the bus or in a trace.

use chassis::testkit::eventually;
use chassis_domain::demo_id;
use identity::demo::{location_id, role_id};
use kajo_proto::{
    common::v1::{LocalizedString, Matter, Translated},
    conversations::v1::{StartConversationRequest, StartConversationResponse},
    survey::v1::{
        ActivateSurveyRequest, ActivateSurveyResponse, Answer, AnswerValue, Answers, Band, Condition, GetSurveyAccessRequest,
        GetSurveyAccessResponse, GetSurveyRequest, GetSurveyResponse, GetSurveyResponseRequest, GetSurveyResponseResponse, GetSurveySeriesRequest,
        GetSurveySeriesResponse, Item, ItemType, Level, ListSurveyResponsesRequest, ListSurveyResponsesResponse, Operator, PublishSurveyRequest,
        PublishSurveyResponse, Questionnaire, SaveMyAnswersRequest, SaveMyAnswersResponse, SaveSurveyAccessRequest, SaveSurveyAccessResponse, Score,
        ScoreKind, SendMyAnswersRequest, SendMyAnswersResponse, ShowMySurveyToGuardiansRequest, ShowMySurveyToGuardiansResponse, SurveyAccessDetails,
        SurveyDetails, SurveyResponseSummary, SurveyType, answer_value::Value,
    },
};
use tonic::Status;
use uuid::Uuid;

use crate::{
    browser::{Browser, code_and_reason},
    bus::{Carried, carried},
    to_patient::{AINO, look_up},
    trace::Sink,
    world::World,
};

const SURVEYS: &str = "/kajo.survey.v1.SurveyService";
const ACCESS: &str = "/kajo.survey.v1.SurveyAccessService";
const MINE: &str = "/kajo.survey.v1.MySurveyService";
const RESULTS: &str = "/kajo.survey.v1.SurveyResultService";
/// What is answered: how many, and in words. Both stand nowhere else.
pub(crate) const STEPS: i64 = 987_654_321;
pub(crate) const WORDS: &str = "canary-answer";
/// What the answer comes to, in words.
pub(crate) const BAND: &str = "canary-band";
/// Which version is answered: the newer one of two.
pub(crate) const VERSION: u32 = 2;

fn text(words: &str) -> Option<LocalizedString> {
    Some(LocalizedString { texts: ["fi", "sv", "en"].map(|language| (language.to_owned(), words.to_owned())).into() })
}

fn item(link_id: &str, kind: ItemType) -> Item {
    Item { link_id: link_id.to_owned(), r#type: kind.into(), text: text(link_id), ..Item::default() }
}

/// Two questions, of which the second follows from the first, and a score; later on one question more.
fn questionnaire(later: Option<Item>) -> Questionnaire {
    let where_asked = Condition {
        link_id: "steps".to_owned(),
        operator: Operator::GreaterOrEqual.into(),
        value: Some(AnswerValue { value: Some(Value::Integer(4)) }),
    };
    let band = |from, words, level: Level| Band { from, text: text(words), level: level.into() };
    let score = Score {
        kind: ScoreKind::Sum.into(),
        link_ids: vec!["steps".to_owned()],
        bands: vec![band(0, "little", Level::Normal), band(5_000_000, BAND, Level::Serious)],
        shown: true,
        ..Score::default()
    };
    let mut items = vec![
        item("steps", ItemType::Integer),
        Item { enable_when: vec![where_asked], ..item("where", ItemType::Text) },
        Item { score: Some(score), ..item("sum", ItemType::Score) },
    ];
    items.extend(later);
    Questionnaire { items: vec![Item { items, ..item("step", ItemType::Group) }] }
}

/// A survey of which there are two versions.
pub(crate) async fn publish(administrator: &Browser, title: &str, kind: SurveyType, matter: Matter) -> String {
    let path = format!("{SURVEYS}/PublishSurvey");
    let title = Some(Translated { fi: title.to_owned(), sv: title.to_owned(), en: title.to_owned() });
    let details = SurveyDetails {
        title: title.clone(),
        description: title,
        r#type: kind.into(),
        matter: matter.into(),
        questionnaire: Some(questionnaire(None)),
    };
    let first = PublishSurveyRequest { details: Some(details.clone()), ..PublishSurveyRequest::default() };
    let published: PublishSurveyResponse = administrator.call(&path, &first).await.unwrap();
    let survey_id = published.survey_id;
    let kept: GetSurveyResponse =
        administrator.call(&format!("{SURVEYS}/GetSurvey"), &GetSurveyRequest { survey_id: survey_id.clone() }).await.unwrap();
    let later = questionnaire(Some(item("slept", ItemType::Boolean)));
    let second = PublishSurveyRequest {
        survey_id: survey_id.clone(),
        details: Some(SurveyDetails { questionnaire: Some(later), ..details }),
        fields: vec!["questionnaire".to_owned()],
        version: kept.survey.unwrap().version,
        ..PublishSurveyRequest::default()
    };
    let _: PublishSurveyResponse = administrator.call(&path, &second).await.unwrap();
    survey_id
}

/// Says who reads the answers, by keys of the demo: these roles at these locations.
pub(crate) async fn let_read(administrator: &Browser, survey_id: &str, roles: &[&str], locations: &[&str]) {
    let asked = GetSurveyAccessRequest { survey_id: survey_id.to_owned(), ..GetSurveyAccessRequest::default() };
    let kept: GetSurveyAccessResponse = administrator.call(&format!("{ACCESS}/GetSurveyAccess"), &asked).await.unwrap();
    let details = SurveyAccessDetails {
        role_ids: roles.iter().map(|role| role_id(role).to_string()).collect(),
        location_ids: locations.iter().map(|location| location_id(location).to_string()).collect(),
    };
    let asked = SaveSurveyAccessRequest {
        survey_id: survey_id.to_owned(),
        details: Some(details),
        fields: vec!["role_ids".to_owned(), "location_ids".to_owned()],
        version: kept.access.unwrap().version,
        ..SaveSurveyAccessRequest::default()
    };
    let _: SaveSurveyAccessResponse = administrator.call(&format!("{ACCESS}/SaveSurveyAccess"), &asked).await.unwrap();
}

/// For a patient whom the professional has opened, from today on.
pub(crate) async fn activate(professional: &Browser, patient_id: &str, survey_id: &str) -> Result<String, Status> {
    let asked =
        ActivateSurveyRequest { patient_id: patient_id.to_owned(), survey_id: survey_id.to_owned(), again: true, ..ActivateSurveyRequest::default() };
    let path = "/kajo.survey.v1.SurveyActivationService/ActivateSurvey";
    Ok(professional.call::<ActivateSurveyResponse>(path, &asked).await?.survey_activation_id)
}

pub(crate) fn answers(steps: i64, words: &str) -> Option<Answers> {
    let answer = |link_id: &str, value| Answer { link_id: link_id.to_owned(), values: vec![AnswerValue { value: Some(value) }] };
    Some(Answers { answers: vec![answer("steps", Value::Integer(steps)), answer("where", Value::Text(words.to_owned()))] })
}

/// The resident answers.
pub(crate) async fn send(resident: &Browser, survey_activation_id: &str, steps: i64, words: &str) {
    let asked =
        SendMyAnswersRequest { survey_activation_id: survey_activation_id.to_owned(), answers: answers(steps, words), published_version: VERSION };
    let sent: SendMyAnswersResponse = resident.call(&format!("{MINE}/SendMyAnswers"), &asked).await.unwrap();
    assert!(sent.problems.is_empty(), "{:?}", sent.problems);
}

/// A resident of 12 to 17 lets guardians see it; who is older has nothing to show.
pub(crate) async fn show_to_guardians(resident: &Browser, survey_activation_id: &str) {
    let asked = ShowMySurveyToGuardiansRequest { survey_activation_id: survey_activation_id.to_owned(), visible: true };
    let shown = resident.call::<ShowMySurveyToGuardiansResponse>(&format!("{MINE}/ShowMySurveyToGuardians"), &asked).await;
    let reason = shown.err().map(|status| code_and_reason(&status));
    assert!(matches!(reason.as_deref(), None | Some("PermissionDenied/not_the_teenager")), "{reason:?}");
}

/// The answers that somebody may read, the newest first; from a conversation, or with the patient open.
pub(crate) async fn responses(by: &Browser, patient_id: &str, survey_id: &str, conversation_id: &str) -> Result<Vec<SurveyResponseSummary>, Status> {
    let asked = ListSurveyResponsesRequest {
        patient_id: patient_id.to_owned(),
        survey_id: survey_id.to_owned(),
        active_conversation_id: conversation_id.to_owned(),
        ..ListSurveyResponsesRequest::default()
    };
    Ok(by.call::<ListSurveyResponsesResponse>(&format!("{RESULTS}/ListSurveyResponses"), &asked).await?.responses)
}

/// What was answered: of whom, to what, which one.
struct Sent {
    patient: String,
    survey: String,
    response: String,
}

impl Sent {
    async fn read(&self, by: &Browser, conversation_id: &str) -> Result<GetSurveyResponseResponse, Status> {
        let asked = GetSurveyResponseRequest {
            patient_id: self.patient.clone(),
            survey_id: self.survey.clone(),
            survey_response_id: self.response.clone(),
            active_conversation_id: conversation_id.to_owned(),
        };
        by.call(&format!("{RESULTS}/GetSurveyResponse"), &asked).await
    }

    async fn series(&self, by: &Browser, conversation_id: &str) -> Result<GetSurveySeriesResponse, Status> {
        let asked = GetSurveySeriesRequest {
            patient_id: self.patient.clone(),
            survey_id: self.survey.clone(),
            active_conversation_id: conversation_id.to_owned(),
        };
        by.call(&format!("{RESULTS}/GetSurveySeries"), &asked).await
    }

    /// Whether somebody reads it, in whatever way they ask.
    async fn is_read(&self, by: &Browser, conversation_id: &str) -> bool {
        let whole = self.read(by, conversation_id).await.map(drop);
        let listed = responses(by, &self.patient, &self.survey, conversation_id).await.map(drop);
        let series = self.series(by, conversation_id).await.map(drop);
        let [one, others @ ..] = [&whole, &listed, &series];
        for other in others {
            assert_eq!(one.is_ok(), other.is_ok(), "{one:?}, {other:?}");
        }
        for refused in [whole, listed, series].into_iter().filter_map(Result::err) {
            assert_eq!(code_and_reason(&refused), "NotFound/not_found");
        }
        self.read(by, conversation_id).await.is_ok()
    }
}

/// A resident has answered a survey that a nurse activated.
async fn answered(administrator: &Browser, nurse: &Browser, resident: &Browser, (steps, words): (i64, &str)) -> Sent {
    let survey_id = publish(administrator, "Askeleet", SurveyType::Omavointi, Matter::Health).await;
    let_read(administrator, &survey_id, &["nurse"], &["lehtola"]).await;
    let patient_id = look_up(nurse, AINO).await;
    let survey_activation_id = activate(nurse, &patient_id, &survey_id).await.unwrap();
    let draft = SaveMyAnswersRequest {
        survey_activation_id: survey_activation_id.clone(),
        answers: answers(steps, words),
        published_version: VERSION,
        revision: 0,
    };
    let _: SaveMyAnswersResponse = resident.call(&format!("{MINE}/SaveMyAnswers"), &draft).await.unwrap();
    send(resident, &survey_activation_id, steps, words).await;
    let found = responses(nurse, &patient_id, &survey_id, "").await.unwrap();
    let [one] = found.as_slice() else { panic!("one was sent, and there are {}", found.len()) };
    let survey_response_id = one.survey_response_id.clone();
    Sent { patient: patient_id, survey: survey_id, response: survey_response_id }
}

/// A resident writes into a queue of Lehtola, by its key in the demo.
async fn writes(resident: &Browser, category: &str, queue: &str) -> String {
    let asked = StartConversationRequest {
        service_area_id: demo_id("service-area", "lehtola").to_string(),
        category_id: demo_id("category", category).to_string(),
        subcategory_id: demo_id("queue", &format!("{category}/{queue}")).to_string(),
        topic: "Jalka".to_owned(),
        text: "Vastasin kyselyyn.".to_owned(),
        ..StartConversationRequest::default()
    };
    let path = "/kajo.conversations.v1.ConversationService/StartConversation";
    resident.call::<StartConversationResponse>(path, &asked).await.unwrap().conversation_id
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sur_04_sur_05_answers_are_read_from_a_conversation_of_the_patient_that_may_be_read_and_from_no_other() {
    let world = World::start().await;
    let (paula, liisa) = (world.practitioner("paula").await, world.professional("liisa", "nurse", "lehtola").await);
    let (aino, sanna) = (world.resident("aino").await, world.resident("sanna").await);
    let sent = answered(&paula, &liisa, &aino, (7, WORDS)).await;
    let (hers, social) = (writes(&aino, "health-station", "nurse").await, writes(&aino, "social-services", "guidance").await);
    let anothers = writes(&sanna, "health-station", "nurse").await;
    let missing = Uuid::from_u128(0x0bad).to_string();

    // With the patient open; and by a colleague who has not opened her, from what she has written to the nurses.
    let pekka = world.professional("pekka", "nurse", "lehtola").await;
    let risto = world.professional("risto", "social-worker", "satama").await;
    assert!(sent.is_read(&liisa, "").await);
    assert!(!sent.is_read(&pekka, "").await);
    assert!(sent.is_read(&pekka, &hers).await);
    let read = sent.read(&pekka, &hers).await.unwrap();
    assert_eq!((read.patient_name.as_str(), read.representative_name.as_str()), ("Aino Lehtonen", ""));
    assert_eq!(read.answers, answers(7, WORDS));
    assert_eq!(read.scores.iter().map(|score| (score.value, score.band)).collect::<Vec<_>>(), [(Some(7_000_000), Some(1))]);
    let series = sent.series(&pekka, &hers).await.unwrap().series;
    assert!(series.iter().any(|one| one.link_id == "sum" && one.points.len() == 1), "{series:?}");

    // From one of another patient, one that he may not read, or one that there is not.
    for conversation in [&anothers, &social, &missing] {
        assert!(!sent.is_read(&pekka, conversation).await, "{conversation}");
    }
    // Whoever may read the conversation reads the answers only as the survey's access says, at once for what was sent before; and building a
    // survey, or saying who reads it, gives nobody a right to read.
    assert!(!sent.is_read(&risto, &social).await);
    let_read(&paula, &sent.survey, &["social-worker"], &["satama"]).await;
    assert!(sent.is_read(&risto, &social).await);
    assert!(!sent.is_read(&risto, &hers).await);
    look_up(&paula, AINO).await;
    for (by, conversation) in [(&liisa, ""), (&pekka, hers.as_str()), (&paula, ""), (&paula, hers.as_str())] {
        assert!(!sent.is_read(by, conversation).await);
    }
    let_read(&paula, &sent.survey, &[], &[]).await;
    assert!(!sent.is_read(&risto, &social).await);

    // Who has read stands in the log of accesses, under the patient; who was refused has read nothing.
    let logged = "select distinct actor_id::text from access_log where method = $1 and object_id = $2::uuid and subject_id = $3::uuid";
    let mut readers: Vec<String> = sqlx::query_scalar(logged)
        .bind(format!("{RESULTS}/GetSurveyResponse"))
        .bind(&sent.response)
        .bind(&sent.patient)
        .fetch_all(&world.platform.service("survey").unwrap().kernel().pool)
        .await
        .unwrap();
    let mut expected = ["liisa", "pekka", "risto"].map(|hint| demo_id("person", hint).to_string());
    readers.sort();
    expected.sort();
    assert_eq!(readers, expected);
    world.end().await;
}

/// Whether a fact says something of the answers: in letters, or as a number in the message.
pub(crate) fn tells(fact: &Carried) -> bool {
    let numbers = [STEPS, STEPS * 1_000_000].map(|number| {
        let mut bytes = Vec::new();
        prost::encode_length_delimiter(usize::try_from(number).unwrap(), &mut bytes).unwrap();
        bytes
    });
    let has = |bytes: &Vec<u8>| fact.payload.windows(bytes.len()).any(|window| window == bytes.as_slice());
    tells_in_letters(&fact.whole) || numbers.iter().any(has)
}

pub(crate) fn tells_in_letters(text: &str) -> bool {
    [WORDS, BAND, "Aino", "Lehtonen"].iter().any(|words| text.contains(words)) || text.contains(&STEPS.to_string())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ops_02_sur_03_nothing_of_the_answers_to_a_survey_is_on_the_bus_or_in_a_trace() {
    let (sink, address) = Sink::start().await;
    let _telemetry = chassis::telemetry::init("platform-it", "info", Some(&format!("http://{address}"))).unwrap();
    let world = World::start().await;
    let (paula, liisa) = (world.practitioner("paula").await, world.professional("liisa", "nurse", "lehtola").await);
    let aino = world.resident("aino").await;
    let sent = answered(&paula, &liisa, &aino, (STEPS, WORDS)).await;
    let read = sent.read(&liisa, "").await.unwrap();
    assert_eq!((read.answers, read.scores[0].band), (answers(STEPS, WORDS), Some(1)));

    let facts = eventually(|| async {
        let found = carried(&world).await;
        let is_there = found.iter().any(|fact| fact.kind == "kajo.survey.v1.SurveyAnswered");
        is_there.then_some(found)
    })
    .await;
    assert!(facts.iter().any(|fact| fact.kind == "kajo.survey.v1.SurveyActivated"));
    for fact in &facts {
        assert!(!tells(fact), "{}", fact.whole);
    }

    let wanted = ["SaveMyAnswers", "SendMyAnswers", "GetSurveyResponse"];
    let spans = eventually(|| async {
        let spans = sink.told();
        wanted.iter().all(|method| spans.iter().any(|span| span.contains(method))).then_some(spans)
    })
    .await;
    for span in &spans {
        assert!(!tells_in_letters(span), "{span}");
    }
    world.end().await;
}
