//! A digipath-engine of the test's own, without the demo's data, and who calls it: somebody who builds paths, professionals who activate them, and
//! the services that tell of what happens to patients.

use chassis::{
    service::Running,
    testkit::{Calls, TestEnvironment, caller},
};
use chassis_domain::{SignedDuration, Timestamp, Uuid, timestamp};
use digipath_engine::execution::{ExecutionId, object_of};
use kajo_proto::{
    caller::v1::CallerContext,
    common::v1::{Matter, Translated},
    conversations::v1::CustomerTaskMarkedDone,
    digipath_engine::v1::{
        ActivatePathRequest, EndExecutionRequest, ExecutionStep, ListExecutionsOfPatientRequest, PathBlock, PathCategoryDetails, PathDetails,
        PathEntry, PathExecution, PathKind, PathStep, PublishPathRequest, SavePathCategoryRequest, StepState,
        execution_service_client::ExecutionServiceClient, path_category_service_client::PathCategoryServiceClient,
        path_service_client::PathServiceClient,
    },
    options::v1::Caller,
    scheduling::v1::{
        AppointmentBooked, AppointmentCancelled, AppointmentChanged, AppointmentFact, AppointmentMoved, AppointmentSide, AppointmentType,
    },
    survey::v1::{SurveyActivated, SurveyActivationFact, SurveyAnswered},
};
use tonic::Status;

use crate::{
    owners::{Given, Others, Owners},
    plans::{block, texts},
    tellers::{self, Appointment, CustomerTask, SurveyActivation},
};

/// What a professional is called.
pub(crate) const NURSE: &str = "Liisa Niemi";

/// A digipath-engine with the services around it.
pub(crate) struct World {
    test: TestEnvironment,
    /// `None`: it is stopped.
    running: Option<Running>,
    others: Others,
    category: String,
}

impl World {
    /// Starts one. It is noon of a Friday in Helsinki.
    pub(crate) async fn start() -> Self {
        let test = TestEnvironment::start().await.unwrap();
        let others = Others::start(&test).await;
        let mut world = Self { test, running: None, others, category: String::new() };
        world.comes_back().await;
        let details = Some(PathCategoryDetails { name: texts("Kuntoutus") });
        let asked = SavePathCategoryRequest { details, ..SavePathCategoryRequest::default() };
        let mut categories = PathCategoryServiceClient::new(world.by(Caller::ResponsibleUser));
        world.category = categories.save_path_category(asked).await.unwrap().into_inner().path_category_id;
        world
    }

    pub(crate) async fn end(mut self) {
        self.stops().await;
        self.others.end().await;
        self.test.remove().await.unwrap();
    }

    /// The service stops, while all others go on.
    pub(crate) async fn stops(&mut self) {
        self.running.take().unwrap().stop().await;
    }

    pub(crate) async fn comes_back(&mut self) {
        self.running = Some(self.test.service(digipath_engine::service().unseeded()).await.unwrap());
    }

    pub(crate) fn running(&self) -> &Running {
        self.running.as_ref().unwrap()
    }

    pub(crate) fn owners(&self) -> &Owners {
        &self.others.owners
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.test.clock().now()
    }

    pub(crate) fn later(&self, by: SignedDuration) {
        self.test.clock().advance(by);
    }

    /// It is this time.
    pub(crate) fn until(&self, at: &str) {
        self.later(at.parse::<Timestamp>().unwrap().duration_since(self.now()));
    }

    /// Waits for what comes about by itself, also for what is tried again.
    pub(crate) async fn eventually<T, F: Future<Output = Option<T>>>(&self, look: impl FnMut() -> F) -> T {
        self.test.eventually(look).await
    }

    /// Calls by somebody of this kind.
    pub(crate) fn by(&self, kind: Caller) -> Calls {
        self.calls_by(caller(kind, Uuid::now_v7(), "Ritva Rinne"))
    }

    fn calls_by(&self, who: CallerContext) -> Calls {
        self.test.calls(self.running()).by(who)
    }

    /// Whoever builds paths.
    pub(crate) fn builder(&self) -> PathServiceClient<Calls> {
        PathServiceClient::new(self.by(Caller::ResponsibleUser))
    }

    /// A professional who works.
    pub(crate) fn nurse(&self) -> ExecutionServiceClient<Calls> {
        let (role_id, location_id) = (Uuid::now_v7().to_string(), Uuid::now_v7().to_string());
        let who = CallerContext { role_id, location_id, ..caller(Caller::Practitioner, Uuid::now_v7(), NURSE) };
        ExecutionServiceClient::new(self.calls_by(who))
    }

    /// What stands in a path of these blocks.
    pub(crate) fn path(&self, name: &str, blocks: impl IntoIterator<Item = PathBlock>) -> PathDetails {
        PathDetails {
            name: texts(name),
            description: Some(Translated::default()),
            path_category_id: self.category.clone(),
            matter: Matter::Health.into(),
            blocks: blocks.into_iter().collect(),
            one_path: false,
            kind: PathKind::Blocks.into(),
            entry: None,
        }
    }

