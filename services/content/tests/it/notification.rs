//! Residents are told outside the app that a content was given to them: once on each way, whatever the mail server and the SMS gateway answer.

use std::ops::Deref;

use chassis::{
    Service,
    database::NO_MIGRATIONS,
    service::Running,
    settings::Settings,
    testkit::{TestEnvironment, World},
};
use chassis_domain::Uuid;
use content::notification::{Channel, Delivery, Notification, NotificationId, Outcome};
use kajo_proto::common::v1::Language;
use kajo_proto::identity::v1::{
    ContactPointState, GetContactPointsRequest, GetContactPointsResponse,
    contact_point_service_server::{ContactPointService, ContactPointServiceServer},
};
use simulators::{Config, Fault};
use tonic::{Request, Response, Status, service::Routes};

use crate::patient_content::town::{give, given};

const MAIL: &str = "aino@kajo.example";
const PHONE: &str = "+358401234567";

/// Stands for identity: where everybody is told.
#[derive(Clone)]
pub(crate) struct Points(GetContactPointsResponse);

#[tonic::async_trait]
impl ContactPointService for Points {
    async fn get_contact_points(&self, _: Request<GetContactPointsRequest>) -> Result<Response<GetContactPointsResponse>, Status> {
        Ok(Response::new(self.0.clone()))
    }
}

/// Told so by e-mail and by text message, in Swedish.
pub(crate) fn points(email: ContactPointState, phone: ContactPointState) -> Points {
    let of_ready = |state: ContactPointState, address: &str| if state == ContactPointState::Ready { address.to_owned() } else { String::new() };
    Points(GetContactPointsResponse {
        language: Language::Sv.into(),
        email_state: email.into(),
        email: of_ready(email, MAIL),
        phone_state: phone.into(),
        phone: of_ready(phone, PHONE),
    })
}

/// A content with a mail server, an SMS gateway and, sooner or later, whoever stands for identity.
pub(crate) struct Office {
    world: World,
    identity: Option<Running>,
    simulators: simulators::Running,
}

impl Deref for Office {
    type Target = World;

    fn deref(&self) -> &World {
        &self.world
    }
}

impl Office {
    async fn without_identity() -> Self {
        Self::with(|settings| settings).await
    }

    /// With these settings beside its own.
    pub(crate) async fn with(change: impl FnOnce(Settings) -> Settings) -> Self {
        let simulators = simulators::start(Config::for_tests()).await.unwrap();
        let test = TestEnvironment::with(|settings| {
            let settings = settings.with("smtp_url", &simulators.smtp_url()).with("sms_url", &simulators.sms_url());
            change(settings.with("sms_token", simulators::sms::TOKEN).with("resident_public_url", "https://kajo.example/"))
        });
        let world = World::start(test.await.unwrap(), || content::service().unseeded()).await.unwrap();
        Self { world, identity: None, simulators }
    }

    async fn start(points: Points) -> Self {
        let mut office = Self::without_identity().await;
        office.identity_comes(points).await;
        office
    }

    /// Identity is there from now on.
    pub(crate) async fn identity_comes(&mut self, points: Points) {
        let service = Service::new("identity", &NO_MIGRATIONS);
        let service = service.grpc(move |_| Ok(Routes::new(ContactPointServiceServer::new(points.clone()))));
        self.identity = Some(self.world.environment().service(service).await.unwrap());
    }

    pub(crate) async fn end(self) {
        if let Some(identity) = self.identity {
            identity.stop().await;
        }
        self.world.end().await.unwrap();
    }

    /// Gives somebody a content, of which they are to be told; its id.
    async fn gives(&self) -> String {
        self.gives_to(Uuid::now_v7()).await
    }

    /// The same, to this person.
    pub(crate) async fn gives_to(&self, person: Uuid) -> String {
        give(&self.world, given(person, &Uuid::now_v7().to_string())).await
    }

    /// The only notification, once it is planned.
    async fn notification(&self) -> Option<Notification> {
        let kernel = self.running.kernel();
        let stream = sqlx::query_scalar("select stream_id from event_streams where category = 'notification'");
        let stream: Option<String> = stream.fetch_optional(&kernel.pool).await.unwrap();
        let id = NotificationId::parse(stream?.strip_prefix("notification-")?)?;
        Some(kernel.store.load::<Notification>(id).await.unwrap().state)
    }

    /// What becomes of it on a way.
    pub(crate) async fn outcome(&self, channel: Channel) -> Outcome {
        let settled = || async {
            match self.notification().await?.delivery(channel) {
                Delivery::Settled(outcome) => Some(outcome),
                Delivery::Waiting | Delivery::Attempting => None,
            }
        };
        self.eventually(settled).await
    }

    /// Waits until this holds in the database.
    pub(crate) async fn holds(&self, question: &'static str) {
        let pool = &self.running.kernel().pool;
        self.eventually(|| async { sqlx::query_scalar::<_, bool>(question).fetch_one(pool).await.unwrap().then_some(()) }).await;
    }

