//! Forms that anybody sends without saying who they are: whoever works their queue reads them, and nothing ties them to whose session was there.

use std::{collections::BTreeSet, fmt::Write};

use chassis::testkit::eventually;
use gateway::App;
use identity::demo::RESIDENTS;
use kajo_proto::{
    conversations::v1::{
        ArchiveCategoryRequest, ArchiveCategoryResponse, ConversationKind, EndConversationRequest, EndConversationResponse, ParticipantKind,
        TakeConversationRequest, TakeConversationResponse, Task, Visibility,
    },
    identity::v1::{ListMySessionsRequest, ListMySessionsResponse},
    survey::v1::{Answers, GetPublicFormRequest, GetPublicFormResponse, SendPublicFormRequest, SendPublicFormResponse},
};
use sqlx::AssertSqlSafe;
use tonic::Status;

use crate::{
    browser::{Browser, code_and_reason},
    bus::carried,
    forms::{queue_of_public_forms, read, values, waiting},
    surveys::{STEPS, WORDS, answers, tells, tells_in_letters},
    to_patient::{mine, no, see, write},
    trace::Sink,
    world::World,
};

const FORMS: &str = "/kajo.survey.v1.PublicFormService";
const TASKS: &str = "/kajo.conversations.v1.TaskService";
const TAIL: &str = "palaute-vastaanotosta";

/// Services that know nothing of a resident who has done nothing but sign in.
const OTHERS: [&str; 5] = ["conversations", "content", "scheduling", "chat-queue", "survey"];

/// Opens a form by the tail of its address, and so begins a sitting.
pub(crate) async fn begin(browser: &Browser, tail: &str) -> Result<GetPublicFormResponse, Status> {
    browser.call(&format!("{FORMS}/GetPublicForm"), &GetPublicFormRequest { url_tail: tail.to_owned() }).await
}

async fn try_to_send(browser: &Browser, sitting: &str, answers: Option<Answers>) -> Result<SendPublicFormResponse, Status> {
    let asked = SendPublicFormRequest { sitting: sitting.to_owned(), answers, website: String::new() };
    browser.call(&format!("{FORMS}/SendPublicForm"), &asked).await
}

/// Sends it as soon as somebody could have read what is asked.
pub(crate) async fn send(browser: &Browser, sitting: &str, answers: Option<Answers>) -> Result<SendPublicFormResponse, Status> {
    eventually(|| async {
        let answer = try_to_send(browser, sitting, answers.clone()).await;
        let is_too_soon = answer.as_ref().is_err_and(|refused| code_and_reason(refused).ends_with("/form_busy"));
        (!is_too_soon).then_some(answer)
    })
    .await
}

/// Waits until so many conversations stand in a queue.
pub(crate) async fn until_waiting(professional: &Browser, subcategory_id: &str, count: usize) -> Vec<Task> {
    eventually(|| async { Some(waiting(professional, subcategory_id).await).filter(|tasks| tasks.len() == count) }).await
}

