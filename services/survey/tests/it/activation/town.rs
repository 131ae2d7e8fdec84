//! A survey service with surveys of the test's own, the residents who answer them, and professionals whose sessions have opened patients.

use std::ops::Deref;

use chassis::{
    service::Running,
    settings::Settings,
    store::{CommandMeta, EventStore},
    testkit::{Calls, TestEnvironment, World, caller, eventually},
};
use chassis_domain::{Actor, Matter, PersonId, SignedDuration, Timestamp, Uuid, demo_id};
use identity::{
    demo::{location_id, role_id},
    location::LocationId,
    patient::{self, Patient, PatientId, Register, Standing},
    role::RoleId,
    session::{self, Ground, Realm, Session, SessionId, WorkContext},
    ssn::Ssn,
};
use kajo_proto::{
    caller::v1::{CallerContext, Impersonator},
    common::v1::{self as common, LocalizedString, Translated},
    identity::v1::Messaging,
    options::v1::{Caller, Domain},
    survey::v1::{
        Answer, AnswerValue, Answers, Band, Condition, GetMySurveyRequest, GetMySurveyResponse, GetSurveyRequest, Item, ItemType, Level,
        ListMySurveysRequest, MySurvey, MySurveyList, Operator, PublishSurveyRequest, Questionnaire, SaveMyAnswersRequest, Score, ScoreKind,
        SendMyAnswersRequest, SendMyAnswersResponse, ShowMySurveyToGuardiansRequest, SurveyDetails, SurveyType, answer_value::Value,
        my_survey_service_client::MySurveyServiceClient, survey_activation_service_client::SurveyActivationServiceClient,
        survey_service_client::SurveyServiceClient,
    },
};
use simulators::{Config, authorizations, patient_record::TOKEN, people::Realm as SimulatedRealm};
use survey::{
    activation::{Activating, ActivationId, Command, SurveyActivation},
    doer::By,
};
use tonic::Status;

/// A woman of 38 when tests begin.
pub(crate) const WOMAN: &str = "290288-922S";

/// A survey service with nothing beside it: activations are given in its store.
pub(crate) async fn alone() -> World {
    World::start(TestEnvironment::start().await.unwrap(), || survey::service().unseeded()).await.unwrap()
}

/// A survey service with identity beside it, which knows patients and who has opened them.
pub(crate) struct Town {
    world: World,
    pub(crate) identity: Running,
    simulators: simulators::Running,
}

impl Deref for Town {
    type Target = World;

    fn deref(&self) -> &World {
        &self.world
    }
}

/// Settings with the outside systems that identity asks for.
fn around(settings: Settings, simulators: &simulators::Running) -> Settings {
    let (resident, practitioner) = (simulators.issuer(SimulatedRealm::Resident), simulators.issuer(SimulatedRealm::Practitioner));
    let base = resident.split_once("/realms/").unwrap().0;
    settings
        .with("oidc_resident_issuer", &resident)
        .with("oidc_practitioner_issuer", &practitioner)
        .with("smtp_url", &simulators.smtp_url())
        .with("sms_url", &format!("{base}/sms/v1/messages"))
        .with("sms_token", simulators::sms::TOKEN)
        .with("resident_public_url", "https://kajo.example")
        .with("patient_record_url", &format!("{base}/patient-record/fhir/r4"))
        .with("patient_record_token", TOKEN)
        .with("patient_record_link", &format!("{base}/patient-record/patient/{{record_id}}"))
        .with("authorizations_url", base)
        .with("authorizations_client_id", authorizations::CLIENT_ID)
        .with("authorizations_secret", authorizations::SECRET)
        .with("authorizations_oauth_secret", authorizations::OAUTH_SECRET)
        .with("mandate_social_uri", &format!("{base}/mandates/sosiaalihuollon_asioiden_hoito"))
}

impl Town {
    pub(crate) async fn start() -> Self {
        let simulators = simulators::start(Config::for_tests()).await.unwrap();
        let test = TestEnvironment::with(|mut settings| {
            settings.demo = true;
            around(settings, &simulators)
        });
        let test = test.await.unwrap();
        let identity = test.service(identity::service()).await.unwrap();
        let world = World::start(test, || survey::service().unseeded()).await.unwrap();
        Self { world, identity, simulators }
    }

