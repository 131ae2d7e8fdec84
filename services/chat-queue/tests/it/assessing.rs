//! A queue that has symptoms assessed first, beside survey, which keeps what is asked.

use chassis::{
    service::Running,
    testkit::{Calls, World, caller},
};
use chassis_domain::Uuid;
use chat_queue::assessment::CONSENT_VERSION;
use kajo_proto::{
    chat_queue::v1::{
        Assessment, ChatAssessment, ChatQueue, ChatQueueDetails, GetAssessmentRequest, GetAssessmentResponse, GetChatAssessmentRequest,
        SaveChatQueueRequest, SubmitAssessmentRequest, SubmitAssessmentResponse, assessment_service_client::AssessmentServiceClient,
        chat_queue_service_client::ChatQueueServiceClient,
    },
    common::v1::{LocalizedString, Matter},
    options::v1::Caller,
    survey::v1::{
        Answer, AnswerValue, Answers, ArchiveSurveyRequest, Band, Condition, GetSurveyRequest, Item, ItemType, Level, Operator, PublishSurveyRequest,
        Questionnaire, Score, ScoreKind, SurveyDetails, SurveyType, answer_value::Value, survey_service_client::SurveyServiceClient,
    },
};
use sqlx::AssertSqlSafe;
use tonic::Status;

use crate::{
    waiting_room::WaitingRoom,
    world::{by, get as get_queue, named, start, texts},
};

/// One, where numbers are told in millionths.
const ONE: i64 = 1_000_000;

/// A waiting room whose queue has symptoms assessed, for residents and visitors, and survey until it goes away.
pub(crate) struct Clinic {
    pub(crate) room: WaitingRoom,
    pub(crate) survey_id: String,
    survey: Option<Running>,
}

impl Clinic {
    pub(crate) async fn open() -> Self {
        let world = start().await;
        let survey = world.environment().service(survey::service()).await.unwrap();
        let asked = PublishSurveyRequest { details: Some(details()), ..PublishSurveyRequest::default() };
        let survey_id = builder(&world, &survey).publish_survey(asked).await.unwrap().into_inner().survey_id;
        let queue =
            ChatQueueDetails { visible_to_unidentified: true, triage_required: true, assessment_survey_id: survey_id.clone(), ..named("Neuvola") };
        Self { room: WaitingRoom::in_world(world, queue).await, survey_id, survey: Some(survey) }
    }

    fn builder(&self) -> SurveyServiceClient<Calls> {
        builder(&self.room.world, self.survey.as_ref().unwrap())
    }

    /// The same survey asks one thing more from now on.
    pub(crate) async fn publish_anew(&self) {
        let asked = GetSurveyRequest { survey_id: self.survey_id.clone() };
        let found = self.builder().get_survey(asked).await.unwrap().into_inner().survey.unwrap();
        let mut details = found.details.unwrap();
        details.questionnaire.as_mut().unwrap().items[0].items.push(item("more", ItemType::Text));
        let asked = PublishSurveyRequest {
            survey_id: self.survey_id.clone(),
            details: Some(details),
            fields: vec!["questionnaire".to_owned()],
            version: found.version,
            ..PublishSurveyRequest::default()
        };
        self.builder().publish_survey(asked).await.unwrap();
    }

    pub(crate) async fn archive_survey(&self) {
        self.builder().archive_survey(ArchiveSurveyRequest { survey_id: self.survey_id.clone() }).await.unwrap();
    }

    /// Nobody can say what is asked from now on.
    pub(crate) async fn survey_goes_away(&mut self) {
        self.survey.take().unwrap().stop().await;
    }

    /// The queue has symptoms assessed from now on, or has not.
    pub(crate) async fn switch(&self, triage_required: bool) {
        let ChatQueue { details, version, .. } = get_queue(&self.room.world, &self.room.queue).await.unwrap();
        let details = details.map(|details| ChatQueueDetails { triage_required, ..details });
        let fields = vec!["triage_required".to_owned()];
        let asked = SaveChatQueueRequest { chat_queue_id: self.room.queue.clone(), details, fields, version };
        ChatQueueServiceClient::new(by(&self.room.world, Caller::ResponsibleUser)).save_chat_queue(asked).await.unwrap();
    }

    /// How many rows there are of a kind.
    pub(crate) async fn count(&self, rows: &str) -> i64 {
        let asked = AssertSqlSafe(format!("select count(*) from {rows}"));
        sqlx::query_scalar(asked).fetch_one(&self.room.world.running.kernel().pool).await.unwrap()
    }

    /// Rows of the access log about assessments: what was called, about which one, whose it is, and why who called might look.
    pub(crate) async fn logged(&self) -> Vec<(String, Option<Uuid>, Option<Uuid>, String)> {
        let rows = "select substring(method from '[^/]*$'), object_id, subject_id, ground from access_log where object_kind = 'assessment'";
        sqlx::query_as(rows).fetch_all(&self.room.world.running.kernel().pool).await.unwrap()
    }

    pub(crate) async fn end(self) {
        if let Some(survey) = self.survey {
            survey.stop().await;
        }
        self.room.end().await;
    }
}

