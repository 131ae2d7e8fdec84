//! Forms of residents: what is sent stands in its queue as a conversation, once, and its answers are read by whoever may read that.

use chassis::{
    Clock,
    clock::Ids,
    testkit::{begin_and_hold, eventually},
};
use chassis_domain::demo_id;
use gateway::App;
use identity::demo::{location_id, role_id};
use kajo_proto::{
    common::v1::{Matter, Translated},
    conversations::v1::{
        ArchiveCategoryRequest, ArchiveCategoryResponse, CategoryDetails, CategoryModule, ConversationKind, ListFormCategoriesRequest,
        ListFormCategoriesResponse, ListTasksRequest, ListTasksResponse, QueueDetails, QueueKind, SaveCategoryRequest, SaveCategoryResponse,
        SaveQueueRequest, SaveQueueResponse, ShowToGuardiansRequest, ShowToGuardiansResponse, Tab, Task,
    },
    survey::v1::{
        Answer, AnswerValue, Answers, ArchiveSurveyRequest, ArchiveSurveyResponse, GetFormRequest, GetFormResponse, GetFormResponseRequest,
        GetFormResponseResponse, GetMyFormRequest, GetMyFormResponse, ScoreValue, SendFormRequest, SendFormResponse, SurveyType, answer_value::Value,
    },
};
use tonic::Status;
use uuid::Uuid;

use crate::{
    browser::Browser,
    bus::carried,
    surveys::{STEPS, VERSION, WORDS, answers, publish, tells, tells_in_letters},
    to_patient::{mine, no, see},
    trace::Sink,
    world::World,
};

const CATEGORIES: &str = "/kajo.conversations.v1.CategoryAdminService";
const FORMS: &str = "/kajo.survey.v1.FormService";
const RESULTS: &str = "/kajo.survey.v1.FormResultService";

/// A queue of forms, with what it is in and what is filled in.
pub(crate) struct FormQueue {
    pub(crate) category: String,
    pub(crate) subcategory: String,
    survey: String,
}

/// One of its own category, which names a survey of two versions: nurses of Lehtola work it or, in social matters, social workers of Satama.
pub(crate) async fn queue_of_forms(administrator: &Browser, name: &str, matter: Matter) -> FormQueue {
    queue(administrator, name, matter, (QueueKind::Form, "")).await
}

/// The same of forms about health that anybody sends, at an address with this tail.
pub(crate) async fn queue_of_public_forms(administrator: &Browser, name: &str, tail: &str) -> FormQueue {
    queue(administrator, name, Matter::Health, (QueueKind::AnonymousForm, tail)).await
}

async fn queue(administrator: &Browser, name: &str, matter: Matter, (kind, tail): (QueueKind, &str)) -> FormQueue {
    let survey = publish(administrator, name, SurveyType::PublicForm, matter).await;
    let (role, location) = if matter == Matter::Social { ("social-worker", "satama") } else { ("nurse", "lehtola") };
    let name = Some(Translated { fi: name.to_owned(), sv: name.to_owned(), en: name.to_owned() });
    let details = CategoryDetails { name: name.clone(), matter: matter.into(), ..CategoryDetails::default() };
    let asked = SaveCategoryRequest { module: CategoryModule::Tasks.into(), details: Some(details), ..SaveCategoryRequest::default() };
    let saved: SaveCategoryResponse = administrator.call(&format!("{CATEGORIES}/SaveCategory"), &asked).await.unwrap();
    let category = saved.category_id;
    let details = QueueDetails {
        name,
        kind: kind.into(),
        url_tail: tail.to_owned(),
        service_id: demo_id("service", "nurse-appointment").to_string(),
        survey_id: survey.clone(),
        role_ids: vec![role_id(role).to_string()],
        location_ids: vec![location_id(location).to_string()],
        ..QueueDetails::default()
    };
    let asked = SaveQueueRequest { category_id: category.clone(), details: Some(details), ..SaveQueueRequest::default() };
    let saved: SaveQueueResponse = administrator.call(&format!("{CATEGORIES}/SaveQueue"), &asked).await.unwrap();
    FormQueue { category, subcategory: saved.subcategory_id, survey }
}