    /// What stands in a path of the first editor.
    pub(crate) fn path_begun_by(&self, name: &str, entry: PathEntry, steps: impl IntoIterator<Item = PathStep>) -> PathDetails {
        PathDetails { kind: PathKind::Events.into(), entry: Some(entry), ..self.path(name, [block(steps)]) }
    }

    /// Publishes a new path of these blocks; answers with its id.
    pub(crate) async fn publishes(&self, name: &str, blocks: impl IntoIterator<Item = PathBlock>) -> String {
        self.publishes_path(self.path(name, blocks)).await
    }

    /// Publishes a new path; answers with its id.
    pub(crate) async fn publishes_path(&self, details: PathDetails) -> String {
        let asked = PublishPathRequest { details: Some(details), ..PublishPathRequest::default() };
        let published = self.builder().publish_path(asked).await.unwrap().into_inner();
        assert!(published.problems.is_empty(), "{:?}", published.problems);
        published.path_id
    }

    /// A professional activates a path; answers with the id of the execution.
    pub(crate) async fn activates(&self, path: &str, patient: Uuid) -> Result<String, Status> {
        let asked = ActivatePathRequest { patient_id: patient.to_string(), path_id: path.to_owned(), again: false };
        Ok(self.nurse().activate_path(asked).await?.into_inner().path_execution_id)
    }

    /// A professional ends one.
    pub(crate) async fn ends(&self, execution: &str) {
        self.nurse().end_execution(EndExecutionRequest { path_execution_id: execution.to_owned() }).await.unwrap();
    }

    /// What runs for a patient, or is over, the newest first.
    pub(crate) async fn list(&self, patient: Uuid, past: bool) -> Vec<PathExecution> {
        let asked = ListExecutionsOfPatientRequest { patient_id: patient.to_string(), past, page: None };
        self.nurse().list_executions_of_patient(asked).await.unwrap().into_inner().executions
    }

    /// All of a patient. One that ends between the two looks is told once, as it ended.
    pub(crate) async fn executions(&self, patient: Uuid) -> Vec<PathExecution> {
        let (mut going_on, over) = (self.list(patient, false).await, self.list(patient, true).await);
        going_on.retain(|one| over.iter().all(|other| other.path_execution_id != one.path_execution_id));
        [going_on, over].concat()
    }

    /// Waits until the one execution of a patient has its steps in these states.
    pub(crate) async fn stands(&self, patient: Uuid, states: &[StepState]) -> PathExecution {
        self.eventually(|| async {
            let [one]: [PathExecution; 1] = self.executions(patient).await.try_into().ok()?;
            (states_of(&one) == states).then_some(one)
        })
        .await
    }

    /// Waits until so much was given; answers with all of it.
    pub(crate) async fn given(&self, count: usize) -> Vec<Given> {
        self.eventually(|| async { Some(self.owners().given()).filter(|given| given.len() >= count) }).await
    }

    /// Waits until executions were told of so much news.
    pub(crate) async fn heard(&self, count: i64) {
        let pool = &self.running().kernel().pool;
        self.eventually(|| async {
            let heard = sqlx::query_scalar("select count(*) from due where target = 'effect hear' and state = 'done'").fetch_one(pool);
            (heard.await.unwrap_or(0_i64) >= count).then_some(())
        })
        .await;
    }

    /// Waits until so many steps wait for their time.
    pub(crate) async fn has_timers(&self, count: i64) {
        let pool = &self.running().kernel().pool;
        self.eventually(|| async {
            let waiting = sqlx::query_scalar("select count(*) from due where target = 'timer path_steps' and state = 'waiting'").fetch_one(pool);
            (waiting.await.unwrap_or(0_i64) >= count).then_some(())
        })
        .await;
    }

    /// A patient's task was marked done.
    pub(crate) async fn task_done(&self, patient: Uuid, queue: Uuid) {
        let task = Uuid::now_v7();
        let fact = CustomerTaskMarkedDone {
            customer_task_id: task.to_string(),
            patient_id: patient.to_string(),
            subcategory_id: queue.to_string(),
            ..CustomerTaskMarkedDone::default()
        };
        tellers::tell::<CustomerTask>(&self.others.conversations, task, "kajo.conversations.v1.CustomerTaskMarkedDone", &fact).await;
    }

    /// A survey was activated for a patient; answers with the activation.
    pub(crate) async fn survey_activated(&self, patient: Uuid, survey: Uuid) -> Uuid {
        let id = Uuid::now_v7();
        let fact = SurveyActivated { survey_activation_id: id.to_string(), activation: of_activation(patient, survey) };
        tellers::tell::<SurveyActivation>(&self.others.survey, id, "kajo.survey.v1.SurveyActivated", &fact).await;
        id
    }