    pub(crate) async fn end(self) {
        self.identity.stop().await;
        self.world.end().await.unwrap();
        drop(self.simulators);
    }

    /// A patient in the register, who stands so to being written to.
    pub(crate) async fn patient(&self, name: &str, standing: Standing) -> Resident {
        let resident = resident(&self.world, name);
        let register = Register {
            person: PersonId::from_uuid(resident.id),
            ssn: Ssn::parse(WOMAN).unwrap(),
            first_name: "Etu".to_owned(),
            last_name: "Suku".to_owned(),
            standing,
        };
        let register = patient::Command::Register(register);
        let meta = CommandMeta::system(Uuid::now_v7());
        self.identity.kernel().store.execute::<Patient>(PatientId::from_uuid(resident.id), register, meta).await.unwrap();
        resident
    }

    /// A professional of the demo, who works as a nurse at Lehtola and has signed in.
    pub(crate) async fn professional(&self, key: &str, name: &str) -> Professional {
        let person = demo_id("person", key);
        let choice = WorkContext { role: RoleId::from_uuid(role_id("nurse")), location: LocationId::from_uuid(location_id("lehtola")) };
        let context = CallerContext {
            role_id: role_id("nurse").to_string(),
            location_id: location_id("lehtola").to_string(),
            ..caller(Caller::Practitioner, person, name)
        };
        let professional = Professional { person, calls: self.calls_by(context) };
        let start = session::Command::Start {
            person: PersonId::from_uuid(person),
            realm: Realm::Practitioner,
            given: String::new(),
            family: name.to_owned(),
            absolute_ends_at: self.clock().now().saturating_add(SignedDuration::from_hours(10_000)).unwrap(),
            denial: None,
        };
        let choose = session::Command::ChooseWorkContext { choice, roles: [choice.role].into(), locations: [choice.location].into() };
        for command in [start, choose] {
            professional.does(self, command).await;
        }
        professional
    }
}

/// A professional with the calls that professionals make.
pub(crate) struct Professional {
    person: Uuid,
    calls: Calls,
}

impl Professional {
    /// Opens a patient with a legitimate right.
    pub(crate) async fn opens(&self, town: &Town, patient: &Resident) {
        self.does(town, session::Command::OpenPatient { patient: PatientId::from_uuid(patient.id), ground: Ground::Care }).await;
    }

    pub(crate) fn surveys(&self) -> SurveyActivationServiceClient<Calls> {
        SurveyActivationServiceClient::new(self.calls.clone())
    }

    async fn does(&self, town: &Town, command: session::Command) {
        // Calls of tests name the person as their session.
        let session = SessionId::from_uuid(self.person);
        town.identity.kernel().store.execute::<Session>(session, command, CommandMeta::system(Uuid::now_v7())).await.unwrap();
    }
}

/// A resident, or who acts for one, with the calls that they make.
#[derive(Clone)]
pub(crate) struct Resident {
    pub(crate) id: Uuid,
    pub(crate) calls: Calls,
}

pub(crate) fn resident(world: &World, name: &str) -> Resident {
    let id = Uuid::now_v7();
    Resident { id, calls: world.calls_by(caller(Caller::Resident, id, name)) }
}

/// A resident of 12 to 17, in her own name.
pub(crate) fn girl(world: &World) -> Resident {
    let id = Uuid::now_v7();
    Resident { id, calls: world.calls_by(CallerContext { teenager: true, ..caller(Caller::Resident, id, "Venla Saarinen") }) }
}

/// Somebody who acts for a resident.
pub(crate) fn for_resident(world: &World, resident: &Resident, mandates: &[Domain], teenager: bool) -> Resident {
    let impersonator = Impersonator {
        person_id: demo_id("person", "eino").to_string(),
        display_name: "Eino Saarinen".to_owned(),
        mandates: mandates.iter().map(|domain| (*domain).into()).collect(),
    };
    let context = CallerContext { impersonator: Some(impersonator), teenager, ..caller(Caller::Resident, resident.id, "Aino Lehtonen") };
    Resident { id: resident.id, calls: world.calls_by(context) }
}