/// What is sent to a queue: how many steps, and where in words.
pub(crate) fn filled(subcategory_id: &str, steps: i64, words: &str) -> SendFormRequest {
    SendFormRequest {
        subcategory_id: subcategory_id.to_owned(),
        answers: answers(steps, words),
        published_version: VERSION,
        visible_to_guardians: false,
    }
}

pub(crate) async fn send(resident: &Browser, form: &SendFormRequest) -> Result<SendFormResponse, Status> {
    resident.call(&format!("{FORMS}/SendForm"), form).await
}

/// What is asked.
async fn asked(resident: &Browser, queue: &FormQueue) -> Result<GetFormResponse, Status> {
    resident.call(&format!("{FORMS}/GetForm"), &GetFormRequest { subcategory_id: queue.subcategory.clone() }).await
}

/// What a resident has sent.
async fn own(resident: &Browser, sent: &SendFormResponse) -> Result<GetMyFormResponse, Status> {
    resident.call(&format!("{FORMS}/GetMyForm"), &GetMyFormRequest { form_response_id: sent.form_response_id.clone() }).await
}

/// The same for a professional.
pub(crate) async fn read(by: &Browser, form_response_id: &str) -> Result<GetFormResponseResponse, Status> {
    let asked = GetFormResponseRequest { form_response_id: form_response_id.to_owned() };
    by.call(&format!("{RESULTS}/GetFormResponse"), &asked).await
}

/// The queues of the forms that a resident finds.
async fn offered(resident: &Browser) -> Vec<String> {
    let path = "/kajo.conversations.v1.FormCategoryService/ListFormCategories";
    let found: ListFormCategoriesResponse = resident.call(path, &ListFormCategoriesRequest {}).await.unwrap();
    found.categories.into_iter().flat_map(|category| category.subcategories).map(|form| form.subcategory_id).collect()
}

/// What waits in a queue.
pub(crate) async fn waiting(professional: &Browser, subcategory_id: &str) -> Vec<Task> {
    let asked = ListTasksRequest { tab: Tab::New.into(), subcategory_ids: vec![subcategory_id.to_owned()], ..ListTasksRequest::default() };
    professional.call::<ListTasksResponse>("/kajo.conversations.v1.TaskService/ListTasks", &asked).await.unwrap().tasks
}

/// Waits for the conversation about a form.
async fn until_open(reader: &Browser, sent: &SendFormResponse) {
    eventually(|| async { see(reader, &sent.conversation_id).await.ok() }).await;
}

/// A teenager shows a conversation to guardians, or hides it from them.
async fn show(teenager: &Browser, sent: &SendFormResponse, visible: bool) {
    let asked = ShowToGuardiansRequest { conversation_id: sent.conversation_id.clone(), visible };
    let path = "/kajo.conversations.v1.ConversationService/ShowToGuardians";
    let _: ShowToGuardiansResponse = teenager.call(path, &asked).await.unwrap();
}

/// The same commands again are the same ones.
fn repeating(browser: &Browser) -> Browser {
    browser.clone().with("idempotency-key", &Ids::system().v7(Clock::system().now()).to_string())
}

