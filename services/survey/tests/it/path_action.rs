//! Digital paths activate surveys for patients: once under an id, as nobody.

use chassis::testkit::{
    Calls,
    refusals::{field, reason, said, told},
};
use chassis_domain::Uuid;
use identity::patient::Standing;
use kajo_proto::{
    caller::v1::CallerContext,
    common::v1::Matter as PublicMatter,
    options::v1::Caller,
    survey::v1::{
        ArchiveSurveyRequest, GiveSurveyRequest, ListSurveysOfPatientRequest, MySurveyList, SurveyActivationState, SurveyDetails, SurveyType,
        path_action_service_client::PathActionServiceClient,
    },
};
use survey::activation::{ActivationId, EventKind, SurveyActivation};
use tonic::{Code, Status};

use crate::activation::town::{Resident, Town, answers, assessment, builder, details, events_of, published, resident};

/// Under an id of its own, until it is taken back.
fn asked(patient: &Resident, survey: &str) -> GiveSurveyRequest {
    GiveSurveyRequest {
        survey_activation_id: Uuid::now_v7().to_string(),
        patient_id: patient.id.to_string(),
        survey_id: survey.to_owned(),
        answer_by_date: String::new(),
    }
}

impl Town {
    /// As digital paths call.
    fn path(&self) -> PathActionServiceClient<Calls> {
        let caller = CallerContext { kind: Caller::Service.into(), service: "digipath-engine".to_owned(), ..CallerContext::default() };
        PathActionServiceClient::new(self.calls_by(caller))
    }

    async fn path_gives(&self, asked: &GiveSurveyRequest) -> Result<(), Status> {
        self.path().give_survey(asked.clone()).await.map(drop)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dig_04_a_path_activates_a_survey_once_under_an_id_also_when_the_same_one_is_open() {
    let town = Town::start().await;
    let (survey, other) =
        (published(&town, details("Kipu", PublicMatter::Health)).await, published(&town, details("Uni", PublicMatter::Health)).await);
    let aino = town.patient("Aino Lehtonen", Standing::ConsentGiven).await;
    let elli = town.patient("Elli Fofonoff", Standing::ConsentGiven).await;

    // Two tries at once are one. A later one may name another last day.
    let first = GiveSurveyRequest { answer_by_date: "2026-11-22".to_owned(), ..asked(&aino, &survey) };
    let (one, another) = tokio::join!(town.path_gives(&first), town.path_gives(&first));
    assert!(one.is_ok() && another.is_ok(), "{one:?} {another:?}");
    town.path_gives(&GiveSurveyRequest { answer_by_date: "2026-11-23".to_owned(), ..first.clone() }).await.unwrap();
    assert_eq!(events_of(&town, &first.survey_activation_id).await, ["survey_activation.activated", "survey_activation.opened"]);

    // The patient is named as identity names them, and nobody has done it.
    let id = ActivationId::parse(&first.survey_activation_id).unwrap();
    let history = town.running.kernel().store.history::<SurveyActivation>(id).await.unwrap();
    let EventKind::Activated { by, patient_name } = &history[0].event.what else { panic!("it is activated first") };
    assert_eq!((by.person, patient_name.open().map(String::as_str)), (None, Some("Etu Suku")));
    let actors: Vec<String> = sqlx::query_scalar("select distinct meta ->> 'actor' from events where stream_id = $1")
        .bind(format!("survey_activation-{}", first.survey_activation_id))
        .fetch_all(&town.running.kernel().pool)
        .await
        .unwrap();
    assert_eq!(actors, ["path"]);

    // Under another id it is another one, from today and until it is taken back.
    let again = asked(&aino, &survey);
    town.path_gives(&again).await.unwrap();
    let open = aino.list(MySurveyList::ToAnswer).await;
    let told_of: Vec<_> = open.iter().map(|survey| (survey.answer_by_date.as_str(), survey.activated_by_name.as_str())).collect();
    assert_eq!(told_of, [("2026-11-22", ""), ("", "")]);

    // What was activated under an id is nobody else's, and nothing else.
    let taken = said(Code::FailedPrecondition, "already_activated");
    for foreign in
        [GiveSurveyRequest { patient_id: elli.id.to_string(), ..first.clone() }, GiveSurveyRequest { survey_id: other.clone(), ..first.clone() }]
    {
        assert_eq!(told(&town.path_gives(&foreign).await.unwrap_err()), taken);
    }
    assert!(elli.list(MySurveyList::ToAnswer).await.is_empty());

    // It is answered as any other; the path is told once more that it was activated, and professionals see it.
    aino.send(&first.survey_activation_id, answers(true, 3), 1).await.unwrap();
    town.path_gives(&first).await.unwrap();
    let liisa = town.professional("liisa", "Liisa Virtanen").await;
    liisa.opens(&town, &aino).await;
    let unfinished = ListSurveysOfPatientRequest { patient_id: aino.id.to_string(), past: false, page: None };
    let seen = liisa.surveys().list_surveys_of_patient(unfinished).await.unwrap().into_inner().surveys;
    let seen: Vec<_> = seen.iter().map(|survey| (survey.survey_activation_id.as_str(), survey.state(), survey.activated_by_name.as_str())).collect();
    assert_eq!(seen, [(again.survey_activation_id.as_str(), SurveyActivationState::Open, "")]);
    town.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dig_04_a_path_is_refused_what_is_archived_or_no_survey_to_activate_and_who_does_not_consent() {
    let town = Town::start().await;
    let survey = published(&town, details("Kipu", PublicMatter::Health)).await;
    let form = SurveyDetails { r#type: SurveyType::PublicForm.into(), ..details("Lomake", PublicMatter::Health) };
    let (form, assessment) = (published(&town, form).await, published(&town, assessment()).await);
    for (standing, refused) in [(Standing::NoConsent, "patient_no_consent"), (Standing::ManuallyAdded, "patient_manually_added")] {
        let asked = asked(&town.patient("Elli Fofonoff", standing).await, &survey);
        assert_eq!(told(&town.path_gives(&asked).await.unwrap_err()), said(Code::FailedPrecondition, refused));
        assert!(events_of(&town, &asked.survey_activation_id).await.is_empty(), "nothing is left of what was refused");
    }
    let aino = town.patient("Aino Lehtonen", Standing::ConsentGiven).await;
    let missing = said(Code::NotFound, "not_found");
    for nothing in [form.as_str(), assessment.as_str(), &Uuid::now_v7().to_string()] {
        assert_eq!(told(&town.path_gives(&asked(&aino, nothing)).await.unwrap_err()), missing);
    }
    assert_eq!(told(&town.path_gives(&asked(&resident(&town, "Olematon"), &survey)).await.unwrap_err()), missing);
    let past = GiveSurveyRequest { answer_by_date: "2026-11-19".to_owned(), ..asked(&aino, &survey) };
    let status = town.path_gives(&past).await.unwrap_err();
    assert_eq!((reason(&status).as_str(), field(&status).as_str()), ("date_past", "answer_by_date"));

    let given = asked(&aino, &survey);
    town.path_gives(&given).await.unwrap();
    builder(&town).archive_survey(ArchiveSurveyRequest { survey_id: survey.clone() }).await.unwrap();
    assert_eq!(told(&town.path_gives(&asked(&aino, &survey)).await.unwrap_err()), said(Code::FailedPrecondition, "survey_archived"));
    // What was activated before stays so.
    town.path_gives(&given).await.unwrap();
    assert_eq!(aino.list(MySurveyList::ToAnswer).await.len(), 1);
    town.end().await;
}
