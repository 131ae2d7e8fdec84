//! Tasks of patients in the store: their time is over, they are done, and what becomes of their conversation. That they are given by who has
//! opened the patient is shown where identity is there as well.

use chassis::{
    Pool, Service,
    store::{CommandMeta, EventStore},
    testkit::{Process, TestEnvironment, tries},
};
use chassis_domain::{Actor, Matter, PersonId, SignedDuration, Timestamp, Uuid, demo_id, in_helsinki};
use conversations::{
    category::{self, Category, CategoryId, Due, SubcategoryId},
    conversation::{Place, Who},
    customer_task::{Activating, Command, CustomerTask, CustomerTaskId, Giver, conversation_of},
};
use kajo_proto::{
    conversations::v1::{
        ConversationKind, ConversationState, CustomerTask as TaskView, CustomerTaskState, GetCustomerTaskRequest, GetMyCustomerTaskRequest,
        ListMyCustomerTasksRequest, ListTaskQueuesRequest, MarkDoneForPatientRequest, MarkMyCustomerTaskDoneRequest, ParticipantKind,
        SystemEventKind, Tab, TaskDueUnit, WithdrawCustomerTaskRequest, customer_task_service_client::CustomerTaskServiceClient, thread_entry::Entry,
    },
    options::v1::Domain,
};
use tonic::{Code, Status};

use crate::world::{Person, World, queue, reason};

const MINUTES: Due = Due { unit: TaskDueUnit::Minutes, amount: 15 };
const OVER: SignedDuration = SignedDuration::from_mins(15);

pub(crate) fn home() -> SubcategoryId {
    SubcategoryId::from_uuid(demo_id("queue", "patient-tasks/home-measurements"))
}

fn liisa() -> PersonId {
    PersonId::from_uuid(demo_id("person", "liisa"))
}

/// What Liisa gives to somebody.
fn given(patient: Uuid, title: &str) -> Activating {
    let name = "Liisa Virtanen".to_owned();
    Activating {
        by: Giver::Practitioner(Who::Practitioner { person: liisa(), name, queues: [home()].into(), consulted_in: [].into() }),
        patient: PersonId::from_uuid(patient),
        patient_name: "Aino Nieminen".to_owned(),
        unreachable: None,
        service_area: None,
        place: Place { category: CategoryId::from_uuid(demo_id("category", "patient-tasks")), subcategory: home() },
        matter: Matter::Health,
        title: title.to_owned(),
        instruction: "Every morning and evening.".to_owned(),
        service: None,
        content: None,
        due: MINUTES,
        patient_marks_done: true,
        sends_expired: true,
    }
}

async fn activate(store: &EventStore, asked: Activating) -> CustomerTaskId {
    let id = CustomerTaskId::from_uuid(Uuid::now_v7());
    let meta = CommandMeta {
        actor: Actor::practitioner(liisa(), demo_id("role", "nurse"), demo_id("location", "lehtola")),
        ..CommandMeta::system(Uuid::now_v7())
    };
    store.execute::<CustomerTask>(id, Command::Activate(Box::new(asked)), meta).await.unwrap();
    id
}

impl World {
    pub(crate) async fn give(&self, patient: &Person, title: &str) -> CustomerTaskId {
        activate(&self.running.kernel().store, given(patient.id, title)).await
    }

    /// Once its timer is set, its time passes.
    pub(crate) async fn pass(&self, task: CustomerTaskId) {
        self.eventually(|| async { is_timed(&self.running.kernel().pool, task).await.then_some(()) }).await;
        self.clock().advance(OVER);
    }
}

pub(crate) async fn is_timed(pool: &Pool, task: CustomerTaskId) -> bool {
    let count = "select count(*) from due where target = 'timer task_deadlines' and key = $1 and state = 'waiting'";
    sqlx::query_scalar::<_, i64>(count).bind(task.to_string()).fetch_one(pool).await.unwrap() == 1
}

impl Person {
    pub(crate) fn customer_tasks(&self) -> CustomerTaskServiceClient<chassis::testkit::Calls> {
        CustomerTaskServiceClient::new(self.calls.clone())
    }

    pub(crate) async fn own_task(&self, task: CustomerTaskId) -> Result<TaskView, Status> {
        let found = self.customer_tasks().get_my_customer_task(GetMyCustomerTaskRequest { customer_task_id: task.to_string() }).await?;
        Ok(found.into_inner().task.unwrap())
    }

