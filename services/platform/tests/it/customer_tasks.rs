//! A professional gives a patient a task: whom they may give one to is identity's to say, what becomes of it the task's.

use chassis::testkit::eventually;
use chassis_domain::{SignedDuration, demo_id};
use kajo_proto::{
    common::v1::DeletionSubject,
    conversations::v1::{
        ActivateCustomerTaskRequest, ActivateCustomerTaskResponse, CustomerTask, CustomerTaskState, GetCustomerTaskRequest, GetCustomerTaskResponse,
        ListCustomerTasksOfPatientRequest, ListCustomerTasksOfPatientResponse, ListMyCustomerTasksRequest, ListMyCustomerTasksResponse,
        ListMyMessageAccessRequest, ListMyMessageAccessResponse, ListTasksRequest, ListTasksResponse, MarkDoneForPatientRequest,
        MarkDoneForPatientResponse, MarkMyCustomerTaskDoneRequest, MarkMyCustomerTaskDoneResponse, MessageAccess, MessageAccessGround,
        ParticipantKind, PreviewDeletionRequest, PreviewDeletionResponse, Tab, TaskDue, TaskDueUnit,
    },
    identity::v1::{Ground, LookUpPatientRequest, LookUpPatientResponse},
};
use tonic::Status;
use uuid::Uuid;

use crate::{
    browser::{Browser, code_and_reason},
    world::World,
};

const AINO: &str = "290288-922S";
const GORAN: &str = "070851-947N";
const TASKS: &str = "/kajo.conversations.v1.CustomerTaskService";

async fn open(nurse: &Browser, ssn: &str) -> String {
    let asked = LookUpPatientRequest { ssn: ssn.to_owned(), ground: Ground::ClientWork.into() };
    nurse.call::<LookUpPatientResponse>("/kajo.identity.v1.PatientService/LookUpPatient", &asked).await.unwrap().patient_id
}

fn task(patient_id: &str, title: &str, unit: TaskDueUnit, amount: u32) -> ActivateCustomerTaskRequest {
    ActivateCustomerTaskRequest {
        patient_id: patient_id.to_owned(),
        subcategory_id: demo_id("queue", "patient-tasks/home-measurements").to_string(),
        title: title.to_owned(),
        instruction: "Every morning.".to_owned(),
        due: Some(TaskDue { unit: unit.into(), amount }),
    }
}

async fn give(nurse: &Browser, asked: &ActivateCustomerTaskRequest) -> Result<String, Status> {
    let given: ActivateCustomerTaskResponse = nurse.call(&format!("{TASKS}/ActivateCustomerTask"), asked).await?;
    Ok(given.customer_task_id)
}

async fn of_patient(nurse: &Browser, patient_id: &str, finished: bool) -> Result<Vec<CustomerTask>, Status> {
    let asked = ListCustomerTasksOfPatientRequest { patient_id: patient_id.to_owned(), finished, ..ListCustomerTasksOfPatientRequest::default() };
    let listed: ListCustomerTasksOfPatientResponse = nurse.call(&format!("{TASKS}/ListCustomerTasksOfPatient"), &asked).await?;
    Ok(listed.tasks)
}

async fn mine(resident: &Browser) -> Vec<CustomerTask> {
    let asked = ListMyCustomerTasksRequest::default();
    resident.call::<ListMyCustomerTasksResponse>(&format!("{TASKS}/ListMyCustomerTasks"), &asked).await.unwrap().tasks
}

async fn mark_for(nurse: &Browser, task: &str) -> Result<MarkDoneForPatientResponse, Status> {
    nurse.call(&format!("{TASKS}/MarkDoneForPatient"), &MarkDoneForPatientRequest { customer_task_id: task.to_owned() }).await
}