fn builder(world: &World, survey: &Running) -> SurveyServiceClient<Calls> {
    SurveyServiceClient::new(world.environment().calls(survey).by(caller(Caller::ResponsibleUser, Uuid::now_v7(), "Ritva Rinne")))
}

/// How much it hurts, whether it is hard to breathe, and how that is; a score that is told, and one that is not.
fn details() -> SurveyDetails {
    let is_hard = AnswerValue { value: Some(Value::Boolean(true)) };
    let condition = Condition { link_id: "breathing".to_owned(), operator: Operator::Equal.into(), value: Some(is_hard) };
    let items = vec![
        Item { required: true, min: Some(0), max: Some(10), ..item("pain", ItemType::Integer) },
        item("breathing", ItemType::Boolean),
        Item { enable_when: vec![condition], ..item("words", ItemType::Text) },
        score("urgency", true, &[(0, Level::Normal), (4, Level::Notable), (8, Level::Serious)]),
        score("risk", false, &[(0, Level::Serious)]),
    ];
    SurveyDetails {
        title: texts("Oirearvio"),
        description: texts("Kerro oireestasi"),
        r#type: SurveyType::SymptomAssessment.into(),
        matter: Matter::Health.into(),
        questionnaire: Some(Questionnaire { items: vec![Item { items, ..item("step", ItemType::Group) }] }),
    }
}

/// An item whose words are its link ID.
fn item(link_id: &str, kind: ItemType) -> Item {
    Item { link_id: link_id.to_owned(), r#type: kind.into(), text: words(link_id), ..Item::default() }
}

/// Of the pain, with what it means from where on.
fn score(link_id: &str, shown: bool, bands: &[(i64, Level)]) -> Item {
    let band = |(from, level): &(i64, Level)| Band { from: from * ONE, text: words(level.as_str_name()), level: (*level).into() };
    let (link_ids, bands) = (vec!["pain".to_owned()], bands.iter().map(band).collect());
    let score = Score { kind: ScoreKind::Sum.into(), link_ids, bands, shown, ..Score::default() };
    Item { score: Some(score), ..item(link_id, ItemType::Score) }
}

fn words(word: &str) -> Option<LocalizedString> {
    let of = |language: &str| (language.to_owned(), format!("{word} {language}"));
    Some(LocalizedString { texts: ["fi", "sv", "en"].map(of).into() })
}

pub(crate) fn answer(link_id: &str, value: Value) -> Answer {
    Answer { link_id: link_id.to_owned(), values: vec![AnswerValue { value: Some(value) }] }
}

/// So much pain, and nothing else.
pub(crate) fn pain(much: i64) -> Answers {
    Answers { answers: vec![answer("pain", Value::Integer(much))] }
}

/// Much pain, and words that are not asked for.
pub(crate) fn words_too_many() -> Answers {
    let others = [answer("breathing", Value::Boolean(false)), answer("words", Value::Text("Hengästyn portaissa".to_owned()))];
    Answers { answers: pain(9).answers.into_iter().chain(others).collect() }
}

/// Scores of what is asked, each with how many bands are told.
pub(crate) fn bands(asked: &Questionnaire) -> Vec<(&str, usize)> {
    asked.items[0].items.iter().filter_map(|item| Some((item.link_id.as_str(), item.score.as_ref()?.bands.len()))).collect()
}

/// What each finding is called and means, in Finnish, and how serious it is.
pub(crate) fn found(assessment: &Assessment) -> Vec<(&str, &str, Level)> {
    let findings = assessment.findings.iter();
    findings.map(|finding| (finnish(finding.name.as_ref()), finnish(finding.text.as_ref()), finding.level())).collect()
}

fn finnish(text: Option<&LocalizedString>) -> &str {
    &text.unwrap().texts["fi"]
}

fn client(calls: &Calls) -> AssessmentServiceClient<Calls> {
    AssessmentServiceClient::new(calls.clone())
}

pub(crate) async fn get(calls: &Calls, queue: &str) -> Result<GetAssessmentResponse, Status> {
    Ok(client(calls).get_assessment(GetAssessmentRequest { chat_queue_id: queue.to_owned() }).await?.into_inner())
}

/// What somebody can join with.
pub(crate) async fn completed(calls: &Calls, queue: &str) -> Option<Assessment> {
    get(calls, queue).await.unwrap().completed
}

/// With consent, to the first version.
pub(crate) fn submitting(queue: &str, answers: Answers) -> SubmitAssessmentRequest {
    SubmitAssessmentRequest { chat_queue_id: queue.to_owned(), answers: Some(answers), published_version: 1, consent_version: CONSENT_VERSION }
}

pub(crate) async fn send(calls: &Calls, asked: SubmitAssessmentRequest) -> Result<SubmitAssessmentResponse, Status> {
    Ok(client(calls).submit_assessment(asked).await?.into_inner())
}

/// Sends answers against which nothing stands.
pub(crate) async fn assess(calls: &Calls, queue: &str, answers: Answers) -> Assessment {
    send(calls, submitting(queue, answers)).await.unwrap().completed.unwrap()
}

pub(crate) async fn read(calls: &Calls, chat: &str) -> Result<Option<ChatAssessment>, Status> {
    Ok(client(calls).get_chat_assessment(GetChatAssessmentRequest { chat_id: chat.to_owned() }).await?.into_inner().assessment)
}
