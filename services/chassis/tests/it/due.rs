//! What is due: effects of policies, done one beside the other, each at its own cost.

use std::{
    collections::BTreeSet,
    future::pending,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use chassis::{
    Pool, Service,
    due::{self, EffectError, Every, Job, Lane},
    service::Running,
    store::{CommandMeta, EventStore},
    telemetry::metrics,
    testkit::{TestEnvironment, eventually},
};
use chassis_domain::{CommandTarget, Effect, Policy, PolicyKey, Timestamp, Unreadable, Uuid};
use jiff::SignedDuration;

use crate::tally::{Command, Tally, TallyId, service};

/// How many good ones stand beside a bad one.
const GOOD: usize = 100;

/// One effect for each fact, with the aggregate's id as its body.
pub(crate) struct Echo;

impl Policy for Echo {
    const NAME: &'static str = "echo";
    type Input = Uuid;
    type State = ();

    fn read(_: &str, aggregate_id: Uuid, _: &[u8]) -> Result<Option<Uuid>, Unreadable> {
        Ok(Some(aggregate_id))
    }

    fn correlate(id: &Uuid) -> PolicyKey {
        PolicyKey(id.to_string())
    }

    fn react((): &mut (), id: &Uuid, _: Timestamp) -> Vec<Effect> {
        vec![Effect::Command { to: CommandTarget("echo"), body: id.as_bytes().to_vec(), until: None }]
    }

    fn encode((): &()) -> Vec<u8> {
        Vec::new()
    }

    fn decode(_: &[u8]) -> Option<()> {
        Some(())
    }
}

/// What was performed.
#[derive(Clone, Default)]
struct Performed(Arc<Mutex<BTreeSet<Uuid>>>);

impl Performed {
    fn note(&self, body: &[u8]) {
        self.0.lock().unwrap().insert(Uuid::from_slice(body).unwrap());
    }

    async fn all(&self, good: &[Uuid]) {
        eventually(|| async { good.iter().all(|id| self.0.lock().unwrap().contains(id)).then_some(()) }).await;
    }
}

pub(crate) async fn tell(store: &EventStore, id: Uuid) {
    store.execute::<Tally>(TallyId::from_uuid(id), Command::Add(1), CommandMeta::system(Uuid::now_v7())).await.unwrap();
}

/// One bad effect, due first, and good ones behind it.
async fn beside_a_bad_one(environment: &TestEnvironment, bad: Uuid, performed: &Performed, service: Service) {
    let running = environment.service(service).await.unwrap();
    tell(&running.kernel().store, bad).await;
    good_ones_go(&running, performed).await;
    assert!(!performed.0.lock().unwrap().contains(&bad));
    running.stop().await;
}

/// Good ones behind whatever waits already.
async fn good_ones_go(running: &Running, performed: &Performed) {
    let good: Vec<_> = (0..GOOD).map(|_| Uuid::now_v7()).collect();
    for id in &good {
        tell(&running.kernel().store, *id).await;
    }
    performed.all(&good).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn k_03_an_effect_that_hangs_holds_up_nobody() {
    let environment = TestEnvironment::start().await.unwrap();
    let (bad, performed) = (Uuid::now_v7(), Performed::default());
    let noted = performed.clone();
    let service = service().policy::<Echo>("identity", "session").executor("echo", move |_, effect| {
        let noted = noted.clone();
        async move {
            if effect.body == bad.as_bytes() {
                pending::<()>().await;
            }
            noted.note(&effect.body);
            Ok(())
        }
    });
    beside_a_bad_one(&environment, bad, &performed, service).await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_03_an_effect_that_panics_costs_itself_alone() {
    let environment = TestEnvironment::start().await.unwrap();
    let (bad, performed) = (Uuid::now_v7(), Performed::default());
    let noted = performed.clone();
    let service = service().policy::<Echo>("identity", "session").executor("echo", move |_, effect| {
        let noted = noted.clone();
        async move {
            assert!(effect.body != bad.as_bytes(), "on purpose");
            noted.note(&effect.body);
            Ok(())
        }
    });
    beside_a_bad_one(&environment, bad, &performed, service).await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_03_an_effect_is_performed_in_no_transaction() {
    let environment = TestEnvironment::start().await.unwrap();
    let idle = Arc::new(Mutex::new(None));
    let seen = Arc::clone(&idle);
    let service = service().policy::<Echo>("identity", "session").executor("echo", move |kernel, _| {
        let seen = Arc::clone(&seen);
        async move {
            let open: Result<i64, _> = sqlx::query_scalar(
                "select count(*) from pg_stat_activity where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
                                    and query like '%due%'",
            )
            .fetch_one(&kernel.pool)
            .await;
            *seen.lock().unwrap() = open.ok();
            Ok(())
        }
    });
    let running = environment.service(service).await.unwrap();
    tell(&running.kernel().store, Uuid::now_v7()).await;
    let open = eventually(|| async { *idle.lock().unwrap() }).await;
    assert_eq!(open, 0, "a transaction was open meanwhile");
    running.stop().await;
    environment.remove().await.unwrap();
}

async fn state(pool: &Pool) -> Option<String> {
    sqlx::query_scalar("select state from due where target = 'effect echo'").fetch_optional(pool).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn k_03_what_is_never_done_is_given_up_after_a_day_listed_and_driven_again() {
    let environment = TestEnvironment::start().await.unwrap();
    let tries = Arc::new(AtomicU32::new(0));
    let tried = Arc::clone(&tries);
    let service = service().policy::<Echo>("identity", "session").executor("echo", move |_, _| {
        let time = tried.fetch_add(1, Ordering::SeqCst);
        async move { if time < 2 { Err(EffectError::Retry("the other side is away".to_owned())) } else { Ok(()) } }
    });
    let running = environment.service(service).await.unwrap();
    tell(&running.kernel().store, Uuid::now_v7()).await;
    let pool = &running.kernel().pool;
    let listed = || async { due::list(pool).await.unwrap() };
    let tried_once = eventually(|| async { listed().await.pop() }).await;
    assert_eq!((tried_once.given_up, tried_once.tries, tried_once.error.as_str()), (false, 1, "the other side is away"));
    environment.clock().advance(SignedDuration::from_hours(25));
    eventually(|| async { (state(pool).await.as_deref() == Some("given_up")).then_some(()) }).await;
    let given_up = listed().await.pop().unwrap();
    assert_eq!((given_up.id, given_up.given_up, given_up.tries), (tried_once.id, true, 2));
    running.measure().await.unwrap();
    let told = metrics::render();
    assert!(told.contains("kajo_due_given_up_total{service=\"identity\",kind=\"echo\"}"), "{told}");
    assert!(told.contains("kajo_due_given_up{service=\"identity\"}"), "{told}");

    let now = environment.clock().now();
    assert_eq!(due::redrive(pool, Some(Uuid::nil()), now).await.unwrap(), 0);
    assert_eq!(due::redrive(pool, Some(given_up.id), now).await.unwrap(), 1);
    // The runner looks at what others put every few seconds.
    eventually(|| async { (state(pool).await.as_deref() == Some("done")).then_some(()) }).await;
    assert!(listed().await.is_empty());
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_03_a_row_that_nobody_can_read_costs_itself_alone() {
    let environment = TestEnvironment::start().await.unwrap();
    let performed = Performed::default();
    let first = environment.service(service().policy::<Echo>("identity", "session")).await.unwrap();
    let pool = first.kernel().pool.clone();
    tell(&first.kernel().store, Uuid::now_v7()).await;
    eventually(|| async { state(&pool).await }).await;
    sqlx::query("update due set asked_at = '-infinity', due_at = '-infinity' where target = 'effect echo'").execute(&pool).await.unwrap();
    sqlx::query(
        "insert into due (id, target, body, due_at, state, asked_at) values (gen_random_uuid(), 'effect echo', '', 'infinity', 'waiting', now())",
    )
    .execute(&pool)
    .await
    .unwrap();
    first.stop().await;
    let noted = performed.clone();
    let service = service().policy::<Echo>("identity", "session").executor("echo", move |_, effect| {
        let noted = noted.clone();
        async move {
            noted.note(&effect.body);
            Ok(())
        }
    });
    let running = environment.service(service).await.unwrap();
    good_ones_go(&running, &performed).await;
    let listed = due::list(&running.kernel().pool).await.unwrap();
    assert_eq!(listed.iter().filter(|row| row.given_up && row.asked_at.is_none() && row.error == "its row cannot be read").count(), 1);
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_03_what_a_version_before_left_waiting_goes_on() {
    let environment = TestEnvironment::start().await.unwrap();
    let running = environment.service(service()).await.unwrap();
    let id = Uuid::now_v7();
    running.stop().await;
    let settings = &environment.environment().settings;
    let name = format!("{}identity", settings.database_prefix);
    let pool = chassis::database::connect(settings.postgres_url(), &name).await.unwrap();
    for (effect, state) in [(id, "waiting"), (Uuid::now_v7(), "failed"), (Uuid::now_v7(), "done")] {
        sqlx::query("insert into effects (effect_id, policy, target, body, state, due_at) values ($1, 'echo', 'echo', $1::text::bytea, $2, now())")
            .bind(effect)
            .bind(state)
            .execute(&pool)
            .await
            .unwrap();
    }
    let performed = Arc::new(Mutex::new(Vec::new()));
    let noted = Arc::clone(&performed);
    let service = service().policy::<Echo>("identity", "session").executor("echo", move |_, effect| {
        noted.lock().unwrap().push(effect.id);
        async { Ok(()) }
    });
    environment.clock().advance(SignedDuration::from_hours(24 * 365));
    let running = environment.service(service).await.unwrap();
    let states = || async {
        sqlx::query_scalar::<_, String>("select state from due where target = 'effect echo' order by state").fetch_all(&pool).await.unwrap()
    };
    eventually(|| async { (states().await == ["done", "done", "given_up"]).then_some(()) }).await;
    assert_eq!(*performed.lock().unwrap(), [id], "under the id that it had");
    running.stop().await;
    environment.remove().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn k_03_one_that_takes_too_long_is_cut_off_and_its_lane_holds_up_no_other() {
    const SILENT: Lane = Lane::new("silent").width(2).patience(Duration::from_millis(50));
    let environment = TestEnvironment::start().await.unwrap();
    let (begun, cut) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let (beginning, cutting) = (Arc::clone(&begun), Arc::clone(&cut));
    let service = service().policy::<Echo>("identity", "session").executor_in(SILENT, "echo", move |_, _| {
        let at_once = beginning.fetch_add(1, Ordering::SeqCst) + 1 - cutting.load(Ordering::SeqCst);
        assert!(at_once <= 2, "{at_once} at once");
        let cut = Cut(Arc::clone(&cutting));
        async move {
            let _cut = cut;
            pending().await
        }
    });
    let running = environment.service(service).await.unwrap();
    for _ in 0..6 {
        tell(&running.kernel().store, Uuid::now_v7()).await;
    }
    eventually(|| async { (cut.load(Ordering::SeqCst) >= 6).then_some(()) }).await;
    let pool = &running.kernel().pool;
    let failed = eventually(|| async { Some(due::list(pool).await.unwrap()).filter(|listed| listed.len() == 6) }).await;
    assert!(failed.iter().all(|row| row.error == "it took longer than 50ms" && !row.given_up), "{failed:?}");
    running.stop().await;
    environment.remove().await.unwrap();
}

/// Counts when it is dropped.
struct Cut(Arc<AtomicU32>);

impl Drop for Cut {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_comes_again_in_one_process_at_a_time_and_at_once_when_it_is_asked_for() {
    let environment = TestEnvironment::start().await.unwrap();
    let (at_work, runs) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    let with_job = || {
        let (at_work, runs) = (Arc::clone(&at_work), Arc::clone(&runs));
        let job = Job::new("count", Every::seconds(60), move |kernel| {
            let (at_work, runs) = (Arc::clone(&at_work), Arc::clone(&runs));
            async move {
                assert_eq!(at_work.fetch_add(1, Ordering::SeqCst), 0, "two at once");
                sqlx::query("select 1").execute(&kernel.pool).await?;
                at_work.fetch_sub(1, Ordering::SeqCst);
                runs.fetch_add(1, Ordering::SeqCst);
                anyhow::ensure!(runs.load(Ordering::SeqCst) != 2, "on purpose");
                Ok(())
            }
        });
        service().job(job)
    };
    let (one, other) = (environment.service(with_job()).await.unwrap(), environment.service(with_job()).await.unwrap());
    let ran = |times| {
        let runs = Arc::clone(&runs);
        eventually(move || {
            let runs = Arc::clone(&runs);
            async move { (runs.load(Ordering::SeqCst) >= times).then_some(()) }
        })
    };
    ran(1).await;
    environment.clock().advance(SignedDuration::from_secs(61));
    ran(2).await;
    // It failed, and comes again after a second and not after a minute.
    let pool = &one.kernel().pool;
    eventually(|| async { due::list(pool).await.unwrap().pop().filter(|row| row.error == "on purpose" && !row.given_up) }).await;
    environment.clock().advance(SignedDuration::from_secs(5));
    ran(3).await;
    other.kernel().due.soon("count").await.unwrap();
    ran(4).await;
    one.stop().await;
    other.stop().await;
    environment.remove().await.unwrap();
}
