//! Digital paths with all who give what they give: what a path does arrives with the patient, and each service keeps its own rules.

use chassis::testkit::eventually;
use chassis_domain::demo_id;
use kajo_proto::{
    common::v1::{Matter, Translated},
    content::v1::{ListMyContentsRequest, ListMyContentsResponse, MyContentList},
    conversations::v1::{
        CustomerTask, ListCustomerTasksOfPatientRequest, ListCustomerTasksOfPatientResponse, ListMyCustomerTasksRequest, ListMyCustomerTasksResponse,
    },
    digipath_engine::v1::{
        ActionKind, ActivatePathRequest, ActivatePathResponse, ArchivePathRequest, ArchivePathResponse, ConditionKind, DelayUnit, EndReason,
        ExecutionState, GetPathRequest, GetPathResponse, ListExecutionsOfPatientRequest, ListExecutionsOfPatientResponse, Path, PathAction,
        PathBlock, PathCategoryDetails, PathCondition, PathDelay, PathDetails, PathExecution, PathStep, PublishPathRequest, PublishPathResponse,
        SavePathCategoryRequest, SavePathCategoryResponse, StepState,
    },
    scheduling::v1::{
        AppointmentType, CancelAppointmentRequest, CancelAppointmentResponse, ListMyRecommendationsRequest, ListMyRecommendationsResponse,
    },
    survey::v1::{ArchiveSurveyRequest, ArchiveSurveyResponse, ListMySurveysRequest, ListMySurveysResponse, MySurveyList, SurveyType},
};
use tonic::Status;
use uuid::Uuid;

use crate::{
    access::{book, plan_anew},
    browser::{Browser, code_and_reason},
    bus::carried,
    surveys::publish as publish_survey,
    to_patient::{AINO, look_up},
    world::World,
};

const PATHS: &str = "/kajo.digipath_engine.v1.PathService";
const EXECUTIONS: &str = "/kajo.digipath_engine.v1.ExecutionService";

fn words(text: &str) -> Option<Translated> {
    Some(Translated { fi: text.to_owned(), sv: format!("{text} sv"), en: format!("{text} en") })
}

pub(crate) fn when(kind: ConditionKind) -> PathCondition {
    PathCondition { kind: kind.into(), ..PathCondition::default() }
}

pub(crate) fn step(condition: PathCondition, action: PathAction) -> PathStep {
    PathStep { step_id: Uuid::now_v7().to_string(), condition: Some(condition), delay: None, action: Some(action) }
}

pub(crate) fn content() -> PathAction {
    let service_content_id = demo_id("service-content", "blood-test").to_string();
    PathAction { kind: ActionKind::Content.into(), service_content_id, ..PathAction::default() }
}

fn survey(survey_id: &str) -> PathAction {
    PathAction { kind: ActionKind::Survey.into(), survey_id: survey_id.to_owned(), ..PathAction::default() }
}

fn task() -> PathAction {
    PathAction {
        kind: ActionKind::Task.into(),
        subcategory_id: demo_id("queue", "patient-tasks/home-measurements").to_string(),
        title: words("Mittaa verenpaine"),
        instruction: words("Joka aamu"),
        ..PathAction::default()
    }
}

fn recommendation() -> PathAction {
    PathAction { kind: ActionKind::Recommendation.into(), service_id: demo_id("service", "doctor-appointment").to_string(), ..PathAction::default() }
}

/// A path of one block.
async fn details(administrator: &Browser, name: &str, steps: Vec<PathStep>) -> PathDetails {
    let category = PathCategoryDetails { name: words(&format!("Luokka {name}")) };
    let asked = SavePathCategoryRequest { details: Some(category), ..SavePathCategoryRequest::default() };
    let saved: SavePathCategoryResponse = administrator.call("/kajo.digipath_engine.v1.PathCategoryService/SavePathCategory", &asked).await.unwrap();
    PathDetails {
        name: words(name),
        description: Some(Translated::default()),
        path_category_id: saved.path_category_id,
        matter: Matter::Health.into(),
        blocks: vec![PathBlock { block_id: Uuid::now_v7().to_string(), steps, off: false }],
        one_path: false,
        ..PathDetails::default()
    }
}

