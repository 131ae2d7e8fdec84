//! Residents send forms to queues, once, themselves or by who acts for them, and professionals who may read the conversation read the answers.

mod inbox;
pub(crate) mod office;

use chassis::{
    database,
    testkit::{
        caller, rebuild,
        refusals::{reason, said, told},
    },
};
use chassis_domain::{AudienceKey, Mandates, PersonId, RetentionClass, Uuid};
use kajo_proto::{
    common::v1::{DeletionSubject, Matter},
    options::v1::{Caller, Domain},
    survey::v1::{
        Answers, FormSent, GetFormResponseRequest, PreviewDeletionRequest, Questionnaire, SendFormRequest, SendFormResponse, SurveyDetails,
        SurveyType, deletion_service_client::DeletionServiceClient, form_result_service_client::FormResultServiceClient,
    },
};
use prost::Message;
use survey::form_response::{FormResponseId, conversation_of};
use tonic::{Code, Status};

use self::office::{Office, sending};
use crate::{
    activation::town::{Resident, answers, assessment, details, for_resident, girl, published, published_anew, resident, waiting},
    world::pain,
};

/// What stands against it: items with codes.
fn problems(sent: &SendFormResponse) -> Vec<(&str, &str)> {
    sent.problems.iter().map(|problem| (problem.link_id.as_str(), problem.code.as_str())).collect()
}

/// Scores, each with how many bands are told of it.
pub(crate) fn bands(questionnaire: &Questionnaire) -> Vec<(&str, usize)> {
    let items = &questionnaire.items[0].items;
    items.iter().filter_map(|item| Some((item.link_id.as_str(), item.score.as_ref()?.bands.len()))).collect()
}

pub(crate) fn link_ids(answers: Option<Answers>) -> Vec<String> {
    answers.unwrap().answers.into_iter().map(|answer| answer.link_id).collect()
}

pub(crate) fn missing() -> (Code, String) {
    said(Code::NotFound, "not_found")
}

