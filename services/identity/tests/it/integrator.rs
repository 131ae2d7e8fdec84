//! Integrators, as administrators keep them and as the gateway asks for them.

use aws_lc_rs::digest::{SHA256, digest};
use chassis::testkit::Calls;
use chassis_domain::{Time, Uuid, clocks_reach, in_helsinki};
use jiff::SignedDuration;
use kajo_proto::{
    caller::v1::CallerContext,
    common::v1::{PageRequest, RecordState},
    identity::v1::{
        AdmitIntegratorRequest, ArchiveIntegratorRequest, GetIntegratorRequest, Integrator, IntegratorDetails, IntegratorScope,
        IssueIntegratorSecretRequest, ListIntegratorsRequest, Realm, RestoreIntegratorRequest, SaveIntegratorRequest,
        integrator_admission_service_client::IntegratorAdmissionServiceClient, integrator_service_client::IntegratorServiceClient,
    },
    options::v1::Caller,
};
use sqlx::AssertSqlSafe;
use tonic::{Code, Status};

use crate::world::{World, fields, said, told};

type Client = IntegratorServiceClient<Calls>;

impl World {
    pub(crate) async fn integrators_by(&self, who: &str) -> Client {
        let secret = self.sign_in(Realm::Practitioner, who).await;
        IntegratorServiceClient::new(self.calls(Realm::Practitioner, &secret).await)
    }

    /// What the gateway is told of a system that comes with this secret to send health records.
    async fn admit(&self, secret: &str) -> Result<(), Status> {
        self.admit_to(IntegratorScope::HealthRecords, secret).await
    }

    /// The same of one that comes to do this.
    async fn admit_to(&self, scope: IntegratorScope, secret: &str) -> Result<(), Status> {
        let id = secret.split('.').next().unwrap();
        let asked = AdmitIntegratorRequest {
            integrator_id: id.to_owned(),
            secret_digest: digest(&SHA256, secret.as_bytes()).as_ref().to_vec().into(),
            scope: scope.into(),
        };
        self.ask_admission(asked).await
    }

    async fn ask_admission(&self, asked: AdmitIntegratorRequest) -> Result<(), Status> {
        let gateway = CallerContext { kind: Caller::Gateway.into(), ..CallerContext::default() };
        IntegratorAdmissionServiceClient::new(self.calls_by(gateway)).admit_integrator(asked).await.map(|_| ())
    }
}

pub(crate) fn laboratory() -> IntegratorDetails {
    IntegratorDetails {
        name: "Lehtolan laboratorio".to_owned(),
        contact: "Laura Laine, laura@kajo.example".to_owned(),
        scopes: vec![IntegratorScope::HealthRecords.into()],
        valid_until: "2099-12-31".to_owned(),
    }
}

fn named(name: &str) -> IntegratorDetails {
    IntegratorDetails { name: name.to_owned(), ..laboratory() }
}

pub(crate) async fn add(client: &mut Client, details: IntegratorDetails) -> Result<String, Status> {
    let asked = SaveIntegratorRequest { details: Some(details), ..SaveIntegratorRequest::default() };
    Ok(client.save_integrator(asked).await?.into_inner().integrator_id)
}

/// Saves fields of one that is kept.
async fn set(client: &mut Client, kept: &Integrator, names: &[&str], details: IntegratorDetails) -> Result<(), Status> {
    let asked = SaveIntegratorRequest {
        integrator_id: kept.integrator_id.clone(),
        details: Some(details),
        fields: names.iter().map(|name| (*name).to_owned()).collect(),
        version: kept.version,
    };
    client.save_integrator(asked).await?;
    Ok(())
}

async fn get(client: &mut Client, id: &str) -> Result<Integrator, Status> {
    let asked = GetIntegratorRequest { integrator_id: id.to_owned() };
    Ok(client.get_integrator(asked).await?.into_inner().integrator.unwrap())
}

async fn issue(client: &mut Client, id: &str) -> Result<String, Status> {
    let asked = IssueIntegratorSecretRequest { integrator_id: id.to_owned() };
    Ok(client.issue_integrator_secret(asked).await?.into_inner().secret)
}

async fn archive(client: &mut Client, id: &str) -> Result<(), Status> {
    client.archive_integrator(ArchiveIntegratorRequest { integrator_id: id.to_owned() }).await?;
    Ok(())
}

async fn restore(client: &mut Client, id: &str) -> Result<(), Status> {
    client.restore_integrator(RestoreIntegratorRequest { integrator_id: id.to_owned() }).await?;
    Ok(())
}

async fn list(client: &mut Client, search: &str, state: RecordState) -> Vec<String> {
    let asked = ListIntegratorsRequest { search: search.to_owned(), state: state.into(), page: Some(PageRequest::default()) };
    let found = client.list_integrators(asked).await.unwrap().into_inner().integrators;
    found.into_iter().map(|found| found.details.unwrap().name).collect()
}

