//! A resident's own profile, and the codes that prove an address.

use chassis::testkit::Calls;
use jiff::SignedDuration;
use kajo_proto::{
    identity::v1::{
        ConfirmContactCodeRequest, ContactInfo, ContactPoint, Entry, GetMyProfileRequest, GetMyProfileResponse, ListMyAccessLogRequest,
        ListServiceAreasRequest, NotificationChannel, OnboardingStep, Realm, SaveContactInfoRequest, SaveNotificationsRequest,
        SaveServiceAreaRequest, SendContactCodeRequest, access_log_service_client::AccessLogServiceClient,
        profile_service_client::ProfileServiceClient,
    },
    options::v1::Caller,
};
use simulators::Fault;
use tonic::{Code, Status};

use crate::world::{World, field, said, told};

const MAIL: &str = "oona.uusitalo@kajo.example";
const PHONE: &str = "+358401234567";

/// A resident at work on the own profile.
pub(crate) struct Own(pub(crate) ProfileServiceClient<Calls>);

impl Own {
    pub(crate) async fn of(world: &World, secret: &str) -> Self {
        Self(ProfileServiceClient::new(world.calls(Realm::Resident, secret).await))
    }

    async fn profile(&mut self) -> GetMyProfileResponse {
        self.0.get_my_profile(GetMyProfileRequest {}).await.unwrap().into_inner()
    }

    async fn contact(&mut self, email: &str, phone: &str, revision: u32) -> Result<(), Status> {
        let contact_info =
            ContactInfo { usual_name: "Oonu".to_owned(), home_address: "Kotitie 1".to_owned(), email: email.to_owned(), phone: phone.to_owned() };
        self.0.save_contact_info(SaveContactInfoRequest { contact_info: Some(contact_info), revision, language: "sv".to_owned() }).await.map(|_| ())
    }

    pub(crate) async fn send(&mut self, point: ContactPoint) -> Result<(), Status> {
        self.0.send_contact_code(SendContactCodeRequest { contact_point: point.into(), language: "sv".to_owned() }).await.map(|_| ())
    }

    pub(crate) async fn confirm(&mut self, point: ContactPoint, code: &str) -> Result<(), Status> {
        self.0.confirm_contact_code(ConfirmContactCodeRequest { contact_point: point.into(), code: code.to_owned() }).await.map(|_| ())
    }
}

/// The code in the newest message to an address.
pub(crate) fn code(world: &World, to: &str) -> String {
    let text = world.realms.sent_to(to).pop().unwrap().text;
    text.split(|letter: char| !letter.is_ascii_digit()).find(|part| part.len() == 6).unwrap().to_owned()
}