/// Code and reason of a refusal.
pub(crate) fn told_of<T: std::fmt::Debug>(answer: Result<T, Status>) -> (Code, String) {
    told(&answer.unwrap_err())
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_06_a_resident_sends_a_form_and_what_a_condition_hides_is_never_stored() {
    let office = Office::start().await;
    let (aino, (_, queue)) = (resident(&office, "Aino Lehtonen"), office.form(Matter::Social).await);
    let seen = aino.fills_in(&queue).await.unwrap();
    assert_eq!((seen.title.unwrap().fi.as_str(), seen.description.unwrap().fi.as_str()), ("Hakemus", "Kuvaus"));
    assert_eq!((seen.published_version, seen.teenager), (1, false));
    assert_eq!(bands(&seen.questionnaire.unwrap()), [("shown", 1), ("kept", 0)], "what a score means is told of those alone that are for her");

    // What stands against it is told at its item, and nothing is sent.
    let refused = aino.sends(sending(&queue, answers(true, 11), 1)).await.unwrap();
    assert_eq!((problems(&refused), refused.form_response_id.as_str(), refused.conversation_id.as_str()), (vec![("much", "above_max")], "", ""));
    assert_eq!(problems(&aino.sends(sending(&queue, Answers::default(), 1)).await.unwrap()), [("hurts", "required")]);
    assert_eq!(office.sent().await, 0);

    let hidden = aino.sends(sending(&queue, answers(false, 7), 1)).await.unwrap();
    assert!(hidden.problems.is_empty());
    assert_eq!(link_ids(aino.own(&hidden.form_response_id).await.unwrap().form.unwrap().answers), ["hurts"]);
    let sent = aino.sends(sending(&queue, answers(true, 7), 1)).await.unwrap();
    let own = aino.own(&sent.form_response_id).await.unwrap();
    assert_eq!(own.scores.iter().map(|score| (score.link_id.as_str(), score.value)).collect::<Vec<_>>(), [("shown", Some(7_000_000))]);
    let form = own.form.unwrap();
    assert_eq!((form.form_response_id, form.title.unwrap().fi.as_str(), form.representative_name.as_str()), (sent.form_response_id, "Hakemus", ""));
    assert_eq!((link_ids(form.answers), form.sent_at.is_some()), (vec!["hurts".to_owned(), "much".to_owned()], true));
    assert_eq!(bands(&form.questionnaire.unwrap()), [("shown", 1), ("kept", 0)]);
    assert_eq!(office.sent().await, 2);
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_06_a_form_that_was_sent_is_told_with_its_conversation_and_without_its_answers() {
    let office = Office::start().await;
    let (aino, (survey, queue)) = (resident(&office, "Aino Lehtonen"), office.form(Matter::Social).await);
    let sent = aino.sends(sending(&queue, answers(true, 7), 1)).await.unwrap();
    let id = FormResponseId::parse(&sent.form_response_id).unwrap();
    assert_eq!(sent.conversation_id, conversation_of(id).to_string());
    let told: Vec<(String, Vec<u8>, Vec<String>)> = sqlx::query_as("select fact_type, fact, audience from outbox where stream_id = $1")
        .bind(format!("form_response-{id}"))
        .fetch_all(office.pool())
        .await
        .unwrap();
    let [(kind, fact, audience)] = told.as_slice() else { panic!("{told:?}") };
    assert!(kind.ends_with("FormSent"), "{kind}");
    let expected = FormSent {
        form_response_id: id.to_string(),
        subcategory_id: queue.clone(),
        survey_id: survey,
        published_version: 1,
        patient_id: aino.id.to_string(),
        conversation_id: sent.conversation_id.clone(),
    };
    assert_eq!(FormSent::decode(fact.as_slice()).unwrap(), expected);
    let (social, health) = (Mandates { health: false, social: true }, Mandates { health: true, social: false });
    let of = |mandates| String::from(AudienceKey::on_behalf(PersonId::from_uuid(aino.id), mandates, false));
    assert!(audience.contains(&String::from(AudienceKey::person(aino.id))) && audience.contains(&of(social)) && !audience.contains(&of(health)));

    // Whose it is, for who opens the conversation.
    let known = office.sent_form(&sent.form_response_id).await.unwrap();
    assert_eq!((known.patient_id, known.patient_name.as_str()), (aino.id.to_string(), "Aino Lehtonen"));
    assert_eq!((known.subcategory_id.as_str(), known.matter, known.visible_to_guardians), (queue.as_str(), i32::from(Matter::Social), false));
    assert_eq!(told_of(office.sent_form(&Uuid::now_v7().to_string()).await), missing());

    // Answers and names are readable nowhere, and a rebuild makes of the events what was there.
    let open: i64 = sqlx::query_scalar(
        "select (select count(*) from events where event_type = 'form_response.sent' and encode(payload, 'escape') ~ 'Lehtonen|hurts')
              + (select count(*) from form_responses f where position(encode('hurts', 'hex') in f::text) > 0)",
    )
    .fetch_one(office.pool())
    .await
    .unwrap();
    assert_eq!(open, 0);
    let own = aino.own(&sent.form_response_id).await.unwrap();
    rebuild(&office.running, "form_responses").await.unwrap();
    assert_eq!(aino.own(&sent.form_response_id).await.unwrap(), own);
    office.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sur_06_a_retry_is_told_the_same_ids_also_when_queue_and_survey_are_closed_by_now() {
    let office = Office::start().await;
    let (aino, (survey, queue)) = (resident(&office, "Aino Lehtonen"), office.form(Matter::Health).await);
    let retried = Resident { id: aino.id, calls: aino.calls.with_key(Uuid::now_v7()) };
    let asked = || sending(&queue, answers(true, 3), 1);
    // Both at once, and once more.
    let (one, other) = tokio::join!(retried.sends(asked()), retried.sends(asked()));
    let sent = one.unwrap();
    assert!(!sent.form_response_id.is_empty());
    assert_eq!(other.unwrap(), sent);
    published_anew(&office, &survey).await;
    assert_eq!(retried.sends(asked()).await.unwrap(), sent, "in the version that was in force");
    office.archive(&survey).await;
    office.inbox.archive(&queue);
    assert_eq!(retried.sends(asked()).await.unwrap(), sent);
    assert_eq!(office.sent().await, 1);
    let reused = retried.sends(sending(&queue, answers(false, 0), 1)).await;
    assert_eq!(told_of(reused), said(Code::AlreadyExists, "idempotency_key_reused"));
    // What was sent stays readable.
    let own = aino.own(&sent.form_response_id).await.unwrap().form.unwrap();
    assert_eq!(own.questionnaire.unwrap().items[0].items.len(), 4, "as it was asked");
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_06_nothing_is_sent_to_what_takes_no_answers_and_to_another_version() {
    let office = Office::start().await;
    let (aino, (survey, queue)) = (resident(&office, "Aino Lehtonen"), office.form(Matter::Health).await);
    // A queue that there is not, and one that takes none.
    let nowhere = Uuid::now_v7().to_string();
    assert_eq!(told_of(aino.fills_in(&nowhere).await), missing());
    assert_eq!(told_of(aino.sends(sending(&nowhere, answers(true, 3), 1)).await), missing());
    // Surveys that are not there, for patients to whom they were given, or for who joins a chat.
    let omavointi = published(&office, details("Kipu", Matter::Health)).await;
    let assessment = published(&office, assessment()).await;
    for closed in [nowhere.as_str(), omavointi.as_str(), assessment.as_str()] {
        let closed = office.inbox.queue(closed, Matter::Health);
        for refused in [aino.fills_in(&closed).await.map(drop), aino.sends(sending(&closed, answers(true, 3), 1)).await.map(drop)] {
            assert_eq!(told_of(refused), said(Code::FailedPrecondition, "form_closed"));
        }
    }
    for other in [0, 2] {
        assert_eq!(told_of(aino.sends(sending(&queue, answers(true, 3), other)).await), said(Code::Aborted, "stale_version"));
    }
    // Answers to what the queue asked for before it named another form, whose version has the same number.
    let other = published(&office, SurveyDetails { r#type: SurveyType::PublicForm.into(), ..pain("Palaute") }).await;
    let renamed = office.inbox.queue(&other, Matter::Health);
    assert_eq!(told_of(aino.sends(sending(&renamed, answers(true, 3), 1)).await), said(Code::Aborted, "stale_version"));
    published_anew(&office, &survey).await;
    assert_eq!(told_of(aino.sends(sending(&queue, answers(true, 3), 1)).await), said(Code::Aborted, "stale_version"));
    assert_eq!(aino.fills_in(&queue).await.unwrap().published_version, 2);
    office.archive(&survey).await;
    for refused in [aino.fills_in(&queue).await.map(drop), aino.sends(sending(&queue, answers(true, 3), 2)).await.map(drop)] {
        assert_eq!(told_of(refused), said(Code::FailedPrecondition, "form_closed"));
    }
    assert_eq!(office.sent().await, 0);

    // While nobody can be asked about queues, nothing is sent, and that is told.
    let Office { world, conversations, .. } = office;
    conversations.stop().await;
    assert_eq!(told_of(aino.fills_in(&queue).await), said(Code::Unavailable, "unavailable"));
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_06_a_form_that_is_archived_while_it_is_sent_is_sent_before_that_or_not_at_all() {
    let office = Office::start().await;
    let (aino, (survey, queue)) = (resident(&office, "Aino Lehtonen"), office.form(Matter::Health).await);
    let mut held = database::begin(office.pool()).await.unwrap();
    sqlx::query("update publications set archived = true where id = $1").bind(Uuid::try_parse(&survey).unwrap()).execute(&mut *held).await.unwrap();
    let committing = async {
        waiting(&office, 1).await;
        held.commit().await.unwrap();
    };
    let (refused, ()) = tokio::join!(aino.sends(sending(&queue, answers(true, 3), 1)), committing);
    assert_eq!(reason(&refused.unwrap_err()), "form_closed");
    assert_eq!(office.sent().await, 0);
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_06_who_acts_for_a_resident_sends_and_reads_forms_with_the_mandate_of_the_queue_alone() {
    let office = Office::start().await;
    let (aino, (_, queue)) = (resident(&office, "Aino Lehtonen"), office.form(Matter::Social).await);
    let without = for_resident(&office, &aino, &[Domain::Health], false);
    for refused in [without.fills_in(&queue).await.map(drop), without.sends(sending(&queue, answers(true, 3), 1)).await.map(drop)] {
        assert_eq!(told_of(refused), said(Code::PermissionDenied, "mandate_missing"));
    }
    let eino = for_resident(&office, &aino, &[Domain::Social], false);
    eino.fills_in(&queue).await.unwrap();
    let sent = eino.sends(sending(&queue, answers(true, 3), 1)).await.unwrap();
    office.inbox.let_read(aino.id, &sent.conversation_id, aino.id);
    for reader in [&aino, &eino] {
        assert_eq!(reader.own(&sent.form_response_id).await.unwrap().form.unwrap().representative_name, "Eino Saarinen");
    }
    let known = office.sent_form(&sent.form_response_id).await.unwrap();
    assert_eq!((known.patient_name.as_str(), known.visible_to_guardians), ("Aino Lehtonen", true));
    // Its conversation has gone on to a queue that needs another mandate.
    office.inbox.hide(aino.id, &sent.conversation_id);
    assert_eq!(told_of(eino.own(&sent.form_response_id).await), missing());
    assert!(aino.own(&sent.form_response_id).await.is_ok());

    // To others it is not there, as what there is not.
    let nothing = aino.own(&Uuid::now_v7().to_string()).await.unwrap_err();
    for nobody in [without, resident(&office, "Elli Fofonoff")] {
        let refused = nobody.own(&sent.form_response_id).await.unwrap_err();
        assert_eq!((refused.code(), refused.details()), (nothing.code(), nothing.details()));
    }
    let rows: Vec<(String, Option<Uuid>, String)> = sqlx::query_as(
        "select distinct split_part(method, '/', 3), subject_id, ground from access_log where object_kind = 'form_response' and object_id = $1::uuid
         order by 1",
    )
    .bind(sent.form_response_id.as_str())
    .fetch_all(office.pool())
    .await
    .unwrap();
    let row = |method: &str| (method.to_owned(), Some(aino.id), "own".to_owned());
    assert_eq!(rows, [row("GetMyForm"), row("SendForm")]);
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn idn_09_guardians_see_a_teenagers_form_as_long_as_the_teenager_lets_them_see_its_conversation() {
    let office = Office::start().await;
    let (venla, (_, queue)) = (girl(&office), office.form(Matter::Health).await);
    let guardian = for_resident(&office, &venla, &[Domain::Health, Domain::Social], true);
    assert!(venla.fills_in(&queue).await.unwrap().teenager);
    assert!(!guardian.fills_in(&queue).await.unwrap().teenager, "she decides alone");
    for visible_to_guardians in [false, true] {
        let sent = venla.sends(SendFormRequest { visible_to_guardians, ..sending(&queue, answers(true, 3), 1) }).await.unwrap();
        assert_eq!(office.sent_form(&sent.form_response_id).await.unwrap().visible_to_guardians, visible_to_guardians);
        // What she says later counts, whatever was said when it was sent.
        for shown in [false, true, false] {
            if shown {
                office.inbox.let_read(venla.id, &sent.conversation_id, venla.id);
            } else {
                office.inbox.hide(venla.id, &sent.conversation_id);
            }
            let seen = guardian.own(&sent.form_response_id).await.map(drop).map_err(|status| told(&status));
            assert_eq!(seen, if shown { Ok(()) } else { Err(missing()) });
            assert!(venla.own(&sent.form_response_id).await.is_ok());
        }
    }
    let sent = guardian.sends(sending(&queue, answers(true, 3), 1)).await.unwrap();
    assert!(office.sent_form(&sent.form_response_id).await.unwrap().visible_to_guardians, "whoever sent it sees it");
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_06_a_professional_reads_a_form_whose_conversation_they_may_read_and_to_others_it_is_not_there() {
    let office = Office::start().await;
    let (aino, (survey, queue)) = (resident(&office, "Aino Lehtonen"), office.form(Matter::Health).await);
    let sent = aino.sends(sending(&queue, answers(true, 7), 1)).await.unwrap();
    let (liisa, jussi, other) = (Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7());
    office.inbox.let_read(liisa, &sent.conversation_id, aino.id);
    // Another's conversation, and one of that name that concerns somebody else.
    office.inbox.let_read(jussi, &Uuid::now_v7().to_string(), aino.id);
    office.inbox.let_read(other, &sent.conversation_id, Uuid::now_v7());
    published_anew(&office, &survey).await;

    let read = office.read_by(liisa, &sent.form_response_id).await.unwrap();
    assert_eq!(read.scores.iter().map(|score| score.link_id.as_str()).collect::<Vec<_>>(), ["shown", "kept"]);
    let form = read.form.unwrap();
    let asked = form.questionnaire.unwrap();
    assert_eq!((bands(&asked), asked.items[0].items.len()), (vec![("shown", 1), ("kept", 1)], 4), "in the version that was answered");
    assert_eq!((form.title.unwrap().fi.as_str(), link_ids(form.answers).len()), ("Hakemus", 2));
    for nobody in [jussi, other, Uuid::now_v7()] {
        assert_eq!(told_of(office.read_by(nobody, &sent.form_response_id).await), missing());
    }
    assert_eq!(told_of(office.read_by(liisa, &Uuid::now_v7().to_string()).await), missing());
    let grounds: Vec<(String, Uuid)> =
        sqlx::query_as("select ground, subject_id from access_log where method like '%/GetFormResponse' and object_id = $1::uuid")
            .bind(sent.form_response_id.as_str())
            .fetch_all(office.pool())
            .await
            .unwrap();
    assert_eq!(grounds, [("conversation".to_owned(), aino.id)]);

    // Once the key of the answers is destroyed there are none.
    office.running.kernel().keyring.destroy(PersonId::from_uuid(aino.id), RetentionClass::CareRecord).await.unwrap();
    assert_eq!(told_of(office.read_by(liisa, &sent.form_response_id).await), missing());
    assert_eq!(told_of(office.sent_form(&sent.form_response_id).await), missing());
    assert_eq!(told_of(aino.own(&sent.form_response_id).await), missing());

    let Office { world, conversations, .. } = office;
    conversations.stop().await;
    let mut liisa = FormResultServiceClient::new(world.calls_by(caller(Caller::Practitioner, liisa, "Liisa Virtanen")));
    let asked = GetFormResponseRequest { form_response_id: sent.form_response_id };
    assert_eq!(told_of(liisa.get_form_response(asked).await), said(Code::Unavailable, "unavailable"));
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_06_forms_that_were_sent_are_kept_when_an_account_is_deleted() {
    let office = Office::start().await;
    let (aino, (_, queue)) = (resident(&office, "Aino Lehtonen"), office.form(Matter::Health).await);
    aino.sends(sending(&queue, answers(true, 7), 1)).await.unwrap();
    let asked = PreviewDeletionRequest {};
    let preview = DeletionServiceClient::new(aino.calls.clone()).preview_deletion(asked).await.unwrap().into_inner().preview.unwrap();
    assert_eq!((preview.erased.len(), preview.kept.len()), (0, 1));
    assert_eq!((preview.kept[0].subject(), preview.kept[0].count), (DeletionSubject::Surveys, 1));
    office.end().await;
}
