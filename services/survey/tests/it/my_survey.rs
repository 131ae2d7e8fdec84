//! Residents answer the surveys that were activated for them: on their days, once, themselves or by who acts for them.

use chassis::{
    database,
    store::CommandMeta,
    testkit::{
        World, rebuild,
        refusals::{reason, said, told},
    },
};
use chassis_domain::{SignedDuration, Uuid};
use kajo_proto::{
    common::v1::Matter as PublicMatter,
    options::v1::Domain,
    survey::v1::{
        Answers, GetMySurveyResponse, MySurveyList, SendMyAnswersRequest, SendMyAnswersResponse, SurveyActivationState,
        my_survey_service_client::MySurveyServiceClient,
    },
};
use survey::activation::{ActivationId, Command, SurveyActivation};
use tonic::{Code, Status};

use crate::activation::town::{
    Resident, alone, answers, details, events_of, for_resident, girl, give, given, published, published_anew, put_clock, resident, waiting,
};

/// Two days from when tests begin.
const SUNDAY: &str = "2026-11-22";
const MONDAY: &str = "2026-11-23";
/// Without days: from today until it is taken back.
const ALWAYS: (&str, &str) = ("", "");

/// A health survey in force.
async fn survey(world: &World) -> String {
    published(world, details("Kipu", PublicMatter::Health)).await
}

async fn given_to(world: &World, resident: &Resident, survey: &str, days: (&str, &str)) -> String {
    give(&world.running.kernel().store, given(resident.id, survey, days)).await
}

/// What stands against it: items with codes.
fn problems(sent: &SendMyAnswersResponse) -> Vec<(&str, &str)> {
    sent.problems.iter().map(|problem| (problem.link_id.as_str(), problem.code.as_str())).collect()
}

/// Its scores, each with how many bands are told of it.
fn bands(seen: &GetMySurveyResponse) -> Vec<(&str, usize)> {
    let items = &seen.questionnaire.as_ref().unwrap().items[0].items;
    items.iter().filter_map(|item| Some((item.link_id.as_str(), item.score.as_ref()?.bands.len()))).collect()
}

/// How many answers are kept and not sent.
async fn drafts(world: &World) -> i64 {
    sqlx::query_scalar("select count(*) from answer_drafts").fetch_one(&world.running.kernel().pool).await.unwrap()
}

