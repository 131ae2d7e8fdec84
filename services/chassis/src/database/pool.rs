//! The connections of a service. A transaction has one for itself. Single statements take turns on as few as they need: the connection
//! that was given back last is lent first, so that the server's process behind it still has at hand what the next statement needs.
//! A pool that lends the one that has rested longest, as that of sqlx does, wakes another process for each statement.

use std::{
    ops::{Deref, DerefMut},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use deadpool::{
    Runtime,
    managed::{Manager, Metrics, Object, PoolConfig, PoolError, QueueMode, RecycleError, RecycleResult, Timeouts},
};
use futures::{TryStreamExt, future::BoxFuture, stream::BoxStream};
use sqlx::{
    Connection, Describe, Either, Error, Execute, Executor, PgConnection, PgPool, Postgres, SqlStr,
    postgres::{PgArguments, PgConnectOptions, PgPoolOptions, PgQueryResult, PgRow, PgStatement, PgTypeInfo},
};

/// How many connections there are at the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Transactions at once.
    pub transactions: u32,
    /// Single statements at once.
    pub statements: u32,
}

/// Whoever gets no connection for so long is refused, where nothing else is said.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// A connection that was idle for longer is asked whether it still lives: long enough for a busy service to save the round trip,
/// short enough that after a crash of the server nobody is handed one that died with it.
const RESTED: Duration = Duration::from_millis(100);

impl Size {
    /// Keys are fetched while a transaction is open, so from connections that transactions cannot use up: few, for they are remembered.
    pub const KEYS: Self = Self { transactions: 1, statements: 2 };

    /// What a relay that leads has for itself.
    const RELAY: u32 = 2;

    /// What is left for the work of a service that opens so many connections at the most. Two transactions it needs at least: what an effect
    /// does is a command of its own.
    pub fn of_service(connections: u32) -> Self {
        let left = connections.saturating_sub(Self::RELAY + Self::KEYS.transactions + Self::KEYS.statements);
        let transactions = (left / 2).max(2);
        Self { transactions, statements: left.saturating_sub(transactions).max(2) }
    }
}

/// Connections to one database. Cheap to clone. As an executor it runs single statements, each a transaction in itself; for more there is
/// [`begin`](super::begin).
#[derive(Clone, Debug)]
pub struct Pool {
    pub(super) transactions: PgPool,
    statements: deadpool::managed::Pool<Server>,
    stale: Stale,
}

/// Plans of connections that were opened before this moment may be stale.
#[derive(Clone, Debug, Default)]
struct Stale(Arc<Mutex<Option<Instant>>>);

impl Stale {
    fn begin(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    fn concerns(&self, opened: Instant) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|since| opened < since)
    }

    fn concerns_age(&self, age: Duration) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|since| since.elapsed() < age)
    }
}

/// What opens connections for single statements.
#[derive(Debug)]
struct Server {
    options: PgConnectOptions,
    stale: Stale,
}

/// A connection for single statements.
#[derive(Debug)]
struct Kept {
    connection: PgConnection,
    /// A statement has begun and was not seen to end.
    busy: bool,
}

impl Manager for Server {
    type Type = Kept;
    type Error = Error;

    async fn create(&self) -> Result<Kept, Error> {
        Ok(Kept { connection: PgConnection::connect_with(&self.options).await?, busy: false })
    }

    async fn recycle(&self, kept: &mut Kept, metrics: &Metrics) -> RecycleResult<Error> {
        if kept.busy {
            // What the server still has to say would be taken for the answer to somebody else's statement.
            return Err(RecycleError::message("a statement was left half way"));
        }
        // It was lent while the plans of those that rested were forgotten.
        if self.stale.concerns(metrics.created) {
            return Err(RecycleError::message("its plans are stale"));
        }
        if metrics.last_used() > RESTED {
            kept.connection.ping().await?;
        }
        Ok(())
    }
}

/// A connection for single statements, lent. Only if it is told that they have ended is it lent to anybody else.
struct Lent(Object<Server>);

impl Deref for Lent {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        &self.0.connection
    }
}

impl DerefMut for Lent {
    fn deref_mut(&mut self) -> &mut PgConnection {
        &mut self.0.connection
    }
}

impl Lent {
    /// Gives it back after a statement: for the next one, when the answer was read to the end and the session goes on.
    fn end<T>(mut self, ran: &Result<T, Error>) {
        self.0.busy = match ran {
            Ok(_) => false,
            // A refusal, unless an operator ended the session with it (class 57P), or its plan will never do again.
            Err(error @ Error::Database(database)) => is_stale_plan(error) || database.code().is_some_and(|code| code.starts_with("57P")),
            Err(_) => true,
        };
    }
}

/// Whether a prepared statement cannot run any more, since a migration changed what it answers with. Its connection keeps it all the same.
pub(crate) fn is_stale_plan(error: &Error) -> bool {
    error.as_database_error().and_then(sqlx::error::DatabaseError::code).is_some_and(|code| code == "0A000")
}

/// A single statement, which can be asked again.
struct Asked {
    sql: SqlStr,
    /// `None`: it is not prepared, and so has no plan that could be stale.
    arguments: Option<PgArguments>,
}

