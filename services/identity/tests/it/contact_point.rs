//! Where another service is told that a resident is to be reached.

use chassis::testkit::eventually;
use chassis_domain::PersonId;
use identity::demo::RESIDENTS;
use jiff::SignedDuration;
use kajo_proto::{
    caller::v1::CallerContext,
    common::v1::Language,
    identity::v1::{
        AskDeletionRequest, ContactPoint, ContactPointState as State, GetContactPointsRequest, GetContactPointsResponse, NotificationChannel, Realm,
        SaveLanguageRequest, SaveNotificationsRequest, account_service_client::AccountServiceClient,
        contact_point_service_client::ContactPointServiceClient,
    },
    options::v1::Caller,
};
use tonic::{Code, Status};

use crate::{
    profile::{Own, code},
    world::{World, field},
};

const MAIL: &str = "aino@kajo.example";
const PHONE: &str = "+358457000100";

fn person(hint: &str) -> PersonId {
    RESIDENTS.iter().find(|resident| resident.person.login_hint == hint).unwrap().person.person_id()
}

/// What is answered: the language, and of e-mail and phone the state and the address.
fn points(language: Language, email: (State, &str), phone: (State, &str)) -> GetContactPointsResponse {
    GetContactPointsResponse {
        language: language.into(),
        email_state: email.0.into(),
        email: email.1.to_owned(),
        phone_state: phone.0.into(),
        phone: phone.1.to_owned(),
    }
}

impl World {
    async fn contact_points(&self, person_id: &str) -> Result<GetContactPointsResponse, Status> {
        let service = CallerContext { kind: Caller::Service.into(), service: "content".to_owned(), ..CallerContext::default() };
        let asked = GetContactPointsRequest { person_id: person_id.to_owned() };
        ContactPointServiceClient::new(self.calls_by(service)).get_contact_points(asked).await.map(tonic::Response::into_inner)
    }

    /// What another service is told of somebody, by name.
    async fn points_of(&self, hint: &str) -> GetContactPointsResponse {
        self.contact_points(&person(hint).to_string()).await.unwrap()
    }
}

impl Own {
    /// Proves an address by the code that comes there.
    async fn prove(&mut self, world: &World, point: ContactPoint, address: &str) {
        self.send(point).await.unwrap();
        self.confirm(point, &code(world, address)).await.unwrap();
    }

    async fn notify(&mut self, channel: NotificationChannel, revision: u32) {
        self.0.save_notifications(SaveNotificationsRequest { channel: channel.into(), revision }).await.unwrap();
    }

    async fn reads(&mut self, language: Language) {
        self.0.save_language(SaveLanguageRequest { language: language.into() }).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_05_an_address_is_told_where_it_was_chosen_and_is_proven_and_of_any_other_why_not() {
    let world = World::start().await;
    let nothing = (State::NotChosen, "");
    let secret = world.sign_in(Realm::Resident, "aino").await;
    let mut aino = Own::of(&world, &secret).await;
    // E-mail was chosen, and nobody has shown yet that the address is theirs.
    assert_eq!(world.points_of("aino").await, points(Language::Fi, (State::Unverified, ""), nothing));
    aino.prove(&world, ContactPoint::Email, MAIL).await;
    let by_mail = (State::Ready, MAIL);
    assert_eq!(world.points_of("aino").await, points(Language::Fi, by_mail, nothing));
    aino.notify(NotificationChannel::Both, 1).await;
    assert_eq!(world.points_of("aino").await, points(Language::Fi, by_mail, (State::Unverified, "")));
    aino.prove(&world, ContactPoint::Phone, PHONE).await;
    assert_eq!(world.points_of("aino").await, points(Language::Fi, by_mail, (State::Ready, PHONE)));
    // What is proven and not chosen is not told.
    aino.notify(NotificationChannel::Sms, 2).await;
    assert_eq!(world.points_of("aino").await, points(Language::Fi, nothing, (State::Ready, PHONE)));

    // Who has told nothing yet, and who is nobody here.
    assert_eq!(world.points_of("oona").await, points(Language::Fi, nothing, nothing));
    let nobody = uuid::Uuid::from_u128(9).to_string();
    assert_eq!(world.contact_points(&nobody).await.unwrap(), points(Language::Fi, nothing, nothing));
    let malformed = world.contact_points("aino").await.unwrap_err();
    assert_eq!((malformed.code(), field(&malformed)), (Code::InvalidArgument, "person_id".to_owned()));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_05_the_language_is_the_one_that_was_read_last_and_finnish_before() {
    let world = World::start().await;
    assert_eq!(world.points_of("nils").await.language(), Language::Sme, "as the demo has it");
    let mut oona = Own::of(&world, &world.sign_in(Realm::Resident, "oona").await).await;
    assert_eq!(world.points_of("oona").await.language(), Language::Fi, "none was saved");
    // Before the onboarding is over, too.
    for saved in [Language::Smn, Language::Smn, Language::En, Language::Fi, Language::Sv] {
        oona.reads(saved).await;
        assert_eq!(world.points_of("oona").await.language(), saved);
    }
    let events = "select count(*) from events where event_type = 'resident.language_saved' and stream_id like '%' || $1";
    let events: i64 = sqlx::query_scalar(events).bind(person("oona").to_string()).fetch_one(&world.running.kernel().pool).await.unwrap();
    assert_eq!(events, 4, "the same once more is nothing new");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cms_05_of_an_account_that_is_no_more_no_address_is_told() {
    let world = World::start().await;
    let secret = world.sign_in(Realm::Resident, "aino").await;
    let mut aino = Own::of(&world, &secret).await;
    aino.prove(&world, ContactPoint::Email, MAIL).await;
    let mut accounts = AccountServiceClient::new(world.calls(Realm::Resident, &secret).await);
    accounts.ask_deletion(AskDeletionRequest { confirmed: true, ..AskDeletionRequest::default() }).await.unwrap();
    let before = points(Language::Fi, (State::Ready, MAIL), (State::NotChosen, ""));
    assert_eq!(world.points_of("aino").await, before, "it can be taken back still");

    world.clock().advance(SignedDuration::from_hours(14 * 24));
    let gone = points(Language::Fi, (State::Missing, ""), (State::NotChosen, ""));
    let pool = &world.running.kernel().pool;
    let happened = |question: &'static str| async move {
        eventually(|| async { sqlx::query_scalar::<_, bool>(question).bind(person("aino").uuid()).fetch_one(pool).await.unwrap().then_some(()) })
            .await;
    };
    happened("select exists (select from accounts where person_id = $1 and state = 2)").await;
    assert_eq!(world.points_of("aino").await, gone, "from the moment on");
    happened("select exists (select from account_erasures where person_id = $1)").await;
    assert_eq!(world.points_of("aino").await, gone);
    world.end().await;
}