async fn publish(administrator: &Browser, details: PathDetails, without_block_ids: Vec<String>) -> PublishPathResponse {
    let asked = PublishPathRequest { details: Some(details), without_block_ids, ..PublishPathRequest::default() };
    administrator.call(&format!("{PATHS}/PublishPath"), &asked).await.unwrap()
}

pub(crate) async fn published(administrator: &Browser, name: &str, steps: Vec<PathStep>) -> String {
    let answer = publish(administrator, details(administrator, name, steps).await, Vec::new()).await;
    assert!(answer.problems.is_empty(), "{:?}", answer.problems);
    answer.path_id
}

async fn activate(nurse: &Browser, patient_id: &str, path_id: &str) -> Result<String, Status> {
    let asked = ActivatePathRequest { patient_id: patient_id.to_owned(), path_id: path_id.to_owned(), again: false };
    Ok(nurse.call::<ActivatePathResponse>(&format!("{EXECUTIONS}/ActivatePath"), &asked).await?.path_execution_id)
}

/// The execution of a path, when it is so.
pub(crate) async fn execution(
    nurse: &Browser,
    patient_id: &str,
    path_id: &str,
    is_so: impl Fn(&PathExecution) -> bool + Send + Sync,
) -> PathExecution {
    eventually(|| async {
        for past in [false, true] {
            let asked = ListExecutionsOfPatientRequest { patient_id: patient_id.to_owned(), past, page: None };
            let listed: ListExecutionsOfPatientResponse = nurse.call(&format!("{EXECUTIONS}/ListExecutionsOfPatient"), &asked).await.unwrap();
            if let Some(found) = listed.executions.into_iter().find(|found| found.path_id == path_id && is_so(found)) {
                return Some(found);
            }
        }
        None
    })
    .await
}

fn states(execution: &PathExecution) -> Vec<StepState> {
    execution.steps.iter().map(kajo_proto::digipath_engine::v1::ExecutionStep::state).collect()
}

async fn contents_of(resident: &Browser) -> Vec<String> {
    let asked = ListMyContentsRequest { list: MyContentList::Unread.into(), language: "fi".to_owned(), page: None };
    let listed: ListMyContentsResponse = resident.call("/kajo.content.v1.MyContentService/ListMyContents", &asked).await.unwrap();
    listed.contents.into_iter().map(|content| content.service_content_id).collect()
}

async fn surveys_of(resident: &Browser) -> Vec<String> {
    let asked = ListMySurveysRequest { list: MySurveyList::ToAnswer.into(), page: None };
    let listed: ListMySurveysResponse = resident.call("/kajo.survey.v1.MySurveyService/ListMySurveys", &asked).await.unwrap();
    listed.surveys.into_iter().map(|survey| survey.survey_id).collect()
}

async fn tasks_of(resident: &Browser) -> Vec<CustomerTask> {
    let path = "/kajo.conversations.v1.CustomerTaskService/ListMyCustomerTasks";
    resident.call::<ListMyCustomerTasksResponse>(path, &ListMyCustomerTasksRequest::default()).await.unwrap().tasks
}

async fn tasks_of_patient(nurse: &Browser, patient_id: &str) -> Vec<CustomerTask> {
    let path = "/kajo.conversations.v1.CustomerTaskService/ListCustomerTasksOfPatient";
    let asked = ListCustomerTasksOfPatientRequest { patient_id: patient_id.to_owned(), ..ListCustomerTasksOfPatientRequest::default() };
    nurse.call::<ListCustomerTasksOfPatientResponse>(path, &asked).await.unwrap().tasks
}

/// Of which paths tasks come, and of which executions of them; of what a professional gave nothing is told.
fn paths_of(tasks: &[CustomerTask]) -> Vec<(&str, &str)> {
    tasks.iter().map(|task| (task.path_id.as_str(), task.path_execution_id.as_str())).filter(|told| *told != ("", "")).collect()
}

