//! Symptoms are assessed before somebody joins a queue that asks for it.

use chassis::testkit::refusals::{said, told};
use chassis_domain::{SignedDuration, Uuid, timestamp};
use chat_queue::assessment::{CONSENT_VERSION, VALID_FOR};
use kajo_proto::{
    chat_queue::v1::{
        ArchiveChatQueueRequest, ChatQueueDetails, ChatQueueState, GetChatCustomerRequest, SubmitAssessmentRequest,
        chat_queue_service_client::ChatQueueServiceClient,
    },
    options::v1::{Caller, Domain},
    survey::v1::{Answers, Level, answer_value::Value},
};
use tonic::{Code, Status};

use crate::{
    assessing::{Clinic, answer, assess, bands, completed, found, get, pain, read, send, submitting, words_too_many},
    waiting_room::{Customer, end},
    whispers::to_screen,
    world::{LOCATION, ROLE, add, by, close, daily, named, offered, reopen},
};

/// As the state of things forbids it.
fn no(reason: &str) -> (Code, String) {
    said(Code::FailedPrecondition, reason)
}

fn refused<T>(result: Result<T, Status>) -> (Code, String) {
    told(&result.err().unwrap())
}

fn not_found() -> (Code, String) {
    said(Code::NotFound, "not_found")
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_09_symptoms_are_assessed_and_what_they_come_to_is_told_and_goes_along_to_the_professional() {
    let clinic = Clinic::open().await;
    let (room, aino, liisa) = (&clinic.room, clinic.room.somebody(), clinic.room.liisa());
    assert!(offered(aino.calls.clone()).await[0].assessment_required);
    assert_eq!(refused(aino.join(&room.queue).await), no("assessment_required"));

    let seen = get(&aino.calls, &room.queue).await.unwrap();
    assert_eq!((seen.title.unwrap().fi.as_str(), seen.chat_queue_name.unwrap().texts["sv"].as_str()), ("Oirearvio", "Neuvola sv"));
    assert_eq!((seen.published_version, seen.consent_version, seen.completed), (1, CONSENT_VERSION, None));
    assert_eq!((seen.description.unwrap().en.as_str(), seen.standing.unwrap().state()), ("Kerro oireestasi en", ChatQueueState::Open));
    assert_eq!(bands(&seen.questionnaire.unwrap()), [("urgency", 3), ("risk", 0)]);

    // What stands against it is told at its item, and nothing is sent.
    let against = send(&aino.calls, submitting(&room.queue, pain(11))).await.unwrap();
    let problems: Vec<_> = against.problems.iter().map(|problem| (problem.link_id.as_str(), problem.code.as_str())).collect();
    assert_eq!((problems, against.completed.is_none()), (vec![("pain", "above_max")], true));
    assert_eq!(clinic.count("events where event_type like 'assessment.%'").await, 0);

    let (now, retried) = (room.world.clock().now(), aino.calls.with_key(Uuid::now_v7()));
    let sent = assess(&retried, &room.queue, words_too_many()).await;
    assert_eq!((sent.level(), found(&sent)), (Level::Serious, vec![("urgency fi", "LEVEL_SERIOUS fi", Level::Serious)]));
    assert_eq!((sent.completed_at, sent.valid_until), (Some(timestamp(now)), Some(timestamp(now + VALID_FOR))));
    // Sent again it is the same one; something else is not sent under its key.
    assert_eq!(assess(&retried, &room.queue, words_too_many()).await, sent);
    assert_eq!(refused(send(&retried, submitting(&room.queue, pain(1))).await), said(Code::AlreadyExists, "idempotency_key_reused"));
    assert_eq!(completed(&aino.calls, &room.queue).await.as_ref(), Some(&sent));

    let chat = aino.join(&room.queue).await.unwrap();
    assert_eq!(liisa.list().await.waiting[0].assessment_level(), Level::Serious);
    let shown = read(&liisa.calls, &chat).await.unwrap().unwrap();
    assert_eq!((&shown.assessment_id, shown.completed_at, shown.level()), (&sent.assessment_id, sent.completed_at, Level::Serious));
    let answered: Vec<_> = shown.answers.as_ref().unwrap().answers.iter().map(|answer| answer.link_id.as_str()).collect();
    assert_eq!(answered, ["pain", "breathing"], "what a condition hides is not kept");
    let scores: Vec<_> = shown.scores.iter().map(|score| (score.link_id.as_str(), score.value, score.band)).collect();
    assert_eq!(scores, [("urgency", Some(9_000_000), Some(2)), ("risk", Some(9_000_000), Some(0))]);
    assert_eq!((bands(shown.questionnaire.as_ref().unwrap()), shown.title.unwrap().sv.as_str()), (vec![("urgency", 3), ("risk", 1)], "Oirearvio sv"));
    liisa.accept(&chat).await.unwrap();
    assert_eq!(liisa.list().await.own[0].assessment_level(), Level::Serious);

    let (id, subject) = (sent.assessment_id.parse::<Uuid>().ok(), aino.context.person_id.parse::<Uuid>().ok());
    let logged = clinic.logged().await;
    for (method, about, ground) in
        [("GetAssessment", None, "own"), ("SubmitAssessment", id, "own"), ("GetAssessment", id, "own"), ("GetChatAssessment", id, "queue")]
    {
        let row = (method.to_owned(), about, subject, ground.to_owned());
        assert!(logged.contains(&row), "{row:?} is missing in {logged:?}");
    }
    let facts = "select substring(fact_type from '[^.]*$'), audience from outbox where stream_id = $1 and fact_type is not null";
    let facts: Vec<(String, Vec<String>)> =
        sqlx::query_as(facts).bind(format!("assessment-{}", sent.assessment_id)).fetch_all(&room.world.running.kernel().pool).await.unwrap();
    assert_eq!(facts, [("AssessmentCompleted".to_owned(), vec![to_screen(&aino)])]);
    room.rebuilds_to_the_same().await;
    clinic.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_09_one_joins_with_an_assessment_for_an_hour_and_whoever_waits_keeps_the_place() {
    let clinic = Clinic::open().await;
    let (room, aino, liisa) = (&clinic.room, clinic.room.somebody(), clinic.room.liisa());
    let clock = room.world.clock();
    assess(&aino.calls, &room.queue, pain(2)).await;
    clock.advance(SignedDuration::from_mins(59));
    let first = aino.join(&room.queue).await.unwrap();
    aino.leave(&first).await.unwrap();
    // Whoever comes again has it still.
    let retried = Customer { calls: aino.calls.with_key(Uuid::now_v7()), ..aino.clone() };
    let chat = retried.join(&room.queue).await.unwrap();
    assert_ne!(chat, first);
    assert_eq!(liisa.list().await.waiting[0].assessment_level(), Level::Normal);

    clock.advance(SignedDuration::from_mins(1));
    assert_eq!((aino.join(&room.queue).await.unwrap(), completed(&aino.calls, &room.queue).await), (chat.clone(), None));
    assert_eq!(liisa.list().await.waiting[0].assessment_level(), Level::Normal, "it goes along for as long as they are there");
    aino.leave(&chat).await.unwrap();
    assert_eq!(refused(aino.join(&room.queue).await), no("assessment_expired"));
    assert_eq!(retried.join(&room.queue).await.unwrap(), chat, "a retry is answered as it was");

    let newest = assess(&aino.calls, &room.queue, pain(5)).await;
    let again = aino.join(&room.queue).await.unwrap();
    assert_eq!(read(&liisa.calls, &again).await.unwrap().unwrap().assessment_id, newest.assessment_id);
    // It is that of one queue, and of whoever sent it.
    let details = ChatQueueDetails { triage_required: true, assessment_survey_id: clinic.survey_id.clone(), ..named("Toinen") };
    let other = add(&room.world, ChatQueueDetails { hours: daily("00:00", "24:00"), ..details }).await.unwrap();
    let eino = room.for_somebody(aino.context.person_id.parse().unwrap(), Domain::Health);
    assert_eq!(refused(aino.join(&other).await), no("assessment_required"));
    assert_eq!((refused(eino.join(&room.queue).await), completed(&eino.calls, &room.queue).await), (no("assessment_required"), None));
    clinic.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_09_nothing_is_sent_without_consent_or_to_anything_but_what_is_asked_now() {
    let clinic = Clinic::open().await;
    let (room, aino) = (&clinic.room, clinic.room.somebody());
    let asked = || submitting(&room.queue, pain(2));
    for consent_version in [0, CONSENT_VERSION + 1] {
        let without = SubmitAssessmentRequest { consent_version, ..asked() };
        assert_eq!(refused(send(&aino.calls, without).await), no("assessment_consent_missing"));
    }
    let of_another = Answers { answers: vec![answer("fever", Value::Boolean(true))] };
    for stale in [SubmitAssessmentRequest { published_version: 2, ..asked() }, submitting(&room.queue, of_another)] {
        assert_eq!(refused(send(&aino.calls, stale).await), no("stale_version"));
    }
    let long = Answers { answers: vec![answer("words", Value::Text("ä".repeat(40_000)))] };
    let long = send(&aino.calls, submitting(&room.queue, long)).await;
    assert_eq!(refused(long), said(Code::ResourceExhausted, "body_too_large"));
    assert_eq!(clinic.count("events where event_type like 'assessment.%'").await, 0);

    // Whoever has sent it to what was asked then is told the same when another version is in force.
    let retried = aino.calls.with_key(Uuid::now_v7());
    let sent = assess(&retried, &room.queue, pain(2)).await;
    clinic.publish_anew().await;
    assert_eq!(assess(&retried, &room.queue, pain(2)).await, sent);
    assert_eq!(completed(&aino.calls, &room.queue).await, Some(sent));
    assert_eq!(refused(send(&aino.calls, asked()).await), no("stale_version"));
    let newer = SubmitAssessmentRequest { published_version: 2, ..asked() };
    assert!(send(&aino.calls, newer).await.unwrap().completed.is_some());
    clinic.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_09_what_somebody_does_not_see_asks_them_nothing_and_what_is_shut_asks_all_the_same() {
    let clinic = Clinic::open().await;
    let (room, aino) = (&clinic.room, clinic.room.somebody());
    let ritva = || by(&room.world, Caller::ResponsibleUser);
    let hidden = ChatQueueDetails { triage_required: true, assessment_survey_id: clinic.survey_id.clone(), ..named("Kesken") };
    let hidden = add(&room.world, ChatQueueDetails { visible_to_identified: false, ..hidden }).await.unwrap();
    let (unknown, social) = (Uuid::now_v7().to_string(), room.for_somebody(Uuid::now_v7(), Domain::Social));
    for (who, queue) in [(&aino, &hidden), (&aino, &unknown), (&social, &room.queue)] {
        assert_eq!(refused(get(&who.calls, queue).await), not_found());
        assert_eq!(refused(send(&who.calls, submitting(queue, pain(2))).await), not_found());
    }
    let silent = add(&room.world, ChatQueueDetails { hours: daily("00:00", "24:00"), ..named("Muu") }).await.unwrap();
    assert_eq!(refused(get(&aino.calls, &silent).await), no("assessment_not_asked"));
    assert_eq!(refused(send(&aino.calls, submitting(&silent, pain(2))).await), no("assessment_not_asked"));
    aino.join(&silent).await.unwrap();

    close(ritva(), &room.queue, "Koulutus", None).await.unwrap();
    let standing = get(&aino.calls, &room.queue).await.unwrap().standing.unwrap();
    assert_eq!(standing.state(), ChatQueueState::TemporarilyClosed);
    let sent = assess(&aino.calls, &room.queue, pain(9)).await;
    assert_eq!(refused(aino.join(&room.queue).await), no("chat_queue_temporarily_closed"));
    reopen(ritva(), &room.queue).await.unwrap();

    // One that asks no more lets everybody in, and takes along what is good still.
    clinic.switch(false).await;
    assert_eq!(refused(get(&aino.calls, &room.queue).await), no("assessment_not_asked"));
    let (chat, (_, without), liisa) = (aino.join(&room.queue).await.unwrap(), room.waiting().await, room.liisa());
    assert_eq!(read(&liisa.calls, &chat).await.unwrap().unwrap().assessment_id, sent.assessment_id);
    assert_eq!(read(&liisa.calls, &without).await.unwrap(), None);
    let about_chat = format!("access_log where method like '%/GetChatAssessment' and object_kind = 'chat' and object_id = '{without}'");
    assert_eq!(clinic.count(&about_chat).await, 1);
    let levels: Vec<_> = liisa.list().await.waiting.iter().map(|each| (each.chat_id.clone(), each.assessment_level())).collect();
    assert!(levels.contains(&(chat, Level::Serious)) && levels.contains(&(without, Level::Unspecified)), "{levels:?}");

    ChatQueueServiceClient::new(ritva()).archive_chat_queue(ArchiveChatQueueRequest { chat_queue_id: room.queue.clone() }).await.unwrap();
    assert_eq!(refused(get(&aino.calls, &room.queue).await), not_found());
    clinic.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_09_those_read_what_was_answered_who_may_see_who_it_is_and_nobody_else() {
    let clinic = Clinic::open().await;
    let (room, aino) = (&clinic.room, clinic.room.somebody());
    assess(&aino.calls, &room.queue, pain(5)).await;
    let chat = aino.join(&room.queue).await.unwrap();
    let (liisa, anna, elsewhere) = (room.liisa(), room.liisa(), Uuid::from_u128(99));
    for stranger in [room.professional(ROLE, elsewhere), room.professional(elsewhere, LOCATION)] {
        assert_eq!(refused(read(&stranger.calls, &chat).await), not_found());
    }
    assert_eq!(refused(read(&liisa.calls, &Uuid::now_v7().to_string()).await), not_found());
    assert_eq!(read(&aino.calls, &chat).await.unwrap_err().code(), Code::PermissionDenied);
    for colleague in [&liisa, &anna] {
        assert_eq!(read(&colleague.calls, &chat).await.unwrap().unwrap().level(), Level::Notable);
    }
    liisa.accept(&chat).await.unwrap();
    assert_eq!(refused(read(&anna.calls, &chat).await), not_found());
    read(&liisa.calls, &chat).await.unwrap().unwrap();
    assert!(clinic.logged().await.iter().any(|(method, .., ground)| method == "GetChatAssessment" && ground == "owner"));

    end(&liisa.calls, &chat).await.unwrap();
    room.world.clock().advance(SignedDuration::from_hours(23));
    read(&liisa.calls, &chat).await.unwrap().unwrap();
    room.world.clock().advance(SignedDuration::from_hours(1));
    assert_eq!(refused(read(&liisa.calls, &chat).await), not_found());
    clinic.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_09_a_visitor_sends_five_an_hour_and_what_goes_along_stays_with_the_chat_when_they_sign_in() {
    let clinic = Clinic::open().await;
    let (room, visitor, liisa) = (&clinic.room, clinic.room.visitor(), clinic.room.liisa());
    for much in 0..4 {
        assess(&visitor.calls, &room.queue, pain(much)).await;
    }
    let retried = visitor.calls.with_key(Uuid::now_v7());
    let fifth = assess(&retried, &room.queue, pain(4)).await;
    assert_eq!(refused(send(&visitor.calls, submitting(&room.queue, pain(5))).await), no("assessments_too_many"));
    assert_eq!(assess(&retried, &room.queue, pain(4)).await, fifth, "a retry is no further one");
    assess(&room.visitor().calls, &room.queue, pain(5)).await;
    let resident = room.somebody();
    for much in 0..6 {
        assess(&resident.calls, &room.queue, pain(much)).await;
    }

    room.world.clock().advance(SignedDuration::from_hours(1));
    assert_eq!(refused(visitor.join(&room.queue).await), no("assessment_expired"));
    let sent = assess(&visitor.calls, &room.queue, pain(8)).await;
    let chat = visitor.join(&room.queue).await.unwrap();
    let waiting = liisa.list().await.waiting;
    assert_eq!((waiting[0].visitor, waiting[0].assessment_level()), (true, Level::Serious));
    let asked = GetChatCustomerRequest { chat_id: chat.clone() };
    assert!(liisa.waiting().get_chat_customer(asked).await.unwrap().into_inner().customer.unwrap().assessed);
    assert_eq!(read(&liisa.calls, &chat).await.unwrap().unwrap().assessment_id, sent.assessment_id);
    let visit = &visitor.context.person_id;
    assert_eq!(clinic.count(&format!("access_log where subject_id = '{visit}'")).await, 0, "of a visitor the log names nobody");

    // What is theirs by now is read as it was, and the log says whose it is.
    let aino = room.signed_in(&visitor);
    assert_eq!((aino.claim().await, completed(&aino.calls, &room.queue).await), (vec![chat.clone()], None));
    liisa.accept(&chat).await.unwrap();
    let shown = read(&liisa.calls, &chat).await.unwrap().unwrap();
    assert_eq!((shown.assessment_id, shown.answers), (sent.assessment_id, Some(pain(8))));
    let subject = aino.context.person_id.parse::<Uuid>().ok();
    assert!(clinic.logged().await.iter().any(|(method, _, whose, _)| method == "GetChatAssessment" && *whose == subject));
    clinic.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cha_09_a_survey_that_is_archived_asks_on_and_while_survey_is_away_one_joins_with_what_was_sent() {
    let mut clinic = Clinic::open().await;
    let (aino, eino, liisa) = (clinic.room.somebody(), clinic.room.somebody(), clinic.room.liisa());
    let queue = clinic.room.queue.clone();
    clinic.archive_survey().await;
    assert_eq!(get(&aino.calls, &queue).await.unwrap().published_version, 1);
    assess(&aino.calls, &queue, pain(9)).await;

    clinic.survey_goes_away().await;
    let away = said(Code::Unavailable, "unavailable");
    assert_eq!(refused(get(&eino.calls, &queue).await), away);
    assert_eq!(refused(send(&eino.calls, submitting(&queue, pain(2))).await), away);
    assert_eq!(refused(eino.join(&queue).await), no("assessment_required"));
    let chat = aino.join(&queue).await.unwrap();
    assert_eq!(liisa.list().await.waiting[0].assessment_level(), Level::Serious);
    assert_eq!(refused(read(&liisa.calls, &chat).await), away);
    clinic.end().await;
}