fn no<T: std::fmt::Debug>(answer: Result<T, Status>) -> String {
    code_and_reason(&answer.unwrap_err())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn con_23_a_professional_gives_a_task_to_a_patient_whom_they_opened_and_who_consents_and_it_shows_who_did_it() {
    let world = World::start().await;
    let (nurse, aino) = (world.practitioner("liisa").await, world.resident("aino").await);
    let before = mine(&aino).await.len();
    // Nobody is given one by who has not opened them, or without their consent.
    let nobody = Uuid::now_v7().to_string();
    assert_eq!(no(give(&nurse, &task(&nobody, "Measure", TaskDueUnit::Days, 3)).await), "NotFound/not_found");
    assert_eq!(no(of_patient(&nurse, &nobody, false).await), "NotFound/not_found");
    let goran = open(&nurse, GORAN).await;
    assert_eq!(no(give(&nurse, &task(&goran, "Measure", TaskDueUnit::Days, 3)).await), "FailedPrecondition/patient_no_consent");

    let patient = open(&nurse, AINO).await;
    for (asked, refusal) in [
        (task(&patient, &"a".repeat(121), TaskDueUnit::Days, 3), "InvalidArgument/too_long"),
        (task(&patient, "Measure", TaskDueUnit::Days, 0), "InvalidArgument/due_out_of_range"),
        (
            ActivateCustomerTaskRequest {
                subcategory_id: demo_id("queue", "health-station/nurse").to_string(),
                ..task(&patient, "Measure", TaskDueUnit::Days, 3)
            },
            "InvalidArgument/invalid",
        ),
    ] {
        assert_eq!(no(give(&nurse, &asked).await), refusal, "{asked:?}");
    }
    let own = give(&nurse, &task(&patient, "Own", TaskDueUnit::Days, 3)).await.unwrap();
    let soon = give(&nurse, &task(&patient, "Soon", TaskDueUnit::AsSoonAsPossible, 0)).await.unwrap();
    let listed = mine(&aino).await;
    assert_eq!(listed.len(), before + 2);
    let seen = listed.iter().find(|found| found.customer_task_id == own).unwrap();
    assert!(seen.may_mark_done && !seen.may_withdraw && seen.due_at.is_some() && seen.activated_at.is_some());
    assert!(listed.iter().any(|found| found.customer_task_id == soon && found.due_at.is_none()));
    // What its queue says of content and service goes along.
    let asked = GetCustomerTaskRequest { customer_task_id: own.clone() };
    let whole: GetCustomerTaskResponse = nurse.call(&format!("{TASKS}/GetCustomerTask"), &asked).await.unwrap();
    let whole = whole.task.unwrap();
    assert_eq!(whole.content_id, demo_id("service-content", "home-measurements").to_string());
    assert_eq!((whole.service_id, whole.instruction.as_str()), (demo_id("service", "nurse-appointment").to_string(), "Every morning."));
    assert!(of_patient(&nurse, &patient, false).await.unwrap().iter().any(|found| found.customer_task_id == own && found.may_withdraw));

    // The patient marks one done, a colleague of another queue who has opened the patient the other.
    let done = MarkMyCustomerTaskDoneRequest { customer_task_id: own.clone() };
    let _: MarkMyCustomerTaskDoneResponse = aino.call(&format!("{TASKS}/MarkMyCustomerTaskDone"), &done).await.unwrap();
    let doctor = world.professional("mikko", "doctor", "lehtola").await;
    assert_eq!(no(mark_for(&doctor, &soon).await), "NotFound/not_found");
    open(&doctor, AINO).await;
    mark_for(&doctor, &soon).await.unwrap();
    let over = of_patient(&nurse, &patient, true).await.unwrap();
    let by = |id: &str| {
        let found = over.iter().find(|found| found.customer_task_id == id).unwrap();
        (found.state(), found.finished_by(), found.finished_by_name.clone())
    };
    assert_eq!(by(&own), (CustomerTaskState::Done, ParticipantKind::Resident, "Aino Lehtonen".to_owned()));
    assert_eq!(by(&soon), (CustomerTaskState::Done, ParticipantKind::Practitioner, "Mikko Korhonen".to_owned()));

    // The patient can see who has looked, and on what ground; and the account's deletion keeps what was given.
    let log: ListMyMessageAccessResponse =
        aino.call("/kajo.conversations.v1.MessageAccessService/ListMyMessageAccess", &ListMyMessageAccessRequest::default()).await.unwrap();
    let has = |access| log.entries.iter().any(|entry| entry.access() == access && entry.ground() == MessageAccessGround::Patient);
    assert!(has(MessageAccess::TaskSeen) && has(MessageAccess::TaskHandled), "{:?}", log.entries);
    let kept: PreviewDeletionResponse =
        aino.call("/kajo.conversations.v1.DeletionService/PreviewDeletion", &PreviewDeletionRequest {}).await.unwrap();
    assert!(kept.preview.unwrap().kept.iter().any(|item| item.subject() == DeletionSubject::CustomerTasks && item.count >= 2));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn con_24_a_task_whose_time_is_over_waits_in_the_inbox_of_who_works_its_queue() {
    let world = World::with_still_clock().await;
    let (nurse, aino) = (world.practitioner("liisa").await, world.resident("aino").await);
    let patient = open(&nurse, AINO).await;
    let id = give(&nurse, &task(&patient, "Measure at once", TaskDueUnit::Minutes, 1)).await.unwrap();
    let pool = &world.platform.service("conversations").unwrap().kernel().pool;
    eventually(|| async {
        let count = "select count(*) from due where target = 'timer task_deadlines' and key = $1";
        let set: i64 = sqlx::query_scalar(count).bind(&id).fetch_one(pool).await.unwrap();
        (set == 1).then_some(())
    })
    .await;
    let minute = SignedDuration::from_mins(1);
    world.environment.clock.advance(minute);
    world.simulators.advance(minute);
    let found = eventually(|| async {
        let asked = ListTasksRequest { tab: Tab::New.into(), ..ListTasksRequest::default() };
        let listed: ListTasksResponse = nurse.call("/kajo.conversations.v1.TaskService/ListTasks", &asked).await.unwrap();
        listed.tasks.into_iter().find(|found| found.topic == "Measure at once")
    })
    .await;
    let seen: GetCustomerTaskResponse =
        nurse.call(&format!("{TASKS}/GetCustomerTask"), &GetCustomerTaskRequest { customer_task_id: id.clone() }).await.unwrap();
    let seen = seen.task.unwrap();
    assert_eq!((seen.state(), seen.conversation_id), (CustomerTaskState::Expired, found.conversation_id));
    assert!(mine(&aino).await.iter().any(|found| found.customer_task_id == id && found.state() == CustomerTaskState::Expired));
    world.end().await;
}