    /// It was answered.
    pub(crate) async fn survey_answered(&self, patient: Uuid, survey: Uuid, id: Uuid) {
        let activation = of_activation(patient, survey);
        let fact = SurveyAnswered { survey_activation_id: id.to_string(), activation, ..SurveyAnswered::default() };
        tellers::tell::<SurveyActivation>(&self.others.survey, id, "kajo.survey.v1.SurveyAnswered", &fact).await;
    }

    /// An appointment of half an hour was booked.
    pub(crate) async fn books(&self, patient: Uuid, service: Uuid, starts_at: &str, side: AppointmentSide) -> Booking {
        self.is_booked(patient, service, starts_at, AppointmentBooked { side: side.into(), ..AppointmentBooked::default() }).await
    }

    /// One was booked in another system before that was asked for the first time.
    pub(crate) async fn was_booked_before(&self, patient: Uuid, service: Uuid, starts_at: &str) -> Booking {
        let fact = AppointmentBooked { side: AppointmentSide::System.into(), backfill: true, ..AppointmentBooked::default() };
        self.is_booked(patient, service, starts_at, fact).await
    }

    async fn is_booked(&self, patient: Uuid, service: Uuid, starts_at: &str, fact: AppointmentBooked) -> Booking {
        let booking = Booking { id: Uuid::now_v7(), patient, service, booked_at: self.now(), revision: 1, minutes: 30 };
        let fact = AppointmentBooked { appointment_id: booking.id.to_string(), appointment: booking.at(starts_at), ..fact };
        tellers::tell::<Appointment>(&self.others.scheduling, booking.id, "kajo.scheduling.v1.AppointmentBooked", &fact).await;
        booking
    }

    /// The system that keeps it says that it takes so long.
    pub(crate) async fn takes(&self, booking: &mut Booking, starts_at: &str, minutes: i64) {
        booking.revision += 1;
        booking.minutes = minutes;
        let fact = AppointmentChanged { appointment_id: booking.id.to_string(), appointment: booking.at(starts_at) };
        tellers::tell::<Appointment>(&self.others.scheduling, booking.id, "kajo.scheduling.v1.AppointmentChanged", &fact).await;
    }

    /// It has another time.
    pub(crate) async fn moves(&self, booking: &mut Booking, starts_at: &str) {
        booking.revision += 1;
        let appointment_id = booking.id.to_string();
        let fact = AppointmentMoved { appointment_id, appointment: booking.at(starts_at), ..AppointmentMoved::default() };
        tellers::tell::<Appointment>(&self.others.scheduling, booking.id, "kajo.scheduling.v1.AppointmentMoved", &fact).await;
    }

    /// It will not take place.
    pub(crate) async fn cancels(&self, booking: &mut Booking, starts_at: &str) {
        booking.revision += 1;
        let appointment_id = booking.id.to_string();
        let fact = AppointmentCancelled { appointment_id, appointment: booking.at(starts_at), ..AppointmentCancelled::default() };
        tellers::tell::<Appointment>(&self.others.scheduling, booking.id, "kajo.scheduling.v1.AppointmentCancelled", &fact).await;
    }
}

fn of_activation(patient: Uuid, survey: Uuid) -> Option<SurveyActivationFact> {
    Some(SurveyActivationFact { patient_id: patient.to_string(), survey_id: survey.to_string(), ..SurveyActivationFact::default() })
}

/// An appointment, as scheduling has it.
pub(crate) struct Booking {
    pub(crate) id: Uuid,
    patient: Uuid,
    service: Uuid,
    booked_at: Timestamp,
    revision: u64,
    minutes: i64,
}

impl Booking {
    fn at(&self, starts_at: &str) -> Option<AppointmentFact> {
        let starts_at: Timestamp = starts_at.parse().unwrap();
        Some(AppointmentFact {
            patient_id: self.patient.to_string(),
            service_id: self.service.to_string(),
            r#type: AppointmentType::InPerson.into(),
            starts_at: Some(timestamp(starts_at)),
            ends_at: Some(timestamp(starts_at.saturating_add(SignedDuration::from_mins(self.minutes)).unwrap())),
            booked_at: Some(timestamp(self.booked_at)),
            revision: self.revision,
            ..AppointmentFact::default()
        })
    }
}

/// How the steps of an execution stand, in the order of the path.
pub(crate) fn states_of(execution: &PathExecution) -> Vec<StepState> {
    execution.steps.iter().map(ExecutionStep::state).collect()
}

/// When a step is due, or was.
pub(crate) fn due_at(execution: &PathExecution, step: usize) -> Timestamp {
    let due_at = execution.steps[step].due_at.unwrap();
    Timestamp::new(due_at.seconds, due_at.nanos).unwrap()
}

/// The id under which a step's owner is asked.
pub(crate) fn object(execution: &str, step: &str, turn: u32) -> String {
    object_of(ExecutionId::parse(execution).unwrap(), Uuid::try_parse(step).unwrap(), turn).to_string()
}

/// What was given, in which order.
pub(crate) fn what(given: &[Given]) -> Vec<String> {
    given.iter().map(|given| given.what.clone()).collect()
}