impl Resident {
    pub(crate) fn surveys(&self) -> MySurveyServiceClient<Calls> {
        MySurveyServiceClient::new(self.calls.clone())
    }

    pub(crate) async fn list(&self, list: MySurveyList) -> Vec<MySurvey> {
        let asked = ListMySurveysRequest { list: list.into(), page: None };
        self.surveys().list_my_surveys(asked).await.unwrap().into_inner().surveys
    }

    pub(crate) async fn see(&self, id: &str) -> Result<GetMySurveyResponse, Status> {
        Ok(self.surveys().get_my_survey(GetMySurveyRequest { survey_activation_id: id.to_owned() }).await?.into_inner())
    }

    /// Keeps answers to a version in place of a revision; the revision that is kept then.
    pub(crate) async fn save(&self, id: &str, (answers, published_version): (Answers, u32), revision: u64) -> Result<u64, Status> {
        let asked = SaveMyAnswersRequest { survey_activation_id: id.to_owned(), answers: Some(answers), published_version, revision };
        Ok(self.surveys().save_my_answers(asked).await?.into_inner().revision)
    }

    pub(crate) async fn send(&self, id: &str, answers: Answers, published_version: u32) -> Result<SendMyAnswersResponse, Status> {
        let asked = SendMyAnswersRequest { survey_activation_id: id.to_owned(), answers: Some(answers), published_version };
        Ok(self.surveys().send_my_answers(asked).await?.into_inner())
    }

    pub(crate) async fn show(&self, id: &str, visible: bool) -> Result<(), Status> {
        let asked = ShowMySurveyToGuardiansRequest { survey_activation_id: id.to_owned(), visible };
        self.surveys().show_my_survey_to_guardians(asked).await.map(drop)
    }
}

/// Whoever builds surveys.
pub(crate) fn builder(world: &World) -> SurveyServiceClient<Calls> {
    SurveyServiceClient::new(world.calls_by(caller(Caller::ResponsibleUser, Uuid::now_v7(), "Ritva Rinne")))
}

fn texts(word: &str) -> Translated {
    Translated { fi: word.to_owned(), sv: format!("{word} sv"), en: format!("{word} en") }
}

fn words(word: &str) -> Option<LocalizedString> {
    let texts = ["fi", "sv", "en"].map(|language| (language.to_owned(), format!("{word} {language}"))).into();
    Some(LocalizedString { texts })
}

