//! The deletion of an account, day by day.

use chassis::testkit::eventually;
use chassis_domain::{PersonId, RetentionClass};
use jiff::SignedDuration;
use kajo_proto::identity::v1::{
    AskDeletionRequest, GetAccountRequest, PendingDeletion, PreviewAccountDeletionRequest, Realm, WithdrawDeletionRequest,
    account_service_client::AccountServiceClient,
};
use tonic::Code;

use crate::world::{World, field, spoil, told};

type Accounts = AccountServiceClient<chassis::testkit::Calls>;

fn ask(confirmed: bool) -> AskDeletionRequest {
    AskDeletionRequest { confirmed, language: "sv".to_owned() }
}

async fn pending(accounts: &mut Accounts) -> Option<PendingDeletion> {
    accounts.get_account(GetAccountRequest {}).await.unwrap().into_inner().deletion
}

#[tokio::test(flavor = "multi_thread")]
async fn pro_04_a_deletion_is_confirmed_taken_back_and_carried_out_when_the_days_of_regret_are_over() {
    let world = World::start().await;
    let secret = world.sign_in(Realm::Resident, "aino").await;
    let caller = world.resolve(Realm::Resident, &secret, false).await.unwrap().caller.unwrap();
    let person = PersonId::parse(&caller.person_id).unwrap();
    let mut accounts = AccountServiceClient::new(world.calls(Realm::Resident, &secret).await);

    let dry = accounts.preview_account_deletion(PreviewAccountDeletionRequest {}).await.unwrap().into_inner();
    assert_eq!((dry.regret_days, dry.preview.unwrap().vetoes.len()), (14, 0));
    assert!(pending(&mut accounts).await.is_none(), "asking what would be changes nothing");

    let no = accounts.ask_deletion(ask(false)).await.unwrap_err();
    assert_eq!((told(&no), field(&no)), ((Code::InvalidArgument, "deletion_not_confirmed".to_owned()), "confirmed".to_owned()));

    let asked = accounts.ask_deletion(ask(true)).await.unwrap().into_inner().deletion.unwrap();
    let days = asked.due_at.unwrap().seconds - asked.asked_at.unwrap().seconds;
    assert_eq!(days, 14 * 24 * 3600);
    world.clock().advance(SignedDuration::from_mins(1));
    let twice = accounts.ask_deletion(ask(true)).await.unwrap().into_inner().deletion;
    assert_eq!(twice.as_ref(), Some(&asked), "the first request counts");

    accounts.withdraw_deletion(WithdrawDeletionRequest {}).await.unwrap();
    assert!(pending(&mut accounts).await.is_none());
    accounts.ask_deletion(ask(true)).await.unwrap();

    let kernel = world.running.kernel();
    let state = || async {
        let found: Option<i16> =
            sqlx::query_scalar("select state from accounts where person_id = $1").bind(person.uuid()).fetch_optional(&kernel.pool).await.unwrap();
        found
    };
    world.clock().advance(SignedDuration::from_hours(13 * 24));
    // Whoever looks for sessions that ran out has looked since.
    eventually(|| async { world.resolve(Realm::Resident, &secret, false).await.err() }).await;
    assert_eq!(state().await, Some(1), "a day is left");
    world.clock().advance(SignedDuration::from_hours(24));
    eventually(|| async { (state().await == Some(2)).then_some(()) }).await;
    let erased = "select count(*) from account_erasures where person_id = $1";
    eventually(|| async { (sqlx::query_scalar::<_, i64>(erased).bind(person.uuid()).fetch_one(&kernel.pool).await.unwrap() == 1).then_some(()) })
        .await;
    let keys: Vec<(i16, bool)> = sqlx::query_as("select retention_class, wrapped_key is null from subject_keys where subject_id = $1 order by 1")
        .bind(person.uuid())
        .fetch_all(&kernel.pool)
        .await
        .unwrap();
    let class = |class: RetentionClass| i16::try_from(class.number()).unwrap();
    assert_eq!(keys, [(class(RetentionClass::Account), true), (class(RetentionClass::CareRecord), false)]);
    let secrets: i64 = sqlx::query_scalar("select count(*) from session_secrets k join sessions s using (session_id) where s.person_id = $1")
        .bind(person.uuid())
        .fetch_one(&kernel.pool)
        .await
        .unwrap();
    assert_eq!(secrets, 0);
    let over = accounts.ask_deletion(ask(true)).await.unwrap_err();
    assert_eq!(over.code(), Code::NotFound);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn k_15_an_account_that_cannot_be_read_costs_itself_alone() {
    let world = World::start().await;
    let mut people = Vec::new();
    for hint in ["aino", "eino"] {
        let secret = world.sign_in(Realm::Resident, hint).await;
        let caller = world.resolve(Realm::Resident, &secret, false).await.unwrap().caller.unwrap();
        let mut accounts = AccountServiceClient::new(world.calls(Realm::Resident, &secret).await);
        accounts.ask_deletion(ask(true)).await.unwrap();
        people.push(PersonId::parse(&caller.person_id).unwrap());
        world.clock().advance(SignedDuration::from_secs(1));
    }
    let pool = &world.running.kernel().pool;
    spoil(pool, &format!("account-{}", people[0])).await;
    world.clock().advance(SignedDuration::from_hours(14 * 24));
    let erased = || sqlx::query_scalar::<_, chassis_domain::Uuid>("select person_id from account_erasures").fetch_all(pool);
    let erased = eventually(|| async { Some(erased().await.unwrap()).filter(|erased| !erased.is_empty()) }).await;
    assert_eq!(erased, [people[1].uuid()]);
    world.end().await;
}