impl World {
    pub(crate) async fn enters_as(&self, secret: &str) -> Caller {
        self.resolve(Realm::Resident, secret, false).await.unwrap().caller.unwrap().kind()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pro_01_who_comes_for_the_first_time_may_do_nothing_but_the_onboarding_and_each_step_counts() {
    let world = World::start().await;
    let begun = world.begin(Realm::Resident).await;
    let back = world.at_realm(&begun.url, "oona").await;
    let done = world.complete(Realm::Resident, &back, &begun.callback_secret).await.unwrap();
    assert_eq!(done.entry(), Entry::Onboarding, "the browser goes there first");
    let secret = done.session_secret;
    assert_eq!(world.enters_as(&secret).await, Caller::ResidentEntering);
    let mut elsewhere = AccessLogServiceClient::new(world.calls(Realm::Resident, &secret).await);
    let refused = elsewhere.list_my_access_log(ListMyAccessLogRequest::default()).await.unwrap_err();
    assert_eq!(told(&refused), said(Code::PermissionDenied, "entry_incomplete"));

    let mut own = Own::of(&world, &secret).await;
    let profile = own.profile().await;
    assert_eq!(profile.official_name, "Oona Uusitalo");
    let steps = [OnboardingStep::ContactInfo, OnboardingStep::Notifications, OnboardingStep::ServiceArea, OnboardingStep::Terms];
    assert_eq!(profile.missing().collect::<Vec<_>>(), steps);
    own.contact(MAIL, "", 0).await.unwrap();
    assert_eq!(own.profile().await.missing().collect::<Vec<_>>(), steps[1..]);
    own.0.save_notifications(SaveNotificationsRequest { channel: NotificationChannel::Email.into(), revision: 0 }).await.unwrap();
    let areas = own.0.list_service_areas(ListServiceAreasRequest {}).await.unwrap().into_inner().service_areas;
    let unknown = SaveServiceAreaRequest { service_area_id: uuid::Uuid::from_u128(9).to_string(), revision: 0 };
    assert_eq!(field(&own.0.save_service_area(unknown).await.unwrap_err()), "service_area_id");
    own.0.save_service_area(SaveServiceAreaRequest { service_area_id: areas[0].service_area_id.clone(), revision: 0 }).await.unwrap();
    assert_eq!(own.profile().await.missing().collect::<Vec<_>>(), [OnboardingStep::Terms]);
    // It goes on where it was left, also at the next sign-in, until the last step is done.
    let again = world.sign_in(Realm::Resident, "oona").await;
    assert_eq!(world.enters_as(&again).await, Caller::ResidentEntering);
    world.accept(&again, 1).await.unwrap();
    for secret in [&secret, &again] {
        assert_eq!(world.enters_as(secret).await, Caller::Resident);
    }
    let usual = world.resolve(Realm::Resident, &again, false).await.unwrap().session.unwrap().user.unwrap().name.unwrap().usual;
    assert_eq!(usual, "Oonu", "the greeting says what the person wishes to be called");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pro_02_a_profile_says_what_is_wrong_and_what_was_saved_elsewhere_and_is_told_to_nobody_else() {
    let world = World::start().await;
    let (aino, eino) = (world.sign_in(Realm::Resident, "aino").await, world.sign_in(Realm::Resident, "eino").await);
    let (mut aino, mut eino) = (Own::of(&world, &aino).await, Own::of(&world, &eino).await);
    for (email, phone, wrong, reason) in [
        ("not an address", PHONE, "contact_info.email", "email_malformed"),
        (MAIL, "040 123 4567", "contact_info.phone", "phone_malformed"),
        ("", PHONE, "contact_info.email", "email_in_use"),
    ] {
        let refused = aino.contact(email, phone, 1).await.unwrap_err();
        assert_eq!((field(&refused).as_str(), told(&refused)), (wrong, said(Code::InvalidArgument, reason)));
    }
    aino.contact(MAIL, "+358 40 123-4567", 1).await.unwrap();
    let kept = aino.profile().await;
    assert_eq!(kept.contact_info.clone().unwrap().phone, PHONE);
    assert!(!kept.email_verified, "another address is to be proven anew");
    // A second window had the old words before it.
    assert_eq!(told(&aino.contact("other@kajo.example", "", 1).await.unwrap_err()), said(Code::Aborted, "profile_changed"));
    assert_eq!(aino.profile().await.contact_info, kept.contact_info);
    assert_ne!(eino.profile().await.contact_info, kept.contact_info);
    // All that is personal is sealed, in the events and in the read model.
    let pool = &world.running.kernel().pool;
    let found: i64 = sqlx::query_scalar(
        "select (select count(*) from events where position('oona.uusitalo'::bytea in payload) > 0)
              + (select count(*) from residents where position('oona.uusitalo'::bytea in email) > 0)",
    )
    .fetch_one(pool)
    .await
    .unwrap();
    assert_eq!(found, 0);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_is_proven_by_a_code_that_comes_there_and_stands_nowhere_else() {
    let world = World::start().await;
    let secret = world.sign_in(Realm::Resident, "aino").await;
    let mut own = Own::of(&world, &secret).await;
    own.contact(MAIL, PHONE, 1).await.unwrap();
    for (point, to) in [(ContactPoint::Email, MAIL), (ContactPoint::Phone, PHONE)] {
        own.send(point).await.unwrap();
        let sent = world.realms.sent_to(to);
        assert_eq!(sent.len(), 1);
        assert!(sent[0].text.contains("bekräftelsekod"), "in the language of the reader: {}", sent[0].text);
        assert_eq!(told(&own.send(point).await.unwrap_err()), said(Code::FailedPrecondition, "code_too_soon"));
        let right = code(&world, to);
        let wrong = if right == "000000" { "000001" } else { "000000" };
        let refused = own.confirm(point, wrong).await.unwrap_err();
        assert_eq!((told(&refused).0, field(&refused).as_str()), (Code::InvalidArgument, "code"));
        let clear: i64 = sqlx::query_scalar("select count(*) from events where position(convert_to($1, 'UTF8') in payload) > 0")
            .bind(&right)
            .fetch_one(&world.running.kernel().pool)
            .await
            .unwrap();
        assert_eq!(clear, 0, "stored hashed");
        own.confirm(point, &format!(" {} {} ", &right[..3], &right[3..])).await.unwrap();
        // Told twice, it is proven still.
        own.confirm(point, &right).await.unwrap();
    }
    let profile = own.profile().await;
    assert!(profile.email_verified && profile.phone_verified && profile.email_code_until.is_none());
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_runs_out_and_five_at_once_are_five_tries() {
    let world = World::start().await;
    let secret = world.sign_in(Realm::Resident, "aino").await;
    let mut own = Own::of(&world, &secret).await;
    own.contact(MAIL, PHONE, 1).await.unwrap();
    own.send(ContactPoint::Email).await.unwrap();
    let right = code(&world, MAIL);
    assert!(own.profile().await.email_code_until.is_some(), "asked for, also after a reload");
    world.clock().advance(SignedDuration::from_mins(10));
    let mut own = Own::of(&world, &secret).await;
    assert!(own.profile().await.email_code_until.is_none());
    assert_eq!(told(&own.confirm(ContactPoint::Email, &right).await.unwrap_err()), said(Code::FailedPrecondition, "code_expired"));

    own.send(ContactPoint::Email).await.unwrap();
    let right = code(&world, MAIL);
    let wrong = if right == "000000" { "000001" } else { "000000" };
    let tries = (0..8).map(|_| {
        let mut own = Own(own.0.clone());
        async move { told(&own.confirm(ContactPoint::Email, wrong).await.unwrap_err()) }
    });
    let answers = futures::future::join_all(tries).await;
    assert_eq!(answers.iter().filter(|(_, reason)| reason == "invalid").count(), 5, "{answers:?}");
    assert_eq!(told(&own.confirm(ContactPoint::Email, &right).await.unwrap_err()), said(Code::FailedPrecondition, "too_many_tries"));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_could_not_be_sent_a_code_is_told_and_may_ask_at_once_again() {
    let world = World::start().await;
    let secret = world.sign_in(Realm::Resident, "aino").await;
    let mut own = Own::of(&world, &secret).await;
    own.contact(MAIL, PHONE, 1).await.unwrap();
    for (point, fault, to) in [(ContactPoint::Email, Fault::MailFails, MAIL), (ContactPoint::Phone, Fault::SmsFails, PHONE)] {
        world.realms.fail(fault);
        assert_eq!(told(&own.send(point).await.unwrap_err()), said(Code::FailedPrecondition, "message_not_sent"));
        assert!(own.profile().await.email_code_until.is_none() || point == ContactPoint::Phone);
        world.realms.fail(Fault::None);
        own.send(point).await.unwrap();
        assert_eq!(world.realms.sent_to(to).len(), 1);
    }
    world.end().await;
}
