//! Symptoms that are assessed before a chat (CHA-09): who has to, who reads what was answered, and where nothing of it stands.

use chassis::{Clock, clock::Ids, testkit::eventually};
use chassis_domain::{SignedDuration, Timestamp};
use gateway::App;
use identity::demo::RESIDENTS;
use kajo_proto::{
    chat_queue::v1::{
        AcceptChatRequest, AcceptChatResponse, Assessment, ChatAssessment, ChatCustomer, ChatQueueDetails, ChatQueueState, EndChatRequest,
        EndChatResponse, GetAssessmentRequest, GetAssessmentResponse, GetChatAssessmentRequest, GetChatAssessmentResponse, GetChatCustomerRequest,
        GetChatCustomerResponse, JoinChatQueueRequest, JoinChatQueueResponse, LeaveChatQueueRequest, LeaveChatQueueResponse,
        ListOfferedChatQueuesRequest, ListOfferedChatQueuesResponse, ListWaitingChatsRequest, ListWaitingChatsResponse, SubmitAssessmentRequest,
        SubmitAssessmentResponse,
    },
    common::v1::Matter,
    survey::v1::{Answer, AnswerValue, Answers, Level, SurveyType, answer_value::Value},
};
use reqwest::StatusCode;
use tonic::Status;
use uuid::Uuid;

use crate::{
    browser::Browser,
    bus::carried,
    chat_files::{MISSING, add, nurse, open_queue},
    forms::values,
    journey::Live,
    surveys::{BAND, STEPS, VERSION, WORDS, answers, publish, tells, tells_in_letters},
    to_patient::no,
    trace::Sink,
    world::World,
};

const ASSESSMENTS: &str = "/kajo.chat_queue.v1.AssessmentService";
const PLACES: &str = "/kajo.chat_queue.v1.ChatPlaceService";
const WAITING: &str = "/kajo.chat_queue.v1.ChatWaitingService";
/// What is consented to.
const CONSENT: u32 = 1;

/// A queue in which those who join assess their symptoms first.
async fn asking_queue(administrator: &Browser, name: &str) -> String {
    let assessment_survey_id = publish(administrator, "Oirearvio", SurveyType::SymptomAssessment, Matter::Health).await;
    add(administrator, ChatQueueDetails { triage_required: true, assessment_survey_id, ..open_queue(name) }).await
}

/// What a queue asks, and what was answered within the hour.
async fn asked(by: &Browser, chat_queue_id: &str) -> Result<GetAssessmentResponse, Status> {
    by.call(&format!("{ASSESSMENTS}/GetAssessment"), &GetAssessmentRequest { chat_queue_id: chat_queue_id.to_owned() }).await
}

/// How many steps, and where in words, with consent.
fn filled(chat_queue_id: &str, steps: i64, words: &str) -> SubmitAssessmentRequest {
    SubmitAssessmentRequest {
        chat_queue_id: chat_queue_id.to_owned(),
        answers: answers(steps, words),
        published_version: VERSION,
        consent_version: CONSENT,
    }
}

async fn send(by: &Browser, assessment: &SubmitAssessmentRequest) -> Result<SubmitAssessmentResponse, Status> {
    by.call(&format!("{ASSESSMENTS}/SubmitAssessment"), assessment).await
}

/// Somebody answers what this queue asks.
pub(crate) async fn submit(by: &Browser, chat_queue_id: &str, steps: i64, words: &str) -> Result<Assessment, Status> {
    let sent = send(by, &filled(chat_queue_id, steps, words)).await?;
    assert!(sent.problems.is_empty(), "{:?}", sent.problems);
    Ok(sent.completed.unwrap())
}

async fn join(by: &Browser, chat_queue_id: &str) -> Result<String, Status> {
    let request = JoinChatQueueRequest { chat_queue_id: chat_queue_id.to_owned() };
    Ok(by.call::<JoinChatQueueResponse>(&format!("{PLACES}/JoinChatQueue"), &request).await?.chat_id)
}

async fn leave(by: &Browser, chat_id: &str) {
    let request = LeaveChatQueueRequest { chat_id: chat_id.to_owned() };
    let _: LeaveChatQueueResponse = by.call(&format!("{PLACES}/LeaveChatQueue"), &request).await.unwrap();
}