pub(crate) fn values(scores: &[ScoreValue]) -> Vec<(Option<i64>, Option<u32>)> {
    scores.iter().map(|score| (score.value, score.band)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sur_06_a_form_that_was_sent_stands_in_its_queue_once_and_whoever_may_read_its_conversation_reads_the_answers() {
    let world = World::start().await;
    let (paula, liisa) = (world.practitioner("paula").await, world.professional("liisa", "nurse", "lehtola").await);
    let (aino, sanna) = (world.resident("aino").await, world.resident("sanna").await);
    let queue = queue_of_forms(&paula, "Hakemus", Matter::Health).await;
    assert!(offered(&aino).await.contains(&queue.subcategory));
    let form = asked(&aino, &queue).await.unwrap();
    assert_eq!((form.title.unwrap().fi.as_str(), form.published_version, form.teenager), ("Hakemus", VERSION, false));

    // Nothing is sent of another version than the one in force, or while something stands against it.
    let old = SendFormRequest { published_version: 1, ..filled(&queue.subcategory, 7, WORDS) };
    assert_eq!(no(send(&aino, &old).await), "Aborted/stale_version");
    let many = Answer { link_id: "steps".to_owned(), values: vec![AnswerValue { value: Some(Value::Text("many".to_owned())) }] };
    let wrong = SendFormRequest { answers: Some(Answers { answers: vec![many] }), ..filled(&queue.subcategory, 7, WORDS) };
    let refused = send(&aino, &wrong).await.unwrap();
    assert_eq!(refused.problems.iter().map(|problem| problem.link_id.as_str()).collect::<Vec<_>>(), ["steps"]);
    assert_eq!((refused.form_response_id.as_str(), refused.conversation_id.as_str()), ("", ""));

    // Sent once, also when the answer is lost and it is tried again.
    let again = repeating(&aino);
    let sent = send(&again, &filled(&queue.subcategory, 7, WORDS)).await.unwrap();
    assert!(sent.problems.is_empty() && !sent.form_response_id.is_empty());
    assert_eq!(send(&again, &filled(&queue.subcategory, 7, WORDS)).await.unwrap(), sent);
    until_open(&liisa, &sent).await;
    let tasks = waiting(&liisa, &queue.subcategory).await;
    let [task] = tasks.as_slice() else { panic!("one was sent, and there are {}", tasks.len()) };
    assert_eq!((&task.conversation_id, task.kind()), (&sent.conversation_id, ConversationKind::Form));
    assert_eq!((task.topic.as_str(), task.resident_name.as_str()), ("", "Aino Lehtonen"));
    let seen = see(&liisa, &sent.conversation_id).await.unwrap();
    assert_eq!((seen.kind(), &seen.form_response_id, &seen.subcategory_id), (ConversationKind::Form, &sent.form_response_id, &queue.subcategory));
    let listed = mine(&aino).await.conversations;
    assert_eq!(listed.iter().filter(|found| found.conversation_id == sent.conversation_id).count(), 1);

    // Read by those who work the queue, none of whom has opened the patient; hidden and missing look the same.
    let pekka = world.professional("pekka", "nurse", "lehtola").await;
    for nurse in [&liisa, &pekka] {
        let found = read(nurse, &sent.form_response_id).await.unwrap();
        assert_eq!(values(&found.scores), [(Some(7_000_000), Some(1))]);
        let found = found.form.unwrap();
        assert_eq!((found.answers, found.representative_name.as_str()), (answers(7, WORDS), ""));
        assert_eq!((found.title.unwrap().fi.as_str(), found.questionnaire.unwrap().items.len()), ("Hakemus", 1));
    }
    let missing = read(&liisa, &Uuid::from_u128(0x0bad).to_string()).await.unwrap_err();
    for (hint, role, location) in [("mikko", "doctor", "lehtola"), ("risto", "social-worker", "satama")] {
        let hidden = read(&world.professional(hint, role, location).await, &sent.form_response_id).await.unwrap_err();
        assert_eq!((hidden.code(), hidden.message(), hidden.details()), (missing.code(), missing.message(), missing.details()), "{hint}");
    }
    assert_eq!(no(Err::<(), _>(missing)), "NotFound/not_found");
    let kept = own(&aino, &sent).await.unwrap();
    assert_eq!((kept.form.unwrap().answers, values(&kept.scores)), (answers(7, WORDS), vec![(Some(7_000_000), Some(1))]));
    assert_eq!(no(own(&sanna, &sent).await), "NotFound/not_found");

    // Who has read stands in the log of accesses, under the patient; who was refused has read nothing.
    let logged = "select distinct actor_id::text from access_log where method = $1 and object_id = $2::uuid and subject_id = $3::uuid";
    let mut readers: Vec<String> = sqlx::query_scalar(logged)
        .bind(format!("{RESULTS}/GetFormResponse"))
        .bind(&sent.form_response_id)
        .bind(&seen.resident_id)
        .fetch_all(&world.platform.service("survey").unwrap().kernel().pool)
        .await
        .unwrap();
    let mut expected = ["liisa", "pekka"].map(|hint| demo_id("person", hint).to_string());
    readers.sort();
    expected.sort();
    assert_eq!(readers, expected);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sur_06_what_was_sent_is_handled_though_its_queue_was_archived_meanwhile_and_what_is_closed_takes_in_nothing_more() {
    let world = World::start().await;
    let (paula, liisa) = (world.practitioner("paula").await, world.professional("liisa", "nurse", "lehtola").await);
    let aino = world.resident("aino").await;
    let queue = queue_of_forms(&paula, "Hakemus", Matter::Health).await;
    // Conversations hears of nothing for a while.
    let mut held = begin_and_hold(&world.platform.service("conversations").unwrap().kernel().pool).await.unwrap();
    sqlx::query("lock table inbox_cursor in share mode").execute(&mut *held).await.unwrap();
    let again = repeating(&aino);
    let form = filled(&queue.subcategory, 7, WORDS);
    let sent = send(&again, &form).await.unwrap();
    let archive = ArchiveCategoryRequest { category_id: queue.category.clone(), subcategory_id: queue.subcategory.clone() };
    let _: ArchiveCategoryResponse = paula.call(&format!("{CATEGORIES}/ArchiveCategory"), &archive).await.unwrap();
    assert_eq!(no(see(&aino, &sent.conversation_id).await), "NotFound/not_found", "not opened yet");
    assert!(!offered(&aino).await.contains(&queue.subcategory));
    assert_eq!(no(asked(&aino, &queue).await), "NotFound/not_found");
    assert_eq!(no(send(&aino, &form).await), "NotFound/not_found");
    assert_eq!(send(&again, &form).await.unwrap(), sent, "what was sent is sent");
    held.rollback().await.unwrap();
    until_open(&aino, &sent).await;
    let tasks = waiting(&liisa, &queue.subcategory).await;
    assert_eq!(tasks.iter().map(|task| &task.conversation_id).collect::<Vec<_>>(), [&sent.conversation_id]);
    assert!(read(&liisa, &sent.form_response_id).await.is_ok());

    // A survey that is archived closes its form in a queue that is open.
    let other = queue_of_forms(&paula, "Ilmoitus", Matter::Health).await;
    let archive = ArchiveSurveyRequest { survey_id: other.survey.clone() };
    let _: ArchiveSurveyResponse = paula.call("/kajo.survey.v1.SurveyService/ArchiveSurvey", &archive).await.unwrap();
    assert_eq!(no(asked(&aino, &other).await), "FailedPrecondition/form_closed");
    assert_eq!(no(send(&aino, &filled(&other.subcategory, 7, WORDS)).await), "FailedPrecondition/form_closed");
    world.end().await;
}

/// Somebody who acts for a resident.
async fn acting(world: &World, who: &str, whom: &str) -> Browser {
    let mut browser = world.browser(App::Resident);
    browser.begin_session(who).await;
    browser.act_for(whom).await;
    browser
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sur_06_who_acts_for_a_resident_sends_what_the_mandate_covers_and_reads_of_a_teenagers_forms_those_that_are_shown() {
    let world = World::start().await;
    let (paula, liisa) = (world.practitioner("paula").await, world.professional("liisa", "nurse", "lehtola").await);
    let health = queue_of_forms(&paula, "Hakemus", Matter::Health).await;
    let social = queue_of_forms(&paula, "Tukihakemus", Matter::Social).await;
    // In matters of health alone.
    let (tuuli, veikko) = (acting(&world, "tuuli", "veikko").await, world.resident("veikko").await);
    let found = offered(&tuuli).await;
    assert!(found.contains(&health.subcategory) && !found.contains(&social.subcategory));
    assert!(offered(&veikko).await.contains(&social.subcategory));
    assert_eq!(no(asked(&tuuli, &social).await), "PermissionDenied/mandate_missing");
    assert_eq!(no(send(&tuuli, &filled(&social.subcategory, 7, WORDS)).await), "PermissionDenied/mandate_missing");
    let sent = send(&tuuli, &filled(&health.subcategory, 7, WORDS)).await.unwrap();
    let about_social = send(&veikko, &filled(&social.subcategory, 7, WORDS)).await.unwrap();
    for (reader, form) in [(&tuuli, &sent), (&veikko, &sent), (&veikko, &about_social)] {
        until_open(reader, form).await;
        assert!(own(reader, form).await.is_ok());
    }
    assert_eq!(no(own(&tuuli, &about_social).await), "NotFound/not_found");
    assert_eq!(read(&liisa, &sent.form_response_id).await.unwrap().form.unwrap().representative_name, "Tuuli Tuntematon");

    let (venla, eino) = (world.resident("venla").await, acting(&world, "eino", "venla").await);
    assert!(asked(&venla, &health).await.unwrap().teenager && !asked(&eino, &health).await.unwrap().teenager);
    for visible in [false, true] {
        let form = SendFormRequest { visible_to_guardians: visible, ..filled(&health.subcategory, 7, WORDS) };
        let sent = send(&venla, &form).await.unwrap();
        until_open(&venla, &sent).await;
        assert_eq!((see(&eino, &sent.conversation_id).await.is_ok(), own(&eino, &sent).await.is_ok()), (visible, visible));
        // What she says of the conversation later holds for the answers.
        show(&venla, &sent, !visible).await;
        assert_eq!((own(&eino, &sent).await.is_ok(), own(&venla, &sent).await.is_ok()), (!visible, true));
    }
    // What the guardian sends is for both.
    let sent = send(&eino, &filled(&health.subcategory, 7, WORDS)).await.unwrap();
    for reader in [&eino, &venla] {
        until_open(reader, &sent).await;
        assert!(own(reader, &sent).await.is_ok());
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ops_02_sur_06_nothing_of_the_answers_to_a_form_is_on_the_bus_or_in_a_trace() {
    let (sink, address) = Sink::start().await;
    let _telemetry = chassis::telemetry::init("platform-it", "info", Some(&format!("http://{address}"))).unwrap();
    let world = World::start().await;
    let (paula, liisa) = (world.practitioner("paula").await, world.professional("liisa", "nurse", "lehtola").await);
    let aino = world.resident("aino").await;
    let queue = queue_of_forms(&paula, "Hakemus", Matter::Health).await;
    let sent = send(&aino, &filled(&queue.subcategory, STEPS, WORDS)).await.unwrap();
    until_open(&liisa, &sent).await;
    assert_eq!(read(&liisa, &sent.form_response_id).await.unwrap().form.unwrap().answers, answers(STEPS, WORDS));

    let facts = eventually(|| async {
        let found = carried(&world).await;
        let of_form = |kind: &str| found.iter().any(|fact| fact.kind == kind && fact.whole.contains(&sent.form_response_id));
        (of_form("kajo.survey.v1.FormSent") && of_form("kajo.conversations.v1.ConversationStarted")).then_some(found)
    })
    .await;
    for fact in &facts {
        assert!(!tells(fact), "{}", fact.whole);
    }

    let wanted = ["SendForm", "GetFormResponse"];
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
