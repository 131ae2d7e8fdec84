//! Professionals activate surveys for patients whom they have opened, and see what becomes of them.

pub(crate) mod town;

use chassis::{
    database,
    store::CommandMeta,
    testkit::{
        Calls, caller,
        refusals::{field, reason, said, told},
    },
};
use chassis_domain::Uuid;
use identity::{account, patient::Standing};
use kajo_proto::{
    common::v1::{DeletionSubject, Matter as PublicMatter},
    options::v1::{Caller, Domain},
    survey::v1::{
        ActivateSurveyRequest, ArchiveSurveyRequest, ListActivatableSurveysRequest, ListSurveysOfPatientRequest, MySurveyList, PatientSurvey,
        PreviewDeletionRequest, SurveyActivationServiceGetAudienceRequest, SurveyActivationState, SurveyDetails, SurveyType, WithdrawSurveyRequest,
        deletion_service_client::DeletionServiceClient, survey_activation_service_client::SurveyActivationServiceClient,
    },
};
use tonic::{Code, Status};

use self::town::{
    Professional, Resident, Town, alone, answers, assessment, builder, details, events_of, for_resident, give, given, published, resident, waiting,
};

impl Professional {
    async fn activates(&self, asked: ActivateSurveyRequest) -> Result<String, Status> {
        Ok(self.surveys().activate_survey(asked).await?.into_inner().survey_activation_id)
    }

    async fn takes_back(&self, id: &str) -> Result<(), Status> {
        self.surveys().withdraw_survey(WithdrawSurveyRequest { survey_activation_id: id.to_owned() }).await.map(drop)
    }

    async fn looks_at(&self, patient: &Resident, past: bool) -> Result<Vec<PatientSurvey>, Status> {
        let asked = ListSurveysOfPatientRequest { patient_id: patient.id.to_string(), past, page: None };
        Ok(self.surveys().list_surveys_of_patient(asked).await?.into_inner().surveys)
    }
}