fn assert_stale<T: std::fmt::Debug>(answer: Result<T, Status>) {
    assert_eq!(told(&answer.unwrap_err()), said(Code::Aborted, "stale_version"));
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_03_a_resident_answers_and_what_a_condition_hides_is_never_stored() {
    let world = alone().await;
    let (aino, survey) = (resident(&world, "Aino Lehtonen"), survey(&world).await);
    let id = given_to(&world, &aino, &survey, ("", SUNDAY)).await;
    let listed = aino.list(MySurveyList::ToAnswer).await;
    assert_eq!(listed.len(), 1);
    assert_eq!((listed[0].survey_activation_id.as_str(), listed[0].title.as_ref().unwrap().fi.as_str()), (id.as_str(), "Kipu"));
    assert_eq!((listed[0].days_left, listed[0].begun, listed[0].activated_by_name.as_str()), (Some(2), false, "Liisa Virtanen"));
    let seen = aino.see(&id).await.unwrap();
    assert_eq!((seen.published_version, seen.revision, seen.questionnaire.unwrap().items.len()), (1, 0, 1));

    // What stands against it is told at its item, and nothing happens.
    assert_eq!(problems(&aino.send(&id, Answers::default(), 1).await.unwrap()), [("hurts", "required")]);
    assert_eq!(problems(&aino.send(&id, answers(true, 11), 1).await.unwrap()), [("much", "above_max")]);
    assert_eq!(events_of(&world, &id).await.len(), 2, "activated and opened");

    assert!(aino.send(&id, answers(false, 7), 1).await.unwrap().problems.is_empty());
    let answered = aino.see(&id).await.unwrap();
    assert_eq!(answered.survey.as_ref().unwrap().state(), SurveyActivationState::Answered);
    let link_ids: Vec<_> = answered.answers.unwrap().answers.into_iter().map(|answer| answer.link_id).collect();
    assert_eq!((link_ids, answered.scores.len()), (vec!["hurts".to_owned()], 0));
    assert!(aino.list(MySurveyList::ToAnswer).await.is_empty());
    let over = aino.list(MySurveyList::Answered).await;
    assert_eq!((over.len(), over[0].answered_at.is_some(), over[0].days_left, over[0].representative_name.as_str()), (1, true, None, ""));

    // Of the scores one sees those that are for them.
    let other = given_to(&world, &aino, &survey, ALWAYS).await;
    aino.send(&other, answers(true, 7), 1).await.unwrap();
    let scores = aino.see(&other).await.unwrap().scores;
    assert_eq!(scores.iter().map(|score| (score.link_id.as_str(), score.value)).collect::<Vec<_>>(), [("shown", Some(7_000_000))]);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sur_03_of_two_devices_that_send_at_once_one_counts_and_a_retry_is_told_the_same() {
    let world = alone().await;
    let (aino, survey) = (resident(&world, "Aino Lehtonen"), survey(&world).await);
    for _ in 0..5 {
        let id = given_to(&world, &aino, &survey, ALWAYS).await;
        let (one, other) = tokio::join!(aino.send(&id, answers(true, 3), 1), aino.send(&id, answers(false, 0), 1));
        let refused: Vec<_> = [one, other].into_iter().filter_map(Result::err).map(|status| told(&status)).collect();
        assert_eq!(refused, [said(Code::FailedPrecondition, "already_answered")]);
        assert_eq!(events_of(&world, &id).await.last().map(String::as_str), Some("survey_activation.answered"));
        assert!(aino.see(&id).await.unwrap().answers.is_some());
    }
    let id = given_to(&world, &aino, &survey, ALWAYS).await;
    let retried = MySurveyServiceClient::new(aino.calls.with_key(Uuid::now_v7()));
    let asked = || SendMyAnswersRequest { survey_activation_id: id.clone(), answers: Some(answers(true, 3)), published_version: 1 };
    for _ in 0..2 {
        assert!(retried.clone().send_my_answers(asked()).await.unwrap().into_inner().problems.is_empty());
    }
    assert_eq!(reason(&aino.send(&id, answers(true, 3), 1).await.unwrap_err()), "already_answered");
    assert_eq!(reason(&aino.save(&id, (answers(true, 3), 1), 0).await.unwrap_err()), "already_answered");
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_03_two_devices_that_keep_answers_take_none_from_each_other_and_the_send_forgets_them() {
    let world = alone().await;
    let (aino, survey) = (resident(&world, "Aino Lehtonen"), survey(&world).await);
    let id = given_to(&world, &aino, &survey, ALWAYS).await;
    let first = aino.save(&id, (answers(true, 3), 1), 0).await.unwrap();
    assert_stale(aino.save(&id, (answers(true, 4), 1), 0).await);
    let seen = aino.see(&id).await.unwrap();
    // What a condition hides is there again when it is shown again.
    assert_eq!((seen.revision, seen.answers), (first, Some(answers(true, 3))));
    assert!(aino.list(MySurveyList::ToAnswer).await[0].begun);
    let second = aino.save(&id, (answers(false, 3), 1), first).await.unwrap();
    assert_stale(aino.save(&id, (Answers::default(), 1), first).await);
    assert_eq!(aino.see(&id).await.unwrap().answers, Some(answers(false, 3)));
    assert_eq!(aino.save(&id, (Answers::default(), 1), second).await.unwrap(), 0, "nothing is kept no longer");
    assert_eq!((aino.see(&id).await.unwrap().answers, drafts(&world).await), (None, 0));
    aino.save(&id, (answers(true, 5), 1), 0).await.unwrap();
    aino.send(&id, answers(true, 5), 1).await.unwrap();
    assert_eq!(drafts(&world).await, 0);

    // Nobody can read them in the table, and after sixty days they are gone.
    let other = given_to(&world, &aino, &survey, ALWAYS).await;
    aino.save(&other, (answers(true, 6), 1), 0).await.unwrap();
    let row: String = sqlx::query_scalar("select to_jsonb(d)::text from answer_drafts d").fetch_one(&world.running.kernel().pool).await.unwrap();
    let word = "hurts".bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    assert!(!row.contains("hurts") && !row.contains(&word), "{row}");
    world.clock().advance(SignedDuration::from_hours(24 * 61));
    world.eventually(|| async { (drafts(&world).await == 0).then_some(()) }).await;
    assert_eq!(aino.see(&other).await.unwrap().revision, 0);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_03_answers_that_are_kept_while_there_is_nothing_to_answer_any_more_leave_nothing_behind() {
    let world = alone().await;
    let (aino, survey) = (resident(&world, "Aino Lehtonen"), survey(&world).await);
    let id = given_to(&world, &aino, &survey, ALWAYS).await;
    let kernel = world.running.kernel();
    // Answers that were admitted wait to be written.
    let mut held = database::begin(&kernel.pool).await.unwrap();
    sqlx::query("lock table answer_drafts in exclusive mode").execute(&mut *held).await.unwrap();
    let taken_back = async {
        waiting(&world, 1).await;
        let meta = CommandMeta::system(Uuid::now_v7());
        kernel.store.execute::<SurveyActivation>(ActivationId::parse(&id).unwrap(), Command::WithdrawWithAccount, meta).await.unwrap();
        held.rollback().await.unwrap();
    };
    let (saved, ()) = tokio::join!(aino.save(&id, (answers(true, 3), 1), 0), taken_back);
    assert_eq!(told(&saved.unwrap_err()), said(Code::FailedPrecondition, "survey_withdrawn"));
    assert_eq!(drafts(&world).await, 0);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_03_what_a_score_means_is_told_of_those_alone_that_are_for_whoever_answers() {
    let world = alone().await;
    let (aino, survey) = (resident(&world, "Aino Lehtonen"), survey(&world).await);
    let id = given_to(&world, &aino, &survey, ALWAYS).await;
    let expected = [("shown", 1), ("kept", 0)];
    assert_eq!(bands(&aino.see(&id).await.unwrap()), expected);
    aino.save(&id, (answers(true, 3), 1), 0).await.unwrap();
    assert_eq!(bands(&aino.see(&id).await.unwrap()), expected, "begun");
    aino.send(&id, answers(true, 3), 1).await.unwrap();
    let answered = aino.see(&id).await.unwrap();
    assert_eq!((bands(&answered), answered.scores[0].band), (expected.to_vec(), Some(0)), "answered");
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_03_what_is_begun_stays_in_its_version_and_others_get_the_newest() {
    let world = alone().await;
    let (aino, survey) = (resident(&world, "Aino Lehtonen"), survey(&world).await);
    let (begun, other) = (given_to(&world, &aino, &survey, ALWAYS).await, given_to(&world, &aino, &survey, ALWAYS).await);
    assert_stale(aino.save(&begun, (answers(true, 3), 2), 0).await);
    let revision = aino.save(&begun, (answers(true, 3), 1), 0).await.unwrap();
    published_anew(&world, &survey).await;
    assert_eq!((aino.see(&begun).await.unwrap().published_version, aino.see(&other).await.unwrap().published_version), (1, 2));
    assert_stale(aino.send(&other, answers(true, 3), 1).await);
    assert_stale(aino.send(&other, answers(true, 3), 3).await);
    aino.save(&begun, (answers(true, 4), 1), revision).await.unwrap();
    for (id, published_version) in [(&begun, 1), (&other, 2)] {
        assert!(aino.send(id, answers(true, 4), published_version).await.unwrap().problems.is_empty());
        assert_eq!(aino.see(id).await.unwrap().published_version, published_version, "as it was answered");
    }
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_02_it_opens_on_its_first_day_and_is_over_after_its_last_one() {
    let world = alone().await;
    let (aino, survey) = (resident(&world, "Aino Lehtonen"), survey(&world).await);
    let id = given_to(&world, &aino, &survey, (SUNDAY, MONDAY)).await;
    let to_answer = async || aino.list(MySurveyList::ToAnswer).await.len();
    // Said by who looks every five minutes.
    let happened = async |event: &str| {
        let last = format!("survey_activation.{event}");
        world.clock().advance(SignedDuration::from_mins(5));
        world.eventually(|| async { (events_of(&world, &id).await.last() == Some(&last)).then_some(()) }).await;
    };
    put_clock(&world, "2026-11-21T21:59:59Z");
    assert_eq!((to_answer().await, aino.list(MySurveyList::Past).await.len()), (0, 0));
    for refused in [aino.see(&id).await.map(drop), aino.save(&id, (answers(true, 3), 1), 0).await.map(drop)] {
        assert_eq!(told(&refused.unwrap_err()), said(Code::FailedPrecondition, "not_open_yet"));
    }
    assert_eq!(reason(&aino.send(&id, answers(true, 3), 1).await.unwrap_err()), "not_open_yet");

    // Midnight in Helsinki. Whether somebody has said so or not, the day has come.
    put_clock(&world, "2026-11-21T22:00:00Z");
    assert_eq!(to_answer().await, 1);
    assert_eq!(aino.see(&id).await.unwrap().survey.unwrap().days_left, Some(1));
    happened("opened").await;
    aino.save(&id, (answers(true, 3), 1), 0).await.unwrap();

    // Ten minutes after the end of its last day.
    put_clock(&world, "2026-11-23T22:09:59Z");
    let last = aino.list(MySurveyList::ToAnswer).await;
    assert_eq!((last[0].state(), last[0].days_left), (SurveyActivationState::Open, Some(0)));
    put_clock(&world, "2026-11-23T22:10:00Z");
    let past = aino.list(MySurveyList::Past).await;
    assert_eq!((to_answer().await, past.len(), past[0].state()), (0, 1, SurveyActivationState::Expired));
    assert_eq!(reason(&aino.send(&id, answers(true, 3), 1).await.unwrap_err()), "survey_over");
    assert_eq!(reason(&aino.save(&id, (answers(true, 3), 1), 0).await.unwrap_err()), "survey_over");
    happened("expired").await;
    assert_eq!(aino.list(MySurveyList::Past).await, past, "it is no other for having been said");
    let seen = aino.see(&id).await.unwrap();
    assert_eq!((seen.questionnaire, seen.published_version, seen.answers), (None, 0, None));
    rebuild(&world.running, "activations").await.unwrap();
    assert_eq!(aino.list(MySurveyList::Past).await, past);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_03_what_is_urgent_stands_first_page_by_page() {
    let world = alone().await;
    let (aino, survey) = (resident(&world, "Aino Lehtonen"), survey(&world).await);
    let mut expected = Vec::new();
    for days in [ALWAYS, ("", MONDAY), ("", SUNDAY)] {
        expected.push(given_to(&world, &aino, &survey, days).await);
        world.clock().advance(SignedDuration::from_secs(1));
    }
    expected.swap(0, 2);
    expected.push(given_to(&world, &aino, &survey, ALWAYS).await);
    let (mut found, mut token) = (Vec::new(), String::new());
    loop {
        let page = Some(kajo_proto::common::v1::PageRequest { size: 1, token });
        let asked = kajo_proto::survey::v1::ListMySurveysRequest { list: MySurveyList::ToAnswer.into(), page };
        let answer = aino.surveys().list_my_surveys(asked).await.unwrap().into_inner();
        found.extend(answer.surveys.into_iter().map(|survey| survey.survey_activation_id));
        token = answer.next_page_token;
        if token.is_empty() {
            break;
        }
    }
    assert_eq!(found, expected, "Sunday, Monday, and those without a last day as they came");
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_03_who_acts_for_a_resident_answers_with_a_mandate_of_the_matter_alone() {
    let world = alone().await;
    let (aino, survey) = (resident(&world, "Aino Lehtonen"), survey(&world).await);
    let id = given_to(&world, &aino, &survey, ALWAYS).await;
    let missing = aino.see(&Uuid::now_v7().to_string()).await.unwrap_err();
    for nobody in [for_resident(&world, &aino, &[Domain::Social], false), for_resident(&world, &aino, &[], false), resident(&world, "Elli Fofonoff")]
    {
        assert!(nobody.list(MySurveyList::ToAnswer).await.is_empty());
        let refused = [
            nobody.see(&id).await.map(drop),
            nobody.save(&id, (answers(true, 3), 1), 0).await.map(drop),
            nobody.send(&id, answers(true, 3), 1).await.map(drop),
            nobody.show(&id, true).await,
        ];
        for refused in refused {
            let refused = refused.unwrap_err();
            assert_eq!((refused.code(), refused.details()), (missing.code(), missing.details()), "as if it were not there");
        }
    }
    let eino = for_resident(&world, &aino, &[Domain::Health], false);
    assert_eq!(eino.list(MySurveyList::ToAnswer).await.len(), 1);
    eino.save(&id, (answers(true, 3), 1), 0).await.unwrap();
    assert_eq!(aino.see(&id).await.unwrap().revision, 0, "what is begun is its writer's alone");
    eino.send(&id, answers(true, 3), 1).await.unwrap();
    let answered = aino.list(MySurveyList::Answered).await;
    assert_eq!(answered[0].representative_name, "Eino Saarinen");
    assert_eq!(told(&aino.send(&id, answers(true, 3), 1).await.unwrap_err()), said(Code::FailedPrecondition, "already_answered"));
    assert!(aino.see(&id).await.unwrap().answers.is_some());
    // Names are readable nowhere.
    let open: i64 = sqlx::query_scalar(
        "select (select count(*) from events where position('Eino' in encode(payload, 'escape')) > 0)
              + (select count(*) from activations where position('Eino' in activations::text) > 0)",
    )
    .fetch_one(&world.running.kernel().pool)
    .await
    .unwrap();
    assert_eq!(open, 0);
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_09_a_teenagers_survey_is_hers_to_show_to_guardians() {
    let world = alone().await;
    let (venla, survey) = (girl(&world), survey(&world).await);
    let guardian = for_resident(&world, &venla, &[Domain::Health, Domain::Social], true);
    let id = given_to(&world, &venla, &survey, ALWAYS).await;
    let own = venla.see(&id).await.unwrap().survey.unwrap();
    assert!(own.may_show_to_guardians && !own.visible_to_guardians);
    assert!(guardian.list(MySurveyList::ToAnswer).await.is_empty());
    assert_eq!(told(&guardian.show(&id, true).await.unwrap_err()), said(Code::NotFound, "not_found"));
    venla.show(&id, true).await.unwrap();
    let shown = guardian.list(MySurveyList::ToAnswer).await;
    assert!(shown.len() == 1 && shown[0].visible_to_guardians && !shown[0].may_show_to_guardians);
    assert_eq!(reason(&guardian.show(&id, false).await.unwrap_err()), "not_the_teenager");
    venla.send(&id, answers(true, 3), 1).await.unwrap();
    assert!(guardian.see(&id).await.unwrap().answers.is_some());
    venla.show(&id, false).await.unwrap();
    assert!(guardian.list(MySurveyList::Answered).await.is_empty());
    assert_eq!(told(&guardian.see(&id).await.unwrap_err()), said(Code::NotFound, "not_found"));
    world.end().await.unwrap();
}