impl Asked {
    fn of<'q>(mut query: impl Execute<'q, Postgres>) -> Result<Self, Error> {
        let arguments = query.take_arguments().map_err(Error::Encode)?;
        Ok(Self { sql: query.sql(), arguments })
    }

    fn query(&self) -> (SqlStr, Option<PgArguments>) {
        (self.sql.clone(), self.arguments.clone())
    }

    /// Whether to ask once more: the plan was stale, nothing of the answer was seen yet, and it was not asked again before.
    fn once_more<T>(&self, again: &mut bool, ran: &Result<T, Error>) -> bool {
        self.arguments.is_some() && ran.as_ref().is_err_and(is_stale_plan) && !std::mem::replace(again, true)
    }
}

impl Pool {
    pub(super) async fn open(options: PgConnectOptions, size: Size, patience: Duration) -> Result<Self, Error> {
        let stale = Stale::default();
        let of_transactions = stale.clone();
        let transactions = PgPoolOptions::new()
            .max_connections(size.transactions.max(1))
            .acquire_timeout(patience)
            // A round trip less for each transaction of a busy service: only who has rested is asked whether it still lives.
            .test_before_acquire(false)
            .before_acquire(move |connection, rested| {
                let stale = of_transactions.concerns_age(rested.age);
                Box::pin(async move {
                    // False: it is closed.
                    if stale {
                        return Ok(false);
                    }
                    if rested.idle_for > RESTED { Ok(connection.ping().await.is_ok()) } else { Ok(true) }
                })
            })
            .connect_with(options.clone())
            .await?;
        let config = PoolConfig {
            max_size: usize::try_from(size.statements.max(1)).unwrap_or(usize::MAX),
            timeouts: Timeouts { wait: Some(patience), create: Some(patience), recycle: Some(patience) },
            queue_mode: QueueMode::Lifo,
        };
        let statements = deadpool::managed::Pool::builder(Server { options, stale: stale.clone() }).config(config).runtime(Runtime::Tokio1);
        let statements = statements.build().map_err(|error| Error::Configuration(error.into()))?;
        Ok(Self { transactions, statements, stale })
    }

    /// A migration has changed what prepared statements answer with: no connection that is open now is lent again.
    pub(crate) fn forget_plans(&self) {
        self.stale.begin();
        self.statements.retain(|_, _| false);
    }

    /// A connection for single statements.
    async fn lend(&self) -> Result<Lent, Error> {
        let mut object = self.statements.get().await.map_err(|error| match error {
            PoolError::Timeout(_) => Error::PoolTimedOut,
            PoolError::Backend(error) => error,
            PoolError::Closed => Error::PoolClosed,
            PoolError::NoRuntimeSpecified | PoolError::PostCreateHook(_) => Error::Configuration("a pool without a runtime".into()),
        })?;
        object.busy = true;
        Ok(Lent(object))
    }

    /// How many transactions there can be at once.
    pub fn transactions(&self) -> u32 {
        self.transactions.options().get_max_connections()
    }

    /// A connection that belongs to no pool.
    pub async fn apart(&self) -> Result<PgConnection, Error> {
        PgConnection::connect_with(&self.transactions.connect_options()).await
    }

    /// The same for work of minutes, see [`Self::unhurried_options`].
    pub(crate) async fn unhurried(&self) -> Result<PgConnection, Error> {
        PgConnection::connect_with(&self.unhurried_options()).await
    }

    /// No session is ended because it idles in a transaction, no statement because it is long. Names mean the tables that migrations make.
    pub(super) fn unhurried_options(&self) -> PgConnectOptions {
        let options: PgConnectOptions = self.transactions.connect_options().as_ref().clone();
        options.options([("idle_in_transaction_session_timeout", "0"), ("statement_timeout", "0"), ("search_path", "public")])
    }

    /// Lends no more, and waits until transactions have ended.
    pub async fn close(&self) {
        self.statements.close();
        self.transactions.close().await;
    }

    /// Comes when closing has begun.
    pub async fn closing(&self) {
        self.transactions.close_event().await;
    }
}

impl<'p> Executor<'p> for &'_ Pool {
    type Database = Postgres;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>, Error>>
    where
        E: 'q + Execute<'q, Postgres>,
    {
        let pool = self.clone();
        let asked = Asked::of(query);
        Box::pin(async_stream::try_stream! {
            let asked = asked?;
            // What was told already is not told again.
            let mut again = false;
            loop {
                let mut lent = pool.lend().await?;
                let mut answer = Executor::fetch_many(&mut *lent, asked.query());
                let ended = loop {
                    match answer.try_next().await {
                        Ok(Some(part)) => {
                            again = true;
                            yield part;
                        }
                        Ok(None) => break Ok(()),
                        Err(error) => break Err(error),
                    }
                };
                drop(answer);
                lent.end(&ended);
                if asked.once_more(&mut again, &ended) {
                    pool.forget_plans();
                    continue;
                }
                ended?;
                break;
            }
        })
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>, Error>>
    where
        E: 'q + Execute<'q, Postgres>,
    {
        let pool = self.clone();
        let asked = Asked::of(query);
        Box::pin(async move {
            let asked = asked?;
            let mut again = false;
            loop {
                let mut lent = pool.lend().await?;
                let found = Executor::fetch_optional(&mut *lent, asked.query()).await;
                lent.end(&found);
                if !asked.once_more(&mut again, &found) {
                    return found;
                }
                pool.forget_plans();
            }
        })
    }

    fn prepare_with<'e>(self, sql: SqlStr, parameters: &'e [PgTypeInfo]) -> BoxFuture<'e, Result<PgStatement, Error>>
    where
        'p: 'e,
    {
        (&self.transactions).prepare_with(sql, parameters)
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, Result<Describe<Postgres>, Error>>
    where
        'p: 'e,
    {
        (&self.transactions).describe(sql)
    }
}