    pub(crate) async fn task(&self, task: CustomerTaskId) -> Result<TaskView, Status> {
        let found = self.customer_tasks().get_customer_task(GetCustomerTaskRequest { customer_task_id: task.to_string() }).await?;
        Ok(found.into_inner().task.unwrap())
    }

    pub(crate) async fn mark_own(&self, task: CustomerTaskId) -> Result<(), Status> {
        self.customer_tasks().mark_my_customer_task_done(MarkMyCustomerTaskDoneRequest { customer_task_id: task.to_string() }).await.map(drop)
    }

    async fn mark_for(&self, task: CustomerTaskId) -> Result<(), Status> {
        self.customer_tasks().mark_done_for_patient(MarkDoneForPatientRequest { customer_task_id: task.to_string() }).await.map(drop)
    }

    async fn withdraw(&self, task: CustomerTaskId) -> Result<(), Status> {
        self.customer_tasks().withdraw_customer_task(WithdrawCustomerTaskRequest { customer_task_id: task.to_string() }).await.map(drop)
    }

    /// Titles of one's own tasks: those that are open, or those that are over.
    async fn titles(&self, finished: bool) -> Vec<String> {
        let asked = ListMyCustomerTasksRequest { finished, ..ListMyCustomerTasksRequest::default() };
        let listed = self.customer_tasks().list_my_customer_tasks(asked).await.unwrap().into_inner().tasks;
        listed.into_iter().map(|task| task.title).collect()
    }

