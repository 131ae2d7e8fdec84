//! A content service with contents of the test's own, the residents who are given them, and professionals whose sessions have opened patients.

use std::ops::Deref;

use chassis::{
    service::Running,
    settings::Settings,
    store::CommandMeta,
    testkit::{Calls, TestEnvironment, World, caller, eventually},
};
use chassis_domain::{Actor, Matter, PersonId, SignedDuration, Uuid, demo_id};
use content::patient_content::{Activating, By, Command, PatientContent, PatientContentId};
use identity::{
    account,
    demo::{location_id, role_id},
    location::LocationId,
    patient::{self, Patient, PatientId, Register, Standing},
    role::RoleId,
    session::{self, Ground, Realm, Session, SessionId, WorkContext},
    ssn::Ssn,
};
use kajo_proto::{
    caller::v1::{CallerContext, Impersonator},
    content::v1::{
        GetMyContentRequest, GetMyContentResponse, GetServiceContentRequest, LanguageVersion, ListMyContentsRequest, MarkMyContentReadRequest,
        MyContent, MyContentList, PublishServiceContentRequest, ServiceContentDetails, ShowMyContentToGuardiansRequest,
        my_content_service_client::MyContentServiceClient, patient_content_service_client::PatientContentServiceClient,
    },
    identity::v1::Messaging,
    options::v1::{Caller, Domain},
};
use simulators::{Config, authorizations, patient_record::TOKEN, people::Realm as SimulatedRealm};
use tonic::Status;

use crate::{keeper::Keeper, world::telling_nobody};

/// A woman of 38 when tests begin.
const WOMAN: &str = "290288-922S";

/// A content service with nothing beside it: contents are given in its store.
pub(crate) async fn alone() -> World {
    World::start(TestEnvironment::with(telling_nobody).await.unwrap(), || content::service().unseeded()).await.unwrap()
}

/// Whoever writes contents.
pub(crate) fn keeper(world: &World) -> Keeper {
    Keeper::new(world, Caller::ResponsibleUser)
}

/// A content service with identity beside it, which knows patients and who has opened them.
pub(crate) struct Town {
    world: World,
    identity: Running,
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
        let world = World::start(test, || content::service().unseeded()).await.unwrap();
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

    /// What deletes an account at once.
    pub(crate) async fn delete_account(&self, resident: &Resident) {
        let now = self.clock().now();
        let account = account::AccountId::from_uuid(resident.id);
        let ask = account::Command::Ask { confirmed: true, fresh: true, due_at: now, open: 0 };
        for command in [ask, account::Command::CarryOut { open: 0, again_at: now }] {
            let meta = CommandMeta::system(Uuid::now_v7());
            self.identity.kernel().store.execute::<account::Account>(account, command, meta).await.unwrap();
        }
    }
}

/// A professional with the calls that professionals make.
pub(crate) struct Professional {
    person: Uuid,
    pub(crate) calls: Calls,
}

impl Professional {
    /// Opens a patient with a legitimate right.
    pub(crate) async fn opens(&self, town: &Town, patient: &Resident) {
        self.does(town, session::Command::OpenPatient { patient: PatientId::from_uuid(patient.id), ground: Ground::Care }).await;
    }