fn asked(patient: &Resident, survey: &str) -> ActivateSurveyRequest {
    ActivateSurveyRequest { patient_id: patient.id.to_string(), survey_id: survey.to_owned(), ..ActivateSurveyRequest::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_02_a_professional_activates_a_survey_for_a_patient_whom_they_have_opened_and_takes_it_back() {
    let town = Town::start().await;
    let (survey, aino) = (published(&town, details("Kipu", PublicMatter::Health)).await, town.patient("Aino Lehtonen", Standing::ConsentGiven).await);
    let form = SurveyDetails { r#type: SurveyType::PublicForm.into(), ..details("Lomake", PublicMatter::Health) };
    let form = published(&town, form).await;
    // An assessment of symptoms is none to activate either.
    let assessment = published(&town, assessment()).await;
    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    let listed = liisa.surveys().list_activatable_surveys(ListActivatableSurveysRequest {}).await.unwrap().into_inner().surveys;
    assert_eq!(listed.iter().map(|found| found.survey_id.as_str()).collect::<Vec<_>>(), [survey.as_str()]);
    assert_eq!((listed[0].matter(), listed[0].may_read), (PublicMatter::Health, false));

    // Whom one has not opened is nobody, as who is not there.
    let missing = said(Code::NotFound, "not_found");
    for somebody in [&aino, &resident(&town, "Elli Fofonoff")] {
        assert_eq!(told(&liisa.activates(asked(somebody, &survey)).await.unwrap_err()), missing);
        assert_eq!(told(&liisa.looks_at(somebody, false).await.unwrap_err()), missing);
    }
    liisa.opens(&town, &aino).await;
    for nothing in [form.as_str(), assessment.as_str(), &Uuid::now_v7().to_string()] {
        assert_eq!(told(&liisa.activates(asked(&aino, nothing)).await.unwrap_err()), missing);
    }
    for (from_date, answer_by_date, refused, at) in [
        ("2026-11-31", "", "no_such_day", "from_date"),
        ("2026-11-19", "", "date_past", "from_date"),
        ("2026-11-23", "2026-11-22", "dates_in_order", "answer_by_date"),
    ] {
        let (from_date, answer_by_date) = (from_date.to_owned(), answer_by_date.to_owned());
        let status = liisa.activates(ActivateSurveyRequest { from_date, answer_by_date, ..asked(&aino, &survey) }).await.unwrap_err();
        assert_eq!((reason(&status).as_str(), field(&status).as_str()), (refused, at));
    }
    assert!(liisa.looks_at(&aino, false).await.unwrap().is_empty(), "nothing is left of what was refused");

    let id = liisa.activates(ActivateSurveyRequest { answer_by_date: "2026-11-22".to_owned(), ..asked(&aino, &survey) }).await.unwrap();
    assert_eq!(told(&liisa.activates(asked(&aino, &survey)).await.unwrap_err()), said(Code::FailedPrecondition, "already_open"));
    let from_date = "2026-11-21".to_owned();
    let again = liisa.activates(ActivateSurveyRequest { from_date, again: true, ..asked(&aino, &survey) }).await.unwrap();
    let open = liisa.looks_at(&aino, false).await.unwrap();
    assert_eq!(
        open.iter().map(|found| (found.survey_activation_id.as_str(), found.state())).collect::<Vec<_>>(),
        [(id.as_str(), SurveyActivationState::Open), (again.as_str(), SurveyActivationState::Planned)]
    );
    assert_eq!((open[0].from_date.as_str(), open[0].answer_by_date.as_str(), open[0].may_withdraw), ("2026-11-20", "2026-11-22", true));
    assert_eq!((open[0].activated_by_name.as_str(), open[0].title.as_ref().unwrap().fi.as_str()), ("Liisa Virtanen", "Kipu"));
    assert_eq!(aino.list(MySurveyList::ToAnswer).await.len(), 1, "the other one's day has not come");

    // Of an answered one it is told that it is, and by whom; nothing to read for who does not read it.
    aino.send(&id, answers(true, 3), 1).await.unwrap();
    assert_eq!(reason(&liisa.takes_back(&id).await.unwrap_err()), "already_answered");
    for _ in 0..2 {
        liisa.takes_back(&again).await.unwrap();
    }
    let over = liisa.looks_at(&aino, true).await.unwrap();
    let of = |id: &str| over.iter().find(|found| found.survey_activation_id == id).unwrap();
    assert_eq!((of(&id).state(), of(&id).answered_at.is_some(), of(&id).survey_response_id.as_str()), (SurveyActivationState::Answered, true, ""));
    assert_eq!((of(&again).state(), of(&again).may_withdraw), (SurveyActivationState::Withdrawn, false));
    assert!(aino.list(MySurveyList::Past).await.is_empty(), "taken back before its day had come");
    let jussi = town.professional("jussi", "Jussi Hakala").await;
    assert_eq!(told(&jussi.takes_back(&again).await.unwrap_err()), missing);
    assert_eq!(told(&jussi.takes_back(&Uuid::now_v7().to_string()).await.unwrap_err()), missing);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_02_a_patient_who_does_not_consent_and_a_survey_that_is_archived_are_refused() {
    let town = Town::start().await;
    let survey = published(&town, details("Kipu", PublicMatter::Health)).await;
    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    for (standing, refused) in [(Standing::NoConsent, "patient_no_consent"), (Standing::ManuallyAdded, "patient_manually_added")] {
        let patient = town.patient("Elli Fofonoff", standing).await;
        liisa.opens(&town, &patient).await;
        assert_eq!(told(&liisa.activates(asked(&patient, &survey)).await.unwrap_err()), said(Code::FailedPrecondition, refused));
    }
    let aino = town.patient("Aino Lehtonen", Standing::ConsentGiven).await;
    liisa.opens(&town, &aino).await;
    let id = liisa.activates(asked(&aino, &survey)).await.unwrap();
    builder(&town).archive_survey(ArchiveSurveyRequest { survey_id: survey.clone() }).await.unwrap();
    let again = ActivateSurveyRequest { again: true, ..asked(&aino, &survey) };
    assert_eq!(told(&liisa.activates(again).await.unwrap_err()), said(Code::FailedPrecondition, "survey_archived"));
    assert!(liisa.surveys().list_activatable_surveys(ListActivatableSurveysRequest {}).await.unwrap().into_inner().surveys.is_empty());
    // What is open can be answered.
    assert!(aino.send(&id, answers(true, 3), 1).await.unwrap().problems.is_empty());
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_02_a_survey_that_is_archived_while_it_is_activated_is_given_before_that_or_not_at_all() {
    let town = Town::start().await;
    let (survey, aino) = (published(&town, details("Kipu", PublicMatter::Health)).await, town.patient("Aino Lehtonen", Standing::ConsentGiven).await);
    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    liisa.opens(&town, &aino).await;
    let pool = &town.running.kernel().pool;
    let archived = "update publications set archived = $2 where id = $1";
    let id = Uuid::try_parse(&survey).unwrap();

    // It is being archived: who activates it waits for that, and is told of it.
    let mut held = database::begin(pool).await.unwrap();
    sqlx::query(archived).bind(id).bind(true).execute(&mut *held).await.unwrap();
    let committing = async {
        waiting(&town, 1).await;
        held.commit().await.unwrap();
    };
    let (activated, ()) = tokio::join!(liisa.activates(asked(&aino, &survey)), committing);
    assert_eq!(reason(&activated.unwrap_err()), "survey_archived");
    sqlx::query(archived).bind(id).bind(false).execute(pool).await.unwrap();

    // It is being activated, and kept from being written: who archives it waits.
    let mut held = database::begin(pool).await.unwrap();
    sqlx::query("lock table activations in share row exclusive mode").execute(&mut *held).await.unwrap();
    let archiving = async {
        waiting(&town, 1).await;
        builder(&town).archive_survey(ArchiveSurveyRequest { survey_id: survey.clone() }).await.unwrap();
    };
    let letting_go = async {
        waiting(&town, 2).await;
        held.rollback().await.unwrap();
    };
    let (activated, (), ()) = tokio::join!(liisa.activates(asked(&aino, &survey)), archiving, letting_go);
    activated.unwrap();
    let again = ActivateSurveyRequest { again: true, ..asked(&aino, &survey) };
    assert_eq!(reason(&liisa.activates(again).await.unwrap_err()), "survey_archived");
    town.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sur_02_of_two_professionals_who_activate_the_same_survey_at_once_one_is_asked_whether_to_do_so_again() {
    let town = Town::start().await;
    let (survey, aino) = (published(&town, details("Kipu", PublicMatter::Health)).await, town.patient("Aino Lehtonen", Standing::ConsentGiven).await);
    let (liisa, jussi) = (town.professional("liisa", "Liisa Virtanen").await, town.professional("jussi", "Jussi Hakala").await);
    liisa.opens(&town, &aino).await;
    jussi.opens(&town, &aino).await;
    let (one, other) = tokio::join!(liisa.activates(asked(&aino, &survey)), jussi.activates(asked(&aino, &survey)));
    let refused: Vec<_> = [one, other].into_iter().filter_map(Result::err).map(|status| reason(&status)).collect();
    assert_eq!(refused, ["already_open"]);
    // Who has touched what stands in the access log, of whom and why.
    let rows: Vec<(String, Option<Uuid>, String)> = sqlx::query_as(
        "select distinct split_part(method, '/', 3), subject_id, ground from access_log where object_kind = 'survey_activation' order by 1",
    )
    .fetch_all(&town.running.kernel().pool)
    .await
    .unwrap();
    assert_eq!(rows, [("ActivateSurvey".to_owned(), Some(aino.id), "patient".to_owned())]);
    town.end().await;
}

async fn keys(calls: Calls) -> Vec<String> {
    let asked = SurveyActivationServiceGetAudienceRequest {};
    SurveyActivationServiceClient::new(calls).get_audience(asked).await.unwrap().into_inner().keys
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_02_who_may_be_told_of_a_survey_is_who_may_see_it() {
    let world = alone().await;
    let (survey, aino) = (published(&world, details("Kipu", PublicMatter::Health)).await, resident(&world, "Aino Lehtonen"));
    let id = give(&world.running.kernel().store, given(aino.id, &survey, ("", ""))).await;
    aino.send(&id, answers(true, 3), 1).await.unwrap();
    let told: Vec<Vec<String>> = sqlx::query_scalar("select audience from outbox where stream_id = $1")
        .bind(format!("survey_activation-{id}"))
        .fetch_all(&world.running.kernel().pool)
        .await
        .unwrap();
    assert_eq!(told.len(), events_of(&world, &id).await.len());
    let liisa = caller(Caller::Practitioner, chassis_domain::demo_id("person", "liisa"), "Liisa Virtanen");
    let with = |mandates: &[Domain], teenager| for_resident(&world, &aino, mandates, teenager).calls;
    let of_liisa = keys(world.calls_by(liisa)).await;
    for (held, is_told) in [
        (keys(aino.calls.clone()).await, true),
        (keys(with(&[Domain::Health], false)).await, true),
        (keys(with(&[Domain::Health, Domain::Social], false)).await, true),
        (keys(with(&[Domain::Social], false)).await, false),
        (keys(with(&[Domain::Health], true)).await, false),
        (of_liisa, true),
        (keys(resident(&world, "Elli Fofonoff").calls).await, false),
    ] {
        for audience in &told {
            assert_eq!(held.iter().any(|key| audience.contains(key)), is_told, "{held:?} {audience:?}");
        }
    }
    world.end().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_is_deleted_takes_what_is_not_answered_with_it_and_answers_stay_in_the_record() {
    let town = Town::start().await;
    let (survey, aino) = (published(&town, details("Kipu", PublicMatter::Health)).await, town.patient("Aino Lehtonen", Standing::ConsentGiven).await);
    let store = &town.running.kernel().store;
    let answered = give(store, given(aino.id, &survey, ("", ""))).await;
    aino.send(&answered, answers(true, 3), 1).await.unwrap();
    let open = give(store, given(aino.id, &survey, ("", ""))).await;
    aino.save(&open, (answers(true, 4), 1), 0).await.unwrap();
    for_resident(&town, &aino, &[Domain::Health], false).save(&open, (answers(true, 5), 1), 0).await.unwrap();
    let mut deletion = DeletionServiceClient::new(aino.calls.clone());
    let preview = deletion.preview_deletion(PreviewDeletionRequest {}).await.unwrap().into_inner().preview.unwrap();
    assert_eq!((preview.erased[0].subject(), preview.erased[0].count), (DeletionSubject::Drafts, 1));
    assert_eq!((preview.kept[0].subject(), preview.kept[0].count, preview.vetoes.len()), (DeletionSubject::Surveys, 2, 0));
    town.delete_account(&aino).await;
    town.eventually(|| async {
        let last = events_of(&town, &open).await.pop();
        (last.as_deref() == Some("survey_activation.withdrawn")).then_some(())
    })
    .await;
    // What others have begun for her as well.
    town.eventually(|| async {
        let kept: i64 = sqlx::query_scalar("select count(*) from answer_drafts").fetch_one(&town.running.kernel().pool).await.unwrap();
        (kept == 0).then_some(())
    })
    .await;
    assert_eq!(aino.see(&open).await.unwrap().survey.unwrap().state(), SurveyActivationState::Withdrawn);
    assert!(!aino.see(&answered).await.unwrap().answers.unwrap().answers.is_empty());
    assert_eq!(reason(&aino.send(&open, answers(true, 4), 1).await.unwrap_err()), "survey_withdrawn");
    town.end().await;
}

impl Town {
    /// What deletes an account at once.
    async fn delete_account(&self, resident: &Resident) {
        let now = self.clock().now();
        let account = account::AccountId::from_uuid(resident.id);
        let ask = account::Command::Ask { confirmed: true, fresh: true, due_at: now, open: 0 };
        for command in [ask, account::Command::CarryOut { open: 0, again_at: now }] {
            let meta = CommandMeta::system(Uuid::now_v7());
            self.identity.kernel().store.execute::<account::Account>(account, command, meta).await.unwrap();
        }
    }
}
