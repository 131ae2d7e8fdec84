//! What needs a fresh sign-in, and who is told of it.

use chassis::testkit::eventually;
use jiff::SignedDuration;
use kajo_proto::identity::v1::{
    AskDeletionRequest, ContactInfo, GetAccountRequest, GetMyProfileRequest, Realm, SaveContactInfoRequest,
    account_service_client::AccountServiceClient, profile_service_client::ProfileServiceClient,
};
use simulators::Fault;
use tonic::{Code, Status};

use crate::world::{World, said, told};

const OLD_MAIL: &str = "aino@kajo.example";
const OLD_PHONE: &str = "+358457000100";

async fn save(world: &World, secret: &str, email: &str, phone: &str) -> Result<(), Status> {
    let mut own = ProfileServiceClient::new(world.calls(Realm::Resident, secret).await);
    let profile = own.get_my_profile(GetMyProfileRequest {}).await.unwrap().into_inner();
    let contact_info = ContactInfo { email: email.to_owned(), phone: phone.to_owned(), ..profile.contact_info.unwrap() };
    let revision = profile.revisions.unwrap().contact_info;
    own.save_contact_info(SaveContactInfoRequest { contact_info: Some(contact_info), revision, language: "sv".to_owned() }).await.map(drop)
}

async fn ask_deletion(world: &World, secret: &str) -> Result<(), Status> {
    let mut accounts = AccountServiceClient::new(world.calls(Realm::Resident, secret).await);
    accounts.ask_deletion(AskDeletionRequest { confirmed: true, language: "en".to_owned() }).await.map(drop)
}

/// The newest message that says so.
async fn hears(world: &World, to: &str, what: &str) {
    eventually(|| async { world.realms.sent_to(to).pop().filter(|sent| sent.text.contains(what)) }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_24_who_has_signed_in_a_while_ago_changes_no_address_and_deletes_no_account_before_signing_in_anew() {
    let world = World::start().await;
    let secret = world.sign_in(Realm::Resident, "aino").await;
    let needed = said(Code::FailedPrecondition, "fresh_sign_in_needed");
    world.clock().advance(SignedDuration::from_mins(11));
    for (email, phone) in [("thief@kajo.example", OLD_PHONE), (OLD_MAIL, "+358401234567"), (OLD_MAIL, "")] {
        assert_eq!(told(&save(&world, &secret, email, phone).await.unwrap_err()), needed, "{email} {phone}");
    }
    assert_eq!(told(&ask_deletion(&world, &secret).await.unwrap_err()), needed);
    save(&world, &secret, OLD_MAIL, OLD_PHONE).await.unwrap();
    let mut accounts = AccountServiceClient::new(world.calls(Realm::Resident, &secret).await);
    assert_eq!(accounts.get_account(GetAccountRequest {}).await.unwrap().into_inner().deletion, None);
    assert!(world.realms.sent_to(OLD_MAIL).is_empty() && world.realms.sent_to(OLD_PHONE).is_empty(), "nothing has changed");

    // Using the session makes it no fresher, and neither does a realm that lets somebody pass unasked.
    world.resolve(Realm::Resident, &secret, true).await.unwrap();
    assert_eq!(told(&ask_deletion(&world, &secret).await.unwrap_err()), needed);
    world.realms.advance(SignedDuration::from_mins(11));
    let fresh = world.sign_in(Realm::Resident, "aino").await;
    save(&world, &fresh, "aino.new@kajo.example", OLD_PHONE).await.unwrap();
    ask_deletion(&world, &fresh).await.unwrap();
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_24_the_addresses_of_before_are_told_in_the_language_of_their_reader_and_nothing_else_is() {
    let world = World::start().await;
    let secret = world.sign_in(Realm::Resident, "aino").await;
    save(&world, &secret, "aino.new@kajo.example", OLD_PHONE).await.unwrap();
    hears(&world, OLD_MAIL, "kontaktuppgifter har ändrats").await;
    hears(&world, OLD_PHONE, "kontaktuppgifter har ändrats").await;
    assert!(world.realms.sent_to("aino.new@kajo.example").is_empty(), "whoever changed it knows");

    ask_deletion(&world, &secret).await.unwrap();
    hears(&world, "aino.new@kajo.example", "deletion of your account was requested").await;
    hears(&world, OLD_PHONE, "deletion of your account was requested").await;
    // Asked once more, nothing happens.
    ask_deletion(&world, &secret).await.unwrap();
    let pool = &world.running.kernel().pool;
    let kept: (i64, i64) = sqlx::query_as("select count(*), count(*) filter (where address <> '') from notices").fetch_one(pool).await.unwrap();
    assert_eq!(kept, (4, 0), "of what was sent no address is kept");
    for sent in [OLD_MAIL, OLD_PHONE, "aino.new@kajo.example"].into_iter().flat_map(|to| world.realms.sent_to(to)) {
        assert!(!sent.text.contains("Aino") && !sent.text.contains('@') && !sent.text.contains("+358"), "{}", sent.text);
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s_24_a_notice_waits_for_the_mail_server_and_is_sealed_meanwhile_and_nobody_is_flooded() {
    let world = World::start().await;
    let secret = world.sign_in(Realm::Resident, "aino").await;
    let pool = &world.running.kernel().pool;
    world.realms.fail(Fault::MailFails);
    save(&world, &secret, "aino.new@kajo.example", OLD_PHONE).await.unwrap();
    hears(&world, OLD_PHONE, "kontaktuppgifter").await;
    let waiting = "select count(*) from notices where sent_at is null and due_at > made_at and position(convert_to($1, 'UTF8') in address) = 0";
    let waits = || async { sqlx::query_scalar::<_, i64>(waiting).bind(OLD_MAIL).fetch_one(pool).await.unwrap() };
    eventually(|| async { (waits().await == 1).then_some(()) }).await;
    assert!(world.realms.sent_to(OLD_MAIL).is_empty());
    world.realms.fail(Fault::None);
    world.clock().advance(SignedDuration::from_mins(3));
    hears(&world, OLD_MAIL, "kontaktuppgifter").await;

    for change in 0..8 {
        save(&world, &secret, "aino.new@kajo.example", &format!("+35840123456{change}")).await.unwrap();
    }
    let made: i64 = sqlx::query_scalar("select count(*) from notices").fetch_one(pool).await.unwrap();
    assert_eq!(made, 10);
    world.end().await;
}