/// From one address, as often as a test likes.
async fn without_limits() -> World {
    let limits = ["forms_opened_per_address", "forms_sent_per_address"];
    World::with(|settings| limits.into_iter().fold(settings, |settings, name| settings.with(name, "100000"))).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sur_07_what_is_sent_anonymously_waits_in_its_queue_for_whoever_works_it_and_they_write_notes_to_each_other_alone() {
    let world = without_limits().await;
    let (paula, liisa) = (world.practitioner("paula").await, world.professional("liisa", "nurse", "lehtola").await);
    let (veikko, nobody) = (world.resident("veikko").await, world.browser(App::Resident));
    let queue = queue_of_public_forms(&paula, "Palaute", TAIL).await;
    assert_eq!(no(begin(&nobody, "ei-lomaketta").await), "NotFound/not_found");
    // In capitals it is the same address.
    let forms = [begin(&nobody, TAIL).await.unwrap(), begin(&veikko, &TAIL.to_uppercase()).await.unwrap()];
    for (browser, form) in [&nobody, &veikko].into_iter().zip(&forms) {
        assert_eq!((form.title.as_ref().unwrap().fi.as_str(), form.url_tail.as_str()), ("Palaute", TAIL));
        let sent = send(browser, &form.sitting, answers(7, WORDS)).await.unwrap();
        assert!(sent.problems.is_empty());
        // The answer is lost, and it is tried again; or it is changed, which is another form.
        assert_eq!(send(browser, &form.sitting, answers(7, WORDS)).await.unwrap(), sent);
        assert!(no(send(browser, &form.sitting, answers(8, WORDS)).await).ends_with("/already_answered"));
    }

    let tasks = until_waiting(&liisa, &queue.subcategory, 2).await;
    let mikko = world.professional("mikko", "doctor", "lehtola").await;
    for task in &tasks {
        assert_eq!((task.kind(), task.topic.as_str(), task.resident_name.as_str()), (ConversationKind::AnonymousForm, "", ""));
        let seen = see(&liisa, &task.conversation_id).await.unwrap();
        assert_eq!((seen.kind(), seen.resident_id.as_str(), seen.resident_name.as_str()), (ConversationKind::AnonymousForm, "", ""));
        assert!(seen.participants.iter().all(|each| each.kind() != ParticipantKind::Resident));
        let may = seen.permissions.unwrap();
        assert!(!may.request_consultation && !may.show_to_guardians && !may.ask_to_show_to_guardians, "there is no patient: {may:?}");
        let found = read(&liisa, &seen.form_response_id).await.unwrap();
        assert_eq!(values(&found.scores), [(Some(7_000_000), Some(1))]);
        let found = found.form.unwrap();
        assert_eq!((found.answers, found.representative_name.as_str()), (answers(7, WORDS), ""));
        // Who works another queue finds neither; who was signed in when it was sent finds it nowhere.
        assert_eq!(no(read(&mikko, &seen.form_response_id).await), "NotFound/not_found");
        assert_eq!(no(see(&mikko, &task.conversation_id).await), "NotFound/not_found");
        assert_eq!(no(see(&veikko, &task.conversation_id).await), "NotFound/not_found");
        let logged = "select bool_and(subject_id is null) from access_log where method = $1 and object_id = $2::uuid";
        let is_of_nobody: Option<bool> = sqlx::query_scalar(logged)
            .bind("/kajo.survey.v1.FormResultService/GetFormResponse")
            .bind(&seen.form_response_id)
            .fetch_one(&world.platform.service("survey").unwrap().kernel().pool)
            .await
            .unwrap();
        assert_eq!(is_of_nobody, Some(true), "read, and about nobody");
    }
    assert!(mine(&veikko).await.conversations.is_empty());

    let conversation_id = tasks[0].conversation_id.clone();
    let taken = TakeConversationRequest { conversation_id: conversation_id.clone() };
    let _: TakeConversationResponse = liisa.call(&format!("{TASKS}/TakeConversation"), &taken).await.unwrap();
    for visibility in [Visibility::Practitioners, Visibility::TakingPart] {
        write(&liisa, &conversation_id, visibility).await.unwrap();
    }
    assert!(write(&liisa, &conversation_id, Visibility::Everyone).await.is_err(), "nobody would be answered");
    let end = EndConversationRequest { conversation_id, mark_done: true };
    let _: EndConversationResponse = liisa.call(&format!("{TASKS}/EndConversation"), &end).await.unwrap();
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sur_07_a_form_is_closed_with_its_queue_also_for_who_has_begun_it() {
    let world = without_limits().await;
    let (paula, nobody) = (world.practitioner("paula").await, world.browser(App::Resident));
    let queue = queue_of_public_forms(&paula, "Palaute", TAIL).await;
    let sitting = begin(&nobody, TAIL).await.unwrap().sitting;
    let archive = ArchiveCategoryRequest { category_id: queue.category, subcategory_id: queue.subcategory };
    let path = "/kajo.conversations.v1.CategoryAdminService/ArchiveCategory";
    let _: ArchiveCategoryResponse = paula.call(path, &archive).await.unwrap();
    assert_eq!(no(begin(&nobody, TAIL).await), "FailedPrecondition/form_closed");
    assert_eq!(no(send(&nobody, &sitting, answers(7, WORDS)).await), "FailedPrecondition/form_closed");
    // What is no sitting is none that may be carried on.
    assert_eq!(no(try_to_send(&nobody, "made-up", answers(7, WORDS)).await), "FailedPrecondition/sitting_over");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sur_07_from_one_address_so_many_forms_are_opened_and_sent_whoever_calls() {
    let world = World::with(|settings| settings.with("forms_opened_per_address", "2").with("forms_sent_per_address", "1")).await;
    let (paula, veikko) = (world.practitioner("paula").await, world.resident("veikko").await);
    let nobody = world.browser(App::Resident);
    queue_of_public_forms(&paula, "Palaute", TAIL).await;
    let sitting = begin(&nobody, TAIL).await.unwrap().sitting;
    begin(&veikko, TAIL).await.unwrap();
    // Too soon to be taken, and counted all the same.
    assert!(try_to_send(&veikko, &sitting, answers(7, WORDS)).await.is_err());
    for browser in [&nobody, &veikko] {
        assert_eq!(no(begin(browser, TAIL).await), "ResourceExhausted/form_busy");
        assert_eq!(no(try_to_send(browser, &sitting, answers(7, WORDS)).await), "ResourceExhausted/form_busy");
    }
    world.end().await;
}

/// How an id may stand in a row: in letters, as bytes, or in letters within bytes.
fn ways_to_write(id: &str) -> [String; 3] {
    let mut within_bytes = String::new();
    for byte in id.bytes() {
        write!(within_bytes, "{byte:02x}").unwrap();
    }
    [id.to_owned(), id.replace('-', ""), within_bytes]
}

fn names(text: &str, id: &str) -> bool {
    ways_to_write(id).iter().any(|way| text.contains(way.as_str()))
}

/// The rows of a service that name an id, of whatever schema and table, each behind its table.
async fn rows_with(world: &World, service: &str, id: &str) -> Vec<String> {
    let pool = &world.platform.service(service).unwrap().kernel().pool;
    let tables: Vec<String> = sqlx::query_scalar(
        "select format('%I.%I', schemaname, tablename) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    )
    .fetch_all(pool)
    .await
    .unwrap();
    let wanted = ways_to_write(id).map(|way| format!("%{way}%")).to_vec();
    let mut found = Vec::new();
    for table in &tables {
        let rows = format!("select '{table} ' || t::text from {table} t where t::text like any($1)");
        let rows: Vec<String> = sqlx::query_scalar(AssertSqlSafe(rows)).bind(&wanted).fetch_all(pool).await.unwrap();
        found.extend(rows);
    }
    found
}

/// A form that was sent: its conversation, and the answers.
struct Sent {
    conversation: String,
    response: String,
}

impl Sent {
    fn ids(&self) -> [&str; 2] {
        [&self.conversation, &self.response]
    }

    fn is_named_in(&self, text: &str) -> bool {
        self.ids().iter().any(|id| names(text, id))
    }

    /// Everything long enough to be known again by that stands beside it in a row.
    async fn beside_it(&self, world: &World) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for service in OTHERS {
            for id in self.ids() {
                for row in rows_with(world, service, id).await {
                    let words = row.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
                    found.extend(words.filter(|word| word.len() > 15).map(str::to_owned));
                }
            }
        }
        found
    }
}

/// The person and the session at a browser.
async fn who_is_at(resident: &Browser, hint: &str) -> [String; 2] {
    let person = RESIDENTS.iter().find(|known| known.person.login_hint == hint).unwrap().person.person_id().to_string();
    let path = "/kajo.identity.v1.OwnSessionService/ListMySessions";
    let listed: ListMySessionsResponse = resident.call(path, &ListMySessionsRequest {}).await.unwrap();
    [person, listed.sessions.into_iter().find(|session| session.this_one).unwrap().session_id]
}

/// Nothing that is stored names who was signed in, beside the form or at all where they have done nothing; and two forms of theirs share
/// nothing that one of somebody else does not have.
async fn is_tied_to_nobody_in_the_stores(world: &World, whose: &[String; 2], sent: &[Sent; 3]) {
    for id in whose {
        for service in OTHERS {
            let rows = rows_with(world, service, id).await;
            // Of whatever identity publishes it is kept how far it was heard.
            let telling: Vec<_> = rows.iter().filter(|row| !row.contains(".inbox_cursor ")).collect();
            assert!(telling.is_empty(), "{service}: {telling:?}");
        }
        for row in rows_with(world, "identity", id).await {
            assert!(!sent.iter().any(|form| form.is_named_in(&row)), "{row}");
        }
    }
    let [first, between, second] = sent;
    let [first, between, second] = [first.beside_it(world).await, between.beside_it(world).await, second.beside_it(world).await];
    assert!(!between.is_empty(), "there was something to look at");
    let joining: Vec<_> = first.intersection(&second).filter(|word| !between.contains(*word)).collect();
    assert!(joining.is_empty(), "these join two forms of one person: {joining:?}");
    let pool = &world.platform.service("survey").unwrap().kernel().pool;
    let logged: i64 = sqlx::query_scalar("select count(*) from access_log where method like '%PublicForm%'").fetch_one(pool).await.unwrap();
    assert_eq!(logged, 0, "nobody stands in the log of accesses for it");
}

/// The same of the facts of both services; and they tell nothing of the answers.
async fn is_tied_to_nobody_on_the_bus(world: &World, whose: &[String; 2], sent: &[Sent; 3]) {
    let facts = eventually(|| async {
        let found = carried(world).await;
        let has = |kind: &str, id: &str| found.iter().any(|fact| fact.kind == kind && fact.whole.contains(id));
        let have_come = sent
            .iter()
            .all(|form| has("kajo.survey.v1.FormSent", &form.response) && has("kajo.conversations.v1.ConversationStarted", &form.conversation));
        have_come.then_some(found)
    })
    .await;
    for fact in &facts {
        let is_of_them = fact.kind.starts_with("kajo.identity.");
        assert!(is_of_them || !whose.iter().any(|id| names(&fact.whole, id)), "{}", fact.whole);
        assert!(!tells(fact), "{}", fact.whole);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ops_02_sur_07_no_row_no_fact_and_no_trace_says_who_was_signed_in_when_a_form_was_sent_or_what_it_answers() {
    let (sink, address) = Sink::start().await;
    let _telemetry = chassis::telemetry::init("platform-it", "info", Some(&format!("http://{address}"))).unwrap();
    let world = without_limits().await;
    let (paula, liisa) = (world.practitioner("paula").await, world.professional("liisa", "nurse", "lehtola").await);
    let (veikko, nobody) = (world.resident("veikko").await, world.browser(App::Resident));
    let whose = who_is_at(&veikko, "veikko").await;
    let queue = queue_of_public_forms(&paula, "Palaute", TAIL).await;

    // Two that one person sends, with the session at hand, and one of somebody else between them.
    let (mut sent, mut known, mut sittings) = (Vec::new(), BTreeSet::new(), Vec::new());
    for (at, browser) in [&veikko, &nobody, &veikko].into_iter().enumerate() {
        let sitting = begin(browser, TAIL).await.unwrap().sitting;
        send(browser, &sitting, answers(STEPS, WORDS)).await.unwrap();
        let tasks = until_waiting(&liisa, &queue.subcategory, at + 1).await;
        let conversation = tasks.into_iter().map(|task| task.conversation_id).find(|id| known.insert(id.clone())).unwrap();
        let response = see(&liisa, &conversation).await.unwrap().form_response_id;
        assert_eq!(read(&liisa, &response).await.unwrap().form.unwrap().answers, answers(STEPS, WORDS));
        sent.push(Sent { conversation, response });
        sittings.push(sitting);
    }
    let Ok(sent) = <[Sent; 3]>::try_from(sent) else { panic!("three were sent") };
    is_tied_to_nobody_in_the_stores(&world, &whose, &sent).await;
    is_tied_to_nobody_on_the_bus(&world, &whose, &sent).await;

    // What is logged while a call is answered stands in its span.
    let wanted = ["GetPublicForm", "SendPublicForm", "GetFormResponse"];
    let spans = eventually(|| async {
        let spans = sink.told();
        wanted.iter().all(|method| spans.iter().any(|span| span.contains(method))).then_some(spans)
    })
    .await;
    for span in &spans {
        assert!(!tells_in_letters(span) && !sittings.iter().any(|sitting| span.contains(sitting.as_str())), "{span}");
        let is_about_it = span.contains("PublicForm") || sent.iter().any(|form| form.is_named_in(span));
        assert!(!is_about_it || !whose.iter().any(|id| names(span, id)), "{span}");
    }
    world.end().await;
}
