//! Anybody sends forms that they find by an address, without saying who they are, and nothing tells who they were (SUR-07).

use chassis::testkit::{Calls, rebuild, refusals::said};
use chassis_domain::{PersonId, RetentionClass, SignedDuration, Uuid};
use kajo_proto::{
    caller::v1::CallerContext,
    common::v1::Matter,
    options::v1::Caller,
    survey::v1::{
        Answer, Answers, FormSent, GetPublicFormRequest, GetPublicFormResponse, SendPublicFormRequest, SendPublicFormResponse,
        public_form_service_client::PublicFormServiceClient,
    },
};
use prost::Message;
use sqlx::AssertSqlSafe;
use survey::form_response::{FormResponseId, conversation_of};
use tonic::{Code, Status};

use crate::{
    activation::town::{answers, assessment, details, published, published_anew, resident},
    form::{bands, link_ids, missing, office::Office, told_of},
};

/// A while in which somebody may have answered.
const A_MINUTE: SignedDuration = SignedDuration::from_mins(1);

/// Somebody at the address of a form.
struct Somebody(Calls);

impl Somebody {
    fn forms(&self) -> PublicFormServiceClient<Calls> {
        PublicFormServiceClient::new(self.0.clone())
    }

    async fn opens(&self, url_tail: &str) -> Result<GetPublicFormResponse, Status> {
        Ok(self.forms().get_public_form(GetPublicFormRequest { url_tail: url_tail.to_owned() }).await?.into_inner())
    }

    /// The sitting that begins with it.
    async fn sits_down(&self, url_tail: &str) -> String {
        self.opens(url_tail).await.unwrap().sitting
    }

    async fn asks_to_send(&self, asked: SendPublicFormRequest) -> Result<SendPublicFormResponse, Status> {
        Ok(self.forms().send_public_form(asked).await?.into_inner())
    }

    async fn sends(&self, sitting: &str, answers: Answers) -> Result<SendPublicFormResponse, Status> {
        self.asks_to_send(SendPublicFormRequest { sitting: sitting.to_owned(), answers: Some(answers), website: String::new() }).await
    }
}

/// Somebody who is not signed in.
fn stranger(office: &Office) -> Somebody {
    Somebody(office.calls_by(CallerContext { kind: Caller::Anonymous.into(), ..CallerContext::default() }))
}

/// The anonymous forms that were sent, the first one first.
async fn sent(office: &Office) -> Vec<FormResponseId> {
    let streams: Vec<String> =
        sqlx::query_scalar("select stream_id from events where event_type = 'form_response.sent_anonymously' order by recorded_at, seq")
            .fetch_all(office.pool())
            .await
            .unwrap();
    streams.iter().map(|stream| FormResponseId::parse(stream.strip_prefix("form_response-").unwrap()).unwrap()).collect()
}

/// A form at an address: its survey and its queue.
async fn form_at(office: &Office, url_tail: &str) -> (String, String) {
    let survey = office.public_form(Matter::Social).await;
    let queue = office.inbox.address(url_tail, &survey, Matter::Social);
    (survey, queue)
}

fn closed() -> (Code, String) {
    said(Code::FailedPrecondition, "form_closed")
}

