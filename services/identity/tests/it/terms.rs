//! The terms of use: written, published, and accepted at the next sign-in.

use jiff::SignedDuration;
use kajo_proto::{
    caller::v1::CallerContext,
    identity::v1::{
        AcceptTermsRequest, AskDeletionRequest, Entry, GetTermsDraftRequest, GetTermsRequest, GetTermsResponse, LegalTexts, PublishTermsRequest,
        Realm, SaveTermsDraftRequest, account_service_client::AccountServiceClient, terms_service_client::TermsServiceClient,
    },
    options::v1::Caller,
};
use tonic::{Code, Status};

use crate::world::{World, field, said, told};

impl World {
    pub(crate) async fn accept(&self, secret: &str, version: u32) -> Result<(), Status> {
        let mut terms = TermsServiceClient::new(self.calls(Realm::Resident, secret).await);
        terms.accept_terms(AcceptTermsRequest { version }).await.map(|_| ())
    }

    async fn terms(&self) -> GetTermsResponse {
        let nobody = CallerContext { kind: Caller::Anonymous.into(), ..CallerContext::default() };
        TermsServiceClient::new(self.calls_by(nobody)).get_terms(GetTermsRequest {}).await.unwrap().into_inner()
    }

    async fn entry(&self, who: &str) -> (Entry, String) {
        let begun = self.begin(Realm::Resident).await;
        let back = self.at_realm(&begun.url, who).await;
        let done = self.complete(Realm::Resident, &back, &begun.callback_secret).await.unwrap();
        (done.entry(), done.session_secret)
    }
}

