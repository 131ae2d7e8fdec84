//! Professionals who look patients up by personal identity code, each call in a trace of its own, held against the access log.

use std::{
    collections::{HashMap, HashSet},
    env,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use anyhow::{Context, Result, ensure};
use chassis::{Clock, access::InternalKey};
use identity::demo::{DemoLevel, DemoPractitioner, PRACTITIONERS, RESIDENTS};
use kajo_proto::{
    caller::v1::CallerContext,
    identity::v1::{
        BeginSignInRequest, ChooseWorkContextRequest, CompleteSignInRequest, Ground, ListWorkContextsRequest, LookUpPatientRequest, Realm,
        ResolveSessionRequest, patient_service_client::PatientServiceClient, session_service_client::SessionServiceClient,
        work_context_service_client::WorkContextServiceClient,
    },
    options::v1::Caller,
};
use sqlx::{PgPool, Row};
use tokio::sync::Notify;
use tonic::{Code, Request, metadata::MetadataValue, transport::Channel};
use uuid::Uuid;

use crate::{
    patience::{COMES_BACK, until_done},
    stack::Stack,
};

/// Lookups of each professional: below the limit of an hour, with room for those that are cut off and tried again.
const EACH: usize = 40;
const METHOD: &str = "/kajo.identity.v1.PatientService/LookUpPatient";
/// A code of nobody whom this stack knows.
const NOBODY: &str = "061201A955L";

/// A call that was made.
#[derive(Clone, Copy, Debug)]
struct Asked {
    professional: Uuid,
    /// Whoever has the code that was asked for.
    patient: Option<Uuid>,
    /// The caller has an answer.
    answered: bool,
}

/// All that were made, by their traces.
type Calls = Arc<Mutex<HashMap<String, Asked>>>;

/// How many have an answer.
#[derive(Default)]
struct Answered {
    count: AtomicUsize,
    changed: Notify,
}

/// The professionals, and what they asked.
pub(crate) struct Desk {
    channel: Channel,
    key: InternalKey,
    professionals: Vec<CallerContext>,
    calls: Calls,
    answered: Arc<Answered>,
    /// The newest row of the access log before all of it.
    before: Uuid,
}

impl Desk {
    /// Signs in every demo professional who can look patients up.
    pub(crate) async fn open(stack: &Stack) -> Result<Self> {
        let key = InternalKey::from_file(&stack.internal_key_file())?;
        let channel = Channel::from_shared(stack.grpc_url.clone())?.connect_lazy();
        let pool = PgPool::connect(&format!("{}/kajo_identity", stack.postgres_url)).await?;
        let before = sqlx::query_scalar("select entry_id from access_log order by entry_id desc limit 1").fetch_optional(&pool).await?;
        // Lookups of an earlier trial count no more: professionals may look up so many in an hour.
        sqlx::query("delete from lookup_counts").execute(&pool).await?;
        pool.close().await;
        let before = before.unwrap_or_default();
        let mut desk = Self { channel, key, professionals: Vec::new(), calls: Calls::default(), answered: Arc::default(), before };
        for professional in PRACTITIONERS.iter().filter(|found| found.level == DemoLevel::Practitioner) {
            if !professional.roles.is_empty() && !professional.locations.is_empty() {
                let caller = desk.sign_in(professional).await?;
                desk.professionals.push(caller);
            }
        }
        Ok(desk)
    }

    /// A third of all lookups is answered.
    pub(crate) fn a_third_is_answered(&self) -> impl Future<Output = ()> + use<> {
        let (answered, wanted) = (Arc::clone(&self.answered), self.professionals.len() * EACH / 3);
        async move {
            loop {
                let changed = answered.changed.notified();
                if answered.count.load(Ordering::SeqCst) >= wanted {
                    return;
                }
                changed.await;
            }
        }
    }

    /// Everybody looks up patients and nobodies, in turns; comes back when all of it is answered.
    pub(crate) async fn look_everybody_up(&self) -> Result<()> {
        futures::future::try_join_all(self.professionals.iter().map(|professional| self.look_up_all(professional))).await?;
        Ok(())
    }

    async fn look_up_all(&self, professional: &CallerContext) -> Result<()> {
        for number in 0..EACH {
            let known = RESIDENTS.iter().filter(|resident| !resident.is_new).nth(number % 6).context("a resident")?;
            let (code, patient) = if number % 2 == 0 { (known.ssn, Some(known.person.person_id().uuid())) } else { (NOBODY, None) };
            self.look_up(professional, code, patient).await?;
        }
        Ok(())
    }

    /// Until there is an answer; every try is a call of its own.
    async fn look_up(&self, professional: &CallerContext, code: &str, patient: Option<Uuid>) -> Result<()> {
        let found = until_done(COMES_BACK, Duration::from_millis(50), async || {
            let trace = Uuid::now_v7().simple().to_string();
            let asked = Asked { professional: professional.person_id.parse()?, patient, answered: false };
            self.note(&trace, asked);
            let message = LookUpPatientRequest { ssn: code.to_owned(), ground: Ground::Call.into() };
            let mut request = self.signed(professional.clone(), message)?;
            request.metadata_mut().insert("traceparent", format!("00-{trace}-00f067aa0ba902b7-01").parse()?);
            request.set_timeout(Duration::from_secs(5));
            let found = match PatientServiceClient::new(self.channel.clone()).look_up_patient(request).await {
                Err(status) if status.code() == Code::NotFound => None,
                answer => Some(answer?.into_inner().patient_id.parse::<Uuid>()?),
            };
            self.note(&trace, Asked { answered: true, ..asked });
            Ok(found)
        })
        .await
        .context("a lookup was never answered")?;
        ensure!(found == patient, "{code} is {found:?}, not {patient:?}");
        self.answered.count.fetch_add(1, Ordering::SeqCst);
        self.answered.changed.notify_waiters();
        Ok(())
    }

    fn note(&self, trace: &str, asked: Asked) {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner).insert(trace.to_owned(), asked);
    }

    /// Every answer has its row, every row was asked for, by who it says and about whom it says, and none is there twice.
    pub(crate) async fn check_log(&self, stack: &Stack) -> Result<()> {
        let pool = PgPool::connect(&format!("{}/kajo_identity", stack.postgres_url)).await?;
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let rows = sqlx::query("select trace_id, actor_id, subject_id from access_log where method = $1 and entry_id > $2");
        let rows = rows.bind(METHOD).bind(self.before).fetch_all(&pool).await?;
        let mut logged = HashSet::new();
        for row in &rows {
            let trace: String = row.try_get("trace_id")?;
            let asked = calls.get(&trace).with_context(|| format!("a row of a call that nobody made: {trace}"))?;
            let (actor, subject): (Option<Uuid>, Option<Uuid>) = (row.try_get("actor_id")?, row.try_get("subject_id")?);
            ensure!((actor, subject) == (Some(asked.professional), asked.patient), "a row says {actor:?} {subject:?}, asked was {asked:?}");
            ensure!(logged.insert(trace), "a call has two rows");
        }
        let lacking = calls.iter().filter(|(trace, asked)| asked.answered && !logged.contains(*trace)).count();
        ensure!(lacking == 0, "{lacking} answers have no row");
        let answers = calls.values().filter(|asked| asked.answered).count();
        ensure!(answers == self.professionals.len() * EACH, "{answers} answers");
        ensure!(answers < calls.len(), "no call was cut off: the test shows nothing");
        // Their limits hold over the crash as well: what was answered is counted.
        let counted: i64 = sqlx::query_scalar("select coalesce(sum(cardinality(made)), 0)::bigint from lookup_counts").fetch_one(&pool).await?;
        ensure!(usize::try_from(counted)? >= answers, "{counted} lookups are counted, {answers} were answered");
        signed(&pool).await?;
        pool.close().await;
        Ok(())
    }

    async fn sign_in(&self, professional: &DemoPractitioner) -> Result<CallerContext> {
        let realm = Realm::Practitioner.into();
        let app = env::var("KAJO_E2E_PRACTITIONER_URL").context("KAJO_E2E_PRACTITIONER_URL is not set")?;
        let redirect_uri = format!("{app}/api/session/callback");
        let gateway = || CallerContext { kind: Caller::Gateway.into(), ..CallerContext::default() };
        let mut sessions = SessionServiceClient::new(self.channel.clone());
        let request = BeginSignInRequest { realm, return_to: "/fi".to_owned(), redirect_uri: redirect_uri.clone(), ..BeginSignInRequest::default() };
        let begun = sessions.begin_sign_in(self.signed(gateway(), request)?).await?.into_inner();
        let browser = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build()?;
        let answer = browser.get(format!("{}&login_hint={}", begun.url, professional.person.login_hint)).send().await?;
        let back = reqwest::Url::parse(answer.headers().get("location").context("the realm leads nowhere")?.to_str()?)?;
        let said =
            |name: &str| back.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned()).with_context(|| format!("no {name}"));
        let (code, state) = (said("code")?, said("state")?);
        let request = CompleteSignInRequest { realm, code, state, callback_secret: begun.callback_secret, redirect_uri, ..Default::default() };
        let session_secret = sessions.complete_sign_in(self.signed(gateway(), request)?).await?.into_inner().session_secret;
        let resolve = async || {
            let request = ResolveSessionRequest { realm, session_secret: session_secret.clone(), touch: true, check: false };
            let answer = SessionServiceClient::new(self.channel.clone()).resolve_session(self.signed(gateway(), request)?).await?;
            answer.into_inner().caller.context("no caller")
        };
        let choosing = resolve().await?;
        let mut contexts = WorkContextServiceClient::new(self.channel.clone());
        let choices = contexts.list_work_contexts(self.signed(choosing.clone(), ListWorkContextsRequest::default())?).await?.into_inner();
        let request = ChooseWorkContextRequest {
            role_id: choices.roles.first().context("no role")?.role_id.clone(),
            location_id: choices.locations.first().context("no location")?.location_id.clone(),
        };
        let mut request = self.signed(choosing, request)?;
        request.metadata_mut().insert("idempotency-key", Uuid::now_v7().to_string().parse()?);
        contexts.choose_work_context(request).await?;
        resolve().await
    }

    fn signed<T>(&self, caller: CallerContext, message: T) -> Result<Request<T>> {
        let mut request = Request::new(message);
        request.metadata_mut().insert_bin("kajo-caller-bin", MetadataValue::from_bytes(&self.key.sign(caller, Clock::system().now())));
        Ok(request)
    }
}

/// Every row stands under a signed head.
async fn signed(pool: &PgPool) -> Result<()> {
    until_done(COMES_BACK, Duration::from_millis(100), async || {
        let waiting: i64 = sqlx::query_scalar("select (select count(*) from access_log) - (select size from access_head)").fetch_one(pool).await?;
        ensure!(waiting == 0, "{waiting} rows of the access log were never signed");
        Ok(())
    })
    .await
}