fn busy() -> (Code, String) {
    said(Code::FailedPrecondition, "form_busy")
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_07_anybody_sends_a_form_that_they_find_by_its_address_and_it_becomes_nobodys() {
    let office = Office::start().await;
    let (survey, queue) = form_at(&office, "palaute").await;
    let stranger = stranger(&office);
    let seen = stranger.opens(" Palaute").await.unwrap();
    assert_eq!((seen.title.unwrap().fi.as_str(), seen.description.unwrap().fi.as_str()), ("Hakemus", "Kuvaus"));
    assert_eq!((bands(&seen.questionnaire.unwrap()), seen.url_tail.as_str()), (vec![("shown", 1), ("kept", 0)], "palaute"));
    assert!(seen.sitting.len() <= 400, "{}", seen.sitting);
    office.clock().advance(A_MINUTE);

    // What stands against it is told at its item, and nothing is sent.
    let refused = stranger.sends(&seen.sitting, answers(true, 11)).await.unwrap();
    assert_eq!(refused.problems.iter().map(|problem| (problem.link_id.as_str(), problem.code.as_str())).collect::<Vec<_>>(), [("much", "above_max")]);
    assert!(sent(&office).await.is_empty());
    assert!(stranger.sends(&seen.sitting, answers(false, 7)).await.unwrap().problems.is_empty());
    let sent = sent(&office).await;
    let [id] = sent.as_slice() else { panic!("{sent:?}") };

    // The world is told of nobody.
    let (fact, audience): (Vec<u8>, Vec<String>) = sqlx::query_as("select fact, audience from outbox where stream_id = $1")
        .bind(format!("form_response-{id}"))
        .fetch_one(office.pool())
        .await
        .unwrap();
    let expected = FormSent {
        form_response_id: id.to_string(),
        subcategory_id: queue.clone(),
        survey_id: survey,
        published_version: 1,
        patient_id: String::new(),
        conversation_id: conversation_of(*id).to_string(),
    };
    assert_eq!((FormSent::decode(fact.as_slice()).unwrap(), audience), (expected, Vec::new()));
    let known = office.sent_form(&id.to_string()).await.unwrap();
    assert_eq!((known.patient_id.as_str(), known.patient_name.as_str(), known.visible_to_guardians), ("", "", false));
    assert_eq!((known.subcategory_id, known.matter), (queue, i32::from(Matter::Social)));
    office.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sur_07_in_one_sitting_one_form_is_sent_and_a_retry_is_told_the_same() {
    let office = Office::start().await;
    let (survey, _) = form_at(&office, "palaute").await;
    let stranger = stranger(&office);
    let sitting = stranger.sits_down("palaute").await;
    office.clock().advance(A_MINUTE);
    // Both at once, and once more.
    let (one, other) = tokio::join!(stranger.sends(&sitting, answers(true, 3)), stranger.sends(&sitting, answers(true, 3)));
    assert!(one.unwrap().problems.is_empty() && other.unwrap().problems.is_empty());
    published_anew(&office, &survey).await;
    assert!(stranger.sends(&sitting, answers(true, 3)).await.unwrap().problems.is_empty());
    office.archive(&survey).await;
    office.inbox.change("palaute", |queue| queue.open = false);
    assert!(stranger.sends(&sitting, answers(true, 3)).await.unwrap().problems.is_empty());

    for others in [answers(true, 4), answers(false, 3), Answers::default()] {
        assert_eq!(told_of(stranger.sends(&sitting, others).await), said(Code::FailedPrecondition, "already_answered"));
    }
    assert_eq!(sent(&office).await.len(), 1);
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_07_a_form_is_answered_in_one_sitting_neither_in_no_time_nor_in_half_a_day() {
    let office = Office::start().await;
    form_at(&office, "palaute").await;
    let stranger = stranger(&office);
    let (quick, slow) = (stranger.sits_down("palaute").await, stranger.sits_down("palaute").await);
    office.clock().advance(SignedDuration::from_millis(2_900));
    assert_eq!(told_of(stranger.sends(&quick, answers(true, 3)).await), busy());
    office.clock().advance(SignedDuration::from_millis(100));
    assert!(stranger.sends(&quick, answers(true, 3)).await.unwrap().problems.is_empty());

    let over = said(Code::FailedPrecondition, "sitting_over");
    for none in ["x.y", &format!("{slow}x"), &slow.replace("palaute", "hakemus")] {
        assert_eq!(told_of(stranger.sends(none, answers(true, 3)).await), over, "{none}");
    }
    office.clock().advance(SignedDuration::from_hours(4));
    for late in [&quick, &slow] {
        assert_eq!(told_of(stranger.sends(late, answers(true, 3)).await), over);
    }
    // Who begins again sends the same answers.
    let again = stranger.sits_down("palaute").await;
    office.clock().advance(A_MINUTE);
    assert!(stranger.sends(&again, answers(true, 3)).await.unwrap().problems.is_empty());
    assert_eq!(sent(&office).await.len(), 2);
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_07_who_fills_in_what_no_person_sees_is_answered_as_sent_and_nothing_is_kept() {
    let office = Office::start().await;
    form_at(&office, "palaute").await;
    let stranger = stranger(&office);
    let sitting = stranger.sits_down("palaute").await;
    office.clock().advance(A_MINUTE);
    let filled = SendPublicFormRequest { sitting: sitting.clone(), answers: Some(answers(true, 3)), website: "https://kajo.example".to_owned() };
    assert_eq!(stranger.asks_to_send(filled).await.unwrap(), SendPublicFormResponse::default());
    // Nor what is more than anybody writes.
    let long = Answers { answers: vec![Answer { link_id: "x".repeat(70_000), values: Vec::new() }] };
    assert_eq!(told_of(stranger.sends(&sitting, long).await), said(Code::ResourceExhausted, "body_too_large"));
    let kept: i64 = sqlx::query_scalar(
        "select (select count(*) from form_responses) + (select count(*) from event_streams where category = 'form_response')
              + (select count(*) from command_log where stream_id is null and at = $1::timestamptz)",
    )
    .bind(office.clock().now().to_string())
    .fetch_one(office.pool())
    .await
    .unwrap();
    assert_eq!(kept, 0);
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_07_nothing_is_sent_to_a_form_that_takes_no_answers_or_is_another_one_by_now() {
    let office = Office::start().await;
    let (survey, subcategory) = form_at(&office, "palaute").await;
    let stranger = stranger(&office);
    assert_eq!(told_of(stranger.opens("muu").await), missing());
    // Surveys that are not there, for patients to whom they were given, or for who joins a chat, and a queue without any.
    let omavointi = published(&office, details("Kipu", Matter::Health)).await;
    let assessment = published(&office, assessment()).await;
    let nowhere = Uuid::now_v7().to_string();
    for (tail, other) in [("kadonnut", nowhere), ("kipu", omavointi), ("oire", assessment), ("tyhja", String::new())] {
        office.inbox.address(tail, &other, Matter::Health);
        assert_eq!(told_of(stranger.opens(tail).await), closed(), "{tail}");
    }
    let sitting = stranger.sits_down("palaute").await;
    office.clock().advance(A_MINUTE);

    // The queue is archived, names another form, or is another one: and then as it was.
    let other = office.public_form(Matter::Social).await;
    let sends = || stranger.sends(&sitting, answers(true, 3));
    office.inbox.change("palaute", |queue| queue.open = false);
    assert_eq!(told_of(stranger.opens("palaute").await), closed());
    assert_eq!(told_of(sends().await), closed());
    office.inbox.change("palaute", |queue| (queue.open, queue.survey_id) = (true, other));
    assert_eq!(told_of(sends().await), closed());
    office.inbox.change("palaute", |queue| (queue.survey_id, queue.subcategory_id) = (survey.clone(), Uuid::now_v7().to_string()));
    assert_eq!(told_of(sends().await), closed());
    office.inbox.change("palaute", |queue| queue.subcategory_id = subcategory);

    // Answers to what is not asked, and to what was asked before.
    let unasked = Answers { answers: vec![Answer { link_id: "unasked".to_owned(), values: Vec::new() }] };
    let stale = said(Code::Aborted, "stale_version");
    assert_eq!(told_of(stranger.sends(&sitting, unasked).await), stale);
    published_anew(&office, &survey).await;
    assert_eq!(told_of(sends().await), stale);
    let anew = stranger.sits_down("palaute").await;
    office.clock().advance(A_MINUTE);
    office.archive(&survey).await;
    assert_eq!(told_of(stranger.sends(&anew, answers(true, 3)).await), closed());
    assert_eq!(told_of(stranger.opens("palaute").await), closed());
    assert!(sent(&office).await.is_empty());

    // While nobody can be asked about queues, nothing is sent, and that is told.
    let Office { world, conversations, .. } = office;
    conversations.stop().await;
    for refused in [stranger.opens("palaute").await.map(drop), stranger.sends(&anew, answers(true, 3)).await.map(drop)] {
        assert_eq!(told_of(refused), said(Code::Unavailable, "unavailable"));
    }
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_07_who_comes_by_an_old_address_is_told_the_new_one_and_what_was_begun_there_is_sent() {
    let office = Office::start().await;
    form_at(&office, "palaute").await;
    let stranger = stranger(&office);
    let begun = stranger.sits_down("palaute").await;
    office.inbox.change("palaute", |queue| queue.url_tail = "palautteet".to_owned());
    let moved = stranger.opens("palaute").await.unwrap();
    assert_eq!((moved.url_tail.as_str(), stranger.opens("palautteet").await.unwrap().url_tail.as_str()), ("palautteet", "palautteet"));
    office.clock().advance(A_MINUTE);
    for sitting in [begun, moved.sitting] {
        assert!(stranger.sends(&sitting, answers(true, 3)).await.unwrap().problems.is_empty());
    }
    assert_eq!(sent(&office).await.len(), 2);
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_07_a_queue_gets_so_many_forms_in_an_hour() {
    let office = Office::with(|settings| settings.with("forms_per_hour", "2")).await;
    let ((survey, _), stranger) = (form_at(&office, "palaute").await, stranger(&office));
    office.inbox.address("toinen", &survey, Matter::Social);
    let mut sittings = Vec::new();
    for tail in ["palaute", "palaute", "palaute", "toinen"] {
        sittings.push(stranger.sits_down(tail).await);
    }
    let [first, second, third, elsewhere] = sittings.as_slice() else { panic!("{sittings:?}") };
    office.clock().advance(A_MINUTE);
    for taken in [first, second, elsewhere, first] {
        assert!(stranger.sends(taken, answers(true, 3)).await.unwrap().problems.is_empty());
    }
    for _ in 0..2 {
        assert_eq!(told_of(stranger.sends(third, answers(true, 3)).await), busy());
    }
    assert_eq!(sent(&office).await.len(), 3);
    office.clock().advance(SignedDuration::from_mins(60));
    assert!(stranger.sends(third, answers(true, 3)).await.unwrap().problems.is_empty());
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_07_who_may_read_the_conversation_of_an_anonymous_form_reads_it_and_nobody_finds_it_as_their_own() {
    let office = Office::start().await;
    let (survey, _) = form_at(&office, "palaute").await;
    let aino = resident(&office, "Aino Lehtonen");
    let signed_in = Somebody(aino.calls.clone());
    let sitting = signed_in.sits_down("palaute").await;
    office.clock().advance(A_MINUTE);
    assert!(signed_in.sends(&sitting, answers(true, 7)).await.unwrap().problems.is_empty());
    let sent = sent(&office).await;
    let (id, conversation) = (sent[0].to_string(), conversation_of(sent[0]).to_string());
    let (liisa, jussi) = (Uuid::now_v7(), Uuid::now_v7());
    office.inbox.let_read_of_nobody(liisa, &conversation);
    // A conversation of that name that concerns somebody.
    office.inbox.let_read(jussi, &conversation, aino.id);
    published_anew(&office, &survey).await;

    let read = office.read_by(liisa, &id).await.unwrap();
    assert_eq!(read.scores.iter().map(|score| score.link_id.as_str()).collect::<Vec<_>>(), ["shown", "kept"]);
    let form = read.form.clone().unwrap();
    assert_eq!((form.representative_name.as_str(), link_ids(form.answers)), ("", vec!["hurts".to_owned(), "much".to_owned()]));
    assert_eq!(bands(&form.questionnaire.unwrap()), [("shown", 1), ("kept", 1)], "in the version that was answered");
    for nobody in [jussi, Uuid::now_v7()] {
        assert_eq!(told_of(office.read_by(nobody, &id).await), missing());
    }
    assert_eq!(told_of(aino.own(&id).await), missing());
    let logged: Vec<(String, String, Option<Uuid>)> = sqlx::query_as(
        "select split_part(method, '/', 3), ground, subject_id from access_log where object_id = $1::uuid or method like '%PublicForm%'",
    )
    .bind(&id)
    .fetch_all(office.pool())
    .await
    .unwrap();
    assert_eq!(logged, [("GetFormResponse".to_owned(), "conversation".to_owned(), None)]);
    rebuild(&office.running, "form_responses").await.unwrap();
    assert_eq!(office.read_by(liisa, &id).await.unwrap(), read);

    // Once the key of the form is destroyed there is none.
    office.running.kernel().keyring.destroy(PersonId::from_uuid(sent[0].uuid()), RetentionClass::CareRecord).await.unwrap();
    assert_eq!(told_of(office.read_by(liisa, &id).await), missing());
    assert_eq!(told_of(office.sent_form(&id).await), missing());
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_07_nothing_that_is_stored_names_who_sent_a_form_and_nothing_joins_two_forms_of_one_person() {
    let office = Office::start().await;
    form_at(&office, "palaute").await;
    let aino = resident(&office, "Canary Lehtonen");
    for somebody in [Somebody(aino.calls.clone()), stranger(&office)] {
        let sitting = somebody.sits_down("palaute").await;
        office.clock().advance(A_MINUTE);
        assert!(somebody.sends(&sitting, answers(true, 7)).await.unwrap().problems.is_empty());
    }
    let sent = sent(&office).await;
    let [hers, strangers] = sent.as_slice() else { panic!("{sent:?}") };
    let tables: Vec<String> = sqlx::query_scalar(
        "select format('%I.%I', schemaname, tablename) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    )
    .fetch_all(office.pool())
    .await
    .unwrap();
    let hex = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    let (id, simple) = (aino.id.to_string(), aino.id.simple().to_string());
    let hers_alone = [hex(&id), hex(&simple), hex("Canary"), "Canary".to_owned(), id, simple];
    let mut of_forms = Vec::new();
    for table in &tables {
        let rows: Vec<String> =
            sqlx::query_scalar(AssertSqlSafe(format!("select to_jsonb(t)::text from {table} t"))).fetch_all(office.pool()).await.unwrap();
        for row in rows {
            assert!(!hers_alone.iter().any(|hidden| row.contains(hidden)), "{table}: {row}");
            assert!(!(row.contains(&hers.to_string()) && row.contains(&strangers.to_string())), "{table} joins both: {row}");
            if row.contains(&hers.to_string()) || row.contains(&hex(&hers.to_string())) {
                of_forms.push(table.as_str());
            }
        }
    }
    for table in ["public.events", "public.outbox", "public.event_streams", "public.subject_keys"] {
        assert!(of_forms.contains(&table), "there was something to look at in {table}: {of_forms:?}");
    }
    assert!(of_forms.iter().any(|table| table.ends_with(".form_responses")), "{of_forms:?}");

    // Both are the platform's, in no trace, and nothing but what was filled in is the same.
    let metas: Vec<(String, Option<String>, String, String)> = sqlx::query_as(
        "select meta ->> 'actor', meta ->> 'person', coalesce(meta -> 'trace' ->> 'traceparent', ''), meta ->> 'command'
         from events where event_type = 'form_response.sent_anonymously' order by seq",
    )
    .fetch_all(office.pool())
    .await
    .unwrap();
    for (actor, person, trace, _) in &metas {
        assert_eq!((actor.as_str(), person, trace.as_str()), ("system", &None, ""));
    }
    assert_ne!(metas[0].3, metas[1].3);
    office.end().await;
}