fn texts(words: &str) -> LegalTexts {
    LegalTexts { fi: words.to_owned(), sv: format!("{words} sv"), en: format!("{words} en"), ..LegalTexts::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn pro_03_a_publication_is_accepted_at_the_next_sign_in_and_holds_nobody_up_before() {
    let world = World::start().await;
    let (entry, at_work) = world.entry("aino").await;
    assert_eq!(entry, Entry::Unspecified);
    let paula = world.sign_in(Realm::Practitioner, "paula").await;
    let mut admin = TermsServiceClient::new(world.calls(Realm::Practitioner, &paula).await);
    assert_eq!(world.terms().await.version, 1);

    world.clock().advance(SignedDuration::from_secs(1));
    let mut admin_later = TermsServiceClient::new(world.calls(Realm::Practitioner, &paula).await);
    let published = admin_later.publish_terms(PublishTermsRequest { texts: Some(texts("Uudet ehdot")), revision: 1 }).await.unwrap().into_inner();
    assert_eq!(published.version, 2);
    let in_force = world.terms().await;
    assert_eq!((in_force.version, in_force.text.unwrap().texts["sv"].as_str()), (2, "Uudet ehdot sv"));
    let draft = admin.get_terms_draft(GetTermsDraftRequest {}).await.unwrap().into_inner();
    assert_eq!(draft.publications.iter().map(|each| each.version).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(draft.publications[0].published_by, "Paula Pääkäyttäjä");

    assert_eq!(world.enters_as(&at_work).await, Caller::Resident, "at work, and not disturbed");
    let (entry, secret) = world.entry("aino").await;
    assert_eq!((entry, world.enters_as(&secret).await), (Entry::Terms, Caller::ResidentEntering));
    // What is accepted is what is in force.
    assert_eq!(told(&world.accept(&secret, 1).await.unwrap_err()), said(Code::Aborted, "terms_outdated"));
    world.accept(&secret, 2).await.unwrap();
    world.accept(&secret, 2).await.unwrap();
    assert_eq!(world.enters_as(&secret).await, Caller::Resident);
    assert_eq!(world.entry("aino").await.0, Entry::Unspecified);
    let accepted: i64 = sqlx::query_scalar("select count(*) from events where event_type = 'resident.terms_accepted' and stream_id like '%' || $1")
        .bind(identity::demo::RESIDENTS[0].person.person_id().to_string())
        .fetch_one(&world.running.kernel().pool)
        .await
        .unwrap();
    assert_eq!(accepted, 2, "each acceptance once");
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn terms_are_published_in_three_languages_once_and_by_who_saw_the_newest_words() {
    let world = World::start().await;
    let paula = world.sign_in(Realm::Practitioner, "paula").await;
    let mut admin = TermsServiceClient::new(world.calls(Realm::Practitioner, &paula).await);
    let half = LegalTexts { fi: "Luonnos".to_owned(), ..LegalTexts::default() };
    admin.save_terms_draft(SaveTermsDraftRequest { texts: Some(half.clone()), revision: 1 }).await.unwrap();
    assert_eq!(world.terms().await.version, 1, "a draft is nobody's but the administrators'");
    let refused = admin.publish_terms(PublishTermsRequest { texts: Some(half), revision: 2 }).await.unwrap_err();
    assert_eq!((field(&refused).as_str(), told(&refused).0), ("texts.sv", Code::InvalidArgument));
    let over_newer = admin.publish_terms(PublishTermsRequest { texts: Some(texts("Vanhentunut")), revision: 1 }).await.unwrap_err();
    assert_eq!(told(&over_newer), said(Code::Aborted, "terms_changed"));
    // Two administrators at once: one publishes, the other is told.
    let publish = |words: &'static str| {
        let mut admin = admin.clone();
        async move { admin.publish_terms(PublishTermsRequest { texts: Some(texts(words)), revision: 2 }).await }
    };
    let (one, other) = tokio::join!(publish("Yhdet"), publish("Toiset"));
    let lost = [one, other].into_iter().filter_map(Result::err).collect::<Vec<_>>();
    assert_eq!(lost.iter().map(told).collect::<Vec<_>>(), [said(Code::Aborted, "terms_changed")]);
    assert_eq!(world.terms().await.version, 2);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn accepting_the_terms_is_the_consent_once_however_often_and_never_after_the_account_is_gone() {
    let world = World::start().await;
    let (_, secret) = world.entry("oona").await;
    let caller = world.resolve(Realm::Resident, &secret, false).await.unwrap().caller.unwrap();
    let person = uuid::Uuid::parse_str(&caller.person_id).unwrap();
    let pool = &world.running.kernel().pool;
    let standing = || async {
        let number: i16 = sqlx::query_scalar("select standing from patients where patient_id = $1").bind(person).fetch_one(pool).await.unwrap();
        number
    };
    let told = || async {
        let told: Vec<String> = sqlx::query_scalar(
            "select event_type from events where stream_id like '%' || $1 and event_type like 'patient.consent%' order by version",
        )
        .bind(&caller.person_id)
        .fetch_all(pool)
        .await
        .unwrap();
        told
    };
    assert_eq!(standing().await, 2, "known, and without consent");
    let accept = |caller: CallerContext, version| {
        let mut terms = TermsServiceClient::new(world.calls_by(caller));
        async move { terms.accept_terms(AcceptTermsRequest { version }).await.map(|_| ()) }
    };
    assert!(accept(caller.clone(), 7).await.is_err(), "terms that are not in force");
    assert_eq!(standing().await, 2);
    // Two windows at once.
    let (one, other) = tokio::join!(accept(caller.clone(), 1), accept(caller.clone(), 1));
    assert!(one.is_ok() && other.is_ok(), "{one:?} {other:?}");
    assert_eq!((standing().await, told().await), (1, vec!["patient.consent_given".to_owned()]));

    // New terms change nothing about it, before and after they are accepted.
    let paula = world.sign_in(Realm::Practitioner, "paula").await;
    let mut admin = TermsServiceClient::new(world.calls(Realm::Practitioner, &paula).await);
    admin.publish_terms(PublishTermsRequest { texts: Some(texts("Uudet ehdot")), revision: 1 }).await.unwrap();
    assert_eq!(standing().await, 1);
    accept(caller.clone(), 2).await.unwrap();
    assert_eq!(told().await.len(), 1);

    // The account goes. Whoever accepts in a session that somebody still takes for one gives nothing any more.
    let mut accounts = AccountServiceClient::new(world.calls_by(CallerContext { kind: Caller::Resident.into(), ..caller.clone() }));
    accounts.ask_deletion(AskDeletionRequest { confirmed: true, ..AskDeletionRequest::default() }).await.unwrap();
    assert_eq!(standing().await, 1, "it can be taken back yet");
    world.clock().advance(SignedDuration::from_hours(14 * 24));
    world.eventually(|| async { (standing().await == 2).then_some(()) }).await;
    admin.publish_terms(PublishTermsRequest { texts: Some(texts("Kolmannet ehdot")), revision: 2 }).await.unwrap();
    accept(caller.clone(), 3).await.unwrap();
    assert_eq!((standing().await, told().await), (2, vec!["patient.consent_given".to_owned(), "patient.consent_withdrawn".to_owned()]));
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_accepted_before_that_was_a_consent_gives_it_by_coming_back() {
    let world = World::start().await;
    let secret = world.sign_in(Realm::Resident, "eino").await;
    let caller = world.resolve(Realm::Resident, &secret, false).await.unwrap().caller.unwrap();
    let person = identity::patient::PatientId::parse(&caller.person_id).unwrap();
    let kernel = world.running.kernel();
    let standing = || async {
        let number: i16 =
            sqlx::query_scalar("select standing from patients where patient_id = $1").bind(person.uuid()).fetch_one(&kernel.pool).await.unwrap();
        number
    };
    let meta = chassis::store::CommandMeta::system(uuid::Uuid::now_v7());
    kernel.store.execute(person, identity::patient::Command::WithdrawConsent, meta).await.unwrap();
    assert_eq!(standing().await, 2, "as it was before");
    world.sign_in(Realm::Resident, "eino").await;
    assert_eq!(standing().await, 1);
    world.sign_in(Realm::Resident, "oona").await;
    let without: i64 = sqlx::query_scalar("select count(*) from patients where standing = 2").fetch_one(&kernel.pool).await.unwrap();
    assert_eq!(without, 2, "who has accepted nothing gives nothing by signing in");
    world.end().await;
}