/// What somebody in chat has assessed.
async fn read(by: &Browser, chat_id: &str) -> Result<Option<ChatAssessment>, Status> {
    let request = GetChatAssessmentRequest { chat_id: chat_id.to_owned() };
    Ok(by.call::<GetChatAssessmentResponse>(&format!("{ASSESSMENTS}/GetChatAssessment"), &request).await?.assessment)
}

async fn customer(by: &Browser, chat_id: &str) -> ChatCustomer {
    let request = GetChatCustomerRequest { chat_id: chat_id.to_owned() };
    by.call::<GetChatCustomerResponse>(&format!("{WAITING}/GetChatCustomer"), &request).await.unwrap().customer.unwrap()
}

async fn listed(by: &Browser) -> ListWaitingChatsResponse {
    by.call(&format!("{WAITING}/ListWaitingChats"), &ListWaitingChatsRequest {}).await.unwrap()
}

/// How serious the list of those who wait says that somebody's symptoms are.
async fn waiting_level(by: &Browser, chat_id: &str) -> Level {
    listed(by).await.waiting.iter().find(|waiting| waiting.chat_id == chat_id).unwrap().assessment_level()
}

/// The same of a professional's own chats.
async fn own_level(by: &Browser, chat_id: &str) -> Level {
    listed(by).await.own.iter().find(|own| own.chat_id == chat_id).unwrap().assessment_level()
}

async fn accept(by: &Browser, chat_id: &str) {
    let request = AcceptChatRequest { chat_id: chat_id.to_owned() };
    let _: AcceptChatResponse = by.call(&format!("{WAITING}/AcceptChat"), &request).await.unwrap();
}

async fn end(by: &Browser, chat_id: &str) {
    let request = EndChatRequest { chat_id: chat_id.to_owned() };
    let _: EndChatResponse = by.call("/kajo.chat_queue.v1.ChatService/EndChat", &request).await.unwrap();
}

/// Whether the list of queues says that one asks something first.
async fn is_announced(by: &Browser, chat_queue_id: &str) -> bool {
    let path = "/kajo.chat_queue.v1.OfferedChatQueueService/ListOfferedChatQueues";
    let offered: ListOfferedChatQueuesResponse = by.call(path, &ListOfferedChatQueuesRequest {}).await.unwrap();
    offered.chat_queues.iter().find(|queue| queue.chat_queue_id == chat_queue_id).unwrap().assessment_required
}

/// Whose what was read is, in the log of accesses: once for each look at this assessment.
async fn logged(world: &World, assessment_id: &str) -> Vec<Option<Uuid>> {
    sqlx::query_scalar("select subject_id from access_log where method = $1 and object_id = $2::uuid")
        .bind(format!("{ASSESSMENTS}/GetChatAssessment"))
        .bind(assessment_id)
        .fetch_all(&world.platform.service("chat-queue").unwrap().kernel().pool)
        .await
        .unwrap()
}