async fn recommendations_of(resident: &Browser) -> Vec<String> {
    let path = "/kajo.scheduling.v1.BookingService/ListMyRecommendations";
    let listed: ListMyRecommendationsResponse = resident.call(path, &ListMyRecommendationsRequest {}).await.unwrap();
    listed.recommendations.into_iter().filter_map(|recommendation| Some(recommendation.service?.id)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn con_21_dig_04_dig_10_a_path_that_a_professional_activates_gives_a_content_a_survey_a_task_and_a_recommendation() {
    let world = World::start().await;
    let (paula, liisa) = (world.practitioner("paula").await, world.professional("liisa", "nurse", "lehtola").await);
    let aino = world.resident("aino").await;
    let asked = publish_survey(&paula, "Polun kysely", SurveyType::Omavointi, Matter::Health).await;
    let after = || when(ConditionKind::AfterPrevious);
    let steps =
        vec![step(when(ConditionKind::Manual), content()), step(after(), survey(&asked)), step(after(), task()), step(after(), recommendation())];
    let path_id = published(&paula, "Kaikki neljä", steps).await;

    // Whom one has not opened does not exist.
    let patient_id = demo_id("person", "aino").to_string();
    let pekka = world.professional("pekka", "nurse", "lehtola").await;
    assert_eq!(code_and_reason(&activate(&pekka, &patient_id, &path_id).await.unwrap_err()), "NotFound/not_found");
    let patient_id = look_up(&liisa, AINO).await;
    let before = (contents_of(&aino).await.len(), tasks_of(&aino).await.len());
    let execution_id = activate(&liisa, &patient_id, &path_id).await.unwrap();
    let done = execution(&liisa, &patient_id, &path_id, |found| found.state() == ExecutionState::Completed).await;
    assert_eq!(states(&done), [StepState::Done; 4], "{done:?}");
    assert_eq!(done.started_by_name, "Liisa Virtanen");

    assert_eq!(contents_of(&aino).await.len(), before.0 + 1);
    assert!(surveys_of(&aino).await.contains(&asked));
    let tasks = tasks_of(&aino).await;
    assert_eq!(tasks.len(), before.1 + 1);
    assert!(tasks.iter().any(|task| task.translated_title == words("Mittaa verenpaine")), "{tasks:?}");
    // Professionals are told of which path it comes, and patients are not.
    assert_eq!(paths_of(&tasks), [("", ""); 0]);
    assert_eq!(paths_of(&tasks_of_patient(&liisa, &patient_id).await), [(path_id.as_str(), execution_id.as_str())]);
    let doctor = demo_id("service", "doctor-appointment").to_string();
    assert_eq!(recommendations_of(&aino).await.into_iter().filter(|service| *service == doctor).count(), 1);

    // What is on the bus names nobody, and no words of what was given.
    for fact in carried(&world).await {
        for canary in ["Mittaa", "Aino", "Liisa", "Kaikki"] {
            assert!(!fact.whole.contains(canary), "{}", fact.whole);
        }
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dig_03_dig_10_a_booking_of_the_resident_begins_a_path_and_cancelling_it_ends_the_path() {
    let world = World::start().await;
    let (paula, liisa) = (world.practitioner("paula").await, world.professional("liisa", "nurse", "lehtola").await);
    let aino = world.resident("aino").await;
    plan_anew(&paula, "liisa-lehtola").await;
    let asked = publish_survey(&paula, "Ennen käyntiä", SurveyType::Omavointi, Matter::Health).await;
    let booked = PathCondition { service_ids: vec![demo_id("service", "nurse-appointment").to_string()], ..when(ConditionKind::Booked) };
    let day = PathDelay { unit: DelayUnit::Days.into(), amount: 1 };
    let before = PathCondition { span: Some(day), ..when(ConditionKind::UntilAppointment) };
    let path_id = published(&paula, "Ennen käyntiä", vec![step(booked, content()), step(before, survey(&asked))]).await;

    let patient_id = look_up(&liisa, AINO).await;
    let appointment_id = book(&aino, AppointmentType::InPerson, true).await;
    let runs = execution(&liisa, &patient_id, &path_id, |found| states(found) == [StepState::Done, StepState::Planned]).await;
    assert_eq!((runs.state(), runs.started_by(), runs.started_by_name.as_str()), (ExecutionState::Active, ConditionKind::Booked, ""));
    assert_eq!(runs.next_at, runs.steps[1].due_at);
    let because = runs.steps[1].because.clone().unwrap();
    assert_eq!((because.condition(), because.appointment_id), (ConditionKind::UntilAppointment, appointment_id.clone()));

    let cancel = CancelAppointmentRequest { appointment_id, reason: "Voin jo hyvin.".to_owned() };
    let _: CancelAppointmentResponse = aino.call("/kajo.scheduling.v1.BookingService/CancelAppointment", &cancel).await.unwrap();
    let over = execution(&liisa, &patient_id, &path_id, |found| found.state() == ExecutionState::Ended).await;
    assert_eq!(over.end_reason(), EndReason::AppointmentCancelled);
    // What was not done remains undone.
    assert_eq!(states(&over), [StepState::Done, StepState::Idle]);
    assert!(!surveys_of(&aino).await.contains(&asked));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dig_08_dig_09_what_is_archived_is_told_at_its_step_and_published_without_and_an_archived_path_begins_no_more() {
    let world = World::start().await;
    let (paula, liisa) = (world.practitioner("paula").await, world.professional("liisa", "nurse", "lehtola").await);
    let gone = publish_survey(&paula, "Vanha kysely", SurveyType::Omavointi, Matter::Health).await;
    let archive = ArchiveSurveyRequest { survey_id: gone.clone() };
    let _: ArchiveSurveyResponse = paula.call("/kajo.survey.v1.SurveyService/ArchiveSurvey", &archive).await.unwrap();
    let bad = step(when(ConditionKind::TaskDone), survey(&gone));
    let bad = PathStep {
        condition: Some(PathCondition {
            subcategory_id: demo_id("queue", "patient-tasks/home-measurements").to_string(),
            ..when(ConditionKind::TaskDone)
        }),
        ..bad
    };
    let (bad_step, bad_block) = (bad.step_id.clone(), Uuid::now_v7().to_string());
    let mut asked = details(&paula, "Osin", vec![step(when(ConditionKind::Manual), content())]).await;
    asked.blocks.push(PathBlock { block_id: bad_block.clone(), steps: vec![bad], off: false });

    let refused = publish(&paula, asked.clone(), Vec::new()).await;
    let told: Vec<_> = refused.problems.iter().map(|problem| (problem.step_id.as_str(), problem.code.as_str(), problem.id.as_str())).collect();
    assert_eq!(told, [(bad_step.as_str(), "survey_archived", gone.as_str())]);
    let partly = publish(&paula, asked, vec![bad_block.clone()]).await;
    assert!(partly.problems.is_empty(), "{:?}", partly.problems);
    let path_id = partly.path_id;
    let kept: GetPathResponse = paula.call(&format!("{PATHS}/GetPath"), &GetPathRequest { path_id: path_id.clone() }).await.unwrap();
    let Path { published_version, details, .. } = kept.path.unwrap();
    let off: Vec<_> = details.unwrap().blocks.into_iter().map(|block| (block.block_id == bad_block, block.off)).collect();
    assert_eq!((published_version, off), (1, vec![(false, false), (true, true)]));

    let patient_id = look_up(&liisa, AINO).await;
    activate(&liisa, &patient_id, &path_id).await.unwrap();
    execution(&liisa, &patient_id, &path_id, |found| states(found) == [StepState::Done]).await;
    let archive = ArchivePathRequest { path_id: path_id.clone() };
    let _: ArchivePathResponse = paula.call(&format!("{PATHS}/ArchivePath"), &archive).await.unwrap();
    assert_eq!(code_and_reason(&activate(&liisa, &patient_id, &path_id).await.unwrap_err()), "FailedPrecondition/path_archived");
    world.end().await;
}