    /// System events of a conversation with the names of who acted.
    async fn lines(&self, conversation: &str) -> Vec<(SystemEventKind, String)> {
        let thread = self.see(conversation).await.unwrap().thread;
        let line = |entry| match entry {
            Some(Entry::SystemEvent(event)) => Some((event.kind(), event.actor_name)),
            _ => None,
        };
        thread.into_iter().filter_map(|found| line(found.entry)).collect()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn con_24_con_26_what_is_not_done_in_time_stands_in_the_queue_and_what_is_done_after_that_ends_it_for_all() {
    let world = World::start().await;
    let (aino, liisa) = (world.resident("Aino Nieminen"), world.nurse());
    let task = world.give(&aino, "Measure your blood pressure").await;
    let conversation = conversation_of(task).to_string();
    assert_eq!(aino.own_task(task).await.unwrap().state(), CustomerTaskState::Activated);
    assert_eq!(aino.see(&conversation).await.unwrap_err().code(), Code::NotFound);

    world.pass(task).await;
    world.eventually(|| async { liisa.has(Tab::New, &conversation).await.then_some(()) }).await;
    let waiting = liisa.list(kajo_proto::conversations::v1::ListTasksRequest { tab: Tab::New.into(), ..Default::default() }).await;
    let waiting = waiting.iter().find(|waiting| waiting.conversation_id == conversation).unwrap();
    assert_eq!((waiting.kind(), waiting.topic.as_str()), (ConversationKind::CustomerTask, "Measure your blood pressure"));
    assert_eq!(waiting.resident_name, "Aino Nieminen");
    let seen = liisa.see(&conversation).await.unwrap();
    assert_eq!((seen.customer_task_id.as_str(), seen.state()), (task.to_string().as_str(), ConversationState::Queued));
    let expired = liisa.task(task).await.unwrap();
    assert_eq!(
        (expired.state(), expired.conversation_id.as_str(), expired.instruction.as_str()),
        (CustomerTaskState::Expired, conversation.as_str(), "Every morning and evening.")
    );
    assert!(expired.may_mark_done && expired.may_withdraw);

    // The patient sees it and can write; the task can be done still.
    aino.write(&conversation, "I forgot").await.unwrap();
    liisa.take(&conversation).await.unwrap();
    aino.mark_own(task).await.unwrap();
    let ended = aino.see(&conversation).await.unwrap();
    assert_eq!(ended.state(), ConversationState::Ended);
    assert!(!ended.permissions.unwrap().write);
    assert!(liisa.has(Tab::Done, &conversation).await && !liisa.has(Tab::Own, &conversation).await);
    let lines = liisa.lines(&conversation).await;
    let by_aino = |kind| (kind, "Aino Nieminen".to_owned());
    assert_eq!(lines[lines.len() - 2..], [by_aino(SystemEventKind::CustomerMarkedDone), by_aino(SystemEventKind::Closed)]);
    let done = liisa.task(task).await.unwrap();
    assert_eq!(
        (done.state(), done.finished_by(), done.finished_by_name.as_str()),
        (CustomerTaskState::Done, ParticipantKind::Resident, "Aino Nieminen")
    );
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn con_26_a_professional_who_marks_it_done_or_takes_it_back_ends_the_conversation_as_well() {
    let world = World::start().await;
    let (aino, liisa, pekka) = (world.resident("Aino Nieminen"), world.nurse(), world.practitioner("pekka", "Pekka Rantala", "nurse"));
    let (done, withdrawn) = (world.give(&aino, "Done").await, world.give(&aino, "Withdrawn").await);
    world.eventually(|| async { is_timed(&world.running.kernel().pool, done).await.then_some(()) }).await;
    world.pass(withdrawn).await;
    for task in [done, withdrawn] {
        let conversation = conversation_of(task).to_string();
        world.eventually(|| async { liisa.has(Tab::New, &conversation).await.then_some(()) }).await;
        if task == done {
            pekka.mark_for(task).await.unwrap();
        } else {
            pekka.withdraw(task).await.unwrap();
        }
        assert_eq!(liisa.see(&conversation).await.unwrap().state(), ConversationState::Ended);
        assert_eq!(liisa.lines(&conversation).await, [(SystemEventKind::ClosedAndDone, "Pekka Rantala".to_owned())]);
        assert!(!liisa.has(Tab::New, &conversation).await);
    }
    let seen = aino.own_task(done).await.unwrap();
    assert_eq!(
        (seen.state(), seen.finished_by(), seen.finished_by_name.as_str()),
        (CustomerTaskState::Done, ParticipantKind::Practitioner, "Pekka Rantala")
    );
    assert_eq!(aino.own_task(withdrawn).await.unwrap().state(), CustomerTaskState::Withdrawn);
    // Whoever comes second is told nothing new; what was taken back is done no more.
    aino.mark_own(done).await.unwrap();
    assert_eq!(reason(&aino.mark_own(withdrawn).await.unwrap_err()), "task_withdrawn");
    assert_eq!(reason(&liisa.withdraw(done).await.unwrap_err()), "task_done");
    assert_eq!(aino.titles(true).await, ["Withdrawn", "Done"]);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_done_in_time_opens_nothing_and_its_timer_is_forgotten() {
    let world = World::start().await;
    let aino = world.resident("Aino Nieminen");
    let (done, other) = (world.give(&aino, "Done").await, world.give(&aino, "Other").await);
    world.eventually(|| async { is_timed(&world.running.kernel().pool, done).await.then_some(()) }).await;
    aino.mark_own(done).await.unwrap();
    world.eventually(|| async { (!is_timed(&world.running.kernel().pool, done).await).then_some(()) }).await;
    world.pass(other).await;
    world.eventually(|| async { aino.own_task(other).await.is_ok_and(|task| task.state() == CustomerTaskState::Expired).then_some(()) }).await;
    assert_eq!(aino.own_task(done).await.unwrap().state(), CustomerTaskState::Done);
    assert_eq!(aino.see(&conversation_of(done).to_string()).await.unwrap_err().code(), Code::NotFound);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_queue_that_is_archived_meanwhile_gets_the_conversation_all_the_same_and_offers_no_new_tasks() {
    let world = World::start().await;
    let (aino, liisa) = (world.resident("Aino Nieminen"), world.nurse());
    let offered = async || liisa.customer_tasks().list_task_queues(ListTaskQueuesRequest {}).await.unwrap().into_inner().queues;
    let queues = offered().await;
    assert_eq!(queues.iter().map(|queue| queue.subcategory_id.as_str()).collect::<Vec<_>>(), [queue("patient-tasks/home-measurements")]);
    assert!(queues[0].due.as_ref().is_some_and(|due| (due.unit(), due.amount) == (TaskDueUnit::Days, 3)));
    let task = world.give(&aino, "Measure").await;
    let archive = category::Command::Archive { subcategory: Some(home()) };
    let category = CategoryId::from_uuid(demo_id("category", "patient-tasks"));
    world.running.kernel().store.execute::<Category>(category, archive, CommandMeta::system(Uuid::now_v7())).await.unwrap();
    assert!(offered().await.is_empty());
    world.pass(task).await;
    let conversation = conversation_of(task).to_string();
    world.eventually(|| async { liisa.has(Tab::New, &conversation).await.then_some(()) }).await;
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn con_22_a_resident_sees_what_is_urgent_first_and_who_acts_for_them_what_their_mandates_cover() {
    let world = World::start().await;
    let aino = world.resident("Aino Nieminen");
    let store = &world.running.kernel().store;
    let with = |title: &str, due: Due, matter: Matter| Activating { due, matter, sends_expired: false, ..given(aino.id, title) };
    let days = |amount| Due { unit: TaskDueUnit::Days, amount };
    let soon = Due { unit: TaskDueUnit::AsSoonAsPossible, amount: 0 };
    let late = activate(store, with("In days", days(3), Matter::Health)).await;
    activate(store, with("Tomorrow", days(1), Matter::Social)).await;
    activate(store, with("Soon", soon, Matter::Health)).await;
    assert_eq!(aino.titles(false).await, ["Soon", "Tomorrow", "In days"]);
    let seen = aino.own_task(late).await.unwrap();
    let due_at = seen.due_at.map(|at| Timestamp::new(at.seconds, at.nanos).unwrap()).unwrap();
    assert_eq!(in_helsinki(due_at).datetime().to_string(), "2026-11-24T00:00:00", "until the end of the third day");
    assert_eq!((seen.due_unit(), seen.activated_by_name.as_str()), (TaskDueUnit::Days, "Liisa Virtanen"));

    let eino = |mandates: &[Domain], teenager| world.for_resident(&aino, mandates, teenager);
    assert_eq!(eino(&[Domain::Health], false).titles(false).await, ["Soon", "In days"]);
    assert_eq!(eino(&[Domain::Social], false).titles(false).await, ["Tomorrow"]);
    assert_eq!(eino(&[Domain::Health, Domain::Social], true).titles(false).await, [""; 0], "a teenager's are theirs");
    let refused = eino(&[Domain::Social], false).mark_own(late).await.unwrap_err();
    assert_eq!((refused.code(), reason(&refused)), (Code::NotFound, "not_found".to_owned()));
    eino(&[Domain::Health], false).mark_own(late).await.unwrap();
    let done = aino.own_task(late).await.unwrap();
    assert_eq!((done.finished_by_name.as_str(), done.representative_name.as_str()), ("Aino Lehtonen", "Eino Saarinen"));

    // Somebody else's is as if there were none; and so it is where the queue leaves marking to professionals.
    let foreign = world.resident("Elli Fofonoff").own_task(late).await.unwrap_err();
    let missing = aino.own_task(CustomerTaskId::from_uuid(Uuid::now_v7())).await.unwrap_err();
    assert_eq!((foreign.code(), foreign.details()), (missing.code(), missing.details()));
    let theirs = activate(store, Activating { patient_marks_done: false, ..given(aino.id, "Theirs") }).await;
    assert!(!aino.own_task(theirs).await.unwrap().may_mark_done);
    assert_eq!(reason(&aino.mark_own(theirs).await.unwrap_err()), "marked_by_professionals");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_customer_and_professional_and_deadline_at_once_each_counts_once() {
    let world = World::start().await;
    let (aino, liisa) = (world.resident("Aino Nieminen"), world.nurse());
    for _ in 0..10 {
        let task = world.give(&aino, "Race").await;
        world.eventually(|| async { is_timed(&world.running.kernel().pool, task).await.then_some(()) }).await;
        let (one, other) = tokio::join!(
            async {
                world.clock().advance(OVER);
                aino.mark_own(task).await
            },
            liisa.mark_for(task)
        );
        one.unwrap();
        other.unwrap();
        let kinds = events_of(&world.running.kernel().pool, task).await;
        let done = |kinds: &[String]| kinds.iter().filter(|kind| *kind == "customer_task.marked_done").count();
        assert_eq!(done(&kinds), 1, "{kinds:?}");
        // Expired first: its conversation was opened, and has ended.
        let expired = kinds.iter().any(|kind| kind == "customer_task.expired");
        let conversation = aino.see(&conversation_of(task).to_string()).await;
        assert_eq!(conversation.is_ok_and(|found| found.state() == ConversationState::Ended), expired, "{kinds:?}");
    }
    world.end().await;
}

/// Types of what happened to a task, in order.
pub(crate) async fn events_of(pool: &Pool, task: CustomerTaskId) -> Vec<String> {
    sqlx::query_scalar("select event_type from events where stream_id = $1 order by version")
        .bind(format!("customer_task-{task}"))
        .fetch_all(pool)
        .await
        .unwrap()
}

/// How many events of a type there are, and in how many streams.
async fn counted(pool: &Pool, event_type: &str) -> (i64, i64) {
    let counts = "select count(*), count(distinct stream_id) from events where event_type = $1";
    sqlx::query_as(counts).bind(event_type).fetch_one(pool).await.unwrap()
}

async fn timers(pool: &Pool) -> i64 {
    let count = "select count(*) from due where target = 'timer task_deadlines' and state = 'waiting' and due_at < '2026-11-25'";
    sqlx::query_scalar(count).fetch_one(pool).await.unwrap()
}

/// Waits for as long as it takes, and puts the clock on so that what failed comes again.
async fn until<F: Future<Output = bool>>(environment: &TestEnvironment, advance: bool, mut holds: impl FnMut() -> F) {
    for _ in 0..60_000 {
        if holds().await {
            return;
        }
        if advance {
            environment.clock().advance(SignedDuration::from_secs(1));
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("it did not come about");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn con_24_every_task_that_expires_while_the_process_is_killed_opens_one_conversation() {
    let files = std::env::temp_dir().join(format!("kajo-tasks-{}", Uuid::now_v7()));
    let all = i64::try_from(tries(60, 1_500)).unwrap();
    let environment = TestEnvironment::with(|mut settings| {
        settings.demo = true;
        settings.with("files_dir", files.to_str().unwrap())
    })
    .await
    .unwrap();
    let service: fn() -> Service = conversations::service;
    environment.database(&service()).await.unwrap();
    let process = Process::start(environment.environment(), service()).await;
    let store = process.store();
    let mut giving = tokio::task::JoinSet::new();
    let patients: Vec<_> = (0..20).map(|_| Uuid::now_v7()).collect();
    for number in 0..all {
        let (store, patient) = (store.clone(), patients[usize::try_from(number).unwrap() % patients.len()]);
        giving.spawn(async move { activate(&store, given(patient, &format!("Task {number}"))).await });
        while giving.len() >= 16 {
            giving.join_next().await.unwrap().unwrap();
        }
    }
    giving.join_all().await;
    let pool = outside(&environment).await;
    // Killed while it hears of them, and again while they expire.
    until(&environment, false, || async { timers(&pool).await >= all / 3 }).await;
    process.kill();
    let process = Process::start(environment.environment(), service()).await;
    until(&environment, false, || async { timers(&pool).await == all }).await;
    assert_eq!(counted(&pool, "customer_task.expired").await, (0, 0), "never early");
    environment.clock().advance(OVER);
    until(&environment, false, || async { counted(&pool, "customer_task.expired").await.0 >= all / 4 }).await;
    process.kill();
    let process = Process::start(environment.environment(), service()).await;
    until(&environment, true, || async { counted(&pool, "customer_task.expired").await.0 >= all / 2 }).await;
    process.kill();
    let last = Process::start(environment.environment(), service()).await;
    let left = "select count(*) from due where target in ('timer task_deadlines', 'effect expire_customer_task') and state <> 'done'
        and due_at < '2026-11-25'";
    until(&environment, true, || async { sqlx::query_scalar::<_, i64>(left).fetch_one(&pool).await.unwrap() == 0 }).await;
    assert_eq!(counted(&pool, "customer_task.expired").await, (all, all));
    let opened = "select count(*) from tasks where kind = 3 and state = 1 and subcategory_id = $1";
    let opened: i64 = sqlx::query_scalar(opened).bind(home().uuid()).fetch_one(&last.running.kernel().pool).await.unwrap();
    assert_eq!(opened, all, "each conversation once, in the queue");
    last.kill();
    pool.close().await;
    environment.remove().await.unwrap();
    let _ = std::fs::remove_dir_all(files);
}

/// A connection that belongs to no process.
async fn outside(environment: &TestEnvironment) -> Pool {
    let settings = &environment.environment().settings;
    chassis::database::connect(settings.postgres_url(), &format!("{}conversations", settings.database_prefix)).await.unwrap()
}