async fn visitor(world: &World) -> Browser {
    let mut visitor = world.browser(App::Resident);
    assert_eq!(visitor.post_json("/api/visit", "{}").await.status(), StatusCode::NO_CONTENT);
    visitor
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cha_09_a_resident_assesses_symptoms_before_joining_and_those_who_may_accept_them_read_the_answers() {
    let world = World::start().await;
    let (paula, liisa, jussi) = (world.practitioner("paula").await, nurse(&world, "liisa").await, nurse(&world, "jussi").await);
    let (aino, sanna) = (world.resident("aino").await, world.resident("sanna").await);
    let queue = asking_queue(&paula, "Oireiden jono").await;
    assert!(is_announced(&aino, &queue).await);
    assert_eq!(no(join(&aino, &queue).await), "FailedPrecondition/assessment_required");

    let found = asked(&aino, &queue).await.unwrap();
    assert_eq!((found.title.unwrap().fi.as_str(), found.published_version, found.consent_version), ("Oirearvio", VERSION, CONSENT));
    assert_eq!((found.standing.unwrap().state(), found.completed), (ChatQueueState::Open, None));
    assert_eq!(found.questionnaire.unwrap().items.len(), 1);
    assert_eq!(no(asked(&aino, MISSING).await), "NotFound/not_found");

    // Without consent, in another version, or against what is asked, nothing is sent.
    let without = SubmitAssessmentRequest { consent_version: 0, ..filled(&queue, 7, WORDS) };
    assert_eq!(no(send(&aino, &without).await), "FailedPrecondition/assessment_consent_missing");
    let old = SubmitAssessmentRequest { published_version: 1, ..filled(&queue, 7, WORDS) };
    assert!(no(send(&aino, &old).await).ends_with("/stale_version"));
    let many = Answer { link_id: "steps".to_owned(), values: vec![AnswerValue { value: Some(Value::Text("many".to_owned())) }] };
    let wrong = SubmitAssessmentRequest { answers: Some(Answers { answers: vec![many] }), ..filled(&queue, 7, WORDS) };
    let refused = send(&aino, &wrong).await.unwrap();
    assert_eq!(refused.problems.iter().map(|problem| problem.link_id.as_str()).collect::<Vec<_>>(), ["steps"]);
    assert_eq!(refused.completed, None);
    assert_eq!(no(join(&aino, &queue).await), "FailedPrecondition/assessment_required");

    // Sent once, also when the answer is lost and it is tried again; her other windows hear of it.
    let mut elsewhere = Live::open(&aino).await;
    let again = aino.clone().with("idempotency-key", &Ids::system().v7(Clock::system().now()).to_string());
    let sent = submit(&again, &queue, 7, WORDS).await.unwrap();
    assert_eq!(submit(&again, &queue, 7, WORDS).await.unwrap(), sent);
    elsewhere.sees("AssessmentCompleted", &sent.assessment_id).await;
    let [finding] = sent.findings.as_slice() else { panic!("one score is shown, and there are {}", sent.findings.len()) };
    assert_eq!((sent.level(), finding.level()), (Level::Serious, Level::Serious));
    assert_eq!((finding.name.as_ref().unwrap().texts["fi"].as_str(), finding.text.as_ref().unwrap().texts["fi"].as_str()), ("sum", BAND));
    assert_eq!(sent.valid_until.unwrap().seconds - sent.completed_at.unwrap().seconds, 3600);
    assert_eq!(asked(&aino, &queue).await.unwrap().completed, Some(sent.clone()));
    assert_eq!(asked(&sanna, &queue).await.unwrap().completed, None);
    assert_eq!(no(join(&sanna, &queue).await), "FailedPrecondition/assessment_required");

    // It joins the chat, and a second press keeps the place.
    let chat = join(&aino, &queue).await.unwrap();
    assert_eq!(join(&aino, &queue).await.unwrap(), chat);
    assert_eq!(waiting_level(&liisa, &chat).await, Level::Serious);
    let mikko = world.professional("mikko", "doctor", "lehtola").await;
    for nurse in [&liisa, &jussi] {
        assert!(customer(nurse, &chat).await.assessed);
        let assessed = read(nurse, &chat).await.unwrap().unwrap();
        assert_eq!((&assessed.assessment_id, assessed.level(), assessed.completed_at), (&sent.assessment_id, Level::Serious, sent.completed_at));
        assert_eq!((assessed.answers, values(&assessed.scores)), (answers(7, WORDS), vec![(Some(7_000_000), Some(1))]));
        assert_eq!((assessed.title.unwrap().fi.as_str(), assessed.questionnaire.unwrap().items.len()), ("Oirearvio", 1));
    }
    for (by, id) in [(&mikko, chat.as_str()), (&liisa, MISSING)] {
        assert_eq!(no(read(by, id).await), "NotFound/not_found");
    }
    let subject = RESIDENTS.iter().find(|known| known.person.login_hint == "aino").unwrap().person.person_id().uuid();
    assert_eq!(logged(&world, &sent.assessment_id).await, [Some(subject); 2]);

    // From then on it is whose chat it is that reads it, also after the end.
    accept(&liisa, &chat).await;
    assert_eq!(own_level(&liisa, &chat).await, Level::Serious);
    assert_eq!(no(read(&jussi, &chat).await), "NotFound/not_found");
    end(&liisa, &chat).await;
    assert_eq!(read(&liisa, &chat).await.unwrap().unwrap().assessment_id, sent.assessment_id);

    // Who comes again within the hour answers nothing twice.
    let next = join(&aino, &queue).await.unwrap();
    assert_ne!(next, chat);
    assert_eq!(read(&jussi, &next).await.unwrap().unwrap().assessment_id, sent.assessment_id);
    drop(elsewhere);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cha_09_a_visitor_assesses_symptoms_as_well_and_nobody_learns_who_they_are() {
    let world = World::start().await;
    let (paula, liisa) = (world.practitioner("paula").await, nurse(&world, "liisa").await);
    let (one, another) = (visitor(&world).await, visitor(&world).await);
    let queue = asking_queue(&paula, "Kävijöiden oireet").await;
    assert!(is_announced(&one, &queue).await);
    assert_eq!(no(join(&one, &queue).await), "FailedPrecondition/assessment_required");
    let sent = submit(&one, &queue, 1, WORDS).await.unwrap();
    assert_eq!(sent.level(), Level::Normal);
    assert_eq!(asked(&one, &queue).await.unwrap().completed, Some(sent.clone()));
    assert_eq!(asked(&another, &queue).await.unwrap().completed, None);
    assert_eq!(no(join(&another, &queue).await), "FailedPrecondition/assessment_required");

    // Who has left comes again with the same.
    let given_up = join(&one, &queue).await.unwrap();
    leave(&one, &given_up).await;
    let chat = join(&one, &queue).await.unwrap();
    assert_ne!(chat, given_up);
    assert_eq!(waiting_level(&liisa, &chat).await, Level::Normal);
    let known = customer(&liisa, &chat).await;
    assert!(known.visitor && known.assessed && known.name.is_empty());
    let assessed = read(&liisa, &chat).await.unwrap().unwrap();
    // The second question does not follow from so few, and what was answered to it is not kept.
    let steps = Answer { link_id: "steps".to_owned(), values: vec![AnswerValue { value: Some(Value::Integer(1)) }] };
    assert_eq!((assessed.assessment_id, assessed.answers), (sent.assessment_id.clone(), Some(Answers { answers: vec![steps] })));
    assert_eq!(values(&assessed.scores), [(Some(1_000_000), Some(0))]);
    assert_eq!(logged(&world, &sent.assessment_id).await, [None], "read, and about nobody");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cha_09_an_assessment_is_good_for_an_hour_and_a_queue_that_asks_nothing_is_joined_without_one() {
    let world = World::with_still_clock().await;
    let (paula, aino) = (world.practitioner("paula").await, world.resident("aino").await);
    let queue = asking_queue(&paula, "Tunnin jono").await;
    let open = add(&paula, open_queue("Jono ilman kysymyksiä")).await;
    assert_eq!(no(asked(&aino, &open).await), "FailedPrecondition/assessment_not_asked");
    assert_eq!(no(send(&aino, &filled(&open, 7, WORDS)).await), "FailedPrecondition/assessment_not_asked");
    let sent = submit(&aino, &queue, 7, WORDS).await.unwrap();
    let valid_until = Timestamp::from_second(sent.valid_until.unwrap().seconds).unwrap();
    world.pass(valid_until.duration_since(world.environment.clock.now()) + SignedDuration::from_secs(1));
    // The session is over by then.
    let aino = world.resident("aino").await;
    assert_eq!(asked(&aino, &queue).await.unwrap().completed, None);
    assert_eq!(no(join(&aino, &queue).await), "FailedPrecondition/assessment_expired");
    join(&aino, &open).await.unwrap();
    submit(&aino, &queue, 7, WORDS).await.unwrap();
    join(&aino, &queue).await.unwrap();
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ops_02_cha_09_nothing_of_an_assessment_is_on_the_bus_or_in_a_trace() {
    let (sink, address) = Sink::start().await;
    let _telemetry = chassis::telemetry::init("platform-it", "info", Some(&format!("http://{address}"))).unwrap();
    let world = World::start().await;
    let (paula, liisa, aino) = (world.practitioner("paula").await, nurse(&world, "liisa").await, world.resident("aino").await);
    let queue = asking_queue(&paula, "Hiljainen jono").await;
    asked(&aino, &queue).await.unwrap();
    let sent = submit(&aino, &queue, STEPS, WORDS).await.unwrap();
    let chat = join(&aino, &queue).await.unwrap();
    assert_eq!(read(&liisa, &chat).await.unwrap().unwrap().answers, answers(STEPS, WORDS));

    let facts = eventually(|| async {
        let found = carried(&world).await;
        let has = |kind: &str, id: &str| found.iter().any(|fact| fact.kind == kind && fact.whole.contains(id));
        let have_come = has("kajo.chat_queue.v1.AssessmentCompleted", &sent.assessment_id) && has("kajo.chat_queue.v1.ChatJoined", &chat);
        have_come.then_some(found)
    })
    .await;
    for fact in &facts {
        assert!(!tells(fact), "{}", fact.whole);
    }

    let wanted = ["GetAssessment", "GetAssessmentForm", "SubmitAssessment", "GetChatAssessment"];
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