    /// Waits until something was certainly not taken.
    pub(crate) async fn is_not_taken(&self) {
        self.holds("select exists (select from events where event_type = 'notification.not_taken')").await;
    }

    fn count(&self, address: &str) -> usize {
        self.simulators.sent_to(address).len()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_05_a_content_that_is_given_is_told_once_on_each_way_with_a_link_to_it() {
    let office = Office::start(points(ContactPointState::Ready, ContactPointState::Ready)).await;
    let link = format!("https://kajo.example/content/{}", office.gives().await);
    assert_eq!((office.outcome(Channel::Email).await, office.outcome(Channel::Sms).await), (Outcome::Sent, Outcome::Sent));
    assert_eq!(office.outcome(Channel::Push).await, Outcome::NotChosen, "no device is switched on");
    let (mails, messages) = (office.simulators.sent_to(MAIL), office.simulators.sent_to(PHONE));
    assert_eq!((mails.len(), messages.len()), (1, 1));
    assert!(mails.iter().all(|mail| mail.text.contains(&link) && !mail.subject.contains(&link)), "{mails:?}");
    assert!(messages.iter().all(|message| message.text.starts_with("Kajo: ") && message.text.contains(&link)), "{messages:?}");
    // Where that was stands nowhere.
    for address in [MAIL, PHONE] {
        let kept = "select exists (select from events where position(convert_to($1, 'UTF8') in payload) > 0)
            or exists (select from due where position(convert_to($1, 'UTF8') in body) > 0 or position($1 in coalesce(error, '')) > 0)";
        let is_kept: bool = sqlx::query_scalar(kept).bind(address).fetch_one(&office.running.kernel().pool).await.unwrap();
        assert!(!is_kept, "{address}");
    }
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_05_who_cannot_be_told_on_a_way_is_told_nothing_there() {
    for (state, outcome) in [
        (ContactPointState::NotChosen, Outcome::NotChosen),
        (ContactPointState::Missing, Outcome::Missing),
        (ContactPointState::Unverified, Outcome::Unverified),
    ] {
        let office = Office::start(points(state, state)).await;
        office.gives().await;
        assert_eq!((office.outcome(Channel::Email).await, office.outcome(Channel::Sms).await), (outcome, outcome));
        assert_eq!(office.count(""), 0);
        office.end().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_05_while_identity_is_away_what_is_to_be_told_waits() {
    let mut office = Office::without_identity().await;
    office.gives().await;
    office.holds("select count(*) = 2 from due where target in ('effect deliver_mail', 'effect deliver_sms') and error is not null").await;
    assert_eq!(office.count(""), 0);
    office.identity_comes(points(ContactPointState::Ready, ContactPointState::NotChosen)).await;
    assert_eq!((office.outcome(Channel::Email).await, office.outcome(Channel::Sms).await), (Outcome::Sent, Outcome::NotChosen));
    assert_eq!((office.count(MAIL), office.count("")), (1, 1));
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_05_a_mail_that_a_busy_server_does_not_take_is_sent_once_it_does() {
    let office = Office::start(points(ContactPointState::Ready, ContactPointState::NotChosen)).await;
    office.simulators.fail(Fault::MailBusy);
    office.gives().await;
    office.is_not_taken().await;
    assert_eq!(office.count(MAIL), 0);
    office.simulators.fail(Fault::None);
    assert_eq!((office.outcome(Channel::Email).await, office.count(MAIL)), (Outcome::Sent, 1));
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_05_a_mail_that_is_refused_is_not_sent_again() {
    let office = Office::start(points(ContactPointState::Ready, ContactPointState::NotChosen)).await;
    office.simulators.fail(Fault::MailFails);
    office.gives().await;
    assert_eq!(office.outcome(Channel::Email).await, Outcome::Refused);
    office.simulators.fail(Fault::None);
    office.holds("select state = 'done' from due where target = 'effect deliver_mail'").await;
    assert_eq!(office.count(MAIL), 0);
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_05_a_text_message_whose_answer_is_lost_is_sent_again_and_arrives_once() {
    let office = Office::start(points(ContactPointState::NotChosen, ContactPointState::Ready)).await;
    office.simulators.fail(Fault::SmsAnswerLost);
    office.gives().await;
    office.is_not_taken().await;
    assert_eq!(office.count(PHONE), 1);
    office.simulators.fail(Fault::None);
    assert_eq!((office.outcome(Channel::Sms).await, office.count(PHONE)), (Outcome::Sent, 1));
    office.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_05_a_mail_of_which_nobody_says_whether_it_was_taken_is_uncertain_and_never_sent_twice() {
    let office = Office::start(points(ContactPointState::Ready, ContactPointState::NotChosen)).await;
    office.simulators.fail(Fault::MailHangsUp);
    office.gives().await;
    assert_eq!((office.outcome(Channel::Email).await, office.count(MAIL)), (Outcome::Unsure, 1));
    office.simulators.fail(Fault::None);
    office.holds("select state = 'done' from due where target = 'effect deliver_mail'").await;
    assert_eq!(office.count(MAIL), 1);
    office.end().await;
}