fn not_found() -> (Code, String) {
    said(Code::NotFound, "not_found")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_administrator_adds_changes_finds_archives_and_restores_integrators_with_every_field() {
    let world = World::start().await;
    let mut paula = world.integrators_by("paula").await;
    let id = add(&mut paula, laboratory()).await.unwrap();
    let read = get(&mut paula, &id).await.unwrap();
    assert_eq!((read.details.clone(), read.archived, read.version, read.secret_issued_at), (Some(laboratory()), false, 1, None));
    assert!(read.updated_at.is_some());

    let changed =
        IntegratorDetails { name: "Rannan laboratorio".to_owned(), contact: "Riku Ranta".to_owned(), valid_until: String::new(), ..laboratory() };
    set(&mut paula, &read, &["name", "contact", "scopes", "valid_until"], changed.clone()).await.unwrap();
    let read = get(&mut paula, &id).await.unwrap();
    assert_eq!(read.details.clone(), Some(changed.clone()));
    set(&mut paula, &read, &["contact"], named("Another")).await.unwrap();
    let read = get(&mut paula, &id).await.unwrap();
    assert_eq!(read.details, Some(IntegratorDetails { contact: laboratory().contact, ..changed }), "what is not named stays");

    add(&mut paula, named("Apteekki")).await.unwrap();
    archive(&mut paula, &id).await.unwrap();
    assert!(get(&mut paula, &id).await.unwrap().archived);
    for (search, state, found) in [
        ("", RecordState::Unspecified, vec!["Apteekki", "Rannan laboratorio"]),
        ("laura RANNAN", RecordState::Unspecified, vec!["Rannan laboratorio"]),
        ("laura", RecordState::Active, vec!["Apteekki"]),
        ("", RecordState::Archived, vec!["Rannan laboratorio"]),
        ("riku", RecordState::Unspecified, vec![]),
    ] {
        assert_eq!(list(&mut paula, search, state).await, found, "{search} {state:?}");
    }
    restore(&mut paula, &id).await.unwrap();
    assert!(!get(&mut paula, &id).await.unwrap().archived);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_wrong_with_an_integrator_is_told_at_its_field_and_only_administrators_keep_them() {
    let world = World::start().await;
    let mut paula = world.integrators_by("paula").await;
    let id = add(&mut paula, laboratory()).await.unwrap();
    archive(&mut paula, &id).await.unwrap();
    let wrong = IntegratorDetails {
        // That of the archived one.
        name: " LEHTOLAN laboratorio ".to_owned(),
        scopes: vec![IntegratorScope::Unspecified.into()],
        valid_until: "2027-02-29".to_owned(),
        ..laboratory()
    };
    let told_of: Vec<_> = fields(&add(&mut paula, wrong).await.unwrap_err());
    let expected = [
        ("details.name", "integrator_name_taken"),
        ("details.scopes", "integrator_scope_missing"),
        ("details.valid_until", "integrator_valid_until_malformed"),
    ];
    assert_eq!(told_of, expected.map(|(field, reason)| (field.to_owned(), reason.to_owned())));
    let nameless = add(&mut paula, named(" ")).await.unwrap_err();
    assert_eq!(fields(&nameless), [("details.name".to_owned(), "required".to_owned())]);

    let missing = Uuid::now_v7().to_string();
    assert_eq!(told(&get(&mut paula, &missing).await.unwrap_err()), not_found());
    assert_eq!(told(&archive(&mut paula, &missing).await.unwrap_err()), not_found());
    assert_eq!(told(&issue(&mut paula, &missing).await.unwrap_err()), not_found());
    for who in ["liisa", "ritva", "tauno"] {
        let mut client = world.integrators_by(who).await;
        let denied = said(Code::PermissionDenied, "access_denied");
        assert_eq!(told(&get(&mut client, &id).await.unwrap_err()), denied, "{who}");
        assert_eq!(told(&add(&mut client, named("Oma")).await.unwrap_err()), denied, "{who}");
        assert_eq!(told(&issue(&mut client, &id).await.unwrap_err()), denied, "{who}");
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_integrator_is_admitted_by_its_newest_secret_alone_and_no_save_changes_that() {
    let world = World::start().await;
    let mut paula = world.integrators_by("paula").await;
    let id = add(&mut paula, laboratory()).await.unwrap();
    let other = add(&mut paula, named("Apteekki")).await.unwrap();
    assert_eq!(told(&world.admit(&format!("{id}.")).await.unwrap_err()), not_found(), "it has no secret yet");
    let nothing =
        AdmitIntegratorRequest { integrator_id: id.clone(), scope: IntegratorScope::HealthRecords.into(), ..AdmitIntegratorRequest::default() };
    assert_eq!(world.ask_admission(nothing).await.unwrap_err().code(), Code::InvalidArgument);

    let first = issue(&mut paula, &id).await.unwrap();
    let random = first.strip_prefix(&format!("{id}.")).unwrap();
    assert_eq!(random.len(), 43, "32 bytes");
    world.admit(&first).await.unwrap();
    let read = get(&mut paula, &id).await.unwrap();
    assert_eq!(read.secret_issued_at.unwrap().seconds, world.clock().now().as_second());
    set(&mut paula, &read, &["contact"], IntegratorDetails { contact: String::new(), ..laboratory() }).await.unwrap();
    world.admit(&first).await.unwrap();
    assert_eq!(get(&mut paula, &id).await.unwrap().secret_issued_at, read.secret_issued_at);
    // Whoever saves over what was there before a secret was issued is told so.
    let second = issue(&mut paula, &id).await.unwrap();
    let stale = set(&mut paula, &read, &["contact"], laboratory()).await.unwrap_err();
    assert_eq!(told(&stale), said(Code::Aborted, "stale_version"));

    world.admit(&second).await.unwrap();
    for no_secret in [
        first.clone(),
        format!("{second}A"),
        second[..second.len() - 1].to_owned(),
        second.replacen(&id, &other, 1),
        format!("{}.{random}", Uuid::now_v7()),
    ] {
        assert_eq!(told(&world.admit(&no_secret).await.unwrap_err()), not_found());
    }
    let elsewhere = AdmitIntegratorRequest {
        integrator_id: other,
        secret_digest: digest(&SHA256, second.as_bytes()).as_ref().to_vec().into(),
        scope: IntegratorScope::HealthRecords.into(),
    };
    assert_eq!(told(&world.ask_admission(elsewhere.clone()).await.unwrap_err()), not_found(), "of another integrator");
    let short = AdmitIntegratorRequest { integrator_id: id.clone(), secret_digest: elsewhere.secret_digest.slice(..31), ..elsewhere };
    assert_eq!(told(&world.ask_admission(short).await.unwrap_err()), not_found());

    archive(&mut paula, &id).await.unwrap();
    assert_eq!(told(&world.admit(&second).await.unwrap_err()), not_found());
    restore(&mut paula, &id).await.unwrap();
    world.admit(&second).await.unwrap();
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sur_09_an_integrator_is_admitted_to_what_its_scopes_name_and_to_nothing_else() {
    use IntegratorScope::{HealthRecords, SurveyResponses, Unspecified};
    let world = World::start().await;
    let mut paula = world.integrators_by("paula").await;
    for (name, scopes) in
        [("Laboratorio", vec![HealthRecords]), ("Kyselyt", vec![SurveyResponses]), ("Sairaala", vec![HealthRecords, SurveyResponses])]
    {
        let details = IntegratorDetails { scopes: scopes.iter().copied().map(Into::into).collect(), ..named(name) };
        let id = add(&mut paula, details.clone()).await.unwrap();
        assert_eq!(get(&mut paula, &id).await.unwrap().details, Some(details));
        let secret = issue(&mut paula, &id).await.unwrap();
        for scope in [HealthRecords, SurveyResponses, Unspecified] {
            assert_eq!(world.admit_to(scope, &secret).await.is_ok(), scopes.contains(&scope), "{name} {scope:?}");
        }
    }
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_integrator_is_admitted_until_its_last_day_is_over_in_helsinki() {
    let world = World::start().await;
    let mut paula = world.integrators_by("paula").await;
    let today = in_helsinki(world.clock().now()).date();
    let yesterday = IntegratorDetails { valid_until: today.yesterday().unwrap().to_string(), ..named("Eilinen") };
    let over = add(&mut paula, yesterday).await.unwrap();
    let over = issue(&mut paula, &over).await.unwrap();
    assert_eq!(told(&world.admit(&over).await.unwrap_err()), not_found());
    let id = add(&mut paula, IntegratorDetails { valid_until: today.to_string(), ..laboratory() }).await.unwrap();
    let secret = issue(&mut paula, &id).await.unwrap();
    world.admit(&secret).await.unwrap();

    let midnight = clocks_reach(today.tomorrow().unwrap().to_datetime(Time::midnight())).unwrap();
    world.clock().advance(midnight.duration_since(world.clock().now()) - SignedDuration::from_secs(1));
    world.admit(&secret).await.unwrap();
    world.clock().advance(SignedDuration::from_secs(1));
    assert_eq!(told(&world.admit(&secret).await.unwrap_err()), not_found());
    world.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_told_once_and_stands_in_no_table() {
    let world = World::start().await;
    let mut paula = world.integrators_by("paula").await;
    let id = add(&mut paula, laboratory()).await.unwrap();
    let session = world.sign_in(Realm::Practitioner, "paula").await;
    let mut retrying = IntegratorServiceClient::new(world.calls(Realm::Practitioner, &session).await.with_key(Uuid::now_v7()));
    let secret = issue(&mut retrying, &id).await.unwrap();
    let again = issue(&mut retrying, &id).await.unwrap_err();
    assert_eq!(told(&again), said(Code::AlreadyExists, "idempotency_key_reused"));
    world.admit(&secret).await.unwrap();

    let random = secret.split('.').nth(1).unwrap();
    for table in ["admin_records", "events", "command_log", "access_log", "outbox"] {
        let text: Option<String> = sqlx::query_scalar(AssertSqlSafe(format!("select string_agg(t::text, ' ') from {table} t")))
            .fetch_one(&world.running.kernel().pool)
            .await
            .unwrap();
        let text = text.unwrap_or_default();
        assert!(!text.contains(random) && !text.contains(&hex::encode(random)), "{table}");
    }
    world.end().await;
}