    pub(crate) fn contents(&self) -> PatientContentServiceClient<Calls> {
        PatientContentServiceClient::new(self.calls.clone())
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
    pub(crate) fn contents(&self) -> MyContentServiceClient<Calls> {
        MyContentServiceClient::new(self.calls.clone())
    }

    pub(crate) async fn list(&self, list: MyContentList) -> Vec<MyContent> {
        let asked = ListMyContentsRequest { list: list.into(), language: "fi".to_owned(), page: None };
        self.contents().list_my_contents(asked).await.unwrap().into_inner().contents
    }

    /// Their ids.
    pub(crate) async fn ids(&self, list: MyContentList) -> Vec<String> {
        self.list(list).await.into_iter().map(|content| content.patient_content_id).collect()
    }

    pub(crate) async fn see_in(&self, id: &str, language: &str) -> Result<GetMyContentResponse, Status> {
        let asked = GetMyContentRequest { patient_content_id: id.to_owned(), language: language.to_owned() };
        Ok(self.contents().get_my_content(asked).await?.into_inner())
    }

    pub(crate) async fn see(&self, id: &str) -> Result<GetMyContentResponse, Status> {
        self.see_in(id, "fi").await
    }

    /// Its head, and what is told of its words: whether there are any, and of which version.
    pub(crate) async fn head(&self, id: &str) -> (MyContent, (bool, u32)) {
        let seen = self.see(id).await.unwrap();
        (seen.content.unwrap(), (seen.text.is_some(), seen.published_version))
    }

    pub(crate) async fn read(&self, id: &str, published_version: u32) -> Result<(), Status> {
        let asked = MarkMyContentReadRequest { patient_content_id: id.to_owned(), published_version };
        self.contents().mark_my_content_read(asked).await.map(drop)
    }

    pub(crate) async fn show(&self, id: &str, visible: bool) -> Result<(), Status> {
        let asked = ShowMyContentToGuardiansRequest { patient_content_id: id.to_owned(), visible };
        self.contents().show_my_content_to_guardians(asked).await.map(drop)
    }
}

/// Puts other Finnish words of a content in force, as its next version.
pub(crate) async fn published_anew(world: &World, content: &str) {
    let mut contents = keeper(world).contents;
    let asked = GetServiceContentRequest { service_content_id: content.to_owned() };
    let kept = contents.get_service_content(asked).await.unwrap().into_inner().service_content.unwrap();
    let fi = LanguageVersion { title: "Uusi otsikko".to_owned(), text: "Uusi teksti".to_owned(), stale: false };
    let asked = PublishServiceContentRequest {
        service_content_id: kept.service_content_id,
        details: Some(ServiceContentDetails { fi: Some(fi), ..kept.details.unwrap_or_default() }),
        fields: vec!["fi".to_owned()],
        version: kept.version,
    };
    contents.publish_service_content(asked).await.unwrap();
}

/// What Liisa gives to somebody.
pub(crate) fn given(patient: Uuid, content: &str) -> Activating {
    Activating {
        by: By::Practitioner { person: PersonId::from_uuid(demo_id("person", "liisa")), name: "Liisa Virtanen".to_owned(), patient_opened: true },
        patient: PersonId::from_uuid(patient),
        messaging: Messaging::Allowed,
        content: Uuid::try_parse(content).unwrap(),
        matter: Matter::Health,
        archived: false,
        is_given: false,
        again: false,
    }
}

/// Gives a content to somebody, as the service would once it has asked who may; the id of what was given.
pub(crate) async fn give(world: &World, asked: Activating) -> String {
    let id = PatientContentId::from_uuid(Uuid::now_v7());
    let actor = Actor::practitioner(PersonId::from_uuid(demo_id("person", "liisa")), demo_id("role", "nurse"), demo_id("location", "lehtola"));
    let meta = CommandMeta { actor, ..CommandMeta::system(Uuid::now_v7()) };
    world.running.kernel().store.execute::<PatientContent>(id, Command::Activate(Box::new(asked)), meta).await.unwrap();
    id.to_string()
}

/// Waits until so many wait for what somebody else holds.
pub(crate) async fn waiting(world: &World, so_many: i64) {
    let pool = &world.running.kernel().pool;
    let count = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    eventually(|| async { (sqlx::query_scalar::<_, i64>(count).fetch_one(pool).await.unwrap() >= so_many).then_some(()) }).await;
}

/// What happened to a content of a patient, in order.
pub(crate) async fn events_of(world: &World, id: &str) -> Vec<String> {
    sqlx::query_scalar("select event_type from events where stream_id = $1 order by version")
        .bind(format!("patient_content-{id}"))
        .fetch_all(&world.running.kernel().pool)
        .await
        .unwrap()
}