fn item(link_id: &str, kind: ItemType) -> Item {
    Item { link_id: link_id.to_owned(), r#type: kind.into(), text: words(link_id), ..Item::default() }
}

/// Whether it hurts, and how much when it does; two scores of that, of which one is shown.
fn questionnaire() -> Questionnaire {
    let hurts = AnswerValue { value: Some(Value::Boolean(true)) };
    let condition = Condition { link_id: "hurts".to_owned(), operator: Operator::Equal.into(), value: Some(hurts) };
    let score = |shown: bool| {
        let bands = vec![Band { from: 0, text: words("Vyöhyke"), level: Level::Notable.into() }];
        Score { kind: ScoreKind::Sum.into(), link_ids: vec!["much".to_owned()], bands, shown, ..Score::default() }
    };
    let items = vec![
        Item { required: true, ..item("hurts", ItemType::Boolean) },
        Item { required: true, max: Some(10), enable_when: vec![condition.clone()], ..item("much", ItemType::Integer) },
        Item { score: Some(score(true)), enable_when: vec![condition.clone()], ..item("shown", ItemType::Score) },
        Item { score: Some(score(false)), enable_when: vec![condition], ..item("kept", ItemType::Score) },
    ];
    Questionnaire { items: vec![Item { items, ..item("step", ItemType::Group) }] }
}

pub(crate) fn details(title: &str, matter: common::Matter) -> SurveyDetails {
    SurveyDetails {
        title: Some(texts(title)),
        description: Some(texts("Kuvaus")),
        r#type: SurveyType::Omavointi.into(),
        matter: matter.into(),
        questionnaire: Some(questionnaire()),
    }
}

/// The same as an assessment of symptoms.
pub(crate) fn assessment() -> SurveyDetails {
    SurveyDetails { r#type: SurveyType::SymptomAssessment.into(), ..details("Oirearvio", common::Matter::Health) }
}

/// A survey that is in force, by its id.
pub(crate) async fn published(world: &World, details: SurveyDetails) -> String {
    let asked = PublishSurveyRequest { details: Some(details), ..PublishSurveyRequest::default() };
    builder(world).publish_survey(asked).await.unwrap().into_inner().survey_id
}

/// Puts the same survey in force with another question, as the next version.
pub(crate) async fn published_anew(world: &World, survey_id: &str) {
    let found = builder(world).get_survey(GetSurveyRequest { survey_id: survey_id.to_owned() }).await.unwrap().into_inner().survey.unwrap();
    let mut details = found.details.unwrap();
    details.questionnaire.as_mut().unwrap().items[0].items.push(item("more", ItemType::Text));
    let asked = PublishSurveyRequest {
        survey_id: survey_id.to_owned(),
        details: Some(details),
        fields: vec!["questionnaire".to_owned()],
        version: found.version,
        ..PublishSurveyRequest::default()
    };
    builder(world).publish_survey(asked).await.unwrap();
}

fn answer(link_id: &str, value: Value) -> Answer {
    Answer { link_id: link_id.to_owned(), values: vec![AnswerValue { value: Some(value) }] }
}

/// Whether it hurts, and how much.
pub(crate) fn answers(hurts: bool, much: i64) -> Answers {
    Answers { answers: vec![answer("hurts", Value::Boolean(hurts)), answer("much", Value::Integer(much))] }
}

/// What Liisa gives to somebody.
pub(crate) fn given(patient: Uuid, survey: &str, (from_date, answer_by_date): (&str, &str)) -> Activating {
    Activating {
        by: By::Practitioner { person: PersonId::from_uuid(demo_id("person", "liisa")), name: "Liisa Virtanen".to_owned(), patient_opened: true },
        patient: PersonId::from_uuid(patient),
        patient_name: "Aino Lehtonen".to_owned(),
        messaging: Messaging::Allowed,
        survey: Uuid::try_parse(survey).unwrap(),
        matter: Matter::Health,
        archived: false,
        from_date: from_date.to_owned(),
        answer_by_date: answer_by_date.to_owned(),
        is_given: false,
        again: false,
    }
}

/// Gives a survey to somebody, as its service would once it has asked who may; the activation's id.
pub(crate) async fn give(store: &EventStore, asked: Activating) -> String {
    let id = ActivationId::from_uuid(Uuid::now_v7());
    let actor = Actor::practitioner(PersonId::from_uuid(demo_id("person", "liisa")), demo_id("role", "nurse"), demo_id("location", "lehtola"));
    let meta = CommandMeta { actor, ..CommandMeta::system(Uuid::now_v7()) };
    store.execute::<SurveyActivation>(id, Command::Activate(Box::new(asked)), meta).await.unwrap();
    id.to_string()
}

/// Waits until so many wait for what somebody else holds.
pub(crate) async fn waiting(world: &World, so_many: i64) {
    let pool = &world.running.kernel().pool;
    let count = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    eventually(|| async { (sqlx::query_scalar::<_, i64>(count).fetch_one(pool).await.unwrap() >= so_many).then_some(()) }).await;
}

/// Puts the clock to a time.
pub(crate) fn put_clock(world: &World, to: &str) {
    let to: Timestamp = to.parse().unwrap();
    world.clock().advance(to.duration_since(world.clock().now()));
}

/// What happened to an activation, in order.
pub(crate) async fn events_of(world: &World, id: &str) -> Vec<String> {
    sqlx::query_scalar("select event_type from events where stream_id = $1 order by version")
        .bind(format!("survey_activation-{id}"))
        .fetch_all(&world.running.kernel().pool)
        .await
        .unwrap()
}
